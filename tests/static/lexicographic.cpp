// SPDX-License-Identifier: MIT
// The worked examples of lexicographic.hpp, lexicographic_inverse.hpp and lexicographic_divide.hpp, and its edges, as constants: compiling is passing.
#include "colex/lexicographic.hpp"

#include "colex/lexicographic_divide.hpp"
#include "colex/lexicographic_inverse.hpp"
#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;
static_assert(*lex_make_layout(parse_tuple("(2,3)").value) == layout("(2,3):(3,1)"));
static_assert(lex_evaluate(layout("(2,3):(3,1)"), I{4}) == 4 && evaluate(layout("(2,3):(3,1)"), I{4}) == 2);
static_assert(lex_coalesce(layout("(2,3):(3,1)")) == layout("6:1"));
static_assert(*lex_complement(layout("4:2"), I{8}) == layout("2:1"));
static_assert(*lex_composition(layout("(4,8):(8,1)"), layout("(2,8):(16,1)")) == layout("(2,8):(16,1)"));
static_assert(*lex_right_inverse(layout("(4,8):(1,4)")) == layout("(8,4):(1,8)"));
static_assert(lex_idx2crd(I{4}, parse_tuple("(2,3)").value) == parse_tuple("(1,1)").value);
static_assert(reversed(layout("(4,(2,3)):(1,(4,8))")) == layout("((3,2),4):((8,4),1)"));
static_assert(*lex_left_inverse(layout("(4,8):(8,1)")) == layout("32:1"));
static_assert(lex_left_inverse(layout("(2,3):(2,1)")).refusal.condition == Condition::injective);
static_assert(*lex_nullspace(layout("(2,3,4):(1,0,2)")) == layout("3:4"));
static_assert(lex_equal(layout("(2,3):(3,1)"), layout("6:1")).equal);
static_assert(lex_equal(layout("(2,2):(1,2)"), layout("4:1")).index == 1);
static_assert(*lex_coalesce(layout("((2,3),(1,4)):((3,1),(0,2))"), parse_tuple("(1,1)").value) ==
              layout("(6,4):(1,2)"));
static_assert(lex_filter(layout("(2,(3,4)):(4,(0,1))")) == layout("8:1"));
static_assert(*lex_logical_divide(layout("16:1"), 4) == layout("(4,4):(1,4)"));
static_assert(*lex_zipped_divide(layout("(4,8):(8,1)"), by_mode(parse_tuple("(2,4)").value)) ==
              layout("((2,4),(2,2)):((8,1),(16,4))"));
static_assert(lex_logical_divide(layout("9:1"), 2).refusal.condition == Condition::cotarget_divides);
static_assert(*lex_logical_divide(layout("9:1"), 2, Cover::at_least) == layout("(2,5):(1,2)"));
static_assert(*lex_blocked_product(layout("(2,2):(2,1)"), layout("(2,3):(3,1)")) ==
              layout("((2,2),(3,2)):((12,2),(4,1))"));
// A refusal's value is not turned about: here it lacks nodes, for which there is no room.
static_assert(lex_blocked_product(layout("((((2))),(((2))),(((2))),(((2))),(((2))),(((2))),(((2))),(((2))),(("
                                         "(2))),(((2))),(((2)))):((((1))),(((2))),(((4))),(((8))),(((16))),(("
                                         "(32))),(((64))),(((128))),(((256))),(((512))),(((1024))))"),
                                  layout("(2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024)"))
                  .refusal.condition == Condition::capacity);
// Nor is a layout that lacks leaves.
constexpr auto twenty =
    layout("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1):(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)");
static_assert(lex_composition(join(twenty, twenty), layout("2:1")).refusal.condition == Condition::capacity);
constexpr auto by_two_and_four = by_mode(parse_tuple("(2,4)").value);
static_assert(*lex_tiled_divide(layout("(4,8):(8,1)"), by_two_and_four) ==
              layout("((2,4),2,2):((8,1),16,4)"));
static_assert(*lex_flat_divide(layout("(4,8):(8,1)"), by_two_and_four) == layout("(2,4,2,2):(8,1,16,4)"));
static_assert(*lex_logical_product(layout("4:1"), 6) == layout("(4,6):(1,4)"));
static_assert(*lex_zipped_product(layout("(2,4):(1,8)"), by_mode(parse_tuple("(3,2)").value)) ==
              layout("((2,4),(3,2)):((1,8),(2,1))"));
static_assert(*lex_tiled_product(layout("4:1"), layout("(3,2):(2,1)")) == layout("(4,3,2):(1,8,4)"));
static_assert(*lex_flat_product(layout("(2,2):(2,1)"), layout("(3,2):(2,1)")) ==
              layout("(2,2,3,2):(2,1,8,4)"));
static_assert(*lex_raked_product(layout("(2,2):(2,1)"), layout("(2,3):(3,1)")) ==
              layout("((2,2),(2,3)):((2,12),(1,4))"));
static_assert(lex_logical_product(layout("4:-1"), 3).refusal.condition == Condition::stride_positive);
static_assert(*lex_find_layout([](I i) { return lex_evaluate(layout("(2,3):(7,2)"), i); }, I{6}) ==
              layout("(2,3):(7,2)"));
static_assert(*lex_get_1d_coord(layout("(4,8):(1,4)"), I{19}) == 28);
static_assert(*lex_max_common_layout(layout("(4,8):(1,4)"), layout("(4,8):(1,4)")) == layout("(8,4):(1,8)"));
static_assert(*lex_max_common_vector(layout("(4,8):(8,1)"), layout("32:1")) == 32);
int main() {}
