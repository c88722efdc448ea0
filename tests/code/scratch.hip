// SPDX-License-Identifier: MIT
// Arrays that a compiler keeps in scratch memory, which gfx90a names by a descriptor and gfx942 does not: scratch.py.
#define KERNEL extern "C" __attribute__((global)) void
#define THREAD __builtin_amdgcn_workitem_id_x()

// Words that are read and written by numbers which only the launch knows, up to `last`.
KERNEL words(int* to, int const* from, int n, int last) {
  int const t = THREAD;
  int own[40];
  for (int i = 0; i < 40; ++i) own[i] = from[64 * i + t];
  for (int i = 0; i < n; ++i) own[i * 7 % 40] += own[(i * 5 + t) % last] * (i + 1);
  int sum = 0;
  for (int i = 0; i < 40; ++i) sum = 3 * sum + own[i];
  to[t] = sum;
}

// More values than registers, so that some are spilled.
extern "C" __attribute__((global, amdgpu_num_vgpr(24))) void spilled(int* to, int const* from, int n, int last) {
  int const t = THREAD;
  int own[40];
  for (int i = 0; i < 40; ++i) own[i] = from[64 * i + t];
  __builtin_amdgcn_s_barrier();
  int sum = last;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 40; ++i) sum = 3 * sum + own[i] * k;
  to[t] = sum;
}

// Bytes and halves, further away than an instruction's offset reaches; those from 1 on are read where `last` is 1.
KERNEL parts(int* to, int const* from, int n, int last) {
  int const t = THREAD;
  signed char bytes[3000];
  short halves[3000];
  for (int i = 0; i < n; ++i) bytes[(i * 7 + t) % 3000] = from[64 * i + t], halves[(i * 11 + t) % 3000] = from[64 * i + t];
  int sum = 0;
  for (int i = 0; i < n; ++i) sum = 3 * sum + bytes[(i * 7 + t + last) % 3000] * halves[(i * 11 + t) % 3000];
  to[t] = sum;
}
