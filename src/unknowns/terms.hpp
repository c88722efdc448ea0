// SPDX-License-Identifier: MIT
// The expression of an index map as terms of the solvers, over coordinates and sizes that may be any integers. A division
// has C's and Python's one meaning where what it needs holds: the divisor is above 0, the dividend not below.
//
//   terms_of(text, {i, j}, {M, N})      of (i<32, j<4) -> (i, j*8): i and j*8, which need nothing
#pragma once

#include "maps/unknown_sizes.hpp"
#include "sym/integer.hpp"

namespace colex::unknowns {

/// Why an expression is no term.
struct NoTerm {
  std::string why;
};

struct Terms {
  std::vector<z3::expr> results{}, needs{};
};

/// Throws NoTerm: tables, layouts, casts and bits are computed for numbers only, and so is what branches too often.
Terms terms_of(cli::MapText const& text, cli::Program const& program,
               std::vector<z3::expr> const& coordinates, std::vector<z3::expr> const& sizes);

/// The divisors, from 2 on, that stand in a program as numbers.
std::vector<std::int64_t> divisors_in(cli::Program const& program);
/// All its numbers from 1 on.
std::vector<std::int64_t> numbers_in(cli::Program const& program);

}  // namespace colex::unknowns
