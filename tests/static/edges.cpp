// SPDX-License-Identifier: MIT
// Answers that depend on one term of one line: mutants of the headers (docs/mutants.md) said that nothing
// looked at these.
#include <limits>

#include "colex/colex.hpp"
using namespace colex;

namespace {
using I = std::int64_t;
constexpr auto composed(char const* a, char const* b) { return composition(layout(a), layout(b)); }
constexpr auto covering(char const* a, char const* b) {
  return logical_divide(layout(a), layout(b), Cover::at_least);
}
constexpr bool at_mode(Refusal<I> const& r, int first, int second) {
  return r.modes[0] == first && r.modes[1] == second;
}
}  // namespace

// bits: no columns, no inputs; and what is no column
static_assert(inverse(BitMap{{}, 0})->inputs == 0);
static_assert(rank(BitMap{{1, 2, 4}, 2}) == 2);  // a column beyond the inputs is none
static_assert(*layout_of(BitMap{{}, 0}) == layout("1:0"));

// swizzle: the numbers of a refusal, and where a composed layout starts
static_assert(admissible(Swizzle{-1, 2, 3}).left == -1 && admissible(Swizzle{-1, 2, 3}).right == 2);
static_assert(ComposedLayout{}.offset == 0);

// composition: which mode is refused, and what a mode of one point becomes
static_assert(at_mode(composed("(3,4):(4,3)", "4:-7").refusal, 0, -1));
static_assert(at_mode(composed("(3,4):(4,3)", "(2,4):(1,-7)").refusal, 1, -1));
static_assert(at_mode(composed("(4,6,8):(2,3,5)", "(2,6):(24,3)").refusal, 1, -1));
static_assert(*composed("(4,8):(1,9)", "1:-4") == layout("1:0"));
static_assert(composed("2:2305843009213693952", "(2,2,2):(1,1,1)").refusal.condition == Condition::overflow);
static_assert(*composed("1:-99044007430062081", "(3,4,1):(4,1,37)") ==
              layout("(3,4,1):(-396176029720248324,-99044007430062081,0)"));
static_assert(*composed("1:-99044007430062081", "(3,1):(4,9)") ==
              layout("(3,1):(-396176029720248324,-891396066870558729)"));

// carry: modes of one point never carry; the largest value that fits is 2^62
static_assert(detail::never_carries(layout("(4,8):(1,9)").leaves, layout("(1,1):(-3,-3)").leaves));
static_assert(detail::values_fit(layout("1:4611686018427387904").leaves, I{1}));

// decide: a refused step emits nothing
static_assert(!first_gap_step<I>(1, {2, 3}).emits);

// divide: what A's modes are rounded up to
static_assert(*covering("3:9", "(1):(2)") == layout("((1),3):((18),9)"));
static_assert(*covering("(4,(4)):(8,(1))", "12:3") == layout("((2,6),3):((24,1),8)"));
static_assert(*covering("(2,3):(4,1)", "2:1") == layout("(2,3):(4,1)"));

// inverse: a mode of one point is no kernel, and one sign needs no enumeration
static_assert(*nullspace(layout("(2,1):(1,0)")) == layout("1:0"));
static_assert(*nullspace(layout("(8192,2):(1,0)")) == layout("2:8192"));

// left_inverse: a mode of one point may go down, a mode of two may not
static_assert(*left_inverse(layout("1:-1")) == layout("1:0"));
static_assert(left_inverse(layout("2:-5")).refusal.condition == Condition::not_negative);
static_assert(*left_inverse(layout("(3,3):(8,11)")) == layout("(2,2,2,5):(-2,4,0,1)"));

// maximal: what a mode of one point would take does not count
static_assert(detail::counting_bound(layout("(1,2):(-1,2)")) == 1);

// product: a tile that never moves; what fills up to a common rank; and copies rounded up
static_assert(*logical_product(layout("(3,3):(5,29)"), layout("(2,1):(7,-7)")) ==
              layout("((3,3),(2,1)):((5,29),(89,0))"));
static_assert(*blocked_product(layout("(2):(2)"), layout("():()")) == layout("((2,1)):((2,0))"));
static_assert(*blocked_product(layout("(1):(1)"), layout("():()")) == layout("((1,1)):((1,0))"));
static_assert(*tile_to_shape(layout("2:1"), tuple("5"), tuple("0"), Cover::at_least) ==
              layout("((2,(3))):((1,(2)))"));

// reach: digits are searched by the largest stride first, and of equal ones as they came
static_assert(*get_1d_coord(layout("(4,4,1,2):(4,3,34,4)"), I{11}) == 21);
static_assert(*get_1d_coord(layout("((1,4),1,5):((3,3),9,9)"), I{18}) == 7);
static_assert(detail::truncated_div(I{-7}, I{2}) == -3 && detail::truncated_div(I{7}, I{-2}) == -3);

