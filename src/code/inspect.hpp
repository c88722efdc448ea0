// SPDX-License-Identifier: MIT
// What a kernel of AMD's or of PTX does to memory, for all lanes, waves, blocks, arguments and trips: per access its layout, found by the algebra from the address
// that the rows of instructions make over symbols. Never a guess: what is not understood says why.
//
//   Inspector inspector("gfx942", kernel, {.threads = 128});
//   inspector.result().accesses[0].forms[0].layout        "(64,2):(4,256)"
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "code/distances.hpp"
#include "code/finding.hpp"
#include "code/object.hpp"
#include "code/sizes/facts.hpp"
#include "code/symbols/walk.hpp"
#include "code/waits.hpp"

namespace colex::code {

namespace ptx {
struct Module;
struct Entry;
struct SymbolicKernel;
class OneValue;
}  // namespace ptx

struct InspectOptions {
  std::array<std::uint32_t, 3> block{0, 0, 0};  ///< 0: as many threads as the kernel was compiled for
  std::uint64_t budget = 20'000'000;
  std::string card{};  ///< whose banks and sectors are meant; empty: the target's
  Multiples multiples{};
  std::map<std::uint32_t, std::uint64_t>
      boxes{};  ///< bytes of the box of the tensor map that is the argument at this byte
  std::function<bool(std::vector<Term> const&)>
      contradicts{};              ///< a solver's answer whether bits cannot be 1 at once
  Tables tables{};                ///< what is assumed of entries of arrays that are arguments
  std::vector<Fact> facts{};      ///< of sizes of arrays, and of numbers of the launch
  std::uint32_t dynamic_lds = 0;  ///< bytes of LDS beside those of the kernel
};

enum class LayoutKind : std::uint8_t { affine, linear, index_map };

/// A number that all lanes share, such as a pitch, times a function of the thread.
struct Pitch {
  /// A product in the address, `by` times a sum, of which `rest` is what all lanes share.
  struct Product {
    Term product, sum, rest;
    std::uint64_t factor;  ///< in the address
  };
  Term by = nullptr;
  std::vector<Product> products{};
  std::int64_t first = 0;             ///< of thread 0, which the base has
  std::vector<std::int64_t> times{};  ///< of each thread beside thread 0
  std::string text{}, layout{};
};

struct AccessForm;
/// An entry of a table, whose place differs from thread to thread, in an address.
struct Through {
  Term entry = nullptr;  ///< of Op::entry
  std::uint64_t factor = 0;
  std::vector<AccessForm> place{};  ///< one: the entry's number
  std::string text{};               ///< "8 * arg0[(64,2):(1,64)]"
};

/// One of the ways in which an address comes about: base + offset of the thread.
struct AccessForm {
  Term address = nullptr, epoch = nullptr;
  Term order = nullptr;          ///< of PTX: MemoryAccess::order
  std::vector<Summand> base{};   ///< no lane is in it; beside these the constant
  std::vector<Summand> alone{};  ///< of these, what comes of no product with a number of the thread
  std::uint64_t constant = 0;    ///< with thread 0's offset in it
  bool base_of_wave = false;     ///< the base may differ from wave to wave
  Term narrow = nullptr;  ///< the address as it is, where it is `address` only if sums of 32 bits do not wrap
  std::vector<std::pair<Term, Term>> not_wrapped{};  ///< these, widened to 64 bits, and what stands for each
  std::vector<std::int64_t> offsets{};               ///< bytes, of each thread beside thread 0
  std::vector<Pitch> pitches{};                      ///< beside these offsets
  std::vector<Through> through{};                    ///< and these
  LayoutKind kind = LayoutKind::affine;
  std::string layout{};  ///< (lane, wave) -> bytes; empty for an index map
  std::string base_text{};
  unsigned alignment = 1;  ///< of the address, where the pointers that the base adds are multiples of it
  std::vector<std::string> pointers{};  ///< arguments that the base adds
};

struct InspectedAccess {
  MemoryAccess access{};
  std::string undecided{};  ///< why there is no layout
  std::vector<AccessForm> forms{};
  int bank_degree = 0;  ///< of LDS, the worst of all waves, if all lanes are on; 0: not known
  int sectors = 0;  ///< of global memory, the most of a wave whose base is a multiple of a line; 0: not known
  bool misaligned = false;    ///< in every lane and form
  bool no_wrap = false;       ///< in layouts, sums of 32 bits do not wrap before they are widened
  bool is_base_open = false;  ///< how what all threads share came about was not gone into
  bool is_whole() const { return undecided.empty() && !is_base_open; }
  std::string not_whole() const {
    return !undecided.empty() ? undecided
                              : "how what all threads share of its address came about is not gone into";
  }
};

enum class Verdict : std::uint8_t { holds, fails, undecided };

struct Judgement {
  Verdict verdict = Verdict::undecided;
  std::string why{};  ///< of a verdict that holds: where it does, if not everywhere
  std::uint32_t first = 0,
                second = 0;  ///< instructions that the reason names; none where `has_place` is false
  bool has_place = false;
  bool is_by_values = false;  ///< of races: it rests on what is stored, not on where alone
  bool names_a_race = false;  ///< of races: undecided, for two accesses that nothing orders may meet
};

/// A race that the executor shows: of the two instructions that the judgement names, in their order.
struct ShownRace {
  std::uint64_t byte = 0;  ///< of LDS
  std::array<Place, 2> threads{};
  std::vector<std::string> command{};  ///< that shows it
};

/// Whether an access of global memory stays within its array.
struct SizeAnswer {
  std::uint32_t instruction = 0, part = 0;
  std::string why{};  ///< it is not known to; empty where it does
};

/// Bounds of global memory, where sizes are stated.
struct Sizes {
  bool asked = false;
  std::vector<SizeAnswer> answers{};
  std::vector<std::string> stated{}, not_stated{};  ///< arrays that are accessed
  Judgement in_bounds{};
};

struct Inspection {
  std::string kernel{}, target{};
  bool is_ptx = false;
  bool adds_memory = false;  ///< a launch may add shared memory
  bool has_waits = true;  ///< whether `waits` is asked: of PTX, where it has products that run behind a warp
  unsigned threads = 0, waves = 1, lanes = 64;
  std::array<std::uint32_t, 3> block{0, 1, 1};
  char const* group() const { return is_ptx ? "warp" : "wave"; }
  char const* memory() const { return is_ptx ? "shared memory" : "LDS"; }
  std::uint64_t steps = 0;
  std::size_t places = 0;
  std::vector<InspectedAccess> accesses{};
  std::vector<NotUnderstood> not_understood{};
  Judgement waits{};
  std::vector<EarlyUse> early{};
  Judgement distances{Verdict::holds, "", 0, 0, false};  ///< of AMD's code
  std::vector<ShortDistance> short_distances{};
  Judgement race_free{};  ///< of LDS, within a block
  std::optional<ShownRace> race{};
  Judgement in_bounds{};  ///< of LDS
  Sizes sizes{};
  bool holds() const;  ///< nothing is wrong or undecided
};

/// A term in words.
std::string to_text(Term t, Kernel const& kernel, Walk const& walk, std::vector<SymbolicStep> const& program);

class Inspector {
 public:
  Inspector(std::string const& target, Kernel const& kernel, InspectOptions const& options);
  /// Module and kernel must outlive it.
  Inspector(ptx::Module const& module, ptx::Entry const& entry, InspectOptions const& options);
  ~Inspector();
  Inspection const& result() const { return result_; }
  /// What was judged to be a race that may come about comes about.
  void show(ShownRace race);
  std::vector<SymbolicStep> const& program() const;
  std::vector<Instruction> instructions() const;
  Walk& walk() { return *walk_; }
  bool has_walk() const { return walk_ != nullptr; }
  std::string text(Term t) const { return to_text(t, *kernel_, *walk_, program()); }
  /// Whether the bytes of the array that is the argument at that byte, or of any, are in a fact.
  bool has_size(std::optional<std::uint32_t> array = {}) const;
  bool is_walked() const { return walk_ != nullptr && result_.not_understood.empty(); }
  std::uint32_t lds_bytes() const { return kernel_->lds_bytes + options_.dynamic_lds; }
  std::vector<KernelArgument> const& arguments() const { return kernel_->arguments; }
  InspectOptions const& options() const { return options_; }
  Kernel const& kernel() const { return *kernel_; }
  /// Whether accesses of two waves, or of PTX threads, by these instructions may be in one epoch, as far as the barriers before them say.
  bool may_be_unordered(std::uint32_t a, std::uint32_t b) const;
  /// The same of PTX, where copies that mbarriers count end at waits.
  bool may_be_at_once(std::uint32_t a, std::uint32_t b) const;
  /// Of PTX: instructions that a thread may come to behind one without a barrier between.
  std::vector<bool> const& without_barrier(std::uint32_t from) const;
  /// For how many barriers, as bits, a copy may be under way when another thread, or the thread itself, comes to an instruction.
  std::uint64_t lags(std::uint32_t copy, std::uint32_t at) const;
  std::uint64_t own_lags(std::uint32_t copy, std::uint32_t at) const;
  /// A bit that says which of two accesses a block makes, the first where it is 1, and never both; null where none is known.
  static Term told_apart(MemoryAccess const& a, MemoryAccess const& b);
  /// Whether an access may come about while another does, one of them a store.
  bool may_meet(MemoryAccess const& a, MemoryAccess const& b) const;
  /// Whether the copy engine or the tensor core may read, or overwrite, without a fence what a thread wrote.
  bool may_be_unseen(MemoryAccess const& wrote, MemoryAccess const& other) const;
  /// Whether a store may change an mbarrier between its init and an operation on it, where they touch one byte.
  bool may_overwrite(MemoryAccess const& wrote, MemoryAccess const& other) const;
  /// Whether the lanes of a warp make an access of PTX together, in each trip.
  bool is_in_step(MemoryAccess const& a) const;
  ptx::SymbolicKernel const* ptx() const { return ptx_.get(); }
  /// "0x16a4 (ds_write_b128 v10, v[6:9])"; of PTX "line 46 (...)"
  std::string place(std::uint32_t instruction) const;

