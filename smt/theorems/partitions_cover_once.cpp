// SPDX-License-Identifier: MIT
// The theorem of laws/partitions_cover_once.hpp. It uses divide_permutes_the_layout.
#include "colex/laws/partitions_cover_once.hpp"

#include <vector>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/distribute.hpp"
#include "colex/text.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::partitions_cover_once;

/// The shipped cut of a divided layout ((t0,t1),(g0,g1)) at a grid coordinate.
void cuts(Proof& p, int rank) {
  Integer const zero(0), one(1);
  char const* const names[2][5] = {{"s0", "d0", "n0", "e0", "c0"}, {"s1", "d1", "n1", "e1", "c1"}};
  List<Mode<Integer>> tile, grid;
  List<Integer> at;
  std::vector<Boolean> given;
  for (int k = 0; k < rank; ++k) {
    auto const& n = names[k];
    tile.push({p.integer(n[0]), p.integer(n[1])});
    grid.push({p.integer(n[2]), p.integer(n[3])});
    at.push(p.integer(n[4]));
    given.push_back(both(tile[k].shape >= one, grid[k].shape >= one, at[k] >= zero, at[k] < grid[k].shape));
  }
  p.part("the tile at a grid coordinate, rank " + std::to_string(rank), given, [&] {
    Layout<Integer> const split = join(flat(tile), flat(grid));
    auto const part = p.shipped("cut", [&] { return detail::cut(split, flat(at), true); });
    Integer start(0);
    for (int k = 0; k < rank; ++k) start = start + at[k] * grid[k].stride;
    p.claim("answered", Boolean(bool(part)));
    if (!part) return;
    p.claim("the layout is the tile", Boolean(alike(part.value.layout.leaves, tile)));
    p.claim("it starts where the grid says", part.value.offset == start);
  });
  p.part("the grid at a tile coordinate, rank " + std::to_string(rank), given, [&] {
    Layout<Integer> const split = join(flat(grid), flat(tile));
    auto const part = p.shipped("cut", [&] { return detail::cut(split, flat(at), false); });
    Integer start(0);
    for (int k = 0; k < rank; ++k) start = start + at[k] * grid[k].stride;
    p.claim("answered", Boolean(bool(part)));
    if (!part) return;
    p.claim("the layout is the grid", Boolean(alike(part.value.layout.leaves, tile)));
    p.claim("it starts where the place in the tile says", part.value.offset == start);
  });
}

/// What a slice and a short coordinate leave.
void leaves_what_is_kept(Proof& p) {
  using Kept = Slot<Integer>;
  Integer const c = p.integer("c");
  List<Mode<Integer>> modes;
  std::vector<Boolean> given = {c >= Integer(0)};
  for (int k = 0; k < 3; ++k) {
    modes.push(any_mode(static_cast<std::size_t>(k)));
    given.push_back(modes[k].shape > c);
  }
  p.part("a slice keeps the modes at _, in order", given, [&] {
    Layout<Integer> const whole = flat(modes);
    auto const number = leaf(Kept{false, c}), all = leaf(Kept{});
    p.claim("of as many entries as the layout", Boolean(!slice(join(all, number), whole)));
    Slicer<Integer> ends = open<Kept>(3), middle = open<Kept>(3);
    for (int k = 0; k < 3; ++k) {
      graft(ends, k == 1 ? number : all);
      graft(middle, k == 1 ? all : number);
    }
    auto const two = slice_and_offset(ends, whole), one = slice_and_offset(middle, whole);
    p.claim("answers",
            Boolean(two && one && two.value.layout.leaves.count == 2 && one.value.layout.leaves.count == 1));
    p.claim("the first and the last", Boolean(alike(two.value.layout.leaves[0], modes[0]) &&
                                              alike(two.value.layout.leaves[1], modes[2])));
    p.claim("the middle one", Boolean(alike(one.value.layout.leaves[0], modes[1])));
    p.claim("from the number on",
            both(two.value.offset == c * modes[1].stride,
                 one.value.offset == c * modes[0].stride + c * modes[2].stride),
            {p.lemmas().divide.at(c, Integer(0), c, modes[0].shape),
             p.lemmas().divide.at(c, Integer(0), c, modes[1].shape)});
  });
  p.part("a coordinate that is short leaves the grid's other modes", given, [&] {
    List<Mode<Integer>> grid;
    grid.push(modes[1]);
    grid.push(modes[2]);
    Layout<Integer> const split = join(leaf(modes[0]), flat(grid));
    IntTuple<Integer> at = open<Integer>(1);
    graft(at, leaf(c));
    auto const part = detail::cut(split, at, true);
    p.claim("answers", Boolean(part && part.value.layout.leaves.count == 2));
    p.claim("the tile, then the grid's second mode", Boolean(alike(part.value.layout.leaves[0], modes[0]) &&
                                                             alike(part.value.layout.leaves[1], modes[2])));
    p.claim("from the coordinate on", part.value.offset == c * modes[1].stride);
  });
}

