// SPDX-License-Identifier: MIT
// The functions that move leaves and change none, against trees of vectors: every tree of up to 8 nodes, and wide and
// deep ones up to the capacity. Their types do not let them look at a leaf, so the leaves' numbers stand for any.
#include <gtest/gtest.h>

#include <vector>

#include "colex/structure.hpp"

namespace {

using colex::Nested;

/// A leaf, or a tuple of entries.
struct Tree {
  int leaf = -1;  ///< -1: a tuple
  std::vector<Tree> entries{};
};

Nested<int> nested(Tree const& t) {
  Nested<int> r{{}, {}};
  auto const add = [&](auto const& self, Tree const& one) -> void {
    if (one.leaf >= 0) {
      r.profile.leaf();
      r.leaves.push(one.leaf);
      return;
    }
    r.profile.tuple(static_cast<int>(one.entries.size()));
    for (auto const& e : one.entries) self(self, e);
  };
  add(add, t);
  return r;
}

int depth(Tree const& t) {
  int deepest = 0;
  for (auto const& e : t.entries) deepest = std::max(deepest, depth(e));
  return t.leaf >= 0 ? 0 : 1 + deepest;
}
Tree tuple(std::vector<Tree> entries) { return {-1, std::move(entries)}; }
/// As a list of entries: a leaf counts as a tuple of itself.
std::vector<Tree> entries(Tree const& t) { return t.leaf >= 0 ? std::vector<Tree>{t} : t.entries; }
void leaves(Tree const& t, std::vector<Tree>& all) {
  if (t.leaf >= 0) all.push_back(t);
  for (auto const& e : t.entries) leaves(e, all);
}
/// Every leaf replaced by piece(number of the leaf, leaf).
template <class Piece>
Tree substituted(Tree const& t, int& k, Piece const& piece) {
  if (t.leaf >= 0) return piece(k++, t);
  Tree r;
  for (auto const& e : t.entries) r.entries.push_back(substituted(e, k, piece));
  return r;
}
Tree row(int count, int from = 0) {
  Tree r;
  for (int k = 0; k < count; ++k) r.entries.push_back({from + k, {}});
  return r;
}

void expect_moves(Tree const& t) {
  auto const n = nested(t);
  auto const each = entries(t);
  int const many = static_cast<int>(each.size());
  Tree const x{99, {}}, y = tuple({{97, {}}, {98, {}}});
  EXPECT_EQ(colex::depth(n), depth(t));
  EXPECT_EQ(colex::rank(n), many);
  EXPECT_EQ(colex::transform(n, [](int leaf) { return leaf; }), n);
  EXPECT_EQ(colex::join(n, nested(x)), nested(tuple({t, x})));
  EXPECT_EQ(colex::join(nested(y), n, n), nested(tuple({y, t, t})));
  for (auto const& [more, longer] :
       {std::pair{colex::append(n, nested(y)), true}, {colex::prepend(n, nested(y)), false}}) {
    auto all = each;
    all.insert(longer ? all.end() : all.begin(), y);
    EXPECT_EQ(more, nested(tuple(all)));
  }
  std::vector<Tree> flat;
  leaves(t, flat);
  EXPECT_EQ(colex::flatten(n), nested(t.leaf >= 0 ? t : tuple(flat)));
  for (int k = 0; k < many; ++k) {
    EXPECT_EQ(colex::entry(n, k), nested(each[static_cast<std::size_t>(k)]));
    auto replaced = each;
    replaced[static_cast<std::size_t>(k)] = y;
    EXPECT_EQ(*colex::replace(n, k, nested(y)), nested(t.leaf >= 0 ? y : tuple(replaced)));
    for (int to = k; to <= many; ++to) {
      Tree const middle = tuple({each.begin() + k, each.begin() + to});
      EXPECT_EQ(*colex::take(n, k, to), nested(middle));
      std::vector<Tree> grouped(each.begin(), each.begin() + k);
      grouped.push_back(middle);
      grouped.insert(grouped.end(), each.begin() + to, each.end());
      EXPECT_EQ(*colex::group(n, k, to), nested(tuple(grouped)));
    }
    for (int l = 0; l < many; ++l)
      EXPECT_EQ(*colex::select(n, {l, k}), nested(tuple({each[std::size_t(l)], each[std::size_t(k)]})));
  }
  for (int k : {-1, many}) {
    EXPECT_FALSE(colex::replace(n, k, n) || colex::select(n, {k}));
    EXPECT_FALSE(colex::take(n, k, many + 1) || colex::group(n, k, many + 1));
  }
  std::vector<Tree> pairs;
  for (auto const& e : each) pairs.push_back(tuple({e, x}));
  EXPECT_EQ(*colex::zip(n, nested(tuple({each.size(), x}))), nested(tuple(pairs)));
  EXPECT_FALSE(colex::zip(n, nested(tuple({each.size() + 1, x}))));
  EXPECT_EQ(*colex::unflatten(colex::flatten(n), n), n);
  EXPECT_FALSE(colex::unflatten(n, nested(row(static_cast<int>(flat.size()) + 1))));
  for (int chosen = -1; chosen < static_cast<int>(flat.size()); ++chosen) {  // -1: every leaf
    auto const piece = [&](int k, Tree const& leaf) {
      return chosen == -1 || chosen == k ? tuple({leaf, {k + 50, {}}}) : leaf;
    };
    int k = 0;
    EXPECT_EQ(colex::substitute(n,
                                [&](int j, int leaf) {
                                  return nested(piece(j, Tree{leaf, {}}));
                                }),
              nested(substituted(t, k, piece)));
  }
}

/// Every way to cut `nodes` nodes into the entries of a tuple, each a tree; leaves are numbered afterwards.
std::vector<Tree> trees(int nodes);
std::vector<std::vector<Tree>> forests(int nodes) {
  if (nodes == 0) return {{}};
  std::vector<std::vector<Tree>> all;
  for (int first = 1; first <= nodes; ++first)
    for (auto const& t : trees(first))
      for (auto rest : forests(nodes - first)) {
        rest.insert(rest.begin(), t);
        all.push_back(std::move(rest));
      }
  return all;
}
std::vector<Tree> trees(int nodes) {
  if (nodes == 1) return {Tree{0, {}}};
  std::vector<Tree> all;
  for (auto& forest : forests(nodes - 1)) all.push_back(tuple(std::move(forest)));
  return all;
}

TEST(Trees, are_moved_whole_up_to_8_nodes) {
  int seen = 0;
  expect_moves(tuple({}));
  for (int nodes = 1; nodes <= 8; ++nodes)
    for (auto const& t : trees(nodes)) {
      int k = 0;
      expect_moves(substituted(t, k, [](int number, Tree const&) { return Tree{number, {}}; }));
      ++seen;
    }
  EXPECT_EQ(seen, 626);  // 1 + 1 + 2 + 5 + 14 + 42 + 132 + 429
}

TEST(Trees, are_moved_whole_up_to_the_capacity) {
  for (int count = 0; count <= 15; ++count) {
    expect_moves(row(count));
    expect_moves(tuple({row(count), Tree{40, {}}, row(2, 41)}));
  }
  for (int count = 0; count <= colex::kMaxLeaves; ++count) {
    colex::List<int> list;
    for (int k = 0; k < count; ++k) list.push(k);
    EXPECT_EQ(colex::flat(list), nested(count == 1 ? Tree{0, {}} : row(count)));
    for (int k = 0; k < count; ++k) EXPECT_EQ(colex::entry(nested(row(count)), k), nested({k, {}}));
  }
  Tree deep{7, {}};
  for (int height = 0; height < colex::kMaxNodes; ++height, deep = tuple({deep}))
    EXPECT_EQ(colex::depth(nested(deep)), height);
}

/// Every step: two places, each an entry of one of two trees, or one of them whole.
TEST(Trees, are_gathered_by_any_step) {
  Tree const first = tuple({{0, {}}, row(2, 1), {3, {}}}), second = tuple({row(3, 4), {7, {}}});
  auto const a = nested(first), b = nested(second);
  std::vector<std::pair<colex::detail::Pick<int>, Tree>> picks = {{{false, true, 0}, first},
                                                                  {{true, true, 0}, second}};
  for (int k = 0; k < 3; ++k) picks.push_back({{false, false, k}, first.entries[std::size_t(k)]});
  for (int k = 0; k < 2; ++k) picks.push_back({{true, false, k}, second.entries[std::size_t(k)]});
  for (auto const& one : picks)
    for (auto const& two : picks) {
      auto const step = [&](int k) { return k == 0 ? one.first : two.first; };
      EXPECT_EQ(colex::detail::gathered(2, a, b, step), nested(tuple({one.second, two.second})));
    }
}

/// A pair beyond the capacity is cut off there, and says so.
TEST(Trees, are_overfull_beyond_the_capacity) {
  auto const wide = nested(tuple({row(colex::kMaxLeaves)})), one = nested(tuple({{7, {}}}));
  for (auto const& r : {colex::zip(wide, wide), colex::zip(one, wide), colex::zip(wide, one)}) {
    EXPECT_TRUE(r->overfull());
    EXPECT_EQ(r->leaves.count, colex::kMaxLeaves);
  }
  EXPECT_EQ(colex::zip(wide, wide)->profile.count, colex::kMaxNodes);
}

}  // namespace
