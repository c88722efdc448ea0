// SPDX-License-Identifier: MIT
// The checker's part of the copy kernel, written from the documentation: a simulation of launches, and the
// obligations stated again for every count. Shares no code with the kernel, the algebra or the prover.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "certificate/layout_text.hpp"
#include "copy/copy_proof.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

struct Side {
  LayoutText modes;
  long step, access, tile;

  explicit Side(Json const& j)
      : modes(j.at("tile")),
        step(j.at("step_elements")),
        access(j.at("access_elements")),
        tile(modes.points()) {}
  long offset(long e) const { return e / tile * step + modes.at(e % tile); }
  /// One past the last offset of a tile.
  long reach() const {
    long last = 0;
    for (std::size_t k = 0; k < modes.extents().size(); ++k)
      last += (modes.extents()[k] - 1) * modes.strides()[k];
    return last + 1;
  }
  /// One past the last offset that whole tiles up to `count` reach.
  long bound(long count) const { return count == 0 ? 0 : (count - 1) / tile * step + reach(); }
};

/// Simulates one launch of `count` elements, thread by thread.
void simulate(Json const& parameters, long count, std::vector<std::string>& problems) {
  Side const source(parameters.at("source")), destination(parameters.at("destination"));
  long const threads = parameters.at("threads"), vector = parameters.at("vector_elements");
  auto say = [&](std::string const& what) { problems.push_back(fmt::format("count {}: {}", count, what)); };
  if (threads < 1 || vector < 1 || source.access < 1 || destination.access < 1 ||
      vector % source.access != 0 || vector % destination.access != 0 || source.tile != destination.tile)
    return say("the parameters are inconsistent");
  std::vector<int> moved(count, 0);
  std::set<long> stored;
  long const source_bound = source.bound(count), destination_bound = destination.bound(count);
  long const blocks = (count + threads * vector - 1) / (threads * vector);
  for (long run = 0; run < blocks * threads; ++run) {
    long const first = run * vector, length = std::clamp(count - first, 0l, vector);
    for (Side const* side : {&source, &destination}) {
      long const access = length == vector ? side->access : 1;
      for (long i = 0; i < length; i += access) {
        long const start = side->offset(first + i);
        if (start % access != 0)
          say(fmt::format("element {} is accessed at {}, which {} does not divide", first + i, start,
                          access));
        for (long k = 0; k < access; ++k)
          if (side->offset(first + i + k) != start + k)
            say(fmt::format("element {} is not beside {}", first + i + k, first + i));
        if (start < 0 || start + access > (side == &source ? source_bound : destination_bound))
          say(fmt::format("element {} is out of bounds", first + i));
      }
    }
    for (long i = 0; i < length; ++i) {
      ++moved[first + i];
      if (!stored.insert(destination.offset(first + i)).second)
        say(fmt::format("offset {} is stored twice", destination.offset(first + i)));
    }
    if (problems.size() > 8) return;
  }
  for (long e = 0; e < count; ++e)
    if (moved[e] != 1) return say(fmt::format("element {} is moved {} times", e, moved[e]));
}

/// SMT-LIB that says: under `given`, `goal` can fail.
std::string script(std::string const& given, std::string const& goal) {
  return fmt::format("(set-logic ALL)\n{}(assert (not {}))\n(check-sat)\n", given, goal);
}

/// Declares element `e` >= 0 by its digits in the side's tile: e0 of the first mode, and so on; the last is
/// the number of the tile. They are what the offset is a sum of.
std::string element(std::string const& e, Side const& side) {
  std::string text = fmt::format("(declare-const {} Int)\n", e), sum = "0";
  long unit = 1;
  std::size_t const modes = side.modes.extents().size();
  for (std::size_t k = 0; k <= modes; ++k) {
    text += fmt::format("(declare-const {0}{1} Int)\n(assert (<= 0 {0}{1}))\n", e, k);
    sum += fmt::format(" (* {} {}{})", unit, e, k);
    if (k == modes) break;
    text += fmt::format("(assert (< {}{} {}))\n", e, k, side.modes.extents()[k]);
    unit *= side.modes.extents()[k];
  }
  return text + fmt::format("(assert (= {} (+ {})))\n", e, sum);
}
std::string offset(std::string const& e, Side const& side) {
  std::string sum = "0";
  std::size_t const modes = side.modes.extents().size();
  for (std::size_t k = 0; k <= modes; ++k)
    sum += fmt::format(" (* {} {}{})", k == modes ? side.step : side.modes.strides()[k], e, k);
  return "(+ " + sum + ")";
}

