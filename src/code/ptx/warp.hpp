// SPDX-License-Identifier: MIT
// A warp of 32 lanes over machine words. The rows of instructions (rows.hpp) are written against what is public here. Lanes that branch apart run one
// way after the other, and meet at the branch's immediate postdominator.
//
//   warp.each<D, D, D>(instruction, [](auto a, auto b, Modes const&) { return a + b; })      add.u32
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "code/group.hpp"
#include "code/ptx/async_reads.hpp"
#include "code/ptx/module.hpp"
#include "code/ptx/tensor_map.hpp"
#include "code/ptx/tensor_memory.hpp"
#include "code/words.hpp"

namespace colex::code::ptx {

inline constexpr unsigned kLanes = 32;
inline constexpr std::uint32_t kAllLanes = ~std::uint32_t{0};
inline constexpr unsigned kMostWarps = 32, kBarriers = 16, kWarpsOfGroup = 4;
inline constexpr std::int32_t kWaitsInMemory = kBarriers, kWaitsAtCluster = kBarriers + 1,
                              kWaitsForRegisters = kBarriers + 2,
                              kWaitsForColumns = kBarriers + 3;  ///< Warp::waits_at beside a barrier's number
inline constexpr unsigned kRankShift =
    24;  ///< of an address of shared memory: above it is the rank in the cluster, and 1; 0 is the own block

// The kinds of operands: what a row gets of a register, and what it gives.
struct H {  // 16 bits
  using type = Word;
  static Word take(Wide v) { return static_cast<Word>(v & 0xFFFF); }
  static Wide give(Word v) { return v & 0xFFFF; }
};
struct D {  // 32 bits
  using type = Word;
  static Word take(Wide v) { return static_cast<Word>(v); }
  static Wide give(Word v) { return v; }
};
struct Q {  // 64 bits
  using type = Wide;
  static Wide take(Wide v) { return v; }
  static Wide give(Wide v) { return v; }
};
struct P {  // a predicate
  using type = bool;
  static bool take(Wide v) { return (v & 1) != 0; }
  static Wide give(bool v) { return v ? 1 : 0; }
};

class Warp;
using RunRow = void (*)(Warp&, Instruction const&);

/// Is told of each instruction that lanes of a warp come to, and of each access of a lane to global or shared memory.
class PtxObserver {
 public:
  virtual ~PtxObserver() = default;
  virtual void executes(std::uint64_t block, unsigned warp, std::uint32_t instruction,
                        std::uint32_t lanes) = 0;
  virtual void accesses(std::uint64_t block, unsigned warp, std::uint32_t instruction, unsigned lane,
                        bool is_shared, std::uint64_t address) = 0;
};

/// A launch of PTX: the program, and for each instruction what executes it.
struct PtxLaunch : Launched {
  Place place(std::uint64_t block, unsigned group, int lane, std::uint32_t instruction) const override;
  std::uint64_t block_of(std::uint64_t started, unsigned group) const override {
    return numbers[started * cluster + group / warps_of_block];
  }
  Module const* module = nullptr;
  Entry const* entry = nullptr;
  PtxObserver* observer = nullptr;  ///< may be null
  std::vector<RunRow> rows{};
  std::vector<bool> is_async{};          ///< of instructions: the copy engine moves the bytes
  std::vector<std::uint64_t> numbers{};  ///< of blocks in the grid, in the order in which they start
  bool multiplies = false;               ///< the kernel has wgmma: its registers may be under way
  std::uint32_t cluster = 1,
                warps_of_block =
                    kMostWarps;   ///< blocks of a cluster, whose warps are numbered one behind the other
  std::uint64_t local_bytes = 0;  ///< of each thread
  unsigned registers = 0;         ///< that each thread begins with; 0 where setmaxnreg has no effect
  std::vector<std::uint64_t> addresses{};  ///< of slots that are a variable's address
};

/// A value in each lane.
struct Values {
  alignas(64) Wide lane[kLanes];
};

/// What lanes do with memory: a type, how often, and how.
struct Moved {
  std::uint8_t bytes = 4;  ///< of an element
  bool is_signed = false;
};

/// Of each lane: before which interval it knows what the others of its warp did.
struct LaneClocks {
  std::uint64_t of[kLanes][kLanes] = {};
};

/// An asynchronous copy of a lane that has not been waited for.
struct Copy {
  std::uint64_t to = 0;  ///< a byte of shared memory
  std::uint8_t lane = 0, bytes = 0;
  std::uint64_t group = 0;  ///< of its lane, from 0
  Array* from = nullptr;    ///< of which it reads; null of none
  std::uint64_t read_at = 0, read = 0;
  std::uint8_t data[16] = {};
  std::uint32_t instruction = 0;
  std::shared_ptr<std::vector<std::uint64_t> const> clocks{};  ///< of its warp when it was started
};

/// What the warps of a block wait for.
struct NamedBarrier {
  std::uint32_t arrived = 0;   ///< warps, as bits, that have arrived or wait
  std::uint32_t waiting = 0;   ///< warps, as bits, that wait
  std::uint64_t threads = 0;   ///< that have arrived
  std::uint64_t expected = 0;  ///< zero: all of the block
  std::uint64_t clocks[kMostWarps] = {};
  Word popcount = 0;  ///< of bar.red
  bool all = true, any = false;
};

struct BlockState;

/// A barrier that is an object in shared memory.
struct MemoryBarrier {
  BlockState* block = nullptr;  ///< in whose memory it is
  std::uint64_t expected = 0, pending = 0, phase = 0;
  std::int64_t bytes = 0;  ///< that are still to come
  std::uint64_t clocks[kMostWarps] = {}, released[kMostWarps] = {};
};

using Update = Wide (*)(Wide old, Wide b, Wide c);

/// Bytes of an array that a bulk copy reads, or writes, behind its warp.
struct ArrayPart {
  Array* array = nullptr;
  std::uint64_t offset = 0;
  unsigned bytes = 0;
};

/// Bytes that have not come to shared memory, of a block; an mbarrier of it counts them.
struct BulkCopy {
  BlockState* block = nullptr;
  std::uint64_t to = 0, barrier = 0;
  std::vector<std::uint8_t> data{};
  std::uint8_t lane = 0;
  unsigned span = 0;        ///< of the swizzle
  Update update = nullptr;  ///< of what is there, and of the data
  std::uint64_t from = 0,
                read = 0;  ///< bytes of the warp's own block that are read until then
  std::vector<ArrayPart> reads{};
  std::uint32_t instruction = 0;
  class Warp* by = nullptr;
  std::vector<std::uint64_t> clocks{};
};

/// A lane's arrival at a barrier when the copies that it started before have come.
struct LateArrival {
  std::uint64_t barrier = 0;
  class Warp* by = nullptr;
  std::uint8_t lane = 0;
  std::uint32_t instruction = 0;
  std::vector<Copy> copies{};
};

/// A bulk copy out of shared memory, whose bytes are still read, or were and are not written yet.
struct BulkStore {
  std::uint64_t from = 0, bytes = 0, group = 0;  ///< the lane's group, from 1; no bytes once they were read
  std::uint8_t lane = 0;
  std::uint32_t instruction = 0;
  std::vector<ArrayPart> writes{};
  std::vector<std::uint64_t> clocks{};
};

/// What the blocks of a cluster wait for. An arrival is for the phase that is under way.
struct ClusterBarrier {
  std::uint64_t phase = 0;
  std::uint32_t arrived = 0;  ///< warps, as bits
  std::uint64_t clocks[kMostWarps] = {}, released[kMostWarps] = {};
};

/// The products of a warp that run behind it.
struct Products {
  std::uint32_t fences = 0, committed = 0, complete = 0;  ///< groups, from 1
  std::uint64_t started = 0;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> reads{};  ///< group, and chunk of shared memory
  std::vector<std::uint32_t> computes{}, takes{},
      touched{};  ///< of registers: the last group that writes and that reads it; fences before it was used otherwise, and 1
};

class Warp : public Group {
 public:
  static constexpr bool is_over_symbols = false;
  enum class State : std::uint8_t { runs, waits, ended };
  Warp(PtxLaunch& launch, BlockState& block, unsigned number, std::uint32_t lanes);

