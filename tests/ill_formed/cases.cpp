// SPDX-License-Identifier: MIT
// Constants that must not compile, one for each CASE from 1; case 0 is well formed. The comment of each case
// lists what the first lines of the compiler's message must show, separated by " | ". The tiles are named
// here, so that what a message shows is not the echo of its own line. g++ 12 does not write the arguments of `*f(...)`.
#include "colex/colex.hpp"

using namespace colex;

[[maybe_unused]] constexpr auto strided = layout("4:3");
[[maybe_unused]] constexpr auto rows = layout("(6,4):(1,7)");
[[maybe_unused]] constexpr auto nested = layout("((2,4),(3,5)):((1,6),(2,24))");
[[maybe_unused]] constexpr auto four = layout("4:4");
[[maybe_unused]] constexpr auto overlapping = layout("(3,2):(1,2)");
[[maybe_unused]] constexpr auto aligned = layout("(8,4):(1,9)");
[[maybe_unused]] constexpr auto made = make_layout(make_shape(4, 8));
[[maybe_unused]] constexpr auto small = parse_tuple("(4,10)").value;

#if CASE == 0
static_assert(must([] { return op::complement(strided, 24); }) == layout("(3,2):(1,12)"));
constexpr auto composed = must([] { return op::composition(rows, layout("6:1")); });
static_assert(size(*made) == 32 && (*made)(2, 3) == 14);
static_assert(must([] { return op::logical_divide(layout("16:1"), four); }) == layout("(4,4):(4,1)"));
#elif CASE == 1   // cotarget_divides | 4:3 | 16
constexpr auto rest = must([] { return op::complement(strided, 16); });
#elif CASE == 2   // additive | (6,4):(1,7) | 4:4
constexpr auto composed = must([] { return op::composition(rows, four); });
#elif CASE == 3   // cotarget_divides | (6,4):(1,7) | 4:4
static_assert(size(must([] { return op::logical_divide(rows, layout("4:4")); })) == 24);
#elif CASE == 4   // injective | (3,2):(1,2)
static_assert(must([] { return op::left_inverse(overlapping); }) == overlapping);
#elif CASE == 5   // vector_divides | (8,4):(1,9) | 4
constexpr auto vectors = must([] { return op::upcast(aligned, 4); });
#elif CASE == 6   // cotarget_divides | ((2,4),(3,5)):((1,6),(2,24)) | 500
constexpr auto rest = must([] { return op::complement(nested, 500); });
#elif CASE == 7   // congruent | (4,10) | 1
constexpr auto made = must([] { return op::make_layout(small, parse_tuple("1").value); });
#elif CASE == 8   // cotarget_divides | 4:3 (not g++) | 16 (not g++)
constexpr auto rest = *complement(layout("4:3"), 16);
#elif CASE == 9   // additive | (6,4):(1,7) | 4:4
static_assert(must([] { return op::composition(rows, four); }) == layout("4:4"));
#elif CASE == 10  // cotarget_divides | (6,4):(1,7) (not g++) | 4:4 (not g++)
constexpr auto divided = *logical_divide(layout("(6,4):(1,7)"), layout("4:4"));
#elif CASE == 11  // layout_text::expects_comma_or_parenthesis | column 5
constexpr auto tile = layout("(4,8:(1,4)");
#elif CASE == 12  // layout_text::expects_stride_nested_like_shape | column 6
static_assert(size(layout("(4,8):(1)")) == 32);
#elif CASE == 13  // layout_text::expects_integer_or_parenthesis | column 4
constexpr auto shape_of = tuple("(4,x)");
#elif CASE == 14  // layout_text::expects_end_of_text | column 104
constexpr auto blanks = layout(
    "4:1                                                                                                    "
    ")");
#elif CASE == 15  // layout_text::expects_integer_within_2_62 | column 3
constexpr auto wide = layout("4:9223372036854775807");
#elif CASE == 16  // congruent
constexpr auto at = rows(1, 2, 3);
#elif CASE == 17  // shape_positive
constexpr auto empty = make_layout(make_shape(4, 0), make_stride(1, 4)).value_or_throw();
#elif CASE == 18  // cotarget_divides | <4:1,_> | (6,4):(1,7)
constexpr auto tiled = must([] { return op::logical_divide(rows, make_tile(4, _)); });
#elif CASE == 19  // size | PUT_A_STAR_BEFORE_THE_RESULT
static_assert(size(made) == 32);
#elif CASE == 20  // composition | PUT_A_STAR_BEFORE_THE_RESULT
constexpr auto tiles = composition(rows, made);
#elif CASE == 21  // shape_positive
constexpr auto empty = make_layout(std::integral_constant<int, 0>{}, std::integral_constant<int, 1>{});
#endif
int main() {}
