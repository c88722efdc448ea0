// SPDX-License-Identifier: MIT
#include "code/table.hpp"

#include <unordered_map>

#include "code/matrix.hpp"
#include "code/rows_by_name.hpp"

namespace colex::code {

namespace {

using Table = std::unordered_map<std::string, Row<Wave>>;

Table made(bool gfx90a) {
  Table all = rows_by_name<Wave>();
  for (MatrixRow const& row : matrix_rows()) {
    std::string const& name = gfx90a ? row.gfx90a : row.gfx942;
    if (!name.empty()) all.emplace(name, Row<Wave>{name, "VOP3P", row.run, 4, 0, true});
  }
  return all;
}

Table const& table(std::string const& target) {
  static Table const of_gfx90a = made(true), others = made(false);
  return target == "gfx90a" ? of_gfx90a : others;
}

}  // namespace

Row<Wave> const* find_row(std::string const& target, std::string const& name) {
  auto const& all = table(target);
  auto const found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

std::size_t known_rows(std::string const& target) { return table(target).size(); }

}  // namespace colex::code
