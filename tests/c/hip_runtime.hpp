// SPDX-License-Identifier: MIT
// What the two libraries that stand for HIP's runtime share, hip_stub.cpp and tests/code/hip_execute.cpp: the names of kernels, the shapes
// of launches on their way, errors. Each includes it once, and has the rest of the runtime itself.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace colex::hip {

enum HipError { success = 0, invalid_value = 1, invalid_function = 98, launch_failure = 719 };
struct HipDim3 {
  std::uint32_t x, y, z;
};

inline std::mutex lock;
inline std::map<void const*, std::string> symbols;  // by the host's function
inline thread_local std::vector<std::pair<HipDim3, HipDim3>> configurations;
inline thread_local std::size_t dynamic_bytes = 0;
inline thread_local HipError last_error = success;

/// The target that COLEX_HIP_DEVICE names.
inline std::string device_name() {
  char const* const named = std::getenv("COLEX_HIP_DEVICE");
  return named == nullptr ? "gfx942" : named;
}

/// As ROCm 6 has it: of the 1472 bytes only gcnArchName, from byte 1160 on, is not zero here.
inline void write_properties(void* properties, std::string name) {
  std::memset(properties, 0, 1472);
  name += ":sramecc+:xnack-";
  std::memcpy(static_cast<char*>(properties) + 1160, name.c_str(), name.size() + 1);
}

}  // namespace colex::hip

extern "C" {

int hipDeviceSynchronize() { return colex::hip::success; }

int hipGetDevice(int* number) {
  *number = 0;
  return colex::hip::success;
}

void __hipUnregisterFatBinary(void**) {}

void __hipRegisterFunction(void**, void const* function, char*, char const* symbol, unsigned, void*, void*,
                           void*, void*, int*) {
  std::lock_guard const held(colex::hip::lock);
  colex::hip::symbols[function] = symbol;
}

int __hipPushCallConfiguration(colex::hip::HipDim3 grid, colex::hip::HipDim3 block, std::size_t shared_bytes,
                               void*) {
  colex::hip::configurations.push_back({grid, block});
  colex::hip::dynamic_bytes = shared_bytes;
  return colex::hip::success;
}

int __hipPopCallConfiguration(colex::hip::HipDim3* grid, colex::hip::HipDim3* block,
                              std::size_t* shared_bytes, void** stream) {
  using namespace colex::hip;
  if (configurations.empty()) return invalid_value;
  std::tie(*grid, *block) = configurations.back();
  configurations.pop_back();
  *shared_bytes = dynamic_bytes, *stream = nullptr;
  return success;
}

int hipGetLastError() { return std::exchange(colex::hip::last_error, colex::hip::success); }

char const* hipGetErrorString(int error) {
  return error == colex::hip::success          ? "success"
         : error == colex::hip::launch_failure ? "launch failure"
                                               : "invalid device function";
}
}
