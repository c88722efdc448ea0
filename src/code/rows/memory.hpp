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
               [](M& m, Instruction const& i) { m.permute_lanes(i); }),
  };
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
  };
}

}  // namespace colex::code
