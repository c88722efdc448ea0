// SPDX-License-Identifier: MIT
// What was found to be fastest, problem by problem: lines that colex_kernels_product_tune writes, and that colex_kernels_tuned takes.
//
//   hopper_bf16_kk 512 512 16384 1 128x128 8 27.1 NVIDIA H100 80GB HBM3
//
// is the config without a tile, M, N, K and batches, the tile, the splits of K, the microseconds that it took, and the device. A line that
// begins with # is a comment.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "platform/platform.hpp"

namespace colex::gpu::c {

struct Tuned {
  std::string tile;
  Index splits;
};

/// The problem that a line is about.
struct TunedProblem {
  std::string_view config;
  Index m, n, k, batches;
  std::string_view device;
};

std::string tuned_line(TunedProblem const& problem, Tuned const& fastest, double microseconds);

/// Keeps what the lines say, beside what is kept already; of one problem the later line. Fails, and keeps nothing of them, where one is
/// no such line.
void keep_tuned(std::string_view lines);
void forget_tuned();

/// Whether anything is kept. Costs nothing.
bool has_tuned();
std::optional<Tuned> tuned_for(TunedProblem const& problem);

}  // namespace colex::gpu::c
