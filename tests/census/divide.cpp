// SPDX-License-Identifier: MIT
// Census of logical_divide by one tile. Strict: exact. Covering: A's modes may be rounded up to whole tiles,
// so the truth tries every way to round; a refusal is lost where A would do as it is, nothing rounded.
#include "census/census.hpp"
#include "census/truth_divide.hpp"

namespace census {
namespace {

void judge_strict(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  auto const r = planting(logical_divide(a, b));
  Division const truth(a, b);
  bool const right = r && truth.tiled && table(r.value) == truth.whole && rank(r.value) == 2 &&
                     table(entry(r.value, 0)) == truth.tile;
  count.record({bool(r), right, truth.exists, r.refusal.condition}, a, b);
}

/// A's modes, those that continue each other as one; the last counts at extent 1 too, since it may run on.
List<Mode<Int>> merged(Layout<Int> const& a) {
  List<Mode<Int>> r;
  for (int k = 0; k < a.leaves.count; ++k) {
    Mode<Int> const m = a.leaves[k];
    if (r.count > 0 && (m.shape > 1 || k + 1 == a.leaves.count) &&
        m.stride == r.back().shape * r.back().stride) {
      r[r.count - 1].shape *= m.shape;
    } else if (m.shape > 1 || k + 1 == a.leaves.count) {
      r.push(m);
    }
  }
  return r;
}

/// The next way to round A's modes up by less than their extents; false after the last.
bool round_further(List<Mode<Int>> const& a, List<Mode<Int>>& rounded) {
  for (int k = 0; k < a.count; ++k) {
    if (++rounded[k].shape < 2 * a[k].shape) return true;
    rounded[k].shape = a[k].shape;
  }
  return false;
}

/// Where the copies of B start, for A's modes rounded like this; empty where there is no such cover.
Table starts(List<Mode<Int>> const& a, List<Mode<Int>> const& rounded, Layout<Int> const& b, Cover cover) {
  Int const points = size(rounded);
  Table const kept = table(moving(b));
  if (cover == Cover::at_least) {
    Tiling const tiling(kept, points + 2 * kept.top() + 2);
    Int const filled = tiling.next_filled(points);
    return filled < 0 ? Table() : tiling.starts(filled);
  }
  auto const rest = complement(b, points, Cover::disjoint);  // judged by itself in complement.cpp
  if (!rest) return {};
  Table const copies = table(rest.value);
  if (!disjoint_sums(kept, copies)) return {};
  Seen& reached = fresh_seen();
  for (Int g : copies)
    for (Int t : kept) reached.insert(g + t);
  Table places = zero();  // of A's points in the rounded domain
  Int step = 1;
  for (int k = 0; k < a.count; ++k) {
    places.add(Mode<Int>{a[k].shape, step});
    step *= rounded[k].shape;
  }
  for (Int i : places)
    if (!reached.has(i)) return {};
  return copies;
}

/// answer(t, g) == A(B(t) + g), A rounded, everywhere.
bool is_divided(Table const& answer, List<Mode<Int>> const& rounded, Table const& tile, Table const& copies) {
  if (answer.count != tile.count * copies.count) return false;
  for (int g = 0, k = 0; g < copies.count; ++g)
    for (int t = 0; t < tile.count; ++t, ++k)
      if (answer[k] != at(rounded, tile[t] + copies[g])) return false;
  return true;
}

/// Whether A's modes as they are, nothing rounded, have a tile and a grid that add up.
bool divides_unrounded(List<Mode<Int>> const& a, Layout<Int> const& b, Cover cover) {
  Table const copies = starts(a, a, b, cover), tile = table(b);
  if (copies.count == 0) return false;
  Table const grid = after(a, copies);
  Table sum = after(a, tile);
  if (!is_layout(grid) || !composable(a, b, sum)) return false;
  sum.add(grid);
  return is_divided(sum, a, tile, copies);
}

template <Cover cover>
void judge_cover(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  auto const r = planting(logical_divide(a, b, cover));
  auto const modes = merged(a);
  bool right = false;
  if (r && rank(r.value) == 2) {
    Table const tile = table(b), answer = table(r.value);
    auto rounded = modes;
    do {
      right = size(entry(r.value, 0)) == tile.count &&
              is_divided(answer, rounded, tile, starts(modes, rounded, b, cover));
    } while (!right && round_further(modes, rounded));
  }
  count.record({bool(r), right, right || divides_unrounded(modes, b, cover), r.refusal.condition}, a, b,
               cover);
}

template <auto judge>
void small_cases(Count& count, Share& share) {
  every_layout(share, 3, {0, 12, true}, [&](Layout<Int> const& a) {
    every_mode({}, false, [&](Mode<Int> const& m) { judge(count, a, leaf(m)); });
  });
  every_pair(share, {0, 4, true}, {0, 8},
             [&](Layout<Int> const& a, Layout<Int> const& b) { judge(count, a, b); });
}
template <auto judge>
void random_case(Count& count, Random& random) {
  judge(count, random.either(6, 30), random.either(4, 16));
}

}  // namespace

Operations divide_operations() {
  char const* const range = range_of_pairs(
      "A rank <= 3, B one mode, strides 0..12; A rank <= 2, strides 0..4, B rank 2, strides 0..8");
  return {{"divide, strict", range, Refusals::exact, small_cases<judge_strict>, random_case<judge_strict>},
          {"divide, at least", range, Refusals::exact, small_cases<judge_cover<Cover::at_least>>,
           random_case<judge_cover<Cover::at_least>>},
          {"divide, disjoint", range, Refusals::exact, small_cases<judge_cover<Cover::disjoint>>,
           random_case<judge_cover<Cover::disjoint>>}};
}

}  // namespace census
