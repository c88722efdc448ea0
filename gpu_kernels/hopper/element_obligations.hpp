// SPDX-License-Identifier: MIT
// That the bits of an element depend on its own operands alone. The functions that finish sums (finish.hpp) are run on a
// number that has no value and keeps count of the operands that it was made of; no branch can ask such a number, for it
// does not compile. So what comes out speaks of all values.
//
//   elements_are_apart(config)            what is computed of an element mentions its own operands, and no others
//   operands_have_their_places(config)    the bias and factors that are taken for it are those of its row and column
#pragma once

#include <vector>

#include "hopper/finish.hpp"
#include "hopper/hopper_numbers.hpp"

namespace colex::gpu::hopper {

/// The operands of the 8 elements that a thread finishes at a time: some have one each, some one for all, which are of
/// one row.
enum class Operand { sum, up, bias, factor, old, row_bias, row_factor };

class Mentions {
 public:
  constexpr Mentions() = default;
  constexpr Mentions(float) {}  // a constant, or a scalar of the call
  static constexpr Mentions of(Operand operand, int element = 0) {
    Mentions x;
    x.operands_ = std::uint64_t{1} << (8 * static_cast<int>(operand) + element);
    return x;
  }
  /// What is made of both.
  static constexpr Mentions both(Mentions a, Mentions b) {
    a.operands_ |= b.operands_;
    return a;
  }
  constexpr std::uint64_t operands() const { return operands_; }

  friend constexpr Mentions operator+(Mentions a, Mentions b) { return both(a, b); }
  friend constexpr Mentions operator-(Mentions a, Mentions b) { return both(a, b); }
  friend constexpr Mentions operator*(Mentions a, Mentions b) { return both(a, b); }
  friend constexpr Mentions operator-(Mentions a) { return a; }
  Mentions& operator+=(Mentions b) { return *this = both(*this, b); }
  Mentions& operator*=(Mentions b) { return *this = both(*this, b); }

 private:
  std::uint64_t operands_ = 0;
};
inline Mentions quick_exp2(Mentions x) { return x; }
inline Mentions quick_reciprocal(Mentions x) { return x; }
inline Mentions at_least(Mentions x, float) { return x; }
inline Mentions size_at_most(Mentions x, float) { return x; }
inline Mentions rectified(Mentions x) { return x; }
inline Mentions by_sign(Mentions x, Mentions below, Mentions other) {
  return Mentions::both(x, Mentions::both(below, other));
}

/// Finishes sums as the kernels do.
struct ShippedFinish {
  template <Finish finish, bool scaled, class... Arguments>
  static void sums(Arguments&&... arguments) {
    finish_sums<Element::f32, finish, scaled>(arguments...);
  }
  template <Finish finish, class... Arguments>
  static void gated(Arguments&&... arguments) {
    finish_gated<finish>(arguments...);
  }
};

namespace detail {
/// Whether each of the 8 mentions its own of these operands, and nothing else.
inline bool mention_their_own(Mentions const (&x)[4][2], std::vector<Operand> const& operands) {
  for (int i = 0; i < 8; ++i) {
    Mentions own;
    for (Operand each : operands)
      own += Mentions::of(each, each == Operand::row_bias || each == Operand::row_factor ? 0 : i);
    if (x[i / 2][i % 2].operands() != own.operands()) return false;
  }
  return true;
}

template <class Finisher, Finish finish, bool scaled>
bool sums_are_apart(Activation activation, float beta) {
  Mentions x[4][2];
  HeldBiasOf<Mentions> bias;
  HeldFactors<scaled, Mentions> factors;
  for (int i = 0; i < 8; ++i) {
    bias.value[i / 2][i % 2] = Mentions::of(Operand::bias, i);
    if constexpr (scaled) factors.value[i / 2][i % 2] = Mentions::of(Operand::factor, i);
  }
  Finisher::template sums<finish, scaled>(
      Epilogue<float>{2, beta, activation}, bias, Mentions::of(Operand::row_bias), factors,
      Mentions::of(Operand::row_factor),
      [](int block, int i) { return Mentions::of(Operand::sum, 2 * block + i); },
      [](Mentions(&sums)[4][2]) {
        for (int i = 0; i < 8; ++i) sums[i / 2][i % 2] += Mentions::of(Operand::old, i);
      },
      x);
  std::vector<Operand> operands = {Operand::sum};
  if (scaled) operands.insert(operands.end(), {Operand::factor, Operand::row_factor});
  if (finish != Finish::plain) operands.insert(operands.end(), {Operand::bias, Operand::row_bias});
  if (finish != Finish::plain && beta != 0) operands.push_back(Operand::old);
  return mention_their_own(x, operands);
}

template <class Finisher, Finish finish>
bool gated_are_apart(Activation activation) {
  Mentions x[4][2];
  Finisher::template gated<finish>(
      activation, [](int i) { return Mentions::of(Operand::sum, i); },
      [](int i) { return Mentions::of(Operand::up, i); }, x);
  return mention_their_own(x, {Operand::sum, Operand::up});
}

template <class Finisher, Finish finish>
bool are_apart(bool scaled, bool gated, Activation activation) {
  for (float beta : {0.0f, 3.0f})
    if (!sums_are_apart<Finisher, finish, false>(activation, beta) ||
        (scaled && !sums_are_apart<Finisher, finish, true>(activation, beta)))
      return false;
  return !gated || gated_are_apart<Finisher, finish>(activation);
}
}  // namespace detail

/// O14: of every activation, of a config whose sums may be `scaled`, or that is `gated`.
template <class Finisher = ShippedFinish>
bool elements_are_apart(bool scaled, bool gated) {
  using detail::are_apart;
  return are_apart<Finisher, Finish::plain>(scaled, false, Activation::none) &&
         are_apart<Finisher, Finish::any>(scaled, gated, Activation::none) &&
         are_apart<Finisher, Finish::any>(scaled, gated, Activation::relu) &&
         are_apart<Finisher, Finish::gelu>(scaled, gated, Activation::gelu) &&
         are_apart<Finisher, Finish::silu>(scaled, gated, Activation::silu) &&
         are_apart<Finisher, Finish::gelu_erf>(scaled, gated, Activation::gelu_erf);
}

/// O14: what a thread holds as element i of a group is of the row whose bias, factor and pitch it takes, and of the
/// column held_column() says.
inline bool operands_have_their_places(HopperNumbers const& c) {
  bool const exchanged = bytes_of(result_of(c.element)) < 4;
  for (int thread = 0; thread < warpgroup_threads; ++thread)
    for (int half = 0; half < 2; ++half)
      for (int group = 0; group < column_groups(c.N); ++group)
        for (int i = 0; i < stored_run; ++i) {
          int const value = first_held_value(half, group, i / 2) + i % 2;
          if (value >= c.N / 2) continue;
          int const row = exchanged ? StoredPlaces<stored_column_step, 2>(0, 0, thread).row(half)
                                    : StoredPlaces<stored_column_step, 4>(0, 0, thread).row(half);
          Element2d const place{row, held_column(group * stored_column_step, thread, i)};
          if (element_of(*c.held, thread, value) != place) return false;
        }
  return true;
}

}  // namespace colex::gpu::hopper
