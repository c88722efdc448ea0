// SPDX-License-Identifier: MIT
// find_layout of tables in memory beside one pass that reads every value: nanoseconds of processor time per value, the
// least of nine turns, as a table in Markdown. Each answer is checked first, against the layout that the table was
// written from.
//
//   find_tables          tables of 2^10, 2^16, 2^20 and 2^24 values
//   find_tables 12       of up to 2^12 only
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "colex/find.hpp"

namespace {
using I = std::int64_t;
using colex::Layout;

/// A layout of `bits` modes of extent 2, mode k with the stride stride(k).
template <class Stride>
Layout<I> of_bits(int bits, Stride stride) {
  colex::List<colex::Mode<I>> modes;
  for (int k = 0; k < bits; ++k) modes.push({2, stride(k)});
  return colex::flat(modes);
}

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}
/// Nanoseconds of a call, repeated for 2^22 values at least.
template <class Call>
double timed(I values, Call call) {
  I const rounds = std::max<I>(1, (I{1} << 22) / values);
  double const start = now();
  for (I n = 0; n < rounds; ++n) call();
  return (now() - start) / static_cast<double>(rounds);
}

/// Prints what `layout` takes as a table; false where another layout is found.
bool measure(Layout<I> const& layout) {
  I const points = colex::size(layout);
  std::vector<I> table(static_cast<std::size_t>(points));
  for (I i = 0; i < points; ++i) table[static_cast<std::size_t>(i)] = colex::evaluate(layout, i);
  I const* const values = table.data();
  auto const f = [values](I i) { return values[i]; };
  auto const found = colex::find_layout<I>(f, points);
  if (!found || !(found.value == colex::coalesce(layout))) return false;
  double least[2] = {1e300, 1e300};
  for (int turn = 0; turn < 9; ++turn) {
    least[0] = std::min(least[0], timed(points, [&] {
                          auto const r = colex::find_layout<I>(f, points);
                          asm volatile("" : : "r"(&r) : "memory");
                        }));
    least[1] = std::min(least[1], timed(points, [&] {
                          I sum = 0;
                          for (I i = 0; i < points; ++i) sum += f(i);
                          asm volatile("" : : "r"(sum) : "memory");
                        }));
  }
  auto const each = static_cast<double>(points);
  std::printf(" %.2f | %.2f |", least[0] / each, least[1] / each);
  return true;
}
}  // namespace

int main(int argc, char** argv) {
  int const most = argc == 2 ? std::atoi(argv[1]) : 24;
  std::printf("| table |");
  for (int bits : {10, 16, 20, 24})
    if (bits <= most) std::printf(" 2^%d | pass |", bits);
  std::printf("\n|---|");
  for (int bits : {10, 16, 20, 24})
    if (bits <= most) std::printf("---|---|");
  auto const row = [&](char const* name, auto layout) {
    std::printf("\n| %s |", name);
    for (int bits : {10, 16, 20, 24})
      if (bits <= most && !measure(layout(bits))) {
        std::fprintf(stderr, "find_tables: %s, 2^%d: another layout is found\n", name, bits);
        std::exit(1);
      }
  };
  row("bit reversal, all extents 2",
      [](int bits) { return of_bits(bits, [=](int k) { return I{1} << (bits - 1 - k); }); });
  row("sparse bits, all extents 2",
      [](int bits) { return of_bits(bits, [](int k) { return I{1} << 2 * k; }); });
  row("3i, one mode", [](int bits) { return colex::leaf(colex::Mode<I>{I{1} << bits, 3}); });
  std::printf("\n");
}
