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
