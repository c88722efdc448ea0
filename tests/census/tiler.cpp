// SPDX-License-Identifier: MIT
// Census of the operations by tiler: composition, and the four arrangements of divide and of product. The
// truth takes the tiler apart into cells, each a mode with its tile, and puts their offsets side by side in
// the order that the arrangement promises.
#include "census/census.hpp"
#include "census/truth_divide.hpp"

namespace census {
namespace {

/// A mode under a tile, or one that no tile reaches. `entry`: the top-level entry of A that it belongs to.
struct Cell {
  int entry = 0;
  bool tiled = true;
  Table first, second;  ///< tile and grid, or block and copies; second is 1:0 where not split, as under `_`
};

/// The cells of the case at hand; one place for all, as tables are large.
struct Cells {
  Cell cell[12];
  int count = 0;
  bool exists = true;
  Cell& next(int entry) {
    Cell& c = cell[count++];
    c.entry = entry;
    c.tiled = true;
    c.second = zero();
    return c;
  }
};
Cells cells;

/// Walks A along the tiler; `split(mode, tile, cell)` sets the cell and answers whether it exists.
template <class Split>
void collect(Layout<Int> const& a, Tiler<Int> const& t, int top, Split const& split) {
  if (t.is_keep()) {
    cells.next(top).first = table(a);
  } else if (t.is_tile()) {
    if (!split(a, t.modes, cells.next(top))) cells.exists = false;
  } else if (rank(t.modes) > rank(a)) {
    cells.exists = false;
  } else {
    for (int k = 0; k < rank(a); ++k) {
      int const here = top < 0 ? k : top;
      if (k < rank(t.modes)) {
        collect(entry(a, k), entry(t, k), here, split);
        continue;
      }
      Cell& c = cells.next(here);
      c.tiled = false;
      c.first = table(entry(a, k));
    }
  }
}
template <class Split>
void gather(Layout<Int> const& a, Tiler<Int> const& t, Split const& split) {
  cells.count = 0;
  cells.exists = true;
  collect(a, t, -1, split);
}

/// The offsets of an answer that is to come: pieces in order, and how many points each entry has.
struct Wanted {
  Table whole = zero();
  Int entries[24];
  int count = 0;
  void open() { entries[count++] = 1; }
  void add(Table const& piece) {
    whole.add(piece);
    entries[count - 1] *= piece.count;
  }
  bool is(Layout<Int> const& r, bool by_entry) const {
    if (by_entry && rank(r) != count) return false;
    for (int k = 0; by_entry && k < count; ++k)
      if (size(entry(r, k)) != entries[k]) return false;
    return table(r) == whole;
  }
};

enum class Arrangement { logical, zipped, tiled, flat };

/// ((t0,g0),(t1,g1),...) / ((t...),(g...)) / ((t...),g0,g1,...) / (t0,t1,...,g0,g1,...).
Wanted arranged(Arrangement how) {
  Wanted r;
  int last = -1;
  if (how == Arrangement::logical) {
    for (int n = 0; n < cells.count; ++n) {
      Cell const& c = cells.cell[n];
      if (c.entry != last || c.entry < 0) r.open();
      last = c.entry;
      r.add(c.first);
      if (c.tiled) r.add(c.second);
    }
    return r;
  }
  if (how != Arrangement::flat) r.open();
  for (int n = 0; n < cells.count; ++n) {
    Cell const& c = cells.cell[n];
    if (!c.tiled) {
      // An entry under a nested tiler has a tile part, empty or not; one that no tiler reaches has none.
      continue;
    }
    if (how == Arrangement::flat && c.entry != last) r.open();
    last = c.entry;
    r.add(c.first);
  }
  last = -1;
  if (how == Arrangement::zipped) r.open();
  for (int n = 0; n < cells.count; ++n) {
    Cell const& c = cells.cell[n];
    if (how != Arrangement::zipped && c.entry != last) r.open();
    last = c.entry;
    r.add(c.tiled ? c.second : c.first);
  }
  return r;
}

/// Whether the entries are told: a tiler that is one tile, or `_`, leaves the grid's own entries open.
bool by_entry(Tiler<Int> const& t, Arrangement how) {
  return !(t.is_tile() || t.is_keep()) || how == Arrangement::zipped;
}

// ----------------------------------------------------------------------------------------------- operations

template <Rest rest>
void judge_composition(Count& count, Layout<Int> const& a, Tiler<Int> const& t) {
  auto const r = planting(composition(a, t, rest));
  gather(a, t, [](Layout<Int> const& mode, Layout<Int> const& by, Cell& c) {
    c.first = after(mode.leaves, table(by));
    return composable(mode.leaves, by, c.first);
  });
  Verdict v{bool(r), false, cells.exists, r.refusal.condition};
  if (cells.exists && r) {
    Wanted want;
    int last = -1;
    for (int n = 0; n < cells.count; ++n) {
      Cell const& c = cells.cell[n];
      if (!c.tiled && rest == Rest::drop) continue;
      if (c.entry != last || c.entry < 0) want.open();
      last = c.entry;
      want.add(c.first);
    }
    v.right = want.is(r.value, by_entry(t, Arrangement::logical));
  }
  count.record(v, a, t);
}

template <Arrangement how>
Result<Layout<Int>, Int> divided(Layout<Int> const& a, Tiler<Int> const& t, Cover cover) {
  return how == Arrangement::logical  ? logical_divide(a, t, cover)
         : how == Arrangement::zipped ? zipped_divide(a, t, cover)
         : how == Arrangement::tiled  ? tiled_divide(a, t, cover)
                                      : flat_divide(a, t, cover);
}

/// Strict: against brute force. Covering: each cell as logical_divide has it, which divide.cpp judges; here
/// it is the arrangement.
template <Arrangement how>
void judge_divide(Count& count, Layout<Int> const& a, Tiler<Int> const& t) {
  for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint}) {
    auto const r = planting(divided<how>(a, t, cover));
    if (count.leaves_out(r)) continue;
    gather(a, t, [&](Layout<Int> const& mode, Layout<Int> const& by, Cell& c) {
      if (cover == Cover::strict) {
        Division const truth(mode, by);
        c.first = truth.tile;
        c.second = truth.grid;
        return truth.exists;
      }
      auto const one = logical_divide(mode, by, cover);
      if (!one) return false;
      c.first = table(entry(one.value, 0));
      c.second = table(entry(one.value, 1));
      return true;
    });
    bool const right = r && cells.exists && arranged(how).is(r.value, by_entry(t, how));
    count.record({bool(r), right, cells.exists, r.refusal.condition}, a, t, cover);
  }
}