/// O1: which thread t of block b moves an element, in a launch of `count` elements.
std::vector<Restated> restated_grid(long threads, long vector) {
  auto const thread = [&](char const* b, char const* t) {
    return fmt::format(
        "(declare-const {0} Int)\n(declare-const {1} Int)\n(assert (and (<= 0 {0}) (< {0} blocks) (<= 0 {1}) "
        "(< {1} {2})))\n",
        b, t, threads);
  };
  auto const moves = [&](std::string const& b, std::string const& t) {
    auto const first = fmt::format("(* {} (+ (* {} {}) {}))", vector, threads, b, t);
    return fmt::format("(and (<= {0} e) (< e (+ {0} {1})) (< e count))", first, vector);
  };
  long const per_block = threads * vector;
  // As many blocks as cover the count: the last begins before its end.
  auto const launch = fmt::format(
      "(declare-const count Int)\n(declare-const e Int)\n(declare-const blocks Int)\n(assert (<= 0 count))\n"
      "(assert (and (<= count (* {0} blocks)) (< (* {0} blocks) (+ count {0}))))\n",
      per_block);
  auto const inside = std::string("(assert (and (<= 0 e) (< e count)))\n");
  // The digits of e: its block, thread and place in the run.
  auto const digits = thread("b", "t") + fmt::format(
                                             "(declare-const i Int)\n(assert (and (<= 0 i) (< i {0})))\n"
                                             "(assert (= e (+ (* {1} b) (* {0} t) i)))\n",
                                             vector, per_block);
  auto const block = fmt::format(
      "(declare-const q Int)\n(declare-const r Int)\n(assert (and (= e (+ (* {0} q) r)) (<= 0 r) (< r "
      "{0})))\n",
      per_block);
  return {
      {"O1: the block of each element is in the grid",
       script(launch + inside + block, "(and (<= 0 q) (< q blocks))")},
      {"O1: the thread of each element moves it", script(launch + inside + digits, moves("b", "t"))},
      {"O1: no other thread does", script(launch + inside + thread("b", "t") + thread("c", "u") + "(assert " +
                                              moves("b", "t") + ")\n(assert " + moves("c", "u") + ")\n",
                                          "(and (= b c) (= t u))")}};
}

/// The digits of e in its tile, without the number of the tile.
std::string within(std::string const& e, Side const& side) {
  std::string sum = "0";
  long unit = 1;
  for (std::size_t k = 0; k < side.modes.extents().size(); ++k) {
    sum += fmt::format(" (* {} {}{})", unit, e, k);
    unit *= side.modes.extents()[k];
  }
  return "(+ " + sum + ")";
}

/// O3 and O4 of one side.
std::vector<Restated> restated_side(std::string const& name, Side const& side) {
  std::size_t const last_digit = side.modes.extents().size();
  // An access begins at a multiple q of its width; where the width divides the tile, its place in the tile is one.
  std::string const access = "(declare-const q Int)\n" + element("e", side) +
                             fmt::format("(assert (= (* {} q) {}))\n", side.access,
                                         side.tile % side.access == 0 ? within("e", side) : std::string("e"));
  std::vector<Restated> all = {
      {"O3." + name + ": accesses are aligned",
       script(access, fmt::format("(= 0 (mod {} {}))", offset("e", side), side.access))}};
  for (long k = 1; k < side.access; ++k)  // f's tile is d after e's
    all.push_back({fmt::format("O3.{}: element {} of an access is beside the first", name, k),
                   script(access + element("f", side) +
                              fmt::format("(declare-const d Int)\n(assert (= f{0} (+ e{0} d)))\n"
                                          "(assert (= f (+ e {1})))\n",
                                          last_digit, k),
                          fmt::format("(= {} (+ {} {}))", offset("f", side), offset("e", side), k))});
  // Tiles up to the last element's are what memory must hold.
  std::string const given = "(declare-const count Int)\n" + element("e", side) + element("last", side) +
                            "(assert (< e count))\n(assert (= last (- count 1)))\n";
  all.push_back({"O4." + name + ": offsets are in the memory of the tiles",
                 script(given, fmt::format("(and (<= 0 {0}) (< {0} (+ (* {1} last{2}) {3})))",
                                           offset("e", side), side.step, last_digit, side.reach()))});
  return all;
}

}  // namespace

void simulate_copy(Json const& parameters, std::vector<std::string>& problems) {
  long const per_block = long(parameters.at("threads")) * long(parameters.at("vector_elements"));
  long const tile = Side(parameters.at("source")).tile;
  if (per_block < 1 || per_block > 1 << 20 || tile > 1 << 20)
    return problems.push_back("the parameters are inconsistent");
  for (long count :
       {0l, 1l, tile - 1, tile, tile + 1, per_block - 1, per_block, per_block + 1, 2 * per_block + 3})
    simulate(parameters, count, problems);
}

std::vector<Restated> restated_copy(Json const& parameters) {
  Side const source(parameters.at("source")), destination(parameters.at("destination"));
  auto all = restated_grid(parameters.at("threads"), parameters.at("vector_elements"));
  for (auto const& part : {restated_side("source", source), restated_side("destination", destination)})
    all.insert(all.end(), part.begin(), part.end());
  all.push_back(
      {"O9: two elements have two places",
       script(element("e", destination) + element("f", destination) + "(assert (< e f))\n",
              fmt::format("(distinct {} {})", offset("e", destination), offset("f", destination)))});
  return all;
}

}  // namespace colex::gpu
