// SPDX-License-Identifier: MIT
// What came of asking an operation, and how an answer is judged: well-formed, and where the case is small the law.
#pragma once

#include <optional>

#include "draw.hpp"
#include "oracle/naive.hpp"

namespace colex::fuzz {
namespace {

using naive::Table;

/// Refused, answered, or answered (or refused) wrongly: `broken` says what.
struct Outcome {
  bool answered = false;
  char const* broken = nullptr;
};
constexpr Outcome kRefused{};

Outcome unless(bool holds, char const* law) { return {true, holds ? nullptr : law}; }

Table sorted(Table t) {
  std::sort(t.begin(), t.end());
  return t;
}
/// Whether every value of `part` is one of `whole`.
bool occurs_in(Table const& part, Table const& whole) {
  Table const p = sorted(part), w = sorted(whole);
  return std::all_of(p.begin(), p.end(), [&](Int v) { return std::binary_search(w.begin(), w.end(), v); });
}
IntTuple<Int> extents(L const& l) { return shape(l); }

/// A layout that was answered is well-formed; then `law` decides, where the case is small.
template <class Law>
Outcome layout_answer(Case const& c, Result<L> const& r, Law law, char const* broken) {
  if (!r) return kRefused;
  if (well_formed(r.value) != Condition::none) return {true, "the answer is well-formed"};
  return unless(!c.small || law(r.value), broken);
}

/// Whether offsets come within a factor of four of 2^62, so that sums of them may be refused as too large.
bool near_the_limit(Table const& values) {
  return std::any_of(values.begin(), values.end(),
                     [](Int v) { return v > Int{1} << 60 || v < -(Int{1} << 60); });
}

/// An answer exactly where the truth has one, and its table. A refusal for a limit is right near the limit.
Outcome exactly(Case const& c, Result<L> const& r, std::optional<Table> (*truth)(Case const&)) {
  if (r && well_formed(r.value) != Condition::none) return {true, "the answer is well-formed"};
  if (!c.small) return {bool(r), nullptr};
  auto const want = truth(c);
  if (r.refusal.condition == Condition::overflow && want && near_the_limit(*want)) return kRefused;
  if (bool(r) != want.has_value()) return {bool(r), r ? "there is no such layout" : "there is such a layout"};
  return {bool(r), r && naive::table(r.value) != *want ? "the table is the one wanted" : nullptr};
}

}  // namespace
}  // namespace colex::fuzz
