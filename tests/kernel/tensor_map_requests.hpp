// SPDX-License-Identifier: MIT
// Random requests for maps of tensors, as cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col take them: about half are as the
// driver's manual allows, the others break a rule or come close to it.
#pragma once

#include <cuda.h>

#include <algorithm>

#include "device_record.hpp"

namespace colex::gpu::test {

/// Of a map; requests have room for wrong ranks beyond it.
inline constexpr int most_rank = 5, most_entries = 8;

struct ElementType {
  char const* name;
  CUtensorMapDataType type;
  int bits;
  bool is_float;
};
inline constexpr ElementType element_types[] = {
    {"u8", CU_TENSOR_MAP_DATA_TYPE_UINT8, 8, false},
    {"u16", CU_TENSOR_MAP_DATA_TYPE_UINT16, 16, false},
    {"u32", CU_TENSOR_MAP_DATA_TYPE_UINT32, 32, false},
    {"u64", CU_TENSOR_MAP_DATA_TYPE_UINT64, 64, false},
    {"bf16", CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 16, true},
    {"f32", CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 32, true},
    {"f64", CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 64, true},
    {"u4x16_align8", CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, 4, false},
    {"u4x16_align16", CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B, 4, false},
    {"u6x16_align16", CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B, 6, false},
};
inline constexpr char const* swizzle_names[] = {
    "none", "32", "64", "128", "128_atom_32", "128_atom_32_flip_8", "128_atom_64"};
inline constexpr int swizzle_spans[] = {0, 32, 64, 128, 128, 128, 128};

/// What the driver is asked.
struct Asked {
  ElementType element = element_types[0];
  int rank = 2, address = 0, interleave = 0, swizzle = 0;
  bool nan = false;
  std::uint64_t extents[most_entries]{},
      strides[most_entries]{};  // strides: of modes 1 to rank - 1, in bytes
  std::uint32_t box[most_entries]{}, steps[most_entries]{1, 1, 1, 1, 1, 1, 1, 1};
  int lower[3]{}, upper[3]{};  // of im2col; the width first
  std::uint32_t channels = 0, pixels = 0;
};

inline std::int64_t bytes_of(ElementType const& e, std::int64_t count) { return count * e.bits / 8; }

/// A request that the rules of the driver's manual allow.
inline Asked valid(Random& draw) {
  Asked a;
  a.element = element_types[draw.one_in(8) ? draw.between(7, 9) : draw.between(0, 6)];
  bool const packed = a.element.bits < 8,
             whole = packed && a.element.type != CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B;
  a.rank = static_cast<int>(draw.between(1, 5));
  if (a.rank >= 3 && draw.one_in(6)) a.interleave = draw.one_in(2) ? 16 : 32;
  if (a.element.bits == 6) a.interleave = 0;
  a.swizzle = static_cast<int>(draw.between(0, 3));
  if (draw.one_in(8)) a.swizzle = static_cast<int>(draw.between(4, 6));
  if (a.interleave == 32) a.swizzle = 1;
  if (whole) a.swizzle = draw.of<int>({0, 3, 4});
  int const align = a.interleave == 32 || whole ? 32 : 16;
  a.address = static_cast<int>(align * draw.between(0, 4));
  std::int64_t const unit = std::max<std::int64_t>(1, 128 / a.element.bits);  // elements of 16 bytes
  std::int64_t const span = swizzle_spans[a.swizzle] * 8 / a.element.bits;
  std::int64_t most = a.swizzle == 0 ? 256 / unit : std::min<std::int64_t>(256, span) / unit;
  if (most < 1) most = 1;
  a.box[0] = static_cast<std::uint32_t>(unit * draw.between(1, most));
  if (draw.one_in(2)) a.box[0] = static_cast<std::uint32_t>(unit * most);
  if (whole) a.box[0] = 128;
  if (a.interleave != 0) a.box[0] = static_cast<std::uint32_t>(a.interleave * 8 / a.element.bits);
  a.extents[0] = static_cast<std::uint64_t>(draw.between(1, 3 * static_cast<std::int64_t>(a.box[0])));
  if (whole) a.extents[0] = static_cast<std::uint64_t>(128 * draw.between(1, 3));
  if (packed && !whole) a.extents[0] += a.extents[0] % 2;
  std::int64_t room =
      std::max<std::int64_t>(1, 48 * 1024 / std::max<std::int64_t>(16, bytes_of(a.element, a.box[0])));
  for (int i = 1; i < a.rank; ++i) {
    a.box[i] =
        static_cast<std::uint32_t>(draw.between(1, std::min<std::int64_t>({room, 256, i == 1 ? 256 : 6})));
    room = std::max<std::int64_t>(1, room / a.box[i]);
    a.extents[i] = static_cast<std::uint64_t>(draw.between(1, 2 * static_cast<std::int64_t>(a.box[i])));
    if (draw.one_in(6)) a.steps[i] = static_cast<std::uint32_t>(draw.between(1, 8));
  }
  if (draw.one_in(10)) a.steps[0] = static_cast<std::uint32_t>(draw.between(1, 8));
  std::int64_t row =
      (bytes_of(a.element, static_cast<std::int64_t>(a.extents[0])) + align - 1) / align * align;
  if (a.interleave != 0) row = a.interleave;
  for (int i = 1; i < a.rank; ++i) {
    a.strides[i] = static_cast<std::uint64_t>(std::max<std::int64_t>(align, row) +
                                              align * (draw.one_in(2) ? draw.between(0, 3) : 0));
    row = static_cast<std::int64_t>(a.strides[i] * a.extents[i]);
  }
  a.nan = a.element.is_float && draw.one_in(10);
  return a;
}

/// Breaks a rule, or comes close to it.
inline void change(Asked& a, Random& draw) {
  int const k = static_cast<int>(draw.between(0, std::max(0, std::min(a.rank, most_rank) - 1)));
  switch (draw.between(0, 13)) {
    case 0:
      a.address = draw.of<int>({1, 2, 4, 8, 16, 24, 32, 48});
      break;
    case 1:
      a.strides[k] = static_cast<std::uint64_t>(draw.between(0, 200));
      break;
    case 2:
      a.strides[k] = draw.of<std::uint64_t>({0, 16, 32, (1ull << 40) - 32, (1ull << 40) - 16, 1ull << 40});
      break;
    case 3:
      a.extents[k] =
          draw.of<std::uint64_t>({0, 1, 1ull << 31, (1ull << 32) - 1, 1ull << 32, (1ull << 32) + 1});
      break;
    case 4:
      a.box[k] = draw.of<std::uint32_t>({0, 1, 2, 255, 256, 257, 512});
      break;
    case 5:
      a.box[0] = static_cast<std::uint32_t>(draw.between(1, 256));
      break;
    case 6:
      a.steps[k] = draw.of<std::uint32_t>({0, 1, 7, 8, 9});
      break;
    case 7:
      a.swizzle = static_cast<int>(draw.between(0, 6));
      break;
    case 8:
      a.interleave = draw.of<int>({0, 16, 32});
      break;
    case 9:
      a.rank = static_cast<int>(draw.between(0, 6));
      break;
    case 10:
      a.nan = !a.nan;
      break;
    case 11:
      a.element = element_types[draw.between(0, 9)];
      break;
    case 12:
      a.extents[0] += static_cast<std::uint64_t>(draw.between(1, 3));
      break;
    default:
      std::swap(a.strides[std::max(1, k)], a.strides[1]);
      break;
  }
}

inline void im2col(Asked& a, Random& draw) {
  a.rank = static_cast<int>(draw.between(3, 5));
  for (int i = 0; i < a.rank; ++i) {
    if (a.extents[i] == 0) a.extents[i] = static_cast<std::uint64_t>(draw.between(1, 64));
    if (i > 0 && a.strides[i] == 0) a.strides[i] = a.strides[i - 1] == 0 ? 512 : a.strides[i - 1] * 64;
  }
  int const least = a.rank == 3 ? -32768 : a.rank == 4 ? -128 : -16;
  a.channels = a.box[0];
  a.pixels = static_cast<std::uint32_t>(draw.between(1, 256));
  for (int i = 0; i < a.rank - 2; ++i) {
    a.lower[i] = static_cast<int>(draw.between(-3, 0)), a.upper[i] = static_cast<int>(draw.between(-3, 0));
    if (draw.one_in(8)) a.lower[i] = draw.of<int>({least - 1, least, -least - 1, -least});
    if (draw.one_in(8)) a.upper[i] = draw.of<int>({least - 1, least, -least - 1, -least, 4});
  }
  if (draw.one_in(8)) a.pixels = draw.of<std::uint32_t>({0, 1, 1023, 1024, 1025, 2048});
  if (draw.one_in(8)) a.channels = draw.of<std::uint32_t>({0, 1, 8, 255, 256, 257});
}

/// The beginning of the JSON object of a request and the driver's answer.
inline std::string said(Asked const& a, bool tiled, int status) {
  int const rank = std::clamp(a.rank, 0, most_rank);
  std::string out =
      "{\"form\":\"" + std::string(tiled ? "tiled" : "im2col") + "\",\"element\":\"" + a.element.name +
      "\",\"rank\":" + std::to_string(a.rank) + ",\"address\":" + std::to_string(a.address) +
      ",\"extents\":" + list(a.extents, rank) + ",\"strides\":" + list(a.strides + 1, std::max(0, rank - 1)) +
      ",\"element_strides\":" + list(a.steps, rank) + ",\"interleave\":" + std::to_string(a.interleave) +
      ",\"swizzle\":\"" + swizzle_names[a.swizzle] + "\",\"fill\":\"" + (a.nan ? "nan" : "zero") + "\"";
  if (tiled) {
    out += ",\"box\":" + list(a.box, rank);
  } else {
    out += ",\"lower\":" + list(a.lower, std::max(0, rank - 2)) +
           ",\"upper\":" + list(a.upper, std::max(0, rank - 2)) +
           ",\"channels\":" + std::to_string(a.channels) + ",\"pixels\":" + std::to_string(a.pixels);
  }
  return out + ",\"accepted\":" + (status == 0 ? "true" : "false") + ",\"status\":" + std::to_string(status);
}

/// The largest byte of the tensor, and one more.
inline std::int64_t reach(Asked const& a) {
  double bytes = static_cast<double>(a.extents[0]) * a.element.bits / 8;
  for (int i = 1; i < a.rank; ++i)
    bytes += static_cast<double>(a.extents[i] - 1) * static_cast<double>(a.strides[i]);
  return bytes > 1e15 ? std::int64_t{1} << 50 : static_cast<std::int64_t>(bytes) + 32;
}

}  // namespace colex::gpu::test
