// SPDX-License-Identifier: MIT
// Lanes that execute together, as memory sees them: a wave of AMD, or a warp of PTX. Every access goes through reach(), which says whether it may be
// made, and note(), which says what it races with.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "code/block.hpp"

namespace colex::code {

/// Bytes that a lane may touch; none where `data` is null.
struct Reached {
  Array* array = nullptr;  ///< null of a block's own memory
  std::uint8_t* data = nullptr;
  std::uint64_t offset = 0;  ///< of the array, or of the block's memory
};

class Group {
 public:
  unsigned number() const { return number_; }
  /// The instruction that was executed last, as a place.
  Place place(int lane = -1) const { return block_.launch.place(block_.number, number_, lane, at_); }

 protected:
  Group(Block& block, unsigned number) : block_(block), number_(number) {}
  ~Group() = default;

  /// Reports a defect of the instruction that is executed; `detail` makes the words where they are new.
  template <class F>
  requires std::is_invocable_v<F>
  void report(Defect defect, int lane, F detail) {
    Place here = place(lane);
    if (!block_.launch.report.only_counts(defect, here.address, 0))
      block_.launch.report.findings.push_back({defect, std::move(here), detail(), false, {}});
  }
  void raced(Access earlier, unsigned lane, std::string detail);
  /// Whether a lane may touch these bytes, of the block's memory where `is_local`; otherwise why not is reported. `alignment` is a power of two.
  Reached reach(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store, bool is_local,
                std::uint64_t alignment) {
    std::uint64_t const size = block_.local.size();
    if (is_local && (address & (alignment - 1)) == 0 && address <= size && bytes <= size - address) [[likely]]
      return {nullptr, block_.local.data() + address, address};
    return reach_any(address, bytes, lane, is_store, is_local, alignment);
  }
  /// Notes a lane's bytes in the shadow of an array, or, where that is null, of the memory of a block: `in`, or the lane's own.
  void note(Array* array, std::uint64_t offset, unsigned bytes, unsigned lane, bool is_store,
            std::uint64_t since, bool is_atomic = false, Block* in = nullptr) {
    if (array != nullptr && array->shadow == nullptr) return;
    Shadow& shadow = array == nullptr ? (in == nullptr ? block_ : *in).local_shadow : *array->shadow;
    Access const by(block_.launch.interval, number_, at_, lane, is_atomic);
    Order const order{block_.launch.first_interval, block_.first_interval, since, array != nullptr, clocks_};
    Access const oldest = array == nullptr           ? Access(order.first, 0, 0, 0)
                          : array->use == Use::write ? Access::first()
                                                     : Access();
    std::uint64_t const end = offset + bytes,
                        at = is_store ? shadow.note_quiet<true>(offset, end, by, order, oldest)
                                      : shadow.note_quiet<false>(offset, end, by, order, oldest);
    if (at != end) [[unlikely]]
      note_any(array, offset, at, bytes, is_store, shadow, by, order, oldest);
  }

  Block& block_;
  unsigned number_;
  std::uint32_t at_ = 0;                   ///< the instruction, by its number
  std::uint64_t const* clocks_ = nullptr;  ///< Order::clocks

 private:
  Reached reach_any(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store, bool is_local,
                    std::uint64_t alignment);
  /// The bytes of an access from `at` on, with what is to be reported of them.
  void note_any(Array* array, std::uint64_t offset, std::uint64_t at, unsigned bytes, bool is_store,
                Shadow& shadow, Access by, Order const& order, Access oldest);
};

}  // namespace colex::code
