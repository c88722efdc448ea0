// SPDX-License-Identifier: MIT
// The functions of smt/induction/loops.hpp, which Loops.v has in Coq, against the headers: on terms up to the capacity of a list,
// each comparison decided by a rule, by the rule but for one, and by the rule but for two; and on numbers.
#include "induction/loops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace {

using colex::Condition;
using colex::List;
using colex::Mode;
using colex::induction::Looped;
using colex::induction::Term;
using colex::induction::TermMode;
using I = std::int64_t;
using Rule = std::function<bool(std::string const&)>;
using Answer = std::function<std::string()>;
namespace loops = colex::induction::loops;
using By = Looped<Term>;

/// What no number can make false: there is an index 0, and it has offset 0.
bool settled(std::string const& text) {
  return (text.find("Z.rem 0 ") != std::string::npos && text.ends_with(" =? 0")) ||
         text.starts_with("0 <? 1 * ");
}

/// Both answer alike under the rule, and where one or two of the comparisons that the header asks go the other way: of pairs as
/// many as `pairs`, drawn.
void expect_alike(std::string const& what, Answer const& shipped, Answer const& composed, Rule const& rule,
                  int pairs) {
  std::set<std::string> flipped;
  std::vector<std::string> asked;
  std::set<std::string> known;
  Rule const flipping = [&](std::string const& text) {
    if (known.insert(text).second) asked.push_back(text);
    return rule(text) != (flipped.contains(text) && !settled(text));
  };
  auto const compare = [&] {
    std::string const want = colex::induction::decided(flipping, shipped),
                      got = colex::induction::decided(flipping, composed);
    EXPECT_EQ(want, got) << what << ", but for " << testing::PrintToString(flipped);
  };
  compare();
  auto const first = asked;
  for (std::size_t k = 0; k < first.size() && !testing::Test::HasFailure(); ++k) {
    flipped = {first[k]};
    asked.clear();
    known.clear();
    compare();
    auto const second = asked;  // another way asks other things
    std::mt19937 draw(static_cast<unsigned>(k));
    for (int pair = 0; pair < pairs && !second.empty() && !testing::Test::HasFailure(); ++pair) {
      flipped = {first[k], second[draw() % second.size()]};
      compare();
    }
  }
}

List<TermMode> modes(char const* stem, int count) {
  std::vector<std::string> names;
  for (int k = 0; k < count; ++k) names.push_back(stem + std::to_string(k));
  return colex::induction::modes(names);
}
/// Extents of two points, so that a number of points is a numeral.
List<TermMode> pairs_of(char const* stem, int count) {
  auto r = modes(stem, count);
  for (auto& m : r) m.shape = Term(2);
  return r;
}
bool starts_with_numeral_from(std::string const& text, int least) {
  return !text.empty() && text[0] >= '0' && text[0] <= '9' && std::stoi(text) >= least;
}
/// What keeps the limits: extents of at least 1, products and sums that fit; and four points, however they are written.
bool admits(std::string const& text, bool otherwise) {
  if (settled(text)) return true;
  if (text.ends_with(" <? 1")) return false;
  if (text.starts_with("product_fits") || text.starts_with("sum_fits")) return true;
  bool const index = text[0] >= '0' && text[0] <= '9' && text.find(" <? 1 * ") == text.find(' ');
  if (index) return !starts_with_numeral_from(text, 4);
  return otherwise;
}
/// Rules by which comparisons go: all one way, or some drawn by their texts.
std::map<std::string, Rule> rules() {
  std::map<std::string, Rule> r;
  for (bool const way : {false, true})
    r[way ? "all true" : "all false"] = [way](std::string const& text) { return admits(text, way); };
  for (unsigned const seed : {1U, 2U, 3U})
    r["drawn " + std::to_string(seed)] = [seed](std::string const& text) {
      std::seed_seq mixed(text.begin(), text.end());
      std::mt19937 draw(mixed);
      return admits(text, (draw() >> seed) % 2 == 0);
    };
  return r;
}
std::string written(By::Answer const& a) { return a ? "Some " + colex::induction::written(*a) : "None"; }
std::string written(colex::Result<colex::Layout<Term>, Term> const& r) {
  return r ? "Some " + colex::induction::written(r.value.leaves) : "None";
}

