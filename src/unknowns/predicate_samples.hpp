// SPDX-License-Identifier: MIT
// Sizes at which a predicate is looked at by value, small ones first, and the simplest condition on sizes that tells some of
// them from the others.
//
//   conditions(text) for the sizes M and N and the number 8: M % 8 == 0, M % 8 != 0, M < 8, ..., M < N, ...
#pragma once

#include <functional>

#include "maps/predicate.hpp"
#include "sym/integer.hpp"

namespace colex::unknowns {

struct SizeCondition {
  std::string text{};
  z3::expr formula;
  std::function<bool(cli::Ints const&)> holds{};
  std::size_t size = 0;  ///< of "SIZE % rest != 0"
  std::int64_t rest = 0;
};

/// Of one part, or of two under `and` or `or`.
struct FoundCondition {
  std::vector<SizeCondition> parts{};
  bool is_or = false;
  std::string text() const;
};

struct Sample {
  cli::Ints sizes{};
  cli::PredicateFound found{};
};

/// Sizes that keep what is assumed, by their sum; not those for which looking takes too long.
std::vector<Sample> samples_of(cli::PredicateText const& text, double seconds);
/// Found at these sizes; nothing where that is too much, or has no value.
std::optional<Sample> sample_at(cli::PredicateText const& text, cli::Ints const& sizes, std::int64_t most);

std::vector<SizeCondition> conditions(cli::PredicateText const& text, std::vector<z3::expr> const& sizes);
/// The simplest one that holds at a sample exactly where `is` says; nothing where none does.
std::optional<FoundCondition> telling(std::vector<SizeCondition> const& language,
                                      std::vector<Sample> const& samples,
                                      std::function<bool(cli::PredicateFound const&)> const& is);

}  // namespace colex::unknowns
