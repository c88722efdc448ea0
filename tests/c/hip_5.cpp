// SPDX-License-Identifier: MIT
// A device of HIP 5, as far as its name goes: by the header that is installed, so that the library's idea of where the name stands
// is compared with it. Preloaded before that runtime.
#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>

#include <cstring>

static_assert(HIP_VERSION_MAJOR < 6);

extern "C" {
hipError_t hipGetDevice(int* device) {
  *device = 0;
  return hipSuccess;
}
hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int) {
  *properties = {};
  std::strcpy(properties->gcnArchName, "gfx90a:sramecc+:xnack-");
  return hipSuccess;
}
}
