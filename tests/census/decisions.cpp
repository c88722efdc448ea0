// SPDX-License-Identifier: MIT
// Census of injective and surjective: the answer, and the witness of a no.
#include "census/census.hpp"

namespace census {
namespace {

void judge_told(Count& count, Layout<Int> const& l, Table const& f, Refusal<Int> const& told) {
  auto const why = planting(told);
  bool const right = why.condition == Condition::none
                         ? injective_table(f)
                         : why.left < why.right && why.right < f.count && f[why.left] == f[why.right];
  count.record({true, right, true, why.condition}, l);
}

void judge_injective(Count& count, Layout<Int> const& l) { judge_told(count, l, table(l), injective(l)); }

/// What injective() asks where its search is long, each alone.
void judge_long_ways(Count& count, Layout<Int> const& l) {
  detail::Moving<Int> const moving(l.leaves);
  for (auto const& m : moving.modes)
    if (m.stride == 0) return;
  Table const f = table(l);
  Work work;
  auto judge = [&](detail::Decided<Int> const& by) {
    auto const [i, j] = by.collision;
    auto const no = because<Int>(Condition::injective, std::min(i, j), std::max(i, j));
    judge_told(count, l, f, !by.decided ? because<Int>(Condition::undecided) : i == j ? Refusal<Int>{} : no);
  };
  judge(detail::met_collision(moving, work));
  if (moving.modes.count == 3 || moving.modes.count == 4) judge(detail::lattice_collision(moving, work));
}

void judge_surjective(Count& count, Layout<Int> const& l) {
  Table const f = table(l);
  bool const negative = *std::min_element(f.begin(), f.end()) < 0;
  Seen& image = fresh_seen();
  for (Int v : f) image.insert(v);
  Int gap = 0;
  while (image.has(gap)) ++gap;
  for (Int m : {gap, gap + 1, f.top() + 1}) {
    auto const why = planting(surjective(l, m));
    bool const missing = why.left >= 0 && why.left < m && !image.has(why.left);
    bool const right = why.condition == Condition::none ? m <= gap
                       : negative                       ? missing
                                                        : missing && why.left == gap;
    count.record({true, right, true, why.condition}, l, m);
  }
}

}  // namespace

Operations decision_operations() {
  return {{"injective", "rank <= 3, strides 0..12", Refusals::exact,
           [](Count& c, Share& s) {
             every_layout(s, 3, {}, [&](Layout<Int> const& l) { judge_injective(c, l); });
           },
           [](Count& c, Random& r) { judge_injective(c, r.either(8, 60, true)); }},
          {"injective, the long ways", "rank <= 3, strides -12..12", Refusals::exact,
           [](Count& c, Share& s) {
             every_layout(s, 3, {-12, 12}, [&](Layout<Int> const& l) { judge_long_ways(c, l); });
           },
           [](Count& c, Random& r) { judge_long_ways(c, r.either(8, 60, true)); }},
          {"surjective", "rank <= 3, strides 0..12", Refusals::exact,
           [](Count& c, Share& s) {
             every_layout(s, 3, {}, [&](Layout<Int> const& l) { judge_surjective(c, l); });
           },
           [](Count& c, Random& r) { judge_surjective(c, r.either(8, 60, true)); }}};
}

}  // namespace census
