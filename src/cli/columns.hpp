// SPDX-License-Identifier: MIT
// `colex batch --columns`: requests of one operation, one after another, are the rows of columns, and a request may hold
// columns itself. The operations of colex/columns/operations.hpp answer a column at once, with each row's answer alone.
//
//   {"op": "composition", "args": ["(8,8):(24,5)", "4:5"]}
//   {"op": "composition", "args": [["(8,8):(24,5)", "(6,4):(1,7)"], "4:4"]}
//   {"op": "coalesce", "args": [{"profile": "(1,1)", "shape": [[2, 4], 8], "stride": [1, [2, 4]]}]}
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace colex::cli {

inline constexpr std::int64_t kMostRows = 1 << 16;  ///< of requests that one line answers

class Columns {
 public:
  Columns();
  ~Columns();
  /// Takes a request; columns that are whole are answered. Throws InputError with the line.
  void take(std::string_view request, long line);
  /// Answers the rows that wait.
  void finish();

 private:
  struct Waiting;
  std::unique_ptr<Waiting> waiting_;
};

}  // namespace colex::cli
