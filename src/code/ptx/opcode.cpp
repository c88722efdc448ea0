// SPDX-License-Identifier: MIT
// Opcodes: which parts are modes, and which name the instruction.
#include <algorithm>
#include <unordered_map>

#include "code/ptx/module.hpp"

namespace colex::code::ptx {

namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  for (std::string_view one : words)
    if (word == one) return true;
  return false;
}

Compare comparison(std::string_view word) {
  static std::unordered_map<std::string_view, Compare> const all{
      {"eq", Compare::eq},   {"ne", Compare::ne},   {"lt", Compare::lt},   {"le", Compare::le},
      {"gt", Compare::gt},   {"ge", Compare::ge},   {"lo", Compare::lt},   {"ls", Compare::le},
      {"hi", Compare::gt},   {"hs", Compare::ge},   {"equ", Compare::equ}, {"neu", Compare::neu},
      {"ltu", Compare::ltu}, {"leu", Compare::leu}, {"gtu", Compare::gtu}, {"geu", Compare::geu},
      {"num", Compare::num}, {"nan", Compare::nan}};
  auto const found = all.find(word);
  return found == all.end() ? Compare::none : found->second;
}

/// What only decides where data are cached, or how they are prefetched.
bool is_cache(std::string_view word) {
  return word.starts_with("L1::") || word.starts_with("L2::") ||
         is_one_of(word, {"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc"});
}

bool is_order(std::string_view word) {
  return is_one_of(word, {"weak", "relaxed", "acquire", "release", "acq_rel", "volatile", "sc", "mmio"});
}

/// Memory accesses: ld, ldu, st, atom and red have spaces, orders and cache operators; the others, as keys.
bool accesses(std::string_view base) { return is_one_of(base, {"ld", "ldu", "st", "atom", "red"}); }

bool space_of(std::string_view word, Space& space) {
  if (word == "global") return space = Space::global, true;
  if (word == "shared" || word == "shared::cta") return space = Space::shared, true;
  if (word == "shared::cluster") return space = Space::cluster, true;
  if (word == "local") return space = Space::local, true;
  if (word == "param" || word == "param::entry") return space = Space::parameter, true;
  if (word == "const") return space = Space::constant, true;
  return false;
}

/// One part behind the base; whether it is a mode.
bool read_mode(std::string_view base, std::string_view word, Modes& m, bool& twice) {
  auto const give = [&](Modes::Flag flag) {
    twice = twice || (m.given & flag) != 0;
    m.given |= flag;
    return true;
  };
  if (accesses(base)) {
    if (Space space; space_of(word, space)) return m.space = space, give(Modes::in_space);
    if (is_cache(word)) return m.given |= Modes::cache, true;
    if (is_order(word)) return m.is_strong = word != "weak", give(Modes::order);
    if (is_one_of(word, {"cta", "cluster", "gpu", "sys"})) return true;
    if (is_one_of(word, {"v2", "v4", "v8"}))
      return m.elements = static_cast<std::uint8_t>(word[1] - '0'), give(Modes::vector);
    return false;
  }
  if (base == "setp" || base == "set") {
    if (Compare const by = comparison(word); by != Compare::none) {
      if (m.by != Compare::none) return false;
      return m.by = by, give(Modes::compare);
    }
    if (is_one_of(word, {"and", "or", "xor"}))
      return m.with = word == "and"  ? Combine::both
                      : word == "or" ? Combine::either
                                     : Combine::one,
             give(Modes::combine);
  }
  static std::unordered_map<std::string_view, Rounding> const roundings{{"rn", Rounding::nearest_even},
                                                                        {"rz", Rounding::zero},
                                                                        {"rm", Rounding::down},
                                                                        {"rp", Rounding::up},
                                                                        {"rna", Rounding::nearest_away}};
  if (auto const found = roundings.find(word); found != roundings.end())
    return m.round = found->second, give(Modes::rounding);
  if (word.size() == 3 && word[2] == 'i')
    if (auto const found = roundings.find(word.substr(0, 2)); found != roundings.end())
      return m.round = found->second, give(Modes::whole);
  if (word == "ftz") return give(Modes::ftz);
  if (word == "sat") return give(Modes::sat);
  if (word == "satfinite") return give(Modes::finite);
  if (word == "relu") return give(Modes::relu);
  if (word == "NaN") return give(Modes::propagates);
  if (word == "xorsign") return give(Modes::xorsign);
  if (word == "abs" && m.has(Modes::xorsign)) return true;
  if (word == "cc") return give(Modes::carry);
  if (word == "clamp" || word == "wrap") return m.wraps = word == "wrap", give(Modes::clamps);
  if (word == "approx" || word == "full")
    return m.is_approximate = word == "approx", give(Modes::approximate);
  return false;
}

/// Parts of an opcode that may stand in any order, which ptxas and the manual's own examples make use of: where each stands in a row's name.
int place_of(std::string_view base, std::string_view word) {
  bool const is_type = word.size() > 1 && (word.starts_with("bf") || (word[1] >= '0' && word[1] <= '9'));
  if (base == "atom" || base == "red") return is_type ? 2 : word == "noftz" ? 1 : 0;
  if (base != "ldmatrix" && base != "stmatrix") return 0;
  return word == "sync" || word == "aligned" ? 0
         : word[0] == 'm'                    ? 1
         : word[0] == 'x'                    ? 2
         : word == "trans"                   ? 3
         : word.starts_with("shared")        ? 4
                                             : 5;
}

}  // namespace

bool read_opcode(std::string_view opcode, std::string& key, Modes& modes) {
  modes = {};
  std::size_t const dot = opcode.find('.');
  std::string_view const base = opcode.substr(0, dot);
  key = base;
  bool twice = false;
  std::vector<std::string_view> named;
  bool const is_plain =
      is_one_of(base, {"mma", "wgmma", "cp", "wmma", "tcgen05", "bra", "membar", "fence", "mbarrier"});
  while (dot != opcode.npos && !opcode.empty()) {
    std::size_t const at = opcode.find('.');
    if (at == opcode.npos) break;
    opcode.remove_prefix(at + 1);
    std::string_view const word = opcode.substr(0, opcode.find('.'));
    if (base == "mbarrier" && is_one_of(word, {"acquire", "release", "relaxed", "cta", "cluster", "shared",
                                               "shared::cta", "shared::cluster"}))
      continue;
    if (base == "cp" && word.starts_with("L2::")) {
      modes.given |= Modes::cache;
    } else if (is_plain || !read_mode(base, word, modes, twice)) {
      named.push_back(word == "shared::cta" ? "shared" : word);
    }
  }
  std::stable_sort(named.begin(), named.end(),
                   [&](auto a, auto b) { return place_of(base, a) < place_of(base, b); });
  for (std::string_view const word : named) (key += '.') += word;
  return !twice;
}

}  // namespace colex::code::ptx
