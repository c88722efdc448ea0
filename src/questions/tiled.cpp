// SPDX-License-Identifier: MIT
// Tiled copies, made by the algebra.
#include <fmt/format.h>

#include "colex/colex.hpp"
#include "operations/call.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

constexpr Int kMaxTile = Int{1} << 20;

Layout<Int> line(Int extent, Int stride) { return leaf(Mode<Int>{extent, stride}); }

}  // namespace

TiledCopy tiled_copy(Layout<Int> const& threads, Layout<Int> const& values) {
  if (size(threads) > kMaxTile || size(values) > kMaxTile / size(threads))
    throw InputError(fmt::format("tiled_copy: a tile has at most {} elements", kMaxTile));
  auto const raked = accept(raked_product(threads, values));
  if (rank(raked) == 0) throw InputError("tiled_copy: neither the threads nor the values have a mode");
  auto const back = accept(right_inverse(raked));
  TiledCopy r;
  r.threads = size(threads), r.values = size(values);
  r.rows = size(entry(raked, 0)), r.columns = size(raked) / r.rows;
  if (auto const why = bijective(raked, size(raked)); why.condition != Condition::none)
    throw Failure("bijective", "bijective: the threads and values do not cover a tile once: " +
                                   std::string(sentence(why)));
  r.tv = accept(composition(back, join(line(r.threads, 1), line(r.values, r.threads))));
  return r;
}

}  // namespace colex::cli
