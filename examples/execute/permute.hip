// SPDX-License-Identifier: MIT
// Elements go to the places in LDS that a table names, and come out in order. docs/inspect.md asks what must be known of the table.
extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(128, 128))) permute(int const* __restrict__ place, float const* from, float* __restrict__ to) {
  static __attribute__((shared)) float part[128];
  unsigned const thread = __builtin_amdgcn_workitem_id_x(), first = 128 * __builtin_amdgcn_workgroup_id_x();
  part[place[first + thread]] = from[first + thread];
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  to[first + thread] = part[thread];
}
