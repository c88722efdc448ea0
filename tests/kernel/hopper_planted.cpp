// SPDX-License-Identifier: MIT
// A few problems of the Hopper GEMM on the host platform, with the defects of hopper_planted.py. Most are of
// a config with two stages and a cluster of two. `neighbour` is an element whose bits may depend on another's operands.
#include "hopper_planted.inc"

#include <cstdio>

#include "hopper/element_obligations.hpp"
#include "hopper_problem.hpp"
#include "planted_main.hpp"

namespace colex::gpu::hopper {

inline constexpr TileShape tiny{64, 128, 2, 2, 8};
using Config = GemmConfig<Element::bf16, Major::k, Major::line, tiny>;

/// Runs a problem, adds what is wrong to that of the ones before, and says, where nothing is planted, what its first error is.
template <class Problem>
void run_one(Problem& problem, int processors, std::uint64_t seed, planted::Words& wrong) {
  wrong.merge(problem.run(processors, seed));
  if (planted::active < 0 && !problem.first().empty()) std::printf("%s\n", problem.first().c_str());
}

/// Results of 32 bits, and sums of integers: by the smallest tile, batches and splits.
template <Element element>
planted::Words run_of_32_bits() {
  using Config = GemmConfig<element, Major::k, Major::k, TileShape{64, 32, 2, 1, 8}>;
  HostProblem<Config, result_of(element)> problem({35, 40, 200, 2, 2, true}, 5, true);
  planted::Words wrong;
  run_one(problem, 2, 5, wrong);
  return wrong;
}

/// Results of 8 bits: whole runs and partial ones, old ones to add, sums beyond the largest number.
planted::Words run_of_8_bits() {
  using Config = GemmConfig<Element::bf16toe4m3, Major::k, Major::k, TileShape{64, 32, 2, 1, 8}>;
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 7; ++seed) {
    HostProblem<Config, Element::e4m3> problem({20, 40 + static_cast<Index>(seed % 2), 3000, 1, 1, true},
                                               seed, true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

/// Sums that leave the tensor core, scaled: up to so many splits, some with parts past the end of K.
template <Element element>
planted::Words run_scaled(Index N, Index K, std::uint64_t splits) {
  using Config = GemmConfig<element, Major::k, Major::k, TileShape{64, 32, 2, 1, 8}>;
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed <= splits; ++seed) {
    HostProblem<Config, result_of(element)> problem({35, N, K, 1, static_cast<Index>(seed), false, true},
                                                    seed, true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

/// The same of a tile of two pieces, the second beyond the last column, with scales of parts, which are told, and without;
/// some results are stored box by box.
template <int buffers>
planted::Words run_pieces(std::uint64_t first) {
  using Config = GemmConfig<Element::e4m3acc, Major::k, Major::k, TileShape{64, 256, 2, 2, 8, buffers}>;
  planted::Words wrong;
  for (std::uint64_t seed = first; seed < first + 8; ++seed) {
    Index const N = seed % 3 == 0 ? 248 : 376, K = 130 + 130 * static_cast<Index>(seed % 2);
    Index const splits = seed % 4 == 3 ? 2 : 1;
    HostProblem<Config, Element::bf16> problem({52, N, K, 1, splits, false, true, {}, seed % 2 == 0}, seed,
                                               true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

/// Scales that all parts of K share, of rows and of blocks of columns, with splits and epilogues and without.
planted::Words run_scaled_alike() {
  using Config = GemmConfig<Element::e4m3acc, Major::k, Major::k, TileShape{64, 32, 2, 1, 8}>;
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    HostProblem<Config, Element::bf16> problem(
        {35, 150, 150, 1, 1 + static_cast<Index>(seed % 2), seed % 3 == 0, true, {}, true}, seed, true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

/// Rows in groups: of more than a tile, of one row, of none, and ends that no group can have.
planted::Words run_grouped() {
  using Config = GemmConfig<Element::bf16, Major::k, Major::k, TileShape{64, 32, 2, 1, 8}>;
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 7; ++seed) {
    HostProblem<Config, Element::bf16> problem(
        {150, 40, 70, 6, 1, seed == 3, false, {66, 66, 67, 20, 140, static_cast<std::int32_t>(100 * seed)}},
        seed, true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

/// Rows in groups whose B have factors of their own: of parts of K and of all, by one piece, and by two, which are told.
template <int N, int cluster>
planted::Words run_grouped_scaled() {
  using Config = GemmConfig<Element::e4m3acc, Major::k, Major::k, TileShape{64, N, 2, cluster, 8}>;
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    HostProblem<Config, Element::bf16> problem(
        {90, N + 10, 300, 4, 1, seed % 3 == 0, true, {30, 30, 66, 89}, seed % 4 == 0}, seed, true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

/// Two boxes of each of the two operands of a gated product, with activations and without.
planted::Words run_gated() {
  using Config = GemmConfig<Element::bf16, Major::k, Major::line, TileShape{64, 256, 2, 1, 8}, true>;
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    HostProblem<Config, Element::bf16> problem({20, 140, 75}, seed, seed % 2 == 0);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

/// Epilogues with every activation, of numbers that are no integers: with a split and with two.
planted::Words run_epilogues() {
  using Config = GemmConfig<Element::bf16f32, Major::k, Major::k, TileShape{64, 32, 2, 1, 8}>;
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 13; ++seed) {
    HostProblem<Config, Element::f32> problem({25, 33, 70, 1, 1 + static_cast<Index>(seed % 2), true}, seed,
                                              false);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

/// Results that are stored box by box: of two warpgroups, more boxes than buffers, more tiles than blocks. Some have
/// epilogues or batches; of one a row is no multiple of 16 bytes.
planted::Words run_boxed() {
  using Config = GemmConfig<Element::bf16, Major::k, Major::k, TileShape{128, 192, 2, 1, 8, 2}>;
  planted::Words wrong;
  int boxed = 0;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    Index const batches = 1 + static_cast<Index>(seed % 2);
    HostProblem<Config, Element::bf16> problem({100, seed == 8 ? 269 : 272, 70, batches, 1, seed > 4}, seed,
                                               true);
    run_one(problem, 1, seed, wrong);
    boxed += problem.boxed();
  }
  if (boxed < 3) wrong.insert("nothing is stored box by box");
  return wrong;
}

/// Tiles whose last group of columns is half a group, in one launch and in splits, with epilogues.
planted::Words run_half_groups() {
  using Config = GemmConfig<Element::bf16, Major::k, Major::k, TileShape{64, 48, 2, 1, 8}>;
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    HostProblem<Config, Element::bf16> problem({70, 130, 200, 1, 1 + static_cast<Index>(seed % 2), seed > 2},
                                               seed, true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

planted::Words run_elements() {
  if (elements_are_apart(true, true) && operands_have_their_places(hopper_numbers_of<Config>())) return {};
  return {"neighbour"};
}

planted::Words run_ragged() {
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    HostProblem<Config, Element::bf16> problem({150, 140, 197}, seed, true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

planted::Words run_batches_and_splits() {
  planted::Words wrong;
  for (std::uint64_t seed = 1; seed < 7; ++seed) {
    HostProblem<Config, Element::bf16> problem({seed % 2 == 0 ? 40 : 70, 40, 200, 2, 2, true}, seed, true);
    run_one(problem, 2, seed, wrong);
  }
  return wrong;
}

constexpr planted::Problem problems[] = {
    {"what is computed of an element", run_elements},
    {"results of 32 bits", run_of_32_bits<Element::tf32>},
    {"sums of integers", run_of_32_bits<Element::i8>},
    {"half groups", run_half_groups},
    {"groups", run_grouped},
    {"groups, scaled", run_grouped_scaled<32, 1>},
    {"groups, told", run_grouped_scaled<256, 2>},
    {"epilogues", run_epilogues},
    {"gated", run_gated},
    {"scales of all parts", run_scaled_alike},
    {"scales, results of 32 bits", [] { return run_scaled<Element::e4m3accf32>(70, 150, 1); }},
    {"ragged tiles", run_ragged},
    {"batches and splits", run_batches_and_splits},
    {"boxes", run_boxed},
    {"results of 8 bits", run_of_8_bits},
    {"scales", [] { return run_scaled<Element::e4m3acc>(270, 830, 3); }},
    {"pieces", [] { return run_pieces<0>(21); }},
    {"pieces, box by box", [] { return run_pieces<2>(19); }},
};

}  // namespace colex::gpu::hopper

int main(int argc, char** argv) {
  return colex::planted::run_planted(defects, colex::gpu::hopper::problems, argc, argv);
}
