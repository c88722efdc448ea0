// SPDX-License-Identifier: MIT
// The operations of the algebra on static layouts: the same functions, evaluated while compiling.
//
//   constexpr auto a = static_layout<"(6,2):(8,2)">();
//   constexpr auto b = static_layout<"(4,3):(3,1)">();
//   static_assert(to_value(composition(a, b)) == *composition(to_value(a), to_value(b)));
//   static_assert(to_value(complement<24>(static_layout<"4:3">())) == layout("(3,2):(1,12)"));
//   static_assert(composition(swizzle<1, 0, 1>(a), b)(7) == swizzle<1, 0, 1>(a)(b(7)));
//
// A layout behind a swizzle stays behind it, and a tile starts where it started. A refusal does not compile; the message
// begins with the condition and the operands, as must() shows them, or is a sentence.
#pragma once

#include "colex/static/value.hpp"

namespace colex {

/// A tiler by mode: each entry a static layout, a tuple of extents, or `_`. Tuple<64, 32>{} is one as well.
template <class... Entries>
struct StaticTiler {};
template <class... Entries>
COLEX_HOST_DEVICE constexpr StaticTiler<Entries...> static_tiler(Entries...) {
  return {};
}

namespace detail {

constexpr Tiler<std::int64_t> tiler_of(Underscore) { return keep<std::int64_t>(); }
template <auto extents, auto strides>
constexpr Tiler<std::int64_t> tiler_of(StaticLayout<extents, strides> layout) {
  return tile(to_value(layout));
}
template <class Extents>
constexpr Tiler<std::int64_t> by_extents(Extents extents) {
  IntTuple<std::int64_t> t{{}, {}};
  append_tree(t, extents);
  return by_mode(t);
}
template <auto... extents>
constexpr Tiler<std::int64_t> tiler_of(Tuple<extents...> tuple) {
  return by_extents(tuple);
}
template <class... Entries>
constexpr Tiler<std::int64_t> tiler_of(StaticTiler<Entries...>) {
  return by_mode(tiler_of(Entries{})...);
}

/// What an operation takes beside a layout.
template <class T>
inline constexpr bool is_tiler = is_tuple<T> || std::is_same_v<T, Underscore>;
template <auto e, auto s, class... V>
inline constexpr bool is_tiler<StaticLayout<e, s, V...>> = true;
template <class... T>
inline constexpr bool is_tiler<StaticTiler<T...>> = (is_tiler<T> && ...);

/// Whether the type knows all of an operand.
template <class T>
inline constexpr bool is_constant = is_tuple<T> || std::is_same_v<T, Underscore>;
template <auto e, auto s>
inline constexpr bool is_constant<StaticLayout<e, s>> = true;
template <class Outer, std::int64_t offset, class L>
inline constexpr bool is_constant<StaticComposed<Outer, offset, L>> = is_constant<L>;
template <class... T>
inline constexpr bool is_constant<StaticTiler<T...>> = (is_constant<T> && ...);

template <class L>
inline constexpr bool is_plain_static = false;
template <auto e, auto s, class... V>
inline constexpr bool is_plain_static<StaticLayout<e, s, V...>> = true;

/// `inner` behind the swizzle of `whole`, from its start on: what an operation does to the coordinates of a layout it
/// does to the inner layout (composed_domain.hpp).
template <class Outer, std::int64_t offset, class L, class Inner>
COLEX_HOST_DEVICE constexpr auto behind(StaticComposed<Outer, offset, L> const&, Inner const& inner) {
  static_assert(Origin<Inner, offset>::low >= 0);
  return StaticComposed<Outer, offset, Inner>{{inner}};
}
template <class Outer, class L, class Int, class Inner>
COLEX_HOST_DEVICE constexpr auto behind(StaticView<Outer, L, Int> const& whole, Inner const& inner) {
  return view<Outer>(inner, whole.first);
}

/// An operand as a value: behind a swizzle, as a layout of any kind.
template <auto e, auto s>
constexpr Layout<std::int64_t> operand(StaticLayout<e, s> layout) {
  return to_value(layout);
}
template <class Outer, std::int64_t offset, class L>
constexpr AnyLayout operand(StaticComposed<Outer, offset, L> const& layout) {
  return any(to_value(layout));
}

/// The answer of a function of namespace op to what `operands` of the given types are as values.
template <auto const& operation, auto operands, class... Types>
struct OnStatic {
  static constexpr auto answer = must([] { return operands(operation, Types{}...); });
  static constexpr Layout<std::int64_t> value = inner_of(answer);
};
/// Its layout. The second parameter asks for the value first, which keeps a compiler's message about a
/// refusal short.
template <class Source, bool = (Source::value.profile.count > 0)>
using AnswerOf = decltype(static_answer<Source>());
inline constexpr auto layouts = [](auto const& f, auto... l) { return f(operand(l)...); };
inline constexpr auto any_layouts = [](auto const& f, auto... l) { return f(any(to_value(l))...); };
inline constexpr auto by_tiler = [](auto const& f, auto l, auto t) { return f(to_value(l), tiler_of(t)); };
template <std::int64_t number>
inline constexpr auto with_number = [](auto const& f, auto l) { return f(operand(l), number); };

template <class L>
struct Coalesced {
  static constexpr Layout<std::int64_t> value = coalesce(to_value(L{}));
};

}  // namespace detail

// What has no answer does not compile. Of one layout, with a number where the operation takes one:
#define COLEX_STATIC_OF_ONE(name, operands)                                                         \
  if constexpr (detail::is_constant<L>) {                                                           \
    return detail::AnswerOf<detail::OnStatic<op::name, operands, L>>{};                             \
  } else {                                                                                          \
    static_assert(detail::never<L>, #name " is of a layout whose entries and start are constants"); \
  }
/// complement() of a static layout in [0, cotarget). Errors, at compile time: complement's.
template <std::int64_t cotarget, detail::IsStatic L>
COLEX_HOST_DEVICE constexpr auto complement(L const&) {
  COLEX_STATIC_OF_ONE(complement, detail::with_number<cotarget>)
}
/// The same layout of vectors of n elements, or of parts of which an element has n. Errors: as the value's.
template <std::int64_t n, detail::IsStatic L>
COLEX_HOST_DEVICE constexpr auto upcast(L const&) {
  COLEX_STATIC_OF_ONE(upcast, detail::with_number<n>)
}
template <std::int64_t n, detail::IsStatic L>
COLEX_HOST_DEVICE constexpr auto downcast(L const&) {
  COLEX_STATIC_OF_ONE(downcast, detail::with_number<n>)
}
template <detail::IsStatic L>
COLEX_HOST_DEVICE constexpr auto right_inverse(L const&) {
  COLEX_STATIC_OF_ONE(right_inverse, detail::layouts)
}
template <detail::IsStatic L>
COLEX_HOST_DEVICE constexpr auto left_inverse(L const&) {
  COLEX_STATIC_OF_ONE(left_inverse, detail::layouts)
}
#undef COLEX_STATIC_OF_ONE

/// The same function of the integral coordinate, of the fewest modes.
template <detail::IsStatic L>
COLEX_HOST_DEVICE constexpr auto coalesce(L const& layout) {
  if constexpr (!detail::is_plain_static<L>) {
    return detail::behind(layout, coalesce(layout.inner()));
  } else if constexpr (detail::is_constant<L>) {
    return detail::LayoutFrom<detail::Coalesced<L>>{};
  } else {
    static_assert(detail::never<L>, "coalesce of entries given at run time is in colex/static/run_time.hpp");
  }
}

// By the names that namespace op has, the operations of a layout and a tiler, and those of two layouts. Behind a
// swizzle, and of a tile, they are those of the inner layout. For numbers given at run time there is run_time.hpp.
#define COLEX_STATIC_BY_TILER(name)                                                                     \
  template <detail::IsStatic L, class T>                                                                \
  COLEX_HOST_DEVICE constexpr auto name(L const& layout, T const& tiler) {                              \
    if constexpr (!detail::is_tiler<T>) {                                                               \
      static_assert(detail::never<T>,                                                                   \
                    #name " takes a plain layout, a tuple of extents, _ or a static_tiler() of these"); \
    } else if constexpr (!detail::is_plain_static<L>) {                                                 \
      return detail::behind(layout, name(layout.inner(), tiler));                                       \
    } else if constexpr (detail::is_constant<L> && detail::is_constant<T>) {                            \
      return detail::AnswerOf<detail::OnStatic<op::name, detail::by_tiler, L, T>>{};                    \
    } else {                                                                                            \
      static_assert(detail::never<L>, #name                                                             \
                    " of entries given at run time: colex/static/run_time.hpp has "                     \
                    "composition, logical_divide and zipped_divide");                                   \
    }                                                                                                   \
  }
#define COLEX_STATIC_BINARY(name)                                                                          \
  template <detail::IsStatic A, detail::IsStatic B>                                                        \
  COLEX_HOST_DEVICE constexpr auto name(A const& a, B const& b) {                                          \
    if constexpr (!detail::is_plain_static<B> || !detail::is_constant<B>) {                                \
      static_assert(detail::never<B>, #name " takes a plain layout of constants on the right");            \
    } else if constexpr (!detail::is_plain_static<A>) {                                                    \
      return detail::behind(a, name(a.inner(), b));                                                        \
    } else if constexpr (detail::is_constant<A>) {                                                         \
      return detail::AnswerOf<detail::OnStatic<op::name, detail::layouts, A, B>>{};                        \
    } else {                                                                                               \
      static_assert(detail::never<A>, #name " takes a layout of constants on the left, or a tile of one"); \
    }                                                                                                      \
  }
COLEX_STATIC_BY_TILER(composition)
COLEX_STATIC_BY_TILER(logical_divide)
COLEX_STATIC_BY_TILER(zipped_divide)
COLEX_STATIC_BY_TILER(tiled_divide)
COLEX_STATIC_BY_TILER(flat_divide)
COLEX_STATIC_BINARY(logical_product)
COLEX_STATIC_BINARY(blocked_product)
COLEX_STATIC_BINARY(raked_product)
#undef COLEX_STATIC_BY_TILER
#undef COLEX_STATIC_BINARY

/// A o B for a B behind a swizzle, both of constants. Errors, at compile time: those of composition() of any layouts.
template <detail::IsStatic A, class Outer, std::int64_t offset, auto e, auto s>
requires(detail::is_constant<A>) COLEX_HOST_DEVICE
    constexpr auto composition(A const&, StaticComposed<Outer, offset, StaticLayout<e, s>> const&) {
  using B = StaticComposed<Outer, offset, StaticLayout<e, s>>;
  return detail::AnswerOf<detail::OnStatic<op::composition, detail::any_layouts, A, B>>{};
}

}  // namespace colex
