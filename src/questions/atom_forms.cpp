// SPDX-License-Identifier: MIT
// NVIDIA's atoms that no kernel here uses, each by the formula of its layouts. Sources: the PTX ISA, mma, ldmatrix, cp.async
// and tcgen05.ld; CUTLASS, cute/atom/mma_traits_sm*.hpp and copy_traits_sm*.hpp.
#include <fmt/format.h>

#include "atoms/quad.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

namespace {

using gpu::tv_layout;

Atom matrix_atom(std::string name, std::string assembly, char const* target, int M, int N, int K,
                 int threads) {
  Atom r;
  r.name = std::move(name), r.assembly = std::move(assembly), r.target = target;
  r.M = M, r.N = N, r.K = K, r.threads = threads;
  return r;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// mma.sync of a warp with N = 8: `sum` = A's type times B's, `packed` elements of these in 32 bits.
void add_warp(std::vector<Atom>& all, char const* sm, int M, int K, std::string const& sum,
              std::string const& a, std::string const& b, int packed, std::string const& suffix = "",
              std::string const& ptx_suffix = "") {
  auto const ptx_type = [](std::string const& t) { return t == "U1" ? std::string("b1") : lower(t); };
  Atom r = matrix_atom(fmt::format("{}_{}x8x{}_{}{}{}{}_TN{}", sm, M, K, sum, a, b, sum, suffix),
                       fmt::format("mma.sync.aligned.m{}n8k{}.row.col.{}.{}.{}.{}{}", M, K, lower(sum),
                                   ptx_type(a), ptx_type(b), lower(sum), ptx_suffix),
                       "", M, 8, K, 32);
  r.target = lower(sm);
  r.a = gpu::quad_a_layout(M, K, packed), r.b = gpu::quad_b_layout(K, packed), r.c = gpu::quad_c_layout(M, 8);
  all.push_back(std::move(r));
}

/// Volta's mma of a quadpair: thread t is lane t % 4 + 16 (t / 4). Per operand: a thread has a row, or a column.
void add_quadpair(std::vector<Atom>& all) {
  auto const rows = tv_layout({{8, 1}}, {{4, 8}}), columns = tv_layout({{4, 8}, {2, 4}}, {{4, 1}});
  for (bool const wide : {false, true})
    for (char const* const order : {"TN", "NT", "NN", "TT"}) {
      std::string const sum = wide ? "F32" : "F16", t = lower(sum);
      Atom r =
          matrix_atom(fmt::format("SM70_8x8x4_{}F16F16{}_{}", sum, sum, order),
                      fmt::format("mma.sync.aligned.m8n8k4.{}.{}.{}.f16.f16.{}",
                                  order[0] == 'T' ? "row" : "col", order[1] == 'N' ? "col" : "row", t, t),
                      "sm70", 8, 8, 4, 8);
      r.a = order[0] == 'T' ? rows : columns, r.b = order[1] == 'N' ? rows : columns;
      r.c = wide ? tv_layout({{2, 1}, {2, 16}, {2, 4}}, {{2, 8}, {2, 2}, {2, 32}})
                 : tv_layout({{8, 1}}, {{8, 8}});
      all.push_back(std::move(r));
    }
}

/// One thread that moves so many bytes, or multiplies a row and a column of `K`.
void add_thread(std::vector<Atom>& all, std::string name, std::string assembly, char const* target,
                int bytes) {
  all.push_back(thread_copy(std::move(name), std::move(assembly), target, bytes));
}
void add_dot(std::vector<Atom>& all, std::string name, std::string assembly, char const* target, int K) {
  Atom r = matrix_atom(std::move(name), std::move(assembly), target, 1, 1, K, 1);
  r.a = r.b = tv_layout({}, {{K, 1}}), r.c = tv_layout({}, {});
  all.push_back(std::move(r));
}

/// CuTe's shuffles of SM50: lanes t and t XOR `apart` exchange a register, so that they hold a 2 x 2 block turned.
void add_shuffle(std::vector<Atom>& all, int apart, gpu::TvLayout const& registers) {
  Atom r = matrix_atom(fmt::format("SM50_Shuffle_U32_2x2Trans_XOR{}", apart), "shfl.sync.bfly.b32", "sm50", 2,
                       32, 0, 32);
  r.is = Atom::Is::copy, r.note = "(thread, value) -> word of 32 bits before it, value + 2 thread";
  r.a = tv_layout({{32, 2}}, {{2, 1}}), r.c = registers;
  all.push_back(std::move(r));
}

/// tcgen05.ld and .st: registers against rows and columns of 32 bits of tensor memory, row + rows * column.
void add_tensor_memory(std::vector<Atom>& all) {
  struct Form {
    char const *cute, *ptx;
    int rows, columns, most;  ///< repeated up to `most` times
    gpu::TvLayout (*layout)(int times);
  };
  constexpr Form forms[] = {{"32dp32b", "32x32b", 32, 1, 128,
                             [](int n) {
                               return tv_layout({{32, 1}}, {{n, 32}});
                             }},
                            {"16dp64b", "16x64b", 16, 2, 128,
                             [](int n) {
                               return tv_layout({{2, 8}, {2, 16}, {8, 1}}, {{n, 32}});
                             }},
                            {"16dp128b", "16x128b", 16, 4, 64,
                             [](int n) {
                               return tv_layout({{4, 16}, {8, 1}}, {{2, 8}, {n, 64}});
                             }},
                            {"16dp256b", "16x256b", 16, 8, 32, [](int n) {
                               return tv_layout({{4, 32}, {8, 1}}, {{2, 16}, {2, 8}, {n, 128}});
                             }}};
  for (bool const store : {false, true})
    for (Form const& form : forms)
      for (int times = 1; times <= form.most; times *= 2) {
        Atom r = matrix_atom(
            fmt::format("SM100_TMEM_{}_{}{}x", store ? "STORE" : "LOAD", form.cute, times),
            fmt::format("tcgen05.{}.sync.aligned.{}.x{}.b32", store ? "st" : "ld", form.ptx, times), "sm100",
            form.rows, form.columns * times, 0, 32);
        r.is = Atom::Is::copy;
        r.note =
            fmt::format("(thread, value) -> word of 32 bits of tensor memory, row + {} column", form.rows);
        r.a = tv_layout({{32, 0}}, {{form.rows * form.columns * times, 1}}), r.c = form.layout(times);
        all.push_back(std::move(r));
      }
}

}  // namespace

Atom thread_copy(std::string name, std::string assembly, std::string target, int bytes) {
  Atom r;
  r.is = Atom::Is::copy, r.note = "(thread, value) -> byte";
  r.name = std::move(name), r.assembly = std::move(assembly), r.target = std::move(target);
  r.M = bytes, r.N = 1, r.threads = 1;
  r.a = r.c = tv_layout({}, {{bytes, 1}});
  return r;
}

void add_forms(std::vector<Atom>& all) {
  for (int const bits : {8, 16, 32, 64, 128})
    add_thread(all, fmt::format("UniversalCopy<uint{}_t>", bits), "", "any", bits / 8);
  add_dot(all, "UniversalFMA", "", "any", 1);
  add_dot(all, "SM61_DP4A", "dp4a.s32.s32", "sm61", 4),
      add_dot(all, "SM61_DP2A", "dp2a.lo.s32.s32", "sm61", 2);
  add_shuffle(all, 1, tv_layout({{2, 1}, {16, 4}}, {{2, 2}}));
  add_shuffle(all, 4, tv_layout({{4, 2}, {2, 1}, {4, 16}}, {{2, 8}}));
  add_quadpair(all);
  for (char const* const sum : {"F32", "F16"}) add_warp(all, "SM75", 16, 8, sum, "F16", "F16", 2);
  add_warp(all, "SM75", 8, 16, "S32", "S8", "S8", 4);
  for (int const K : {8, 16}) add_warp(all, "SM80", 16, K, "F16", "F16", "F16", 2);
  for (char const* const a : {"S", "U"})
    for (char const* const b : {"S", "U"}) {
      std::string const x = a, y = b;
      for (int const M : {8, 16}) add_warp(all, "SM80", M, 16, "S32", x + "8", y + "8", 4);
      for (int const M : {8, 16}) add_warp(all, "SM80", M, 32, "S32", x + "4", y + "4", 8);
      add_warp(all, "SM80", 16, 64, "S32", x + "4", y + "4", 8);
    }
  for (auto const& [suffix, ptx] : {std::pair{"_XORPOPC", ".xor.popc"}, std::pair{"_ANDPOPC", ".and.popc"}}) {
    for (int const M : {8, 16}) add_warp(all, "SM80", M, 128, "S32", "U1", "U1", 32, suffix, ptx);
    add_warp(all, "SM80", 16, 256, "S32", "U1", "U1", 32, suffix, ptx);
  }
  for (int const bytes : {4, 8, 16})
    add_thread(all, fmt::format("SM80_CP_ASYNC_CACHEALWAYS<uint{}_t>", 8 * bytes),
               fmt::format("cp.async.ca.shared.global, {} bytes", bytes), "sm80", bytes);
  add_thread(all, "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>", "cp.async.cg.shared.global, 16 bytes", "sm80", 16);
  for (char const* const a : {"E4M3", "E5M2"})
    for (char const* const b : {"E4M3", "E5M2"}) add_warp(all, "SM89", 16, 32, "F16", a, b, 4);
  for (int const K : {4, 8, 16}) add_warp(all, "SM90", 16, K, "F64", "F64", "F64", 1);
  add_tensor_memory(all);
}

}  // namespace colex::cli
