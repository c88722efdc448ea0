// SPDX-License-Identifier: MIT
// A layout as it is written, read by its definition and by nothing of the algebra, for judges that must not rest on what they judge.
//
//   written_layout("Sw<1,4,3> o 0 o (64,2):(16,1024)").at(65)      1040 with its bits from 7 on flipped into those from 4 on
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace colex::code {

struct WrittenLayout {
  int bits = 0, base = 0, shift = 0;  ///< of a swizzle
  std::int64_t offset = 0;
  std::vector<std::int64_t> shape{}, stride{};  ///< of the leaves
  std::vector<std::size_t> leaves{};            ///< of each mode

  /// Points of mode k.
  std::int64_t extent(std::size_t k) const;
  /// At a coordinate with an index for each mode.
  std::int64_t at(std::vector<std::int64_t> const& coordinate) const;
  std::int64_t swizzled(std::int64_t x) const;
};

/// Throws InputError where the text is no layout, with or without one swizzle before it, of less than 2^40 points.
WrittenLayout written_layout(std::string const& text);

}  // namespace colex::code
