// SPDX-License-Identifier: MIT
// The names of element types in certificates and in the C interface: element_name<Bf16>() is "bf16".
#pragma once

#include "platform/vec.hpp"

namespace colex::gpu {

template <class T>
constexpr char const* element_name() {
  if constexpr (std::is_same_v<T, float>) return "f32";
  if constexpr (std::is_same_v<T, double>) return "f64";
  if constexpr (std::is_same_v<T, Bf16>) return "bf16";
  if constexpr (std::is_same_v<T, F16>) return "f16";
  if constexpr (std::is_same_v<T, E4M3>) return "e4m3";
  if constexpr (std::is_same_v<T, E2M1x2>) return "e2m1x2";
  if constexpr (std::is_same_v<T, E5M2>) return "e5m2";
  if constexpr (std::is_same_v<T, E4M3Fnuz>) return "e4m3fnuz";
  if constexpr (std::is_same_v<T, E5M2Fnuz>) return "e5m2fnuz";
  if constexpr (std::is_same_v<T, std::int8_t>) return "i8";
  if constexpr (std::is_same_v<T, std::int32_t>) return "i32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "i64";
}

}  // namespace colex::gpu