template <class B, class F>
typename B::Answer find(F f, typename B::Int const& points) {
  return loops::find_modes<B>(
      f, [&] { return loops::forced_modes<B>(f, points, false); },
      [&] { return loops::forced_modes<B>(f, points, true); });
}
template <class B>
typename B::Answer nullspace(typename B::Modes const& a) {
  if (colex::well_formed(colex::flat(a)) != Condition::none) return {};
  return loops::nullspace<B>(a, [](auto const& f, auto const& points) { return find<B>(f, points); });
}
template <class B>
bool composes(typename B::Modes const& outer, typename B::Modes const& inner, typename B::Modes const& want) {
  using Modes = typename B::Modes;
  return loops::composes_to<B>(
      outer, inner, [&](Modes const& a) { return loops::strides_compose<B>(a, inner, want); },
      [](Modes const& a, Modes const& parts) { return loops::digits_add_up<B>(a, parts); },
      [&](Modes const& a, auto const& points) { return loops::each_composes<B>(a, inner, want, points); });
}

TEST(Loops, nullspace_on_terms) {
  for (auto const& [name, rule] : rules())
    for (int const rank : {0, 1, 2, 3, 4, 5, 6, 8, 16, colex::kMaxLeaves}) {
      if (rank > 8 && name.starts_with("drawn")) continue;
      auto const a = modes("a", rank);
      expect_alike(
          name + ", rank " + std::to_string(rank), [&] { return written(colex::nullspace(colex::flat(a))); },
          [&] { return written(nullspace<By>(a)); }, rule, rank <= 6 ? 3 : 0);
    }
}

TEST(Loops, find_modes_on_terms) {
  auto const f = [](Term const& i) { return Term("f " + i.text(Term::atom), Term::application); };
  auto all = rules();
  all["runs of two, repeated"] = [](std::string const& text) {
    return text.find(" + ") != std::string::npos || text == "f 0 =? 0";
  };
  for (auto const& [name, rule] : all)
    for (int const points : {1, 2, 3, 4, 5, 6, 8, 9, 12, 16, 27, 32, 64})
      expect_alike(
          name + ", points " + std::to_string(points),
          [&] { return colex::induction::written(colex::find_modes<Term>(f, Term(points))); },
          [&] { return written(find<By>(f, Term(points))); }, rule, 20);
}

TEST(Loops, certificates_on_terms) {
  using colex::induction::written;
  for (auto const& [name, rule] : rules())
    for (int const rank : {0, 1, 2, 3, 4, 5, 6, 8, 16, colex::kMaxLeaves})
      for (int const outer : {1, 2, 5}) {
        auto const a = modes("a", outer), m = modes("m", rank), w = modes("w", rank),
                   longer = modes("w", rank + 1);
        std::string const what = name + ", rank " + std::to_string(outer) + " of " + std::to_string(rank);
        int const pairs = rank <= 6 ? 3 : 0;
        for (auto const& want : {w, longer})
          if (!want.overfull)
            expect_alike(
                what, [&] { return written(colex::detail::strides_compose(a, m, want)); },
                [&] { return written(bool(loops::strides_compose<By>(a, m, want))); }, rule, pairs);
        expect_alike(
            what, [&] { return written(colex::detail::digits_add_up(a, m)); },
            [&] { return written(loops::digits_add_up<By>(a, m)); }, rule, pairs);
        expect_alike(
            what, [&] { return written(colex::detail::digits_add_up(m, a)); },
            [&] { return written(loops::digits_add_up<By>(m, a)); }, rule, pairs);
        EXPECT_EQ(written(colex::detail::moving(List<TermMode>{})), written(loops::moving<By>({})));
        expect_alike(
            what, [&] { return written(colex::detail::moving(m)); },
            [&] { return written(loops::moving<By>(m)); }, rule, pairs);
        if (rank <= 4) {
          auto const k = pairs_of("m", rank), v = pairs_of("w", rank);
          expect_alike(
              what,
              [&] { return written(colex::composes_to(colex::flat(a), colex::flat(k), colex::flat(v))); },
              [&] { return written(composes<By>(a, k, v)); }, rule, 1);
        }
      }
}

TEST(Loops, whole_modes_on_terms) {
  for (auto const& [name, rule] : rules())
    for (int const rank : {0, 1, 2, 3, 4, 5, 6, 8, 16, colex::kMaxLeaves}) {
      if (rank > 8 && name.starts_with("drawn")) continue;
      auto const a = modes("a", rank);
      expect_alike(
          name + ", rank " + std::to_string(rank),
          [&] { return written(colex::right_inverse_of_modes(colex::flat(a))); },
          [&] {
            if (colex::well_formed(colex::flat(a)) != Condition::none) return std::string("None");
            return "Some " + colex::induction::written(loops::whole_modes<By>(a));
          },
          rule, rank <= 5 ? 3 : 0);
    }
}

