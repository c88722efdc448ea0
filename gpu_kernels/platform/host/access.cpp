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
    block.found({.defect = defect,
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

void judge(LaunchReport& report, std::uint64_t launch, Log::Touch const& touch) {
  auto const& [target, bytes, access, place] = touch;
  Shadow& shadow = *target.shadow;
  shadow.enter_launch(launch);
  auto const seen = access == Access::load    ? shadow.read(target.byte, bytes, place)
                    : access == Access::store ? shadow.write(target.byte, bytes, place)
                                              : shadow.begin_copy(target.byte, bytes, place);
  auto const found = [&](Defect defect, Index byte, Place other = {}, bool other_is_store = false) {
    report.add({.defect = defect,
                .view = shadow.name(),
                .offset = (byte - touch.target.view_byte) / touch.target.element_bytes,
                .width = static_cast<int>(touch.bytes) / touch.target.element_bytes,
                .is_store = touch.access != Access::load,
                .place = touch.place,
                .other = other,
                .other_is_store = other_is_store});
  };
  if (seen.unfinished)
    found(Defect::unfinished_copy, seen.unfinished_byte, seen.other, true);
  else if (seen.race)
    found(Defect::data_race, seen.byte, seen.other, seen.other_is_store);
  if (seen.uninitialised) found(Defect::uninitialised_read, seen.uninitialised_byte);
}

void touch(Target const& target, Index bytes, Access access) {
  Block& block = running_block("load and store");
  if (target.is_global) block.expect_awaited();
  block.touched(target, bytes, access, block.place);
}

void Block::expect_awaited() {
  if (shape.early && !running().awaited)
    found({.defect = Defect::barrier_misuse,
           .place = place,
           .detail = "global memory is touched while the launch before may not be over"});
}

void Block::touched(Target const& target, Index bytes, Access access, Place by) {
  Log::Touch const touch{target, bytes, access, by};
  // Memory of the block is judged at once, by what then goes to the log in its order.
  if (!is_logged) {
    judge(report, launch, touch);
  } else if (target.is_global) {
    log.touches.push_back(touch);
  } else {
    LaunchReport now;
    judge(now, launch, touch);
    for (Finding& finding : now.findings) found(std::move(finding));
  }
}

void report_dropped(Shadow const& shadow, Index element) {
  Block& block = running_block("buffer_load");
  block.found({.defect = Defect::dropped_element,
               .view = shadow.name(),
               .offset = element,
               .width = 1,
               .place = block.place});
}

void Block::found(Finding finding) {
  if (is_logged)
    log.findings.emplace_back(log.touches.size(), std::move(finding));
  else
    report.add(std::move(finding));
}

void Block::replay() {
  auto finding = log.findings.begin();
  for (std::size_t i = 0; i <= log.touches.size(); ++i) {
    for (; finding != log.findings.end() && finding->first == i; ++finding)
      report.add(std::move(finding->second));
    if (i < log.touches.size()) judge(report, launch, log.touches[i]);
  }
  log = {};
}

}  // namespace colex::gpu
