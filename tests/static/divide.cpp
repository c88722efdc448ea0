// SPDX-License-Identifier: MIT
// The worked examples of divide.hpp, and its edges, as constants: compiling is passing.
#include "colex/divide.hpp"

#include "colex/text.hpp"
using namespace colex;
static_assert(*logical_divide(layout("16:1"), layout("4:4")) == layout("(4,4):(4,1)"));
static_assert(*zipped_divide(layout("(4,8):(1,4)"), by_mode(tuple("(2,4)"))) ==
              layout("((2,4),(2,2)):((1,4),(2,16))"));
static_assert(*tiled_divide(layout("(4,8):(1,4)"), by_mode(tuple("(2,4)"))) ==
              layout("((2,4),2,2):((1,4),2,16)"));
static_assert(*flat_divide(layout("(4,8):(1,4)"), by_mode(tuple("(2,4)"))) == layout("(2,4,2,2):(1,4,2,16)"));
static_assert(*logical_divide(layout("(4,8):(1,4)"), by_mode(tuple("(2)"))) == layout("((2,2),8):((1,2),4)"));
static_assert(logical_divide(layout("9:1"), layout("2:1")).refusal.condition == Condition::cotarget_divides);
static_assert(*logical_divide(layout("9:1"), layout("2:1"), Cover::at_least) == layout("(2,5):(1,2)"));
static_assert(*logical_divide(layout("(5,2):(4,2)"), layout("2:1"), Cover::at_least) ==
              layout("(2,(3,2)):(4,(8,2))"));
constexpr auto second_mode = by_mode(keep<std::int64_t>(), tile(layout("2:1")));
static_assert(*zipped_divide(layout("((4,2),8)"), second_mode) ==
              layout("(((4,2),2),(1,4)):(((1,4),8),(0,16))"));
static_assert(*tiled_divide(layout("((4,2),8)"), second_mode) == layout("(((4,2),2),1,4):(((1,4),8),0,16)"));
static_assert(*flat_divide(layout("((4,2),8)"), second_mode) == layout("((4,2),2,1,4):((1,4),8,0,16)"));
static_assert(*zipped_divide(layout("((4,2),8)"), keep<std::int64_t>()) ==
              layout("(((4,2),8),1):(((1,4),8),0)"));
static_assert(*zipped_divide(layout("(4,8):(1,4)"), by_mode(tile(layout("2:1")), keep<std::int64_t>())) ==
              layout("((2,8),(2,1)):((1,4),(2,0))"));
static_assert(*complement(layout("(6,6):(0,1)"), parse_tuple("(10,64)").value, Cover::at_least) ==
              layout("128:6"));
int main() {}
