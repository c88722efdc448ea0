// SPDX-License-Identifier: MIT
// A wave of 64 lanes over machine words. The rows of instructions (rows.hpp) are written against what is public here.
//
//   wave.each<D, D, D>(instruction, [](auto a, auto b) { return a + b; });      v_add_u32
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>

#include "code/group.hpp"
#include "code/registers.hpp"

namespace colex::code {

/// What names scratch memory where a descriptor does (gfx90a): a buffer whose addresses are swizzled.
inline constexpr Word kScratchDescriptor[4] = {0, 0x80005C7A, 0xFFFFFFFF, 0x00E00000};

class Wave : public Registers, public Group {
 public:
  Wave(Launch& launch, Block& block, unsigned number, std::uint64_t lanes);

  /// Destination, then sources: `f` of each lane.
  template <class R, class... A, class F>
  void each(Instruction const& i, F f) {
    gather<R, A...>(
        i, 1, {}, [&](int, auto... a) { return f(a...); }, std::index_sequence_for<A...>{});
  }
  /// The same of words and their bits (rows.hpp).
  template <class... A, class F>
  void each_bit(Instruction const& i, F f) {
    constexpr std::size_t n = sizeof...(A);
    std::uint64_t lacks = 0;
    bool is_plain = i.modifiers.given == 0;
    for (std::size_t k = 1; k <= n; ++k) {
      Operand const& o = i.operands[k];
      if (o.from == From::vector) lacks |= exec() & ~vector_defined_[o.index];
      if (o.negative || o.absolute) is_plain = false;
    }
    if (lacks == 0 || !is_plain) [[likely]]
      return each<D, A...>(i, f);
    Room<D> rooms[n];
    Word const* from[n];
    bool known[n];
    for (std::size_t k = 0; k < n; ++k) {
      Defined here;
      from[k] = fetch<D>(i.operands[k + 1], rooms[k], here), known[k] = here.all == kAllLanes;
    }
    if (i.name == "v_perm_b32" && !known[n - 1]) return each<D, A...>(i, f);  // a byte is of any place then
    Room<D> result, lacking;
    std::uint64_t whole = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      Word values[n], bits[n];
      for (std::size_t k = 0; k < n; ++k)
        values[k] = from[k][lane], bits[k] = unwritten(i.operands[k + 1], lane, known[k]);
      auto const with = [&]<std::size_t... N>(unsigned ones, std::index_sequence<N...>) {
        return f((ones >> N & 1) != 0 ? values[N] | bits[N] : values[N] & ~bits[N]...);
      };
      std::make_index_sequence<n> const all;
      Word const first = with(0, all);
      lacking.values[lane] = 0;
      for (unsigned ones = 1; ones < 1u << n; ++ones) lacking.values[lane] |= with(ones, all) ^ first;
      result.values[lane] = first;
      whole |= std::uint64_t{lacking.values[lane] == 0} << lane;
    }
    unsigned const to = i.operands[0].index;
    put<D>(i.operands[0], i.modifiers, result, {whole, whole});
    auto const [parts, is_new] = partly_.try_emplace(to);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if ((exec() >> lane & 1) != 0)
        parts->second.values[lane] = lacking.values[lane];
      else if (is_new)
        parts->second.values[lane] = ~Word{0};
  }
  /// The same; the destination is the last source, too.
  template <class R, class... A, class F>
  void accumulate(Instruction const& i, F f) {
    Room<R> room;
    Defined defined;
    auto const* const old = fetch<R>(i.operands[0], room, defined);
    gather<R, A...>(
        i, 1, defined, [&](int lane, auto... a) { return f(a..., old[lane]); },
        std::index_sequence_for<A...>{});
  }
  /// `f` also gets the lane's number.
  template <class R, class... A, class F>
  void each_by_lane(Instruction const& i, F f) {
    gather<R, A...>(
        i, 1, {}, [&](int lane, auto... a) { return f(a..., static_cast<Word>(lane)); },
        std::index_sequence_for<A...>{});
  }
  /// A bit for each lane to a pair of scalar registers, zero where the lane is off.
  template <class A, class B, class F>
  void compare(Instruction const& i, F f) {
    bool known = false;
    std::uint64_t const r = compared<A, B>(i, f, known);
    put_scalar<Q>(i.operands[0], r, known);
  }
  /// The same, and EXEC becomes that mask.
  template <class A, class B, class F>
  void compare_to_exec(Instruction const& i, F f) {
    bool known = false;
    std::uint64_t const r = compared<A, B>(i, f, known);
    if (!known) found(Defect::uninitialised_read, -1, "EXEC is made of what nothing has written");
    put_scalar<Q>(i.operands[0], r, known);
    write_exec(r);
  }
  /// Destination, mask out, sources and, where `takes`, a mask in. `f` returns a WithCondition.
  template <class R, class... A, class F>
  void each_to_mask(Instruction const& i, bool takes, F f) {
    bool known = true;
    std::uint64_t const in = takes ? take<Q>(i.operands.back(), known) : 0;
    std::uint64_t out = 0;
    auto const of_lane = [&](int lane, auto... a) {
      auto const r = f(a..., (in >> lane & 1) != 0);
      out |= std::uint64_t{r.condition} << lane;
      return r.value;
    };
    std::uint64_t const defined =
        gather<R, A...>(i, 2, known ? Defined{} : Defined{0, 0}, of_lane, std::index_sequence_for<A...>{});
    put_scalar<Q>(i.operands[1], out & exec(), (defined & exec()) == exec());
  }
  /// Destination, a mask, sources; what the mask is then is not said.
  template <class R, class... A, class F>
  void each_beside_mask(Instruction const& i, F f) {
    gather<R, A...>(
        i, 2, {}, [&](int, auto... a) { return f(a...); }, std::index_sequence_for<A...>{});
    put_scalar<Q>(i.operands[1], 0, false);
  }
  /// `f` also gets the lane's bit of a mask.
  template <class R, class... A, class F>
  void each_by_mask(Instruction const& i, Operand const& mask, F f) {
    bool known = true;
    std::uint64_t const in = take<Q>(mask, known);
    gather<R, A...>(
        i, 1, known ? Defined{} : Defined{0, 0},
        [&](int lane, auto... a) { return f(a..., (in >> lane & 1) != 0); }, std::index_sequence_for<A...>{});
  }
  /// The second source where the lane's bit of a mask is set, else the first; the one that is not taken need not be written.
  void take_by_mask(Instruction const& i) {
    bool known = true;
    std::uint64_t const in = take<Q>(i.operands[3], known);
    Room<D> rooms[2], result;
    Defined first, second;
    Word const* const no = source<D, true>(i, i.operands[1], rooms[0], first);
    Word const* const yes = source<D, false>(i, i.operands[2], rooms[1], second);
    for (int lane = 0; lane < kLanes; ++lane)
      result.values[lane] = (in >> lane & 1) != 0 ? yes[lane] : no[lane];
    auto const taken = [&](std::uint64_t a, std::uint64_t b) { return known ? (~in & a) | (in & b) : 0; };
    put_writable<D>(i, result, {taken(first.low, second.low), taken(first.all, second.all)});
  }
  /// Pairs of 32-bit numbers, each half chosen by op_sel.
  template <int sources, class F>
  void each_pair(Instruction const& i, F f) {
    for (std::size_t half = 0; half < 2; ++half)
      pair_results_[half] = pair_half<sources>(i, half, f, std::make_index_sequence<sources>{});
    for (unsigned half = 0; half < 2; ++half)
      put_register(i.operands[0].index + half, pair_results_[half].room.values,
                   pair_results_[half].defined.all);
  }
  /// Both halves of a word, of halves of the sources that op_sel chooses.
  template <class K, int sources, class F>
  void each_half(Instruction const& i, F f) {
    halves_of<K>(i, f, std::make_index_sequence<sources>{});
  }
  /// The first half from the first source, the second from the second.
  void move_pair(Instruction const& i);
  /// a * b + c, of numbers of 32 bits or, where op_sel_hi says so, of the half that op_sel chooses; to all of the destination or to a half.
  void mixed_fma(Instruction const& i, Part to);
  /// The halves of two sources that op_sel chooses.
  void pack_halves(Instruction const& i);
  void read_first_lane(Instruction const& i);
  void read_lane(Instruction const& i);
  void write_lane(Instruction const& i);
  /// ds_bpermute: a lane gets the word of the lane at a quarter of its address; ds_permute: that lane gets this one's, and of several the last.
  void permute_lanes(Instruction const& i, bool gets);
  void lds_transposed(Instruction const& i);

