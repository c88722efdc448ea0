// SPDX-License-Identifier: MIT
// What the function of an operation is called with, and what it hands back. The parameters of its page say
// which kinds its arguments have; asking for another kind is an error of the row (std::logic_error).
//
//   complement(8:2, 32), from the shell, from JSON or from an expression:
//   in.layout(0) is 8:2, in.integer(1) is 32
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "colex/complement.hpp"
#include "colex/domain.hpp"
#include "colex/inverse.hpp"
#include "colex/why_not.hpp"
#include "operations/page.hpp"

namespace colex::cli {

/// An argument: its value, its text where it came as text, and where messages say that it stands.
struct Argument {
  Value value;
  std::string_view source{};
  std::string name{};  ///< "layout", "args[0]", "expression"
  int line = 1, column = 1;

  Argument() {}  // NOLINT(modernize-use-equals-default): a default one would clear all of the value's room
  /// Its value made in place.
  template <class T, class From>
  Argument(std::in_place_type_t<T> type, From&& from) : value(type, std::forward<From>(from)) {}
  Argument(Value v, std::string_view text = {}, std::string called = {}, int l = 1, int c = 1)
      : value(std::move(v)), source(text), name(std::move(called)), line(l), column(c) {}
};

enum class Arguments { by_value, as_typed };
/// "complement(8:2, 32)"
std::string called(std::string_view operation, std::vector<Argument> const& arguments,
                   Arguments written = Arguments::by_value);

/// How a request is to be answered.
struct Flags {
  bool cute = false;              ///< --convention cute
  std::vector<std::string> on{};  ///< names of options
  bool has(std::string_view option) const;
};

/// An answer: `value` is the result, `text` what people read (empty: the value), `holds` the exit status of a
/// question, `witness` the numbers of a "no". There is no "no" without its sentence and its witness.
struct Answer {
  Value value;
  std::string text{};
  bool holds = true;
  Numbers witness{};
  std::string decided{};  ///< how: normal_form, gf2 or enumeration; empty where there is one way only
  Condition refused =
      Condition::none;  ///< there is no answer; only while a Brief lives, and then nothing else counts
  bool unsaid = false;  ///< a Brief left out `text` and `witness`

  Answer(Value v) : value(std::move(v)) {}
  Answer(Layout<Checked> const& layout) : value(layout) {}
  Answer(IntTuple<Checked> const& tuple) : value(tuple_value(tuple)) {}
  Answer(Checked number) : value(integer_value(number.value())) {}
  Answer(Swizzle const& swizzle) : value(swizzle) {}
  Answer(AnyLayout const& layout) : value(is_plain(layout) ? Value(checked(layout.inner)) : Value(layout)) {}
  Answer(Table table) : value(std::move(table)) {}
  static Answer number(std::int64_t n) { return integer_value(n); }
  static Answer word(std::string text) { return Value(std::move(text)); }
  static Answer yes(std::string text = "yes");
  static Answer no(std::string_view sentence, Numbers witness);  ///< the sentence begins with "no, "
  static Answer unsaid_no();
  static Answer refusal(Condition condition) {
    Answer r{Value()};
    r.refused = condition;
    return r;
  }
  Answer by(std::string how) && {
    decided = std::move(how);
    return std::move(*this);
  }
};

/// While one lives, this thread's answers come without sentences and witnesses, which take longer than the operation. Who
/// reads them asks again without it. A refusal is an Answer where the row ends in answer(). check() and accept() keep its condition, and
/// the row goes on with a value that stands for none: a throw takes longer than most rows. refuse() throws a BriefRefusal.
class Brief {
 public:
  Brief() : before_(current()) { current() = {true, Condition::none}; }
  ~Brief() { current() = before_; }
  Brief(Brief const&) = delete;
  static bool now() { return current().lives; }
  /// The first condition that was kept.
  static Condition kept() { return current().first; }
  static void keep(Condition condition) {
    if (kept() == Condition::none) current().first = condition;
  }

