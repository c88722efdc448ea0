// SPDX-License-Identifier: MIT
#include "code/group.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace colex::code {

void Group::raced(Access earlier, unsigned lane, std::string detail,
                  std::optional<std::uint64_t> local_byte) {
  auto const& starts = block_.launch.block_intervals;
  auto const started =
      std::upper_bound(starts.begin(), starts.end(), earlier.interval()) - starts.begin() - 1;
  Launched const& launch = block_.launch;
  std::uint64_t const block = launch.block_of(static_cast<std::uint64_t>(started), earlier.wave());
  bool const is_any_lane =
      earlier.is_of_several_lanes() && earlier.wave() == number_ && earlier.lane() == lane;
  Finding found{Defect::data_race,
                place(static_cast<int>(lane)),
                std::move(detail),
                true,
                launch.place(block, earlier.wave(), is_any_lane ? -1 : static_cast<int>(earlier.lane()),
                             earlier.instruction()),
                local_byte};
  if (local_byte)
    raced_.push_back({found.place.address, found.other.address, *local_byte, local_at(*local_byte)});
  block_.launch.report.add(std::move(found));
}

/// The word of a block's memory, or that byte alone where no word begins.
std::array<std::uint8_t, 4> Group::local_at(std::uint64_t byte) const {
  std::array<std::uint8_t, 4> r{};
  std::uint64_t const size = block_.local.size(), end = byte % 4 == 0 ? byte + 4 : byte + 1;
  for (std::uint64_t at = byte; at < std::min(end, size); ++at) r[at - byte] = block_.local[at];
  return r;
}

void Group::settle_all() {
  for (Raced const& one : raced_)
    for (Finding& f : block_.launch.report.findings)
      if (f.defect == Defect::data_race && f.place.address == one.address && f.other.address == one.other)
        f.is_change |= local_at(one.byte) != one.before;
  raced_.clear();
}

Reached Group::reach_any(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store, bool is_local,
                         std::uint64_t alignment) {
  int const in = static_cast<int>(lane);
  char const* const does = is_store ? "stores" : "loads";
  Launched& launch = block_.launch;
  if (address % alignment != 0)
    report(Defect::misaligned, in, [&] {
      return fmt::format("{} {} bytes at {:#x}, no multiple of {}", does, bytes, address, alignment);
    });
  if (is_local) {
    if (address <= block_.local.size() && bytes <= block_.local.size() - address)
      return {nullptr, block_.local.data() + address, address};
    report(Defect::out_of_bounds, in, [&] {
      return fmt::format("{} {} bytes at byte {} of {}, which has {}", does, bytes, address,
                         launch.local_name, block_.local.size());
    });
    return {};
  }
  Array* const array = launch.memory.find(address, bytes);
  if (array == nullptr) {
    report(Defect::out_of_bounds, in,
           [&] { return fmt::format("{} {} bytes at {}", does, bytes, launch.memory.where(address)); });
    return {};
  }
  if (is_store && array->use == Use::read) {
    report(Defect::read_only_store, in,
           [&] { return fmt::format("stores to '{}', which is only read", array->name); });
    return {};
  }
  std::uint64_t const offset = address - array->address;
  return {array, array->bytes.data() + offset, offset};
}

void Group::note_any(Noting as, std::uint64_t offset, std::uint64_t first, unsigned bytes, unsigned lane,
                     bool is_store) {
  Array const* const array = as.array;
  Access const by = as.by.of_lane(lane);
  bool raced_once = false, undefined = false;
  std::uint64_t undefined_at = 0;
  char const* const local_name = block_.launch.local_name;
  as.shadow->visit(first, offset + bytes, [&](std::uint64_t at, History& of) {
    if (!is_store && !undefined) undefined = of.writer.is_before(as.oldest), undefined_at = at;
    Access const other = is_store ? of.write(by, as.order) : of.read(by, as.order);
    if (!other || raced_once) return true;
    raced_once = true;
    std::string const what = array == nullptr ? local_name : fmt::format("'{}'", array->name);
    raced(
        other, lane,
        fmt::format("{} {} bytes of {} from byte {}{}", is_store ? "stores" : "loads", bytes, what, offset,
                    as.order.since < by.interval() && clocks_ == nullptr ? ", under way past a barrier" : ""),
        as.shadow == &block_.local_shadow ? std::optional(at) : std::nullopt);
    return true;
  });
  if (undefined)
    report(Defect::uninitialised_read, static_cast<int>(lane), [&] {
      return array == nullptr ? fmt::format("byte {} of {}", undefined_at, local_name)
                              : fmt::format("byte {} of '{}'", undefined_at, array->name);
    });
}

void Group::note_unwritten(Shadow& shadow, std::uint64_t offset, unsigned bytes, unsigned lane,
                           bool is_store) {
  std::uint64_t const end = offset + bytes;
  if (is_store) return shadow.forget_unwritten(offset, end);
  for (std::uint64_t at = offset; at < end; ++at)
    if (shadow.is_unwritten(at))
      return report(Defect::uninitialised_read, static_cast<int>(lane), [&] {
        return fmt::format("byte {} of {}, which was stored from a register that nothing has written", at,
                           block_.launch.local_name);
      });
}

}  // namespace colex::code
