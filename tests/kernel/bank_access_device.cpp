// SPDX-License-Identifier: MIT
// Accesses of a warp to shared and to global memory on an NVIDIA device (sm_90): random widths, strides, swizzles, lanes that share an
// address, parts of a warp; a JSON line for each, with the clocks that a row of them took. Under Nsight Compute the same launches
// count what the hardware did. tests/cli/memory_device.py compares colex banks and colex coalescing with both.
//
//   nvcc -x cu -std=c++20 -O2 -arch=sm_90 tests/kernel/bank_access_device.cpp -o bank_access_device
//   ./bank_access_device 300 60 150 1 >accesses.jsonl
//   ncu --csv --clock-control none --cache-control none --metrics METRICS ./bank_access_device 300 60 150 1 count >counters.csv
//   tests/kernel/join_counters.py accesses.jsonl counters.csv     METRICS: those that it names, for op_ld and op_st
//
// Arguments: how many layouts in shared memory, how many random addresses there, how many layouts in global memory, the seed;
// `count`: no clocks are written, so that a counter sees the access alone.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "device_memory.hpp"
#include "device_record.hpp"

namespace colex::gpu::test {
namespace {

constexpr int lanes_of_warp = 32, memory_bytes = 48 * 1024, repeats = 64;

/// The byte at which each lane accesses; -1: it takes no part.
struct Addresses {
  int byte[lanes_of_warp];
};

#define COLEX_LOAD(space, form, registers)                                                           \
  asm volatile("{ .reg .u32 a, b, c, d; ld.volatile." space form " " registers ", [%0]; }" ::"r"(at) \
               : "memory")
#define COLEX_STORE(space, form, registers) \
  asm volatile("st.volatile." space form " [%0], " registers ";" ::"r"(at), "r"(value) : "memory")
#define COLEX_GLOBAL_LOAD(form, registers)                                                           \
  asm volatile("{ .reg .u32 a, b, c, d; ld.volatile.global" form " " registers ", [%0]; }" ::"l"(to) \
               : "memory")
#define COLEX_GLOBAL_STORE(form, registers) \
  asm volatile("st.volatile.global" form " [%0], " registers ";" ::"l"(to), "r"(value) : "memory")

template <int width, bool store>
__device__ void touch_shared(unsigned at, unsigned value) {
  if constexpr (!store && width == 4) COLEX_LOAD("shared", ".u32", "a");
  if constexpr (!store && width == 8) COLEX_LOAD("shared", ".v2.u32", "{a, b}");
  if constexpr (!store && width == 16) COLEX_LOAD("shared", ".v4.u32", "{a, b, c, d}");
  if constexpr (store && width == 4) COLEX_STORE("shared", ".u32", "%1");
  if constexpr (store && width == 8) COLEX_STORE("shared", ".v2.u32", "{%1, %1}");
  if constexpr (store && width == 16) COLEX_STORE("shared", ".v4.u32", "{%1, %1, %1, %1}");
}
template <int width, bool store>
__device__ void touch_global(unsigned char* to, unsigned value) {
  if constexpr (!store && width == 4) COLEX_GLOBAL_LOAD(".u32", "a");
  if constexpr (!store && width == 8) COLEX_GLOBAL_LOAD(".v2.u32", "{a, b}");
  if constexpr (!store && width == 16) COLEX_GLOBAL_LOAD(".v4.u32", "{a, b, c, d}");
  if constexpr (store && width == 4) COLEX_GLOBAL_STORE(".u32", "%1");
  if constexpr (store && width == 8) COLEX_GLOBAL_STORE(".v2.u32", "{%1, %1}");
  if constexpr (store && width == 16) COLEX_GLOBAL_STORE(".v4.u32", "{%1, %1, %1, %1}");
}
#undef COLEX_LOAD
#undef COLEX_STORE
#undef COLEX_GLOBAL_LOAD
#undef COLEX_GLOBAL_STORE

/// The access, `repeats` times. The kernel touches no other memory but for the clocks of lane 0 of those that take part.
template <int width, bool store>
__global__ void access_shared(__grid_constant__ Addresses const addresses, long long* clocks) {
  extern __shared__ __align__(1024) unsigned char memory[];
  int const byte = addresses.byte[threadIdx.x];
  if (byte < 0) return;
  unsigned const at = static_cast<unsigned>(__cvta_generic_to_shared(memory)) + static_cast<unsigned>(byte);
  long long const start = clock64();
#pragma unroll
  for (int k = 0; k < repeats; ++k) touch_shared<width, store>(at, threadIdx.x);
  long long const end = clock64();
  if (clocks != nullptr) *clocks = end - start;
}
template <int width, bool store>
__global__ void access_global(__grid_constant__ Addresses const addresses, unsigned char* memory) {
  int const byte = addresses.byte[threadIdx.x];
  if (byte < 0) return;
#pragma unroll
  for (int k = 0; k < repeats; ++k) touch_global<width, store>(memory + byte, threadIdx.x);
}

struct Access {
  bool global = false, store = false;
  int width = 4, element = 1, lanes = lanes_of_warp, address = 0;
  std::string layout{};  ///< empty where the addresses are drawn one by one
  Addresses addresses{};
};

/// Factors of n, in any order.
std::vector<int> modes_of(Random& draw, int n) {
  std::vector<int> modes;
  while (n > 1) {
    int factor = static_cast<int>(draw.between(2, n));
    while (n % factor != 0) factor = static_cast<int>(draw.between(2, n));
    modes.push_back(factor), n /= factor;
  }
  return modes.empty() ? std::vector<int>{1} : modes;
}
std::string tuple(std::vector<int> const& entries) {
  std::string out;
  for (int const n : entries) out += (out.empty() ? "" : ",") + std::to_string(n);
  return entries.size() == 1 ? out : "(" + out + ")";
}

/// A layout of lanes, each access at a multiple of its width; drawn again where it leaves the memory.
Access draw_layout(Random& draw, bool global) {
  for (;;) {
    Access a;
    a.global = global, a.store = draw.one_in(3);
    a.width = 4 << draw.between(0, 2);
    a.element = a.width >> std::min<std::int64_t>(draw.between(0, 2), 4);
    if (draw.one_in(4)) a.lanes = static_cast<int>(draw.between(1, lanes_of_warp - 1));
    if (global) a.address = a.width * static_cast<int>(draw.between(0, draw.one_in(2) ? 0 : 15));
    int const together = a.width / a.element;
    std::vector<int> const shape = modes_of(draw, a.lanes);
    std::vector<int> stride;
    for (std::size_t k = 0; k < shape.size(); ++k)
      stride.push_back(together * static_cast<int>(draw.one_in(6)   ? 0
                                                   : draw.one_in(2) ? 1 << draw.between(0, 8)
                                                   : draw.one_in(2) ? draw.between(1, 12)
                                                                    : draw.between(1, 80)));
    int bits = 0, base = 0, shift = 0;
    if (draw.one_in(2)) {
      while (1 << base < together) ++base;
      base += static_cast<int>(draw.between(0, 2)), bits = static_cast<int>(draw.between(1, 3));
      shift = bits + static_cast<int>(draw.between(0, 2));
    }
    a.layout = tuple(shape) + ":" + tuple(stride);
    if (bits != 0) {
      std::string const three = tuple({bits, base, shift});
      a.layout = "Sw<" + three.substr(1, three.size() - 2) + "> o 0 o " + a.layout;
    }
    int top = 0;
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
      int offset = 0, rest = lane;
      for (std::size_t k = 0; k < shape.size(); ++k) offset += rest % shape[k] * stride[k], rest /= shape[k];
      int const moved = offset ^ ((offset >> (base + shift) & ((1 << bits) - 1)) << base);
      a.addresses.byte[lane] = lane < a.lanes ? a.address + moved * a.element : -1;
      top = std::max(top, a.addresses.byte[lane] + a.width);
    }
    if (top <= memory_bytes) return a;
  }
}
/// Any addresses, of any lanes.
Access draw_addresses(Random& draw) {
  Access a;
  a.store = draw.one_in(3), a.width = 4 << draw.between(0, 2), a.element = a.width;
  std::int64_t const places = draw.one_in(2) ? memory_bytes / a.width : draw.between(1, 200);
  int const part = static_cast<int>(draw.between(1, 3));
  a.lanes = 0;
  for (int& byte : a.addresses.byte) {
    bool const takes_part = part == 1 || !draw.one_in(part);
    byte = takes_part ? a.width * static_cast<int>(draw.between(0, places - 1)) : -1;
    a.lanes += takes_part ? 1 : 0;
  }
  return a;
}

template <int width, bool store>
void launch(Access const& a, Memory& memory, long long* clocks) {
  if (a.global)
    access_global<width, store><<<1, lanes_of_warp>>>(a.addresses, memory.data);
  else
    access_shared<width, store><<<1, lanes_of_warp, memory_bytes>>>(a.addresses, clocks);
  check(cudaGetLastError(), "launch");
  check(cudaDeviceSynchronize(), "access");
}
void launch(Access const& a, Memory& memory, long long* clocks) {
  if (a.width == 4) a.store ? launch<4, true>(a, memory, clocks) : launch<4, false>(a, memory, clocks);
  if (a.width == 8) a.store ? launch<8, true>(a, memory, clocks) : launch<8, false>(a, memory, clocks);
  if (a.width == 16) a.store ? launch<16, true>(a, memory, clocks) : launch<16, false>(a, memory, clocks);
}

/// The least of some runs; 0 where clocks are not asked for.
long long clocks_of(Access const& a, Memory& memory, Memory& clocks) {
  long long least = 0;
  for (int run = 0; run < 8; ++run) {
    long long now = 0;
    launch(a, memory, reinterpret_cast<long long*>(clocks.data));
    check(cudaMemcpy(&now, clocks.data, sizeof now, cudaMemcpyDeviceToHost), "clocks");
    if (run == 0 || now < least) least = now;
  }
  return least;
}

void write(Access const& a, long long clocks) {
  std::printf("{\"space\":\"%s\",\"access\":\"%s\",\"width\":%d,\"element\":%d,\"lanes\":%d,",
              a.global ? "global" : "shared", a.store ? "store" : "load", a.width, a.element, a.lanes);
  if (!a.layout.empty()) std::printf("\"layout\":\"%s\",\"address\":%d,", a.layout.c_str(), a.address);
  if (!a.global) std::printf("\"clocks\":%lld,", clocks);
  std::printf("\"repeats\":%d,\"bytes\":%s}\n", repeats, list(a.addresses.byte, lanes_of_warp).c_str());
}

}  // namespace
}  // namespace colex::gpu::test

int main(int argc, char** argv) {
  using namespace colex::gpu;
  using namespace colex::gpu::test;
  auto const number = [&](int k, int otherwise) { return argc > k ? std::atoi(argv[k]) : otherwise; };
  bool const counts = argc > 5 && std::strcmp(argv[5], "count") == 0;
  int const layouts = number(1, 300), drawn = number(2, 60), global = number(3, 150);
  Memory memory(memory_bytes), clocks(sizeof(long long));
  Random draw{static_cast<std::uint64_t>(number(4, 1))};
  for (int i = 0; i < layouts + drawn + global; ++i) {
    Access const a = i < layouts           ? draw_layout(draw, false)
                     : i < layouts + drawn ? draw_addresses(draw)
                                           : draw_layout(draw, true);
    if (counts)
      launch(a, memory, nullptr);
    else
      write(a, a.global ? 0 : clocks_of(a, memory, clocks));
  }
  return 0;
}
