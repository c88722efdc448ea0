/* SPDX-License-Identifier: MIT */
/* The certified kernels from C. Every call checks its arguments, and returns a status.
 *
 *   if (colex_kernels_copy("copy_unpad_f32", from, 48, to, 32, 32, NULL) != COLEX_KERNELS_OK)
 *     puts(colex_kernels_last_error());
 *
 * A library is built for one platform: on "host" pointers are of the CPU, a call runs to its end, and every
 * access is checked; on "nvidia" and "amd" pointers are of the device, and a call starts kernels on the
 * stream. Offsets, strides and sizes count elements. Calls may come from several threads. */
#ifndef COLEX_KERNELS_H
#define COLEX_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define COLEX_KERNELS_API __attribute__((visibility("default")))
#else
#define COLEX_KERNELS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum colex_kernels_status {
  COLEX_KERNELS_OK = 0,
  COLEX_KERNELS_INVALID_ARGUMENT = 1, /* nothing was done */
  COLEX_KERNELS_UNKNOWN_CONFIG = 2,   /* the kernel has none of that name on this platform */
  COLEX_KERNELS_NOT_CERTIFIED = 3,    /* its sources, or the machine code loaded, hold no certificate */
  COLEX_KERNELS_DEVICE_ERROR = 4,     /* the runtime of the device refused the launch */
  COLEX_KERNELS_DEFECT = 5,           /* host only: the kernel did what it must not; the message names it */
  COLEX_KERNELS_OUT_OF_MEMORY = 6,
  COLEX_KERNELS_INTERNAL_ERROR = 7
} colex_kernels_status;

/* What the last call of this thread had to say; empty after COLEX_KERNELS_OK. */
COLEX_KERNELS_API char const* colex_kernels_last_error(void);

/* "host", "nvidia" or "amd". */
COLEX_KERNELS_API char const* colex_kernels_platform(void);

/* The name of config `index`, from 0; NULL beyond the last. */
COLEX_KERNELS_API char const* colex_kernels_config(int32_t index);

/* The types of a config: "f32", or, of a GEMM, those of A, B, the accumulator and C: "bf16,bf16,f32,f32".
 * NULL for an unknown name. */
COLEX_KERNELS_API char const* colex_kernels_types(char const* config);

/* Moves `count` elements from the config's source layout to its destination layout. Both arrays begin at a
 * multiple of 16 bytes and do not overlap. `stream`: a cudaStream_t or hipStream_t, NULL for the default one.
 */
COLEX_KERNELS_API colex_kernels_status colex_kernels_copy(char const* config, void const* source,
                                                          int64_t source_elements, void* destination,
                                                          int64_t destination_elements, int64_t count,
                                                          void* stream);

/* Moves an array of `rank` modes, at most the config's rank, from one set of strides to another. Extents and
 * strides are >= 0; no two elements may have one place in the destination. */
COLEX_KERNELS_API colex_kernels_status
colex_kernels_permute(char const* config, int32_t rank, int64_t const* extents, void const* source,
                      int64_t source_elements, int64_t const* source_strides, void* destination,
                      int64_t destination_elements, int64_t const* destination_strides, void* stream);

/* Moves an array of elements of 1, 2, 4, 8 or 16 bytes from one set of strides to another, by the kernel that is
 * chosen for it: a run of memory, slices and permutations that keep the contiguous mode move about as fast as a
 * plain copy; transposes move by whole words, whatever pitches and addresses are. Extents are >= 0. Strides may
 * be negative on either side, where an array begins at its lowest element, and 0 in the source; no two elements
 * may have one place in the destination. Bytes between the elements of the source may be read. Up to 32 modes
 * are taken; where more than 6 are left after those that run on in both arrays are merged, the call is
 * refused. */
COLEX_KERNELS_API colex_kernels_status
colex_kernels_strided_copy(int32_t element_bytes, int32_t rank, int64_t const* extents, void const* source,
                           int64_t source_elements, int64_t const* source_strides, void* destination,
                           int64_t destination_elements, int64_t const* destination_strides, void* stream);

/* Element (i, j) of batch b is data[origin + i row_stride + j column_stride + b batch_stride]. */
typedef struct colex_kernels_matrix {
  void* data;
  int64_t elements; /* that data holds */
  int64_t row_stride, column_stride, batch_stride, origin;
} colex_kernels_matrix;

enum {
  COLEX_KERNELS_NO_ACTIVATION = 0,
  COLEX_KERNELS_RELU = 1,
  COLEX_KERNELS_GELU = 2, /* by tanh: 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) */
  COLEX_KERNELS_SILU = 3,
  COLEX_KERNELS_GELU_ERF = 4 /* 0.5 x (1 + erf(x / sqrt 2)) */
};

