// SPDX-License-Identifier: MIT
// Nanoseconds of each operation by number of modes, flat and nested: operation/modes/flat. Each answer is checked
// before it is timed. `--cases` prints what was asked and answered instead, for peers to be asked the same.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "colex/print.hpp"
#include "subjects.hpp"

namespace {
using namespace colex::bench;

/// What a peer is asked instead, as a line of JSON; nothing where this is no question to a peer.
template <class Answer>
void say(std::string_view name, std::string const& row, Case const& c, Answer const& answer) {
  if constexpr (requires { colex::to_text(answer); }) {
    std::string args = name == "complement" ? colex::to_text(c.gaps) : colex::to_text(c.a);
    if (name == "composition") args += "\", \"" + colex::to_text(c.order);
    if (name == "composition_1" || name == "logical_divide" || name == "logical_product")
      args += "\", \"" + colex::to_text(c.tile);
    if (name == "complement") args += "\", \"" + std::to_string(c.cotarget);
    std::printf("{\"row\": \"%s\", \"args\": [\"%s\"], \"answer\": \"%s\"}\n", row.c_str(), args.c_str(),
                colex::to_text(answer).c_str());
  }
}

template <class Call, class Right>
void add(char const* name, int modes, bool nested, bool to_say, Call call, Right right) {
  auto const all = cases(modes, nested);
  std::string const row = std::string(name) + "/" + std::to_string(modes) + (nested ? "/nested" : "/flat");
  for (int k = 0; k < kCases; ++k)
    if (!right(all[k], call(all[k]))) {
      std::fprintf(stderr, "bench: %s: a wrong answer on case %d\n", row.c_str(), k);
      std::exit(1);
    }
  if (to_say) {
    for (auto const& c : all) say(name, row, c, call(c));
    return;
  }
  benchmark::RegisterBenchmark(row.c_str(), [call, all](benchmark::State& state) {
    int k = 0;
    for (auto _ : state) {
      benchmark::DoNotOptimize(call(all[k]));
      k = (k + 1) % kCases;
    }
  });
}
}  // namespace

int main(int argc, char** argv) {
  bool const to_say = argc == 2 && std::string_view(argv[1]) == "--cases";
  subjects([&](char const* name, auto call, auto right) {
    for (int modes = 1; modes <= kMostModes; ++modes) {
      add(name, modes, false, to_say, call, right);
      if (modes > 2) add(name, modes, true, to_say, call, right);
    }
  });
  if (to_say) return 0;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
