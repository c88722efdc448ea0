// SPDX-License-Identifier: MIT
// Recast: what becomes of each mode when elements are counted in wider or narrower ones.
#include <fmt/format.h>

#include <numeric>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "questions/explainer.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

}  // namespace

/// upcast: elements counted in vectors of n.
void Explainer::vectors(Layout<Int> const& l, Int n) {
  if (n < 1) return;
  Int within = 0;
  for (Mode<Int> const& m : l.leaves) {
    auto const step = upcast_step(within, m, n, cover());
    if (step.refusal.condition != Condition::none) {
      say(fmt::format("mode {}: {}", text(m), std::string(sentence(step.refusal))),
          {{"rule", "stop"}, {"mode", text(m)}});
      return;
    }
    bool const divides = m.stride % n == 0;
    say(fmt::format("mode {}: {}: {}", text(m),
                    divides
                        ? fmt::format("{} divides the stride, so every step goes from vector to vector", n)
                    : m.shape == 1 ? "has one point and never moves"
                                   : fmt::format("{} steps of {} are a vector", n / m.stride, m.stride),
                    text(step.mode)),
        {{"rule", divides ? "apart" : "within"}, {"mode", text(m)}, {"emits", text(step.mode)}});
    within = step.state;
  }
}

/// downcast: elements counted in n-ths.
void Explainer::parts(Layout<Int> const& l, Int n) {
  auto const small = downcast(l, n);
  if (!small) return;
  for (int k = 0; k < l.leaves.count; ++k) {
    bool const counts =
        small->leaves[k].stride == l.leaves[k].stride && small->leaves[k].shape != l.leaves[k].shape;
    say(fmt::format("mode {}: {}: {}", text(l.leaves[k]),
                    counts ? fmt::format("an element has {} parts", n)
                           : fmt::format("a step is {} times as many parts", n),
                    text(small->leaves[k])),
        {{"rule", counts ? "parts" : "apart"},
         {"mode", text(l.leaves[k])},
         {"emits", text(small->leaves[k])}});
  }
}

void Explainer::recast(Layout<Int> const& l, Int from, Int to) {
  if (from < 1 || to < 1) return;
  Int const common = std::gcd(from, to), up = to / common, down = from / common;
  say(fmt::format("{} and {} bits have {} in common: {}", from, to, common,
                  up == 1 && down == 1 ? std::string("nothing changes")
                  : up == 1            ? fmt::format("an element has {} parts", down)
                  : down == 1          ? fmt::format("{} elements are a vector", up)
                              : fmt::format("an element has {} parts, of which {} are a vector", down, up)),
      {{"rule", "common"}, {"bits", common}, {"down", down}, {"up", up}});
  if (down > 1) parts(l, down);
  auto const small = down > 1 ? downcast(l, down) : Result<Layout<Int>, Int>::answer(l);
  if (small && up > 1) vectors(*small, up);
}

}  // namespace colex::cli
