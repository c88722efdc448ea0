// SPDX-License-Identifier: MIT
// An operand of a tiled product held against a tensor in memory: which offsets each thread has, and which instructions of a card
// move them.
#pragma once

#include <string>
#include <vector>

#include "questions/explain.hpp"
#include "questions/movers.hpp"

namespace colex::cli {

struct TiledOperandQuestion {
  std::string operand = "C";  ///< A (M x K), B (N x K) or C (M x N)
  Argument tensor{};          ///< the layout of the operand's tile
  std::string on{};           ///< the card whose copies are asked for; empty: none
  int element = 0, bits = 0;  ///< bytes or bits of an element of the tensor; both 0: the instruction's
};

struct OperandInMemory {
  Explanation partition{};  ///< of the tensor's offsets by thread and value; refused where they are no layout
  std::vector<FittingCopy> copies{};
};

/// `tiled` is tiled_mma() of atom and tile. Throws InputError where the operand is held by no thread, or the tensor has another size.
OperandInMemory operand_in_memory(Atom const& atom, MmaTile const& tile, TiledMma const& tiled,
                                  TiledOperandQuestion const& question);

/// `partition` or `refused`, and of a card `copies`.
Json to_json(OperandInMemory const& operand);

}  // namespace colex::cli
