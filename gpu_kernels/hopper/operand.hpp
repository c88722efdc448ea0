// SPDX-License-Identifier: MIT
// An operand of wgmma as a tile in shared memory: the layout that TMA writes, the layout that the tensor core
// reads, and the proof at compile time that they are one. The descriptor's fields are read off the layout.
//
// A tile has `lines` indices along M (or N) and a depth of 128 bytes along K. TMA copies it box by box; a box
// is rows of 128 bytes, one below the other, and swizzled: byte x of a box goes to Swizzle<3,4,3>(x).
//
//   OperandTile<bf16, Major::k, 128, 128>      one box: 128 lines of 64 contiguous k
//   OperandTile<bf16, Major::line, 128, 64>    two boxes: 64 k, each of 64 contiguous lines
//
// Source: CUTLASS, cute/arch/mma_sm90_desc.hpp and cute/atom/copy_traits_sm90_tma_swizzle.hpp.
#pragma once

#include "colex/composed_bits.hpp"
#include "colex/text.hpp"

namespace colex::gpu::hopper {

/// The types of operands and of results, by name: what they are in memory is their number of bytes. An operand of
/// tf32 is an f32 whose 13 lowest bits count as zeros; f32 and i32 are results only. Of 8-bit floats the tensor core keeps
/// 14 bits of a sum; e4m3acc is e4m3 in memory, and its sums go on in f32 after each part of 128 of K, as do those of
/// e5m2e4m3acc, whose A is e5m2 and whose B is e4m3, and of e4m3e5m2acc. Operands of bf16f32 and f16f32 are bf16 and f16,
/// and the result is f32; those of bf16toe4m3 and e4m3acctoe4m3 are bf16 and e4m3, and the result is e4m3, 448 at most.
/// e4m3accf32 and e4m3accf16 are e4m3acc with results of f32 and f16.
enum class Element {
  bf16,
  f16,
  e4m3,
  tf32,
  i8,
  f32,
  i32,
  e4m3acc,
  bf16f32,
  f16f32,
  e5m2,
  e5m2e4m3acc,
  e4m3e5m2acc,
  bf16toe4m3,
  e4m3acctoe4m3,
  e4m3accf32,
  e4m3accf16
};
inline constexpr Element operand_elements[] = {
    Element::bf16,        Element::f16,         Element::e4m3,       Element::tf32,
    Element::i8,          Element::e4m3acc,     Element::bf16f32,    Element::f16f32,
    Element::e5m2e4m3acc, Element::e4m3e5m2acc, Element::bf16toe4m3, Element::e4m3acctoe4m3,
    Element::e4m3accf32,  Element::e4m3accf16};
/// What a product of a kind is made of: a row for each.
struct MmaTypes {
  char const* name;
  Element a, b;           ///< the operands in memory and to the tensor core
  Element result;         ///< unless another is asked for
  int bytes;              ///< of an element of an operand in memory
  bool promotes = false;  ///< sums leave the tensor core after each part of K, and may be scaled there
};
constexpr MmaTypes types_of(Element e) {
  using enum Element;
  constexpr MmaTypes rows[] = {
      // in the order of Element
      {"bf16", bf16, bf16, bf16, 2},
      {"f16", f16, f16, f16, 2},
      {"e4m3", e4m3, e4m3, bf16, 1},
      {"tf32", tf32, tf32, f32, 4},
      {"i8", i8, i8, i32, 1},
      {"f32", f32, f32, f32, 4},
      {"i32", i32, i32, i32, 4},
      {"e4m3acc", e4m3, e4m3, bf16, 1, true},
      {"bf16f32", bf16, bf16, f32, 2},
      {"f16f32", f16, f16, f32, 2},
      {"e5m2", e5m2, e5m2, bf16, 1},
      {"e5m2e4m3acc", e5m2, e4m3, bf16, 1, true},
      {"e4m3e5m2acc", e4m3, e5m2, bf16, 1, true},
      {"bf16toe4m3", bf16, bf16, e4m3, 2},
      {"e4m3acctoe4m3", e4m3, e4m3, e4m3, 1, true},
      {"e4m3accf32", e4m3, e4m3, f32, 1, true},
      {"e4m3accf16", e4m3, e4m3, f16, 1, true},
  };
  return rows[static_cast<int>(e)];
}
constexpr char const* name_of(Element e) { return types_of(e).name; }
constexpr Element a_type(Element e) { return types_of(e).a; }
constexpr Element b_type(Element e) { return types_of(e).b; }
constexpr Element result_of(Element e) { return types_of(e).result; }
constexpr int bytes_of(Element e) { return types_of(e).bytes; }
constexpr bool promotes(Element e) { return types_of(e).promotes; }
/// Whether operands and result are floats of 16 bits.
constexpr bool is_half(Element e) { return e == Element::bf16 || e == Element::f16; }
constexpr bool is_8_bit_float(Element e) { return a_type(e) == Element::e4m3 || a_type(e) == Element::e5m2; }
constexpr bool is_integer(Element e) { return e == Element::i8 || e == Element::i32; }
/// A sentence about those that promote, by name, with commas between them.
struct OfPromoting {
  char text[160]{};
  constexpr OfPromoting(char const* before, char const* behind) {
    int at = 0;
    auto const say = [&](char const* part) {
      while (*part != 0) text[at++] = *part++;
    };
    say(before);
    char const* comma = "";
    for (Element e : operand_elements)
      if (promotes(e)) say(comma), say(name_of(e)), comma = ", ";
    say(behind);
  }
};
/// What products are added up in, of an operand's or a result's type.
template <Element e>
using SumOf = std::conditional_t<is_integer(e), std::int32_t, float>;

/// Which index of an operand is contiguous in memory: K, or its other one (M of A, N of B).
enum class Major { k, line };

/// Whether the rows of A may be in groups: of bf16, f16 and e4m3acc with K contiguous.
constexpr bool takes_groups(Element element, Major a) {
  return (is_half(element) || element == Element::e4m3acc) && a == Major::k;
}

/// The span of TMA's 128-byte swizzle, the alignment that its pattern needs, and its map of byte addresses.
inline constexpr int swizzle_bytes = 128, swizzle_period = 1024;
inline constexpr Swizzle swizzle_128b{3, 4, 3};

/// One multiplication step reads 32 bytes along K.
inline constexpr int step_bytes = 32, steps = swizzle_bytes / step_bytes;

namespace detail {
using Wide = Layout<std::int64_t>;

/// The layout (A,B,...):(a,b,...) of pairs of extent and stride, in two modes of which the first has `first`
/// pairs.
constexpr Wide two_modes(int first, std::initializer_list<Mode<std::int64_t>> modes) {
  IntTuple<std::int64_t> shape{}, stride{};
  shape.profile = stride.profile =
      parse_tuple(first == 2 ? "((1,1),(1,1))" : "((1,1,1),(1,1))").value.profile;
  for (auto const& mode : modes) {
    shape.leaves.push(mode.shape);
    stride.leaves.push(mode.stride);
  }
  return *make_layout(shape, stride);
}
/// The extent of the mode with this stride.
constexpr std::uint32_t extent_along(Wide const& layout, std::int64_t stride) {
  for (auto const& mode : layout.leaves)
    if (mode.stride == stride) return static_cast<std::uint32_t>(mode.shape);
  return 0;
}
}  // namespace detail

/// A tile of an operand. `box_lines` is how many lines one box holds.
template <Element element_, Major major_, int lines_, int box_lines_>
struct OperandTile {
  static constexpr Element element = element_;
  static constexpr Major major = major_;
  static constexpr int lines = lines_, box_lines = box_lines_, boxes = lines / box_lines;
  static constexpr int element_bytes = bytes_of(element), depth = swizzle_bytes / element_bytes;
  static constexpr int box_bytes = box_lines * depth * element_bytes, bytes = boxes * box_bytes;
  static_assert(lines % box_lines == 0 && box_lines % 8 == 0 && box_lines <= 256, "no such boxes");
  static_assert(
      major == Major::k || (element_bytes == 2 && box_lines == depth),
      "K is contiguous for types of 8 and 32 bits; otherwise the lines of a box fill the swizzle's span");
  static_assert(box_bytes % swizzle_period == 0, "the swizzle's pattern starts anew in every box");

