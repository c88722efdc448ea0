// SPDX-License-Identifier: MIT
// The value of a static layout, and the static layout of an answer.
//
//   static_assert(to_value(static_layout<"(4,8):(1,4)">()) == layout("(4,8):(1,4)"));
//   static_assert(to_value(swizzle<1, 0, 1>(static_layout<"8:1">())) == ComposedLayout{{1, 0, 1}, 0, layout("8:1")});
//   static_assert(to_static([] { return op::upcast(layout("(4,8):(1,4)"), 2); })(2) == 2);
//   struct Rows { static constexpr auto value = layout("(4,8):(8,1)"); };     static_assert(StaticOf<Rows>{}(1) == 8);
//   constexpr long extents[] = {4, 8}, strides[] = {8, 1};     static_assert(by_digits(given_layout<2>(extents, strides), 5) == 9);
#pragma once

#include "colex/must.hpp"
#include "colex/static/make.hpp"
#include "colex/static/swizzle.hpp"

namespace colex {

/// The value of a layout whose entries are all constants.
template <auto extents, auto strides>
constexpr Layout<std::int64_t> to_value(StaticLayout<extents, strides>) {
  return detail::Known<extents, strides>::value;
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
/// A value behind a swizzle, or from an offset on; a refusal is handed on.
constexpr ComposedLayout behind(ComposedLayout const& c, Layout<std::int64_t> const& inner) {
  return around(c, inner);
}
constexpr Placed<std::int64_t> behind(Placed<std::int64_t> const& at, Layout<std::int64_t> const& inner) {
  return {inner, at.offset};
}
template <class Whole>
constexpr Result<Whole> behind(Whole const& whole, Result<Layout<std::int64_t>> const& inner) {
  return {behind(whole, inner.value), inner.refusal};
}
}  // namespace detail

template <class Outer, std::int64_t offset, class L>
constexpr auto to_value(StaticComposed<Outer, offset, L> const& layout) {
  return detail::behind(ComposedLayout{Outer::value, offset, {}}, to_value(layout.inner()));
}
template <class Outer, class L, class Int>
constexpr auto to_value(StaticView<Outer, L, Int> const& layout) {
  auto const first = static_cast<std::int64_t>(layout.first);
  if constexpr (std::is_same_v<Outer, detail::Unswizzled>) {
    return detail::behind(Placed<std::int64_t>{{}, first}, to_value(layout.inner()));
  } else {
    return detail::behind(ComposedLayout{Outer::value, first, {}}, to_value(layout.inner()));
  }
}

namespace detail {

template <class T>
inline constexpr bool is_called = false;
template <class Answer, class... Operands>
inline constexpr bool is_called<Called<Answer, Operands...>> = true;

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

/// The layout of an answer, without what it is seen through.
template <class Answer>
constexpr Layout<std::int64_t> inner_of(Answer const&) {
  static_assert(never<Answer>, "the answer is no layout of offsets");
  return {};
}
constexpr Layout<std::int64_t> const& inner_of(Layout<std::int64_t> const& answer) { return answer; }
template <class Outer>
constexpr Layout<std::int64_t> const& inner_of(BasicComposedLayout<std::int64_t, Outer> const& answer) {
  return answer.inner;
}

template <class Call>
struct FromCall {
  static constexpr auto answer = answer_of<Call>();
  static constexpr Layout<std::int64_t> value = *keep_limits(inner_of(answer));
};

constexpr AnyLayout of_any_kind(ComposedLayout const& answer) { return any(answer); }
constexpr AnyLayout const& of_any_kind(AnyLayout const& answer) { return answer; }

/// The static layout of Source::answer, whose layout is Source::value.
template <class Source>
constexpr auto static_answer() {
  if constexpr (std::is_same_v<decltype(Source::answer), Layout<std::int64_t> const>) {
    return LayoutFrom<Source>{};
  } else {
    constexpr AnyLayout answer = of_any_kind(Source::answer);
    static_assert(!answer.outer.is_map,
                  "the answer is a layout behind a map over GF(2), which no static layout is");
    constexpr Swizzle s = answer.outer.swizzle;
    if constexpr (is_plain(answer)) {
      return LayoutFrom<Source>{};
    } else {
      return StaticComposed<StaticSwizzle<s.bits, s.base, s.shift>, answer.offset, LayoutFrom<Source>>{};
    }
  }
}

}  // namespace detail

/// The static layout of what `call()` answers: a layout of any kind but behind a map, a Result of one, or what a
/// function of namespace op returns. `call` is a lambda without captures, outside kernels.
template <class Call>
constexpr auto to_static(Call) {
  return decltype(detail::static_answer<detail::FromCall<Call>>()){};
}

/// The static layout that the constant Source::value is, a layout without a swizzle. In a kernel's header, where
/// to_static() is of no use: a struct may depend on a template's parameters and is one type to every front end.
template <class Source>
using StaticOf = detail::LayoutFrom<Source>;

namespace detail {
/// (?,...):(?,...)
template <int modes>
struct GivenModes {
  static constexpr Layout<std::int64_t> value = [] {
    List<Mode<std::int64_t>> r;
    for (int k = 0; k < modes; ++k) r.push({given(k), given(modes + k)});
    return flat(r);
  }();
};
template <int modes, class Int, int... k>
COLEX_HOST_DEVICE constexpr auto given_layout(Int const* extents, Int const* strides,
                                              std::integer_sequence<int, k...>) {
  return LayoutFrom<GivenModes<modes>, RunTime<Int, 2 * modes>>{{{extents[k]..., strides[k]...}}};
}
}  // namespace detail

/// The layout of `modes` modes whose extents and strides are all given at run time: static_layout<"(?,?):(?,?)">(...) where
/// a template says how many.
template <int modes, class Int>
COLEX_HOST_DEVICE constexpr auto given_layout(Int const* extents, Int const* strides) {
  return detail::given_layout<modes>(extents, strides, std::make_integer_sequence<int, modes>{});
}

}  // namespace colex
