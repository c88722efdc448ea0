// SPDX-License-Identifier: MIT
// Whether accesses of LDS are inside it: by the bits that an address can have, or by each thread's address in all trips that it reads.
#include "code/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "code/entries.hpp"
#include "code/trips.hpp"

namespace colex::code {

namespace {

/// The largest address; none where it is not known.
std::optional<std::uint64_t> largest(Term address, std::vector<Term> const& when, Inspection const& of,
                                     TripBound const& most_trips) {
  Periods periods;
  std::set<Term> seen;
  if (!periods_of(address, most_trips, periods, seen)) return {};
  std::uint64_t const choices = choices_of(periods);
  if (choices > kMostChoices) return {};
  std::uint64_t r = 0;
  for (std::uint64_t choice = 0; choice < choices; ++choice)
    for (unsigned thread = 0; thread < of.threads; ++thread) {
      if (!may_make(when, of.lanes, thread)) continue;
      auto const value = value_in(address, of.lanes, thread, choice, periods);
      if (!value) return {};
      r = std::max(r, *value);
    }
  return r;
}

}  // namespace

bool is_inside(Inspector& of, InspectedAccess const& a) {
  auto const most_trips = [&](Term trip) { return of.walk().most_trips(trip->first); };
  return a.undecided.empty() && std::all_of(a.forms.begin(), a.forms.end(), [&](AccessForm const& form) {
           if (form.address->most + a.access.bytes <= of.lds_bytes()) return true;
           if (has_entry(form.address)) {
             auto const outside = outside_by_entries(of, a);
             return outside && outside->empty();
           }
           auto const most = largest(form.address, a.access.when, of.result(), most_trips);
           return most && *most + a.access.bytes <= of.lds_bytes();
         });
}

std::string not_inside(Inspector& of, InspectedAccess const& a) {
  if (!a.undecided.empty()) return a.undecided;
  if (of.result().adds_memory && of.options().dynamic_lds == 0)
    return "a launch adds shared memory, of which nothing is said: --dynamic-lds";
  if (auto const outside = outside_by_entries(of, a); outside && !outside->empty()) return *outside;
  return fmt::format("an address may be past the {} bytes of {}", of.lds_bytes(), of.result().memory());
}

void Inspector::ask_bounds() {
  Judgement& r = result_.in_bounds = {Verdict::holds, and_tables_stay(""), 0, 0, false};
  if (!result_.not_understood.empty()) {
    NotUnderstood const& n = result_.not_understood.front();
    r = {Verdict::undecided, "not all is understood: " + n.why, n.instruction, n.instruction, true};
  }
  for (InspectedAccess const& a : result_.accesses)
    if (a.access.is_lds && r.verdict == Verdict::holds && !is_inside(*this, a))
      r = {Verdict::undecided, not_inside(*this, a), a.access.instruction, a.access.instruction, true};
}

}  // namespace colex::code
