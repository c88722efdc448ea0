// SPDX-License-Identifier: MIT
// Products are added in the order of k, each rounded once, as the host platform does it; the manual does not say what the hardware does.
#include "code/matrix.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "atoms/element_table.hpp"
#include "atoms/mfma_forms.hpp"
#include "atoms/mfma_scaled.hpp"
#include "code/wave.hpp"
#include "operations/failure.hpp"
#include "platform/number_types.hpp"

namespace colex::code {

namespace {

/// How many registers of a lane hold so many elements.
template <class T>
constexpr unsigned registers(int elements) {
  return static_cast<unsigned>(elements) * sizeof(T) / sizeof(Word);
}

/// Element v of a lane.
template <class T>
T element(Wave::Rows rows, unsigned lane, int v) {
  std::size_t const first = static_cast<std::size_t>(v) * sizeof(T), word = first / 4;
  if constexpr (sizeof(T) == 8) {
    return std::bit_cast<T>(Wide{rows[word + 1][lane]} << 32 | rows[word][lane]);
  } else {
    Word const part = rows[word][lane] >> 8 * (first % 4);
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(part);
    else if constexpr (sizeof(T) == 4)
      return std::bit_cast<T>(part);
    else  // not by its bytes in memory, so that compilers make vectors of it
      return T{static_cast<decltype(T::bits)>(part)};
  }
}

// Several versions, so that where the processor has fused multiply-adds the loop is of those.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define COLEX_FUSED __attribute__((target_clones("avx512f", "fma", "default")))
#else
#define COLEX_FUSED
#endif

/// Rows of R columns: c[m] += a[k][m] b[k].
#define COLEX_SUMS(C, R, fused)                                                         \
  COLEX_FUSED void add_products(std::integral_constant<int, R>, C const* __restrict a,  \
                                C const* __restrict b, C* __restrict c, int k_extent) { \
    for (int k = 0; k < k_extent; ++k)                                                  \
      for (int m = 0; m < R; ++m)                                                       \
        for (int n = 0; n < R; ++n) {                                                   \
          C const x = a[k * R + m], y = b[k * R + n];                                   \
          C& sum = c[m * R + n];                                                        \
          sum = fused;                                                                  \
        }                                                                               \
  }
#define COLEX_SUMS_OF(C, fused) COLEX_SUMS(C, 4, fused) COLEX_SUMS(C, 16, fused) COLEX_SUMS(C, 32, fused)
COLEX_SUMS_OF(float, __builtin_fmaf(x, y, sum))
COLEX_SUMS(double, 4, __builtin_fma(x, y, sum))
COLEX_SUMS(double, 16, __builtin_fma(x, y, sum))
COLEX_SUMS_OF(std::int32_t,
              static_cast<std::int32_t>(static_cast<Word>(x) * static_cast<Word>(y) + static_cast<Word>(sum)))
#undef COLEX_SUMS_OF
#undef COLEX_SUMS

/// x y + sum. Of several numbers that are NaN, y before x before the sum, it is the first one, quiet: which a processor's instruction gives depends on how a
/// compiler orders its operands.
template <class C>
C first_nan_or_sum(C x, C y, C sum) {
  for (C const one : {y, x, sum})
    if (std::isnan(one)) return one + one;
  return std::fma(x, y, sum);
}
template <class C>
void add_in_order(C const* a, C const* b, C* c, int rows, int k_extent) {
  for (int m = 0; m < rows; ++m)
    for (int n = 0; n < rows; ++n)
      for (int k = 0; k < k_extent; ++k) {
        C& sum = c[m * rows + n];
        sum = first_nan_or_sum(a[k * rows + m], b[k * rows + n], sum);
      }
}

/// Where the row of C that R lanes hold begins, rows one behind the other: the layout has columns one behind the other.
template <int R>
std::size_t row_of(int element) {
  constexpr std::size_t rows = R;
  auto const at = static_cast<std::size_t>(element);
  return at / (rows * rows) * (rows * rows) + at % rows * rows;
}

/// Registers that a product puts together from what is no row of them: a thread's, for all products.
constexpr unsigned kMostRegisters = 32;
alignas(64) thread_local Word room[kMostRegisters][kLanes];

/// R lanes one behind the other hold numbers one behind the other: of A and B those of one k, of C those of one row.
template <class Atom>
constexpr bool lanes_hold_rows() {
  constexpr int R = Atom::M;
  for (int at = 0; at < kLanes * Atom::a_values; ++at)
    if (evaluate(Atom::a_layout, at) != evaluate(Atom::a_layout, at / R * R) + at % R) return false;
  for (int at = 0; at < kLanes * Atom::c_values; ++at)
    if (evaluate(Atom::c_layout, at) != evaluate(Atom::c_layout, at / R * R) + at % R * R) return false;
  return true;
}

template <class Atom>
requires(lanes_hold_rows<Atom>()) void multiply(Wave& wave, Instruction const& i) {
  using A = typename Atom::A;
  using B = typename Atom::B;
  using C = typename Atom::C;
  constexpr int R = Atom::M, K = Atom::K, blocks = Atom::blocks;
  static std::vector<int> const a_table = gpu::element_table(Atom::a_layout),
                                c_table = gpu::element_table(Atom::c_layout);
  constexpr unsigned a_registers = registers<A>(Atom::a_values), c_registers = registers<C>(Atom::c_values);
  static_assert(c_registers <= kMostRegisters);
  Word unused[1][kLanes];
  std::uint64_t factors = kAllLanes, defined = kAllLanes;
  alignas(64) C a[R * K * blocks], b[R * K * blocks], c[R * R * blocks];
  auto const each_run = [](int values, std::vector<int> const& table, auto use) {
    for (int v = 0; v < values; ++v)
      for (unsigned lane = 0; lane < kLanes; lane += R)
        use(v, lane, table[lane + static_cast<std::size_t>(kLanes * v)]);
  };
  auto const gather = [&]<class T>(std::type_identity<T>, Operand const& o, C* to) {
    Operand registers_only = o;
    if (o.from == From::constant) registers_only.from = From::off;  // refused by matrix()
    auto const rows = wave.matrix(registers_only, a_registers, unused, factors);
    each_run(Atom::a_values, a_table, [&](int v, unsigned lane, int first) {
      C* const run = to + first;
      for (unsigned n = 0; n < R; ++n) run[n] = gpu::convert<C>(element<T>(rows, lane + n, v));
    });
  };
  gather(std::type_identity<A>{}, i.operands[1], a);
  gather(std::type_identity<B>{}, i.operands[2], b);
  auto const old = wave.matrix(i.operands[3], c_registers, room, defined);
  auto const add = [&](auto products) {
    each_run(Atom::c_values, c_table, [&](int v, unsigned lane, int first) {
      if constexpr (sizeof(C) == 4)
        std::memcpy(&c[row_of<R>(first)], &old[v][lane], sizeof(C) * R);
      else
        for (unsigned n = 0; n < R; ++n) c[row_of<R>(first) + n] = element<C>(old, lane + n, v);
    });
    for (int block = 0; block < blocks; ++block)
      products(a + block * R * K, b + block * R * K, c + block * R * R);
  };
  add([](C const* x, C const* y, C* sums) { add_products(std::integral_constant<int, R>{}, x, y, sums, K); });
  if constexpr (std::is_floating_point_v<C>) {
    int nans = 0;
    for (C const one : c) nans |= one != one ? 1 : 0;
    if (nans != 0) [[unlikely]]
      add([](C const* x, C const* y, C* sums) { add_in_order(x, y, sums, R, K); });
  }
  each_run(Atom::c_values, c_table, [&](int v, unsigned lane, int first) {
    C const* const sums = &c[row_of<R>(first)];
    if constexpr (sizeof(C) == 4)
      std::memcpy(&room[v][lane], sums, sizeof(C) * R);
    else
      for (unsigned n = 0; n < R; ++n)
        room[2 * v][lane + n] = low(bits(sums[n])), room[2 * v + 1][lane + n] = high(bits(sums[n]));
  });
  wave.put_matrix(i.operands[0], c_registers, room, factors == kAllLanes ? defined : 0);
}

/// 2^(bits - 127), or NaN.
double scale_of(Word bits) {
  return bits == 255 ? std::numeric_limits<double>::quiet_NaN()
                     : std::ldexp(1.0, static_cast<int>(bits) - 127);
}

/// Each 32 numbers along K of a row of A, and of a column of B, share a scale, which op_sel picks of a register's four bytes: its low bit by op_sel, its high
/// one by op_sel_hi. As the host platform does it, a sum of doubles is rounded to float after each product.
template <class Atom>
void multiply_scaled(Wave& wave, Instruction const& i) {
  using T = typename Atom::A;
  constexpr int R = Atom::M, in_one = gpu::numbers_in<T>, K = Atom::K * in_one, groups = kLanes / R;
  static std::vector<int> const table = gpu::element_table(Atom::a_layout),
                                c_table = gpu::element_table(Atom::c_layout),
                                s_table = gpu::element_table(Atom::scale_layout);
  std::uint64_t factors = kAllLanes, defined = kAllLanes;
  static_assert(Atom::c_values <= kMostRegisters && registers<T>(Atom::a_values) <= kMostRegisters);
  double numbers[2][R * K], scales[2][R * groups];
  for (std::size_t side = 0; side < 2; ++side) {
    Operand const &values = i.operands[1 + side], &of_scales = i.operands[4 + side];
    if (values.from != From::vector || of_scales.from != From::vector)
      throw cli::InputError("a constant as a matrix, or as scales, is not known");
    auto const rows = wave.matrix(values, registers<T>(Atom::a_values), room, factors);
    for (int v = 0; v < Atom::a_values; ++v)
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        int const at = table[lane + static_cast<std::size_t>(kLanes * v)], row = at % R, k = at / R;
        T const one = element<T>(rows, lane, v);
        if constexpr (in_one == 1)
          numbers[side][at] = double{one.to_float()};
        else
          for (int half = 0; half < in_one; ++half)
            numbers[side][row + R * (in_one * k + half)] = double{one.number(half)};
      }
    auto const given = wave.matrix(of_scales, 1, room, factors);
    int const high = (i.modifiers.given & Modifiers::op_sel_hi) != 0 ? i.modifiers.high[side] : 0,
              byte = i.modifiers.low[side] + 2 * high;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      scales[side][s_table[lane]] = scale_of(given[0][lane] >> 8 * byte & 255);
  }
  auto const old = wave.matrix(i.operands[3], Atom::c_values, room, defined);
  for (int v = 0; v < Atom::c_values; ++v)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      int const at = c_table[lane + static_cast<std::size_t>(kLanes * v)], m = at % R, n = at / R;
      float sum = f32(old[v][lane]);
      for (int k = 0; k < K; ++k) {
        int const block = R * (k / gpu::numbers_per_scale);
        sum = static_cast<float>(sum + numbers[0][m + R * k] * numbers[1][n + R * k] *
                                           (scales[0][m + block] * scales[1][n + block]));
      }
      room[v][lane] = bits(sum);
    }
  wave.put_matrix(i.operands[0], Atom::c_values, room, factors == kAllLanes ? defined : 0);
}

