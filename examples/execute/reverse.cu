// SPDX-License-Identifier: MIT
// Each block of 128 threads writes its part of an array backwards, through shared memory. With -DNO_BARRIER the other warps' elements may not be there
// when a warp reads them. docs/execute.md runs it. It needs no header of CUDA.
extern "C" __attribute__((global)) void reverse(float const* from, float* to, int n) {
  static __attribute__((shared)) float part[128];
  int const thread = __nvvm_read_ptx_sreg_tid_x(), first = 128 * __nvvm_read_ptx_sreg_ctaid_x();
  if (first + 128 > n) return;
  part[thread] = from[first + thread];
#if !defined(NO_BARRIER)
  __syncthreads();
#endif
  to[first + thread] = part[127 - thread];
}
