// SPDX-License-Identifier: MIT
// Writes Loops.v of the other files here: the headers' functions by named loops, run on lists and indices that are texts.
//
//   build/smt/write_loops > Loops.v
//   build/smt/write_loops headers > Headers.v     functions with loops of their own over a list, at every rank
#include <cstring>

#include "induction/grown.hpp"
#include "induction/mapped.hpp"
#include "induction/recorded.hpp"
#include "induction/stored.hpp"
#include "induction/walked.hpp"

namespace colex::induction {
namespace {

void functions() {
  Listed const a{"A"}, b{"B"}, outer{"outer"}, inner{"inner"}, want{"want"};
  Term const points = number("points");
  auto f = [](Term const& i) { return application("f " + atom(i)); };
  auto const whole = [](char const* name, char const* parameters, char const* type, auto run) {
    define(name, parameters, type, run, false);
  };
  char const* const answer = "option (list mode)";
  char const* const table = " (f : Z -> Z) (points : Z)";
  whole("forced_modes", table, answer, [&] { return colex::detail::forced_modes(f, points, false).text; });
  whole("compared_modes", table, answer, [&] { return colex::detail::forced_modes(f, points, true).text; });
  whole("find_modes", table, answer, [&] { return colex::find_modes<Term>(f, points).text; });
  auto const kernel = [&] {
    Work work;
    return colex::detail::kernel_modes(a, work);
  };
  whole("nullspace", " (A : list mode)", answer, [&] { return kernel().text; });
  // What a refusal of theirs shows: an index, and what the forced modes have there.
  char const* const shown = "option (Z * Z)";
  whole("compared_shows", table, shown, [&] { return colex::detail::forced_modes(f, points, true).shown; });
  whole("find_shows", table, shown, [&] { return colex::find_modes<Term>(f, points).shown; });
  whole("nullspace_shows", " (A : list mode)", shown, [&] { return kernel().shown; });
  whole("whole_modes", " (A : list mode)", "list mode", [&] { return colex::detail::whole_modes(a).text; });
  whole("never_carries", " (A B : list mode)", "bool", [&] { return colex::detail::never_carries(a, b); });
  whole("strides_compose", " (outer inner want : list mode)", "bool",
        [&] { return bool(colex::detail::strides_compose(outer, inner, want)); });
  whole("digits_add_up", " (outer parts : list mode)", "bool",
        [&] { return bool(colex::detail::digits_add_up(outer, Listed{"parts"})); });
  whole("each_composes", " (outer inner want : list mode) (points : Z)", "bool",
        [&] { return bool(colex::detail::each_composes(outer, inner, want, points, Work{})); });
  whole("composes_to", " (outer inner want : list mode)", "bool",
        [&] { return colex::detail::modes_compose_to(outer, inner, want, Work{}); });
  whole("index_layout", " (A : list mode)", "list mode", [&] { return colex::detail::index_modes(a).text; });
  // Nothing is said of what a search has found: its answer is looked at.
  prefix = "Headers.";
  limits = true;
  auto const of_lists = [](std::string const& lists) { return " (" + lists + " : list mode)"; };
  define_walked("right_inverse", of_lists("A found"), answer, [] {
    auto const A = over("A");
    return colex::detail::maximal_inverse<Walked>(A, A, Layout<Walked>{{}, Modes("(whole_modes A)")},
                                                  Budget{});
  });
  define_walked("common_inverse", of_lists("A B start found"), answer, [] {
    return colex::detail::maximal_inverse<Walked>(over("A"), over("B"), over("start"), Budget{});
  });
  define_walked("chain_inverse", " (A : list mode)", answer, [] {
    auto const kept = colex::detail::kept_modes<Walked>(over("A"), Inverse::exact);
    return kept ? colex::detail::chain_inverse<Walked>(kept.value)
                : Result<Layout<Walked>, Walked>::refuse(kept.refusal);
  });
  define_walked("left_inverse", " (one : list mode -> option refusal) (A found : list mode)", answer,
                [] { return colex::left_inverse<Walked>(over("A"), Inverse::exact); });
  limits = false;
  define_walked(
      "textbook", " (A : list mode) (b : mode) (digits : list Z)", "option (list mode) * list Z", [] {
        Modes out;
        Numbers digits("digits");
        Refusal<Walked> why;
        bool const taken =
            colex::detail::textbook_onto<Walked>(out, {Modes("A")}, walked_mode("b"), digits, why);
        return "(" + (taken ? "Some " + said(out) : std::string("None")) + ", " + digits.said() + ")";
      });
  auto const composed = [&](std::string const& more) {
    return " (along : mode -> option (list mode)) (gave_up : mode -> bool)" + more;
  };
  auto const beyond = [] {
    Modes b;
    b.push(walked_mode("b"));
    Layout<Walked> const B{{}, b};
    colex::detail::Composing<Walked> at(over("A"), B, Domain::extend_last, Budget{});
    at.outer.modes = Modes("A");
    return colex::detail::compose_beyond<Walked>(at, 0, because<Walked>(Condition::run_divides));
  };
  define_walked("compose_beyond", composed(" (A : list mode) (b : mode)"), answer, beyond);
  define_walked("beyond_shows",
                composed(" (along_shows : mode -> option (Z * Z)) (A : list mode) (b : mode)"), shown,
                [&] { return said_shown(beyond().refusal); });
  // What decides a composition, of which `linear` and `textbook` are known.
  auto const deciding = [](Refusal<Walked>& why, auto decide) {
    Layout<Walked> const B = over("B");
    colex::detail::Composing<Walked> at(over("A"), B, Domain::extend_last, Budget{});
    at.outer.modes = Modes("A");
    at.digits = Numbers("digits");
    return bool(decide(at, why));
  };
  define_walked("inside_domain", " (linear : bool) (B : list mode)", "bool", [&] {
    Refusal<Walked> none;
    return deciding(none, [](auto& at, auto& why) {
      at.linear = bool(Truth{"linear"});
      return colex::detail::stays_inside<Walked>(at, over("A"), Domain::extend_last, why);
    });
  });
  auto const carries = [&](Refusal<Walked>& why) {
    return deciding(why, [](auto& at, auto& no) {
      at.textbook = bool(Truth{"textbook"});
      return colex::detail::decide_carries<Walked>(at, over("R"), no);
    });
  };
  char const* const of_carries = " (first : Z) (A B R : list mode) (textbook : bool) (digits : list Z)";
  define_walked("modes_add_up", of_carries, "bool", [&] {
    Refusal<Walked> why;
    return carries(why);
  });
  define_walked("adds_up_shows", of_carries, shown, [&] {
    Refusal<Walked> why;
    return carries(why) ? std::string("None") : said_shown(why);
  });
  define_walked("composition", composed(" (first : Z) (A B : list mode)"), answer,
                [] { return colex::composition<Walked>(over("A"), over("B")); });
  composes_by_name = true;
  char const* const each =
      " (along : list mode -> mode -> option (list mode)) (gave_up : list mode -> mode -> bool) (first : Z) "
      "(A B : list mode)";
  define_walked("divide", each, answer, [] { return colex::logical_divide<Walked>(over("A"), over("B")); });
  std::string const searched = std::string(" (found : list mode -> search)") + each;
  for (Cover const cover : {Cover::at_least, Cover::disjoint})
    define_walked(cover == Cover::at_least ? "covering_divide" : "disjoint_divide", searched, answer,
                  [&] { return colex::logical_divide<Walked>(over("A"), over("B"), cover); });
  define_walked("product", each, answer, [] { return colex::logical_product<Walked>(over("A"), over("B")); });
  define_walked("lex_composition", each, answer,
                [] { return colex::lex_composition<Walked>(over("A"), over("B")); });
  define_walked("lex_right_inverse", of_lists("A found"), answer,
                [] { return colex::lex_right_inverse<Walked>(over("A")); });
  define_walked("lex_left_inverse", " (one : list mode -> option refusal) (A found : list mode)", answer,
                [] { return colex::lex_left_inverse<Walked>(over("A")); });
}

/// Headers as they are, whatever their loops over lists.
void headers() {
  knows<WalkedMode>("coalesce_step", [](auto const& s, auto const& m) { return coalesce_step(s, m); });
  knows<Walked>("complement_step", [](auto const& s, auto const& m) { return complement_step(s, m); });
  knows<Walked>("disjoint_step", [](auto const& s, auto const& m) { return disjoint_step(s, m); });
  knows<Walked>("first_gap_step", [](auto const& s, auto const& m) { return first_gap_step(s, m); });
  for (Cover const cover : {Cover::strict, Cover::at_least})
    knows<Walked>(
        cover == Cover::strict ? "(upcast_step n)" : "(covering_upcast_step n)",
        [cover](auto const& s, auto const& m) { return upcast_step(s, m, Walked(number("n")), cover); });
  char const *const of_A = " (A : list mode)", *const answer = "option (list mode)";
  auto const A = [] { return Modes("A"); };
  auto const layout = [] { return over("A"); };
  auto const n = [] { return Walked(number("n")); };
  define_walked("size", of_A, "Z", [&] { return colex::size<Walked>(A()); });
  define_walked("evaluate", " (A : list mode) (i : Z)", "Z",
                [&] { return colex::evaluate<Walked>(A(), Walked(number("i"))); });
  define_walked("evaluate_extended", " (A : list mode) (i : Z)", "Z",
                [&] { return colex::evaluate_extended<Walked>(A(), Walked(number("i"))); });
  define_walked("extent", of_A, "Z", [&] { return colex::extent<Walked>(layout()); });
  define_walked("cosize", of_A, "Z", [&] { return colex::cosize<Walked>(layout()); });
  define_walked("coalesce", of_A, "list mode", [&] { return colex::coalesce<Walked>(A()); });
  define_walked("coalesce_extended", of_A, "list mode",
                [&] { return colex::coalesce_extended<Walked>(A()); });
  define_walked("equal", " (A B : list mode)", "bool",
                [&] { return colex::equal<Walked>(layout(), over("B")).equal; });
  define_walked("first_gap", of_A, "Z", [&] { return colex::first_gap<Walked>(A()); });
  limits = true;
  define_walked("well_formed", of_A, "string", [&] { return colex::well_formed<Walked>(layout()); });
  auto const tuple = [](char const* name) { return IntTuple<Walked>{{}, Numbers(name)}; };
  define_walked("crd2idx", " (c extents : list Z)", "option Z",
                [&] { return colex::crd2idx<Walked>(tuple("c"), tuple("extents")); });
  limits = false;
  define_walked("idx2crd", " (i : Z) (extents : list Z)", "list Z",
                [&] { return colex::idx2crd<Walked>(Walked(number("i")), tuple("extents")); });
  define_walked("direct_coordinate", " (A : list mode) (offset : Z)", "Z * Z", [&] {
    auto const at = colex::detail::direct_coordinate<Walked>(layout(), Walked(number("offset")));
    return "(" + said(at.rest) + ", " + said(at.offset) + ")";
  });
  define_walked("surjective", " (found : list mode -> search) (A : list mode) (n : Z)", "option refusal",
                [&] { return colex::surjective<Walked>(layout(), n()); });
  define_walked("bijective",
                " (one : list mode -> option refusal) (found : list mode -> search) (A : list mode) (n : Z)",
                "option refusal", [&] { return colex::bijective<Walked>(layout(), n()); });
  define_walked("counting_bound", of_A, "Z", [&] { return colex::detail::counting_bound<Walked>(layout()); });
  for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint})
    define_walked(cover == Cover::strict     ? "strict_complement"
                  : cover == Cover::at_least ? "covering_complement"
                                             : "disjoint_complement",
                  " (A : list mode) (n : Z)", answer,
                  [&] { return colex::complement<Walked>(layout(), n(), cover); });
  define_walked("lex_evaluate", " (A : list mode) (i : Z)", "Z",
                [&] { return colex::lex_evaluate<Walked>(layout(), Walked(number("i"))); });
  define_walked("lex_coalesce", of_A, "list mode",
                [&] { return colex::lex_coalesce<Walked>(layout()).leaves; });
  define_walked("lex_complement", " (A : list mode) (n : Z)", answer,
                [&] { return colex::lex_complement<Walked>(layout(), n()); });
  define_walked("disjoint_gaps", " (A : list mode) (n : Z)", answer,
                [&] { return colex::complement_gaps<Walked>(layout(), n(), Cover::disjoint); });
  define_walked("least_cotarget", of_A, "Z", [&] { return colex::least_cotarget<Walked>(layout()); });
  define_walked("padded", " (A B : list mode)", answer,
                [&] { return colex::detail::padded<Walked>(layout(), over("B")); });
  define_walked("room_for_copies", " (A : list mode) (n : Z)", answer,
                [&] { return colex::detail::room_for_copies<Walked>(layout(), n()); });
  for (Cover const cover : {Cover::strict, Cover::at_least})
    define_walked(cover == Cover::strict ? "upcast" : "covering_upcast", " (A : list mode) (n : Z)", answer,
                  [&] { return colex::upcast<Walked>(layout(), n(), cover); });
}

