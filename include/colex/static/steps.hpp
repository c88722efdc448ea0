// SPDX-License-Identifier: MIT
// Composition and the grid of a tile by the steps of the algebra, on rows of modes: one step after the other, without
// a loop. What the type knows, it decides.
//
//   constexpr auto matrix = static_layout<"(?,64):(1,?)">(128, 200);
//   static_assert(detail::composes_by_steps(detail::row_of(matrix), static_layout<"(4,8):(32,128)">()));
//
// It is the textbook fold of textbook.hpp, and the fold of complement.hpp.
#pragma once

#include "colex/static/algebra.hpp"
#include "colex/static/coalesce.hpp"

namespace colex {

namespace detail {

using WholeStep = Step<Mode<Whole>, Whole>;

/// What the steps say on the way: whether one refused, and the largest digits used of A's modes.
template <int modes>
struct Asked {
  bool right = true;
  Whole digit[modes]{};

  COLEX_HOST_DEVICE constexpr void note(int mode, Mode<Whole> const& rest, WholeStep const& step) {
    right = right && step.refusal.condition == Condition::none;
    if (step.emits) digit[mode] = digit[mode] + (step.mode.shape - 1) * rest.stride;
  }
};

COLEX_UNROLLED constexpr WholeStep textbook_step(Mode<Whole> const& rest, Mode<Whole> const& mode) {
  return rest.stride == 0 ? WholeStep{rest} : composition_step(rest, mode);
}

/// The step where the type knows what decides it. A stride of A that it does not know counts as 0: it only scales the
/// mode that is emitted.
template <class Rest, class Of>
struct KnownStep {
  static constexpr bool exists =
      Rest::extent_known && Rest::stride_known && (Of::extent_known || known_or<Rest::stride>(1) == 0);
  static constexpr WholeStep step = [] {
    if constexpr (exists) {
      return textbook_step({Rest::extent, Rest::stride}, {known_or<Of::extent>(1), known_or<Of::stride>(0)});
    } else {
      return WholeStep{};
    }
  }();
  static_assert(step.refusal.condition == Condition::none, "a mode does not divide those of the layout");
  using Left = Mark<Whole{step.state.shape}, Whole{step.state.stride}>;
};
template <bool known, Whole number>
COLEX_HOST_DEVICE constexpr auto known_if() {
  if constexpr (known) {
    return number;
  } else {
    return Unknown{};
  }
}
/// What the type knows of a product.
template <auto x, auto y>
COLEX_HOST_DEVICE constexpr auto known_product() {
  constexpr bool none = known_or<x>(1) == 0, both = is_known<x> && is_known<y>;
  return known_if < none || both, both ? known_or<x>(0) * known_or<y>(0) : 0 > ();
}

/// The modes of A, from the one that `a` points to on, which are `Of` and `More`, by what is left of a mode of B;
/// pushed onto `out`. The last one runs on.
template <class Rest, class Of, class... More, class... Out, int modes>
COLEX_UNROLLED constexpr auto along(Mode<Whole> const& rest, Row<Out...> const& out, Mode<Whole> const* a,
                                    Asked<modes>& asked, std::type_identity<Row<Of, More...>>) {
  if constexpr (sizeof...(More) == 0) {
    if constexpr (sizeof...(Out) > 0 && known_or<Rest::extent>(0) == 1) {
      return out;  // all of B's mode is passed
    } else {
      using Tail = Mark<Rest::extent, known_product<Rest::stride, Of::stride>()>;
      return one_row(out, row_of_mode<Tail>({rest.shape, rest.stride * a->stride}));
    }
  } else {
    auto const step = textbook_step(rest, *a);
    asked.note(modes - 1 - static_cast<int>(sizeof...(More)), rest, step);
    constexpr std::type_identity<Row<More...>> others{};
    using Known = KnownStep<Rest, Of>;
    if constexpr (!Known::exists) {
      using Any = Mark<Unknown{}, Unknown{}>;
      auto const mode = step.emits ? step.mode : Mode<Whole>{1, 0};
      return along<Any>(step.state, one_row(out, row_of_mode<Any>(mode)), a + 1, asked, others);
    } else if constexpr (Known::step.emits) {
      using Emitted =
          Mark<Whole{Known::step.mode.shape}, known_if<Of::stride_known, Known::step.mode.stride>()>;
      return along<typename Known::Left>(step.state, one_row(out, row_of_mode<Emitted>(step.mode)), a + 1,
                                         asked, others);
    } else {
      return along<typename Known::Left>(step.state, out, a + 1, asked, others);
    }
  }
}

/// A mode of B as the steps take it: one of a single point never takes its stride.
template <class Of>
COLEX_HOST_DEVICE constexpr auto mark_of_rest() {
  if constexpr (known_or<Of::extent>(0) == 1) {
    return Mark<Whole{1}, Whole{0}>{};
  } else {
    return Of{};
  }
}

/// A after the part of B that two trees describe.
template <class Int, auto extents, auto strides, class... A, class Values, int modes>
COLEX_UNROLLED constexpr auto composed(Row<A...> const& a, Values const& values, Asked<modes>& asked);
template <class Int, class... A, class Values, int modes, auto... e, auto... s>
COLEX_UNROLLED constexpr auto composed_entries([[maybe_unused]] Row<A...> const& a,
                                               [[maybe_unused]] Values const& values,
                                               [[maybe_unused]] Asked<modes>& asked, Tuple<e...>,
                                               Tuple<s...>) {
  return joined<Int>(composed<Int, e, s>(a, values, asked)...);
}
template <class Int, auto extents, auto strides, class... A, class Values, int modes>
COLEX_UNROLLED constexpr auto composed(Row<A...> const& a, Values const& values, Asked<modes>& asked) {
  if constexpr (is_tuple<std::remove_cvref_t<decltype(extents)>>) {
    return composed_entries<Int>(a, values, asked, extents, strides);
  } else {
    using Rest = decltype(mark_of_rest<Mark<known_of(extents), known_of(strides)>>());
    Mode<Whole> rest{number_at(values, extents), number_at(values, strides)};
    if (modes > 1 && rest.shape == 1) rest.stride = 0;
    asked.right = asked.right && rest.shape > 0 && (modes == 1 || rest.stride >= 0);
    return layout_of_row<Int>(along<Rest>(rest, Row<>{}, a.item, asked, std::type_identity<Row<A...>>{}));
  }
}

template <class... A, int... k>
COLEX_HOST_DEVICE constexpr bool carries(Row<A...> const& a, Whole const* digit,
                                         std::integer_sequence<int, k...>) {
  return (false || ... || (digit[k] >= a.item[k].shape));
}
template <class... A, int... k>
COLEX_HOST_DEVICE constexpr bool has_points(Row<A...> const& a, std::integer_sequence<int, k...>) {
  return (true && ... && (a.item[k].shape > 0));
}
template <class... A>
using Indices = std::make_integer_sequence<int, sizeof...(A)>;

/// A with 1 where the type does not know an extent, and no strides.
template <class... A>
COLEX_UNROLLED constexpr Row<A...> stand_ins(std::type_identity<Row<A...>>) {
  return {{{known_or<A::extent>(1), 0}...}};
}
/// Whether the steps answer, and no two modes of B carry into each other inside A.
template <class... A, auto f, auto t, class... W>
COLEX_HOST_DEVICE constexpr bool composes_by_steps(Row<A...> const& a, StaticLayout<f, t, W...> const& b) {
  if (!has_points(a, Indices<A...>{})) return false;
  Asked<sizeof...(A)> asked;
  (void)composed<Whole, f, t>(a, b.values(), asked);
  return asked.right && !carries(a, asked.digit, Indices<A...>{});
}
/// Whether the type knows all that decides whether A o B exists.
template <class... A>
COLEX_HOST_DEVICE constexpr bool known_but_for_the_last(std::type_identity<Row<A...>>) {
  constexpr bool known[] = {A::extent_known...};
  bool all = true;
  for (int k = 0; k + 1 < static_cast<int>(sizeof...(A)); ++k) all = all && known[k];
  return all;
}

/// Whether a Layout has room for the modes of a tree.
template <auto extents>
struct Held {
  static constexpr bool value = [] {
    IntTuple<Whole> shape{{}, {}};
    append_tree(shape, extents);
    return !shape.overfull();
  }();
};

/// Who is told whether an operation answers: nobody, or the one who asks.
struct Unasked {
  static constexpr bool asks = false;
  COLEX_HOST_DEVICE constexpr void demand(bool) {}
};
struct Judge {
  static constexpr bool asks = true;
  bool right = true;
  COLEX_HOST_DEVICE constexpr void demand(bool truth) { right = right && truth; }
};

/// A o B, where composes_by_steps().
template <class Int, auto e, auto s, class... V, auto f, auto t, class... W, class Right>
COLEX_UNROLLED constexpr auto composed_with(StaticLayout<e, s, V...> const& a,
                                            StaticLayout<f, t, W...> const& b, Right& right) {
  auto const row = row_of(a);
  using Modes = std::type_identity<std::remove_const_t<decltype(row)>>;
  if constexpr (sizeof...(W) == 0 && known_but_for_the_last(Modes{})) {
    static_assert(composes_by_steps(stand_ins(Modes{}), StaticLayout<f, t>{}),
                  "two modes of the right layout carry into each other inside the left one");
  }
  Asked<row.modes> asked;
  using Answer = decltype(composed<Int, f, t>(row, b.values(), asked));
  static_assert(Held<Answer::shape>::value, "the answer has more modes than a layout can hold");
  if constexpr (Right::asks) {
    bool const answers = composes_by_steps(row, b);
    right.demand(answers);
    if (!answers) return Answer{};
  }
  return composed<Int, f, t>(row, b.values(), asked);
}

// ------------------------------------------------------------------------------------------------ divide

/// The gaps that a tile of constants leaves below its reach, and the reach.
template <auto f, auto t>
struct Gaps {
  static constexpr auto modes = complement_modes(Known<f, t>::value, Cover::strict);
  static constexpr auto folded = fold(modes.value, Whole{1}, [](Whole const& reach, Mode<Whole> const& mode) {
    return complement_step(reach, mode);
  });
  static_assert(modes && folded.refusal.condition == Condition::none, "the tile has no complement");
  static constexpr Whole reach = folded.state;
  static constexpr List<Mode<Whole>> list = folded.emitted;
};
template <class G, int... k>
COLEX_UNROLLED constexpr auto row_of_gaps(std::integer_sequence<int, k...>) {
  return one_row(row_of_mode<Mark<Whole{G::list.item[k].shape}, Whole{G::list.item[k].stride}>>(
      {G::list.item[k].shape, G::list.item[k].stride})...);
}

/// The last gap, up to `points`, of which the type knows `known`.
template <auto reach_known, auto known, class Right>
COLEX_UNROLLED constexpr auto last_gap(Whole reach, Whole points, Right& right) {
  auto const step = complement_finish(reach, points, Cover::strict);
  right.demand(step.refusal.condition == Condition::none);
  if constexpr (is_known<reach_known> && is_known<known>) {
    constexpr auto finish = complement_finish<Whole>(reach_known, known, Cover::strict);
    static_assert(finish.refusal.condition == Condition::none, "the tile does not divide the layout");
    return row_of_mode<Mark<Whole{finish.mode.shape}, Whole{finish.mode.stride}>>(step.mode);
  } else {
    return row_of_mode<Mark<Unknown{}, reach_known>>({step.mode.shape, reach});
  }
}
template <class... A, int... k>
COLEX_UNROLLED constexpr Whole points_of(Row<A...> const& a, std::integer_sequence<int, k...>) {
  return (Whole{1} * ... * a.item[k].shape);
}
/// The grid of a tile in a layout: the tile's complement in its points.
template <class Int, class... A, auto f, auto t, class Right>
COLEX_UNROLLED constexpr auto grid_in(Row<A...> const& a, StaticLayout<f, t> const&, Right& right) {
  using G = Gaps<f, t>;
  constexpr auto known =
      known_if<(true && ... && A::extent_known), (Whole{1} * ... * known_or<A::extent>(1))>();
  return layout_of_row<Int>(
      coalesced(one_row(row_of_gaps<G>(std::make_integer_sequence<int, G::list.count>{}),
                        last_gap<G::reach, known>(G::reach, points_of(a, Indices<A...>{}), right))));
}
template <class Int, class... A, auto f, auto t, class Of, int count, class Right>
COLEX_UNROLLED constexpr auto grid_in(Row<A...> const& a, StaticLayout<f, t, RunTime<Of, count>> const& tile,
                                      Right& right) {
  auto const row = row_of(tile);
  static_assert(row.modes == 1, "a tile whose entries are given at run time has one mode");
  bool const still = row.item[0].shape == 1;
  auto const step = complement_step(Whole{1}, still ? Mode<Whole>{1, 1} : row.item[0]);
  Whole const reach = step.state > 0 ? step.state : 1;  // a gap without points is refused
  return layout_of_row<Int>(
      one_row(row_of_mode<Mark<Unknown{}, Whole{1}>>(step.mode),
              last_gap<Unknown{}, Unknown{}>(reach, points_of(a, Indices<A...>{}), right)));
}

}  // namespace detail

}  // namespace colex
