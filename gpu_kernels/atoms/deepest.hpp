// SPDX-License-Identifier: MIT
// DeepestAtom<Atom>: the matrix instruction of the target that takes several steps of an atom along K at once; the atom itself where
// there is none. gfx950 multiplies 16-bit types twice as deep as gfx942 in as much time; i8 gfx942 twice and gfx950 four times as
// deep as gfx90a. Their lanes hold as many more values of the same rows, and which k a value belongs to does not matter as long as it
// is the same one in A and B: so what lanes hold for several steps of the atom is what they hold for one of these.
#pragma once

#include "atoms/mfma.hpp"
#include "colex/equal.hpp"

namespace colex::gpu {

/// Whether an instruction of `Deep`, given the fragments of several steps of `Atom` one after the other, adds up their products.
template <class Deep, class Atom>
constexpr bool takes_steps_of() {
  if (Deep::M != Atom::M || Deep::N != Atom::N || Deep::a_values % Atom::a_values != 0) return false;
  if (!equal(Deep::c_layout, Atom::c_layout).equal) return false;
  for (int value = 0; value < Deep::a_values; ++value)
    for (int lane = 0; lane < 64; ++lane) {
      int const held = lane + 64 * value, of_step = lane + 64 * (value % Atom::a_values);
      auto const a = Deep::a_layout(held), b = Deep::b_layout(held);
      auto const step_a = Atom::a_layout(of_step), step_b = Atom::b_layout(of_step);
      bool const same_k = a / Deep::M == b / Deep::N && step_a / Atom::M == step_b / Atom::N;
      if (a % Deep::M != step_a % Atom::M || b % Deep::N != step_b % Atom::N || !same_k) return false;
    }
  return true;
}

template <class Atom>
struct Deepest {
  using type = Atom;
};
template <class T>
requires(sizeof(T) == 2) struct Deepest<Mfma<T, T, float, 16, 16>> {
  using Deep = Mfma<T, T, float, 16, 32>;
  static_assert(takes_steps_of<Deep, Mfma<T, T, float, 16, 16>>());
#if defined(__gfx950__)
  using type = Deep;
#else
  using type = Mfma<T, T, float, 16, 16>;
#endif
};
template <>
struct Deepest<Mfma<std::int8_t, std::int8_t, std::int32_t, 16, 16>> {
  template <int K>
  using Form = Mfma<std::int8_t, std::int8_t, std::int32_t, 16, K>;
  static_assert(takes_steps_of<Form<32>, Form<16>>() && takes_steps_of<Form<64>, Form<16>>());
#if defined(__gfx950__)
  using type = Form<64>;
#elif defined(__gfx942__)
  using type = Form<32>;
#else
  using type = Form<16>;
#endif
};
template <class Atom>
using DeepestAtom = typename Deepest<Atom>::type;

}  // namespace colex::gpu
