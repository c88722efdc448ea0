// SPDX-License-Identifier: MIT
// Numbers beside basis strides: what the algebra computes with these is not checked for overflow, so the numbers end at kBasisLimit.
#pragma once

#include "colex/basis_partition.hpp"
#include "operations/call.hpp"

namespace colex::cli {

inline std::int64_t small(Checked n) {
  if (magnitude(n) > Checked(kBasisLimit)) refuse(Condition::overflow);
  return n.value();
}
inline IntTuple<std::int64_t> small(IntTuple<Checked> const& tuple) {
  return transform(tuple, [](Checked n) { return small(n); });
}
inline Layout<std::int64_t> small(Layout<Checked> const& layout) {
  for (auto const& mode : layout.leaves) small(mode.shape), small(mode.stride);
  if (size(layout) > Checked(kBasisLimit)) refuse(Condition::overflow);
  return plain(layout);
}
inline Tiler<std::int64_t> small(Tiler<Checked> const& tiler) {
  return {small(tiler.modes), tiler.tiles, tiler.keeps};
}

}  // namespace colex::cli
