// SPDX-License-Identifier: MIT
// Kernels with one defect each, and some without that look alike; planted.py says what is to be found. Blocks have 128 threads: two waves.
#define KERNEL extern "C" __attribute__((global)) void
#define LDS static __attribute__((shared))
#define THREAD __builtin_amdgcn_workitem_id_x()
#define WAVE __builtin_amdgcn_readfirstlane(THREAD / 64)
#define BARRIER __builtin_amdgcn_s_barrier()

KERNEL barrier_of_one_wave(int* to) {
  if (WAVE == 0) BARRIER;
  to[THREAD] = 1;
}

KERNEL barrier_with_lanes_off(int* to) {
  if (THREAD % 2 == 0) asm volatile("s_barrier" ::: "memory");
  to[THREAD] = 1;
}

KERNEL two_barriers(int* to) {
  if (WAVE == 0) {
    asm volatile("s_barrier" ::: "memory");
    to[THREAD] = 1;
  } else {
    to[THREAD] = 2;
    asm volatile("s_barrier" ::: "memory");
  }
}

#define ADDRESS_OF(array) ((unsigned)(unsigned long)(__attribute__((address_space(3))) int*)array)

KERNEL misaligned_lds(int* to) {
  LDS int part[258];
  part[2 * THREAD] = 0, part[2 * THREAD + 1] = 1;
  if (THREAD == 127) part[256] = 2;
  long pair;
  asm volatile("s_waitcnt lgkmcnt(0)\n s_barrier\n ds_read_b64 %0, %1\n s_waitcnt lgkmcnt(0)"
               : "=v"(pair) : "v"(8 * THREAD + 4 + ADDRESS_OF(part)) : "memory");
  to[THREAD] = (int)pair;
}

KERNEL misaligned_global(char* to) {
  if (THREAD == 0) asm volatile("global_store_dword %0, %1, off\n s_waitcnt vmcnt(0)" ::"v"(to + 2), "v"(1) : "memory");
}

// The second wave reads what the first stored. A store that is not waited for may come later.
#define HANDED_ON(name, wait)                                                                                           \
  KERNEL name(int* to) {                                                                                                \
    int const thread = THREAD;                                                                                          \
    if (WAVE == 0) asm volatile("global_store_dword %0, %1, off\n" wait ::"v"(to + thread), "v"(thread) : "memory");    \
    asm volatile("s_barrier" ::: "memory");                                                                             \
    int got = 0;                                                                                                        \
    if (WAVE == 1) {                                                                                                    \
      asm volatile("global_load_dword %0, %1, off\n s_waitcnt vmcnt(0)" : "=v"(got) : "v"(to + thread - 64) : "memory"); \
      to[thread] = got;                                                                                                 \
    }                                                                                                                   \
  }
HANDED_ON(store_not_waited_for, "")
HANDED_ON(store_waited_for, "s_waitcnt vmcnt(0)")

// The same through LDS: the write is under way when its wave passes the barrier.
#define THROUGH_LDS(name, wait)                                                                                           \
  KERNEL name(int* to) {                                                                                                  \
    LDS int part[128];                                                                                                    \
    int got, thread = THREAD;                                                                                             \
    unsigned const base = ADDRESS_OF(part);                          \
    asm volatile("ds_write_b32 %0, %1\n" wait " s_barrier" ::"v"(base + 4 * thread), "v"(thread) : "memory");             \
    asm volatile("ds_read_b32 %0, %1\n s_waitcnt lgkmcnt(0)" : "=v"(got) : "v"(base + 4 * (127 - thread)) : "memory");    \
    to[thread] = got;                                                                                                     \
  }
THROUGH_LDS(lds_not_waited_for, "")
THROUGH_LDS(lds_waited_for, "s_waitcnt lgkmcnt(0)\n")

// An atomic operation that is under way when its wave passes the barrier: on another wave's word of LDS, and on one of global memory that another wave reads.
#define ATOMIC_IN_LDS(name, wait)                                                                                      \
  KERNEL name(int* to) {                                                                                               \
    LDS int part[128];                                                                                                 \
    int got, thread = THREAD;                                                                                          \
    unsigned const own = ADDRESS_OF(part) + 4 * thread, other = ADDRESS_OF(part) + 4 * (127 - thread);                 \
    asm volatile("ds_write_b32 %0, %1\n s_waitcnt lgkmcnt(0)\n s_barrier" ::"v"(own), "v"(thread) : "memory");         \
    asm volatile("ds_add_u32 %0, %1\n" wait " s_barrier" ::"v"(other), "v"(thread) : "memory");                        \
    asm volatile("ds_read_b32 %0, %1\n s_waitcnt lgkmcnt(0)" : "=v"(got) : "v"(own) : "memory");                       \
    to[thread] = got;                                                                                                  \
  }
