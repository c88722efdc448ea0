// SPDX-License-Identifier: MIT
// The theorem of laws/evaluate_is_colexicographic.hpp.
#include "colex/laws/evaluate_is_colexicographic.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/domain.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::evaluate_is_colexicographic;

/// Flat layouts of rising rank with symbolic modes, and their extents as a hypothesis.
struct Modes {
  Layout<Integer> layout{{}, {}};
  std::vector<Boolean> positive;
  void add() {
    layout.leaves.push(any_mode(static_cast<std::size_t>(layout.leaves.count)));
    layout.profile = flat(layout.leaves).profile;
    positive.push_back(layout.leaves.back().shape >= Integer(1));
  }
};

/// The whole function as it ships, which validates what Coq composes.
void whole(Proof& p) {
  Integer const i = p.integer("i");
  Modes modes;
  for (int rank = 1; rank <= 3; ++rank) {
    modes.add();
    std::vector<Boolean> given = modes.positive;
    given.push_back(i >= Integer(0));
    p.part("the whole sum, rank " + std::to_string(rank), given, [&] {
      Lemmas const& by = p.lemmas();
      Integer const zero(0), one(1);
      Integer points(1), left = i;
      for (int k = 0; k < rank; ++k) {
        Integer const radix = modes.layout.leaves[k].shape;
        p.have("what is left", both(quot(i, points) == left, left >= zero, points >= one),
               {by.by_one.at(i, points)});
        if (k + 1 == rank) break;
        Integer const next = points * radix, above = quot(left, radix);
        p.have("divisor", next >= one, {by.positive.at(points, radix)});
        p.have("what is left above", both(quot(i, next) == above, above >= zero),
               {by.split.at(i, points, radix, next), by.euclid.at(left, radix),
                by.monotone.at(above, zero, radix)});
        points = next;
        left = above;
      }
      p.claim("digits", Law::holds(modes.layout, i));
    });
  }
}

/// A number that stands for a whole entry of a layout, in a coordinate.
void under_an_entry(Proof& p) {
  Integer const i = p.integer("i"), j = p.integer("j");
  Modes modes;
  for (int rank = 1; rank <= 5; ++rank) {
    modes.add();
    std::vector<Boolean> given = modes.positive;
    given.push_back(i >= Integer(0));
    p.part("one number under an entry, rank " + std::to_string(rank), given, [&] {
      Layout<Integer> const beside = leaf(Mode<Integer>{Integer(5), p.integer("e")});
      auto const alone = crd2idx(leaf(i), modes.layout);
      auto const pair = crd2idx(join(leaf(i), leaf(j)), join(modes.layout, beside));
      Integer const whole = evaluate_extended(modes.layout.leaves, i);
      p.claim("alone", both(Boolean(bool(alone)), *alone == whole));
      p.claim("beside another", both(Boolean(bool(pair)), *pair == whole + j * beside.leaves[0].stride));
    });
  }
}

/// What is measured.
void measures(Proof& p) {
  using Int = std::int64_t;
  every(p, "extent and cosize: up to 5 modes of 2:1, 2:-8, 3:4 and 1:-5", [&](auto const& ask) {
    auto const sums = [&](List<Mode<Int>> const& modes) {
      std::vector<Term> top = {number(1)}, length = {number(1)};
      for (auto const& m : modes) {
        Term const far = number(m.shape - 1) * number(m.stride);
        top.push_back(z3::ite(far > 0, far, number(0)));
        length.push_back(z3::ite(far > 0, far, -far));
      }
      ask(number(extent(flat(modes))) == sum_of(top) && number(cosize(flat(modes))) == sum_of(length),
          flat(modes));
    };
    for (int rank = 1; rank <= 5; ++rank)
      each_list<Mode<Int>>({{2, 1}, {2, -8}, {3, 4}, {1, -5}}, rank, sums);
  });
}

/// Coordinates of the shape (3,(2,3)), whatever their numbers: which lie inside, and the natural one of each.
void domain(Proof& p) {
  Integer const zero(0), one(1), two(2), three(3), six(6);
  Integer const x = p.integer("x"), y = p.integer("y"), z = p.integer("z");
  using Tuple = IntTuple<Integer>;
  Tuple const shape = join(leaf(three), join(leaf(two), leaf(three)));
  Tuple const pair = join(leaf(x), leaf(y)), natural = join(leaf(x), join(leaf(y), leaf(z)));
  Tuple const none = open<Integer>(0);
  p.part("inside a shape", {}, [&] {
    auto const flat_one = inside(pair, shape), whole = inside(natural, shape),
               open_one = inside(pair, shape, Last::runs_on);
    Boolean const first = both(x >= zero, x < three), second = both(y >= zero, y < two);
    Boolean const in_pair = both(first, both(y >= zero, y < six)),
                  in_whole = both(first, second, both(z >= zero, z < three));
    Boolean const above = both(x >= zero, y >= zero);
    p.claim("each entry below the size that it counts in",
            flat_one.condition == Condition::none ? in_pair : !in_pair);
    p.claim("nested as the shape is", whole.condition == Condition::none ? in_whole : !in_whole);
    p.claim("or any above 0, where the last mode runs on",
            open_one.condition == Condition::none ? above : !above);
    p.claim("else says which entry",
            Boolean(flat_one.condition == Condition::none || flat_one.condition == Condition::in_domain));
    p.claim(
        "nested no further",
        Boolean(inside(join(leaf(one), join(leaf(one), leaf(z))), join(leaf(three), leaf(three))).condition ==
                Condition::congruent));
    p.claim("of as many entries",
            Boolean(inside(join(leaf(x), leaf(y), leaf(z)), shape).condition == Condition::congruent &&
                    inside(pair, leaf(three)).condition == Condition::congruent));
  });
  p.part("the natural coordinate", {}, [&] {
    auto const at = idx2crd(pair, shape);
    if (!at) {
      p.claim("refused where an entry is below 0",
              both(Boolean(at.refusal.condition == Condition::in_domain), !both(x >= zero, y >= zero)));
      return;
    }
    p.claim("none is below 0", both(x >= zero, y >= zero));
    p.claim("in the shape's tree", Boolean(congruent(at.value, shape)));
    p.claim("each entry on its own", both(at.value.leaves[0] == x, at.value.leaves[1] == rem(y, two),
                                          at.value.leaves[2] == quot(y, two)));
  });
  p.part("in an empty tuple", {x >= zero}, [&] {
    auto const at = idx2crd(join(leaf(x), leaf(one)), join(none, leaf(three)));
    p.claim("only 0 counts", at ? x == zero : x != zero);
  });
}

void prove(Proof& p) {
  whole(p);
  under_an_entry(p);
  measures(p);
  domain(p);
}

}  // namespace

Theorem evaluate_is_colexicographic() {
  return theorem<Law>(
      "evaluate_is_colexicographic", prove, "; T1, T2, T5",
      {{Kind::coq, "as stated"},
       {Kind::rank, "3: the whole sum"},
       {Kind::enumerated, "extent and cosize, up to 5 modes of four kinds"},
       {Kind::rank, "5: one number under an entry of a coordinate reads what evaluate_extended reads"}},
      R"(Coq has evaluation, and the way from a coordinate to its index and back. Here what is nested and measured.)");
}

}  // namespace colex::sym
