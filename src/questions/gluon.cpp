// SPDX-License-Identifier: MIT
// Gluon's constructors of layouts, which are Triton's encodings under other names: gl.BlockedLayout([1, 8], [4, 8], [4, 1],
// [1, 0]) is #ttg.blocked<{sizePerThread = [1, 8], ...}>.
#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

/// A parameter, and the attribute that it is.
struct GluonParameter {
  char const* name;
  char const* attribute;
};
struct GluonLayout {
  char const* name;
  char const* encoding;
  std::vector<GluonParameter> parameters;
};
#define COLEX_BLOCKS_OF_GLUON \
  {"ctas_per_cga", "CTAsPerCGA"}, {"cta_split_num", "CTASplitNum"}, { "cta_order", "CTAOrder" }

std::vector<GluonLayout> const& gluon_layouts() {
  static std::vector<GluonLayout> const all{
      {"BlockedLayout",
       "blocked",
       {{"size_per_thread", "sizePerThread"},
        {"threads_per_warp", "threadsPerWarp"},
        {"warps_per_cta", "warpsPerCTA"},
        {"order", "order"},
        COLEX_BLOCKS_OF_GLUON}},
      {"DistributedLinearLayout",
       "linear",
       {{"reg_bases", "register"},
        {"lane_bases", "lane"},
        {"warp_bases", "warp"},
        {"block_bases", "block"},
        {"shape", ""}}},
      {"SharedLinearLayout",
       "shared_linear",
       {{"offset_bases", "offset"}, {"block_bases", "block"}, {"alignment", ""}}},
      {"NVMMADistributedLayout",
       "nvidia_mma",
       {{"version", "version"},
        {"warps_per_cta", "warpsPerCTA"},
        {"instr_shape", "instrShape"},
        COLEX_BLOCKS_OF_GLUON}},
      {"AMDMFMALayout",
       "amd_mfma",
       {{"version", "version"},
        {"instr_shape", "instrShape"},
        {"transposed", "isTransposed"},
        {"warps_per_cta", "warpsPerCTA"},
        {"element_bitwidth", "elementBitWidth"},
        {"tiles_per_warp", "tilesPerWarp"}}},
      {"AMDWMMALayout",
       "amd_wmma",
       {{"version", "version"},
        {"transposed", "isTransposed"},
        {"warps_per_cta", "warpsPerCTA"},
        {"instr_shape", "instrShape"}}},
      {"SliceLayout", "slice", {{"dim", "dim"}, {"parent", "parent"}}},
      {"SwizzledSharedLayout",
       "swizzled_shared",
       {{"vec", "vec"},
        {"per_phase", "perPhase"},
        {"max_phase", "maxPhase"},
        {"order", "order"},
        COLEX_BLOCKS_OF_GLUON}},
      {"NVMMASharedLayout",
       "nvmma_shared",
       {{"swizzle_byte_width", "swizzlingByteWidth"},
        {"element_bitwidth", "elementBitWidth"},
        {"rank", "rank"},
        {"transposed", "transposed"},
        {"fp4_padded", "fp4Padded"},
        COLEX_BLOCKS_OF_GLUON}},
      {"PaddedSharedLayout.with_identity_for",
       "padded_shared",
       {{"interval_padding_pairs", ""}, {"shape", "shape"}, {"order", "order"}}},
  };
  return all;
}

GluonLayout const* layout_at(std::string_view text, std::size_t at) {
  for (GluonLayout const& one : gluon_layouts()) {
    std::string_view const name = one.name;
    if (text.substr(at).starts_with(name) && text.substr(at + name.size(), 1) == "(") return &one;
  }
  return nullptr;
}

/// Python's words for true, false and tuples.
std::string value_of_gluon(std::string text, Definitions const& names) {
  bool const name = !text.empty() && !is_digit(text[0]) &&
                    std::all_of(text.begin(), text.end(), [](char c) { return is_name(c) || c == '.'; });
  if (name && text != "True" && text != "False") {
    std::string_view known = names.of(text);
    while (!known.empty() && is_blank(known.front())) known.remove_prefix(1);
    while (!known.empty() && is_blank(known.back())) known.remove_suffix(1);
    if (known.empty()) throw InputError(fmt::format("{} has no value here", printable(text)));
    text = known;
  }
  if (text == "True" || text == "False") return text == "True" ? "true" : "false";
  return text;
}

