// SPDX-License-Identifier: MIT
// Tilers by the million: a column of layouts, and of each profile which of its nodes start a tile and which are `_`.
//
//   static std::vector<std::int64_t> const widths{2, 4};
//   static auto const like = by_mode(Tiler<std::int64_t>(2), Tiler<std::int64_t>(8));
//   static Column const width = Column::of(widths), one = Column::same(1);
//   static auto const by = *Tilers::of(like, {{width, one}, {Column::same(8), one}}, 2);
//   assert(by[0] == like && by[1] == by_mode(Tiler<std::int64_t>(4), Tiler<std::int64_t>(8)));         <2,8> and <4,8>
//
// A column of layouts is one of tilers that act whole.
#pragma once

#include "colex/columns/layouts.hpp"
#include "colex/tiler.hpp"

namespace colex {

class Tilers {
 public:
  /// Tiler's bits, of the nodes of one profile.
  struct Marks {
    std::uint64_t tiles = 1, keeps = 0;
    bool operator==(Marks const&) const = default;
  };

  Tilers() = default;
  Tilers(Layouts const& all) : modes_(all), marks_(all.profiles().size()) {}
  /// `rows` tilers nested as `like`, whatever numbers that has. Error: congruent (not as many modes as it has leaves).
  static Result<Tilers> of(Tiler<std::int64_t> const& like, std::vector<Layouts::ModeColumns> modes,
                           std::int64_t rows) {
    auto all = Layouts::of(like.modes.profile, std::move(modes), rows);
    Result<Tilers> r;
    r.refusal = all.refusal;
    if (r) r.value = Tilers(std::move(all.value), {{like.tiles, like.keeps}});
    return r;
  }
  /// The same tiler in each of `rows` rows.
  static Tilers same(Tiler<std::int64_t> const& tiler, std::int64_t rows = 1) {
    return {Layouts::same(tiler.modes, rows), {{tiler.tiles, tiler.keeps}}};
  }

  std::int64_t rows() const { return modes_.rows(); }
  /// Extents and strides, by profile and marks together: which() of them numbers both.
  Layouts const& modes() const { return modes_; }
  Marks const& marks(std::int64_t row) const { return marks_[static_cast<std::size_t>(modes_.which(row))]; }
  Tiler<std::int64_t> operator[](std::int64_t row) const {
    return {modes_[row], marks(row).tiles, marks(row).keeps};
  }
  /// Rows [from, to), without a copy. Precondition: 0 <= from <= to <= rows().
  Tilers slice(std::int64_t from, std::int64_t to) const { return {modes_.slice(from, to), marks_}; }

 private:
  friend Tilers tilers_of_list(std::span<Tiler<std::int64_t> const> list);
  Tilers(Layouts modes, std::vector<Marks> marks) : modes_(std::move(modes)), marks_(std::move(marks)) {}
  Layouts modes_{};
  std::vector<Marks> marks_{};  ///< by profile
};

/// The tilers of a list, whatever their profiles. A row beyond 2^16 profiles and marks is refused: capacity.
inline Tilers tilers_of_list(std::span<Tiler<std::int64_t> const> list) {
  LayoutsWriter out(static_cast<std::int64_t>(list.size()));
  std::vector<Tilers::Marks> marks(1);
  std::vector<Profile> profiles{Profile::empty_tuple()};
  for (std::size_t row = 0; row < list.size(); ++row) {
    auto const& [modes, tiles, keeps] = list[row];
    Tilers::Marks const of_row{tiles, keeps};
    std::size_t which = 0;
    while (which < marks.size() && !(marks[which] == of_row && profiles[which] == modes.profile)) ++which;
    if (which == marks.size()) {
      if (out.another_profile(modes.profile) < 0) {
        out.refuse(static_cast<std::int64_t>(row), Condition::capacity);
        continue;
      }
      marks.push_back(of_row), profiles.push_back(modes.profile);
    }
    out.write(static_cast<std::int64_t>(row), modes, static_cast<int>(which));
  }
  return {out.finish([](std::int64_t) { return because<std::int64_t>(Condition::capacity); }),
          std::move(marks)};
}

}  // namespace colex
