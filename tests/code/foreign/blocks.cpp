// SPDX-License-Identifier: MIT
// Kernels of one block's shared memory as books and courses have them, without a header of HIP or CUDA: by clang for AMD and for PTX, and by nvcc. list.json
// has the verdict of each. Blocks have 256 threads.
#if defined(__clang__)
#define DEVICE static __attribute__((device))
#define SHARED static __attribute__((shared))
#define GLOBAL extern "C" __attribute__((global)) void
#else
#define DEVICE static __device__
#define SHARED __shared__
#define GLOBAL extern "C" __global__ void
#endif
#if defined(__HIP__)
#define KERNEL GLOBAL __attribute__((amdgpu_flat_work_group_size(256, 256)))
DEVICE unsigned thread_number() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE unsigned block_number() { return __builtin_amdgcn_workgroup_id_x(); }
DEVICE void wait_for_all() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
DEVICE void add_one(unsigned* to) {
  __hip_atomic_fetch_add(to, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}
DEVICE void add_to(unsigned* to, unsigned n) {
  __hip_atomic_fetch_add(to, n, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
#elif defined(__clang__)
#define KERNEL GLOBAL __attribute__((launch_bounds(256)))
DEVICE unsigned thread_number() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE unsigned block_number() { return __nvvm_read_ptx_sreg_ctaid_x(); }
DEVICE void wait_for_all() { __syncthreads(); }
DEVICE void add_one(unsigned* to) { __nvvm_atom_add_gen_i((int*)to, 1); }
DEVICE void add_to(unsigned* to, unsigned n) { __nvvm_atom_add_gen_i((int*)to, (int)n); }
#else
#define KERNEL GLOBAL __launch_bounds__(256)
DEVICE unsigned thread_number() { return threadIdx.x; }
DEVICE unsigned block_number() { return blockIdx.x; }
DEVICE void wait_for_all() { __syncthreads(); }
DEVICE void add_one(unsigned* to) { atomicAdd(to, 1u); }
DEVICE void add_to(unsigned* to, unsigned n) { atomicAdd(to, n); }
#endif

KERNEL sum_by_halves(float const* x, float* out, int n) {
  SHARED float part[256];
  unsigned const t = thread_number(), i = block_number() * 256 + t;
  part[t] = i < (unsigned)n ? x[i] : 0.0f;
  for (unsigned half = 128; half > 0; half /= 2) {
    wait_for_all();
    if (t < half) part[t] += part[t + half];
  }
  if (t == 0) out[block_number()] = part[0];
}

KERNEL sum_by_strides(float const* x, float* out, int n) {
  SHARED float part[256];
  unsigned const t = thread_number();
  float sum = 0;
  for (unsigned i = block_number() * 256 + t; i < (unsigned)n; i += 65536) sum += x[i];
  part[t] = sum;
  wait_for_all();
  for (unsigned stride = 1; stride < 256; stride *= 2) {
    unsigned const at = 2 * stride * t;
    if (at < 256) part[at] += part[at + stride];
    wait_for_all();
  }
  if (t == 0) out[block_number()] = part[0];
}

KERNEL scan_in_two_buffers(float const* x, float* out) {
  SHARED float part[2][256];
  unsigned const t = thread_number(), i = block_number() * 256 + t;
  unsigned now = 0;
  part[0][t] = x[i];
  wait_for_all();
  for (unsigned stride = 1; stride < 256; stride *= 2) {
    part[1 - now][t] = t >= stride ? part[now][t] + part[now][t - stride] : part[now][t];
    now = 1 - now;
    wait_for_all();
  }
  out[i] = part[now][t];
}

KERNEL scan_up_and_down(int const* x, int* out) {
  SHARED int part[256];
  unsigned const t = thread_number(), i = block_number() * 256 + t;
  part[t] = x[i];
  for (unsigned stride = 1; stride < 256; stride *= 2) {
    wait_for_all();
    unsigned const at = (t + 1) * 2 * stride - 1;
    if (at < 256) part[at] += part[at - stride];
  }
  for (unsigned stride = 64; stride > 0; stride /= 2) {
    wait_for_all();
    unsigned const at = (t + 1) * 2 * stride - 1;
    if (at + stride < 256) part[at + stride] += part[at];
  }
  wait_for_all();
  out[i] = part[t];
}

KERNEL transpose_with_pad(float const* x, float* out, int rows, int columns) {
  SHARED float tile[32][33];
  unsigned const t = thread_number(), c = t % 32, r = t / 32, across = (unsigned)columns / 32;
  unsigned const row = block_number() / across * 32, column = block_number() % across * 32;
  for (unsigned k = 0; k < 32; k += 8) tile[r + k][c] = x[(row + r + k) * (unsigned)columns + column + c];
  wait_for_all();
  for (unsigned k = 0; k < 32; k += 8) out[(column + r + k) * (unsigned)rows + row + c] = tile[c][r + k];
}

KERNEL transpose_with_swizzle(float const* x, float* out, int rows, int columns) {
  SHARED float tile[32][32];
  unsigned const t = thread_number(), c = t % 32, r = t / 32, across = (unsigned)columns / 32;
  unsigned const row = block_number() / across * 32, column = block_number() % across * 32;
  for (unsigned k = 0; k < 32; k += 8)
    tile[r + k][c ^ (r + k)] = x[(row + r + k) * (unsigned)columns + column + c];
  wait_for_all();
  for (unsigned k = 0; k < 32; k += 8)
    out[(column + r + k) * (unsigned)rows + row + c] = tile[c][(r + k) ^ c];
}

KERNEL product_by_tiles(float const* a, float const* b, float* out, int n, int k) {
  SHARED float left[16][16], right[16][17];
  unsigned const t = thread_number(), c = t % 16, r = t / 16, across = (unsigned)n / 16;
  unsigned const row = block_number() / across * 16 + r, column = block_number() % across * 16 + c;
  float sum = 0;
  for (unsigned first = 0; first < (unsigned)k; first += 16) {
    left[r][c] = a[row * (unsigned)k + first + c];
    right[r][c] = b[(first + r) * (unsigned)n + column];
    wait_for_all();
    for (unsigned s = 0; s < 16; ++s) sum += left[r][s] * right[s][c];
    wait_for_all();
  }
  out[row * (unsigned)n + column] = sum;
}

KERNEL product_in_two_stages(float const* a, float const* b, float* out, int n, int k) {
  SHARED float left[2][16][64], right[2][16][64];
  unsigned const t = thread_number(), c = t % 16, r = t / 16, across = (unsigned)n / 64;
  unsigned const row = block_number() / across * 64, column = block_number() % across * 64;
  float sum[4][4] = {};
  unsigned stage = 0;
  auto const load = [&](unsigned to, unsigned first) {
    for (unsigned q = 0; q < 4; ++q) {
      left[to][c][r * 4 + q] = a[(row + r * 4 + q) * (unsigned)k + first + c];
      right[to][r][c * 4 + q] = b[(first + r) * (unsigned)n + column + c * 4 + q];
    }
  };
  load(0, 0);
  wait_for_all();
  for (unsigned first = 16; first < (unsigned)k; first += 16, stage ^= 1) {
    load(stage ^ 1, first);
    for (unsigned s = 0; s < 16; ++s)
      for (unsigned i = 0; i < 4; ++i)
        for (unsigned j = 0; j < 4; ++j) sum[i][j] += left[stage][s][r * 4 + i] * right[stage][s][c * 4 + j];
    wait_for_all();
  }
  for (unsigned s = 0; s < 16; ++s)
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned j = 0; j < 4; ++j) sum[i][j] += left[stage][s][r * 4 + i] * right[stage][s][c * 4 + j];
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned j = 0; j < 4; ++j) out[(row + r * 4 + i) * (unsigned)n + column + c * 4 + j] = sum[i][j];
}

KERNEL histogram(unsigned char const* x, unsigned* out, int n) {
  SHARED unsigned bins[256];
  unsigned const t = thread_number();
  bins[t] = 0;
  wait_for_all();
  for (unsigned i = block_number() * 256 + t; i < (unsigned)n; i += 65536) add_one(&bins[x[i]]);
  wait_for_all();
  add_to(&out[t], bins[t]);
}

KERNEL stencil(float const* x, float* out, int n) {
  SHARED float part[256 + 8];
  unsigned const t = thread_number(), i = block_number() * 256 + t;
  part[t + 4] = i < (unsigned)n ? x[i] : 0.0f;
  if (t < 4) {
    part[t] = i >= 4 ? x[i - 4] : 0.0f;
    part[t + 260] = i + 256 < (unsigned)n ? x[i + 256] : 0.0f;
  }
  wait_for_all();
  float sum = 0;
  for (unsigned k = 0; k < 9; ++k) sum += part[t + k];
  if (i < (unsigned)n) out[i] = sum;
}

KERNEL greatest_and_sum(float const* x, float* out, int n) {
  SHARED float part[256];
  unsigned const t = thread_number();
  float const* const row = x + block_number() * (unsigned)n;
  float most = -3e38f, sum = 0;
  for (unsigned i = t; i < (unsigned)n; i += 256) most = most < row[i] ? row[i] : most;
  part[t] = most;
  wait_for_all();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (t < half && part[t] < part[t + half]) part[t] = part[t + half];
    wait_for_all();
  }
  most = part[0];
  wait_for_all();
  for (unsigned i = t; i < (unsigned)n; i += 256) sum += row[i] - most;
  part[t] = sum;
  wait_for_all();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    wait_for_all();
  }
  if (t == 0) out[2 * block_number()] = most, out[2 * block_number() + 1] = part[0];
}

