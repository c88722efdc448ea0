// SPDX-License-Identifier: MIT
// Faults of synchronization that other people had, each rebuilt small; with -DRIGHT as it was mended. museum.py has where each is from. By clang for AMD and for PTX.
// Blocks have 256 threads. Every kernel reads `x`, writes `out` and goes round `n` times where it has a loop.
#define DEVICE static __attribute__((device))
#define SHARED static __attribute__((shared))
#if defined(__HIP__)
#define KERNEL extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(256, 256)))
#define THREAD __builtin_amdgcn_workitem_id_x()
DEVICE void wait_for_all() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
DEVICE void wait_for_warp() {}
#else
#define KERNEL extern "C" __attribute__((global)) void __attribute__((launch_bounds(256)))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
DEVICE void wait_for_all() { __syncthreads(); }
DEVICE void wait_for_warp() { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }
#endif
#ifdef RIGHT
#define MENDED_BY(call) call
#else
#define MENDED_BY(call)
#endif

// A store to LDS sinks below the barrier that was to publish it.
KERNEL store_below_its_barrier(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  MENDED_BY(part[t] = x[t]);
  wait_for_all();
#ifndef RIGHT
  part[t] = x[t];
#endif
  out[t] = part[255 - t];
}

// The buffer of one reduction is that of the next, and nobody waits between them.
KERNEL two_reductions_in_one_buffer(int const* x, int* out, int n) {
  SHARED int part[4];
  unsigned const t = THREAD, group = t / 64;
  if (t % 64 == 0) part[group] = x[t];
  wait_for_all();
  int const most = part[0] + part[1] + part[2] + part[3];
  MENDED_BY(wait_for_all());
  if (t % 64 == 0) part[group] = x[t] - most;
  wait_for_all();
  out[t] = part[0] + part[1] + part[2] + part[3];
}

// The first barrier of a block's reduction is taken away as redundant: calls in a row meet in the buffer.
DEVICE int block_sum(int v, int* part) {
  unsigned const t = THREAD;
  MENDED_BY(wait_for_all());
  if (t % 64 == 0) part[t / 64] = v;
  wait_for_all();
  return part[0] + part[1] + part[2] + part[3];
}
KERNEL reductions_in_a_row(int const* x, int* out, int n) {
  SHARED int part[4];
  unsigned const t = THREAD;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += block_sum(x[256 * k + t], part);
  out[t] = sum;
}

// What one thread found is read by all without a barrier.
KERNEL found_by_one_read_by_all(int const* x, int* out, int n) {
  SHARED int first[64];
  unsigned const t = THREAD;
  if (t < 64) first[t] = x[t];
  MENDED_BY(wait_for_all());
  out[t] = first[t % 64] + first[63];
}

// Numbers of rows are written anew in each round while slower waves still read the last round's.
KERNEL numbers_of_rows_in_a_loop(int const* x, int* out, int n) {
  SHARED int rows[256];
  unsigned const t = THREAD;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    rows[t] = x[256 * k + t];
    wait_for_all();
    sum += rows[255 - t];
    MENDED_BY(wait_for_all());
  }
  out[t] = sum;
}

// A barrier that only some waves come to.
KERNEL barrier_of_some(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  part[t] = x[t];
#ifdef RIGHT
  wait_for_all();
#else
  if (t < 128) wait_for_all();
#endif
  out[t] = part[255 - t];
}

// Lanes past the row's end store their padding where others store the scale.
KERNEL padding_onto_the_scale(int const* x, int* out, int n) {
  SHARED int row[8 * 24];
  unsigned const t = THREAD, warp = t / 32, lane = t % 32;
  int* const words = row + 24 * warp;
#ifdef RIGHT
  if (lane < 16) words[lane] = x[t];
#else
  words[lane < 24 ? lane : 23] = lane < 16 ? x[t] : 0;
#endif
  if (lane % 8 == 0 && lane < 16) words[16 + lane / 8] = x[lane];
  wait_for_all();
  out[t] = words[lane % 18];
}

