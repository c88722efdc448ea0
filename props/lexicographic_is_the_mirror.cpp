// SPDX-License-Identifier: MIT
// Each lexicographic operation is the colexicographic one of the layouts with their leaves in the opposite order.
#include "colex/laws/lexicographic_is_the_mirror.hpp"

#include <algorithm>

#include "colex/basis.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::lexicographic_is_the_mirror;

namespace {

using Answers = Result<LayoutI>;
constexpr Int kPoints = 60;

std::string alike(char const* what, Answers const& r, Answers const& s) {
  Int const points = r && s ? size(s.value) : 1;
  for (Int i = 0; i < points; ++i)
    if (!Law::alike(r, s, i)) return what;
  return "";
}
std::string pair_alike(char const* what, Answers const& r, Answers const& s) {
  Int const tile = s ? size(entry(s.value, 0)) : 1, grid = s ? size(entry(s.value, 1)) : 1;
  for (Int i = 0; i < std::max(tile, grid); ++i)
    if (!Law::pair_alike(r, s, i % tile, i % grid)) return what;
  return "";
}
/// The first fault of several.
std::string first(std::initializer_list<std::string> faults) {
  for (auto const& fault : faults)
    if (!fault.empty()) return fault;
  return "";
}
Answers answer(LayoutI const& l) { return Answers::answer(l); }

// ------------------------------------------------------------------------------------------ one layout

std::string measures(LayoutI const& a) {
  auto const made = lex_make_layout(shape(a));
  for (Int i = 0; i < size(a); ++i) {
    if (!Law::counts(a, i)) return "lex_evaluate counts otherwise";
    if (!made || Law::value(*made, i) != i) return "lex_make_layout does not count";
    auto const at = lex_get_1d_coord(a, Law::value(a, i));
    if (at ? Law::value(a, *at) != Law::value(a, i) : at.refusal.condition != Condition::undecided)
      return "lex_get_1d_coord is at another offset";
  }
  return "";
}
/// At the modes of a profile of (1, 1, ...), each by itself.
std::string each_mode(LayoutI const& a) {
  if (a.profile.is_leaf({})) return "";
  auto profile = open<Int>(rank(a));
  for (int k = 0; k < rank(a); ++k) graft(profile, leaf(Int{1}));
  auto const by_mode = lex_coalesce(a, profile), filtered = lex_filter(a, profile);
  if (!by_mode || !filtered) return "a mode is refused";
  for (int k = 0; k < rank(a); ++k)
    if (!(entry(*by_mode, k) == lex_coalesce(entry(a, k))) ||
        !(entry(*filtered, k) == lex_filter(entry(a, k))))
      return "not mode by mode";
  return "";
}
std::string transposed(LayoutI const& a) {
  for (Int i = 0; i < size(a); ++i)
    if (!Law::turned(a, idx2crd(i, shape(a)))) return "transpose";
  if (auto const at = identity_layout(shape(a))) {
    auto const turned = transpose(*at);
    for (int k = 0; k < rank(*at); ++k)
      if (!(entry(turned, k) == entry(*at, rank(*at) - 1 - k))) return "transpose of coordinates";
  }
  return reverse(reverse(shape(a))) == shape(a) ? "" : "reverse twice";
}
std::string of_one(Target const& c) {
  auto const& a = c.a;
  auto const m = Law::mirror(a);
  if (!(reversed(reversed(a)) == a)) return "reversed twice";
  return first(
      {measures(a), each_mode(a), transposed(a),
       alike("lex_coalesce", answer(lex_coalesce(a)), answer(coalesce(m))),
       alike("lex_filter", answer(lex_filter(a)), answer(filter(m))),
       alike("lex_complement", lex_complement(a, c.cotarget), complement(m, c.cotarget)),
       alike("lex_right_inverse", lex_right_inverse(a), right_inverse(m)),
       alike("lex_left_inverse", lex_left_inverse(a), left_inverse(m)),
       alike("lex_nullspace", lex_nullspace(a), nullspace(m)),
       alike("lex_find_layout", lex_find_layout<Int>([&](Int i) { return Law::value(a, i); }, size(a)),
             answer(coalesce(m)))});
}

// ------------------------------------------------------------------------------------------ two layouts

/// One tree of all modes is larger than there is room for.
bool no_room(std::initializer_list<Answers const*> all) {
  return std::any_of(all.begin(), all.end(),
                     [](Answers const* r) { return r->refusal.condition == Condition::capacity; });
}
std::string by_mode_fault(LayoutI const& a, LayoutI const& b) {
  LayoutI const two = leaf(Mode<Int>{2, 1}), both_modes = join(a, a);
  auto const tiler = by_mode(tile(b), tile(two));
  auto const composed = lex_composition(both_modes, tiler);
  auto const x = lex_composition(a, b), y = lex_composition(a, two);
  if (no_room({&composed})) return "";
  if (bool(composed) != (x && y)) return "lex_composition by mode is answered elsewhere";
  if (composed && !(*composed == join(*x, *y))) return "lex_composition by mode";
  for (bool const product : {false, true}) {
    auto const all = product ? lex_logical_product(both_modes, tiler) : lex_logical_divide(both_modes, tiler);
    auto const one = product ? lex_logical_product(a, b) : lex_logical_divide(a, b);
    auto const other = product ? lex_logical_product(a, two) : lex_logical_divide(a, two);
    auto const zipped =
        product ? lex_zipped_product(both_modes, tiler) : lex_zipped_divide(both_modes, tiler);
    auto const tiled = product ? lex_tiled_product(both_modes, tiler) : lex_tiled_divide(both_modes, tiler);
    auto const flat_one = product ? lex_flat_product(both_modes, tiler) : lex_flat_divide(both_modes, tiler);
    bool const answered = one && other;
    if (no_room({&all, &zipped, &tiled, &flat_one})) continue;
    if (bool(all) != answered || bool(zipped) != answered || bool(tiled) != answered ||
        bool(flat_one) != answered)
      return "a variant is answered elsewhere";
    if (!answered) continue;
    if (!(*all == join(*one, *other))) return "not mode by mode";
    if (!Law::gathered(*all, *zipped, *tiled, *flat_one, 2)) return "a variant gathers otherwise";
  }
  return "";
}
std::string of_two(Pair const& c) {
  auto const &a = c.a, &b = c.b;
  auto const m = Law::mirror(a), n = Law::mirror(b);
  LayoutI const x = flat(a.leaves), y = flat(b.leaves);  // the mirror of a flat one has its modes
  auto const same = lex_equal(a, b), mirrored = equal(m, n);
  auto const vector = lex_max_common_vector(a, b), common = max_common_vector(m, n);
  if (same.equal != mirrored.equal || same.index != mirrored.index) return "lex_equal";
  if (bool(vector) != bool(common) || (vector && *vector != *common)) return "lex_max_common_vector";
  return first({alike("lex_composition", lex_composition(a, b), composition(m, n)),
                pair_alike("lex_logical_divide", lex_logical_divide(a, b), logical_divide(m, n)),
                pair_alike("lex_logical_product", lex_logical_product(a, b), logical_product(m, n)),
                alike("lex_blocked_product", lex_blocked_product(x, y), blocked_product(m, n)),
                alike("lex_raked_product", lex_raked_product(x, y), raked_product(m, n)),
                alike("lex_max_common_layout", lex_max_common_layout(a, b), max_common_layout(m, n)),
                by_mode_fault(a, b)});
}

bool admitted(LayoutI const& l) {
  return well_formed(l) == Condition::none && size(l) <= 400 && l.leaves.count <= 8 && l.leaves.count > 0;
}

Property<Target> const alone{
    .name = "of one layout",
    .draw =
        [](Dice& dice) {
          auto c = any_target(dice, kPoints);
          if (dice.percent(50)) c.a = reversed(c.a);
          if (c.a.leaves.count == 0) c.a = leaf(Mode<Int>{3, 2});
          return c;
        },
    .precondition = [](Target const& c) { return admitted(c.a) && c.cotarget >= 1; },
    .fault = of_one,
    .run =
        [](Target const& c) {
          return command("lex_complement", {text(c.a), std::to_string(c.cotarget)});
        },
    .classes = {{"a complement of several modes",
                 [](Target const& c) {
                   auto const r = lex_complement(c.a, c.cotarget);
                   return r && rank(*r) > 1;
                 }},
                {"other values than counted from the left",
                 [](Target const& c) { return !equal(c.a, Law::mirror(c.a)).equal; }},
                {"nested", [](Target const& c) { return c.a.profile.count > c.a.leaves.count + 1; }}}};

Property<Pair> const pairs{
    .name = "of two layouts",
    .draw =
        [](Dice& dice) {
          for (;;) {
            Pair c{any_layout(dice, kPoints), {}};
            c.b = any_inner(dice, c.a);
            if (dice.percent(20)) c.b = refined(dice, c.a);
            if (dice.percent(85)) c = {reversed(c.a), reversed(c.b)};
            if (admitted(c.a) && admitted(c.b)) return c;
          }
        },
    .precondition = [](Pair const& c) { return admitted(c.a) && admitted(c.b); },
    .fault = of_two,
    .run =
        [](Pair const& c) {
          return command("lex_composition", {text(c.a), text(c.b)});
        },
    .classes = {{"composed, several modes",
                 [](Pair const& c) { return c.b.leaves.count > 1 && bool(lex_composition(c.a, c.b)); }},
                {"no composition", [](Pair const& c) { return !lex_composition(c.a, c.b); }},
                {"divided", [](Pair const& c) { return bool(lex_logical_divide(c.a, c.b)); }},
                {"a product of several copies", [](Pair const& c) {
                   auto const r = lex_logical_product(c.a, c.b);
                   return r && size(c.b) > 1 && size(c.a) > 1;
                 }}}};

}  // namespace

int main() { return exit_status({check(alone), check(pairs)}); }