KERNEL sort_by_bits(int const* x, int* out) {
  SHARED int part[256];
  unsigned const t = thread_number(), i = block_number() * 256 + t;
  part[t] = x[i];
  for (unsigned size = 2; size <= 256; size *= 2)
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      wait_for_all();
      unsigned const other = t ^ stride;
      int const a = part[t], b = part[other];
      bool const rises = (t & size) == 0, lower = t < other;
      wait_for_all();
      part[t] = (rises == lower) == (a < b) ? a : b;
    }
  wait_for_all();
  out[i] = part[t];
}

KERNEL matrix_by_vector(float const* a, float const* x, float* out, int n) {
  SHARED float part[4][64];
  unsigned const t = thread_number(), row = block_number() * 4 + t / 64, c = t % 64;
  float sum = 0;
  for (unsigned i = c; i < (unsigned)n; i += 64) sum += a[row * (unsigned)n + i] * x[i];
  part[t / 64][c] = sum;
  wait_for_all();
  for (unsigned half = 32; half > 0; half /= 2) {
    if (c < half) part[t / 64][c] += part[t / 64][c + half];
    wait_for_all();
  }
  if (c == 0) out[row] = part[t / 64][0];
}

KERNEL reverse_through_shared(float const* x, float* out) {
  SHARED float part[256];
  unsigned const t = thread_number(), i = block_number() * 256 + t;
  part[255 - t] = x[i];
  wait_for_all();
  out[i] = part[t];
}

