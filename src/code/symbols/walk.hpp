// SPDX-License-Identifier: MIT
// A kernel walked through over symbols, on all its ways and for any number of turns of its loops. Ways are not forked: where two meet, a
// register that holds two values becomes a symbol, and each place is looked at until nothing changes. A place is an instruction with this lane's
// bits of EXEC and of the masks that are still read.
//
//   Walk walk(program, kernel, budget);
//   walk.accesses()        each access of each place, its address as a term
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "code/object.hpp"
#include "code/symbols/judge.hpp"
#include "code/symbols/rewriting.hpp"

namespace colex::code {

std::vector<SymbolicStep> symbolic_program(std::string const& target, Kernel const& kernel);

/// The place of an instruction, in short: "0x166c", or of PTX its line.
std::string tag(SymbolicStep const& step);

struct NotUnderstood {
  std::uint32_t instruction = 0;
  std::string why{};
};

/// What a machine keeps.
struct SlotKinds {
  unsigned slots = 0;
  unsigned dropped = 0;  ///< so many first ones are dropped where nothing reads them any more
  unsigned masks = 0;    ///< so many first ones may hold masks of lanes
  std::function<bool(unsigned)> of_lanes;  ///< whether what it holds may differ from lane to lane
};

class Walk {
 public:
  Walk(std::vector<SymbolicStep> const& program, std::unique_ptr<Machine> machine, SlotKinds kinds,
       std::uint64_t budget);
  /// From what the registers hold at the start.
  void run(State const& first);
  /// AMD's code, gone through. `threads` of a block, which has one dimension. `budget` bounds the instructions that are looked at.
  Walk(std::vector<SymbolicStep> const& program, Kernel const& kernel, unsigned threads, std::uint64_t budget,
       Multiples const& multiples, Tables const& tables = {}, bool keeps_conditions = false);

  std::vector<MemoryAccess> accesses() const;
  /// Where the walk ended without an answer.
  std::vector<NotUnderstood> const& not_understood() const { return not_understood_; }
  std::uint64_t steps() const { return steps_; }
  std::size_t places() const { return places_.size(); }
  /// Whether there were too many places to tell masks apart wherever it helps.
  bool forgets() const { return forgets_; }
  /// Of an instruction that loads from an array, the argument with which its address began.
  std::map<std::uint32_t, std::uint32_t> const& arrays() const { return judge_->arrays; }
  std::uint32_t instruction_of(std::uint32_t place) const { return places_[place].at; }

  /// By which ways symbols of joins came about: at each place by one of these. Two are of one thread in one trip only where they have a way in common
  /// at each place before that trip.
  using Chosen = std::map<std::uint32_t, std::set<std::size_t>>;

  /// The terms for each way in which the symbols of their joins can have come about, what loops carry as a function of their trips. With
  /// `only_lanes`, symbols of summands that all threads share stay. False where there are more than `most`. Where `chosen` is given, it has of each case
  /// the ways, and behind the terms of a case are bits that are 1 on these.
  bool cases(std::vector<Term> const& terms, std::size_t most, bool only_lanes,
             std::vector<std::vector<Term>>& out, std::vector<Chosen>* chosen = nullptr);

  /// The term where symbols of vector registers that all lanes of a wave share are symbols of one value, as of a scalar register.
  Term with_uniform(Term t);

  /// Goes through the instructions of each place once more. Of those on which the asked accesses rest, and the ways that are never taken: what
  /// the row makes of the terms before it, without rewriting beside with; and what is asked where that has one of the bits. Throws InputError where the two
  /// took other ways.
  std::vector<Equation> equations_of(std::function<bool(MemoryAccess const&)> const& asked,
                                     std::set<Term> const& bits = {});

  /// The most trips that the loop whose head is at that place can have made, where the condition at its end says: it holds in no trip after those.
  std::optional<std::uint64_t> most_trips(std::uint32_t head);

  /// What holds at the end of a trip behind which the loop whose head is at that place is gone round again, in each way in which that comes about, as
  /// functions of that trip's number. None where there are too many ways. Only ways on which the loop may have been come to as it was in a case are told.
  std::optional<std::vector<std::vector<Term>>> going_round(std::uint32_t head, Chosen const& in_case);

  /// Whether waves that differ in those bits of their number store one value there, in one epoch: by what it rests on. What they load from global
  /// memory must not be changed meanwhile.
  bool is_one_value(std::uint32_t store, std::uint64_t wave_bits);

  /// Whether a loop begins at the instruction.
  bool is_head(std::uint32_t instruction) const { return loops_.count(instruction) != 0; }
  /// Whether the instruction is in the loop that begins there.
  bool is_in_loop(std::uint32_t instruction, std::uint32_t head) const {
    return loops_.at(head).count(block_of_[instruction]) != 0;
  }

