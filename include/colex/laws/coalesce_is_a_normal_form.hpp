// SPDX-License-Identifier: MIT
// Law: two layouts are the same function exactly when they coalesce to the same layout.
//   (2,5):(3,6) and 10:3 both coalesce to 10:3;   (2,2):(3,1) stays, and differs from (2,2):(1,3) at index 1.
#pragma once

#include "colex/equal.hpp"

namespace colex::laws {

struct coalesce_is_a_normal_form {
  static constexpr char const* statement =
      "A(i) = B(i) for all i < |A| = |B| if and only if coalesce(A) = coalesce(B)";
  static constexpr char const* source = "Colfax, arXiv:2601.05972, 2.3.3.14 and 2.3.4.10";

  /// What makes a list of modes normal: extents above 1 (or the single mode 1:0), and no mode that continues
  /// the one before it.
  template <Number Int>
  static constexpr bool is_normal(List<Mode<Int>> const& modes) {
    if (modes.count == 1 && modes[0] == Mode<Int>{Int(1), Int(0)}) return true;
    for (int k = 0; k < modes.count; ++k) {
      if (modes[k].shape == Int(1)) return false;
      if (k > 0 && modes[k].stride == modes[k - 1].shape * modes[k - 1].stride) return false;
    }
    return modes.count > 0;
  }

  /// equal() tells the truth: its verdict is the verdict of comparing every value, and its witness is the
  /// first index that differs. Enumerates; for layouts of one size.
  static constexpr bool holds(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b) {
    if (!is_normal(coalesce(a.leaves)) || !is_normal(coalesce(b.leaves))) return false;
    auto const verdict = equal(a, b);
    if (size(a) != size(b)) return !verdict.equal && !verdict.same_size;
    for (std::int64_t i = 0; i < size(a); ++i) {
      if (evaluate(a, i) == evaluate(b, i)) continue;
      return !verdict.equal && verdict.same_size && verdict.index == i && verdict.left == evaluate(a, i) &&
             verdict.right == evaluate(b, i);
    }
    return verdict.equal && coalesce(a) == coalesce(b);
  }

  /// The induction step for normality. `pending` is 1:0 at the start and has an extent above 1 once any mode
  /// has: then a mode is emitted only with an extent above 1, and the new pending mode does not continue it.
  template <Number Int>
  static constexpr auto step_keeps(Mode<Int> const& pending, Mode<Int> const& mode,
                                   Step<Mode<Int>, Int> const& step) {
    if (!step.emits) {
      // nothing is emitted: an empty pending mode gives way, or the pending mode keeps its stride
      auto const starts = pending.shape == Int(1);
      auto const empty =
          both(mode.shape == Int(1), step.state.shape == Int(1), step.state.stride == pending.stride);
      auto const grows = both(step.state.shape > Int(1), step.state.stride == pending.stride);
      auto const first = both(step.state.shape > Int(1), step.state.stride == mode.stride);
      return either(both(starts, either(empty, first)), both(!starts, grows));
    }
    return both(step.mode.shape == pending.shape, step.mode.stride == pending.stride,
                step.mode.shape > Int(1), step.state.shape > Int(1),
                step.state.stride != step.mode.shape * step.mode.stride);
  }
  template <Number Int>
  static constexpr auto step_holds(Mode<Int> const& pending, Mode<Int> const& mode) {
    return step_keeps(pending, mode, coalesce_step(pending, mode));
  }
};

}  // namespace colex::laws
