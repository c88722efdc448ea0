// SPDX-License-Identifier: MIT
// Whether accesses of global memory stay within arrays whose sizes are stated: the offset from the argument that an address begins with is not negative,
// and its last byte is below the array's size, over integers, for all threads, blocks, trips and arguments that the facts and the conditions of the
// access allow. A loop's trip is the first one, or one behind which the loop was gone round; a sum that a loop adds to does not wrap where that follows
// from trip to trip.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "code/inspect.hpp"
#include "code/sizes/integers.hpp"

namespace colex::code {

/// One way in which an address of an access comes about, under conditions.
struct SizedCase {
  Term offset = nullptr;     ///< from the array's start, modulo 2^64
  std::uint32_t array = 0;   ///< the argument, by its byte
  std::vector<Term> when{};  ///< bits that are 1
  Term buffer_offset = nullptr, buffer_bytes = nullptr;
  unsigned bytes = 0;
  Walk::Chosen chosen{};  ///< the ways on which it comes about
};

/// A part of a case that is decided by itself: some choices are made, and each trip is the first or a later one.
struct SizedPart {
  SizedCase of{};                             ///< trips that are the first one are 0 in it
  std::vector<std::pair<Term, bool>> bits{};  ///< what was chosen
  std::vector<Term> later{};                  ///< trips that are not the first
};

class SizedProof {
 public:
  SizedProof(Inspector& of, SizedCase const& of_case) : of_(of) {
    holds_ = prove({of_case, {}, {}}, trips_of(of_case), 0);
  }
  bool holds() const { return holds_; }
  std::string const& why() const { return why_; }
  /// Of a proof that holds: for each part what followed, and the texts of atoms.
  std::vector<std::pair<std::set<Inequalities::Claim>, std::vector<std::string>>> const& claims() const {
    return claims_;
  }

 private:
  std::vector<Term> trips_of(SizedCase const& c) const;
  bool prove(SizedPart part, std::vector<Term> trips, unsigned depth);
  bool decide(SizedPart const& part, unsigned depth);

  Inspector& of_;
  bool holds_ = false;
  std::string why_{};
  std::vector<std::pair<std::set<Inequalities::Claim>, std::vector<std::string>>> claims_{};
};

/// What is stated, over these atoms.
void assume_facts(Inspector const& of, Integers& words);

/// The cases of an access; why they are not known goes to `why`.
std::vector<SizedCase> sized_cases(Inspector& of, MemoryAccess const& a, std::string& why);

/// Numbers that the facts and conditions allow, and with which a case is outside of its array, in words; none where none was found.
std::optional<std::string> outside_of_size(Inspector& of, SizedCase const& c);

}  // namespace colex::code
