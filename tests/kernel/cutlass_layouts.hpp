// SPDX-License-Identifier: MIT
// The layouts that CUTLASS lists for mma.sync (cute/atom/mma_traits_sm80.hpp, mma_traits_sm89.hpp, mma_traits_sm90.hpp).
//
//   cutlass<MmaSync<F16, F16, float, 16, 16>>().a      ((4,8),(2,2,2)):((32,1),(16,8,128))
#pragma once

#include "atom_problem.hpp"
#include "colex/text.hpp"

namespace colex::gpu::test {

/// CUTLASS's layouts of a form.
template <class Atom>
HardwareLayouts cutlass() {
  auto const c = layout("((4,8),(2,2)):((32,1),(16,8))");
  constexpr int bits = 8 * sizeof(typename Atom::A), K = Atom::K;
  static_assert(bits == 64 || bits * K == 256 || bits * K == 128);
  if constexpr (bits == 64 && Atom::M == 8)
    return {layout("((4,8),1):((8,1),0)"), layout("((4,8),1):((8,1),0)"), layout("((4,8),2):((16,1),8)")};
  if constexpr (bits == 64 && K == 4)
    return {layout("((4,8),2):((16,1),8)"), layout("((4,8),1):((8,1),0)"), c};
  if constexpr (bits == 64 && K == 8)
    return {layout("((4,8),(2,2)):((16,1),(8,64))"), layout("((4,8),2):((8,1),32)"), c};
  if constexpr (bits == 64 && K == 16)
    return {layout("((4,8),(2,4)):((16,1),(8,64))"), layout("((4,8),4):((8,1),32)"), c};
  if constexpr (bits == 16 && K == 16)
    return {layout("((4,8),(2,2,2)):((32,1),(16,8,128))"), layout("((4,8),(2,2)):((16,1),(8,64))"), c};
  if constexpr (bits == 16 && K == 8)
    return {layout("((4,8),(2,2)):((32,1),(16,8))"), layout("((4,8),2):((16,1),8)"), c};
  if constexpr (bits == 32 && K == 8)
    return {layout("((4,8),(2,2)):((16,1),(8,64))"), layout("((4,8),2):((8,1),32)"), c};
  if constexpr (bits == 32 && K == 4)
    return {layout("((4,8),2):((16,1),8)"), layout("((4,8),1):((8,1),0)"), c};
  if constexpr (bits == 8)
    return {layout("((4,8),(4,2,2)):((64,1),(16,8,256))"), layout("((4,8),(4,2)):((32,1),(8,128))"), c};
}

}  // namespace colex::gpu::test
