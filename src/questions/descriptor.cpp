// SPDX-License-Identifier: MIT
#include "questions/descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "maps/by_value.hpp"
#include "maps/index_map.hpp"
#include "questions/banks.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using hardware::MatrixDescriptor, hardware::OperandMajor, hardware::OperandSwizzle, hardware::OperandTile;

/// The offsets of an operand, lines fastest.
struct Operand {
  OperandTile tile{};
  std::vector<Int> offsets{};
};

Operand operand_of(OperandQuestion const& q) {
  Int modes = 0, lines = 0, depth = 0;
  auto const take = [&](IntTuple<Int> const& shape) {
    modes = rank(shape);
    if (modes == 2) lines = size(entry(shape, 0)), depth = size(entry(shape, 1));
  };
  if (auto const* const map = std::get_if<Mapped>(&q.operand)) {
    take((*map)->shape);
  } else if (fits(Kind::swizzled, q.operand)) {
    take(shape(as_any(q.operand).inner));
  } else {
    throw InputError(fmt::format("operand: expected layout, not {}", what_is(q.operand)));
  }
  if (modes != 2) throw InputError(fmt::format("operand: {} modes; mode 0 is M or N, mode 1 is K", modes));
  if (lines > kMaxOperandElements / depth)
    throw InputError(fmt::format("operand: more than {} elements", kMaxOperandElements));
  Operand r{{lines, depth, q.bits}, offsets_of(q.operand).values};
  for (Int const offset : r.offsets)
    if (offset < 0 || offset >= Int{1} << 40)
      throw InputError(fmt::format("operand: the offset {} is not from 0 to below 2^40", offset));
  return r;
}

char const* name_of(OperandMajor major) { return major == OperandMajor::k ? "K-major" : "M- or N-major"; }

std::string swizzle_name(OperandSwizzle const& s) {
  if (s.span == 16) return "no swizzle";
  return fmt::format("swizzle of {} bytes{}", s.span,
                     s.atom == 16 ? "" : fmt::format(" in atoms of {}", s.atom));
}

/// "Sw<3,3,3> o 0 o ", on elements of so many bits.
std::string outer_text(OperandSwizzle const& s, int bits, Int offset) {
  if (s.chunks() == 1) return offset == 0 ? "" : fmt::format("Sw<0,4,3> o {} o ", offset);
  int const base = std::countr_zero(static_cast<unsigned>(s.atom * 8 / bits));
  return fmt::format("Sw<{},{},{}> o {} o ", std::countr_zero(static_cast<unsigned>(s.chunks())), base,
                     std::countr_zero(static_cast<unsigned>(128 * 8 / bits)) - base, offset);
}

/// The layout of one step as the tensor core reads it, in elements.
std::string layout_text(MatrixDescriptor const& d, OperandMajor major, int bits, Int lines, Int depth) {
  Int const T = 128 / bits, stride = d.stride * 8 / bits, leading = d.leading * 8 / bits,
            span = d.swizzle.span * 8 / bits;
  bool const plain = d.swizzle.span == 16;
  Int const group = d.swizzle.atom == 32 ? 4 : 8;
  std::string const outer = outer_text(d.swizzle, bits, d.start * 8 / bits);
  if (major == OperandMajor::k) {
    std::string const rows = fmt::format("(8,{}):({},{})", lines / 8, span, stride);
    return fmt::format("{}((8,{}),({},{})):(({},{}),(1,{}))", outer, lines / 8, T, depth / T, span, stride,
                       plain ? leading : T);
  }
  if (plain)
    return fmt::format("{}(({},{}),(8,{})):((1,{}),({},{}))", outer, T, lines / T, depth / 8, stride, T,
                       leading);
  return fmt::format("{}(({},{}),({},{})):((1,{}),({},{}))", outer, span, (lines + span - 1) / span, group,
                     depth / group, leading, span, stride);
}

/// Why the kind of candidate is none, in words.
std::string why_not(OperandCandidate const& c, OperandTile const& tile) {
  auto const& f = c.fit;
  std::string_view const condition = f.condition;
  if (condition == "canonical")
    return fmt::format(
        "element ({},{}) is at byte {}, and with these offsets the tensor core reads it at byte {}", f.line,
        f.k, f.found_bit / 8, f.wanted_bit / 8);
  if (condition == "shape")
    return fmt::format("{} x {} elements are no whole steps: lines in eights, K in {}", tile.lines,
                       tile.depth, tile.step_depth());
  if (condition == "offset")
    return fmt::format("the offsets {} and {} bytes are no multiples of 16 from 0 to below 2^18",
                       f.descriptor.leading, f.descriptor.stride);
  return fmt::format("{}: no such operand of {} bits", condition, tile.bits);
}

Json fields_json(MatrixDescriptor const& d) {
  return {{"start", d.start},
          {"leading", d.leading},
          {"stride", d.stride},
          {"base_offset", d.base},
          {"swizzle", d.swizzle.name}};
}

}  // namespace

