// SPDX-License-Identifier: MIT
// CUTLASS's library of layouts at run time, cutegen, on the bench's cases: tools/bench compiles this where CUTLASS is given.
// Reads lines of tab-separated text: row, colex's answer, arguments. Compares each answer with colex's, offset by offset,
// and prints for each row the nanoseconds of a call, the least of twenty windows of processor time.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "cutegen/cutegen.hpp"
#include "cutegen/cutegen_base_dynamic.hpp"
#include "cutegen/layout.hpp"

namespace {
using cutegen::layout;

[[noreturn]] void fail(std::string const& why) {
  std::fprintf(stderr, "cutegen_peer: %s\n", why.c_str());
  std::exit(1);
}
layout read(std::string const& text) {
  auto const l = cutegen::from_string<layout>(text);
  if (!l) fail("cannot read " + text);
  return *l;
}

struct Case {
  layout want, a, b;
  int number = 0;  ///< of complement
};

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

template <class Call>
void measure(std::string const& row, std::vector<Case> const& cases, Call call) {
  for (auto const& c : cases) {
    layout const got = call(c);
    int const points = cutegen::static_size(c.want);
    bool same = cutegen::is_valid(got) && cutegen::static_size(got) == points;
    for (int i = 0; same && i < points; ++i) same = got(i) == c.want(i);
    if (!same) fail(row + ": answers " + cutegen::to_string(got) + ", colex " + cutegen::to_string(c.want));
  }
  double least = 1e18;
  for (int window = 0; window < 20; ++window) {
    int calls = 0;
    double const start = now();
    double taken = 0;
    while (taken < 1e6) {
      for (auto const& c : cases) {
        layout const got = call(c);
        asm volatile("" : : "r"(&got) : "memory");
      }
      calls += static_cast<int>(cases.size());
      taken = now() - start;
    }
    least = std::min(least, taken / calls);
  }
  std::printf("%s %f\n", row.c_str(), least);
}
}  // namespace

int main() {
  std::map<std::string, std::vector<Case>> rows;
  std::vector<std::string> order;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::vector<std::string> part;
    for (std::string p; std::getline(in, p, '\t');) part.push_back(p);
    if (part.size() < 3) fail("a line is short");
    Case c{read(part[1]), read(part[2]), read(part[2]), 0};
    if (part.size() > 3 && part[3].find(':') != std::string::npos) c.b = read(part[3]);
    if (part.size() > 3 && part[3].find(':') == std::string::npos) c.number = std::stoi(part[3]);
    if (rows[part[0]].empty()) order.push_back(part[0]);
    rows[part[0]].push_back(c);
  }
  for (auto const& row : order) {
    std::string const op = row.substr(0, row.find('/'));
    auto const& cases = rows[row];
    if (op == "coalesce") measure(row, cases, [](Case const& c) { return coalesce(c.a); });
    if (op == "composition" || op == "composition_1")
      measure(row, cases, [](Case const& c) { return composition(c.a, c.b); });
    if (op == "complement") measure(row, cases, [](Case const& c) { return complement(c.a, c.number); });
    if (op == "logical_divide") measure(row, cases, [](Case const& c) { return logical_divide(c.a, c.b); });
    if (op == "logical_product") measure(row, cases, [](Case const& c) { return logical_product(c.a, c.b); });
    if (op == "right_inverse_whole") measure(row, cases, [](Case const& c) { return right_inverse(c.a); });
    if (op == "left_inverse") measure(row, cases, [](Case const& c) { return left_inverse(c.a); });
  }
}
