// SPDX-License-Identifier: MIT
// mma<Atom>(c, a, b): D = A B + C by the lanes of an atom together, on the platform in use.
#pragma once

#include "atoms/fma.hpp"

#if defined(__CUDACC__)
#include "atoms/nvidia_mma.hpp"
#elif defined(__HIP__) || defined(__HIPCC__)
#include "atoms/amd_mma.hpp"
#else
#include "atoms/host_mma.hpp"
#include "atoms/mfma_forms.hpp"
#include "atoms/mma_sync.hpp"
#endif
