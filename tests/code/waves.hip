// SPDX-License-Identifier: MIT
// Kernels whose waves store one value, whose lanes are masked, whose stages rotate, and that count by atomics; foreign_test.py says what each is. Blocks have 256 threads:
// four waves.
#define KERNEL extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(256, 256)))
#define LDS static __attribute__((shared))
#define THREAD __builtin_amdgcn_workitem_id_x()
static __attribute__((device)) void wait_for_all() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// Every wave stores the same 64 numbers.
KERNEL one_value(int const* x, int* out, int n) {
  LDS int part[64];
  unsigned const t = THREAD, lane = t % 64;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += x[64 * k + lane];
  part[lane] = sum;
  wait_for_all();
  out[t] = part[63 - lane];
}

// Each wave stores numbers of its own there.
KERNEL other_values(int const* x, int* out, int n) {
  LDS int part[64];
  unsigned const t = THREAD, lane = t % 64;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += x[256 * k + t];
  part[lane] = sum;
  wait_for_all();
  out[t] = part[63 - lane];
}

// Where a wave goes round as often as its number says, what it sums up is its own.
KERNEL other_trips(int const* x, int* out, int n) {
  LDS int part[64];
  unsigned const t = THREAD, lane = t % 64;
  int const most = __builtin_amdgcn_readfirstlane(t / 64);
  int sum = 0;
  for (int k = 0; k < most; ++k) sum += x[64 * k + lane];
  part[lane] = sum;
  wait_for_all();
  out[t] = part[63 - lane];
}

// Pairs of waves store one value: waves 0 and 2, 1 and 3.
KERNEL values_of_pairs(int const* x, int* out, int n) {
  LDS int part[128];
  unsigned const t = THREAD;
  part[t % 128] = x[t % 128] * n;
  wait_for_all();
  out[t] = part[127 - t % 128];
}

// In a loop without a barrier a wave stores its next value while another still stores this one.
KERNEL values_of_other_trips(int const* x, int* out, int n) {
  LDS int part[64];
  unsigned const t = THREAD, lane = t % 64;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    part[lane] = x[64 * k + lane];
    asm volatile("" ::: "memory");
  }
  wait_for_all();
  out[t] = part[63 - lane];
}

// Every wave stores the same 64 numbers, by a choice that numbers of a wave always make so.
KERNEL one_value_by_choice(int const* x, int* out, int n) {
  LDS int part[64];
  unsigned const t = THREAD, lane = t % 64;
  part[lane] = static_cast<float>(t / 64) * 0.5f + 0.25f < 4 ? x[lane] : n;
  wait_for_all();
  out[t] = part[63 - lane];
}

// A lane that is masked by what was loaded before stores as it is.
KERNEL masked_value(int const* x, int* out, int n) {
  LDS int part[64];
  unsigned const t = THREAD, lane = t % 64;
  part[lane] = x[t] != 0 ? 1 : 2;
  wait_for_all();
  out[t] = part[63 - lane];
}

// The first wave stores, all read; with -DALL all store.
KERNEL first_wave(int const* x, int* out, int n) {
  LDS int part[64];
  unsigned const t = THREAD;
#ifdef ALL
  part[t % 64] = x[t];
#else
  if (t < 64 && x[t] < n) part[t] = x[t];
#endif
  wait_for_all();
  out[t] = part[t % 64];
}

// A ring of three stages, counted by a number that starts again; with -DTWO only two, and the one that is filled may still be read.
KERNEL ring_of_three(int const* x, int* out, int n) {
#ifdef TWO
  constexpr int stages = 2;
#else
  constexpr int stages = 3;
#endif
  LDS int ring[3][256];
  unsigned const t = THREAD;
  int stage = 0, ahead = stages - 1, sum = 0;
  for (int k = 0; k < stages - 1; ++k) ring[k][t] = x[256 * k + t];
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    wait_for_all();
#ifdef TWO
    ring[stage][t ^ 1] = x[256 * k + t];
#else
    ring[ahead][t] = x[256 * k + t];
#endif
    sum += ring[stage][255 - t];
    stage = stage + 1 < stages ? stage + 1 : 0;
    ahead = ahead + 1 < stages ? ahead + 1 : 0;
  }
  out[t] = sum;
}

#if defined(__gfx90a__)
#define RETURNS "glc"
#else
#define RETURNS "sc0"
#endif
// Counts of LDS and of global memory, and what was there before.
KERNEL counts(int const* x, int* out, int* before, float* sums) {
  LDS int bins[64];
  unsigned const t = THREAD;
  if (t < 64) bins[t] = 0;
  wait_for_all();
  unsigned const bin =
      4 * (x[t] & 63) + (unsigned)(unsigned long)(__attribute__((address_space(3))) int*)bins;
  int was, v = x[t], three = 3;
  typedef int Pair __attribute__((ext_vector_type(2)));
  Pair const swap = {v, 7}, bits = {v << 16, 1};
  asm volatile("ds_add_u32 %0, %1\n s_waitcnt lgkmcnt(0)" ::"v"(bin), "v"(1) : "memory");
  asm volatile("global_atomic_add %0, %1, %2, off offset:256 " RETURNS "\n s_waitcnt vmcnt(0)"
               : "=v"(was)
               : "v"(out), "v"(three)
               : "memory");
  asm volatile(
      "global_atomic_smax %0, %1, off offset:260\n global_atomic_umin %0, %1, off offset:264\n"
      "global_atomic_xor_x2 %0, %2, off offset:272\n global_atomic_cmpswap %0, %3, off offset:280\n"
      "global_atomic_add_f32 %4, %5, off\n s_waitcnt vmcnt(0)" ::"v"(out),
      "v"(v), "v"(bits), "v"(swap), "v"(sums), "v"(1.5f)
      : "memory");
  before[t] = was;
  wait_for_all();
  if (t < 64) out[t] = bins[t];
}

// Words pushed to other lanes: the last of several stays, and a lane that gets none has 0.
KERNEL pushed(int const* x, int const* to, int* out) {
  unsigned const t = THREAD;
  int r, v = x[t], at = 4 * to[t];
  asm volatile("ds_permute_b32 %0, %1, %2\n s_waitcnt lgkmcnt(0)" : "=v"(r) : "v"(at), "v"(v));
  out[t] = r;
}
