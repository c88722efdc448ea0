// SPDX-License-Identifier: MIT
#include "questions/tma.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "operations/value.hpp"
#include "questions/banks.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using Entries = std::vector<Int>;

/// tests/cli/memory_device.py counts them.
constexpr char const* kInterleaved =
    "interleaved: what lands where, and how many bytes a barrier awaits, is not answered: no document says "
    "it, and of 131 such copies an "
    "H100 delivered the bytes of the box in 4";

void has_entries(Entries const& list, std::size_t count, char const* name) {
  if (!list.empty() && list.size() != count)
    throw InputError(fmt::format("{}: {} entries, and there are {} modes", name, list.size(), count));
}

/// The mode that is contiguous comes first, the others as they are.
std::vector<int> order_of(Layout<Int> const& tensor) {
  int first = -1;
  for (int k = 0; k < tensor.leaves.count && first < 0; ++k)
    if (tensor.leaves[k].stride == 1) first = k;
  for (int k = 0; k < tensor.leaves.count && first < 0; ++k)
    if (tensor.leaves[k].shape == 1) first = k;
  if (first < 0)
    throw Failure("contiguous",
                  "contiguous: no mode of the tensor has stride 1, and a tensor map has none for its first");
  std::vector<int> order{first};
  for (int k = 0; k < tensor.leaves.count; ++k)
    if (k != first) order.push_back(k);
  return order;
}

hardware::TensorMap map_of(TmaQuestion const& q, std::vector<int> const& order) {
  hardware::TensorMap m;
  m.element = q.element, m.rank = static_cast<int>(order.size());
  m.address = q.address, m.interleave = q.interleave, m.fills_with_nan = q.fills_with_nan;
  for (hardware::TmaSwizzle const& s : hardware::tma_swizzles)
    if (q.swizzle == s.name) m.swizzle = s;
  m.is_for_sm90 = q.is_for_sm90;
  m.is_im2col = q.pixels > 0;
  m.channels = q.channels, m.pixels = q.pixels;
  for (int k = 0; k < std::min(m.rank, hardware::most_tensor_modes); ++k) {
    auto const from = static_cast<std::size_t>(order[static_cast<std::size_t>(k)]);
    auto const& mode = q.tensor.leaves[order[static_cast<std::size_t>(k)]];
    if (mode.stride > (Int{1} << 56) / q.element.bits || mode.stride < 0)
      throw InputError(fmt::format("a stride of {} elements", mode.stride));
    if (k > 0 && mode.stride * q.element.bits % 8 != 0)
      throw InputError(fmt::format("a stride of {} elements of {} bits is no whole number of bytes",
                                   mode.stride, q.element.bits));
    m.extents[k] = mode.shape, m.strides[k] = k == 0 ? 0 : mode.stride * q.element.bits / 8;
    if (!q.box.empty()) m.box[k] = q.box[from];
    m.steps[k] = q.steps.empty() ? 1 : q.steps[from];
  }
  for (std::size_t k = 0; k < q.lower.size() && k < 3; ++k) m.lower[k] = q.lower[k], m.upper[k] = q.upper[k];
  return m;
}

/// The swizzle on units of `bits` bits, before " o 0 o "; nothing where there is none.
std::string swizzle_on(hardware::TmaSwizzle const& s, int bits) {
  if (s.span == 0) return "";
  int const chunks = std::countr_zero(static_cast<unsigned>(s.span / s.atom));
  int const base = std::countr_zero(static_cast<unsigned>(s.atom * 8 / bits));
  int const row = std::countr_zero(static_cast<unsigned>(128 * 8 / bits));
  if (!s.flips) return fmt::format("Sw<{},{},{}> o 0 o ", chunks, base, row - base);
  Entries columns;
  int const half = std::countr_zero(static_cast<unsigned>(8 * 8 / bits));  // 8 bytes
  for (int k = 0; k < row + 16; ++k) {
    Int column = Int{1} << k;
    if (k >= row && k < row + chunks) column |= Int{1} << (base + k - row);
    if (k == row) column |= Int{1} << half;
    columns.push_back(column);
  }
  return fmt::format("[{}] o 0 o ", fmt::join(columns, ","));
}

