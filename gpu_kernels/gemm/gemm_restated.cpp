// SPDX-License-Identifier: MIT
// The obligations of a GEMM config as the checker states them, from docs/05_gemm.md and the parameters: sizes,
// strides, splits, batches, groups and chiplets are symbols. Shares no code with the kernel or the prover.
// Of O1.hilbert, an induction over rectangles, it states nothing.
#include <fmt/format.h>

#include <array>

#include "certificate/restate.hpp"
#include "gemm/gemm_proof.hpp"

namespace colex::gpu {

namespace {

/// O1.chiplets: block l chiplets + c is the l-th on chiplet c. Of total = each chiplets + longer blocks, the
/// first `longer` chiplets have one more than the others; chiplets get runs of neighbours, in their order.
std::vector<Restated> chiplets() {
  auto const share = [](std::string const& c) { return fmt::format("(+ each (ite (< {} longer) 1 0))", c); };
  auto const number = [](std::string const& c, std::string const& l) {
    return fmt::format("(+ (* {0} each) (ite (< {0} longer) {0} longer) {1})", c, l);
  };
  std::string const names = "chiplets each longer c l", inside = "(and (<= 0 each) (<= 0 l))",
                    block = "(< (+ (* chiplets l) c) (+ (* chiplets each) longer))",
                    mine = fmt::format("(< l {})", share("c"));
  std::vector<std::string> const given = {inside, in_range("c", "chiplets"), in_range("longer", "chiplets")};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), given.begin(), given.end());
    return more;
  };
  return {restated("O1.chiplets: no chiplet has a block too many", names, with({block}), mine),
          restated("O1.chiplets: no block is left out", names, with({mine}), block),
          restated("O1.chiplets: the number is in the grid", names, with({mine}),
                   in_range(number("c", "l"), "(+ (* chiplets each) longer)")),
          restated("O1.chiplets: a later chiplet has larger numbers", names + " d k",
                   with({mine, in_range("d", "chiplets"), "(< c d)", in_range("k", share("d"))}),
                   fmt::format("(< {} {})", number("c", "l"), number("d", "k")))};
}

/// O1.groups: problem g of a list has the blocks from first(g) up to first(g + 1); a block is one problem's.
Restated groups() {
  Restated r =
      restated("O1.groups: a block belongs to one problem", "g h block",
               {"(and (<= (first g) block) (< block (first (+ g 1))))",
                "(and (<= (first h) block) (< block (first (+ h 1))))",
                "(=> (< g h) (<= (first (+ g 1)) (first h)))", "(=> (< h g) (<= (first (+ h 1)) (first g)))"},
               "(= g h)");
  r.script.insert(r.script.find("(declare"), "(declare-fun first (Int) Int)\n");
  return r;
}

/// O4: each term of an offset is between 0 and that of the last index, whatever the stride's sign, so that the
/// sum is between the lowest offset and the highest; what a run loads is what is inside; partial sums.
std::vector<Restated> bounds() {
  std::vector<Restated> all = {
      term_of_an_offset("O4.offsets"),
      restated("O4.predicates: an element of a run is loaded exactly if it is inside",
               "along columns across rows k loaded",
               {"(and (<= 0 along) (<= 0 across) (<= 0 k))",
                "(= loaded (ite (and (< across rows) (< along columns)) (- columns along) 0))"},
               "(= (< k loaded) (and (< across rows) (< (+ along k) columns)))")};
  std::string const element = "(and (< 0 rows) (<= columns pitch) (<= 0 row) (<= 0 k) (< k columns))";
  std::string const within = "(< (+ (* row pitch) k) (+ (* (- rows 1) pitch) columns))";
  all.push_back(restated("O4.bounded: a row that is inside is within the bound", "rows pitch columns row k",
                         {element, "(< row rows)"}, within));
  all.push_back(restated("O4.bounded: one that is not is beyond it", "rows pitch columns row k",
                         {element, "(<= rows row)"}, fmt::format("(not {})", within)));
  add(all, numbering("O4.workspace", {{"m", "M"}, {"n", "N"}, {"split", "splits"}, {"batch", "batches"}}));
  return all;
}

/// O10: part s of `parts` begins at tile s tiles / parts, rounded down; the next one begins where it ends.
std::vector<Restated> parts_of_k() {
  auto const begins = [](std::string const& at, std::string const& begin, std::string const& left) {
    return fmt::format("(and (= {} (+ (* parts {}) {})) {})", at, begin, left, in_range(left, "parts"));
  };
  std::string const some = "(and (<= 0 tiles) (< 0 parts))";
  return {restated("O10: the first part begins at 0", "tiles parts b r", {some, begins("0", "b", "r")},
                   "(= b 0)"),
          restated("O10: the last part ends with K", "tiles parts b r",
                   {some, begins("(* parts tiles)", "b", "r")}, "(= b tiles)"),
          restated("O10: no part ends before it begins", "p tiles parts b r e w",
                   {some, "(<= 0 p)", begins("p", "b", "r"), begins("(+ p tiles)", "e", "w")}, "(<= b e)")};
}