// recast: a refused step emits nothing
static_assert(!upcast_step<I>(0, {4, 3}, 4, Cover::strict).emits);

// slice: a slicer of two entries cuts no tuple of three
static_assert(!slice(join(leaf(Slot<I>{}), leaf(Slot<I>{})), layout("(2,3,4):(1,2,6)")));

// stairs: the first index that tells the functions apart
static_assert(composed("((5,2),1,2):((7,4),3,3)", "12:13").refusal.index == 5);

// basis, tuple: what is equal is not greater, and the order is strict; products at the limit
static_assert(!(Coordinate(1) > Coordinate(1)) && Coordinate(2) > Coordinate(1));
static_assert(!lex_less(tuple("(1,2)"), tuple("(1,2)")) && lex_less(tuple("(1,2)"), tuple("(1,3)")));
static_assert(prefix_product(tuple("(2,4611686018427387904)"))->leaves[1] == 2);
static_assert(prefix_product(tuple("(2,4611686018427387904,2)")).refusal.condition == Condition::overflow);
static_assert(*prefix_product(tuple("(4611686018427387904,4)"), I{1}) == tuple("(1,4611686018427387904)"));
static_assert(prefix_product(tuple("(4611686018427387904,4)"), I{2}).refusal.condition ==
              Condition::overflow);
static_assert(*prefix_product(tuple("4611686018427387904"), I{2}) == tuple("2"));
static_assert(inner_product(tuple("(4611686018427387904,1)"), tuple("(1,1)")).refusal.condition ==
              Condition::overflow);
static_assert(weakly_congruent(tuple("(1,2)"), tuple("((1,2),3)")));

// bits: a layout holds 32 modes
namespace {
constexpr BitMap reversed(int inputs) {
  BitMap m{{}, inputs};
  for (int k = 0; k < inputs; ++k) m.column[k] = I{1} << (inputs - 1 - k);
  return m;
}
}  // namespace
static_assert(layout_of(reversed(32)) && layout_of(reversed(33)).refusal.condition == Condition::capacity);

// domain, structure: where a part is refused the whole is
static_assert(idx2crd(tuple("(1,3)"), tuple("(2,())")).refusal.condition == Condition::in_domain);
static_assert(replace(tuple("(1,2)"), 2, tuple("3")).refusal.condition == Condition::mode_exists &&
              replace(tuple("(1,2)"), -1, tuple("3")).refusal.condition == Condition::mode_exists);

// divide: of an ill-formed layout nothing is known; a tile may leave holes where every point of A appears
static_assert(complement(Layout<I>(leaf(Mode<I>{0, 1})), tuple("(2,3)"), Cover::at_least).refusal.condition ==
              Condition::shape_positive);
static_assert(*logical_divide(layout("4:1"), layout("4:1"), Cover::disjoint) == layout("(4,1):(1,0)"));
static_assert(logical_divide(layout("7:18"), layout("(3,2,1):(2,11,35)"), Cover::disjoint)
                  .refusal.condition == Condition::surjective);
namespace {
constexpr I big = I{1} << 62;
constexpr Layout<I> too_large = leaf(Mode<I>{4, big});
constexpr Layout<I> bits_of(int count) {
  List<Mode<I>> modes;
  for (int k = 0; k < count; ++k) modes.push({2, I{1} << k});
  return flat(modes);
}
}  // namespace
static_assert(complement(too_large, tuple("(2,3)"), Cover::at_least).refusal.condition ==
              Condition::overflow);
static_assert(covering("(2147483648,2147483647):(1,1)", "98304:2147483648").refusal.left == 21846 &&
              covering("(2147483648,2147483647):(1,1)", "98304:2147483648").refusal.right == 98304);

// locate: a layout of as many modes as there can be;  text: the place of a fault in a number is the start
static_assert(*get_1d_coord(bits_of(32), I{5}) == 5);
static_assert(parse_layout("(4,4):(4611686018427387904,1)").column == 1 &&
              parse_layout("(4,4):(1,1,1)").column == 6);

// composition by enumeration: the coordinate that breaks it
static_assert(composed("((3,3)):((3,1))", "(2,3):(8,7)").refusal.has_witness &&
              composed("((3,3)):((3,1))", "(2,3):(8,7)").refusal.index == 3);

// composition: one mode of B is decided at any size, whether it passes the textbook conditions or not
static_assert(*composed("(2,1073741824):(5,7)", "8388608:3") == layout("(2,4194304):(12,21)"));

