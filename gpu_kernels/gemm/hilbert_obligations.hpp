// SPDX-License-Identifier: MIT
// hilbert_order visits each tile of every grid once: proved on the step that the kernel runs, with all sides
// left symbolic, by induction on length + height of the rectangle.
//
// Say that curve(t, length, height) is hilbert_line(t, length) where a side is 1, and else, with part =
// hilbert_part(t, length, height), part.frame.at(curve(part.tile, part.length, part.height)). The claim: it
// takes 0, ..., length * height - 1 to places of the rectangle, no two to one.
//   Base    (line): the number is in the row or column, and two numbers are two places of it.
//   Step    (part, parts): the number in the part is in range, the part has smaller sides and lies in the
//           rectangle, and two numbers either are in one part, at one distance there as here, or in two parts
//           that share no place. By the hypothesis for the parts, and because a frame takes two places to two
//           (frame), the step takes two numbers to two places.
//   Loop    (within): hilbert_order's frame after some steps is the composition of their frames, so that it
//           gives the first frame's at(curve(tile, ...)). The first one takes the rectangle into the grid
//           (grid), whose sides are the rectangle's.
// A map of grid_m * grid_n numbers to as many tiles that takes no two to one is a bijection.
#pragma once

#include "gemm/tile_order.hpp"
#include "lemmas/division.hpp"
#include "sym/proof.hpp"

namespace colex::gpu {

struct HilbertObligation {
  using Integer = sym::Integer;
  using Proof = sym::Proof;
  using Boolean = sym::Boolean;
  using Frame = HilbertFrame<Integer>;
  using Part = HilbertPart<Integer>;

  /// Calls `use` with a frame for each of the eight ways in which it can lie.
  template <class Use>
  static void for_each_way(Integer const& m, Integer const& n, Use use) {
    for (int way = 0; way < 8; ++way) use(Frame{m, n, (way & 1) != 0, (way & 2) != 0, (way & 4) != 0});
  }

  /// A side of a part's rectangle of tiles: its lowest and its highest coordinate.
  struct Side {
    Integer low, high;
  };
  static Side side(Integer const& entry, Integer const& extent, bool up) {
    Integer const last = extent - Integer(1);
    return up ? Side{entry, entry + last} : Side{entry - last, entry};
  }
  static Side m_side(Part const& p) {
    return p.frame.along_m ? side(p.frame.m, p.length, p.frame.forward)
                           : side(p.frame.m, p.height, p.frame.upward);
  }
  static Side n_side(Part const& p) {
    return p.frame.along_m ? side(p.frame.n, p.height, p.frame.upward)
                           : side(p.frame.n, p.length, p.frame.forward);
  }

  static void prove(Proof& p) { line(p), frames(p), grid(p), part(p), parts(p); }

  static void line(Proof& p) {
    Integer const zero(0), one(1), length = p.integer("length"), height = p.integer("height");
    Integer const t = p.integer("t"), u = p.integer("u");
    for (bool is_row : {true, false}) {
      Integer const points = is_row ? length : height;
      p.part(is_row ? "base: one row" : "base: one column",
             {length >= one, height >= one, is_row ? height == one : length == one, t >= zero, u >= zero,
              t < points, u < points},
             [&] {
               auto const at = p.shipped("hilbert_line", [&] { return hilbert_line(t, length); });
               auto const other = hilbert_line(u, length);
               p.claim("is in the rectangle", both(at.m >= zero, at.m < length, at.n >= zero, at.n < height));
               p.claim("two numbers are two places",
                       either(t == u, either(at.m != other.m, at.n != other.n)));
             });
    }
  }

