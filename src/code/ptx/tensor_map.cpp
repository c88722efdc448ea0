// SPDX-License-Identifier: MIT
#include "code/ptx/tensor_map.hpp"

#include <cstring>
#include <string>

#include "operations/failure.hpp"

namespace colex::code::ptx {

namespace {

/// How the bytes are laid out. The tag makes it unlikely that others pass for a map.
struct Stored {
  std::uint64_t tag, address, strides[kMostRank - 1];
  std::uint32_t last[kMostRank];  ///< extents less 1
  std::uint8_t last_of_box[kMostRank], rank, element_bytes, span;
};
static_assert(sizeof(Stored) <= kTensorMapBytes);
constexpr std::uint64_t kTag = 0x70616D726F736E74;

}  // namespace

char const* refusal_of(TensorMap const& m) {
  if (m.rank < 1 || m.rank > kMostRank) return "a tensor map has 1 to 5 extents";
  if (m.address % 16 != 0) return "the array of a tensor map begins at a multiple of 16 bytes";
  if (m.element_bytes != 1 && m.element_bytes != 2 && m.element_bytes != 4 && m.element_bytes != 8)
    return "an element of a tensor map has 1, 2, 4 or 8 bytes";
  for (unsigned k = 0; k < m.rank; ++k) {
    if (m.extents[k] < 1 || m.extents[k] > std::uint64_t{1} << 32)
      return "an extent of a tensor map is from 1 to 2^32";
    if (m.box[k] < 1 || m.box[k] > 256) return "an extent of a tensor map's box is from 1 to 256";
    if (k > 0 && (m.strides[k] % 16 != 0 || m.strides[k] >= std::uint64_t{1} << 40))
      return "a stride of a tensor map is a multiple of 16 bytes, less than 2^40";
  }
  if (m.row_bytes() % 16 != 0) return "the rows of a tensor map's box are a multiple of 16 bytes";
  if (m.span != 0 && m.span != 32 && m.span != 64 && m.span != 128)
    return "a swizzle is over 32, 64 or 128 bytes, or 0 for none";
  if (m.span != 0 && m.row_bytes() > m.span)
    return "the rows of a tensor map's box are longer than its swizzle";
  return nullptr;
}

std::array<std::uint8_t, kTensorMapBytes> encoded(TensorMap const& m) {
  if (char const* const why = refusal_of(m)) throw cli::InputError(why);
  Stored s{kTag,
           m.address,
           {},
           {},
           {},
           static_cast<std::uint8_t>(m.rank),
           static_cast<std::uint8_t>(m.element_bytes),
           static_cast<std::uint8_t>(m.span)};
  for (unsigned k = 0; k < m.rank; ++k) {
    if (k > 0) s.strides[k - 1] = m.strides[k];
    s.last[k] = static_cast<std::uint32_t>(m.extents[k] - 1);
    s.last_of_box[k] = static_cast<std::uint8_t>(m.box[k] - 1);
  }
  std::array<std::uint8_t, kTensorMapBytes> r{};
  std::memcpy(r.data(), &s, sizeof s);
  return r;
}

std::optional<TensorMap> decoded(std::uint8_t const* bytes) {
  Stored s;
  std::memcpy(&s, bytes, sizeof s);
  if (s.tag != kTag) return {};
  TensorMap m{s.address, s.rank, s.element_bytes, s.span, {}, {s.element_bytes}, {}};
  if (m.rank > kMostRank) return {};
  for (unsigned k = 0; k < m.rank; ++k) {
    if (k > 0) m.strides[k] = s.strides[k - 1];
    m.extents[k] = std::uint64_t{s.last[k]} + 1, m.box[k] = std::uint32_t{s.last_of_box[k]} + 1;
  }
  if (refusal_of(m) != nullptr) return {};
  return m;
}

}  // namespace colex::code::ptx