  /// A scalar instruction. `f` also gets the scalar condition; a WithCondition sets it.
  template <class R, class... A, class F>
  void scalar(Instruction const& i, F f) {
    scalar_of<R, A...>(i, f, std::index_sequence_for<A...>{});
  }
  template <class A, class B, class F>
  void scalar_compare(Instruction const& i, F f) {
    bool known = true;
    auto const x = take<A>(i.operands[0], known);
    auto const y = take<B>(i.operands[1], known);
    condition_ = f(x, y), condition_known_ = known;
  }
  /// The destination is the first source, too.
  template <class F>
  void scalar_update(Instruction const& i, F f) {
    bool known = true;
    Word const old = take<D>(i.operands[0], known), source = take<D>(i.operands[1], known);
    auto const r = f(old, source);
    put_scalar<D>(i.operands[0], r.value, known);
    condition_ = r.condition, condition_known_ = known;
  }
  /// The same, without a condition.
  template <class F>
  void scalar_set(Instruction const& i, F f) {
    bool known = true;
    Word const old = take<D>(i.operands[0], known), source = take<D>(i.operands[1], known);
    put_scalar<D>(i.operands[0], f(old, source), known);
  }
  /// exec becomes f(source, exec); the old exec goes to the destination.
  template <class F>
  void save_exec(Instruction const& i, F f) {
    std::uint64_t const old = exec(), source = take_known<Q>(i.operands[1]);
    put_scalar<Q>(i.operands[0], old, true);
    write_exec(f(source, old));
    condition_ = exec() != 0, condition_known_ = true;
  }

