// SPDX-License-Identifier: MIT
// Random GEMM problems: where the matrices lie, what they hold, and the element of C that is expected. Used
// on the host platform (gemm_test.cpp) and on a device (gemm_device.cpp).
#pragma once

#include <limits>
#include <random>
#include <vector>

#include "gemm/gemm.hpp"
#include "gemm/gemm_reference.hpp"

namespace colex::gpu {

using Random = std::mt19937_64;

inline Index below(Random& random, Index bound) {
  return static_cast<Index>(random() % static_cast<std::uint64_t>(bound));
}
inline bool one_in(Random& random, Index n) { return below(random, n) == 0; }

/// A finite element: every encoding of the narrow types, numbers of both signs otherwise.
template <class T>
T random_element(Random& random) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(random());
  } else if constexpr (numbers_in<T> > 1) {
    return T{static_cast<std::uint8_t>(random())};
  } else if constexpr (EncodedFloat<T>) {
    if constexpr (sizeof(T) == 1) {
      for (;;) {
        T const x{static_cast<std::uint8_t>(random())};
        if (std::isfinite(x.to_float())) return x;
      }
    } else {
      return T::from_float(random_element<float>(random));
    }
  } else {
    return std::ldexp(static_cast<T>(static_cast<std::int64_t>(random())),
                      -64 + static_cast<int>(random() % 4));
  }
}

/// What a wrong read would pick up: NaN where there is one.
template <class T>
T poison() {
  if constexpr (numbers_in < T >> 1) return T{0x77};
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(0x5A5A5A5A);
  else
    return convert<T>(std::numeric_limits<float>::quiet_NaN());
}

/// The number, or number `i` of an element that has several.
template <class T>
long double exact(T x, int i = 0) {
  if constexpr (numbers_in < T >> 1)
    return x.number(i);
  else if constexpr (EncodedFloat<T>)
    return x.to_float();
  else
    return static_cast<long double>(x);
}

/// Where a matrix lies: strides of any sign around a guard. `size` covers both guards.
struct Placement {
  Index rows = 0, columns = 0, batches = 1;
  Index row_stride = 0, column_stride = 0, batch_stride = 0, origin = 0, size = 0;
  Index at(Index i, Index j, Index b) const {
    return origin + i * row_stride + j * column_stride + b * batch_stride;
  }
};

inline constexpr Index guard = 64;

/// Column-major or row-major, packed, padded or padded to multiples of 16; now and then every second element,
/// backwards, or (where `broadcast` allows it) one row, column or batch for all.
inline Placement random_placement(Random& random, Index rows, Index columns, Index batches,
                                  bool columns_first, bool broadcast) {
  Placement p{rows, columns, batches};
  Index const inner = columns_first ? columns : rows, outer = columns_first ? rows : columns;
  Index const step = one_in(random, 8) ? 2 : 1;
  Index leading = inner * step;
  if (Index const padding = below(random, 4); padding == 1)
    leading += below(random, 9);
  else if (padding > 1)
    leading = (leading + 15) / 16 * 16;
  (columns_first ? p.column_stride : p.row_stride) = step;
  (columns_first ? p.row_stride : p.column_stride) = leading;
  p.batch_stride = (leading * outer + 15) / 16 * 16;
  Index const reach = p.batch_stride * batches;
  p.origin = guard;
  if (broadcast && one_in(random, 8)) p.row_stride = 0;
  if (broadcast && one_in(random, 8)) p.column_stride = 0;
  if (broadcast && one_in(random, 4)) p.batch_stride = 0;
  auto const flip = [&](Index& stride, Index extent) {
    if (extent == 0 || !one_in(random, 8)) return;
    p.origin += (extent - 1) * stride;
    stride = -stride;
  };
  flip(p.row_stride, rows), flip(p.column_stride, columns), flip(p.batch_stride, batches);
  p.size = reach + 2 * guard;
  return p;
}

template <class T>
Matrix<T> matrix(Placement const& p, GlobalView<T> view) {
  return {view, p.size, p.row_stride, p.column_stride, p.batch_stride, p.origin};
}

