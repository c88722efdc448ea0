// SPDX-License-Identifier: MIT
// wgmma: the products of a warpgroup (manual, "Asynchronous Warpgroup Level Matrix Instructions"; which bytes a descriptor names is there under "Matrix descriptor"
// and "Shared Memory Matrix Layout"). A warp computes its 16 rows at once, and may touch the registers when it has waited. Sums of 16 and 32 bits follow the model
// of matrix.hpp. Of 8-bit floats all terms of a step, and the sum so far, are cut 13 bits below the first bit of the greatest, as an H200 was seen to.
#pragma once

#include <functional>

#include "code/ptx/matrix.hpp"
#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

Rows<Warp> warpgroup_rows();

/// How much a product takes: n columns, k numbers of each line, which have so many bits.
struct ProductShape {
  unsigned n = 0, k = 0, bits = 0;
};
/// By the names of the rows of products.
std::vector<std::pair<std::string, ProductShape>> product_shapes();

/// Lines of an operand by K, as bits, and which of them are known.
struct Lines {
  std::vector<Word> bits{};  ///< line * k + number
  std::vector<bool> known{};
};
/// An operand of a product: what it is made of, and whether its lines are contiguous, not K.
struct Factor {
  Element element{};
  bool negated = false, by_lines = false;
};
/// Reads lines of k elements from shared memory, 16 bytes by 16: `byte_of` of a line and a number of K is where these begin.
Lines read_lines(Warp& w, unsigned lines, unsigned k, Element e, bool by_lines,
                 std::function<std::uint64_t(unsigned line, unsigned k)> const& byte_of);
/// Adds the products of m rows and n columns to the sums, floats or whole numbers of 32 bits; n is a multiple of 8.
void multiply_floats(std::vector<Word>& sums, Lines const& rows, Lines const& columns, unsigned m, unsigned n,
                     unsigned k, Factor a, Factor b, SumModel model);
void multiply_whole(std::vector<Word>& sums, Lines const& rows, Lines const& columns, unsigned m, unsigned n,
                    unsigned k, Factor a, Factor b, bool finite);

/// A matrix in shared memory as 64 bits describe it, one step of a product: its lines are rows of A, or columns of B.
struct MatrixDescriptor {
  explicit MatrixDescriptor(std::uint64_t bits)
      : start((bits & 0x3FFF) << 4),
        leading((bits >> 16 & 0x3FFF) << 4),
        stride((bits >> 32 & 0x3FFF) << 4),
        base_offset(static_cast<unsigned>(bits >> 49 & 7)),
        span((bits >> 62) == 0 ? 0 : 256u >> (bits >> 62)) {}
  std::uint64_t start, leading, stride;
  unsigned base_offset, span;  ///< of the swizzle, in bytes; 0 for none

  /// Where 16 bytes lie: number `chunk`, 0 or 1, along K of a line; or, `by_lines`, lines 8 chunk to 8 chunk + 7 (of 16 bits) at one index of K.
  std::uint64_t along_k(unsigned line, unsigned chunk) const;
  std::uint64_t by_lines(unsigned chunk, unsigned k) const;
};

}  // namespace colex::code::ptx
