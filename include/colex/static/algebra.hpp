// SPDX-License-Identifier: MIT
// The operations of the algebra on static layouts: the same functions, evaluated while compiling.
//
//   constexpr auto a = static_layout<"(6,2):(8,2)">();
//   constexpr auto b = static_layout<"(4,3):(3,1)">();
//   static_assert(to_value(composition(a, b)) == *composition(to_value(a), to_value(b)));
//   static_assert(to_value(complement<24>(static_layout<"4:3">())) == layout("(3,2):(1,12)"));
//   static_assert(to_static([] { return op::upcast(layout("(4,8):(1,4)"), 2); })(2) == 2);
//
// A refusal does not compile; the message begins with the condition and the operands, as must() shows them.
#pragma once

#include "colex/must.hpp"
#include "colex/static/make.hpp"
#include "colex/static/swizzle.hpp"

namespace colex {

// ------------------------------------------------------------------------------------------------ values

/// The value of a layout whose entries are all constants.
template <auto extents, auto strides>
constexpr Layout<std::int64_t> to_value(StaticLayout<extents, strides>) {
  return detail::Known<extents, strides>::value;
}
template <class Outer, std::int64_t offset, class L>
constexpr ComposedLayout to_value(StaticComposed<Outer, offset, L> const& layout) {
  return {Outer::value, offset, to_value(static_cast<L const&>(layout))};
}
/// The value of a layout with entries given at run time. Errors: well_formed()'s.
template <auto extents, auto strides, class Int, int count>
constexpr Result<Layout<std::int64_t>> to_value(
    StaticLayout<extents, strides, RunTime<Int, count>> const& l) {
  auto r = detail::layout_of<extents, strides>();
  auto const filled = [&](std::int64_t x) -> std::int64_t {
    return detail::is_given(x) ? static_cast<std::int64_t>(l.given[detail::given_index(x)]) : x;
  };
  for (auto& m : r.leaves) m = {filled(m.shape), filled(m.stride)};
  return keep_limits(r);
}

namespace detail {

template <class T>
inline constexpr bool is_called = false;
template <class Answer, class... Operands>
inline constexpr bool is_called<Called<Answer, Operands...>> = true;
template <class T>
inline constexpr bool is_result = false;
template <class T, class Int>
inline constexpr bool is_result<Result<T, Int>> = true;

/// What a lambda without captures answers; a refusal does not compile.
template <class Call>
consteval auto answer_of() {
  using Answer = decltype(Call{}());
  if constexpr (is_called<Answer>) {
    return must(Call{});
  } else if constexpr (is_result<Answer>) {
    return *Call{}();
  } else {
    return Call{}();
  }
}

template <class Call>
struct FromCall {
  static constexpr auto answer = answer_of<Call>();
  static constexpr Layout<std::int64_t> value = [] {
    if constexpr (std::is_same_v<decltype(answer), ComposedLayout const>) {
      return *keep_limits(answer.inner);
    } else {
      return *keep_limits(answer);
    }
  }();
};

template <class Call>
constexpr auto from_call() {
  using Source = FromCall<Call>;
  if constexpr (std::is_same_v<decltype(Source::answer), ComposedLayout const>) {
    constexpr Swizzle s = Source::answer.outer;
    return StaticComposed<StaticSwizzle<s.bits, s.base, s.shift>, Source::answer.offset,
                          LayoutFrom<Source>>{};
  } else {
    return LayoutFrom<Source>{};
  }
}

}  // namespace detail

/// The static layout of what `call()` answers: a layout, a swizzled layout, a Result of one, or what a
/// function of namespace op returns. `call` is a lambda without captures, outside kernels.
template <class Call>
constexpr auto to_static(Call) {
  return decltype(detail::from_call<Call>()){};
}

// ------------------------------------------------------------------------------------------------ operations

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

/// The answer of a function of namespace op to what `operands` of the given types are as values.
template <auto const& operation, auto operands, class... Types>
struct OnStatic {
  static constexpr Layout<std::int64_t> value = must([] { return operands(operation, Types{}...); });
};
/// Its layout. The second parameter asks for the value first, which keeps a compiler's message about a
/// refusal short.
template <class Source, bool = (Source::value.profile.count > 0)>
using AnswerOf = LayoutFrom<Source>;
inline constexpr auto layouts = [](auto const& f, auto... l) { return f(to_value(l)...); };
inline constexpr auto by_tiler = [](auto const& f, auto l, auto t) { return f(to_value(l), tiler_of(t)); };
template <std::int64_t number>
inline constexpr auto with_number = [](auto const& f, auto l) { return f(to_value(l), number); };

}  // namespace detail

/// complement() of a static layout in [0, cotarget). Errors, at compile time: complement's.
template <std::int64_t cotarget, auto e, auto s>
COLEX_HOST_DEVICE constexpr auto complement(StaticLayout<e, s>) {
  return detail::AnswerOf<
      detail::OnStatic<op::complement, detail::with_number<cotarget>, StaticLayout<e, s>>>{};
}
/// The same layout of vectors of n elements, or of parts of which an element has n. Errors: as the value's.
template <std::int64_t n, auto e, auto s>
COLEX_HOST_DEVICE constexpr auto upcast(StaticLayout<e, s>) {
  return detail::AnswerOf<detail::OnStatic<op::upcast, detail::with_number<n>, StaticLayout<e, s>>>{};
}
template <std::int64_t n, auto e, auto s>
COLEX_HOST_DEVICE constexpr auto downcast(StaticLayout<e, s>) {
  return detail::AnswerOf<detail::OnStatic<op::downcast, detail::with_number<n>, StaticLayout<e, s>>>{};
}

// The operations of one layout, of two, and of a layout and a tiler, by the names that namespace op has.
#define COLEX_STATIC_UNARY(name)                                                                \
  template <auto e, auto s>                                                                     \
  COLEX_HOST_DEVICE constexpr auto name(StaticLayout<e, s>) {                                   \
    return detail::AnswerOf<detail::OnStatic<op::name, detail::layouts, StaticLayout<e, s>>>{}; \
  }
#define COLEX_STATIC_BINARY(name)                                                               \
  template <auto e, auto s, auto f, auto t>                                                     \
  COLEX_HOST_DEVICE constexpr auto name(StaticLayout<e, s>, StaticLayout<f, t>) {               \
    return detail::AnswerOf<                                                                    \
        detail::OnStatic<op::name, detail::layouts, StaticLayout<e, s>, StaticLayout<f, t>>>{}; \
  }
#define COLEX_STATIC_BY_TILER(name)                                                                 \
  template <auto e, auto s, class T>                                                                \
  COLEX_HOST_DEVICE constexpr auto name(StaticLayout<e, s>, T) {                                    \
    return detail::AnswerOf<detail::OnStatic<op::name, detail::by_tiler, StaticLayout<e, s>, T>>{}; \
  }
COLEX_STATIC_UNARY(right_inverse)
COLEX_STATIC_UNARY(left_inverse)
COLEX_STATIC_BY_TILER(composition)
COLEX_STATIC_BY_TILER(logical_divide)
COLEX_STATIC_BY_TILER(zipped_divide)
COLEX_STATIC_BY_TILER(tiled_divide)
COLEX_STATIC_BY_TILER(flat_divide)
COLEX_STATIC_BINARY(logical_product)
COLEX_STATIC_BINARY(blocked_product)
COLEX_STATIC_BINARY(raked_product)
#undef COLEX_STATIC_UNARY
#undef COLEX_STATIC_BINARY
#undef COLEX_STATIC_BY_TILER

}  // namespace colex
