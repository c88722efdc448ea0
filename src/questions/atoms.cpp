// SPDX-License-Identifier: MIT
// The table of atoms, from the tables of the kernels.
#include "questions/atoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "atoms/ldmatrix_layouts.hpp"
#include "atoms/mfma_forms.hpp"
#include "atoms/mma_sync.hpp"
#include "atoms/wgmma.hpp"
#include "colex/print.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

/// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" -> "SM80_16x8x16_F32F16F16F32_TN"
std::string cute_name(std::string const& ptx, int M, int N, int K) {
  std::string types;
  std::size_t const from = ptx.find(".row.col.") + 9;
  for (char const c : ptx.substr(from))
    if (c != '.') types += c;
  types = upper(types);
  bool const fp8 = types.find("E4M3") != types.npos || types.find("E5M2") != types.npos;
  return fmt::format("{}_{}x{}x{}_{}_TN", fp8 ? "SM89" : "SM80", M, N, K, types);
}

template <class From>
Atom mma_atom(std::string name, std::string assembly, std::string target) {
  return {Atom::Is::mma,  std::move(name), std::move(assembly), std::move(target), From::M,
          From::N,        From::K,         From::blocks,        From::threads,     From::a_layout,
          From::b_layout, From::c_layout};
}

/// gfx950 has what gfx942 has but for xf32: LLVM, the features of gfx950.
char const* targets_of(std::string const& old, std::string const& now) {
  if (now.empty()) return "gfx90a";
  if (now.ends_with("xf32")) return "gfx942";
  return old.empty() ? "gfx942 gfx950" : "gfx90a gfx942 gfx950";
}

/// wgmma: `sum` = A's type times B's, elements of so many bytes.
void add_warpgroup(std::vector<Atom>& all, char const* sum, char const* a, char const* b, int bytes) {
  for (int N = 8; N <= 256; N += 8) {
    // Sums of integers: beyond 32 columns in steps of 16.
    if (std::string_view(sum) == "S32" && N > 32 && N % 16 != 0) continue;
    int const K = 32 / bytes, packed = bytes >= 4 ? 1 : 4 / bytes;
    Atom atom;
    atom.name = fmt::format("SM90_64x{}x{}_{}{}{}", N, K, sum, a, b);
    atom.assembly = fmt::format("wgmma.mma_async.m64n{}k{}", N, K);
    atom.target = "sm90";
    atom.M = 64, atom.N = N, atom.K = K, atom.threads = 128;
    atom.a = gpu::quad_a_layout(64, K, packed, 4), atom.c = gpu::quad_c_layout(64, N, 4);
    all.push_back(std::move(atom));
  }
}

template <int matrices>
void add_ldmatrix(std::vector<Atom>& all) {
  using Rows = gpu::LdmatrixLayouts<matrices, gpu::Order::rows>;
  using Columns = gpu::LdmatrixLayouts<matrices, gpu::Order::columns>;
  for (bool const store : {false, true})
    for (bool const turned : {false, true}) {
      Atom atom;
      atom.is = Atom::Is::copy;
      atom.name = fmt::format("{}_{}x{}_{}_{}", store ? "SM90" : "SM75", turned ? "U16" : "U32",
                              turned ? 2 * matrices : matrices, store ? "STSM" : "LDSM", turned ? "T" : "N");
      atom.assembly = fmt::format("{}.sync.aligned.x{}{}.m8n8.shared.b16", store ? "stmatrix" : "ldmatrix",
                                  matrices, turned ? ".trans" : "");
      atom.target = store ? "sm90" : "sm75";
      atom.note = "(thread, value) -> 8 row + column of 8 x 8 matrices of 16 bits";
      atom.M = 8, atom.N = 8 * matrices;
      atom.a = Rows::rows, atom.c = turned ? Columns::registers : Rows::registers;
      all.push_back(std::move(atom));
    }
}

bool contains(std::string const& text, std::string const& word) {
  return upper(text).find(word) != text.npos;
}

}  // namespace

std::vector<Atom> const& atoms() {
  static std::vector<Atom> const all = [] {
    std::vector<Atom> r;
    gpu::for_each_mfma([&](auto form) {
      using Form = decltype(form);
      std::string const old = Form::gfx90a == nullptr ? "" : Form::gfx90a,
                        now = Form::gfx942 == nullptr ? "" : Form::gfx942;
      r.push_back(mma_atom<typename Form::Atom>(now.empty() ? old : now, now.empty() ? "" : old,
                                                targets_of(old, now)));
    });
    gpu::for_each_mma_sync([&](auto form) {
      using From = typename decltype(form)::Atom;
      std::string const name = cute_name(form.ptx, From::M, From::N, From::K);
      r.push_back(mma_atom<From>(name, form.ptx, name.starts_with("SM89") ? "sm89" : "sm80"));
    });
    for (char const* const sum : {"F32", "F16"}) {
      add_warpgroup(r, sum, "F16", "F16", 2);
      for (char const* const a : {"E4M3", "E5M2"})
        for (char const* const b : {"E4M3", "E5M2"}) add_warpgroup(r, sum, a, b, 1);
    }
    add_warpgroup(r, "F32", "BF16", "BF16", 2), add_warpgroup(r, "F32", "TF32", "TF32", 4);
    for (char const* const a : {"S8", "U8"})
      for (char const* const b : {"S8", "U8"}) add_warpgroup(r, "S32", a, b, 1);
    add_ldmatrix<1>(r), add_ldmatrix<2>(r), add_ldmatrix<4>(r);
    add_forms(r), add_amd_forms(r), add_scaled_forms(r);
    return r;
  }();
  return all;
}

