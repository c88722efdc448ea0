// SPDX-License-Identifier: MIT
// Triton's encodings of shared memory and of tensor memory, which are layouts of one tensor: coordinates -> offset
// (elements), or -> (lane, column) of tensor memory. Source: Triton's TritonGPUAttrDefs.td and
// LinearLayoutConversions.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "colex/any_layout.hpp"
#include "operations/characters.hpp"
#include "questions/foreign.hpp"
#include "questions/swizzle_facts.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using Row = std::vector<Int>;

#define COLEX_OF_BLOCKS "CTAsPerCGA", "CTASplitNum", "CTAOrder", "CGALayout"

/// The modes of each dimension: extents, and where a step goes.
struct Modes {
  std::vector<std::vector<std::pair<Int, std::string>>> of{};

  explicit Modes(std::size_t dims) : of(dims) {}
  void add(std::size_t dim, Int extent, std::string step) {
    if (extent != 1) of[dim].emplace_back(extent, std::move(step));
  }
  std::string text() const {
    std::string shape, stride;
    for (auto const& modes : of) {
      std::string s, d;
      for (auto const& [extent, step] : modes)
        s += (s.empty() ? "" : ",") + std::to_string(extent), d += (d.empty() ? "" : ",") + step;
      if (modes.empty()) s = "1", d = "0";
      bool const nested = modes.size() > 1;
      shape += (shape.empty() ? "" : ",") + (nested ? "(" + s + ")" : s);
      stride += (stride.empty() ? "" : ",") + (nested ? "(" + d + ")" : d);
    }
    return "(" + shape + "):(" + stride + ")";
  }
};

Int power(Int n, char const* what) {
  if (!is_power_of_two(n) || n > Int{1} << 40)
    throw InputError(fmt::format("{} is {}, no power of two", what, n));
  return n;
}
Int numbered(Attributes const& all, char const* name) { return one_row(all, name, 1)[0]; }
bool on(Attributes const& all, char const* name) {
  auto const at = all.find(name);
  if (at == all.end() || at->second == "false") return false;
  if (at->second != "true") throw InputError(fmt::format("{} is neither true nor false", name));
  return true;
}

/// Dimensions before those that the encoding orders are buffers, one after another.
struct Tile {
  std::size_t buffers = 0;
  Row order{}, extents{};
  Int size = 1;
};
/// A tile that is cut out of a larger allocation has the allocation's steps, and where it begins is not in its type.
void is_whole(TensorShape const& shape, std::size_t dims) {
  auto const& of = shape.allocated;
  if (!of.empty() &&
      (of.size() < dims || !std::equal(of.end() - static_cast<std::ptrdiff_t>(dims), of.end(),
                                       shape.extents.end() - static_cast<std::ptrdiff_t>(dims))))
    throw InputError(fmt::format("the tensor {} in line {} is part of an allocation of {}",
                                 fmt::join(shape.extents, "x"), shape.line, fmt::join(of, "x")));
}
Tile tile_of_shape(TensorShape const& shape, Row const& order) {
  if (order.size() > shape.extents.size()) throw InputError("order has more dimensions than the tensor");
  is_whole(shape, order.size());
  Tile t{shape.extents.size() - order.size(),
         order,
         {shape.extents.end() - static_cast<std::ptrdiff_t>(order.size()), shape.extents.end()}};
  std::vector<bool> seen(order.size());
  for (Int const d : order) {
    if (d < 0 || d >= static_cast<Int>(order.size()) || seen[static_cast<std::size_t>(d)])
      throw InputError("order is no permutation of the dimensions");
    seen[static_cast<std::size_t>(d)] = true;
  }
  for (Int const n : t.extents) t.size *= power(n, "an extent");
  return t;
}
void add_buffers(Modes& modes, TensorShape const& shape, Tile const& t, Int size) {
  for (std::size_t k = t.buffers; k-- > 0; size *= shape.extents[k])
    modes.add(k, shape.extents[k], std::to_string(size));
}

std::string swizzled_shared(Attributes const& all, TensorShape const& shape) {
  know_all(all, {"vec", "perPhase", "maxPhase", "order", COLEX_OF_BLOCKS});
  within_one_block(all);
  Int const vec = power(numbered(all, "vec"), "vec"),
            per_phase = power(numbered(all, "perPhase"), "perPhase"),
            max_phase = power(numbered(all, "maxPhase"), "maxPhase");
  Tile const t = tile_of_shape(shape, one_row(all, "order", 0));
  auto const extent = [&](std::size_t k) {
    return k < t.order.size() ? t.extents[static_cast<std::size_t>(t.order[k])] : 1;
  };
  Int const columns = extent(0), rows = extent(1);
  // A phase XORs no bit beyond the row, and is one of the row alone.
  Int const phases =
      std::min({max_phase, std::max<Int>(1, columns / vec), std::max<Int>(1, rows / per_phase)});
  Modes modes(shape.extents.size());
  Int stride = 1;
  for (Int const d : t.order) {
    modes.add(t.buffers + static_cast<std::size_t>(d), t.extents[static_cast<std::size_t>(d)],
              std::to_string(stride));
    stride *= t.extents[static_cast<std::size_t>(d)];
  }
  add_buffers(modes, shape, t, stride);
  if (phases == 1) return modes.text();
  Swizzle const s = from_triton({vec, per_phase, phases}, columns);
  return fmt::format("Sw<{},{},{}> o 0 o {}", s.bits, s.base, s.shift, modes.text());
}