// Lanes of a warp write a list and read it back, without a barrier of the warp.
KERNEL list_of_a_warp(int const* x, int* out, int n) {
  SHARED int list[256];
  unsigned const t = THREAD;
  list[t] = x[t];
#if defined(__HIP__)
  MENDED_BY(wait_for_all());
  out[t] = list[t ^ 65];
#else
  MENDED_BY(wait_for_warp());
  out[t] = list[t ^ 1];
#endif
}

// A warp's last steps of a reduction without barriers, as if lanes went in step.
KERNEL last_steps_without_barriers(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  part[t] = x[t];
  wait_for_all();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
#ifdef RIGHT
    wait_for_all();
#elif defined(__HIP__)
    if (half < 128) wait_for_all();
#else
    if (half >= 32) wait_for_all();
#endif
  }
  out[t] = part[0];
}

#if !defined(__HIP__)
// The same with volatile memory, which is no order.
KERNEL last_steps_with_volatile(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  part[t] = x[t];
  wait_for_all();
  if (t < 32) {
    int volatile* const warp = part;
    for (unsigned half = 16; half > 0; half /= 2) {
      if (t < half) warp[t] = warp[t] + warp[t + half];
      MENDED_BY(wait_for_warp());
    }
  }
  wait_for_all();
  out[t] = part[0];
}

#endif

// The planner leaves out the barrier of a region of 48 threads, which is more than a warp.
KERNEL region_of_48_threads(int const* x, int* out, int n) {
  SHARED int part[96];
  unsigned const t = THREAD;
#if defined(__HIP__)
  unsigned const region = 96;
#else
  unsigned const region = 48;
#endif
  if (t < region) part[t] = x[t];
  MENDED_BY(wait_for_all());
  if (t < region) out[t] = part[region - 1 - t];
}

// The barrier inside a guarded loop is moved before it: writes and reads within meet.
KERNEL barrier_moved_out_of_its_loop(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  int sum = 0;
  wait_for_all();
  for (int k = 0; k < n; ++k) {
    if (x[k] != 0) part[t] = x[t] + k;
    MENDED_BY(wait_for_all());
    if (x[k] != 0) sum += part[255 - t];
    MENDED_BY(wait_for_all());
  }
  out[t] = sum;
}

// The copy for the next round is moved above the last read of the buffer.
KERNEL copy_above_the_last_read(int const* x, int* out, int n) {
  SHARED int part[2][256];
  unsigned const t = THREAD;
  int sum = 0;
  part[0][t] = x[t];
  wait_for_all();
  for (int k = 1; k < n; ++k) {
#ifdef RIGHT
    part[k % 2][t] = x[256 * k + t];
    sum += part[(k - 1) % 2][255 - t];
    wait_for_all();
#else
    part[(k - 1) % 2][t] = x[256 * k + t];
    sum += part[(k - 1) % 2][255 - t];
    wait_for_all();
#endif
  }
  out[t] = sum;
}

// A bulk clear that the planner does not take for a write.
KERNEL clear_that_is_no_write(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  part[t] = x[t];
  wait_for_all();
  int const before = part[255 - t];
  MENDED_BY(wait_for_all());
  part[(t + 64) % 256] = 0;
  MENDED_BY(wait_for_all());
  out[t] = before + part[t];
}

// Two groups of warps read what all write in the next round: no barrier closes the loop.
KERNEL loop_without_its_last_barrier(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    part[t] = x[256 * k + t];
    wait_for_all();
    if (t < 128)
      sum += part[t + 128];
    else
      sum -= part[t - 128];
    MENDED_BY(wait_for_all());
  }
  out[t] = sum;
}

// Results are staged in the buffer that operands are still read from.
KERNEL results_over_operands(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  part[t] = x[t];
  wait_for_all();
  int const r = part[(t + 128) % 256] * 3;
  MENDED_BY(wait_for_all());
  part[255 - t] = r;
  wait_for_all();
  out[t] = part[t];
}

