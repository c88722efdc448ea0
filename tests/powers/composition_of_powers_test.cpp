// SPDX-License-Identifier: MIT
// composition_of_powers() answers as composition() does: the layout, and all that a refusal shows. Most layouts are of powers
// of two, with bits of the index that are shared or not, and some are near the limits of either route.
//
//   composition_of_powers_test [CASES]     300000 cases; COLEX_NIGHTLY: ten million, drawn anew
#include "colex/composition_of_powers.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>

#include "colex/print.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;

namespace {

Int power(Dice& dice, int least, int most) { return Int{1} << dice.between(least, most); }

/// Modes of powers of two: bits of a permuted number, or any.
LayoutI drawn(Dice& dice) {
  Modes modes;
  int const count = dice.between(0, 99) < 95 ? 1 + dice.below(5) : 5 + dice.below(12);
  bool const apart = dice.percent(60), high = dice.percent(10);
  std::vector<int> order, extent, at(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) order.push_back(k), extent.push_back(1 + dice.below(count > 5 ? 3 : 4));
  if (dice.percent(70)) dice.shuffle(order);
  int bit = high ? dice.below(62) : dice.below(3);
  for (int const k : order) {
    at[static_cast<std::size_t>(k)] = bit;
    bit += extent[static_cast<std::size_t>(k)] + (dice.percent(15) ? 1 : 0);
  }
  for (std::size_t k = 0; k < extent.size(); ++k) {
    Mode<Int> m{Int{1} << extent[k],
                apart ? (at[k] < 63 ? Int{1} << at[k] : 1) : power(dice, 0, high ? 60 : 7)};
    if (dice.percent(3)) m.shape = dice.pick({0, 1, 3, 6, kReachLimit, -2});
    if (dice.percent(4)) m.stride = dice.pick({0, 3, -1, -4, 12, kReachLimit, INT64_MIN, INT64_MAX});
    modes.push_back(m);
  }
  return nested(dice, modes, dice.percent(20));
}

bool same(Refusal<Int> const& x, Refusal<Int> const& y) {
  return x.condition == y.condition && x.modes[0] == y.modes[0] && x.modes[1] == y.modes[1] &&
         x.left == y.left && x.right == y.right && x.has_witness == y.has_witness && x.index == y.index &&
         x.got == y.got && x.want == y.want;
}

}  // namespace

int main(int argc, char** argv) {
  char const* const nightly = std::getenv("COLEX_NIGHTLY");
  bool const at_night = nightly != nullptr && *nightly != '\0';
  long cases = at_night ? 10'000'000 : 300'000, wrong = 0;
  if (!at_night)
    std::puts(
        "nightly: composition_of_powers: ten million cases, drawn anew; by day 300000, the same each time");
  if (argc > 1) cases = std::atol(argv[1]);
  Dice dice(at_night ? static_cast<std::uint64_t>(std::time(nullptr)) : 45);
  std::map<std::string, long> classes{
      {"on exponents", 0}, {"modes split", 0}, {"a bit is shared", 0}, {"refused", 0}};
  for (long k = 0; k < cases; ++k) {
    LayoutI const a = drawn(dice), b = drawn(dice);
    auto const want = composition(a, b), got = composition_of_powers(a, b);
    if (!(want.value == got.value) || !same(want.refusal, got.refusal)) {
      if (wrong++ < 5)
        std::printf("%s o %s: %s, on exponents %s\n", to_text(a).c_str(), to_text(b).c_str(),
                    to_text(want).c_str(), to_text(got).c_str());
    }
    LayoutI r;
    r.clear();
    bool const taken = detail::compose_powers(r, a, b);
    classes["on exponents"] += taken ? 1 : 0;
    classes["modes split"] += taken && r.leaves.count > b.leaves.count ? 1 : 0;
    classes["a bit is shared"] += want.refusal.condition == Condition::no_carry ? 1 : 0;
    classes["refused"] += want ? 0 : 1;
  }
  for (auto const& [name, count] : classes) {
    std::printf("%-18s %9ld of %ld\n", name.c_str(), count, cases);
    if (count * 50 < cases) ++wrong, std::printf("%s: too rare\n", name.c_str());
  }
  std::printf("%ld wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
