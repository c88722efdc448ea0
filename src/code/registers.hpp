// SPDX-License-Identifier: MIT
// The registers of a wave of 64 lanes over machine words: their values, which of them hold something, and which wait for a load.
//
//   Room<D> room;
//   Word const* const a = fetch<D>(operand, room, defined);      the operand in each lane
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "code/finding.hpp"
#include "code/instruction.hpp"
#include "code/words.hpp"

namespace colex::code {

inline constexpr int kLanes = 64;
inline constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};

// The kinds of operands: 32 bits, 16 bits, a 16-bit floating-point number, a 64-bit integer, a 64-bit floating-point number.
struct D {
  using type = Word;
};
struct H {
  using type = Word;
};
struct HF {
  using type = Word;
};
struct Q {
  using type = Wide;
};
struct G {
  using type = Wide;
};
/// An integer whose low half an answer may take from the high one, as a shift to the right does; that of Q never is.
struct S {
  using type = Wide;
};

/// A value for each lane.
template <class K>
struct Room {
  alignas(64) typename K::type values[kLanes];
};

/// The lanes in which what an answer comes from has been written: its low half, and all of it. A compiler leaves the high half of an
/// addend unwritten where it needs the low half of a sum.
struct Defined {
  std::uint64_t low = kAllLanes, all = kAllLanes;
  void lose(std::uint64_t kept) { low &= kept, all &= kept; }
};

/// An operand of 16-bit numbers of kind K. A constant that is written as a floating-point number is one of 16 bits, below an upper half of zero.
template <class K>
Operand of_halves(Operand o) {
  if (std::is_same_v<K, HF> && o.from == From::constant && o.is_float) o.value = f16_of_f32(o.value);
  return o;
}

class Registers {
 public:
  virtual ~Registers() = default;

  std::uint64_t exec() const { return exec_; }
  void write_exec(std::uint64_t mask);
  void set_scalar(unsigned index, Word value) { scalars_[index] = value, scalar_defined_[index] = true; }
  void set_vector(unsigned index, Word const (&values)[kLanes]);

 protected:
  /// Reports a defect of the instruction that is executed; lane -1 is all lanes.
  virtual void found(Defect defect, int lane, std::string detail) = 0;

  /// The operand's value in each lane; `defined` loses the lanes that nothing has written.
  template <class K>
  typename K::type const* fetch(Operand const& o, Room<K>& room, Defined& defined) {
    if constexpr (std::is_same_v<K, D>)
      return fetch_word(o, room.values, defined);
    else if constexpr (std::is_same_v<K, H> || std::is_same_v<K, HF>)
      return fetch_half(of_halves<K>(o), room.values, defined);
    else
      return fetch_wide(o, room.values, defined, std::is_same_v<K, G>, std::is_same_v<K, Q>);
  }
  /// Stores values to the lanes that are on.
  template <class K>
  void put(Operand const& to, Modifiers const& m, Room<K> const& from, Defined const& defined) {
    if constexpr (sizeof(typename K::type) == 4)
      put_word(to, m, from.values, defined.all);
    else
      put_wide(to, from.values, defined);
  }
  void put_register(unsigned index, Word const* values, std::uint64_t defined);
  /// Which bits of a lane's word nothing has written.
  Word unwritten(Operand const& o, unsigned lane, bool known) const {
    if (o.from != From::vector) return known ? 0 : ~Word{0};
    if ((vector_defined_[o.index] >> lane & 1) != 0) return 0;
    auto const found = partly_.find(o.index);
    return found == partly_.end() ? ~Word{0} : found->second.values[lane];
  }
  /// The word of each lane of a mask is wholly written or wholly not, as vector_defined_ says.
  void forget_parts(unsigned index, std::uint64_t lanes) {
    if (partly_.empty()) [[likely]]
      return;
    if (auto const found = partly_.find(index); found != partly_.end())
      for (int lane = 0; lane < kLanes; ++lane)
        if ((lanes >> lane & 1) != 0) found->second.values[lane] = ~Word{0};
  }

  /// A scalar operand; `defined` becomes false where nothing has written it.
  template <class K>
  typename K::type take(Operand const& o, bool& defined) {
    if constexpr (sizeof(typename K::type) == 4)
      return take_word(o, defined);
    else
      return take_wide(o, std::is_same_v<K, G>, defined);
  }
  /// The same where the wave's course or an address depends on it: what nothing has written is reported.
  template <class K>
  typename K::type take_known(Operand const& o) {
    bool defined = true;
    auto const value = take<K>(o, defined);
    if (!defined) found(Defect::uninitialised_read, -1, "a scalar register that nothing has written");
    return value;
  }
  template <class K>
  void put_scalar(Operand const& to, typename K::type value, bool defined) {
    put_scalar_word(to.index, static_cast<Word>(value), defined);
    if constexpr (sizeof(typename K::type) == 8) put_scalar_word(to.index + 1u, high(value), defined);
  }
  Word scalar_word(unsigned index, bool& defined);

  void touch_vector(unsigned index) {
    if (vector_pending_[index] != 0) [[unlikely]]
      early_vector(index);
  }

  alignas(64) Word vectors_[kVectors][kLanes] = {};
  std::uint64_t vector_defined_[kVectors] = {};
  std::unordered_map<unsigned, Room<D>>
      partly_{};  ///< of registers, the bits that nothing has written in lanes that are not defined
  std::uint8_t vector_pending_[kVectors] = {};  ///< loads under way to it
  std::uint8_t scalar_pending_[kScalars] = {};

 private:
  Word const* fetch_word(Operand const& o, Word (&room)[kLanes], Defined& defined);
  Word const* fetch_half(Operand const& o, Word (&room)[kLanes], Defined& defined);
  Wide const* fetch_wide(Operand const& o, Wide (&room)[kLanes], Defined& defined, bool is_float,
                         bool by_halves);
  void put_word(Operand const& to, Modifiers const& m, Word const (&values)[kLanes], std::uint64_t defined);
  void put_wide(Operand const& to, Wide const (&values)[kLanes], Defined const& defined);
  Word take_word(Operand const& o, bool& defined);
  Wide take_wide(Operand const& o, bool is_float, bool& defined);
  void put_scalar_word(unsigned index, Word value, bool defined);
  void early_vector(unsigned index);

  alignas(64) Word lane_masks_[kLanes] = {};
  Word scalars_[kScalars] = {};
  bool scalar_defined_[kScalars] = {};
  std::uint64_t exec_ = 0;
};

}  // namespace colex::code
