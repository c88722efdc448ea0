// SPDX-License-Identifier: MIT
// Index arithmetic twice: by a static layout (`face`) and by hand (`hand`); assembly.py counts what compilers
// make of each. A case whose name begins with `p2` has powers of two only. -DPLANTED spoils the first case.
#ifdef HEADERLESS
#include HEADERLESS
#endif
#include "colex/static/run_time.hpp"
#include "colex/static/tensor.hpp"

#if defined(__CUDACC__) || defined(__HIP__)
#define GLOBAL __global__
#define CASE(name, parameters, face, hand)                                                         \
  extern "C" __global__ void face_##name(float const* a, float* b, parameters) { b[0] = a[face]; } \
  extern "C" __global__ void hand_##name(float const* a, float* b, parameters) { b[0] = a[hand]; }
#else
#define GLOBAL
#define CASE(name, parameters, face, hand)                                     \
  extern "C" float face_##name(float const* a, parameters) { return a[face]; } \
  extern "C" float hand_##name(float const* a, parameters) { return a[hand]; }
#endif
#define COMMA ,
#define ONE(T) T i
#define TWO(T) T i COMMA T j
#define THREE(T) T i COMMA T j COMMA T k
#define FOUR(T) T i COMMA T j COMMA T k COMMA T m

using colex::_;
using colex::coord;
using colex::Static;
using colex::static_layout;
using colex::Tuple;
using Nested = Static<"(4,(2,4)):(2,(1,8))">;
using Rank3 = Static<"(8,8,4):(72,1,576)">;
using Odd = Static<"(3,5,7):(1,4,21)">;
using Rank8 = Static<"(2,4,2,2,4,2,2,4):(64,1,32,512,4,16,256,128)">;
using Flat = Static<"(64,32):(1,72)">;
using Blocked = Static<"((2,4),(2,8)):((1,16),(2,64))">;

COLEX_CONSTANT auto at_namespace_scope = static_layout<"(4,(2,4)):(2,(1,8))">();

#ifdef PLANTED
CASE(p2_nested_unsigned, ONE(unsigned), Nested{}(i % 31u), (i & 3) * 2 + (i >> 2 & 1) + (i >> 3) * 8)
#else
CASE(p2_nested_unsigned, ONE(unsigned), Nested{}(i), (i & 3) * 2 + (i >> 2 & 1) + (i >> 3) * 8)
#endif
CASE(p2_nested_int, ONE(int), Nested{}(i), (i & 3) * 2 + (i >> 2 & 1) + (i >> 3) * 8)
CASE(p2_nested_long, ONE(long), Nested{}(i), (i & 3) * 2 + (i >> 2 & 1) + (i >> 3) * 8)
CASE(p2_rank_3, ONE(unsigned), Rank3{}(i), (i & 7) * 72 + (i >> 3 & 7) + (i >> 6) * 576)
CASE(odd_unsigned, ONE(unsigned), Odd{}(i), i % 3 + i / 3 % 5 * 4 + i / 15 * 21)
CASE(odd_long, ONE(unsigned long), Odd{}(i), i % 3 + i / 3 % 5 * 4 + i / 15 * 21)
CASE(p2_rank_8, ONE(unsigned), Rank8{}(i),
     (i & 1) * 64 + (i >> 1 & 3) + (i >> 3 & 1) * 32 + (i >> 4 & 1) * 512 + (i >> 5 & 3) * 4 +
         (i >> 7 & 1) * 16 + (i >> 8 & 1) * 256 + (i >> 9) * 128)
