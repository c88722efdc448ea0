// SPDX-License-Identifier: MIT
// mma on NVIDIA: the mma.sync of the form, with fragments as the registers that it takes.
#pragma once

#include "atoms/fma.hpp"
#include "atoms/mma_sync.hpp"

namespace colex::gpu {
namespace nvidia {

/// The registers of an operand: 32 bits each, or a double.
template <class Register, class T, int N>
struct Registers {
  static constexpr int count = static_cast<int>(N * sizeof(T) / sizeof(Register));
  Register value[count];
  __device__ explicit Registers(Fragment<T, N> const& fragment) {
    __builtin_memcpy(value, fragment.value, sizeof value);
  }
};

}  // namespace nvidia

/// D = A B + C, by the warp's 32 lanes together.
template <class Atom>
requires(Atom::threads == 32) __device__ inline Fragment<typename Atom::C, Atom::c_values> mma(
    Fragment<typename Atom::C, Atom::c_values> const& c, Fragment<typename Atom::A, Atom::a_values> const& a,
    Fragment<typename Atom::B, Atom::b_values> const& b) {
  using Form = MmaSyncFormOf<Atom>;
  static_assert(Form::exists, "no such matrix instruction");
  using Register = std::conditional_t<std::is_same_v<typename Atom::A, double>, double, std::uint32_t>;
  nvidia::Registers<Register, typename Atom::A, Atom::a_values> const a_registers(a);
  nvidia::Registers<Register, typename Atom::B, Atom::b_values> const b_registers(b);
  auto d = c;
  Form::call(d.value, a_registers.value, b_registers.value);
  return d;
}

/// An atom's sums while it adds (amd_mma.hpp).
template <class Atom>
using InPlace = Fragment<typename Atom::C, Atom::c_values>;

/// sum += A B.
template <class Atom>
__device__ inline void mma_in_place(InPlace<Atom>& sum, Fragment<typename Atom::A, Atom::a_values> const& a,
                                    Fragment<typename Atom::B, Atom::b_values> const& b) {
  sum = mma<Atom>(sum, a, b);
}
template <class Sum>
__device__ inline void start_in_place(Sum& sum) {
  sum = Sum{};
}
__device__ inline void products_settle() {}

}  // namespace colex::gpu
