// SPDX-License-Identifier: MIT
// Census of complement: strict and covering against the only set of copies that can fill [0, M), disjoint
// against its contract.
#include "census/census.hpp"

namespace census {
namespace {

/// Every cotarget in turn shares one tiling.
struct Subject {
  Layout<Int> given, moves;
  Table f, kept;
  Tiling whole, without_zeros;
  Subject(Layout<Int> const& l, Int most)
      : given(l),
        moves(moving(l)),
        f(table(l)),
        kept(table(moves)),
        whole(f, most),
        without_zeros(kept, most + 2 * kept.top() + 2) {}
};

void judge_strict(Count& count, Subject const& a, Int m) {
  auto const r = planting(complement(a.given, m));
  bool exists = a.whole.fills(m), right = false;
  if (exists) {
    Table const gaps = a.whole.starts(m);
    right = r && table(r.value) == gaps;
    exists = is_layout(gaps);
  }
  count.record({bool(r), right, exists, r.refusal.condition}, a.given, m);
}

/// Strict in [0, c), c the first size from M on that the copies fill.
void judge_at_least(Count& count, Subject const& a, Int m) {
  auto const r = planting(complement(a.given, m, Cover::at_least));
  Int const c = a.without_zeros.next_filled(m);
  bool exists = c >= 0, right = false;
  if (exists) {
    Table const gaps = a.without_zeros.starts(c);
    right = r && table(r.value) == gaps;
    exists = is_layout(gaps);
  }
  count.record({bool(r), right, exists, r.refusal.condition}, a.given, m);
}

/// Increasing, disjoint copies that end at M or beyond, and would not with one copy of all fewer.
/// Where the modes that move are injective, copies one behind the other would always do; CuTe's rule refuses
/// some of these.
void judge_disjoint(Count& count, Subject const& a, Int m) {
  auto const r = planting(complement(a.given, m, Cover::disjoint));
  bool right = false;
  bool const injective = injective_table(a.kept);
  if (r) {
    Table const copies = table(r.value);
    Int const reach = least_cotarget(a.moves), end = a.kept.top() + copies.top() + 1;
    right = injective && increasing(copies) && disjoint_sums(a.kept, copies) && end >= m &&
            (copies.top() < reach || end - reach < m);
  }
  count.record({bool(r), right, injective, r.refusal.condition}, a.given, m);
}

template <auto judge>
void small_cases(Count& count, Share& share) {
  every_layout(share, 3, {}, [&](Layout<Int> const& l) {
    Int const most = 2 * extent(l) + size(l);
    Subject const a(l, most);
    for (Int m = 1; m <= most; ++m) judge(count, a, m);
  });
}
template <auto judge>
void random_case(Count& count, Random& random) {
  auto const l = random.either(8, 60);
  Int const m = random.below(2) == 0 ? size(l) * (random.below(12) + 1) : random.below(2 * extent(l)) + 1;
  judge(count, Subject(l, m), m);
}

}  // namespace

Operations complement_operations() {
  constexpr char const* range = "rank <= 3, strides 0..12, every M up to 2 extent + size";
  return {
      {"complement, strict", range, Refusals::exact, small_cases<judge_strict>, random_case<judge_strict>},
      {"complement, at least", range, Refusals::exact, small_cases<judge_at_least>,
       random_case<judge_at_least>},
      {"complement, disjoint", range, Refusals::reported, small_cases<judge_disjoint>,
       random_case<judge_disjoint>}};
}

}  // namespace census
