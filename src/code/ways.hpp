// SPDX-License-Identifier: MIT
// What holds at an instruction of AMD's code on every way that leads to it, after any number of turns of its loops: for each key the least number that a
// way leaves. At the start nothing does; each instruction changes it; ways that meet take the union and the lesser number, and what the end of a loop gives to
// its head is taken up until nothing changes. Which ways are possible is not asked.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "code/instruction.hpp"
#include "operations/failure.hpp"

namespace colex::code {

/// In words, at the address of each head of a stretch of code: what a certificate has.
using WaysInvariant = std::map<std::string, std::map<std::string, int>>;

/// Registers of both files as numbers: vector ones and accumulators, and from here on scalar ones.
inline constexpr unsigned kScalarNumbers = 1000;

inline void add_registers(Operand const& o, std::vector<unsigned>& to) {
  for (unsigned k = 0; k < o.count; ++k)
    if (o.from == From::vector)
      to.push_back(o.index + k);
    else if (o.from == From::scalar)
      to.push_back(kScalarNumbers + o.index + k);
}

inline std::string register_name(unsigned r) {
  if (r == kScalarNumbers + kM0) return "m0";
  if (r - kScalarNumbers - kVcc < 2) return r % 2 == 0 ? "vcc_lo" : "vcc_hi";
  if (r - kScalarNumbers - kExec < 2) return r % 2 == 0 ? "exec_lo" : "exec_hi";
  if (r >= kScalarNumbers) return fmt::format("s{}", r - kScalarNumbers);
  return fmt::format("{}{}", r < kAccumulators ? 'v' : 'a', r % kAccumulators);
}

/// Found: what is wrong at an instruction.
template <class Key, class Found>
class Ways {
 public:
  using State = std::map<Key, int>;
  using Report = std::function<void(Found const&)>;
  /// Makes of what holds before the instruction of this number what holds behind it.
  using Step = std::function<void(State&, std::uint32_t, Report const&)>;

  Ways(std::vector<Instruction> const& program, Step step)
      : program_(program), step_(std::move(step)), leads_(program.size() + 1, false) {
    for (std::size_t k = 0; k < program.size(); ++k)
      if (branches(program[k])) leads_[program[k].target] = leads_[k + 1] = true;
    std::set<std::uint32_t> work{0};
    at_head_[0];
    while (!work.empty()) {
      std::uint32_t const head = *work.begin();
      work.erase(work.begin());
      along(
          head, [](Found const&) {},
          [&](std::uint32_t to, State const& state) {
            auto const [known, is_new] = at_head_.try_emplace(to, state);
            bool changed = is_new;
            for (auto const& [key, least] : state) {
              auto const [here, added] = known->second.try_emplace(key, least);
              if (added || least < here->second) here->second = least, changed = true;
            }
            if (changed) work.insert(to);
          });
    }
  }

  std::set<Found> found() const {
    std::set<Found> r;
    for (auto const& [head, state] : at_head_)
      along(
          head, [&](Found const& one) { r.insert(one); }, [](std::uint32_t, State const&) {});
    return r;
  }

  /// Goes through each stretch once more: what its end leaves is within what is said of where it goes on, and nothing is wrong.
  template <class Text>
  WaysInvariant invariant(Text text_of) const {
    bool kept = found().empty();
    WaysInvariant r;
    for (auto const& [head, state] : at_head_) {
      along(
          head, [](Found const&) {},
          [&](std::uint32_t to, State const& then) {
            auto const& there = at_head_.at(to);
            for (auto const& [key, least] : then) {
              auto const fact = there.find(key);
              kept = kept && fact != there.end() && fact->second <= least;
            }
          });
      auto& here = r[fmt::format("{:#x}", program_[head].address)];
      for (auto const& [key, least] : state) here[text_of(key)] = least;
    }
    if (!kept)
      throw cli::InputError("what holds on all ways is no invariant");  // which it is by how it was found
    return r;
  }

 private:
  static bool branches(Instruction const& i) {
    return i.name == "s_branch" || i.name.starts_with("s_cbranch_");
  }
  /// Along a stretch: `follow` gets where it goes on and what holds then.
  template <class Follow>
  void along(std::uint32_t head, Report const& report, Follow follow) const {
    State state = at_head_.at(head);
    for (std::uint32_t k = head; k < program_.size(); ++k) {
      Instruction const& i = program_[k];
      step_(state, k, report);
      if (i.name == "s_endpgm") return;
      if (branches(i)) follow(i.target, state);
      if (i.name == "s_branch") return;
      if (leads_[k + 1]) return follow(k + 1, state);
    }
  }

  std::vector<Instruction> const& program_;
  Step step_;
  std::vector<bool> leads_;
  std::map<std::uint32_t, State> at_head_{};
};

}  // namespace colex::code
