// SPDX-License-Identifier: MIT
// Census of the products of two layouts: copies that never meet, as many and as equal as B's offsets; refused
// only where A* has no layout after B. Where A* itself is refused, copies one behind the other would always
// do: declined.
#include "census/census.hpp"
#include "census/truth_divide.hpp"

namespace census {
namespace {

/// Copies one behind the other exist for any A and B; they are due where A* o B exists.
void record(Count& count, bool answers, bool right, Condition why, Repetition const& truth,
            Layout<Int> const& a, Layout<Int> const& b) {
  count.record({answers, right, true, why, true, truth.exists}, a, b);
}

void judge_logical(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  auto const r = planting(logical_product(a, b));
  Repetition const truth(a, b);
  bool right = r && rank(r.value) == 2 && entry(r.value, 0) == a && truth.exists;
  if (right) {
    Table const copies = table(entry(r.value, 1));
    right = copies == truth.copies && repeats(truth.block, copies, table(b));
  }
  record(count, bool(r), right, r.refusal.condition, truth, a, b);
}

/// Whether mode k of `r` pairs the block's mode k with its copies.
bool is_paired(Layout<Int> const& r, Repetition const& truth, Layout<Int> const& a, Layout<Int> const& b,
               bool block_first) {
  int const ranks = std::max(rank(a), rank(b));
  if (!truth.exists || rank(r) != ranks || !repeats(truth.block, truth.copies, table(b))) return false;
  Table want = zero();
  Int before = 1;
  for (int k = 0; k < ranks; ++k) {
    Table const block = k < rank(a) ? table(a.leaves[k]) : zero();
    Int const many = k < rank(b) ? b.leaves[k].shape : 1;
    Table copies;  // of mode k alone
    for (Int c = 0; c < many; ++c) copies.push(truth.copies[c * before]);
    before *= many;
    want.add(block_first ? block : copies);
    want.add(block_first ? copies : block);
    if (size(entry(r, k)) != block.count * many) return false;
  }
  return table(r) == want;
}

template <bool block_first>
void judge_paired(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  auto const r = planting(block_first ? blocked_product(a, b) : raked_product(a, b));
  Repetition const truth(a, b);
  bool const right = r && is_paired(r.value, truth, a, b, block_first);
  record(count, bool(r), right, r.refusal.condition, truth, a, b);
}

/// Blocks until the target is full, the copies counted in `order`: a blocked product by a tiler that is spelt
/// out here. Strict: refused where a block does not divide the target.
void judge_tile_to_shape(Count& count, Layout<Int> const& a, IntTuple<Int> const& target,
                         IntTuple<Int> const& order, Cover cover) {
  auto const r = planting(tile_to_shape(a, target, order, cover));
  List<Mode<Int>> copies;
  bool fits = rank(a) <= rank(target);
  for (int k = 0; fits && k < rank(target); ++k) {
    Int const have = k < rank(a) ? a.leaves[k].shape : 1, want = target.leaves[k];
    copies.push({(want + have - 1) / have, 0});
    if (cover == Cover::strict && want % have != 0) fits = false;
  }
  Verdict v{bool(r), false, fits, r.refusal.condition};
  if (fits) {
    Int next = 1;
    for (Int turn = 0; turn < copies.count; ++turn)
      for (int k = 0; k < copies.count; ++k)
        if (order.leaves[k] == turn) {
          copies[k].stride = next;
          next *= copies[k].shape;
        }
    auto const b = flat(copies);
    Repetition const truth(a, b);
    v.right = r && is_paired(r.value, truth, a, b, true);
    v.due = truth.exists;
  }
  count.record(v, a, target, order, cover);
}

IntTuple<Int> tuple(std::initializer_list<Int> numbers) {
  List<Int> list;
  for (Int n : numbers) list.push(n);
  return flat(list);
}
void small_targets(Count& count, Share& share) {
  every_layout(share, 2, {}, [&](Layout<Int> const& a) {
    for (Cover const cover : {Cover::strict, Cover::at_least})
      for (Int x = 1; x <= 8; ++x) {
        judge_tile_to_shape(count, a, tuple({x}), tuple({0}), cover);
        for (Int y = 1; y <= 8; ++y)
          for (Int first = 0; first < 2; ++first)
            judge_tile_to_shape(count, a, tuple({x, y}), tuple({first, 1 - first}), cover);
      }
  });
}
void random_target(Count& count, Random& random) {
  auto const a = random.either(4, 16);
  List<Int> target, order;
  Int const ranks = random.below(8) == 0 ? random.below(3) + 1 : 3, turn = random.below(3);
  for (int k = 0; k < ranks; ++k) {
    Int const have = k < rank(a) ? a.leaves[k].shape : 1;
    target.push(random.below(8) == 0 ? random.below(12) + 1 : have * (random.below(4) + 1));
    order.push((k + turn) % ranks);
  }
  judge_tile_to_shape(count, a, flat(target), flat(order),
                      random.below(2) == 0 ? Cover::strict : Cover::at_least);
}

template <auto judge>
void small_cases(Count& count, Share& share) {
  every_layout(share, 3, {}, [&](Layout<Int> const& a) {
    every_mode({}, false, [&](Mode<Int> const& m) { judge(count, a, leaf(m)); });
  });
  every_pair(share, {0, 6}, {0, 4}, [&](Layout<Int> const& a, Layout<Int> const& b) { judge(count, a, b); });
}
template <auto judge>
void random_case(Count& count, Random& random) {
  judge(count, random.either(4, 16), random.either(4, 8));
}

}  // namespace

Operations product_operations() {
  char const* const range = range_of_pairs(
      "A rank <= 3, B one mode, strides 0..12; A rank <= 2, strides 0..6, B rank 2, strides 0..4");
  return {{"logical_product", range, Refusals::exact, small_cases<judge_logical>, random_case<judge_logical>},
          {"blocked_product", range, Refusals::exact, small_cases<judge_paired<true>>,
           random_case<judge_paired<true>>},
          {"raked_product", range, Refusals::exact, small_cases<judge_paired<false>>,
           random_case<judge_paired<false>>},
          {"tile_to_shape",
           "block rank <= 2, strides 0..12; target rank <= 2, extents 1..8, both orders, strict and at_least",
           Refusals::exact, small_targets, random_target}};
}

}  // namespace census
