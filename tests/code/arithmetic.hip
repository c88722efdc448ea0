// SPDX-License-Identifier: MIT
// Expressions of C++ that a compiler makes many instructions of: the same source is compiled for the host, as C++, and for the devices, and
// arithmetic.py compares the bits. RESULTS gives each a number and the type of its answer, for words a, b, c and the like of other types.
typedef unsigned u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

#if defined(__HIP__) || defined(__CUDA__)
#define FUNCTION static inline __attribute__((device))
#else
#define FUNCTION static inline
#endif

template <class To, class From>
FUNCTION To as(From x) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  return __builtin_bit_cast(To, x);
}
/// Conversions from what a type does not hold are undefined in C++.
FUNCTION float inside(float x, float most) { return x > -most && x < most ? x : 1.5f; }
FUNCTION double inside(double x, double most) { return x > -most && x < most ? x : 2.5; }
/// Not zero, nor -1, by which the least number has no quotient.
template <class T>
FUNCTION T divisor(T b) {
  return (b | 3) == -1 ? 7 : b | 3;
}
/// Which NaN an operation gives is not compared.
FUNCTION u64 bits(float x) { return x != x ? 0x7FC00000u : as<u32>(x); }
FUNCTION u64 bits(double x) { return x != x ? 0x7FF8000000000000ull : as<u64>(x); }

typedef unsigned short u16;
FUNCTION _Float16 half(float x) { return (_Float16)x; }
FUNCTION float number(float x) { return x != x ? 1.f : x; }
FUNCTION u32 packed(_Float16 x, _Float16 y) { return as<u16>(x) | (u32)as<u16>(y) << 16; }
// What a processor may give to one unit in the last place; of normal numbers the executor gives the nearest one.
FUNCTION float normal(float x) { return x > 1e-30f && x < 1e30f ? x : 1.25f; }
FUNCTION float near_zero(float x) { return x > -100.f && x < 100.f ? x : 1.25f; }
#if defined(__HIP__)
FUNCTION float root(float x) { return __builtin_amdgcn_sqrtf(normal(x)); }
FUNCTION float power_of_two(float x) { return __builtin_amdgcn_exp2f(near_zero(x)); }
FUNCTION float logarithm(float x) { return __builtin_amdgcn_logf(normal(x)); }
#elif defined(__CUDA__)
FUNCTION float root(float x) { return __nvvm_sqrt_approx_f(normal(x)); }
FUNCTION float power_of_two(float x) { return __nvvm_ex2_approx_f(near_zero(x)); }
FUNCTION float logarithm(float x) { return __nvvm_lg2_approx_f(normal(x)); }
#else
FUNCTION float root(float x) { return __builtin_sqrtf(normal(x)); }
FUNCTION float power_of_two(float x) { return (float)__builtin_exp2((double)near_zero(x)); }
FUNCTION float logarithm(float x) { return (float)__builtin_log2((double)normal(x)); }
#endif
/// x * 2^n, rounded once, of n from -200 to 199.
#if defined(__CUDA__)
FUNCTION float scaled(float x, i32 n) { return (float)((double)x * as<double>((u64)(n + 1023) << 52)); }
#else
FUNCTION float scaled(float x, i32 n) { return __builtin_ldexpf(x, n); }
#endif