/// Maps over GF(2) of any number of columns.
void maps() {
  char const *const map = "list Z", *const answer = "list Z + refusal";
  auto const m = [] { return Columns("m"); };
  auto const swizzle = [](std::string const& of) {
    auto const field = [&](char const* name) { return Walked(number(name + of)); };
    return BasicSwizzle<Walked>{field("bits"), field("base"), field("shift")};
  };
  define_walked("image", " (m : list Z) (x : Z)", "Z",
                [&] { return colex::image<Walked>(m(), Walked(number("x"))); });
  define_walked("compose_maps", " (a b : list Z)", map,
                [] { return colex::composition<Walked>(Columns("a"), Columns("b")); });
  define_walked("swizzle_map", " (bits base shift inputs : Z)", map, [&] {
    auto const s = swizzle("");
    return colex::swizzle_map<Walked>(s.bits, s.base, s.shift, Walked(number("inputs")));
  });
  define_walked("reach_bits", " (bits base shift : Z)", "Z",
                [&] { return colex::reach_bits<Walked>(swizzle("")); });
  define_walked("compose_swizzles", " (bits1 base1 shift1 bits2 base2 shift2 : Z)", map,
                [&] { return colex::composition<Walked, Walked>(swizzle("1"), swizzle("2")); });
  char const* const three = "option (Z * Z * Z)";
  define_walked("admissible", " (bits base shift : Z)", "option refusal",
                [&] { return colex::admissible<Walked>(swizzle("")); });
  define_walked("make_swizzle", " (source target : Z)", three, [] {
    return colex::make_swizzle<Walked>(Walked(number("source")), Walked(number("target")));
  });
  define_walked("swizzle_xor16", " (blocks : Z)", three,
                [] { return colex::swizzle_xor16<Walked>(Walked(number("blocks"))); });
  define_walked("swizzle_of", " (m : list Z)", three, [&] { return colex::swizzle_of<Walked>(m()); });
  define_walked("inverse", " (m : list Z)", answer, [&] { return colex::inverse<Walked>(m()); });
  define_walked("solve", " (a b : list Z)", answer,
                [] { return colex::solve<Walked>(Columns("a"), Columns("b")); });
  define_walked("bijective_map", " (m : list Z) (outputs : Z)", "option refusal",
                [&] { return colex::bijective<Walked, Walked>(m(), Walked(number("outputs"))); });
  define_walked("layout_of_map", " (m : list Z)", "option (list mode)",
                [&] { return colex::layout_of<Walked>(m()); });
  limits = true;
  define_walked("map_of_layout", " (A : list mode)", answer,
                [] { return colex::bit_map<Walked>(over("A")); });
  limits = false;
  auto const found = [] {
    auto const f = [](Walked const& i) { return of_name("f " + said(i)); };
    return colex::find_bit_map<Walked, Walked>(f, Walked(number("n")));
  };
  define_walked("find_bit_map", " (f : Z -> Z) (n : Z)", answer, found);
  define_walked("find_bit_map_shows", " (f : Z -> Z) (n : Z)", "option (Z * Z)",
                [&] { return said_shown(found().refusal); });
}

