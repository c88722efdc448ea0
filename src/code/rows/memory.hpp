// SPDX-License-Identifier: MIT
// Instructions that move bytes between registers and memory, and those that direct a wave.
#pragma once

#include "code/rows.hpp"

namespace colex::code {

template <class M, Transfer t>
void add_memory_row(std::vector<Row<M>>& rows, std::string const& what) {
  constexpr std::uint32_t near = Modifiers::offset | Modifiers::cache;
  rows.push_back({"global_" + what, "FLAT, Scratch and Global",
                  [](M& m, Instruction const& i) { m.global(i, t); }, 3, near});
  rows.push_back({"flat_" + what, "FLAT, Scratch and Global",
                  [](M& m, Instruction const& i) { m.global(i, t); }, 2, near});
  rows.push_back({"buffer_" + what, "MUBUF", [](M& m, Instruction const& i) { m.buffer(i, t); }, 4,
                  near | Modifiers::offen});
  // Memory of a lane's own. What it holds is known to the executor alone, where it has it.
  rows.push_back({"scratch_" + what, "FLAT, Scratch and Global",
                  [](M& m, Instruction const& i) { m.scratch(i, t); }, 3, near});
}

template <class M>
std::vector<Row<M>> global_rows() {
  std::vector<Row<M>> r;
  add_memory_row<M, Transfer{.bytes = 1}>(r, "load_ubyte");
  add_memory_row<M, Transfer{.bytes = 1, .sign_extends = true}>(r, "load_sbyte");
  add_memory_row<M, Transfer{.bytes = 2}>(r, "load_ushort");
  add_memory_row<M, Transfer{.bytes = 2, .sign_extends = true}>(r, "load_sshort");
  add_memory_row<M, Transfer{.bytes = 1, .merges = true}>(r, "load_ubyte_d16");
  add_memory_row<M, Transfer{.bytes = 1, .high = true, .merges = true}>(r, "load_ubyte_d16_hi");
  add_memory_row<M, Transfer{.bytes = 2, .merges = true}>(r, "load_short_d16");
  add_memory_row<M, Transfer{.bytes = 2, .high = true, .merges = true}>(r, "load_short_d16_hi");
  add_memory_row<M, Transfer{.bytes = 4}>(r, "load_dword");
  add_memory_row<M, Transfer{.bytes = 8}>(r, "load_dwordx2");
  add_memory_row<M, Transfer{.bytes = 12}>(r, "load_dwordx3");
  add_memory_row<M, Transfer{.bytes = 16}>(r, "load_dwordx4");
  add_memory_row<M, Transfer{.bytes = 1, .is_store = true}>(r, "store_byte");
  add_memory_row<M, Transfer{.bytes = 1, .is_store = true, .high = true}>(r, "store_byte_d16_hi");
  add_memory_row<M, Transfer{.bytes = 2, .is_store = true}>(r, "store_short");
  add_memory_row<M, Transfer{.bytes = 2, .is_store = true, .high = true}>(r, "store_short_d16_hi");
  add_memory_row<M, Transfer{.bytes = 4, .is_store = true}>(r, "store_dword");
  add_memory_row<M, Transfer{.bytes = 8, .is_store = true}>(r, "store_dwordx2");
  add_memory_row<M, Transfer{.bytes = 12, .is_store = true}>(r, "store_dwordx3");
  add_memory_row<M, Transfer{.bytes = 16, .is_store = true}>(r, "store_dwordx4");
  return r;
}

template <class M, Transfer t>
Row<M> lds_row(std::string name) {
  constexpr std::uint32_t takes = t.count == 2 ? Modifiers::offset0 | Modifiers::offset1 : Modifiers::offset;
  return {std::move(name), "LDS & GDS", [](M& m, Instruction const& i) { m.lds(i, t); },
          t.is_store ? 1u + t.count : 2u, takes};
}

template <class M>
std::vector<Row<M>> lds_rows() {
  return {
      lds_row<M, Transfer{.bytes = 1}>("ds_read_u8"),
      lds_row<M, Transfer{.bytes = 1, .sign_extends = true}>("ds_read_i8"),
      lds_row<M, Transfer{.bytes = 2}>("ds_read_u16"),
      lds_row<M, Transfer{.bytes = 2, .sign_extends = true}>("ds_read_i16"),
      lds_row<M, Transfer{.bytes = 1, .merges = true}>("ds_read_u8_d16"),
      lds_row<M, Transfer{.bytes = 1, .high = true, .merges = true}>("ds_read_u8_d16_hi"),
      lds_row<M, Transfer{.bytes = 2, .merges = true}>("ds_read_u16_d16"),
      lds_row<M, Transfer{.bytes = 2, .high = true, .merges = true}>("ds_read_u16_d16_hi"),
      lds_row<M, Transfer{.bytes = 4}>("ds_read_b32"),
      lds_row<M, Transfer{.bytes = 8}>("ds_read_b64"),
      lds_row<M, Transfer{.bytes = 12}>("ds_read_b96"),
      lds_row<M, Transfer{.bytes = 16}>("ds_read_b128"),
      lds_row<M, Transfer{.bytes = 4, .count = 2}>("ds_read2_b32"),
      lds_row<M, Transfer{.bytes = 8, .count = 2}>("ds_read2_b64"),
      lds_row<M, Transfer{.bytes = 4, .count = 2, .stride = 64}>("ds_read2st64_b32"),
      lds_row<M, Transfer{.bytes = 8, .count = 2, .stride = 64}>("ds_read2st64_b64"),
      lds_row<M, Transfer{.bytes = 1, .is_store = true}>("ds_write_b8"),
      lds_row<M, Transfer{.bytes = 1, .is_store = true, .high = true}>("ds_write_b8_d16_hi"),
      lds_row<M, Transfer{.bytes = 2, .is_store = true}>("ds_write_b16"),
      lds_row<M, Transfer{.bytes = 2, .is_store = true, .high = true}>("ds_write_b16_d16_hi"),
      lds_row<M, Transfer{.bytes = 4, .is_store = true}>("ds_write_b32"),
      lds_row<M, Transfer{.bytes = 8, .is_store = true}>("ds_write_b64"),
      lds_row<M, Transfer{.bytes = 12, .is_store = true}>("ds_write_b96"),
      lds_row<M, Transfer{.bytes = 16, .is_store = true}>("ds_write_b128"),
      lds_row<M, Transfer{.bytes = 4, .is_store = true, .count = 2}>("ds_write2_b32"),
      lds_row<M, Transfer{.bytes = 8, .is_store = true, .count = 2}>("ds_write2_b64"),
      lds_row<M, Transfer{.bytes = 4, .is_store = true, .count = 2, .stride = 64}>("ds_write2st64_b32"),
      lds_row<M, Transfer{.bytes = 8, .is_store = true, .count = 2, .stride = 64}>("ds_write2st64_b64"),
      other<M>("ds_bpermute_b32", "LDS & GDS", 3, Modifiers::offset, true,
               [](M& m, Instruction const& i) { m.permute_lanes(i, true); }),
      other<M>("ds_permute_b32", "LDS & GDS", 3, Modifiers::offset, true,
               [](M& m, Instruction const& i) { m.permute_lanes(i, false); }),
      // Of gfx950: what lanes read goes to others of their group.
      other<M>("ds_read_b64_tr_b16", "LDS & GDS", 2, Modifiers::offset, true,
               [](M& m, Instruction const& i) { m.lds_transposed(i); }),
      other<M>("ds_read_b64_tr_b8", "LDS & GDS", 2, Modifiers::offset, true,
               [](M& m, Instruction const& i) { m.lds_transposed(i); }),
  };
}

/// Reads, computes and writes at once, lane after lane: `f` of what was there, of the data and, of two data, of the second.
template <class M, int bytes, int data = 1, class F>
void add_atomic(std::vector<Row<M>>& rows, std::string const& name, F) {
  constexpr std::uint32_t near = Modifiers::offset | Modifiers::cache;
  auto const add = [&](std::string const& whole, std::size_t operands, std::uint32_t takes, auto space,
                       auto answers) {
    rows.push_back({whole, "Atomic operations",
                    [](M& m, Instruction const& i) {
                      m.template atomic<bytes, data>(i, decltype(space)::value, decltype(answers)::value,
                                                     F{});
                    },
                    operands, takes});
  };
  using No = std::false_type;
  using Yes = std::true_type;
  using Global = std::integral_constant<AtomicSpace, AtomicSpace::global>;
  using Buffer = std::integral_constant<AtomicSpace, AtomicSpace::buffer>;
  add("global_atomic_" + name, 3, near, Global{}, No{});
  add("global_atomic_" + name + "_rtn", 4, near, Global{}, Yes{});
  add("buffer_atomic_" + name, 4, near | Modifiers::offen, Buffer{}, No{});
  add("buffer_atomic_" + name + "_rtn", 4, near | Modifiers::offen, Buffer{}, Yes{});
}
template <class M, int bytes, int data = 1, class F>
void add_lds_atomic(std::vector<Row<M>>& rows, std::string const& name, std::string const& type, F) {
  rows.push_back(
      {"ds_" + name + "_" + type, "LDS & GDS",
       [](M& m, Instruction const& i) { m.template atomic<bytes, data>(i, AtomicSpace::lds, false, F{}); },
       1 + data, Modifiers::offset});
  rows.push_back(
      {"ds_" + name + "_rtn_" + type, "LDS & GDS",
       [](M& m, Instruction const& i) { m.template atomic<bytes, data>(i, AtomicSpace::lds, true, F{}); },
       2 + data, Modifiers::offset});
}
/// The same of LDS and of global memory, whose names differ in their type alone.
template <class M, class F>
void add_both_atomics(std::vector<Row<M>>& rows, std::string const& name, std::string const& in_lds,
                      std::string const& type, F f) {
  add_atomic<M, 4>(rows, name, f), add_atomic<M, 8>(rows, name + "_x2", f);
  add_lds_atomic<M, 4>(rows, in_lds, type + "32", f), add_lds_atomic<M, 8>(rows, in_lds, type + "64", f);
}

template <class M>
std::vector<Row<M>> atomic_rows() {
  std::vector<Row<M>> r;
  add_both_atomics(r, "add", "add", "u", [](auto old, auto a, auto) { return old + a; });
  add_both_atomics(r, "sub", "sub", "u", [](auto old, auto a, auto) { return old - a; });
  add_both_atomics(r, "and", "and", "b", [](auto old, auto a, auto) { return old & a; });
  add_both_atomics(r, "or", "or", "b", [](auto old, auto a, auto) { return old | a; });
  add_both_atomics(r, "xor", "xor", "b", [](auto old, auto a, auto) { return old ^ a; });
  add_both_atomics(r, "umax", "max", "u", [](auto old, auto a, auto) { return old < a ? a : old; });
  add_both_atomics(r, "umin", "min", "u", [](auto old, auto a, auto) { return a < old ? a : old; });
  add_both_atomics(r, "smax", "max", "i",
                   [](auto old, auto a, auto) { return less_signed(old, a) ? a : old; });
  add_both_atomics(r, "smin", "min", "i",
                   [](auto old, auto a, auto) { return less_signed(a, old) ? a : old; });
  auto const swap = [](auto, auto a, auto) { return a; };
  add_atomic<M, 4>(r, "swap", swap), add_atomic<M, 8>(r, "swap_x2", swap);
  add_lds_atomic<M, 4>(r, "wrxchg", "b32", swap), add_lds_atomic<M, 8>(r, "wrxchg", "b64", swap);
  auto const swap_if = [](auto old, auto a, auto b) { return old == b ? a : old; };
  add_atomic<M, 4, 2>(r, "cmpswap", swap_if), add_atomic<M, 8, 2>(r, "cmpswap_x2", swap_if);
  auto const add_float = [](auto old, auto a, auto) { return add_f32(old, a); };
  add_atomic<M, 4>(r, "add_f32", add_float), add_lds_atomic<M, 4>(r, "add", "f32", add_float);
  auto const add_double = [](auto old, auto a, auto) { return add_f64(old, a); };
  add_atomic<M, 8>(r, "add_f64", add_double), add_lds_atomic<M, 8>(r, "add", "f64", add_double);
  auto const add_halves = [](auto old, auto a, auto) { return add_pair_f16(old, a); };
  add_atomic<M, 4>(r, "pk_add_f16", add_halves);
  auto const add_bf16 = [](auto old, auto a, auto) { return add_pair_bf16(old, a); };
  add_atomic<M, 4>(r, "pk_add_bf16", add_bf16);
  return r;
}

/// From global memory to LDS, at the address in M0 and behind it lane after lane.
template <class M, int bytes>
void add_direct(std::vector<Row<M>>& rows, std::string const& what) {
  constexpr std::uint32_t near = Modifiers::offset | Modifiers::cache;
  rows.push_back({"global_load_lds_" + what, "FLAT, Scratch and Global",
                  [](M& m, Instruction const& i) { m.load_to_lds(i, bytes, false); }, 2, near});
  rows.push_back({"buffer_load_" + what + "_lds", "MUBUF",
                  [](M& m, Instruction const& i) { m.load_to_lds(i, bytes, true); }, 3,
                  near | Modifiers::offen | Modifiers::lds});
}
template <class M>
std::vector<Row<M>> direct_rows() {
  std::vector<Row<M>> r;
  add_direct<M, 4>(r, "dword"), add_direct<M, 12>(r, "dwordx3"), add_direct<M, 16>(r, "dwordx4");
  return r;
}

template <class M, int dwords>
Row<M> scalar_load(std::string name) {
  return other<M>(std::move(name), "SMEM", 3, Modifiers::cache, false,
                  [](M& m, Instruction const& i) { m.load_scalar(i, dwords); });
}

template <class M, class F>
Row<M> branch(std::string name, F) {
  return other<M>(std::move(name), "SOPP", 1, 0, false,
                  [](M& m, Instruction const& i) { m.branch(i, F{}(m)); });
}

template <class M>
std::vector<Row<M>> control_rows() {
  auto const nothing = [](M&, Instruction const&) {};
  return {
      scalar_load<M, 1>("s_load_dword"),
      scalar_load<M, 2>("s_load_dwordx2"),
      scalar_load<M, 4>("s_load_dwordx4"),
      scalar_load<M, 8>("s_load_dwordx8"),
      scalar_load<M, 16>("s_load_dwordx16"),
      branch<M>("s_branch", [](M&) { return true; }),
      branch<M>("s_cbranch_scc0", [](M& m) { return !m.condition(); }),
      branch<M>("s_cbranch_scc1", [](M& m) { return m.condition(); }),
      branch<M>("s_cbranch_vccz", [](M& m) { return m.vcc_is_zero(); }),
      branch<M>("s_cbranch_vccnz", [](M& m) { return !m.vcc_is_zero(); }),
      branch<M>("s_cbranch_execz", [](M& m) { return m.exec_is_zero(); }),
      branch<M>("s_cbranch_execnz", [](M& m) { return !m.exec_is_zero(); }),
      other<M>("s_waitcnt", "SOPP", 0, 0, false, [](M& m, Instruction const& i) { m.wait(i); }),
      other<M>("s_barrier", "SOPP", 0, 0, false, [](M& m, Instruction const&) { m.barrier(); }),
      other<M>("s_endpgm", "SOPP", 0, 0, false, [](M& m, Instruction const&) { m.end(); }),
      other<M>("s_nop", "SOPP", 1, 0, false, nothing),
      other<M>("s_setprio", "SOPP", 1, 0, false, nothing),
      other<M>("s_sleep", "SOPP", 1, 0, false, nothing),
      // Caches of a device, which nothing here has.
      other<M>("buffer_wbl2", "MUBUF", 0, Modifiers::cache, false, nothing),
      other<M>("buffer_inv", "MUBUF", 0, Modifiers::cache, false, nothing),
      other<M>("buffer_invl2", "MUBUF", 0, Modifiers::cache, false, nothing),
      other<M>("buffer_wbinvl1", "MUBUF", 0, Modifiers::cache, false, nothing),
      other<M>("buffer_wbinvl1_vol", "MUBUF", 0, Modifiers::cache, false, nothing),
  };
}

}  // namespace colex::code