CASE(p2_flat_ij, TWO(int), Flat{}(i, j), i + j * 72)
CASE(p2_flat_ij_unsigned, TWO(unsigned), Flat{}(i, j), i + j * 72)
CASE(p2_blocked_ij, TWO(unsigned), Blocked{}(i, j), (i & 1) + (i >> 1) * 16 + (j & 1) * 2 + (j >> 1) * 64)
CASE(p2_blocked_coord, FOUR(int), Blocked{}(coord(i, j), coord(k, m)), i + j * 16 + k * 2 + m * 64)
CASE(p2_transposed, ONE(unsigned), Static<"(4,8):(8,1)">{}(i), (i & 3) * 8 + (i >> 2))
CASE(p2_compact, ONE(unsigned), Static<"(4,(2,4)):(1,(4,8))">{}(i), i)
CASE(p2_quotients, ONE(unsigned), (by_quotients(Static<"(4,8):(12,52)">{}, i)), i * 12 + (i >> 2) * 4)
CASE(p2_slice, TWO(int), Flat{}(i, _)(j), i + j * 72)
CASE(p2_negative, TWO(int), Static<"(16,16):(-16,1)">{}(i, j), j - i * 16)
CASE(p2_broadcast, ONE(unsigned), Static<"(16,32):(0,1)">{}(i), i >> 4)
CASE(p2_swizzle_ij, TWO(unsigned), (colex::swizzle<3, 0, 3>(Static<"(8,8):(8,1)">{})(i, j)),
     i * 8 + (j ^ (i & 7)))
CASE(p2_swizzle_index, ONE(unsigned), (colex::swizzle<3, 4, 3>(Static<"4096:1">{})(i)), i ^ (i >> 3 & 112))
CASE(run_time_ij, THREE(int), (static_layout<"(?,64):(1,?)">(64, k)(i, j)), i + j * k)
CASE(run_time_index, THREE(unsigned), (static_layout<"(?,64):(1,?)">(j, k)(i)), i % j + i / j * k)
CASE(p2_tile, FOUR(int),
     (local_tile(static_layout<"(4096,4096):(1,?)">(m), Tuple<64, 32>{}, coord(i, j))(k, 5)),
     i * 64 + k + (j * 32 + 5) * m)
CASE(p2_thread, TWO(unsigned), (local_partition(Flat{}, Static<"(32,4):(1,32)">{}, i)(1, j)),
     (i & 31) + (i >> 5) * 72 + 32 + j * 288)
CASE(p2_run_time_divide, FOUR(int),
     (zipped_divide(static_layout<"(?,4096):(1,?)">(4096, m), Tuple<64, 32>{})(coord(k, 5), coord(i, j))),
     i * 64 + k + (j * 32 + 5) * m)
CASE(p2_run_time_composition, FOUR(int),
     (composition(static_layout<"(64,32):(1,?)">(k), Static<"((8,4),8):((8,512),1)">{})(coord(i, j), m)),
     i * 8 + j * (8 * k) + m)

CASE(p2_namespace_scope, ONE(unsigned), at_namespace_scope(i), (i & 3) * 2 + (i >> 2 & 1) + (i >> 3) * 8)
CASE(p2_lambda, ONE(unsigned), ([&](unsigned k) { return at_namespace_scope(k); }(i)),
     (i & 3) * 2 + (i >> 2 & 1) + (i >> 3) * 8)

template <class L>
GLOBAL void symbol_of(float* out, L layout) {
  out[0] = static_cast<float>(layout(1));
}
template GLOBAL void symbol_of<Nested>(float*, Nested);
template GLOBAL void symbol_of<Flat>(float*, Flat);
template GLOBAL void symbol_of<Blocked>(float*, Blocked);
#ifdef README_KERNEL  // the kernel of the README, beside one by hand
#include README_KERNEL
extern "C" __global__ void hand_readme(float const* in, float* out) {
  unsigned const i = threadIdx.x;
  out[i] = in[(i & 3) * 2 + (i >> 2 & 1) + (i >> 3) * 8];
}
#endif
#ifdef __CUDACC__
void launch(float* out) {
  symbol_of<<<1, 1>>>(out, Nested{});
  symbol_of<<<1, 1>>>(out, Flat{});
  symbol_of<<<1, 1>>>(out, Blocked{});
}
#endif