 private:
  struct Key {
    std::uint32_t at;
    bool is_on;
    std::vector<std::pair<unsigned, bool>> masks;
    auto operator<=>(Key const&) const = default;
  };
  struct In {
    std::uint32_t from, number;
    State state;
    Term asked = nullptr;  ///< the bit by which a branch led here, where it had two ways
    bool is_taken = false;
  };
  struct Place {
    std::uint32_t at = 0;
    std::vector<In> ways{};
    std::set<unsigned> merged{};  ///< slots that have become symbols; those of masks' bits at 1000 and up
    std::vector<MemoryAccess> accesses{};
  };
  using Values = std::vector<std::pair<In const*, Term>>;

  struct Origins;
  Origins const& origins();
  void find_met(Origins& r) const;
  bool is_once_in_an_epoch(std::uint32_t instruction) const;
  struct Replayed;
  std::vector<Replayed> replayed(std::uint32_t place);
  void find_blocks();
  void find_live();
  std::uint32_t place(Key const& key);
  void run();
  State joined(std::uint32_t number);
  static bool is_joined_at(Term bit, std::uint32_t number);
  void keep_by_ways(std::uint32_t number, Term bit, std::vector<Term>& to) const;
  std::set<std::uint32_t> const& body_of(std::uint32_t at);
  bool depends_on(Term t, std::uint32_t head);
  void order();
  bool is_back(std::uint32_t place, In const& way) const {
    return way.from < places_.size() && order_[way.from] >= order_[place];
  }
  Term value_of(In const& way, unsigned slot) const;
  bool is_entered_alike(Term symbol, std::vector<Term>& values) const;
  bool is_uniform(Term symbol);
  bool cases_within(std::vector<Term> const& terms, std::size_t most, std::vector<std::vector<Term>>& out,
                    std::set<Term> kept, std::uint32_t stop);
  /// What a loop carries: the symbol in trip t, entered by that way; null where it is not understood.
  Term carried(std::uint32_t head, unsigned slot, In const& entry);
  /// Slots that go round together, and what they hold in each trip, from `first` on again and again.
  struct Round {
    std::vector<unsigned> slots{};
    std::vector<std::vector<std::uint64_t>> values{};
    std::size_t first = 0;
  };
  Round const* round_of(std::uint32_t head, unsigned slot, std::size_t way);
  Term by_rounds(Term t, std::uint32_t head, std::size_t way);
  static Term periodic(std::vector<std::uint64_t> all, Term trip, unsigned width);
  Term repeated(std::uint32_t head, unsigned slot, In const& entry);
  struct Step {
    enum class Kind : std::uint8_t {
      unknown,
      fixed,
      added,
      low_of_pair,
      high_of_pair,
      flipped,
      repeated  ///< a function of what the loop carries alone, such as the number of a stage: `by`
    } kind = Kind::unknown;
    Term by = nullptr;
  };
  Step step_of(std::uint32_t head, unsigned slot);
  Term back_value(std::uint32_t head, unsigned slot);

  std::vector<SymbolicStep> const& program_;
  std::uint64_t budget_, steps_ = 0;
  std::vector<bool> leads_{};
  std::vector<std::uint32_t> block_of_{};  ///< the first instruction of each instruction's block
  std::map<std::uint32_t, std::vector<std::uint32_t>> next_{};  ///< blocks
  std::map<std::uint32_t, std::set<std::uint32_t>> loops_{};    ///< head to blocks
  std::map<std::uint32_t, std::set<std::uint32_t>> bodies_{};   ///< of places within loops
  std::map<std::uint32_t, unsigned> block_order_{};
  std::map<std::uint32_t, std::vector<bool>> live_{};  ///< scalar registers at the start of each block
  std::vector<Place> places_{};
  std::map<Key, std::uint32_t> numbers_{};
  std::map<std::uint32_t, unsigned> places_at_{};  ///< how many there are of an instruction
  std::vector<std::uint32_t> order_{};
  std::map<std::pair<std::uint32_t, unsigned>, Step> steps_of_{};
  std::map<std::tuple<std::uint32_t, unsigned, std::size_t>, Round> rounds_{};
  std::map<std::uint32_t, std::optional<std::uint64_t>> most_trips_{};
  std::unordered_map<std::uint64_t, bool> depends_{};
  std::unordered_map<Term, bool> uniform_{};
  std::vector<NotUnderstood> not_understood_{};
  /// By place, way and whether terms are made without rewriting.
  Substitutions<std::tuple<std::uint32_t, std::size_t, bool>> substitutions_{};
  bool only_lanes_ = false;
  bool forgets_ =
      false;  ///< as there were too many places, masks are told apart at few of them, and at no loop's head
  struct Told;
  static std::vector<Term> bits_on(Place const& p, std::set<std::size_t> const& ways,
                                   std::vector<Term> const& terms);
  Told* told_ = nullptr;  ///< the ways of the cases that are looked for, where they are asked for
  std::size_t left_ = 0;  ///< parts of terms that cases_within() may still look at
  std::shared_ptr<Origins> origins_{};
  std::map<std::pair<std::uint32_t, std::uint64_t>, bool> one_values_{};
  SlotKinds kinds_;
  std::unique_ptr<Machine> judge_;
};

}  // namespace colex::code
