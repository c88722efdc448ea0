// SPDX-License-Identifier: MIT
// What the fuzz targets share: bytes as a supply of small numbers, and the end of a run that found something.
//
//   Bytes in(data, size);  in.below(4);  in.between(1, 12);     0 once the bytes are used up
//   check(text == again, "print undoes parse", text);           says what broke, and stops
//   if (planted()) ...                                          the error that smoke.py --planted must see found
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace colex::fuzz {

class Bytes {
 public:
  Bytes(std::uint8_t const* data, std::size_t size) : at_(data), end_(data + size) {}
  int byte() { return at_ == end_ ? 0 : *at_++; }
  int below(int n) { return byte() % n; }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool one_in(int n) { return byte() % n == 1; }
  std::int64_t word() {
    std::uint64_t r = 0;
    for (int k = 0; k < 8; ++k) r = r << 8 | static_cast<std::uint64_t>(byte());
    return static_cast<std::int64_t>(r);
  }

 private:
  std::uint8_t const *at_, *end_;
};

/// Whether the target is to have the error of its own that its test must find.
inline bool planted() {
  static bool const asked = std::getenv("COLEX_FUZZ_PLANTED") != nullptr;
  return asked;
}

/// Stops the run where `holds` is false; libFuzzer then keeps the input.
inline void check(bool holds, std::string const& law, std::string const& input) {
  if (holds) return;
  std::fprintf(stderr, "\nFUZZ: broken: %s\nFUZZ: for: %s\n", law.c_str(), input.c_str());
  std::abort();
}

}  // namespace colex::fuzz
