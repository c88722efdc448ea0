// SPDX-License-Identifier: MIT
// A value as the 32-bit words that hold it, for instructions that move one register at a time.
//
//   double r = in_words(1.5, [](int word) { return word; });      // the lambda runs twice, low word first
#pragma once

#include "platform/vec.hpp"

namespace colex::gpu {

/// The value whose words are move(word) of `value`'s words; the last word is filled up with zeros.
template <class T, class Move>
__device__ inline T in_words(T value, Move move) {
  constexpr int count = (sizeof(T) + 3) / 4;
  int words[count] = {};
  __builtin_memcpy(words, &value, sizeof value);  // a bit_cast of small floats is too much for nvcc 13
  for (int& word : words) word = move(word);
  __builtin_memcpy(&value, words, sizeof value);
  return value;
}

}  // namespace colex::gpu
