// SPDX-License-Identifier: MIT
// Layouts at run time: prints the composition of two layouts, or why there is none.
//
//   run_time_query '(4,6,8,10):(2,3,5,7)' 6:12      prints (2,3):(9,5)
//   run_time_query '(4,6,8):(1,10,100)' '(3,2):(8,12)'      refused, with the index that shows why: status 1
//   run_time_query '(4,8:(1,4)' 2:1      where the text is wrong: status 2
#include <colex/colex.hpp>
#include <colex/print.hpp>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "run_time_query A B\n";
    return 2;
  }
  auto const a = colex::parse_layout(argv[1]);
  auto const b = colex::parse_layout(argv[2]);
  if (!a) std::cerr << colex::error_line("A", a) << "\n";
  if (!b) std::cerr << colex::error_line("B", b) << "\n";
  if (!a || !b) return 2;

  auto const composed = colex::composition(a.value, b.value);
  (composed ? std::cout : std::cerr) << composed << "\n";
  return composed ? 0 : 1;
}
