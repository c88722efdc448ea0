// SPDX-License-Identifier: MIT
// Census of the products of two layouts: copies that never meet, as many and as equal as B's offsets; refused
// only where A* has no layout after B. Where A* itself is refused, copies one behind the other would always
// do: declined.
#include "census/census.hpp"
#include "census/truth_divide.hpp"

namespace census {
namespace {

/// Copies one behind the other exist for any A and B, so every refusal is one of what exists; a failure only
/// where A* o B exists.
void record(Count& count, Verdict v, Repetition const& truth, Layout<Int> const& a, Layout<Int> const& b) {
  v.exists = true;
  count.refusals = truth.exists ? Refusals::exact : Refusals::reported;
  count.record(v, a, b);
}

void judge_logical(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  auto const r = planting(logical_product(a, b));
  Repetition const truth(a, b);
  bool right = r && rank(r.value) == 2 && entry(r.value, 0) == a && truth.exists;
  if (right) {
    Table const copies = table(entry(r.value, 1));
    right = copies == truth.copies && repeats(truth.block, copies, table(b));
  }
  record(count, {bool(r), right, true, r.refusal.condition}, truth, a, b);
}

/// Mode k pairs the block's mode k with its copies.
template <bool block_first>
void judge_paired(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  auto const r = planting(block_first ? blocked_product(a, b) : raked_product(a, b));
  Repetition const truth(a, b);
  bool right = r && truth.exists && repeats(truth.block, truth.copies, table(b));
  int const ranks = std::max(rank(a), rank(b));
  if (right) right = rank(r.value) == ranks;
  Table want = zero();
  for (int k = 0, before = 1; right && k < ranks; ++k) {
    Table const block = k < rank(a) ? table(a.leaves[k]) : zero();
    Table copies;  // of mode k alone
    Int const many = k < rank(b) ? b.leaves[k].shape : 1;
    for (Int c = 0; c < many; ++c) copies.push(truth.copies[c * before]);
    before *= static_cast<int>(many);
    want.add(block_first ? block : copies);
    want.add(block_first ? copies : block);
    right = size(entry(r.value, k)) == block.count * many;
  }
  right = right && table(r.value) == want;
  record(count, {bool(r), right, true, r.refusal.condition}, truth, a, b);
}

template <auto judge>
void small_cases(Count& count, Share& share) {
  every_layout(share, 3, {}, [&](Layout<Int> const& a) {
    every_mode({}, false, [&](Mode<Int> const& m) { judge(count, a, leaf(m)); });
  });
  every_layout(share, 2, {0, 6}, [&](Layout<Int> const& a) {
    every_layout_of_rank(2, {0, 4}, [&](Layout<Int> const& b) { judge(count, a, b); });
  });
}
template <auto judge>
void random_case(Count& count, Random& random) {
  judge(count, random.either(4, 16), random.either(4, 8));
}

}  // namespace

Operations product_operations() {
  constexpr char const* range =
      "A rank <= 3, B one mode, strides 0..12; A rank <= 2, strides 0..6, B rank 2, strides 0..4";
  return {
      {"logical_product", range, Refusals::reported, small_cases<judge_logical>, random_case<judge_logical>},
      {"blocked_product", range, Refusals::reported, small_cases<judge_paired<true>>,
       random_case<judge_paired<true>>},
      {"raked_product", range, Refusals::reported, small_cases<judge_paired<false>>,
       random_case<judge_paired<false>>}};
}

}  // namespace census
