// SPDX-License-Identifier: MIT
// The theorem of laws/lexicographic_is_the_mirror.hpp.
#include "colex/laws/lexicographic_is_the_mirror.hpp"

#include <algorithm>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::lexicographic_is_the_mirror;
using L = Layout<Integer>;
using Answer = Result<L, Integer>;

Answer answer(L const& l) { return Answer::answer(l); }
L mode(Integer const& shape, Integer const& stride) { return leaf(Mode<Integer>{shape, stride}); }

/// Through the coordinate, of any extents.
void measures(Proof& p) {
  Integer const zero(0), one(1), i = p.integer("i");
  std::vector<Boolean> given{i >= zero};
  L nested;
  for (int rank = 1; rank <= 2; ++rank) {
    auto const one_more = leaf(any_mode(static_cast<std::size_t>(rank - 1)));
    given.push_back(one_more.leaves[0].shape >= one);
    nested = rank == 1 ? one_more : join(nested, one_more);
    p.part("the coordinate at an index, rank " + std::to_string(rank), given, [&] {
      p.suppose(i < size(nested));
      p.use_divisions();
      p.claim("counts", Law::counts(nested, i));
    });
  }
}

/// The very modes, from the other end: so the offsets are the mirror's at every index.
bool turned_round(L const& r, L const& s) {
  int const n = r.leaves.count;
  bool same = n == s.leaves.count;
  for (int k = 0; same && k < n; ++k) same = colex::sym::alike(r.leaves[k], s.leaves[n - 1 - k]);
  return same;
}

/// The shipped functions, whole, of A with any strides and of numerals.
struct Whole {
  Proof& p;
  std::string name;
  L a;

  void alike(std::string const& what, Answer const& r, Answer const& s) const {
    p.claim(what, Boolean(r && s ? turned_round(*r, *s) : r.refusal.condition == s.refusal.condition));
  }
  void pair_alike(std::string const& what, Answer const& r, Answer const& s) const {
    bool same = r.refusal.condition == s.refusal.condition;
    if (same && r) same = rank(*r) == 2 && rank(*s) == 2;
    for (int k = 0; same && r && k < 2; ++k) same = turned_round(entry(*r, k), entry(*s, k));
    p.claim(what, Boolean(same));
  }
  template <class F>
  void part(std::string const& of, F f) const {
    p.part(of + ", A of extents " + name, {}, f);
  }

  L pair_of_numbers() const { return join(mode(Integer(2), Integer(3)), mode(Integer(3), Integer(1))); }

  void alone() const {
    auto const m = Law::mirror(a);
    part("reversal", [&] {
      auto const twice = reversed(reversed(a));
      bool same = twice.profile == a.profile;
      for (int k = 0; k < a.leaves.count; ++k)
        same = same && identical(twice.leaves[k].stride, a.leaves[k].stride) &&
               identical(reversed(a).leaves[k].stride, m.leaves[k].stride);
      p.claim("twice is as before, once turns the leaves round", Boolean(same));
      Integer const i = p.integer("i");
      p.suppose(i >= Integer(0));
      p.claim("transpose", Law::turned(a, idx2crd(i, shape(a))));
    });
    part("coalesce", [&] { alike("alike", answer(lex_coalesce(a)), answer(coalesce(m))); });
    part("filter", [&] { alike("alike", answer(lex_filter(a)), answer(filter(m))); });
    part("complement", [&] { alike("alike", lex_complement(a, Integer(24)), complement(m, Integer(24))); });
    part("make_layout", [&] {
      auto const made = lex_make_layout(shape(a));
      p.claim("answered", Boolean(bool(made)));
      for (std::int64_t k = 0; Boolean(Integer(k) < size(a)); ++k)
        p.claim("counts", Law::value(made.value, Integer(k)) == Integer(k));
    });
    part("find_layout", [&] {
      Function const f("f", 1);
      p.suppose(f(Integer(0)) == Integer(0));
      auto const table = [&](Integer const& at) { return f(at); };
      alike("alike", lex_find_layout<Integer>(table, Integer(4)), find_layout<Integer>(table, Integer(4)));
    });
  }
  void with(std::string const& of_b, L const& b) const {
    auto const m = Law::mirror(a), n = Law::mirror(b);
    part("composition with " + of_b, [&] { alike("alike", lex_composition(a, b), composition(m, n)); });
    part("divide by " + of_b, [&] { pair_alike("alike", lex_logical_divide(a, b), logical_divide(m, n)); });
    auto const x = flat(a.leaves), y = flat(b.leaves);
    part("products with " + of_b, [&] {
      pair_alike("logical", lex_logical_product(a, b), logical_product(m, n));
      alike("blocked", lex_blocked_product(x, y), blocked_product(m, n));
      alike("raked", lex_raked_product(x, y), raked_product(m, n));
    });
    part("common with " + of_b, [&] {
      alike("alike", lex_max_common_layout(a, b), max_common_layout(m, n));
      auto const vector = lex_max_common_vector(a, b), common = max_common_vector(m, n);
      p.claim("vector", both(Boolean(bool(vector) == bool(common)), vector.value == common.value));
      p.claim("equal", Boolean(lex_equal(a, b).equal == equal(m, n).equal));
    });
    part("variants by mode with " + of_b, [&] {
      auto const both_modes = join(a, a);
      auto const tiler = by_mode(tile(b), tile(mode(Integer(2), Integer(1))));
      auto const all = lex_logical_divide(both_modes, tiler), zipped = lex_zipped_divide(both_modes, tiler),
                 tiled = lex_tiled_divide(both_modes, tiler), flat_one = lex_flat_divide(both_modes, tiler);
      bool const answered = bool(all);
      p.claim("answered where each mode is",
              Boolean(bool(zipped) == answered && bool(tiled) == answered && bool(flat_one) == answered &&
                      answered == (bool(lex_logical_divide(a, b)) &&
                                   bool(lex_logical_divide(a, mode(Integer(2), Integer(1)))))));
      if (answered) p.claim("gathered", Boolean(Law::gathered(*all, *zipped, *tiled, *flat_one, 2)));
    });
    part("products by mode with " + of_b, [&] {
      auto const both_modes = join(mode(Integer(2), Integer(1)), pair_of_numbers());
      auto const tiler = by_mode(tile(b), tile(mode(Integer(2), Integer(1))));
      auto const all = lex_logical_product(both_modes, tiler), zipped = lex_zipped_product(both_modes, tiler),
                 tiled = lex_tiled_product(both_modes, tiler), flat_one = lex_flat_product(both_modes, tiler);
      bool const answered = bool(all);
      p.claim("answered alike",
              Boolean(bool(zipped) == answered && bool(tiled) == answered && bool(flat_one) == answered));
      if (answered) p.claim("gathered", Boolean(Law::gathered(*all, *zipped, *tiled, *flat_one, 2)));
    });
  }
};

