// SPDX-License-Identifier: MIT
// Products of few bits and with scales of SM120, and those of the tensor memory of SM100 and SM103. Sources: the PTX ISA, mma with
// block scales and tcgen05.mma; CUTLASS, cute/atom/mma_traits_sm120.hpp, mma_traits_sm100.hpp and mma_traits_sm100_frag.hpp.
#include <fmt/format.h>

#include "atoms/quad.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

namespace {

using gpu::tv_layout;

constexpr char const* kSmall[] = {"e2m1", "e3m2", "e2m3", "e4m3", "e5m2"};

/// mma.sync of 16 x 8 x K: `packed` elements in 32 bits, each in a container of 32 / packed.
Atom small_product(std::string name, std::string assembly, int K, int packed) {
  Atom r;
  r.name = std::move(name), r.assembly = std::move(assembly), r.target = "sm120";
  r.M = 16, r.N = 8, r.K = K, r.bits = {32 / packed, 32 / packed, 32};
  r.a = gpu::quad_a_layout(16, K, packed), r.b = gpu::quad_b_layout(K, packed),
  r.c = gpu::quad_c_layout(16, 8);
  return r;
}

/// `blocks` scales along K: of A a quad has rows r and r + 8, in lanes of even and odd number; of B a column.
void add_scales(Atom& atom, int blocks) {
  atom.scale_a = tv_layout({{2, 8}, {2, 0}, {8, 1}}, {{blocks, 16}});
  atom.scale_b = tv_layout({{4, 0}, {8, 1}}, {{blocks, 8}});
}

void add_sm120(std::vector<Atom>& all) {
  for (char const* const a : kSmall)
    for (char const* const b : kSmall) {
      all.push_back(small_product(
          fmt::format("SM120_16x8x32_TN<float_{}_t,float_{}_t,float>", a, b),
          fmt::format("mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.{}.{}.f32", a, b), 32, 4));
      all.back().note = "elements of fewer than 8 bits stand in containers of 8";
    }
  for (char const* const a : kSmall)
    for (char const* const b : kSmall) {
      all.push_back(small_product(
          fmt::format("SM120_16x8x32_TN_VS<float_{}_t,float_{}_t,float,float_ue8m0_t,32>", a, b),
          fmt::format("mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.{}.{}."
                      "f32.ue8m0",
                      a, b),
          32, 4));
      all.back().note = "elements of fewer than 8 bits stand in containers of 8";
      add_scales(all.back(), 1);
    }
  for (auto const& [scale, vector] : {std::pair{"ue8m0", 32}, {"ue8m0", 16}, {"ue4m3", 16}}) {
    all.push_back(small_product(
        fmt::format("SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_{}_t,{}>", scale, vector),
        fmt::format("mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::{}X.m16n8k64.row.col.f32.e2m1."
                    "e2m1.f32.{}",
                    64 / vector, scale),
        64, 8));
    add_scales(all.back(), 64 / vector);
  }
}

/// tcgen05.mma of one block: A and B in shared memory, C in tensor memory, its rows by lanes and its columns by words of 32 bits.
void add_tensor_memory_product(std::vector<Atom>& all, char const* name, char const* kind, char const* target,
                               int M, int N, int K, int bits) {
  Atom r;
  r.name = fmt::format("{}<{},{}>", name, M, N);
  r.assembly = fmt::format("tcgen05.mma.cta_group::1.kind::{}, {}x{}x{}", kind, M, N, K);
  r.target = target;
  r.M = M, r.N = N, r.K = K, r.threads = M, r.bits = {bits, bits, 32};
  r.c = tv_layout({{M, 1}}, {{N, M}});
  r.note = M == 64 ? "thread t of C is lane t % 16 + 32 (t / 16) of tensor memory, a value a column"
                   : "a thread of C is a lane of tensor memory, a value a column";
  all.push_back(std::move(r));
}

void add_tcgen05(std::vector<Atom>& all) {
  struct Kind {
    char const *name, *kind;
    int K, bits;
  };
  for (Kind const& k : {Kind{"SM100_MMA_TF32_SS", "tf32", 8, 32},
                        {"SM100_MMA_F16BF16_SS", "f16", 16, 16},
                        {"SM100_MMA_S8_SS", "i8", 32, 8},
                        {"SM100_MMA_F8F6F4_SS", "f8f6f4", 32, 8}})
    for (int const M : {64, 128})
      for (int N = 16; N <= 256; N += 16)
        add_tensor_memory_product(all, k.name, k.kind,
                                  k.bits == 8 && k.kind[0] == 'i' ? "sm100" : "sm100 sm103", M, N, k.K,
                                  k.bits);
  for (Kind const& k : {Kind{"SM100_MMA_MXF8F6F4_SS", "mxf8f6f4.block_scale", 32, 8},
                        {"SM100_MMA_MXF4_SS", "mxf4.block_scale", 64, 4},
                        {"SM103_MXF4_ULTRA_SS_VS", "mxf4nvf4.block_scale", 96, 4}})
    for (int N = 16; N <= 256; N += 16)
      add_tensor_memory_product(all, k.name, k.kind, k.K == 96 ? "sm103" : "sm100 sm103", 128, N, k.K,
                                k.bits);
}

}  // namespace

void add_scaled_forms(std::vector<Atom>& all) { add_sm120(all), add_tcgen05(all); }

}  // namespace colex::cli
