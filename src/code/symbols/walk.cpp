// SPDX-License-Identifier: MIT
#include "code/symbols/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "operations/failure.hpp"

namespace colex::code {

namespace {

/// Of one instruction, for masks that are known to be all lanes or none.
constexpr unsigned kMostPlacesAt = 64, kFewPlacesAt = 4;
constexpr std::size_t kMostPlaces = 20'000;

}  // namespace

std::string tag(SymbolicStep const& step) {
  return step.flow.is_of_ptx ? fmt::format("{}", step.instruction.address)
                             : fmt::format("{:#x}", step.instruction.address);
}

Walk::Walk(std::vector<SymbolicStep> const& program, std::unique_ptr<Machine> machine, SlotKinds kinds,
           std::uint64_t budget)
    : program_(program), budget_(budget), kinds_(std::move(kinds)), judge_(std::move(machine)) {
  find_blocks();
  find_live();
}

void Walk::run(State const& first) {
  for (;;) {
    places_.push_back({});
    places_[0].ways.push_back({~std::uint32_t{0}, 0, first, nullptr, false});
    numbers_[{0, true, {}}] = 0;
    run();
    if (forgets_ || places_.size() <= kMostPlaces) break;
    forgets_ = true;
    places_.clear(), numbers_.clear(), places_at_.clear(), not_understood_.clear();
  }
  order();
}

void Walk::find_blocks() {
  auto const count = static_cast<std::uint32_t>(program_.size());
  leads_.assign(count + 1, false), leads_[0] = true;
  for (std::uint32_t k = 0; k < count; ++k) {
    Flow const& flow = program_[k].flow;
    if (flow.branches) leads_[program_[k].instruction.target] = true;
    if (flow.branches || flow.splits || !flow.falls) leads_[k + 1] = true;
  }
  block_of_.assign(count, 0);
  for (std::uint32_t k = 1; k < count; ++k) block_of_[k] = leads_[k] ? k : block_of_[k - 1];
  for (std::uint32_t k = 0; k < count; ++k) {
    Flow const& flow = program_[k].flow;
    auto& next = next_[block_of_[k]];
    if (flow.branches) next.push_back(program_[k].instruction.target);
    if (leads_[k + 1] && k + 1 < count && flow.falls) next.push_back(k + 1);
  }
  // Orders blocks so that only the edges that close a loop lead back, and finds the loops.
  std::map<std::uint32_t, int> state;
  std::vector<std::uint32_t> finished;
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> back;
  state[0] = 1;
  while (!stack.empty()) {
    auto& [block, n] = stack.back();
    if (n == next_[block].size()) {
      state[block] = 2, finished.push_back(block), stack.pop_back();
      continue;
    }
    std::uint32_t const to = next_[block][n++];
    if (state[to] == 0)
      state[to] = 1, stack.emplace_back(to, 0);
    else if (state[to] == 1)
      back.emplace_back(block, to);
  }
  for (std::size_t k = 0; k < finished.size(); ++k)
    block_order_[finished[k]] = static_cast<unsigned>(finished.size() - 1 - k);
  std::map<std::uint32_t, std::vector<std::uint32_t>> before;
  for (auto const& [block, next] : next_)
    for (std::uint32_t to : next) before[to].push_back(block);
  for (auto const& [from, head] : back) {
    auto& body = loops_[head];
    body.insert(head);
    std::vector<std::uint32_t> todo{from};
    while (!todo.empty()) {
      std::uint32_t const block = todo.back();
      todo.pop_back();
      if (!body.insert(block).second) continue;
      if (block == 0 && head != 0) throw cli::InputError("a loop with two entries");
      for (std::uint32_t p : before[block]) todo.push_back(p);
    }
  }
}

void Walk::find_live() {
  std::size_t const count = kinds_.dropped;
  for (auto const& [block, ignored] : next_) live_[block].assign(count, false);
  std::map<std::uint32_t, std::uint32_t> end;
  for (std::uint32_t k = 0; k < program_.size(); ++k) end[block_of_[k]] = k + 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto block = live_.rbegin(); block != live_.rend(); ++block) {
      std::vector<bool> live(count, false);
      for (std::uint32_t to : next_[block->first])
        for (unsigned r = 0; r < count; ++r)
          if (live_[to][r]) live[r] = true;
      for (std::uint32_t k = end[block->first]; k-- > block->first;) {
        for (unsigned r : program_[k].written) live[r] = false;
        for (unsigned r : program_[k].read) live[r] = true;
      }
      if (live != block->second) block->second = live, changed = true;
    }
  }
}

std::uint32_t Walk::place(Key const& key) {
  auto const [found, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(places_.size()));
  if (is_new) {
    places_.push_back({});
    places_.back().at = key.at, ++places_at_[key.at];
  }
  return found->second;
}