/// Edits of trees, of any rank and nesting. No leaf is looked at: A is any type.
void edits() {
  char const *const tree = "tree A", *const answer = "option (tree A)", *const t_x = " {A} (t x : tree A)";
  auto const t = [] { return Moded("t"); };
  auto const x = [] { return Moded("x"); };
  auto const at = [](char const* name) { return Walked(number(name)); };
  define_walked("take", " {A} (t : tree A) (from to : Z)", answer,
                [&] { return colex::take<GrownMode>(t(), at("from"), at("to")); });
  define_walked("select", " {A} (t : tree A) (which : list Z)", answer,
                [&] { return colex::select<GrownMode>(t(), Numbers("which")); });
  define_walked("append", t_x, tree, [&] { return colex::append<GrownMode>(t(), x()); });
  define_walked("prepend", t_x, tree, [&] { return colex::prepend<GrownMode>(t(), x()); });
  define_walked("replace", " {A} (t : tree A) (at_ : Z) (x : tree A)", answer,
                [&] { return colex::replace<GrownMode>(t(), at("at_"), x()); });
  define_walked("group", " {A} (t : tree A) (from to : Z)", answer,
                [&] { return colex::group<GrownMode>(t(), at("from"), at("to")); });
  define_walked("zip", " {A} (a b : tree A)", answer,
                [&] { return colex::zip<GrownMode>(Moded("a"), Moded("b")); });
  define_walked("paired", " {A} (count : Z) (a b : tree A) (whole a_first : bool)", tree, [&] {
    bool const whole = bool(Truth{"whole"}), a_first = bool(Truth{"a_first"});
    return colex::detail::paired<GrownMode>(at("count"), Moded("a"), Moded("b"), whole, a_first);
  });
  define_walked("unpack", " {A} (pair : tree A) (tile_too : bool)", tree,
                [&] { return colex::unpack<GrownMode>(Moded("pair"), bool(Truth{"tile_too"})); });
  define_walked("flatten", " {A} (t : tree A)", tree, [&] { return colex::flatten<GrownMode>(t()); });
  define_walked("unflatten", " {A B} (t : tree A) (target : tree B)", "option (coded A)",
                [&] { return colex::unflatten<GrownMode, Grown>(t(), Numbered("target")); });
  char const* const slot = "(slicer : tree bool) (t : tree A) (kept : bool)";
  std::string const of_itself = "tree bool -> tree A -> bool -> tree A -> option (tree A)";
  auto const slicer = [] { return Slots("slicer"); };
  define_walked("collect", " {A} (again : " + of_itself + ") " + slot + " (out : tree A)", answer, [&] {
    Moded out("out");
    bool const taken = colex::detail::collect<GrownMode, Grown>(slicer(), t(), bool(Truth{"kept"}), out);
    return taken ? "Some " + out.tree() : "None";
  });
  own = "collect";
  define_walked("slice", " {A} (collect : " + of_itself + ") " + slot, answer, [&] {
    return colex::detail::collected<GrownMode, Grown>(slicer(), t(), bool(Truth{"kept"}));
  });
  define_walked("weakly_congruent", " (again : tree Z -> tree Z -> bool) (a b : tree Z)", "bool",
                [] { return colex::weakly_congruent<Grown, Grown>(Numbered("a"), Numbered("b")); });
  std::string const spreads = "tree Z -> tree Z -> list Z -> list Z)";
  define_walked("spread", " (again : " + spreads + " (order shape : tree Z) (out : list Z)", "list Z", [] {
    List<Grown> out("out");
    colex::detail::spread<Grown>(Numbered("order"), Numbered("shape"), out);
    return out.said();
  });
  limits = true;
  auto const numbers = [](char const* l) { return IntTuple<Walked>{{}, Numbers(l)}; };
  define_walked(
      "compact_order",
      (" (weakly_congruent : tree Z -> tree Z -> bool) (spread : " + spreads + " (shape order : tree Z)"),
      "option (list Z)",
      [&] { return colex::compact_order<Walked>(numbers("(leaves shape)"), numbers("(leaves order)")); });
  define_walked("compact_col_major", " (l : list Z) (start : Z)", "list Z",
                [&] { return colex::compact_col_major<Walked>(numbers("l"), at("start")); });
  define_walked("compact_row_major", " (l : list Z) (start : Z)", "list Z",
                [&] { return colex::compact_row_major<Walked>(numbers("l"), at("start")); });
  limits = false;
}

