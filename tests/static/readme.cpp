// SPDX-License-Identifier: MIT
// The README's C++, word for word.
#include "colex/colex.hpp"

constexpr auto tile = colex::layout("(4,(2,4)):(2,(1,8))");
static_assert(tile(std::int64_t{21}) == 19);
static_assert(*colex::complement(colex::layout("8:2"), std::int64_t{32}) == colex::layout("(2,2):(1,16)"));

int main() {}
