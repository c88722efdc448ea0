// SPDX-License-Identifier: MIT
// The steps of each operation that explain.hpp explains, one group of operations per file explain_*.cpp.
#pragma once

#include "colex/complement.hpp"
#include "questions/explain.hpp"

namespace colex::cli {

/// Adds the steps of one operation to an explanation.
class Explainer {
 public:
  using Int = std::int64_t;
  using Modes = List<Mode<Int>>;

  Explainer(Flags const& flags, Explanation& out) : flags_(flags), out_(out) {}

  // explain_values.cpp
  void evaluation(Layout<Int> const& l, Int index);
  void equality(Layout<Int> const& a, Layout<Int> const& b);
  void coalesce_modes(Layout<Int> const& l);
  // explain_composition.cpp
  void composition_digits(Layout<Int> const& a, Layout<Int> const& b);
  // explain_divide.cpp
  void complement_chain(Layout<Int> const& l, Int cotarget, Cover cover);
  void division(Layout<Int> const& a, Layout<Int> const& b);
  void product(Layout<Int> const& a, Layout<Int> const& b);
  void paired_product(Layout<Int> const& a, Layout<Int> const& b);
  void tiling(Layout<Int> const& a, IntTuple<Int> const& target, IntTuple<Int> const* order);
  /// `one` for each mode that a tile of the tiler acts on.
  void by_mode(Layout<Int> const& a, Tiler<Int> const& t,
               void (Explainer::*one)(Layout<Int> const&, Layout<Int> const&), std::string const& path = {});
  void regrouped();
  // explain_decisions.cpp
  void injectivity(Layout<Int> const& l);
  void surjectivity(Layout<Int> const& l, Int cotarget);
  void right_inverse_modes(Layout<Int> const& l);
  void left_inverse_modes(Layout<Int> const& l);
  /// Of index maps that are no layout: what is computed, and the points of a witness.
  void by_value(std::vector<Argument> const& arguments, Json const& witness);
  // explain_recast.cpp
  void vectors(Layout<Int> const& l, Int n);
  void parts(Layout<Int> const& l, Int n);
  void recast(Layout<Int> const& l, Int from, Int to);
  // explain_swizzled.cpp
  void swizzled_evaluation(AnyLayout const& c, Int index);
  void swizzled_equality(AnyLayout const& a, AnyLayout const& b, Json const& witness);
  void swizzle_stays(AnyLayout const& c);
  void swizzle_recast(AnyLayout const& c, Int from, Int to);

  Cover cover() const { return flags_.has("cover") ? Cover::at_least : Cover::strict; }

 private:
  void say(std::string sentence, Json data) { out_.steps.push_back({std::move(sentence), std::move(data)}); }
  bool along(Modes const& a, Layout<Int> const& whole, Mode<Int> const& b, int k);
  void carries(Modes const& a, Layout<Int> const& b, Refusal<Int> const& why);
  std::string terms(Modes const& modes, Int index, List<Int>& digits) const;
  void at(Layout<Int> const& l, Int index, char const* rule);

  Flags const& flags_;
  Explanation& out_;
};

// Texts and digits.
std::string text(Mode<std::int64_t> const& m);
std::string text(List<Mode<std::int64_t>> const& modes);
std::string text(List<std::int64_t> const& numbers);
Json array(List<std::int64_t> const& numbers);
/// The digits of an index in modes of which the last one runs on.
List<std::int64_t> digits_of(List<Mode<std::int64_t>> const& modes, std::int64_t index);

}  // namespace colex::cli
