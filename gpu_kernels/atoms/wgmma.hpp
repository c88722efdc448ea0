// SPDX-License-Identifier: MIT
// NVIDIA's wgmma as data: where a warpgroup of 128 threads keeps the accumulator and, when it is in
// registers, A. Source: CUTLASS, cute/atom/mma_traits_sm90_gmma.hpp.
//
//   WgmmaLayouts<Bf16, 256>::c_layout      ((4,8,4),(2,2,32)):((128,1,16),(64,8,512))
#pragma once

#include "atoms/quad.hpp"
#include "platform/platform.hpp"

namespace colex::gpu {

/// m64nNkK with elements T; K is 32 bytes of them. N is a multiple of 8 up to 256.
template <class T, int N_>
struct WgmmaLayouts {
  static_assert(N_ >= 8 && N_ <= 256 && N_ % 8 == 0, "wgmma has no such N");
  static constexpr int M = 64, N = N_, K = 32 / static_cast<int>(sizeof(T)), threads = 128;
  static constexpr int a_values = M * K / threads, c_values = M * N / threads;
  static constexpr TvLayout a_layout = quad_a_layout(M, K, packed_elements<T>, 4);
  static constexpr TvLayout c_layout = quad_c_layout(M, N, 4);
  static_assert(covers_once(a_layout, M* K) && covers_once(c_layout, M* N));
  static_assert(size(a_layout) == threads * a_values && size(c_layout) == threads * c_values);

  /// An operand in shared memory belongs to all threads alike: value number i is element i for each of them.
  static constexpr TvLayout shared_a_layout = tv_layout({{threads, 0}}, {{M, 1}, {K, M}});
  static constexpr TvLayout shared_b_layout = tv_layout({{threads, 0}}, {{N, 1}, {K, N}});
};

/// Every accumulator that there is lies in the lanes exactly once.
constexpr bool every_wgmma_accumulator_covers_once() {
  for (int N = 8; N <= 256; N += 8)
    if (!covers_once(quad_c_layout(64, N, 4), 64 * N)) return false;
  return true;
}
static_assert(every_wgmma_accumulator_covers_once());

}  // namespace colex::gpu
