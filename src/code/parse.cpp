// SPDX-License-Identifier: MIT
// A printed instruction to operands and modifiers.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <map>
#include <optional>

#include "code/instruction.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

using Text = std::string_view;

[[noreturn]] void unknown(char const* what, Text text) {
  throw cli::InputError(fmt::format("unknown {} '{}'", what, std::string(text)));
}

std::optional<std::int64_t> integer(Text text) {
  bool const negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  int const base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint64_t n = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), n, base);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty() || n > 0xFFFFFFFFu) return {};
  return negative ? -static_cast<std::int64_t>(n) : static_cast<std::int64_t>(n);
}

std::uint16_t number_of(Text digits, Text whole) {
  auto const n = integer(digits);
  if (!n || *n < 0 || *n > 255) unknown("operand", whole);
  return static_cast<std::uint16_t>(*n);
}

std::map<Text, Operand> const& named() {
  static std::map<Text, Operand> const all = [] {
    std::map<Text, Operand> names;
    auto const scalar = [&](Text name, std::uint16_t index, std::uint16_t count) {
      names[name].from = From::scalar, names[name].index = index, names[name].count = count;
    };
    scalar("vcc", kVcc, 2), scalar("vcc_lo", kVcc, 1), scalar("vcc_hi", kVcc + 1, 1), scalar("m0", kM0, 1);
    scalar("exec", kExec, 2), scalar("exec_lo", kExec, 1), scalar("exec_hi", kExec + 1, 1);
    names["off"].from = From::off;
    return names;
  }();
  return all;
}

Operand constant(Text text) {
  Operand r;
  bool const is_marked = text.starts_with("lit(") && text.ends_with(')');  // by LLVM 22
  if (is_marked) text = text.substr(4, text.size() - 5);
  if (auto const n = integer(text)) {
    r.value = static_cast<std::uint32_t>(*n), r.wide = static_cast<std::uint64_t>(*n);
    r.is_literal = is_marked || text.starts_with("0x");
    return r;
  }
  std::string const copy(text);
  char* end = nullptr;
  double const x = std::strtod(copy.c_str(), &end);
  if (copy.find('.') == copy.npos || *end != '\0') unknown("operand", text);
  r.is_float = true, r.value = std::bit_cast<std::uint32_t>(static_cast<float>(x)),
  r.wide = std::bit_cast<std::uint64_t>(x);
  if (text.starts_with("0.15915494"))
    r.value = 0x3E22F983, r.wide = 0x3FC45F306DC9C882;  // 1 / (2 pi), as the manual has it
  return r;
}

Operand operand(Text text) {
  Text const whole = text;
  bool negative = false, absolute = false, extended = false;
  if (text.starts_with('-') && text.size() > 1 && (text[1] < '0' || text[1] > '9'))
    negative = true, text.remove_prefix(1);
  if (text.starts_with("neg(") && text.ends_with(')'))
    negative = true, text = text.substr(4, text.size() - 5);
  if (text.size() > 2 && text.starts_with('|') && text.ends_with('|'))
    absolute = true, text = text.substr(1, text.size() - 2);
  if (text.starts_with("sext(") && text.ends_with(')'))
    extended = true, text = text.substr(5, text.size() - 6);
  Operand r;
  if (auto const name = named().find(text); name != named().end()) {
    r = name->second;
  } else if (text.size() > 1 && (text[0] == 'v' || text[0] == 'a' || text[0] == 's') && text[1] != 'r') {
    r.from = text[0] == 's' ? From::scalar : From::vector;
    if (text[1] == '[' && text.ends_with(']') && text.find(':') != text.npos) {
      std::size_t const colon = text.find(':');
      r.index = number_of(text.substr(2, colon - 2), whole);
      std::uint16_t const last = number_of(text.substr(colon + 1, text.size() - colon - 2), whole);
      if (last < r.index) unknown("operand", whole);
      r.count = static_cast<std::uint16_t>(last - r.index + 1);
    } else {
      r.index = number_of(text.substr(1), whole);
    }
    if (text[0] == 's' && r.index + r.count > 102) unknown("operand", whole);
    if (text[0] == 'a') r.index = static_cast<std::uint16_t>(r.index + kAccumulators);
  } else {
    r = constant(text);
  }
  r.negative = negative, r.absolute = absolute, r.sign_extended = extended;
  return r;
}