 private:
  struct State {
    bool lives;
    Condition first;
  };
  static State& current();
  State before_;
};
struct BriefRefusal {
  Condition condition;
};

/// The largest budget that may be asked for: some hours.
inline constexpr std::int64_t kMostBudget = std::int64_t{1} << 40;

/// The question that this thread answers. All calls within it take their steps from its one budget. Without
/// one each call is a question of its own.
class Question {
 public:
  explicit Question(Budget budget, bool (*stops)() = nullptr) : work_(budget), before_(current()) {
    work_.stops = stops;
    current() = this;
  }
  ~Question() { current() = before_; }
  Question(Question const&) = delete;
  std::int64_t taken() const { return work_.taken; }
  static Budget rest() { return current() == nullptr ? Budget{} : current()->work_.rest(); }

 private:
  static Question*& current();
  Work work_;
  Question* before_;
};

/// The longest table that is written.
inline constexpr std::int64_t kMaxValues = std::int64_t{1} << 20;

class Call {
 public:
  Call(Page const& page, std::vector<Argument> const& arguments, Flags const& flags)
      : page_(page), arguments_(arguments), flags_(flags) {}

  std::size_t count() const { return arguments_.size(); }
  bool cute() const { return flags_.cute; }
  bool has(std::string_view option) const { return flags_.has(option); }
  /// The steps that are left for the question of which this call is a part.
  Budget budget() const { return Question::rest(); }
  /// Takes steps of it for values that are listed; refuses as undecided where it does not do.
  void take(std::int64_t points) const;

  /// Of a swizzled argument the layout inside; wrapped() puts the answer under the swizzle again, or refuses where
  /// that does not take every offset.
  Layout<Checked> layout(std::size_t k) const;
  bool is_swizzled(std::size_t k) const { return std::holds_alternative<AnyLayout>(arguments_[k].value); }
  bool is_basis(std::size_t k) const { return std::holds_alternative<Coordinates>(arguments_[k].value); }
  bool is_layout(std::size_t k) const { return std::holds_alternative<Layout<Checked>>(arguments_[k].value); }
  IntTuple<Checked> shape(std::size_t k) const;
  IntTuple<Checked> tuple(std::size_t k) const;
  Checked integer(std::size_t k) const;
  Table const& table(std::size_t k) const;
  /// Its `_` as the convention asked for has it.
  Tiler<Checked> tiler(std::size_t k) const;
  Slicer<Checked> slicer(std::size_t k) const;
  int mode(std::size_t k) const;
  /// A layout of any kind; one that is not admissible is refused.
  AnyLayout any(std::size_t k) const;
  /// The same; of a plain layout the offsets may be negative.
  AnyLayout function(std::size_t k) const;
  Profile profile(std::size_t k) const;
  /// The answer of the operation on the layout inside a swizzled argument, as one of that argument.
  Answer wrapped(Answer answer) const;
  bool is_outside() const { return outside_ != nullptr; }  ///< a swizzle that wrapped() puts back
  Layout<Coordinate> basis(std::size_t k) const;
  Placed<Coordinate> placed(std::size_t k) const;
  Tuple const& entries(std::size_t k) const;
  /// A swizzle alone; one that is not admissible is refused.
  Swizzle swizzle(std::size_t k) const;
  /// The arguments from k on, as mode numbers. Refuses more than fit.
  List<int> modes(std::size_t k) const;
  /// By the options and the convention.
  Cover cover() const;
  Parts parts() const;