ATOMIC_IN_LDS(lds_atomic_not_waited_for, "")
ATOMIC_IN_LDS(lds_atomic_waited_for, "s_waitcnt lgkmcnt(0)\n")

#define ATOMIC_HANDED_ON(name, wait)                                                                                     \
  KERNEL name(int* to) {                                                                                                 \
    int const thread = THREAD;                                                                                           \
    if (WAVE == 0)                                                                                                       \
      asm volatile("global_store_dword %0, %1, off\n s_waitcnt vmcnt(0)\n global_atomic_add %0, %1, off\n" wait           \
                   ::"v"(to + thread), "v"(thread) : "memory");                                                          \
    asm volatile("s_barrier" ::: "memory");                                                                              \
    int got = 0;                                                                                                         \
    if (WAVE == 1) {                                                                                                     \
      asm volatile("global_load_dword %0, %1, off\n s_waitcnt vmcnt(0)" : "=v"(got) : "v"(to + thread - 64) : "memory");  \
      to[thread] = got;                                                                                                  \
    }                                                                                                                    \
  }
ATOMIC_HANDED_ON(atomic_not_waited_for, "")
ATOMIC_HANDED_ON(atomic_waited_for, "s_waitcnt vmcnt(0)")

// Two reads of LDS end in their order, so that a wait for all but one has seen the first.
#define TWO_READS(name, used)                                                                                     \
  KERNEL name(int* to) {                                                                                          \
    LDS int part[128];                                                                                            \
    unsigned const at = 4 * THREAD + ADDRESS_OF(part);       \
    int got;                                                                                                      \
    asm volatile(                                                                                                 \
        "ds_write_b32 %1, %1\n s_waitcnt lgkmcnt(0)\n ds_read_b32 v40, %1\n ds_read_b32 v41, %1\n"                \
        "s_waitcnt lgkmcnt(1)\n v_mov_b32 %0, " used "\n s_waitcnt lgkmcnt(0)"                                    \
        : "=v"(got) : "v"(at) : "memory", "v40", "v41");                                                          \
    to[THREAD] = got;                                                                                             \
  }
TWO_READS(first_of_two_reads, "v40")
TWO_READS(second_of_two_reads, "v41")

// Scalar loads end in any order.
#define TWO_LOADS(name, count)                                                                              \
  KERNEL name(int const* from, int* to) {                                                                   \
    int got;                                                                                                \
    asm volatile("s_load_dword s40, %1, 0x0\n s_load_dword s41, %1, 0x4\n s_waitcnt lgkmcnt(" count ")\n"   \
                 "v_mov_b32 %0, s40\n s_waitcnt lgkmcnt(0)" : "=v"(got) : "s"(from) : "memory", "s40", "s41"); \
    to[THREAD] = got;                                                                                       \
  }
TWO_LOADS(one_of_two_scalar_loads, "1")
TWO_LOADS(both_scalar_loads, "0")

KERNEL blocks_store_one_word(int* to) {
  if (THREAD == 0) to[0] = 1;
}

KERNEL stores_an_unwritten_register(int* to) {
  if (THREAD == 0) asm volatile("global_store_dword %0, v90, off" ::"v"(to) : "memory");
}

// One of two registers, by a mask; nothing has written v90.
#define TAKEN(name, mask)                                                                                                                           \
  KERNEL name(int* to) {                                                                                                                            \
    if (THREAD == 0)                                                                                                                                \
      asm volatile("s_mov_b64 vcc, " mask "\n v_cndmask_b32 v92, v90, %1, vcc\n global_store_dword %0, v92, off" ::"v"(to), "v"(7) : "memory", "v92", "vcc"); \
  }
TAKEN(takes_a_written_register, "-1")
TAKEN(takes_an_unwritten_register, "0")

