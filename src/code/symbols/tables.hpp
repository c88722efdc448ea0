// SPDX-License-Identifier: MIT
// What is assumed of the entries of an array that is an argument, and entries as terms: an unknown function of their place, so that equal places hold
// equal values. Facts are in the term's form: low bits that are 0, a width, and the largest value.
//
//   entry({.below = 128}, 8, place)      an entry of the array whose address is the argument at byte 8: 7 bits, the place in bytes from its start
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "code/symbols/term.hpp"

namespace colex::code {

struct Table {
  unsigned bytes = 4;  ///< of an entry: 4 or 8
  bool is_signed = true;
  bool is_from_zero = false;  ///< no entry is negative
  bool is_distinct = false;   ///< two places hold two values
  std::uint64_t below = 0;    ///< entries are below this; 0: nothing is said
  unsigned zeros = 0;         ///< entries are multiples of 2^zeros
  /// The largest entry, as bits; where entries may be negative, all bits may be set.
  std::uint64_t most() const {
    if (is_signed && !is_from_zero) return all_ones(8 * bytes);
    std::uint64_t const of_type = all_ones(8 * bytes - (is_signed ? 1 : 0));
    return below == 0 || below - 1 > of_type ? of_type : below - 1;
  }
  /// The facts, as `--assume` takes them, of a table with that name: what is said of, and what is said.
  std::vector<std::pair<std::string, std::string>> facts(std::string const& name) const;
};

/// The argument at this byte is a multiple of 2^this.
using Multiples = std::map<std::uint32_t, unsigned>;
/// The argument of 8 bytes that begins at this byte.
Term argument(Multiples const& facts, std::uint32_t byte);
/// The argument that a summand is; bits of it that facts say to be zeros may be cut off.
std::optional<std::uint32_t> argument_in(Multiples const& facts, Summand const& s);

/// By the byte of the argument.
using Tables = std::map<std::uint32_t, Table>;

/// The entry at a place of 64 bits, in bytes from the array's start; 8 * bytes wide.
Term entry(Table const& table, std::uint32_t argument, Term place);
/// Of what entry() has made, the part that is not known: of Op::entry.
inline unsigned entry_bytes(Term t) { return t->second >> 1; }
inline bool is_distinct(Term t) { return (t->second & 1) != 0; }
/// Whether an entry is in the term.
bool has_entry(Term t);
/// The number of the entry at its place.
Term index_of(Term entry);

/// 4 bytes at an address and so many more, where they are of an entry of a table; null otherwise.
Term dword_of_table(Tables const& tables, Multiples const& facts, Term address, std::uint64_t more);
/// The argument with which an address begins, if there is one.
std::optional<std::uint32_t> array_of(Multiples const& facts, Term address);

}  // namespace colex::code
