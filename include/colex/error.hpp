// SPDX-License-Identifier: MIT
// A refusal as an exception: what value_or_throw() throws. Empty where exceptions are switched off.
//
//   assert(make_layout(make_shape(4, 8), make_stride(8, 1)).value_or_throw() == layout("(4,8):(8,1)"));
//   inline auto const ask = [] { return complement(layout("4:3"), 16).value_or_throw(); };
//   inline Condition why() try { ask(); return {}; } catch (RefusedError const& e) { return e.condition(); };
//   assert(why() == Condition::cotarget_divides);
//
// Through namespace op the message also has the operation and its operands. The message has a place in the exception: what
// <stdexcept> needs would cost a compiler more than half as much as the whole algebra.
#pragma once

#include "colex/result.hpp"

#ifdef __cpp_exceptions
#include <new>  // std::exception, the base of std::bad_alloc; <exception> is longer
#include <type_traits>

namespace colex {

/// what() is the refusal's sentence, with the operation where it is known; a message of 1024 characters or more is cut.
class RefusedError : public std::exception {
 public:
  RefusedError(Refusal<std::int64_t> const& why, char const* message) : refusal_(why) {
    write(message_, std::string_view(message));
  }
  char const* what() const noexcept override { return message_.c_str(); }
  Condition condition() const noexcept { return refusal_.condition; }
  Refusal<std::int64_t> const& refusal() const noexcept { return refusal_; }

 private:
  Refusal<std::int64_t> refusal_;
  FixedText<1024> message_{};
};

template <class T>
struct detail::ErrorHppIncluded {
  template <Number Int>
  [[noreturn]] static void throw_refused(Refusal<Int> const& why, char const* message) {
    if constexpr (std::is_same_v<Int, std::int64_t>) {
      throw RefusedError(why, message);
    } else {
      throw RefusedError(scalar(why), message);  // of coordinates; the message has them
    }
  }
};

}  // namespace colex
#endif
