// SPDX-License-Identifier: MIT
// The steps of each operation that explain.hpp explains.
#pragma once

#include "questions/explain.hpp"

namespace colex::cli {

/// Adds the steps of one operation to an explanation.
class Explainer {
 public:
  Explainer(Flags const& flags, Explanation& out) : flags_(flags), out_(out) {}

  void coalesce_modes(Layout<std::int64_t> const& l);
  void complement_chain(Layout<std::int64_t> const& l, std::int64_t cotarget);
  void composition_digits(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b);
  void evaluation(Layout<std::int64_t> const& l, std::int64_t index);
  void equality(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b);
  void division(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b);

 private:
  void say(std::string sentence, Json data) { out_.steps.push_back({std::move(sentence), std::move(data)}); }
  bool along(List<Mode<std::int64_t>> const& a, Layout<std::int64_t> const& whole,
             Mode<std::int64_t> const& b, int k);
  void carries(List<Mode<std::int64_t>> const& a, Layout<std::int64_t> const& b,
               Refusal<std::int64_t> const& why);
  std::string terms(List<Mode<std::int64_t>> const& modes, std::int64_t index,
                    List<std::int64_t>& digits) const;

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
