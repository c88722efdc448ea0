// SPDX-License-Identifier: MIT
// Complement, divide and product: gaps, tiles and copies.
#include <fmt/format.h>

#include <algorithm>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "questions/explainer.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// The product of a tuple's leaves.
Int size_of(IntTuple<Int> const& t) {
  Int r = 1;
  for (Int const n : t.leaves) r *= n;
  return r;
}

}  // namespace

/// The gaps that a complement fills, mode after mode in order of stride.
void Explainer::complement_chain(Layout<Int> const& l, Int cotarget, Cover cover) {
  auto const modes = complement_modes(l, cover);
  if (!modes) return;
  if (modes.value.count > 1)
    say("in order of stride: " + text(modes.value), {{"rule", "sort"}, {"modes", text(modes.value)}});
  Int reach = 1;
  for (Mode<Int> const& m : modes.value) {
    auto const step = cover == Cover::disjoint ? disjoint_step(reach, m) : complement_step(reach, m);
    if (step.refusal.condition != Condition::none) {
      say(fmt::format("mode {}: the reach {} {} the stride {}, so no copies fill the gap", text(m), reach,
                      cover == Cover::disjoint ? "is beyond" : "does not divide", m.stride),
          {{"rule", "stop"}, {"mode", text(m)}, {"reach", reach}});
      return;
    }
    say(fmt::format("mode {}: the reach {} {} the stride {}, so the gap is {}; the reach is now {}", text(m),
                    reach, m.stride % reach == 0 ? "divides" : "fits below", m.stride, text(step.mode),
                    step.state),
        {{"rule", "gap"},
         {"mode", text(m)},
         {"reach", reach},
         {"gap", text(step.mode)},
         {"state", step.state}});
    reach = step.state;
  }
  auto const last = complement_finish(reach, cotarget, cover);
  if (last.refusal.condition != Condition::none) {
    say(fmt::format("the end: the reach {} does not divide M = {}", reach, cotarget),
        {{"rule", "stop"}, {"reach", reach}});
    return;
  }
  say(fmt::format("the end: the reach {} {} M = {}, so the last gap is {}", reach,
                  cotarget % reach == 0 ? "divides" : "does not divide", cotarget, text(last.mode)),
      {{"rule", "end"}, {"reach", reach}, {"gap", text(last.mode)}, {"state", last.state}});
  auto const gaps = complement_gaps(l, cotarget, cover);
  if (gaps) say("the gaps " + text(*gaps) + " coalesce", {{"rule", "coalesce"}, {"modes", text(*gaps)}});
}

/// A by one tile: (A o B, A o B*), B* the complement of B in size(A).
void Explainer::division(Layout<Int> const& given, Layout<Int> const& b) {
  auto const padded =
      cover() == Cover::strict ? Result<Layout<Int>, Int>::answer(given) : detail::padded(given, b);
  if (!padded) return;
  Layout<Int> const& a = *padded;
  if (size(a) != size(given))
    say(fmt::format("A is rounded up to whole tiles: {}", to_text(a)),
        {{"rule", "round"}, {"layout", to_text(a)}});
  say(fmt::format("the tile is {}; the tiles start at its complement in the {} points of A", to_text(b),
                  size(a)),
      {{"rule", "tile"}, {"tile", to_text(b)}, {"size", size(a)}});
  complement_chain(b, size(a), cover());
  auto const rest = complement(b, size(a), cover());
  if (!rest) return;
  auto const both = join(b, *rest);
  say(fmt::format("the answer is A o {}, the tile and the complement side by side", to_text(both)),
      {{"rule", "join"}, {"layout", to_text(both)}});
  composition_digits(a, both);
}

