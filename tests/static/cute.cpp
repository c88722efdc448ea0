// SPDX-License-Identifier: MIT
// CuTe's convention as constants: what CuTe's unit tests demand of each answer. Compiling is passing.
#include "colex/cute.hpp"

#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
constexpr auto tiles(char const* text) { return by_mode(t(text)); }

static_assert(*cute::composition(layout("(16,4,32):(90,7,4)"), layout("1:1")) == layout("1:4"));
static_assert(*cute::composition(layout("(4,8):(1,4)"), tiles("(2)")) == layout("(2):(1)"));
static_assert(*cute::logical_divide(layout("9:1"), layout("2:1")) == layout("(2,5):(1,2)"));
static_assert(*cute::logical_divide(layout("(9,4):(1,2)"), layout("(7,4):(1,7)")) ==
              layout("((7,(2,2)),1):((1,(7,2)),0)"));
static_assert(*cute::zipped_divide(layout("((4,2),8)"), by_mode(keep<I>(), tile(layout("2:1")))) ==
              layout("((4,2),(2,4)):((1,8),(4,16))"));
static_assert(*cute::zipped_product(layout("((4,2),8)"), by_mode(keep<I>(), tile(layout("2:1")))) ==
              layout("((4,8),(2,2)):((1,8),(4,1))"));
static_assert(*cute::tiled_product(layout("((4,2),8)"), by_mode(keep<I>(), tile(layout("2:1")))) ==
              layout("((4,8),2,2):((1,8),4,1)"));
static_assert(*cute::flat_product(layout("((4,2),8)"), by_mode(keep<I>(), tile(layout("2:1")))) ==
              layout("(4,8,2,2):(1,8,4,1)"));
constexpr ComposedLayout under_swizzle{{1, 0, 3}, 0, layout("((4,2),8)")};
static_assert(cute::zipped_product(under_swizzle, by_mode(keep<I>(), tile(layout("2:1"))))->inner ==
              layout("((4,8),(2,2)):((1,8),(4,1))"));
static_assert(*cute::zipped_divide(layout("(4,8):(8,1)"), keep<I>()) == layout("(4,8):(8,1)"));
static_assert(*cute::zipped_divide(layout("(4,8,2)"), keep<I>()) == layout("((4,8,2),1):((1,4,32),0)"));
static_assert(
    cute::local_tile(layout("(4,(2,8))"), by_mode(tile(layout("2:1")), keep<I>()), t("(1,3)"))->offset == 26);
static_assert(*cute::tiled_divide(layout("9:1"), tiles("(2)")) == layout("((2),(5)):((1),(2))"));
static_assert(*cute::flat_divide(layout("9:1"), tiles("(2)")) == layout("((2),(5)):((1),(2))"));
static_assert(cute::inner_partition(layout("9:1"), tiles("(2)"), t("(4)"))->offset == 8);
static_assert(cute::outer_partition(layout("9:1"), tiles("(2)"), t("(1)"))->offset == 1);
static_assert(cute::local_tile(layout("9:1"), tiles("(2)"), t("(4)"))->offset == 8);
static_assert(cute::local_partition(layout("9:1"), layout("2:1"), I{1})->offset == 1);

static_assert(*cute::complement(layout("(4,2):(1,5)")) == layout("1:0"));
static_assert(*cute::complement(layout("(4,2):(1,6)")) == layout("1:0"));
static_assert(*cute::complement(layout("(4,6):(1,6)"), 34) == layout("1:0"));
static_assert(*cute::complement(layout("(4,6):(1,6)"), t("34")) == layout("1:0"));
static_assert(*cute::complement(layout("4:2"), 19) == layout("(2,3):(1,8)"));
// One point short of the tile's reach, with a hole there: one copy more than CuTe counts.
static_assert(*cute::complement(layout("(4,2):(1,5)"), 10) == layout("2:10"));
static_assert(cute::complement(layout("(2,2):(2,3)"), 16).refusal.condition == Condition::stride_divides);