  // Control.
  void branch(Instruction const& i, bool taken) {
    if (taken) next_ = i.target;
  }
  bool condition();
  bool vcc_is_zero();
  bool exec_is_zero() const { return exec() == 0; }
  void wait(Instruction const& i);
  void barrier();
  void end();

  // Memory.
  void load_scalar(Instruction const& i, int dwords);
  void global(Instruction const& i, Transfer const& t);
  void buffer(Instruction const& i, Transfer const& t);
  void lds(Instruction const& i, Transfer const& t);
  /// Lane after lane: `f` of what is there, the data and, of two data, the second is what is there then.
  template <int bytes, int data, class F>
  void atomic(Instruction const& i, AtomicSpace space, bool answers, F f) {
    using N = std::conditional_t<bytes == 8, Wide, Word>;
    update(i, Transfer{.bytes = bytes, .count = data}, space, answers,
           [&](std::uint64_t old, std::uint64_t a, std::uint64_t b) -> std::uint64_t {
             return f(static_cast<N>(old), static_cast<N>(a), static_cast<N>(b));
           });
  }
  void scratch(Instruction const& i, Transfer const& t);
  void scratch_by_descriptor(Instruction const& i, Transfer const& t);
  void move_scratch(Transfer const& t, Operand const& data, Word const* from, std::uint64_t fixed);
  void load_to_lds(Instruction const& i, int bytes, bool by_buffer);

