// SPDX-License-Identifier: MIT
// Census of layouts of basis strides. The truth is a table of coordinates, listed by the definition of a
// layout. Refusals of inverses and complements are those of the layouts along one basis vector, whose census is
// in inverse.cpp and complement.cpp; here a refusal must not be of what a layout without them has.
#include <array>
#include <set>

#include "census/census.hpp"
#include "colex/basis_inverse.hpp"

namespace census {
namespace {

constexpr int kVectors = 3;
using Vector = std::array<Int, kVectors>;
using Vectors = std::vector<Vector>;
using Basis = Layout<Coordinate>;

Vector plus(Vector a, Vector const& b, Int times = 1) {
  for (int k = 0; k < kVectors; ++k) a[static_cast<std::size_t>(k)] += b[static_cast<std::size_t>(k)] * times;
  return a;
}
/// Every value, the first mode fastest.
Vectors table(Basis const& layout) {
  Vectors r{Vector{}};
  for (auto const& m : layout.leaves) {
    Vector step{};
    for (int k = 0; k < kVectors; ++k) step[static_cast<std::size_t>(k)] = m.stride.along[k];
    Vectors more;
    for (Int i = 0; i < m.shape.scalar; ++i)
      for (auto const& v : r) more.push_back(plus(v, step, i));
    r = more;
  }
  return r;
}
std::vector<Int> table(Layout<Int> const& layout) {
  std::vector<Int> r{0};
  for (auto const& m : layout.leaves) {
    std::vector<Int> more;
    for (Int i = 0; i < m.shape; ++i)
      for (Int const v : r) more.push_back(v + i * m.stride);
    r = more;
  }
  return r;
}
bool distinct(Vectors const& f) { return std::set<Vector>(f.begin(), f.end()).size() == f.size(); }

/// The layout at an index for each of its digits, the last mode of each entry running on.
Int at(Layout<Int> const& layout, Vector const& c) {
  Int r = 0;
  for (int k = 0; k < rank(layout); ++k)
    r += evaluate_extended(entry(layout, k).leaves, c[static_cast<std::size_t>(k)]);
  return r;
}
/// Every coordinate of a box.
Vectors box_of(std::vector<Int> const& extents) {
  Vectors r{Vector{}};
  for (std::size_t k = 0; k < extents.size(); ++k) {
    Vectors more;
    for (Int i = 0; i < extents[k]; ++i)
      for (auto v : r) {
        v[k] = i;
        more.push_back(v);
      }
    r = more;
  }
  return r;
}

/// planting(), of coordinates.
template <class Int>
void plant_in(Result<Basis, Int>& r) {
  if (plant == Plant::none || !r) return;
  if (plant == Plant::refusal) {
    r.refusal.condition = Condition::divides;
    ++planted;
    return;
  }
  for (auto& m : r.value.leaves)
    if (m.shape.scalar > 1 && m.stride != Coordinate()) {
      m.stride = m.stride + m.stride;
      ++planted;
      return;
    }
}

/// Refusals that are those of the layouts along the vectors, or of their composition with B.
bool refused_as(Condition why, std::initializer_list<Condition> any) {
  return std::find(any.begin(), any.end(), why) != any.end();
}

void judge_right(Count& count, Basis const& layout) {
  auto const f = table(layout);
  auto const r = planting(right_inverse(layout));
  bool right = bool(r);
  std::vector<Int> extents;
  for (int k = 0; right && k < rank(r.value); ++k) extents.push_back(size(entry(r.value, k)));
  if (right)
    for (auto const& c : box_of(extents)) {
      Int const i = at(r.value, c);
      right = right && i >= 0 && i < static_cast<Int>(f.size()) && f[static_cast<std::size_t>(i)] == c;
    }
  bool best = true;  // two coordinates along a vector that are reached are an inverse
  for (std::size_t k = 0; right && k < extents.size(); ++k) {
    Vector one{};
    one[k] = 1;
    best = best && (extents[k] > 1 || std::find(f.begin(), f.end(), one) == f.end());
  }
  count.record({bool(r), right && best, true, r.refusal.condition}, layout);
}

void judge_left(Count& count, Basis const& layout) {
  auto const f = table(layout);
  auto const r = planting(left_inverse(layout));
  bool right = bool(r);
  for (std::size_t i = 0; right && i < f.size(); ++i) right = at(r.value, f[i]) == static_cast<Int>(i);
  bool const exists = right || (distinct(f) && r.refusal.condition != Condition::invertible);
  count.record({bool(r), right, exists, r.refusal.condition}, layout);
}

void judge_complement(Count& count, Basis const& layout, Int times) {
  auto box = least_box(layout);
  for (auto& extent : box.leaves) extent *= times;
  Int points = 1;
  for (Int const extent : box.leaves) points *= extent;
  if (points > 4096) return;
  auto r = complement(layout, box);
  plant_in(r);
  Vectors all;
  if (r)
    for (auto const& a : table(layout))
      for (auto const& b : table(r.value)) all.push_back(plus(a, b));
  std::vector<Int> extents(box.leaves.begin(), box.leaves.end());
  Vectors truth = box_of(extents);
  std::sort(all.begin(), all.end());
  std::sort(truth.begin(), truth.end());
  bool const right = r && all == truth;
  // of one mode along each vector there is one, of modes that do not move none
  std::array<int, kVectors> modes{};
  bool chain = true;
  for (auto const& m : layout.leaves) {
    chain = chain && (m.shape.scalar == 1 || m.stride != Coordinate());
    for (int k = 0; k < kVectors; ++k)
      if (m.shape.scalar > 1 && m.stride.along[k] != 0 && ++modes[static_cast<std::size_t>(k)] > 1)
        chain = false;
  }
  count.record({bool(r), right, right || chain, r.refusal.condition}, layout, box);
}

void judge_product(Count& count, Basis const& a, Layout<Int> const& b) {
  auto r = logical_product(a, scalars(b));
  plant_in(r);
  bool right = bool(r);
  if (right) {
    auto const block = table(a);
    auto const whole = table(r.value);
    auto const copies = table(b);
    std::set<Vector> const once(block.begin(), block.end());
    std::set<Int> const places(copies.begin(), copies.end());
    right = whole.size() == block.size() * copies.size() &&
            std::equal(block.begin(), block.end(), whole.begin()) &&
            std::set<Vector>(whole.begin(), whole.end()).size() == once.size() * places.size();
    // a copy lies where its number says: equal numbers, equal copies
    for (std::size_t i = 0; right && i < copies.size(); ++i)
      for (std::size_t j = 0; right && j < i; ++j)
        right = (copies[i] == copies[j]) == (whole[i * block.size()] == whole[j * block.size()]);
  }
  bool const known =
      refused_as(r.refusal.condition, {Condition::stride_positive, Condition::stride_divides,
                                       Condition::run_divides, Condition::additive, Condition::no_carry});
  count.record({bool(r), right, right || !known, r.refusal.condition}, a, b);
}

void judge_composition(Count& count, Layout<Int> const& a, Basis const& b) {
  std::vector<Int> f;
  bool inside = true;
  for (auto const& c : table(b)) {
    Int value = 0;
    for (int k = 0; k < kVectors; ++k) {
      Int const digit = c[static_cast<std::size_t>(k)];
      inside = inside && digit >= 0 && (k < a.leaves.count ? digit < a.leaves[k].shape : digit == 0);
      if (k < a.leaves.count) value += digit * a.leaves[k].stride;
    }
    f.push_back(value);
  }
  auto const r = planting(composition(a, Visit{b}));
  bool const right = r && table(r.value) == f;
  count.record({bool(r), right && inside, inside, r.refusal.condition}, a, b);
}

void judge_divide(Count& count, Layout<Int> const& a, Basis const& b) {
  auto const r = planting(logical_divide(a, Visit{b}));
  bool right = bool(r);
  if (right) {
    auto const first = composition(a, Visit{b});
    auto const tile = table(first.value);
    auto whole = table(r.value), truth = table(a);
    right = std::equal(tile.begin(), tile.end(), whole.begin());
    std::sort(whole.begin(), whole.end());
    std::sort(truth.begin(), truth.end());
    right = right && whole == truth;
  }
  bool const known =
      refused_as(r.refusal.condition, {Condition::in_domain, Condition::congruent, Condition::stride_positive,
                                       Condition::stride_divides, Condition::cotarget_divides});
  count.record({bool(r), right, right || !known, r.refusal.condition}, a, b);
}

// ------------------------------------------------------------------------------------------------ the cases

/// Every layout of up to two modes, each along one of two vectors, strides up to 4.
template <class F>
void every_basis(Share& share, F f) {
  for (int ranks = 1; ranks <= 2; ++ranks)
    every_layout_of_rank(ranks, {.most = 4}, [&](Layout<Int> const& l) {
      for (int which = 0; which < 1 << ranks; ++which) {
        if (!share.mine()) continue;
        Basis b{l.profile, {}};
        for (int n = 0; n < ranks; ++n)
          b.leaves.push({Coordinate(l.leaves[n].shape), E(which >> n & 1, l.leaves[n].stride)});
        f(b);
      }
    });
}
Basis random_basis(Random& r, Int shapes = 6) {
  auto const l = r.either(shapes, 8);
  Basis b{l.profile, {}};
  std::array<Int, kVectors> reach{1, 1, 1};
  for (auto const& m : l.leaves) {
    Int const k = r.below(kVectors);
    Int& from = reach[static_cast<std::size_t>(k)];
    bool const chain =
        r.below(4) > 0;  // strides that people write: each mode goes on where the vector's last ended
    Int const stride = chain ? from * (r.below(4) == 0 ? 2 : 1) : m.stride;
    if (chain) from = stride * m.shape;
    b.leaves.push({Coordinate(m.shape), E(static_cast<int>(k), stride)});
  }
  return b;
}
/// One of a shape's size or less along each leaf.
Basis random_visit(Random& r, Layout<Int> const& a) {
  Basis b{{}, {}};
  int const ranks = static_cast<int>(r.below(2)) + 1;
  b.profile.tuple(ranks);
  for (int n = 0; n < ranks; ++n) {
    int const k = static_cast<int>(r.below(a.leaves.count < kVectors ? a.leaves.count : kVectors));
    Int const extent = r.below(a.leaves[k].shape) + 1, step = r.below(a.leaves[k].shape / extent + 1);
    b.profile.leaf();
    b.leaves.push({Coordinate(extent), E(k, step)});
  }
  return b;
}

template <void (*judge)(Count&, Basis const&)>
census::Operation of_one(char const* name) {
  return {name, "rank <= 2, two basis vectors, strides 0..4", Refusals::exact,
          [](Count& c, Share& s) { every_basis(s, [&](Basis const& one) { judge(c, one); }); },
          [](Count& c, Random& r) { judge(c, random_basis(r)); }};
}
template <void (*judge)(Count&, Layout<Int> const&, Basis const&)>
census::Operation of_visits(char const* name) {
  return {name, "A (4,3):(1,4) and (2,6):(6,1), B rank <= 2, two basis vectors, strides 0..4",
          Refusals::exact,
          [](Count& c, Share& s) {
            every_basis(s, [&](Basis const& b) {
              judge(c, layout("(4,3):(1,4)"), b);
              judge(c, layout("(2,6):(6,1)"), b);
            });
          },
          [](Count& c, Random& r) {
            auto const a = r.either(8, 16);
            judge(c, a, random_visit(r, a));
          }};
}

void small_complements(Count& count, Share& share) {
  every_basis(share, [&](Basis const& one) {
    for (Int const times : {1, 2}) judge_complement(count, one, times);
  });
}
void random_complement(Count& count, Random& r) {
  auto const before = count.cases;
  while (count.cases == before) judge_complement(count, random_basis(r, 4), r.below(3) + 1);
}
void small_products(Count& count, Share& share) {
  every_basis(share, [&](Basis const& a) {
    every_layout_of_rank(1, {.most = 4}, [&](Layout<Int> const& b) { judge_product(count, a, b); });
  });
}
void random_product(Count& count, Random& r) { judge_product(count, random_basis(r, 4), r.chained(4)); }

}  // namespace

Operations bases_operations() {
  return {of_one<judge_right>("bases right_inverse"),
          of_one<judge_left>("bases left_inverse"),
          {"bases complement", "rank <= 2, two basis vectors, strides 0..4, the least box and twice that",
           Refusals::exact, small_complements, random_complement},
          {"bases product", "A rank <= 2, two basis vectors, strides 0..4, B one mode", Refusals::exact,
           small_products, random_product},
          of_visits<judge_composition>("bases composition"),
          of_visits<judge_divide>("bases divide")};
}

}  // namespace census
