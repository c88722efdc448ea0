// SPDX-License-Identifier: MIT
// Races of LDS within a block. A wave counts the barriers that it has passed: its epoch. Accesses of two waves are unordered exactly in one epoch, so
// that what is asked is: do two waves touch one byte in one epoch, and one of them writes? Addresses are functions of lane, wave and
// low bits of the trips; where a loop has a barrier in each trip, the trip is the epoch less a number. Which lanes are on, and which ways a launch
// takes, is not asked, so that a pair that meets is a race only if it comes about.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "code/inspect.hpp"

namespace colex::code {

namespace {

constexpr unsigned kMostBits = 4;  // of an epoch, and of a trip that no barrier counts

/// An access with its epoch as number + factor * trip of one loop.
struct Epoch {
  std::uint64_t number = 0, factor = 0;
  Term trip = nullptr;
  bool known = false;
};
Epoch epoch_of(Term t) {
  Epoch r;
  auto const of = summands_of(t, r.number);
  if (of.empty()) return r.known = true, r;
  if (of.size() != 1) return r;
  Term atom = of[0].term;
  if (atom->op == Op::extract && atom->value == 0) atom = atom->of[0];
  if (atom->op != Op::leaf || atom->leaf != Leaf::trip) return r;
  r.trip = atom, r.factor = of[0].factor, r.known = true;
  return r;
}

/// The bits of trips that a term reads: the highest, and one; false where it reads more than low bits.
bool low_bits(Term t, std::map<Term, unsigned>& bits, std::set<Term>& seen) {
  if (!seen.insert(t).second) return true;
  if (t->op == Op::extract && t->of[0]->op == Op::leaf && t->of[0]->leaf == Leaf::trip) {
    auto const top = static_cast<unsigned>(t->value) + t->width;
    auto& known = bits[t->of[0]];
    known = std::max(known, top);
    return top <= kMostBits;
  }
  if (t->op == Op::leaf) return t->leaf == Leaf::lane || t->leaf == Leaf::wave;
  return std::all_of(t->of.begin(), t->of.end(), [&](Term part) { return low_bits(part, bits, seen); });
}

struct Touched {
  std::uint32_t instruction = 0;
  bool is_store = false;
  Epoch epoch{};
  /// For each number of low bits of the epoch: byte -> waves that touch it.
  std::vector<std::map<std::uint32_t, std::uint16_t>> waves{};
};

}  // namespace

void Inspector::ask_races() {
  Judgement& r = result_.race_free;
  auto const undecided = [&](std::string why, std::uint32_t a, std::uint32_t b) {
    r = {Verdict::undecided, std::move(why), a, b, true};
  };
  if (!result_.not_understood.empty()) {
    NotUnderstood const& n = result_.not_understood.front();
    return undecided("not all is understood: " + n.why, n.instruction, n.instruction);
  }
  std::vector<Touched> all;
  unsigned epoch_bits = 0;
  struct Asked {
    InspectedAccess const* a;
    AccessForm const* form;
    std::map<Term, unsigned> bits;
    Epoch epoch;
  };
  std::vector<Asked> asked;
  bool stores = false;
  for (InspectedAccess const& a : result_.accesses) stores |= a.access.is_lds && a.access.is_store;
  if (!stores) return void(r = {Verdict::holds, "nothing is stored to LDS", 0, 0, false});
  for (InspectedAccess const& a : result_.accesses) {
    if (!a.access.is_lds) continue;
    if (!a.undecided.empty()) return undecided(a.undecided, a.access.instruction, a.access.instruction);
    for (AccessForm const& form : a.forms) {
      Asked one{&a, &form, {}, epoch_of(form.epoch)};
      if (std::set<Term> seen; !low_bits(form.address, one.bits, seen))
        return undecided("the base is " + form.base_text, a.access.instruction, a.access.instruction);
      for (auto const& [trip, bits] : one.bits)
        if (one.epoch.known && one.epoch.trip == trip && one.epoch.factor == 1)
          epoch_bits = std::max(epoch_bits, bits);
      asked.push_back(std::move(one));
    }
  }
  for (Asked const& one : asked) {
    Touched t{one.a->access.instruction, one.a->access.is_store, one.epoch, {}};
    for (std::uint64_t epoch = 0; epoch < std::uint64_t{1} << epoch_bits; ++epoch) {
      auto& waves = t.waves.emplace_back();
      // Trips that the epoch does not say take every value of their bits.
      std::vector<std::pair<Term, unsigned>> open;
      unsigned open_bits = 0;
      for (auto const& [trip, bits] : one.bits)
        if (!(one.epoch.known && one.epoch.trip == trip && one.epoch.factor == 1))
          open.emplace_back(trip, bits), open_bits += bits;
      if (open_bits > 6)
        return undecided("the trips of several loops are in the address", t.instruction, t.instruction);
      for (std::uint64_t choice = 0; choice < std::uint64_t{1} << open_bits; ++choice)
        for (unsigned thread = 0; thread < result_.threads; ++thread) {
          Evaluation value([&](Term leaf) -> std::optional<std::uint64_t> {
            if (leaf->leaf == Leaf::lane) return thread % 64;
            if (leaf->leaf == Leaf::wave) return thread / 64;
            if (leaf == one.epoch.trip && one.epoch.factor == 1) return epoch - one.epoch.number;
            unsigned at = 0;
            for (auto const& [trip, bits] : open) {
              if (trip == leaf) return choice >> at & all_ones(bits);
              at += bits;
            }
            return {};
          });
          auto const address = value(one.form->address);
          if (!address) return undecided("the address is not known", t.instruction, t.instruction);
          for (unsigned k = 0; k < one.a->access.bytes; ++k)
            waves[static_cast<std::uint32_t>(*address + k)] |= static_cast<std::uint16_t>(1u << thread / 64);
        }
    }
    all.push_back(std::move(t));
  }
  // Epochs that can never be one: two numbers that differ, or a loop's and one behind it.
  auto const apart = [&](Touched const& a, Touched const& b) {
    if (!a.epoch.known || !b.epoch.known) return false;
    if (a.epoch.trip == nullptr && b.epoch.trip == nullptr) return a.epoch.number != b.epoch.number;
    for (auto const& [x, y] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
      if (x->epoch.trip == nullptr) {  // a number below a loop's first
        if (x->epoch.number < y->epoch.number) return true;
      } else if (x->epoch.trip == y->epoch.trip && x->epoch.factor == y->epoch.factor) {
        // In the loop, and behind it, where the trip is the last.
        bool const inside = walk_->is_inside(x->instruction, x->epoch.trip->first),
                   behind = !walk_->is_inside(y->instruction, x->epoch.trip->first);
        if (inside && behind && y->epoch.number > x->epoch.number && y->epoch.number < 0x80000000u)
          return true;
      }
    }
    return false;
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j) {
      Touched const &a = all[i], &b = all[j];
      if ((!a.is_store && !b.is_store) || apart(a, b)) continue;
      for (std::size_t epoch = 0; epoch < a.waves.size(); ++epoch)
        for (auto const& [byte, waves] : a.waves[epoch]) {
          auto const other = b.waves[epoch].find(byte);
          if (other == b.waves[epoch].end()) continue;
          unsigned const both = waves | other->second;
          if (std::has_single_bit(both)) continue;
          unsigned const first = static_cast<unsigned>(std::countr_zero(waves));
          unsigned const rest = other->second & ~(1u << first);
          unsigned const second = rest != 0 ? static_cast<unsigned>(std::countr_zero(rest))
                                            : static_cast<unsigned>(std::countr_zero(other->second));
          return undecided(
              fmt::format(
                  "byte {} of LDS may be touched by waves {} and {} with no barrier between", byte, first,
                  second == first ? static_cast<unsigned>(std::countr_zero(waves & ~(1u << first))) : second),
              a.instruction, b.instruction);
        }
    }
  r = {Verdict::holds, "", 0, 0, false};
}

}  // namespace colex::code