  // What rows use.

  /// Destination, then sources: `f` of each lane.
  template <class R, class... A, class F>
  void each(Instruction const& i, F f) {
    each_of<R, A...>(i, f, std::index_sequence_for<A...>{});
  }
  /// The same; `f` also gets the lane's carry, and changes it where the opcode has .cc.
  template <class R, class... A, class F>
  void each_carry(Instruction const& i, F f) {
    each_carry_of<R, A...>(i, f, std::index_sequence_for<A...>{});
  }
  /// The values of an operand, in each lane.
  Wide const* fetch(Operand const& o, Values& room) const {
    if (o.slot == kSink) return scratch_.lane;
    Wide const* const from = registers_[static_cast<std::size_t>(o.slot)].lane;
    if (!o.negated) [[likely]]
      return from;
    for (unsigned l = 0; l < kLanes; ++l) room.lane[l] = from[l] ^ 1;
    return room.lane;
  }
  Wide const* slot_values(std::int32_t slot) const {
    return slot == kSink ? scratch_.lane : registers_[static_cast<std::size_t>(slot)].lane;
  }
  std::uint32_t defined(std::int32_t slot) const {
    return slot == kSink ? kAllLanes : defined_[static_cast<std::size_t>(slot)];
  }
  /// Stores to the lanes that are on.
  void put(std::int32_t slot, Wide const* values, std::uint32_t defined);
  /// The lanes that execute this instruction.
  std::uint32_t mask() const { return mask_; }
  /// Whether the lanes that are on have written what decides an address, a branch or what is stored; reports otherwise.
  void need(std::uint32_t defined, char const* what);
  [[noreturn]] void refuse(char const* why) const;
  template <class F>
  void find(Defect defect, int lane, F detail) {
    report(defect, lane, detail);
  }

