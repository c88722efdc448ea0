// SPDX-License-Identifier: MIT
// A layout as checkers read it from a certificate, without the algebra: numbers and brackets, no more.
//
//   LayoutText l("((4,8),2):((1,4),32)");   l.at(5) == 5   l.at(1, 1) == 32   l.size(0) == 32
#pragma once

#include <string>
#include <vector>

namespace colex::gpu {

class LayoutText {
 public:
  /// Throws std::runtime_error for what is no layout with extents >= 1 and strides >= 0 of one structure.
  explicit LayoutText(std::string const& text);

  std::vector<long> const& extents() const { return extents_; }
  std::vector<long> const& strides() const { return strides_; }
  /// Points of the layout, and the offset of point i, the first mode fastest.
  long points() const { return points_of(0, extents_.size()); }
  long at(long i) const { return offset(0, extents_.size(), i); }
  /// Top-level entries, and the same of one of them.
  std::size_t entries() const { return ends_.size(); }
  long size(std::size_t entry) const { return points_of(begin(entry), ends_.at(entry)); }
  long at(std::size_t entry, long i) const { return offset(begin(entry), ends_.at(entry), i); }

 private:
  std::size_t begin(std::size_t entry) const { return entry == 0 ? 0 : ends_.at(entry - 1); }
  long points_of(std::size_t first, std::size_t end) const;
  long offset(std::size_t first, std::size_t end, long i) const;

  std::vector<long> extents_, strides_;
  std::vector<std::size_t> ends_;  ///< modes before the end of each top-level entry
};

}  // namespace colex::gpu
