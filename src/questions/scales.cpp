// SPDX-License-Identifier: MIT
#include "questions/scales.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

constexpr std::int64_t kMaxScaled = std::int64_t{1} << 28;

struct ScaleFormat {
  char const *name, *type;
  int row_block, k_block;
  bool has_atoms;
};
constexpr ScaleFormat kScaleFormats[] = {
    {"mxfp8", "e8m0", 1, 32, true},      {"mxfp6", "e8m0", 1, 32, true},
    {"mxfp4", "e8m0", 1, 32, true},      {"nvfp4", "e4m3", 1, 16, true},
    {"fp8_1x128", "f32", 1, 128, false}, {"fp8_128x128", "f32", 128, 128, false}};

Layout<std::int64_t> scale_mode(std::int64_t extent, std::int64_t stride) {
  return leaf(Mode<std::int64_t>{extent, stride});
}

std::int64_t rounded_up(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

}  // namespace

std::string scale_format_names() {
  std::string all;
  for (ScaleFormat const& one : kScaleFormats) all += (all.empty() ? "" : " ") + std::string(one.name);
  return all;
}

ScaleLayout scale_layout(std::string const& format, std::int64_t rows, std::int64_t k, bool plain) {
  ScaleFormat const* f = nullptr;
  for (ScaleFormat const& one : kScaleFormats)
    if (format == one.name) f = &one;
  if (f == nullptr)
    throw InputError(fmt::format("scales: no format {}; known: {}", printable(format), scale_format_names()));
  if (rows < 1 || k < 1 || rows > kMaxScaled || k > kMaxScaled)
    throw InputError("scales: rows and k are 1 to 2^28");
  ScaleLayout r;
  r.type = f->type, r.row_block = f->row_block, r.k_block = f->k_block;
  if (plain || !f->has_atoms) {
    r.rows = rows, r.k = k;
    if (rows % r.row_block != 0 || k % r.k_block != 0)
      throw Failure("block_divides",
                    fmt::format("block_divides: {} x {} elements are no whole blocks of {} x {}", rows, k,
                                r.row_block, r.k_block));
    std::int64_t const across = k / r.k_block;
    auto const down = r.row_block == 1
                          ? scale_mode(rows, across)
                          : join(scale_mode(r.row_block, 0), scale_mode(rows / r.row_block, across));
    r.layout = join(down, join(scale_mode(r.k_block, 0), scale_mode(across, 1)));
    r.scales = rows / r.row_block * across;
    return r;
  }
  // An atom of 128 rows has 4 scales of each: 4 bytes of row r stand at 16 (r % 32) + 4 (r / 32). Atoms follow along K first.
  constexpr int kRows = 128, kScales = 4;
  r.rows = rounded_up(rows, kRows), r.k = rounded_up(k, std::int64_t{kScales} * r.k_block);
  std::int64_t const down = r.rows / kRows, across = r.k / (kScales * r.k_block), atom = kRows * kScales;
  auto lines = join(scale_mode(32, 16), scale_mode(4, 4)),
       along = join(scale_mode(r.k_block, 0), scale_mode(4, 1));
  if (down > 1) lines = join(entry(lines, 0), entry(lines, 1), scale_mode(down, atom * across));
  if (across > 1) along = join(entry(along, 0), entry(along, 1), scale_mode(across, atom));
  r.layout = join(lines, along);
  r.scales = atom * down * across;
  return r;
}

std::string to_text(ScaleLayout const& s) {
  return fmt::format(
      "{}\n(row, k) -> scale of type {}, one for {} x {} elements; {} x {} elements have {} scales\n",
      to_text(s.layout), s.type, s.row_block, s.k_block, s.rows, s.k, s.scales);
}

Json to_json(ScaleLayout const& s) {
  return {{"layout", to_text(s.layout)}, {"type", s.type},           {"rows", s.rows},      {"k", s.k},
          {"scales", s.scales},          {"row_block", s.row_block}, {"k_block", s.k_block}};
}

}  // namespace colex::cli
