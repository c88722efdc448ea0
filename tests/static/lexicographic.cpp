// SPDX-License-Identifier: MIT
// The worked examples of lexicographic.hpp, and its edges, as constants: compiling is passing.
#include "colex/lexicographic.hpp"

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
int main() {}
