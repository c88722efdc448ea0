// SPDX-License-Identifier: MIT
// The census: every small layout against brute force. For left_inverse, strict complement, composition with
// one mode, and the decisions: no wrong answer, and no refusal of what exists.
//
//   census               rank <= 3, extents <= 4, strides <= 12, every one; then 200,000 random larger cases
//   census 7 1000000     every 7th of the small ones; then a million random ones
//   COLEX_NIGHTLY=1      ten million random ones for each operation, where no number is given
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <string>

#include "census/truth.hpp"
#include "colex/colex.hpp"

namespace census {
namespace {

using namespace colex;

/// What became of the cases of one operation.
struct Count {
  char const* operation;
  long cases = 0, answered = 0, refused = 0, undecided = 0, wrong = 0, lost = 0;

  void show(char const* kind, Layout<Int> const& l, Int other) const {
    std::printf("%s: %s:", operation, kind);
    for (auto const& m : l.leaves)
      std::printf(" %ld:%ld", static_cast<long>(m.shape), static_cast<long>(m.stride));
    std::printf("  (%ld)\n", static_cast<long>(other));
  }
  /// `right`: the answer is right; `exists`: the truth says there is one.
  void record(bool answers, bool right, bool exists, Condition why, Layout<Int> const& l, Int other = 0) {
    ++cases;
    ++(answers ? answered : refused);
    if (why == Condition::undecided) ++undecided;
    if (answers && !right && ++wrong <= 5) show("wrong", l, other);
    if (!answers && exists && ++lost <= 5) show("refused although it exists", l, other);
  }
  void report() const {
    std::printf("%-24s %9ld cases  %9ld answered  %9ld refused  %3ld undecided  %3ld wrong  %3ld lost\n",
                operation, cases, answered, refused, undecided, wrong, lost);
  }
};

/// Calls f for every flat layout of rank <= `ranks`, extents 1..4, strides 0..`strides`; every `pace`-th one.
template <class F>
void every_layout(int ranks, Int strides, long pace, F f) {
  long turn = 0;
  std::vector<Mode<Int>> modes;
  auto add = [&](auto const& self, int rank) -> void {
    if (rank == 0) {
      if (turn++ % pace == 0) f(make(modes));
      return;
    }
    for (Int s = 1; s <= 4; ++s)
      for (Int d = 0; d <= strides; ++d) {
        modes.push_back({s, d});
        self(self, rank - 1);
        modes.pop_back();
      }
  };
  for (int rank = 1; rank <= ranks; ++rank) add(add, rank);
}

/// `runs` random flat layouts of rank 1 to 3, extents 1..`shapes`, strides 0..`strides`.
class Random {
 public:
  Layout<Int> layout(Int shapes, Int strides) {
    std::vector<Mode<Int>> modes;
    for (Int rank = below(3) + 1; rank > 0; --rank) modes.push_back({below(shapes) + 1, below(strides + 1)});
    return make(modes);
  }
  /// Strides that are products of the extents, shuffled: the layouts that people write, and near misses.
  Layout<Int> chained(Int shapes) {
    std::vector<Mode<Int>> modes;
    Int stride = 1;
    for (Int rank = below(3) + 1; rank > 0; --rank) {
      Int const shape = below(shapes) + 1;
      modes.push_back({shape, below(8) == 0 ? stride + 1 : stride});
      stride *= shape * (below(3) == 0 ? below(3) + 1 : 1);
    }
    std::shuffle(modes.begin(), modes.end(), engine_);
    return make(modes);
  }
  Layout<Int> either(Int shapes, Int strides) {
    return below(2) == 0 ? chained(shapes) : layout(shapes, strides);
  }
  Int below(Int n) { return static_cast<Int>(engine_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 engine_{20240229};
};

bool injective_table(Table const& f) { return std::set<Int>(f.begin(), f.end()).size() == f.size(); }

void judge_left_inverse(Count& count, Layout<Int> const& l) {
  auto const f = table(l);
  auto const r = left_inverse(l);
  bool right = bool(r);
  for (std::size_t k = 0; right && k < f.size(); ++k) right = evaluate(r.value, f[k]) == static_cast<Int>(k);
  bool const exists = !r && injective_table(f) && has_left_inverse(f);
  count.record(bool(r), right, exists, r.refusal.condition, l);
}

void judge_injective(Count& count, Layout<Int> const& l) {
  auto const f = table(l);
  auto const why = injective(l);
  bool const yes = why.condition == Condition::none;
  bool const right =
      yes ? injective_table(f) : why.left < why.right && why.right < size(l) && f[why.left] == f[why.right];
  count.record(true, right, true, why.condition, l);
}

void judge_surjective(Count& count, Layout<Int> const& l) {
  auto const f = table(l);
  std::set<Int> const image(f.begin(), f.end());
  Int gap = 0;
  while (image.count(gap) != 0) ++gap;
  for (Int m : {gap, gap + 1, extent(l)}) {
    auto const why = surjective(l, m);
    bool const right = why.condition == Condition::none ? m <= gap : m > gap && why.left == gap;
    count.record(true, right, true, why.condition, l, m);
  }
}

void judge_complement(Count& count, Layout<Int> const& l, Int m) {
  auto const f = table(l);
  auto const r = complement(l, m);
  Table gaps;
  bool const tiled = tiles(f, m, gaps);
  bool const exists = tiled && is_layout(gaps);
  count.record(bool(r), r && tiled && table(r.value) == gaps, exists, r.refusal.condition, l, m);
}

/// A at an index of any size: the last mode runs on.
Int at(Layout<Int> const& a, Int rest) {
  Int value = 0;
  for (int k = 0; k < a.leaves.count; ++k) {
    bool const last = k + 1 == a.leaves.count;
    value += (last ? rest : rest % a.leaves[k].shape) * a.leaves[k].stride;
    rest /= a.leaves[k].shape;
  }
  return value;
}

/// What exists: a layout for each leaf of B, and together they add up to the whole.
bool composable(Layout<Int> const& a, Layout<Int> const& b, Table const& want) {
  Table sum{0};
  for (auto const& m : b.leaves) {
    Table part, next;
    for (Int p : table(leaf(m))) part.push_back(at(a, p));
    if (!is_layout(part)) return false;
    for (Int x : part)
      for (Int y : sum) next.push_back(x + y);
    sum = next;
  }
  return sum == want;
}

void judge_composition(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  Table want;
  for (Int i : table(b)) want.push_back(at(a, i));
  auto const r = composition(a, b);
  count.record(bool(r), r && table(r.value) == want, composable(a, b, want), r.refusal.condition, a, size(b));
}

void judge_right_inverse(Count& count, Layout<Int> const& l) {
  auto const f = table(l);
  auto const r = right_inverse(l);
  auto const back = table(r.value);
  bool right = bool(r);
  for (std::size_t k = 0; right && k < back.size(); ++k) right = f[back[k]] == static_cast<Int>(k);
  count.record(bool(r), right, true, r.refusal.condition, l);
}

void judge_divide(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  Table want, grid;
  auto const f = table(a), tile = table(b);
  auto const r = logical_divide(a, b);
  bool const tiled = tiles(tile, size(a), grid);
  if (tiled)
    for (Int g : grid)
      for (Int t : tile) want.push_back(f[t + g]);
  bool exists = tiled && is_layout(grid);
  if (exists) {  // B, the grid, and their sum must each be layouts once A is applied
    Table part, sum;
    for (Int g : grid) part.push_back(f[g]);
    exists = is_layout(part);
    Table whole;
    for (Int t : tile) whole.push_back(f[t]);
    exists = exists && composable(a, b, whole);
    for (Int x : part)
      for (Int y : whole) sum.push_back(x + y);
    exists = exists && sum == want;
  }
  count.record(bool(r), r && tiled && table(r.value) == want, exists, r.refusal.condition, a, size(b));
}

/// A o right-hand side, one law: copies of A that never meet, copy 0 being A itself.
void judge_product(Count& count, Layout<Int> const& a, Layout<Int> const& b) {
  auto const r = logical_product(a, b);
  bool right = true;
  if (r) {
    Layout<Int> const block = entry(r.value, 0), copies = entry(r.value, 1);
    right = block == a && size(copies) == size(b);
    auto const fa = table(a), fc = table(copies), fb = table(b);
    std::set<Int> const block_image(fa.begin(), fa.end()), copy_image(fc.begin(), fc.end());
    std::set<Int> sums;
    for (Int x : block_image)
      for (Int y : copy_image) sums.insert(x + y);
    right = right && sums.size() == block_image.size() * copy_image.size();
    for (std::size_t i = 0; right && i < fb.size(); ++i)  // copies repeat exactly where B does
      for (std::size_t j = 0; j < i; ++j) right = right && (fb[i] == fb[j]) == (fc[i] == fc[j]);
  }
  count.record(bool(r), right, false, r.refusal.condition, a, size(b));
}

/// The two sums of the last line.
long passed = 0, failed = 0;

template <class... Counts>
void report(Counts const&... counts) {
  for (Count const* c : {&counts...}) {
    c->report();
    long const bad = c->wrong + c->lost + c->undecided;
    failed += bad;
    passed += c->cases - bad;
  }
}

void small_cases(long pace) {
  Count injectives{"injective"}, surjectives{"surjective"}, rights{"right_inverse"}, lefts{"left_inverse"},
      complements{"complement, strict"}, compositions{"composition, one mode"},
      divides{"logical_divide, strict"}, products{"logical_product"};
  every_layout(3, 12, pace, [&](Layout<Int> const& l) {
    judge_injective(injectives, l);
    judge_surjective(surjectives, l);
    judge_right_inverse(rights, l);
    judge_left_inverse(lefts, l);
    for (Int m = size(l); m <= 2 * extent(l) + size(l); ++m) judge_complement(complements, l, m);
  });
  every_layout(3, 5, pace, [&](Layout<Int> const& a) {
    for (Int s = 1; s <= 8; ++s)
      for (Int d = 0; d <= 12; ++d) judge_composition(compositions, a, leaf(Mode<Int>{s, d}));
  });
  every_layout(2, 5, 1, [&](Layout<Int> const& a) {
    every_layout(2, 8, 3 * pace, [&](Layout<Int> const& b) { judge_divide(divides, a, b); });
  });
  every_layout(2, 5, 1, [&](Layout<Int> const& a) {
    every_layout(1, 12, pace, [&](Layout<Int> const& b) { judge_product(products, a, b); });
  });
  report(injectives, surjectives, rights, lefts, complements, compositions, divides, products);
}

void random_cases(long runs) {
  Random random;
  Count injectives{"injective"}, surjectives{"surjective"}, rights{"right_inverse"}, lefts{"left_inverse"},
      complements{"complement, strict"}, single{"composition, one mode"}, several{"composition, modes"},
      divides{"logical_divide, strict"}, products{"logical_product"};
  for (long run = 0; run < runs; ++run) {
    auto const a = random.either(8, 60);
    judge_injective(injectives, a);
    judge_surjective(surjectives, a);
    judge_right_inverse(rights, a);
    judge_left_inverse(lefts, random.either(4, 24));
    judge_complement(complements, a, size(a) * (random.below(12) + 1));
    judge_composition(single, random.either(8, 30), leaf(Mode<Int>{random.below(24) + 1, random.below(40)}));
    judge_composition(several, random.either(8, 30), random.either(6, 40));
    judge_divide(divides, random.either(8, 30), random.either(4, 16));
    judge_product(products, random.either(4, 16), random.either(4, 8));
  }
  report(injectives, surjectives, rights, lefts, complements, single, several, divides, products);
}

}  // namespace
}  // namespace census

int main(int argc, char** argv) {
  long const pace = argc > 1 ? std::max(1L, std::atol(argv[1])) : 1;
  char const* const nightly = std::getenv("COLEX_NIGHTLY");
  long const usual = nightly != nullptr && *nightly == '1' ? 10'000'000 : 200'000;
  long const runs = argc > 2 ? std::atol(argv[2]) : usual;
  std::printf("small cases%s\n", pace == 1 ? ", exhaustive" : "");
  census::small_cases(pace);
  std::printf("random cases, %ld for each operation\n", runs);
  census::random_cases(runs);
  std::printf("%ld passed, %ld failed\n", census::passed, census::failed);
  return census::failed == 0 ? 0 : 1;
}
