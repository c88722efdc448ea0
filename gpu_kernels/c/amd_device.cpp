// SPDX-License-Identifier: MIT
// The target of AMD's device. HIP's properties are a struct that grew: each of its two forms has a function of its own, and this
// library has neither header. So it gives the function more room than either form takes, and reads the one string that it needs
// from its place; what does not look like a target there is no target that it knows.
#include <array>
#include <cstring>

#include "c/call.hpp"
#include "c/device.hpp"

#if !defined(COLEX_HOST_PLATFORM) && !defined(__CUDACC__)
extern "C" {
hipError_t hipGetDevice(int* device);
/// Of ROCm 6 and later, and of those before it. Weak: one of them is missing.
__attribute__((weak)) hipError_t hipGetDevicePropertiesR0600(void* properties, int device);
__attribute__((weak)) hipError_t hipGetDeviceProperties(void* properties, int device);
}

namespace colex::gpu::c {
namespace {
/// Bytes before gcnArchName in hipDeviceProp_tR0600 (1472 bytes in ROCm 6) and in hipDeviceProp_t of HIP 5 (792 bytes).
constexpr std::size_t target_at = 1160, target_at_before_6 = 396, longest = 256;
}  // namespace

std::string device_target() {
  thread_local int known_device = -1;
  thread_local std::string known;
  int device = 0;
  hipError_t error = hipGetDevice(&device);
  if (error == hipSuccess && device == known_device) return known;
  std::array<char, 8192> room{};
  bool const since_6 = hipGetDevicePropertiesR0600 != nullptr;
  if (!since_6 && hipGetDeviceProperties == nullptr)
    fail(COLEX_KERNELS_DEVICE_ERROR, "the runtime cannot say what device this is");
  if (error == hipSuccess)
    error = since_6 ? hipGetDevicePropertiesR0600(room.data(), device)
                    : hipGetDeviceProperties(room.data(), device);
  if (error != hipSuccess)
    fail(COLEX_KERNELS_DEVICE_ERROR, std::string("the device's name: ") + hipGetErrorString(error));
  char const* const text = room.data() + (since_6 ? target_at : target_at_before_6);
  std::string const said(text, strnlen(text, longest));
  // Features follow: gfx942:sramecc+:xnack-
  known =
      said.starts_with("gfx") ? said.substr(0, said.find(':')) : "one whose target the runtime does not name";
  known_device = device;
  return known;
}

}  // namespace colex::gpu::c
#endif