// A register of which nothing has written the upper half, and one of which both halves were written apart.
KERNEL stores_a_half_written_register(int* to) {
  if (THREAD == 0)
    asm volatile("v_and_b32 v91, 0xffff0000, v91\n v_or_b32 v91, 7, v91\n global_store_dword %0, v91, off" ::"v"(to) : "memory", "v91");
}
KERNEL halves_written_apart(int* to) {
  if (THREAD == 0)
    asm volatile(
        "v_and_b32 v91, 0xffff0000, v91\n v_and_b32 v91, 0xffff, v91\n v_or_b32 v91, 7, v91\n global_store_dword %0, v91, off" ::"v"(to)
        : "memory", "v91");
}
// Scratch memory of eight words: what nothing has written there, and a word past its end.
#define USES_SCRATCH int own[8]; asm volatile("" ::"v"((__attribute__((address_space(5))) int*)own) : "memory");
KERNEL loads_unwritten_scratch(int* to) {
  USES_SCRATCH
  int got;
  asm volatile("scratch_load_dword %0, off, off offset:24\n s_waitcnt vmcnt(0)" : "=v"(got)::"memory");
  if (THREAD == 0) to[0] = got;
}
KERNEL scratch_out_of_bounds(int* to) {
  USES_SCRATCH
  asm volatile("scratch_store_dword off, %0, off offset:4092\n s_waitcnt vmcnt(0)" ::"v"(1) : "memory");
  if (THREAD == 0) to[0] = 1;
}
KERNEL scratch_written(int* to) {
  USES_SCRATCH
  int got;
  asm volatile("scratch_store_dword off, %1, off offset:24\n scratch_load_dword %0, off, off offset:24\n s_waitcnt vmcnt(0)"
               : "=&v"(got)
               : "v"((int)THREAD)
               : "memory");
  to[THREAD] = got;
}
// The same by parts of words. A value that is another one is stored past the array's end.
KERNEL scratch_by_parts(int* to) {
  USES_SCRATCH
  int whole, low, high, merged = 0x1234abcd;
  asm volatile(
      "scratch_store_byte off, %4, off offset:24\n scratch_store_byte_d16_hi off, %4, off offset:25\n scratch_store_short off, %4, off offset:26\n"
      "scratch_load_dword %0, off, off offset:24\n scratch_load_sbyte %1, off, off offset:24\n scratch_load_ushort %2, off, off offset:26\n"
      "scratch_load_short_d16_hi %3, off, off offset:24\n s_waitcnt vmcnt(0)"
      : "=&v"(whole), "=&v"(low), "=&v"(high), "+&v"(merged) : "v"(0x00c3f1e5) : "memory");
  bool const is_right = whole == (int)0xf1e5c3e5 && low == (int)0xffffffe5 && high == 0xf1e5 && merged == (int)0xc3e5abcd;
  to[is_right ? THREAD : 4096] = 1;
}
KERNEL loads_three_written_bytes(int* to) {
  USES_SCRATCH
  int got;
  asm volatile("scratch_store_short off, %1, off offset:24\n scratch_store_byte off, %1, off offset:26\n scratch_load_dword %0, off, off offset:24\n s_waitcnt vmcnt(0)"
               : "=&v"(got) : "v"(1) : "memory");
  if (THREAD == 0) to[0] = got;
}

KERNEL branches_on_an_unwritten_register(int* to) {
  asm volatile("s_cmp_eq_u32 s60, 0\n s_cbranch_scc1 0" ::: "memory", "scc");
  to[THREAD] = 1;
}

KERNEL lds_out_of_bounds(int* to) {
  LDS int part[128];
  int got;
  part[THREAD] = 1;
  unsigned const at = 4 * (THREAD + 1) + ADDRESS_OF(part);
  asm volatile("s_waitcnt lgkmcnt(0)\n s_barrier\n ds_read_b32 %0, %1\n s_waitcnt lgkmcnt(0)" : "=v"(got) : "v"(at) : "memory");
  to[THREAD] = got;
}

// An access far outside that is under way when its wave passes the barrier.
#define FAR_OUTSIDE(name, access)                                                                          \
  KERNEL name(int* to) {                                                                                   \
    LDS int part[128];                                                                                     \
    int got = THREAD;                                                                                      \
    unsigned const at = 4 * THREAD + ADDRESS_OF(part);                                                     \
    asm volatile(access "\n s_barrier\n s_waitcnt lgkmcnt(0)" : "+v"(got) : "v"(at + 0x70000000) : "memory"); \
    to[THREAD] = got;                                                                                      \
  }
FAR_OUTSIDE(reads_lds_far_outside, "ds_read_b32 %0, %1")
FAR_OUTSIDE(stores_lds_far_outside, "ds_write_b32 %1, %0")
FAR_OUTSIDE(adds_to_lds_far_outside, "ds_add_u32 %1, %0")

// What the block before left in LDS.
KERNEL lds_of_an_earlier_block(int* to) {
  LDS int part[128];
  int const thread = THREAD, block = __builtin_amdgcn_workgroup_id_x();
  unsigned const at = 4 * thread + ADDRESS_OF(part);
  int got;
  if (block == 0) asm volatile("ds_write_b32 %0, %1\n s_waitcnt lgkmcnt(0)" ::"v"(at), "v"(thread) : "memory");
  asm volatile("ds_read_b32 %0, %1\n s_waitcnt lgkmcnt(0)" : "=v"(got) : "v"(at) : "memory");
  to[128 * block + thread] = got;
}