  /// The byte of element (line, k), line fastest, before the swizzle: what TMA writes.
  static constexpr Layout<std::int64_t> written =
      major == Major::k
          ? detail::two_modes(
                2, {{box_lines, swizzle_bytes}, {boxes, box_bytes}, {depth, element_bytes}, {1, 0}})
          : detail::two_modes(
                2, {{box_lines, element_bytes}, {boxes, box_bytes}, {depth, swizzle_bytes}, {1, 0}});
  static constexpr std::int64_t written_at(int line, int k) {
    return evaluate(written, line + std::int64_t{lines} * k);
  }

  /// Extents of a box as TMA counts them: the contiguous index first.
  static constexpr std::uint32_t box_width = detail::extent_along(written, element_bytes),
                                 box_height = detail::extent_along(written, swizzle_bytes);

  /// The rows of the boxes of an operand with so many lines: where K is contiguous, rows are lines, and an operand
  /// with fewer than a box has, has smaller boxes. What the tensor core reads beyond them enters other lines' sums.
  static constexpr std::uint32_t rows_of_box(std::int64_t operand_lines) {
    return major == Major::k && operand_lines < box_lines ? static_cast<std::uint32_t>(operand_lines)
                                                          : box_height;
  }
  static constexpr int bytes_of_boxes(std::int64_t operand_lines) {
    return boxes * static_cast<int>(rows_of_box(operand_lines)) * swizzle_bytes;
  }