  static void frames(Proof& p) {
    Integer const m = p.integer("m"), n = p.integer("n"), a = p.integer("a"), b = p.integer("b");
    Integer const c = p.integer("c"), d = p.integer("d"), x = p.integer("x"), y = p.integer("y");
    Integer const length = p.integer("length"), height = p.integer("height"), zero(0);
    for_each_way(m, n, [&](Frame const& frame) {
      p.part("frame: two places are two tiles, of its rectangle",
             {a >= zero, a < length, b >= zero, b < height}, [&] {
               auto const at = p.shipped("at", [&] { return frame.at(a, b); });
               auto const other = frame.at(c, d);
               Part const whole{frame, length, height, zero};
               p.claim("two tiles", either(both(a == c, b == d), either(at.m != other.m, at.n != other.n)));
               p.claim("m", both(m_side(whole).low <= at.m, at.m <= m_side(whole).high));
               p.claim("n", both(n_side(whole).low <= at.n, at.n <= n_side(whole).high));
             });
      p.part("within: frames compose", {}, [&] {
        for_each_way(x, y, [&](Frame const& inner) {
          auto const once = p.shipped("within", [&] { return within(frame, inner); }).at(a, b);
          auto const first = inner.at(a, b);
          auto const twice = frame.at(first.m, first.n);
          p.claim("one frame for two", both(once.m == twice.m, once.n == twice.n));
        });
      });
    });
  }

  static void grid(Proof& p) {
    Integer const zero(0), one(1), grid_m = p.integer("grid_m"), grid_n = p.integer("grid_n");
    Integer const t = p.integer("t");
    p.part("grid: the first rectangle is the grid", {grid_m >= one, grid_n >= one}, [&] {
      Part const whole = p.shipped("hilbert_grid", [&] { return hilbert_grid(t, grid_m, grid_n); });
      p.claim("m", both(m_side(whole).low == zero, m_side(whole).high == grid_m - one));
      p.claim("n", both(n_side(whole).low == zero, n_side(whole).high == grid_n - one));
      p.claim("the number", whole.tile == t);
    });
  }

  /// The hypotheses of a step: a rectangle of several rows and columns, and numbers of its tiles.
  static std::vector<Boolean> rectangle(Integer const& length, Integer const& height,
                                        std::initializer_list<Integer> tiles) {
    std::vector<Boolean> given{length > Integer(1), height > Integer(1)};
    for (Integer const& tile : tiles)
      given.push_back(tile >= Integer(0)), given.push_back(tile < length * height);
    return given;
  }

  static void part(Proof& p) {
    Integer const zero(0), one(1), length = p.integer("length"), height = p.integer("height");
    Integer const t = p.integer("t");
    p.part("step: the part that holds a tile", rectangle(length, height, {t}), [&] {
      auto const part = p.shipped("hilbert_part", [&] { return hilbert_part(t, length, height); });
      auto const m = m_side(part), n = n_side(part);
      p.claim("has tiles", both(part.length >= one, part.height >= one));
      p.claim("is smaller", part.length + part.height < length + height);
      p.claim("lies in the rectangle", both(m.low >= zero, m.high < length, n.low >= zero, n.high < height));
      p.claim("the number in it", both(part.tile >= zero, part.tile < part.length * part.height));
    });
  }

  static void parts(Proof& p) {
    Integer const length = p.integer("length"), height = p.integer("height");
    Integer const t = p.integer("t"), u = p.integer("u");
    p.part("step: the parts of two tiles", rectangle(length, height, {t, u}), [&] {
      auto const one = p.shipped("hilbert_part", [&] { return hilbert_part(t, length, height); });
      auto const other = hilbert_part(u, length, height);
      auto const one_m = m_side(one), one_n = n_side(one), other_m = m_side(other), other_n = n_side(other);
      auto const apart = either(either(one_m.high < other_m.low, other_m.high < one_m.low),
                                either(one_n.high < other_n.low, other_n.high < one_n.low));
      bool const alike = one.frame.along_m == other.frame.along_m &&
                         one.frame.forward == other.frame.forward && one.frame.upward == other.frame.upward;
      auto const same =
          both(one.frame.m == other.frame.m, one.frame.n == other.frame.n, one.length == other.length,
               one.height == other.height, one.tile - other.tile == t - u);
      p.claim("are one or share no place", alike ? either(same, apart) : apart);
    });
  }
};

}  // namespace colex::gpu
