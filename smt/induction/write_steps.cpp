// SPDX-License-Identifier: MIT
// Writes Steps.v of the other files here: the shipped steps as Coq, and shipped whole functions at small ranks.
//
//   build/smt/write_steps > Steps.v
//
// Each definition is what the headers answered when they ran on texts (term.hpp).
#include "colex/packed.hpp"
#include "colex/ragged.hpp"
#include "colex/solve_bits.hpp"
#include "induction/written.hpp"

namespace colex::induction {
namespace {

/// The limits: what later definitions call by these names.
void limits() {
  Term const a = number("a"), b = number("b");
  define("product_fits", " (a b : Z)", "bool", [&] { return colex::product_fits<Term>(a, b); });
  define("sum_fits", " (a b : Z)", "bool", [&] { return colex::sum_fits<Term>(a, b); });
}

void steps() {
  Term const reach = number("reach"), within = number("within"), n = number("n"), place = number("place");
  TermMode const m = mode("m"), pending = mode("pending"), part = mode("part");
  EvaluateState<Term> const at{{"rest at_", Term::application}, {"offset at_", Term::application}};

  define("evaluate_step", " (at_ : position) (m : mode)", "position", [&] { return evaluate_step(at, m); });
  define("coalesce_step", " (pending m : mode)", "result mode", [&] { return coalesce_step(pending, m); });
  define("complement_step", " (reach : Z) (m : mode)", "result Z", [&] { return complement_step(reach, m); });
  define("disjoint_step", " (reach : Z) (m : mode)", "result Z", [&] { return disjoint_step(reach, m); });
  define("complement_finish", " (reach n : Z)", "result Z",
         [&] { return complement_finish(reach, n, Cover::strict); });
  define("covering_finish", " (reach n : Z)", "result Z",
         [&] { return complement_finish(reach, n, Cover::at_least); });
  define("composition_step", " (part m : mode)", "result mode", [&] { return composition_step(part, m); });
  define("upcast_step", " (n within : Z) (m : mode)", "result Z",
         [&] { return upcast_step(within, m, n, Cover::strict); });
  define("covering_upcast_step", " (n within : Z) (m : mode)", "result Z",
         [&] { return upcast_step(within, m, n, Cover::at_least); });
  define("right_inverse_step", " (reach : Z) (m : mode) (place : Z)", "result Z",
         [&] { return right_inverse_step(reach, m, place); });
  define("left_inverse_step", " (pending m : mode) (place : Z)", "result mode",
         [&] { return left_inverse_step(pending, m, place); });
  define("nullspace_step", " (points : Z) (m : mode)", "result Z",
         [&] { return nullspace_step(number("points"), m); });
  define("first_gap_step", " (reach : Z) (m : mode)", "result Z", [&] { return first_gap_step(reach, m); });
  Term const x = number("x"), y = number("y");
  define("ceil_div_step", " (x y : Z)", "option Z", [&] { return ceil_div_step(x, y); });
  define("shape_div_step", " (x y : Z)", "option Z", [&] { return shape_div_step(x, y); });
  define("room_step", " (extent room : Z) (part : mode)", "result Z",
         [&] { return room_step(number("room"), part, number("extent")); });
  Term const points = number("points"), step = number("step"), extent = number("extent");
  define("fitting_step", " (step : Z) (by_ : mode) (points extent : Z)", "Z",
         [&] { return detail::fitting_step(step, mode("by_"), points, extent); });
  define("round_up_step", " (points : Z) (m : mode) (step : Z)", "result Z",
         [&] { return detail::round_up_step(points, m, step); });
  define("bijective_step", " (points past least n : Z)", "option refusal",
         [&] { return bijective_step(points, number("past"), number("least"), n); });
  define("sort_swaps", " (a b : mode)", "bool", [&] {
    auto two = modes({"a", "b"});
    sort_by_stride(two);
    return written(two[0]) == "b";
  });
}

/// Sums of rounded-down fractions, and what of a layout they are about.
void stairs() {
  auto const fraction = [](std::string const& name) {
    return detail::Fraction<Term>{{"fst " + name, Term::application}, {"snd " + name, Term::application}};
  };
  auto const low = fraction("low"), high = fraction("high"), a = fraction("a"), b = fraction("b"),
             slope = fraction("slope");
  std::string const bounds = " (low high : Z * Z)";
  char const* const turned = "Z * option ((Z * Z) * (Z * Z))";
  define("simplest_above", bounds, turned, [&] { return detail::simplest_step(low, false, high, true); });
  define("simplest_from", bounds, turned, [&] { return detail::simplest_step(low, true, high, false); });
  define("below_step", " (a b : Z * Z)", "bool + ((Z * Z) * (Z * Z))",
         [&] { return detail::below_step(a, b); });
  define("height", " (slope : Z * Z) (i : Z)", "Z", [&] { return detail::height(slope, number("i")); });
  define("next_step", " (slope : Z * Z) (at_ : Z)", "Z",
         [&] { return detail::next_step(slope, number("at_")); });
  define("gcd_step", " (a b : Z)", "Z * Z", [&] {
    return detail::gcd_step(detail::Remainders<Term>{number("a"), number("b")});
  });
  define("largest_rest", " (m : mode) (points : Z)", "Z",
         [&] { return detail::largest_rest(mode("m"), number("points")); });
  define(
      "gaps_4", " (a b c d : mode)", "list (Z * Z)",
      [&] {
        std::string r;
        detail::each_gap(modes({"a", "b", "c", "d"}), [&](Term const& gap, Term const& points) {
          r += (r.empty() ? "(" : "; (") + gap.text() + ", " + points.text() + ")";
        });
        return "[" + r + "]";
      },
      false);
}

/// The step of a map over GF(2), and a swizzle. Words are integers here, which no bit of 62 leaves.
void bits() {
  Term const x = number("x"), width = number("bits"), base = number("base"), shift = number("shift");
  define("bit_step", " (sum column x k : Z)", "Z",
         [&] { return bit_step(number("sum"), number("column"), x, number("k")); });
  define("swizzled", " (bits base shift x : Z)", "Z", [&] { return swizzled(width, base, shift, x); });
}

/// What finds a swizzle and an inverse. Counts of bits are whole functions: their
/// loops end at 62.
void found_bits() {
  Term const x = number("x"), width = number("bits"), from = number("from"), to = number("to");
  Term const base = number("base"), shift = number("shift");
  Reached<Term> const at{{"fst at_", Term::application}, {"snd at_", Term::application}};
  Reached<Term> const by{{"fst by_", Term::application}, {"snd by_", Term::application}};
  auto const whole = [](char const* name, char const* parameters, char const* type, auto run) {
    define(name, parameters, type, run, false);
  };
  define("lowest_bit", " (x : Z)", "Z", [&] { return lowest_bit(x); });
  define("is_power_of_two", " (x : Z)", "bool", [&] { return is_power_of_two(x); });
  define("eliminate_step", " (at_ by_ : Z * Z) (pivot : Z)", "Z * Z",
         [&] { return eliminate_step(at, by, number("pivot")); });
  define("swizzle_condition", " (bits base shift : Z)", "string",
         [&] { return swizzle_condition(width, base, shift); });
  define("swizzle_numbers", " (bits from to : Z)", "Z * Z * Z",
         [&] { return swizzle_numbers(width, from, to); });
  define("source_mask", " (bits base shift : Z)", "Z", [&] { return source_mask<Term>(width, base, shift); });
  define("target_mask", " (bits base shift : Z)", "Z", [&] { return target_mask<Term>(width, base, shift); });
  whole("trailing_zeros_62", " (x : Z)", "Z", [&] { return Term(trailing_zeros(x)); });
  whole("trailing_ones_62", " (x : Z)", "Z", [&] { return Term(trailing_ones(x)); });
  whole("bit_length_62", " (x : Z)", "Z", [&] { return Term(bit_length(x)); });
}

/// Whole shipped functions, loops included: what the drivers in Coq must be at these ranks.
void whole_functions(std::vector<std::string> const& names) {
  auto const list = modes(names);
  std::string parameters;
  for (auto const& name : names) parameters += " " + name;
  if (!names.empty()) parameters = " (" + parameters.substr(1) + " : mode)";
  auto const whole = [&](char const* function, char const* more, char const* type, auto run) {
    define(function + ("_" + std::to_string(names.size())), parameters + more, type, run, false);
  };
  if (names.size() >= 3)
    whole("sort", "", "list mode", [&] {
      auto sorted = list;
      sort_by_stride(sorted);
      return sorted;
    });
  if (names.size() == 2) whole("coalesce_extended", "", "list mode", [&] { return coalesce_extended(list); });
  if (names.size() == 1 || names.size() == 2)
    whole("values_fit", " (top : Z)", "bool", [&] { return detail::values_fit(list, number("top")); });
}

/// The steps of what takes trees apart.
void edits() {
  auto const part = [](char const* name, char const* parameters, char const* type, auto run) {
    define(name, parameters, type, run, false);
  };
  part("most_nodes", "", "Z", [] { return Term(kMaxNodes); });
  part("most_leaves", "", "Z", [] { return Term(kMaxLeaves); });
}

/// Tiles that need not come out even.
void ragged() {
  Term const points = number("points"), tile = number("tile"), first = number("first");
  define("tiles_along", " (points tile : Z)", "Z", [&] { return tiles_along(points, tile); });
  define("points_inside", " (first tile points : Z)", "Z",
         [&] { return points_inside(first, tile, points); });
  define("misalignment", " (first step count width : Z)", "Z",
         [&] { return misalignment(first, number("step"), number("count"), number("width")); });
}

/// A layout of so many leaves and nodes, whether they make a tree or not.
template <Number Int, class Leaf>
Layout<Int> counted(int leaves, int nodes, Leaf leaf) {
  Layout<Int> r{{}, {}};
  for (int n = 0; n < nodes; ++n) r.profile.push(n % 7);
  for (int k = 0; k < leaves; ++k) r.leaves.push(leaf(k));
  return r;
}
/// The most leaves and the most nodes that packed() takes. It runs on every number of both there is: throws where it takes others, or
/// where another layout is unpacked.
template <int kRoom>
std::string room_of_packed() {
  int leaves = 0, nodes = 1;
  auto const layout = [](int k, int n) {
    return counted<std::int64_t>(k, n, [](std::int64_t k) { return Mode<std::int64_t>{3 * k + 1, -k}; });
  };
  while (leaves < kMaxLeaves && packed<kRoom>(layout(leaves + 1, 1))) ++leaves;
  while (nodes < kMaxNodes && packed<kRoom>(layout(0, nodes + 1))) ++nodes;
  for (int k = 0; k <= kMaxLeaves; ++k)
    for (int n = 1; n <= kMaxNodes; ++n) {
      auto const l = layout(k, n);
      auto const r = packed<kRoom>(l);
      if (bool(r) != (k <= leaves && n <= nodes) || (r && !(unpacked(r.value) == l)))
        throw std::runtime_error("of " + std::to_string(k) + " leaves and " + std::to_string(n) + " nodes");
    }
  auto const terms = counted<Term>(leaves, nodes, [](int k) { return mode("m" + std::to_string(k)); });
  if (coded(unpacked(packed<kRoom>(terms).value)) != coded(terms))
    throw std::runtime_error("a leaf is another");
  return "(" + std::to_string(leaves) + ", " + std::to_string(nodes) + ")";
}
void packed_rooms() {
  define(
      "packed_room", " (room : Z)", "Z * Z", []<int... kLess>(std::integer_sequence<int, kLess...>) {
        return [] {
          std::string r;
          ((r +=
            "if room =? " + std::to_string(kLess + 1) + " then " + room_of_packed<kLess + 1>() + "\n  else "),
           ...);
          return r + room_of_packed<kMaxLeaves>();
        };
      }(std::make_integer_sequence<int, kMaxLeaves - 1>{}),
      false);
}

/// A digit of a number, written and read; and texts, what they read as, and how that is written.
void texts() {
  Term const value = number("value");
  define(
      "written_digit", " (value unit : Z)", "Z", [&] { return written_digit(value, number("unit")); }, false);
  define(
      "read_digit", " (value digit : Z)", "option Z", [&] { return read_digit(value, number("digit")); },
      false);
  auto const codes = [](std::string const& text) {
    std::string r;
    for (char const c : text) r += (r.empty() ? "" : "; ") + std::to_string(int{c});
    return "[" + r + "]";
  };
  auto const of = [&](std::string const& text) {
    auto const read = parse_layout(text);
    if (!read) return "(" + codes(text) + ", None)";
    auto const node = [&](auto const& self, Layout<std::int64_t> const& l) -> std::string {
      if (l.profile.is_leaf({}))
        return "Leaf (Mode " + std::to_string(l.leaves[0].shape) + " (" + std::to_string(l.leaves[0].stride) +
               "))";
      std::string r;
      for (int k = 0; k < rank(l); ++k) r += (k == 0 ? "" : "; ") + self(self, entry(l, k));
      return "Tuple [" + r + "]";
    };
    std::string again;
    write(again, read.value);
    return "(" + codes(text) + ", Some (" + node(node, read.value) + ", " + codes(again) + "))";
  };
  define(
      "texts_read", "", "list (list Z * option (tree mode * list Z))",
      [&] {
        std::string r;
        for (std::string const text :
             {"4:1", "_12:-3", "(4,8)", "(4,(2,3)):(2,(1,8))", " ( 2 , 3 ) : ( - 5 ,_0)\t", "():()",
              "((),(1,(7))):((),(0,(-90)))", "4611686018427387904:0", "(1,2):(4611686018427387904,3)",
              "2:4611686018427387905", "(0,2):(1,1)", "((2)):(2)"})
          for (std::size_t without = 0; without <= text.size(); ++without)  // at the end nothing is left out
            r += (r.empty() ? "" : ";\n    ") +
                 of(text.substr(0, without) + (without == text.size() ? "" : text.substr(without + 1)));
        return "[" + r + "]";
      },
      false);
}

}  // namespace
}  // namespace colex::induction

int main() {
  std::puts(
      "(* SPDX-License-Identifier: MIT *)\n"
      "(* Written by smt/induction/write_steps.cpp from the shipped headers; a test compares. Z.quot and "
      "Z.rem\n"
      "   are C++'s / and %. X_divides says that no divisor that X meets is 0, X_stays that each number "
      "which X\n"
      "   computes is a word. X_2 is the whole shipped X, loops included, on a list of two modes. *)\n"
      "From Coq Require Import ZArith List String.\n"
      "Require Import Colex.Fold Colex.Nested.\n"
      "Import ListNotations.\n"
      "Open Scope string_scope.\n"
      "Open Scope Z_scope.");
  return colex::induction::printed("write_steps", [] {
    colex::induction::limits();
    colex::induction::steps();
    colex::induction::stairs();
    colex::induction::bits();
    colex::induction::found_bits();
    for (std::vector<std::string> const& names :
         std::vector<std::vector<std::string>>{{"a"}, {"a", "b"}, {"a", "b", "c"}, {"a", "b", "c", "d"}})
      colex::induction::whole_functions(names);
    colex::induction::edits();
    colex::induction::ragged();
    colex::induction::packed_rooms();
    colex::induction::texts();
  });
}
