// SPDX-License-Identifier: MIT
// Law: injective() tells the truth; a "no" shows two coordinates that collide.   (3,2):(1,2): 2 and 3
#pragma once

#include "colex/decide.hpp"

namespace colex::laws {

struct injective_is_exact {
  static constexpr char const* statement =
      "injective(L) answers yes if and only if L(i) = L(j) implies i = j";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 2.3";

  /// Enumerates pairs.
  static constexpr bool holds(Layout<std::int64_t> const& l) {
    auto const why = injective(l);
    if (why.condition == Condition::undecided) return true;
    return why.condition == Condition::none ? distinct(l)
                                            : why.left < why.right && collide(l, why.left, why.right);
  }
  /// The procedures that injective() asks where its search is long, each alone.
  static constexpr bool long_ways_hold(Layout<std::int64_t> const& l) {
    detail::Moving<std::int64_t> const moving(l.leaves);
    for (auto const& m : moving.modes)
      if (m.stride == 0) return true;
    Work work;
    auto const told = [&](detail::Decided<std::int64_t> const& by) {
      if (!by.decided || work.ended()) return false;
      auto const [i, j] = by.collision;
      return i == j ? distinct(l) : collide(l, i, j);
    };
    int const rank = moving.modes.count;
    return told(detail::met_collision(moving, work)) &&
           (rank < 3 || rank > 4 || told(detail::lattice_collision(moving, work)));
  }

  /// The induction step of strides that outgrow one another. Two coordinates of the modes before have offsets p and
  /// q, 0 <= p, q <= reach, and digits u and w at the new mode. With one offset they agree. Precondition: the
  /// step does not refuse.
  template <Number Int>
  static constexpr auto step_keeps(Mode<Int> const& mode, Int const& p, Int const& q, Int const& u,
                                   Int const& w, Step<Int, Int> const& step) {
    Int const x = p + u * mode.stride, y = q + w * mode.stride;
    return both(x <= step.state, either(x != y, both(p == q, u == w)));
  }

 private:
  static constexpr bool collide(Layout<std::int64_t> const& l, std::int64_t i, std::int64_t j) {
    return 0 <= i && i < size(l) && 0 <= j && j < size(l) && i != j && evaluate(l, i) == evaluate(l, j);
  }
  static constexpr bool distinct(Layout<std::int64_t> const& l) {
    for (std::int64_t i = 0; i < size(l); ++i)
      for (std::int64_t j = 0; j < i; ++j)
        if (evaluate(l, i) == evaluate(l, j)) return false;
    return true;
  }
};

}  // namespace colex::laws
