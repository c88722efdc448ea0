// SPDX-License-Identifier: MIT
// The worked examples of make.hpp, and its edges, as constants: compiling is passing.
#include "colex/make.hpp"

#include "colex/distribute.hpp"
#include "colex/text.hpp"
using namespace colex;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
static_assert(compact_row_major(t("(4,(2,3))")) == t("(6,(3,1))"));
static_assert(compact_col_major(t("(4,(1,3))"), std::int64_t{5}) == t("(5,(0,20))"));
static_assert(*compact_order(t("(2,3,5)"), t("(2,0,1)")) == t("(15,1,3)"));
static_assert(*compact_order(t("((2,3),5)"), t("(1,0)")) == t("((5,10),1)"));
static_assert(*compact_order(t("(3,3)"), t("(0,0)")) == t("(1,3)"));
static_assert(*make_ordered_layout(t("(2,3)"), t("(1,0)")) == layout("(2,3):(3,1)"));
static_assert(*make_layout_like(layout("(4,8):(16,1)")) == layout("(4,8):(8,1)"));
static_assert(*make_layout_like(layout("(4,8):(0,5)")) == layout("(4,8):(0,1)"));
static_assert(*domain_distribute(t("(6,4)"), std::int64_t{8}) == layout("(2,4):(1,6)"));
static_assert(domain_distribute(t("(6,4)"), std::int64_t{9}).refusal.condition == Condition::divides);

// The points of domain_distribute are n increasing coordinates, for every n and all small shapes; refused
// otherwise.
constexpr bool deals_out(std::int64_t a, std::int64_t b, std::int64_t n) {
  auto shape = open<std::int64_t>(2);
  graft(shape, leaf(a));
  graft(shape, leaf(b));
  auto const r = domain_distribute(shape, n);
  if (n < 1 || a * b % n != 0) return !r;
  if (!r || size(*r) != n) return false;
  for (std::int64_t i = 0; i < n; ++i)
    if ((*r)(i) >= a * b || (i > 0 && !((*r)(i - 1) < (*r)(i)))) return false;
  return true;
}
constexpr bool deals_out_everywhere() {
  for (std::int64_t a = 1; a <= 6; ++a)
    for (std::int64_t b = 1; b <= 6; ++b)
      for (std::int64_t n = -1; n <= 37; ++n)
        if (!deals_out(a, b, n)) return false;
  return true;
}
static_assert(deals_out_everywhere());
int main() {}
