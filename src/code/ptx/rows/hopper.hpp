// SPDX-License-Identifier: MIT
// Rows of what sm_90 added: clusters (sections "mapa", "barrier.cluster"), tensors and bulk copies ("cp.async.bulk.tensor", "cp.async.bulk",
// "cp.async.mbarrier.arrive"), registers ("setmaxnreg").
#pragma once

#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

namespace hopper {

template <class M, unsigned rank>
void add_tensor_rows(Rows<M>& r) {
  std::string const name = fmt::format("cp.async.bulk.tensor.{}d", rank);
  for (std::string const tile : {"", ".tile"}) {
    for (std::string const to : {".shared::cluster", ".shared"}) {
      std::string const loads = name + to + ".global" + tile + ".mbarrier::complete_tx::bytes";
      r.push_back(other<M>(loads, "cp.async.bulk.tensor", 3, 4, Modes::cache,
                           [](M& w, Instruction const& i) { w.copy_box(i, rank, false); }));
      r.push_back(other<M>(loads + ".multicast::cluster", "cp.async.bulk.tensor", 4, 5, Modes::cache,
                           [](M& w, Instruction const& i) { w.copy_box(i, rank, true); }));
    }
    r.push_back(other<M>(name + ".global.shared" + tile + ".bulk_group", "cp.async.bulk.tensor", 2, 3,
                         Modes::cache, [](M& w, Instruction const& i) { w.store_box(i, rank); }));
  }
}

template <class M>
void add_cluster_rows(Rows<M>& r) {
  for (std::string const aligned : {"", ".aligned"}) {
    std::string const arrive = "barrier.cluster.arrive";
    for (std::string const order : {"", ".release"})
      r.push_back(other<M>(arrive + order + aligned, "barrier.cluster", 0, 0, 0,
                           [](M& w, Instruction const&) { w.arrive_at_cluster(true); }));
    r.push_back(other<M>(arrive + ".relaxed" + aligned, "barrier.cluster", 0, 0, 0,
                         [](M& w, Instruction const&) { w.arrive_at_cluster(false); }));
    for (std::string const order : {"", ".acquire"})
      r.push_back(other<M>("barrier.cluster.wait" + order + aligned, "barrier.cluster", 0, 0, 0,
                           [](M& w, Instruction const&) { w.wait_at_cluster(); }));
  }
  for (std::string const bits : {"u32", "u64"}) {
    r.push_back(other<M>("mapa.shared::cluster." + bits, "mapa", 3, 3, 0,
                         [](M& w, Instruction const& i) { w.map_address(i, false); }));
    r.push_back(other<M>("mapa." + bits, "mapa", 3, 3, 0,
                         [](M& w, Instruction const& i) { w.map_address(i, true); }));
  }
}

}  // namespace hopper

template <class M>
Rows<M> hopper_rows() {
  Rows<M> r;
  hopper::add_cluster_rows(r);
  hopper::add_tensor_rows<M, 1>(r), hopper::add_tensor_rows<M, 2>(r), hopper::add_tensor_rows<M, 3>(r);
  hopper::add_tensor_rows<M, 4>(r), hopper::add_tensor_rows<M, 5>(r);
  for (std::string const to : {"shared", "shared::cluster"}) {
    std::string const counted = "cp.async.bulk." + to + ".global.mbarrier::complete_tx::bytes";
    r.push_back(other<M>(counted, "cp.async.bulk", 4, 5, Modes::cache,
                         [](M& w, Instruction const& i) { w.copy_bulk(i, false, false); }));
    if constexpr (!OverSymbols<M>)
      r.push_back(other<M>(counted + ".multicast::cluster", "cp.async.bulk", 5, 6, Modes::cache,
                           [](M& w, Instruction const& i) { w.copy_bulk(i, false, true); }));
  }
  if constexpr (!OverSymbols<M>) {
    r.push_back(other<M>("cp.async.bulk.shared::cluster.shared.mbarrier::complete_tx::bytes", "cp.async.bulk",
                         4, 4, 0, [](M& w, Instruction const& i) { w.copy_bulk(i, true, false); }));
    constexpr std::uint32_t modes = Modes::order | Modes::in_space | Modes::vector;
    for (std::string const kind : {"b", "u", "s", "f"}) {
      std::string const name = "st.async.mbarrier::complete_tx::bytes." + kind;
      r.push_back(other<M>(name + "32", "st.async", 3, 3, modes,
                           [](M& w, Instruction const& i) { w.store_async(i, 4, nullptr); }));
      r.push_back(other<M>(name + "64", "st.async", 3, 3, modes,
                           [](M& w, Instruction const& i) { w.store_async(i, 8, nullptr); }));
    }
  }
  r.push_back(other<M>("cp.async.bulk.global.shared.bulk_group", "cp.async.bulk", 3, 4, Modes::cache,
                       [](M& w, Instruction const& i) { w.store_bulk(i); }));
  r.push_back(other<M>("cp.async.bulk.commit_group", "cp.async.bulk.commit_group", 0, 0, 0,
                       [](M& w, Instruction const&) { w.commit_stores(); }));
  r.push_back(other<M>(
      "cp.async.bulk.wait_group", "cp.async.bulk.wait_group", 1, 1, 0,
      [](M& w, Instruction const& i) { w.wait_stores(w.slot_values(i.operands[0].slot)[0], true); }));
  r.push_back(other<M>(
      "cp.async.bulk.wait_group.read", "cp.async.bulk.wait_group", 1, 1, 0,
      [](M& w, Instruction const& i) { w.wait_stores(w.slot_values(i.operands[0].slot)[0], false); }));
  for (std::string const space : {".shared", ""}) {
    r.push_back(other<M>("cp.async.mbarrier.arrive" + space + ".b64", "cp.async.mbarrier.arrive", 1, 1, 0,
                         [](M& w, Instruction const& i) { w.arrive_when_copied(i, true); }));
    r.push_back(other<M>("cp.async.mbarrier.arrive.noinc" + space + ".b64", "cp.async.mbarrier.arrive", 1, 1,
                         0, [](M& w, Instruction const& i) { w.arrive_when_copied(i, false); }));
  }
  r.push_back(other<M>("setmaxnreg.inc.sync.aligned.u32", "setmaxnreg", 1, 1, 0,
                       [](M& w, Instruction const& i) { w.change_registers(i, true); }));
  r.push_back(other<M>("setmaxnreg.dec.sync.aligned.u32", "setmaxnreg", 1, 1, 0,
                       [](M& w, Instruction const& i) { w.change_registers(i, false); }));
  for (std::string const space : {"", ".param", ".const"})
    r.push_back(
        other<M>("prefetch" + space + ".tensormap", "prefetch", 1, 1, 0, [](M&, Instruction const&) {}));
  return r;
}

}  // namespace colex::code::ptx
