// SPDX-License-Identifier: MIT
// What the constructors of terms share: nodes, and sums while they are made.
#pragma once

#include <algorithm>
#include <bit>

#include "code/symbols/rewriting.hpp"
#include "code/symbols/term.hpp"

namespace colex::code {

/// The node of that form; the same object as each of that form.
Term made(Node n);
Term made(Op op, unsigned width, std::vector<Term> of, std::uint64_t value = 0);

Term bitwise(Op op, Term x, Term y);

/// A number that stays at `limit` + 1 once it has passed `limit`.
struct Bounded {
  unsigned __int128 limit, value = 0;
  void add(std::uint64_t factor, std::uint64_t most) {
    value = std::min(value + static_cast<unsigned __int128>(factor) * most,
                     limit + 1);  // below 2^64 + 2^128 - 2^65
  }
  bool is_within() const { return value <= limit; }
};
Bounded bound_of_sum(Node const& n);

/// Whether a term is the whole of another one, or its bits below `low`.
inline bool is_low_part(Term part, Term whole, unsigned low) {
  return part == whole || (part->width == low && low < whole->width && extract(whole, 0, low) == part);
}

/// A sum's form while it is made.
struct Form {
  unsigned width;
  std::uint64_t value = 0;
  std::vector<Summand> all{};

  std::uint64_t mask() const { return all_ones(width); }
  void add(Term t, std::uint64_t factor);
  Term finished();

 private:
  /// Neighbouring parts of one term become one.
  bool merge_once();
  bool carry_once();
  bool take_carry_once();
  bool cancel_once();
  bool multiply_once();
  /// The pieces side by side, where no two meet.
  Term disjoint();
};

}  // namespace colex::code
