// SPDX-License-Identifier: MIT
// Obligations as a checker states them, in SMT-LIB of its own: from what is given the goal follows. Shares
// nothing with the prover.
//
//   restated("O9: one place", "t i", {in_range("i", "8"), "(= 3 (+ (* 8 t) i))"}, "(= t 0)")
//   numbering("O1.row", {{"n", "grid_n"}, {"m", "grid_m"}})       tile (m, n) has number n + grid_n m
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "certificate/kernel_proof.hpp"

namespace colex::gpu {

/// 0 <= x < end.
std::string in_range(std::string const& x, std::string const& end);

/// The formula whose unsatisfiability shows that `goal` holds for all `integers` (names, separated by blanks)
/// of which everything in `given` is true.
Restated restated(std::string const& id, std::string const& integers, std::vector<std::string> const& given,
                  std::string const& goal);

/// A digit and how many values it has; a count that is no name is a numeral.
using Digit = std::pair<std::string, std::string>;
/// The number of a place, its first digit running fastest: all are below the product of the counts, and two
/// places have two numbers. Digit by digit: the digits above one are taken together, as the `rest` of `rests`.
std::vector<Restated> numbering(std::string const& id, std::vector<Digit> const& digits);

/// O1 along one side of an array: `extent` elements, and as many tiles of `tile` as cover them.
std::vector<Restated> side_in_tiles(std::string const& id, long tile);

/// O4: index times stride is between 0 and that of the last index, whatever the stride's sign; an offset is a
/// sum of such terms.
Restated term_of_an_offset(std::string const& id);

/// O9: an element of a side has one place in one tile.
Restated one_place(std::string const& id, long tile);

/// The order that goes through a grid of M x N tiles by groups of rows, each group column by column: tiles have
/// numbers of their own, below M N.
std::vector<Restated> grouped_rows(std::string const& id);

/// Appends `more`.
void add(std::vector<Restated>& all, std::vector<Restated> const& more);

}  // namespace colex::gpu
