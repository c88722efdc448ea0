// SPDX-License-Identifier: MIT
// Runs every exhibit of the museum, or prints its page.
//
//   museum           exit status 0: every bug is rejected by the obligation named, every repair accepted
//   museum --page    the page, which tools/pages.py writes
#include "museum.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <set>

namespace colex::gpu::museum {
namespace {

std::vector<Exhibit> all_exhibits() {
  std::vector<Exhibit> all;
  for (auto const& part :
       {grid_exhibits(), copy_exhibits(), layout_exhibits(), protocol_exhibits(), certificate_exhibits()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Prints one line per exhibit; returns how many are not as they should be.
int run_all() {
  int wrong = 0;
  std::set<std::string> names;
  for (auto const& exhibit : all_exhibits()) {
    auto const bug = exhibit.judge(false), repair = exhibit.judge(true);
    bool const right =
        bug && bug->obligation == exhibit.obligation && !repair && names.insert(exhibit.name).second;
    wrong += right ? 0 : 1;
    std::cout << fmt::format("{} {}: {}\n", right ? "ok  " : "FAIL", exhibit.name,
                             bug ? bug->obligation + ": " + bug->says : "the bug is not caught");
    if (!right) std::cout << fmt::format("     expected {}\n", exhibit.obligation);
    if (repair)
      std::cout << fmt::format("     the repair is rejected: {}: {}\n", repair->obligation, repair->says);
  }
  std::cout << fmt::format("{} exhibits, {} not as they should be\n", names.size(), wrong);
  return names.size() >= 20 ? wrong : wrong + 1;
}

/// The page; nothing in it is written by hand but the words of museum's sources.
std::string page() {
  std::string rows;
  std::size_t count = 0;
  for (auto const& exhibit : all_exhibits()) {
    auto const bug = exhibit.judge(false);
    rows += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", ++count, exhibit.name, exhibit.bug,
                        exhibit.source, exhibit.encoding, bug ? bug->obligation : "-",
                        bug ? bug->says : "not caught");
  }
  return fmt::format(
      "# The bug museum\n\n"
      "Printed by `museum --page`. Reported bugs of GPU libraries, {} of them, "
      "each rebuilt "
      "as a\nsmall kernel, map, layout, protocol or config (`tests/museum/`). A judge checks the obligations "
      "that apply to "
      "its kind of\nexhibit and names the first violated; it is not told which is expected. Kernels on the "
      "host platform "
      "and tile copies have\nseveral that apply; a map, a register layout, a k loop or a number has one. "
      "Beside each bug "
      "stands its repair, which must\nbe accepted. The obligations are those of "
      "[04_kernels.md](04_kernels.md). An "
      "exhibit models "
      "what its source reports, it is not\nthe source's code; where the source says \"after\", it shows the "
      "same kind of "
      "mistake rather than that very one.\n\n"
      "| | exhibit | bug | source | encoded as | obligation | what the checker says "
      "|\n|---|---|---|---|---|---|---|\n{}",
      count, rows);
}

}  // namespace
}  // namespace colex::gpu::museum

int main(int count, char** arguments) {
  using namespace colex::gpu::museum;
  if (count == 2 && std::string(arguments[1]) == "--page") {
    std::cout << page();
    return 0;
  }
  if (count != 1) {
    std::cerr << "usage: museum [--page]\n";
    return 2;
  }
  return run_all() == 0 ? 0 : 1;
}
