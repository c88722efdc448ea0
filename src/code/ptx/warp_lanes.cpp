// SPDX-License-Identifier: MIT
// What lanes of a warp tell each other: shuffles, votes, matches and reductions.
#include <algorithm>
#include <cstring>

#include "code/ptx/warp.hpp"

namespace colex::code::ptx {

// shfl.sync.how d|p, a, b, c, mask: c has the bounds of the parts in which lanes are counted.
void Warp::shuffle(Instruction const& i, Shuffle how) {
  of_each_mask(i.operands[4].slot, "shfl.sync", [&] { shuffle_lanes(i, how); });
}

void Warp::shuffle_lanes(Instruction const& i, Shuffle how) {
  Wide const *const a = slot_values(i.operands[1].slot), *const b = slot_values(i.operands[2].slot),
                    *const c = slot_values(i.operands[3].slot);
  std::uint32_t const known = defined(i.operands[1].slot),
                      steers = defined(i.operands[2].slot) & defined(i.operands[3].slot);
  Values values, inside;
  std::uint32_t result_known = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    auto const by = static_cast<int>(b[l] & 31), clamp = static_cast<int>(c[l] & 31),
               part = static_cast<int>(c[l] >> 8 & 31);
    int const lane = static_cast<int>(l), most = (lane & part) | (clamp & ~part), least = lane & part;
    int from = 0;
    bool is_in = false;
    switch (how) {
      case Shuffle::up:
        from = lane - by, is_in = from >= most;
        break;
      case Shuffle::down:
        from = lane + by, is_in = from <= most;
        break;
      case Shuffle::bfly:
        from = lane ^ by, is_in = from <= most;
        break;
      case Shuffle::idx:
        from = least | (by & ~part), is_in = from <= most;
        break;
    }
    if (!is_in) from = lane;
    values.lane[l] = a[from], inside.lane[l] = is_in ? 1 : 0;
    bool const there =
        (mask_ >> from & 1) != 0 && (known >> from & 1) != 0;  // a lane that is off has nothing to give
    result_known |= std::uint32_t{there} << l;
  }
  put(i.operands[0].slot, values.lane, result_known & steers);
  if (i.operands[0].has_second) put(i.operands[0].second, inside.lane, steers);
}

void Warp::vote(Instruction const& i, Vote how) {
  of_each_mask(i.operands[2].slot, "vote.sync", [&] { vote_lanes(i, how); });
}

void Warp::vote_lanes(Instruction const& i, Vote how) {
  Values room, result;
  Wide const* const values = fetch(i.operands[1], room);
  std::uint32_t said = 0;
  for (unsigned l = 0; l < kLanes; ++l) said |= static_cast<std::uint32_t>(values[l] & 1) << l;
  bool const known = (defined(i.operands[1].slot) & mask_) == mask_;
  said &= mask_;
  Wide answer = 0;
  switch (how) {
    case Vote::all:
      answer = said == mask_ ? 1 : 0;
      break;
    case Vote::any:
      answer = said != 0 ? 1 : 0;
      break;
    case Vote::uni:
      answer = said == mask_ || said == 0 ? 1 : 0;
      break;
    case Vote::ballot:
      answer = said;
      break;
  }
  std::fill(std::begin(result.lane), std::end(result.lane), answer);
  put(i.operands[0].slot, result.lane, known ? kAllLanes : 0);
}

void Warp::match(Instruction const& i, bool all) {
  of_each_mask(i.operands[2].slot, "match.sync", [&] { match_lanes(i, all); });
}

void Warp::match_lanes(Instruction const& i, bool all) {
  Wide const* const a = slot_values(i.operands[1].slot);
  bool const known = (defined(i.operands[1].slot) & mask_) == mask_;
  Values result, agree;
  bool one = true;
  for (unsigned l = 0; l < kLanes; ++l) {
    std::uint32_t same = 0;
    for (unsigned k = 0; k < kLanes; ++k)
      if ((mask_ >> k & 1) != 0 && a[k] == a[l]) same |= 1u << k;
    result.lane[l] = same;
    if ((mask_ >> l & 1) != 0) one = one && same == mask_;
  }
  if (all) {
    for (Wide& v : result.lane) v = one ? mask_ : 0;
    for (Wide& v : agree.lane) v = one ? 1 : 0;
    if (i.operands[0].has_second) put(i.operands[0].second, agree.lane, known ? kAllLanes : 0);
  }
  put(i.operands[0].slot, result.lane, known ? kAllLanes : 0);
}

void Warp::reduce(Instruction const& i, Update f, bool is_idempotent) {
  of_each_mask(i.operands[2].slot, "redux.sync", [&] { reduce_lanes(i, f, is_idempotent); });
}

void Warp::reduce_lanes(Instruction const& i, Update f, bool is_idempotent) {
  Wide const* const a = slot_values(i.operands[1].slot);
  bool const known = (defined(i.operands[1].slot) & mask_) == mask_;
  auto const first = static_cast<unsigned>(std::countr_zero(mask_));
  Wide r = a[first];
  for (unsigned l = is_idempotent ? first : first + 1; l < kLanes; ++l)
    if ((mask_ >> l & 1) != 0) r = f(r, a[l], i.modes.given);
  Values result;
  std::fill(std::begin(result.lane), std::end(result.lane), r);
  put(i.operands[0].slot, result.lane, known ? kAllLanes : 0);
}

void Warp::elect(Instruction const& i) {
  of_each_mask(i.operands[1].slot, "elect.sync", [&] {
    auto const first = static_cast<unsigned>(std::countr_zero(mask_));
    Values leader, is_leader{};
    std::fill(std::begin(leader.lane), std::end(leader.lane), Wide{first});
    is_leader.lane[first] = 1;
    put(i.operands[0].slot, leader.lane, kAllLanes);
    if (i.operands[0].has_second) put(i.operands[0].second, is_leader.lane, kAllLanes);
  });
}

void Warp::active(Instruction const& i) {
  Values result;
  std::fill(std::begin(result.lane), std::end(result.lane), Wide{mask_});
  put(i.operands[0].slot, result.lane, kAllLanes);
}

}  // namespace colex::code::ptx