  /// Registers of a matrix, in all lanes, also those that are off; a constant is in each.
  using Rows = Word const (*)[kLanes];
  Rows matrix(Operand const& o, unsigned count, Word (*room)[kLanes], std::uint64_t& defined);
  void put_matrix(Operand const& o, unsigned count, Rows values, std::uint64_t defined);

  // What the executor asks.
  enum class State : std::uint8_t { runs, waits, ended };
  State state() const { return state_; }
  void release() { state_ = State::runs; }
  /// Executes the next instruction.
  void step();

 private:
  struct PairHalf {
    Room<D> room;
    Defined defined;
  };
  template <int sources, class F, std::size_t... N>
  PairHalf pair_half(Instruction const& i, std::size_t half, F f, std::index_sequence<N...>) {
    PairHalf r{};
    Room<D> rooms[sources];
    Word const* const from[] = {pair_source(i, N, half, rooms[N], r.defined)...};
    for (int lane = 0; lane < kLanes; ++lane) r.room.values[lane] = f(from[N][lane]...);
    return r;
  }
  template <class K, class F, std::size_t... N>
  void halves_of(Instruction const& i, F f, std::index_sequence<N...>) {
    Modifiers const& m = i.modifiers;
    Room<D> rooms[sizeof...(N)], result;
    Defined defined;
    Word const* const from[] = {fetch<D>(of_halves<K>(i.operands[N + 1]), rooms[N], defined)...};
    auto const half = [](Word x, std::uint8_t upper, std::uint8_t negative) {
      return (x >> 16 * upper & 0xFFFFu) ^ Word { negative } << 15;
    };
    for (int lane = 0; lane < kLanes; ++lane)
      result.values[lane] = (f(half(from[N][lane], m.low[N], m.negative_low[N])...) & 0xFFFFu) |
                            f(half(from[N][lane], m.high[N], m.negative_high[N])...) << 16;
    put<D>(i.operands[0], {}, result, defined);
  }
  /// Half a pair of source n, as op_sel says.
  Word const* pair_source(Instruction const& i, std::size_t n, std::size_t half, Room<D>& room,
                          Defined& defined);

  /// Whether `f` holds of two sources, of the lanes that are on; `known` becomes false where nothing has written them.
  template <class A, class B, class F>
  std::uint64_t compared(Instruction const& i, F f, bool& known) {
    Room<A> x_room;
    Room<B> y_room;
    Defined defined;
    std::uint64_t r = 0;
    auto const* const x = fetch<A>(i.operands[1], x_room, defined);
    auto const* const y = fetch<B>(i.operands[2], y_room, defined);
    for (int lane = 0; lane < kLanes; ++lane) r |= std::uint64_t{f(x[lane], y[lane])} << lane;
    known = (defined.all & exec()) == exec();
    return r & exec();
  }
  /// A value for each lane from the sources, which start at operand `first`; the lanes whose sources are defined.
  template <class R, class... A, class F, std::size_t... N>
  std::uint64_t gather(Instruction const& i, std::size_t first, Defined defined, F f,
                       std::index_sequence<N...>) {
    std::tuple<Room<A>...> rooms;
    std::tuple<typename A::type const*...> const sources{
        source<A, N == 0>(i, i.operands[first + N], std::get<N>(rooms), defined)...};
    Room<R> result;
    for (int lane = 0; lane < kLanes; ++lane) result.values[lane] = f(lane, std::get<N>(sources)[lane]...);
    put_writable<R>(i, result, defined);
    return defined.all;
  }
  template <class R>
  void put_writable(Instruction const& i, Room<R> const& result, Defined const& defined) {
    std::uint64_t const on = exec();
    if ((i.modifiers.given & Modifiers::lanes) != 0) [[unlikely]]
      write_exec(on & writable_);
    put<R>(i.operands[0], i.modifiers, result, defined);
    if ((i.modifiers.given & Modifiers::lanes) != 0) [[unlikely]]
      write_exec(on);
  }
  /// An operand's value in each lane; the first source may be another lane's.
  template <class K, bool is_first>
  typename K::type const* source(Instruction const& i, Operand const& o, Room<K>& room, Defined& defined) {
    if constexpr (is_first && std::is_same_v<K, D>)
      if ((i.modifiers.given & Modifiers::lanes) != 0) [[unlikely]]
        return of_other_lanes(i, o, room, defined);
    return fetch<K>(o, room, defined);
  }
  Word const* of_other_lanes(Instruction const& i, Operand const& o, Room<D>& room, Defined& defined);
  template <class R, class... A, class F, std::size_t... N>
  void scalar_of(Instruction const& i, F f, std::index_sequence<N...>) {
    bool known = true;
    std::tuple<typename A::type...> const a{take<A>(i.operands[N + 1], known)...};
    auto const r = f(std::get<N>(a)..., condition_);
    if constexpr (requires { r.condition; }) {
      put_scalar<R>(i.operands[0], r.value, known);
      condition_ = r.condition, condition_known_ = known;
    } else {
      put_scalar<R>(i.operands[0], r, known);
    }
  }