// left_inverse: a system of as many unknowns as there can be; a number beyond the limit ends the search
namespace {
using System = detail::IntegerSystem<I>;
constexpr bool solves_when_full() {
  System system;
  for (int k = 0; k < System::kMost; ++k) system.add_unknown();
  I every[System::kMost]{};
  for (int k = 0; k < System::kMost; ++k) every[k] = k + 2;
  return system.add_equation(every, 1) && system.columns == System::kMost - 1 && !system.too_large;
}
constexpr bool notices_a_large_number() {
  System system;
  system.add_unknown();
  system.column[0][0] = big;
  detail::InverseSearch<I> search(layout("2:4"));
  search.place = layout("2:1");
  search.points = 2, search.top = 4;
  search.moduli.push(1);
  return !search.impose(system, 0, 5) && search.too_large && search.exhausted();
}
}  // namespace
static_assert(solves_when_full() && notices_a_large_number());

// maximal, reach: a search that has ended takes no more steps, and a new one has taken none
namespace {
constexpr bool rests_when_ended() {
  detail::MaximalSearch<I> search(layout("4:1"), layout("4:1"));
  search.most = search.bound;
  search.each_coordinate(0, {}, 0, 0, [](I const&) {});
  return search.work.taken == 0;
}
constexpr bool gives_up_at_the_limit() {
  detail::Reach<I> reach;
  reach.add({1, 0, 3, 0, false, 0});
  reach.close();
  bool const within = reach.work.taken == 0 && reach.solve(0, 2);
  reach.work.taken = reach.work.limit;
  return within && !reach.solve(0, 2);
}
}  // namespace
static_assert(rests_when_ended() && gives_up_at_the_limit());

// nested: nothing is missing from the empty tuple; what does not fit in a part is missing from the whole; and
// a tree of as many nodes as there can be
namespace {
constexpr bool keeps_overfull() {
  auto const cut = [](int, I const&) {
    auto piece = leaf(I{1});
    piece.leaves.overfull = true;
    return piece;
  };
  return substitute(leaf(I{1}), cut).overfull();
}
constexpr Layout<I>
full_tree() {  // ((..((_,_),_)..,_)): 32 leaves, 31 pairs around each other, and one tuple more
  Layout<I> r{{}, {}};
  r.profile.tuple(1);
  for (int k = 0; k < 31; ++k) r.profile.tuple(2);
  for (int k = 0; k < 32; ++k) r.profile.leaf(), r.leaves.push({1, 0});
  return r;
}
constexpr bool walks_a_full_tree() {
  auto const all = full_tree();
  Tiler<I> const tiler{join(leaf(Mode<I>{1, 0})), 2, 0};  // one layout for the one mode
  return weakly_congruent(all, all) && compatible(shape(all), shape(all)) && rank(unzip(all, tiler)) == 2;
}
/// `_` on 17 modes makes 17 grids 1:0: 34 leaves.
constexpr bool refuses_too_many_grids() {
  auto modes = open<Mode<I>>(17);
  Tiler<I> all{open<Mode<I>>(17), 0, 0};
  for (int k = 0; k < 17; ++k) {
    graft(modes, leaf(Mode<I>{2, 1}));
    all.keeps |= std::uint64_t{1} << all.modes.profile.count;
    graft(all.modes, keep<I>().modes);
  }
  for (auto const& r : {zipped_divide(modes, all), tiled_divide(modes, all), flat_divide(modes, all),
                        zipped_product(modes, all), tiled_product(modes, all), lex_tiled_divide(modes, all)})
    if (r.refusal.condition != Condition::capacity) return false;
  return true;
}
}  // namespace
static_assert(Layout<I>{} == layout("():()") && !Layout<I>{}.overfull() && keeps_overfull());
static_assert(!full_tree().overfull() && full_tree().profile.count == kMaxNodes && walks_a_full_tree());
static_assert(refuses_too_many_grids());

// slice: an offset beyond the limit is refused
static_assert(slice_and_offset(join(leaf(Slot<I>{false, I{1} << 61}), leaf(Slot<I>{})), layout("(2,2):(8,1)"))
                  .refusal.condition == Condition::overflow);

// stairs: two pairs of terms that part at i = 2^24 and cancel there; after that, 2^40 times the sum is too
// large
namespace {
constexpr bool gives_up_on_large_sums() {
  constexpr I weight = I{1} << 40, parts = I{1} << 24;
  detail::Stairs<I> stairs;
  stairs.add(weight, parts - 1, parts);
  stairs.add(-weight, parts - 2, parts - 1);
  stairs.add(-weight, 1, parts);
  stairs.add(weight, 1, parts + 1);
  Work work;
  return stairs.first_step(4 * parts, work) == 4 * parts && stairs.gave_up;
}
}  // namespace
static_assert(gives_up_on_large_sums());
int main() {}
