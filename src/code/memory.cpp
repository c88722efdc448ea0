// SPDX-License-Identifier: MIT
#include "code/memory.hpp"

#include <fmt/format.h>

#include "operations/failure.hpp"

namespace colex::code {

static constexpr std::uint64_t kGap = std::uint64_t{1} << 32;  // a 32-bit offset leads to no other array

std::uint64_t Memory::add(std::string name, std::vector<std::uint8_t> bytes, Use use) {
  total_ += bytes.size();
  if (total_ > kMostArrayBytes)
    throw cli::InputError(
        fmt::format("'{}': arrays of more than {} MiB in all", name, kMostArrayBytes >> 20));
  Array a{std::move(name), next_, std::move(bytes), use, nullptr};
  if (use != Use::read) a.shadow = std::make_unique<Shadow>(a.bytes.size());
  next_ += kGap + (a.bytes.size() + 0xFFF) / 0x1000 * 0x1000;
  arrays_.push_back(std::move(a));
  return arrays_.back().address;
}

void Memory::remove(std::uint64_t address) {
  for (auto a = arrays_.begin(); a != arrays_.end(); ++a)
    if (a->address == address) {
      total_ -= a->bytes.size();
      arrays_.erase(a);
      return;
    }
  throw cli::InputError(fmt::format("no array begins at {:#x}", address));
}

Array* Memory::find(std::uint64_t address, std::uint64_t bytes) {
  if (last_ < arrays_.size() && arrays_[last_].holds(address, bytes)) return &arrays_[last_];
  for (std::size_t k = 0; k < arrays_.size(); ++k)
    if (arrays_[k].holds(address, bytes)) {
      last_ = k;
      return &arrays_[k];
    }
  return nullptr;
}

std::string Memory::where(std::uint64_t address) const {
  Array const* nearest = nullptr;
  for (Array const& a : arrays_)
    if (address >= a.address) nearest = &a;
  if (nearest == nullptr || address - nearest->address > kGap)
    return fmt::format("{:#x}, near no array", address);
  std::uint64_t const offset = address - nearest->address;
  return fmt::format("byte {} of '{}', which has {}", offset, nearest->name, nearest->bytes.size());
}

}  // namespace colex::code
