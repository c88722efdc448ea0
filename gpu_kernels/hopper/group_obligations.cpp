// SPDX-License-Identifier: MIT
// Rows in groups: by induction over the groups of the walk of work_list.hpp, whatever the ends are. A state of the walk
// has 0 <= start <= end <= rows and first >= 0: before_groups() is one, and next_group() makes one of one. So groups lie
// one behind the other, their rows and their items alike, and of what begins at begin(g) and ends at begin(g + 1) a row
// or an item is in one. Which tile of its group an item is says O1.order, which row of its group a block's is O1.tiles.
#include "hopper/gemm_index.hpp"
#include "hopper/group_index.hpp"
#include "hopper/hopper_obligations.hpp"

namespace colex::gpu::hopper {

namespace {

using sym::Boolean;
using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1};

/// A state of the walk as symbols, and what holds of each.
struct Walk {
  GroupAt<Integer> at;
  Integer rows, columns, lines;
  Walk(Proof& p, ClusterTile const& sizes)
      : at{p.integer("number"), p.integer("start"), p.integer("end"), p.integer("first")},
        rows(p.integer("rows")),
        columns(p.integer("columns")),
        lines(sizes.m * sizes.cluster) {}
  std::vector<Boolean> holds() const {
    return {at.start >= zero, at.start <= at.end, at.end <= rows, at.first >= zero, columns > zero};
  }
  /// As many tiles as cover the group's rows.
  Integer tiles(Proof& p) const { return p.define("tiles", quot(at.end - at.start + lines - one, lines)); }
};

void walk_goes_on(Proof& p, ClusterTile const& sizes) {
  Walk const walk(p, sizes);
  auto const& [at, rows, columns, lines] = walk;
  p.part("before the groups", {rows >= zero, columns > zero}, [&] {
    auto const none = p.shipped("before_groups", [&] { return before_groups<Integer>(); });
    p.claim("there are no rows", both(none.start == zero, none.end == zero, none.number == Integer(-1)));
    p.claim("and no items", both(none.first == zero, items_end(none, lines, columns) == zero));
  });
  Integer const stated = p.integer("stated");
  p.part("the next group", walk.holds(), [&] {
    Integer const tiles = walk.tiles(p);
    auto const next = p.shipped("next_group", [&] { return next_group(at, stated, rows, lines, columns); });
    p.claim("has the next number", next.number == at.number + one);
    p.claim("has its rows behind this one's", next.start == at.end);
    p.claim("inside the result", both(next.start <= next.end, next.end <= rows));
    p.claim("up to where it is stated", either(stated < at.end, either(rows < stated, next.end == stated)));
    p.claim("or to its start", either(at.end <= stated, next.end == at.end));
    p.claim("or to the last row", either(stated <= rows, next.end == rows));
    p.claim("has its items behind this one's", next.first == at.first + tiles * columns);
    p.claim("which are not fewer than none", next.first >= at.first,
            {p.lemmas().nonnegative.at(tiles, columns)});
  });
}

/// An item is looked for among its group's items and those after it, and only there are ends asked for.
void walk_finds(Proof& p, ClusterTile const& sizes) {
  Walk const walk(p, sizes);
  auto const& [at, rows, columns, lines] = walk;
  sym::Function const first("first_of", 1);
  Integer const item = p.integer("item"), groups = p.integer("groups"), stated = p.integer("stated");
  p.part("a step of the search for an item", walk.holds(), [&] {
    auto const next = p.shipped("next_group", [&] { return next_group(at, stated, rows, lines, columns); });
    p.suppose(both(at.number >= Integer(-1), at.number < groups, at.first <= item, item < first(groups)));
    p.suppose(items_end(at, lines, columns) <= item);  // or the search would be over
    p.suppose(first(at.number + one) == items_end(at, lines, columns));
    p.suppose(either(at.number + one < groups, first(groups) <= first(at.number + one)));
    p.claim("asks for the end of a group", both(next.number >= zero, next.number < groups));
    p.claim("leaves the item at or behind its first", next.first <= item);
  });
  p.part("the end of the search", walk.holds(), [&] {
    Integer const tiles = walk.tiles(p);
    auto const end = p.shipped("items_end", [&] { return items_end(at, lines, columns); });
    p.suppose(both(at.first <= item, item < end));
    p.claim("is at a tile of the group", both(item - at.first >= zero, item - at.first < tiles * columns));
    p.claim("the last of which is the last", end == at.first + tiles * columns);
  });
  sym::Function const begin("begin", 1);
  Integer const g = p.integer("g"), h = p.integer("h"), x = p.integer("x");
  p.part("two groups with one row, or one item", {g >= zero, h >= zero}, [&] {
    p.suppose(both(begin(g) <= x, x < begin(g + one), begin(h) <= x, x < begin(h + one)));
    p.suppose(either(h + one > g, begin(h + one) <= begin(g)));
    p.suppose(either(g + one > h, begin(g + one) <= begin(h)));
    p.claim("are one", g == h);
  });
}

/// Every row of a group is one of a tile of the group, and of a block.
void rows_have_tiles(Proof& p, ClusterTile const& sizes) {
  Walk const walk(p, sizes);
  auto const& [at, rows, columns, lines] = walk;
  Integer const tile_m(sizes.m), cluster(sizes.cluster), row = p.integer("row");
  auto given = walk.holds();
  given.push_back(at.start <= row), given.push_back(row < at.end);
  p.part("a row of a group has a tile", given, [&] {
    auto const grid = p.shipped("tile_rows", [&] { return tile_rows(at, lines); });
    Integer const t = p.define("t", quot(row - at.start, lines));
    p.claim("which is one of the group's", both(t >= zero, t < grid));
    p.claim("none of which is idle", (grid - one) * lines < at.end - at.start);
  });
  p.part("a row of a group has a block", given, [&] {
    Integer const t = p.define("t", quot(row - at.start, lines)),
                  rank = p.define("rank", quot(rem(row - at.start, lines), tile_m));
    auto const first =
        p.shipped("row_from", [&] { return row_from(at.start, first_row(t, cluster, rank, tile_m)); });
    p.claim("of the cluster", both(rank >= zero, rank < cluster));
    p.claim("whose row it is", both(first <= row, row < first + tile_m));
  });
}

/// A block's rows begin in their group, and have numbers of 32 bits; what is stored is of the group.
void rows_stay_inside(Proof& p, ClusterTile const& sizes) {
  Walk const walk(p, sizes);
  auto const& [at, rows, columns, lines] = walk;
  Integer const tile_m(sizes.m), cluster(sizes.cluster), t = p.integer("t"), rank = p.integer("rank"),
                                                         within = p.integer("within");
  Integer const most{0x7FFFFFFF - 1024}, limit{0x7FFFFFFF};
  auto given = walk.holds();
  for (auto const& it :
       {rows <= most, t >= zero, rank >= zero, rank < cluster, within >= zero, within < tile_m})
    given.push_back(it);
  p.part("the rows of a block", given, [&] {
    p.suppose(t < tile_rows(at, lines));
    auto const first =
        p.shipped("row_from", [&] { return row_from(at.start, first_row(t, cluster, rank, tile_m)); });
    p.claim("have numbers of 32 bits", both(first >= zero, first + tile_m <= limit));
    p.claim("begin in the group, those of the cluster's first block", either(rank > zero, first < at.end));
    p.claim("are the group's", first + within >= at.start);
    p.suppose(first + within < at.end);  // as store_columns and load_run compare
    p.claim("and the result's, where they are stored", first + within < rows);
  });
}

/// The call's bound of the number of items, of which it knows neither how many there are nor where groups end.
void items_are_bounded(Proof& p, ClusterTile const& sizes) {
  Walk const walk(p, sizes);
  auto const& [at, rows, columns, lines] = walk;
  Integer const above = p.integer("above");  // rows of tiles of the groups before, whose items they are
  auto given = walk.holds();
  for (auto const& it :
       {at.first == above * columns,
        either(at.number >= zero, both(at.number == Integer(-1), at.end == zero)),
        either(at.number >= zero, above == zero),
        either(at.number < zero, both(above >= zero, above * lines <= at.start + at.number * (lines - one)))})
    given.push_back(it);
  p.part("the items of the groups so far", given, [&] {
    auto const end = p.shipped("items_end", [&] { return items_end(at, lines, columns); });
    Integer const tiles = walk.tiles(p);
    p.claim("have whole rows of tiles", both(end == (above + tiles) * columns, above + tiles >= zero));
    p.claim("with a row less than a tile's too many for each group",
            (above + tiles) * lines <= at.end + (at.number + one) * (lines - one));
  });
  Integer const groups = p.integer("groups");
  p.part("the items of all groups",
         {rows >= zero, groups > zero, columns > zero, above >= zero,
          above * lines <= rows + groups * (lines - one)},
         [&] {
           auto const most =
               p.shipped("most_items", [&] { return most_items(rows, groups, lines, columns); });
           Integer const room = p.define("room", quot(rows + groups * (lines - one), lines));
           p.have("rows of tiles", above <= room);
           p.claim("are not more than the call takes them for", above * columns <= most,
                   {p.lemmas().nonnegative.at(room - above, columns)});
           p.claim("which is no more than that", most == room * columns);
         });
}

}  // namespace

std::vector<Obligation> group_obligations(ClusterTile const& tile) {
  return {{"O1.groups",
           "whatever the ends, groups of rows lie one behind the other, each row of one is one block's of "
           "one item, "
           "and the walk finds the group of each item",
           [tile](Proof& p) { walk_goes_on(p, tile), walk_finds(p, tile), rows_have_tiles(p, tile); }},
          {"O4.groups",
           "whatever the ends, rows that are stored are their group's and inside the result, coordinates fit "
           "32 bits, "
           "and there are no more items than the call takes them for",
           [tile](Proof& p) { rows_stay_inside(p, tile), items_are_bounded(p, tile); }}};
}

}  // namespace colex::gpu::hopper
