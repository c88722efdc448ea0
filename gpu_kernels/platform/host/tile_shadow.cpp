// SPDX-License-Identifier: MIT
// The rules of tile_shadow.hpp.
#include "platform/host/tile_shadow.hpp"

namespace colex::gpu {

std::optional<ChunkFault> TileShadow::start(std::size_t chunk, Knowledge const& thread, std::size_t barrier,
                                            std::uint32_t phase) {
  std::optional<ChunkFault> fault;
  Chunk& c = chunks_[chunk];
  if (c.has_barrier) fault = {Defect::barrier_misuse, "a copy writes over a barrier"};
  if (c.in_flight) fault = {Defect::unfinished_copy, "another copy to the same bytes has not landed"};
  if (!fault && c.phase != 0 && Knowledge::count_of(thread.phases, c.barrier) <= c.phase)
    fault = {Defect::data_race, "the copy before it may not have landed: nobody waited for it"};
  for (std::size_t wave = 0; !fault && wave < waves_; ++wave)
    if (readers_[chunk * waves_ + wave] > Knowledge::count_of(thread.*ends_, first_wave_ + wave))
      fault = {Defect::data_race, "products or lanes may still read what the copy overwrites"};
  c.in_flight = true, c.barrier = barrier, c.phase = phase;
  return fault;
}

void TileShadow::land(std::size_t chunk, int swizzle) {
  chunks_[chunk].in_flight = false, chunks_[chunk].swizzle = swizzle;
}

std::optional<ChunkFault> TileShadow::read(std::size_t chunk, std::vector<Knowledge const*> const& lanes,
                                           int swizzle) {
  Chunk const& c = chunks_[chunk];
  if (c.phase == 0) return {};
  if (c.in_flight) return ChunkFault{Defect::unfinished_copy, "a product reads bytes that have not landed"};
  for (Knowledge const* lane : lanes)
    if (Knowledge::count_of(lane->phases, c.barrier) <= c.phase)
      return ChunkFault{Defect::unfinished_copy, "a product reads bytes whose barrier was not waited for"};
  if (c.swizzle != swizzle)
    return ChunkFault{Defect::layout_mismatch, "the descriptor's swizzle is not the one of the tensor map"};
  return {};
}

}  // namespace colex::gpu