/// Divides by mode, what a coordinate fixes, and workers. `divide` is what divides a mode by a tile.
void partitions() {
  char const* const tree = "option (tree mode)";
  auto const t = [](char const* name) { return Moded(name); };
  auto const tiler = [] { return Tiler<Grown>("by_"); };
  std::string const
      one = "(divide : tree mode -> tree mode -> option (tree mode)) (by_ : tree mark) (t : tree mode)",
      mode = "tree mark -> tree mode -> option (tree mode)) ",
      unzips = "(unzip_at : tree mark -> tree mode -> tree mode * tree mode) ",
      slices =
          " (collect : tree bool -> tree mode -> bool -> tree mode -> option (tree mode)) "
          "(add_offset : tree Z -> tree mode -> Z -> option Z) ";
  own = "again";
  auto const divides = [&](Moded const& a, Moded const& b) {
    return logical_divide(a, b, Cover::strict, {});
  };
  define_walked("apply_at", " (again : " + mode + one, tree, [&] {
    Moded out{Moded::made()};
    auto op = divides;
    Result<Moded, Grown> r;
    r.refusal = colex::detail::apply_at<Grown>(out, {t("t"), tiler()}, Rest::keep, op);
    if (r) r.value = Moded(out.tree());
    return r;
  });
  own = "apply_at";
  define_walked("divide_by_mode", " (apply_at : " + mode + one, tree,
                [&] { return colex::logical_divide<Grown>(t("t"), tiler()); });
  define_walked("zipped_divide", " (apply_at : " + mode + unzips + one, tree,
                [&] { return colex::zipped_divide<Grown>(t("t"), tiler()); });
  define_walked("slice_and_offset", (slices + "(slicer : tree (option Z)) (t : tree mode)"),
                "option (tree mode * Z)",
                [&] { return colex::slice_and_offset<Grown>(Slots::of_slots("slicer"), t("t")); });
  define_walked("fixed", " (at_ : tree Z) (ranks : Z)", "tree (option Z)",
                [] { return colex::detail::fixed<Grown>(Numbered("at_"), Walked(number("ranks"))).slots; });
  define_walked(
      "cut", (slices + "(split : tree mode) (at_ : tree Z) (keep_tile : bool)"), "option (tree mode * Z)",
      [&] { return colex::detail::cut<Grown>(t("split"), Numbered("at_"), bool(Truth{"keep_tile"})); });
  define_walked("partition",
                (" (apply_at : " + mode + unzips + slices + one + " (at_ : tree Z) (keep_tile : bool)"),
                "option (tree mode * Z)", [&] {
                  return colex::detail::partition<Grown>(t("t"), tiler(), Numbered("at_"),
                                                         bool(Truth{"keep_tile"}), Cover::strict, {});
                });
  define_walked("domain_distribute", " (shape : list Z) (n : Z)", "option (list mode)", [] {
    return colex::domain_distribute<Walked>(IntTuple<Walked>{{}, Numbers("shape")}, Walked(number("n")));
  });
}