  // Control.
  void branch(Instruction const& i);
  void end();
  void barrier(Instruction const& i, bool waits, int reduces);
  void sync_lanes(Instruction const& i);
  enum class Arrival : std::uint8_t { arrive, expect_and_arrive, expect, complete, drop };
  void init_memory_barrier(Instruction const& i);
  void forget_memory_barrier(Instruction const& i);
  void arrive_at_memory_barrier(Instruction const& i, Arrival how);
  void wait_at_memory_barrier(Instruction const& i, bool by_parity);
  void copy_bulk(Instruction const& i, bool of_shared, bool to_several);
  /// st.async, and red.async, which updates; elements of so many bytes.
  void store_async(Instruction const& i, unsigned bytes, Update update);
  /// The bytes of a bulk copy of this warp come.
  void finish(BulkCopy const& copy);
  /// All that is under way to a block comes; whether there was anything.
  static bool finish_copies(BlockState& block);
  void arrive_when_copied(Instruction const& i, bool counts);
  void finish(LateArrival const& arrival);
  void arrive_at_cluster(bool orders);
  void wait_at_cluster();
  void map_address(Instruction const& i, bool is_generic);
  void fence_copies();
  void change_registers(Instruction const& i, bool more);

  // Tensors.
  void copy_box(Instruction const& i, unsigned rank, bool to_several);
  void store_box(Instruction const& i, unsigned rank);
  void store_bulk(Instruction const& i);
  void commit_stores();
  /// Until bytes were read, or until they are written, too.
  void wait_stores(std::uint64_t left, bool written);

  // Products of a warpgroup.
  void fence_products();
  void commit_products();
  void wait_products(std::uint64_t left);
  /// Starts one of the open group: the registers that it writes and those that it reads.
  void start_product(Instruction const& i, std::uint64_t a, std::uint64_t b);
  /// 16 bytes of shared memory as the product reads them; null where they are outside, or nothing has written them.
  std::uint8_t const* read_chunk(std::uint64_t address);

  // Tensor memory.
  void take_columns(Instruction const& i);
  void give_columns(Instruction const& i);
  void give_permit();
  /// tcgen05.ld and .st: each lane's registers, `rows` lanes of `columns` columns, so many times.
  struct TensorShape {
    unsigned rows = 32, columns = 1, times = 1;
    bool is_packed = false, is_split = false;
  };
  void load_columns(Instruction const& i, TensorShape const& shape) { move_columns(i, shape, false); }
  void store_columns(Instruction const& i, TensorShape const& shape) { move_columns(i, shape, true); }
  void wait_columns(bool stores);
  /// What a product reads and writes of tensor memory, and whether it may; words of unknown cells are no answer.
  void start_tensor_product(TensorProductWork work, std::size_t first_read);
  std::size_t reads_so_far() const { return products_.reads.size(); }
  bool check_cells(Cells const& cells);
  TensorMemory& tensor_memory();
  void commit_tensor_products(Instruction const& i);
  void finish(TensorArrival const& arrival);

