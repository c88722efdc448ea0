// SPDX-License-Identifier: MIT
// What single forms of the algebra take, of one to four modes: nanoseconds of processor time per call, the least of many windows; under
// callgrind one dump of statistics for each row, of kCounted calls. bench/single_forms.py compiles it over two trees of headers.
#include <valgrind/callgrind.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "subjects.hpp"

namespace {
using namespace colex::bench;

constexpr int kCounted = 64 * kCases, kTimed = 256 * kCases, kWindows = 40;

template <class Call>
[[gnu::noinline]] void ask(std::array<Case, kCases> const& all, int calls, Call const& call) {
  for (int k = 0; k < calls; ++k) {
    auto const answer = call(all[static_cast<std::size_t>(k % kCases)]);
    asm volatile("" : : "m"(answer) : "memory");
  }
}

/// Of the processor, for this process.
double nanoseconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * double(t.tv_sec) + double(t.tv_nsec);
}

bool is_asked(std::string const& name) {
  for (char const* one : {"coalesce", "composition_1", "composition", "complement", "logical_divide",
                          "right_inverse", "left_inverse"})
    if (name == one) return true;
  return false;
}
}  // namespace

int main() {
  bool const counting = RUNNING_ON_VALGRIND != 0;
  subjects([&](char const* name, auto call, auto right) {
    if (!is_asked(name)) return;
    for (int modes = 1; modes <= 4; ++modes) {
      auto const all = cases(modes, false);
      for (auto const& c : all)
        if (!right(c, call(c))) std::fprintf(stderr, "%s: a wrong answer\n", name), std::exit(1);
      std::string const row = std::string(name) + "/" + std::to_string(modes);
      if (counting) {
        CALLGRIND_ZERO_STATS;
        ask(all, kCounted, call);
        CALLGRIND_DUMP_STATS_AT(row.c_str());
        continue;
      }
      double best = 1e9;
      for (int window = 0; window < kWindows; ++window) {
        double const from = nanoseconds();
        ask(all, kTimed, call);
        best = std::min(best, (nanoseconds() - from) / kTimed);
      }
      std::printf("%s %g\n", row.c_str(), best);
    }
  });
  std::printf("calls %d\n", kCounted);
}
