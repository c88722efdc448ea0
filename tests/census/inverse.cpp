// SPDX-License-Identifier: MIT
// Census of the inverses, of nullspace and of max_common_layout. left_inverse and nullspace are exact. A
// right inverse must be right; that it is the longest is counted, and a failure only where
// kRightInverseIsLongest says so.
#include "census/census.hpp"
#include "oracle/truth_inverse.hpp"

namespace census {
namespace {

/// Whether a right inverse shorter than the longest one is a wrong answer.
constexpr bool kRightInverseIsLongest = true;

void judge_left_inverse(Count& count, Layout<Int> const& l) {
  Table const f = table(l);
  auto const r = planting(left_inverse(l));
  bool right = r && f.top() < size(r.value);
  for (int k = 0; right && k < f.count; ++k) right = evaluate(r.value, f[k]) == k;
  auto exists = [&] {
    Table want;
    for (int k = 0; k < f.count; ++k) want.push(k);
    return injective_table(f) && has_left_inverse(f, want);
  };
  count.record({bool(r), right, right || exists(), r.refusal.condition}, l);
}

/// The coordinates with digit 0 in every mode of stride 0 must come back, whatever the others do. Where two
/// of them share an offset, what comes back must have it too, both layouts running on past their ends.
void judge_quasi(Count& count, Layout<Int> const& l) {
  Table const f = table(l);
  auto const r = planting(left_inverse(l, Inverse::quasi));
  bool const injective = !r || injective_table(table(filter_zeros(l)));
  bool right = r && (!injective || f.top() < size(r.value));
  for (int k = 0; right && k < f.count; ++k) {
    Int const back = evaluate_extended(r.value.leaves, f[k]);
    right = evaluate_extended(l.leaves, back) == f[k] && (!injective || (back >= 0 && back < f.count));
  }
  auto exists = [&] {
    Table still = zero(), offsets, want;
    for (auto const& m : l.leaves) still.add(Mode<Int>{m.shape, m.stride == 0 ? 1 : 0});
    for (int k = 0; k < f.count; ++k)
      if (still[k] == 0) {
        offsets.push(f[k]);
        want.push(k);
      }
    return injective_table(offsets) && has_left_inverse(offsets, want);
  };
  count.record({bool(r), right, right || exists(), r.refusal.condition}, l);
}

/// f(back(k)) == k for every k, `back` within f's domain.
bool gives_back(Table const& f, Table const& back) {
  for (int k = 0; k < back.count; ++k)
    if (back[k] < 0 || back[k] >= f.count || f[back[k]] != k) return false;
  return true;
}

void judge_right_inverse(Count& count, Layout<Int> const& l) {
  Table const f = table(l);
  auto const r = planting(right_inverse(l));
  Verdict v{bool(r), r && gives_back(f, table(r.value)), true, r.refusal.condition};
  if (v.right) v.best = size(r.value) == LongestRightInverse(f, f).longest();
  if (kRightInverseIsLongest) v.right = v.right && v.best;
  count.record(v, l);
}

void judge_common(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  Table const f = table(a), g = table(b);
  auto const r = planting(max_common_layout(a, b));
  Verdict v{bool(r), false, false, r.refusal.condition};
  int const longest = LongestRightInverse(f, g).longest();
  v.exists = r || longest > 1;  // 1:0 is always common
  if (r) {
    Table const common = table(r.value);
    v.right = gives_back(f, common) && gives_back(g, common);
    auto const vector = max_common_vector(a, b);
    v.right = v.right && vector && vector.value == common.count;
  }
  v.best = size(r.value) == longest;
  count.record(v, a, b);
}

/// The coordinates with offset 0, in order.
void judge_nullspace(Count& count, Layout<Int> const& l) {
  Table const f = table(l);
  Table kernel;
  for (int k = 0; k < f.count; ++k)
    if (f[k] == 0) kernel.push(k);
  auto const r = planting(nullspace(l));
  count.record({bool(r), r && table(r.value) == kernel, is_layout(kernel), r.refusal.condition}, l);
}

template <auto judge>
void small_cases(Count& count, Share& share) {
  every_layout(share, 3, {}, [&](Layout<Int> const& l) { judge(count, l); });
}

}  // namespace

Operations inverse_operations() {
  constexpr char const* range = "rank <= 3, strides 0..12";
  return {{"left_inverse", range, Refusals::exact, small_cases<judge_left_inverse>,
           [](Count& c, Random& r) { judge_left_inverse(c, r.either(4, 24)); }},
          {"left_inverse, quasi", range, Refusals::exact, small_cases<judge_quasi>,
           [](Count& c, Random& r) { judge_quasi(c, r.either(4, 24)); }},
          {"right_inverse", range, Refusals::exact, small_cases<judge_right_inverse>,
           [](Count& c, Random& r) { judge_right_inverse(c, r.either(6, 24, true)); }},
          {"nullspace", "rank <= 3, strides -12..12", Refusals::exact,
           [](Count& c, Share& s) {
             every_layout(s, 3, {-12, 12}, [&](Layout<Int> const& l) { judge_nullspace(c, l); });
           },
           [](Count& c, Random& r) { judge_nullspace(c, r.layout(8, 12, true)); }},
          {"max_common_layout",
           range_of_pairs("A rank <= 3, B one mode, strides 0..12; A and B rank <= 2, strides 0..4"),
           Refusals::reported,
           [](Count& c, Share& s) {
             every_layout(s, 3, {0, 12, true}, [&](Layout<Int> const& a) {
               every_mode({}, true, [&](Mode<Int> const& m) { judge_common(c, a, leaf(m)); });
             });
             every_pair(s, {0, 4, true}, {0, 4},
                        [&](Layout<Int> const& a, Layout<Int> const& b) { judge_common(c, a, b); });
           },
           [](Count& c, Random& r) { judge_common(c, r.either(6, 8), r.either(6, 8)); }}};
}

}  // namespace census