/// The encoding's attributes. A parent is an encoding of its own.
Encoding encoding_of(std::string_view text, std::size_t at, std::size_t& end, Definitions const& names,
                     int depth = 0) {
  if (depth > 8) throw InputError("layouts nested beyond 8");
  GluonLayout const* const layout = layout_at(text, at);
  if (layout == nullptr)
    throw InputError(fmt::format("{} is no layout that is known", printable(text.substr(at, 40))));
  std::size_t const open = text.find('(', at), close = closing_within(text, open);
  if (close == text.npos) throw InputError("the call does not end");
  end = close + 1;
  std::string attributes;
  std::size_t place = 0;
  for (std::string const& part : parts(text.substr(open + 1, close - open - 1))) {
    if (part.empty()) continue;
    std::size_t name = 0;
    while (name < part.size() && is_name(part[name])) ++name;
    std::size_t const equals = part.find_first_not_of(' ', name);
    bool const by_name = name > 0 && equals != part.npos && part[equals] == '=';
    auto const parameter =
        std::find_if(layout->parameters.begin(), layout->parameters.end(), [&](GluonParameter const& p) {
          return by_name ? part.substr(0, name) == p.name : &p == layout->parameters.data() + place;
        });
    if (parameter == layout->parameters.end())
      throw InputError(fmt::format("{} has no parameter {}", layout->name, printable(part)));
    ++place;
    if (*parameter->attribute == 0) continue;
    std::string given = by_name ? part.substr(part.find_first_not_of(" \t\n", equals + 1)) : part;
    given = value_of_gluon(given, names);
    if (std::string_view(parameter->attribute) == "parent") {
      std::size_t const dot = given.rfind('.', given.find('('));
      std::size_t inner = 0;
      Encoding const parent = encoding_of(given, dot == given.npos ? 0 : dot + 1, inner, names, depth + 1);
      given = fmt::format("#ttg.{}<{}>", parent.name, parent.attributes);
    }
    std::string attribute = parameter->attribute;
    if (attribute == "version" && std::string_view(layout->encoding) == "nvidia_mma") {  // [3, 0]
      attribute = "versionMajor";
      std::size_t const digits = given.find_first_of("0123456789");
      given = digits == given.npos
                  ? given
                  : given.substr(digits, given.find_first_not_of("0123456789", digits) - digits);
    }
    attributes += fmt::format("{}{} = {}", attributes.empty() ? "" : ", ", attribute, given);
  }
  return {layout->encoding, "{" + attributes + "}"};
}

/// The pairs of a padded layout, as its encoding has them: [[512, 16]] is [512:+16].
std::string paddings(std::string_view text, std::size_t at, Definitions const& names) {
  std::size_t const open = text.find('(', at), close = closing_within(text, open);
  std::string first = parts(text.substr(open + 1, close - open - 1))[0];
  if (std::size_t const equals = first.find('='); equals != first.npos) first = first.substr(equals + 1);
  first = value_of_gluon(first, names);
  std::string out;
  std::size_t const from = first.find('['), to = first.rfind(']');
  if (from == first.npos || to == first.npos || to <= from)
    throw InputError("expected [[INTERVAL, PADDING], ...]");
  for (std::string const& pair : parts(std::string_view(first).substr(from + 1, to - from - 1))) {
    std::size_t const comma = pair.find(',');
    if (pair.size() < 5 || comma == pair.npos) throw InputError("expected [[INTERVAL, PADDING], ...]");
    std::string padding = pair.substr(comma + 1, pair.size() - comma - 2);
    padding.erase(0, std::min(padding.find_first_not_of(' '), padding.size()));
    out += fmt::format("{}{}:+{}", out.empty() ? "" : ", ", pair.substr(1, comma - 1), padding);
  }
  return "[" + out + "] ";
}

/// The shape in allocate_shared_memory(DTYPE, [SHAPE], LAYOUT), whose layout starts at `at`.
TensorShape allocated(std::string_view text, std::size_t at, int line) {
  constexpr std::string_view kCall = "allocate_shared_memory(";
  std::size_t const call = text.rfind(kCall, at);
  if (call == text.npos || at - call > 400) return {};
  auto const before = parts(text.substr(call + kCall.size(), at - call - kCall.size()));
  if (before.size() != 3 || before[1].empty() || (before[1][0] != '[' && before[1][0] != '(')) return {};
  TensorShape r;
  r.line = line;
  for (std::string const& extent : parts(std::string_view(before[1]).substr(1, before[1].size() - 2))) {
    if (extent.empty() || extent.size() > 9 || extent.find_first_not_of("0123456789") != extent.npos)
      return {};
    r.extents.push_back(std::stoll(extent));
  }
  return r;
}

}  // namespace

bool starts_gluon(std::string_view text, std::size_t at) { return layout_at(text, at) != nullptr; }

std::size_t read_gluon(Found& found, std::string_view text, std::size_t at, Definitions const& names) {
  std::size_t end = at;
  try {
    Encoding const e = encoding_of(text, at, end, names);
    found.source = text.substr(at, end - at);
    if (e.name == "padded_shared") {
      TensorShape shape;
      for (std::int64_t const n : one_row(attributes_of(e.attributes), "shape", 0))
        shape.extents.push_back(n);
      shape.line = found.line;
      read_encoding_of(found, e.name, paddings(text, at, names) + e.attributes, shape);
      return end;
    }
    if (TensorShape const shape = allocated(text, at, found.line);
        depends_on_shape(e.name) && !shape.extents.empty()) {
      read_encoding_of(found, e.name, e.attributes, shape);
      return end;
    }
    read_encoding(found, e.name, e.attributes, {});
  } catch (InputError const& error) {
    found.reason = error.message;
    end = std::max(end, at + 1);
    if (found.source.empty())
      found.source = text.substr(at, std::min<std::size_t>(text.find('\n', at) - at, 80));
  }
  return end;
}

}  // namespace colex::cli
