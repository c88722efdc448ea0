// SPDX-License-Identifier: MIT
// Operations over columns of layouts beside the single forms on the same rows: nanoseconds of processor time per row, the
// least of several turns, each turn asking both, as a table in Markdown. Every answer is compared first.
//
//   columns [ROWS]          2^18 rows by default
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "colex/columns/operations.hpp"
#include "colex/text.hpp"

namespace {
using namespace colex;
using I = std::int64_t;
using Modes = std::vector<std::vector<I>>;

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}
template <class T>
void keep(T const& x) {
  asm volatile("" : : "r"(&x) : "memory");
}

Layouts two_modes(Modes const& m, std::size_t first, I rows) {
  Layouts::ModeColumns const a{Column::of(m[first]), Column::of(m[first + 1])};
  Layouts::ModeColumns const b{Column::of(m[first + 2]), Column::of(m[first + 3])};
  return *Layouts::of(layout("(1,1)").profile, {a, b}, rows);
}

bool same(Layout<I> const& single, Layouts const& all, I row) { return single == all[row]; }
bool same(I single, AnswerColumn const& all, I row) { return single == all[row]; }
bool same(Admissible single, AnswerColumn const& all, I row) { return static_cast<I>(single) == all[row]; }
bool wrong(Refusal<I> const& single, AnswerColumn const& all, I row) {
  return single.condition != all.condition(row);
}
template <class T, class Answers>
bool wrong(Result<T> const& single, Answers const& all, I row) {
  return single.refusal.condition != all.condition(row) || (single && !same(single.value, all, row));
}

bool good = true;

/// Times `of_columns()` and `of_row(k)`, once they agree on every row.
template <class OfColumns, class OfRow>
void measure(char const* name, I rows, OfColumns of_columns, OfRow of_row) {
  {
    auto const all = of_columns();
    I differ = 0;
    for (I k = 0; k < rows; ++k) differ += wrong(of_row(k), *all, k) ? 1 : 0;
    if (differ > 0) {
      std::printf("| %s | %lld rows differ | | |\n", name, static_cast<long long>(differ));
      good = false;
      return;
    }
  }
  double least[2] = {1e300, 1e300};
  for (int turn = 0; turn < 7; ++turn) {
    double const a = now();
    keep(of_columns());
    double const b = now();
    for (I k = 0; k < rows; ++k) keep(of_row(k));
    double const c = now();
    least[0] = std::min(least[0], b - a), least[1] = std::min(least[1], c - b);
  }
  double const n = static_cast<double>(rows);
  std::printf("| %s | %.1f | %.1f | %.2f | %.0f |\n", name, least[0] / n, least[1] / n, least[1] / least[0],
              n / least[0] * 1e3);
}

void table(char const* what, Modes const& m, I rows) {
  Layouts const a = two_modes(m, 0, rows), b = two_modes(m, 4, rows);
  std::vector<Layout<I>> x, y;
  std::vector<I> cotarget, index;
  for (I k = 0; k < rows; ++k) {
    x.push_back(a[k]), y.push_back(b[k]);
    cotarget.push_back(4 * size(x.back())), index.push_back(size(x.back()) - 1);
  }
  Column const top = Column::of(cotarget), at = Column::of(index);
  auto const outer = [&](I k) -> Layout<I> const& { return x[static_cast<std::size_t>(k)]; };
  auto const inner = [&](I k) -> Layout<I> const& { return y[static_cast<std::size_t>(k)]; };
  auto const m_of = [&](I k) { return cotarget[static_cast<std::size_t>(k)]; };
  std::printf(
      "\n%s\n\n| operation | columns, ns a row | single, ns | single / columns | million rows a second "
      "|\n|---|---|---|---|---|\n",
      what);
  measure(
      "evaluate", rows, [&] { return evaluate(a, at); },
      [&](I k) { return Result<I>::answer(evaluate(outer(k), index[static_cast<std::size_t>(k)])); });
  measure(
      "coalesce", rows, [&] { return coalesce(a); },
      [&](I k) { return Result<Layout<I>>::answer(coalesce(outer(k))); });
  measure(
      "composition", rows, [&] { return composition(a, b); },
      [&](I k) { return composition(outer(k), inner(k)); });
  measure(
      "complement", rows, [&] { return complement(b, top); },
      [&](I k) { return complement(inner(k), m_of(k)); });
  measure(
      "logical_divide", rows, [&] { return logical_divide(a, b); },
      [&](I k) { return logical_divide(outer(k), inner(k)); });
  measure(
      "right_inverse", rows, [&] { return right_inverse(a); }, [&](I k) { return right_inverse(outer(k)); });
  measure(
      "injective", rows, [&] { return injective(a); }, [&](I k) { return injective(outer(k)); });
  measure(
      "max_alignment", rows, [&] { return max_alignment(a); }, [&](I k) { return max_alignment(outer(k)); });
  measure(
      "admissible_composition", rows, [&] { return admissible_composition(a, b); },
      [&](I k) { return admissible_composition(outer(k), inner(k)); });
}
}  // namespace

int main(int argc, char** argv) {
  I const rows = argc == 2 ? std::atoll(argv[1]) : I{1} << 18;
  Modes m(8, std::vector<I>(static_cast<std::size_t>(rows)));
  I const extents[] = {16, 32, 64, 128, 256};
  for (std::size_t k = 0; k < m[0].size();
       ++k) {  // candidates for a tensor and a tile, the first changing fastest
    std::size_t n = k;
    auto const next = [&](std::size_t count) { return std::exchange(n, n / count) % count; };
    I const e0 = extents[next(5)], e1 = extents[next(5)], t0 = I{1} << next(5), t1 = I{1} << next(5);
    bool const rows_first = next(2) != 0;
    I const values[] = {e0, rows_first ? e1 : 1, e1, rows_first ? 1 : e0, t0, 1, t1, e0};
    for (std::size_t c = 0; c < 8; ++c) m[c][k] = values[c];
  }
  table("Products of candidates: a tensor of two modes, and a tile of two modes of it.", m, rows);
  std::mt19937_64 dice(45);
  for (std::size_t k = 0; k < m[0].size(); ++k) {
    auto const below = [&](std::uint64_t n) { return dice() % n; };
    I const e0 = I{1} << below(9), e1 = I{1} << below(9), t0 = I{1} << below(5), t1 = I{1} << below(5);
    bool const rows_first = below(2) != 0;
    I const values[] = {e0, rows_first ? e1 : 1, e1, rows_first ? 1 : e0, t0, I{1} << below(3), t1, e0};
    for (std::size_t c = 0; c < 8; ++c) m[c][k] = values[c];
  }
  table("The same at random: neighbours take different paths.", m, rows);
  for (auto& column : m)
    for (std::size_t k = 0; k < column.size(); ++k)
      column[k] = &column == &m[0] || &column == &m[2] || &column == &m[4] || &column == &m[6]
                      ? 1 + I(dice() % 12)
                      : I(dice() % 64);
  table("Any extents to 12 and strides to 63: most are refused, by the search beyond the textbook.", m, rows);
  return good ? 0 : 1;
}
