// SPDX-License-Identifier: MIT
#include "permute/permute.hpp"

#include "c/call.hpp"

namespace colex::gpu::c {
namespace {

/// The extents, and the strides of one side, filled up to the config's rank by modes of one element. Refuses
/// strides that reach beyond the elements there are.
template <int rank>
void read_side(char const* name, int32_t given, int64_t const* extents, int64_t const* strides,
               Index elements, Index (&to)[rank]) {
  bool empty = false;
  for (int k = 0; k < given; ++k) empty = empty || extents[k] == 0;
  Index last = 0;
  for (int k = 0; k < rank; ++k) {
    to[k] = k < given ? strides[k] : 0;
    require(to[k] >= 0, "permute: a stride of ", name, " is negative");
    if (empty || k >= given || extents[k] == 1 || to[k] == 0) continue;
    // Here extent - 1 and stride are at least 1, and `last` stays below `elements`.
    Index const steps = extents[k] - 1;
    require(steps <= (elements - 1 - last) / to[k], "permute: ", name, " has ", elements,
            " elements, and mode ", k, " reaches beyond them");
    last += steps * to[k];
  }
  require(empty || elements > 0, "permute: ", name, " has no elements");
}

}  // namespace
}  // namespace colex::gpu::c

colex_kernels_status colex_kernels_permute(char const* config, int32_t rank, int64_t const* extents,
                                           void const* source, int64_t source_elements,
                                           int64_t const* source_strides, void* destination,
                                           int64_t destination_elements, int64_t const* destination_strides,
                                           void* stream) {
  using namespace colex::gpu;
  return c::guarded("permute", [&] {
    c::with_config<PermuteConfigs>(
        static_cast<PermuteConfigs const*>(nullptr), "permute", config, [&]<class Config>(Config const*) {
          using T = typename Config::element;
          c::require(rank >= 0 && rank <= Config::rank, "permute: the rank must be from 0 to ", Config::rank);
          c::require(rank == 0 ||
                         (extents != nullptr && source_strides != nullptr && destination_strides != nullptr),
                     "permute: extents or strides are null");
          c::Memory<T const> from("source", source, source_elements);
          c::Memory<T> to("destination", destination, destination_elements);
          PermuteArray<Config::rank> array{};
          for (int k = 0; k < Config::rank; ++k) array.extent[k] = k < rank ? extents[k] : 1;
          for (Index const extent : array.extent) c::require(extent >= 0, "permute: an extent is negative");
          c::read_side("source", rank, extents, source_strides, from.elements(), array.source);
          c::read_side("destination", rank, extents, destination_strides, to.elements(), array.destination);
          c::require(from.starts_aligned() && to.starts_aligned(),
                     "permute: an array does not begin at a multiple of 16 bytes");
          c::require(!from.overlaps(to), "permute: source and destination overlap");
          c::succeed("permute", permute<Config>(from.view(), to.view(), array, 0, nullptr, stream));
        });
  });
}
