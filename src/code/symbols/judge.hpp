// SPDX-License-Identifier: MIT
// The machine over symbols: what the rows of instructions (rows.hpp) do to one generic lane whose EXEC bit is a number. Wave is the same over
// machine words. What is not understood becomes an unknown term, never a guess.
//
//   judge.each<D, D, D>(instruction, [](auto a, auto b) { return a + b; });      v_add_u32
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "code/block.hpp"
#include "code/registers.hpp"
#include "code/symbols/state.hpp"
#include "code/symbols/words.hpp"

namespace colex::code {

class Judge : public Machine {
 public:
  template <class K>
  using Of = std::conditional_t<sizeof(typename K::type) == 4, SymbolicWord, SymbolicWide>;

  template <class R, class... A, class F>
  void each(Instruction const& i, F f) {
    vector_of<R, A...>(i, 1, f, std::index_sequence_for<A...>{});
  }
  template <class R, class... A, class F>
  void accumulate(Instruction const& i, F f) {
    auto const old = fetch<R>(i.operands[0]);
    vector_of<R, A...>(
        i, 1, [&](auto... a) { return f(a..., old); }, std::index_sequence_for<A...>{});
  }
  template <class R, class... A, class F>
  void each_by_lane(Instruction const& i, F f) {
    SymbolicWord const lane = extended(leaf(Leaf::lane, 6), 32);
    vector_of<R, A...>(
        i, 1, [&](auto... a) { return f(a..., lane); }, std::index_sequence_for<A...>{});
  }
  template <class A, class B, class F>
  void compare(Instruction const& i, F f) {
    put_mask(i.operands[0], f(fetch<A>(i.operands[1]), fetch<B>(i.operands[2])).term);
  }
  template <class A, class B, class F>
  void compare_to_exec(Instruction const& i, F f) {
    Term const bit = f(fetch<A>(i.operands[1]), fetch<B>(i.operands[2])).term;
    if (Operand const& to = i.operands[0]; to.index != kExec) put_mask(to, bit);
    put_mask(mask_operand(kExec), bit);
  }
  template <class R, class... A, class F>
  void each_to_mask(Instruction const& i, bool takes, F f) {
    SymbolicBit const in{takes ? bit_of(fetch_mask(i.operands.back())) : constant(0, 1)};
    Term out = constant(0, 1);
    auto const both = [&](auto... a) {
      auto const r = f(a..., in);
      out = r.condition.term;
      return r.value;
    };
    vector_of<R, A...>(i, 2, both, std::index_sequence_for<A...>{});
    put_mask(i.operands[1], out);
  }
  template <class R, class... A, class F>
  void each_beside_mask(Instruction const& i, F f) {
    vector_of<R, A...>(i, 2, f, std::index_sequence_for<A...>{});
    put_mask(i.operands[1], unknown(1, true));
  }
  template <class R, class... A, class F>
  void each_by_mask(Instruction const& i, Operand const& mask, F f) {
    SymbolicBit const in{bit_of(fetch_mask(mask))};
    vector_of<R, A...>(
        i, 1, [&](auto... a) { return f(a..., in); }, std::index_sequence_for<A...>{});
  }
  template <int sources, class F>
  void each_pair(Instruction const& i, F f) {
    Term halves[2];
    for (unsigned half = 0; half < 2; ++half)
      halves[half] = pair_half(i, half, f, std::make_index_sequence<sources>{});
    for (unsigned half = 0; half < 2; ++half) put_vector(i.operands[0].index + half, halves[half]);
  }
  template <class K, int sources, class F>
  void each_half(Instruction const& i, F f) {
    Modifiers const& m = i.modifiers;
    std::make_index_sequence<sources> const all;
    put_vector(i.operands[0].index, concatenate({half<K>(i, m.low, m.negative_low, f, all),
                                                 half<K>(i, m.high, m.negative_high, f, all)}));
  }
  void move_pair(Instruction const& i);
  void mixed_fma(Instruction const& i, Part) { put_vector(i.operands[0].index, unknown(32, true)); }
  void pack_halves(Instruction const& i);
  void read_first_lane(Instruction const& i);
  void read_lane(Instruction const& i);
  void write_lane(Instruction const& i);
  void permute_lanes(Instruction const& i, bool) { put_vector(i.operands[0].index, unknown(32, true)); }
  void lds_transposed(Instruction const& i) { lds(i, Transfer{.bytes = 8}); }

  template <class R, class... A, class F>
  void scalar(Instruction const& i, F f) {
    scalar_of<R, A...>(i, f, std::index_sequence_for<A...>{});
  }
  template <class A, class B, class F>
  void scalar_compare(Instruction const& i, F f) {
    set_condition(f(take<A>(i.operands[0]), take<B>(i.operands[1])).term);
  }
  template <class F>
  void scalar_update(Instruction const& i, F f) {
    auto const r = f(take<D>(i.operands[0]), take<D>(i.operands[1]));
    set_condition(r.condition.term), put_scalar(i.operands[0], r.value.term);
  }
  template <class F>
  void scalar_set(Instruction const& i, F f) {
    put_scalar(i.operands[0], f(take<D>(i.operands[0]), take<D>(i.operands[1])).term);
  }
  template <class F>
  void save_exec(Instruction const& i, F f) {
    SymbolicWide const old = exec_mask(), source = fetch_mask(i.operands[1]);
    put_scalar(i.operands[0], old.term);
    set_exec(f(source, old).term);
    set_condition(unknown(1, false));
  }

