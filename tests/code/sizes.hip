// SPDX-License-Identifier: MIT
// Kernels whose accesses of global memory stay within arrays of stated sizes, or nearly; sizes.py says what is to be found. Blocks have 128 threads. It
// is compiled for AMD and for NVIDIA.
#ifdef __AMDGCN__
#define KERNEL extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(128, 128))) void
#define THREAD __builtin_amdgcn_workitem_id_x()
#define BLOCK __builtin_amdgcn_workgroup_id_x()
#else
#define KERNEL extern "C" __attribute__((global)) void
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#define BLOCK __nvvm_read_ptx_sreg_ctaid_x()
#endif

KERNEL ragged(float const* __restrict__ a, float* __restrict__ b, int n) {
  int const i = static_cast<int>(128 * BLOCK + THREAD);
  if (i < n) b[i] = a[i];
}
KERNEL one_more(float const* __restrict__ a, float* __restrict__ b, int n) {
  int const i = static_cast<int>(128 * BLOCK + THREAD);
  if (i <= n) b[i] = a[i];
}
KERNEL without_sign(float const* __restrict__ a, float* __restrict__ b, int n) {
  unsigned const i = 128 * BLOCK + THREAD;
  if (i < static_cast<unsigned>(n)) b[i] = a[i];
}
// A row of a matrix for each block: of 32 bits the product may wrap, of 64 it does not.
KERNEL narrow_rows(float const* __restrict__ a, float* __restrict__ b, int rows, int columns) {
  int const row = static_cast<int>(BLOCK), column = static_cast<int>(THREAD);
  if (row < rows && column < columns) b[row * columns + column] = a[row * columns + column];
}
KERNEL wide_rows(float const* __restrict__ a, float* __restrict__ b, int rows, int columns) {
  int const row = static_cast<int>(BLOCK), column = static_cast<int>(THREAD);
  if (row < rows && column < columns) b[1l * row * columns + column] = a[1l * row * columns + column];
}
KERNEL before(float const* __restrict__ a, float* __restrict__ b, int n) {
  int const i = static_cast<int>(128 * BLOCK + THREAD);
  if (i < n) b[i] = a[i - 1];
}
// Each thread goes on by 128 elements; the counter of 32 bits does not wrap where the length leaves room.
KERNEL strided(float const* __restrict__ a, float* __restrict__ b, int n) {
  for (int i = static_cast<int>(THREAD); i < n; i += 128) b[i] = a[i];
}
KERNEL strided_past(float const* __restrict__ a, float* __restrict__ b, int n) {
  for (int i = static_cast<int>(THREAD); i < n; i += 128) b[i] = a[i + 1];
}
// Four elements a thread by one access, those of the ragged end one by one; by counts of 64 bits.
using Four = float __attribute__((ext_vector_type(4)));
__attribute__((device)) inline long four_or_fewer(long first, long n) {
  return first >= n ? 0 : n - first < 4 ? n - first : 4;
}
KERNEL by_four(float const* __restrict__ a, float* __restrict__ b, long n) {
  long const first = 512l * BLOCK + 4 * THREAD, length = four_or_fewer(first, n);
  if (length == 4)
    *reinterpret_cast<Four*>(b + first) = *reinterpret_cast<Four const*>(a + first);
  else
#pragma clang loop vectorize(disable)
    for (long e = first; e < first + length; ++e) b[e] = a[e];
}
KERNEL by_four_past(float const* __restrict__ a, float* __restrict__ b, long n) {
  long const first = 512l * BLOCK + 4 * THREAD, length = four_or_fewer(first, n);
  if (length == 4)
    *reinterpret_cast<Four*>(b + first) = *reinterpret_cast<Four const*>(a + first);
  else
#pragma clang loop vectorize(disable)
    for (long e = first; e < first + length; ++e) b[e] = a[e + 1];
}
// Within tiles of 32 elements rows and columns are exchanged: the last tile is stored to as a whole.
KERNEL exchanged(float const* __restrict__ a, float* __restrict__ b, long n) {
  long const first = 512l * BLOCK + 4 * THREAD, length = four_or_fewer(first, n);
#pragma clang loop vectorize(disable)
  for (long e = first; e < first + length; ++e) b[(e & ~31l) | (e & 7) << 2 | (e >> 3 & 3)] = a[e];
}
KERNEL wrong_pitch(float const* __restrict__ a, float* __restrict__ b, int rows, int columns) {
  int const row = static_cast<int>(BLOCK), column = static_cast<int>(THREAD);
  if (row < rows && column < columns) b[1l * row * columns + column] = a[1l * row * (columns + 1) + column];
}
KERNEL unmasked(float const* __restrict__ a, float* __restrict__ b, int n) {
  int const i = static_cast<int>(128 * BLOCK + THREAD);
  b[i] = i < n ? a[i] : 0;
}
