// SPDX-License-Identifier: MIT
// What a walk has made of each instruction, once without rewriting and once with; and of that, what addresses rest on: the registers that an
// access reads, back to where they were written, on each way that leads there.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "code/symbols/rewriting.hpp"
#include "code/symbols/walk.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

class Slots {
 public:
  explicit Slots(unsigned count = 0) : words_((count + 63) / 64) {}
  void set(unsigned s, bool on = true) { on ? words_[s / 64] |= bit(s) : words_[s / 64] &= ~bit(s); }
  void reset(unsigned s) { set(s, false); }
  bool operator[](unsigned s) const { return (words_[s / 64] & bit(s)) != 0; }
  /// Whether some are new.
  bool add(Slots const& more) {
    bool r = false;
    for (std::size_t k = 0; k < words_.size(); ++k)
      r |= (more.words_[k] & ~words_[k]) != 0, words_[k] |= more.words_[k];
    return r;
  }

 private:
  static std::uint64_t bit(unsigned s) { return std::uint64_t{1} << s % 64; }
  std::vector<std::uint64_t> words_;
};

/// A symbol that this instruction has made stands for whatever it makes.
bool is_made_by(Term t, std::uint32_t at) {
  return t != nullptr && t->op == Op::leaf && (t->leaf == Leaf::unknown || t->leaf == Leaf::unknown_lanes) &&
         t->first == at;
}

/// Masks of lanes are compared by this lane's bit.
Term bit_if_mask(Term t, Term beside) {
  bool const both = t->op == Op::extract && beside->op == Op::extract && t->of[0]->op == Op::ballot &&
                    beside->of[0]->op == Op::ballot && t->value == beside->value;
  return both ? t->of[0]->of[0] : t;
}

/// Half of a mask of lanes whose bit for this lane is a number.
bool is_known_mask(Term t) {
  return t != nullptr && t->op == Op::extract && t->of[0]->op == Op::ballot &&
         t->of[0]->of[0]->op == Op::constant;
}

}  // namespace

/// An instruction of a place, gone through again.
struct Walk::Replayed {
  Slots read{};
  /// What each slot holds behind it; nothing where that rests on nothing.
  std::vector<std::pair<unsigned, Equation>> written{};
  std::vector<Equation> of_accesses{};
  std::vector<MemoryAccess> accesses{};
  Equation asked{nullptr, nullptr};
  bool decides = false;           ///< a way is never taken by what is asked
  std::vector<Equation> guard{};  ///< of PTX: the bit under which it is executed, and its inverse
  Slots known{};                  ///< masks that hold a known bit behind it; of a place's last instruction
};

/// Throws InputError where the two took other ways.
std::vector<Walk::Replayed> Walk::replayed(std::uint32_t number) {
  std::vector<Replayed> all;
  State before = joined(number);
  std::uint32_t at = places_[number].at;
  for (bool goes_on = true; goes_on; ++at) {
    if (at >= program_.size() || !program_[at].why.empty()) break;
    SymbolicStep const& now = program_[at];
    judge_->state = before;
    {
      Plain const on;
      judge_->step(at, now);
    }
    State const plain = judge_->state;
    Term const plain_asked = judge_->asked, plain_guard = judge_->guard;
    std::vector<MemoryAccess> const plain_accesses = judge_->accesses;
    std::uint32_t const plain_unknowns = judge_->unknowns();
    judge_->state = before;
    goes_on = judge_->step(at, now);
    auto const differs = [&] {
      return cli::InputError(fmt::format("{}: {}: replayed without rewriting it is another step", tag(now),
                                         now.instruction.text));
    };
    if (plain_accesses.size() != judge_->accesses.size() ||
        (plain_asked == nullptr) != (judge_->asked == nullptr) ||
        (plain_unknowns != 0 && plain_unknowns != judge_->unknowns()))
      throw differs();
    auto const same = [&](Term one, Term other) {
      if (one == other || is_made_by(other, at)) return Equation{other, other};
      if (one == nullptr || other == nullptr || one->width != other->width) throw differs();
      return Equation{bit_if_mask(one, other), bit_if_mask(other, one)};
    };
    bool const saves = now.instruction.name.find("saveexec") != std::string::npos;  // EXEC's bit, a number
    Replayed& step = all.emplace_back();
    step.read = step.known = Slots(kinds_.slots);
    // Of a lane that is off an instruction of vectors makes bits of masks that are 0, whatever it reads.
    if (before.is_on || !now.instruction.name.starts_with("v_"))
      for (unsigned s : judge_->reads()) step.read.set(s);
    for (unsigned s = 0; s < kinds_.slots; ++s)
      if (plain.slots[s] != before.slots[s] || judge_->state.slots[s] != before.slots[s])
        step.written.emplace_back(s, saves || is_made_by(judge_->state.slots[s], at)
                                         ? Equation{nullptr, nullptr}
                                         : same(plain.slots[s], judge_->state.slots[s]));
    // Rows of scalars are handed the condition: it is read where another one makes another answer.
    if (kinds_.masks != 0 && step.read[kConditionSlot]) {
      State const behind = judge_->state;
      std::vector<MemoryAccess> const accesses = std::exchange(judge_->accesses, {});
      Term const asked = judge_->asked;
      judge_->state = before,
      judge_->state.slots[kConditionSlot] = leaf(Leaf::merged, 1, ~std::uint32_t{0}, kConditionSlot);
      {
        Plain const on;
        judge_->step(at, now);
      }
      bool is_read = judge_->asked != plain_asked;
      for (unsigned s = 0; s < kSlots; ++s)
        is_read |= judge_->state.slots[s] != plain.slots[s] &&
                   (s != kConditionSlot || plain.slots[s] != before.slots[s]);
      step.read.set(kConditionSlot, is_read);
      judge_->state = behind, judge_->accesses = accesses, judge_->asked = asked;
    }
    if (judge_->guard != nullptr) {
      step.guard = {same(plain_guard, judge_->guard)};
      Plain const on;
      Term const inverse = inverted(plain_guard);
      Plain const off(false);
      step.guard.push_back(same(inverse, inverted(judge_->guard)));
    }
    if (judge_->asked != nullptr) {
      step.asked = same(plain_asked, judge_->asked);
      step.decides = judge_->asked->op == Op::constant;
    }
    step.accesses = judge_->accesses;
    for (std::size_t k = 0; k < plain_accesses.size(); ++k) {
      step.of_accesses.push_back(same(plain_accesses[k].address, judge_->accesses[k].address));
      if (judge_->accesses[k].shape != nullptr)
        step.of_accesses.push_back(same(plain_accesses[k].shape, judge_->accesses[k].shape));
    }
    before = judge_->state;
    if (goes_on && leads_[at + 1]) goes_on = false;
  }
  for (unsigned s = 0; s < kinds_.masks && !all.empty(); ++s)
    if (is_known_mask(before.slots[s])) all.back().known.set(s);
  return all;
}

