// SPDX-License-Identifier: MIT
// mma on the host platform, for every atom of more than one thread: the lanes meet, their values are put
// together to matrices by the atom's layouts, and D = A B + C is dealt out again. Products are summed in the
// order of k, each rounded once; integers are exact.
#pragma once

#include <source_location>
#include <string>
#include <vector>

#include "atoms/element_table.hpp"
#include "atoms/fma.hpp"

namespace colex::gpu {
namespace host {

/// One lane of an mma.
template <class Atom>
struct MmaLane {
  Fragment<typename Atom::C, Atom::c_values> c;
  Fragment<typename Atom::A, Atom::a_values> a;
  Fragment<typename Atom::B, Atom::b_values> b;
};

/// The matrix that the lanes hold, as `To`.
template <class Atom, class To, class Get>
std::vector<To> assemble(std::vector<int> const& table, Get get) {
  std::vector<To> matrix(table.size());
  for (std::size_t i = 0; i < table.size(); ++i)
    matrix[table[i]] =
        convert<To>(get(static_cast<int>(i % Atom::threads), static_cast<int>(i / Atom::threads)));
  return matrix;
}

template <class Atom>
void multiply(void* const* lanes, int) {
  using C = typename Atom::C;
  constexpr int M = Atom::M, N = Atom::N, K = Atom::K;
  static std::vector<int> const a_table = element_table(Atom::a_layout),
                                b_table = element_table(Atom::b_layout),
                                c_table = element_table(Atom::c_layout);
  auto const lane = [&](int i) -> MmaLane<Atom>& { return *static_cast<MmaLane<Atom>*>(lanes[i]); };
  auto const a = assemble<Atom, C>(a_table, [&](int i, int v) { return lane(i).a[v]; });
  auto const b = assemble<Atom, C>(b_table, [&](int i, int v) { return lane(i).b[v]; });
  auto c = assemble<Atom, C>(c_table, [&](int i, int v) { return lane(i).c[v]; });
  for (int block = 0; block < Atom::blocks; ++block)
    for (int k = 0; k < K; ++k)
      for (int n = 0; n < N; ++n)
        for (int m = 0; m < M; ++m) {
          C& sum = c[m + M * (n + N * block)];
          sum = multiply_add(a[m + M * (k + K * block)], b[n + N * (k + K * block)], sum);
        }
  for (std::size_t i = 0; i < c_table.size(); ++i)
    lane(i % Atom::threads).c[i / Atom::threads] = c[c_table[i]];
}

}  // namespace host

/// D = A B + C, by the atom's lanes together. When they do not all come: reported, and zeros.
template <class Atom>
requires(Atom::threads > 1) Fragment<typename Atom::C, Atom::c_values> mma(
    Fragment<typename Atom::C, Atom::c_values> const& c, Fragment<typename Atom::A, Atom::a_values> const& a,
    Fragment<typename Atom::B, Atom::b_values> const& b,
    std::source_location where = std::source_location::current()) {
  static_assert(atom_covers_once<Atom>());
  host::MmaLane<Atom> lane{c, a, b};
  if (Atom::threads % wave_width() != 0) {
    report_collective("an atom of " + std::to_string(Atom::threads) + " threads in waves of " +
                      std::to_string(wave_width()));
  } else if (meet_in_full(Atom::threads, &lane, host::multiply<Atom>, where)) {
    return lane.c;
  }
  return {};
}

/// An atom's sums, as a device holds them while it adds (amd_mma.hpp).
template <class Atom>
using InPlace = Fragment<typename Atom::C, Atom::c_values>;

/// sum += A B.
template <class Atom>
void mma_in_place(InPlace<Atom>& sum, Fragment<typename Atom::A, Atom::a_values> const& a,
                  Fragment<typename Atom::B, Atom::b_values> const& b,
                  std::source_location where = std::source_location::current()) {
  sum = mma<Atom>(sum, a, b, where);
}
template <class Sum>
void start_in_place(Sum& sum) {
  sum = Sum{};
}
inline void products_settle() {}

}  // namespace colex::gpu
