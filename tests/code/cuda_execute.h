// SPDX-License-Identifier: MIT
// What stands behind the stub of CUDA where launches are executed: cuda_execute.cpp. 0 is success.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
void* cuda_execute_malloc(std::size_t bytes);
void cuda_execute_free(void* memory);
int cuda_execute_copy(void* to, void const* from, std::size_t bytes);
int cuda_execute_encode(void* map, unsigned element_bytes, unsigned rank, void* data,
                        std::uint64_t const* extents, std::uint64_t const* strides, std::uint32_t const* box,
                        unsigned span);
int cuda_execute_launch(void const* function, unsigned const* grid, unsigned const* block,
                        std::size_t shared_bytes, void const* const* arguments, std::size_t const* sizes,
                        unsigned count);
}
