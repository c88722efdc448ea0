// SPDX-License-Identifier: MIT
// What is stated of sizes of arrays and of numbers that a launch gives: sums of products that are not negative, over integers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace colex::code {

struct FactSymbol {
  enum class Kind : std::uint8_t {
    argument,  ///< a number with a sign, `bytes` long, at byte `first` of the arguments
    block,     ///< the number of the block, axis `first`
    size       ///< the bytes of the array that is the argument at byte `first`
  } kind = Kind::argument;
  std::uint32_t first = 0, bytes = 4;
};

struct Fact {
  struct Product {
    std::int64_t factor = 0;
    std::vector<FactSymbol> of{};
  };
  std::string text{};                        ///< "bytes(arg0) >= 4 * arg24"
  std::vector<std::vector<Product>> sums{};  ///< none is negative
};

}  // namespace colex::code
