// SPDX-License-Identifier: MIT
#include "code/table.hpp"

#include <unordered_map>

#include "code/matrix.hpp"
#include "code/rows_by_name.hpp"

namespace colex::code {

namespace {

using Table = std::unordered_map<std::string, Row<Wave>>;

Table made(std::string MatrixRow::*name_of) {
  Table all = rows_by_name<Wave>();
  for (MatrixRow const& row : matrix_rows())
    if (std::string const& name = row.*name_of; !name.empty())
      all.emplace(name, Row<Wave>{name, "VOP3P", row.run, row.operands, row.takes, true});
  return all;
}

/// What the upper half of the answer is we do not know, and no code that was read here uses it: zero here, and nothing is said of it over symbols.
Table of_gfx950() {
  Table all = made(&MatrixRow::gfx950);
  Row<Wave> const halves = other<Wave>(
      "v_bitop3_b16", "VOP3 (CDNA4)", 4, Modifiers::bit_table, true, [](Wave& m, Instruction const& i) {
        std::uint8_t const table = i.modifiers.table;
        m.each<D, H, H, H>(i, [table](Word a, Word b, Word c) { return by_table(table, a, b, c) & 0xFFFFu; });
      });
  all.emplace(halves.name, halves);
  return all;
}

Table const& table(std::string const& target) {
  static Table const gfx90a = made(&MatrixRow::gfx90a), gfx942 = made(&MatrixRow::gfx942),
                     gfx950 = of_gfx950();
  return target == "gfx90a" ? gfx90a : target == "gfx942" ? gfx942 : gfx950;
}

}  // namespace

Row<Wave> const* find_row(std::string const& target, std::string const& name) {
  auto const& all = table(target);
  auto const found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

std::size_t known_rows(std::string const& target) { return table(target).size(); }

}  // namespace colex::code
