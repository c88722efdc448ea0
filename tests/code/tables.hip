// SPDX-License-Identifier: MIT
// Kernels whose addresses come from tables: pages, lists of experts, gathers and scatters; tables.py says what is to be found. Blocks have 128 threads. It
// is compiled for AMD and for NVIDIA.
#ifdef __AMDGCN__
#define KERNEL extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(128, 128))) void
#define THREAD __builtin_amdgcn_workitem_id_x()
#define BLOCK __builtin_amdgcn_workgroup_id_x()
#define BARRIER                                                                        \
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"), __builtin_amdgcn_s_barrier(), \
      __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#else
#define KERNEL extern "C" __attribute__((global)) void
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#define BLOCK __nvvm_read_ptx_sreg_ctaid_x()
#define BARRIER __nvvm_bar_sync(0)
#endif
#define LDS static __attribute__((shared))

// A block reads the page that its entry names, 16 rows of 32 bytes a wave.
KERNEL paged(int const* __restrict__ pages, float const* __restrict__ pool, float* __restrict__ to) {
  to[128 * BLOCK + THREAD] = pool[512l * pages[BLOCK] + THREAD];
}
KERNEL paged_64(long const* __restrict__ pages, float const* __restrict__ pool, float* __restrict__ to) {
  to[128 * BLOCK + THREAD] = pool[512l * pages[BLOCK] + THREAD];
}
// Each row of 8 threads has its own entry.
KERNEL rows(int const* __restrict__ pages, float const* __restrict__ pool, float* __restrict__ to) {
  unsigned const t = THREAD;
  to[128 * BLOCK + t] = pool[512l * pages[16 * BLOCK + t / 8] + t % 8];
}
// The expert of each token, and the expert's weights.
KERNEL experts(unsigned const* __restrict__ expert, float const* __restrict__ weights, float* __restrict__ to) {
  unsigned const t = THREAD;
  to[t] = weights[1024ul * expert[t / 32] + t % 32];
}
KERNEL gather(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = from[t];
  BARRIER;
  to[t] = part[index[t]];
}
KERNEL scatter(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[index[t]] = from[t];
  BARRIER;
  to[t] = part[t];
}
// Two threads of two waves have one entry.
KERNEL scatter_twice(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[index[t & 63]] = from[t];
  BARRIER;
  to[t] = part[t];
}
// Rows of 4 elements: what entries keep apart, and an offset within the row.
KERNEL scatter_rows(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[512];
  unsigned const t = THREAD;
  part[4 * index[t] + (t & 3)] = from[t];
  BARRIER;
  to[t] = part[t];
}
// The offset goes into the next row.
KERNEL scatter_wide_rows(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[520];
  unsigned const t = THREAD;
  part[4 * index[t] + (t & 7)] = from[t];
  BARRIER;
  to[t] = part[t];
}
// No barrier: what is scattered to the first half meets what is read of the second only where entries are too large.
KERNEL halves(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[256];
  unsigned const t = THREAD;
  part[128 + t] = 0;
  BARRIER;
  part[index[t]] = from[t];
  to[t] = part[128 + (t ^ 64)];
  BARRIER;
  to[128 + t] = part[t];
}
// The table is stored to.
KERNEL renewed(int* index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = from[t];
  BARRIER;
  to[t] = part[index[t]];
  index[t] = 0;
}
