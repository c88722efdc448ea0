// SPDX-License-Identifier: MIT
// Steps 1 to 6 of the ladder: C = A B^T by threads, then by mma.sync. A is M x K, B is N x K, both bf16 with K contiguous; C is M x N, N
// contiguous; sums are float. M and N are multiples of 128, K of 64. Every place is a layout's; what moves together is the unit: an element, a
// word of two, a vector of eight.
//
//   one_element<<<dim3(N / 32, M / 32), 1024>>>(product);
#pragma once

#include <cuda_bf16.h>

#include <cstdint>

#include "colex/static/tensor.hpp"

namespace ladder {
using namespace colex;
using Element = __nv_bfloat16;
using Word = std::uint32_t;
inline constexpr int depth = 64;  ///< of a k-tile: 32 words or 8 vectors of a row

struct Product {
  Element *a, *b, *c;
  int M, N, K;
};

/// A matrix in units of T, `columns` elements a row.
template <class T>
__device__ auto matrix(Element* data, int rows, int columns) {
  int const units = columns / static_cast<int>(sizeof(T) / sizeof(Element));
  return tensor(reinterpret_cast<T*>(data), static_layout<"(?,?):(?,1)">(rows, units, units));
}
__device__ inline float2 floats(Word pair) {
  return __bfloat1622float2(reinterpret_cast<__nv_bfloat162 const&>(pair));
}
__device__ inline Word rounded(float x, float y) {
  __nv_bfloat162 const pair = __floats2bfloat162_rn(x, y);
  return reinterpret_cast<Word const&>(pair);
}
__device__ inline void add_products(float& sum, Word x, Word y) {
  float2 const u = floats(x), v = floats(y);
  sum += u.x * v.x;
  sum += u.y * v.y;
}

/// What a thread of a block of 32 x 32 computes: an element of C.
__device__ inline auto own_element(Product const& p) {
  auto const threads = static_layout<"(32,32):(32,1)">();
  auto const block = coord(blockIdx.y, blockIdx.x);
  return local_partition(local_tile(matrix<Element>(p.c, p.M, p.N), Tuple<32, 32>{}, block), threads,
                         threadIdx.x);
}

/// Step 1: a thread computes one element of C and loads rows of A and B by elements.
__global__ void one_element(Product p) {
  auto const c = own_element(p);
  unsigned const m = blockIdx.y * 32 + threadIdx.x / 32, n = blockIdx.x * 32 + threadIdx.x % 32;
  auto const a = matrix<Element>(p.a, p.M, p.K)(m, _), b = matrix<Element>(p.b, p.N, p.K)(n, _);
  float sum = 0;
  for (int k = 0; k < p.K; ++k) sum += __bfloat162float(a(k)) * __bfloat162float(b(k));
  c(0) = __float2bfloat16(sum);
}

/// Step 2: it loads vectors of eight: an eighth of the instructions that load.
__global__ void by_vectors(Product p) {
  auto const c = own_element(p);
  unsigned const m = blockIdx.y * 32 + threadIdx.x / 32, n = blockIdx.x * 32 + threadIdx.x % 32;
  auto const a = matrix<uint4>(p.a, p.M, p.K)(m, _), b = matrix<uint4>(p.b, p.N, p.K)(n, _);
  float sum = 0;
  for (int k = 0; k < p.K / 8; ++k) {
    uint4 const x = a(k), y = b(k);
    add_products(sum, x.x, y.x);
    add_products(sum, x.y, y.y);
    add_products(sum, x.z, y.z);
    add_products(sum, x.w, y.w);
  }
  c(0) = __float2bfloat16(sum);
}

/// Rows of a k-tile in shared memory, swizzled so that eight rows of one column lie in different banks: by vectors, and by words.
template <int rows>
struct Shared;
template <>
struct Shared<32> {
  static constexpr auto vectors = swizzle<3, 0, 3>(static_layout<"(32,8):(8,1)">());
  static constexpr auto words = swizzle<3, 2, 3>(static_layout<"(32,32):(32,1)">());
};
template <>
struct Shared<128> {
  static constexpr auto vectors = swizzle<3, 0, 3>(static_layout<"(128,8):(8,1)">());
  static constexpr auto words = swizzle<3, 2, 3>(static_layout<"(128,32):(32,1)">());
};

/// 256 threads load a k-tile of `rows` rows, neighbours along K.
template <int rows>
__device__ void load(uint4* shared, Element* data, int lines, int K, unsigned line, unsigned k_tile) {
  auto const threads = static_layout<"(32,8):(8,1)">();
  auto const from = local_partition(
      local_tile(matrix<uint4>(data, lines, K), Tuple<rows, 8>{}, coord(line, k_tile)), threads, threadIdx.x);
  auto const to = local_partition(tensor(shared, Shared<rows>::vectors), threads, threadIdx.x);
  unroll<rows / 32>([&](auto i) { to(i) = from(i); });
}

/// Step 3: a block has tiles of 32 rows of A and of B in shared memory: each element is loaded once for 32 of C. A thread computes four.
__global__ void by_shared_tiles(Product p) {
  __shared__ uint4 a_memory[32 * 8], b_memory[32 * 8];
  auto const a = tensor(reinterpret_cast<Word*>(a_memory), Shared<32>::words),
             b = tensor(reinterpret_cast<Word*>(b_memory), Shared<32>::words);
  auto const c = local_tile(matrix<Element>(p.c, p.M, p.N), Tuple<32, 32>{}, coord(blockIdx.y, blockIdx.x));
  auto const threads = static_layout<"(8,32):(32,1)">();
  unsigned const m = threadIdx.x / 32, n = threadIdx.x % 32;
  float sum[4] = {};
  for (int k_tile = 0; k_tile < p.K / depth; ++k_tile) {
    load<32>(a_memory, p.a, p.M, p.K, blockIdx.y, k_tile);
    load<32>(b_memory, p.b, p.N, p.K, blockIdx.x, k_tile);
    __syncthreads();
    for (unsigned k = 0; k < depth / 2; ++k)
      unroll<4>([&](auto i) { add_products(sum[i], a(m + 8 * i, k), b(n, k)); });
    __syncthreads();
  }
  auto const own = local_partition(c, threads, threadIdx.x);
  unroll<4>([&](auto i) { own(i) = __float2bfloat16(sum[i]); });
}

/// Step 4: a block computes 128 x 128, a thread 8 x 8 of them in registers: a word that it reads from shared memory serves eight products.
__global__ void __launch_bounds__(256) by_register_tiles(Product p) {
  __shared__ uint4 a_memory[128 * 8], b_memory[128 * 8];
  auto const a = tensor(reinterpret_cast<Word*>(a_memory), Shared<128>::words),
             b = tensor(reinterpret_cast<Word*>(b_memory), Shared<128>::words);
  auto const c = local_tile(matrix<Element>(p.c, p.M, p.N), Tuple<128, 128>{}, coord(blockIdx.y, blockIdx.x));
  auto const threads = static_layout<"(16,16):(16,1)">();
  unsigned const m = threadIdx.x / 16, n = threadIdx.x % 16;
  float sum[8][8] = {};
  for (int k_tile = 0; k_tile < p.K / depth; ++k_tile) {
    load<128>(a_memory, p.a, p.M, p.K, blockIdx.y, k_tile);
    load<128>(b_memory, p.b, p.N, p.K, blockIdx.x, k_tile);
    __syncthreads();
    for (unsigned k = 0; k < depth / 2; ++k) {
      Word x[8], y[8];
      unroll<8>([&](auto i) { x[i] = a(m + 16 * i, k), y[i] = b(n + 16 * i, k); });
      unroll<64>([&](auto i) { add_products(sum[i / 8][i % 8], x[i / 8], y[i % 8]); });
    }
    __syncthreads();
  }
  auto const own = local_partition(c, threads, threadIdx.x);
  unroll<64>([&](auto i) { own(i / 8, i % 8) = __float2bfloat16(sum[i / 8][i % 8]); });
}

/// C (16 x 8) += A (16 x 16) B (8 x 16)^T, of a warp. Each operand's words lie as in a partition of rows of words by 8 x 4 lanes.
__device__ inline void multiply(float (&c)[4], Word const (&a)[4], Word const (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/// What steps 5 and 6 do: eight warps, two below and four beside each other, compute 64 x 32 each of a block's 128 x 128.
struct Warps {
  float sum[4][4][4] = {};  ///< of 4 x 4 atoms
  unsigned const lane = threadIdx.x % 32, row = threadIdx.x / 128, column = threadIdx.x / 32 % 4;

  /// Multiplies a k-tile. The one layout of lanes serves A, B and C: `(8,4):(4,1)` on words.
  __device__ void multiply_tile(uint4* a_memory, uint4* b_memory) {
    auto const lanes = static_layout<"(8,4):(4,1)">();
    auto const a =
        local_partition(tensor(reinterpret_cast<Word*>(a_memory), Shared<128>::words), lanes, lane);
    auto const b =
        local_partition(tensor(reinterpret_cast<Word*>(b_memory), Shared<128>::words), lanes, lane);
    unroll<4>([&](auto step) {
      Word x[4][4], y[4][2];
      unroll<16>([&](auto i) { x[i / 4][i % 4] = a(8 * row + 2 * (i / 4) + i % 2, 2 * step + i / 2 % 2); });
      unroll<8>([&](auto i) { y[i / 2][i % 2] = b(4 * column + i / 2, 2 * step + i % 2); });
      unroll<16>([&](auto i) { multiply(sum[i / 4][i % 4], x[i / 4], y[i % 4]); });
    });
  }
  __device__ void store(Product p) {
    auto const tile = local_tile(matrix<Word>(p.c, p.M, p.N), Tuple<64, 16>{},
                                 coord(2 * blockIdx.y + row, 4 * blockIdx.x + column));
    auto const c = local_partition(tile, static_layout<"(8,4):(4,1)">(), lane);
    unroll<32>([&](auto i) {
      auto const& of = sum[i / 8][i % 4];
      constexpr int half = i / 4 % 2;
      c(2 * (i / 8) + half, i % 4) = rounded(of[2 * half], of[2 * half + 1]);
    });
  }
};

/// Step 5: the tensor core multiplies.
__global__ void __launch_bounds__(256, 2) by_warps(Product p) {
  __shared__ uint4 a_memory[128 * 8], b_memory[128 * 8];
  Warps warps;
  for (int k_tile = 0; k_tile < p.K / depth; ++k_tile) {
    load<128>(a_memory, p.a, p.M, p.K, blockIdx.y, k_tile);
    load<128>(b_memory, p.b, p.N, p.K, blockIdx.x, k_tile);
    __syncthreads();
    warps.multiply_tile(a_memory, b_memory);
    __syncthreads();
  }
  warps.store(p);
}

/// 256 threads start the copy of a k-tile past the registers.
__device__ inline void start_load(uint4* shared, Element* data, int lines, int K, unsigned line,
                                  unsigned k_tile) {
  auto const threads = static_layout<"(32,8):(8,1)">();
  auto const from = local_partition(
      local_tile(matrix<uint4>(data, lines, K), Tuple<128, 8>{}, coord(line, k_tile)), threads, threadIdx.x);
  auto const to = local_partition(tensor(shared, Shared<128>::vectors), threads, threadIdx.x);
  unroll<4>([&](auto i) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(&to(i)))),
                 "l"(&from(i))
                 : "memory");
  });
}

/// Step 6: three stages: two k-tiles are on their way while a third is multiplied. Shared memory: 3 x 32 KB.
__global__ void __launch_bounds__(256) by_stages(Product p) {
  extern __shared__ uint4 memory[];
  constexpr int stages = 3, vectors = 128 * 8;
  int const k_tiles = p.K / depth;
  auto const start = [&](int k_tile) {
    uint4* const stage = memory + k_tile % stages * 2 * vectors;
    if (k_tile < k_tiles) {
      start_load(stage, p.a, p.M, p.K, blockIdx.y, k_tile);
      start_load(stage + vectors, p.b, p.N, p.K, blockIdx.x, k_tile);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  Warps warps;
  for (int k_tile = 0; k_tile < stages - 1; ++k_tile) start(k_tile);
  for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
    asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
    __syncthreads();  // the k-tile has come for all, and all have read the one before it
    start(k_tile + stages - 1);
    uint4* const stage = memory + k_tile % stages * 2 * vectors;
    warps.multiply_tile(stage, stage + vectors);
  }
  warps.store(p);
}

}  // namespace ladder
