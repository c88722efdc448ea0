// SPDX-License-Identifier: MIT
// Kernels whose accesses have layouts that can be said, and some that have none; judged.py says what is to be found. Blocks have 128 threads.
#define KERNEL extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(128, 128))) void
#define LDS static __attribute__((shared))
#define THREAD __builtin_amdgcn_workitem_id_x()
#define BLOCK __builtin_amdgcn_workgroup_id_x()
#define BARRIER                                                                        \
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"), __builtin_amdgcn_s_barrier(), \
      __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")

KERNEL affine(int* to) { to[4 * THREAD + 512 * BLOCK] = 1; }

// Rows of 64 bytes, their chunks of 16 bytes swizzled.
typedef int Chunk __attribute__((ext_vector_type(4)));
KERNEL swizzled(Chunk const* from, Chunk* to) {
  LDS Chunk part[128];
  unsigned const t = THREAD;
  part[t ^ (t >> 3 & 7)] = from[t];
  BARRIER;
  unsigned const s = t >> 3 | (t & 7) << 4;
  to[t] = part[s ^ (s >> 3 & 7)];
}

// Two stages, a barrier in each trip.
#define RING(name, write_stage, read_stage)          \
  KERNEL name(int const* from, int* to, int steps) { \
    LDS int part[2][128];                            \
    unsigned const t = THREAD;                       \
    for (int i = 0; i < steps; ++i) {                \
      part[write_stage][t] = from[128 * i + t];      \
      BARRIER;                                       \
      to[128 * i + t] = part[read_stage][127 - t];   \
    }                                                \
  }
RING(ring, i & 1, i & 1)
RING(one_stage, 0, 0)
RING(other_stage, i & 1, (i + 1) & 1)
// The first trip is right, the second is not.
RING(wrong_second_trip, i & 1, i == 1 ? 0 : i & 1)
RING(wrong_later_trip, i < 5 ? i & 1 : 0, i < 5 ? i & 1 : 0)

// Steps from any first one on, in 64 bits with a sign, as the products count them.
#define SIGNED_RING(name, write_stage, read_stage)                   \
  KERNEL name(int const* from, int* to, long long first, long long last) { \
    LDS int part[3][128];                                            \
    unsigned const t = THREAD;                                       \
    for (long long step = first; step < last; ++step) {              \
      long long const i = step - first;                              \
      part[write_stage][t] = from[t];                                \
      BARRIER;                                                       \
      to[t] = part[read_stage][127 - t];                             \
    }                                                                \
  }
SIGNED_RING(signed_ring, i % 2, i % 2)
SIGNED_RING(signed_other_stage, i % 2, (i + 1) % 2)
SIGNED_RING(signed_rest_of_three, i % 2, i % 3)

// A read passes a barrier that keeps waves in step: stores behind the next one are ordered. Those before are not, whatever the storing wave has waited for.
#define READ_OVER_A_BARRIER(to, from) \
  asm volatile("ds_read_b32 %0, %1\n s_barrier" : "=v"(to) : "v"((unsigned)(__attribute__((address_space(3))) int*)(from)) : "memory")
#define WAIT_FOR(value) asm volatile("s_waitcnt lgkmcnt(0)" : "+v"(value)::"memory")
#define PACED(name, before_the_wait, behind_it)      \
  KERNEL name(int const* from, int* to, int steps) { \
    LDS int part[128];                               \
    unsigned const t = THREAD;                       \
    for (int i = 0; i < steps; ++i) {                \
      part[t] = from[128 * i + t];                   \
      BARRIER;                                       \
      int value;                                     \
      READ_OVER_A_BARRIER(value, &part[127 - t]);    \
      before_the_wait;                               \
      WAIT_FOR(value);                               \
      behind_it;                                     \
      to[128 * i + t] = value;                       \
      BARRIER;                                       \
    }                                                \
  }
PACED(paced, , )
PACED(paced_and_stored, , part[t] = 7)
PACED(overtaken, part[t] = 7, )

KERNEL squares(int* to) {
  LDS int part[128];
  unsigned const t = THREAD;
  part[t] = 1;
  BARRIER;
  to[t] = part[t * t % 128];
}

KERNEL data_dependent(int const* from, int* to) { to[from[THREAD]] = 1; }

KERNEL two_ways(int* to, int wide) {
  unsigned const t = THREAD;
  LDS int part[512];
  if (wide > 0)
    part[2 * t] = 1;
  else
    part[t] = 1;
  BARRIER;
  to[t] = part[t];
}

// Two stores that meet, of which a block makes one, where what chooses is the same for all its waves, and in all trips.
typedef int Pair __attribute__((ext_vector_type(2)));
#define WIDE (((Pair*)part)[t] = Pair{1, 1})
#define NARROW (part[t] = 1)
#define STORED_BY(name, ...)                     \
  KERNEL name(int* to, int chosen, int* table) { \
    LDS int part[256];                           \
    unsigned const t = THREAD;                   \
    __VA_ARGS__                                  \
    BARRIER;                                     \
    to[t] = part[255 - t];                       \
  }
#define CHOSEN(name, condition) STORED_BY(name, if (condition) WIDE; else NARROW;)
CHOSEN(chosen_by_argument, chosen & 2)
CHOSEN(chosen_by_block, BLOCK & 1)
CHOSEN(chosen_by_memory, table[BLOCK] & 2)
CHOSEN(chosen_by_wave, __builtin_amdgcn_readfirstlane(t / 64) == 0)
STORED_BY(chosen_in_each_trip, for (int i = 0; i < 4; ++i) {
  if (chosen & 2) WIDE; else NARROW;
  BARRIER;
  to[t] = part[255 - t];
  BARRIER;
})
STORED_BY(chosen_by_trip, _Pragma("nounroll") for (int i = 0; i < chosen; ++i) if (i & 1) WIDE; else NARROW;)
STORED_BY(chosen_by_two_bits, if (chosen & 2) WIDE; if ((chosen & 4) == 0) NARROW;)
STORED_BY(chosen_after_a_choice, if (chosen & 2) WIDE; asm volatile("" ::: "memory"); if ((chosen & 2) == 0) NARROW;)
STORED_BY(chosen_again_by_memory, if (table[BLOCK] & 2) WIDE; asm volatile("" ::: "memory"); if ((table[BLOCK] & 2) == 0) NARROW;)

// A number in a vector register that loops carry, and no form of it is known: each lane has the same, or those whose bit is set another one.
#define CARRIED(name, condition)                                            \
  KERNEL name(int* to, unsigned n) {                                        \
    unsigned const t = THREAD;                                              \
    unsigned x = n;                                                         \
    for (unsigned i = 0; i < n; ++i)                                        \
      if (condition) __asm__ volatile("v_mul_lo_u32 %0, %0, %0" : "+v"(x)); \
    (to + x)[t] = 1;                                                        \
  }
CARRIED(carried_alike, i != 3)
CARRIED(carried_apart, t >> (i & 3) & 1)