/// The blocks of the loop with that head; of a place within loops, the blocks of all of them.
std::set<std::uint32_t> const& Walk::body_of(std::uint32_t at) {
  if (auto const loop = loops_.find(at); loop != loops_.end()) return loop->second;
  auto const [found, is_new] = bodies_.try_emplace(at);
  if (is_new)
    for (auto const& [head, blocks] : loops_)
      if (blocks.count(block_of_[at]) != 0) found->second.insert(blocks.begin(), blocks.end());
  return found->second;
}

/// Whether a value can differ in another trip of the loop.
bool Walk::depends_on(Term t, std::uint32_t head) {
  if (!t->is_open) return false;
  std::uint64_t const key = std::uint64_t{t->id} << 32 | head;
  if (auto const found = depends_.find(key); found != depends_.end()) return found->second;
  bool r = false;
  auto const& body = body_of(head);
  if (t->op == Op::leaf) {
    bool const merged = t->leaf == Leaf::merged || t->leaf == Leaf::merged_lanes;
    r = body.count(merged ? block_of_[places_[t->first].at] : block_of_[t->first]) != 0;
  }
  for (Term part : t->of) r = r || depends_on(part, head);
  return depends_[key] = r;
}

State Walk::joined(std::uint32_t number) {
  Place& p = places_[number];
  bool const is_head = loops_.count(p.at) != 0;
  if (p.ways.size() == 1 && !is_head) return p.ways[0].state;
  State r(kinds_.slots);
  r.is_on = p.ways[0].state.is_on;
  for (In const& way : p.ways) r.diverged |= way.state.diverged;
  r.when = p.ways[0].state.when;  // what all ways have asked first
  for (In const& way : p.ways) {
    auto const& other = way.state.when;
    std::size_t same_ones = 0;
    while (same_ones < r.when.size() && same_ones < other.size() && r.when[same_ones] == other[same_ones])
      ++same_ones;
    r.when.resize(same_ones);
  }
  r.of_launch = p.ways[0].state.of_launch;
  for (In const& way : p.ways) keep_common(r.of_launch, way.state.of_launch);
  r.also = p.ways[0].state.also;  // what holds on all ways, in this trip
  std::erase_if(r.also, [&](Term bit) {
    return (is_head && depends_on(bit, p.at)) ||
           std::any_of(p.ways.begin(), p.ways.end(), [&](In const& way) {
             auto const& other = way.state.also;
             return std::find(other.begin(), other.end(), bit) == other.end();
           });
  });
  std::vector<bool> done(kinds_.slots, false);
  for (unsigned s = 0; s + 1 < kinds_.masks; s += 2) {  // masks of lanes: the bit is what is joined
    std::vector<Term> bits;
    bool is_ballot = false, differs = false;
    for (In const& way : p.ways) {
      Term const low = way.state.slots[s], high = way.state.slots[s + 1];
      if (low == nullptr || high == nullptr) break;
      Term const mask = concatenate({low, high}), flag = all_or_none(low, high);
      Term const bit = flag != nullptr ? flag : bit_of_mask(mask);
      if (bit == nullptr) break;
      is_ballot |= flag == nullptr, bits.push_back(bit);
      differs |= low != p.ways[0].state.slots[s];
    }
    unsigned const slot = (is_ballot ? kMaskSlots : kFlagSlots) + s;
    if (bits.size() != p.ways.size() || (!is_ballot && !differs && p.merged.count(slot) == 0)) continue;
    bool same = std::all_of(bits.begin(), bits.end(), [&](Term b) { return b == bits[0]; });
    if (is_head && depends_on(bits[0], p.at)) same = false;
    if (p.merged.count(slot) != 0) same = false;
    if (!same) p.merged.insert(slot);
    Term const bit = same ? bits[0] : leaf(is_ballot ? Leaf::merged_lanes : Leaf::merged, 1, number, slot);
    if (is_ballot)
      r.slots[s] = extract(ballot(bit), 0, 32), r.slots[s + 1] = extract(ballot(bit), 32, 32);
    else
      r.slots[s] = r.slots[s + 1] = choose(bit, constant(0xFFFFFFFF, 32), constant(0, 32));
    done[s] = done[s + 1] = true;
  }
  for (unsigned s = 0; s < kinds_.slots; ++s) {
    if (done[s]) continue;
    Term value =
        nullptr;  // a way on which nothing has been written to the register is none on which it is used
    bool same = true;
    for (In const& way : p.ways) {
      Term const here = way.state.slots[s];
      if (value == nullptr) value = here;
      same = same && (here == nullptr || here == value);
    }
    if (value == nullptr) continue;
    if (same && is_head && depends_on(value, p.at)) same = false;
    if (p.merged.count(s) != 0) same = false;
    if (same) {
      r.slots[s] = value;
      continue;
    }
    p.merged.insert(s);
    r.slots[s] = leaf(kinds_.of_lanes(s) ? Leaf::merged_lanes : Leaf::merged, value->width, number, s);
  }
  return r;
}

/// Whether it is a bit that all lanes share and that has become a symbol at that place, or its inverse.
bool Walk::is_joined_at(Term bit, std::uint32_t number) {
  if (bit == nullptr) return false;
  if (bit->op == Op::exclusive && bit->of[1]->is(1)) bit = bit->of[0];
  return bit->op == Op::leaf && bit->leaf == Leaf::merged && bit->width == 1 && bit->first == number;
}