std::string nvmma_shared(Attributes const& all, TensorShape const& shape) {
  know_all(all,
           {"swizzlingByteWidth", "transposed", "elementBitWidth", "fp4Padded", "rank", COLEX_OF_BLOCKS});
  within_one_block(all);
  if (on(all, "fp4Padded"))
    throw InputError("fp4Padded: which of the padded bytes hold elements is not known here");
  Int const bytes = numbered(all, "swizzlingByteWidth"),
            bits = power(numbered(all, "elementBitWidth"), "elementBitWidth");
  bool const transposed = on(all, "transposed");
  std::size_t const rank = all.count("rank") != 0 ? static_cast<std::size_t>(numbered(all, "rank")) : 2;
  if (rank < 1 || rank > shape.extents.size()) throw InputError("rank is not that of the tensor");
  if (bits < 8) throw InputError(fmt::format("elements of {} bits are not known here", bits));
  Row order;  // the contiguous dimension, then the others from the last to the first
  for (std::size_t k = rank; k-- > 0;) order.push_back(static_cast<Int>(k));
  if (transposed) {
    order = {0};
    for (std::size_t k = rank; k-- > 1;) order.push_back(static_cast<Int>(k));
  }
  Tile const t = tile_of_shape(shape, order);
  auto const extent = [&](Int d) { return t.extents[static_cast<std::size_t>(d)]; };
  Int const most = bytes == 0 ? 256 : 8 * bytes / bits, contiguous = std::min(extent(order[0]), most);
  Int rows = 1;
  for (std::size_t k = 1; k < rank; ++k) rows *= std::min<Int>(extent(order[k]), 256);
  if (bytes != 0 && (contiguous != most || rows < 8))
    throw InputError(
        fmt::format("the tensor is smaller than the {} bytes times 8 rows of the swizzle", bytes));
  // What a box of TMA holds, at most 256 along a dimension, then the boxes, the first dimension fastest.
  Modes modes(shape.extents.size());
  Int stride = 1;
  std::vector<Int> left(rank, 1);
  for (Int const d : order) {
    Int const box = d == order[0] ? contiguous : std::min<Int>(extent(d), 256);
    modes.add(t.buffers + static_cast<std::size_t>(d), box, std::to_string(stride));
    stride *= box, left[static_cast<std::size_t>(d)] = extent(d) / box;
  }
  for (std::size_t d = 0; d < rank; ++d) {
    modes.add(t.buffers + d, left[d], std::to_string(stride));
    stride *= left[d];
  }
  add_buffers(modes, shape, t, stride);
  if (bytes == 0) return modes.text();
  Swizzle const s = from_tma(static_cast<int>(bytes), static_cast<int>(bits / 8));
  return fmt::format("Sw<{},{},{}> o 0 o {}", s.bits, s.base, s.shift, modes.text());
}

