// SPDX-License-Identifier: MIT
// How other compilers distribute a tile among threads: XeGPU's and IREE's attributes, Composable Kernel's
// tile_distribution_encoding; and the strides of a memref. Each becomes ((lanes, warps), values) -> element of the tile, as
// Triton's encodings do. Source: MLIR's XeGPUAttrs.td and Builtin memref, IREE's VectorExtAttrs.td, Composable Kernel's
// tile_distribution_encoding.hpp.
#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using Row = std::vector<Int>;

Row row_or(Attributes const& all, char const* name, std::size_t dims, Int otherwise) {
  return all.count(name) != 0 ? one_row(all, name, dims) : Row(dims, otherwise);
}
void at_least_one(Row const& row, char const* name) {
  for (Int const n : row)
    if (n < 1 || n > 1 << 16) throw InputError(fmt::format("{} has an extent below 1 or beyond 2^16", name));
}

/// #xegpu.layout<sg_layout = .., sg_data = .., inst_data = .., lane_layout = [1, 16], lane_data = [1, 1], order = [1, 0]>
EncodedTile xegpu(Attributes const& all) {
  know_all(all, {"sg_layout", "sg_data", "inst_data", "lane_layout", "lane_data", "order"});
  if (all.count("lane_layout") == 0)
    throw InputError("lane_layout is missing: which lane holds what is not said");
  Row const lanes = one_row(all, "lane_layout", 0);
  std::size_t const dims = lanes.size();
  Row const each = row_or(all, "lane_data", dims, 1), warps = row_or(all, "sg_layout", dims, 1);
  at_least_one(lanes, "lane_layout"), at_least_one(each, "lane_data"), at_least_one(warps, "sg_layout");
  Row order = row_or(all, "order", dims, 0);
  if (all.count("order") == 0)
    for (std::size_t d = 0; d < dims; ++d) order[d] = static_cast<Int>(dims - 1 - d);
  Row sorted = order;
  std::sort(sorted.begin(), sorted.end());
  EncodedTile r;
  r.dims = dims;
  Row unit(dims), part(dims);
  for (std::size_t d = 0; d < dims; ++d) {
    if (sorted[d] != static_cast<Int>(d)) throw InputError("order is no permutation of the dimensions");
    unit[d] = lanes[d] * each[d];
  }
  Row const inst = all.count("inst_data") != 0 ? one_row(all, "inst_data", dims) : unit;
  part = all.count("sg_data") != 0 ? one_row(all, "sg_data", dims) : inst;
  at_least_one(inst, "inst_data"), at_least_one(part, "sg_data");
  for (std::size_t d = 0; d < dims; ++d)
    if (inst[d] % unit[d] != 0 || part[d] % inst[d] != 0)
      throw InputError("lane_layout times lane_data does not divide inst_data, or that sg_data");
  for (Int const o : order) {
    auto const d = static_cast<std::size_t>(o);
    r.lanes.push_back({lanes[d], d, each[d]});
    r.warps.push_back({warps[d], d, part[d]});
  }
  auto const values = [&](auto extent, auto step) {  // the last dimension fastest
    for (std::size_t d = dims; d-- > 0;) r.values.push_back({extent(d), d, step(d)});
  };
  values([&](std::size_t d) { return each[d]; }, [](std::size_t) { return Int{1}; });
  values([&](std::size_t d) { return inst[d] / unit[d]; }, [&](std::size_t d) { return unit[d]; });
  values([&](std::size_t d) { return part[d] / inst[d]; }, [&](std::size_t d) { return inst[d]; });
  return r;
}