/// A placed matrix: poison, and random elements where the matrix has any.
template <class T>
std::vector<T> random_memory(Random& random, Placement const& p) {
  std::vector<T> memory(p.size, poison<T>());
  for (Index b = 0; b < p.batches; ++b)
    for (Index j = 0; j < p.columns; ++j)
      for (Index i = 0; i < p.rows; ++i) memory[p.at(i, j, b)] = random_element<T>(random);
  return memory;
}

/// A problem and its data on the CPU.
template <class Config>
struct Problem {
  using Types = GemmTypes<Config>;
  using Compute = typename Types::Compute;
  Index M = 0, N = 0, K = 0, batches = 1, splits = 1;
  Placement a, b, c;
  std::vector<typename Types::A> a_memory;
  std::vector<typename Types::B> b_memory;
  std::vector<typename Types::C> c_memory;
  Placement a_scale, b_scale;  // for the configs that take them: a row for each of A's, and of B's columns
  std::vector<E8M0> a_scales, b_scales;
  std::vector<Compute> bias;
  bool bias_of_rows = false;
  Compute alpha{1}, beta{0};
  Activation activation = Activation::none;
  TileOrder order;

  /// Bits 0, 1, 2 of `layouts`: A, B, C run along their rows first.
  Problem(Random& random, Index m, Index n, Index k, unsigned layouts) : M(m), N(n), K(k) {
    batches = one_in(random, 6) ? below(random, 4) : 1;
    splits = one_in(random, 3) ? 1 + below(random, 5) : 1;
    a = random_placement(random, M, K, batches, layouts & 1, true);
    b = random_placement(random, K, N, batches, layouts & 2, true);
    c = random_placement(random, M, N, batches, layouts & 4, false);
    a_memory = random_memory<typename Types::A>(random, a);
    b_memory = random_memory<typename Types::B>(random, b);
    c_memory = random_memory<typename Types::C>(random, c);
    if constexpr (std::is_integral_v<Compute>) {
      alpha = below(random, 5) - 2, beta = one_in(random, 2) ? 0 : below(random, 7) - 3;
    } else {
      if (one_in(random, 2)) alpha = random_element<float>(random);
      if (one_in(random, 2)) beta = random_element<float>(random);
    }
    bias_of_rows = one_in(random, 2);
    if (one_in(random, 2))
      for (Index i = 0; i < (bias_of_rows ? M : N); ++i) {
        if constexpr (std::is_integral_v<Compute>)
          bias.push_back(static_cast<std::int32_t>(random()));
        else
          bias.push_back(random_element<Compute>(random));
      }
    activation = static_cast<Activation>(below(random, std::is_integral_v<Compute> ? 2 : 5));
    order = {static_cast<Order>(below(random, 3)), 1 + below(random, 4),
             one_in(random, 2) ? 1 : 1 + below(random, 9)};
  }

  /// The call on memory that holds the matrices and the bias.
  Gemm<Config> call(GlobalView<typename Types::A const> a_view, GlobalView<typename Types::B const> b_view,
                    GlobalView<typename Types::C> c_view) const {
    Gemm<Config> g{M, N, K, matrix(a, a_view), matrix(b, b_view), matrix(c, c_view)};
    g.alpha = alpha, g.beta = beta, g.activation = activation, g.bias_of_rows = bias_of_rows;
    g.batches = batches, g.splits = splits, g.order = order;
    return g;
  }

  /// Preshuffled B, for the configs that read it so: its elements with both guards, and where it lies.
  Index shuffled_size() const {
    if constexpr (b_is_shuffled<Config>) return shuffled_elements<Config>(N, K) * batches + 2 * guard;
    return 0;
  }
  template <class T>
  Matrix<T> shuffled_b(GlobalView<T> view) const {
    return {view, shuffled_size(), 0, 0, shuffled_elements<Config>(N, K), guard};
  }

