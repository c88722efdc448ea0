// SPDX-License-Identifier: MIT
// Rows of what sm_90 added, for warps alone: clusters (sections "mapa", "barrier.cluster"), tensors and bulk copies ("cp.async.bulk.tensor", "cp.async.bulk",
// "cp.async.mbarrier.arrive").
#pragma once

#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

namespace hopper {

template <unsigned rank>
void add_tensor_rows(Rows<Warp>& r) {
  std::string const name = fmt::format("cp.async.bulk.tensor.{}d", rank);
  for (std::string const tile : {"", ".tile"}) {
    for (std::string const to : {".shared::cluster", ".shared"}) {
      std::string const loads = name + to + ".global" + tile + ".mbarrier::complete_tx::bytes";
      r.push_back(other<Warp>(loads, "cp.async.bulk.tensor", 3, 4, Modes::cache,
                              [](Warp& w, Instruction const& i) { w.copy_box(i, rank, false); }));
      r.push_back(other<Warp>(loads + ".multicast::cluster", "cp.async.bulk.tensor", 4, 5, Modes::cache,
                              [](Warp& w, Instruction const& i) { w.copy_box(i, rank, true); }));
    }
    r.push_back(other<Warp>(name + ".global.shared" + tile + ".bulk_group", "cp.async.bulk.tensor", 2, 3,
                            Modes::cache, [](Warp& w, Instruction const& i) { w.store_box(i, rank); }));
  }
}

inline void add_cluster_rows(Rows<Warp>& r) {
  for (std::string const aligned : {"", ".aligned"}) {
    std::string const arrive = "barrier.cluster.arrive";
    for (std::string const order : {"", ".release"})
      r.push_back(other<Warp>(arrive + order + aligned, "barrier.cluster", 0, 0, 0,
                              [](Warp& w, Instruction const&) { w.arrive_at_cluster(true); }));
    r.push_back(other<Warp>(arrive + ".relaxed" + aligned, "barrier.cluster", 0, 0, 0,
                            [](Warp& w, Instruction const&) { w.arrive_at_cluster(false); }));
    for (std::string const order : {"", ".acquire"})
      r.push_back(other<Warp>("barrier.cluster.wait" + order + aligned, "barrier.cluster", 0, 0, 0,
                              [](Warp& w, Instruction const&) { w.wait_at_cluster(); }));
  }
  for (std::string const bits : {"u32", "u64"}) {
    r.push_back(other<Warp>("mapa.shared::cluster." + bits, "mapa", 3, 3, 0,
                            [](Warp& w, Instruction const& i) { w.map_address(i, false); }));
    r.push_back(other<Warp>("mapa." + bits, "mapa", 3, 3, 0,
                            [](Warp& w, Instruction const& i) { w.map_address(i, true); }));
  }
}

}  // namespace hopper

inline Rows<Warp> hopper_rows() {
  Rows<Warp> r;
  hopper::add_cluster_rows(r);
  hopper::add_tensor_rows<1>(r), hopper::add_tensor_rows<2>(r), hopper::add_tensor_rows<3>(r);
  hopper::add_tensor_rows<4>(r), hopper::add_tensor_rows<5>(r);
  r.push_back(other<Warp>("cp.async.bulk.global.shared.bulk_group", "cp.async.bulk", 3, 4, Modes::cache,
                          [](Warp& w, Instruction const& i) { w.store_bulk(i); }));
  r.push_back(other<Warp>("cp.async.bulk.commit_group", "cp.async.bulk.commit_group", 0, 0, 0,
                          [](Warp& w, Instruction const&) { w.commit_stores(); }));
  for (std::string const read : {"", ".read"})
    r.push_back(other<Warp>(
        "cp.async.bulk.wait_group" + read, "cp.async.bulk.wait_group", 1, 1, 0,
        [](Warp& w, Instruction const& i) { w.wait_stores(w.slot_values(i.operands[0].slot)[0]); }));
  for (std::string const space : {".shared", ""}) {
    r.push_back(other<Warp>("cp.async.mbarrier.arrive" + space + ".b64", "cp.async.mbarrier.arrive", 1, 1, 0,
                            [](Warp& w, Instruction const& i) { w.arrive_when_copied(i, true); }));
    r.push_back(other<Warp>("cp.async.mbarrier.arrive.noinc" + space + ".b64", "cp.async.mbarrier.arrive", 1,
                            1, 0, [](Warp& w, Instruction const& i) { w.arrive_when_copied(i, false); }));
  }
  for (std::string const space : {"", ".param", ".const"})
    r.push_back(other<Warp>("prefetch" + space + ".tensormap", "prefetch", 1, 1, 0,
                            [](Warp&, Instruction const&) {}));
  return r;
}

}  // namespace colex::code::ptx
