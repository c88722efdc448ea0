// SPDX-License-Identifier: MIT
#include "sym/sha256.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace colex::sym {

namespace {

constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

void absorb(State& state, unsigned char const* block) {
  std::array<std::uint32_t, 64> w{};
  for (int k = 0; k < 16; ++k)
    for (int byte = 0; byte < 4; ++byte) w[k] = w[k] << 8 | block[4 * k + byte];
  for (int k = 16; k < 64; ++k) {
    auto const s0 = std::rotr(w[k - 15], 7) ^ std::rotr(w[k - 15], 18) ^ (w[k - 15] >> 3);
    auto const s1 = std::rotr(w[k - 2], 17) ^ std::rotr(w[k - 2], 19) ^ (w[k - 2] >> 10);
    w[k] = w[k - 16] + s0 + w[k - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int k = 0; k < 64; ++k) {
    auto const s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    auto const one = h + s1 + ((e & f) ^ (~e & g)) + kRound[k] + w[k];
    auto const s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    auto const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  State const added = {a, b, c, d, e, f, g, h};
  for (int k = 0; k < 8; ++k) state[k] += added[k];
}

}  // namespace

std::string sha256(std::string const& text) {
  std::string padded = text + '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  for (int shift = 56; shift >= 0; shift -= 8)
    padded += static_cast<char>(std::uint64_t{text.size()} * 8 >> shift & 0xff);
  State state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (std::size_t at = 0; at < padded.size(); at += 64)
    absorb(state, reinterpret_cast<unsigned char const*>(padded.data()) + at);
  std::string hex;
  for (auto const word : state)
    for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
  return hex;
}

std::string hmac_sha256(std::string const& key, std::string const& text) {
  constexpr std::size_t block = 64;
  auto const bytes = [](std::string const& hex) {
    std::string raw;
    for (std::size_t k = 0; k + 1 < hex.size(); k += 2)
      raw += static_cast<char>(std::stoi(hex.substr(k, 2), nullptr, 16));
    return raw;
  };
  std::string inner = key.size() > block ? bytes(sha256(key)) : key;
  inner.resize(block, '\0');
  std::string outer = inner;
  for (char& c : inner) c = static_cast<char>(c ^ 0x36);
  for (char& c : outer) c = static_cast<char>(c ^ 0x5c);
  return sha256(outer + bytes(sha256(inner + text)));
}

}  // namespace colex::sym
