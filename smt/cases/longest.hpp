// SPDX-License-Identifier: MIT
// Right inverses of given layouts, as formulas (every_case.hpp): what one undoes, and that none is longer.
#pragma once

#include "cases/every_case.hpp"
#include "oracle/truth.hpp"

namespace colex::sym {

/// L(R(k)) is k for every k of R, and R(k) is a coordinate of L.
inline Term undoes(Layout<std::int64_t> const& l, Layout<std::int64_t> const& r) {
  auto const of = values(l), back = values(r);
  truth::Table const index = truth::table(r);
  std::vector<Term> all;
  for (std::size_t k = 0; k < back.size(); ++k) {
    auto const x = static_cast<std::size_t>(index[static_cast<std::int64_t>(k)]);
    if (x >= of.size()) return truth_of(false);
    all.push_back(back[k] == number(static_cast<std::int64_t>(x)));
    all.push_back(of[x] == number(static_cast<std::int64_t>(k)));
  }
  return all_of(all);
}

/// No layout R of more than `size` points has f(R(k)) = k for all these tables f. Either no coordinate has
/// value `size`, or whatever R's extents and strides are, some R(k) is none of the coordinates with value k.
inline Term none_longer(std::vector<truth::Table> const& tables, std::int64_t size) {
  truth::Table const& f = tables[0];
  std::vector<std::vector<std::int64_t>> with;  // the coordinates with value k, for k up to the first without
  do {
    with.emplace_back();
    auto const k = static_cast<std::int64_t>(with.size()) - 1;
    for (std::int64_t x = 0; x < f.count; ++x) {
      bool all = true;
      for (auto const& g : tables) all = all && x < g.count && g[x] == k;
      if (all) with.back().push_back(x);
    }
  } while (!with.back().empty());
  auto const most = static_cast<std::int64_t>(with.size()) - 1;
  std::vector<Term> none;
  for (std::int64_t n = size + 1; n <= most; ++n)
    for (auto const& extents : prime_factorizations(static_cast<int>(n))) {
      std::vector<Term> reads;
      for (std::int64_t k = 0; k < n; ++k) {
        std::vector<Term> one_of;
        for (std::int64_t const x : with[static_cast<std::size_t>(k)])
          one_of.push_back(any_layout(extents, k) == number(x));
        reads.push_back(any_of(one_of));
      }
      none.push_back(!all_of(reads));
    }
  return all_of(none);
}

}  // namespace colex::sym