/// The offsets of some parts of a layout, one part after the other.
struct Parts {
  std::vector<Term> terms;
  std::vector<std::int64_t> numbers;

  template <class Part>
  void add(Part const& part) {
    std::int64_t index = 0;
    for (auto const& value : values(part.layout)) {
      terms.push_back(number(part.offset) + value);
      numbers.push_back(part.offset + evaluate(part.layout, index++));
    }
  }
  /// They are the whole's offsets, each coordinate's once: each is paired with one that is equal.
  Term are(Layout<std::int64_t> const& whole, std::vector<Term> const& offsets) const {
    std::vector<bool> taken(offsets.size());
    std::vector<Term> equal = {truth_of(terms.size() == offsets.size())};
    for (std::size_t k = 0; k < terms.size(); ++k) {
      std::size_t at = 0;
      while (at < offsets.size() &&
             (taken[at] || evaluate(whole, static_cast<std::int64_t>(at)) != numbers[k]))
        ++at;
      if (at == offsets.size()) return truth_of(false);
      taken[at] = true;
      equal.push_back(terms[k] == offsets[at]);
    }
    return all_of(equal);
  }
};

/// Work dealt out over a shape, whole; and a grid of several modes counted by one integer.
void dealt(Proof& p) {
  using Int = std::int64_t;
  every(p, "workers start at coordinates of their own: rank <= 3, extents <= 4, up to 13 workers",
        [](auto const& ask) {
          each_layout({.ranks = 3, .shapes = 4, .least = 0, .most = 0}, [&](Layout<Int> const& l) {
            for (Int n = 0; n <= 13; ++n) {
              auto const r = domain_distribute(shape(l), n);
              Term const divides = number(n) >= number(1) && z3::mod(number(size(l)), number(n)) == number(0);
              std::vector<Term> all = {r || n > 0 ? right(bool(r), divides) : number(n) < number(1)};
              if (r) {
                auto const starts = values(*r);
                all.push_back(truth_of(static_cast<Int>(starts.size()) == n));
                for (std::size_t i = 0; i < starts.size(); ++i) {
                  all.push_back((i == 0 ? number(-1) : starts[i - 1]) < starts[i]);
                  all.push_back(starts[i] < number(size(l)));
                }
              }
              ask(all_of(all), l, n);
            }
          });
        });
  every(p, "a grid counted by one integer: 16 points, tiles of 4", [](auto const& ask) {
    for (char const* whole : {"16:1", "(4,4):(4,1)", "(2,8):(3,7)", "(4,2,2):(1,32,9)"})
      for (char const* by : {"4:1", "4:4", "(2,2):(1,4)", "(2,2):(2,8)", "(2,2):(8,1)"}) {
        auto const tiler = tile(layout(by));
        auto const offsets = values(layout(whole));
        Parts inner, outer;
        bool answers = true;
        for (Int at = 0; at < 4; ++at) {
          auto const a = inner_partition(layout(whole), tiler, leaf(at));
          auto const b = outer_partition(layout(whole), tiler, leaf(at));
          answers = answers && a && b;
          if (!answers) break;
          inner.add(a.value);
          outer.add(b.value);
        }
        ask(answers ? all_of({inner.are(layout(whole), offsets), outer.are(layout(whole), offsets)})
                    : truth_of(!zipped_divide(layout(whole), tiler)),
            std::string_view(whole), std::string_view(by));
      }
  });
}

void prove(Proof& p) {
  leaves_what_is_kept(p);
  for (int rank = 1; rank <= 2; ++rank) cuts(p, rank);
  dealt(p);
}

}  // namespace

Theorem partitions_cover_once() {
  return {
      "partitions_cover_once",
      Law::statement,
      Law::source,
      {{Kind::coq,
        "every rank and nesting, any tiler, strict: inner and outer partitions, at coordinates that may be "
        "short, nested, or one integer; T68, T69 and T70 as well; and that workers start at coordinates of "
        "their own, where the product of the extents fits"},
       {Kind::rank, "2: the shipped cut, tile and grid"},
       {Kind::enumerated,
        "workers, rank <= 3, extents <= 4; a grid counted by one integer, 16 points, tiles of 4"}},
      R"(A partition at g is the tile with the offset grid(g): the shipped cut, checked term by term, as is what a slice
             and a short coordinate leave. Coq has the printed partition at every rank and nesting (Partitions.v), T68, T69
             and T70 as well; and that workers start apart (Workers.v). That a divided mode is a pair, the tile and the
             grid, is a hypothesis there.)",
      prove};
}

}  // namespace colex::sym