 private:
  Value const& value(std::size_t k, std::initializer_list<Kind> kinds) const;
  template <class Read>
  auto read(std::size_t k, std::initializer_list<Kind> kinds, Read read) const;
  Page const& page_;
  std::vector<Argument> const& arguments_;
  Flags const& flags_;
  mutable AnyLayout const* outside_ = nullptr;  ///< the swizzled argument that layout() was asked for
};

// ---------------------------------------------------------------------- from the algebra's results

/// A refusal on its way out; `truth` names what a witness is compared with (colex/sentence.hpp).
[[noreturn]] void refuse(Refusal<std::int64_t> const& why, std::string_view truth = "f");
[[noreturn]] void refuse(Refusal<Coordinate> const& why, std::string_view truth = "f");
[[noreturn]] void refuse(Condition condition, std::int64_t left = 0, std::int64_t right = 0);
/// Refuses a coordinate outside the shape.
void require_inside(IntTuple<Checked> const& coordinate, IntTuple<Checked> const& shape, Last last);
/// Refuses where there is a reason; whether there was none. While a Brief lives it keeps the condition.
template <class Int>
bool check(Refusal<Int> const& why, std::string_view truth = "f") {
  if (why.condition == Condition::none) return true;
  if (Brief::now()) {
    Brief::keep(why.condition);
  } else if constexpr (std::is_same_v<Int, Checked>) {
    refuse(plain(why), truth);
  } else {
    refuse(why, truth);
  }
  return false;
}
/// Stands for a layout that was refused while a Brief lives: 1:0.
inline AnyLayout stand_in() { return any(leaf(Mode<std::int64_t>{1, 0})); }
/// The numbers of a refusal, or null where it has none.
Numbers witness(Refusal<std::int64_t> const& refusal);
/// Of coordinates, an array each.
Numbers witness(Refusal<Coordinate> const& refusal);

/// The value of a result, or throws Failure.
template <class T, class Int>
T const& accept(Result<T, Int> const& result, std::string_view truth = "f") {
  check(result.refusal, truth);
  return result.value;
}

/// A refusal as a row's answer: thrown with its sentence, or briefly the condition alone.
template <class Int>
Answer refused(Refusal<Int> const& why, std::string_view truth = "f") {
  if (!Brief::now()) {
    if constexpr (std::is_same_v<Int, Checked>) {
      refuse(plain(why), truth);
    } else {
      refuse(why, truth);
    }
  }
  return Answer::refusal(why.condition);
}

/// The columns of a map over GF(2).
Answer columns(BitMap const& map);

/// Refuses a tree that did not fit, and a layout that leaves the limits.
Answer whole(Layout<Checked> const& layout);
Answer whole(IntTuple<Checked> const& tuple);
Answer whole(Layout<Coordinate> const& layout);
/// A layout and the offset at which it starts.
Answer whole(Placed<Checked> const& at);
Answer whole(Placed<Coordinate> const& at);
/// A layout of any kind.
Answer whole(AnyLayout const& layout);
inline Answer whole(Layout<std::int64_t> const& layout) { return whole(checked(layout)); }
inline Answer whole(IntTuple<std::int64_t> const& tuple) { return whole(checked(tuple)); }
inline Answer whole(Checked number) { return number; }
inline Answer whole(std::int64_t number) { return Answer::number(number); }
inline Answer whole(BitMap const& map) { return columns(map); }
inline Answer whole(Swizzle const& swizzle) { return swizzle; }

template <class T, class Int>
Answer answer(Result<T, Int> const& result, std::string_view truth = "f") {
  return result ? whole(result.value) : refused(result.refusal, truth);
}

/// A decision: "no" carries its witness; what says nothing about the question is refused.
Answer decision(Refusal<std::int64_t> const& why);
inline Answer decision(Refusal<Checked> const& why) { return decision(plain(why)); }
/// The same of tuples; `why` is asked where the answer is no.
Answer decision(bool holds, WhyNot const& why);
/// Two layouts that differ: in their sizes, or first at an index.
Answer other_sizes(std::int64_t left, std::int64_t right);
Answer differ(std::int64_t index, std::int64_t left, std::int64_t right);

}  // namespace colex::cli