/// #iree_vector_ext.nested_layout<subgroup_tile = .., batch_tile = .., outer_tile = .., thread_tile = .., element_tile = ..,
/// subgroup_strides = .., thread_strides = ..>
EncodedTile nested_layout(Attributes const& all) {
  know_all(all, {"subgroup_tile", "batch_tile", "outer_tile", "thread_tile", "element_tile",
                 "subgroup_strides", "thread_strides"});
  Row const threads = one_row(all, "thread_tile", 0);
  std::size_t const dims = threads.size();
  Row const warps = one_row(all, "subgroup_tile", dims), batch = one_row(all, "batch_tile", dims),
            outer = one_row(all, "outer_tile", dims), element = one_row(all, "element_tile", dims),
            warp_strides = one_row(all, "subgroup_strides", dims),
            strides = one_row(all, "thread_strides", dims);
  for (Row const* row : {&threads, &warps, &batch, &outer, &element}) at_least_one(*row, "a tile");
  EncodedTile r;
  r.dims = dims;
  Row step_thread(dims), step_outer(dims), step_batch(dims), step_warp(dims);
  for (std::size_t d = 0; d < dims; ++d) {
    step_thread[d] = element[d], step_outer[d] = step_thread[d] * threads[d];
    step_batch[d] = step_outer[d] * outer[d], step_warp[d] = step_batch[d] * batch[d];
  }
  // Of an index the coordinate in dimension d is index / stride % extent; what lies between strides repeats.
  auto const spread = [&](Row const& tile, Row const& by, Row const& step, std::vector<Steps>& out,
                          char const* name) {
    std::vector<std::size_t> used;
    for (std::size_t d = 0; d < dims; ++d)
      if (tile[d] > 1) used.push_back(d);
    std::sort(used.begin(), used.end(), [&](std::size_t a, std::size_t b) { return by[a] < by[b]; });
    Int reach = 1;
    for (std::size_t const d : used) {
      if (by[d] < reach || by[d] % reach != 0) throw InputError(fmt::format("{} do not count", name));
      out.push_back({by[d] / reach, 0, 0});
      out.push_back({tile[d], d, step[d]});
      reach = by[d] * tile[d];
    }
  };
  spread(threads, strides, step_thread, r.lanes, "thread_strides");
  spread(warps, warp_strides, step_warp, r.warps, "subgroup_strides");
  for (auto const& [tile, step] :
       {std::pair{&element, Row(dims, 1)}, std::pair{&outer, step_outer}, std::pair{&batch, step_batch}})
    for (std::size_t d = dims; d-- > 0;) r.values.push_back({(*tile)[d], d, step[d]});
  return r;
}

/// The parts of NAME<...>; throws where it is not of that name.
std::vector<std::string> inside_of(std::string const& text, char const* name) {
  std::size_t const open = text.find('<');
  std::string word = text.substr(0, std::min(open, text.size()));
  while (!word.empty() && is_blank(word.back())) word.pop_back();
  if (open == text.npos || text.back() != '>' || !word.ends_with(name))
    throw InputError(fmt::format("expected {}<...>, not {}", name, printable(text)));
  auto all = parts(std::string_view(text).substr(open + 1, text.size() - open - 2));
  if (all.size() == 1 && all[0].empty()) all.clear();
  return all;
}
Row sequence(std::string const& text) {
  Row r;
  for (std::string const& n : inside_of(text, "sequence")) {
    if (n.empty() || n.size() > 6 || !std::all_of(n.begin(), n.end(), is_digit))
      throw InputError(fmt::format("{} is no number", printable(n)));
    r.push_back(std::stoll(n));
  }
  return r;
}
std::vector<Row> sequences(std::string const& text) {
  std::vector<Row> r;
  for (std::string const& one : inside_of(text, "tuple")) r.push_back(sequence(one));
  return r;
}

