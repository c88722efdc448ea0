// SPDX-License-Identifier: MIT
// A layout as an object of Python keeps it: four leaves and fourteen nodes in place, more of them on the heap. A Layout has room
// for 32 leaves, 592 bytes; a Held has 88.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

#include "number/checked.hpp"

namespace colex::python {

using Affine = Layout<Checked>;

class Held {
 public:
  /// Of a layout that is well formed, of words or of checked words.
  template <class Int>
  explicit Held(Layout<Int> const& layout)
      : leaves_(static_cast<std::uint8_t>(layout.leaves.count)),
        nodes_(static_cast<std::uint8_t>(layout.profile.count)) {
    if (bytes() > here_.size()) beyond_ = std::make_unique<std::byte[]>(bytes());
    std::byte* const to = beyond_ ? beyond_.get() : here_.data();
    std::memcpy(to, layout.leaves.item, modes());
    std::memcpy(to + modes(), layout.profile.node, nodes_);
  }

  template <class Int>
  void read(Layout<Int>& r) const {
    r.clear();
    std::memcpy(static_cast<void*>(r.leaves.item), at(), modes());
    std::memcpy(r.profile.node, at() + modes(), nodes_);
    r.leaves.count = leaves_;
    r.profile.count = nodes_;
  }
  template <class Int = Checked>
  Layout<Int> layout() const {
    Layout<Int> r;  // g++ would clear all of its room for r{{}, {}}
    read(r);
    return r;
  }

  bool operator==(Held const& other) const {
    return leaves_ == other.leaves_ && nodes_ == other.nodes_ && std::memcmp(at(), other.at(), bytes()) == 0;
  }
  std::uint64_t hash() const {
    std::uint64_t mixed = 0xcbf29ce484222325;
    for (std::size_t k = 0; k < bytes(); ++k)
      mixed = (mixed ^ static_cast<std::uint8_t>(at()[k])) * 0x100000001b3;
    return mixed;
  }

 private:
  std::size_t modes() const { return leaves_ * sizeof(Mode<Checked>); }
  std::size_t bytes() const { return modes() + nodes_; }
  std::byte const* at() const { return beyond_ ? beyond_.get() : here_.data(); }

  std::unique_ptr<std::byte[]> beyond_{};
  std::array<std::byte, 4 * sizeof(Mode<Checked>) + 14> here_;
  std::uint8_t leaves_, nodes_;
};
static_assert(sizeof(Mode<Checked>) == 16 && std::is_trivially_copyable_v<Mode<Checked>>);
static_assert(sizeof(Mode<std::int64_t>) == 16);
static_assert(sizeof(Held) == 88);

}  // namespace colex::python