TEST(Loops, never_carries_on_terms) {
  using colex::induction::written;
  for (auto const& [name, rule] : rules())
    for (auto const& [outer, inner] : {std::pair{1, 1},
                                       {2, 1},
                                       {1, 3},
                                       {2, 2},
                                       {3, 3},
                                       {5, 2},
                                       {2, 6},
                                       {16, 1},
                                       {colex::kMaxLeaves, 2},
                                       {3, colex::kMaxLeaves}}) {
      auto const a = modes("a", outer), b = modes("b", inner);
      expect_alike(
          name + ", rank " + std::to_string(outer) + " and " + std::to_string(inner),
          [&] { return written(colex::detail::never_carries(a, b)); },
          [&] { return written(loops::never_carries<By>(a, b)); }, rule, outer + inner <= 6 ? 5 : 0);
    }
}

/// What FirstStep.v proves of the stairs, against those of the header: the first index at which the sum is not 0, looked for.
TEST(Loops, stairs_on_numbers) {
  std::mt19937 draw(20240229);
  auto const up_to = [&](I n) { return static_cast<I>(draw() % static_cast<unsigned>(n)); };
  int late = 0;
  for (int round = 0; round < 20000; ++round) {
    struct {
      I weight, over, under;
    } term[10];
    int const count = 1 + static_cast<int>(up_to(10));
    I const least = 2 + up_to(6);
    colex::detail::Stairs<I> stairs;
    for (int k = 0; k < count; ++k) {  // slopes near one another step together
      I const under = least + up_to(12), over = round % 2 == 0 ? under - 1 : 1 + up_to(under - 1);
      term[k] = {up_to(5) - 2, over, under};
      stairs.add(term[k].weight, over, under);
    }
    I const points = 1 + up_to(60);
    auto const sum = [&](I i) {
      I r = 0;
      for (int k = 0; k < count; ++k) r += term[k].weight * (i * term[k].over / term[k].under);
      return r;
    };
    I first = 1;
    while (first < points && sum(first) == 0) ++first;
    colex::Work work;
    ASSERT_EQ(stairs.first_step(points, work), first) << "round " << round;
    late += first > 4 && first < points ? 1 : 0;
  }
  EXPECT_GT(late, 1000);
}

/// Of a one-to-one layout without strides below 0 the inverse counts up to the first gap, as Algebra.v states.
TEST(Loops, inverses_are_the_longest_on_numbers) {
  std::mt19937 draw(20240229);
  int deep = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<Mode<I>> chain;
    I reach = 1;
    for (int k = 0, rank = 1 + static_cast<int>(draw() % 9); k < rank; ++k) {
      Mode<I> const m{2 + static_cast<I>(draw() % 3), reach * (draw() % 8 == 0 ? 2 : 1)};
      reach = m.shape * m.stride;
      chain.push_back(m);
    }
    std::shuffle(chain.begin(), chain.end(), draw);
    List<Mode<I>> a;
    for (auto const& m : chain) a.push(m);
    auto const layout = colex::flat(a);
    auto const inverse = colex::right_inverse(layout), common = colex::max_common_layout(layout, layout);
    ASSERT_TRUE(inverse && common);
    I const longest = colex::first_gap(a);
    ASSERT_EQ(colex::size(inverse.value), longest);
    ASSERT_EQ(colex::size(common.value), longest);
    deep += a.count > 3 && longest > 1 ? 1 : 0;
  }
  EXPECT_GT(deep, 500);
}

