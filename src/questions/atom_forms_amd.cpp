// SPDX-License-Identifier: MIT
// AMD's atoms that no kernel here uses, each by the formula of its layouts. Sources: AMD's manuals of CDNA4, RDNA3 and RDNA4 and its
// matrix instruction calculator; of gfx950's transposed reads and scaled products FlyDSL, lib/Dialect/FlyROCDL/CDNA4. gfx950 has scaled
// products of e2m1 only here: where elements of 8 and 6 bits lie, public sources differ.
#include <fmt/format.h>

#include "atoms/mfma.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

namespace {

using gpu::tv_layout;

constexpr char const* kCdna = "gfx90a gfx942 gfx950";

Atom wave_product(std::string name, std::string assembly, char const* target, int R, int K, int threads) {
  Atom r;
  r.name = std::move(name), r.assembly = std::move(assembly), r.target = target;
  r.M = r.N = R, r.K = K, r.threads = threads;
  return r;
}

void add_wide_mfma(std::vector<Atom>& all) {
  struct Wide {
    int R, K;
    char const* type;
  };
  for (Wide const& w : {Wide{16, 32, "f16"},
                        {32, 16, "f16"},
                        {16, 32, "bf16"},
                        {32, 16, "bf16"},
                        {16, 64, "i8"},
                        {32, 32, "i8"}}) {
    Atom r = wave_product(
        fmt::format("v_mfma_{}_{}x{}x{}_{}", w.type[0] == 'i' ? "i32" : "f32", w.R, w.R, w.K, w.type), "",
        "gfx950", w.R, w.K, 64);
    r.a = r.b = gpu::mfma_operand_layout(w.R, w.K, 1), r.c = gpu::mfma_accumulator_layout(w.R, 1);
    all.push_back(std::move(r));
  }
  // A scale of e8m0 for each 32 elements along K, which one lane holds.
  for (int const R : {16, 32}) {
    int const K = R == 16 ? 128 : 64;
    Atom r = wave_product(fmt::format("v_mfma_scale_f32_{0}x{0}x{1}_f8f6f4<e2m1,e2m1>", R, K),
                          fmt::format("v_mfma_scale_f32_{0}x{0}x{1}_f8f6f4", R, K), "gfx950", R, K, 64);
    r.a = r.b = gpu::mfma_operand_layout(R, K, 1), r.c = gpu::mfma_accumulator_layout(R, 1);
    r.scale_a = r.scale_b = tv_layout({{R, 1}, {64 / R, R}}, {{1, 0}});
    r.bits = {4, 4, 32};
    all.push_back(std::move(r));
  }
}

/// WMMA in a wave of 32; the builtins of LLVM tell the two generations apart, the mnemonics do not. Of gfx11 both halves of the
/// wave hold all of A and B.
void add_wmma(std::vector<Atom>& all) {
  struct Form {
    char const* types;
    int K;
    bool early;  ///< of gfx11, too
  };
  for (Form const& form : {Form{"f32_16x16x16_f16", 16, true},
                           {"f32_16x16x16_bf16", 16, true},
                           {"f16_16x16x16_f16", 16, true},
                           {"bf16_16x16x16_bf16", 16, true},
                           {"i32_16x16x16_iu8", 16, true},
                           {"i32_16x16x16_iu4", 16, true},
                           {"i32_16x16x32_iu4", 32, false},
                           {"f32_16x16x16_fp8_fp8", 16, false},
                           {"f32_16x16x16_fp8_bf8", 16, false},
                           {"f32_16x16x16_bf8_fp8", 16, false},
                           {"f32_16x16x16_bf8_bf8", 16, false}})
    for (bool const later : {false, true}) {
      if (!later && !form.early) continue;
      Atom r = wave_product(fmt::format("wmma_{}_w32{}", form.types, later ? "_gfx12" : ""),
                            fmt::format("v_wmma_{}", form.types), later ? "gfx12" : "gfx11", 16, form.K, 32);
      int const run = form.K / 2;
      r.a = r.b =
          later ? tv_layout({{16, 1}, {2, 16 * run}}, {{run, 16}}) : tv_layout({{16, 1}, {2, 0}}, {{16, 16}});
      r.c = later ? tv_layout({{16, 16}, {2, 8}}, {{8, 1}}) : tv_layout({{16, 16}, {2, 1}}, {{8, 2}});
      bool const halves = std::string_view(form.types).find("f16_16x") != std::string_view::npos;
      if (!later && halves)
        r.note = "a value of C is the lower or the upper half of its register, as op_sel says";
      all.push_back(std::move(r));
    }
}

/// gfx950's ds_read_*_tr_*: 16 lanes read rows of 16 elements that lie one behind the other, and each gets a column.
void add_turned_reads(std::vector<Atom>& all) {
  for (auto const& [width, bits] : {std::pair{64, 16}, {64, 8}, {64, 4}, {96, 6}}) {
    int const values = width / bits;
    Atom r;
    r.is = Atom::Is::copy, r.name = fmt::format("ds_read_b{}_tr_b{}", width, bits), r.target = "gfx950";
    r.note = fmt::format("(thread, value) -> element of {} bits of what 16 lanes address together", bits);
    r.M = 16, r.N = values, r.threads = 16;
    r.a = tv_layout({{16, values}}, {{values, 1}}), r.c = tv_layout({{16, 1}}, {{values, 16}});
    all.push_back(std::move(r));
  }
}

void add_copies(std::vector<Atom>& all) {
  for (char const* const where : {"buffer", "global"})
    for (char const* const way : {"load", "store"})
      for (int const words : {1, 2, 4})
        all.push_back(
            thread_copy(fmt::format("{}_{}_dword{}", where, way, words == 1 ? "" : fmt::format("x{}", words)),
                        "", kCdna, 4 * words));
  for (char const* const way : {"read", "write"})
    for (int const words : {1, 2, 4})
      all.push_back(thread_copy(fmt::format("ds_{}_b{}", way, 32 * words), "", kCdna, 4 * words));
  // Lane l's bytes go to the base in shared memory and l times as many: 4 bytes, of gfx950 12 and 16, too.
  for (bool const buffer : {true, false})
    for (int const words : {1, 3, 4}) {
      std::string const x = words == 1 ? "" : fmt::format("x{}", words);
      Atom r = thread_copy(buffer ? "buffer_load_dword" + x + " lds" : "global_load_lds_dword" + x, "",
                           words > 1 ? "gfx950"
                           : buffer  ? kCdna
                                     : "gfx942 gfx950",
                           4 * words);
      r.note = "direct to shared memory: (lane, value) -> byte from the wave's base on";
      r.N = r.threads = 64;
      r.a = r.c = tv_layout({{64, 4 * words}}, {{4 * words, 1}});
      all.push_back(std::move(r));
    }
}

}  // namespace

void add_amd_forms(std::vector<Atom>& all) {
  add_wide_mfma(all), add_wmma(all), add_turned_reads(all), add_copies(all);
}

}  // namespace colex::cli
