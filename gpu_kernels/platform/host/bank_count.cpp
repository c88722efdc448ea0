// SPDX-License-Identifier: MIT
#include "platform/host/bank_count.hpp"

#include <algorithm>

namespace colex::gpu {

void BankLog::note(std::uint32_t thread, Direction access, int bytes, Index first,
                   std::source_location where) {
  if (!model_) return;
  std::string_view const path = where.file_name();
  Site const site{std::string(path.substr(path.rfind('/') + 1)) + ":" + std::to_string(where.line()) +
                      (access == Direction::load ? " load" : " store"),
                  access, bytes};
  auto const wave = static_cast<std::uint32_t>(model_->wave);
  auto& lanes = accesses_[{site, thread / wave, times_[{site, thread}]++}];
  lanes.resize(wave, -1);
  lanes[thread % wave] = first;
}

void BankLog::add_to(std::map<std::string, BankCount>& counts) const {
  for (auto const& [key, lanes] : accesses_) {
    auto const& [name, access, bytes] = std::get<0>(key);
    auto const cost =
        conflicts(*model_, access, bytes, [&, &lanes = lanes](int lane) { return lanes[lane]; });
    BankCount& count = counts[name];
    ++count.accesses;
    count.phases += static_cast<std::uint64_t>(cost.phases);
    count.passes += static_cast<std::uint64_t>(cost.passes);
    count.degree = std::max(count.degree, cost.degree);
  }
}

}  // namespace colex::gpu
