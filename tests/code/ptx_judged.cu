// SPDX-License-Identifier: MIT
// Kernels of which it is known what `colex inspect` must say: what each does to shared memory, and whether that is free of races. Without headers of CUDA.
#define KERNEL extern "C" __attribute__((global)) void
#define SHARED __attribute__((shared))

__attribute__((device)) inline unsigned tid() { return __nvvm_read_ptx_sreg_tid_x(); }
__attribute__((device)) inline unsigned tid_y() { return __nvvm_read_ptx_sreg_tid_y(); }
__attribute__((device)) inline unsigned block() { return __nvvm_read_ptx_sreg_ctaid_x(); }

using Four = float __attribute__((ext_vector_type(4)));

KERNEL affine(float const* in, float* out) { out[256 * block() + tid()] = in[256 * block() + tid()]; }

KERNEL pitched(float const* in, float* out, int pitch) {
  out[(16 * block() + tid_y()) * pitch + tid()] = in[(16 * block() + tid_y()) * pitch + tid()];
}

// Transposes a tile of 32 x 32: with a pitch of 32 the reads meet in one bank, with 33 in none.
template <int pitch>
__attribute__((device)) void transpose(float const* in, float* out) {
  static SHARED float tile[32 * pitch];
  for (unsigned row = 0; row < 32; row += 8)
    tile[(tid_y() + row) * pitch + tid()] = in[(tid_y() + row) * 32 + tid()];
  __syncthreads();
  for (unsigned row = 0; row < 32; row += 8)
    out[(tid_y() + row) * 32 + tid()] = tile[tid() * pitch + tid_y() + row];
}
KERNEL transpose_32(float const* in, float* out) { transpose<32>(in, out); }
KERNEL transpose_33(float const* in, float* out) { transpose<33>(in, out); }

KERNEL swizzled(Four const* in, Four* out) {
  static SHARED Four tile[128];
  unsigned const t = tid(), other = t % 8 * 16 + t / 8;
  tile[t ^ (t >> 3 & 7)] = in[t];
  __syncthreads();
  out[t] = tile[other ^ (other >> 3 & 7)];
}

// Two stages: what one trip stores, others read behind its barrier while the next is stored.
template <int stages, bool second_barrier>
__attribute__((device)) void ring(float const* in, float* out, int trips) {
  static SHARED float tile[stages * 128];
  float sum = 0;
  for (int trip = 0; trip < trips; ++trip) {
    tile[trip % stages * 128 + tid()] = in[trip * 128 + tid()];
    __syncthreads();
    sum += tile[trip % stages * 128 + 127 - tid()];
    if (second_barrier) __syncthreads();
  }
  out[tid()] = sum;
}
KERNEL ring_2(float const* in, float* out, int trips) { ring<2, false>(in, out, trips); }
KERNEL one_stage(float const* in, float* out, int trips) { ring<1, false>(in, out, trips); }
KERNEL one_stage_twice(float const* in, float* out, int trips) { ring<1, true>(in, out, trips); }

// Three stages by a number that starts again.
KERNEL ring_3(float const* in, float* out, int trips) {
  static SHARED float tile[3 * 128];
  float sum = 0;
  int stage = 0;
  for (int trip = 0; trip < trips; ++trip) {
    tile[stage * 128 + tid()] = in[trip * 128 + tid()];
    __syncthreads();
    sum += tile[stage * 128 + 127 - tid()];
    stage = stage == 2 ? 0 : stage + 1;
  }
  out[tid()] = sum;
}
// The barrier is only there in every other trip.
KERNEL every_other(float const* in, float* out, int trips) {
  static SHARED float tile[2 * 128];
  float sum = 0;
  for (int trip = 0; trip < trips; ++trip) {
    tile[trip % 2 * 128 + tid()] = in[trip * 128 + tid()];
    if (trip % 2 == 0) __syncthreads();
    sum += tile[trip % 2 * 128 + 127 - tid()];
  }
  out[tid()] = sum;
}

// A tree of sums: which threads are on matters.
template <bool all_barriers>
__attribute__((device)) void tree(float const* in, float* out) {
  static SHARED float part[128];
  unsigned const t = tid();
  part[t] = in[t];
  __syncthreads();
  if (t < 64) part[t] += part[t + 64];
  if (all_barriers) __syncthreads();
  if (t < 32) part[t] += part[t + 32];
  __syncthreads();
  out[t] = part[t & 31];
}
KERNEL tree_sum(float const* in, float* out) { tree<true>(in, out); }
KERNEL tree_without_barrier(float const* in, float* out) { tree<false>(in, out); }

// Lanes of a warp do not go in step.
KERNEL within_warp(float const* in, float* out) {
  static SHARED float part[128];
  unsigned const t = tid();
  part[t] = in[t];
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[t] = part[t ^ 1];
}
KERNEL within_warp_without(float const* in, float* out) {
  static SHARED float part[128];
  unsigned const t = tid();
  part[t] = in[t];
  out[t] = part[t ^ 1];
}

KERNEL data_dependent(int const* index, float const* in, float* out) {
  static SHARED float part[128];
  part[tid()] = in[tid()];
  __syncthreads();
  out[tid()] = part[index[tid()] & 127];
}
KERNEL data_dependent_store(int const* index, float const* in, float* out) {
  static SHARED float part[128];
  part[index[tid()] & 127] = in[tid()];
  __syncthreads();
  out[tid()] = part[tid()];
}

// Counters of shared memory are updated by themselves.
KERNEL histogram(unsigned const* in, unsigned* out) {
  static SHARED unsigned counts[32];
  if (tid() < 32) counts[tid()] = 0;
  __syncthreads();
  __nvvm_atom_inc_gen_ui(&counts[tid() % 32], ~0u);
  __syncthreads();
  if (tid() < 32) out[tid()] = counts[tid()] + in[0];
}

// Threads leave the loop in different trips.
KERNEL own_trips(float const* in, float* out) {
  unsigned k = 0;
  for (; k < tid(); ++k) out[128 * k + tid()] = in[k];
  out[k] = 1;
}

// Past the end.
KERNEL too_far(float const* in, float* out) {
  static SHARED float part[128];
  part[tid() + 1] = in[tid()];
  __syncthreads();
  out[tid()] = part[tid()];
}

// Asynchronous copies, in three stages of which two are under way.
template <int left, bool barrier>
__attribute__((device)) void pipelined(float const* in, float* out, int trips) {
  static SHARED float tile[3 * 128];
  auto const copy = [&](int stage, int trip) {
    asm volatile(
        "{ .reg .u64 a; .reg .u64 g; cvta.to.shared.u64 a, %0; cvta.to.global.u64 g, %1; "
        "cp.async.ca.shared.global [a], [g], 4; }" ::"l"(&tile[stage * 128 + tid()]),
        "l"(in + trip * 128 + tid())
        : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  copy(0, 0), copy(1, 1);
  float sum = 0;
  int stage = 0;
  for (int trip = 0; trip < trips; ++trip) {
    asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
    if (barrier) __syncthreads();
    copy(stage == 0 ? 2 : stage - 1, trip + 2);
    sum += tile[stage * 128 + 127 - tid()];
    stage = stage == 2 ? 0 : stage + 1;
  }
  out[tid()] = sum;
}
KERNEL copies(float const* in, float* out, int trips) { pipelined<1, true>(in, out, trips); }
KERNEL copies_early(float const* in, float* out, int trips) { pipelined<2, true>(in, out, trips); }
KERNEL copies_without_barrier(float const* in, float* out, int trips) { pipelined<1, false>(in, out, trips); }
