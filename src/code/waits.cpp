// SPDX-License-Identifier: MIT
#include "code/waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "code/ways.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

enum Kind : unsigned { load, store, lds, scalar, kKinds };
constexpr int kMost = 64;          // no counter holds more
constexpr unsigned kWhole = 2000;  // stands for the last access of a kind, beside its registers

/// (register, kind) -> accesses of the kind since, at least; and what is used early: (instruction, register).
using WaitWays = Ways<std::pair<unsigned, Kind>, std::pair<std::uint32_t, unsigned>>;
using UnderWay = WaitWays::State;

struct Effect {
  std::vector<unsigned> named{}, written{};
  bool starts[kKinds] = {};
  bool out_of_order = false;  ///< a flat access: of both counters, in no order
  bool moves_bytes = true;    ///< not so of words that go from lane to lane, and of what is read of LDS
};

bool is_lds_atomic(std::string const& name) {
  for (char const* what : {"add", "sub", "and", "or", "xor", "max", "min", "wrxchg"})
    if (name.starts_with(std::string("ds_") + what + "_")) return true;
  return false;
}

bool is_read_of_lds(Instruction const& i) { return i.name.starts_with("ds_read"); }

bool is_load_to_lds(Instruction const& i) {
  return i.name.starts_with("global_load_lds_") ||
         (i.name.starts_with("buffer_load_") && (i.modifiers.given & Modifiers::lds) != 0);
}

Effect effect_of(Instruction const& i, bool stores_in_order) {
  Effect r;
  for (Operand const& o : i.operands) add_registers(o, r.named);
  auto const begins = [&](char const* with) { return i.name.starts_with(with); };
  if (i.name.find("vcc") != std::string::npos || begins("v_div_fmas"))
    r.named.push_back(kScalarNumbers + kVcc), r.named.push_back(kScalarNumbers + kVcc + 1);
  bool const memory = begins("global_") || begins("buffer_") || begins("scratch_"), flat = begins("flat_");
  auto const has = [&](char const* part) { return i.name.find(part) != std::string::npos; };
  bool const is_cache = begins("buffer_wbl2") || begins("buffer_inv") || begins("buffer_wbinv");
  if (is_cache) {
    // They may count as an access: not to count them lets fewer that were before them be over.
  } else if (has("_atomic_") && (memory || flat)) {
    bool const answers = i.name.ends_with("_rtn");
    r.starts[!answers && !stores_in_order ? store : load] = true, r.out_of_order = flat;
    r.starts[scalar] = flat;
    if (answers) add_registers(i.operands[0], r.written);
  } else if (is_load_to_lds(i)) {
    r.starts[load] = true, r.moves_bytes = false;
  } else if ((memory || flat) && has("_load_")) {
    r.starts[load] = true, r.starts[scalar] = r.out_of_order = flat;
    add_registers(i.operands[0], r.written);
  } else if ((memory || flat) && has("_store_")) {
    r.starts[stores_in_order ? load : store] = true, r.out_of_order = flat;
  } else if (is_read_of_lds(i) || begins("ds_write") || is_lds_atomic(i.name)) {
    r.starts[lds] = true, r.moves_bytes = !is_read_of_lds(i);
    if (is_read_of_lds(i) || has("_rtn_")) add_registers(i.operands[0], r.written);
  } else if (begins("ds_bpermute") || begins("ds_permute")) {
    r.starts[lds] = true, r.moves_bytes = false;
    add_registers(i.operands[0], r.written);
  } else if (begins("s_load_") || begins("s_buffer_load_")) {
    r.starts[scalar] = true;
    add_registers(i.operands[0], r.written);
  } else if (memory || flat || begins("ds_") || begins("tbuffer") || begins("image_") || begins("s_store") ||
             begins("s_atomic") || begins("s_dcache") || begins("s_mem") || begins("s_sendmsg") ||
             begins("s_scratch")) {
    throw cli::InputError(fmt::format("{:#x}: {}: how it is waited for is not known", i.address, i.text));
  }
  return r;
}

std::string name_of(unsigned r) { return r == kWhole ? "LDS" : register_name(r); }

