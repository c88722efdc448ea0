// SPDX-License-Identifier: MIT
// Compiled with -fno-exceptions: every header still is, and value_or_throw() is not declared.
#include "colex/colex.hpp"

#ifdef __cpp_exceptions
#error "this test is compiled without exceptions"
#endif
template <class R>
concept Throws = requires(R const& r) {
  r.value_or_throw();
};
static_assert(!Throws<colex::Result<colex::Layout<std::int64_t>>>);
static_assert(*colex::complement(colex::layout("8:2"), 32) == colex::layout("(2,2):(1,16)"));
int main() {}
