// SPDX-License-Identifier: MIT
// The HIP names on AMD: from the HIP headers where hipcc gives them, else our own.
#pragma once

// Clang includes its HIP wrapper before the source unless told -nogpuinc: that tells the two ways apart.
#if defined(__CLANG_HIP_RUNTIME_WRAPPER_H__)
#define COLEX_HIP_HEADERS 1
#include <hip/hip_runtime.h>
#else
#define COLEX_HIP_HEADERS 0
#include "platform/amd/headerless.hpp"
#include "platform/amd/runtime.hpp"
#endif
