// SPDX-License-Identifier: MIT
// From two layouts to what the strided copy moves: modes that run on in both layouts become one, modes are
// sorted by the destination's strides, and neighbouring elements that lie together on both sides move as one
// unit.
//
//   plan_strided_copy(2, layout("(8,4):(1,8)"), layout("(8,4):(1,16)"), 16): one unit of 16 bytes per column
//   unit_bytes 16, extents (4), source strides (1), destination strides (2)
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "colex/decide.hpp"
#include "colex/text.hpp"
#include "copy/copy_layouts.hpp"
#include "strided_copy/strided_copy_kernel.hpp"

namespace colex::gpu {

/// The most bytes that an array spans.
inline constexpr Index most_moved = Index{1} << 62;

/// What one launch moves, in units of `unit_bytes` of which so many are gathered into one store, and the elements
/// that each side's memory must hold.
struct StridedPlan {
  int unit_bytes = 0, gathered = 1;
  StridedShape<strided_rank> shape{};
  Index source_elements = 0, destination_elements = 0;
};

namespace detail {

inline void require_strided(bool holds, std::string const& what) {
  if (!holds) throw std::invalid_argument("strided_copy: " + what);
}

/// A mode of both layouts.
struct PairedMode {
  Index extent, source, destination;
};

/// The modes of more than one point, in the order of the destination's strides; where one continues another
/// on both sides, they are one. A mode that runs backwards on both sides is turned round.
inline std::vector<PairedMode> paired_modes(Layout<Index> const& from, Layout<Index> const& to, Index& source,
                                            Index& destination) {
  std::vector<PairedMode> modes, merged;
  for (int k = 0; k < from.leaves.count; ++k) {
    PairedMode m{from.leaves[k].shape, from.leaves[k].stride, to.leaves[k].stride};
    if (m.extent == 1) continue;
    if (m.source < 0) source -= (m.extent - 1) * m.source;
    if (m.destination < 0) destination -= (m.extent - 1) * m.destination;
    if (m.destination < 0) {  // count the mode from its other end
      source += (m.extent - 1) * m.source, destination += (m.extent - 1) * m.destination;
      m.source = -m.source, m.destination = -m.destination;
    }
    modes.push_back(m);
  }
  std::sort(modes.begin(), modes.end(), [](PairedMode const& a, PairedMode const& b) {
    return a.destination != b.destination ? a.destination < b.destination : a.source < b.source;
  });
  for (auto const& m : modes) {
    bool const continues = !merged.empty() && merged.back().extent * merged.back().source == m.source &&
                           merged.back().extent * merged.back().destination == m.destination;
    if (continues) {
      merged.back().extent *= m.extent;
    } else {
      merged.push_back(m);
    }
  }
  return merged;
}

/// The layout that one side's modes are.
inline Layout<Index> side_of(std::vector<PairedMode> const& modes, Index PairedMode::*stride) {
  List<Mode<Index>> side;
  for (auto const& m : modes) side.push({m.extent, m.*stride});
  return flat(side);
}

/// The most elements that one access can move: a power of two of which both sides have whole vectors.
inline Index elements_per_unit(std::vector<PairedMode> const& modes, int element_bytes, int alignment,
                               Index source_origin, Index destination_origin) {
  if (modes.empty()) return 1;
  Index unit = std::min(widest_access_bytes, alignment) / element_bytes;
  auto const from = side_of(modes, &PairedMode::source), to = side_of(modes, &PairedMode::destination);
  auto const allowed = [&](Index n) {
    return source_origin % n == 0 && destination_origin % n == 0 && allows_runs_of(from, n) &&
           allows_runs_of(to, n);
  };
  while (unit > 1 && !allowed(unit)) unit /= 2;
  return std::max<Index>(unit, 1);
}

/// How many elements one store can take that lie apart in the source: those of `gathered_bytes`, or one where the
/// destination does not have them in whole vectors.
inline Index elements_to_gather(std::vector<PairedMode> const& modes, int element_bytes, int alignment,
                                Index destination_origin) {
  Index const most = gathered_bytes / element_bytes;
  if (modes.empty() || most <= 1 || alignment < gathered_bytes || destination_origin % most != 0) return 1;
  return allows_runs_of(side_of(modes, &PairedMode::destination), most) ? most : 1;
}

}  // namespace detail

/// How to move an array of elements of 1, 2, 4, 8 or 16 bytes from one layout to another of the same shape.
/// `alignment` (bytes, a power of two) is that of both arrays, at least an element's; strides may be 0 in the
/// source and negative on either side, where an array then begins at its lowest element. Throws
/// std::invalid_argument for layouts of different shape, for a destination that stores two elements at one
/// offset, for an array of more than 2^62 bytes, and for more than 6 modes after merging.
inline StridedPlan plan_strided_copy(int element_bytes, Layout<Index> const& from, Layout<Index> const& to,
                                     int alignment) {
  using detail::require_strided;
  bool const is_width = element_bytes == 1 || element_bytes == 2 || element_bytes == 4 ||
                        element_bytes == 8 || element_bytes == 16;
  require_strided(is_width, "elements have 1, 2, 4, 8 or 16 bytes, not " + std::to_string(element_bytes));
  require_strided(alignment >= element_bytes && (alignment & (alignment - 1)) == 0,
                  "the alignment is no power of two, or less than an element");
  require_strided(well_formed(from) == Condition::none && well_formed(to) == Condition::none,
                  "a layout is ill-formed");
  require_strided(shape(from) == shape(to), "the layouts differ in shape");
  auto const unique = injective(to).condition;
  require_strided(unique != Condition::undecided, "whether destination offsets are unique is undecided");
  require_strided(unique == Condition::none, "two elements would be stored at one offset");

  StridedPlan plan;
  auto& s = plan.shape;
  plan.source_elements = cosize(from), plan.destination_elements = cosize(to);
  require_strided(std::max(plan.source_elements, plan.destination_elements) <= most_moved / element_bytes,
                  "an array has more than 2^62 bytes");
  auto modes = detail::paired_modes(from, to, s.source_origin, s.destination_origin);
  require_strided(modes.size() <= strided_rank,
                  std::to_string(modes.size()) + " modes are left after merging, more than 6");
  Index const unit =
      detail::elements_per_unit(modes, element_bytes, alignment, s.source_origin, s.destination_origin);
  plan.unit_bytes = static_cast<int>(unit) * element_bytes;
  if (unit > 1) {
    modes[0].extent /= unit, s.source_origin /= unit, s.destination_origin /= unit;
    for (std::size_t k = 1; k < modes.size(); ++k) modes[k].source /= unit, modes[k].destination /= unit;
  }
  Index const gathered =
      unit > 1 ? 1 : detail::elements_to_gather(modes, element_bytes, alignment, s.destination_origin);
  plan.gathered = static_cast<int>(gathered);
  if (gathered > 1) {
    s.apart = modes[0].source;
    modes[0].extent /= gathered, modes[0].source *= gathered, modes[0].destination = gathered;
  }
  s.units = 1, s.modes = static_cast<int>(modes.size());
  for (int k = 0; k < strided_rank; ++k) {
    bool const given = static_cast<std::size_t>(k) < modes.size();
    s.extent[k] = given ? modes[k].extent : 1;
    s.source[k] = given ? modes[k].source : 0;
    s.destination[k] = given ? modes[k].destination : 0;
    s.units *= s.extent[k];
  }
  // Where elements are gathered their number bounds their offsets; else that of units, which are fewer.
  s.narrow = std::max(plan.source_elements, plan.destination_elements) <= 0x7FFFFFFF && s.units <= 0x7FFFFFFF;
  for (int k = 0; k < strided_rank; ++k) s.narrow = s.narrow && s.source[k] >= 0 && s.destination[k] >= 0;
  return plan;
}

}  // namespace colex::gpu
