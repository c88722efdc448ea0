// SPDX-License-Identifier: MIT
// What the row of each operation takes in C++, called as the table calls it: the row's function and the conversion of its
// arguments, without choosing the row. bench/python_rows.py writes the lines "ROW<tab>argument<tab>...", ROW the number of the page,
// and reads "nanoseconds" or "-" where the row refuses.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>

#include "operations/read.hpp"
#include "operations/table.hpp"

using namespace colex::cli;

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The least of many windows, each shorter than a turn of the scheduler.
double nanoseconds(Operation const& operation, Call const& call) {
  double best = 1e9;
  for (int window = 0; window < 40; ++window) {
    int calls = 0;
    double const from = seconds();
    double passed = 0;
    for (; passed < 2e-4; passed = seconds() - from)
      for (int k = 0; k < 16; ++k, ++calls) {
        Answer const answer = operation.run(call);
        asm volatile("" : : "r"(&answer) : "memory");
      }
    best = std::min(best, 1e9 * passed / calls);
  }
  return best;
}

std::vector<std::string> fields(std::string const& line) {
  std::vector<std::string> r;
  for (std::size_t from = 0, to = 0; to != line.npos; from = to + 1)
    to = line.find('\t', from), r.push_back(line.substr(from, to - from));
  return r;
}

void answer(std::vector<std::string> const& given) {
  Operation const& operation = operations()[std::stoul(given[0])];
  std::vector<Argument> arguments;
  for (std::size_t k = 1; k < given.size(); ++k) {
    bool const table = takes_table({&operation}, k - 1);
    arguments.push_back(
        {table ? read_table(given[k], "argument", false) : read_value(given[k], "argument", false),
         {},
         "argument"});
  }
  Flags const flags;
  Call const call(operation.page, arguments, flags);
  try {
    std::printf("%.1f\n", nanoseconds(operation, call));
  } catch (std::exception const&) {
    std::printf("-\n");
  }
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) answer(fields(line));
}
