// SPDX-License-Identifier: MIT
// mma.sync: which lane and register has which element is the manual's, section "Matrix multiply-accumulate operation using mma instruction". How sums of
// floating-point numbers are rounded the manual leaves open; the model here is that of published measurements: products are exact, the terms of one step are
// aligned to the greatest exponent and cut off below so many bits, and their sum is rounded towards zero.
#pragma once

#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

Rows<Warp> matrix_rows();

enum class Element : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, s8, u8, f64, f32, s32 };
int bits_of(Element e);
/// Of floating-point numbers up to 32 bits.
Format format_of(Element e);

/// How a target adds the terms of a product.
struct SumModel {
  int terms;               ///< products of one step
  int extra_bits;          ///< kept below the last bit of a float that the greatest term has
  int fraction_bits = 23;  ///< of what a step gives; the others are cut off
  bool is_odd = false;     ///< the last bit is set where any was cut off, so that rounding again is right
};
SumModel sum_model(std::string_view target, int bits_of_element);
/// Finite numbers, which doubles and floats of every format up to 32 bits are, with the exponent of the first bit that a normal number of the format has.
struct Factors {
  void assign(Word const* bits, std::size_t count, Element e, bool negated = false);
  std::vector<double> values{};  ///< of what is infinite or NaN, zero
  std::vector<float> all{};
  std::vector<int> tops{};  ///< of zero, less than that of any product
  bool are_finite = true;
};
/// c, of 8 columns, plus k products each, in steps: what each step gives is a float. Number n of column j of b is at n * pitch + j.
void add_products(Word* c, Factors const& a, std::size_t at_a, Factors const& b, std::size_t at_b,
                  std::size_t pitch, int k, SumModel model);

}  // namespace colex::code::ptx