// Both waves read a word that the second then stores to.
#define READ_AND_STORED(name, between)                                                                                 \
  KERNEL name(int* to) {                                                                                               \
    LDS int part[128];                                                                                                 \
    int const thread = THREAD;                                                                                         \
    unsigned const base = ADDRESS_OF(part);                                                                            \
    int got;                                                                                                           \
    asm volatile("ds_write_b32 %0, %1\n s_waitcnt lgkmcnt(0)\n s_barrier" ::"v"(base + 4 * thread), "v"(thread) : "memory"); \
    asm volatile("ds_read_b32 %0, %1\n s_waitcnt lgkmcnt(0)\n" between : "=v"(got) : "v"(base + 4 * (thread % 64)) : "memory"); \
    if (WAVE == 1) asm volatile("ds_write_b32 %0, %1\n s_waitcnt lgkmcnt(0)" ::"v"(base + 4 * (thread - 64)), "v"(got) : "memory"); \
    to[thread] = got;                                                                                                  \
  }
READ_AND_STORED(lds_read_and_stored, "")
READ_AND_STORED(lds_read_before_it_is_stored, "s_barrier")

// Lanes of one store reach two arrays by turns, two and two; what is in the second is loaded.
#define BY_TURNS(name, first, second)                                                                                  \
  KERNEL name(int* a, int* b) {                                                                                        \
    int const thread = THREAD;                                                                                         \
    char* const at = thread / 2 % 2 == 0 ? (char*)(a + first) : (char*)(b + thread) + second;                              \
    asm volatile("global_store_dword %0, %1, off\n s_waitcnt vmcnt(0)" ::"v"(at), "v"(thread) : "memory");             \
    int got;                                                                                                           \
    if (thread / 2 % 2 == 1 && second == 0)                                                                            \
      asm volatile("global_load_dword %0, %1, off\n s_waitcnt vmcnt(0)" : "=v"(got) : "v"(b + thread) : "memory");     \
  }
BY_TURNS(two_arrays, thread, 0)
BY_TURNS(past_one_of_two_arrays, (thread == 65 ? 128 : thread), 0)
BY_TURNS(misaligned_in_one_of_two_arrays, thread, (thread == 11 ? -2 : 0))
BY_TURNS(one_of_two_arrays_is_read, thread, 0)

// The second wave reads by a scalar load what the first stored, or will store.
#define READ_BY_A_SCALAR_LOAD(name, before, wait, behind)                                                          \
  KERNEL name(int* to) {                                                                                           \
    int const wave = __builtin_amdgcn_readfirstlane(WAVE);                                                         \
    if (wave == 0 && before)                                                                                       \
      asm volatile("global_store_dword %0, %1, off\n s_waitcnt vmcnt(0)" ::"v"(to + THREAD), "v"(THREAD) : "memory"); \
    asm volatile("s_barrier" ::: "memory");                                                                        \
    if (wave == 1) asm volatile("s_load_dwordx2 s[40:41], %0, 0x8\n" wait ::"s"(to) : "memory", "s40", "s41");     \
    if (behind) asm volatile("s_barrier" ::: "memory");                                                            \
    if (wave == 0 && !before)                                                                                      \
      asm volatile("global_store_dword %0, %1, off\n s_waitcnt vmcnt(0)" ::"v"(to + THREAD), "v"(THREAD) : "memory"); \
    asm volatile("s_waitcnt lgkmcnt(0)" ::: "memory");                                                             \
  }
READ_BY_A_SCALAR_LOAD(scalar_load_behind_a_store, true, "", false)
READ_BY_A_SCALAR_LOAD(scalar_load_beside_a_store, false, "s_waitcnt lgkmcnt(0)", false)
READ_BY_A_SCALAR_LOAD(scalar_load_before_a_store, false, "s_waitcnt lgkmcnt(0)", true)
READ_BY_A_SCALAR_LOAD(scalar_load_not_waited_for, false, "", true)

// Two loads to one register: those of memory end in their order, one of memory and one of LDS in any.
#define TWO_TO_ONE_REGISTER(name, second)                                                                          \
  KERNEL name(int const* from, int* to) {                                                                          \
    LDS int part[128];                                                                                             \
    unsigned const at = 4 * THREAD + ADDRESS_OF(part);                                                             \
    int got;                                                                                                       \
    asm volatile("ds_write_b32 %1, %1\n s_waitcnt lgkmcnt(0)\n global_load_dword v40, %2, off\n" second            \
                 "\n s_waitcnt vmcnt(0) lgkmcnt(0)\n v_mov_b32 %0, v40"                                             \
                 : "=v"(got) : "v"(at), "v"(from + THREAD) : "memory", "v40");                                      \
    to[THREAD] = got;                                                                                              \
  }
TWO_TO_ONE_REGISTER(loads_twice_in_order, "global_load_dword v40, %2, off offset:4")
TWO_TO_ONE_REGISTER(loads_twice_in_any_order, "ds_read_b32 v40, %1")
