/* SPDX-License-Identifier: MIT */
/* The kernels from C11, on the host platform: right answers, and what a call refuses. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/colex_kernels.h"

static int checks = 0, failures = 0;

static void expect(int holds, char const* what, int line) {
  ++checks;
  if (holds) return;
  ++failures;
  printf("line %d: %s; last error: %s\n", line, what, colex_kernels_last_error());
}
#define EXPECT(condition) expect((condition), #condition, __LINE__)
/* A refusal, and a part of its message. */
#define REFUSED(call, with, says)                             \
  do {                                                        \
    colex_kernels_status const got = (call);                  \
    EXPECT(got == (with));                                    \
    EXPECT(strstr(colex_kernels_last_error(), says) != NULL); \
  } while (0)

enum { N = 200 };
static _Alignas(16) float from[4 * N], to[4 * N];

static void reset(void) {
  for (int i = 0; i < 4 * N; ++i) from[i] = (float)i, to[i] = -1;
}

static void test_copy(void) {
  reset();
  EXPECT(colex_kernels_copy("copy_unpad_f32", from, 300, to, 200, 200, NULL) == COLEX_KERNELS_OK);
  EXPECT(strlen(colex_kernels_last_error()) == 0);
  for (int e = 0; e < 200; ++e) EXPECT(to[e] == (float)(e / 8 * 12 + e % 8));
  EXPECT(to[200] == -1);
  EXPECT(colex_kernels_copy("copy_unpad_f32", NULL, 0, NULL, 0, 0, NULL) == COLEX_KERNELS_OK);

  REFUSED(colex_kernels_copy("copy_nothing", from, 9, to, 9, 1, NULL), COLEX_KERNELS_UNKNOWN_CONFIG,
          "copy_nothing");
  REFUSED(colex_kernels_copy("gemm_f32", from, 9, to, 9, 1, NULL), COLEX_KERNELS_UNKNOWN_CONFIG, "gemm_f32");
  REFUSED(colex_kernels_copy(NULL, from, 9, to, 9, 1, NULL), COLEX_KERNELS_INVALID_ARGUMENT, "name is null");
  REFUSED(colex_kernels_copy("copy_unpad_f32", from, 300, to, 200, -1, NULL), COLEX_KERNELS_INVALID_ARGUMENT,
          "negative");
  REFUSED(colex_kernels_copy("copy_unpad_f32", from, 300, to, 200, INT64_MAX, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "too many");
  REFUSED(colex_kernels_copy("copy_unpad_f32", from, 48, to, 200, 33, NULL), COLEX_KERNELS_INVALID_ARGUMENT,
          "source has 48");
  REFUSED(colex_kernels_copy("copy_unpad_f32", from, 300, to, 63, 64, NULL), COLEX_KERNELS_INVALID_ARGUMENT,
          "destination has 63");
  REFUSED(colex_kernels_copy("copy_unpad_f32", NULL, 300, to, 200, 4, NULL), COLEX_KERNELS_INVALID_ARGUMENT,
          "source is null");
  REFUSED(colex_kernels_copy("copy_unpad_f32", from, -1, to, 200, 4, NULL), COLEX_KERNELS_INVALID_ARGUMENT,
          "negative");
  REFUSED(colex_kernels_copy("copy_unpad_f32", from + 1, 300, to, 200, 4, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "16 bytes");
  REFUSED(colex_kernels_copy("copy_unpad_f32", (char*)from + 1, 300, to, 200, 4, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "not aligned");
  REFUSED(colex_kernels_copy("copy_unpad_f32", from, 300, from + 40, 200, 4, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "overlap");
}

static void test_permute(void) {
  reset();
  int64_t const extents[3] = {7, 5, 11}, rows[3] = {1, 7, 35}, turned[3] = {55, 11, 1}, same[3] = {1, 7, 7};
  int64_t const two[2] = {20, 10}, empty[2] = {0, 10}, ones[2] = {1, 20}, other[2] = {10, 1},
                huge[2] = {INT64_MAX, 2}, negative[2] = {-1, 20};
  EXPECT(colex_kernels_permute("permute3_f32", 3, extents, from, 385, rows, to, 385, turned, NULL) ==
         COLEX_KERNELS_OK);
  for (int z = 0; z < 11; ++z)
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 7; ++x) EXPECT(to[55 * x + 11 * y + z] == from[x + 7 * y + 35 * z]);
  EXPECT(to[385] == -1);
  EXPECT(colex_kernels_permute("transpose_f32", 2, two, from, 200, ones, to, 200, other, NULL) ==
         COLEX_KERNELS_OK);
  for (int y = 0; y < 10; ++y)
    for (int x = 0; x < 20; ++x) EXPECT(to[10 * x + y] == from[x + 20 * y]);
  EXPECT(colex_kernels_permute("transpose_f32", 2, empty, from, 0, ones, to, 0, other, NULL) ==
         COLEX_KERNELS_OK);

  REFUSED(colex_kernels_permute("transpose_f32", 3, extents, from, 385, rows, to, 385, turned, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "rank");
  REFUSED(colex_kernels_permute("transpose_f32", 2, NULL, from, 200, ones, to, 200, other, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "null");
  REFUSED(colex_kernels_permute("transpose_f32", 2, two, from, 199, ones, to, 200, other, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "source has 199");
  REFUSED(colex_kernels_permute("transpose_f32", 2, two, from, 200, ones, to, 199, other, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "destination has 199");
  REFUSED(colex_kernels_permute("transpose_f32", 2, two, from, 200, huge, to, 200, other, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "beyond");
  REFUSED(colex_kernels_permute("transpose_f32", 2, huge, from, 200, ones, to, 200, other, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "beyond");
  REFUSED(colex_kernels_permute("transpose_f32", 2, two, from, 200, negative, to, 200, other, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "negative");
  REFUSED(colex_kernels_permute("permute3_f32", 3, extents, from, 385, rows, to, 385, same, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "two elements");
}

static void test_strided_copy(void) {
  reset();
  int64_t const extents[3] = {8, 5, 4}, rows[3] = {1, 8, 40}, heads[3] = {1, 32, 8}, same[3] = {1, 8, 8};
  int64_t const ten[1] = {10}, back[1] = {-1}, one[1] = {1}, none[1] = {0};
  int64_t const huge[1] = {INT64_MAX}, lowest[1] = {INT64_MIN};
  EXPECT(colex_kernels_strided_copy(4, 3, extents, from, 160, rows, to, 160, heads, NULL) ==
         COLEX_KERNELS_OK);
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 8; ++x) EXPECT(to[x + 32 * y + 8 * z] == from[x + 8 * y + 40 * z]);
  EXPECT(to[160] == -1);
  EXPECT(colex_kernels_strided_copy(4, 1, ten, from, 10, back, to, 10, one, NULL) == COLEX_KERNELS_OK);
  for (int i = 0; i < 10; ++i) EXPECT(to[i] == from[9 - i]);
  EXPECT(colex_kernels_strided_copy(4, 1, ten, from, 1, none, to, 10, one, NULL) == COLEX_KERNELS_OK);
  for (int i = 0; i < 10; ++i) EXPECT(to[i] == from[0]);
  EXPECT(colex_kernels_strided_copy(4, 1, none, from, 0, one, to, 0, one, NULL) == COLEX_KERNELS_OK);
  EXPECT(colex_kernels_strided_copy(4, 0, NULL, from + 3, 1, NULL, to, 1, NULL, NULL) == COLEX_KERNELS_OK);
  EXPECT(to[0] == from[3]);

  REFUSED(colex_kernels_strided_copy(3, 1, ten, from, 10, one, to, 10, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "bytes");
  REFUSED(colex_kernels_strided_copy(0, 1, ten, from, 10, one, to, 10, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "bytes");
  REFUSED(colex_kernels_strided_copy(4, 33, ten, from, 10, one, to, 10, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "rank");
  REFUSED(colex_kernels_strided_copy(4, 1, NULL, from, 10, one, to, 10, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "null");
  REFUSED(colex_kernels_strided_copy(4, 1, back, from, 10, one, to, 10, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "negative");
  REFUSED(colex_kernels_strided_copy(4, 1, ten, from, 9, one, to, 10, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "source has 9");
  REFUSED(colex_kernels_strided_copy(4, 1, ten, from, 10, one, to, 9, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "destination has 9");
  REFUSED(colex_kernels_strided_copy(4, 1, ten, from, 10, one, from + 4, 10, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "overlap");
  REFUSED(colex_kernels_strided_copy(4, 1, ten, (char*)from + 1, 10, one, to, 10, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "does not begin at a multiple of its elements");
  REFUSED(colex_kernels_strided_copy(4, 3, extents, from, 160, rows, to, 160, same, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "two elements");
  REFUSED(colex_kernels_strided_copy(4, 1, huge, from, 160, one, to, 160, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "ill-formed");
  REFUSED(colex_kernels_strided_copy(4, 1, ten, from, 160, lowest, to, 160, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "ill-formed");
  REFUSED(colex_kernels_strided_copy(4, 1, ten, NULL, 160, one, to, 160, one, NULL),
          COLEX_KERNELS_INVALID_ARGUMENT, "null");
}

static void test_gemm(void) {
  enum { M = 13, K = 9, COLUMNS = 6 };
  float a[M * K], b[K * COLUMNS], c[M * COLUMNS + 1], bias[COLUMNS], workspace[M * COLUMNS * 3];
  for (int i = 0; i < M * K; ++i) a[i] = (float)(i % 7 - 3);
  for (int i = 0; i < K * COLUMNS; ++i) b[i] = (float)(i % 5 - 2);
  for (int i = 0; i <= M * COLUMNS; ++i) c[i] = (float)(i % 3);
  for (int i = 0; i < COLUMNS; ++i) bias[i] = (float)i;
  colex_kernels_gemm_call call;
  colex_kernels_gemm_init(&call);
  call.m = M, call.n = COLUMNS, call.k = K;
  call.a = (colex_kernels_matrix){.data = a, .elements = M * K, .row_stride = 1, .column_stride = M};
  call.b =
      (colex_kernels_matrix){.data = b, .elements = K * COLUMNS, .row_stride = COLUMNS, .column_stride = 1};
  call.c =
      (colex_kernels_matrix){.data = c, .elements = M * COLUMNS, .row_stride = COLUMNS, .column_stride = 1};
  call.alpha = 2, call.beta = -1, call.activation = COLEX_KERNELS_RELU;
  call.bias = bias, call.bias_elements = COLUMNS;
  call.splits = 3, call.workspace = workspace, call.workspace_elements = M * COLUMNS * 3;
  float expected[M * COLUMNS];
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < COLUMNS; ++j) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += a[i + M * k] * b[k * COLUMNS + j];
      float const x = 2 * sum - c[i * COLUMNS + j] + bias[j];
      expected[i * COLUMNS + j] = x > 0 ? x : 0;
    }
  EXPECT(colex_kernels_gemm("gemm_f32", &call) == COLEX_KERNELS_OK);
  EXPECT(memcmp(c, expected, sizeof expected) == 0);

  colex_kernels_gemm_call wrong = call;
  wrong.workspace_elements = 5;
  REFUSED(colex_kernels_gemm("gemm_f32", &wrong), COLEX_KERNELS_INVALID_ARGUMENT, "workspace has 5");
  wrong = call, wrong.c.row_stride = 5;
  REFUSED(colex_kernels_gemm("gemm_f32", &wrong), COLEX_KERNELS_INVALID_ARGUMENT, "two elements of C");
  wrong = call, wrong.b.elements = 53;
  REFUSED(colex_kernels_gemm("gemm_f32", &wrong), COLEX_KERNELS_INVALID_ARGUMENT, "B reaches elements");
  wrong = call, wrong.m = -1;
  REFUSED(colex_kernels_gemm("gemm_f32", &wrong), COLEX_KERNELS_INVALID_ARGUMENT, "negative");
  wrong = call, wrong.activation = 7;
  REFUSED(colex_kernels_gemm("gemm_f32", &wrong), COLEX_KERNELS_INVALID_ARGUMENT, "activation");
  wrong = call, wrong.c.data = b, wrong.c.elements = K * COLUMNS;
  REFUSED(colex_kernels_gemm("gemm_f32", &wrong), COLEX_KERNELS_INVALID_ARGUMENT, "overlaps");
  wrong = call, wrong.struct_size = 8;
  REFUSED(colex_kernels_gemm("gemm_f32", &wrong), COLEX_KERNELS_INVALID_ARGUMENT, "struct_size");
  REFUSED(colex_kernels_gemm("gemm_f32", NULL), COLEX_KERNELS_INVALID_ARGUMENT, "null");
  REFUSED(colex_kernels_gemm("gemm_f31", &call), COLEX_KERNELS_UNKNOWN_CONFIG, "gemm_f31");

  int8_t a8[4] = {1, -2, 3, 4}, b8[4] = {5, 6, -7, 8};
  int32_t c8[4] = {0, 0, 0, 0};
  colex_kernels_gemm_init(&call);
  call.m = call.n = call.k = 2;
  call.a = (colex_kernels_matrix){.data = a8, .elements = 4, .row_stride = 2, .column_stride = 1};
  call.b = (colex_kernels_matrix){.data = b8, .elements = 4, .row_stride = 2, .column_stride = 1};
  call.c = (colex_kernels_matrix){.data = c8, .elements = 4, .row_stride = 2, .column_stride = 1};
  EXPECT(colex_kernels_gemm("gemm_i8_i32", &call) == COLEX_KERNELS_OK);
  EXPECT(c8[0] == 19 && c8[1] == -10 && c8[2] == -13 && c8[3] == 50);
  call.alpha = 0.5;
  REFUSED(colex_kernels_gemm("gemm_i8_i32", &call), COLEX_KERNELS_INVALID_ARGUMENT, "alpha");
  call.alpha = NAN;
  REFUSED(colex_kernels_gemm("gemm_i8_i32", &call), COLEX_KERNELS_INVALID_ARGUMENT, "alpha");
}

/* A number of this many bits of exponent and of fraction; never infinite or NaN here. */
static double decoded(int exponent_bits, int fraction_bits, unsigned x) {
  int const bias = (1 << (exponent_bits - 1)) - 1, e = (int)(x >> fraction_bits) & ((1 << exponent_bits) - 1);
  double const fraction = ldexp((double)(x & ((1u << fraction_bits) - 1)), -fraction_bits);
  double const size = e == 0 ? ldexp(fraction, 1 - bias) : ldexp(1 + fraction, e - bias);
  return x >> (exponent_bits + fraction_bits) & 1 ? -size : size;
}

/* How many of 16 x 16 bf16 numbers are the product of their row's scale, 2^(i % 4), and their column's, 2^-(j % 3). */
static int products_of_scales(uint16_t const* c) {
  int right = 0;
  for (int i = 0; i < 256; ++i) right += decoded(8, 7, c[i]) == ldexp(1, i / 16 % 4 - i % 16 % 3);
  return right;
}

static unsigned drawn(unsigned below) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % below;
}

/* One of Hopper's configs on random numbers, within the bound of gpu_kernels/hopper/gemm_reference.hpp. */
static void test_hopper_config(char const* config, int bytes, int exponent_bits, int fraction_bits, int a_k,
                               int b_k) {
  enum {
    M = 75,
    COLUMNS = 41,
    K = 83,
    ROOM = 128 * 96,
    C_PITCH = 48,
    FIRST = 3,
    A_FIRST = 16,
    B_FIRST = 32,
    POISON = 0xABCD
  };
  static _Alignas(16) unsigned char a[2 * ROOM], b[2 * ROOM];
  static uint16_t c[M * C_PITCH + FIRST];
  int const f16 = exponent_bits == 5, bias = (1 << (exponent_bits - 1)) - 1;
  memset(a, 0xFF, sizeof a), memset(b, 0xFF, sizeof b); /* NaN between the elements */
  for (size_t i = 0; i < sizeof c / sizeof *c; ++i) c[i] = POISON;
  int const a_row = a_k ? 96 : 1, a_column = a_k ? 1 : 80, b_row = b_k ? 1 : 48, b_column = b_k ? 96 : 1;
  static double x[M * K], y[K * COLUMNS];
  for (int i = 0; i < M * K + K * COLUMNS; ++i) {
    int const of_a = i < M * K, j = of_a ? i : i - M * K;
    unsigned const bits = (drawn(2) << exponent_bits | ((unsigned)bias - 3 + drawn(6))) << fraction_bits |
                          drawn(1u << fraction_bits);
    int const at = of_a ? j / K * a_row + j % K * a_column : j / COLUMNS * b_row + j % COLUMNS * b_column;
    unsigned char* const to = (of_a ? a : b) + (at + (of_a ? A_FIRST : B_FIRST)) * bytes;
    to[0] = (unsigned char)bits;
    if (bytes == 2) to[1] = (unsigned char)(bits >> 8);
    (of_a ? x : y)[j] = decoded(exponent_bits, fraction_bits, bits);
  }
  colex_kernels_gemm_call call;
  colex_kernels_gemm_init(&call);
  call.m = M, call.n = COLUMNS, call.k = K;
  call.a = (colex_kernels_matrix){
      .data = a, .elements = ROOM, .row_stride = a_row, .column_stride = a_column, .origin = A_FIRST};
  call.b = (colex_kernels_matrix){
      .data = b, .elements = ROOM, .row_stride = b_row, .column_stride = b_column, .origin = B_FIRST};
  call.c = (colex_kernels_matrix){
      .data = c, .elements = M * C_PITCH + FIRST, .row_stride = C_PITCH, .column_stride = 1, .origin = FIRST};
  EXPECT(colex_kernels_gemm(config, &call) == COLEX_KERNELS_OK);
  int wrong = 0, beside = 0;
  for (int i = -FIRST; i < M * C_PITCH; ++i) {
    int const row = i / C_PITCH, column = i % C_PITCH;
    if (i < 0 || column >= COLUMNS) {
      beside += c[i + FIRST] != POISON;
      continue;
    }
    double sum = 0, magnitude = 0;
    for (int k = 0; k < K; ++k) {
      double const product = x[row * K + k] * y[k * COLUMNS + column];
      sum += product, magnitude += fabs(product);
    }
    int const terms = 32 / bytes;
    double const summed =
        (double)((K + terms - 1) / terms * (terms + 2)) * (bytes == 1 ? 0x1p-13 : 0x1p-23) * magnitude;
    double const bound =
        summed + (f16 ? 0x1p-11 : 0x1p-8) * (fabs(sum) + summed) + (f16 ? 0x1p-25 : 0x1p-134);
    double const got = decoded(f16 ? 5 : 8, f16 ? 10 : 7, c[i + FIRST]);
    wrong += !(fabs(got - sum) <= bound);
  }
  if (wrong + beside > 0) printf("%s: %d wrong, %d written beside\n", config, wrong, beside);
  EXPECT(wrong == 0 && beside == 0);
}

static void test_hopper(void) {
  test_hopper_config("hopper_bf16_kk_128x256c2", 2, 8, 7, 1, 1);
  test_hopper_config("hopper_f16_mn_128x128", 2, 5, 10, 0, 0);
  test_hopper_config("hopper_e4m3_kk_64x128", 1, 4, 3, 1, 1);
  test_hopper_config("hopper_e4m3acc_kk_64x128", 1, 4, 3, 1, 1);
  test_hopper_config("hopper_e4m3acc_kk", 1, 4, 3, 1, 1);
  test_hopper_config("hopper_bf16_kn", 2, 8, 7, 1, 0); /* whichever tile */

  static _Alignas(16) uint16_t a[16 * 16], b[16 * 16], c[16 * 16];
  colex_kernels_gemm_call call;
  colex_kernels_gemm_init(&call);
  call.m = call.n = call.k = 16;
  call.a = (colex_kernels_matrix){.data = a, .elements = 256, .row_stride = 16, .column_stride = 1};
  call.b = (colex_kernels_matrix){.data = b, .elements = 256, .row_stride = 1, .column_stride = 16};
  call.c = (colex_kernels_matrix){.data = c, .elements = 256, .row_stride = 16, .column_stride = 1};
  char const* const config = "hopper_bf16_kk_64x128";
  EXPECT(colex_kernels_gemm(config, &call) == COLEX_KERNELS_OK && c[255] == 0);

  /* The epilogue: 2 * A B + C + bias, then relu. A is 1 in its first column and B in its first row, so A B is 1. */
  for (int i = 0; i < 16; ++i) a[i * 16] = b[i * 16] = 0x3f80;
  for (int i = 0; i < 256; ++i) c[i] = 0x4040;
  static float bias[16] = {0, -10}; /* for each column */
  colex_kernels_gemm_call fused = call;
  fused.alpha = 2, fused.beta = 1, fused.bias = bias, fused.bias_elements = 16;
  fused.activation = COLEX_KERNELS_RELU;
  EXPECT(colex_kernels_gemm(config, &fused) == COLEX_KERNELS_OK);
  int right = 0; /* 2 + 3 is 5, and in column 1 relu(5 - 10) */
  for (int i = 0; i < 256; ++i) right += c[i] == (i % 16 == 1 ? 0 : 0x40a0);
  EXPECT(right == 256);
  memset(a, 0, sizeof a), memset(b, 0, sizeof b), memset(c, 0, sizeof c);
  colex_kernels_gemm_call wrong = call;
#define WRONG(edit, says) \
  wrong = call, edit;     \
  REFUSED(colex_kernels_gemm(config, &wrong), COLEX_KERNELS_INVALID_ARGUMENT, says)
  WRONG(wrong.batches = 2, "batches of the result overlap");
  WRONG(wrong.splits = 2, "the workspace is null");
  WRONG((wrong.a.row_stride = 1, wrong.a.column_stride = 16),
        "column stride of A must be 1 for hopper_bf16_kk_64x128");
  WRONG((wrong.b.row_stride = 16, wrong.b.column_stride = 1), "row stride of B must be 1");
  WRONG(wrong.c.column_stride = 2, "column stride of C must be 1");
  WRONG(wrong.a.elements = 255, "A has 255 elements");
  WRONG(wrong.b.elements = 255, "B has 255 elements");
  WRONG(wrong.c.elements = 255, "C has 255 elements");
  WRONG(wrong.c.origin = 1, "C has 256 elements");
  WRONG(wrong.c.origin = -1, "C begins at element -1 of 256");
  WRONG(wrong.a.origin = INT64_MAX, "A begins at element");
  WRONG((wrong.m = 15, wrong.a.origin = 1), "does not begin at 16 bytes");
  WRONG((wrong.k = 8, wrong.a.row_stride = 9), "not a multiple of 16 bytes");
  WRONG(wrong.a.row_stride = 8, "less than its contiguous extent");
  WRONG(wrong.b.column_stride = INT64_MIN, "less than its contiguous extent");
  WRONG(wrong.c.row_stride = 15, "less than N");
  WRONG(wrong.c.row_stride = INT64_MAX, "C has 256 elements");
  WRONG(wrong.a.row_stride = INT64_MAX, "A has 256 elements");
  WRONG(wrong.n = -1, "a size is negative");
  WRONG(wrong.n = INT64_MAX, "B has 256 elements");
  WRONG(wrong.a.elements = INT64_MAX, "too many elements");
  WRONG(wrong.a.elements = -1, "negative number");
  WRONG(wrong.a.elements = INT64_MIN, "negative number");
  WRONG(wrong.a.data = NULL, "A is null");
  WRONG(wrong.c.data = a, "overlaps");
  WRONG(wrong.struct_size = 8, "struct_size");
  WRONG((wrong.a_scales = bias, wrong.a_scales_elements = 16),
        "types only e4m3acc, e5m2e4m3acc, e4m3e5m2acc, e4m3acctoe4m3, e4m3accf32, e4m3accf16 take scales");
  /* Scales of rows, of the one block and of columns: row i of A B is 1, times i, 3 and j. */
  static _Alignas(16) unsigned char a8[16 * 16], b8[16 * 16];
  static float of_rows[16], of_block[1] = {3}, of_columns[16];
  for (int i = 0; i < 16; ++i) a8[i * 16] = b8[i * 16] = 0x38, of_rows[i] = of_columns[i] = (float)i;
  colex_kernels_gemm_call scaled = call;
  scaled.a.data = a8, scaled.b.data = b8;
  scaled.a_scales = of_rows, scaled.a_scales_elements = 16, scaled.a_scale_row = 1;
  scaled.b_scales = of_block, scaled.b_scales_elements = 1;
  scaled.column_scales = of_columns, scaled.column_scales_elements = 16;
  EXPECT(colex_kernels_gemm("hopper_e4m3acc_kk_64x32", &scaled) == COLEX_KERNELS_OK);
  right = 0;
  for (int i = 0; i < 256; ++i) right += fabs(decoded(8, 7, c[i]) - 3 * (i / 16) * (i % 16)) <= 2;
  EXPECT(right == 256);
  scaled.a_scales_elements = 15;
  REFUSED(colex_kernels_gemm("hopper_e4m3acc_kk_64x32", &scaled), COLEX_KERNELS_INVALID_ARGUMENT,
          "the scales of A have 15 elements and need 16");
  REFUSED(colex_kernels_gemm("gemm_f32", &scaled), COLEX_KERNELS_INVALID_ARGUMENT,
          "only configs of mxfp and hopper's of e4m3acc, e5m2e4m3acc");
  /* mxfp8: a 1 in the second block of 32 of each row of A and column of B, with scales of its own. */
  static _Alignas(16) unsigned char ones[16 * 64], of_a[16 * 8], of_b[16 * 8];
  for (int i = 0; i < 16; ++i)
    ones[i * 64 + 33] = 0x38, of_a[i * 8 + 1] = 127 + i % 4, of_b[i * 8 + 1] = 127 - i % 3;
  colex_kernels_gemm_call mx = call;
  mx.k = 64, mx.a.data = mx.b.data = ones, mx.a.elements = mx.b.elements = sizeof ones;
  mx.a.row_stride = mx.b.column_stride = 64;
  mx.a_scales = of_a, mx.a_scales_elements = sizeof of_a, mx.a_scale_row = 8, mx.a_scale_part = 1;
  mx.b_scales = of_b, mx.b_scales_elements = sizeof of_b, mx.b_scale_block = 8, mx.b_scale_part = 1;
  EXPECT(colex_kernels_gemm("gemm_mfma_mxfp8_bf16_direct", &mx) == COLEX_KERNELS_OK);
  EXPECT(products_of_scales(c) == 256);
  mx.a_scales_elements = 127;
  REFUSED(colex_kernels_gemm("gemm_mfma_mxfp8_bf16_direct", &mx), COLEX_KERNELS_INVALID_ARGUMENT,
          "A's array of scales reaches elements 0 to 127 of 127");
  /* mxfp4: likewise, of pairs, the 1 in the high half. */
  static _Alignas(16) unsigned char pairs[16 * 32];
  for (int i = 0; i < 16; ++i) pairs[i * 32 + 20] = 0x20;
  colex_kernels_gemm_call mx4 = mx;
  mx4.k = 32, mx4.a.data = mx4.b.data = pairs, mx4.a.elements = mx4.b.elements = sizeof pairs;
  mx4.a.row_stride = mx4.b.column_stride = 32, mx4.a_scales_elements = sizeof of_a;
  memset(c, 0, sizeof c);
  EXPECT(colex_kernels_gemm("gemm_mfma_mxfp4_bf16_direct", &mx4) == COLEX_KERNELS_OK);
  EXPECT(products_of_scales(c) == 256);
  mx4.k = 16;
  REFUSED(colex_kernels_gemm("gemm_mfma_mxfp4_bf16_direct", &mx4), COLEX_KERNELS_INVALID_ARGUMENT,
          "K is no multiple of 32, as a scaled config needs it");
  mx.a_scales_elements = 128, mx.batches = 2;
  REFUSED(colex_kernels_gemm("gemm_mfma_mxfp8_bf16_direct", &mx), COLEX_KERNELS_INVALID_ARGUMENT,
          "scales have no batches");
  memset(c, 0, sizeof c);
  REFUSED(colex_kernels_gemm(config, NULL), COLEX_KERNELS_INVALID_ARGUMENT, "null");
  REFUSED(colex_kernels_gemm("hopper_e4m3_kn_64x128", &call), COLEX_KERNELS_UNKNOWN_CONFIG,
          "hopper_e4m3_kn_64x128");
  REFUSED(colex_kernels_gemm("hopper_", &call), COLEX_KERNELS_UNKNOWN_CONFIG, "'hopper_'");
  call.k = 0, c[255] = 7;
  EXPECT(colex_kernels_gemm(config, &call) == COLEX_KERNELS_OK && c[255] == 0);
  call.m = 0, c[255] = 7;
  EXPECT(colex_kernels_gemm(config, &call) == COLEX_KERNELS_OK && c[255] == 7);
}

/* Three rows of ones in groups: row 0 by the first B, whose elements are 1, row 1 by the third, whose are 2, row 2 by none. */
static void test_groups(void) {
  static _Alignas(16) uint16_t a[3 * 8], b[3 * 64], c[3 * 8];
  for (int i = 0; i < 3 * 8; ++i) a[i] = 0x3f80, c[i] = 7;
  for (int i = 0; i < 3 * 64; ++i) b[i] = i < 64 ? 0x3f80 : i < 128 ? 0x7fc0 : 0x4000;
  int32_t const ends[3] = {1, -5, 2};
  colex_kernels_gemm_call call;
  colex_kernels_gemm_init(&call);
  call.m = 3, call.n = call.k = 8, call.batches = 3;
  call.a = (colex_kernels_matrix){.data = a, .elements = 24, .row_stride = 8, .column_stride = 1};
  call.b = (colex_kernels_matrix){
      .data = b, .elements = 192, .row_stride = 1, .column_stride = 8, .batch_stride = 64};
  call.c = (colex_kernels_matrix){.data = c, .elements = 24, .row_stride = 8, .column_stride = 1};
  EXPECT(colex_kernels_grouped("hopper_bf16_kk", &call, ends) == COLEX_KERNELS_OK);
  for (int i = 0; i < 24; ++i) EXPECT(c[i] == (i < 8 ? 0x4100 : i < 16 ? 0x4180 : 7));
  REFUSED(colex_kernels_grouped("hopper_bf16_kk", &call, NULL), COLEX_KERNELS_INVALID_ARGUMENT,
          "ends of groups are null");
  REFUSED(colex_kernels_grouped("hopper_bf16_mk", &call, ends), COLEX_KERNELS_INVALID_ARGUMENT,
          "row stride of A");
  REFUSED(colex_kernels_grouped("hopper_e4m3_kk", &call, ends), COLEX_KERNELS_INVALID_ARGUMENT,
          "bf16, f16 or e4m3acc");
  REFUSED(colex_kernels_grouped("gemm_f32", &call, ends), COLEX_KERNELS_UNKNOWN_CONFIG, "'gemm_f32'");
  call.c.batch_stride = 8, call.m = 1;
  REFUSED(colex_kernels_grouped("hopper_bf16_kk", &call, ends), COLEX_KERNELS_INVALID_ARGUMENT,
          "without a step");
  call.c.batch_stride = 0, call.splits = 2;
  REFUSED(colex_kernels_grouped("hopper_bf16_kk", &call, ends), COLEX_KERNELS_INVALID_ARGUMENT, "no splits");
}

/* The same of e4m3: each group's B has a factor of its own, of all of it or of each column; the second group's are NaN. */
static void test_scales_of_groups(void) {
  static _Alignas(16) uint8_t a[3 * 16], b[3 * 8 * 16];
  static _Alignas(16) uint16_t c[3 * 8];
  static uint32_t of_b[5] = {0x40000000, 0, 0x7fc00000, 0, 0x40400000}, of_columns[3 * 8];
  memset(a, 0x38, sizeof a), memset(b, 0x38, sizeof b);
  for (int i = 0; i < 24; ++i)
    of_columns[i] = i < 8 ? 0x3f800000 : i < 16 ? 0x7fc00000 : 0x3f000000, c[i] = 7;
  int32_t const ends[3] = {1, -5, 2};
  colex_kernels_gemm_call call;
  colex_kernels_gemm_init(&call);
  call.m = 3, call.n = 8, call.k = 16, call.batches = 3;
  call.a = (colex_kernels_matrix){.data = a, .elements = 48, .row_stride = 16, .column_stride = 1};
  call.b = (colex_kernels_matrix){
      .data = b, .elements = 384, .row_stride = 1, .column_stride = 16, .batch_stride = 128};
  call.c = (colex_kernels_matrix){.data = c, .elements = 24, .row_stride = 8, .column_stride = 1};
  call.b_scales = of_b, call.b_scales_elements = 5, call.b_scale_group = 2;
  call.column_scales = of_columns, call.column_scales_elements = 24, call.column_scale_group = 8;
  EXPECT(colex_kernels_grouped("hopper_e4m3acc_kk", &call, ends) == COLEX_KERNELS_OK);
  for (int i = 0; i < 24; ++i) EXPECT(c[i] == (i < 8 ? 0x4200 : i < 16 ? 0x41c0 : 7));
  call.column_scales_elements = 23;
  REFUSED(colex_kernels_grouped("hopper_e4m3acc_kk", &call, ends), COLEX_KERNELS_INVALID_ARGUMENT,
          "the scales of columns have 23 elements and need 24");
  call.column_scales_elements = 24, call.b_scale_group = -1;
  REFUSED(colex_kernels_grouped("hopper_e4m3acc_kk", &call, ends), COLEX_KERNELS_INVALID_ARGUMENT,
          "a step of scales is negative");
  call.b_scale_group = 3;
  REFUSED(colex_kernels_grouped("hopper_e4m3acc_kk", &call, ends), COLEX_KERNELS_INVALID_ARGUMENT,
          "the scales of B have 5 elements and need 7");
  call.c.data = of_b, call.c.elements = 8, call.m = 1, call.b_scale_group = 2;
  REFUSED(colex_kernels_grouped("hopper_e4m3acc_kk", &call, ends), COLEX_KERNELS_INVALID_ARGUMENT,
          "overlaps scales");
  call.c.data = c, call.c.elements = 24, call.c.batch_stride = 8;
  REFUSED(colex_kernels_gemm("hopper_e4m3acc_kk", &call), COLEX_KERNELS_INVALID_ARGUMENT,
          "of one batch, or of groups");
}

int main(void) {
  EXPECT(strcmp(colex_kernels_platform(), "host") == 0);
  int32_t configs = 0;
  while (colex_kernels_config(configs) != NULL) ++configs;
  EXPECT(configs >= 30);
  EXPECT(colex_kernels_config(-1) == NULL);
  EXPECT(strcmp(colex_kernels_types("transpose_bf16"), "bf16") == 0);
  EXPECT(strcmp(colex_kernels_types("gemm_bf16_bf16"), "bf16,bf16,f32,bf16") == 0);
  EXPECT(strcmp(colex_kernels_types("hopper_e4m3_kk_128x256c2"), "e4m3,e4m3,f32,bf16") == 0);
  EXPECT(colex_kernels_types("hopper_e4m3_mk_128x256c2") == NULL);
  EXPECT(colex_kernels_types("gemm") == NULL && colex_kernels_types(NULL) == NULL);
  test_copy();
  test_permute();
  test_strided_copy();
  test_gemm();
  test_hopper();
  test_groups();
  test_scales_of_groups();
  printf("%d configs; %d checks, %d failed\n", (int)configs, checks, failures);
  return failures != 0;
}
