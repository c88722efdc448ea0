// SPDX-License-Identifier: MIT
// The other integer of 64 bits: `long long` where std::int64_t is `long`, and `long` where it is `long long`.
//
//   constexpr Layout<long long> line = leaf(Mode<long long>{4, 2});
//   static_assert(size(line) == 4 && coalesce(line) == line);
//
// A type of its own, which does not mix with std::int64_t: layout("4:2") is a Layout<std::int64_t>.
#pragma once

#include "colex/number.hpp"

namespace colex {

namespace detail {
struct NoOtherInteger;
using OtherInteger =
    std::conditional_t<!std::is_same_v<std::int64_t, long long>, long long,
                       std::conditional_t<sizeof(long) == sizeof(std::int64_t), long, NoOtherInteger>>;
}  // namespace detail

template <>
inline constexpr bool is_number<detail::OtherInteger> = true;
template <>
inline constexpr bool is_word<detail::OtherInteger> = true;

}  // namespace colex