  // Between lanes.
  enum class Shuffle : std::uint8_t { up, down, bfly, idx };
  void shuffle(Instruction const& i, Shuffle how);
  enum class Vote : std::uint8_t { all, any, uni, ballot };
  void vote(Instruction const& i, Vote how);
  void match(Instruction const& i, bool all);
  /// `f` also gets the modes that are given. Where it makes one number of a number twice, that is done of the first, too.
  void reduce(Instruction const& i, Update f, bool is_idempotent = false);
  void elect(Instruction const& i);
  void active(Instruction const& i);
  /// Whether the lanes that a mask names are those that execute; reports otherwise.
  void check_members(std::int32_t slot, char const* what);

  // Memory.
  void load(Instruction const& i, Moved const& t);
  void store(Instruction const& i, Moved const& t);
  /// Of so many sources behind the address; `answers`: what was there goes to a register.
  void atomic(Instruction const& i, unsigned bytes, std::size_t sources, bool answers, Update f);
  void copy_async(Instruction const& i);
  /// The groups are each lane's own.
  void commit_copies();
  void wait_copies(std::uint64_t left);
  void load_matrix(Instruction const& i, unsigned count, bool transposed);
  void store_matrix(Instruction const& i, unsigned count, bool transposed);
  void transpose_matrix(Instruction const& i);

  // What the executor asks.
  State state() const { return state_; }
  std::uint64_t started_products() const { return products_.started; }
  std::uint64_t register_changes() const { return changes_; }
  unsigned number_in_block() const { return number_ % launch_.warps_of_block; }
  void release() { state_ = State::runs; }
  void step();
  std::uint32_t live() const { return live_; }
  std::uint32_t all_lanes() const { return all_lanes_; }
  void set(std::size_t slot, Wide const (&values)[kLanes]);
  void define(std::int32_t slot, std::uint32_t known) {
    if (slot == kSink) return;
    std::uint32_t& to = defined_[static_cast<std::size_t>(slot)];
    to = (to & ~mask_) | (known & mask_);
  }
  /// Lanes in which selp's predicate is written and the operand that it takes.
  std::uint32_t written_where_taken(Instruction const& i) {
    Values room;
    Wide const* const takes = fetch(i.operands[3], room);
    std::uint32_t first = 0;
    for (unsigned l = 0; l < kLanes; ++l) first |= static_cast<std::uint32_t>(takes[l] & 1) << l;
    return defined(i.operands[3].slot) &
           ((first & defined(i.operands[1].slot)) | (~first & defined(i.operands[2].slot)));
  }
  void receive(NamedBarrier const& from) { take_clocks(from.clocks); }
  BlockState& block_state() { return state_of_block_; }
  PtxLaunch& launch() { return launch_; }
  std::int32_t waits_at = -1;  ///< a barrier's number, or one of those above
  bool goes_on = false;        ///< what is waited for is passed, though it never comes
  std::int32_t reduces_to = kSink;
  int reduces = 0;

