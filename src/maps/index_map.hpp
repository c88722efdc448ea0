// SPDX-License-Identifier: MIT
// A function of coordinates that is known at every point: an index map, from an expression or from a table.
//
//   (i<32, j<8) -> i*32 + (j ^ (i % 8))      256 offsets, by the index i + 32*j
//
// Points are counted with the first coordinate fastest, as those of a layout are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "colex/tuple.hpp"
#include "maps/program.hpp"

namespace colex::cli {

inline constexpr int kMaxCoordinates = 16;
inline constexpr std::int64_t kMaxMapPoints = std::int64_t{1} << 20;
/// Offsets of a map, and numbers of a coordinate, end here.
inline constexpr std::int64_t kMapReach = std::int64_t{1} << 61;

/// What a map is asked to be read as; a text may say the same itself.
struct MapOptions {
  Width width = Width::int64;
  Language language = Language::either;
  std::vector<std::string>* sizes = nullptr;  ///< where names of unknown sizes go; none are read without it
};

struct IndexMap {
  std::string text{};                             ///< as it was typed
  std::vector<std::string> names{};               ///< of the coordinates, leaf by leaf
  IntTuple<std::int64_t> shape{};                 ///< of its domain, nested
  std::vector<std::vector<std::int64_t>> values;  ///< of each result, at every index
  std::string no_layout{};                        ///< why it is no layout of any kind, where it is none
  bool is_tuple = false;                          ///< the results are a coordinate, however many there are

  std::int64_t size() const { return static_cast<std::int64_t>(values.front().size()); }
  /// The first result.
  std::int64_t operator()(std::int64_t index) const {
    return values.front()[static_cast<std::size_t>(index)];
  }
  /// "i=3, j=1"
  std::string point(std::int64_t index) const;
  std::vector<std::int64_t> coordinates(std::int64_t index) const;
};

/// Computes all values. Throws Failure: the first point at which a step has no value, or a value from 2^61 on.
void compute(IndexMap& map, Program const& program, std::string const& name);

}  // namespace colex::cli
