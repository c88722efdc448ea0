// SPDX-License-Identifier: MIT
// PTX over symbols: what the rows of instructions (ptx/rows.hpp) do to one generic thread. Warp is the same over machine words. Slots are those of
// the kernel; behind them come two counts, of the barriers that the thread has passed, and of those at which its warp has waited. A row that is
// written over machine words only is a function of what it reads, which is not looked into. What is not understood is unknown, never a guess.
//
//   judge.each<D, D, D>(instruction, [](auto a, auto b, Modes const&) { return a + b; })      add.u32
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "code/ptx/module.hpp"
#include "code/ptx/numbers.hpp"
#include "code/ptx/rows.hpp"
#include "code/ptx/symbols/integers.hpp"
#include "code/ptx/warp.hpp"
#include "code/ptx/warpgroup.hpp"
#include "code/symbols/judge.hpp"
#include "colex/hardware/matrix_descriptor.hpp"

namespace colex::code::ptx {

class PtxJudge final : public Machine {
 public:
  static constexpr bool is_over_symbols = true;
  using Run = void (*)(PtxJudge&, Instruction const&);
  template <class K>
  using Of = std::conditional_t<std::is_same_v<K, P>, SymbolicBit,
                                std::conditional_t<std::is_same_v<K, Q>, SymbolicWide, SymbolicWord>>;

  /// `rows` executes each instruction: null of one that is a function not looked into.
  PtxJudge(Entry const& entry, std::vector<Run> rows);
  bool step(std::uint32_t at, SymbolicStep const& now) override;

  template <class R, class... A, class F>
  void each(Instruction const& i, F f) {
    if constexpr (std::invocable<F, Of<A>..., Modes const&>)
      each_of<R, A...>(i, f, std::index_sequence_for<A...>{});
    else
      forget(i);
  }
  template <class R, class... A, class F>
  void each_carry(Instruction const& i, F) {
    forget(i);
  }
  /// What an instruction writes is a function of what it reads.
  void forget(Instruction const& i);
  template <int bits, bool is_signed>
  void compare(Instruction const& i) {
    compare_integers(i, bits, is_signed);
  }
  template <int bits>
  void move(Instruction const& i) {
    move_bits(i, bits);
  }
  void convert(Instruction const& i, Number const& from, Number const& to);
  [[noreturn]] void refuse(char const* why) const;
  std::uint32_t mask() const { return kAllLanes; }
  std::uint32_t live() const { return kAllLanes; }
  Wide const* slot_values(std::int32_t slot);

  // Control.
  void branch(Instruction const& i);
  void end();
  void barrier(Instruction const& i, bool waits, int reduces);
  void sync_lanes(Instruction const& i);
  using Arrival = Warp::Arrival;
  void init_memory_barrier(Instruction const& i) { at_memory_barrier(i, 0, false); }
  void forget_memory_barrier(Instruction const& i) { at_memory_barrier(i, 0, false); }
  void arrive_at_memory_barrier(Instruction const& i, Arrival how);
  void wait_at_memory_barrier(Instruction const& i, bool by_parity);
  void copy_bulk(Instruction const& i, bool of_shared, bool to_several);
  unsigned bulk_bytes(Instruction const& i);
  void fence_copies() {}
  void change_registers(Instruction const&, bool) {}
  void arrive_when_copied(Instruction const& i, bool) { at_memory_barrier(i, 0); }
  void arrive_at_cluster(bool) {}
  void wait_at_cluster() {}
  void map_address(Instruction const& i, bool) { put_unknown(i.operands[0], true); }

  // The tensor core, and boxes of tensors (products.cpp).
  void multiply(Instruction const& i, ProductShape const& shape);
  void copy_box(Instruction const& i, unsigned rank, bool to_several);
  void store_box(Instruction const& i, unsigned rank);
  void store_bulk(Instruction const& i);
  void commit_stores() {}
  void multiply_in_tensor_memory(Instruction const& i, unsigned bits);
  void allocate_tensor_memory(Instruction const& i);
  void put_unknown_of(Instruction const& i) { put_unknown(i.operands[0], true); }
  void wait_stores(std::uint64_t, bool) {}

