// SPDX-License-Identifier: MIT
// Runs an atom on the host platform, fed by the hardware's layouts (atom_problem.hpp).
//
//   wrong_elements<Atom>(truth, random_problems<Atom>(8, 1))      // 0 when the atom's table is right
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "atom_problem.hpp"

namespace colex::gpu::test {

/// How many elements of the products of one launch come out wrong. Expects a clean launch.
template <class Atom>
int wrong_in_launch(HardwareLayouts const& truth, std::vector<Problem> const& problems, int wave) {
  using A = typename Atom::A;
  using B = typename Atom::B;
  using C = typename Atom::C;
  Buffer<A> a("a", deal<A>(
                       problems, truth.a, Atom::threads, [](auto& p) -> auto& { return p.a; }));
  Buffer<B> b("b", deal<B>(
                       problems, truth.b, Atom::threads, [](auto& p) -> auto& { return p.b; }));
  Buffer<C> c("c", deal<C>(
                       problems, truth.c, Atom::threads, [](auto& p) -> auto& { return p.c; }));
  Buffer<C> d("d", c.size());
  auto const report = launch({.grid = {static_cast<std::uint32_t>(problems.size())},
                              .block = {Atom::threads},
                              .seed = problems.size(),
                              .wave = wave},
                             multiply_once<Atom>, a.view(), b.view(), c.view(), d.view());
  EXPECT_TRUE(report.clean()) << describe(report.findings[0]);
  return count_wrong<Atom>(truth, problems, [&](Index i) { return d.at(i); });
}

/// The same for any number of problems, a few a launch: shadow memory is many times as large as the data.
template <class Atom>
int wrong_elements(HardwareLayouts const& truth, std::vector<Problem> const& problems, int wave = 64) {
  constexpr std::size_t per_launch = 16;
  int wrong = 0;
  for (std::size_t first = 0; first < problems.size(); first += per_launch) {
    auto const last = std::min(problems.size(), first + per_launch);
    wrong += wrong_in_launch<Atom>(
        truth, {problems.begin() + static_cast<long>(first), problems.begin() + static_cast<long>(last)},
        wave);
  }
  return wrong;
}

}  // namespace colex::gpu::test
