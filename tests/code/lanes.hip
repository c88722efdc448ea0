// SPDX-License-Identifier: MIT
// What compilers of other people's kernels use and the library's do not: operands of other lanes, words that go from lane to lane, halves beside words.
// foreign_test.py runs each and knows the answers.
#define KERNEL extern "C" __attribute__((global)) void
#define FUNCTION static inline __attribute__((device))

FUNCTION int thread() { return __builtin_amdgcn_workitem_id_x(); }

/// Each control of CONTROLS, with those masks, a word that stays where a lane is not written, and whether a lane without a source reads 0.
#define CONTROLS(C) \
  C(0, 0x1B) C(1, 0x4E) C(2, 0xB1) C(3, 0xFF) C(4, 0x101) C(5, 0x10F) C(6, 0x111) C(7, 0x118) C(8, 0x11F) C(9, 0x121) C(10, 0x12C) C(11, 0x130) \
  C(12, 0x134) C(13, 0x138) C(14, 0x13C) C(15, 0x140) C(16, 0x141) C(17, 0x142) C(18, 0x143) C(19, 0x150) C(20, 0x15D)
constexpr int controls = 21;

template <int row_mask, int bank_mask, bool zero>
FUNCTION void moved(int word, int* to) {
#define MOVED(number, control) to[64 * number] = __builtin_amdgcn_update_dpp(-1, word, control, row_mask, bank_mask, zero);
  CONTROLS(MOVED)
}

/// In lanes whose bit of `on` is set.
KERNEL lanes(int const* from, int* to, unsigned long long on) {
  int const lane = thread(), word = from[lane];
  if ((on >> lane & 1) == 0) return;
  to += lane;
  moved<15, 15, false>(word, to), moved<15, 15, true>(word, to + 64 * controls);
  moved<10, 12, false>(word, to + 128 * controls), moved<5, 9, true>(word, to + 192 * controls);
}

/// A sum of 64 words in the way that compilers reduce: with operands of other lanes in the sum itself.
KERNEL reduced(int const* from, int* to) {
  int x = from[thread()];
  x += __builtin_amdgcn_update_dpp(0, x, 0x111, 15, 15, true), x += __builtin_amdgcn_update_dpp(0, x, 0x112, 15, 15, true);
  x += __builtin_amdgcn_update_dpp(0, x, 0x114, 15, 15, true), x += __builtin_amdgcn_update_dpp(0, x, 0x118, 15, 15, true);
  x += __builtin_amdgcn_update_dpp(0, x, 0x142, 10, 15, false), x += __builtin_amdgcn_update_dpp(0, x, 0x143, 12, 15, false);
  int const sum = __builtin_amdgcn_readlane(x, 63);
  if (thread() == 0) to[0] = sum;
}

/// The word of the lane that another array names; with -DEARLY it is used before it is there.
KERNEL permuted(int const* from, int const* lanes, int* to) {
  int const lane = thread();
  if (lane % 3 == 2) return;
#if defined(EARLY)
  int word, address = 4 * lanes[lane];
  asm volatile("s_waitcnt vmcnt(0)\n ds_bpermute_b32 %0, %1, %2 offset:8" : "=&v"(word) : "v"(address), "v"(from[lane]));
  to[lane] = word;
#else
  to[lane] = __builtin_amdgcn_ds_bpermute(4 * lanes[lane] + 8, from[lane]);
#endif
}

/// Each wave's part by the number of the wave, which the first lane of it says.
KERNEL by_wave(float const* from, float* to) {
  static __attribute__((shared)) float part[256];
  int const wave = __builtin_amdgcn_readfirstlane(thread() / 64), lane = thread() % 64;
  part[64 * wave + lane] = from[64 * wave + lane];
  to[64 * wave + lane] = part[64 * wave + 63 - lane];
}
