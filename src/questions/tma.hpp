// SPDX-License-Identifier: MIT
// Boxes of tensors that NVIDIA's TMA copies: whether there is a tensor map, by the rules of
// include/colex/hardware/tensor_map_rules.hpp, what lands where in shared memory, how many bytes a barrier awaits, and what of a box lies
// outside the tensor.
//
//   TmaQuestion q{layout("(64,128):(1,64)"), {64, 32}};
//   q.element = hardware::tma_element("bf16"), q.swizzle = "128";
//   tma(q).landing                                      Sw<3,3,3> o 0 o (64,32):(1,64)
#pragma once

#include <string>
#include <vector>

#include "colex/hardware/tensor_map_rules.hpp"
#include "colex/layout.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

/// `tensor`: shape and strides in elements. Lists have an entry for each of its extents, in its order; of `box`, `steps` and
/// `at` an empty one is 1 (of `box`: missing) everywhere. An im2col question has `pixels` above 0, and no box.
struct TmaQuestion {
  Layout<std::int64_t> tensor{};
  std::vector<std::int64_t> box{}, steps{}, at{};
  hardware::TmaElement element{};
  std::string swizzle = "none";
  int interleave = 0;
  std::int64_t address = 0;
  bool fills_with_nan = false, is_for_sm90 = false;
  bool gathers = false;  ///< tile::gather4: four rows of a tensor of two modes, of which the box is one
  std::vector<std::int64_t> lower{}, upper{};  ///< of the modes that are neither channels nor images
  std::int64_t channels = 0, pixels = 0;
};

/// Along one mode of the tensor, which elements of the box lie inside: [from, to) of `of`.
struct InsideMode {
  std::int64_t from = 0, to = 0, of = 0;
};

struct Tma {
  hardware::TensorMap map{};
  std::vector<int> order{};  ///< mode k of the map is this mode of the tensor
  std::vector<hardware::BrokenRule> broken{};
  bool exists() const { return broken.empty(); }
  // where it exists
  bool is_interleaved = false;  ///< then neither what lands where nor how many bytes is answered
  std::string landing{};        ///< box coordinate -> element of shared memory
  bool in_bits = false;         ///< `landing` counts bits: elements are padded there
  std::int64_t bytes = 0;       ///< that a barrier awaits
  std::int64_t extent = 0;      ///< bytes of shared memory from the box's first to its last, and one more
  std::int64_t pattern = 0;     ///< bytes: the box must begin at a multiple
  std::vector<InsideMode> inside{};  ///< where `at` is given
};

/// The type of that name, or the unsigned one of 1, 2, 4 or 8 bytes. Throws InputError for others.
hardware::TmaElement tma_element_named(std::string_view name);
/// Whether a card, of all that have TMA, is sm90; of "" it is not. Throws InputError for a card without TMA.
bool is_sm90(std::string_view card);
/// "u8 u16 u32" and so on.
std::string tma_element_names();

/// Throws InputError for lists of a wrong length, Failure `contiguous` where no mode has stride 1, and `gather4` where what it asks for
/// does not hold.
Tma tma(TmaQuestion const& question);

/// The sentence of a broken rule, with the tensor's mode.
std::string sentence(hardware::BrokenRule const& broken, Tma const& answer);
std::string to_text(Tma const& answer);
Json to_json(Tma const& answer);

}  // namespace colex::cli
