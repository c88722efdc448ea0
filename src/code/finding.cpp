// SPDX-License-Identifier: MIT
#include "code/finding.hpp"

#include <fmt/format.h>

namespace colex::code {

namespace {

std::string text(Place const& at) {
  std::string const lane = at.lane < 0 ? "" : fmt::format(" lane {}", at.lane);
  if (!at.is_ptx)
    return fmt::format("wave {}{} of block {} at {:#x} ({})", at.wave, lane, at.block, at.address, at.text);
  return fmt::format("warp {}{} of block {} at line {}{} ({})", at.wave, lane, at.block, at.address,
                     at.source.empty() ? "" : " of " + at.source, at.text);
}

}  // namespace

char const* name(Defect defect) {
  switch (defect) {
    case Defect::data_race:
      return "data race";
    case Defect::out_of_bounds:
      return "out of bounds";
    case Defect::misaligned:
      return "misaligned access";
    case Defect::uninitialised_read:
      return "uninitialised read";
    case Defect::early_use:
      return "early use";
    case Defect::barrier_divergence:
      return "barrier divergence";
    case Defect::read_only_store:
      return "read-only store";
  }
  return "unknown defect";
}

std::string describe(Finding const& f) {
  std::string const other = f.has_other ? "; earlier " + text(f.other) : "";
  return fmt::format("{}: {}: {}{}", name(f.defect), text(f.place), f.detail, other);
}

bool Report::only_counts(Defect defect, std::uint64_t address, std::uint64_t other) {
  ++counts[defect];
  for (Finding const& known : findings)
    if (known.defect == defect && known.place.address == address && known.other.address == other) return true;
  return findings.size() >= kept;
}

void Report::add(Finding finding) {
  if (!only_counts(finding.defect, finding.place.address, finding.other.address))
    findings.push_back(std::move(finding));
}

}  // namespace colex::code
