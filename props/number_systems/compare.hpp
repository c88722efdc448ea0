// SPDX-License-Identifier: MIT
// Runs operations in two number systems on the same inputs: the texts must be equal, letter for letter. It is
// a failure as well when answers, or the refusals that an operation's inputs must bring, are under 2 % of
// what was compared.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string_view>

#include "colex/text.hpp"
#include "number_systems/forms.hpp"
#include "number_systems/operations.hpp"

namespace colex::props {

inline bool refuses(std::string const& said) { return said.find("refused") != std::string::npos; }

/// Whether the answer is a layout beyond the limits of 64-bit ones: there a route that keeps them is taken.
inline bool too_large(std::string const& answer) {
  auto const read = parse_layout(answer);
  return !read && std::string_view(read.message) == words(Expected::size_and_reach_within_2_62);
}

struct Compared {
  long answers = 0, refusals = 0, beyond = 0;
};

/// `ask` runs an operation in the other number system; it throws std::overflow_error where the answer holds a
/// number that the machine's integers do not have. `unbounded`: it has no overflow, so that inputs at
/// which the machine's integers refuse for that, or its own answer is too large for them, are counted as
/// `beyond` and not compared.
template <class Other, class Ask>
bool compare(Operation<Other> const& op, char const* other, Room const& room, bool unbounded, Ask ask,
             Compared& total) {
  Compared seen;
  auto differs = [&](Inputs<Int> const& c) {
    std::string const plain = op.plain(c);
    if (unbounded && plain.find("refused: overflow") != std::string::npos) {
      ++seen.beyond;
      return std::string();
    }
    std::string theirs;
    try {
      theirs = ask(op, converted<Other>(c));
    } catch (std::overflow_error const&) {
      if (!unbounded) throw;
    }
    if (unbounded && theirs != plain && (theirs.empty() || too_large(theirs))) {
      ++seen.beyond;
      return std::string();
    }
    ++(refuses(plain) ? seen.refusals : seen.answers);
    return theirs == plain ? std::string() : "int64_t: " + plain + "; " + other + ": " + theirs;
  };
  Property<Inputs<Int>> const same{.name = std::string(op.name) + ": int64_t and " + other + " say the same",
                                   .draw = [&](Dice& dice) { return op.draw(dice, room); },
                                   .precondition = usable,
                                   .fault = differs};
  bool const held = check(same);
  std::printf("  compared: %ld answers, %ld refusals; %ld beyond 64 bits\n", seen.answers, seen.refusals,
              seen.beyond);
  total.answers += seen.answers;
  total.refusals += seen.refusals;
  total.beyond += seen.beyond;
  long const compared = seen.answers + seen.refusals;
  bool const enough = !too_few(seen.answers, compared, 2) &&
                      (op.asks == Asks::answers || !too_few(seen.refusals, compared, 2));
  if (!enough) std::printf("FAILED: %s: too few answers or refusals were compared\n", op.name);
  return held && enough;
}

/// 0 when every operation says the same.
template <class Other, class Ask>
int compare_all(char const* other, Room const& room, bool unbounded, Ask ask) {
  Compared total;
  bool all = true;
  int count = 0;
  for (auto const& some : {operations<Other>(), forms<Other>()})
    for (auto const& op : some) {
      all = compare(op, other, room, unbounded, ask, total) && all;
      ++count;
    }
  std::printf("int64_t and %s: %d operations, %ld answers and %ld refusals compared, %ld beyond 64 bits\n",
              other, count, total.answers, total.refusals, total.beyond);
  return all ? 0 : 1;
}

}  // namespace colex::props