/* C = activation(alpha A B + beta C + bias); A is m x k, B is k x n. Begin with colex_kernels_gemm_init. */
typedef struct colex_kernels_gemm_call {
  size_t struct_size; /* sizeof(colex_kernels_gemm_call) */
  int64_t m, n, k, batches, splits;
  colex_kernels_matrix a, b, c;
  double alpha, beta; /* rounded to the config's scalars; whole numbers for integers */
  int32_t activation;
  void const*
      bias; /* NULL, or an element of the epilogue's type for each column or row: f32, f64, or int64 for integers */
  int64_t bias_elements;
  void* workspace; /* of accumulators (f32, f64, int32), when splits > 1 */
  int64_t workspace_elements;
  void* stream;
  /* Factors, f32 or NULL, of the operands of hopper_e4m3acc and others whose names have acc: of row i of A and block p of 128 of k
   * a_scales[i a_scale_row + p a_scale_part], of block j of 128 columns of B b_scales[j b_scale_block + p b_scale_part],
   * and of each column of B. Steps are 0 where all have one factor.
   * Scales of gemm_mfma_mxfp8_bf16_direct, for gfx950, of 8 bits, e8m0: of row i of A and block p of 32 of k a_scales[i a_scale_row + p],
   * of column j of B b_scales[j b_scale_block + p]; a_scale_part, b_scale_part and batches are 1. A row has 8 scales for each 256 of
   * k, the last of which may be any, and begins at a multiple of 8 bytes, the array at one of 16. gemm_mfma_mxfp4_bf16_direct likewise;
   * but its elements are bytes of two numbers (e2m1, the first in the low half): k, strides and sizes count these, and 16 share a scale. */
  void const* a_scales;
  int64_t a_scales_elements, a_scale_row, a_scale_part;
  void const* b_scales;
  int64_t b_scales_elements, b_scale_block, b_scale_part;
  void const* column_scales;
  int64_t column_scales_elements;
  /* Of a gated product, C = activation(A B) * (A up): a second operand, k x n as B is, of hopper's gated configs, or of
   * colex_kernels_product. Its data is NULL where there is none. One array of gate and up columns is both. */
  colex_kernels_matrix up;
  int32_t
      bias_of_rows; /* 0: element j of bias is added to column j, else element i to row i; all batches have one bias */
  /* Of colex_kernels_grouped: elements from the factors of one group's B to those of the next one's, of blocks and of columns. */
  int64_t b_scale_group, column_scale_group;
} colex_kernels_gemm_call;

/* As a number of splits of colex_kernels_product: one that depends on n, k and the types alone, so that the bits of a row of the result
 * depend neither on m nor on the batches. The workspace then has room for as many as colex_kernels_product_workspace says; many rows are
 * computed in several launches. The bits are the same on each of NVIDIA's devices that run Hopper's configs. */
#define COLEX_KERNELS_SPLITS_FOR_ANY_ROWS (-1)

/* Sets everything to 0, and alpha, batches and splits to 1. */
COLEX_KERNELS_API void colex_kernels_gemm_init(colex_kernels_gemm_call* call);

/* Hopper's configs ("hopper_bf16_kn_128x256c2": k is contiguous in A, n in B; on "host" and "nvidia"): the contiguous
 * index, n in C, has stride 1, the other one at least the first one's extent. Of A and B this is a multiple of 16
 * bytes, as is the stride of batches, and they begin at 16 bytes. Batches of C do not overlap. Bias is f32. Without
 * a tile at its end ("hopper_bf16_kn") a name takes the tile that is predicted to take least; so it does with the
 * number of splits where that is 0, as far as the workspace suffices. Operands of tf32 are f32 arrays, of which the 13
 * lowest bits of each element count as zeros; products of i8 take no epilogue, and K up to 131071. Of e4m3 the tensor
 * core keeps 14 bits of a sum; e4m3acc ("hopper_e4m3acc_kk") adds up in f32 each 128 of K, and takes scales; so do e5m2e4m3acc,
 * whose A is e5m2 and whose B is e4m3, and e4m3e5m2acc. Of bf16f32 and f16f32 the operands have 16 bits and the result is f32; of bf16toe4m3 and
 * e4m3acctoe4m3 it is e4m3: what is beyond 448 becomes that. e4m3accf32 and e4m3accf16 are e4m3acc with results of f32 and f16. The bits of the result depend on the number
 * of splits, and neither on the tile nor on how many rows or batches there are. A gated config
 * ("hopper_bf16_kk_gated", of bf16 and f16; k is contiguous in A) takes `up`, which has B's strides, and neither
 * splits nor alpha, beta or bias. */
COLEX_KERNELS_API colex_kernels_status colex_kernels_gemm(char const* config,
                                                          colex_kernels_gemm_call const* call);

