// SPDX-License-Identifier: MIT
// Registers that warps hand to each other (manual, "setmaxnreg"): what one releases lies with the block until another asks for it and waits until there is enough.
#include <fmt/format.h>

#include "code/ptx/warp.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

void Warp::change_registers(Instruction const& i, bool more) {
  BlockState& block = state_of_block_;
  auto const slot = static_cast<std::size_t>(i.operands[0].slot);
  std::uint64_t const count = launch_.entry->slots[slot].value;
  if (launch_.entry->slots[slot].kind != Slot::Kind::constant || count % 8 != 0 || count < 24 || count > 256)
    throw cli::InputError("setmaxnreg takes a multiple of 8 from 24 to 256");
  check_lanes();
  auto const now = static_cast<unsigned>(count);
  unsigned const held = registers_of_thread_;
  if (held != 0 && (more ? now < held : now > held))
    throw cli::InputError(
        fmt::format("setmaxnreg.{} of a warp that has {} registers a thread", more ? "inc" : "dec", held));
  if (held != 0 && more && now - held > block.free_registers && !goes_on) {
    paths_.back().next = at_;
    waits_at = kWaitsForRegisters;
    state_ = State::waits;
    return;
  }
  bool const comes = !std::exchange(goes_on, false);
  if (!is_same_of_all(block.register_changes, changes_, at_))
    report(Defect::barrier_divergence, -1,
           [] { return std::string("the warps of a warpgroup change their registers elsewhere"); });
  unsigned const first = number_in_block() / kWarpsOfGroup * kWarpsOfGroup;
  for (unsigned w = first; changes_ > 0 && w < first + kWarpsOfGroup && w < block.warps.size(); ++w) {
    Warp const& other = *block.warps[w];
    bool const is_behind =
        other.changes_ == changes_ && other.change_interval_ < clock_values_[other.number_];
    if (&other == this || other.changes_ > changes_ || is_behind) continue;
    report(Defect::barrier_divergence, -1, [&] {
      return fmt::format("no barrier is between this and the setmaxnreg before it of warp {}", w);
    });
    break;
  }
  ++changes_;
  change_interval_ = launch_.interval;
  if (held == 0) return;
  registers_of_thread_ = now;
  if (more) {
    if (comes) block.free_registers -= now - held;
    return;
  }
  block.free_registers += held - now;
  for (Warp* const warp : block.warps)
    if (warp->state_ == State::waits && warp->waits_at == kWaitsForRegisters) warp->release();
}

}  // namespace colex::code::ptx
