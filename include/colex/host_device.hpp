// SPDX-License-Identifier: MIT
// Where a function runs that is not constexpr. constexpr functions need no mark: Clang counts them as both,
// and nvcc takes --expt-relaxed-constexpr.
//
//   COLEX_HOST_DEVICE int size_of_buffer();      callable from the host and from a kernel
//   COLEX_CONSTANT int limit = 4;                a constant at namespace scope, of any type, for both
#pragma once

#if defined(__clang__) && (defined(__HIP__) || defined(__CUDA__))
#define COLEX_HOST_DEVICE __attribute__((host)) __attribute__((device))
#elif defined(__CUDACC__)
#define COLEX_HOST_DEVICE __host__ __device__
#else
#define COLEX_HOST_DEVICE
#endif

/// The same where constexpr functions are callable too: nvcc keeps them to the host without its flag.
#if defined(__CUDACC__) && !defined(__clang__) && !defined(__CUDACC_RELAXED_CONSTEXPR__)
#define COLEX_LIKE_CONSTEXPR
#else
#define COLEX_LIKE_CONSTEXPR COLEX_HOST_DEVICE
#endif

/// Defined while a compiler translates for a GPU; a HIP or CUDA source is also translated for the host.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define COLEX_ON_DEVICE
#endif

// nvcc knows a constant of class type in kernels only where it is marked, and in headers only if it is static.
#if defined(__CUDACC__) && !defined(__clang__)
#define COLEX_CONSTANT __device__ constexpr
#define COLEX_HEADER_CONSTANT static __device__ constexpr
#else
#define COLEX_CONSTANT constexpr
#define COLEX_HEADER_CONSTANT inline constexpr
#endif
