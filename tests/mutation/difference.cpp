// SPDX-License-Identifier: MIT
// For a mutant that no suite kills: an input on which some operation answers otherwise than the headers as they
// are, or nothing. Compiled against the headers that hold all mutants (schemata.py):
//
//   difference 20000 12 40 ...         20000 random inputs an operation for mutants 12, 40, ...
#include <cstdlib>
#include <iostream>

#include "child.hpp"
#include "colex/mutant.hpp"
#include "number_systems/forms.hpp"
#include "number_systems/operations.hpp"

using namespace colex;
using namespace colex::props;

namespace {

std::string asked(Inputs<Int> const& c) {
  return text(c.a) + " " + text(c.b) + " n=" + std::to_string(c.n) + " i=" + std::to_string(c.i);
}

/// The shortest input, of those drawn, on which the operation says something else.
void look(Operation<Int> const& op, int mutant, int cases) {
  Dice dice(1);
  std::string shortest;
  for (int k = 0; k < cases; ++k) {
    mutants::active = -1;
    mutants::reached[mutant] = 0;
    auto const c = op.draw(dice, Room{200, k % 4 == 0});
    if (!usable(c)) continue;
    mutants::reached[mutant] = 0;
    std::string const before = op.plain(c);
    if (!mutants::reached[mutant]) continue;
    mutants::active = mutant;
    std::string const after = op.plain(c);
    std::string const line = asked(c) + "\n      " + before + "\n      " + after;
    if (before != after && (shortest.empty() || line.size() < shortest.size())) shortest = line;
  }
  mutants::active = -1;
  if (!shortest.empty()) std::cout << "  " << op.name << ": " << shortest << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  for (int k = 2; k < argc; ++k) {
    std::cout << argv[k] << std::endl;
    for (auto const& some : {operations<Int>(), forms<Int>()})
      for (auto const& op : some) {
        int const status = mutants::in_a_child(20, [&] { look(op, std::atoi(argv[k]), std::atoi(argv[1])); });
        if (status != 0) std::cout << "  " << op.name << ": status " << status << std::endl;
      }
  }
}
