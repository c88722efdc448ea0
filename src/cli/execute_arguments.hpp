// SPDX-License-Identifier: MIT
// The arguments of a kernel as the shell gives them, one word each:
//
//   i64:1000   f32:0.5               a number: i8 to i64, u8 to u64, f32, f64
//   in:A.npy                         an array that is read only
//   inout:A.npy:B.npy                one that is written, too; B.npy gets it, where it is named
//   out:C.npy:f32[64,64]             one that holds nothing before it is written
//   random:bf16[64,64]               one that is read only, drawn by --seed
//   drawn:u32[64,64]:8               one that is written, too, of whole numbers below 8, drawn by --seed
//   {i32:1,{u8:2,i64:3}}             a structure: members in order, each at its alignment
//   map:[8,64]:128:in:A.npy          a tensor map of an array, by its extents: the box, and the swizzle's span in bytes, 0 for none
//
// An array that is named twice by one word is one array.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "cli/npy.hpp"
#include "code/memory.hpp"

namespace colex::cli {

/// An array that is written to a file after the launch.
struct OutputArray {
  std::string file{};
  std::uint64_t address = 0;
  NpyArray shape{};  ///< without the bytes
};

class ExecuteArguments {
 public:
  ExecuteArguments(code::Memory& memory, std::uint64_t seed) : memory_(memory), random_(seed) {}
  /// The bytes of one argument. Throws InputError, which names the word.
  std::vector<std::uint8_t> read(std::string const& word);
  /// Writes the arrays that are asked for.
  void write_outputs();

 private:
  struct Value {
    std::vector<std::uint8_t> bytes{};
    std::size_t alignment = 1;
  };
  Value value(std::string const& word, int depth);
  Value structure(std::string const& word, int depth);
  /// An array that a word names.
  struct Named {
    std::uint64_t address = 0;
    std::size_t element_bytes = 0;
    std::vector<std::uint64_t> shape{};
  };
  Named const& array(std::string const& kind, std::string const& rest, std::string const& word);
  Named new_array(std::string const& kind, std::string const& rest, std::string const& word);
  static bool names_array(std::string const& kind);
  /// An array of that shape is written to a file, to which no other array goes.
  void return_to(std::string const& file, std::uint64_t address, NpyArray shape, std::string const& word);
  Value tensor_map(std::string const& rest, std::string const& word);
  std::uint64_t add(std::string const& name, std::vector<std::uint8_t> bytes, code::Use use);

  code::Memory& memory_;
  std::mt19937_64 random_;
  std::vector<OutputArray> outputs_{};
  std::map<std::string, Named> arrays_{};
};

}  // namespace colex::cli
