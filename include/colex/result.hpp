// SPDX-License-Identifier: MIT
// The answer of a partial operation: a value, or the refusal that says why there is none.
//
//   constexpr auto r = complement(layout("4:3"), 16);
//   static_assert(!r && r.refusal.condition == Condition::cotarget_divides);
//
// `*r` on a refusal does not compile in a constant. At run time it prints the refusal's sentence and ends the
// program; r.value_or_throw() throws it (colex/error.hpp).
#pragma once

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "colex/host_device.hpp"
#include "colex/sentence.hpp"

namespace colex {

namespace detail {
/// Prints "colex: line" on standard error and aborts; device code traps.
[[noreturn]] COLEX_HOST_DEVICE inline void end_with([[maybe_unused]] char const* line) {
#if defined(COLEX_ON_DEVICE) && defined(__CUDA_ARCH__)
  __trap();
  for (;;) {
  }
#elif defined(COLEX_ON_DEVICE)
  __builtin_trap();
#else
#if __STDC_HOSTED__
  std::fprintf(stderr, "colex: %s\n", line);
#endif
  std::abort();
#endif
}
}  // namespace detail

namespace detail {
/// Defined in colex/error.hpp, which whoever throws includes.
template <class T>
struct ErrorHppIncluded;
}  // namespace detail

/// Stops, and says why. Not constexpr, so a compile error in a constant evaluation names it, and with it the
/// condition.
template <Condition violated, Number Int>
[[noreturn]] COLEX_LIKE_CONSTEXPR inline void stop(Refusal<Int> const& why) {
  if constexpr (std::is_same_v<Int, std::int64_t>) {
    detail::end_with(sentence(why).c_str());
  } else {
    detail::end_with(name(why.condition));
  }
}

/// Stops at a refusal; does nothing where there is none.
template <Number Int>
constexpr void require(Refusal<Int> const& why) {
  if (why.condition == Condition::none) return;
  [&why]<int... k>(std::integer_sequence<int, 0, k...>) {
    ((why.condition == Condition(k) ? stop<Condition(k)>(why) : void()), ...);
  }
  (std::make_integer_sequence<int, kConditions>{});
}

/// A built-in integer as a number of colex; stops where 64 signed bits do not hold it.
template <Number Int, PlainInteger T>
constexpr Int number_of(T n) {
  if constexpr (std::is_unsigned_v<T> && sizeof(T) >= sizeof(std::int64_t))
    if (n > T(INT64_MAX)) require(because<std::int64_t>(Condition::overflow));
  return Int(static_cast<std::int64_t>(n));
}

/// A value or a refusal: test `if (r)` before `*r`, which stops at a refusal.
template <class T, Number Int = std::int64_t>
struct [[nodiscard]] Result {
  T value{};
  Refusal<Int> refusal{};

  constexpr Result() = default;
  constexpr Result(Result const&) = default;
  /// Returns nothing: nvcc would take [[nodiscard]] for a reference to *this, and warn.
  constexpr void operator=(Result const& from) {
    value = from.value;
    refusal = from.refusal;
  }
  constexpr Result(T const& v, Refusal<Int> const& why) : value(v), refusal(why) {}
  static constexpr Result answer(T const& value) {
    Result r;
    r.value = value;
    return r;
  }
  static constexpr Result refuse(Refusal<Int> const& why) {
    Result r;
    r.refusal = why;
    return r;
  }
  constexpr explicit operator bool() const { return refusal.condition == Condition::none; }
  constexpr T const& operator*() const {
    require(refusal);
    return value;
  }
  constexpr T const* operator->() const { return &**this; }
#ifdef __cpp_exceptions
  /// The value, or throws RefusedError; needs colex/error.hpp.
  constexpr T const& value_or_throw() const {
    if (!*this && !std::is_constant_evaluated())
      detail::ErrorHppIncluded<T>::throw_refused(refusal, sentence(refusal).c_str());
    return **this;
  }
#endif
};

}  // namespace colex