  // Between lanes.
  using Shuffle = Warp::Shuffle;
  void shuffle(Instruction const& i, Shuffle how);
  using Vote = Warp::Vote;
  void vote(Instruction const& i, Vote) { forget_lanes(i); }
  void match(Instruction const& i, bool) { forget_lanes(i); }
  template <class F>
  void reduce(Instruction const& i, F, bool = false) {
    forget_lanes(i);
  }
  void elect(Instruction const& i);
  void active(Instruction const& i) { forget_lanes(i); }

  // Memory.
  void load(Instruction const& i, Moved const& t);
  void store(Instruction const& i, Moved const& t);
  template <class F>
  void atomic(Instruction const& i, unsigned bytes, std::size_t, bool answers, F) {
    update(i, bytes, answers);
  }
  void copy_async(Instruction const& i);
  void commit_copies() {}
  void wait_copies(std::uint64_t) {}
  void load_matrix(Instruction const& i, unsigned count, bool transposed);
  void store_matrix(Instruction const& i, unsigned count, bool transposed);
  void transpose_matrix(Instruction const& i) { forget_lanes(i); }

  std::map<std::uint32_t, std::uint64_t> boxes{},  ///< bytes of the box that an instruction copies
      boxes_of_maps{};                             ///< and of the tensor map that is the parameter at a byte

  unsigned epoch_slot() const { return static_cast<unsigned>(entry_.slots.size()); }
  unsigned order_slot() const { return epoch_slot() + 1; }

 private:
  template <class R, class... A, class F, std::size_t... N>
  void each_of(Instruction const& i, F f, std::index_sequence<N...>) {
    Of<R> const answer = f(fetch<A>(i.operands[N + 1])..., i.modes);
    put(i.operands[0].slot, answer.term);
  }
  template <class K>
  Of<K> fetch(Operand const& o) {
    Term const v = value(o);
    if constexpr (std::is_same_v<K, P>)
      return {extract(v, 0, 1)};
    else if constexpr (std::is_same_v<K, H>)
      return extended(extended(v, 16), 32);
    else
      return extended(v, std::is_same_v<K, Q> ? 64 : 32);
  }
  Term slot(std::int32_t number);
  Term value(Operand const& o);
  Term unknown(unsigned width, bool of_lanes);
  void put(std::int32_t slot, Term value);
  void put_unknown(Operand const& to, bool of_lanes);
  void forget_lanes(Instruction const& i) { put_unknown(i.operands[0], true); }
  void compare_integers(Instruction const& i, unsigned bits, bool is_signed);
  void move_bits(Instruction const& i, unsigned bits);
  void update(Instruction const& i, unsigned bytes, bool answers);
  void at_memory_barrier(Instruction const& i, std::size_t operand, bool is_atomic = true);
  /// A matrix of so many lines, elements of so many bits: an access for each 32 pieces of 16 bytes, from that part on.
  void read_matrix(Operand const& o, hardware::DescriptorFormat format, unsigned bits, unsigned lines,
                   bool by_lines, std::uint32_t part);
  void box(Operand const& map, Term address, bool is_store);
  void count(unsigned slot);
  Term address_of(Operand const& o);
  struct Where {
    Space space = Space::global;
    Term address = nullptr;
  };
  Where where(Space space, Term address) const;
  /// Notes an access; of shared memory, the address has 32 bits. False of a thread's own memory.
  MemoryAccess* record(Space space, Term address, unsigned bytes, bool is_store, std::uint32_t part = 0);

  Entry const& entry_;
  std::vector<Run> rows_;
  bool counts_ = false;  ///< a barrier of all threads of the block
  Instruction const* now_ = nullptr;
  Term guard_ = nullptr;  ///< of the instruction; null of one that is always executed
  Wide room_ = 0;
  bool ended_ = false, went_ = false;
};

/// The rows of products, over symbols.
Rows<PtxJudge> judged_products();
/// Those of tcgen05.
Rows<PtxJudge> const& tensor_memory_rows();

/// What an instruction descriptor of tcgen05.mma says (manual, "Instruction descriptor"): the product's lines, and whether they are contiguous.
struct TensorProduct {
  unsigned m = 0, n = 0;
  bool a_by_lines = false, b_by_lines = false;
};
/// None of one that is not known, or is of no dense product of one block, of elements of so many whole bits.
std::optional<TensorProduct> tensor_product(Term descriptor, unsigned bits);

}  // namespace colex::code::ptx