template <Arrangement how>
void judge_product(Count& count, Layout<Int> const& a, Tiler<Int> const& t) {
  auto const r = planting(how == Arrangement::logical  ? logical_product(a, t)
                          : how == Arrangement::zipped ? zipped_product(a, t)
                          : how == Arrangement::tiled  ? tiled_product(a, t)
                                                       : flat_product(a, t));
  if (count.leaves_out(r)) return;
  gather(a, t, [](Layout<Int> const& mode, Layout<Int> const& by, Cell& c) {
    Repetition const truth(mode, by);
    c.first = truth.block;
    c.second = truth.copies;
    return truth.exists && repeats(truth.block, truth.copies, table(by));
  });
  bool const right = r && cells.exists && arranged(how).is(r.value, by_entry(t, how));
  count.record({bool(r), right, cells.exists, r.refusal.condition}, a, t);
}

// ---------------------------------------------------------------------------------------------------- cases

/// Every tiler of rank 1 and 2 whose entries are `_` or one mode n:d, n <= 4, d <= `most`; and n:d alone.
template <class F>
void every_tiler(Int most, F f) {
  std::vector<Tiler<Int>> entries{keep<Int>()};
  every_mode({0, most}, false, [&](Mode<Int> const& m) { entries.push_back(tile(leaf(m))); });
  for (auto const& first : entries) {
    f(first);
    f(by_mode(first));
    for (auto const& second : entries) f(by_mode(first, second));
  }
}
template <auto judge>
void small_cases(Count& count, Share& share) {
  every_layout(share, 2, {0, 4, true}, [&](Layout<Int> const& a) {
    every_tiler(4, [&](Tiler<Int> const& t) { judge(count, a, t); });
  });
}

/// One entry of A: one mode or a pair. With its tiler: `_`, a layout, or, for a pair, again by mode.
Layout<Int> random_entry(Random& random, bool may_pair) {
  if (may_pair && random.below(3) == 0) return join(random.mode(5, 12), random.mode(3, 12));
  return random.mode(6, 12);
}
Tiler<Int> random_tiler(Random& random, bool nests) {
  if (random.below(5) == 0) return keep<Int>();
  if (nests && random.below(2) == 0) {
    auto const first = random_tiler(random, false);
    return random.below(3) == 0 ? by_mode(first) : by_mode(first, random_tiler(random, false));
  }
  if (random.below(4) > 0) return tile(leaf(Mode<Int>{random.below(4) + 1, random.below(3) == 0 ? 2 : 1}));
  return tile(random.below(2) == 0 ? random.mode(4, 6) : join(random.mode(3, 3), random.mode(2, 6)));
}
template <auto judge>
void random_case(Count& count, Random& random) {
  int const ranks = static_cast<int>(random.below(3)) + 1;
  auto a = open<Mode<Int>>(ranks);
  bool pair[4] = {};
  for (int k = 0; k < ranks; ++k) {
    auto const e = random_entry(random, ranks < 3);
    pair[k] = rank(e) == 2;
    graft(a, e);
  }
  auto const first = random_tiler(random, pair[0]);
  switch (random.below(16) == 0 ? ranks + 1 : random.below(ranks) + 1) {
    case 1:
      return judge(count, a, by_mode(first));
    case 2:
      return judge(count, a, by_mode(first, random_tiler(random, pair[1])));
    case 3: {
      auto const second = random_tiler(random, pair[1]);
      return judge(count, a, by_mode(first, second, random_tiler(random, pair[2])));
    }
    default:
      return judge(count, a, by_mode(first, first, first, first));  // one entry too many
  }
}

template <auto judge>
Operation operation(char const* name) {
  return {name, "A rank <= 2, strides 0..4; tilers of rank <= 2, each entry _ or one mode, strides 0..4",
          Refusals::exact, small_cases<judge>, random_case<judge>};
}

}  // namespace

Operations tiler_operations() {
  using enum Arrangement;
  return {operation<judge_composition<Rest::keep>>("composition, tiler"),
          operation<judge_composition<Rest::drop>>("composition, drop rest"),
          operation<judge_divide<logical>>("logical_divide, tiler"),
          operation<judge_divide<zipped>>("zipped_divide"),
          operation<judge_divide<tiled>>("tiled_divide"),
          operation<judge_divide<flat>>("flat_divide"),
          operation<judge_product<logical>>("logical_product, tiler"),
          operation<judge_product<zipped>>("zipped_product"),
          operation<judge_product<tiled>>("tiled_product"),
          operation<judge_product<flat>>("flat_product")};
}

}  // namespace census
