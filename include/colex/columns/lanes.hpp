// SPDX-License-Identifier: MIT
// Eight integers at once as one number of the algebra, so that one call of an operation answers eight rows of columns.
//
// A comparison of eight pairs is one bool as long as all lanes agree. Where they do not, most of them go on, and the others
// leave: their rows are asked again, together with rows that left at the same place (paths.hpp). So every lane takes the
// path that the operation would take with its numbers alone, by the same code.
//
//   assert((columns::group.start(columns::kAllLanes), columns::Lanes(7) / columns::Lanes(2) == columns::Lanes(3)));
//
// A lane is a double, which holds every integer up to 2^53. Inputs, sums and products are at most kLaneLimit; a lane that
// would pass it leaves as well, and its row is asked with 64-bit integers.
#pragma once

#include <bit>
#include <cstring>

#include "colex/number.hpp"

#if defined(__AVX2__) || defined(__AVX512DQ__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace colex::columns {

inline constexpr int kLanes = 8;
/// Largest magnitude of a number in a lane. Sums and products below it are exact, and so are quotients.
inline constexpr std::int64_t kLaneLimit = std::int64_t{1} << 50;

// A name per instruction set, so that objects for several link together.
#if defined(__AVX512DQ__)
#define COLEX_LANES avx512
#elif defined(__AVX2__)
#define COLEX_LANES avx2
#else
#define COLEX_LANES any
#endif
inline namespace COLEX_LANES {

/// Whether eight lanes are done sooner than eight single calls, as they are by vectors of 512 bits; else all rows are asked
/// singly. Tests define COLEX_LANES_ALWAYS.
#if defined(__AVX512DQ__) || defined(COLEX_LANES_ALWAYS)
inline constexpr bool kLanesPay = true;
#else
inline constexpr bool kLanesPay = false;
#endif

using Vector = double __attribute__((vector_size(8 * kLanes)));
using Words = std::int64_t __attribute__((vector_size(8 * kLanes)));
/// A bit per lane.
using Mask = std::uint32_t;
inline constexpr Mask kAllLanes = (Mask{1} << kLanes) - 1;

/// Thrown where no lane is left.
struct NoLane {};

/// The lanes that run together, and those that left, with the path on which each went on.
struct Group {
  struct Leaving {
    Mask lanes;
    std::uint64_t path;
  };
  Mask active = 0;
  std::uint64_t path = 0;
  int leavings = 0;
  Leaving left[kLanes]{};
  bool searched = false;  ///< a search was left out, so that what the lanes come to is no answer

  void start(Mask lanes) {
    active = lanes;
    path = 1;
    leavings = 0;
    searched = false;
  }
  /// The truth that most lanes see; the others leave. Precondition: the lanes do not agree.
  [[gnu::noinline]] bool part(Mask yes) {
    bool const most = 2 * std::popcount(yes) >= std::popcount(active);
    Mask const stay = most ? yes : active & ~yes;
    left[leavings++] = {active & ~stay, 3 * path + (most ? 0 : 1)};
    active = stay;
    return most;
  }
  /// One truth for all lanes that are active.
  bool follow(Mask lanes) {
    Mask const yes = lanes & active;
    bool truth = yes != 0;
    if (yes != active) {
      if (truth) truth = part(yes);
    } else if (!truth) {
      throw NoLane{};
    }
    path = 3 * path + (truth ? 1 : 0);
    return truth;
  }
};
#if defined(__ELF__)
inline thread_local constinit Group group [[gnu::tls_model("initial-exec")]];
#else
inline thread_local constinit Group group;
#endif

/// What a comparison answers: a bit per lane, and one bool for the lanes that run together.
struct Truth {
  Mask lanes;
  operator bool() const { return group.follow(lanes); }
};

namespace detail {
#if defined(__AVX512DQ__)
#define COLEX_COMPARE(name, how, op)                        \
  inline Mask name(Vector const& a, Vector const& b) {      \
    return _mm512_cmp_pd_mask(__m512d(a), __m512d(b), how); \
  }
#elif defined(__AVX2__)
#define COLEX_COMPARE(name, how, op)                                      \
  inline Mask name(Vector const& a, Vector const& b) {                    \
    __m256d x[2], y[2];                                                   \
    std::memcpy(x, &a, sizeof(a)), std::memcpy(y, &b, sizeof(b));         \
    return Mask(_mm256_movemask_pd(_mm256_cmp_pd(x[0], y[0], how))) |     \
           Mask(_mm256_movemask_pd(_mm256_cmp_pd(x[1], y[1], how))) << 4; \
  }
#elif defined(__SSE2__)
#define COLEX_COMPARE(name, how, op)                                                             \
  inline Mask name(Vector const& a, Vector const& b) {                                           \
    __m128d x[4], y[4];                                                                          \
    std::memcpy(x, &a, sizeof(a)), std::memcpy(y, &b, sizeof(b));                                \
    Mask bits = 0;                                                                               \
    for (int k = 0; k < 4; ++k) bits |= Mask(_mm_movemask_pd(__m128d(x[k] op y[k]))) << (2 * k); \
    return bits;                                                                                 \
  }
#else
#define COLEX_COMPARE(name, how, op)                                  \
  inline Mask name(Vector const& a, Vector const& b) {                \
    Mask bits = 0;                                                    \
    for (int k = 0; k < kLanes; ++k) bits |= Mask(a[k] op b[k]) << k; \
    return bits;                                                      \
  }
#endif
COLEX_COMPARE(equal, _CMP_EQ_OQ, ==)
COLEX_COMPARE(less, _CMP_LT_OQ, <)
COLEX_COMPARE(at_most, _CMP_LE_OQ, <=)
#undef COLEX_COMPARE

// Vectors go by reference: who returns one by value has another ABI where registers are narrower.

/// The magnitudes.
inline void magnitude(Vector& out, Vector const& x) {
  out = (Vector)((Words)x & (Words{} + std::int64_t{0x7fffffffffffffff}));
}
/// Rounded towards 0. Precondition: |x| < 2^51.
inline void truncate(Vector& x) {
#if defined(__AVX512DQ__)
  x = (Vector)_mm512_maskz_roundscale_pd(kAllLanes, __m512d(x), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
#else
  Vector size, shift = Vector{} + 4503599627370496.0;  // 2^52, above which all are integers
  magnitude(size, x);
  Vector near = (size + shift) - shift;
  near += (Vector)((Words)(near > size) & (Words)(Vector{} - 1.0));
  x = (Vector)((Words)near | ((Words)x & (Words)(Vector{} * -1.0)));
#endif
}
/// The lanes whose magnitude keeps kLaneLimit.
inline Mask within_limit(Vector const& x) {
  Vector size, limit = Vector{} + double(kLaneLimit);
  magnitude(size, x);
  return at_most(size, limit);
}
}  // namespace detail

class Lanes {
 public:
  Lanes() = default;  // as int64_t: a value only as Lanes{}
  Lanes(std::int64_t all) : v_(Vector{} + static_cast<double>(all)) {}
  explicit Lanes(Vector const& v) : v_(v) {}

  double operator[](int lane) const { return v_[lane]; }
  Vector const& vector() const { return v_; }

  friend Lanes operator+(Lanes const& a, Lanes const& b) { return kept(a.v_ + b.v_); }
  friend Lanes operator-(Lanes const& a, Lanes const& b) { return kept(a.v_ - b.v_); }
  friend Lanes operator*(Lanes const& a, Lanes const& b) { return kept(a.v_ * b.v_); }
  friend Lanes operator/(Lanes const& a, Lanes const& b) {
    Vector quotient = a.v_ / b.v_;
    detail::truncate(quotient);
    return Lanes(quotient);
  }
  friend Lanes operator%(Lanes const& a, Lanes const& b) {
    Vector quotient = a.v_ / b.v_;
    detail::truncate(quotient);
    return Lanes(a.v_ - quotient * b.v_);
  }
  Lanes operator-() const { return Lanes(Vector{} - v_); }

  friend Truth operator==(Lanes const& a, Lanes const& b) { return {detail::equal(a.v_, b.v_)}; }
  friend Truth operator!=(Lanes const& a, Lanes const& b) { return {~detail::equal(a.v_, b.v_)}; }
  friend Truth operator<(Lanes const& a, Lanes const& b) { return {detail::less(a.v_, b.v_)}; }
  friend Truth operator<=(Lanes const& a, Lanes const& b) { return {detail::at_most(a.v_, b.v_)}; }
  friend Truth operator>(Lanes const& a, Lanes const& b) { return {detail::less(b.v_, a.v_)}; }
  friend Truth operator>=(Lanes const& a, Lanes const& b) { return {detail::at_most(b.v_, a.v_)}; }

 private:
  /// Lanes beyond the limit leave; what they go on with is never looked at.
  static Lanes kept(Vector const& v) {
    group.active &= detail::within_limit(v);
    return Lanes(v);
  }
  Vector v_;
};

/// What the algebra asks before it multiplies or adds: within 2^62 where the lanes' limit is kept, and other lanes leave.
inline bool product_fits(Lanes const& a, Lanes const& b) {
  (void)(a * b);
  return true;
}
inline bool sum_fits(Lanes const& a, Lanes const& b) {
  (void)(a + b);
  return true;
}

}  // namespace COLEX_LANES
}  // namespace colex::columns

namespace colex {
template <>
inline constexpr bool is_number<columns::Lanes> = true;
}  // namespace colex