  /// Calls judge(offset in C, expected element) for every element of C.
  template <class Judge>
  void expect(Judge judge) const {
    constexpr int each = numbers_in<typename Types::A>;
    Index const numbers = each * K;  // along K
    std::vector<long double> rows(M * numbers), columns(numbers * N);
    for (Index batch = 0; batch < batches; ++batch) {
      for (Index k = 0; k < numbers; ++k) {
        int const i = static_cast<int>(k % each);
        for (Index m = 0; m < M; ++m) rows[m * numbers + k] = exact(a_memory[a.at(m, k / each, batch)], i);
        for (Index n = 0; n < N; ++n) columns[n * numbers + k] = exact(b_memory[b.at(k / each, n, batch)], i);
      }
      if constexpr (is_scaled<Config>) {
        auto const scale = [&](std::vector<long double>& x, auto const& scales, Placement const& at,
                               Index extent) {
          for (Index i = 0; i < extent * numbers; ++i)
            x[i] *= scale_of(scales[at.at(i / numbers, i % numbers / numbers_per_scale, batch)]);
        };
        scale(rows, a_scales, a_scale, M), scale(columns, b_scales, b_scale, N);
      }
      for (Index n = 0; n < N; ++n)
        for (Index m = 0; m < M; ++m) {
          ElementInputs const in{{rows.data() + m * numbers, static_cast<std::size_t>(numbers)},
                                 {columns.data() + n * numbers, static_cast<std::size_t>(numbers)},
                                 exact(alpha),
                                 exact(beta),
                                 exact(c_memory[c.at(m, n, batch)]),
                                 bias.empty() ? 0 : exact(bias[bias_of_rows ? m : n]),
                                 activation,
                                 splits};
          judge(c.at(m, n, batch),
                expected_element<typename Types::Sum, typename Types::C>(in, Config::atom::threads > 1));
        }
    }
  }
};

/// An operand as pipelined configs read it: contiguous along K, at a pitch of whole runs.
inline Placement placement_along_k(Random& random, Index rows, Index K, Index batches, bool is_b, int run) {
  Placement p{is_b ? K : rows, is_b ? rows : K, batches};
  Index const pitch = K + run * below(random, 3);
  (is_b ? p.row_stride : p.column_stride) = 1;
  (is_b ? p.column_stride : p.row_stride) = pitch;
  p.batch_stride = pitch * rows + run * below(random, 2);
  p.origin = guard;
  p.size = p.batch_stride * batches + 2 * guard;
  return p;
}

/// Scales by rows, whole runs of 8 and sometimes one more: those of K are random, between 2^-10 and 2^9, and the others no numbers.
inline Placement random_scales(Random& random, Index rows, Index numbers, Index batches,
                               std::vector<E8M0>& memory) {
  Placement p{rows, numbers / numbers_per_scale, batches};
  p.row_stride = (numbers + 255) / 256 * 8 + 8 * below(random, 2), p.column_stride = 1;
  p.batch_stride = p.row_stride * rows, p.origin = guard;
  p.size = p.batch_stride * batches + 2 * guard;
  memory.assign(p.size, E8M0{255});
  for (Index b = 0; b < batches; ++b)
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < p.columns; ++j)
        memory[p.at(i, j, b)] = {static_cast<std::uint8_t>(117 + below(random, 20))};
  return p;
}

/// A problem for a pipelined config.
template <class Config>
Problem<Config> problem_along_k(Random& random, Index M, Index N, Index K, unsigned layouts) {
  using Types = GemmTypes<Config>;
  constexpr int run = widest_access_bytes / static_cast<int>(sizeof(typename Types::A));
  Problem<Config> p(random, M, N, K, layouts);
  p.a = placement_along_k(random, M, K, p.batches, false, run),
  p.b = placement_along_k(random, N, K, p.batches, true, run);
  p.a_memory = random_memory<typename Types::A>(random, p.a);
  p.b_memory = random_memory<typename Types::B>(random, p.b);
  if constexpr (is_scaled<Config>) {
    constexpr int each = numbers_in<typename Types::A>;
    p.a_scale = random_scales(random, M, each * K, p.batches, p.a_scales);
    p.b_scale = random_scales(random, N, each * K, p.batches, p.b_scales);
  }
  return p;
}

/// Whether the element is what was expected.
template <class T>
bool is_expected(T got, Expected const& want) {
  if (std::isnan(want.value)) return std::isnan(exact(got));
  return std::fabs(exact(got) - want.value) <= want.bound;  // false for NaN
}

}  // namespace colex::gpu
