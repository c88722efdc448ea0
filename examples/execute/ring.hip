// SPDX-License-Identifier: MIT
// Tiles of 128 chunks of 16 bytes go through LDS, swizzled, and come out transposed: two stages, one barrier in each trip. With -DONE_STAGE there
// is one stage only, and the barrier does not suffice. docs/inspect.md asks about it.
typedef int Chunk __attribute__((ext_vector_type(4)));

static __attribute__((device)) unsigned swizzled(unsigned chunk) { return chunk ^ (chunk >> 3 & 7); }

extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(128, 128))) ring(Chunk const* from, Chunk* to, int tiles) {
#ifdef ONE_STAGE
  constexpr int stages = 1;
#else
  constexpr int stages = 2;
#endif
  static __attribute__((shared)) Chunk part[stages][128];
  unsigned const thread = __builtin_amdgcn_workitem_id_x(), other = thread >> 3 | (thread & 7) << 4;
  for (int tile = 0; tile < tiles; ++tile) {
    part[tile % stages][swizzled(thread)] = from[128 * tile + thread];
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    to[128 * tile + thread] = part[tile % stages][swizzled(other)];
  }
}
