// SPDX-License-Identifier: MIT
// Static layouts against the values that they are: every integral, flat and natural coordinate of drawn
// layouts of ranks 1 to 6, in three integer types, with entries as constants and all given at run time, cut at
// each mode, and by quotients. COLEX_PART says which third of the layouts.
#include <cstdio>
#include <string>
#include <tuple>

#include "colex/coordinate.hpp"
#include "colex/static/algebra.hpp"
#include "colex/write.hpp"

#ifndef COLEX_PART
#define COLEX_PART 0
#endif

namespace colex {
namespace {

constexpr int kLayouts = 20, kParts = 3, kMostPoints = 512;

/// Layout number `seed`: nesting, extents (1 to 9) and strides (-9 to 40, often compact or 0) from its bits.
constexpr Layout<std::int64_t> drawn(std::uint64_t seed) {
  auto draw = [&](int below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((seed >> 33) % static_cast<unsigned>(below));
  };
  for (int k = 0; k < 3; ++k) draw(2);
  int const modes = 1 + draw(6);
  Layout<std::int64_t> r{{}, {}};
  std::int64_t points = 1;
  auto leaf = [&] {
    std::int64_t extent = draw(3) == 0 ? 1 + draw(9) : std::int64_t{1} << draw(4);
    if (points * extent > kMostPoints) extent = 1;
    std::int64_t const stride = draw(3) == 0 ? points : draw(50) - 9;
    points *= extent;
    r.profile.leaf();
    r.leaves.push({extent, stride});
  };
  if (modes == 1 && draw(2) == 0) return leaf(), r;
  r.profile.tuple(modes);
  for (int k = 0; k < modes; ++k) {
    int const entries = draw(4);
    if (entries < 2 || r.leaves.count + entries + modes > 20) {
      leaf();
    } else {
      r.profile.tuple(entries);
      for (int j = 0; j < entries; ++j) {
        if (draw(5) == 0) r.profile.tuple(1);
        leaf();
      }
    }
  }
  return r;
}

template <int seed>
struct Drawn {
  static constexpr Layout<std::int64_t> value = drawn(seed);
};
/// The same layout, every entry given at run time.
template <int seed>
struct DrawnGiven {
  static constexpr Layout<std::int64_t> value = [] {
    auto r = drawn(seed);
    int next = 0;
    for (auto& m : r.leaves) m = {detail::given(next), detail::given(next + 1)}, next += 2;
    return r;
  }();
  static constexpr int count = 2 * value.leaves.count;
};

/// The coordinate of type Int that is nested as the tree is, its leaves taken from `digit` on.
template <class Int, auto tree>
auto natural(std::int64_t const*& digit) {
  if constexpr (detail::is_tuple<std::remove_cvref_t<decltype(tree)>>) {
    return [&]<auto... e>(Tuple<e...>) {
      std::tuple<decltype(natural<Int, e>(digit))...> entries{
          natural<Int, e>(digit)...};  // from left to right
      return std::apply([](auto... c) { return coord(c...); }, entries);
    }
    (tree);
  } else {
    return static_cast<Int>(*digit++);
  }
}

int failures = 0, compared = 0;

template <class Got>
void expect(char const* what, Layout<std::int64_t> const& value, std::int64_t at, Got got,
            std::int64_t want) {
  ++compared;
  if (static_cast<std::int64_t>(got) == want) return;
  std::string text;
  write(text, value);
  if (++failures < 20)
    std::printf("%s of %s at %lld: %lld, expected %lld\n", what, text.c_str(), static_cast<long long>(at),
                static_cast<long long>(got), static_cast<long long>(want));
}

template <class... Entries>
auto keep_all(Coord<Entries...>) {
  return coord([](Entries const&) { return _; }(Entries{})...);
}

template <class First, class... Rest>
Coord<First, Rest...> prepend(First first, Coord<Rest...> rest) {
  return {first, rest};
}

/// The view that keeps the first entry, and the one that keeps all others.
template <class L, class First, class... Rest>
void compare_cuts(L const& l, Layout<std::int64_t> const& value, std::int64_t i, std::int64_t want,
                  Coord<First, Rest...> const& c) {
  expect("first kept", value, i, l(Coord<Underscore, Rest...>{_, c.rest})(coord(c.first)), want);
  if constexpr (sizeof...(Rest) > 0) {
    expect("others kept", value, i, l(prepend(c.first, keep_all(c.rest)))(c.rest), want);
  }
}
template <class Int, class L>
void compare(L const& l, Layout<std::int64_t> const& value) {
  auto const extents = shape(value);
  for (std::int64_t i = 0; i < size(value); ++i) {
    auto const digits = idx2crd(i, extents);
    std::int64_t const want = evaluate(value, i);
    expect("index", value, i, l(static_cast<Int>(i)), want);
    std::int64_t const* digit = digits.leaves.begin();
    auto const c = natural<Int, L::shape>(digit);
    expect("coordinate", value, i, l(c), want);
    if constexpr (detail::is_coord<std::remove_cvref_t<decltype(c)>>) {
      if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(c)>, Coord<>>)
        compare_cuts(l, value, i, want, c);
    }
  }
}

template <int seed>
void compare_drawn() {
  using Known = detail::LayoutFrom<Drawn<seed>>;
  constexpr auto value = Drawn<seed>::value;
  constexpr bool negative = detail::Span<Known::shape, Known::stride>::low < 0;
  compare<int>(Known{}, value);
  for (int i = 0; i < size(value); ++i)
    expect("quotients", value, i, by_quotients(Known{}, i), evaluate(value, std::int64_t{i}));
  if constexpr (negative || seed % 2 == 0) {
    compare<std::int64_t>(Known{}, value);
  } else {
    compare<unsigned>(Known{}, value);
  }
  RunTime<short, DrawnGiven<seed>::count> entries{};
  for (int k = 0; k < value.leaves.count; ++k) {
    entries.given[2 * k] = static_cast<short>(value.leaves[k].shape);
    entries.given[2 * k + 1] = static_cast<short>(value.leaves[k].stride);
  }
  compare<int>(detail::LayoutFrom<DrawnGiven<seed>, decltype(entries)>{entries}, value);
  if constexpr (constexpr int modes = value.leaves.count; modes > 0) {
    std::int64_t extents[modes], strides[modes];
    for (int k = 0; k < modes; ++k) extents[k] = value.leaves[k].shape, strides[k] = value.leaves[k].stride;
    auto const given = given_layout<modes>(extents, strides);
    for (unsigned i = 0; i < size(value); ++i)
      expect("digits", value, i, by_digits(given, i), evaluate(value, std::int64_t{i}));
  }
}

}  // namespace
}  // namespace colex

int main() {
  [&]<int... seed>(std::integer_sequence<int, seed...>) {
    (colex::compare_drawn<seed * colex::kParts + COLEX_PART>(), ...);
  }
  (std::make_integer_sequence<int, colex::kLayouts>{});
  std::printf("%d layouts, %d offsets compared, %d wrong\n", colex::kLayouts, colex::compared,
              colex::failures);
  return colex::failures == 0 && colex::compared > 10000 / colex::kParts ? 0 : 1;
}
