// SPDX-License-Identifier: MIT
// DLPack's table of functions for exchange, version 1.3, of which a framework gives a pointer in the attribute
// __dlpack_c_exchange_api__ of its tensors' type (https://dmlc.github.io/dlpack/latest/c_api.html). torch has it from 2.10 on.
#pragma once

#include <cstdint>

namespace colex::dlpack {

enum Device : std::int32_t { cpu = 1, cuda = 2, rocm = 10 };
enum Code : std::uint8_t { floating = 2, complex = 5 };

struct Version {
  std::uint32_t major, minor;
};
struct Type {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
/// Strides count elements. Shape and strides are the tensor's own, which owns them.
struct Tensor {
  void* data;
  std::int32_t device, device_index, rank;
  Type type;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};
struct Managed {
  Version version;
  void* context;
  void (*release)(Managed*);
  std::uint64_t flags;
  Tensor tensor;
};
/// Functions that fail return -1; those without `set_error` have then raised in Python.
struct Exchange {
  Version version;
  Exchange const* previous;
  int (*allocate)(Tensor* prototype, Managed** out, void* context,
                  void (*set_error)(void* context, char const* kind, char const* message));
  int (*managed_of)(void* object, Managed** out);
  int (*object_of)(Managed* managed, void** out);
  int (*tensor_of)(void* object, Tensor* out);
  int (*current_stream)(std::int32_t device, std::int32_t device_index, void** out);
};

}  // namespace colex::dlpack
