// SPDX-License-Identifier: MIT
#include "code/distances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "operations/failure.hpp"

namespace colex::code {

namespace {

constexpr int kFarthest = 20;        // no distance is longer
constexpr unsigned kDoubles = 2000;  // stands for a register that each product of doubles writes

enum class Unit { scalar, vector, product, memory, lds };
enum class Use { read, sum, lane, written };

/// What distances ask of an instruction.
struct Role {
  Unit unit = Unit::scalar;
  std::vector<unsigned> written{}, read{}, sums{}, lanes{}, stored{};  ///< `lanes`: which lane is chosen
  int passes = 0;                                                      ///< of a product
  bool of_doubles = false, is_fast = true;  ///< not so of products of f32 from gfx942 on
  bool is_dot = false, is_transcendental = false, writes_part = false;
  bool reads_other_lanes = false, reads_a_lane = false, writes_a_lane = false, is_swap = false,
       is_division = false;
};

bool begins_with_any(std::string_view name, std::initializer_list<std::string_view> all) {
  return std::any_of(all.begin(), all.end(), [&](std::string_view with) { return name.starts_with(with); });
}

[[noreturn]] void unknown(Instruction const& i) {
  throw cli::InputError(
      fmt::format("{:#x}: {}: how far it must be from others is not known", i.address, i.text));
}

/// How long a product takes, by the extents in its name: v_mfma_f32_32x32x8_f16.
int passes_of(Instruction const& i, std::string const& target) {
  std::string const& name = i.name;
  int m = 0, n = 0, k = 0;
  std::size_t at = name.find('x');
  while (at > 0 && at != name.npos && name[at - 1] >= '0' && name[at - 1] <= '9') --at;
  if (at == name.npos || std::sscanf(name.c_str() + at, "%dx%dx%d", &m, &n, &k) != 3 || m != n ||
      (m != 4 && m != 16 && m != 32))
    unknown(i);
  bool const is_wide = m == 32;
  if (name.starts_with("v_mfma_f64_")) return m == 4 ? 4 : target == "gfx950" ? 16 : 8;
  if (m == 4) return 2;
  if (target == "gfx90a") return is_wide ? 16 : 8;
  auto const is_below_8_bits = [&](std::string_view side) {  // otherwise it takes twice as long
    std::size_t const given = i.text.find(side);
    return given != i.text.npos && i.text[given + side.size()] > '1';
  };
  bool const is_slow = name.ends_with("f8f6f4") ? !is_below_8_bits("cbsz:") || !is_below_8_bits("blgp:")
                                                : k < 8 && !name.ends_with("xf32");
  return (is_wide ? 8 : 4) * (is_slow ? 2 : 1);
}

/// Whether the answer is moved to a part of its register: by SDWA, to the high half, or as numbers of four bits. Behind the sources op_sel has the answer's bits.
bool writes_part(Instruction const& i) {
  if (i.modifiers.destination != Part::dword || i.name.find("_fp4_") != i.name.npos) return true;
  std::size_t const list = i.text.find("op_sel:[");
  if (list == i.text.npos) return false;
  std::string_view const sides(i.text.data() + list + 8, i.text.find(']', list) - list - 8);
  std::size_t const sources = i.operands.size() - 1;
  return sides.size() >= 2 * sources && sides.substr(2 * sources).find('1') != sides.npos;
}

Role role_of(Instruction const& i, std::string const& target) {
  Role r;
  std::string const& name = i.name;
  auto const has = [&](char const* part) { return name.find(part) != name.npos; };
  auto const begins = [&](std::initializer_list<std::string_view> all) { return begins_with_any(name, all); };
  std::vector<std::vector<unsigned>> of(i.operands.size());
  for (std::size_t k = 0; k < of.size(); ++k) add_registers(i.operands[k], of[k]);
  auto const add = [&](std::vector<unsigned>& to, std::size_t k) {
    if (k < of.size()) to.insert(to.end(), of[k].begin(), of[k].end());
  };
  auto const add_from = [&](std::size_t first) {
    for (std::size_t k = first; k < of.size(); ++k) add(r.read, k);
  };
  constexpr unsigned exec = kScalarNumbers + kExec, vcc = kScalarNumbers + kVcc, m0 = kScalarNumbers + kM0;
  if (begins({"v_movrel", "v_interp", "s_setreg", "s_set_gpr_idx", "s_setvskip"}) ||
      !begins({"v_", "s_", "ds_", "buffer_", "tbuffer_", "global_", "flat_", "scratch_"}))
    unknown(i);
  if (begins({"v_mfma", "v_smfmac"})) {
    bool const is_sparse = name[2] == 's';
    if (of.size() < 4) unknown(i);
    r.unit = Unit::product, r.passes = passes_of(i, target), r.of_doubles = begins({"v_mfma_f64_"});
    r.is_fast = !r.of_doubles && (target == "gfx90a" || !name.ends_with("_f32"));
    add(r.written, 0), add(r.sums, is_sparse ? 0 : 3), add(r.read, 1), add(r.read, 2);
    for (std::size_t k = is_sparse ? 3 : 4; k < of.size(); ++k) add(r.read, k);
    r.read.push_back(exec);
  } else if (begins({"v_"})) {
    r.unit = Unit::vector;
    r.is_dot = begins({"v_dot"}), r.is_division = begins({"v_div_fmas"});
    r.is_transcendental = begins({"v_exp_", "v_log_", "v_rcp_", "v_rsq_", "v_sqrt_", "v_sin_", "v_cos_"});
    r.writes_part = target != "gfx90a" && writes_part(i);
    r.reads_other_lanes = (i.modifiers.given & Modifiers::lanes) != 0;
    r.reads_a_lane = begins({"v_readlane", "v_readfirstlane"}), r.writes_a_lane = begins({"v_writelane"});
    r.is_swap = begins({"v_permlane"});
    bool const has_carry = has("_co_") || begins({"v_div_scale", "v_mad_u64", "v_mad_i64"}),
               exchanges = r.is_swap || begins({"v_swap"});
    add(r.written, 0);
    if (has_carry || exchanges) add(r.written, 1);
    if (begins({"v_cmpx"})) r.written.push_back(exec), r.written.push_back(exec + 1);
    bool const keeps = r.reads_other_lanes || i.modifiers.preserves || has("mac_") || r.writes_a_lane ||
                       exchanges || (r.is_dot && of.size() == 3);
    if (r.is_dot) {
      add(r.sums, of.size() == 3 ? 0 : 3), add(r.read, 1), add(r.read, 2);
    } else {
      add_from(has_carry ? 2 : 1);
      if (keeps) add(r.read, 0);
    }
    if (begins({"v_readlane", "v_writelane"})) add(r.lanes, 2);
    if (r.is_division) r.read.push_back(vcc);
    if (begins({"v_fma_f64", "v_fmac_f64"})) r.read.push_back(kDoubles);
    r.read.push_back(exec);
  } else if (begins({"s_"})) {
    bool const writes_m0 =
        !of.empty() && of[0] == std::vector<unsigned>{m0} && !begins({"s_cmp", "s_bitcmp"});
    if (writes_m0) r.written.push_back(m0);
    if (begins({"s_movrel", "s_sendmsg", "s_ttracedata"})) r.read.push_back(m0);
  } else {
    r.unit = begins({"ds_"}) ? Unit::lds : Unit::memory;
    bool const to_lds = has("_lds"), stores = has("_store_") || has("_write") || has("_atomic_");
    bool const answers = has("_rtn") || has("permute") || has("swizzle") ||
                         (!stores && !to_lds && (has("_load_") || has("_read")));
    if (answers) add(r.written, 0);
    add_from(answers ? 1 : 0);
    if (to_lds || has("addtid")) r.read.push_back(m0);
    // EXEC is no SGPR that memory reads (manual, "Manually Inserted Wait States"); LLVM takes it for one.
    if (r.unit == Unit::memory) {
      bool const has_offset =
          begins({"buffer_", "tbuffer_"}) && !of.empty() && i.operands.back().from == From::scalar;
      if (stores && !has_offset)
        for (std::size_t k = answers ? 1 : 0; k < of.size(); ++k)
          if (i.operands[k].from == From::vector && of[k].size() > 2) add(r.stored, k);
    }
  }
  return r;
}

/// How many wait states must lie between two instructions that touch a register. `wrote`: the first wrote it, otherwise a store or a sum read it.
struct Table {
  bool from_942, is_950;