constexpr int e4m3 = 0, e5m2 = 1, e2m1 = 4;  // as cbsz and blgp say

/// Products without scales, of numbers of 8 bits.
template <int R>
void multiply_of_bytes(Wave& wave, Instruction const& i) {
  auto const [a, b] = i.modifiers.formats;
  auto const of = [&]<class A, class B>(A, B) { multiply<gpu::Mfma<A, B, float, R, 2048 / R>>(wave, i); };
  if (a > e5m2 || b > e5m2)
    throw cli::InputError("products of other types than e4m3 and e5m2 without scales are not known");
  if (a == e4m3) return b == e4m3 ? of(gpu::E4M3{}, gpu::E4M3{}) : of(gpu::E4M3{}, gpu::E5M2{});
  b == e4m3 ? of(gpu::E5M2{}, gpu::E4M3{}) : of(gpu::E5M2{}, gpu::E5M2{});
}

template <int R>
void multiply_of_formats(Wave& wave, Instruction const& i) {
  auto const [a, b] = i.modifiers.formats;
  if (a == e4m3 && b == e4m3) return multiply_scaled<gpu::MfmaScaled<gpu::E4M3, R, 2048 / R>>(wave, i);
  if (a == e2m1 && b == e2m1) return multiply_scaled<gpu::MfmaScaled<gpu::E2M1x2, R, 1024 / R>>(wave, i);
  throw cli::InputError("scaled products of other types than two of e4m3, or two of e2m1, are not known");
}

