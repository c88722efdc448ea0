// SPDX-License-Identifier: MIT
// Layouts by the million: one column of extents and one of strides per mode, and the profile of each row.
//
//   static std::vector<std::int64_t> const extents{2, 4, 8}, strides{1, 1, 3};
//   static auto const lines = *Layouts::of(layout("1:0").profile, {{Column::of(extents), Column::of(strides)}}, 3);
//   assert(lines[2] == layout("8:3"));
//
// A row may be refused, by the operation that made the column: it has a Condition and no layout, and why(row) is the
// refusal, made when it is read.
#pragma once

#include <cstdlib>
#include <functional>
#include <new>
#include <utility>

#include "colex/columns/column.hpp"
#include "colex/layout.hpp"

namespace colex {

/// The rows that an operation refused, in a column of conditions; without one none is.
struct Refusals {
  Column conditions{};
  std::function<Refusal<std::int64_t>(std::int64_t)> shown{};  ///< of a row that is refused

  Condition condition(std::int64_t row) const {
    return conditions ? static_cast<Condition>(conditions[row]) : Condition::none;
  }
  Refusal<std::int64_t> why(std::int64_t row) const {
    return condition(row) == Condition::none ? Refusal<std::int64_t>{} : shown(row);
  }
};

/// Answers that are integers: a size, an offset, 1 for yes, an Admissible.
struct AnswerColumn : Refusals {
  std::int64_t rows = 0;
  Column values{};
  std::int64_t operator[](std::int64_t row) const { return values[row]; }
};

class Layouts : public Refusals {
 public:
  struct ModeColumns {
    Column shape, stride;
  };

  Layouts() = default;
  /// `rows` layouts of one profile. Error: congruent (not as many modes as the profile has leaves).
  static Result<Layouts> of(Profile const& profile, std::vector<ModeColumns> modes, std::int64_t rows) {
    int const leaves = count_leaves(profile);
    Result<Layouts> r;
    if (profile.overfull || leaves != static_cast<int>(modes.size())) {
      r.refusal =
          because<std::int64_t>(Condition::congruent, leaves, static_cast<std::int64_t>(modes.size()));
      return r;
    }
    r.value.rows_ = rows;
    r.value.profiles_.push_back(profile);
    r.value.modes_ = std::move(modes);
    return r;
  }
  /// The same layout in each of `rows` rows.
  static Layouts same(Layout<std::int64_t> const& layout, std::int64_t rows = 1) {
    Layouts r;
    r.rows_ = rows;
    r.profiles_.push_back(layout.profile);
    for (auto const& m : layout.leaves) r.modes_.push_back({Column::same(m.shape), Column::same(m.stride)});
    return r;
  }

  std::int64_t rows() const { return rows_; }
  std::vector<Profile> const& profiles() const { return profiles_; }
  /// Of the profiles, that of a row.
  int which(std::int64_t row) const { return which_ ? static_cast<int>(which_[row]) : 0; }
  Column const& which() const { return which_; }
  /// One more than any row has leaves for is not there; what lies beyond a row's leaves means nothing.
  std::vector<ModeColumns> const& modes() const { return modes_; }

  /// Row number `row`, whatever its numbers are: well_formed() is asked by operations. () where it is refused.
  Layout<std::int64_t> operator[](std::int64_t row) const {
    Layout<std::int64_t> r;
    if (condition(row) != Condition::none) return r;
    r.profile = profiles_[static_cast<std::size_t>(which(row))];
    int const leaves = count_leaves(r.profile);
    for (int k = 0; k < leaves; ++k) {
      auto const& mode = modes_[static_cast<std::size_t>(k)];
      r.leaves.push({mode.shape[row], mode.stride[row]});
    }
    return r;
  }
  /// Rows [from, to), without a copy. Precondition: 0 <= from <= to <= rows().
  Layouts slice(std::int64_t from, std::int64_t to) const {
    Layouts r = *this;
    r.rows_ = to - from;
    if (which_) r.which_ = which_.from(from);
    for (auto& mode : r.modes_) mode = {mode.shape.from(from), mode.stride.from(from)};
    if (conditions) {
      r.conditions = conditions.from(from);
      r.shown = [shown = shown, from](std::int64_t row) { return shown(from + row); };
    }
    return r;
  }
  static int count_leaves(Profile const& profile) {
    int leaves = 0;
    for (int n = 0; n < profile.count; ++n) leaves += profile.node[n] == 0 ? 1 : 0;
    return leaves;
  }

