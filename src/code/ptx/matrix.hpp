// SPDX-License-Identifier: MIT
// mma.sync: which lane and register has which element is the manual's, section "Matrix multiply-accumulate operation using mma instruction". How sums of
// floating-point numbers are rounded the manual leaves open; the model here is that of published measurements: products are exact, the terms of one step are
// aligned to the greatest exponent and cut off below so many bits, and their sum is rounded towards zero.
#pragma once

#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

Rows<Warp> matrix_rows();

/// How a target adds the terms of a product.
struct SumModel {
  int terms;       ///< products of one step
  int extra_bits;  ///< kept below the last bit of a float
};
SumModel sum_model(std::string_view target, int bits_of_element);

}  // namespace colex::code::ptx