hardware::DescriptorFormat format_of(std::string_view card) {
  std::string const name = card_of(card);
  if (name == "sm90") return hardware::DescriptorFormat::wgmma;
  if (name == "sm100" || name == "sm103") return hardware::DescriptorFormat::tcgen05;
  throw InputError(fmt::format("no matrix descriptors of {}; known: sm90 (wgmma), sm100 and sm103 (tcgen05)",
                               printable(card)));
}

OperandAnswer descriptor_of(OperandQuestion const& q) {
  Operand const operand = operand_of(q);
  OperandAnswer r;
  r.tile = operand.tile, r.address = q.address, r.element_bits = q.bits;
  auto const& tile = operand.tile;
  if (q.bits != 4 && q.bits != 8 && q.bits != 16 && q.bits != 32)
    throw InputError(fmt::format("elements of {} bits; those of 6 lie in bytes", q.bits));
  if (tile.lines % 8 != 0 || tile.depth % tile.step_depth() != 0)
    throw Failure(
        "shape",
        fmt::format(
            "shape: {} x {} elements of {} bits; the tensor core takes lines in eights and K in steps of {}",
            tile.lines, tile.depth, tile.bits, tile.step_depth()),
        {{"lines", tile.lines}, {"depth", tile.depth}, {"step", tile.step_depth()}});
  if (q.address < 0 || q.address >= hardware::descriptor_bytes || q.address % 16 != 0)
    throw InputError(fmt::format("the address {} is no multiple of 16 below 2^18", q.address));
  auto const bit_at = [&](Int line, Int k) {
    return operand.offsets[static_cast<std::size_t>(line + tile.lines * k)] * tile.bits;
  };
  for (auto it = std::rbegin(hardware::operand_swizzles); it != std::rend(hardware::operand_swizzles); ++it)
    for (OperandMajor const major : {OperandMajor::k, OperandMajor::line}) {
      if (hardware::unsupported(tile.bits, q.format, major, *it) != nullptr) continue;
      OperandCandidate const one{major, *it, hardware::fit_operand(bit_at, tile, q.format, major, *it)};
      if (one.fit.fits && !r.best) r.best = one;
      r.nearest.push_back(one);
    }
  if (r.best) {
    r.nearest.clear();
    MatrixDescriptor& d = r.best->fit.descriptor;
    d.start += q.address;
    if (d.swizzle.span > 16 && q.address % 128 != 0)
      throw InputError(
          fmt::format("the address {}: a swizzle's pattern begins at a multiple of 128 bytes", q.address));
    if (d.start >= hardware::descriptor_bytes) throw InputError("the operand begins beyond 2^18 bytes");
    d.base = q.address % d.swizzle.period() == 0 ? 0 : static_cast<int>(q.address >> 7 & 7);
    r.bits = hardware::encode(d);
    return r;
  }
  std::stable_sort(r.nearest.begin(), r.nearest.end(),
                   [](auto const& x, auto const& y) { return x.fit.agreeing > y.fit.agreeing; });
  if (r.nearest.size() > 3) r.nearest.resize(3);
  return r;
}

std::string canonical_layout(OperandTile const& tile, OperandMajor major, OperandSwizzle const& swizzle) {
  MatrixDescriptor d;
  d.swizzle = swizzle;
  Int const bytes = tile.depth * tile.bits / 8, line_bytes = tile.lines * tile.bits / 8;
  Int const group = swizzle.atom == 32 ? 4 : 8, atom = group * swizzle.span;  // bytes
  if (major == OperandMajor::k) {
    d.stride = atom, d.leading = swizzle.span == 16 ? tile.lines / 8 * atom : 16;
    if (swizzle.span != 16 && bytes > swizzle.span) {  // atoms side by side along K
      Int const span = swizzle.span * 8 / tile.bits;
      return fmt::format("{}((8,{}),({},{})):(({},{}),(1,{}))", outer_text(swizzle, tile.bits, 0),
                         tile.lines / 8, span, tile.depth / span, span, 8 * span, tile.lines * span);
    }
  } else {
    (swizzle.span == 16 ? d.stride : d.leading) = atom;
    (swizzle.span == 16 ? d.leading : d.stride) = std::max<Int>(1, line_bytes / swizzle.span) * atom;
  }
  return layout_text(d, major, tile.bits, tile.lines, tile.depth);
}

