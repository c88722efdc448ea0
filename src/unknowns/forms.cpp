// SPDX-License-Identifier: MIT
#include "unknowns/forms.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

template <class Int>
std::map<std::string, Row<Int>> const& rows() {
  static auto const all = [] {
    std::map<std::string, Row<Int>> r;
    auto const put = [&](Rows<Int> const& family) {
      for (auto const& row : family) r.emplace(row.form.name, row);
    };
    put(bases_forms<Int>());
    if constexpr (!std::is_same_v<Int, Coordinate>)
      for (auto const family : {measure_forms<Int>, tuple_forms<Int>, structure_forms<Int>, making_forms<Int>,
                                composition_forms<Int>, decision_forms<Int>, product_forms<Int>,
                                partition_forms<Int>, counting_forms<Int>})
        put(family());
    return r;
  }();
  return all;
}

template <class Int>
Row<Int> const* row(std::string const& name) {
  auto const found = rows<Int>().find(name);
  return found == rows<Int>().end() ? nullptr : &found->second;
}

constexpr char const* kTable = "its argument is a table of numbers";
constexpr char const* kBits = "it works on bits, and an unknown has none";
std::map<std::string, char const*> const kNone{
    {"find_layout", kTable}, {"lex_find_layout", kTable},    {"find_bit_map", kTable},
    {"bit_map", kBits},      {"layout_of", kBits},           {"swizzle_of", kBits},
    {"inverse", kBits},      {"make_swizzle", kBits},        {"swizzle_xor16", kBits},
    {"simplest", kBits},     {"position_independent", kBits}};

}  // namespace

bool Form::repeats() const { return takes[std::strlen(takes) - 1] == '+'; }
std::size_t Form::most() const { return repeats() ? kMaxLeaves : std::strlen(takes); }
char Form::kind(std::size_t k) const {
  std::size_t const last = std::strlen(takes) - (repeats() ? 2 : 1);
  return takes[std::min(k, last)];
}

Form const* form(std::string const& name) {
  auto const* const found = row<std::int64_t>(name);
  return found == nullptr ? nullptr : &found->form;
}

std::string no_form(std::string const& name) {
  auto const found = kNone.find(name);
  return found == kNone.end() ? "" : found->second;
}

std::string without_form(std::string const& name, std::string const& place) {
  std::string const why = no_form(name);
  return place + name + " has no form with unknowns" + (why.empty() ? "" : ": " + why);
}

bool takes_bases(std::string const& name) { return row<Coordinate>(name) != nullptr; }

template <class Int>
Reply<Int> answer(std::string const& name, Operands<Int> const& in) {
  return row<Int>(name)->run(in);
}

template Reply<Unknown> answer(std::string const&, Operands<Unknown> const&);
template Reply<std::int64_t> answer(std::string const&, Operands<std::int64_t> const&);
template Reply<Coordinate> answer(std::string const&, Operands<Coordinate> const&);

}  // namespace colex::unknowns
