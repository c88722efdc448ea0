// SPDX-License-Identifier: MIT
// The frame of the census: an operation lists its small cases and draws random ones, judges each answer
// against the truth, and the Count keeps what became of them. census.cpp runs them all.
#pragma once

#include <cstring>
#include <random>
#include <string>

#include "colex/colex.hpp"
#include "oracle/truth.hpp"

namespace census {

using namespace colex;
using namespace colex::truth;

// ------------------------------------------------------------------------------------------------ verdicts

/// One answer beside the truth. `exists`: there is an answer. `best` is false where the answer is right, yet
/// a longer one would be as well; `due` is false where the operation's rule refuses what exists.
struct Verdict {
  bool answers = false, right = false, exists = false;
  Condition why = Condition::none;
  bool best = true;
  bool due = true;
};

/// Whether a refusal of what exists is a failure, or only counted: CuTe's rule for disjoint complements
/// refuses more than it must.
enum class Refusals : bool { exact, reported };

inline void put(std::string& out, Int n) { write(out, n); }
inline void put(std::string& out, Layout<Int> const& layout) { write(out, layout); }
inline void put(std::string& out, AnyLayout const& layout) { write(out, layout); }
inline void put(std::string& out, Layout<Coordinate> const& layout) { write(out, layout); }
inline void put(std::string& out, IntTuple<Int> const& tuple) { write(out, tuple); }
inline void put(std::string& out, Cover cover) {
  out += cover == Cover::strict ? "strict" : cover == Cover::at_least ? "at_least" : "disjoint";
}
inline void put(std::string& out, Tiler<Int> const& t) {
  if (t.is_keep()) {
    out += '_';
  } else if (t.is_tile()) {
    put(out, t.modes);
  } else {
    for (int k = 0; k < rank(t.modes); ++k) {
      out += k == 0 ? '<' : ',';
      put(out, entry(t, k));
    }
    out += '>';
  }
}

/// What became of the cases of one operation.
struct Count {
  char const* operation;
  Refusals refusals = Refusals::exact;
  bool quiet = false;
  long cases = 0, answered = 0, refused = 0, undecided = 0, wrong = 0, lost = 0, declined = 0, shorter = 0;
  long too_large = 0;  ///< answers with more points than a table of the truth holds: not judged, not counted

