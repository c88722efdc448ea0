// SPDX-License-Identifier: MIT
// Layouts as constants: a row-major matrix of 12 by 32, divided into tiles of 4 by 8. What is wrong here does not compile.
#include <colex/colex.hpp>
#include <iostream>

constexpr auto matrix = colex::layout("(12,32):(32,1)");
static_assert(matrix(5, 2) == 5 * 32 + 2);

// Mode 0 goes through a tile, mode 1 through the tiles.
constexpr auto tiled = *colex::zipped_divide(matrix, colex::make_tile(4, 8));
static_assert(tiled == colex::layout("((4,8),(3,4)):((32,1),(128,8))"));

// A question without an answer says why; a constant can ask whether there is one.
static_assert(!colex::complement(colex::layout("4:3"), 16));

int main() { std::cout << "4 by 8 tiles of " << matrix << ": " << tiled << "\n"; }
