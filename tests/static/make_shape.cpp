// SPDX-License-Identifier: MIT
// Plain integers of every type, wherever a number is taken, as constants: compiling is passing.
#include "colex/make_shape.hpp"

#include "colex/colex.hpp"
using namespace colex;
using I = std::int64_t;

static_assert(make_shape(4, make_shape(2, 3)) == tuple("(4,(2,3))"));
static_assert(make_shape() == tuple("()") && make_shape(4) == tuple("(4)"));
static_assert(make_stride(std::int8_t{-1}, 4u, 8ull) == tuple("(-1,4,8)"));
static_assert(*make_layout(make_shape(4, 8), make_stride(8, 1)) == layout("(4,8):(8,1)"));
static_assert(*make_layout(make_shape(4, make_shape(2, 3))) == layout("(4,(2,3)):(1,(4,8))"));
static_assert(*make_layout(make_shape(4, make_shape(2, 3)), LayoutRight{}) == layout("(4,(2,3)):(6,(3,1))"));
static_assert(*make_layout(make_shape(4, 8), LayoutLeft{}) == layout("(4,8)"));
static_assert(*make_layout(4) == layout("4:1") && *make_layout(4u, 2L) == layout("4:2"));
static_assert(*make_layout(layout("4:1"), layout("2:4")) == layout("(4,2):(1,4)"));
static_assert(make_layout(make_shape(4, 8), make_stride(1)).refusal.condition == Condition::congruent);
static_assert(make_layout(make_shape(4, 0)).refusal.condition == Condition::shape_positive);
static_assert(make_layout(INT64_MAX).refusal.condition == Condition::overflow);
static_assert(make_layout(make_shape(I{1} << 40, I{1} << 40)).refusal.condition == Condition::overflow);
static_assert(make_layout(layout("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"),
                          layout("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"))
                  .refusal.condition == Condition::capacity);

// evaluation: an index, entries, a coordinate, a slice
constexpr auto l = layout("(4,(2,4)):(2,(1,8))");
static_assert(l(21) == 19 && l(21u) == 19 && l(std::int8_t{21}) == 19 && l(21ull) == 19 && l(I{21}) == 19);
static_assert(l(1, 5) == 19 && l(std::int8_t{1}, 5ull) == 19 && l(1, make_coord(1, 2)) == 19);
static_assert(l(make_coord(1, 5)) == 19 && l(make_coord(1, make_coord(1, 2))) == 19);
static_assert(l(0, 8) == 32 && *crd2idx(make_coord(0, 8), l) == 32);  // the last mode runs on
static_assert(l(1, _) == Placed<I>{layout("((2,4)):((1,8))"), 2});
static_assert(l(1, _)(5) == 19 && l(_, 5)(1) == 19 && l(_, _)(21) == 19 && l(_)(21) == 19);
static_assert(l(1, make_coord(_, 2))(1) == 19 && l(make_coord(1, make_coord(1, _)))(2) == 19);
static_assert(l(_, make_coord(_, 2))(1, _) == Placed<I>{layout("(2):(1)"), 18});
static_assert(make_coord(_, 2) == join(leaf(Slot<I>{}), leaf(Slot<I>{false, 2})));
constexpr ComposedLayout swizzled_rows{{3, 4, 3}, 0, layout("(8,8):(8,1)")};
static_assert(swizzled_rows(3, 5) == swizzled_rows(43) &&
              swizzled_rows(make_coord(3, 5)) == swizzled_rows(43));

// tilers
static_assert(make_tile(2, _) == by_mode(tile(layout("2:1")), keep<I>()));
static_assert(make_tile(make_tile(2, 4), layout("4:2")) ==
              by_mode(by_mode(make_shape(2, 4)), tile(layout("4:2"))));
static_assert(make_tile(1) == by_mode(tuple("(1)")));
static_assert(*composition(layout("(4,8)"), make_tile(2, _)) == layout("(2,8):(1,4)"));
static_assert(*composition(layout("(4,8)"), make_shape(2, 4)) == layout("(2,4):(1,4)"));
static_assert(*composition(layout("12:3"), 4) == layout("4:3"));
static_assert(*logical_divide(layout("16:1"), 4) == layout("(4,4):(1,4)"));
static_assert(*zipped_divide(layout("(4,8)"), make_shape(2, 4)) == layout("((2,4),(2,2)):((1,4),(2,16))"));
static_assert(*tiled_divide(layout("16:1"), layout("4:2")) ==
              *tiled_divide(layout("16:1"), tile(layout("4:2"))));
static_assert(*flat_divide(layout("16:1"), 4) == *flat_divide(layout("16:1"), tile(layout("4:1"))));
static_assert(*logical_product(layout("4:1"), 3) == layout("(4,3):(1,4)"));

// numbers beside layouts
static_assert(*complement(layout("8:2"), 32u) == layout("(2,2):(1,16)"));
static_assert(idx2crd(16, make_shape(3, make_shape(2, 3))) == tuple("(1,(1,2))"));
static_assert(*crd2idx(make_coord(1, 2), make_shape(4, 8)) == 9 && *crd2idx(10, l) == 12);
static_assert(*crd2idx(9, make_shape(4, 8)) == 9);
static_assert(compact_col_major(make_shape(4, 8), 2) == tuple("(2,8)"));
static_assert(*prefix_product(make_shape(4, 8), 2) == tuple("(2,8)"));
static_assert(*local_tile(layout("(8,8)"), make_tile(4, 4), make_coord(1, 1)) ==
              Placed<I>{layout("(4,4):(1,8)"), 36});
static_assert(local_partition(layout("(8,8)"), layout("(4,2)"), 5)->offset == 9 &&
              *get_1d_coord(l, 19) == 21);
static_assert(lex_evaluate(layout("(2,3):(3,1)"), 4) == 4);
int main() {}
