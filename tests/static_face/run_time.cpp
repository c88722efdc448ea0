// SPDX-License-Identifier: MIT
// Operations on layouts whose numbers are of the run, against those on the values: drawn numbers in layouts of one to
// four modes, all numbers of the run or some of the type. composes() and divides() are asked as well: where A has no
// mode that continues another, they say what the algebra says of the textbook conditions.
#include "colex/static/run_time.hpp"

#include <cstdio>
#include <string>

#include "colex/divide.hpp"
#include "colex/write.hpp"

namespace colex {
namespace {

using Value = Layout<std::int64_t>;

// ------------------------------------------------------------------------------------------------ by example

constexpr auto matrix = static_layout<"(?,64):(1,?)">(128, 200);
template <class Want, class Got>
constexpr bool type_is(Got const&) {
  return std::is_same_v<Want, Got>;
}
namespace types {
static_assert(
    type_is<StaticLayout<Tuple<Tuple<32L, Given<0>{}>{}, Tuple<16L, 4L>{}>{},
                         Tuple<Tuple<1L, 32L>{}, Tuple<Given<1>{}, Given<2>{}>{}>{}, RunTime<int, 3>>>(
        logical_divide(matrix, Tuple<32, 16>{})));
static_assert(type_is<StaticLayout<Tuple<Tuple<8L, 4L>{}, 8L>{}, Tuple<Tuple<8L, Given<0>{}>{}, 1L>{},
                                   RunTime<long, 1>>>(composition(static_layout<"(64,32):(1,?)">(99L),
                                                                  static_layout<"((8,4),8):((8,512),1)">())));
static_assert(type_is<StaticLayout<Given<0>{}, Given<1>{}, RunTime<int, 2>>>(
    composition(static_layout<"?:?">(9, 7), static_layout<"?:2">(3))));
}  // namespace types
static_assert(*to_value(composition(static_layout<"?:?">(9, 7), static_layout<"?:2">(3))) == layout("3:14"));
static_assert(*to_value(composition(static_layout<"(4,8):(1,4)">(), static_layout<"(?,2):(1,?)">(2, 4))) ==
              layout("((2,1),(1,2)):((1,0),(0,4))"));
static_assert(*to_value(zipped_divide(matrix, Tuple<32>{})) == layout("((32),(4,64)):((1),(32,200))"));
static_assert(*to_value(logical_divide(matrix, static_tiler(_, static_layout<"16:4">()))) ==
              layout("(128,(16,4)):(1,(800,200))"));
static_assert(*to_value(logical_divide(static_layout<"((?,4),6):((1,?),?)">(8, 32, 100),
                                       Tuple<Tuple<4, 2>{}, 3>{})) ==
              layout("(((4,2),(2,2)),(3,2)):(((1,4),(32,64)),(100,300))"));
static_assert(divides(matrix, Tuple<32, 16>{}) && !divides(matrix, Tuple<48, 16>{}));
static_assert(!composes(static_layout<"(?,4):(1,8)">(0), static_layout<"2:1">()));
static_assert(!composes(static_layout<"(?,4):(1,9)">(8), static_layout<"(4,4):(1,?)">(3)));
static_assert(!divides(static_layout<"?:1">(8), static_layout<"2:?">(0)));

// ------------------------------------------------------------------------------------------------ drawn

int failures = 0, answered = 0, refused = 0;

void expect(bool right, char const* what, Value const& a, Value const& b) {
  if (right) return;
  std::string x, y;
  write(x, a), write(y, b);
  if (++failures < 20) std::printf("%s: %s and %s\n", what, x.c_str(), y.c_str());
}

std::uint64_t state = 88172645463325252u;
int below(int n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return static_cast<int>(state % static_cast<std::uint64_t>(n));
}
/// Extents of few factors, and strides that are often products of them.
std::int64_t drawn_extent() {
  constexpr int common[] = {1, 2, 2, 3, 4, 4, 6, 8, 12};
  return below(12) == 0 ? below(14) : common[below(9)];
}
std::int64_t drawn_stride() {
  constexpr int common[] = {0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 48, 96};
  return below(12) == 0 ? below(40) - 6 : common[below(13)];
}

template <Literal text, int... k>
auto filled(std::int64_t const* numbers, std::integer_sequence<int, k...>) {
  return static_layout<text>(numbers[k]...);
}
/// The layout of a text whose `?` are all extents or all strides of the first or second half.
template <Literal text>
auto drawn() {
  if constexpr (detail::FromText<text>::count == 0) {
    return static_layout<text>();
  } else {
    std::int64_t numbers[detail::FromText<text>::count];
    int k = 0;
    auto const& leaves = detail::FromText<text>::value.leaves;
    for (auto const& m : leaves)
      if (detail::is_given(m.shape)) numbers[k++] = drawn_extent();
    for (auto const& m : leaves)
      if (detail::is_given(m.stride)) numbers[k++] = drawn_stride();
    return filled<text>(numbers, std::make_integer_sequence<int, detail::FromText<text>::count>{});
  }
}

template <auto e, auto s, class... V>
Result<Value> value_of(StaticLayout<e, s, V...> const& l) {
  if constexpr (sizeof...(V) == 0) {
    return Result<Value>::answer(to_value(l));
  } else {
    return to_value(l);
  }
}

/// Whether the algebra composes by the textbook conditions.
bool by_textbook(Value const& a, Value const& b) {
  auto const r = compose(a, b);
  return r && r.value.admissible == Admissible::textbook;
}
bool is_normal(Value const& a) { return coalesce_extended(a.leaves) == a.leaves; }

/// Point by point; `alike` where the answer has as many entries as the value's, which a leaf may have not.
template <class Answer>
void compare(Answer const& answer, Result<Value> const& want, Value const& a, Value const& b,
             bool alike = true) {
  auto const got = value_of(answer);
  expect(got && want, "no answer", a, b);
  if (!got || !want) return;
  expect(size(got.value) == size(want.value) && (!alike || rank(got.value) == rank(want.value)),
         "another shape", a, b);
  std::int64_t const points = size(want.value);
  for (std::int64_t i = 0; i < points && i < 4000; ++i) {
    if (answer(i) == evaluate(want.value, i)) continue;
    expect(false, "another function", a, b);
    break;
  }
}

template <Literal of_a, Literal of_b>
void compositions(int draws) {
  for (int n = 0; n < draws; ++n) {
    auto const a = drawn<of_a>();
    auto const b = drawn<of_b>();
    auto const x = value_of(a), y = value_of(b);
    if (!x || !y) {
      if (!x && x.refusal.condition == Condition::shape_positive)
        expect(!composes(a, b), "no points", x.value, y.value);
      continue;
    }
    bool const answers = composes(a, b);
    if (is_normal(x.value)) expect(answers == by_textbook(x.value, y.value), "composes()", x.value, y.value);
    ++(answers ? answered : refused);
    if (answers)
      compare(composition(a, b), composition(x.value, y.value), x.value, y.value,
              !y.value.profile.is_leaf({}));
  }
}

template <Literal of_a, Literal of_tile>
void divisions(int draws) {
  for (int n = 0; n < draws; ++n) {
    auto const a = drawn<of_a>();
    auto const tile = drawn<of_tile>();
    auto const x = value_of(a), y = value_of(tile);
    if (!x || !y) {
      if (!y && y.refusal.condition == Condition::shape_positive)
        expect(!divides(a, tile), "no points", x.value, y.value);
      continue;
    }
    bool const answers = divides(a, tile);
    auto const grid = complement(y.value, size(x.value));
    if (is_normal(x.value))
      expect(answers == (grid && by_textbook(x.value, join(y.value, grid.value))), "divides()", x.value,
             y.value);
    ++(answers ? answered : refused);
    if (answers) compare(logical_divide(a, tile), logical_divide(x.value, y.value), x.value, y.value);
  }
}

template <Literal of_a, class T>
void divisions_by_mode(int draws, T tiler) {
  for (int n = 0; n < draws; ++n) {
    auto const a = drawn<of_a>();
    auto const x = value_of(a);
    if (!x) continue;
    auto const by = detail::tiler_of(tiler);
    auto const want = zipped_divide(x.value, by);
    bool const answers = divides(a, tiler);
    expect(answers == bool(want), "divides() by mode", x.value, by.modes);
    ++(answers ? answered : refused);
    if (!answers || !want) continue;
    compare(zipped_divide(a, tiler), want, x.value, by.modes);
    compare(logical_divide(a, tiler), logical_divide(x.value, by), x.value, by.modes);
    compare(composition(a, tiler), composition(x.value, by), x.value, by.modes);
  }
}

}  // namespace
}  // namespace colex

