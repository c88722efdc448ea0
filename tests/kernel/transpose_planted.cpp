// SPDX-License-Identifier: MIT
// A few transposes on the host platform, with the defects of transpose_planted.py.
#include "transpose_planted.inc"

#include "planted_main.hpp"
#include "transpose_problem.hpp"

namespace colex::gpu {
namespace {

planted::Words whole_and_ragged() {
  planted::Words wrong;
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
  return wrong;
}

/// Less than a tile, by whole words of the destination and not.
planted::Words less_than_a_tile() {
  planted::Words wrong;
  std::uint64_t seed = 100;
  for (Index ny : {48, 50}) {
    Transposed const t(70, ny, 1, 70, 64);
    wrong.merge(wrong_in<TransposeB8Flat>(t, 1, 0, ++seed));
    wrong.merge(wrong_in<TransposeB16>(t, 1, 0, ++seed));
  }
  return wrong;
}

/// By squares and, misaligned by one, not.
planted::Words squares() {
  planted::Words wrong;
  std::uint64_t seed = 200;
  for (int from : {0, 1, 4}) {
    wrong.merge(wrong_in<TransposeB8>(Transposed(131, 128, 1, 144, 128), from, 0, ++seed));
    wrong.merge(wrong_in<TransposeB8>(Transposed(131, 128, 1, 132, 128), from, 0, ++seed));
    wrong.merge(wrong_in<TransposeB8Flat>(Transposed(70, 48, 1, 80, 48), from, 0, ++seed));
  }
  return wrong;
}

constexpr planted::Problem problems[] = {{"less than a tile", less_than_a_tile},
                                         {"squares", squares},
                                         {"whole and ragged tiles", whole_and_ragged}};

}  // namespace
}  // namespace colex::gpu

int main(int argc, char** argv) {
  return colex::planted::run_planted(defects, colex::gpu::problems, argc, argv);
}