/// Trees in any nesting. `again` is the function itself, of entries.
void trees() {
  limits = true;
  char const *const of_two = " (a b : tree Z)", *const tree = "option (tree Z)";
  std::string const again = " (again : tree Z -> tree Z -> option ";
  auto const a = [] { return Numbered("a"); };
  auto const b = [] { return Numbered("b"); };
  define_walked("product", " (l : list Z)", "option Z", [] {
    return colex::product<Walked>(IntTuple<Walked>{{}, Numbers("l")});
  });
  define_walked("divide", " (step : Z -> Z -> option Z)" + again + "(tree Z))" + of_two, tree,
                [&] { return colex::detail::divide<Grown>(a(), b(), NamedDivision{"step"}); });
  std::string const divide = " (divide : (Z -> Z -> option Z) -> tree Z -> tree Z -> option (tree Z))";
  define_walked("ceil_div", (divide + of_two), tree, [&] { return colex::ceil_div<Grown>(a(), b()); });
  define_walked("shape_div", (divide + of_two), tree, [&] { return colex::shape_div<Grown>(a(), b()); });
  std::string const ceil_div = " (ceil_div : tree Z -> tree Z -> option (tree Z))";
  define_walked("round_up", (ceil_div + of_two), "option (list Z)", [&]() -> std::string {
    auto const r = colex::round_up<Grown>(a(), b());
    return r ? "Some " + r.value.leaves.said() : "None";
  });
  define_walked("elem_scale", (again + "(tree Z))" + of_two), tree,
                [&] { return colex::elem_scale<Grown>(a(), b()); });
  define_walked("evenly_divides", (ceil_div + again + "bool)" + of_two), "option bool",
                [&] { return colex::evenly_divides<Grown>(a(), b()); });
  limits = false;
  auto const t = [] { return Moded("t"); };
  auto const tiler = [] { return Tiler<Grown>("by_"); };
  std::string const unzips =
      "tree mark -> tree mode -> tree mode * tree mode) (by_ : tree mark) (t : tree mode)";
  define_walked("unzip_at", " (again : " + unzips, "tree mode * tree mode", [&] {
    Moded tiles{Moded::made()}, grids{Moded::made()};
    colex::detail::unzip_at<Grown>(tiles, grids, {t(), tiler()});
    return "(" + tiles.tree() + ", " + grids.tree() + ")";
  });
  own = "unzip_at";
  define_walked("unzip", " (unzip_at : " + unzips, "tree mode",
                [&] { return colex::unzip<Grown>(t(), tiler()); });
  own = "again";
  limits = true;
  define_walked("add_index", " (A : list mode) (from to index offset : Z)", "option Z", []() -> std::string {
    Walked offset(number("offset"));
    Walked const from(number("from")), to(number("to")), index(number("index"));
    return colex::detail::add_offset<Walked>(Modes("A"), from, to, index, offset) ? "Some " + said(offset)
                                                                                  : "None";
  });
  std::string const counts = " (again : tree Z -> tree mode -> Z -> option Z) (c : tree Z) (t : tree mode)";
  define_walked("add_offset", (counts + " (offset : Z)"), "option Z", [&]() -> std::string {
    Grown offset = of_name("offset");
    Condition const why = colex::detail::add_offset<Grown>(t(), {}, Numbered("c"), {}, offset);
    return why == Condition::none ? "Some " + said(offset) : "None";
  });
  define_walked("crd2idx_nested", counts, "option Z",
                [&] { return colex::crd2idx<Grown>(Numbered("c"), t()); });
  limits = false;
  edits();
  partitions();
  std::printf("\nDefinition packed (room : Z) (c : coded mode) : option packing :=\n  %s.\n",
              packed_in_each(std::make_integer_sequence<int, kMaxLeaves>()).c_str());
  std::printf("\nDefinition unpacked (p : packing) : coded mode :=\n  %s.\n", unpacked_text().c_str());
}

}  // namespace
}  // namespace colex::induction

int main(int count, char** given) {
  bool const headers = count > 1 && std::strcmp(given[1], "headers") == 0;
  std::printf(
      "(* SPDX-License-Identifier: MIT *)\n"
      "(* Written by smt/induction/write_loops.cpp, which runs the headers: whole functions%s *)\n"
      "From Coq Require Import ZArith String List.\n"
      "Require Import Colex.Fold Colex.Nested %s\n"
      "Import ListNotations.\n"
      "Open Scope string_scope.\nOpen Scope list_scope.\nOpen Scope Z_scope.\n",
      headers ? ", their loops over lists as they are."
              : " as loops by name (Combinators.v)\n   over the shipped steps (Steps.v).",
      headers ? "Colex.Combinators Colex.Vocabulary Colex.Steps Colex.Sort."
              : "Colex.Steps Colex.Sort Colex.Combinators.\nRequire Colex.Headers.");
  return colex::induction::printed("write_loops", [&] {
    if (!headers) return colex::induction::functions();
    colex::induction::headers();
    colex::induction::maps();
    colex::induction::trees();
  });
}