/// cosize((A, R)) >= M; R increases and meets A in 0 only.
constexpr bool completes(Layout<I> const& a, I cotarget) {
  auto const r = cute::complement(a, cotarget);
  if (!r || cosize(join(a, *r)) < cotarget) return false;
  for (I j = 1; j < size(*r); ++j) {
    if (!((*r)(j - 1) < (*r)(j))) return false;
    for (I i = 0; i < size(a); ++i)
      if (a(i) == (*r)(j)) return false;
  }
  return true;
}
constexpr bool completes_everywhere() {
  for (I s = 1; s <= 4; ++s)
    for (I d = 4; d <= 9; ++d)
      for (I cotarget = 1; cotarget <= 40; ++cotarget)
        if (!completes(join(layout("4:1"), leaf(Mode<I>{s, d})), cotarget)) return false;
  return true;
}
#if !defined(__clang__)  // which limits constant evaluation to fewer steps
static_assert(completes_everywhere());
#endif

static_assert(*cute::right_inverse(layout("(4,3):(1,2)")) == layout("4:1"));
static_assert(*cute::left_inverse(layout("((2,4),(3,5)):((4,1),(2,8))")) == layout("(2,2,2,5):(2,8,1,24)"));
static_assert(*cute::left_inverse(layout("(4,8):(8,1)")) == layout("(8,4):(4,1)"));
static_assert(*cute::max_common_vector(layout("(3,(7,2)):(2,(6,1))"),
                                       layout("(((3,4),1),4):(((1,12),3),3)")) == 1);
// A o B's inverse is no layout, 4:2 of it is: B's inverse goes on past the last offset that A has in order.
static_assert(*cute::max_common_vector(layout("(4,3):(1,9)"), layout("6:1")) == 4);
static_assert(*cute::max_common_layout(layout("(2,4):(4,1)"), layout("(2,4):(4,1)")) ==
              layout("(4,2):(2,1)"));
static_assert(*cute::domain_distribute(t("((64,3))"), 128) == layout("64:1"));
static_assert(*cute::domain_distribute(t("(6,4)"), 8) == layout("(2,4):(1,6)"));
static_assert(cute::domain_distribute(t("(6,4)"), 0).refusal.condition == Condition::not_negative);
static_assert(*cute::tile_to_shape(layout("(2,2)"), t("(5,3)")) == layout("((2,3),(2,2)):((1,4),(2,12))"));
static_assert(*cute::tile_to_shape(layout("(2,2)"), t("(5,3)"), t("(1,0)")) ==
              layout("((2,3),(2,2)):((1,8),(2,4))"));
static_assert(*cute::upcast(layout("9:1"), 2) == layout("5:1") &&
              *cute::recast_layout(layout("9:1"), 8, 16) == layout("5:1"));
static_assert(cute::coalesce(layout("(2,4):(1,2)")) == layout("8:1"));

// The eleven layouts that PyTorch's test of complement takes, its tuples counting from the right.
constexpr bool completes_from_the_right(char const* text) {
  auto const a = layout(text);
  auto const r = cute::lex_complement(a);
  return r && completes(reversed(a), 1) && *r == reversed(*cute::complement(reversed(a), 1));
}
static_assert(completes_from_the_right("1:0") && completes_from_the_right("1:1") &&
              completes_from_the_right("4:0"));
static_assert(completes_from_the_right("(2,4):(1,2)") && completes_from_the_right("(2,3):(1,2)") &&
              completes_from_the_right("(2,4):(1,4)") && completes_from_the_right("(2,4,8):(8,1,64)"));
static_assert(completes_from_the_right("((2,2),(2,2)):((1,4),(8,32))") &&
              completes_from_the_right("(2,(3,4)):(3,(1,6))") && completes_from_the_right("(4,6):(1,6)") &&
              completes_from_the_right("(4,10):(1,10)"));
static_assert(*cute::lex_complement(layout("(2,4):(1,4)")) == layout("2:2"));

static_assert(*lex_crd2idx(t("(1,2)"), layout("(2,3):(3,1)")) == 5);
static_assert(*lex_crd2idx(t("4"), layout("(2,3):(3,1)")) == 4);
static_assert(*lex_crd2idx(t("(1,5)"), layout("(2,(2,3)):(6,(3,1))")) == 11);
static_assert(lex_crd2idx(t("(1,2,3)"), layout("(2,3):(3,1)")).refusal.condition == Condition::congruent);
int main() {}