/// A search, on numbers: where the offset is, or at no index.
void located(Proof& p) {
  every(p, "lex_get_1d_coord is at the offset", [](auto const& ask) {
    each_layout({.ranks = 2, .shapes = 3, .least = 0, .most = 3}, [&](Layout<std::int64_t> const& l) {
      auto const all = values(Law::mirror(l));
      for (std::int64_t x = 0; x <= 8; ++x) {
        auto const r = lex_get_1d_coord(l, x);
        std::vector<Term> others;
        for (auto const& v : all) others.push_back(v != number(x));
        ask(r ? all[static_cast<std::size_t>(*r)] == number(x) : all_of(others), l, std::to_string(x));
      }
    });
  });
}

using Numbers = Result<Layout<std::int64_t>>;
/// At every index, or refused for one reason.
bool everywhere_alike(Numbers const& r, Numbers const& s) {
  std::int64_t const points = s ? size(s.value) : 1;
  for (std::int64_t i = 0; i < points; ++i)
    if (!Law::alike(r, s, i)) return false;
  return true;
}
/// On numbers: of strides that are symbols there are too many orders.
void inverted(Proof& p) {
  every(p, "inverses and the nullspace are alike", [](auto const& ask) {
    each_layout({.ranks = 3, .shapes = 2, .least = 0, .most = 4}, [&](Layout<std::int64_t> const& l) {
      auto const m = Law::mirror(l);
      ask(everywhere_alike(lex_right_inverse(l), right_inverse(m)), l, "right_inverse");
      ask(everywhere_alike(lex_left_inverse(l), left_inverse(m)), l, "left_inverse");
      ask(everywhere_alike(lex_nullspace(l), nullspace(m)), l, "nullspace");
    });
  });
}

bool pair_alike_everywhere(Numbers const& r, Numbers const& s) {
  std::int64_t const tile = s ? size(entry(s.value, 0)) : 1, grid = s ? size(entry(s.value, 1)) : 1;
  for (std::int64_t i = 0; i < std::max(tile, grid); ++i)
    if (!Law::pair_alike(r, s, i % tile, i % grid)) return false;
  return true;
}
void together(Proof& p) {
  every(p, "divide, product and common are alike", [](auto const& ask) {
    Small const set{.ranks = 2, .shapes = 2, .least = 0, .most = 3};
    each_layout(set, [&](Layout<std::int64_t> const& a) {
      each_layout(set, [&](Layout<std::int64_t> const& b) {
        auto const m = Law::mirror(a), n = Law::mirror(b);
        bool const alike = pair_alike_everywhere(lex_logical_divide(a, b), logical_divide(m, n)) &&
                           pair_alike_everywhere(lex_logical_product(a, b), logical_product(m, n)) &&
                           everywhere_alike(lex_max_common_layout(a, b), max_common_layout(m, n));
        ask(alike, a, b);
      });
    });
  });
}

void prove(Proof& p) {
  measures(p);
  located(p);
  inverted(p);
  together(p);
  Integer const two(2), three(3), d0 = p.integer("d0"), d1 = p.integer("d1");
  L const pair = join(mode(two, d0), mode(three, d1));
  Whole const two_modes{p, "(2,3)", pair};
  two_modes.alone();
  two_modes.with("2:1", numbers({{2, 1}}));
}

}  // namespace

Theorem lexicographic_is_the_mirror() {
  return theorem<Law>(
      "lexicographic_is_the_mirror", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::rank, "2: through the coordinate, any extents and strides"},
       {Kind::extents, "the other whole functions, A of extents (2,3) with any strides, and with B = 2:1"},
       {Kind::enumerated,
        "lex_get_1d_coord: rank <= 2, extents <= 3, strides 0 to 3, offsets to 8; inverses and nullspace: "
        "rank <= 3, extents <= 2, strides 0 to 4; two layouts: rank <= 2, extents <= 2, strides 0 to 3"}},
      R"(Turning round every tuple of a tree turns round its leaves. Here the shipped functions, whole, beside those that they
             stand for: on symbols their answers have the very modes, from the other end, and the offsets of such
             modes are the mirror's, any extents and strides.)");
}

}  // namespace colex::sym