 private:
  std::string not_taken() const;
  void inspect(std::function<std::unique_ptr<Walk>()> const& walked, std::string const& why);
  void find_all(std::function<std::unique_ptr<Walk>()> const& walked);
  void find(InspectedAccess& a, MemoryAccess const& access);
  std::string split(AccessForm& form) const;
  bool split_without_wraps(AccessForm& form) const;
  bool add_pitch(AccessForm& form, Term product, std::uint64_t factor) const;
  void name_layout(AccessForm& form) const;
  void name_pitches(AccessForm& form) const;
  bool add_entry(AccessForm& form, Term entry, std::uint64_t factor) const;
  void name_base(AccessForm& form) const;
  void name_entries(AccessForm& form) const;
  std::string hint_of(Term t) const;
  std::map<std::uint32_t, std::uint32_t> stored_tables() const;
  Term simpler(Term address);
  static Term as_stage(Term t);
  bool by_trips(Term address, std::vector<Term> const& one, std::vector<std::vector<Term>>& all) const;
  void ask_card(InspectedAccess& a) const;
  void ask_waits();
  void ask_distances();
  void ask_races();
  std::vector<LateAccesses> const& under_way() const;
  bool has_races_by_entries();
  std::string and_tables_stay(std::string r) const;
  void leave_races_undecided(std::string why, std::uint32_t a, std::uint32_t b, bool names_a_race = false);
  bool begins_with_races();
  bool stores_to_lds() const;
  void ask_races_of_threads();
  bool stores_one_value(std::uint32_t store, unsigned bits);
  bool may_be_between_barriers(std::uint32_t a, std::uint32_t b) const;
  void ask_bounds();
  void ask_sizes();

  Pool pool_{};
  std::vector<SymbolicStep> program_{};
  std::unique_ptr<Walk> walk_{};
  Substitutions<std::tuple<Term, bool, bool>> given_{};  ///< condition, its value, whether without rewriting
  std::vector<std::set<std::uint32_t>> barriers_before_{};
  mutable std::map<std::uint32_t, std::vector<bool>> without_barrier_{};
  std::map<unsigned, std::shared_ptr<ptx::OneValue>> one_values_{};  ///< by the bit of a thread's number
  std::vector<LateAccesses> under_way_{};  ///< of AMD's code; of PTX, the kernel has it
  Tables tables_{};                        ///< of the options, those that the kernel does not store to
  std::map<std::uint32_t, std::uint32_t> stored_{};  ///< tables that the kernel may store to, and where
  InspectOptions options_{};
  std::unique_ptr<ptx::SymbolicKernel> ptx_{};
  Kernel const* kernel_;
  Inspection result_{};
};

/// For each instruction, the barriers that may be the last before it, by their numbers; the start of the kernel is one past the last.
std::vector<std::set<std::uint32_t>> barriers_before(std::vector<SymbolicStep> const& program);

}  // namespace colex::code