 private:
  friend class LayoutsWriter;
  std::int64_t rows_ = 0;
  std::vector<Profile> profiles_{};
  Column which_{};  ///< none where all rows have the first profile
  std::vector<ModeColumns> modes_{};
};

/// Layouts while their rows are written, in any order. A row that is not written is `()`.
class LayoutsWriter {
 public:
  explicit LayoutsWriter(std::int64_t rows)
      : rows_(rows), which_(zeros<std::uint16_t>()), conditions_(zeros<std::uint8_t>()) {
    profiles_.push_back(Profile::empty_tuple());
  }
  /// The number of a profile; -1 where there are 2^16 of them already.
  int profile(Profile const& p) {
    if (profiles_[last_] == p) return static_cast<int>(last_);
    for (std::size_t k = 0; k < profiles_.size(); ++k)
      if (profiles_[k] == p) return static_cast<int>(last_ = k);
    return another_profile(p);
  }
  /// The number of a profile that has none, or is to have one more; -1 where there are 2^16 already.
  int another_profile(Profile const& p) {
    if (profiles_.size() == 0x10000) return -1;
    profiles_.push_back(p);
    return static_cast<int>(last_ = profiles_.size() - 1);
  }
  void refuse(std::int64_t row, Condition c) {
    conditions_[row] = static_cast<std::uint8_t>(c);
    any_refused_ = any_refused_ || c != Condition::none;
  }
  void write_profile(std::int64_t row, int which) { which_[row] = static_cast<std::uint16_t>(which); }
  /// The numbers of mode k: extents, then strides.
  std::int64_t* shapes(int k) { return numbers(2 * k); }
  std::int64_t* strides(int k) { return numbers(2 * k + 1); }
  void write(std::int64_t row, Layout<std::int64_t> const& layout) {
    int const which = profile(layout.profile);
    if (which < 0) return refuse(row, Condition::capacity);
    write(row, layout, which);
  }
  /// `which`: the number of its profile.
  void write(std::int64_t row, Layout<std::int64_t> const& layout, int which) {
    write_profile(row, which);
    for (int k = 0; k < layout.leaves.count; ++k) {
      shapes(k)[row] = layout.leaves[k].shape;
      strides(k)[row] = layout.leaves[k].stride;
    }
  }
  Layouts finish(std::function<Refusal<std::int64_t>(std::int64_t)> shown) {
    Layouts r;
    r.rows_ = rows_;
    r.profiles_ = profiles_;
    r.which_ = Column::keep(which_);
    for (std::size_t k = 0; k + 1 < numbers_.size(); k += 2)
      r.modes_.push_back({Column::keep(numbers_[k]), Column::keep(numbers_[k + 1])});
    if (any_refused_) r.conditions = Column::keep(conditions_), r.shown = std::move(shown);
    return r;
  }

 private:
  /// Pages that nobody writes take no memory.
  template <class T>
  std::shared_ptr<T[]> zeros() const {
    auto* const p = static_cast<T*>(std::calloc(static_cast<std::size_t>(rows_ < 1 ? 1 : rows_), sizeof(T)));
    if (p == nullptr) throw std::bad_alloc();
    return std::shared_ptr<T[]>(p, [](T* x) { std::free(x); });
  }
  std::int64_t* numbers(int column) {
    while (static_cast<int>(numbers_.size()) <= (column | 1)) numbers_.push_back(zeros<std::int64_t>());
    return numbers_[static_cast<std::size_t>(column)].get();
  }
  std::int64_t rows_;
  std::vector<Profile> profiles_;
  std::size_t last_ = 0;
  std::shared_ptr<std::uint16_t[]> which_;
  std::shared_ptr<std::uint8_t[]> conditions_;
  bool any_refused_ = false;
  std::vector<std::shared_ptr<std::int64_t[]>> numbers_;
};

/// The layouts of a list, whatever their profiles. A row beyond 2^16 profiles is refused: capacity.
inline Layouts layouts_of_list(std::span<Layout<std::int64_t> const> list) {
  LayoutsWriter out(static_cast<std::int64_t>(list.size()));
  for (std::size_t row = 0; row < list.size(); ++row) out.write(static_cast<std::int64_t>(row), list[row]);
  return out.finish([](std::int64_t) { return because<std::int64_t>(Condition::capacity); });
}

}  // namespace colex