// A ring of two slots: the slot that was read is filled at once, one barrier too early.
KERNEL slot_without_its_barrier(int const* x, int* out, int n) {
  SHARED int ring[2][256];
  unsigned const t = THREAD;
  int sum = 0;
  ring[0][t] = x[t], ring[1][t] = x[256 + t];
  for (int k = 0; k < n; ++k) {
    wait_for_all();
    sum += ring[k % 2][255 - t];
    MENDED_BY(wait_for_all());
    ring[k % 2][t] = x[256 * k + t];
  }
  out[t] = sum;
}

#if defined(__HIP__)
#define ADDRESS_OF(array) ((unsigned)(unsigned long)(__attribute__((address_space(3))) int*)array)

// A barrier retires while reads of LDS are under way, and the next stores go over what they read.
KERNEL barrier_over_reads(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD, from = 4 * (255 - t) + ADDRESS_OF(part), to = 4 * t + ADDRESS_OF(part);
  int r, v = x[t];
  asm volatile(
      "ds_write_b32 %2, %3\n s_waitcnt lgkmcnt(0)\n s_barrier\n ds_read_b32 %0, %1\n"
#ifdef RIGHT
      "s_waitcnt lgkmcnt(0)\n"
#endif
      "s_barrier\n ds_write_b32 %2, %4\n s_waitcnt lgkmcnt(0)"
      : "=&v"(r)
      : "v"(from), "v"(to), "v"(v), "v"(t)
      : "memory");
  out[t] = r;
}

// A fence before a barrier without its wait for LDS.
KERNEL fence_without_its_wait(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD, from = 4 * (255 - t) + ADDRESS_OF(part), to = 4 * t + ADDRESS_OF(part);
  int r, v = x[t];
  asm volatile(
      "ds_write_b32 %2, %3\n"
#ifdef RIGHT
      "s_waitcnt lgkmcnt(0)\n"
#endif
      "s_barrier\n ds_read_b32 %0, %1\n s_waitcnt lgkmcnt(0)"
      : "=&v"(r)
      : "v"(from), "v"(to), "v"(v)
      : "memory");
  out[t] = r;
}

// A wait for fewer loads than are needed.
KERNEL wait_for_too_few(int const* x, int* out, int n) {
  unsigned const t = THREAD;
  int a, b;
  asm volatile(
      "global_load_dword %0, %2, off\n global_load_dword %1, %2, off offset:1024\n"
#ifdef RIGHT
      "s_waitcnt vmcnt(0)"
#else
      "s_waitcnt vmcnt(1)"
#endif
      : "=&v"(a), "=&v"(b)
      : "v"(x + t)
      : "memory");
  out[t] = a + b;
}
#else
// A barrier is taken for a wait for copies that are under way.
KERNEL barrier_for_a_wait(int const* x, int* out, int n) {
  SHARED int part[256];
  unsigned const t = THREAD;
  unsigned const to = (unsigned)(unsigned long)(__attribute__((address_space(3))) int*)part + 4 * t;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n\tcp.async.commit_group;" ::"r"(to), "l"(x + t)
               : "memory");
  MENDED_BY(asm volatile("cp.async.wait_group 0;" ::: "memory"));
  wait_for_all();
  out[t] = part[255 - t];
  asm volatile("cp.async.wait_group 0;" ::: "memory");
}

// A wait that leaves one group too many under way.
KERNEL wait_that_leaves_one(int const* x, int* out, int n) {
  SHARED int part[2][256];
  unsigned const t = THREAD;
  unsigned const to = (unsigned)(unsigned long)(__attribute__((address_space(3))) int*)part + 4 * t;
  asm volatile(
      "cp.async.ca.shared.global [%0], [%2], 4;\n\tcp.async.commit_group;\n\tcp.async.ca.shared.global [%1], "
      "[%2], 4;\n\tcp.async.commit_group;" ::"r"(to),
      "r"(to + 1024), "l"(x + t)
      : "memory");
#ifdef RIGHT
  asm volatile("cp.async.wait_group 0;" ::: "memory");
#else
  asm volatile("cp.async.wait_group 1;" ::: "memory");
#endif
  wait_for_all();
  out[t] = part[0][255 - t] + part[1][255 - t];
  asm volatile("cp.async.wait_group 0;" ::: "memory");
}
#endif