/// The numbers of 8 bits that gfx950 has in place of gfx942's.
template <class T>
struct OfGfx950 {
  using type = T;
};
template <>
struct OfGfx950<gpu::E4M3Fnuz> {
  using type = gpu::E4M3;
};
template <>
struct OfGfx950<gpu::E5M2Fnuz> {
  using type = gpu::E5M2;
};

}  // namespace

std::vector<MatrixRow> matrix_rows() {
  std::vector<MatrixRow> rows;
  auto const name = [](char const* text) { return std::string(text == nullptr ? "" : text); };
  gpu::for_each_mfma([&]<class Form>(Form) {
    using Atom = typename Form::Atom;
    using A = typename OfGfx950<typename Atom::A>::type;
    using B = typename OfGfx950<typename Atom::B>::type;
    if constexpr (std::is_same_v<A, gpu::Tf32>) {
      rows.push_back({name(Form::gfx90a), name(Form::gfx942), "", [](Wave&, Instruction const&) {
                        throw cli::InputError("how operands of xf32 are rounded is not known");
                      }});
    } else if constexpr (std::is_same_v<A, typename Atom::A>) {
      rows.push_back({name(Form::gfx90a), name(Form::gfx942), name(Form::gfx942), multiply<Atom>});
    } else {
      rows.push_back({name(Form::gfx90a), name(Form::gfx942), "", multiply<Atom>});
      rows.push_back({"", "", name(Form::gfx942), multiply<gpu::Mfma<A, B, float, Atom::M, Atom::K>>});
    }
  });
  using gpu::Bf16, gpu::F16, gpu::Mfma;
  auto const add = [&](char const* of_gfx950, Run<Wave> run) { rows.push_back({"", "", of_gfx950, run}); };
  add("v_mfma_f32_16x16x32_f16", multiply<Mfma<F16, F16, float, 16, 32>>);
  add("v_mfma_f32_32x32x16_f16", multiply<Mfma<F16, F16, float, 32, 16>>);
  add("v_mfma_f32_16x16x32_bf16", multiply<Mfma<Bf16, Bf16, float, 16, 32>>);
  add("v_mfma_f32_32x32x16_bf16", multiply<Mfma<Bf16, Bf16, float, 32, 16>>);
  add("v_mfma_i32_16x16x64_i8", multiply<Mfma<std::int8_t, std::int8_t, std::int32_t, 16, 64>>);
  add("v_mfma_i32_32x32x32_i8", multiply<Mfma<std::int8_t, std::int8_t, std::int32_t, 32, 32>>);
  rows.push_back({"", "", "v_mfma_f32_16x16x128_f8f6f4", multiply_of_bytes<16>, 4, Modifiers::blocks});
  rows.push_back({"", "", "v_mfma_f32_32x32x64_f8f6f4", multiply_of_bytes<32>, 4, Modifiers::blocks});
  constexpr std::uint32_t takes = Modifiers::blocks | Modifiers::op_sel | Modifiers::op_sel_hi;
  rows.push_back({"", "", "v_mfma_scale_f32_16x16x128_f8f6f4", multiply_of_formats<16>, 6, takes});
  rows.push_back({"", "", "v_mfma_scale_f32_32x32x64_f8f6f4", multiply_of_formats<32>, 6, takes});
  return rows;
}

}  // namespace colex::code
