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
// So it is through a pointer that is the table's or another one, by a number of bytes that is an argument, and atomically.
KERNEL renewed_by_choice(char* index, float const* __restrict__ from, char* to, long n) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = from[t];
  BARRIER;
  ((float*)to)[t] = part[((int*)index)[t]];
  *(int*)((n > 7 ? index : to) + n) = 0;
}
KERNEL renewed_at_once(int* index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = from[t];
  BARRIER;
  to[t] = part[index[t]];
  __atomic_fetch_add(index + (t ^ 64), 1, __ATOMIC_RELAXED);
}
// Through a pointer of which nothing is known.
KERNEL renewed_elsewhere(int const* index, float const* __restrict__ from, float* __restrict__ to, __attribute__((address_space(1))) int* const* where) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = from[t];
  BARRIER;
  to[t] = part[index[t]];
  where[0][t] = 0;
}
// All threads store to one place: what they gathered through entries of their own, or through one.
KERNEL stored_by_own(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[1];
  part[0] = from[index[THREAD]];
  BARRIER;
  to[THREAD] = part[0];
}
KERNEL stored_by_one(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[1];
  part[0] = from[index[BLOCK]];
  BARRIER;
  to[THREAD] = part[0];
}
// 3 * 2^28 times an entry is that of the entry 16 further on, in a word: it is 3 * 2^32 away.
KERNEL wrapped(int const* __restrict__ index, char const* __restrict__ from, char* __restrict__ to) {
  LDS char part[512];
  unsigned const t = THREAD;
  part[index[t] * 0x30000000u] = from[t];
  BARRIER;
  to[t] = part[t];
}
// Entries are asked first; one too many is let through; negative ones are.
KERNEL guarded(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = 0;
  BARRIER;
  if ((unsigned)index[t] < 128) part[index[t]] = from[t];
  BARRIER;
  to[t] = part[t];
}
KERNEL guarded_loosely(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = 0;
  BARRIER;
  if ((unsigned)index[t] <= 128) part[index[t]] = from[t];
  BARRIER;
  to[t] = part[t];
}
KERNEL guarded_above(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = 0;
  BARRIER;
  if (index[t] < 128) part[index[t]] = from[t];
  BARRIER;
  to[t] = part[t];
}
// Another entry is asked than the one that is used.
KERNEL guarded_elsewhere(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = 0;
  BARRIER;
  if ((unsigned)index[t ^ 64] < 128) part[index[t]] = from[t];
  BARRIER;
  to[t] = part[t];
}
// Two entries in an address.
KERNEL summed(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = from[t];
  BARRIER;
  to[t] = part[index[t] + index[128 + t]];
}
// A loop goes through a sequence's row of the table.
KERNEL sequence(int const* __restrict__ pages, float const* __restrict__ pool, float* __restrict__ to, unsigned pitch, unsigned count) {
  float all = 0;
#pragma clang loop unroll(disable)
  for (unsigned k = 0; k < count; ++k) all += pool[512l * pages[BLOCK * pitch + k] + THREAD];
  to[128 * BLOCK + THREAD] = all;
}
// It moves a pointer on.
KERNEL moved(int const* __restrict__ pages, float const* __restrict__ pool, float* __restrict__ to, unsigned pitch, unsigned count) {
  float all = 0;
  int const* at = pages + BLOCK * pitch;
  int const* const end = at + count;
#pragma clang loop unroll(disable)
  do {
    all += pool[512l * *at + THREAD];
  } while (++at != end);
  to[128 * BLOCK + THREAD] = all;
}
// Entries of 2 bytes.
KERNEL halved(short const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  unsigned const t = THREAD;
  to[t] = from[index[t]];
}
// An entry's high bits.
KERNEL cut(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS float part[128];
  unsigned const t = THREAD;
  part[t] = from[t];
  BARRIER;
  to[t] = part[index[t] >> 3];
}
#ifndef __AMDGCN__
// The copy engine sends what was scattered.
KERNEL sent(int const* __restrict__ index, float const* __restrict__ from, float* __restrict__ to) {
  LDS __attribute__((aligned(16))) float part[128];
  unsigned const t = THREAD;
  part[index[t]] = from[t];
  asm volatile("FENCE" ::: "memory");
  BARRIER;
  if (t == 0)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::"l"(to),
                 "r"((unsigned)(unsigned long)(__attribute__((address_space(3))) float*)part)
                 : "memory");
}
#endif