/// "[512:+16, 1024:+8] {order = [1, 0], shape = [16, 64]}": offset n goes to n + 16 (n / 512) + 8 (n / 1024).
std::string padded_shared(std::string_view text, TensorShape const& shape) {
  std::size_t const close = text.find(']'), open = text.find('[');
  if (open == text.npos || close == text.npos || close < open)
    throw InputError("expected [INTERVAL:+PADDING, ...]");
  std::vector<std::pair<Int, Int>> pads;
  for (std::string const& part : parts(text.substr(open + 1, close - open - 1))) {
    std::size_t const colon = part.find(":+");
    auto const number = [&](std::string const& digits) {
      if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != digits.npos)
        throw InputError("expected [INTERVAL:+PADDING, ...]");
      return Int{std::stoll(digits)};
    };
    if (colon == part.npos) throw InputError("expected [INTERVAL:+PADDING, ...]");
    pads.emplace_back(power(number(part.substr(0, colon)), "an interval"), number(part.substr(colon + 2)));
  }
  Attributes const all = attributes_of(text.substr(close + 1));
  know_all(all, {"order", "shape", "offset", "block", COLEX_OF_BLOCKS});
  within_one_block(all);
  auto const padded = [&](Int offset) {
    Int r = offset;
    for (auto const& [interval, padding] : pads) r += offset / interval * padding;
    return r;
  };
  if (all.count("offset") != 0) throw InputError("its offsets are vectors of their own, which are not read");
  Tile const t = tile_of_shape(shape, one_row(all, "order", 0));
  if (all.count("shape") != 0 && one_row(all, "shape", 0) != t.extents)
    throw InputError(fmt::format("its shape is {}, and the tensor is {} in line {}", all.at("shape"),
                                 fmt::join(shape.extents, "x"), shape.line));
  Modes modes(shape.extents.size());
  Int stride = 1;
  for (Int const d : t.order) {
    auto const at = static_cast<std::size_t>(d);
    for (Int done = 1; done < t.extents[at];) {  // as long as doubling doubles the step
      Int const first = padded(stride * done);
      Int extent = 2;
      while (done * extent < t.extents[at] && padded(stride * done * extent) == first * extent) extent *= 2;
      modes.add(t.buffers + at, extent, std::to_string(first));
      done *= extent;
    }
    stride *= t.extents[at];
  }
  if (t.buffers > 0) throw InputError("the padding between buffers is not known here");
  return modes.text();
}

/// Rows and columns to lanes and columns of tensor memory.
std::string tensor_memory(Attributes const& all, TensorShape const& shape) {
  know_all(all, {"blockM", "blockN", "colStride", "unpacked", "CTASplitM", "CTASplitN", "twoCTAs"});
  for (char const* split : {"CTASplitM", "CTASplitN"})
    if (all.count(split) != 0 && numbered(all, split) != 1)
      throw InputError(fmt::format("{} divides it among blocks", split));
  if (on(all, "twoCTAs")) throw InputError("twoCTAs divides it among blocks");
  if (shape.extents.size() < 2) throw InputError("tensor memory has rows and columns");
  is_whole(shape, 2);
  std::size_t const r = shape.extents.size() - 2, c = r + 1;
  for (std::size_t k = 0; k < r; ++k)
    if (shape.extents[k] != 1) throw InputError("where each buffer of tensor memory lies is not said");
  Int const m = power(shape.extents[r], "the rows"), n = power(shape.extents[c], "the columns");
  Int const block_m = numbered(all, "blockM"),
            block_n = std::min(power(numbered(all, "blockN"), "blockN"), n);
  Int const step = all.count("colStride") != 0 ? power(numbered(all, "colStride"), "colStride") : 1;
  if (block_m != 64 && block_m != 128) throw InputError("blockM is neither 64 nor 128");
  if (m < block_m) throw InputError("the tensor has fewer rows than a block");
  Modes modes(shape.extents.size());
  auto const column = [](Int k) { return fmt::format("{}@1", k); };
  Int rows = block_m, columns = block_n;
  if (block_m == 64) {  // 16 rows in every 32 lanes; the other 16 lanes hold the next rows, or columns
    modes.add(r, 16, "1@0"), modes.add(r, 4, "32@0");
    if (m > 64) modes.add(r, 2, "16@0"), rows = 128;
  } else {
    modes.add(r, 128, "1@0");
  }
  modes.add(c, block_n, column(step));
  if (block_m == 64 && m == 64 && n > block_n) modes.add(c, 2, "16@0"), columns *= 2;
  modes.add(r, m / rows, column(step * block_n));
  modes.add(c, n / columns, column(step * block_n * (m / rows)));
  return modes.text();
}

}  // namespace

bool depends_on_shape(std::string_view name) {
  return name == "swizzled_shared" || name == "shared" || name == "nvmma_shared" || name == "padded_shared" ||
         name == "tensor_memory_encoding";
}

void read_encoding_of(Found& found, std::string_view name, std::string_view attributes,
                      TensorShape const& shape) {
  try {
    if (std::any_of(shape.extents.begin(), shape.extents.end(), [](Int n) { return n < 1; }))
      throw InputError("the tensor has an unknown extent");
    std::string const text = name == "padded_shared"  ? padded_shared(attributes, shape)
                             : name == "nvmma_shared" ? nvmma_shared(attributes_of(attributes), shape)
                             : name == "tensor_memory_encoding"
                                 ? tensor_memory(attributes_of(attributes), shape)
                                 : swizzled_shared(attributes_of(attributes), shape);
    read_dialect(found, text);
    found.note = fmt::format(
        "{} of the tensor {} in line {}",
        name == "tensor_memory_encoding" ? "coordinates -> (lane, column)" : "coordinates -> offset",
        fmt::join(shape.extents, "x"), shape.line);
  } catch (Failure const& error) {
    found.reason = error.message;
  }
}

}  // namespace colex::cli
