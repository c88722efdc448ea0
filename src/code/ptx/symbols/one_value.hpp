// SPDX-License-Identifier: MIT
// Whether threads whose numbers differ in one bit store one value. Of each register it is found which bits may differ between the two: an invariant of all
// instructions. What both load from one address is the same where nobody changes it meanwhile. A sum, a product, a minimum or a maximum of what a thread has
// and what the other one has, which a shuffle by that bit brings, is the same in both: these do not ask which operand comes first.
//
//   OneValue(kernel, 4, true, has_one_address).is_stored(store)      threads 16 apart
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "code/ptx/symbols/program.hpp"

namespace colex::code::ptx {

class OneValue {
 public:
  /// `bit` of a thread's number in its block, which has one dimension if `is_line`. `has_one_address`: whether the two load from one address by that instruction.
  OneValue(SymbolicKernel const& of, unsigned bit, bool is_line,
           std::function<bool(std::uint32_t)> const& has_one_address);
  /// Of a store that a thread comes to at most once between two barriers.
  bool is_stored(std::uint32_t store) const;

 private:
  /// 32 bits of what a register holds, by where that was made: ~0 for what it holds where the straight stretch of code begins.
  struct Part {
    std::int32_t slot = kSink;
    std::uint32_t at = 0;
    unsigned number = 0;
    bool operator==(Part const&) const = default;
  };
  void part(std::uint32_t branch);
  std::uint64_t of(Operand const& o) const;
  std::optional<std::uint64_t> number(Operand const& o) const;
  std::uint64_t answer(std::uint32_t at, std::function<bool(std::uint32_t)> const& has_one_address) const;
  std::optional<std::uint32_t> made(std::int32_t slot, std::uint32_t before) const;
  std::vector<Part> parts(std::int32_t slot, std::uint32_t before) const;
  bool are_partners(std::uint32_t at) const;

  SymbolicKernel const& of_;
  Entry const& entry_;
  unsigned bit_;
  std::vector<std::uint64_t> differs_;  ///< bits of each slot
  std::vector<bool> parted_{}, begins_{};
  std::vector<std::uint32_t> sole_{};  ///< the only instruction that answers in a slot
};

}  // namespace colex::code::ptx
