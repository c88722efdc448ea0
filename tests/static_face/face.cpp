// SPDX-License-Identifier: MIT
// Static layouts as one uses them: text, coordinates, slices, run-time entries, swizzles, operations,
// tensors.
#include "colex/colex.hpp"
#include "colex/static/tensor.hpp"

namespace colex {
namespace {

constexpr auto nested = static_layout<"(4,(2,4)):(2,(1,8))">();
constexpr auto flat = static_layout<"(64,32):(1,72)">();
constexpr auto rows = static_layout<"(8,8):(8,1)">();
constexpr auto strided = static_layout<"(?,64):(1,?)">(100, 128);

template <class Want, class Got>
constexpr bool type_is(Got const&) {
  return std::is_same_v<Want, Got>;
}

namespace calls {
static_assert(std::is_empty_v<Static<"(4,(2,4)):(2,(1,8))">>);
static_assert(std::is_same_v<Static<"(4,(2,4)):(2,(1,8))">,
                             StaticLayout<Tuple<4L, Tuple<2L, 4L>{}>{}, Tuple<2L, Tuple<1L, 8L>{}>{}>>);
static_assert(nested(21) == 19 && nested(1, 5) == 19 && nested(1, coord(1, 2)) == 19);
static_assert(nested(coord(1, coord(1, 2))) == 19);
static_assert(nested(1, _)(5) == 19 && nested(_, 5)(1) == 19 && nested(1, coord(_, 2))(1) == 19);
static_assert(nested(_, _)(1, 5) == 19 && nested(_)(21) == 19 && nested(_, coord(1, _))(1, 2) == 19);
static_assert(type_is<int>(nested(char{3})) && type_is<unsigned>(nested(3u)) && type_is<long>(nested(3, 1L)));
static_assert(type_is<unsigned>(flat(3u, 1)) && type_is<long>(flat(3L, _)(1)));
static_assert(Static<"4:-3">{}(3) == -9 && Static<"()">{}(0) == 0 && Static<"7">{}(3) == 3);
static_assert(Static<"(5000000000,3):(0,1)">{}(7u) == 0);
static_assert(flat(Constant<5>{}, Constant<2>{}) == 149);
}  // namespace calls

namespace run_time_entries {
static_assert(strided(3, 2) == 259 && strided(203) == 259 && strided(_, 2)(3) == 259);
static_assert(sizeof strided == 2 * sizeof(int) && type_is<long>(strided(3L, 2)));
static_assert(*to_value(strided) == layout("(100,64):(1,128)"));
static_assert(to_value(static_layout<"(?,64):(1,?)">(0, 1)).refusal.condition == Condition::shape_positive);
static_assert(static_layout<"((?,2),4):((?,?),?)">(3, 1, 5, 11)(coord(2, 1), 3) == 40);
static_assert(detail::read_layout("(?,64):(1,?4)").column == 11);
static_assert(detail::read_layout("(-?,64):(1,3)").column == 3);
static_assert(detail::read_layout("(?,64)").column == 7);
static_assert(detail::read_layout("(?,64):(1,2,3)").column == 7);
static_assert(detail::read_layout("(?,64):(1,x)").column == 11);
static_assert(detail::read_layout("(?,0):(1,1)").message != nullptr);
}  // namespace run_time_entries

namespace values {
static_assert(to_value(nested) == layout("(4,(2,4)):(2,(1,8))"));
static_assert(std::is_same_v<decltype(to_static([] { return layout("(4,(2,4)):(2,(1,8))"); })),
                             Static<"(4,(2,4)):(2,(1,8))">>);
static_assert(to_value(to_static([] { return complement(layout("4:3"), 24); })) == layout("(3,2):(1,12)"));
static_assert(to_static([] { return ComposedLayout{{3, 0, 3}, 0, layout("(8,8):(8,1)")}; })(2, 1) == 19);
static_assert(to_value(swizzle<3, 0, 3>(rows)) == ComposedLayout{{3, 0, 3}, 0, layout("(8,8):(8,1)")});
static_assert(static_size<decltype(flat)> == 2048 && static_extent<decltype(flat)> == 2296);
}  // namespace values

namespace operations {
constexpr auto a = static_layout<"(6,2):(8,2)">();
constexpr auto b = static_layout<"(4,3):(3,1)">();
constexpr auto by_mode_tiler = by_mode(tile(layout("2:1")), keep<std::int64_t>());
static_assert(to_value(composition(a, b)) == *composition(to_value(a), to_value(b)));
static_assert(to_value(composition(rows, static_tiler(static_layout<"2:1">(), _))) ==
              *composition(to_value(rows), by_mode_tiler));
static_assert(to_value(complement<24>(static_layout<"4:3">())) == layout("(3,2):(1,12)"));
static_assert(to_value(right_inverse(rows)) == *right_inverse(to_value(rows)));
static_assert(to_value(left_inverse(flat)) == *left_inverse(to_value(flat)));
static_assert(to_value(logical_divide(rows, static_layout<"4:2">())) ==
              *logical_divide(to_value(rows), layout("4:2")));
static_assert(to_value(zipped_divide(rows, Tuple<4, 2>{})) ==
              *zipped_divide(to_value(rows), by_mode(parse_tuple("(4,2)").value)));
static_assert(to_value(zipped_divide(static_layout<"(12,(4,8)):(7,(1,30))">(),
                                     static_tiler(static_layout<"2:1">(), _))) ==
              layout("((2,(4,8)),(6,1)):((7,(1,30)),(14,0))"));
static_assert(to_value(tiled_divide(rows, Tuple<4, 2>{})) ==
              *tiled_divide(to_value(rows), by_mode(parse_tuple("(4,2)").value)));
static_assert(to_value(flat_divide(rows, Tuple<4, 2>{})) ==
              *flat_divide(to_value(rows), by_mode(parse_tuple("(4,2)").value)));
static_assert(to_value(logical_product(b, a)) == *logical_product(to_value(b), to_value(a)));
static_assert(to_value(blocked_product(b, a)) == *blocked_product(to_value(b), to_value(a)));
static_assert(to_value(raked_product(b, a)) == *raked_product(to_value(b), to_value(a)));
static_assert(to_value(upcast<2>(static_layout<"(4,8):(1,4)">())) == *upcast(layout("(4,8):(1,4)"), 2));
static_assert(to_value(downcast<2>(static_layout<"(4,8):(1,4)">())) == *downcast(layout("(4,8):(1,4)"), 2));
}  // namespace operations

namespace swizzles {
constexpr ComposedLayout value{{3, 0, 3}, 16, layout("(8,8):(8,1)")};
constexpr auto swizzled = swizzle<3, 0, 3, 16>(rows);
constexpr auto leftwards = swizzle<2, 0, -3>(static_layout<"32:1">());
constexpr bool agree() {
  for (int i = 0; i < 64; ++i)
    if (swizzled(i) != value(i) || swizzled(i % 8, i / 8) != value(i) ||
        swizzled(i % 8, _)(i / 8) != value(i))
      return false;
  for (int i = 0; i < 32; ++i)
    if (leftwards(i) != Swizzle{2, 0, -3}(i)) return false;
  return true;
}
static_assert(agree());
static_assert(swizzle<3, 0, 3>(static_layout<"(8,?):(8,?)">(8, 1))(2, 1) == 19);
static_assert(std::is_empty_v<decltype(swizzled)>);
// Coordinate 3 is at 384 = 0b11'000'0000: bits 7 and 8 go to 4 and 5, which makes 432. kinds.py has all operations.
static_assert(composition(swizzle<3, 4, 3>(static_layout<"(64,8):(128,16)">()),
                          static_layout<"(8,4):(1,64)">())(3) == 432);
constexpr bool inverts() {
  constexpr auto small = swizzle<1, 0, 1>(static_layout<"(4,2):(2,1)">());  // 0, 3, 4, 7, 1, 2, 5, 6
  constexpr int back[] = {0, 4, 5, 1, 2, 6, 7, 3};
  for (int i = 0; i < 8; ++i)
    if (right_inverse(small)(i) != back[i] || left_inverse(small)(i) != back[i]) return false;
  return true;
}
static_assert(inverts());
}  // namespace swizzles

namespace parts {
constexpr auto m = static_layout<"(8,8):(1,8)">();
static_assert(local_tile(m, Tuple<4, 4>{}, coord(1, 1))(2, 3) == 36 + 2 + 24);
static_assert(composition(local_tile(m, Tuple<4, 4>{}, coord(1, 1)), static_layout<"(2,2):(1,4)">())(0) ==
              36);
static_assert(local_tile(m, static_tiler(_, static_layout<"4:2">()), coord(0, 1))(2, 3) == 8 + 2 + 48);
static_assert(local_tile(static_layout<"(128,(8,16)):(8,(1,1024))">(),
                         static_tiler(static_layout<"64:1">(), _),
                         coord(1, 0))(3, 9) == 512 + 3 * 8 + 1 + 1024);
static_assert(local_partition(m, static_layout<"(4,2):(1,4)">(), 5)(1, 1) == 9 + 4 + 16);
static_assert(local_partition(m, static_layout<"(4,2):(2,1)">(), 5)(1, 1) == 10 + 4 + 16);
constexpr auto s = swizzle<3, 0, 3>(rows);
static_assert(local_tile(s, Tuple<4, 4>{}, coord(1, 1))(2, 3) == s(6, 7));
static_assert(local_tile(local_tile(s, Tuple<4, 4>{}, coord(1, 1)), Tuple<2, 2>{}, coord(1, 0))(1, 1) ==
              s(7, 5));
static_assert(local_partition(local_tile(s, Tuple<4, 4>{}, coord(1, 1)), static_layout<"(2,2):(2,1)">(),
                              1)(1, 1) == s(6, 7));
constexpr auto g = static_layout<"(?,8):(1,?)">(16, 20);
static_assert(local_tile(g, Tuple<4, 4>{}, coord(1, 1))(2, 3) == g(6, 7));
static_assert(local_partition(local_tile(g, Tuple<4, 4>{}, coord(1, 1)), static_layout<"(2,2):(2,1)">(),
                              1)(1, 1) == g(6, 7));
static_assert(local_partition(g, static_layout<"(4,2):(2,1)">(), 5)(3, 2) == g(14, 5));
}  // namespace parts

namespace tensors {
constexpr int numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
constexpr auto t = tensor(&numbers[0], static_layout<"(4,2):(2,1)">());
static_assert(t(3, 1) == 7 && t(_, 1)(2) == 5 && t(coord(_, 1))(2) == 5);
static_assert(local_tile(t, Tuple<2, 2>{}, coord(1, 0))(0, 1) == 5);
static_assert(local_partition(t, static_layout<"(2,1):(1,1)">(), 1)(1, 0) == 6);
static_assert(tensor(&numbers[0], swizzle<1, 0, 1>(static_layout<"(4,2):(2,1)">()))(3, _)(1) == 6);
constexpr int sum_of_fragment() {
  auto f = make_fragment<int>(static_layout<"(4,2):(10,40)">());
  int total = 0;
  unroll<8>([&](auto i) { f(i) = i; });
  unroll<8>([&](auto i) { total += f(i) * (i + 1); });
  return total;
}
static_assert(sum_of_fragment() == 168);
static_assert(sizeof make_fragment<int>(static_layout<"(4,2):(10,40)">()) == 8 * sizeof(int));
}  // namespace tensors

}  // namespace
}  // namespace colex

int main() {}
