// SPDX-License-Identifier: MIT
// Arrays in NumPy's format (.npy, versions 1 to 3), little-endian, as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace colex::cli {

/// Of an array, as NumPy has it.
inline constexpr std::size_t kMostExtents = 64;

struct NpyArray {
  std::string type{};  ///< as NumPy writes it: "<f4"
  std::vector<std::uint64_t> shape{};
  bool fortran_order = false;
  std::vector<std::uint8_t> bytes{};
};

/// Bytes of an element of that type, such as "<f4"; 0 where it is not known.
std::size_t npy_element_bytes(std::string_view type);

/// Throws InputError, which names the file, where the text is no such array.
NpyArray read_npy(std::string const& file, std::string const& text);

/// Writes the file; throws InputError where that fails.
void write_npy(std::string const& file, NpyArray const& array);

}  // namespace colex::cli
