// SPDX-License-Identifier: MIT
// What the three numbers of a swizzle mean, in bits, elements and bytes, and the same swizzle under the names that
// others give it.
//
//   facts(Swizzle{3, 3, 3}, 2, 64)      on halves, rows of 64: bytes Sw<3,4,3>, TMA 128B, xor16 of 8 blocks,
//                                       Triton vec 8, perPhase 1, maxPhase 8
#pragma once

#include <optional>
#include <string>

#include "colex/swizzle.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

/// Triton's swizzled_shared: element (r, c) of rows of C elements goes to column
/// ((c / vec) XOR ((r / per_phase) mod max_phase)) * vec + c mod vec.
struct TritonSwizzle {
  std::int64_t vec = 1, per_phase = 1, max_phase = 1;
};

struct SwizzleFacts {
  Swizzle swizzle{};       ///< on element offsets
  int element = 1;         ///< bytes
  std::int64_t row = 0;    ///< elements, or 0 where no row is given
  Swizzle bytes{};         ///< the same on byte offsets
  int tma = 0;             ///< 32, 64 or 128 where it is TMA's swizzle of so many bytes
  std::int64_t xor16 = 0;  ///< blocks, where it is swizzle_xor16(blocks)
  std::optional<TritonSwizzle> triton{};
  std::string no_triton{};  ///< why not, where a row is given
};

/// `element` in bytes, `row` in elements. Throws Failure: what admissible(Swizzle) refuses; `input` for an
/// element size or a row that is no power of two.
SwizzleFacts facts(Swizzle const& swizzle, int element, std::int64_t row);

// The swizzle on element offsets that another name stands for; each throws InputError where there is none.
Swizzle from_tma(int bytes, int element);
Swizzle from_xor16(std::int64_t blocks, int element);
Swizzle from_triton(TritonSwizzle const& t, std::int64_t row);

/// Sentences, one line each.
std::string to_text(SwizzleFacts const& f);
Json to_json(SwizzleFacts const& f);

}  // namespace colex::cli