/// What all ways to the place on which that bit may be 1 say of the launch.
void Walk::keep_by_ways(std::uint32_t number, Term bit, std::vector<Term>& to) const {
  bool const is_not = bit->op == Op::exclusive;
  Term const symbol = is_not ? bit->of[0] : bit;
  std::optional<std::vector<Term>> common;
  for (In const& way : places_[number].ways) {
    Term const value = value_of(way, symbol->second);
    if (value != nullptr && value->is(is_not ? 1 : 0)) continue;
    if (!common) common = way.state.of_launch;
    keep_common(*common, way.state.of_launch);
  }
  for (Term const t : common.value_or(std::vector<Term>{})) Machine::keep_of_launch(t, to);
}

void Walk::run() {
  std::set<std::pair<unsigned, std::uint32_t>> work{{0, 0}};
  while (!work.empty()) {
    std::uint32_t const number = work.begin()->second;
    work.erase(work.begin());
    judge_->state = joined(number);
    places_[number].accesses.clear();
    std::uint32_t at = places_[number].at;
    std::vector<Machine::Way> out;
    Term asked = nullptr;
    for (bool goes_on = true; goes_on;) {
      if (at >= program_.size()) {
        not_understood_.push_back({at - 1, "the code goes on past its end"});
        break;
      }
      SymbolicStep const& now = program_[at];
      if (steps_++ >= budget_) {
        not_understood_.push_back({at, "the budget of instructions is spent"});
        return;
      }
      if (!now.why.empty()) {
        not_understood_.push_back({at, now.why});
        if (!now.flow.is_of_ptx || !now.flow.falls) break;  // PTX names the registers that it may change
      }
      try {
        goes_on = judge_->step(at, now);
      } catch (cli::Failure const& why) {
        not_understood_.push_back({at, why.message});
        break;
      }
      for (MemoryAccess one : judge_->accesses) one.place = number, places_[number].accesses.push_back(one);
      if (!goes_on) {
        out = judge_->ways, asked = out.size() == 2 && now.flow.branches ? judge_->asked : nullptr;
        if (is_joined_at(asked, number))
          keep_by_ways(number, asked, out[0].state.of_launch),
              keep_by_ways(number, inverted(asked), out[1].state.of_launch);
      }
      ++at;
      if (goes_on && leads_[at]) out = {{at, judge_->state}}, goes_on = false;
    }
    for (std::uint32_t k = 0; k < out.size(); ++k) {
      State& s = out[k].state;
      Key key{out[k].to, s.is_on, {}};
      auto const& live = live_[out[k].to];
      for (unsigned r = 0; r < live.size(); ++r)
        if (!live[r]) s.slots[r] = nullptr;
      for (unsigned r = 0; r + 1 < kinds_.masks; ++r) {
        Term const low = s.slots[r];
        if (low == nullptr || low->op != Op::extract || low->of[0]->op != Op::ballot || low->value != 0)
          continue;
        if (low->of[0]->of[0]->op == Op::constant) key.masks.emplace_back(r, low->of[0]->of[0]->value != 0);
      }
      // Stores of many masks, each on or off: what all of them are is not told apart any more.
      if (forgets_ && loops_.count(key.at) != 0) key.masks.clear();
      if (numbers_.count(key) == 0 && places_at_[key.at] >= (forgets_ ? kFewPlacesAt : kMostPlacesAt))
        key.masks.clear();
      std::uint32_t const to = place(key);
      if (places_.size() > kMostPlaces) {
        not_understood_.push_back({out[k].to, fmt::format("more than {} places", kMostPlaces)});
        return;
      }
      auto& ways = places_[to].ways;
      auto const known = std::find_if(ways.begin(), ways.end(),
                                      [&](In const& w) { return w.from == number && w.number == k; });
      if (known == ways.end())
        ways.push_back({number, k, s, asked, k == 0});
      else if (known->state == s && known->asked == asked)
        continue;
      else
        known->state = s, known->asked = asked;
      work.emplace(block_order_[out[k].to], to);
    }
  }
  // An instruction without an answer is said once.
  std::sort(not_understood_.begin(), not_understood_.end(),
            [](auto const& a, auto const& b) { return a.instruction < b.instruction; });
  not_understood_.erase(
      std::unique(not_understood_.begin(), not_understood_.end(),
                  [](auto const& a, auto const& b) { return a.instruction == b.instruction; }),
      not_understood_.end());
}

std::vector<MemoryAccess> Walk::accesses() const {
  std::vector<MemoryAccess> r;
  for (Place const& p : places_) r.insert(r.end(), p.accesses.begin(), p.accesses.end());
  std::sort(r.begin(), r.end(), [](MemoryAccess const& a, MemoryAccess const& b) {
    return std::tie(a.instruction, a.part, a.place) < std::tie(b.instruction, b.part, b.place);
  });
  return r;
}

}  // namespace colex::code