 private:
  struct Path {
    std::uint32_t next, meeting, mask;
  };
  template <class R, class... A, class F, std::size_t... N>
  void each_of(Instruction const& i, F f, std::index_sequence<N...>) {
    Values rooms[sizeof...(A) + 1];
    Wide const* const from[] = {fetch(i.operands[N + 1], rooms[N])..., nullptr};
    std::uint32_t const known = (kAllLanes & ... & defined(i.operands[N + 1].slot));
    std::int32_t const slot = i.operands[0].slot;
    Wide* const to = slot == kSink ? scratch_.lane : registers_[static_cast<std::size_t>(slot)].lane;
    if (mask_ == kAllLanes) {
      for (unsigned l = 0; l < kLanes; ++l) to[l] = R::give(f(A::take(from[N][l])..., i.modes));
    } else {
      for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
        auto const l = static_cast<unsigned>(std::countr_zero(left));
        to[l] = R::give(f(A::take(from[N][l])..., i.modes));
      }
    }
    define(slot, known);
  }
  template <class R, class... A, class F, std::size_t... N>
  void each_carry_of(Instruction const& i, F f, std::index_sequence<N...>) {
    Values rooms[sizeof...(A) + 1], result;
    Wide const* const from[] = {fetch(i.operands[N + 1], rooms[N])..., nullptr};
    std::uint32_t const known = (kAllLanes & ... & defined(i.operands[N + 1].slot));
    for (unsigned l = 0; l < kLanes; ++l) {
      bool carry = (carry_ >> l & 1) != 0;
      result.lane[l] = R::give(f(A::take(from[N][l])..., carry));
      if (i.modes.has(Modes::carry) && (mask_ >> l & 1) != 0)
        carry_ = (carry_ & ~(1u << l)) | std::uint32_t{carry} << l;
    }
    put(i.operands[0].slot, result.lane, known);
  }
  /// Where an address of a lane lies: the space, and the address in it.
  struct Where {
    Space space;
    std::uint64_t address;
    BlockState* block;  ///< of shared memory
  };
  Where where(Space space, std::uint64_t address) const;
  /// Whether the bytes are shared memory, where what nothing has written may lie until it is used.
  bool leaves_unwritten(Space space, std::uint64_t address, unsigned bytes);
  /// The bytes of a lane's access, noted and checked; null where it is not carried out.
  void tell(unsigned lane, bool is_shared, std::uint64_t address) {
    if (launch_.observer != nullptr) [[unlikely]]
      launch_.observer->accesses(block_.number, number_, at_, lane, is_shared, address);
  }
  std::uint8_t* touch(Space space, std::uint64_t address, unsigned bytes, unsigned lane, bool is_store,
                      bool is_strong, bool updates = false);
  std::uint8_t* touch_own(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store);
  std::uint8_t* touch_parameters(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store);
  void look_for_copies(std::uint64_t address, unsigned bytes, unsigned lane);
  void look_for_sources(Array const* array, std::uint64_t offset, unsigned bytes, unsigned lane);
  void finish(Copy const& copy);
  void finish(BulkStore const& store);
  /// `f(since)` as of an instruction that was executed before, with the clocks of its warp then: what it started comes about now.
  template <class F>
  void as_started(std::uint32_t instruction, std::uint64_t const* clocks, F f) {
    std::uint32_t const now = std::exchange(at_, instruction);
    clocks_ = clocks;
    std::uint64_t since = 0;
    for (unsigned w = 0; w < kMostWarps; ++w)
      if (w != number_) since = std::max(since, clocks[w]);
    f(since);
    settle();
    clocks_ = clock_values_.data();
    at_ = now;
  }
  void meet();
  void meet_lanes();
  void meet_all_lanes();
  /// `f` once for each mask that lanes name: only those that name it are on meanwhile.
  template <class F>
  void of_each_mask(std::int32_t slot, char const* what, F f) {
    check_members(slot, what);
    Wide const* const masks = slot_values(slot);
    std::uint32_t const all = mask_;
    for (std::uint32_t left = all; left != 0; left &= ~mask_) {
      mask_ = left;
      mask_ = lanes_with(masks, static_cast<unsigned>(std::countr_zero(left)));
      f();
    }
    mask_ = all;
  }
  /// The lanes that are on and have this lane's value.
  std::uint32_t lanes_with(Wide const* values, unsigned lane) const;
  void shuffle_lanes(Instruction const& i, Shuffle how);
  void vote_lanes(Instruction const& i, Vote how);
  void match_lanes(Instruction const& i, bool all);
  void reduce_lanes(Instruction const& i, Update f, bool is_idempotent);
  Where shared_at(std::uint64_t address) const;
  MemoryBarrier* memory_barrier(Operand const& o, unsigned lane);
  std::uint64_t address_of(Operand const& o, unsigned lane) const {
    return (o.slot == kSink ? 0 : slot_values(o.slot)[lane]) + static_cast<std::uint64_t>(o.offset);
  }
  /// A write to shared memory, which may race with reads that run behind a warp.
  void look_for_reads(BlockState const& block, std::uint64_t to, std::uint64_t bytes, unsigned lane);
  /// Whether the copy engine, or the tensor core, sees what threads wrote; reports otherwise.
  void look_for_fence(BlockState const& block, std::uint64_t from, std::uint64_t bytes, unsigned lane);
  void look_at_registers(Instruction const& i);
  void move_columns(Instruction const& i, TensorShape const& shape, bool is_store);
  void note_cells(Cells const& cells, bool is_store, unsigned lane, std::uint64_t const* clocks);
  void look_for_products(Cells const& cells);
  void end_tensor_accesses(bool stores);
  BulkStore& start_store(std::uint64_t from, std::uint64_t bytes, unsigned lane);
  /// Starts a copy to the block whose memory that is, or to those that the operand's bits name.
  void start_copy(Where goes, Where counts, BulkCopy copy, Operand const* blocks);
  /// The warp reads bytes of its block's shared memory, or has read them, behind its back.
  void begin_reads(std::uint64_t from, std::uint64_t bytes, unsigned lane);
  void end_reads(std::uint64_t from, std::uint64_t bytes);
  bool read_map(Operand const& o, unsigned lane, TensorMap& map);
  template <class F>
  void each_row(TensorMap const& map, Operand const& at, unsigned lane, F use);
  void look_at(MemoryBarrier& barrier);
  void look_at_cluster();
  void arrive(std::uint64_t barrier, unsigned lane);
  void take_clocks(std::uint64_t const* clocks);
  void check_lanes();
  /// Whether the warps of the warpgroup do the same as their number-th thing of a kind: it is remembered of the first that comes.
  bool is_same_of_all(std::vector<std::vector<std::uint64_t>>& kind, std::uint64_t number,
                      std::uint64_t what);

