// SPDX-License-Identifier: MIT
// Why a question about tuples has the answer no, as constants; and that each reason is there exactly where the answer is no.
#include "colex/why_not.hpp"

#include <cstdio>

#include "colex/text.hpp"
using namespace colex;
using Tuple = IntTuple<std::int64_t>;

static_assert(why_text(why_not_congruent(tuple("(4,(2,3))").profile, tuple("(1,(1,1))").profile)) == "yes");
static_assert(why_text(why_not_congruent(tuple("(4,(2,3))").profile, tuple("(4,(2,3,4))").profile)) ==
              "no, entry 1: A is a tuple of 2 and B a tuple of 3");
static_assert(why_text(why_not_weakly_congruent(tuple("(4,(2,3))"), tuple("(7,7)"))) ==
              "no, entry 1: A is a tuple of 2 and B an integer");
static_assert(why_text(why_not_compatible(tuple("((4,6),2)"), tuple("((4,(2,4)),2)"))) ==
              "no, entry 0,1: the extent 6 of A is not the 8 points of B");
static_assert(why_text(why_not_compatible(tuple("4"), tuple("(4611686018427387904,4611686018427387904)"))) ==
              "no, the extent 4 of A is not the more than 2^62 points of B");
static_assert(why_text(why_not_elem_less(tuple("(1,2,3)"), tuple("(2,3)"))) ==
              "no, B ends after 2 entries, and A has 3");
static_assert(why_text(why_not_lex_less(tuple("(1,3)"), tuple("(1,3)"))) == "no, A and B are equal");
static_assert(why_text(why_not_lex_less(tuple("(2,0)"), tuple("(1,3)"))) == "no, entry 0: 2 is not below 1");
static_assert(why_text(why_not_colex_less(tuple("(1,3)"), tuple("(2,0)"))) ==
              "no, entry 1: 3 is not below 0");
static_assert(why_text(why_not_evenly_divides(tuple("(6,4)"), tuple("(3,3)"))) ==
              "no, entry 1: tiles that cover A have 6 points, and A has 4");
static_assert(why_text(bijective(layout("(4,8):(8,1)"), 31)) == "no, offset 31 is outside [0,31)");
static_assert(why_text(surjective(layout("(2,2):(1,3)"), 5)) == "no, offset 2 is at no coordinate");
static_assert(why_text(injective(layout("(2,2):(2,3)"))) == "yes");

namespace {

Tuple tuples[400];
int count = 0;

/// All tuples of up to two entries, each an integer or a tuple of up to two integers.
void make() {
  Tuple entries[40];
  int n = 0;
  for (std::int64_t x = 0; x < 4; ++x) entries[n++] = leaf(x);
  entries[n++] = Tuple{};
  for (std::int64_t x = 0; x < 3; ++x)
    for (std::int64_t y = 1; y < 3; ++y) entries[n++] = join(leaf(x), leaf(y));
  for (int k = 0; k < n; ++k) tuples[count++] = entries[k];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) tuples[count++] = join(entries[i], entries[j]);
}

}  // namespace

int main() {
  make();
  int wrong = 0, noes = 0;
  auto const same = [&](bool holds, WhyNot const& why) {
    wrong += holds == why.holds() ? 0 : 1;
    noes += holds ? 0 : 1;
  };
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      Tuple const &a = tuples[i], &b = tuples[j];
      same(congruent(a, b), why_not_congruent(a.profile, b.profile));
      same(weakly_congruent(a, b), why_not_weakly_congruent(a, b));
      same(compatible(a, b), why_not_compatible(a, b));
      if (auto const even = evenly_divides(a, b)) same(*even, why_not_evenly_divides(a, b));
      if (!cute::comparable(a, b)) continue;
      same(cute::elem_less(a, b), why_not_elem_less(a, b));
      same(cute::lex_less(a, b), why_not_lex_less(a, b));
      same(cute::colex_less(a, b), why_not_colex_less(a, b));
      if (!congruent(a, b)) continue;
      same(elem_less(a, b), why_not_elem_less(a, b));
      same(lex_less(a, b), why_not_lex_less(a, b));
      same(colex_less(a, b), why_not_colex_less(a, b));
    }
  std::printf("%d tuples, %d noes, %d wrong\n", count, noes, wrong);
  return wrong == 0 && noes > 10000 ? 0 : 1;
}