int main() {
  using namespace colex;
  constexpr int draws = 4000;
  compositions<"?:?", "?:?">(draws);
  compositions<"?:?", "(?,?):(?,?)">(draws);
  compositions<"(?,?):(?,?)", "?:?">(draws);
  compositions<"(?,?):(?,?)", "(?,(?)):(?,(?))">(draws);
  compositions<"(?,?,?):(?,?,?)", "(?,?):(?,?)">(draws);
  compositions<"((?,?),?,?):((?,?),?,?)", "((?,?),?):((?,?),?)">(draws);
  compositions<"(4,6,?):(?,1,?)", "(?,2):(1,?)">(draws);
  compositions<"(?,8):(1,?)", "(2,4):(4,16)">(draws);
  compositions<"(4,8,3):(1,?,?)", "((2,2),(4,3)):((1,8),(0,32))">(draws);
  compositions<"(1,8,?):(?,?,2)", "(4,1,2):(2,-3,8)">(draws);
  compositions<"(8,4):(1,8)", "(?,?):(?,2)">(draws);
  divisions<"?:?", "?:?">(draws);
  divisions<"(?,?):(?,?)", "?:?">(draws);
  divisions<"(?,?,?):(?,?,?)", "?:1">(draws);
  divisions<"(?,4):(1,?)", "(2,2):(1,4)">(draws);
  divisions<"(8,4):(?,?)", "(4,2):(2,16)">(draws);
  divisions<"((?,?),?):((?,?),?)", "2:1">(draws);
  divisions_by_mode<"(?,?):(?,?)">(draws, Tuple<4, 2>{});
  divisions_by_mode<"(?,12,?):(1,?,?)">(draws, Tuple<2, 3>{});
  divisions_by_mode<"(?,?):(?,1)">(draws,
                                   static_tiler(static_layout<"(2,2):(4,1)">(), static_layout<"3:2">()));
  std::printf("%d answered, %d refused, %d wrong\n", answered, refused, failures);
  return failures == 0 && answered > 20000 && refused > 10000 ? 0 : 1;
}
