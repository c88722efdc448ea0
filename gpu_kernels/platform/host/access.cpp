// SPDX-License-Identifier: MIT
// Judges one access of a kernel: bounds, alignment, then what the shadow says of its bytes.
#include <cstdint>

#include "platform/host/block.hpp"
#include "platform/host/executor.hpp"

namespace colex::gpu {

bool admit(Shadow& shadow, void const* base, Index shadow_byte, Index size, Index offset, int width,
           int element_bytes, Access access) {
  Block& block = running_block("load and store");
  LaunchReport& report = block.report;
  bool const is_store = access != Access::load;
  ++(is_store ? report.stores_by_width : report.loads_by_width)[width];
  auto const found = [&](Defect defect, Index element, Place other = {}, bool other_is_store = false) {
    report.add({.defect = defect,
                .view = shadow.name(),
                .offset = element,
                .width = width,
                .is_store = is_store,
                .place = block.place,
                .other = other,
                .other_is_store = other_is_store});
  };
  if (offset < 0 || width > size || offset > size - width) {
    found(Defect::out_of_bounds, offset >= 0 && offset < size ? size : offset);
    return false;
  }
  Index const bytes = Index{width} * element_bytes, first = shadow_byte + offset * element_bytes;
  auto const address =
      reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(offset * element_bytes);
  if (address % static_cast<std::uintptr_t>(bytes) != 0) found(Defect::misaligned, offset);

  shadow.enter_launch(block.launch);
  auto const seen = access == Access::load    ? shadow.read(first, bytes, block.place)
                    : access == Access::store ? shadow.write(first, bytes, block.place)
                                              : shadow.begin_copy(first, bytes, block.place);
  auto const element_of = [&](Index byte) { return (byte - shadow_byte) / element_bytes; };
  if (seen.unfinished)
    found(Defect::unfinished_copy, element_of(seen.unfinished_byte), seen.other, true);
  else if (seen.race)
    found(Defect::data_race, element_of(seen.byte), seen.other, seen.other_is_store);
  if (seen.uninitialised) found(Defect::uninitialised_read, element_of(seen.uninitialised_byte));
  return true;
}

}  // namespace colex::gpu