  // Control.
  void branch(Instruction const& i, bool taken);
  void branch(Instruction const& i, SymbolicBit taken);
  SymbolicBit condition();
  SymbolicBit vcc_is_zero();
  SymbolicBit exec_is_zero();
  void wait(Instruction const&) {}
  void barrier();
  void end() { ended_ = true; }

  // Memory.
  void load_scalar(Instruction const& i, int dwords);
  void global(Instruction const& i, Transfer const& t);
  void buffer(Instruction const& i, Transfer const& t);
  void lds(Instruction const& i, Transfer const& t);
  /// Whatever it computes: where it is, and what is not known behind it.
  template <int bytes, int data, class F>
  void atomic(Instruction const& i, AtomicSpace space, bool answers, F) {
    touch_at_once(i, Transfer{.bytes = bytes, .count = data}, space, answers);
  }
  void scratch(Instruction const& i, Transfer const& t);
  void load_to_lds(Instruction const& i, int bytes, bool by_buffer);
  /// An instruction of vectors that has no row: all that it names is unknown behind it.
  void forget(Instruction const& i);
  /// A product of matrices: what its registers hold is not looked into.
  void matrix(Instruction const& i);

  Judge() { state = State(kSlots); }
  bool step(std::uint32_t at, SymbolicStep const& now) override;

 private:
  void touch_at_once(Instruction const& i, Transfer const& t, AtomicSpace space, bool answers);
  Term slot(unsigned index);
  Term unknown(unsigned width, bool of_lanes);
  Term fetch_word(Operand const& o, bool scalar_only);
  Term fetch_half(Operand const& o);
  Term fetch_wide(Operand const& o, bool is_float, bool scalar_only);
  Term fetch_mask(Operand const& o) { return fetch_wide(o, false, true); }
  template <class K>
  Of<K> fetch(Operand const& o) {
    if constexpr (sizeof(typename K::type) == 8)
      return fetch_wide(o, std::is_same_v<K, G>, false);
    else if constexpr (std::is_same_v<K, H> || std::is_same_v<K, HF>)
      return fetch_half(of_halves<K>(o));
    else
      return fetch_word(o, false);
  }
  template <class K>
  Of<K> take(Operand const& o) {
    if constexpr (sizeof(typename K::type) == 8)
      return fetch_wide(o, std::is_same_v<K, G>, true);
    else
      return fetch_word(o, true);
  }
  template <class R, class... A, class F, std::size_t... N>
  void vector_of(Instruction const& i, std::size_t first, F f, std::index_sequence<N...>) {
    Term const answer = f(fetch<A>(i.operands[first + N])...).term;
    // A source of another lane: what comes of it, and which lanes keep what was there, is not looked into.
    put(i.operands[0], i.modifiers,
        (i.modifiers.given & Modifiers::lanes) != 0 ? unknown(answer->width, true) : answer);
  }
  template <class R, class... A, class F, std::size_t... N>
  void scalar_of(Instruction const& i, F f, std::index_sequence<N...>) {
    auto const r = f(take<A>(i.operands[N + 1])..., condition_now());
    if constexpr (requires { r.condition; }) {
      set_condition(r.condition.term);
      put_scalar(i.operands[0], r.value.term);
    } else {
      put_scalar(i.operands[0], r.term);
    }
  }
  template <class F, std::size_t... N>
  Term pair_half(Instruction const& i, std::size_t half, F f, std::index_sequence<N...>) {
    return f(SymbolicWord(pair_source(i, N, half))...).term;
  }
  Term pair_source(Instruction const& i, std::size_t n, std::size_t half);
  using OfSources = std::array<std::uint8_t, 3>;
  template <class K, class F, std::size_t... N>
  Term half(Instruction const& i, OfSources const& upper, OfSources const& negative, F f,
            std::index_sequence<N...>) {
    return extract(
        f(SymbolicWord(half_source(of_halves<K>(i.operands[N + 1]), upper[N] != 0, negative[N] != 0))...)
            .term,
        0, 16);
  }
  Term half_source(Operand const& o, bool upper, bool negative);

  SymbolicBit condition_now();
  Term exec_mask();
  Term bit_of(Term mask);
  void put(Operand const& to, Modifiers const& m, Term value);
  void put_vector(unsigned index, Term value);
  void put_scalar(Operand const& to, Term value);
  void put_mask(Operand const& to, Term bit);
  void set_condition(Term bit);
  void set_exec(Term mask);
  void forget_vectors(unsigned first, unsigned count);
  Term known_bit(Term bit, Term what, bool value, std::unordered_map<Term, Term>& done);
  Term known_bit(Term bit, Term what, bool value);
  Term global_address(Instruction const& i, Operand const& at, Operand const* base);
  static Term in_range(Term from, Term word_1, Term records, std::int32_t offset, Term* condition);
  void record(Transfer const& t, bool is_lds, Term address, std::uint32_t part);
  void loaded(Transfer const& t, unsigned first, unsigned count);

  bool ended_ = false, went_ = false;
  Term exec_bit_ = nullptr;  ///< what EXEC becomes behind the instruction; null where it stays
};

/// An instruction, and the row that executes it over symbols.
struct SymbolicStep {
  Instruction instruction{};
  void (*run)(Judge&, Instruction const&) = nullptr;  ///< of AMD's
  std::string why{};                                  ///< it is not known; empty where it is
  Flow flow{};
  std::string source{};                     ///< of PTX: file and line of the source that it was compiled from
  std::vector<unsigned> written{}, read{};  ///< slots that it surely writes whole, and that it may read
};

}  // namespace colex::code
