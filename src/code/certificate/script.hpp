// SPDX-License-Identifier: MIT
// A question about terms as an SMT-LIB script of bit-vectors. Symbols are declared by what they are; a mask of lanes is a symbol, too, and what is
// not looked into a function of what it reads, so that what is proved holds whatever they are.
//
//   Script script("address");
//   script.refute(fmt::format("(= {} {})", script.of(x), script.of(y)));      unsat: x is y
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "code/symbols/term.hpp"

namespace colex::code {

class Script {
 public:
  explicit Script(std::string const& title);
  /// The name of a term's value. `suffix` tells the symbols of one wave from those of another; arguments are of all.
  std::string of(Term t, std::string const& suffix = {});
  void assume(std::string const& formula);
  /// Of a trip, what is left when it is divided by the number, in 16 bits.
  std::string rest(Term trip, std::uint64_t number, std::string const& suffix);
  /// From now on products of numbers of more than 32 bits are those of their halves, as code makes them; that a number is its halves is not said.
  void multiply_by_halves() { by_halves_ = true; }
  /// Ends the script, which is unsatisfiable exactly where the formula holds under what was assumed.
  std::string refute(std::string const& formula) const;

 private:
  std::string symbol(Term t, std::string const& suffix);
  std::string made(Term t, std::string const& suffix);
  std::string product(Term x, Term y, unsigned width, std::string const& suffix);
  std::string title_, text_{};
  bool has_functions_ = false, by_halves_ = false;
  std::unordered_map<std::string, std::unordered_map<Term, std::string>> names_{};
  std::unordered_map<std::string, bool> declared_{};
  std::set<std::string> assumed_{};
  std::map<std::uint32_t, std::vector<std::pair<std::string, std::string>>>
      entries_{};  ///< of a table: values and places
  std::unordered_map<std::string, std::map<std::pair<Term, Term>, std::string>> products_{};
  unsigned count_ = 0;
};

/// Whether these bits cannot all be 1, as both solvers say within a second.
bool contradict(std::vector<Term> const& all);

std::string bits(std::uint64_t value, unsigned width);  ///< "#x0010", "#b01"
/// Of that width, extended by zeros or cut.
std::string resized(std::string const& name, unsigned from, unsigned to);
/// The lower 32 bits, and what is above them.
std::pair<Term, Term> halves_of(Term x);
/// The term without zeros above it.
Term without_zeros(Term t);

}  // namespace colex::code
