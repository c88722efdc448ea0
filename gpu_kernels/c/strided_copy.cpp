// SPDX-License-Identifier: MIT
#include "strided_copy/strided_copy.hpp"

#include <bit>
#include <optional>

#include "c/strided_copies.hpp"
#include "transpose/mover.hpp"

namespace colex::gpu::c {
namespace {

/// The layout of these extents, all at least 1, and strides.
Layout<Index> layout_of(int32_t rank, int64_t const* extents, int64_t const* strides) {
  List<Mode<Index>> modes;
  for (int k = 0; k < rank; ++k) modes.push({extents[k], strides[k]});
  return flat(modes);
}

/// Ends the call where one that it made failed.
void pass_on(colex_kernels_status status) {
  if (status != COLEX_KERNELS_OK) fail(status, colex_kernels_last_error());
}

/// Views of both arrays in units of T, which do not overlap.
template <class T>
struct Sides {
  Memory<T const> from;
  Memory<T> to;
  Sides(void const* source, Index source_units, void* destination, Index destination_units)
      : from("source", source, source_units), to("destination", destination, destination_units) {
    require(!from.overlaps(to), "strided_copy: source and destination overlap");
  }
};

/// Of a plan whose units have this many bytes, of which so many are gathered: the call body<Config>().
template <class Body>
void of_width(int bytes, int gathered, Body const& body) {
  auto const config =
      "strided_copy_b" + std::to_string(8 * bytes) + (gathered > 1 ? "x" + std::to_string(gathered) : "");
  with_config<StridedCopyConfigs>(static_cast<StridedCopyConfigs const*>(nullptr), "strided_copy",
                                  config.c_str(), body);
}

/// Fails where an array is smaller than what is moved.
void require_elements(Mover const& mover, Index source_elements, Index destination_elements) {
  auto const needs = [&](char const* name, Index has, Index needed) {
    require(has >= needed, "strided_copy: ", name, " has ", has, " elements and needs ", needed);
  };
  needs("source", source_elements, mover.source_elements);
  needs("destination", destination_elements, mover.destination_elements);
}

}  // namespace

#if defined(__HIP__)  // products there read their operands as they are
bool moves_both(int, MovedArray const&, MovedArray const&, void*) { return false; }
#else
bool moves_both(int element_bytes, MovedArray const& first, MovedArray const& second, void* stream) {
  std::optional<StridedPlan> plans[2];
  for (auto* plan : {&plans[0], &plans[1]}) {
    MovedArray const& x = plan == plans ? first : second;
    auto const mover = choose_mover(element_bytes, layout_of(3, x.extents, x.source_strides),
                                    layout_of(3, x.extents, x.destination_strides),
                                    reinterpret_cast<std::uintptr_t>(x.source),
                                    reinterpret_cast<std::uintptr_t>(x.destination));
    auto const* strided = std::get_if<StridedPlan>(&mover.by);
    if (strided == nullptr || !strided->shape.narrow) return false;
    require_elements(mover, x.source_elements, x.destination_elements);
    *plan = *strided;
  }
  auto const& [one, other] = plans;
  if (one->unit_bytes != other->unit_bytes || one->gathered != other->gathered) return false;
  of_width(one->unit_bytes, one->gathered, [&]<class Config>(Config const*) {
    Index const per_unit = one->unit_bytes / element_bytes;
    auto const sides = [&](MovedArray const& x, StridedPlan const& plan) {
      return Sides<typename Config::element>(x.source, plan.source_elements / per_unit, x.destination,
                                             plan.destination_elements / per_unit);
    };
    auto of_first = sides(first, *one), of_second = sides(second, *other);
    succeed("strided_copy",
            strided_copies<Config>({of_first.from.view(), of_first.to.view(), one->shape},
                                   {of_second.from.view(), of_second.to.view(), other->shape}, 0, stream));
  });
  return true;
}
#endif
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
    auto const begin =
        reinterpret_cast<std::uintptr_t>(source) | reinterpret_cast<std::uintptr_t>(destination);
    c::require(element_bytes < 1 || !std::has_single_bit(static_cast<unsigned>(element_bytes)) ||
                   begin % static_cast<unsigned>(element_bytes) == 0,
               "strided_copy: an array does not begin at a multiple of its elements' ", element_bytes,
               " bytes");
    auto const from = c::layout_of(rank, extents, source_strides),
               to = c::layout_of(rank, extents, destination_strides);
    auto const mover = choose_mover(element_bytes, from, to, reinterpret_cast<std::uintptr_t>(source),
                                    reinterpret_cast<std::uintptr_t>(destination));
    c::require_elements(mover, source_elements, destination_elements);
    if (auto const* run = std::get_if<MoveRun>(&mover.by)) {
      c::pass_on(colex_kernels_copy("copy_identity_f32", source, run->floats, destination, run->floats,
                                    run->floats, stream));
    } else if (auto const* squares = std::get_if<MoveSquares>(&mover.by)) {
      auto const& array = squares->array;
      c::pass_on(colex_kernels_permute(squares->config, 2, array.extent, source, mover.source_elements,
                                       array.source, destination, mover.destination_elements,
                                       array.destination, stream));
    } else if (auto const* turned = std::get_if<TransposePlan>(&mover.by)) {
      c::require_sources("transpose");
      auto const* const configs = static_cast<TransposeConfigs const*>(nullptr);
      c::with_config<TransposeConfigs>(
          configs, "transpose", turned->config, [&]<class Config>(Config const*) {
            c::Sides<typename Config::element> sides(source, mover.source_elements, destination,
                                                     mover.destination_elements);
            c::succeed("transpose",
                       transpose<Config>(sides.from.view(), sides.to.view(), turned->shape, 0, stream));
          });
    } else {
      auto const& plan = std::get<StridedPlan>(mover.by);
      c::of_width(plan.unit_bytes, plan.gathered, [&]<class Config>(Config const*) {
        Index const per_unit = plan.unit_bytes / element_bytes;
        c::Sides<typename Config::element> sides(source, plan.source_elements / per_unit, destination,
                                                 plan.destination_elements / per_unit);
        c::succeed("strided_copy",
                   strided_copy<Config>(sides.from.view(), sides.to.view(), plan.shape, 0, stream));
      });
    }
  });
}