DescriptorMeaning meaning_of(std::uint64_t bits, hardware::DescriptorFormat format, OperandMajor major,
                             int element_bits, Int lines) {
  auto const decoded = hardware::decode(bits, format);
  auto const& fault = decoded.fault;
  if (fault.condition != nullptr)
    throw Failure(
        fault.condition,
        std::string_view(fault.condition) == "reserved_bits"
            ? fmt::format("reserved_bits: bits {} to {} are {:#x}, not {:#x}", fault.first, fault.last,
                          fault.found, fault.wanted)
            : fmt::format("{}: bits {} to {} are {}", fault.condition, fault.first, fault.last, fault.found),
        {{"first", fault.first}, {"last", fault.last}, {"found", static_cast<Int>(fault.found)}});
  if (auto const* const why = hardware::unsupported(element_bits, format, major, decoded.fields.swizzle))
    throw Failure(why, fmt::format("{}: no {} operand of {} bits with {}", why, name_of(major), element_bits,
                                   swizzle_name(decoded.fields.swizzle)));
  Int const T = 128 / element_bits,
            whole = major == OperandMajor::k ? 8 : decoded.fields.swizzle.span / 16 * T;
  if (lines < 8 || lines > 256 || lines % 8 != 0 || (lines % whole != 0 && lines > whole))
    throw InputError(fmt::format("{} lines; an operand has 8 to 256, in eights{}", lines,
                                 whole > 8 ? fmt::format(", here a multiple of {}", whole) : ""));
  if (decoded.fields.base != 0)
    throw Failure(
        "base_offset",
        fmt::format(
            "base_offset: {}: the rows of the swizzle are counted from another one, which no layout says",
            decoded.fields.base));
  Int const inner = std::min(lines, whole);
  std::string layout =
      layout_text(decoded.fields, major, element_bits, lines, 8 * hardware::step_bytes / element_bits);
  if (major == OperandMajor::line && inner < whole && decoded.fields.swizzle.span != 16)
    throw InputError(fmt::format("{} lines are a part of the swizzle's span of {}", lines, whole));
  return {decoded.fields, layout};
}

std::string why_not_canonical(OperandAnswer const& r, std::size_t nearest) {
  OperandCandidate const& c = r.nearest[nearest];
  return fmt::format("{}, {}: {}", name_of(c.major), swizzle_name(c.swizzle), why_not(c, r.tile));
}

std::string to_text(OperandAnswer const& r) {
  std::string out;
  if (!r.best) {
    out = "no: of no canonical layout\n";
    for (std::size_t k = 0; k < r.nearest.size(); ++k)
      out += fmt::format("{}\n    such as {}\n", why_not_canonical(r, k),
                         canonical_layout(r.tile, r.nearest[k].major, r.nearest[k].swizzle));
    return out;
  }
  auto const& f = r.best->fit;
  auto const& d = f.descriptor;
  out = fmt::format("{}, {}\n", name_of(r.best->major), swizzle_name(r.best->swizzle));
  auto const offset = [](char const* name, Int bytes, bool is_free) {
    return fmt::format("{} offset {} bytes, encoded {}{}\n", name, bytes, bytes >> 4,
                       is_free ? ": nothing lies there" : "");
  };
  bool const ignored = r.best->major == OperandMajor::k && r.best->swizzle.span != 16;
  out += ignored ? "leading offset not read, encoded 1\n" : offset("leading", d.leading, f.leading_is_free);
  out += offset("stride", d.stride, f.stride_is_free);
  out += fmt::format("base offset {}\n", d.base);
  if (f.steps > 1)
    out += f.step != 0 ? fmt::format("{} steps along K, each {} bytes on: add {} to the descriptor\n",
                                     f.steps, f.step, f.step >> 4)
                       : fmt::format("{} steps along K, not the same number of bytes apart\n", f.steps);
  return out + fmt::format("descriptor {:#018x} at address {}\n", r.bits, r.address);
}

Json to_json(OperandAnswer const& r) {
  Json out{{"canonical", r.best.has_value()}};
  if (!r.best) {
    out["nearest"] = Json::array();
    for (auto const& c : r.nearest) {
      Json one{{"major", c.major == OperandMajor::k ? "k" : "line"},
               {"swizzle", c.swizzle.name},
               {"why", why_not(c, r.tile)},
               {"layout", canonical_layout(r.tile, c.major, c.swizzle)}};
      if (std::string_view(c.fit.condition) == "canonical")
        one["at"] = {c.fit.line, c.fit.k}, one["byte"] = c.fit.found_bit / 8,
        one["wanted"] = c.fit.wanted_bit / 8;
      out["nearest"].push_back(one);
    }
    return out;
  }
  auto const& f = r.best->fit;
  out.update(fields_json(f.descriptor));
  out["major"] = r.best->major == OperandMajor::k ? "k" : "line";
  out["steps"] = f.steps, out["step"] = f.step;
  out["descriptor"] = fmt::format("{:#018x}", r.bits);
  return out;
}

std::string to_text(DescriptorMeaning const& m) {
  auto const& d = m.fields;
  return fmt::format("{}\nstart {}, leading offset {}, stride offset {} bytes; {}\n", m.layout, d.start,
                     d.leading, d.stride, swizzle_name(d.swizzle));
}

Json to_json(DescriptorMeaning const& m) {
  Json out = fields_json(m.fields);
  out["layout"] = m.layout;
  return out;
}

}  // namespace colex::cli