/// Scales: of K = tile steps elements a row has one for each `block`, in runs of eight for each four steps. Of the loads that a thread
/// started ahead of step s, four steps further, those of s + 1 and before have arrived when as many are under way as s + 2 and s + 3
/// have; a step has `loads`, and if it begins a turn `more`.
std::vector<Restated> scales(long tile, nlohmann::ordered_json const& s) {
  long const block = s.at("block"), columns = tile / block, run = 4 * columns;
  std::string const row =
      fmt::format("(and (< 0 steps) (= (+ (* 4 turns) left) (+ steps 3)) {} (= wide (* {} turns)))",
                  in_range("left", "4"), run);
  std::string const place = fmt::format(
      "(and {} {} {} (= k (+ (* {} (+ (* 4 turn) phase)) (* {} part) rest)))", in_range("phase", "4"),
      in_range("part", std::to_string(columns)), in_range("rest", std::to_string(block)), tile, block);
  std::string const in_k = fmt::format("(and (<= 0 turn) (< k (* {} steps)))", tile),
                    scale = fmt::format("(and (= k (+ (* {} scale) above)) {})", block,
                                        in_range("above", std::to_string(block)));
  std::string const names = "steps turns left wide k turn phase part rest";
  // Step s + i is the r_i-th of turn q_i; before it a thread starts the loads of all steps and of the turns that have begun.
  long const loads = s.at("loads"), more = s.at("scale_loads");
  auto const digits = [&](int i) { return fmt::format("q{0} r{0} ", i); };
  auto const is = [&](int i) {
    return fmt::format("(and (= (+ s {0}) (+ (* 4 q{0}) r{0})) {1})", i,
                       in_range(fmt::format("r{}", i), "4"));
  };
  auto const before = [&](int i) {
    return fmt::format("(+ (* {0} (+ s {1})) (* {2} (ite (= 0 r{1}) q{1} (+ q{1} 1))))", loads, i, more);
  };
  auto const own = [&](int i) { return fmt::format("(+ {} (ite (= 0 r{}) {} 0))", loads, i, more); };
  return {restated("O4.scales: the run of a turn is inside the row", names, {row, place, in_k},
                   fmt::format("(and (<= 0 (* {0} turn)) (<= (+ (* {0} turn) {0}) wide))", run)),
          restated("O4.scales: the byte that is picked is of the block of k", names + " scale above",
                   {row, place, in_k, scale},
                   fmt::format("(= scale (+ (* {} turn) (* {} phase) part))", run, columns)),
          restated("O6.scales: what a step loads is counted", "s " + digits(0) + digits(1),
                   {"(<= 0 s)", is(0), is(1)}, fmt::format("(= (- {} {}) {})", before(1), before(0), own(0))),
          restated("O6.scales: what s + 2 and s + 3 load is the rest",
                   "s " + digits(2) + digits(3) + digits(4), {"(<= 0 s)", is(2), is(3), is(4)},
                   fmt::format("(= (- {} {}) (+ {} {}))", before(4), before(2), own(2), own(3)))};
}

}  // namespace

std::vector<Restated> restated_gemm(nlohmann::ordered_json const& parameters) {
  std::array<long, 3> const tile = parameters.at("tile");
  std::vector<Restated> all;
  add(all, numbering("O1.blocks", {{"tile", "tiles"}, {"split", "splits"}, {"batch", "batches"}}));
  add(all, numbering("O1.row", {{"n", "grid_n"}, {"m", "grid_m"}}));
  add(all, grouped_rows("O1.grouped"));
  add(all, chiplets());
  add(all, numbering("O1.shuffle: an element",
                     {{"place", std::to_string(tile[1] * tile[2])}, {"k", "tiles_k"}, {"n", "tiles_n"}}));
  add(all, numbering("O1.shuffle: a block", {{"k", "tiles_k"}, {"n", "tiles_n"}, {"batch", "batches"}}));
  all.push_back(groups());
  add(all, bounds());
  all.push_back(restated("O6: two steps in a row use two stages", "step", {"(<= 0 step)"},
                         "(distinct (mod step 2) (mod (+ step 1) 2))"));
  add(all, parts_of_k());
  if (parameters.contains("scales")) add(all, scales(tile[2], parameters.at("scales")));
  return all;
}

}  // namespace colex::gpu