template <class Report>
void through(UnderWay& state, Instruction const& i, Effect const& e, Report report) {
  if (i.name == "s_waitcnt") {
    std::erase_if(state, [&](auto const& one) {
      auto const [what, kind] = one.first;
      int const limit = kind == load || kind == store ? i.waits.vector : i.waits.other;
      return limit >= 0 && (one.second >= limit || limit == 0) && (kind != scalar || limit == 0);
    });
    return;
  }
  if (i.name == "s_barrier" && state.count({kWhole, lds}) != 0) report(kWhole);
  std::set<unsigned> const written(e.written.begin(), e.written.end());
  for (unsigned r : e.named)
    for (unsigned k = 0; k < kKinds; ++k) {
      auto const kind = static_cast<Kind>(k);
      if (state.count({r, kind}) == 0) continue;
      bool const later_load = written.count(r) != 0 && e.starts[kind] && kind != scalar && !e.out_of_order;
      if (!later_load) report(r);
    }
  for (unsigned k = 0; k < kKinds; ++k) {
    auto const kind = static_cast<Kind>(k);
    if (!e.starts[kind]) continue;
    if (!e.out_of_order)
      for (auto& [key, since] : state)
        if (key.second == kind) since = std::min(since + 1, kMost);
    for (unsigned r : e.written) state[{r, kind}] = 0;
    if (e.moves_bytes) state[{kWhole, kind}] = 0;
  }
}

WaitWays ways_of(std::vector<Instruction> const& program, bool stores_in_order) {
  std::vector<Effect> effects;
  for (Instruction const& i : program) effects.push_back(effect_of(i, stores_in_order));
  return {program, [&program, effects](UnderWay& state, std::uint32_t k, WaitWays::Report const& report) {
            through(state, program[k], effects[k], [&](unsigned r) { report({k, r}); });
          }};
}

std::string text_of(std::pair<unsigned, Kind> const& key) {
  static constexpr char const* kinds[] = {"a load", "a store", "LDS", "a scalar load"};
  return fmt::format("{} by {}", key.first == kWhole ? "all" : name_of(key.first), kinds[key.second]);
}

}  // namespace

WaysInvariant wait_invariant(std::vector<Instruction> const& program, bool stores_in_order) {
  return ways_of(program, stores_in_order).invariant(text_of);
}

std::vector<LateAccesses> late_accesses(std::vector<Instruction> const& program) {
  struct Late {
    int since = 0;  ///< others of its counter, at least
    std::uint64_t barriers = 1;
    bool operator==(Late const&) const = default;
  };
  using All = std::map<std::uint32_t, Late>;
  auto const count = static_cast<std::uint32_t>(program.size());
  auto const is_one = [](Instruction const& i) { return is_load_to_lds(i) || is_read_of_lds(i); };
  std::vector<All> before(count + 1);
  std::vector<bool> seen(count + 1, false);
  std::set<std::uint32_t> work;
  if (std::any_of(program.begin(), program.end(), is_one)) work.insert(0), seen[0] = true;
  while (!work.empty()) {
    std::uint32_t const at = *work.begin();
    work.erase(work.begin());
    if (at >= count) continue;
    Instruction const& i = program[at];
    All state = before[at];
    auto const by_loads = [&](std::uint32_t one) { return is_load_to_lds(program[one]); };
    if (i.name == "s_waitcnt")
      std::erase_if(state, [&](auto const& one) {
        int const limit = by_loads(one.first) ? i.waits.vector : i.waits.other;
        return limit >= 0 && one.second.since >= limit;
      });
    if (i.name == "s_barrier")
      for (auto& [access, one] : state)
        one.barriers = one.barriers << 1 | (one.barriers & std::uint64_t{1} << 63);
    Effect const effect = effect_of(i, false);
    for (auto& [other, one] : state)
      if (effect.starts[by_loads(other) ? load : lds] && !effect.out_of_order)
        one.since = std::min(one.since + 1, kMost);
    if (is_one(i)) {
      Late& one = state.try_emplace(at).first->second;
      one.since = 0, one.barriers |= 1;
    }
    auto const lead = [&](std::uint32_t to) {
      bool changed = !seen[to];
      seen[to] = true;
      for (auto const& [access, one] : state) {
        auto const [here, is_new] = before[to].try_emplace(access, one);
        Late const joined{std::min(here->second.since, one.since), here->second.barriers | one.barriers};
        changed |= is_new || !(joined == here->second);
        here->second = joined;
      }
      if (changed) work.insert(to);
    };
    if (i.name == "s_branch" || i.name.starts_with("s_cbranch_")) lead(i.target);
    if (i.name != "s_branch" && i.name != "s_endpgm") lead(at + 1);
  }
  std::set<std::uint32_t> passing;  // a barrier
  for (All const& all : before)
    for (auto const& [access, one] : all)
      if (is_load_to_lds(program[access]) || one.barriers > 1) passing.insert(access);
  std::vector<LateAccesses> r(count + 1);
  for (std::uint32_t at = 0; at <= count; ++at)
    for (auto const& [access, one] : before[at])
      if (passing.count(access) != 0) r[at][access] = one.barriers;
  return r;
}

std::vector<EarlyUse> early_uses(std::vector<Instruction> const& program, bool stores_in_order) {
  std::vector<EarlyUse> r;
  for (auto const& [instruction, what] : ways_of(program, stores_in_order).found())
    r.push_back({instruction, name_of(what)});
  return r;
}

}  // namespace colex::code
