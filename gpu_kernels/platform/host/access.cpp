// SPDX-License-Identifier: MIT
// Judges one access of a kernel: bounds and alignment, then what the shadow says of its bytes.
#include <cstdint>

#include "platform/host/block.hpp"
#include "platform/host/executor.hpp"

namespace colex::gpu {

Target aim(Target const& view, Index size, Index offset, int width, bool is_store) {
  Block& block = running_block("load and store");
  ++(is_store ? block.report.stores_by_width : block.report.loads_by_width)[width];
  auto const found = [&](Defect defect, Index element) {
    block.report.add({.defect = defect,
                      .view = view.shadow->name(),
                      .offset = element,
                      .width = width,
                      .is_store = is_store,
                      .place = block.place});
  };
  Target target = view;
  if (offset < 0 || width > size || offset > size - width) {
    found(Defect::out_of_bounds, offset >= 0 && offset < size ? size : offset);
    target.data = nullptr;
    return target;
  }
  target.data += offset * view.element_bytes;
  target.byte += offset * view.element_bytes;
  auto const bytes = static_cast<std::uintptr_t>(width) * static_cast<std::uintptr_t>(view.element_bytes);
  if (reinterpret_cast<std::uintptr_t>(target.data) % bytes != 0) found(Defect::misaligned, offset);
  return target;
}

void touch(Target const& target, Index bytes, Access access) {
  Block& block = running_block("load and store");
  Shadow& shadow = *target.shadow;
  shadow.enter_launch(block.launch);
  auto const seen = access == Access::load    ? shadow.read(target.byte, bytes, block.place)
                    : access == Access::store ? shadow.write(target.byte, bytes, block.place)
                                              : shadow.begin_copy(target.byte, bytes, block.place);
  auto const found = [&](Defect defect, Index byte, Place other = {}, bool other_is_store = false) {
    block.report.add({.defect = defect,
                      .view = shadow.name(),
                      .offset = (byte - target.view_byte) / target.element_bytes,
                      .width = static_cast<int>(bytes) / target.element_bytes,
                      .is_store = access != Access::load,
                      .place = block.place,
                      .other = other,
                      .other_is_store = other_is_store});
  };
  if (seen.unfinished)
    found(Defect::unfinished_copy, seen.unfinished_byte, seen.other, true);
  else if (seen.race)
    found(Defect::data_race, seen.byte, seen.other, seen.other_is_store);
  if (seen.uninitialised) found(Defect::uninitialised_read, seen.uninitialised_byte);
}

}  // namespace colex::gpu