  PtxLaunch& launch_;
  BlockState& state_of_block_;
  std::uint32_t all_lanes_, live_, mask_ = 0, carry_ = 0;
  State state_ = State::runs;
  std::vector<Path> paths_{};
  std::vector<Values> registers_{};
  std::vector<std::uint32_t> defined_{};
  mutable Values scratch_{};
  std::vector<std::uint8_t> own_{}, own_written_{};  ///< local memory: each lane's
  std::vector<Copy> copies_[kLanes]{};  ///< asynchronous ones that have not been waited for, of each lane
  std::uint64_t committed_copies_[kLanes] = {};  ///< groups
  std::size_t copies_under_way_ = 0;             ///< of all lanes
  std::unique_ptr<LaneClocks> own_clocks_{};     ///< where lanes have met without the others
  std::vector<std::uint64_t> clock_values_;
  std::uint64_t since_ = 0;  ///< the latest of the clocks of other warps
  std::vector<BulkStore> stores_{};
  std::uint64_t committed_stores_[kLanes] = {};
  std::uint64_t cluster_phase_ = 0;  ///< in which it arrived last, and 1
  Products products_{};
  std::vector<TensorAccess> tensor_accesses_{};
  std::vector<bool> loading_{};   ///< of registers: a load from tensor memory to it was not waited for
  unsigned registers_of_thread_;  ///< of each thread
  std::uint64_t changes_ = 0, change_interval_ = 0;  ///< of registers: how many, and when the last was
};

struct Cluster;

/// A block that runs, with what its warps share beside memory.
struct BlockState : Block {
  Cluster& cluster;
  std::uint32_t rank = 0;
  AsyncReads& reads;
  std::array<std::uint32_t, 3> index{};
  NamedBarrier barriers[kBarriers]{};
  std::vector<Warp*> warps{};
  std::vector<std::uint8_t> const* parameters = nullptr;
  std::uint64_t threads = 0;
  std::map<std::uint64_t, MemoryBarrier> memory_barriers{};  ///< by their bytes in shared memory
  std::vector<BulkCopy> bulk_copies{};
  std::vector<LateArrival> late_arrivals{};
  std::uint64_t phases = 0;  ///< that barriers in memory have completed
  std::vector<std::vector<std::uint64_t>> products{},
      register_changes{};  ///< of each warpgroup: what its warps multiply, and change, in order
  std::unique_ptr<TensorMemory> tensor{};  ///< once it is used
  unsigned free_registers = 0;             ///< of a warp's threads, that warps have released
};

/// The blocks that run together, and their warps in order.
struct Cluster {
  std::vector<std::unique_ptr<BlockState>> blocks{};
  std::vector<std::unique_ptr<Warp>> warps{};
  ClusterBarrier barrier{};
  std::uint64_t fences[kMostWarps] =
      {};  ///< the interval from which on the copy engine may not see what a warp wrote
};

}  // namespace colex::code::ptx
