// SPDX-License-Identifier: MIT
// Asks an NVIDIA device (sm_90a) which elements of shared memory wgmma reads by a matrix descriptor: random start
// addresses, leading and stride offsets, base offsets, swizzles, both operands, K- and M-major; a JSON line for each. The
// other operand is an identity, so that the product is the operand itself. tests/cli/memory_device.py compares colex
// descriptor with them.
//
//   nvcc -x cu -std=c++20 -O2 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/matrix_descriptor_device.cpp -o matrix_descriptor_device
//   ./matrix_descriptor_device 1200 1 >matrix_descriptors.jsonl
//
// Arguments: how many descriptors, the seed.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>

#include "device_memory.hpp"
#include "device_record.hpp"

namespace colex::gpu::test {
namespace {

constexpr int threads = 128, lines = 64, planes = 3, plane_bits = 7;
constexpr int tile_bytes = 128 * 1024, identity_bytes = 64 * 32, shared_bytes = tile_bytes + identity_bytes;

enum class Type { bf16, s8, tf32 };
constexpr char const* type_names[] = {"bf16", "s8", "tf32"};
constexpr int bytes_of(Type t) { return t == Type::bf16 ? 2 : t == Type::s8 ? 1 : 4; }

template <Type type>
__device__ void write(unsigned char* to, int value) {
  if constexpr (type == Type::s8) {
    *reinterpret_cast<signed char*>(to) = static_cast<signed char>(value);
  } else {
    unsigned const bits = __float_as_uint(static_cast<float>(value));
    if constexpr (type == Type::bf16)
      *reinterpret_cast<unsigned short*>(to) = static_cast<unsigned short>(bits >> 16);
    else
      *reinterpret_cast<unsigned*>(to) = bits;
  }
}

#define COLEX_EIGHT(form, sum, at)                                                           \
  form(sum[at]), form(sum[at + 1]), form(sum[at + 2]), form(sum[at + 3]), form(sum[at + 4]), \
      form(sum[at + 5]), form(sum[at + 6]), form(sum[at + 7])
#define COLEX_SUMS                                                                                           \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%" \
  "28,"                                                                                                      \
  "%29,%30,%31}, %32, %33, 0"
#define COLEX_PRODUCT(form, shape, rest)                                                           \
  asm volatile("wgmma.mma_async.sync.aligned." shape " " COLEX_SUMS rest ";"                       \
               : COLEX_EIGHT(form, sum, 0), COLEX_EIGHT(form, sum, 8), COLEX_EIGHT(form, sum, 16), \
                 COLEX_EIGHT(form, sum, 24)                                                        \
               : "l"(a), "l"(b))

/// The 64 x 64 products of a thread; `line_major`: of the operand that is asked about.
template <Type type, bool asks_a, bool line_major>
__device__ void multiply(int (&result)[32], unsigned long long a, unsigned long long b) {
  if constexpr (type == Type::s8) {
    int sum[32] = {};
    COLEX_PRODUCT("+r", "m64n64k32.s32.s8.s8", "");
    asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < 32; ++i) result[i] = sum[i];
  } else {
    float sum[32] = {};
    if constexpr (type == Type::tf32)
      COLEX_PRODUCT("+f", "m64n64k8.f32.tf32.tf32", ", 1, 1");
    else if constexpr (!line_major)
      COLEX_PRODUCT("+f", "m64n64k16.f32.bf16.bf16", ", 1, 1, 0, 0");
    else if constexpr (asks_a)
      COLEX_PRODUCT("+f", "m64n64k16.f32.bf16.bf16", ", 1, 1, 1, 0");
    else
      COLEX_PRODUCT("+f", "m64n64k16.f32.bf16.bf16", ", 1, 1, 0, 1");
    asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < 32; ++i) result[i] = static_cast<int>(sum[i]);
  }
}
#undef COLEX_PRODUCT
#undef COLEX_SUMS
#undef COLEX_EIGHT

