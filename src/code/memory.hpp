// SPDX-License-Identifier: MIT
// Global memory: the arrays that a launch was given, each with a gap behind it, so that no access past one reaches another.
//
//   Memory memory;
//   std::uint64_t const address = memory.add("A", bytes, Use::read);
//   memory.find(address + 4, 4)->name      "A"
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "code/shadow.hpp"

namespace colex::code {

inline constexpr std::size_t kMostArrayBytes = std::size_t{256} << 20;  ///< of all arrays together

enum class Use : std::uint8_t {
  read,   ///< only read
  write,  ///< holds nothing before the kernel has written it
  read_write
};

struct Array {
  std::string name{};
  std::uint64_t address = 0;
  std::vector<std::uint8_t> bytes{};
  Use use = Use::read;
  std::unique_ptr<Shadow> shadow{};  ///< of arrays that are written

  bool holds(std::uint64_t at, std::uint64_t count) const {
    return at >= address && count <= bytes.size() && at - address <= bytes.size() - count;
  }
};

class Memory {
 public:
  /// Adds an array at an address of the memory's choice. Throws InputError beyond kMostArrayBytes.
  std::uint64_t add(std::string name, std::vector<std::uint8_t> bytes, Use use);
  /// Takes an array away. Throws InputError where none begins at the address.
  void remove(std::uint64_t address);
  /// The array that holds all those bytes; null where none does.
  Array* find(std::uint64_t address, std::uint64_t bytes);
  /// Where an address lies, in words: "8 bytes behind 'A'".
  std::string where(std::uint64_t address) const;

 private:
  std::deque<Array> arrays_{};
  std::size_t last_ = 0, total_ = 0;
  std::uint64_t next_ = std::uint64_t{0x7000} << 32;
};

}  // namespace colex::code