// No loop of the algebra goes over basis vectors but those of Coordinate's operators: each vector goes by itself.
TEST(Loops, a_coordinate_goes_vector_by_vector) {
  using colex::Coordinate;
  using colex::E;
  for (int k = 0; k < colex::kMaxBases; ++k)
    for (int j = 0; j < colex::kMaxBases; ++j)
      for (I const scale : {-3, 1, 64}) {
        Coordinate const v = E(k, scale) + E(j, 5), sum = v + v - E(j, 5), product = v * Coordinate(7),
                         turned = Coordinate(7) * v;
        for (int n = 0; n < colex::kMaxBases; ++n) {
          I const at_k = n == k ? scale : 0, at_j = n == j ? 5 : 0;
          EXPECT_EQ(v.along[n], at_k + at_j);
          EXPECT_EQ(sum.along[n], 2 * at_k + at_j);
          EXPECT_EQ(product.along[n], 7 * (at_k + at_j));
          EXPECT_EQ(turned.along[n], 7 * (at_k + at_j));
        }
      }
  for (int rank = 1; rank <= colex::kMaxBases; ++rank) {
    List<Mode<I>> box;
    for (int k = 0; k < rank; ++k) box.push({2 + k % 2, 1});
    auto const own = colex::shape(colex::flat(box));
    auto const identity = colex::identity_layout(own);
    ASSERT_TRUE(identity);
    for (I i = 0, points = colex::size(colex::flat(box)); i < points; ++i) {
      auto const at = colex::evaluate(identity.value, Coordinate(i));
      auto const digits = colex::idx2crd(i, own);
      for (int k = 0; k < colex::kMaxBases; ++k) EXPECT_EQ(at.along[k], k < rank ? digits.leaves[k] : 0);
    }
  }
}

TEST(Loops, the_index_layout_on_terms) {
  using colex::induction::written;
  auto const a = modes("a", 2);
  for (int rank = 0; rank <= colex::kMaxLeaves; ++rank) {
    auto const m = pairs_of("m", rank);
    std::set<std::string>
        asked[2];  // the strides of the index stand in no answer: outer is asked whether it has them
    std::string said[2];
    for (int const which : {0, 1})
      said[which] = colex::induction::decided(
          [&](std::string const& text) {
            asked[which].insert(text);
            return !text.ends_with(" <? 0") && admits(text, true);
          },
          [&] {
            return which == 0 ? written(colex::composes_to_identity(colex::flat(a), colex::flat(m)))
                              : written(composes<By>(a, m, loops::index_layout<By>(m)));
          });
    EXPECT_EQ(said[0], said[1]);
    EXPECT_EQ(asked[0], asked[1]) << "rank " << rank;
  }
}

TEST(Loops, on_numbers) {
  std::mt19937 draw(20240229);
  auto const up_to = [&](int n) { return static_cast<I>(draw() % static_cast<unsigned>(n)); };
  int answered = 0, refused = 0, found = 0, composed = 0;
  for (int round = 0; round < 3000; ++round) {
    List<Mode<I>> a;
    for (int k = 0, rank = static_cast<int>(up_to(9)); k < rank; ++k)
      a.push({1 + up_to(k < 4 ? 4 : 2), up_to(9) - (round % 2 == 0 ? 4 : 0)});
    auto const shipped = colex::nullspace(colex::flat(a));
    auto const own = nullspace<Looped<I>>(a);
    ASSERT_EQ(bool(shipped), own.has_value());
    if (own) {
      ASSERT_EQ(shipped.value.leaves, *own);
    }
    own ? ++answered : ++refused;

    auto const layout = colex::flat(a);
    I const points = colex::size(layout), wrong = up_to(static_cast<int>(2 * points));
    auto const f = [&](I i) { return colex::evaluate(layout, i) + (i == wrong ? 1 : 0); };
    auto const modes = colex::find_modes<I>(f, points);
    auto const mine = find<Looped<I>>(f, points);
    ASSERT_EQ(bool(modes), mine.has_value());
    if (mine) {
      ASSERT_EQ(modes.value, *mine);
      ++found;
    }

    ASSERT_EQ(colex::right_inverse(layout, colex::Parts::whole_modes).value.leaves,
              loops::whole_modes<Looped<I>>(a));
    auto const inverse = colex::right_inverse(layout, colex::Parts::any, colex::Budget{1000});
    if (!inverse) continue;
    auto r = inverse.value;
    if (round % 3 == 0 && r.leaves.count > 0) r.leaves[r.leaves.count - 1].stride += 1;
    bool const yes = colex::composes_to_identity(layout, r);
    ASSERT_EQ(yes, composes<Looped<I>>(a, r.leaves, loops::index_layout<Looped<I>>(r.leaves)));
    composed += yes ? 1 : 0;
  }
  EXPECT_GT(answered, 500);
  EXPECT_GT(refused, 100);
  EXPECT_GT(found, 500);
  EXPECT_GT(composed, 500);
}

}  // namespace
