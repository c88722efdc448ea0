// SPDX-License-Identifier: MIT
// Runs a few transposes on the host platform and prints what is wrong, a word a line: the names of the defects that
// the platform reports, `value` for a wrong element, `writes` for one not stored once. Exit status 0: nothing is
// wrong. transpose_planted.py compiles it with defects planted in the kernel's headers.
#include <cstdio>

#include "transpose_problem.hpp"

int main() {
  using namespace colex::gpu;
  std::set<std::string> wrong;
  std::uint64_t seed = 1;
  for (Transposed const& t : {Transposed(131, 130, 1, 131, 130), Transposed(40, 261, 2, 43, 262),
                              Transposed(129, 127, 1, -130, 129), Transposed(128, 256, 1, 128, 256)})
    for (int from = 0; from < 4; ++from) {
      wrong.merge(wrong_in<TransposeB8>(t, 5 * from, (5 * from + 3) % 16, ++seed));
      wrong.merge(wrong_in<TransposeB8Flat>(t, from, (from + 1) % 4, ++seed));
      wrong.merge(wrong_in<TransposeB8Tall>(t, 4 * from, 4 * from + 1, ++seed));
      wrong.merge(wrong_in<TransposeB16>(t, from, 7 - 2 * from, ++seed));
      wrong.merge(wrong_in<TransposeB32>(t, from, 3 - from, ++seed));
    }
  wrong.merge(wrong_in<TransposeB8>(Transposed(128, 256, 1, 128, 256), 0, 0, ++seed));
  for (Index ny : {48, 50}) {  // less than a tile, by whole words of the destination and not
    Transposed const t(70, ny, 1, 70, 64);
    wrong.merge(wrong_in<TransposeB8Flat>(t, 1, 0, ++seed));
    wrong.merge(wrong_in<TransposeB16>(t, 1, 0, ++seed));
  }
  for (int from : {0, 1, 4}) {  // by squares and, misaligned by one, not
    wrong.merge(wrong_in<TransposeB8>(Transposed(131, 128, 1, 144, 128), from, 0, ++seed));
    wrong.merge(wrong_in<TransposeB8>(Transposed(131, 128, 1, 132, 128), from, 0, ++seed));
    wrong.merge(wrong_in<TransposeB8Flat>(Transposed(70, 48, 1, 80, 48), from, 0, ++seed));
  }
  for (auto const& word : wrong) std::puts(word.c_str());
  return wrong.empty() ? 0 : 1;
}
