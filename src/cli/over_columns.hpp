// SPDX-License-Identifier: MIT
// The operations that columns are asked, by name.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "colex/columns/tilers.hpp"

namespace colex::cli {

/// Arguments of an operation: of its layouts and shapes, in their order, and of the one argument that is tilers or integers. All have as
/// many rows.
struct ColumnArguments {
  std::vector<Layouts> layouts{};
  Tilers tilers{};
  Column numbers{};
  bool option = false;
};

enum class Answers : std::uint8_t { layouts, integers, truths, admissible };

struct OverColumns {
  std::string_view name,
      takes;  ///< L for each argument that is layouts, S for shapes, T for tilers, I for integers
  std::string_view option;  ///< the one that it has, or none
  Answers answers;
  std::variant<Result<Layouts>, Result<AnswerColumn>> (*ask)(ColumnArguments const& in);
};

/// Throws InputError where there is none of that name.
OverColumns const& over_columns(std::string_view name);

}  // namespace colex::cli
