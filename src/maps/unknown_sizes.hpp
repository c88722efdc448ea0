// SPDX-License-Identifier: MIT
// Index maps whose sizes are not numbers: which layout one is, for all sizes of at least 1, by an identity of polynomials.
//
//   (i<M, j<N) -> i*ld + j               (M,N):(ld,1)
//   (i<M) -> i % 8 * M + i / 8           ((8,M/8)):((M,1)), where M % 8 == 0
//   (t<M*N) -> t % N * M + t / N         ((N,M)):((M,1))
//
// A coordinate under / or % is split into a low and a high part where its extent allows that; the expression must then be a
// sum in which every product has one coordinate at most. Bits are asked of numbers only.
#pragma once

#include <string>
#include <vector>

#include "maps/index_map.hpp"

namespace colex::cli {

/// A map that was read and not computed.
struct MapText {
  IndexMap map{};                  ///< text, names and profile; its shape has no numbers
  std::vector<Program> extents{};  ///< of the coordinates
  Program body{};
  std::vector<std::string> sizes{};  ///< that are no numbers
  std::string before{};              ///< the whole text up to its results
};

struct SizedForm {
  std::string layout{};              ///< its text
  std::string offset{};              ///< "0" mostly
  std::vector<std::string> where{};  ///< conditions, such as M % 8 == 0
  std::string largest{};             ///< the largest offset; empty where a stride may be negative
};

/// Throws Failure where it finds none, with what stands in the way; that there is none does not follow.
SizedForm form_of(MapText const& map);

}  // namespace colex::cli
