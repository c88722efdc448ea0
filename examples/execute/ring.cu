// SPDX-License-Identifier: MIT
// As ring.hip, for PTX: tiles of 128 chunks of 16 bytes go through shared memory, swizzled, in two stages, and come out transposed. With -DONE_STAGE there
// is one stage only, and the barrier does not suffice. docs/inspect.md asks about it. It needs no header of CUDA.
typedef int Chunk __attribute__((ext_vector_type(4)));

static __attribute__((device)) unsigned swizzled(unsigned chunk) { return chunk ^ (chunk >> 3 & 7); }

extern "C" __attribute__((global)) void __attribute__((launch_bounds(128)))
ring(Chunk const* from, Chunk* to, int pitch, int tiles) {
#ifdef ONE_STAGE
  constexpr int stages = 1;
#else
  constexpr int stages = 2;
#endif
  static __attribute__((shared)) Chunk part[stages][128];
  unsigned const thread = __nvvm_read_ptx_sreg_tid_x(), other = thread >> 3 | (thread & 7) << 4;
  for (int tile = 0; tile < tiles; ++tile) {
    part[tile % stages][swizzled(thread)] = from[pitch * (thread >> 4) + (thread & 15) + 16 * tile];
    __syncthreads();
    to[128 * tile + thread] = part[tile % stages][swizzled(other)];
  }
}
