// SPDX-License-Identifier: MIT
// Static layouts that must not compile, one for each CASE from 1; case 0 is well formed. The comment of each
// case lists what the first lines of the compiler's message must show, separated by " | ".
#include "colex/static/run_time.hpp"
#include "colex/static/tensor.hpp"

using namespace colex;

[[maybe_unused]] constexpr auto strided = static_layout<"4:3">();
[[maybe_unused]] constexpr auto large = static_layout<"(65536,65536):(1,65536)">();
[[maybe_unused]] constexpr auto backwards = static_layout<"(4,4):(-4,1)">();

#if CASE == 0
static_assert(large(7L, 1L) == 65543 && backwards(1, 1) == -3);
#elif CASE == 1   // WrongLayout | (4,8:(1,4) | 5
Static<"(4,8:(1,4)"> wrong{};
#elif CASE == 2   // cotarget_divides | 4:3 | 16
constexpr auto rest = complement<16>(strided);
#elif CASE == 3   // does not fit the integer type
constexpr auto at = large(7);
#elif CASE == 4   // does not fit the integer type
constexpr auto at = backwards(1u, 1u);
#elif CASE == 5   // the coordinate has other entries than the layout
constexpr auto at = large(1L, 2L, 3L);
#elif CASE == 6   // one number is needed for each ?
constexpr auto at = static_layout<"(?,64):(1,?)">(7);
#elif CASE == 7   // WrongLayout | (?4,8):(1,4) | 2
Static<"(?4,8):(1,4)"> wrong{};
#elif CASE == 8   // the swizzle does not undo itself
constexpr auto at = swizzle<3, 0, 2>(large)(1L);
#elif CASE == 9   // an integer, _ or a coord()
constexpr auto at = strided(1.5);
#elif CASE == 10  // a mode does not divide those of the layout (not g++)
constexpr auto part = composition(static_layout<"(64,32):(1,?)">(99), static_layout<"4:48">());
#elif CASE == 11  // the tile does not divide the layout (not g++)
constexpr auto parts = logical_divide(static_layout<"(64,?):(1,?)">(32, 64), Tuple<48, 16>{});
#elif CASE == 12  // carry into each other
constexpr auto part = composition(static_layout<"(8,4):(1,?)">(99), static_layout<"(8,2):(1,4)">());
#elif CASE == 13  // more modes than a layout can hold
[[maybe_unused]] constexpr auto six = static_layout<"(?,?,?,?,?,?):(1,1,1,1,1,1)">(2, 2, 2, 2, 2, 2);
constexpr auto part = composition(six, six);
#elif CASE == 14  // has one mode
constexpr auto parts = logical_divide(static_layout<"?:1">(64), static_layout<"(2,?):(1,?)">(2, 4));
#endif
