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

int main(void) {
  EXPECT(strcmp(colex_kernels_platform(), "host") == 0);
  int32_t configs = 0;
  while (colex_kernels_config(configs) != NULL) ++configs;
  EXPECT(configs >= 30);
  EXPECT(colex_kernels_config(-1) == NULL);
  EXPECT(strcmp(colex_kernels_types("transpose_bf16"), "bf16") == 0);
  EXPECT(strcmp(colex_kernels_types("gemm_bf16_bf16"), "bf16,bf16,f32,bf16") == 0);
  EXPECT(colex_kernels_types("gemm") == NULL && colex_kernels_types(NULL) == NULL);
  test_copy();
  test_permute();
  test_gemm();
  printf("%d configs; %d checks, %d failed\n", (int)configs, checks, failures);
  return failures != 0;
}
