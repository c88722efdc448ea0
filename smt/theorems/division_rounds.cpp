// SPDX-License-Identifier: MIT
// The theorem of laws/division_rounds.hpp.
#include "colex/laws/division_rounds.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::division_rounds;
using Tuple = IntTuple<Integer>;
using Answer = Result<Tuple, Integer>;

Integer const zero(0), one(1);

/// Symbols of one name: x0 x1 x2, at least `least`.
struct Named {
  Integer at[3];
  std::vector<Boolean> given;
  Named(Proof& p, std::string const& name, Integer const& least) {
    for (int k = 0; k < 3; ++k) {
      at[k] = p.integer((name + std::to_string(k)).c_str());
      given.push_back(at[k] >= least);
    }
  }
  Integer const& operator[](int k) const { return at[k]; }
};
std::vector<Boolean> both_given(Named const& x, Named const& y) {
  std::vector<Boolean> r = x.given;
  r.insert(r.end(), y.given.begin(), y.given.end());
  return r;
}

Tuple pair(Integer const& x, Integer const& y) { return join(leaf(x), leaf(y)); }
/// (x0,(x1,x2))
Tuple nested(Named const& x) { return join(leaf(x[0]), pair(x[1], x[2])); }

/// Answered, with these leaves in this tree.
bool is(Answer const& r, Tuple const& tree, std::vector<Integer> const& leaves) {
  bool same = r && r.value.profile == tree.profile && r.value.leaves.count == static_cast<int>(leaves.size());
  for (std::size_t k = 0; same && k < leaves.size(); ++k)
    same = identical(r.value.leaves[static_cast<int>(k)], leaves[k]);
  return same;
}
Tuple entries(std::vector<Tuple> const& trees) {
  Tuple r = open<Integer>(static_cast<int>(trees.size()));
  for (auto const& t : trees) graft(r, t);
  return r;
}
/// A plain no.
bool none(Result<bool, Integer> const& r) { return r && !r.value; }
bool refuses(Answer const& r, Condition c) { return r.refusal.condition == c; }

/// What the shipped function says of two numbers; that they are answered is claimed below.
Integer ceiling(Integer const& x, Integer const& y) { return ceil_div(leaf(x), leaf(y)).value.leaves[0]; }

void numbers(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const x = p.integer("x"), y = p.integer("y");
  std::vector<Boolean> const given = {x >= zero, y >= one};
  p.part("ceil_div and round_up of two numbers", given, [&] {
    auto const c = p.shipped("ceil_div", [&] { return ceil_div(leaf(x), leaf(y)); });
    auto const up = round_up(leaf(x), leaf(y));
    p.claim("answered", Boolean(c && up && c.value.profile.is_leaf({}) && up.value.profile.is_leaf({})));
    if (!c || !up) return;
    Integer const q = p.define("q", quot(x - one, y)), r = p.define("r", rem(x - one, y));
    Integer const n = p.define("c", c.value.leaves[0]);
    p.have("Euclid", both(x - one == q * y + r, r >= zero, r < y), {by.euclid.at(x - one, y)});
    p.have("of nothing, 0; else one more than what is whole",
           either(both(x == zero, n == zero), n == q + one));
    p.claim("the least count that covers", Law::is_ceiling(x, y, n),
            {by.distribute.at(y, q, one, zero), by.monotone.at(zero - one, zero, y)});
    p.claim("round_up is that many", up.value.leaves[0] == n * y);
  });
  p.part("ceil_div of what it is not for", {either(x < zero, y < one)}, [&] {
    p.claim("refused", Boolean(refuses(ceil_div(leaf(x), leaf(y)), Condition::not_negative) &&
                               refuses(round_up(leaf(x), leaf(y)), Condition::not_negative)));
    auto const why = evenly_divides(leaf(x), leaf(y));
    p.claim("and whether it divides", Boolean(why.refusal.condition == Condition::not_negative));
  });
  p.part("shape_div of two numbers", {x >= one, y >= one}, [&] {
    auto const q = p.shipped("shape_div", [&] { return shape_div(leaf(x), leaf(y)); });
    p.use_divisions();
    if (q) {
      p.claim("exact", Law::is_exact(x, y, q.value.leaves[0]));
      p.claim("a number", Boolean(q.value.profile.is_leaf({})));
    } else {
      p.claim("refused where neither divides the other, which it shows",
              both(Law::neither_divides(x, y), q.refusal.left == x, q.refusal.right == y));
      p.claim("by name", Boolean(refuses(q, Condition::divides)));
    }
  });
  p.part("shape_div of what is no extent", {either(x < one, y < one)}, [&] {
    p.claim("refused", Boolean(refuses(shape_div(leaf(x), leaf(y)), Condition::shape_positive)));
  });
  p.part("evenly_divides of two numbers", given, [&] {
    auto const yes = p.shipped("evenly_divides", [&] { return evenly_divides(leaf(x), leaf(y)); });
    p.claim("answered", Boolean(bool(yes)));
    Integer const points = ceiling(x, y) * y;
    p.claim("its tiles have as many points", yes.value ? points == x : points != x);
  });
}

