// SPDX-License-Identifier: MIT
// Blocks of 256 threads hand numbers on through LDS, in two stages: what a turn of the loop writes, the next reads behind a fence and a barrier.
// docs/findings/fence_at_a_loop_head.md asks about it. With -DWAITS the wait that the fence asks for is written out.
__attribute__((device)) static inline void wait_for_all() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
#if defined(WAITS)
  __builtin_amdgcn_s_waitcnt(0xC07F);  // lgkmcnt(0)
#endif
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(256, 256)))
hand_on(int* out, int n) {
  static __attribute__((shared)) int part[2][256];
  unsigned const t = __builtin_amdgcn_workitem_id_x();
  int sum = 0;
  part[0][t] = (int)t;
  wait_for_all();
  for (int i = 0; i < n; ++i) {
    wait_for_all();
    sum += part[i & 1][255 - t];
    part[~i & 1][t] = sum;
  }
  out[t] = sum;
}
