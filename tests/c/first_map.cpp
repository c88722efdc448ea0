// SPDX-License-Identifier: MIT
// Hopper's call on threads that have and have not a context, over the stub of CUDA beside it: see first_map.py.
#include <cstdio>
#include <functional>
#include <thread>

#include "hopper/gemm.hpp"

using namespace colex::gpu;
using hopper::Element, hopper::Major;

int wrong = 0;
void expect(char const* who, bool holds, char const* said) {
  if (holds) return;
  std::printf("FAIL %s: %s\n", who, said == nullptr ? "the maps or the launch are another device's" : said);
  ++wrong;
}

/// One product on the calling thread, whose maps and launch must be of `device`.
void multiply(char const* who, void* memory, int device) {
  auto* const bytes = static_cast<unsigned char*>(memory);
  int const maps = cuda_stub::maps[device], launches = cuda_stub::launches[device];
  auto const answer = hopper::gemm<Element::e4m3, Element::bf16>({.M = 64,
                                                                  .N = 64,
                                                                  .K = 64,
                                                                  .a = {bytes, 64, Major::k},
                                                                  .b = {bytes + 4096, 64, Major::k},
                                                                  .c = bytes + 8192,
                                                                  .c_pitch = 64});
  expect(who, bool(answer), answer.message);
  if (answer)
    expect(who, cuda_stub::maps[device] >= maps + 2 && cuda_stub::launches[device] == launches + 1, nullptr);
}

void on_a_thread(std::function<void()> const& does) { std::thread(does).join(); }

int main() {
  void* memory = nullptr;
  on_a_thread([&] { cudaMalloc(&memory, 16384); });
  on_a_thread([&] { multiply("a thread that has called nothing of CUDA's", memory, 0); });
  on_a_thread([&] {
    int device = 0;
    cudaGetDevice(&device);  // which makes no context
    multiply("a thread that has asked for its device", memory, 0);
  });
  on_a_thread([&] {
    cudaSetDevice(1);
    multiply("a thread that has chosen another device", memory, 1);
    multiply("the same once more", memory, 1);
  });
  multiply("the main thread, which has called nothing either", memory, 0);
  on_a_thread([&] {
    CUtensorMap map;
    bool const made = hopper::make_tensor_map<
        hopper::GemmConfig<Element::e4m3, Major::k, Major::k, hopper::tile_shapes[0]>::A>(
        map, static_cast<unsigned char*>(memory) + 4, 64, 64, 64, 1, 0);
    expect("an operand at no multiple of 16 bytes", !made, "is given a map");
  });
  cudaFree(memory);
  if (wrong == 0)
    std::printf("%d maps, %d launches on two devices\n", cuda_stub::maps[0] + cuda_stub::maps[1],
                cuda_stub::launches[0] + cuda_stub::launches[1]);
  return wrong == 0 ? 0 : 1;
}
