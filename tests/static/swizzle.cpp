// SPDX-License-Identifier: MIT
// The worked examples of swizzle.hpp, and its edges, as constants: compiling is passing.
#include "colex/swizzle.hpp"

#include "colex/composed_bits.hpp"
#include "colex/text.hpp"
using namespace colex;
static_assert(Swizzle{2, 0, 3}(8) == 9 && Swizzle{2, 0, -3}(1) == 9);
constexpr ComposedLayout nine{{2, 0, 3}, 0, layout("9:1")};
static_assert(*extent(nine) == 10 && cosize(nine.inner) == 9);
static_assert(*extent(ComposedLayout{{3, 0, -3}, 0, layout("8:1")}) == 64);
constexpr BitMap mixed = composition(Swizzle{1, 0, 1}, Swizzle{1, 1, 1});
static_assert(swizzle_of(mixed).refusal.condition == Condition::linear);
// No swizzle has 13 at 8; the identity, which has the columns below, has 8.
constexpr auto third = no_swizzle(BitMap{{1, 2, 4, 13, 18, 36}, 6});
static_assert(third.has_witness && third.index == 8 && third.got == 8 && third.want == 13);
static_assert(*inverse(mixed) == composition(Swizzle{1, 1, 1}, Swizzle{1, 0, 1}));
static_assert(*swizzle_of(bit_map(Swizzle{2, 3, 4}, 10)) == Swizzle{2, 3, 4});
static_assert(admissible(Swizzle{3, 0, 2}).condition == Condition::overlap);
constexpr ComposedLayout tile{{3, 3, 3}, 0, layout("(64,8):(1,64)")};
static_assert(equal(tile, tile)->by == Decided::normal_form);
static_assert(equal(tile, ComposedLayout{{3, 3, 3}, 0, layout("(8,8,8):(1,8,64)")})->equal);
constexpr auto other = equal(tile, ComposedLayout{{2, 3, 3}, 0, layout("(64,8):(1,64)")});
static_assert(!other->equal && other->by == Decided::gf2 && other->index == 256);
static_assert(equal(nine, ComposedLayout{{2, 0, 4}, 0, layout("9:1")})->by == Decided::enumeration);
// One swizzle on both sides: the inner layouts decide, whatever the size.
constexpr ComposedLayout long_a{{3, 4, 3}, 7, layout("(3,9000000):(1,5)")};
constexpr auto long_no = equal(long_a, ComposedLayout{{3, 4, 3}, 7, layout("(3,9000000):(1,6)")});
static_assert(!long_no->equal && long_no->by == Decided::normal_form && long_no->index == 3);
static_assert(long_a(3) != ComposedLayout{{3, 4, 3}, 7, layout("(3,9000000):(1,6)")}(3));
static_assert(!equal(long_a, ComposedLayout{{3, 4, 3}, 8, layout("(3,9000000):(1,5)")})->equal);
static_assert((*inverse(tile))(tile(77)) == 77 && (*inverse(tile))(tile(500)) == 500);
static_assert(*extent(ComposedLayout{{3, 3, 3}, 512, layout("(8,8):(1,64)")}) == 1024);
static_assert(*make_swizzle(7 << 7, 7 << 4) == Swizzle{3, 4, 3} && *make_swizzle(1, 8) == Swizzle{1, 0, -3});
static_assert(*make_swizzle(0, 0) == Swizzle{});
static_assert(make_swizzle(5, 8).refusal.condition == Condition::linear &&
              make_swizzle(1, 12).refusal.condition == Condition::linear);
static_assert(!make_swizzle(-1, -1) && !make_swizzle(-8, 1) && !make_swizzle(3, 6));
static_assert(*swizzle_xor16(8) == Swizzle{3, 4, 3} &&
              swizzle_xor16(6).refusal.condition == Condition::power_of_two);
static_assert(size(tile) == 512 && affine_bits(tile)->map == bit_map(Swizzle{3, 3, 3}, 9));
// An offset that shares bits with the layout: adding may be XORing all the same.
constexpr ComposedLayout shared{{3, 2, -5}, 54, layout("4:1")};
constexpr bool gives_back_every_index() {
  for (std::int64_t i = 0; i < size(shared); ++i)
    if ((*inverse(shared))(shared(i) ^ shared(0)) != i) return false;
  return true;
}
static_assert(gives_back_every_index());
static_assert(affine_bits(ComposedLayout{{0, 0, 0}, 1, layout("4:1")}).refusal.index == 3);
static_assert(affine_bits(ComposedLayout{{0, 0, 0}, 3, layout("4:-1")})->map == BitMap{{1, 2}, 2});
static_assert(admissible(Swizzle{3, -1, 3}).left == -1 && admissible(Swizzle{-1, 2, 3}).left == -1);
int main() {}