std::vector<Atom const*> find_atoms(std::string_view word) {
  std::string const wanted = upper(word);
  std::vector<Atom const*> found;
  for (Atom const& atom : atoms()) {
    if (upper(atom.name) == wanted || (!wanted.empty() && upper(atom.assembly) == wanted)) return {&atom};
    if (contains(atom.name, wanted) || contains(atom.assembly, wanted) || contains(atom.target, wanted))
      found.push_back(&atom);
  }
  return found;
}

Atom const& one_atom(std::string const& name) {
  auto const found = find_atoms(name);
  if (found.size() == 1) return *found.front();
  throw InputError(found.empty() ? fmt::format("no atom is called {}; colex atoms lists all", printable(name))
                                 : fmt::format("{} atoms match {}, such as {}; colex atoms lists them",
                                               found.size(), printable(name), found.front()->name));
}

bool runs_on(Atom const& atom, std::string_view card) {
  if (atom.target == "any") return true;
  if (!card.starts_with("sm")) {
    std::string const all = " " + atom.target + " ", one = fmt::format(" {} ", card);
    return all.find(one) != all.npos;
  }
  if (!atom.target.starts_with("sm")) return false;
  int const has = std::stoi(std::string(card.substr(2))), needs = std::stoi(atom.target.substr(2));
  if (atom.assembly.starts_with("wgmma")) return has == 90;
  if (atom.assembly.starts_with("tcgen05")) return has == 100 || has == 103;
  return needs == 120 ? has == 120 : has >= needs;
}

namespace {

struct NamedType {
  std::string_view name;
  int bits;
};
/// Those that contain others first.
constexpr NamedType kNamedTypes[] = {
    {"TF32", 32}, {"XF32", 32}, {"BF16", 16}, {"E4M3", 8}, {"E5M2", 8}, {"E3M2", 6}, {"E2M3", 6}, {"E2M1", 4},
    {"FP8", 8},   {"BF8", 8},   {"F64", 64},  {"F32", 32}, {"F16", 16}, {"S32", 32}, {"I32", 32}, {"IU8", 8},
    {"S8", 8},    {"U8", 8},    {"I8", 8},    {"S4", 4},   {"U4", 4},   {"U1", 1}};

/// Bits of the types in a name, in its order.
std::vector<int> types_in(std::string_view name) {
  std::vector<int> all;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t step = 1;
    for (NamedType const& type : kNamedTypes)
      if (name.substr(at).starts_with(type.name)) {
        all.push_back(type.bits), step = type.name.size();
        break;
      }
    at += step;
  }
  return all;
}

}  // namespace

std::array<int, 3> element_bits(Atom const& atom) {
  if (atom.is != Atom::Is::mma || atom.bits[0] != 0) return atom.bits;
  std::string const name = upper(atom.name);
  // SM80_16x8x16_F32F16F16F32_TN: of the sum, A and B first. v_mfma_f32_16x16x16_f16: of the sum first, then A, then B if it differs.
  std::vector<int> const types = types_in(name);
  if (types.size() >= 3) return {types[1], types[2], types[0]};
  if (types.size() == 2) return {types[1], types[1], types[0]};
  return {0, 0, 0};
}

std::string to_text(Atom const& atom) {
  std::string out = fmt::format("{} on {}, {} threads", atom.name, atom.target, atom.threads);
  if (atom.is == Atom::Is::mma)
    out += fmt::format(", {}x{}x{}{}", atom.M, atom.N, atom.K,
                       atom.blocks > 1 ? fmt::format(", {} blocks", atom.blocks) : "");
  out += "\n";
  if (!atom.assembly.empty()) out += atom.assembly + "\n";
  if (!atom.note.empty()) out += atom.note + "\n";
  if (atom.is == Atom::Is::copy)
    return out + fmt::format("rows {}\nregisters {}\n", to_text(*atom.a), to_text(*atom.c));
  char const* const names[] = {"A", "B", "C"};
  std::optional<Layout<std::int64_t>> const* const each[] = {&atom.a, &atom.b, &atom.c};
  for (int k = 0; k < 3; ++k)
    out += fmt::format("{} {}\n", names[k], *each[k] ? to_text(**each[k]) : "in shared memory");
  if (atom.scale_a) out += fmt::format("scales of A {}\n", to_text(*atom.scale_a));
  if (atom.scale_b) out += fmt::format("scales of B {}\n", to_text(*atom.scale_b));
  return out;
}

Json to_json(Atom const& atom) {
  Json r{
      {"name", atom.name}, {"assembly", atom.assembly}, {"target", atom.target}, {"threads", atom.threads}};
  bool const mma = atom.is == Atom::Is::mma;
  if (mma) r["shape"] = {atom.M, atom.N, atom.K}, r["blocks"] = atom.blocks;
  if (!atom.note.empty()) r["note"] = atom.note;
  if (atom.a) r[mma ? "A" : "rows"] = to_text(*atom.a);
  if (atom.b) r["B"] = to_text(*atom.b);
  if (atom.c) r[mma ? "C" : "registers"] = to_text(*atom.c);
  if (atom.scale_a) r["scale_A"] = to_text(*atom.scale_a);
  if (atom.scale_b) r["scale_B"] = to_text(*atom.scale_b);
  return r;
}

}  // namespace colex::cli
