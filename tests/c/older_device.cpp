// SPDX-License-Identifier: MIT
// Which configs NVIDIA's library says that a device has, by its compute capability: each exactly where its instructions are, and the words
// name both numbers; and that launches begin early from 9.0 on. Run over a stub of CUDA by older_device.py.
#include <cstdio>
#include <string>
#include <thread>

#include "c/configs.hpp"
#include "c/device.hpp"

namespace colex::gpu::c {
namespace {
int capability = 0, failed = 0;

template <class Config>
void expect(int first) {
  for (int const here : {80, 86, 89, 90, 100, 120}) {
    capability = here;
    std::string const said = missing_here<Config>();
    if (said.empty() == (here >= first)) continue;
    std::printf("FAIL: %s at %d: '%s'\n", Config::name, here, said.c_str());
    ++failed;
  }
}

__global__ void nothing(int) {}

/// Launched by a thread of its own, which asks for its device anew.
void expect_early(int major, unsigned attributes) {
  std::thread([&] {
    cuda_stub::major = major;
    if (launch_early(nothing, 1, 32, 0, nullptr, 1) == cudaSuccess && cuda_stub::attributes == attributes)
      return;
    std::printf("FAIL: %u attributes of a launch on capability %d\n", cuda_stub::attributes, major);
    ++failed;
  }).join();
}
}  // namespace

int device_capability() { return capability; }

int check() {
  expect<GemmF32>(80);
  expect<GemmF64>(80);
  expect<GemmMmaSyncBf16>(80);
  expect<GemmMmaSyncI8Direct>(80);
  expect<GemmMmaSyncE4M3>(89);
  expect<GemmMmaSyncE4M3Direct>(89);
  expect<GemmMmaSyncF64Direct>(90);
  expect<GemmMmaSyncF64Direct32>(90);
  expect<GemmF32Direct64>(80);
  expect_early(8, 0);
  expect_early(9, 1);
  capability = 80;
  std::string const want =
      "gemm_mma_sync_e4m3_f32 has code from compute capability 8.9 on, and the device has 8.0";
  if (missing_here<GemmMmaSyncE4M3>() != want) {
    std::printf("FAIL: '%s'\n", missing_here<GemmMmaSyncE4M3>().c_str());
    ++failed;
  }
  return failed;
}

}  // namespace colex::gpu::c

int main() {
  int const failed = colex::gpu::c::check();
  if (failed == 0) std::puts("ok: configs are where their instructions are");
  return failed != 0;
}
