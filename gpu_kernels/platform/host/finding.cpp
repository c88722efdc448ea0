// SPDX-License-Identifier: MIT
// The words and sums of a launch report.
#include "platform/host/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace colex::gpu {

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
    case Defect::barrier_divergence:
      return "barrier divergence";
    case Defect::divergent_collective:
      return "divergent collective";
    case Defect::unfinished_copy:
      return "unfinished copy";
    case Defect::dropped_element:
      return "dropped element";
    case Defect::barrier_misuse:
      return "barrier misuse";
    case Defect::deadlock:
      return "deadlock";
    case Defect::unfinished_product:
      return "unfinished product";
    case Defect::layout_mismatch:
      return "layout mismatch";
  }
  return "unknown defect";
}

namespace {

std::string text(Place place) { return fmt::format("thread {} of block {}", place.thread, place.block); }

}  // namespace

std::string describe(Finding const& f) {
  if (f.defect == Defect::barrier_divergence)
    return fmt::format("{}: {} waits after {} barriers, {} does not: {}", name(f.defect), text(f.place),
                       f.place.interval, text(f.other), f.detail);
  if (f.defect == Defect::divergent_collective)
    return fmt::format("{}: {} in interval {}, without {}: {}", name(f.defect), text(f.place),
                       f.place.interval, text(f.other), f.detail);
  if (f.defect == Defect::barrier_misuse || f.defect == Defect::deadlock ||
      f.defect == Defect::unfinished_product || f.defect == Defect::layout_mismatch)
    return fmt::format("{}: {}: {}", name(f.defect), text(f.place), f.detail);
  std::string sentence = fmt::format("{}: '{}' element {}: {} {} {} element{} in interval {}", name(f.defect),
                                     f.view, f.offset, text(f.place), f.is_store ? "stores" : "loads",
                                     f.width, f.width == 1 ? "" : "s", f.place.interval);
  if (f.defect == Defect::data_race)
    sentence += fmt::format(", {} {} it in interval {}", text(f.other),
                            f.other_is_store ? "stored" : "loaded", f.other.interval);
  if (f.defect == Defect::unfinished_copy)
    sentence += fmt::format(", before the copy that {} started is complete", text(f.other));
  if (!f.detail.empty()) sentence += fmt::format(" ({})", f.detail);
  return sentence;
}

std::uint64_t LaunchReport::accesses() const {
  auto const add_count = [](std::uint64_t sum, auto const& entry) { return sum + entry.second; };
  return std::accumulate(loads_by_width.begin(), loads_by_width.end(), std::uint64_t{0}, add_count) +
         std::accumulate(stores_by_width.begin(), stores_by_width.end(), std::uint64_t{0}, add_count);
}

std::uint64_t LaunchReport::count(Defect defect) const {
  auto const found = counts.find(defect);
  return found == counts.end() ? 0 : found->second;
}

int LaunchReport::bank_degree() const {
  int worst = 1;
  for (auto const& [place, count] : bank_counts) worst = std::max(worst, count.degree);
  return worst;
}

void LaunchReport::add(Finding finding) {
  ++counts[finding.defect];
  if (findings.size() < kept) findings.push_back(std::move(finding));
}

void LaunchReport::merge(LaunchReport const& later) {
  for (auto const& [width, count] : later.loads_by_width) loads_by_width[width] += count;
  for (auto const& [width, count] : later.stores_by_width) stores_by_width[width] += count;
  for (auto const& [defect, count] : later.counts) counts[defect] += count;
  for (auto const& [place, count] : later.bank_counts) {
    BankCount& sum = bank_counts[place];
    sum.accesses += count.accesses, sum.phases += count.phases, sum.passes += count.passes;
    sum.degree = std::max(sum.degree, count.degree);
  }
  barriers += later.barriers;
  blocks += later.blocks;
  for (auto const& finding : later.findings)
    if (findings.size() < kept) findings.push_back(finding);
}

}  // namespace colex::gpu
