// SPDX-License-Identifier: MIT
// Census of injective and surjective: the answer, and the witness of a no.
#include "census/census.hpp"

namespace census {
namespace {

void judge_injective(Count& count, Layout<Int> const& l) {
  Table const f = table(l);
  auto const why = planting(injective(l));
  bool const right = why.condition == Condition::none
                         ? injective_table(f)
                         : why.left < why.right && why.right < f.count && f[why.left] == f[why.right];
  count.record({true, right, true, why.condition}, l);
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
          {"surjective", "rank <= 3, strides 0..12", Refusals::exact,
           [](Count& c, Share& s) {
             every_layout(s, 3, {}, [&](Layout<Int> const& l) { judge_surjective(c, l); });
           },
           [](Count& c, Random& r) { judge_surjective(c, r.either(8, 60, true)); }}};
}

}  // namespace census