  /// Whether an answer is too large to judge; counted, and another case is drawn for it.
  bool leaves_out(Result<Layout<Int>, Int> const& r) {
    if (!r || size(r.value) <= Table::kMost) return false;
    ++too_large;
    return true;
  }
  template <class... Operands>
  void record(Verdict const& v, Operands const&... operands) {
    auto show = [&](char const* kind) {
      if (quiet) return;
      std::string text;
      ((text += ' ', put(text, operands)), ...);
      std::printf("%s: %s:%s\n", operation, kind, text.c_str());
    };
    ++cases;
    ++(v.answers ? answered : refused);
    if (v.why == Condition::undecided && ++undecided <= 5) show("undecided");
    if (v.answers && !v.right && ++wrong <= 5) show("wrong");
    if (v.answers && v.right && !v.exists && ++wrong <= 5) show("right, yet the truth says that none exists");
    if (v.answers && v.right && !v.best && ++shorter == 1) show("for one, shorter than it could be");
    if (v.answers || !v.exists) return;
    if (refusals == Refusals::reported || !v.due) {
      if (++declined == 1) show("for one, declined");
    } else if (++lost <= 5) {
      show("refused although it exists");
    }
  }
  long bad() const { return wrong + lost + undecided; }
};

// --------------------------------------------------------------------------------------- planted errors

/// For the census's own test: every answer spoiled, or every answer turned into a refusal.
enum class Plant { none, wrong, refusal };
inline Plant plant = Plant::none;
inline long planted = 0;

inline Result<Layout<Int>, Int> planting(Result<Layout<Int>, Int> r) {
  if (plant == Plant::none || !r) return r;
  if (plant == Plant::refusal) {
    if (size(r.value) == 1) return r;  // 1:0 in common is what everything has: to refuse it loses nothing
    r.refusal.condition = Condition::divides;
    ++planted;
    return r;
  }
  for (auto& m : r.value.leaves)
    if (m.shape > 1) {
      ++m.stride;
      ++planted;
      return r;
    }
  return r;
}
inline Result<AnyLayout> planting(Result<AnyLayout> r) {
  if (plant == Plant::none || !r) return r;
  ++planted;
  if (plant == Plant::refusal) {
    r.refusal.condition = Condition::linear;
  } else if (r.value.outer.is_map) {
    for (int k = 0; k < r.value.outer.map.inputs; ++k) r.value.outer.map.column[k] ^= 1;
  } else {
    r.value.offset ^= 1;
  }
  return r;
}
/// A decision: yes becomes no with the pair (0, 0), no becomes yes.
inline Refusal<Int> planting(Refusal<Int> why) {
  if (plant != Plant::wrong) return why;
  ++planted;
  return why.condition == Condition::none ? because<Int>(Condition::injective) : Refusal<Int>{};
}

// ---------------------------------------------------------------------------------------------- small cases

/// Which of the cases are this run's: every `pace`-th left operand, those of one shard.
struct Share {
  long pace = 1, shard = 0, shards = 1, turn = 0;
  bool mine() {
    long const now = turn++;
    return now % pace == 0 && now / pace % shards == shard;
  }
};

/// What the strides of a sweep range over. A mode of one point never moves, so it comes with the strides 0
/// and `most` only; but the last mode of a left operand may run on past its extent: `runs_on` gives it all.
struct Strides {
  Int least = 0, most = 12;
  bool runs_on = false;
};

template <class F>
void every_mode(Strides const& strides, bool last, F f) {
  for (Int s = 1; s <= 4; ++s)
    for (Int d = strides.least; d <= strides.most; ++d)
      if (s > 1 || d == 0 || d == strides.most || (last && strides.runs_on)) f(Mode<Int>{s, d});
}

/// Calls f for every flat layout of rank `ranks` and extents 1..4. Last in rank means outermost.
template <class F>
void every_layout_of_rank(int ranks, Strides const& strides, F f) {
  List<Mode<Int>> modes;
  auto add = [&](auto const& self, int rank) -> void {
    if (rank == 0) return f(flat(modes));
    every_mode(strides, rank == 1, [&](Mode<Int> const& m) {
      modes.push(m);
      self(self, rank - 1);
      modes.pop();
    });
  };
  add(add, ranks);
}
template <class F>
void every_layout(Share& share, int ranks, Strides const& strides, F f) {
  for (int rank = 1; rank <= ranks; ++rank)
    every_layout_of_rank(rank, strides, [&](Layout<Int> const& l) {
      if (share.mine()) f(l);
    });
}

/// How far the sweeps over pairs of layouts go: strides as each operation says and four modes in all; strides up
/// to 12 and five modes (nightly, half an hour of a core an operation); every pair up to rank 3 (days).
enum class Pairs { some, five_modes, all };
inline Pairs pairs = Pairs::some;

/// Calls f(A, B) for the pairs in which B has several modes; A and B are what `some` is.
template <class F>
void every_pair(Share& share, Strides const& a, Strides const& b, F f) {
  auto sweep = [&](int a_ranks, Strides const& of_a, int b_rank, Strides const& of_b) {
    every_layout(share, a_ranks, of_a, [&](Layout<Int> const& left) {
      every_layout_of_rank(b_rank, of_b, [&](Layout<Int> const& right) { f(left, right); });
    });
  };
  if (pairs == Pairs::some) return sweep(2, a, 2, b);
  Strides const left{0, 12, a.runs_on}, right{0, 12};
  sweep(3, left, 2, right);
  sweep(pairs == Pairs::all ? 3 : 2, left, 3, right);
}
/// Those pairs, and the ones in which B is one mode, in words.
inline char const* range_of_pairs(char const* some) {
  return pairs == Pairs::some         ? some
         : pairs == Pairs::five_modes ? "A and B rank <= 3, five modes in all at most, strides 0..12"
                                      : "A and B rank <= 3, strides 0..12";
}

// --------------------------------------------------------------------------------------------- random cases

/// Random flat layouts of rank 1 to 3, extents 1..`shapes`.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  Int below(Int n) { return static_cast<Int>(engine_() % static_cast<std::uint64_t>(n)); }

  Layout<Int> layout(Int shapes, Int strides, bool negative = false) {
    List<Mode<Int>> modes;
    for (Int rank = below(3) + 1; rank > 0; --rank) {
      Int const d = below(strides + 1);
      modes.push({below(shapes) + 1, negative && below(4) == 0 ? -d : d});
    }
    return flat(modes);
  }
  /// Strides that are products of the extents, shuffled: the layouts that people write, and near misses.
  Layout<Int> chained(Int shapes) {
    List<Mode<Int>> modes;
    Int stride = 1;
    for (Int rank = below(3) + 1; rank > 0; --rank) {
      Int const shape = below(shapes) + 1;
      modes.push({shape, below(8) == 0 ? stride + 1 : stride});
      stride *= shape * (below(3) == 0 ? below(3) + 1 : 1);
    }
    std::shuffle(modes.begin(), modes.end(), engine_);
    return flat(modes);
  }
  Layout<Int> either(Int shapes, Int strides, bool negative = false) {
    return below(2) == 0 ? chained(shapes) : layout(shapes, strides, negative);
  }
  Layout<Int> mode(Int shapes, Int strides) { return leaf(Mode<Int>{below(shapes) + 1, below(strides + 1)}); }

 private:
  std::mt19937_64 engine_;
};

// ----------------------------------------------------------------------------------------------- operations

struct Operation {
  char const* name;
  char const* range;  ///< what the small cases are, in words
  Refusals refusals;
  void (*small_cases)(Count&, Share&);
  void (*random_case)(Count&, Random&);
};
using Operations = std::vector<Operation>;

Operations decision_operations();     // decisions.cpp
Operations complement_operations();   // complement.cpp
Operations inverse_operations();      // inverse.cpp
Operations composition_operations();  // composition.cpp
Operations divide_operations();       // divide.cpp
Operations product_operations();      // product.cpp
Operations tiler_operations();        // tiler.cpp
Operations kinds_operations();        // kinds.cpp
Operations bases_operations();        // bases.cpp

}  // namespace census