  void found(Defect defect, int lane, std::string detail) override {
    report(defect, lane, [&] { return detail; });
  }
  /// Whether the lanes' addresses are all defined; reports otherwise.
  void need(std::uint64_t defined, char const* what);

  /// What a load to LDS brings, which is there when the wave has waited for it.
  struct Arriving {
    Lanes to{};
    std::vector<std::uint8_t> bytes{};  ///< of each lane
  };
  /// A memory access under way: the registers that wait for it, and, where other waves can see it, its bytes.
  struct Outstanding {
    bool in_order = true;  ///< ends after those before it; scalar loads and flat accesses do not
    bool is_scalar = false, is_lds = false, is_store = false, is_atomic = false;
    unsigned first = 0, count = 0;
    std::uint32_t instruction = 0;
    std::uint64_t interval = 0;
    std::vector<Lanes> lanes{};
    std::unique_ptr<Arriving> arriving{};
  };
  /// Moves the bytes of each lane between memory and registers, and notes who touches what.
  void move(Transfer const& t, Lanes const& lanes, unsigned first_register, bool is_lds);
  void store_lane(Transfer const& t, std::uint8_t* to, unsigned bytes, unsigned first_register,
                  unsigned lane);
  void load_lane(Transfer const& t, std::uint8_t const* from, unsigned bytes, unsigned first_register,
                 unsigned lane);
  Outstanding started(Transfer const& t, unsigned first_register, unsigned registers, bool is_lds);
  void finish(Outstanding const& one);
  using Update = std::function<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t)>;
  void update(Instruction const& i, Transfer const& t, AtomicSpace space, bool answers, Update const& f);
  Lanes global_lanes(Instruction const& i, Operand const& address, Operand const* base, int bytes);
  /// The operands from `first` on are offset, descriptor and scalar offset.
  Lanes buffer_lanes(Instruction const& i, int bytes, std::size_t first);
  /// Whether lanes use bytes of LDS that a load of their own wave brings; it is reported.
  void look_for_arriving(Lanes const& lanes);
  void wait_for_other(int left);

  Launch& launch_;
  std::uint64_t all_lanes_;
  State state_ = State::runs;
  std::uint32_t next_ = 0;
  bool condition_ = false, condition_known_ = false;
  std::deque<Outstanding> vector_memory_{}, other_{};
  std::size_t arriving_ = 0;                      ///< loads to LDS under way
  std::vector<std::uint8_t> scratch_{};           ///< each lane's own bytes, lane after lane
  std::vector<std::uint64_t> scratch_defined_{};  ///< of each byte, the lanes that have written it
  PairHalf pair_results_[2];
  /// The lanes that the instruction under way may write, where it reads other lanes.
  std::uint64_t writable_ = kAllLanes;
};

}  // namespace colex::code
