/* SPDX-License-Identifier: MIT */
/* A certified kernel from C: rows of 8 floats, 12 apart, are packed. On the host platform every access is
 * checked. */
#include <colex_kernels.h>
#include <stdio.h>

enum { N = 32 };

int main(void) {
  static _Alignas(16) float padded[N / 8 * 12], packed[N];
  for (int i = 0; i < N / 8 * 12; ++i) padded[i] = (float)i;
  if (colex_kernels_copy("copy_unpad_f32", padded, N / 8 * 12, packed, N, N, NULL) != COLEX_KERNELS_OK) {
    puts(colex_kernels_last_error());
    return 1;
  }
  for (int i = 0; i < N; ++i)
    if (packed[i] != (float)(i / 8 * 12 + i % 8)) return 1;
  printf("%d elements packed on %s\n", N, colex_kernels_platform());
  return 0;
}