/// tile_distribution_encoding<R lengths, H lengths of each X, P to RH major, P to RH minor, Y to RH major, Y to RH minor>
EncodedTile composable_kernel(std::string_view inside) {
  auto const all = parts(inside);
  if (all.size() != 6) throw InputError("expected six arguments");
  std::vector<Row> lengths = sequences(all[1]);
  EncodedTile r;
  r.dims = lengths.size();
  if (r.dims == 0 || r.dims > kMaxDims) throw InputError("it has no dimension, or more than 8");
  lengths.insert(lengths.begin(), sequence(all[0]));
  for (Row const& row : lengths) at_least_one(row, "a length");
  std::vector<Row> const major = sequences(all[2]), minor = sequences(all[3]);
  Row const y_major = sequence(all[4]), y_minor = sequence(all[5]);
  if (major.size() != minor.size() || major.empty() || major.size() > 2 || y_major.size() != y_minor.size())
    throw InputError("majors and minors differ in number, or there are neither lanes nor warps");
  auto const step = [&](Int at_major, Int at_minor) {
    if (at_major < 0 || at_major >= static_cast<Int>(lengths.size()))
      throw InputError("a major index that no dimension has");
    Row const& row = lengths[static_cast<std::size_t>(at_major)];
    if (at_minor < 0 || at_minor >= static_cast<Int>(row.size()))
      throw InputError("a minor index beyond its lengths");
    Steps s{row[static_cast<std::size_t>(at_minor)],
            at_major == 0 ? 0 : static_cast<std::size_t>(at_major - 1), at_major == 0 ? 0 : 1};
    for (auto k = static_cast<std::size_t>(at_minor) + 1; k < row.size(); ++k) s.step *= row[k];
    return s;
  };
  auto const merged = [&](Row const& majors, Row const& minors,
                          std::vector<Steps>& out) {  // the last one fastest
    if (majors.size() != minors.size()) throw InputError("majors and minors differ in number");
    for (std::size_t k = majors.size(); k-- > 0;) out.push_back(step(majors[k], minors[k]));
  };
  merged(major.back(), minor.back(), r.lanes);
  if (major.size() == 2) merged(major[0], minor[0], r.warps);
  merged(y_major, y_minor, r.values);
  return r;
}

/// memref<4x8xf16, strided<[8, 1], offset: 3>>
void memref(Found& found, std::string_view inside) {
  std::size_t const strided = inside.find("strided<[");
  if (strided == inside.npos) throw InputError("no strides");
  std::string shape, stride;
  std::size_t k = 0;
  while (k < inside.size() && (is_digit(inside[k]) || inside[k] == '?')) {
    std::size_t const x = inside.find('x', k);
    if (x == inside.npos) break;
    shape += (shape.empty() ? "" : ",") + std::string(inside.substr(k, x - k));
    k = x + 1;
  }
  std::size_t const close = inside.find(']', strided);
  if (close == inside.npos || shape.empty()) throw InputError("a memref of no dimension");
  for (char const c : inside.substr(strided + 9, close - strided - 9))
    if (!is_blank(c)) stride += c;
  read_dialect(found, fmt::format("({}):({})", shape, stride));
  std::size_t const offset = inside.find("offset:", close);
  std::string_view const at =
      offset == inside.npos ? "" : inside.substr(offset + 7, inside.find('>', offset) - offset - 7);
  if (!at.empty() && found.reason.empty())
    found.note += fmt::format("{}from offset{}", found.note.empty() ? "" : "; ", printable(at));
}

}  // namespace

bool starts_distribution(std::string_view text, std::size_t at) {
  for (std::string_view const name :
       {"#xegpu.layout<", "#iree_vector_ext.nested_layout<", "tile_distribution_encoding<", "memref<"})
    if (text.substr(at).starts_with(name)) {
      if (name != "memref<") return true;
      std::string_view const line =
          text.substr(at, std::min<std::size_t>(text.find_first_of("\n(", at) - at, 200));
      return line.find("strided<[") != line.npos;
    }
  return false;
}

std::size_t read_distribution(Found& found, std::string_view text, std::size_t at) {
  std::size_t const open = text.find('<', at), close = closing_within(text, open);
  if (close == text.npos) {
    found.source = text.substr(at, open - at);
    found.reason = "its brackets do not close, or hold more than is read";
    return at + 1;
  }
  std::string_view const inside = text.substr(open + 1, close - open - 1), name = text.substr(at, open - at);
  found.source = text.substr(at, close + 1 - at);
  try {
    if (name == "memref") {
      memref(found, inside);
    } else if (name.starts_with("tile_")) {
      read_tile(found, composable_kernel(inside));
    } else {
      Attributes const all = attributes_of("{" + std::string(inside) + "}");
      read_tile(found, name.starts_with("#xegpu") ? xegpu(all) : nested_layout(all));
    }
  } catch (InputError const& error) {
    found.reason = error.message;
  }
  return close + 1;
}

}  // namespace colex::cli
