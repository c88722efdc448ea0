// SPDX-License-Identifier: MIT
// Lanes that execute together, as memory sees them: a wave of AMD, or a warp of PTX. Every access goes through reach(), which says whether it may be
// made, and note(), which says what it races with.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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
  void raced(Access earlier, unsigned lane, std::string detail, std::optional<std::uint64_t> local_byte);
  /// Whether a lane may touch these bytes, of the block's memory where `is_local`; otherwise why not is reported. `alignment` is a power of two.
  Reached reach(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store, bool is_local,
                std::uint64_t alignment) {
    std::uint64_t const size = block_.local.size();
    if (is_local && (address & (alignment - 1)) == 0 && address <= size && bytes <= size - address) [[likely]]
      return {nullptr, block_.local.data() + address, address};
    return reach_any(address, bytes, lane, is_store, is_local, alignment);
  }
  /// Where an access of all lanes is noted, and as what: in the shadow of an array, or, where that is null, of the memory of a block: `in`, or the lanes' own.
  struct Noting {
    Array* array;
    Shadow* shadow;  ///< null where nothing is noted
    Access by;       ///< of lane 0
    Order order;
    Access oldest;  ///< what was written before is nothing that can be read
  };
  Noting noting(Array* array, std::uint64_t since, bool is_atomic = false, Block* in = nullptr) const {
    return {
        array, array == nullptr ? &(in == nullptr ? block_ : *in).local_shadow : array->shadow.get(),
        Access(block_.launch.interval, number_, at_, 0, is_atomic),
        Order{block_.launch.first_interval, block_.first_interval, since, array != nullptr, clocks_, lanes_},
        array == nullptr           ? Access(block_.first_interval, 0, 0, 0)
        : array->use == Use::write ? Access::first()
                                   : Access()};
  }
  /// Notes a lane's bytes.
  void note(Noting const& as, std::uint64_t offset, unsigned bytes, unsigned lane, bool is_store) {
    note_order(as, offset, bytes, lane, is_store);
    if (as.shadow != nullptr && as.shadow->has_unwritten()) [[unlikely]]
      note_unwritten(*as.shadow, offset, bytes, lane, is_store);
  }
  /// The same of reads that do not use what lies there.
  void note_order(Noting const& as, std::uint64_t offset, unsigned bytes, unsigned lane, bool is_store) {
    if (as.shadow == nullptr) return;
    std::uint64_t const end = offset + bytes;
    Access const by = as.by.of_lane(lane);
    std::uint64_t const at = is_store ? as.shadow->note_quiet<true>(offset, end, by, as.order, as.oldest)
                                      : as.shadow->note_quiet<false>(offset, end, by, as.order, as.oldest);
    if (at != end) [[unlikely]]
      note_any(as, offset, at, bytes, lane, is_store);
  }
  /// Of bytes that nothing has written, but that were stored: a store puts something there, and a read is reported.
  void note_unwritten(Shadow& shadow, std::uint64_t offset, unsigned bytes, unsigned lane, bool is_store);
  /// Behind an instruction, and what it let arrive: which stores that race have changed what was there.
  void settle() {
    if (!raced_.empty()) [[unlikely]]
      settle_all();
  }
  void note(Array* array, std::uint64_t offset, unsigned bytes, unsigned lane, bool is_store,
            std::uint64_t since, bool is_atomic = false, Block* in = nullptr) {
    note(noting(array, since, is_atomic, in), offset, bytes, lane, is_store);
  }

  Block& block_;
  unsigned number_;
  std::uint32_t at_ = 0;                        ///< the instruction, by its number
  std::uint64_t const* clocks_ = nullptr;       ///< Order::clocks
  std::uint64_t const (*lanes_)[32] = nullptr;  ///< Order::lanes

 private:
  /// A race in the block's memory, and what was there before the later access.
  struct Raced {
    std::uint64_t address, other, byte;
    std::array<std::uint8_t, 4> before;
  };
  std::vector<Raced> raced_{};
  std::array<std::uint8_t, 4> local_at(std::uint64_t byte) const;
  void settle_all();
  Reached reach_any(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store, bool is_local,
                    std::uint64_t alignment);
  /// The bytes of an access from `at` on, with what is to be reported of them.
  void note_any(Noting as, std::uint64_t offset, std::uint64_t at, unsigned bytes, unsigned lane,
                bool is_store);
};

}  // namespace colex::code
