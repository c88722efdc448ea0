// SPDX-License-Identifier: MIT
// Configs of the shipped copy kernel that a bug would make; what is decided is what their certificates say.
#include "copy/copy_proof.hpp"
#include "judges.hpp"

namespace colex::gpu::museum {
namespace {

/// Decides obligations in order; the first that does not hold is the verdict.
Verdict judge_certificate(CopyNumbers const& config) {
  for (auto const& obligation : copy_claims(config).enumerated)
    if (!obligation.holds())
      return Violation{std::string(obligation.id).substr(0, 2),
                       fmt::format("does not hold: {} (law {})", obligation.statement, obligation.law)};
  return {};
}

/// Elements of 4 bytes in the tile (2,3):(1,2), 6 of every 7: a run of 4 is neither contiguous nor aligned.
struct Shape23 : CopyIdentityF32 {
  static constexpr auto source = layout("(2,3):(1,2)"), destination = layout("6:1");
  static constexpr Index source_step = 7, destination_step = 6;
  static constexpr int vector = 4;
};

/// Rows of a destination that overlap.
struct Overlap : CopyUnpadF32 {
  static constexpr auto destination = layout("(8,4):(1,4)");
};

/// The config with loads of the width that a vectoriser chose.
Verdict judge_width(int width) {
  auto config = copy_numbers<Shape23>();
  config.source.access = width;
  return judge_certificate(config);
}

}  // namespace

std::vector<Exhibit> certificate_exhibits() {
  return {
      {"auto_vectorised", "automatic vectorisation is wrong for the shape (2,3)", "CUTLASS#1499",
       "a copy config with loads of 4 elements; its certificate", "O3",
       [](bool repaired) { return judge_width(repaired ? 1 : 4); }},
      {"overlapping_rows",
       "two elements of the output at one offset: out has another stride than the kernel takes it "
       "to have",
       "after aiter#4626", "a copy config; its certificate", "O9",
       [](bool repaired) {
         return judge_certificate(repaired ? copy_numbers<CopyUnpadF32>() : copy_numbers<Overlap>());
       }},
  };
}

}  // namespace colex::gpu::museum
