// SPDX-License-Identifier: MIT
// Accesses through a table: addresses that are a number of the thread and multiples of entries, for all entries that the facts allow. Whether two touch a
// byte is asked thread by thread; equal places hold one entry, and places of a table that is distinct hold several.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "code/epoch.hpp"
#include "code/inspect.hpp"
#include "code/trips.hpp"

namespace colex::code {

/// An address as what is no entry, and entries times factors.
struct EntryAddress {
  struct One {
    Term entry = nullptr;
    std::uint64_t factor = 0;
    std::uint64_t most = 0;         ///< the largest where the access is made
    std::vector<Summand> shared{};  ///< of the place, what is one number for all threads and trips
    Term place = nullptr;           ///< the rest of it; null where it is not known
  };
  Term rest = nullptr;
  std::vector<One> entries{};
};
/// Where those bits are 1; none where an entry is in it in another way.
std::optional<EntryAddress> address_by_entries(Term address, std::vector<Term> const& when);

/// A thread, in some trips, that makes an access.
struct Reached {
  unsigned thread = 0;
  std::uint64_t epoch = 0, order = 0;  ///< modulo what all repeats after
  std::uint64_t rest = 0;
  std::vector<std::optional<std::uint64_t>> places{};  ///< in bytes, beside what is shared
};
struct ReachedBy {
  InspectedAccess const* of = nullptr;
  EntryAddress address{};
  Epoch epoch{}, order{};
  std::vector<Reached> all{};
};
/// All threads and trips of the accesses that `asked` names; why that is not known goes to `why`, with the instruction.
std::vector<ReachedBy> reached_by_entries(Inspector& of,
                                          std::function<bool(InspectedAccess const&)> const& asked,
                                          std::string& why, std::uint32_t& at);

/// Entries with which two touches meet.
struct MetByEntries {
  std::uint64_t byte = 0;
  std::string where{};  ///< "where arg0[0] is 1 and arg0[64] is 1"
};
/// None where no entries that are allowed make them meet.
std::optional<MetByEntries> meet_by_entries(Inspector& of, ReachedBy const& a, Reached const& x,
                                            ReachedBy const& b, Reached const& y);

/// An access with entries that is outside of LDS for some that are allowed, with the fact that would keep it inside; empty where it is inside, none
/// where that is not known.
std::optional<std::string> outside_by_entries(Inspector& of, InspectedAccess const& a);

}  // namespace colex::code
