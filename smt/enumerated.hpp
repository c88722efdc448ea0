// SPDX-License-Identifier: MIT
// A part decided by enumeration: the shipped function, whole, on every case of a finite set that the part's
// name states. Searches and loops over extents, which no solver follows, are proved so, up to that bound.
//
//   every_layout(p, "what is refused has no answer", {.ranks = 2, .shapes = 4, .least = 0, .most = 6},
//                [](Layout<std::int64_t> const& l) { return ... });
//
// Nothing is left for a solver: a claim that is true of each case is settled, one that is false of some case
// is refuted, and the claim names the first such case.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "colex/write.hpp"
#include "sym/proof.hpp"

namespace colex::sym {

/// Flat layouts of 1 to `ranks` modes, extents 1 to `shapes`, strides `least` to `most`.
struct Small {
  int ranks = 2;
  std::int64_t shapes = 4, least = 0, most = 6;
};

/// Calls f for each layout of the set, ranks rising.
template <class F>
void each_layout(Small const& set, F f) {
  List<Mode<std::int64_t>> modes;
  auto add = [&](auto const& self, int left) -> void {
    if (left == 0) return f(flat(modes));
    for (std::int64_t s = 1; s <= set.shapes; ++s)
      for (std::int64_t d = set.least; d <= set.most; ++d) {
        modes.push({s, d});
        self(self, left - 1);
        modes.item[--modes.count] = {};
      }
  };
  for (int rank = 1; rank <= set.ranks; ++rank) add(add, rank);
}

/// The part `what`: `cases(ask)` calls ask(holds, case...) for every case, in which a case is text,
/// or what write() takes.
template <class Cases>
void every(Proof& p, std::string const& what, Cases cases) {
  p.part(what + ", by enumeration", {}, [&] {
    long asked = 0;
    std::string failed;
    cases([&](bool holds, auto const&... one) {
      ++asked;
      if (holds || !failed.empty()) return;
      failed = "not for";
      auto const put = [&](auto const& what) {
        failed += ' ';
        if constexpr (std::is_convertible_v<decltype(what), std::string_view>)
          failed += what;
        else
          write(failed, what);
      };
      (put(one), ...);
    });
    p.claim(failed.empty() ? std::to_string(asked) + " cases" : failed, Boolean(failed.empty() && asked > 0));
  });
}

template <class Holds>
void every_layout(Proof& p, std::string const& what, Small const& set, Holds holds) {
  every(p, what,
        [&](auto const& ask) { each_layout(set, [&](Layout<std::int64_t> const& l) { ask(holds(l), l); }); });
}

}  // namespace colex::sym
