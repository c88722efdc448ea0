// SPDX-License-Identifier: MIT
#include "copy/copy.hpp"

#include "c/call.hpp"

colex_kernels_status colex_kernels_copy(char const* config, void const* source, int64_t source_elements,
                                        void* destination, int64_t destination_elements, int64_t count,
                                        void* stream) {
  using namespace colex::gpu;
  return c::guarded("copy", [&] {
    c::with_config<CopyConfigs>(
        static_cast<CopyConfigs const*>(nullptr), "copy", config, [&]<class Config>(Config const*) {
          using T = typename Config::element;
          c::Memory<T const> from("source", source, source_elements);
          c::Memory<T> to("destination", destination, destination_elements);
          c::require(count >= 0, "copy: the count is negative");
          c::require(count <= Index{1} << 50, "copy: the count needs too many blocks");
          auto const needs = [&](char const* name, Index has, Index needed) {
            c::require(has >= needed, "copy: ", name, " has ", has, " elements and needs ", needed);
          };
          needs("source", from.elements(), required_elements<SourceArray<Config>>(count));
          needs("destination", to.elements(), required_elements<DestinationArray<Config>>(count));
          c::require(from.starts_aligned() && to.starts_aligned(),
                     "copy: an array does not begin at a multiple of 16 bytes");
          c::require(!from.overlaps(to), "copy: source and destination overlap");
          c::succeed("copy", copy<Config>(from.view(), to.view(), count, 0, stream));
        });
  });
}
