// SPDX-License-Identifier: MIT
// What the warps of a cluster's blocks share (manual, "barrier.cluster", "mapa"). An address of another block's shared memory has the block's rank above the byte.
#include <fmt/format.h>

#include <algorithm>

#include "code/ptx/warp.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

void Warp::look_at_cluster() {
  Cluster& cluster = state_of_block_.cluster;
  ClusterBarrier& b = cluster.barrier;
  if (b.arrived == 0) return;
  for (auto const& warp : cluster.warps)
    if (warp->state_ != State::ended && (b.arrived >> warp->number_ & 1) == 0) return;
  ++b.phase, b.arrived = 0;
  ++launch_.report.barriers;
  std::copy(std::begin(b.clocks), std::end(b.clocks), b.released);
  for (auto const& warp : cluster.warps)
    if (warp->state_ == State::waits && warp->waits_at == kWaitsAtCluster) warp->release();
}

void Warp::arrive_at_cluster(bool orders) {
  check_lanes();
  ClusterBarrier& b = state_of_block_.cluster.barrier;
  if ((b.arrived >> number_ & 1) != 0)
    report(Defect::barrier_divergence, -1,
           [] { return std::string("arrives twice at one phase of the cluster's barrier"); });
  b.arrived |= 1u << number_;
  launch_.next_interval();
  if (orders) {
    for (unsigned w = 0; w < kMostWarps; ++w) b.clocks[w] = std::max(b.clocks[w], clock_values_[w]);
    b.clocks[number_] = launch_.interval;
  }
  cluster_phase_ = b.phase + 1;
  look_at_cluster();
}

void Warp::wait_at_cluster() {
  check_lanes();
  ClusterBarrier const& b = state_of_block_.cluster.barrier;
  if (cluster_phase_ == 0)
    return report(Defect::barrier_divergence, -1,
                  [] { return std::string("waits at the cluster's barrier, at which it has not arrived"); });
  if (b.phase < cluster_phase_ && !goes_on) {
    paths_.back().next = at_;
    waits_at = kWaitsAtCluster;
    state_ = State::waits;
    return;
  }
  goes_on = false;
  cluster_phase_ = 0;
  take_clocks(b.released);
}

// mapa d, address, rank;
void Warp::map_address(Instruction const& i, bool is_generic) {
  need(defined(i.operands[1].slot), "the address"), need(defined(i.operands[2].slot), "the block's rank");
  Wide const *const addresses = slot_values(i.operands[1].slot), *const ranks =
                                                                     slot_values(i.operands[2].slot);
  Values result{};
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    std::uint64_t const rank = ranks[l] & 0xFFFFFFFFu, size = state_of_block_.cluster.blocks.size();
    if (rank >= size)
      report(Defect::out_of_bounds, static_cast<int>(l),
             [&] { return fmt::format("block {} of a cluster of {}", rank, size); });
    std::uint64_t const in_block = where(is_generic ? Space::generic : Space::shared, addresses[l]).address;
    result.lane[l] = (is_generic ? kSharedWindow : 0) + in_block + ((rank + 1) << kRankShift);
  }
  put(i.operands[0].slot, result.lane, kAllLanes);
}

}  // namespace colex::code::ptx