std::vector<Equation> Walk::equations_of(std::function<bool(MemoryAccess const&)> const& asked,
                                         std::set<Term> const& bits) {
  std::vector<std::vector<Replayed>> steps(places_.size());
  for (std::uint32_t n = 0; n < places_.size(); ++n)
    if (!places_[n].ways.empty()) steps[n] = replayed(n);
  std::set<std::uint32_t>
      by_ends;  // places at whose end it is asked whether a loop goes on, where that bounds its trips
  for (auto const& [head, most] : most_trips_)
    for (In const& way : places_[head].ways)
      if (most && way.from < places_.size() && is_back(head, way)) by_ends.insert(way.from);
  bool const by_masks =
      kinds_.masks != 0 && std::any_of(places_.begin(), places_.end(), [&](Place const& p) {
        return std::any_of(p.accesses.begin(), p.accesses.end(), [&](MemoryAccess const& a) {
          return (!a.when.empty() || !a.also.empty()) && asked(a);
        });
      });
  // Which slots are needed behind each place: what is asked of a place is gone through from its end to its start.
  std::vector<Slots> needed(places_.size(), Slots(kinds_.slots));
  std::set<std::uint32_t> work;
  for (std::uint32_t n = 0; n < places_.size(); ++n) work.insert(n);
  std::vector<Equation> r;
  auto const through = [&](std::uint32_t n, std::vector<Equation>* taken) {
    Slots live = needed[n];
    auto const take = [&](Equation const& e) {
      if (taken != nullptr && e.plain != e.rewritten) taken->push_back(e);
    };
    for (std::size_t k = steps[n].size(); k-- > 0;) {
      Replayed const& step = steps[n][k];
      bool reads = false;
      for (auto const& [slot, equation] : step.written)
        if (live[slot] && equation.plain != nullptr) take(equation), reads = true;
      for (auto const& [slot, equation] : step.written) live.reset(slot);
      bool const tells = step.asked.plain != nullptr && !bits.empty() &&
                         (is_joined_at(step.asked.rewritten, n) ||
                          any_part({step.asked.rewritten}, [&](Term part) { return bits.count(part) != 0; }));
      if (step.asked.plain != nullptr &&
          (step.decides || tells || (k + 1 == steps[n].size() && (by_ends.count(n) != 0 || by_masks))))
        take(step.asked), reads = true;
      for (Equation const& e : step.guard) take(e), reads = true;
      if (std::any_of(step.accesses.begin(), step.accesses.end(), asked)) {
        for (Equation const& e : step.of_accesses) take(e);
        reads = true;
      }
      if (reads) live.add(step.read);
    }
    return live;
  };
  while (!work.empty()) {
    std::uint32_t const n = *work.rbegin();
    work.erase(n);
    Slots live = through(n, nullptr);
    for (unsigned s = 0; s + 1 < kinds_.masks; s += 2)  // joined as a mask
      if (places_[n].merged.count(kMaskSlots + s) != 0 || places_[n].merged.count(kFlagSlots + s) != 0)
        if (live[s] || live[s + 1]) live.set(s), live.set(s + 1);
    for (In const& way : places_[n].ways) {
      if (way.from >= places_.size()) continue;
      Slots there = live;
      // Where EXEC takes an unknown bit, both are followed: that it is known behind rests on nothing.
      for (unsigned s = 0; s < kinds_.masks; ++s)
        if (there[s] && is_known_mask(way.state.slots[s]) && !steps[way.from].back().known[s]) there.reset(s);
      if (needed[way.from].add(there)) work.insert(way.from);
    }
  }
  for (std::uint32_t n = 0; n < places_.size(); ++n) through(n, &r);
  return r;
}

}  // namespace colex::code