/// A repeated as B says: (A, A* o B), A* the gaps of A with room for all copies.
void Explainer::product(Layout<Int> const& a, Layout<Int> const& b) {
  Int const span = cosize(b);
  if (!product_fits(size(a), span)) return;
  Int room = size(a) * span;
  auto gaps = complement_gaps(a, room, Cover::disjoint);
  if (gaps && size(*gaps) < span && product_fits(least_cotarget(a), span)) {
    say(fmt::format("holes in A leave {} places for {} copies among {} offsets: they go on above A",
                    size(*gaps), span, room),
        {{"rule", "holes"}, {"places", size(*gaps)}, {"copies", span}});
    room = least_cotarget(a) * span;
    gaps = complement_gaps(a, room, Cover::disjoint);
  }
  say(fmt::format("the numbers of the copies go up to {}; they lie in the gaps of A among {} offsets",
                  span - 1, room),
      {{"rule", "room"}, {"copies", span}, {"offsets", room}});
  complement_chain(a, room, Cover::disjoint);
  if (!gaps) return;
  Layout<Int> const free = flat(coalesce(*gaps));
  say(fmt::format("copy number i lies at {} o {}", to_text(free), to_text(b)),
      {{"rule", "copies"}, {"gaps", to_text(free)}, {"numbers", to_text(b)}});
  composition_digits(free, b);
}

/// The product with corresponding modes of block and copies in pairs.
void Explainer::paired_product(Layout<Int> const& a, Layout<Int> const& b) {
  int const ranks = std::max(rank(a), rank(b));
  auto const one = leaf(Mode<Int>{1, 0});
  auto const block = append_to(a, ranks, one), copies = append_to(b, ranks, one);
  if (block != a || copies != b)
    say(fmt::format("filled up with 1:0 to {} modes: {} and {}", ranks, to_text(block), to_text(copies)),
        {{"rule", "fill"}, {"block", to_text(block)}, {"copies", to_text(copies)}});
  product(block, copies);
  if (out_.holds) say("the modes of the block and of the copies, in pairs", {{"rule", "pairs"}});
}

/// Copies of A, in order, until it has the extents of `target`.
void Explainer::tiling(Layout<Int> const& a, IntTuple<Int> const& target, IntTuple<Int> const* order) {
  int const ranks = rank(target);
  if (rank(a) > ranks) return;
  auto const block = append_to(a, ranks, leaf(Mode<Int>{1, 0}));
  auto copies = open<Int>(ranks), counted = open<Int>(ranks);
  for (int k = 0; k < ranks; ++k) {
    Int const have = size(entry(block, k)), want = size_of(entry(target, k));
    bool const whole = want % have == 0;
    say(fmt::format("mode {}: extent {} of {} {} {} copies", k, have, want,
                    whole ? "takes" : "does not divide:", (want - 1) / have + 1),
        {{"rule", "copies"}, {"mode", k}, {"have", have}, {"want", want}});
    if (!whole && cover() == Cover::strict) return;
    graft(copies, leaf((want - 1) / have + 1)), graft(counted, leaf(Int{k}));
  }
  auto const tiler = make_ordered_layout(copies, order == nullptr ? counted : *order);
  if (!tiler) return;
  say("the copies are counted by " + to_text(*tiler), {{"rule", "order"}, {"layout", to_text(*tiler)}});
  paired_product(block, *tiler);
}

void Explainer::by_mode(Layout<Int> const& a, Tiler<Int> const& t,
                        void (Explainer::*one)(Layout<Int> const&, Layout<Int> const&),
                        std::string const& path) {
  std::string const where = path.empty() ? "A" : "mode " + path;
  if (t.is_keep()) return say(where + " stays as it is", {{"rule", "keep"}, {"path", path}});
  if (t.is_tile()) {
    if (!path.empty())
      say(fmt::format("{}, {}, by {}", where, to_text(a), to_text(t.modes)),
          {{"rule", "by"}, {"path", path}, {"layout", to_text(a)}, {"tile", to_text(t.modes)}});
    return (this->*one)(a, t.modes);
  }
  if (rank(t.modes) > rank(a))
    return say(fmt::format("{} has {} modes, the tiler {} entries", where, rank(a), rank(t.modes)),
               {{"rule", "stop"}, {"path", path}});
  for (int k = 0; k < rank(t.modes); ++k)
    by_mode(entry(a, k), entry(t, k), one, path.empty() ? std::to_string(k) : fmt::format("{},{}", path, k));
}

/// What zipped_, tiled_ and flat_ do after the rest.
void Explainer::regrouped() {
  if (out_.holds)
    say("regrouped, the tiles first: " + out_.answer, {{"rule", "regroup"}, {"layout", out_.answer}});
}

}  // namespace colex::cli
