// SPDX-License-Identifier: MIT
// Theorems by Z3 alone, on headers that hold many mutants (schemata.py), one of which runs. Every line of standard
// input is done in a process of its own:
//
//   reach coalesce_preserves_the_map 60 4000           which mutants each part of the theorem reaches
//   12 coalesce_preserves_the_map 60 4000 0,3          parts 0 and 3 with mutant 12; limits: s, ms a query
//
// The answer is a line: `part K: 12 40 ...` a part and then `proved SECONDS`; or `proved`, `refuted: CLAIM`,
// `not proved: WHY`, `crashed`.
#include <signal.h>

#include <chrono>
#include <csetjmp>
#include <cstring>
#include <exception>
#include <iostream>
#include <set>
#include <sstream>

#include "catalogue.hpp"
#include "child.hpp"
#include "colex/mutant.hpp"
#include "lemmas/division.hpp"

namespace {

using namespace colex;
using namespace colex::sym;

constexpr int kMutants = sizeof mutants::reached;

std::string one_line(std::string s) {
  for (char& c : s)
    if (c == '\n') c = ' ';
  return s.substr(0, 200);
}

struct Task {
  std::string what, theorem, parts;
  unsigned seconds = 60, milliseconds = 4000;
};

void say_reached(int part) {
  if (part >= 0) {
    std::cout << "part " << part << ":";
    for (int k = 0; k < kMutants; ++k)
      if (mutants::reached[k]) std::cout << " " << k;
    std::cout << "\n";
  }
  std::memset(mutants::reached, 0, sizeof mutants::reached);
}

void work(Lemmas const& lemmas, Task const& task) {
  bool const reach = task.what == "reach";
  mutants::active = reach ? -1 : std::stoi(task.what);
  std::set<int> wanted;
  std::istringstream numbers(task.parts);
  for (std::string one; std::getline(numbers, one, ',');) wanted.insert(std::stoi(one));
  Settings settings;
  settings.second_solver = settings.mutants = false;
  settings.stop_at_refutation = !reach;
  settings.limits.milliseconds = task.milliseconds;
  int part = -1;
  settings.wants_part = [&](std::string const&) {
    if (reach) say_reached(part);
    ++part;
    return reach || wanted.count(part) != 0;
  };
  Report report;
  for (auto const& theorem : theorems()) {
    if (theorem.name != task.theorem) continue;
    report.name = theorem.name;
    std::memset(mutants::reached, 0, sizeof mutants::reached);
    auto const start = std::chrono::steady_clock::now();
    try {
      Proof proof(lemmas, settings, report);
      theorem.prove(proof);
    } catch (std::exception const& e) {
      report.z3 = Verdict::error;
      report.failures.push_back(e.what());
    }
    if (reach) say_reached(part);
    std::chrono::duration<double> const took = std::chrono::steady_clock::now() - start;
    if (report.z3 == Verdict::proved && report.failures.empty()) {
      std::cout << "proved " << (reach ? std::to_string(took.count()) : "") << std::endl;
      return;
    }
    for (auto const& failure : report.failures)
      if (failure.find(": z3 refuted (") != std::string::npos) {
        std::cout << "refuted: " << one_line(failure) << std::endl;
        return;
      }
    std::cout << "not proved: " << one_line(report.failures.empty() ? "" : report.failures[0]) << std::endl;
    return;
  }
  std::cout << "error: no such theorem" << std::endl;
}

}  // namespace

int main() {
  Settings settings;
  settings.second_solver = settings.mutants = false;
  for (std::string line; std::getline(std::cin, line);) {
    Task task;
    std::istringstream(line) >> task.what >> task.theorem >> task.seconds >> task.milliseconds >> task.parts;
    int const status = mutants::in_a_child(task.seconds, [&] {
      Book book(settings);
      Lemmas const lemmas(book);
      work(lemmas, task);
    });
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
      std::cout << "not proved: no verdict within " << task.seconds << " s of processor time" << std::endl;
    else if (status != 0)
      std::cout << "crashed: status " << status << std::endl;
  }
}
