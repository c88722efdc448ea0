// SPDX-License-Identifier: MIT
// Which defect runs, of those that planted_headers.py writes into a copy of the kernels' headers.
#pragma once

#include <type_traits>

namespace colex::planted {

inline int active = -1;
inline unsigned char* reached = nullptr;  ///< a mark for each defect whose place runs

inline bool runs(int number) {
  if (reached != nullptr) reached[number] = 1;
  return number == active;
}

/// Constants are computed as the headers are.
constexpr bool chosen(int number) { return !std::is_constant_evaluated() && runs(number); }

}  // namespace colex::planted