Part part(Text name) {
  static constexpr Text names[] = {"DWORD", "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1"};
  for (std::size_t k = 0; k < std::size(names); ++k)
    if (name == names[k]) return static_cast<Part>(k);
  unknown("part", name);
}

std::array<std::uint8_t, 3> bits(Text list) {
  std::array<std::uint8_t, 3> r{0, 0, 0};
  std::size_t k = 0;
  for (char const c : list)
    if (c == '0' || c == '1') {
      if (k == 3) unknown("modifier", list);
      r[k++] = static_cast<std::uint8_t>(c - '0');
    }
  return r;
}

/// A modifier of the DPP encoding; false where it is none.
bool lane_modifier(LanePattern& p, Text word, Text name, Text value) {
  struct Named {
    Text name;
    Pattern pattern;
    int least, most;
  };
  static constexpr Named shifts[] = {
      {"row_shl", Pattern::row_shl, 1, 15},          {"row_shr", Pattern::row_shr, 1, 15},
      {"row_ror", Pattern::row_ror, 1, 15},          {"wave_shl", Pattern::wave_shl, 1, 1},
      {"wave_rol", Pattern::wave_rol, 1, 1},         {"wave_shr", Pattern::wave_shr, 1, 1},
      {"wave_ror", Pattern::wave_ror, 1, 1},         {"row_bcast", Pattern::row_bcast, 15, 31},
      {"row_newbcast", Pattern::row_newbcast, 0, 15}};
  auto const number = [&](int least, int most) {
    auto const n = integer(value);
    if (!n || *n < least || *n > most) unknown("modifier", word);
    return static_cast<int>(*n);
  };
  if (name == "quad_perm") {
    if (value.size() != 9 || value[0] != '[' || value[8] != ']') unknown("modifier", word);
    for (std::size_t k = 0; k < 4; ++k) {
      char const lane = value[1 + 2 * k];
      if (lane < '0' || lane > '3') unknown("modifier", word);
      p.quad[k] = static_cast<std::uint8_t>(lane - '0');
    }
    return p.pattern = Pattern::quad_perm, true;
  }
  if (word == "row_mirror") return p.pattern = Pattern::row_mirror, true;
  if (word == "row_half_mirror") return p.pattern = Pattern::row_half_mirror, true;
  if (name == "row_mask") return p.row_mask = static_cast<std::uint8_t>(number(0, 15)), true;
  if (name == "bank_mask") return p.bank_mask = static_cast<std::uint8_t>(number(0, 15)), true;
  if (word == "bound_ctrl:1") return p.zero = true;
  for (Named const& one : shifts)
    if (name == one.name) {
      p.pattern = one.pattern, p.by = number(one.least, one.most);
      if (one.pattern == Pattern::row_bcast && p.by != 15 && p.by != 31) unknown("modifier", word);
      return true;
    }
  return false;
}

bool is_cache(Text word) {
  return word == "glc" || word == "slc" || word == "dlc" || word == "sc0" || word == "sc1" || word == "nt";
}

