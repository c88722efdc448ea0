// SPDX-License-Identifier: MIT
// Runs an atom on the host platform against hardware layouts that come from elsewhere than the atom: matrices
// are dealt to the lanes by the given layouts, every lane calls mma, and the result, collected by the given
// layout, is compared with the product by definition. An atom whose own table differs gives another matrix.
//
//   HardwareLayouts truth{layout A, layout B, layout C};
//   wrong_elements<Atom>(truth, random_problems<Atom>(8, 1))      // 0 when the table is right
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "atom_kernel.hpp"

namespace colex::gpu::test {

struct HardwareLayouts {
  TvLayout a, b, c;
};

/// Matrices of one problem, column-major, as whole numbers; blocks one after the other.
struct Problem {
  std::vector<int> a, b, c;
};

template <class Atom>
Problem zero_problem() {
  return {std::vector<int>(Atom::M * Atom::K * Atom::blocks),
          std::vector<int>(Atom::N * Atom::K * Atom::blocks),
          std::vector<int>(Atom::M * Atom::N * Atom::blocks)};
}

/// Numbers that the element type holds exactly: all of them for integers, a few small ones for floats.
template <class T>
int random_number(std::mt19937& random) {
  if constexpr (std::is_integral_v<T> && sizeof(T) == 1) {
    return static_cast<T>(random());
  } else {
    return static_cast<int>(random() % 7) - 3;
  }
}

template <class Atom>
std::vector<Problem> random_problems(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Problem> problems(count, zero_problem<Atom>());
  for (Problem& p : problems) {
    for (int& x : p.a) x = random_number<typename Atom::A>(random);
    for (int& x : p.b) x = random_number<typename Atom::B>(random);
    for (int& x : p.c) x = random_number<typename Atom::C>(random);
  }
  return problems;
}

/// Each element of A alone is one, then each of B; the other operand is random.
template <class Atom>
std::vector<Problem> one_hot_problems() {
  std::vector<Problem> problems;
  for (bool hot_a : {true, false}) {
    Problem const random = random_problems<Atom>(1, 7)[0], zero = zero_problem<Atom>();
    for (std::size_t i = 0; i < (hot_a ? zero.a : zero.b).size(); ++i) {
      Problem p = random;
      p.c = zero.c;
      (hot_a ? p.a : p.b) = hot_a ? zero.a : zero.b;
      (hot_a ? p.a : p.b)[i] = 1;
      problems.push_back(std::move(p));
    }
  }
  return problems;
}

template <class Atom>
int product_element(Problem const& p, int m, int n, int block) {
  int sum = p.c[m + Atom::M * (n + Atom::N * block)];
  for (int k = 0; k < Atom::K; ++k)
    sum += p.a[m + Atom::M * (k + Atom::K * block)] * p.b[n + Atom::N * (k + Atom::K * block)];
  return sum;
}

/// What the lanes hold, lane after lane, of one matrix of each problem.
template <class T, class Matrix>
std::vector<T> deal(std::vector<Problem> const& problems, TvLayout const& tv, int threads, Matrix matrix) {
  auto const elements = host::element_table(tv);
  std::size_t const points = elements.size(), values = points / threads;
  std::vector<T> dealt(points * problems.size());
  for (std::size_t p = 0; p < problems.size(); ++p)
    for (std::size_t i = 0; i < points; ++i)
      dealt[p * points + i % threads * values + i / threads] = convert<T>(matrix(problems[p])[elements[i]]);
  return dealt;
}

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
  auto const elements = host::element_table(truth.c);
  int const points = static_cast<int>(elements.size());
  int wrong = 0;
  for (std::size_t p = 0; p < problems.size(); ++p)
    for (int i = 0; i < points; ++i) {
      int const m = elements[i] % Atom::M, n = elements[i] / Atom::M % Atom::N;
      int const block = elements[i] / (Atom::M * Atom::N);
      C const got = d.at(Index{points} * p + i % Atom::threads * Atom::c_values + i / Atom::threads);
      wrong += got != convert<C>(product_element<Atom>(problems[p], m, n, block));
    }
  return wrong;
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
