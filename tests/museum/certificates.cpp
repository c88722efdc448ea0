// SPDX-License-Identifier: MIT
// Configs of the shipped copy kernel that a bug would make; the solvers are asked the certificate's own
// questions.
#include "copy/copy_obligations.hpp"
#include "judges.hpp"
#include "lemmas/division.hpp"
#include "sym/solver.hpp"

namespace colex::gpu::museum {
namespace {

/// An array with the width that a vectoriser chose.
template <class Config, class Side, int chosen>
struct Chosen : Side {
  static constexpr int width = chosen;
};

/// Proves obligations in order; the first that is not proved is the verdict.
Verdict judge_certificate(std::vector<Obligation> const& obligations) {
  sym::Settings settings;
  settings.mutants = false;
  settings.second_solver =
      false;  // a refutation needs no second opinion, and the repair is proved by `colex certify`
  settings.stop_at_refutation = true;
  sym::Book book(settings);
  sym::Lemmas const lemmas(book);
  for (auto const& obligation : obligations) {
    sym::Report report;
    report.name = obligation.id;
    sym::Proof proof(lemmas, settings, report);
    obligation.prove(proof);
    if (report.z3 != sym::Verdict::proved)
      return Violation{std::string(obligation.id).substr(0, 2),
                       fmt::format("not proved: {} ({})", obligation.statement, sym::name(report.z3))};
  }
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

template <class Config, int width>
Verdict judge_width() {
  using Array = Chosen<Config, SourceArray<Config>, width>;
  using Obligations = CopyObligations<Config>;
  return judge_certificate(
      {{"O1", "the grid moves each element once", Obligations::grid_covers_each_element_once},
       {"O3.source", "every wide load is aligned to its width and contiguous",
        Obligations::template wide_accesses_are_aligned<Array>},
       {"O4.source", "every load is in bounds", Obligations::template offsets_are_in_bounds<Array>}});
}

template <class Config>
Verdict judge_config() {
  using Obligations = CopyObligations<Config>;
  return judge_certificate(
      {{"O1", "the grid moves each element once", Obligations::grid_covers_each_element_once},
       {"O4.source", "every load is in bounds",
        Obligations::template offsets_are_in_bounds<SourceArray<Config>>},
       {"O9", "no two elements are stored at one offset", Obligations::stores_are_injective}});
}

}  // namespace

std::vector<Exhibit> certificate_exhibits() {
  return {
      {"auto_vectorised", "automatic vectorisation is wrong for the shape (2,3)", "CUTLASS#1499",
       "a copy config with loads of 4 elements; its certificate", "O3",
       [](bool repaired) { return repaired ? judge_width<Shape23, 1>() : judge_width<Shape23, 4>(); }},
      {"overlapping_rows",
       "two elements of the output at one offset: out has another stride than the kernel takes it "
       "to have",
       "after aiter#4626", "a copy config; its certificate", "O9",
       [](bool repaired) { return repaired ? judge_config<CopyUnpadF32>() : judge_config<Overlap>(); }},
  };
}

}  // namespace colex::gpu::museum
