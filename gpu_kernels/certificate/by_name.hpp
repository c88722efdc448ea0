// SPDX-License-Identifier: MIT
// Configs are types, and certificates know them by name. What is said of a config is the same for all of
// them, so that it is written for numbers: a table has those of every config, and the compiler makes code
// once.
#pragma once

#include <array>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace colex::gpu {

/// make.operator()<Config>() for each config of the tuple, an entry with a `name`.
template <class... Configs, class Make>
constexpr auto table_of(std::tuple<Configs...> const*, Make make) {
  return std::array{make.template operator()<Configs>()...};
}

/// The entry of this name; nullptr where there is none.
template <class Table>
auto find_named(Table const& table, std::string const& name) -> decltype(&table[0]) {
  for (auto const& entry : table)
    if (name == entry.name) return &entry;
  return nullptr;
}
template <class Table>
std::vector<std::string> names_in(Table const& table) {
  std::vector<std::string> names;
  for (auto const& entry : table) names.push_back(entry.name);
  return names;
}

}  // namespace colex::gpu
