// SPDX-License-Identifier: MIT
// Words of bits as terms over symbols: a second number system for the rows of instructions. Two terms of one form are one object.
// Shifts by constants, masks, xor and sums without a carry are kept as pieces of bits, lowest first, so that an address made of lane bits has one
// form, the linear one over GF(2); other sums are kept as factors of atoms and a constant, modulo a power of two.
//
//   sum(8, {{leaf(Leaf::lane, 6), 1}}, 64)      concatenate(lane, 01)
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace colex::code {

struct Node;
using Term = Node const*;

enum class Op : std::uint8_t {
  constant,
  leaf,
  concatenate,  ///< pieces, lowest first
  extract,      ///< bits from `value` on
  conjunction,
  disjunction,
  exclusive,
  sum,      ///< of factors times atoms, which are extended by zeros, and the constant `value`
  product,  ///< of two terms of the width
  choose,   ///< condition, yes, no
  equal,
  below,
  below_signed,
  shift_left,
  shift_right,
  shift_right_signed,
  ballot,     ///< 64 bits: a mask whose bit for this lane is that; the other lanes' bits are not said
  apply,      ///< a function that is not looked into: `first` is its name
  remainder,  ///< of a division by `value`, which is no power of two
  entry  ///< of an array (tables.hpp): `first` is its argument, `value` the largest there is, the place in bytes what it is of
};

enum class Leaf : std::uint8_t {
  none,
  lane,      ///< 6 bits
  wave,      ///< of the block
  block,     ///< `first`: the axis
  argument,  ///< a dword of the arguments, at byte `first`
  arguments_at,
  packet,  ///< a dword of the dispatch packet, at byte `first`
  packet_at,
  trip,           ///< how often a loop's head was reached again; `first`: its place
  unknown,        ///< the same for all lanes of a wave; `first`: the instruction that made it
  unknown_lanes,  ///< of each lane
  merged,       ///< what a scalar register holds where ways meet; `first`: the place, `second`: the register
  merged_lanes  ///< the same of a vector register
};

struct Node {
  Op op = Op::constant;
  std::uint8_t width = 0;
  Leaf leaf = Leaf::none;
  std::uint32_t id = 0, first = 0, second = 0;
  std::uint32_t depth = 0;  ///< of the parts below
  std::uint64_t value = 0;
  std::vector<Term> of{};
  std::vector<std::uint64_t> factors{};
  std::uint64_t most = 0;           ///< no value is above
  bool has_lane = false;            ///< may differ from lane to lane
  bool has_wave = false;            ///< the number of the wave is in it
  bool has_ballot = false;          ///< holds a mask of lanes
  bool is_uniform = false;          ///< 32 bits that are all 0 or all 1, the same for all lanes
  bool is_open = false;             ///< holds a leaf that is unknown or merged
  bool has_merged = false;          ///< holds a leaf that is merged
  bool is_of_wave = false;          ///< may differ from wave to wave for a cause other than the leaf `wave`
  mutable std::uint64_t visit = 0;  ///< the last that came here
  bool is(std::uint64_t v) const { return op == Op::constant && value == v; }
};

/// Terms are shared by all pools of a thread, and live until the last is gone. More than so many are refused with OutOfTerms.
class Pool {
 public:
  static constexpr std::size_t kMost = 4'000'000;
  Pool();
  ~Pool();
  Pool(Pool const&) = delete;
};
struct OutOfTerms {};

std::uint64_t all_ones(unsigned width);
Term constant(std::uint64_t value, unsigned width);
Term leaf(Leaf kind, unsigned width, std::uint32_t first = 0, std::uint32_t second = 0);
Term concatenate(std::vector<Term> const& pieces);
Term extract(Term x, unsigned low, unsigned width);
Term extended(Term x, unsigned width);  ///< by zeros; or cut
Term sign_extended(Term x, unsigned width);
Term conjunction(Term x, Term y);
Term disjunction(Term x, Term y);
Term exclusive(Term x, Term y);
Term inverted(Term x);
struct Summand {
  Term term;
  std::uint64_t factor;
};
Term sum(unsigned width, std::vector<Summand> const& summands, std::uint64_t value = 0);
Term product(Term x, Term y);
Term choose(Term condition, Term yes, Term no);
Term equal(Term x, Term y);
Term below(Term x, Term y);
Term below_signed(Term x, Term y);
/// The bits that can be 1.
std::uint64_t may(Term x);
/// By a number of bits below the width.
Term shifted(Op op, Term x, Term by);
Term ballot(Term bit);
/// Of a division by a number.
Term remainder_by(Term x, std::uint64_t number);
Term apply(std::string const& function, unsigned width, std::vector<Term> const& of);
/// The name of what is applied.
std::string function_of(Term apply);

/// This lane's bit of a mask that is a ballot, or all or no lanes; null otherwise.
Term bit_of_mask(Term mask);

/// The bit that all lanes have of a mask with these halves, where it is all lanes or none; null otherwise.
Term all_or_none(Term low, Term high);

/// The summands of a word: pieces are factors of two.
std::vector<Summand> summands_of(Term x, std::uint64_t& value);

/// Whether it may differ from thread to thread.
inline bool has_thread(Term t) { return t->has_lane || t->has_wave; }
/// Whether it is a number of the launch alone, of arguments and of which block it is, and small: the same for all waves of a block, in each trip.
bool is_of_launch(Term t);
/// The summands that do; of a product with a number that all threads share, those of its other factor.
std::vector<Term> parts_of_threads(Term x);

/// The term with parts replaced where `with` answers.
Term substituted(Term x, std::function<Term(Term)> const& with);

/// Terms with some parts replaced by others; what is worked out for one term is kept for those that share parts with it.
class Substitution {
 public:
  /// From now on `value` takes the place of `part`. Where another one did, what was worked out is forgotten.
  void set(Term part, Term value);
  Term operator()(Term x);

 private:
  std::unordered_map<Term, Term> values_{}, done_{};
  std::uint32_t oldest_ = ~std::uint32_t{0};  ///< of the parts: terms before it hold none
};
/// Substitutions that are kept by a key, until they have worked out too many terms.
template <class Key>
class Substitutions {
 public:
  Substitution& operator[](Key const& key) {
    constexpr std::size_t kMost = 4096;  // that were asked for
    if (++asked_ % kMost == 0) all_.clear();
    return all_[key];
  }

 private:
  std::map<Key, Substitution> all_{};
  std::size_t asked_ = 0;
};

/// Goes to each term once. Of two in a thread, the earlier one must have ended.
class Visit {
 public:
  Visit();
  bool is_first(Term x) const { return std::exchange(x->visit, number_) != number_; }

 private:
  std::uint64_t number_;
};

/// Whether a part of the terms, which are parts of themselves, is so; each is asked once.
template <class F>
bool any_part(std::vector<Term> todo, F is) {
  Visit const visit;
  while (!todo.empty()) {
    Term const one = todo.back();
    todo.pop_back();
    if (!visit.is_first(one)) continue;
    if (is(one)) return true;
    todo.insert(todo.end(), one->of.begin(), one->of.end());
  }
  return false;
}

/// The leaves, each once. To `visited` is added how many parts were looked at.
std::vector<Term> leaves_of(Term x, std::size_t* visited = nullptr);
/// Those that are merged; parts without one are not looked at.
std::vector<Term> merged_of(Term x, std::size_t* visited = nullptr);

/// Its number where `of_leaf` answers for each leaf that matters.
class Evaluation {
 public:
  explicit Evaluation(std::function<std::optional<std::uint64_t>(Term)> of_leaf)
      : of_leaf_(std::move(of_leaf)) {}
  std::optional<std::uint64_t> operator()(Term x);

 private:
  std::optional<std::uint64_t> made(Term x);
  static std::uint64_t made(Term x, std::uint64_t const* of);
  std::function<std::optional<std::uint64_t>(Term)> of_leaf_;
  std::unordered_map<Term, std::optional<std::uint64_t>> known_{};
  std::vector<std::uint64_t> parts_{};  ///< of the terms that are under way
};

}  // namespace colex::code
