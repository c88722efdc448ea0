// SPDX-License-Identifier: MIT
// Each block of 128 threads writes its part of an array backwards, through LDS. With -DNO_BARRIER the second wave's elements may not be there
// when the first reads them. docs/execute.md runs it.
extern "C" __attribute__((global)) void reverse(float const* from, float* to, int n) {
  static __attribute__((shared)) float part[128];
  int const thread = __builtin_amdgcn_workitem_id_x(), first = 128 * __builtin_amdgcn_workgroup_id_x();
  if (first + 128 > n) return;
  part[thread] = from[first + thread];
#if !defined(NO_BARRIER)
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#endif
  to[first + thread] = part[127 - thread];
}
