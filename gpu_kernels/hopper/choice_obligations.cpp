// SPDX-License-Identifier: MIT
// The choice, by induction over its steps: what it holds lacks nothing, whatever is predicted. plan_of() refuses what
// lacking() says lacks something, and nothing else.
#include "hopper/hopper_obligations.hpp"
#include "hopper/needs.hpp"

namespace colex::gpu::hopper {

namespace {

using sym::Boolean;
using sym::Integer;
using sym::Proof;
using Choice = ChoiceOf<Integer, Integer, Integer>;
Integer const zero{0}, one{1}, most{most_counted}, beyond{most_counted + 1};

void step_keeps_what_lacks_nothing(Proof& p) {
  Choice best{p.integer("shape"), p.integer("splits"), p.integer("time")};
  Choice const other{p.integer("other_shape"), p.integer("other_splits"), p.integer("other_time")};
  auto const is = [](Choice const& x, Choice const& y) {
    return both(x.shape == y.shape, x.splits == y.splits, x.microseconds == y.microseconds);
  };
  for (bool const found : {false, true}) {
    best.found = found;
    std::string const which = found ? ", after another" : ", the first";
    p.part("a candidate that lacks something" + which, {}, [&] {
      for (Lacking const lacks : {Lacking::counters, Lacking::workspace, Lacking::tile}) {
        auto const next = p.shipped("better", [&] { return better(best, other, lacks); });
        p.claim("is not taken", is(next, best));
        p.claim("and does not count as found", Boolean(next.found == found));
      }
    });
    p.part("a candidate that lacks nothing" + which, {}, [&] {
      auto const next = p.shipped("better", [&] { return better(best, other, Lacking::nothing); });
      p.claim("leaves one of the two", either(is(next, other), both(is(next, best), Boolean(found))));
      p.claim("which counts as found", Boolean(next.found));
      p.claim("and takes no longer than it", next.microseconds <= other.microseconds);
      if (!found) return;
      p.claim("nor than the best before", next.microseconds <= best.microseconds);
      p.claim("of two that take as long, the first",
              either(other.microseconds != best.microseconds, is(next, best)));
    });
  }
}

/// What counted() says of a product of numbers from 0 on.
void expect_counted(Proof& p, std::string const& what, Integer const& count, Integer const& a,
                    Integer const& b) {
  auto const& lemma = p.lemmas();
  Integer const share = quot(beyond, b);
  std::vector<sym::Hint> const hints = {lemma.nonnegative.at(a, b), lemma.euclid.at(beyond, b),
                                        lemma.monotone.at(share, a, b), lemma.monotone.at(a, share + one, b)};
  p.claim(what + " from 0 to 2^31", both(count >= zero, count <= beyond), hints);
  p.claim(what + " the product where that is at most 2^31", either(a * b > beyond, count == a * b), hints);
  p.claim(what + " 2^31 where it is more", either(a * b <= beyond, count == beyond), hints);
}

void products_are_counted(Proof& p) {
  Integer const a = p.integer("a"), b = p.integer("b");
  p.part("a product of two numbers", {a >= zero, b >= zero}, [&] {
    auto const count = p.shipped("counted", [&] { return counted(a, b); });
    expect_counted(p, "is", count, a, b);
  });
}

/// What a plan needs; and where one with some number of splits lacks nothing, one with one split lacks nothing either.
void one_split_needs_least(Proof& p, ClusterTile const& sizes) {
  long const rows = sizes.m * sizes.cluster, groups = (sizes.n + stored_column_step - 1) / stored_column_step;
  Integer const lines(rows), columns(sizes.n), area(rows * sizes.n), pieces(rows / piece_rows * groups);
  Integer const tiles = p.integer("tiles"), splits = p.integer("splits"), room = p.integer("room");
  p.part("a product in splits", {tiles >= zero, tiles <= beyond, splits >= one}, [&] {
    auto const needs = p.shipped("needs_of", [&] { return needs_of(tiles, lines, columns, splits); });
    expect_counted(p, "its items are", needs.items, tiles, splits);
    expect_counted(p, "its pieces are", needs.pieces, tiles, pieces);
    p.claim("its sums are those of its items", either(splits == one, needs.sums == needs.items * area));
    p.claim("but of one split there are none", either(splits != one, needs.sums == zero));
    if (lacking(needs, splits, room) != Lacking::nothing) return;
    auto const alone = needs_of(tiles, lines, columns, one);
    p.claim("in one it has as many pieces", alone.pieces == needs.pieces);
    p.claim("no more items", alone.items <= needs.items, {p.lemmas().nonnegative.at(tiles, splits - one)});
    p.claim("and lacks nothing", Boolean(lacking(alone, one, room) == Lacking::nothing));
  });
}

}  // namespace

std::vector<Obligation> choice_obligations(ClusterTile const& tile) {
  return {
      {"O13.choice",
       "whatever is predicted, a step of the choice takes what lacks nothing for a plan, and then what is "
       "predicted to take "
       "least",
       step_keeps_what_lacks_nothing},
      {"O13.counts",
       "for all numbers of tiles, batches and splits the product of two is known as far as 32 bits go",
       products_are_counted},
      {"O13.splits",
       "for every number of tiles and splits, where a plan lacks nothing, one with one split lacks nothing",
       [tile](Proof& p) { one_split_needs_least(p, tile); }}};
}

}  // namespace colex::gpu::hopper
