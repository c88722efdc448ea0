// SPDX-License-Identifier: MIT
#include "sym/sha256.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

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

void absorb_portably(State& state, unsigned char const* block) {
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

#if defined(__x86_64__)
/// Whether the processor has the instructions of SHA-256, and those that go with them.
bool has_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (b >> 29 & 1) == 0) return false;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c >> 19 & 1) != 0 && (c >> 9 & 1) != 0;
}

/// The same by these instructions, which keep the state as (f, e, b, a) and (h, g, d, c), and do two rounds each.
__attribute__((target("sha,sse4.1,ssse3"))) void absorb_by_instructions(State& state,
                                                                        unsigned char const* block) {
  auto const vector = [](auto const* at) { return _mm_loadu_si128(reinterpret_cast<__m128i const*>(at)); };
  auto const [a, b, c, d, e, f, g, h] = state;
  auto const words = [](std::uint32_t high, std::uint32_t w2, std::uint32_t w1, std::uint32_t low) {
    return _mm_set_epi32(static_cast<int>(high), static_cast<int>(w2), static_cast<int>(w1),
                         static_cast<int>(low));
  };
  __m128i const abef = words(a, b, e, f), cdgh = words(c, d, g, h);
  __m128i one = abef, two = cdgh, w[4];
  __m128i const big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // Bytes 4 to 19 of two words, one behind the other, without an instruction that takes a constant.
  __m128i const older = _mm_set_epi32(-1, 0x0f0e0d0c, 0x0b0a0908, 0x07060504),
                newer = _mm_set_epi32(0x03020100, -1, -1, -1);
  for (int k = 0; k < 16; ++k) {  // four rounds each
    __m128i& now = w[k % 4];
    if (k < 4) {
      now = _mm_shuffle_epi8(vector(block + 16 * k), big_endian);
    } else {
      __m128i const before = w[(k + 3) % 4];
      now = _mm_sha256msg1_epu32(now, w[(k + 1) % 4]);
      now = _mm_add_epi32(
          now, _mm_or_si128(_mm_shuffle_epi8(w[(k + 2) % 4], older), _mm_shuffle_epi8(before, newer)));
      now = _mm_sha256msg2_epu32(now, before);
    }
    __m128i const added = _mm_add_epi32(now, vector(kRound.data() + 4 * k));
    two = _mm_sha256rnds2_epu32(two, one, added);
    one = _mm_sha256rnds2_epu32(one, two, _mm_unpackhi_epi64(added, added));
  }
  alignas(16) std::uint32_t first[4], second[4];
  _mm_store_si128(reinterpret_cast<__m128i*>(first), _mm_add_epi32(one, abef));
  _mm_store_si128(reinterpret_cast<__m128i*>(second), _mm_add_epi32(two, cdgh));
  state = {first[3], first[2], second[3], second[2], first[1], first[0], second[1], second[0]};
}
#else
bool has_instructions() { return false; }
void absorb_by_instructions(State& state, unsigned char const* block) { absorb_portably(state, block); }
#endif

/// A hash of what comes in pieces.
class Hash {
 public:
  explicit Hash(bool by_instructions) : absorb_(by_instructions ? absorb_by_instructions : absorb_portably) {}
  void add(std::string_view text) {
    size_ += text.size();
    while (!text.empty()) {
      if (held_ == 0 && text.size() >= block_.size()) {
        absorb_(state_, reinterpret_cast<unsigned char const*>(text.data()));
        text.remove_prefix(block_.size());
        continue;
      }
      std::size_t const taken = std::min(text.size(), block_.size() - held_);
      std::memcpy(block_.data() + held_, text.data(), taken);
      text.remove_prefix(taken);
      if ((held_ += taken) == block_.size()) absorb_(state_, block_.data()), held_ = 0;
    }
  }
  std::string hexadecimal() {
    std::uint64_t const bits = std::uint64_t{size_} * 8;
    std::string end = "\x80";
    while ((held_ + end.size()) % 64 != 56) end += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(bits >> shift & 0xff);
    add(end);
    std::string hex;
    for (auto const word : state_)
      for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
    return hex;
  }

 private:
  State state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};
  std::size_t held_ = 0, size_ = 0;
  void (*absorb_)(State&, unsigned char const*);
};

std::string hash_of(std::span<std::string_view const> parts, bool by_instructions) {
  Hash hash(by_instructions);
  for (auto const part : parts) hash.add(part);
  return hash.hexadecimal();
}

}  // namespace

std::string sha256(std::span<std::string_view const> parts) {
  static bool const by_instructions = has_instructions();
  return hash_of(parts, by_instructions);
}

std::string sha256_portably(std::span<std::string_view const> parts) { return hash_of(parts, false); }

std::string sha256(std::string const& text) {
  std::string_view const parts[] = {text};
  return sha256(parts);
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