void land(Tma& r) {
  auto const& m = r.map;
  int const bits = m.element.bits, modes = m.is_im2col ? 2 : m.rank;
  Int elements = 1;
  for (int k = 0; k < modes; ++k) elements *= m.count(k);
  r.is_interleaved = m.interleave != 0;
  if (r.is_interleaved) return;
  r.bytes = m.bytes();
  r.pattern = m.swizzle.span == 0 ? 128 : std::max(256, m.swizzle.span / m.swizzle.atom * 128);
  bool const padded = r.in_bits = m.element.is_padded();
  int const unit = padded ? 1 : bits;
  Int const row_bytes = padded ? m.inner() : m.inner() * bits / 8;
  Int pitch = std::max<Int>(row_bytes, m.swizzle.span) * 8 / unit;
  r.extent = (elements / m.inner() - 1) * pitch * unit / 8 + row_bytes;
  if (m.swizzle.span > row_bytes) r.extent = elements / m.inner() * pitch * unit / 8;
  std::vector<std::string> shape(static_cast<std::size_t>(modes)), stride(shape);
  for (int k = 0; k < modes; ++k) {
    auto const to = static_cast<std::size_t>(m.is_im2col ? k : r.order[static_cast<std::size_t>(k)]);
    shape[to] = std::to_string(m.count(k)), stride[to] = k == 0 ? "1" : std::to_string(pitch);
    if (k == 0 && padded)
      shape[to] = fmt::format("(16,{})", m.inner() / 16), stride[to] = fmt::format("({},128)", bits);
    if (k > 0) pitch *= m.count(k);
  }
  bool const one = modes == 1;
  r.landing =
      fmt::format("{}{}{}{}:{}{}{}", swizzle_on(m.swizzle, unit), one ? "" : "(", fmt::join(shape, ","),
                  one ? "" : ")", one ? "" : "(", fmt::join(stride, ","), one ? "" : ")");
}

void look_outside(Tma& r, Entries const& at) {
  r.inside.resize(r.order.size());
  for (int k = 0; k < r.map.rank; ++k) {
    auto const mode = static_cast<std::size_t>(r.order[static_cast<std::size_t>(k)]);
    InsideMode in{0, 0, r.map.count(k)};
    Int const step = k == 0 && r.map.interleave == 0 ? 1 : r.map.steps[k];
    while (in.from < in.of && at[mode] + in.from * step < 0) ++in.from;
    in.to = in.from;
    while (in.to < in.of && at[mode] + in.to * step < r.map.extents[k]) ++in.to;
    r.inside[mode] = in;
  }
}

/// tile::gather4 by the PTX manual, 5.5.7.1 and cp.async.bulk.tensor: a tensor of two modes, whose map has boxes of one row.
void check_gather(TmaQuestion const& q, hardware::TensorMap const& m) {
  auto const refuse_gather = [](std::string why) { throw Failure("gather4", "gather4: " + std::move(why)); };
  if (q.is_for_sm90) refuse_gather("sm90 has none; sm100 and sm103 have");
  if (m.rank != 2) refuse_gather(fmt::format("a tensor of {} modes, and not 2", m.rank));
  if (m.box[1] != 1)
    refuse_gather(fmt::format("the box has {} rows, and the map of a gather boxes of 1", m.box[1]));
  if (m.interleave != 0) refuse_gather("the map is interleaved");
  if (m.steps[0] != 1 || m.steps[1] != 1) refuse_gather("element strides that are not 1");
  if (!q.at.empty())
    throw InputError(
        "what lies outside of a gather is not answered: each of its rows has a place of its own");
}

Int inside_elements(Tma const& r) {
  Int all = 1;
  for (InsideMode const& one : r.inside) all *= one.to - one.from;
  return all;
}
Int box_elements(Tma const& r) {
  Int all = 1;
  for (InsideMode const& one : r.inside) all *= one.of;
  return all;
}

}  // namespace

hardware::TmaElement tma_element_named(std::string_view name) {
  std::string_view const type = name == "1"   ? "u8"
                                : name == "2" ? "u16"
                                : name == "4" ? "u32"
                                : name == "8" ? "u64"
                                              : name;
  auto const element = hardware::tma_element(type);
  if (element.bits == 0)
    throw InputError(fmt::format("no element {}; known: {}", printable(name), tma_element_names()));
  return element;
}

bool is_sm90(std::string_view card) {
  std::string const name = card_of(card);
  if (name == "sm90" || name == "sm100" || name == "sm103" || name == "sm120" || name.empty())
    return name == "sm90";
  throw InputError(fmt::format("no TMA on {}; known: sm90 sm100 sm103 sm120", printable(card)));
}

std::string tma_element_names() {
  std::string out;
  for (auto const& e : hardware::tma_elements) out += (out.empty() ? "" : " ") + std::string(e.name);
  return out;
}