/// A tuple by a tuple, by a shorter one and by a number.
void divided_trees(Proof& p) {
  Named const a(p, "a", one), b(p, "b", one);
  Tuple const x = nested(a), y = nested(b), short_one = entries({leaf(b[0])});
  p.part("a tuple by a tuple", both_given(a, b), [&] {
    std::vector<Integer> c, up;
    for (int k = 0; k < 3; ++k) {
      c.push_back(ceiling(a[k], b[k]));
      up.push_back(c.back() * b[k]);
    }
    p.claim("ceil_div: entry by entry", Boolean(is(ceil_div(x, y), x, c)));
    p.claim("round_up: entry by entry", Boolean(is(round_up(x, y), x, up)));
    p.claim("entries beyond the divisor's stay", Boolean(is(ceil_div(x, short_one), x, {c[0], a[1], a[2]})));
    p.claim("a divisor of more entries is refused",
            Boolean(refuses(ceil_div(pair(a[0], a[1]), entries({y, y, y})), Condition::congruent) &&
                    refuses(round_up(x, short_one), Condition::congruent)));
  });
  p.part("elem_scale", {}, [&] {
    p.claim("a number by a tuple's product",
            Boolean(is(elem_scale(leaf(a[0]), y), leaf(a[0]), {a[0] * (b[0] * b[1] * b[2])})));
    p.claim("entry by entry", Boolean(is(elem_scale(pair(a[0], a[1]), y), pair(a[0], a[1]),
                                         {a[0] * b[0], a[1] * (b[1] * b[2])})));
    p.claim("of as many entries, nested as far",
            Boolean(refuses(elem_scale(x, leaf(b[0])), Condition::congruent) &&
                    refuses(elem_scale(entries({leaf(a[0])}), leaf(b[0])), Condition::congruent) &&
                    refuses(elem_scale(pair(a[0], a[1]), short_one), Condition::congruent) &&
                    refuses(elem_scale(x, short_one), Condition::congruent) &&
                    refuses(elem_scale(x, pair(b[0], b[1])), Condition::congruent)));
  });
  p.part("evenly_divides of tuples", both_given(a, b), [&] {
    auto const yes = evenly_divides(pair(a[0], a[1]), pair(b[0], b[1]));
    p.claim("answered", Boolean(bool(yes)));
    Boolean const first = ceiling(a[0], b[0]) * b[0] == a[0], second = ceiling(a[1], b[1]) * b[1] == a[1];
    p.claim("where each entry does", yes.value ? both(first, second) : !both(first, second));
    auto const shorter = evenly_divides(pair(a[0], a[1]), short_one);
    p.claim("entries beyond the tile's do not count",
            both(Boolean(bool(shorter)), shorter.value ? first : !first));
    auto const of_number = evenly_divides(leaf(a[0]), short_one);
    p.claim("a number counts as one entry", both(Boolean(bool(of_number)), of_number.value ? first : !first));
    p.claim(
        "more entries than the shape divide nothing",
        Boolean(none(evenly_divides(leaf(a[0]), pair(b[0], b[1]))) && none(evenly_divides(leaf(a[0]), y)) &&
                none(evenly_divides(pair(a[0], a[1]), entries({leaf(b[0]), leaf(b[1]), leaf(b[2])})))));
  });
  Integer const d = p.integer("d");
  p.part("a tuple by a number, and a number by a tuple", {d >= one, a[0] >= one}, [&] {
    Integer const three(3), four(4), five(5);
    Tuple const t = join(leaf(three), pair(four, five));
    Integer const second = ceiling(d, three), third = ceiling(second, four);
    p.claim("what is left of the number goes on",
            Boolean(is(ceil_div(t, leaf(d)), t,
                       {ceiling(three, d), ceiling(four, second), ceiling(five, third)})));
    Integer const six(6), fourth = ceiling(third, five);
    Tuple const longer = entries({leaf(three), leaf(four), leaf(five), leaf(six)});
    p.claim(
        "and on",
        Boolean(is(ceil_div(longer, leaf(d)), longer,
                   {ceiling(three, d), ceiling(four, second), ceiling(five, third), ceiling(six, fourth)})));
    p.claim("by the product", Boolean(is(ceil_div(leaf(a[0]), join(leaf(three), pair(four, d))), leaf(d),
                                         {ceiling(a[0], Integer(12) * d)})));
  });
}