void modifier(Instruction& to, Text word) {
  Modifiers& m = to.modifiers;
  Text const name = word.substr(0, word.find(':')),
             value = word.substr(std::min(name.size() + 1, word.size()));
  auto const flag = [&](Modifiers::Flag f) { m.given |= f; };
  auto const offset = [&](Modifiers::Flag f, int which) {
    auto const n = integer(value);
    if (!n || *n > 0xFFFF || *n < -0x10000) unknown("modifier", word);
    flag(f), m.offsets[which] = static_cast<std::int32_t>(*n);
  };
  auto const source = [&](std::size_t which) {
    if (to.operands.size() <= which) unknown("modifier", word);
    flag(Modifiers::source_part), to.operands[which].part = part(value);
  };
  if (name == "offset") return offset(Modifiers::offset, 0);
  if (name == "offset0") return offset(Modifiers::offset0, 0);
  if (name == "offset1") return offset(Modifiers::offset1, 1);
  if (name == "src0_sel") return source(1);
  if (name == "src1_sel") return source(2);
  if (name == "dst_sel") return flag(Modifiers::destination_part), void(m.destination = part(value));
  if (word == "dst_unused:UNUSED_PRESERVE") return flag(Modifiers::preserve), void(m.preserves = true);
  if (word == "dst_unused:UNUSED_PAD") return;
  if (name == "bitop3") {
    auto const n = integer(value);
    if (!n || *n < 0 || *n > 255) unknown("modifier", word);
    return flag(Modifiers::bit_table), void(m.table = static_cast<std::uint8_t>(*n));
  }
  if (name == "op_sel") return flag(Modifiers::op_sel), void(m.low = bits(value));
  if (name == "op_sel_hi") return flag(Modifiers::op_sel_hi), void(m.high = bits(value));
  if (name == "neg_lo") return flag(Modifiers::neg_lo), void(m.negative_low = bits(value));
  if (name == "neg_hi") return flag(Modifiers::neg_hi), void(m.negative_high = bits(value));
  if (word == "offen") return flag(Modifiers::offen);
  if (word == "idxen") return flag(Modifiers::idxen);
  if (word == "lds") return flag(Modifiers::lds);
  if (word == "clamp") return flag(Modifiers::clamp);
  if (is_cache(word)) return flag(Modifiers::cache);
  if (name == "cbsz" || name == "blgp") {
    auto const n = integer(value);
    if (!n || *n < 0 || *n > 7) unknown("modifier", word);
    m.formats[name == "blgp"] = static_cast<std::uint8_t>(*n);
    return flag(Modifiers::blocks);
  }
  if (name == "abid") return flag(Modifiers::blocks);
  if (name == "mul" || name == "div") return flag(Modifiers::omod);
  if (lane_modifier(m.lanes_read, word, name, value)) return flag(Modifiers::lanes);
  unknown("modifier", word);
}

void waits(Instruction& to, Text text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const open = text.find('(', at), close = text.find(')', at);
    if (open == text.npos || close == text.npos || close < open) unknown("wait", text);
    Text const name = text.substr(at, open - at);
    auto const n = integer(text.substr(open + 1, close - open - 1));
    if (!n) unknown("wait", text);
    if (name == "vmcnt")
      to.waits.vector = static_cast<int>(*n);
    else if (name == "lgkmcnt")
      to.waits.other = static_cast<int>(*n);
    else if (name != "expcnt")
      unknown("wait", text);
    at = text.find_first_not_of(" &", close + 1);
  }
}

std::string without_encoding(Text name) {
  for (Text const ending : {"_e32", "_e64", "_sdwa", "_dpp"})
    if (name.ends_with(ending)) return std::string(name.substr(0, name.size() - ending.size()));
  return std::string(name);
}

}  // namespace

Instruction read_instruction(Text text) {
  Instruction r;
  text = text.substr(std::min(text.find_first_not_of("\t "), text.size()));
  r.text = std::string(text);
  Text const name = text.substr(0, text.find_first_of(" \t"));
  Text rest = text.substr(name.size());
  r.name = without_encoding(name);
  rest = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  while (rest.ends_with(' ')) rest.remove_suffix(1);
  if (r.name == "s_waitcnt") return waits(r, rest), r;
  // Operands are parted by commas, and modifiers follow the last one, parted by spaces. A list in brackets holds commas.
  std::vector<Text> modifiers;
  while (!rest.empty()) {
    std::size_t end = 0;
    for (int depth = 0; end < rest.size() && (depth > 0 || (rest[end] != ',' && rest[end] != ' ')); ++end)
      depth += rest[end] == '[' || rest[end] == '(' ? 1 : rest[end] == ']' || rest[end] == ')' ? -1 : 0;
    Text const word = rest.substr(0, end);
    bool const is_modifier =
        !modifiers.empty() || (!r.operands.empty() && !word.empty() &&
                               r.text[static_cast<std::size_t>(word.data() - text.data()) - 2] != ',');
    if (is_modifier || is_cache(word) || (word.find(':') != word.npos && word.find('[') == word.npos))
      modifiers.push_back(word);
    else
      r.operands.push_back(operand(word));
    rest = rest.substr(std::min(rest.find_first_not_of(", ", end), rest.size()));
  }
  for (Text const word : modifiers) modifier(r, word);
  bool const answers = std::any_of(modifiers.begin(), modifiers.end(),
                                   [](Text word) { return word == "glc" || word == "sc0"; });
  if (answers && r.name.find("_atomic_") != r.name.npos) r.name += "_rtn";
  if ((r.modifiers.given & Modifiers::lds) != 0) r.name += "_lds";
  return r;
}

}  // namespace colex::code