/* Rows in groups, each with a B of its own, in one launch (the experts of a mixture): A has m rows, those of all groups,
 * one group behind the other, C as many, and B `batches` matrices, one of each group. ends[g], in the memory that
 * kernels read, is the row where group g ends and the next one begins; the first begins at row 0. Row i of group g is
 * C[i] = activation(alpha A[i] B[g] + beta C[i] + bias), with the bits that colex_kernels_gemm gives with one split.
 * `config` is one of Hopper's of bf16, f16 or e4m3acc with k contiguous in A ("hopper_bf16_kn"; without a tile at its end that
 * which is predicted to take least for groups of equal size); k is at least 1, splits 0 or 1, the batch strides of A
 * and C are 0. The device reads the ends when the kernel runs: nothing may write them meanwhile. Whatever they are, A
 * is read and C is written inside the m rows only, and the kernel ends: an end before its group's start counts as that
 * start, so that the group is empty, and one beyond m as m. Rows after the last end are not written. Of e4m3acc, whose result
 * is bf16, factors are those of colex_kernels_gemm: of A of its m rows, of B those of group g b_scale_group elements behind
 * those of group g - 1, and of columns column_scale_group behind. */
COLEX_KERNELS_API colex_kernels_status colex_kernels_grouped(char const* config,
                                                             colex_kernels_gemm_call const* call,
                                                             int32_t const* ends);

/* The product for arrays of any strides, by the certified config that is predicted to take least: `types` are those
 * of A, B, the accumulator and C, as colex_kernels_types gives them ("bf16,bf16,f32,bf16"; of e4m3 and e5m2 it takes those that add up in f32). With splits 0 it chooses
 * the splits of K, too, as far as the workspace suffices, and with COLEX_KERNELS_SPLITS_FOR_ANY_ROWS so that m and batches do not matter; the workspace's elements count as 4 bytes whatever the sums are. Arrays that the fast
 * kernels cannot reach (no contiguous index, an odd pitch, an address that is no multiple of 16 bytes) are copied to the workspace and
 * back, which then must have room, begin at 16 bytes and overlap no array of the call; a call that needs more says how much. A C
 * whose elements have 16 bits, a million of them or more, and whose rows do not begin at multiples of 16 bytes, is copied back so, too,
 * for that is faster, where beta is 0, the workspace has room and at most one split is asked for. C's columns
 * may be contiguous instead of its rows, with a bias of either kind; in a gated product this takes a copy. Such a product is one of bf16
 * or f16, on "host" and "nvidia", where `up` may have strides of its own. On "amd" nothing is copied: it is the direct config of a gfx950, or the pipelined one, where the call meets its conditions, else one that takes any strides. Of
 * f64 on "host" and "nvidia" it is gemm_mma_sync_f64_direct: as the arrays are, or with K contiguous in copies where the
 * workspace has room for them and there are no splits; else one that takes any strides. */
COLEX_KERNELS_API colex_kernels_status colex_kernels_product(char const* types,
                                                             colex_kernels_gemm_call const* call);

/* What colex_kernels_product would do with this call, in lines: the config, the splits, the predicted time, why,
 * what else is possible, what is copied, and the workspace that copies need. At most `size` characters with the 0
 * at the end; 4096 suffice. Nothing is computed. */
COLEX_KERNELS_API colex_kernels_status colex_kernels_product_explain(char const* types,
                                                                     colex_kernels_gemm_call const* call,
                                                                     char* text, size_t size);

/* How many elements of 4 bytes of a workspace colex_kernels_product would use of this call's: for `copies`, without which it refuses
 * the call, and in `all`, with the sums of the splits of K that it would choose. The call's workspace says how many there may be at most
 * and is neither read nor written. With `tuning` other than 0: what colex_kernels_product_tune would use. */
COLEX_KERNELS_API colex_kernels_status colex_kernels_product_workspace(char const* types,
                                                                       colex_kernels_gemm_call const* call,
                                                                       int32_t tuning, int64_t* copies,
                                                                       int64_t* all);

/* Times what colex_kernels_product may choose among for this call, each tile of Hopper's with some numbers of splits (or those of the
 * call) that the workspace has room for, and writes a line of the fastest: the config, M, N, K, batches, tile, splits,
 * microseconds and device. At most `size` characters with the 0 at the end; 256 suffice. C is computed many times, so that beta must
 * be 0, and waits for the stream, which must not be captured. Each call finds its arrays as warm in the caches as the one
 * before left them. Of other types than Hopper's it refuses. */
COLEX_KERNELS_API colex_kernels_status colex_kernels_product_tune(char const* types,
                                                                  colex_kernels_gemm_call const* call,
                                                                  char* text, size_t size);

/* From now on, in this process, colex_kernels_product, and colex_kernels_gemm by a name without a tile, take for the problems of these lines, on
 * the devices that they name, the tile and with splits 0 the splits that the lines say, where their preconditions hold; with another
 * number of splits, or without room for them, they choose as before. Certified configs are all that a line can name. One line that is none refuses all of them. NULL forgets
 * what was taken before. */
COLEX_KERNELS_API colex_kernels_status colex_kernels_tuned(char const* lines);

#ifdef __cplusplus
}
#endif
#endif