Tma tma(TmaQuestion const& q) {
  auto const modes = static_cast<std::size_t>(q.tensor.leaves.count);
  if (q.element.bits == 0) throw InputError("no such element");
  if (q.pixels < 0 || q.address < 0) throw InputError("pixels and address are no negative numbers");
  bool const im2col = q.pixels > 0;
  if (!im2col && q.box.empty()) throw InputError("a box is required");
  if (im2col && !q.box.empty())
    throw InputError("an im2col map has no box: channels and pixels say how many elements");
  has_entries(q.box, modes, "box"), has_entries(q.steps, modes, "element strides"),
      has_entries(q.at, modes, "at");
  if (!im2col && (!q.lower.empty() || !q.upper.empty() || q.channels != 0))
    throw InputError("channels and corners are of an im2col map, which has pixels");
  std::size_t const corners = modes < 3 ? 0 : modes - 2;
  if (im2col && (q.lower.size() != corners || q.upper.size() != corners))
    throw InputError(
        fmt::format("lower and upper: a tensor of {} modes has corners of {} entries", modes, corners));
  if (im2col && q.gathers) throw InputError("a gather of rows has no pixels");
  if (im2col && !q.at.empty()) throw InputError("what lies outside of an im2col box is not answered");
  bool known = false;
  for (hardware::TmaSwizzle const& s : hardware::tma_swizzles) known = known || q.swizzle == s.name;
  if (!known) throw InputError("no swizzle " + printable(q.swizzle));
  for (Int const x : q.at)
    if (x < -(Int{1} << 31) || x >= Int{1} << 31)
      throw InputError(fmt::format("the coordinate {} is no int32", x));
  Tma r;
  r.order = order_of(q.tensor);
  r.map = map_of(q, r.order);
  if (q.gathers) check_gather(q, r.map);
  hardware::each_broken(r.map, [&](hardware::BrokenRule const& one) { r.broken.push_back(one); });
  if (!q.at.empty() && q.interleave == 0) {
    Int const bit = q.at[static_cast<std::size_t>(r.order[0])] * q.element.bits;
    if (bit % 128 != 0) r.broken.push_back({hardware::TensorMapRule::start_alignment, 0, bit, 128});
  }
  if (!r.exists()) return r;
  if (q.gathers) r.map.box[1] = 4;  // the rows, one below the other
  land(r);
  if (!q.at.empty()) look_outside(r, q.at);
  return r;
}

std::string sentence(hardware::BrokenRule const& b, Tma const& r) {
  Int const mode = b.mode >= 0 && b.mode < static_cast<int>(r.order.size())
                       ? r.order[static_cast<std::size_t>(b.mode)]
                       : b.mode;
  auto const text = hardware::text_of(b.rule);
  return fmt::format("{}: {}", text.name, fmt::format(fmt::runtime(text.says), b.found, b.limit, mode));
}

std::string to_text(Tma const& r) {
  std::string out;
  if (!r.exists()) {
    out = "no\n";
    for (auto const& b : r.broken) out += sentence(b, r) + "\n";
    return out;
  }
  if (r.is_interleaved) return fmt::format("yes, a tensor map exists\n{}\n", kInterleaved);
  out = r.landing + "\n";
  out +=
      fmt::format("box coordinate -> {} of shared memory, from a multiple of {} bytes on; {} bytes of it\n",
                  r.in_bits ? "bit" : "element", r.pattern, r.extent);
  out += fmt::format("a barrier awaits {} bytes\n", r.bytes);
  if (r.inside.empty()) return out;
  Int const inside = inside_elements(r), all = box_elements(r);
  if (inside == all) return out + "all elements lie inside the tensor\n";
  out += fmt::format("{} of {} elements lie inside, the others are filled and count as bytes:", inside, all);
  for (std::size_t k = 0; k < r.inside.size(); ++k)
    out += fmt::format("{} mode {} from {} to {} of {}", k == 0 ? "" : ",", k, r.inside[k].from,
                       r.inside[k].to, r.inside[k].of);
  return out + "\n";
}

Json to_json(Tma const& r) {
  Json out{{"exists", r.exists()}, {"order", r.order}};
  if (!r.exists()) {
    out["broken"] = Json::array();
    for (auto const& b : r.broken) {
      Json one{{"rule", hardware::text_of(b.rule).name}, {"found", b.found}, {"why", sentence(b, r)}};
      if (b.mode >= 0) one["mode"] = r.order[static_cast<std::size_t>(b.mode)];
      out["broken"].push_back(one);
    }
    return out;
  }
  if (r.is_interleaved) {
    out["interleaved"] = kInterleaved;
    return out;
  }
  out["landing"] = r.landing, out["unit"] = r.in_bits ? "bit" : "element";
  out["alignment"] = r.pattern, out["extent"] = r.extent;
  out["bytes"] = r.bytes;
  if (r.inside.empty()) return out;
  out["inside"] = Json::array();
  for (auto const& one : r.inside)
    out["inside"].push_back({{"from", one.from}, {"to", one.to}, {"of", one.of}});
  out["inside_elements"] = inside_elements(r), out["box_elements"] = box_elements(r);
  return out;
}

}  // namespace colex::cli