/// Element i of the tile holds 7 bits of i. Writes 64 x 64 products, row by row.
template <Type type, bool asks_a, bool line_major>
__global__ void __launch_bounds__(threads) read_by(unsigned long long fields, int plane, int* out) {
  extern __shared__ __align__(1024) unsigned char memory[];
  constexpr int size = bytes_of(type), depth = 32 / size;
  int const thread = static_cast<int>(threadIdx.x);
  for (int i = thread; i < tile_bytes / size; i += threads)
    write<type>(memory + i * size, i >> (plane_bits * plane) & ((1 << plane_bits) - 1));
  unsigned char* const identity = memory + tile_bytes;
  // Without a swizzle, K-major: core matrices of 8 lines of 16 bytes, two of them along K.
  for (int i = thread; i < lines * depth; i += threads) {
    int const line = i % lines, k = i / lines, in = k * size;
    write<type>(identity + line / 8 * 256 + in / 16 * 128 + line % 8 * 16 + in % 16, line == k);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  auto const base = static_cast<unsigned>(__cvta_generic_to_shared(memory));
  unsigned long long const asked = fields + (base >> 4),
                           other = ((base + tile_bytes) >> 4) | 8ull << 16 | 16ull << 32;
  int result[32];
  if (base % 1024 != 0) __trap();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  multiply<type, asks_a, line_major>(result, asks_a ? asked : other, asks_a ? other : asked);
  for (int v = 0; v < 32; ++v) {
    int const row = thread / 32 * 16 + thread % 32 / 4 + 8 * (v / 2 % 2),
              column = v / 4 * 8 + thread % 4 * 2 + v % 2;
    out[64 * row + column] = result[v];
  }
}

struct Fields {
  int start = 0, leading = 0, stride = 0, base = 0, swizzle = 0;  // bytes; swizzle: the code
  std::uint64_t bits() const {
    return static_cast<std::uint64_t>(start >> 4) | static_cast<std::uint64_t>(leading >> 4) << 16 |
           static_cast<std::uint64_t>(stride >> 4) << 32 | static_cast<std::uint64_t>(base) << 49 |
           static_cast<std::uint64_t>(swizzle) << 62;
  }
};

Fields draw_fields(Random& draw) {
  Fields f;
  f.swizzle = static_cast<int>(draw.between(0, 3));
  f.start = static_cast<int>(draw.one_in(3)   ? 0
                             : draw.one_in(2) ? 1024 * draw.between(0, 4)
                                              : 16 * draw.between(0, 256));
  auto const offset = [&] {
    return static_cast<int>(draw.one_in(3)   ? 1024 * draw.between(0, 4)
                            : draw.one_in(2) ? 128 * draw.between(0, 32)
                                             : 16 * draw.between(0, 256));
  };
  f.leading = offset(), f.stride = offset();
  if (draw.one_in(6)) f.base = static_cast<int>(draw.between(1, 7));
  return f;
}

/// What the tensor core read: the number of the element for each (line, k), line fastest.
template <Type type, bool asks_a, bool line_major>
void ask(Fields const& f, Memory& out) {
  constexpr int depth = 32 / bytes_of(type);
  std::vector<std::int32_t> read(lines * depth, 0);
  std::vector<int> products(64 * 64);
  auto const kernel = read_by<type, asks_a, line_major>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
        "shared memory");
  for (int plane = 0; plane < planes; ++plane) {
    kernel<<<1, threads, shared_bytes>>>(f.bits(), plane, reinterpret_cast<int*>(out.data));
    check(cudaDeviceSynchronize(), "product");
    check(cudaMemcpy(products.data(), out.data, products.size() * sizeof(int), cudaMemcpyDeviceToHost),
          "products");
    for (int k = 0; k < depth; ++k)
      for (int line = 0; line < lines; ++line)
        read[static_cast<std::size_t>(line + lines * k)] |=
            products[static_cast<std::size_t>(asks_a ? 64 * line + k : 64 * k + line)]
            << (plane_bits * plane);
  }
  std::printf(
      "{\"element\":\"%s\",\"operand\":\"%s\",\"major\":\"%s\",\"descriptor\":\"%016llx\",\"start\":%d,"
      "\"leading\":%d,"
      "\"stride\":%d,\"base\":%d,\"swizzle\":%d,\"digest\":\"%016llx\",\"seen\":%s}\n",
      type_names[static_cast<int>(type)], asks_a ? "A" : "B", line_major ? "line" : "k",
      static_cast<unsigned long long>(f.bits()), f.start, f.leading, f.stride, f.base, f.swizzle,
      static_cast<unsigned long long>(digest(read)), samples(read, 64).c_str());
}

}  // namespace
}  // namespace colex::gpu::test

int main(int argc, char** argv) {
  using namespace colex::gpu;
  using namespace colex::gpu::test;
  Memory out(64 * 64 * sizeof(int));
  Random draw{argc > 2 ? static_cast<std::uint64_t>(std::atoi(argv[2])) : 1};
  for (int i = 0; i < (argc > 1 ? std::atoi(argv[1]) : 1200); ++i) {
    Fields const f = draw_fields(draw);
    switch (i % 8) {
      case 0:
        ask<Type::bf16, true, false>(f, out);
        break;
      case 1:
        ask<Type::bf16, false, false>(f, out);
        break;
      case 2:
        ask<Type::s8, true, false>(f, out);
        break;
      case 3:
        ask<Type::s8, false, false>(f, out);
        break;
      case 4:
        ask<Type::tf32, true, false>(f, out);
        break;
      case 5:
        ask<Type::bf16, true, true>(f, out);
        break;
      case 6:
        ask<Type::bf16, false, true>(f, out);
        break;
      default:
        ask<Type::tf32, false, false>(f, out);
        break;
    }
  }
  return 0;
}
