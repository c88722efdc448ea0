// SPDX-License-Identifier: MIT
#include "code/symbols/tables.hpp"

#include <fmt/format.h>

#include <bit>

#include "code/symbols/made.hpp"
#include "code/symbols/rewriting.hpp"

namespace colex::code {

std::vector<std::pair<std::string, std::string>> Table::facts(std::string const& name) const {
  std::string const of = fmt::format("{}.{}{}", name, is_signed ? "i" : "u", 8 * bytes);
  std::vector<std::pair<std::string, std::string>> r;
  if (is_from_zero || below != 0 || (zeros == 0 && !is_distinct))
    r.emplace_back((is_from_zero || below == 0 ? "0 <= " : "") + of + "[*]",
                   below == 0 ? "" : fmt::format("< {}", below));
  if (zeros != 0) r.emplace_back(of + "[*] %", fmt::format("{} == 0", std::uint64_t{1} << zeros));
  if (is_distinct) r.emplace_back(of, "distinct");
  return r;
}

Term entry(Table const& table, std::uint32_t argument, Term place) {
  Plain const off(false);
  unsigned const width = 8 * table.bytes;
  Node n;
  n.op = Op::entry, n.first = argument, n.second = table.bytes << 1 | (table.is_distinct ? 1 : 0);
  n.value = table.most() >> table.zeros;
  if (n.value == 0) return constant(0, width);
  n.width = static_cast<std::uint8_t>(std::bit_width(n.value)), n.of = {place};
  unsigned const above = width - table.zeros - n.width;
  return concatenate({constant(0, table.zeros), made(std::move(n)), constant(0, above)});
}

bool has_entry(Term t) {
  return any_part({t}, [](Term one) { return one->op == Op::entry; });
}

Term index_of(Term entry) {
  auto const bytes = static_cast<std::int64_t>(entry_bytes(entry));
  std::uint64_t number = 0;
  auto all = summands_of(entry->of[0], number);
  auto const divided = [&](std::uint64_t v) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(v) / bytes);
  };
  for (Summand& s : all) s.factor = divided(s.factor);
  return sum(64, all, divided(number));
}

Term argument(Multiples const& facts, std::uint32_t byte) {
  Term whole = leaf(Leaf::argument, 64, byte);
  for (unsigned half : {0u, 32u})
    if (auto const fact = facts.find(byte + half / 8); fact != facts.end())
      whole = concatenate({extract(whole, 0, half), constant(0, fact->second),
                           extract(whole, half + fact->second, 64 - half - fact->second)});
  return whole;
}

std::optional<std::uint32_t> argument_in(Multiples const& facts, Summand const& s) {
  Term const t = s.term->op == Op::extract ? s.term->of[0] : s.term;
  if (t->op != Op::leaf || t->leaf != Leaf::argument) return {};
  std::uint64_t number = 0;
  auto const all = summands_of(argument(facts, t->first), number);
  bool const is_it = all.size() == 1 && all[0].term == s.term && all[0].factor == s.factor;
  return is_it ? std::optional(t->first) : std::nullopt;
}

std::optional<std::uint32_t> array_of(Multiples const& facts, Term address) {
  std::uint64_t ignored = 0;
  for (Summand const& s : summands_of(address, ignored))
    if (auto const argument = argument_in(facts, s)) return argument;
  return {};
}

Term dword_of_table(Tables const& tables, Multiples const& facts, Term address, std::uint64_t more) {
  Plain const off(false);
  std::uint64_t number = 0;
  Table const* table = nullptr;
  std::uint32_t array = 0;
  std::vector<Summand> rest;
  for (Summand const& s : summands_of(address, number)) {
    auto const begins = argument_in(facts, s);
    auto const found = begins ? tables.find(*begins) : tables.end();
    if (found == tables.end()) {
      rest.push_back(s);
      continue;
    }
    if (table != nullptr) return nullptr;  // two arrays: which one is not known
    table = &found->second, array = found->first;
  }
  if (table == nullptr) return nullptr;
  for (Summand const& s : rest)
    if (s.factor % table->bytes != 0) return nullptr;
  number += more;
  std::uint64_t const within = number % table->bytes;
  if (within % 4 != 0) return nullptr;
  Term const place = rewritten([&] { return sum(64, rest, number - within); });
  return extract(entry(*table, array, place), 8 * static_cast<unsigned>(within), 32);
}

}  // namespace colex::code
