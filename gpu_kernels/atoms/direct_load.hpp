// SPDX-License-Identifier: MIT
// Loads from global memory straight to shared memory, with the bound of buffer_load.hpp, for gfx950 and sm_90a: a wave's lanes put 16 bytes
// each one behind the other, from a place on that they share; what is past the bound arrives as zeros. A load arrives at a time of its
// own. A thread waits for its own loads, oldest first; others see what it waited for after a barrier.
//
//   direct_load<8>(tile, 512 * wave, 0, rows, offset, k);      // this lane's 8 elements go to 512 * wave + 8 * lane
//   direct_wait<0>();  __syncthreads();                        // now every thread may read them
//
// Clang would hold each read of shared memory until no such load is under way, whatever its stage. So it is not told of them:
// tests/kernel/wait_counts.py asks the machine code whether the waits that are written suffice, and keep the distances that the hardware asks for.
#pragma once

#include "atoms/buffer_load.hpp"

namespace colex::gpu {

#if defined(__AMDGCN__)

/// Starts to load V elements at `offset` + `step` to `first` + `more` + V * lane; `first` and `more` are the same for all lanes.
template <int V, class T>
__device__ inline void direct_load(SharedView<T> const& to, int first, int more, BufferView<T> const& from,
                                   int offset, int step) {
  static_assert(V * sizeof(T) == widest_access_bytes);
  constexpr int size = sizeof(T), raw_buffer_gfx9 = 0x00020000;
  using Local = __attribute__((address_space(3))) T;
  auto const begin = static_cast<int>(reinterpret_cast<std::uintptr_t>((Local*)to.data));
  auto const descriptor = __builtin_amdgcn_make_buffer_rsrc(const_cast<T*>(from.view.data + from.first), 0,
                                                            from.size * size, raw_buffer_gfx9);
  asm volatile("s_add_u32 m0, %0, %1\n\ts_nop 0\n\tbuffer_load_dwordx4 %2, %3, %4 offen lds"
               :
               : "s"(begin + first * size), "i"(more * size), "v"(offset * size), "s"(descriptor),
                 "s"(step * size)
               : "memory", "scc");
}

/// Starts to load the 8 bytes at `offset` + `step` to registers, which nothing may touch before a direct_wait that this load counts for.
template <class T>
__device__ inline void late_load(std::uint64_t& to, BufferView<T> const& from, int offset, int step) {
  constexpr int size = sizeof(T), raw_buffer_gfx9 = 0x00020000;
  auto const descriptor = __builtin_amdgcn_make_buffer_rsrc(const_cast<T*>(from.view.data + from.first), 0,
                                                            from.size * size, raw_buffer_gfx9);
  asm volatile("buffer_load_dwordx2 %0, %1, %2, %3 offen"
               : "=v"(to)
               : "v"(offset * size), "s"(descriptor), "s"(step * size)
               : "memory");
}

/// What a late_load brought, which a direct_wait ahead of this waited for: nothing may be computed of it earlier.
__device__ inline std::uint64_t arrived(std::uint64_t loaded) {
  asm volatile("" : "+v"(loaded));
  return loaded;
}

/// Waits until at most `under_way` of this thread's loads have not arrived, the latest ones.
template <int under_way>
__device__ inline void direct_wait() {
  static_assert(under_way < 64, "the counter ends there");
  asm volatile("s_waitcnt vmcnt(%0)" : : "n"(under_way) : "memory");
}

/// Scalar registers that vector instructions wrote can be read by loads from here on.
__device__ inline void scalars_settle() { asm volatile("s_nop 4" : : : "memory"); }

#elif defined(__CUDACC__)

/// The same by cp.async, a group for each load. The bound is a multiple of V elements from the first one: a run is inside, or outside.
template <int V, class T>
__device__ inline void direct_load(SharedView<T> const& to, int first, int more, BufferView<T> const& from,
                                   int offset, int step) {
  static_assert(V * sizeof(T) == widest_access_bytes);
  copy_async<V>(to, Index{first + more + V * lane_id()}, from.view, from.first + (offset + step),
                offset + step < from.size);
  copy_async_commit();
}

template <int under_way>
__device__ inline void direct_wait() {
  copy_async_wait<under_way>();
}

__device__ inline void scalars_settle() {}

/// For no config here.
template <class T>
__device__ inline void late_load(std::uint64_t& to, BufferView<T> const& from, int offset, int step) = delete;
__device__ inline std::uint64_t arrived(std::uint64_t loaded) { return loaded; }

#elif defined(COLEX_HOST_PLATFORM)

namespace host {
/// One lane of a load: where its wave's part begins, and whether it begins there for all lanes.
struct DirectLane {
  Index first;
  bool same = true;
};
inline void compare_firsts(void* const* lanes, int count) {
  for (int lane = 0; lane < count; ++lane)
    if (lanes[lane])
      static_cast<DirectLane*>(lanes[lane])->same =
          static_cast<DirectLane*>(lanes[lane])->first == static_cast<DirectLane*>(lanes[0])->first;
}
}  // namespace host

template <int V, class T>
void direct_load(SharedView<T> const& to, int first, int more, BufferView<T> const& from, int at, int step,
                 std::source_location where = std::source_location::current()) {
  static_assert(V * sizeof(T) == widest_access_bytes);
  host::DirectLane lane{Index{first} + more};
  if (!meet_in_full(wave_width(), &lane, host::compare_firsts, where)) return;
  if (!lane.same) report_collective("the lanes of a load to shared memory name several places");
  Index const offset = Index{at} + step, place = lane.first + V * lane_id();
  if (offset + V <= from.size || offset >= from.size) {
    copy_async<V>(to, place, from.view, from.first + offset, offset < from.size);
  } else {  // it crosses the bound
    for (int i = 0; i < V; ++i)
      copy_async<1>(to, place + i, from.view, from.first + offset + i, offset + i < from.size);
  }
  copy_async_commit();
}

/// What comes to registers is there at once: whether it is used too early, the machine code is asked.
template <class T>
void late_load(std::uint64_t& to, BufferView<T> const& from, int offset, int step) {
  to = __builtin_bit_cast(std::uint64_t, buffer_load<8 / sizeof(T)>(from, offset, step));
  copy_async_commit();
}

inline std::uint64_t arrived(std::uint64_t loaded) { return loaded; }

template <int under_way>
void direct_wait() {
  copy_async_wait<under_way>();
}

inline void scalars_settle() {}

#endif

}  // namespace colex::gpu
