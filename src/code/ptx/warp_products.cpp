// SPDX-License-Identifier: MIT
// Products that run behind a warp: until it has waited for their group, it must not touch the registers that they compute, nor change those that they take, and
// nobody may write what they read of shared memory. A wait speaks for the warp that executes it alone.
#include <fmt/format.h>

#include <algorithm>

#include "code/ptx/warp.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

void Warp::fence_products() {
  check_lanes();
  ++products_.fences;
}
void Warp::commit_products() {
  check_lanes();
  ++products_.committed;
}

void Warp::wait_products(std::uint64_t left) {
  check_lanes();
  Products& p = products_;
  if (p.committed > left) p.complete = std::max(p.complete, p.committed - static_cast<std::uint32_t>(left));
  std::erase_if(p.reads, [&](auto const& read) {
    if (read.first > p.complete) return false;
    state_of_block_.reads.end(read.second, number_, launch_.interval);
    return true;
  });
}

void Warp::look_at_registers(Instruction const& i) {
  Products& p = products_;
  bool const multiplies = p.started != 0 || p.fences != 0;
  if ((!multiplies && tensor_accesses_.empty()) || i.key.starts_with("wgmma.")) return;
  // Who uses a register that tensor memory is loaded to waits for it by that alone (manual, "Register dependencies, same thread").
  if (!tensor_accesses_.empty() && mask_ == live())
    for (std::size_t k = 0; k < i.operands.size(); ++k) {
      Operand const& o = i.operands[k];
      if (k == 0 && o.kind != Operand::Kind::address) continue;
      if (o.slot != kSink) loading_[static_cast<std::size_t>(o.slot)] = false;
      for (std::int32_t const one : o.elements)
        if (one != kSink) loading_[static_cast<std::size_t>(one)] = false;
    }
  auto const use = [&](std::int32_t slot, bool writes) {
    if (slot == kSink) return;
    auto const s = static_cast<std::size_t>(slot);
    if (writes && loading_[s])
      report(Defect::early_use, -1, [&] {
        return fmt::format("{} is written before the load of tensor memory to it was waited for",
                           launch_.entry->slots[s].name);
      });
    if (p.computes[s] > p.complete || (writes && p.takes[s] > p.complete))
      report(Defect::early_use, -1, [&] {
        return fmt::format("{} is {} before the product that {} it was waited for",
                           launch_.entry->slots[s].name, writes ? "written" : "used",
                           p.computes[s] > p.complete ? "computes" : "takes");
      });
    p.touched[s] = p.fences + 1;
  };
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    Operand const& o = i.operands[k];
    bool const writes = k == 0 && o.kind != Operand::Kind::address;
    use(o.slot, writes);
    if (o.has_second) use(o.second, writes);
    for (std::int32_t const one : o.elements) use(one, writes);
  }
}

bool Warp::is_same_of_all(std::vector<std::vector<std::uint64_t>>& kind, std::uint64_t number,
                          std::uint64_t what) {
  unsigned const warpgroup = number_in_block() / kWarpsOfGroup;
  if (kind.size() <= warpgroup) kind.resize(warpgroup + 1);
  if (kind[warpgroup].size() <= number) kind[warpgroup].push_back(what);
  return kind[warpgroup][number] == what;
}

void Warp::start_product(Instruction const& i, std::uint64_t a, std::uint64_t b) {
  Products& p = products_;
  check_lanes();
  unsigned const warpgroup = number_in_block() / kWarpsOfGroup;
  if (all_lanes_ != kAllLanes ||
      state_of_block_.threads < (std::uint64_t{warpgroup} + 1) * kWarpsOfGroup * kLanes)
    throw cli::InputError("a product takes a warpgroup of 128 threads");
  std::uint64_t const what = (std::uint64_t{at_} * 0x9E3779B97F4A7C15u ^ a) * 0x9E3779B97F4A7C15u ^ b;
  if (!is_same_of_all(state_of_block_.products, p.started, what))
    report(Defect::barrier_divergence, -1,
           [] { return std::string("the warps of a warpgroup start different products"); });
  ++p.started;
  bool unordered = p.fences == 0;
  std::string which;
  auto const take = [&](std::int32_t slot) {
    if (slot != kSink && p.touched[static_cast<std::size_t>(slot)] > p.fences && !unordered)
      unordered = true, which = launch_.entry->slots[static_cast<std::size_t>(slot)].name + " was used, and ";
  };
  for (std::size_t k : {0u, 1u})
    for (std::int32_t const one : i.operands[k].elements) take(one);
  if (unordered)
    report(Defect::early_use, -1, [&] { return which + "no wgmma.fence is before the product"; });
  for (std::int32_t const one : i.operands[0].elements)
    if (one != kSink) p.computes[static_cast<std::size_t>(one)] = p.committed + 1;
  for (std::int32_t const one : i.operands[1].elements)
    if (one != kSink) p.takes[static_cast<std::size_t>(one)] = p.committed + 1;
}

std::uint8_t const* Warp::read_chunk(std::uint64_t address) {
  constexpr std::uint64_t bytes = AsyncReads::chunk_bytes;
  if (reach(address, bytes, 0, false, true, bytes).data == nullptr) return nullptr;
  BlockState& block = state_of_block_;
  Order const order{launch_.first_interval, block.first_interval, since_, false, clocks_};
  Access const by(launch_.interval, number_, at_, 0);
  Access last;
  bool known = true, reported = false;
  for (std::uint64_t at = address; at < address + bytes; ++at) {
    Access const wrote = block.local_shadow.writer(at);
    known = known && wrote.interval() >= block.first_interval && !block.local_shadow.is_unwritten(at);
    if (!known || reported ||
        (wrote.interval() == last.interval() && wrote.wave() == last.wave() &&
         wrote.instruction() == last.instruction()))
      continue;
    last = wrote;
    if (order.races(wrote, by)) {
      reported = true;
      raced(wrote, 0, fmt::format("reads {} bytes of {} from byte {}", bytes, launch_.local_name, address),
            at);
    } else if (!launch_.is_async[wrote.instruction()]) {
      look_for_fence(block, at, 1, 0);
    }
  }
  block.reads.begin(address / bytes, number_, launch_.interval, at_);
  products_.reads.emplace_back(products_.committed + 1, address / bytes);
  return known ? block.local.data() + address : nullptr;
}

}  // namespace colex::code::ptx
