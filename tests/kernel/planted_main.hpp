// SPDX-License-Identifier: MIT
// Runs problems with each defect that is planted in a copy of the kernels' headers. A program has them all, and chooses
// when it runs; each runs in a process of its own.
//
//   hopper_planted 0/2        every second defect, from the first on
//
// Nothing may be wrong where no defect runs. A problem is run with the defects whose place it reaches, until the word that
// a defect must bring is said; with COLEX_NIGHTLY=1 all of these problems run.
#pragma once

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <span>
#include <string>

#include "planted_choice.hpp"

namespace colex::planted {

/// What is wrong, in words: defects that the platform names, `value` for a wrong element, `writes` for one that is not
/// written once.
using Words = std::set<std::string>;

struct Problem {
  char const* name;
  Words (*run)();
};
struct Defect {
  char const* name;
  char const* word;
};

inline constexpr unsigned most_seconds = 60;  // of processor time, against what never ends
inline constexpr std::size_t most_words = 1 << 10, most_problems = 32, most_defects = 1 << 10;

struct Shared {
  char words[most_words];
  unsigned char reached[most_problems][most_defects];
};

inline void say(Shared& shared, Words const& wrong, char const* problem) {
  std::string all;
  for (auto const& word : wrong) all += (all.empty() ? "" : ", ") + word;
  if (!wrong.empty()) all += std::string(" (") + problem + ")";
  std::strncpy(shared.words, all.c_str(), most_words - 1);
}

/// Runs it in a process of its own; what kept it from its end, or nothing.
template <class Work>
std::string in_a_child(Shared& shared, Work work) {
  shared.words[0] = '\0';
  std::fflush(stdout);
  pid_t const child = ::fork();
  if (child < 0) return "no process can be made";
  if (child == 0) {
    ::rlimit const limit{most_seconds, most_seconds}, no_core{0, 0};
    ::setrlimit(RLIMIT_CPU, &limit), ::setrlimit(RLIMIT_CORE, &no_core);
    work();
    std::_Exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return "no answer within " + std::to_string(most_seconds) + " s of processor time";
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                             : "exit status " + std::to_string(WEXITSTATUS(status));
}

inline int run_planted(std::span<Defect const> defects, std::span<Problem const> problems, int argc,
                       char** argv) {
  int own = 0, parts = 1;
  if (argc != 2 || std::sscanf(argv[1], "%d/%d", &own, &parts) != 2 || own < 0 || own >= parts) {
    std::fputs("usage: PROGRAM 0/2\n", stderr);
    return 2;
  }
  if (defects.size() > most_defects || problems.size() > most_problems)
    return std::fputs("too many\n", stderr), 2;
  void* const memory =
      ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return std::perror("mmap"), 2;
  Shared& shared = *static_cast<Shared*>(memory);
  bool const all = std::getenv("COLEX_NIGHTLY") != nullptr;
  int failures = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    auto const stopped = in_a_child(shared, [&] {
      reached = shared.reached[i];
      say(shared, problems[i].run(), problems[i].name);
    });
    bool const right = stopped.empty() && shared.words[0] == '\0';
    failures += !right;
    std::printf("%s nothing planted: %s\n", right ? "ok  " : "FAIL",
                right ? problems[i].name : (shared.words + stopped).c_str());
  }
  for (auto k = static_cast<std::size_t>(own); k < defects.size(); k += static_cast<std::size_t>(parts)) {
    bool is_reached = false;
    for (std::size_t i = 0; i < problems.size(); ++i) is_reached = is_reached || shared.reached[i][k] != 0;
    auto const stopped = in_a_child(shared, [&] {
      active = static_cast<int>(k);
      Words wrong;
      for (std::size_t i = 0; i < problems.size() && (all || !wrong.contains(defects[k].word)); ++i)
        if (shared.reached[i][k] != 0) wrong.merge(problems[i].run()), say(shared, wrong, problems[i].name);
    });
    std::string const words = shared.words;
    bool const right =
        stopped.empty() &&
        (", " + words.substr(0, words.rfind(" (")) + ",").find(std::string(", ") + defects[k].word + ",") !=
            std::string::npos;
    failures += !right;
    std::printf("%s %s: %s%s\n", right ? "ok  " : "FAIL", defects[k].name,
                words.empty() ? "nothing is wrong" : words.c_str(),
                !is_reached       ? "; no problem reaches its place"
                : stopped.empty() ? ""
                                  : ("; " + stopped).c_str());
  }
  if (!all)
    std::puts(
        "nightly: planted defects of kernels: every problem that reaches them; by day up to the one that "
        "shows them: each is a launch");
  return failures == 0 ? 0 : 1;
}

}  // namespace colex::planted