KERNEL kept_ones(int const* x, int* out, unsigned* total) {
  SHARED unsigned place[256];
  unsigned const t = thread_number(), i = block_number() * 256 + t;
  unsigned const keeps = x[i] != 0;
  place[t] = keeps;
  wait_for_all();
  for (unsigned stride = 1; stride < 256; stride *= 2) {
    unsigned const before = t >= stride ? place[t - stride] : 0;
    wait_for_all();
    place[t] += before;
    wait_for_all();
  }
  if (keeps) out[block_number() * 256 + place[t] - 1] = x[i];
  if (t == 255) total[block_number()] = place[255];
}

KERNEL pairs_of_bodies(float const* x, float* out, int n) {
  SHARED float part[256 * 4];
  unsigned const t = thread_number(), i = block_number() * 256 + t;
  float const mine[3] = {x[4 * i], x[4 * i + 1], x[4 * i + 2]};
  float sum[3] = {};
  for (unsigned first = 0; first < (unsigned)n; first += 256) {
    for (unsigned k = 0; k < 4; ++k) part[4 * t + k] = x[4 * (first + t) + k];
    wait_for_all();
    for (unsigned j = 0; j < 256; ++j) {
      float square = 1e-3f;
      for (unsigned k = 0; k < 3; ++k) square += (part[4 * j + k] - mine[k]) * (part[4 * j + k] - mine[k]);
      for (unsigned k = 0; k < 3; ++k) sum[k] += (part[4 * j + k] - mine[k]) * part[4 * j + 3] / square;
    }
    wait_for_all();
  }
  for (unsigned k = 0; k < 3; ++k) out[3 * i + k] = sum[k];
}
