// SPDX-License-Identifier: MIT
// Instructions of PTX as rows of a table, over a machine: what executes them. Warp is the machine over words. Each row names the section of the PTX ISA
// manual that defines it, which modes it takes and how many operands it has.
//
//   each<M, D, D, D>("add.u32", "add", 0, [](auto a, auto b, Modes const&) { return a + b; })
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "code/ptx/module.hpp"
#include "code/ptx/numbers.hpp"
#include "code/ptx/warp.hpp"

namespace colex::code::ptx {

/// A machine over symbols, which looks into some rows only.
template <class M>
concept OverSymbols = M::is_over_symbols;

template <class M>
struct Row {
  std::string name{};          ///< the opcode without its modes
  std::string_view section{};  ///< of the manual's chapter "Instructions"
  void (*run)(M&, Instruction const&) = nullptr;
  std::size_t operands = 0, most = 0;
  std::uint32_t takes = 0;  ///< Modes::Flag
  std::uint32_t needs = 0;  ///< modes without which the instruction is another
};
template <class M>
using Rows = std::vector<Row<M>>;

template <class M, class R, class... A, class F>
Row<M> each(std::string name, std::string_view section, std::uint32_t takes, F, std::uint32_t needs = 0) {
  constexpr std::size_t n = 1 + sizeof...(A);
  return {
      std::move(name), section, [](M& m, Instruction const& i) { m.template each<R, A...>(i, F{}); }, n, n,
      takes | needs,   needs};
}
template <class M, class R, class... A, class F>
Row<M> each_carry(std::string name, std::string_view section, F) {
  constexpr std::size_t n = 1 + sizeof...(A);
  return {std::move(name),
          section,
          [](M& m, Instruction const& i) { m.template each_carry<R, A...>(i, F{}); },
          n,
          n,
          Modes::carry,
          0};
}
/// Whatever else: `f` gets the machine and the instruction.
template <class M, class F>
Row<M> other(std::string name, std::string_view section, std::size_t operands, std::size_t most,
             std::uint32_t takes, F, std::uint32_t needs = 0) {
  return {std::move(name), section, [](M& m, Instruction const& i) { F{}(m, i); }, operands, most,
          takes | needs,   needs};
}

/// The row of that name; null where there is none.
Row<Warp> const* find_row(std::string const& key);
std::size_t known_rows();
/// The row that executes an instruction; null and why where there is none.
Row<Warp> const* row_of(Instruction const& i, std::string& why);

}  // namespace colex::code::ptx