  /// From a product to what reads its answer.
  int behind_product(Role const& p) const {
    if (p.of_doubles) return p.passes == 4 ? 6 : p.passes + 3;
    return from_942 && !p.is_fast ? p.passes + 2 : p.passes + 3 + (is_950 && p.passes != 2);
  }
  /// From a product to one that adds to its answer: to all of it, or to a part.
  int to_sum(Role const& p, Role const& c) const {
    if (p.written == c.sums)
      return p.of_doubles && c.of_doubles && p.passes == 4 && c.passes == 4 ? 4
             : from_942 && p.passes == 2                                    ? 2
                                                                            : 0;
    if (p.of_doubles) return c.is_fast ? 0 : p.passes == 4 ? 4 : p.passes + 1;
    if (!from_942) return p.passes + c.of_doubles;
    if (!p.is_fast) return c.is_fast ? 0 : p.passes;
    return p.passes + 1 + (is_950 && (c.is_fast || p.passes != 2));
  }
  int of_product(Role const& p, Role const& c, Use use) const {
    if (c.unit == Unit::product)
      return use == Use::sum ? to_sum(p, c) : use == Use::read ? behind_product(p) : 0;
    if (c.unit == Unit::scalar) return 0;
    bool const by_memory = c.unit != Unit::vector;
    if (p.of_doubles && use == Use::written) return p.passes == 4 ? 6 : 11;
    if (p.of_doubles && by_memory) return p.passes == 4 ? 9 : 18;
    return behind_product(p);
  }
  /// From a vector instruction that wrote a scalar register, VCC or EXEC.
  int of_scalar(unsigned r, Role const& c, Use use) const {
    if (use == Use::written || c.unit == Unit::scalar || c.unit == Unit::lds) return 0;
    if (c.unit == Unit::memory) return 5;
    if (use == Use::lane) return 4;
    if (r >= kScalarNumbers + kExec)
      return c.reads_other_lanes ? 5
             : c.unit == Unit::product || (from_942 && (c.reads_a_lane || c.writes_a_lane)) ||
                     (is_950 && c.is_swap)
                 ? 4
                 : 0;
    return c.is_division && r >= kScalarNumbers + kVcc ? 4 : from_942 ? 2 : 0;
  }
  int of_vector(Role const& p, Role const& c, Use use, bool is_same) const {
    if (c.unit == Unit::product) return use != Use::written && !p.is_dot ? 2 : 0;
    if (c.unit == Unit::scalar) return 0;
    int r = 0;
    if (p.is_dot && (is_same ? use == Use::read : true)) r = 3;
    if (c.unit != Unit::vector) return r;
    bool const reads = use != Use::written;
    if (reads && (c.reads_other_lanes || (is_950 && c.is_swap))) r = std::max(r, 2);
    if (from_942 &&
        (p.writes_part || (reads && (c.reads_a_lane || (p.is_transcendental && !c.is_transcendental)))))
      r = std::max(r, 1);
    return r;
  }
  int needed(Role const& p, bool wrote, unsigned r, Role const& c, Use use, bool is_same) const {
    if (!wrote && use != Use::written) return 0;
    if (!wrote && p.unit == Unit::memory)
      return c.unit == Unit::vector || c.unit == Unit::product ? 1 + from_942 : 0;
    if (!wrote) return c.unit == Unit::product || c.unit == Unit::scalar ? 0 : p.passes - 1;
    if (r == kDoubles) return c.unit == Unit::vector ? 2 : 0;
    if (p.unit == Unit::scalar) return use == Use::read ? 1 : 0;
    if (p.unit == Unit::product) return of_product(p, c, use);
    if (r >= kScalarNumbers) return of_scalar(r, c, use);
    return of_vector(p, c, use, is_same);
  }
};

/// (register, instruction, whether it wrote it) -> wait states since, at least.
using DistanceWays = Ways<std::tuple<unsigned, std::uint32_t, bool>, ShortDistance>;

DistanceWays ways_of(std::string const& target, std::vector<Instruction> const& program) {
  std::vector<Role> roles;
  for (Instruction const& i : program) roles.push_back(role_of(i, target));
  Table const table{target != "gfx90a", target == "gfx950"};
  return {
      program, [&program, roles, table](DistanceWays::State& state, std::uint32_t k,
                                        DistanceWays::Report const& report) {
        Role const& now = roles[k];
        auto const touch = [&](std::vector<unsigned> const& all, Use use) {
          for (unsigned r : all)
            for (auto at = state.lower_bound({r, 0, false}); at != state.end(); ++at) {
              auto const& [touched, by, wrote] = at->first;
              if (touched != r) break;
              int needed = table.needed(roles[by], wrote, r, now, use, program[by].name == program[k].name);
              // gfx90a: a product of doubles right between hides what the hardware sees otherwise.
              if (!table.from_942 && wrote && use == Use::read && roles[by].unit == Unit::vector &&
                  by + 2 == k && roles[k - 1].of_doubles &&
                  (now.unit == Unit::memory || now.unit == Unit::lds))
                needed = std::max(needed, 2);
              if (at->second < needed) report({k, by, r, at->second, needed});
            }
        };
        touch(now.read, Use::read), touch(now.sums, Use::sum), touch(now.lanes, Use::lane);
        touch(now.written, Use::written);
        // A jump right behind a branch counts where the branch is taken, too: as LLVM counts, and a taken branch takes longer than one wait state.
        auto const branches = [&](std::uint32_t at) { return program[at].name.starts_with("s_cbranch_"); };
        auto const jumps = [&](std::uint32_t at) {
          return at < program.size() && program[at].name == "s_branch";
        };
        int const passed = program[k].name == "s_nop" ? 1 + static_cast<int>(program[k].operands.at(0).value)
                           : branches(k) && jumps(k + 1)          ? 2
                           : jumps(k) && k > 0 && branches(k - 1) ? 0
                                                                  : 1;
        for (auto& [key, since] : state) since += passed;
        std::erase_if(state, [](auto const& one) { return one.second >= kFarthest; });
        // Of products the last one that touched a register counts.
        auto const put = [&](std::vector<unsigned> const& all, bool wrote) {
          for (unsigned r : all) {
            if (now.unit == Unit::product)
              for (auto at = state.lower_bound({r, 0, false});
                   at != state.end() && std::get<0>(at->first) == r;) {
                auto const& [touched, by, had_written] = at->first;
                at =
                    had_written == wrote && roles[by].unit == Unit::product ? state.erase(at) : std::next(at);
              }
            state[{r, k, wrote}] = 0;
          }
        };
        if (now.unit == Unit::scalar || now.unit == Unit::vector || now.unit == Unit::product)
          put(now.written, true);
        if (now.of_doubles) put({kDoubles}, true);
        if (now.unit == Unit::product && now.is_fast) put(now.sums, false);
        put(now.stored, false);
      }};
}

}  // namespace

std::string ShortDistance::text() const {
  return fmt::format("{} is touched after {} wait states, and {} are needed",
                     what == kDoubles ? "the unit of doubles" : register_name(what), states, needed);
}

std::vector<ShortDistance> short_distances(std::string const& target,
                                           std::vector<Instruction> const& program) {
  auto const all = ways_of(target, program).found();
  return {all.begin(), all.end()};
}

WaysInvariant distance_invariant(std::string const& target, std::vector<Instruction> const& program) {
  return ways_of(target, program).invariant([&](auto const& key) {
    auto const& [r, by, wrote] = key;
    return fmt::format("{}, which {:#x} {}", r == kDoubles ? "the unit of doubles" : register_name(r),
                       program[by].address, wrote ? "writes" : "reads");
  });
}

}  // namespace colex::code
