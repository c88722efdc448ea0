// SPDX-License-Identifier: MIT
#include "strided_copy/strided_copy.hpp"

#include "c/call.hpp"

namespace colex::gpu::c {
namespace {

/// The layout of these extents, all at least 1, and strides.
Layout<Index> layout_of(int32_t rank, int64_t const* extents, int64_t const* strides) {
  List<Mode<Index>> modes;
  for (int k = 0; k < rank; ++k) modes.push({extents[k], strides[k]});
  return flat(modes);
}

/// The largest power of two, up to 16, that divides both addresses.
int alignment_of(void const* a, void const* b) {
  auto const bits = reinterpret_cast<std::uintptr_t>(a) | reinterpret_cast<std::uintptr_t>(b) | 16u;
  return static_cast<int>(bits & (~bits + 1));
}

}  // namespace
}  // namespace colex::gpu::c

colex_kernels_status colex_kernels_strided_copy(int32_t element_bytes, int32_t rank, int64_t const* extents,
                                                void const* source, int64_t source_elements,
                                                int64_t const* source_strides, void* destination,
                                                int64_t destination_elements,
                                                int64_t const* destination_strides, void* stream) {
  using namespace colex::gpu;
  return c::guarded("strided_copy", [&] {
    c::require(rank >= 0 && rank <= colex::kMaxLeaves, "strided_copy: the rank must be from 0 to 32");
    c::require(
        rank == 0 || (extents != nullptr && source_strides != nullptr && destination_strides != nullptr),
        "strided_copy: extents or strides are null");
    c::require(source_elements >= 0 && destination_elements >= 0,
               "strided_copy: a negative number of elements");
    bool empty = false;
    for (int k = 0; k < rank; ++k) {
      c::require(extents[k] >= 0, "strided_copy: an extent is negative");
      empty = empty || extents[k] == 0;
    }
    if (empty) return;
    auto const from = c::layout_of(rank, extents, source_strides),
               to = c::layout_of(rank, extents, destination_strides);
    auto const plan = plan_strided_copy(element_bytes, from, to, c::alignment_of(source, destination));
    auto const needs = [&](char const* name, Index has, Index needed) {
      c::require(has >= needed, std::string("strided_copy: ") + name + " has " + std::to_string(has) +
                                    " elements and needs " + std::to_string(needed));
    };
    needs("source", source_elements, plan.source_elements);
    needs("destination", destination_elements, plan.destination_elements);
    auto const config = "strided_copy_b" + std::to_string(8 * plan.unit_bytes);
    c::with_config<StridedCopyConfigs>(
        static_cast<StridedCopyConfigs const*>(nullptr), "strided_copy", config.c_str(),
        [&]<class Config>(Config const*) {
          using Unit = typename Config::element;
          Index const per_unit = plan.unit_bytes / element_bytes;
          c::Memory<Unit const> units_from("source", source, plan.source_elements / per_unit);
          c::Memory<Unit> units_to("destination", destination, plan.destination_elements / per_unit);
          c::require(!units_from.overlaps(units_to), "strided_copy: source and destination overlap");
          c::succeed("strided_copy",
                     strided_copy<Config>(units_from.view(), units_to.view(), plan.shape, 0, stream));
        });
  });
}