#define RESULTS(R)                                                                                                    \
  R(0, a + b) R(1, a - b * c) R(2, a / (b | 1)) R(3, a % (b | 1)) R(4, (i32)a / divisor((i32)b)) R(5, (i32)a % divisor((i32)b)) \
  R(6, x / (y | 1)) R(7, x % (y | 1)) R(8, (i64)x / divisor((i64)y)) R(9, (i64)x % divisor((i64)y)) R(10, x * y) R(11, x / (b | 1)) \
  R(12, a << (b & 31)) R(13, a >> (b & 31)) R(14, (i32)a >> (b & 31)) R(15, x << (b & 63)) R(16, x >> (b & 63)) \
  R(17, (i64)x >> (b & 63)) R(18, a < b ? c : a) R(19, (i32)a < (i32)b ? a : b) R(20, x < y ? x : y + 1) R(21, (i64)x < (i64)y ? x - y : y) \
  R(22, a > b ? a : b) R(23, (i32)a > (i32)b ? a : b) R(24, (u64)a * b >> 32) R(25, (i64)(i32)a * (i32)b) R(26, (a & 0xFFFFFF) * (b & 0xFFFFFF)) \
  R(27, __builtin_bitreverse32(a)) R(28, (a & b) | c) R(29, (a ^ b) + c) R(30, a << 30 | b >> 2) R(31, (a >> 5) & 0x7FF) R(32, (i32)(a << 9) >> 21) \
  R(33, (u32)(unsigned short)(a * b + c)) R(34, (u32)(unsigned char)(a >> 8) | b << 8) R(35, __builtin_bswap32(a)) R(36, x + y) R(37, x - y) \
  R(38, bits(f + g)) R(39, bits(f - g)) R(40, bits(f * g)) R(41, bits(f / g)) R(42, bits(__builtin_fmaf(f, g, h))) R(43, f < g) R(44, f <= g) \
  R(45, !(f < g)) R(46, f == g) R(47, f != g) R(48, bits(f > g ? f : h)) R(49, (u32)(i32)inside(f, 2147483000.f)) R(50, (u32)(inside(f, 2147483000.f) < 0 ? 0.f : inside(f, 2147483000.f))) \
  R(51, bits((float)a)) R(52, bits((float)(i32)a)) R(53, bits(__builtin_truncf(f))) R(54, bits(-f * g)) R(55, bits(__builtin_fabsf(f) + g)) \
  R(56, bits(d + e)) R(57, bits(d * e)) R(58, bits(d / e)) R(59, bits(__builtin_fma(d, e, d))) R(60, d < e) R(61, !(d <= e)) R(62, (u32)(i32)inside(d, 2147483000.)) \
  R(63, bits((double)(i32)a)) R(64, bits(d > e ? -d : e)) R(65, d != d) R(66, f != f) R(67, bits(d - e)) R(68, bits(__builtin_fmaxf(f, g) + 0.f)) \
  R(69, bits(__builtin_fminf(f, g) + 0.f)) R(70, bits(__builtin_fmaxf(__builtin_fmaxf(f, g), h) + 0.f)) R(71, bits(__builtin_floorf(f))) R(72, bits(__builtin_ceilf(f))) \
  R(73, bits(__builtin_rintf(f))) R(74, bits(scaled(f, (i32)(b % 400) - 200))) R(75, bits(root(f))) R(76, bits((float)half(f))) \
  R(77, bits((float)as<_Float16>((u16)a))) R(78, bits(__builtin_fmaf((float)half(f), g, (float)as<_Float16>((u16)c)))) \
  R(79, bits((float)(_Float16)__builtin_fmaf(f, (float)half(g), h))) R(80, packed(half(number(f)), half(number(g)))) R(81, bits(power_of_two(f))) R(82, bits(logarithm(f))) \
  R(83, half(f) < as<_Float16>((u16)a)) R(84, bits(-(float)as<_Float16>((u16)a))) R(85, bits(__builtin_fabsf((float)as<_Float16>((u16)b)))) \
  R(86, __builtin_elementwise_add_sat(a, b)) R(87, __builtin_elementwise_sub_sat(a, b)) R(88, __builtin_elementwise_sub_sat(7u, b)) \
  R(89, bits(__builtin_fmaf(-(float)half(f), __builtin_fabsf((float)as<_Float16>((u16)(b >> 16))), h)))
constexpr int count = 90;

#define STORE(number, value) to[number] = (u64)(value);
FUNCTION void answers(u64 x, u64 y, u64* to) {
  u32 const a = (u32)x, b = (u32)y, c = (u32)(x >> 32);
  float const f = as<float>(a), g = as<float>(b), h = as<float>(c);
  double const d = as<double>(x), e = as<double>(y);
  RESULTS(STORE)
}

#if defined(__HIP__)
extern "C" __attribute__((global)) void arithmetic(u64 const* from, u64* to) {
  int const thread = __builtin_amdgcn_workitem_id_x() + 64 * __builtin_amdgcn_workgroup_id_x();
  answers(from[2 * thread], from[2 * thread + 1], to + count * thread);
}
#elif defined(__CUDA__)
extern "C" __attribute__((global)) void arithmetic(u64 const* from, u64* to) {
  int const thread = __nvvm_read_ptx_sreg_tid_x() + 64 * __nvvm_read_ptx_sreg_ctaid_x();
  answers(from[2 * thread], from[2 * thread + 1], to + count * thread);
}
#else
extern "C" void arithmetic(u64 const* from, u64* to, int pairs) {
  for (int k = 0; k < pairs; ++k) answers(from[2 * k], from[2 * k + 1], to + count * k);
}
extern "C" int answers_of_a_pair() { return count; }
#endif
