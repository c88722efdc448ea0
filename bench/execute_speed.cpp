// SPDX-License-Identifier: MIT
// What bench/execute_speed.py executes, by clang for AMD and for PTX: a tile of a product in plain arithmetic, one of matrix instructions, and a copy. Blocks have 256 threads.
#define DEVICE static __attribute__((device))
#define SHARED static __attribute__((shared))
#if defined(__HIP__)
#define KERNEL extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(256, 256)))
#define THREAD __builtin_amdgcn_workitem_id_x()
#define BLOCK __builtin_amdgcn_workgroup_id_x()
DEVICE void wait_for_all() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#else
#define KERNEL extern "C" __attribute__((global)) void __attribute__((launch_bounds(256)))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#define BLOCK __nvvm_read_ptx_sreg_ctaid_x()
DEVICE void wait_for_all() { __syncthreads(); }
#endif
using Half = unsigned short;

/// C = A B of 64 x 64 x k floats; a thread computes 4 x 4.
KERNEL plain_tile(float const* a, float const* b, float* c, int k) {
  SHARED float part_a[16][64], part_b[16][64];
  unsigned const t = THREAD, row = t / 16 * 4, column = t % 16 * 4;
  float sum[4][4] = {};
  for (int first = 0; first < k; first += 16) {
    for (unsigned e = t; e < 1024; e += 256) {
      part_a[e / 64][e % 64] = a[e % 64 * (unsigned)k + (unsigned)first + e / 64];
      part_b[e / 64][e % 64] = b[((unsigned)first + e / 64) * 64 + e % 64];
    }
    wait_for_all();
    for (int n = 0; n < 16; ++n)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += part_a[n][row + i] * part_b[n][column + j];
    wait_for_all();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[(row + i) * 64 + column + j] = sum[i][j];
}

/// C = A B^T of 64 x 64 x k numbers of bf16, k a multiple of 32, in products of 32 x 32 x 8, or of 16 x 8 x 16. Each block has its own C.
KERNEL matrix_tile(Half const* a, Half const* b, float* c, int k) {
  constexpr unsigned pitch = 40;
  SHARED Half part_a[64 * pitch], part_b[64 * pitch];
  unsigned const t = THREAD;
  c += BLOCK * 4096;
#if defined(__HIP__)
  using Four = short __attribute__((ext_vector_type(4)));
  using Sums = float __attribute__((ext_vector_type(16)));
  unsigned const lane = t % 64, row = t / 128 * 32, column = t / 64 % 2 * 32;
  Sums sum = {};
#else
  unsigned const lane = t % 32, row = t / 64 * 16, column = t / 32 % 2 * 32;
  float sum[4][4] = {};
#endif
  for (int first = 0; first < k; first += 32) {
    for (unsigned e = t * 8; e < 2048; e += 2048) {
      using Eight = int __attribute__((vector_size(16)));
      unsigned const from = e / 32 * (unsigned)k + (unsigned)first + e % 32, to = e / 32 * pitch + e % 32;
      *(Eight*)&part_a[to] = *(Eight const*)&a[from];
      *(Eight*)&part_b[to] = *(Eight const*)&b[from];
    }
    wait_for_all();
#if defined(__HIP__)
    for (unsigned n = 0; n < 32; n += 8)
      sum = __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(
          *(Four*)&part_a[(row + lane % 32) * pitch + n + lane / 32 * 4],
          *(Four*)&part_b[(column + lane % 32) * pitch + n + lane / 32 * 4], sum, 0, 0, 0);
#else
    for (unsigned n = 0; n < 32; n += 16) {
      auto const two = [&](Half const* part, unsigned at_row, unsigned at) {
        return *(unsigned const*)&part[at_row * pitch + n + at];
      };
      unsigned const group = lane / 4, at = lane % 4 * 2;
      unsigned const x[4] = {two(part_a, row + group, at), two(part_a, row + group + 8, at),
                             two(part_a, row + group, at + 8), two(part_a, row + group + 8, at + 8)};
      for (unsigned j = 0; j < 4; ++j) {
        unsigned const y[2] = {two(part_b, column + 8 * j + group, at),
                               two(part_b, column + 8 * j + group, at + 8)};
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
            "{%0,%1,%2,%3};"
            : "+f"(sum[j][0]), "+f"(sum[j][1]), "+f"(sum[j][2]), "+f"(sum[j][3])
            : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
      }
    }
#endif
    wait_for_all();
  }
#if defined(__HIP__)
  for (unsigned v = 0; v < 16; ++v)
    c[(row + v / 4 * 8 + lane / 32 * 4 + v % 4) * 64 + column + lane % 32] = sum[v];
#else
  for (unsigned j = 0; j < 4; ++j)
    for (unsigned v = 0; v < 4; ++v)
      c[(row + lane / 4 + v / 2 * 8) * 64 + column + 8 * j + lane % 4 * 2 + v % 2] = sum[j][v];
#endif
}

/// An array turned about, through shared memory.
KERNEL turned(float const* a, float const*, float* c, int) {
  SHARED float part[256];
  unsigned const t = THREAD, first = BLOCK * 256;
  part[t] = a[first + t];
  wait_for_all();
  c[first + t] = part[255 - t];
}
