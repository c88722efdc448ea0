// SPDX-License-Identifier: MIT
// The worked examples of layout.hpp, nested.hpp, coordinate.hpp and domain.hpp, as constants: compiling is
// passing.
#include "colex/coordinate.hpp"

#include "colex/domain.hpp"
#include "colex/layout.hpp"
#include "colex/nested.hpp"
#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
constexpr auto L = layout("(4,(2,4)):(2,(1,8))");
static_assert(size(L) == 32 && size(t("()")) == 1 && rank(L) == 2 && depth(L) == 2 &&
              depth(layout("8:1")) == 0);
static_assert(cosize(layout("4:-3")) == 10 && extent(layout("4:-3")) == 1 && extent(L) == 32);
static_assert(congruent(t("(4,(2,3))"), t("(1,(1,1))")) && !congruent(t("(4,(2,3))"), t("(1,1)")));
static_assert(*crd2idx(t("(2,(0,1))"), L) == 12 && *crd2idx(t("(2,2)"), L) == 12 &&
              *crd2idx(t("10"), L) == 12);
static_assert(crd2idx(t("(1,2,3)"), L).refusal.condition == Condition::congruent);
static_assert(*crd2idx(t("(2,(1,2))"), t("(3,(2,3))")) == 17);
static_assert(*crd2crd(t("5"), t("12"), t("(4,3)")) == t("(1,1)"));
static_assert(inside(t("(2,5)"), t("(3,(2,3))")).condition == Condition::none);
static_assert(inside(t("(3,5)"), t("(3,(2,3))")).condition == Condition::in_domain);
static_assert(idx2crd(t("(2,5)"), t("(3,(2,3))"))->leaves[2] == 2 &&
              idx2crd(I{16}, t("(3,(2,3))")) == t("(1,(1,2))"));
static_assert(*make_layout(t("(4,(2,4))"), t("(2,(1,8))")) == L &&
              compact_col_major(t("(4,(1,3))")) == t("(1,(0,4))"));
int main() {}
