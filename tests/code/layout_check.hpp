// SPDX-License-Identifier: MIT
// What the judge says of a kernel, compared with what the executor does: every address of every lane of every access, the number of barriers
// that its wave has passed, and, in the end, what was found. One that differs is a wrong answer of the judge.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <stdexcept>

#include "code/execute.hpp"
#include "code/inspect.hpp"
#include "operations/failure.hpp"

namespace colex::code {

class LayoutCheck : public Observer {
 public:
  LayoutCheck(std::string const& target, Kernel const& kernel, unsigned threads)
      : inspector_(target, kernel, {.block = {threads, 1, 1}}) {
    if (!inspector_.has_walk()) throw cli::InputError(inspection().not_understood.at(0).why);
    for (InspectedAccess const& a : inspector_.result().accesses)
      known_[{a.access.instruction, a.access.part}] = &a;
  }

  void begin(LaunchShape const& shape) {
    arguments_ = shape.arguments, waves_.clear();
    grid_x_ = shape.grid[0], grid_y_ = shape.grid[1];
  }
  Inspection const& inspection() const { return inspector_.result(); }

  std::uint64_t compared = 0;       ///< accesses of a wave that have a layout
  std::uint64_t with_base = 0;      ///< of these, those whose base is a number under the launch's arguments
  std::uint64_t without_pitch = 0;  ///< of the compared: a pitch is no number under them
  std::uint64_t others = 0;

  void executes(std::uint64_t block, unsigned number, std::uint32_t at) override {
    Walk& walk = inspector_.walk();
    Wave& w = waves_[{block, number}];
    if (walk.is_head(at)) w.trips[at] = w.started && walk.is_in_loop(w.last, at) ? w.trips[at] + 1 : 0;
    w.barriers += w.passes_barrier ? 1 : 0;
    w.passes_barrier = inspector_.program()[at].instruction.name == "s_barrier";
    w.started = true, w.last = at, w.part = 0;
  }

  void accesses(std::uint64_t block, unsigned number, std::uint32_t at, Lanes const& lanes) override {
    Wave& w = waves_[{block, number}];
    auto const found = known_.find({at, w.part++});
    bool some = false;
    for (unsigned char const bytes : lanes.bytes) some |= bytes != 0;
    if (!some) return;
    if (found == known_.end()) {
      if (inspector_.result().not_understood.empty()) wrong(at, "an access that the judge did not see");
      ++others;
      return;
    }
    InspectedAccess const& a = *found->second;
    if (!a.undecided.empty()) return void(++others);
    ++compared;
    bool base_known = false;
    for (AccessForm const& form : a.forms)
      if (fits(form, block, number, w, lanes, base_known)) return void(with_base += base_known ? 1 : 0);
    wrong(at, fmt::format("wave {} of block {}: no form of the judge gives these addresses; lane 0 at {:#x}",
                          number, block, lanes.addresses[0]));
  }

 private:
  struct Wave {
    std::map<std::uint32_t, std::uint64_t> trips{};
    std::uint64_t barriers = 0;
    std::uint32_t last = 0;
    unsigned part = 0;
    bool started = false, passes_barrier = false;
  };

  std::optional<std::uint64_t> number_of(Term t, std::uint64_t block, unsigned number, Wave const& w) {
    return Evaluation([&](Term leaf) -> std::optional<std::uint64_t> {
      std::uint64_t value = 0;
      switch (leaf->leaf) {
        case Leaf::wave:
          return number;
        case Leaf::block:
          return grid_x_ == 0       ? std::optional<std::uint64_t>()
                 : leaf->first == 0 ? block % grid_x_
                 : leaf->first == 1 ? block / grid_x_ % grid_y_
                                    : block / grid_x_ / grid_y_;
        case Leaf::argument:
          if (leaf->first >= arguments_.size()) return {};
          std::memcpy(&value, arguments_.data() + leaf->first,
                      std::min<std::size_t>(8, arguments_.size() - leaf->first));
          return value;
        case Leaf::trip:
          if (auto const trip = w.trips.find(inspector_.walk().instruction_of(leaf->first));
              trip != w.trips.end())
            return trip->second;
          return {};
        default:
          return {};
      }
    })(t);
  }

  bool fits(AccessForm const& form, std::uint64_t block, unsigned number, Wave const& w, Lanes const& lanes,
            bool& base_known) {
    auto const width = form.address->width;
    std::uint64_t base = form.constant;
    base_known = true;
    for (Summand const& s : form.base) {
      auto const value = number_of(s.term, block, number, w);
      base_known = base_known && value.has_value();
      base += s.factor * value.value_or(0);
    }
    if (auto const epoch = number_of(form.epoch, block, number, w); epoch && *epoch != w.barriers)
      return false;
    std::vector<std::pair<std::uint64_t, std::vector<std::int64_t> const*>> pitches;
    for (Pitch const& pitch : form.pitches) {
      auto const by = number_of(pitch.by, block, number, w);
      if (!by) return ++without_pitch, base_known = false, true;
      pitches.emplace_back(*by, &pitch.times);
    }
    bool is_base = base_known;  // otherwise the first lane says it
    for (unsigned lane = 0; lane < 64; ++lane) {
      if (lanes.bytes[lane] == 0) continue;
      std::uint64_t offset = static_cast<std::uint64_t>(form.offsets[64 * number + lane]);
      for (auto const& [by, times] : pitches)
        offset += by * static_cast<std::uint64_t>((*times)[64 * number + lane]);
      std::uint64_t const here = (lanes.addresses[lane] - offset) & all_ones(width);
      if (!std::exchange(is_base, true)) base = here;
      if (here != (base & all_ones(width))) return false;
    }
    return true;
  }

  [[noreturn]] void wrong(std::uint32_t at, std::string const& what) {
    Instruction const& i = inspector_.program()[at].instruction;
    throw std::runtime_error(fmt::format("the judge is wrong: {:#x} ({}): {}", i.address, i.text, what));
  }

  Inspector inspector_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, InspectedAccess const*> known_{};
  std::vector<std::uint8_t> arguments_{};
  std::map<std::pair<std::uint64_t, unsigned>, Wave> waves_{};
  std::uint64_t grid_x_ = 1, grid_y_ = 1;
};

}  // namespace colex::code
