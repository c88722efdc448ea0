// SPDX-License-Identifier: MIT
// A tile plan: how one block of a GEMM moves its tiles, from global memory through shared memory and registers to the matrix
// instruction and back. All stages are checked together, and what is left open is searched.
//
//   Plan const plan = plan_of(json);           {"on": "sm80", "atom": ..., "tile": "(128,128,32)", "A": {"global": ...}, ...}
//   PlanAnswer const answer = check(plan);     answer.first_wrong(): the first stage that fails, or null
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "questions/movers.hpp"

namespace colex::cli {

/// How an operand goes between global and shared memory: by all threads, or by the tensor memory accelerator.
struct PlanCopy {
  bool is_open = true;
  std::string by{};                 ///< an atom; empty: the widest that fits; "tma"
  std::string threads{}, values{};  ///< as of tiled_copy
  std::string shared{};             ///< where the copy has the tile in shared memory, if it is not `shared`
  std::vector<std::int64_t> box{};  ///< of "tma"; empty: the tile
};

/// A layout as it was written, and its values: element of the tile -> element of memory.
struct PlanMemory {
  std::string text{};
  Value value{};
  std::vector<std::int64_t> offsets{};
};

/// A is M x K, B is N x K, C is M x N: column-major where an element of the tile has a number.
struct PlanOperand {
  char const* name = "A";
  std::int64_t rows = 1, columns = 1;
  int bits = 16;
  bool bits_are_given = false;
  PlanMemory global{};
  std::optional<PlanMemory> shared{};  ///< none: registers go to global memory at once, of C only
  bool swizzle_is_open = false;
  PlanCopy copy{};
  std::string move{};      ///< between shared memory and registers, or of C to global memory; empty: open
  std::string fragment{};  ///< (thread, value) -> element, as the kernel has it; empty: the instruction's
};

struct Plan {
  std::string card{};
  Atom const* atom = nullptr;
  MmaTile tile{};
  TiledMma mma{};
  std::int64_t stages = 1;
  PlanOperand operands[3]{};
};

/// What one stage does, or why it cannot.
struct PlanStage {
  std::string name{}, does{};
  std::optional<Misfit> misfit{};
};

/// What was chosen for the open fields of an operand: the best of `tried` combinations, as good as `as_good` others.
struct PlanChoice {
  std::string operand{}, chosen{};
  std::int64_t tried = 0, as_good = 0;
  std::vector<std::string> swizzles{};  ///< the others that are as good
};

/// What was chosen for the picture: of an operand in shared memory.
struct PlanView {
  Held copy{}, fragment{};
  std::vector<std::int64_t> shared{};
  int copied = 1;  ///< elements that a thread copies at once
  std::optional<SharedAccess> reads{};
};

struct PlanAnswer {
  std::vector<PlanStage> stages{};
  std::vector<PlanChoice> choices{};
  PlanView views[3]{};
  PlanStage const* first_wrong() const;
};

inline constexpr std::int64_t kMaxPlanTile = std::int64_t{1} << 16, kMaxPlanHeld = std::int64_t{1} << 18;

/// A plan from its members. Throws InputError: a member that is missing, unknown or of another kind, named; layouts that do not
/// belong to the tile.
Plan plan_of(Json const& given);
/// Where a member's layout has the elements of an operand's tile.
std::vector<std::int64_t> offsets_for(PlanOperand const& operand, std::string const& member,
                                      std::string const& text);
PlanAnswer check(Plan const& plan);

std::string to_text(PlanAnswer const& answer);
Json to_json(PlanAnswer const& answer);

}  // namespace colex::cli