  /// How far apart the tensor core finds the 8-line groups and their like: the descriptor's two offsets.
  /// Where K is contiguous it ignores the leading one, and CUTLASS writes 1 unit of 16 bytes.
  static constexpr std::int64_t stride_offset = major == Major::k ? written_at(8, 0) : written_at(0, 8);
  static constexpr std::int64_t leading_offset =
      major == Major::k || boxes == 1 ? 16 : written_at(box_lines, 0);

  /// How far the start moves with each step along K: 32 bytes where K is contiguous, else as many lines of
  /// it.
  static constexpr std::int64_t step_offset = written_at(0, step_bytes / element_bytes);

  /// The byte of element (line, k) of one step as the tensor core reads it, relative to the start address and
  /// before the swizzle: the canonical layouts of CUTLASS, with T elements to 16 bytes.
  static constexpr auto read = [] {
    constexpr int T = 16 / element_bytes;
    if constexpr (major == Major::k) {
      return detail::two_modes(2, {{8, 8 * 16}, {lines / 8, stride_offset}, {T, element_bytes}, {2, 16}});
    } else {
      return detail::two_modes(3, {{T, element_bytes},
                                   {8, 16},
                                   {boxes, boxes == 1 ? 0 : leading_offset},
                                   {8, 8 * 16},
                                   {2, stride_offset}});
    }
  }();

  /// The tile as written, restricted to one step, and as read in it: composed layouts over the same elements.
  static constexpr ComposedLayout written_in(int step) {
    constexpr int step_depth = step_bytes / element_bytes;
    auto part = written;
    part.leaves[2].shape = step_depth;
    return {swizzle_128b, written_at(0, step * step_depth), part};
  }
  static constexpr ComposedLayout read_in(int step) { return {swizzle_128b, step * step_offset, read}; }
  static constexpr bool reads_what_is_written() {
    for (int step = 0; step < steps; ++step) {
      auto const same = equal(written_in(step), read_in(step));
      if (!same || !same->equal) return false;
    }
    return true;
  }
  static_assert(reads_what_is_written(), "the tensor core would read other elements than TMA wrote");
};

/// Whether a tile is as many of another as fit, one after the other.
template <class Part, class Whole>
inline constexpr bool is_repeated = [] {
  auto const& part = Part::written.leaves;
  return equal(Whole::written,
               detail::two_modes(
                   3, {part[0], part[1], {Whole::lines / Part::lines, Part::bytes}, part[2], part[3]}))
      .equal;
}();

/// The descriptor of the first step of a tile that starts at this address of shared memory, a multiple of 1024.
template <class Tile>
constexpr std::uint64_t descriptor(std::uint32_t address) {
  constexpr std::uint64_t swizzle_128b_code = 1;
  constexpr std::uint64_t fixed = static_cast<std::uint64_t>(Tile::leading_offset >> 4) << 16 |
                                  static_cast<std::uint64_t>(Tile::stride_offset >> 4) << 32 |
                                  swizzle_128b_code << 62;
  return fixed | (address & 0x3FFFF) >> 4;
}

/// Addresses in descriptors count so many bytes.
inline constexpr int descriptor_unit = 16;

/// The descriptor of a step of a tile that lies so many units behind the one whose first step has the descriptor `first`.
/// Both lie in a block's shared memory, below 2^18 bytes, so that no sum reaches another field: one addition in a loop
/// over stages, where an address would have to be masked and shifted for each step.
template <class Tile>
constexpr std::uint64_t later_descriptor(std::uint64_t first, int units, int step) {
  static_assert(Tile::step_offset % descriptor_unit == 0);
  return first +
         static_cast<std::uint32_t>(units + step * static_cast<int>(Tile::step_offset / descriptor_unit));
}

}  // namespace colex::gpu::hopper