/// Products of the leaves, and orders: no arithmetic that a solver would have to think of.
void products(Proof& p) {
  Named const a(p, "a", one), b(p, "b", one);
  Integer const start = p.integer("start");
  Tuple const x = nested(a), y = nested(b);
  p.part("products", {}, [&] {
    auto const all = p.shipped("product", [&] { return product(x); });
    p.claim("of all leaves", both(Boolean(bool(all)), all.value == a[0] * a[1] * a[2]));
    Tuple const each = product_each(x);
    p.claim("of each entry", Boolean(is({each, {}}, pair(one, one), {a[0], a[1] * a[2]}) &&
                                     is({product_each(leaf(a[0])), {}}, leaf(one), {a[0]})));
    auto const before = prefix_product(x), from = prefix_product(x, start);
    auto const after = suffix_product(x), down = suffix_product(x, start);
    p.claim("in the same tree", Boolean(before && from && after && down && congruent(before.value, x) &&
                                        congruent(from.value, x) && congruent(after.value, x) &&
                                        congruent(down.value, x) && from.value.leaves.count == 3));
    p.claim("of the leaves before",
            both(Law::is_prefix_product(x, one, before.value), Law::is_prefix_product(x, start, from.value)));
    p.claim("of the leaves after", Boolean(is(after, x, {a[1] * a[2], a[2], one}) &&
                                           is(down, x, {start * a[2] * a[1], start * a[2], start})));
    auto const inner = inner_product(x, y);
    p.claim("the inner product",
            both(Boolean(bool(inner)), inner.value == a[0] * b[0] + a[1] * b[1] + a[2] * b[2]));
    p.claim("of one tree", Boolean(inner_product(x, leaf(b[0])).refusal.condition == Condition::congruent));
  });
}

void orders(Proof& p) {
  Named const a(p, "a", zero), b(p, "b", zero);
  Tuple const x = nested(a), y = nested(b);
  p.part("weakly congruent", {}, [&] {
    Tuple const three = entries({leaf(b[0]), leaf(b[1]), leaf(b[2])});
    p.claim("a leaf stands for anything",
            Boolean(weakly_congruent(leaf(a[0]), y) && weakly_congruent(pair(a[0], a[1]), y) &&
                    weakly_congruent(x, y)));
    p.claim(
        "a tuple for as many entries, nested as far",
        Boolean(!weakly_congruent(x, leaf(b[0])) && !weakly_congruent(x, pair(b[0], b[1])) &&
                !weakly_congruent(pair(a[0], a[1]), three) && !weakly_congruent(three, pair(a[0], a[1]))));
  });
  p.part("compatible", {}, [&] {
    Integer const second = b[1] * b[2];
    bool const yes = compatible(pair(a[0], a[1]), y);
    Boolean const agree = both(a[0] == b[0], a[1] == second);
    p.claim("where the sizes agree, leaf by leaf", yes ? agree : !agree);
    p.claim("of as many entries", Boolean(!compatible(x, pair(b[0], b[1])) && !compatible(x, leaf(b[0]))));
  });
  p.part("orders", {}, [&] {
    bool const each = p.shipped("elem_less", [&] { return elem_less(x, y); });
    Boolean const all = both(a[0] < b[0], a[1] < b[1], a[2] < b[2]);
    p.claim("by every leaf", each ? all : !all);
  });
  p.part("lexicographic order", {}, [&] {
    bool const less = p.shipped("lex_less", [&] { return lex_less(x, y); });
    Boolean const first = Law::first_difference_is_less(x, y);
    p.claim("by the first leaf that differs", less ? first : !first);
  });
  p.part("colexicographic order", {}, [&] {
    bool const less = p.shipped("colex_less", [&] { return colex_less(x, y); });
    Boolean const last = Law::last_difference_is_less(x, y);
    p.claim("by the last leaf that differs", less ? last : !last);
  });
}

void prove(Proof& p) {
  numbers(p);
  divided_trees(p);
  products(p);
  orders(p);
}

}  // namespace

Theorem division_rounds() {
  return theorem<Law>(
      "division_rounds", prove, "",
      {{Kind::all_values, "two numbers"},
       {Kind::coq, "as stated"},
       {Kind::extents,
        "trees of given form with any leaves, in pairs, a pair in a pair, and triples; a tuple by a number: "
        "extents 3, 4, 5 and 3, 4, 5, 6, and any divisor"}},
      R"(Two numbers: the shipped functions against the definitions of rounding up and of exact division, refusals included.
             Trees: every leaf of the answer is, letter for letter, what the function says of two numbers.)");
}

}  // namespace colex::sym
