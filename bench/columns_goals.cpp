// SPDX-License-Identifier: MIT
// The three goals of columns on this machine: compositions of two modes with two modes a second on one core, admissibility
// answers a second on all of them, and the memory of layouts. Rows are products of candidates; every answer is compared with
// the single form's before anything is timed.
//
//   columns_goals [THREADS [ROWS [LAYOUTS]]]        16 threads, 2^18 rows for each, 10^7 layouts by default
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "colex/columns/operations.hpp"
#include "colex/text.hpp"

namespace {
using namespace colex;
using I = std::int64_t;
template <class T>
using Numbers = std::vector<std::vector<T>>;

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// Extents and strides of a tensor of two modes and of a tile of two modes of it, the first candidate changing fastest.
template <class T>
Numbers<T> candidates(I rows) {
  Numbers<T> m(8, std::vector<T>(static_cast<std::size_t>(rows)));
  I const extents[] = {16, 32, 64, 128, 256};
  for (std::size_t k = 0; k < static_cast<std::size_t>(rows); ++k) {
    std::size_t n = k;
    auto const next = [&](std::size_t count) { return std::exchange(n, n / count) % count; };
    I const e0 = extents[next(5)], e1 = extents[next(5)], t0 = I{1} << next(5), t1 = I{1} << next(5);
    bool const by_rows = next(2) != 0;
    I const values[] = {e0, by_rows ? e1 : 1, e1, by_rows ? 1 : e0, t0, 1, t1, e0};
    for (std::size_t c = 0; c < 8; ++c) m[c][k] = static_cast<T>(values[c]);
  }
  return m;
}
template <class T>
Layouts two_modes(Numbers<T> const& m, std::size_t first) {
  Layouts::ModeColumns const a{Column::of(m[first]), Column::of(m[first + 1])};
  Layouts::ModeColumns const b{Column::of(m[first + 2]), Column::of(m[first + 3])};
  return *Layouts::of(layout("(1,1)").profile, {a, b}, static_cast<I>(m[0].size()));
}

/// Seconds of `ask(thread)` in all threads at once, the least of several turns.
template <class Ask>
double seconds(int threads, Ask ask) {
  double least = 1e300;
  for (int turn = 0; turn < 7; ++turn) {
    double const began = now();
    std::vector<std::thread> all;
    for (int k = 1; k < threads; ++k) all.emplace_back([&, k] { ask(k); });
    ask(0);
    for (std::thread& one : all) one.join();
    least = std::min(least, now() - began);
  }
  return least;
}

/// Megabytes that the process has in memory.
double resident() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmRSS:") {
      double kilobytes = 0;
      status >> kilobytes;
      return kilobytes / 1e3;
    }
  return 0;
}

bool good = true;
void goal(char const* what, double value, char const* unit, bool met, char const* wanted) {
  std::printf("| %s | %.0f %s | %s | %s |\n", what, value, unit, wanted, met ? "met" : "missed");
}
void compared(char const* what, I rows, I differ) {
  std::printf("%s: %lld rows compared with the single form, %lld differ\n", what,
              static_cast<long long>(rows), static_cast<long long>(differ));
  good = good && differ == 0;
}
}  // namespace

int main(int argc, char** argv) {
  auto const given = [&](int k, I otherwise) { return argc > k ? std::atoll(argv[k]) : otherwise; };
  auto const threads = static_cast<int>(given(1, 16));
  I const rows = given(2, I{1} << 18), many = given(3, 10'000'000);
  if (threads < 1 || rows < 1 || many < 1) {
    std::fputs("columns_goals: threads, rows and layouts are at least 1\n", stderr);
    return 2;
  }
  auto const m = candidates<I>(rows);
  Layouts const a = two_modes(m, 0), b = two_modes(m, 4);
  {
    auto const answers = *composition(a, b);
    auto const admitted = *admissible_composition(a, b);
    I wrong = 0, wrongly = 0;
    for (I k = 0; k < rows; ++k) {
      auto const r = composition(a[k], b[k]);
      wrong += r.refusal.condition != answers.condition(k) || (r && !(r.value == answers[k])) ? 1 : 0;
      auto const d = admissible_composition(a[k], b[k]);
      wrongly += d.refusal.condition != admitted.condition(k) || (d && static_cast<I>(d.value) != admitted[k])
                     ? 1
                     : 0;
    }
    compared("composition", rows, wrong);
    compared("admissible_composition", rows, wrongly);
  }
  double const n = static_cast<double>(rows);
  std::printf("vectors of 512 bits: %s\n\n| what | figure | goal | |\n|---|---|---|---|\n",
              columns::kLanesPay ? "yes" : "no");
  double const one = n / seconds(1, [&](int) { (void)composition(a, b); }) / 1e6;
  goal("compositions of two modes with two modes, one core", one, "million a second", one >= 30, "30");
  double const each = n / seconds(1, [&](int) { (void)admissible_composition(a, b); }) / 1e6;
  std::printf("| admissibility of compositions, one core | %.0f million a second | | |\n", each);
  double const all = n * threads / seconds(threads, [&](int) { (void)admissible_composition(a, b); }) / 1e6;
  goal(("admissibility of compositions, " + std::to_string(threads) + " threads").c_str(), all,
       "million a second", all >= 100, "100 on sixteen");
  {
    double const before = resident();
    auto const narrow = candidates<std::int32_t>(many);
    Layouts const tensors = two_modes(narrow, 0), tiles = two_modes(narrow, 4);
    double const given_both = resident();
    std::string const what = std::to_string(many) + " layouts of two modes, ";
    double const of_given = (given_both - before) / 2;
    goal((what + "int32").c_str(), of_given, "MB", of_given <= 1000, "1000");
    auto const answers = *composition(tensors, tiles);
    double const of_answers = resident() - given_both;
    goal((what + "answers of composition, int64").c_str(), of_answers, "MB", of_answers <= 1000, "1000");
    I wrong = 0, asked = 0;
    for (I k = 0; k < many; k += 97, ++asked) {
      auto const r = composition(tensors[k], tiles[k]);
      wrong += r.refusal.condition != answers.condition(k) || (r && !(r.value == answers[k])) ? 1 : 0;
    }
    std::puts("");
    compared("composition of int32", asked, wrong);
  }
  return good ? 0 : 1;
}
