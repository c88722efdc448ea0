// SPDX-License-Identifier: MIT
// Rows in groups, one behind the other, each with a matrix B of its own: how the persistent grid walks through
// them. Where a group ends is read on the device. A group has as many items as a result of its rows has tiles;
// those of the next group follow.
//
//   group_end(70, 64, 100) == 70            ends that do not decrease and are at most `rows` count as they are
//   group_end(50, 64, 100) == 64            an end before the group's start makes it empty
//   group_end(300, 64, 100) == 100          beyond the last row, the last row
//   next_group({2, 0, 64, 5}, 70, 100, 64, 3) == {3, 64, 70, 8}
#pragma once

namespace colex::gpu::hopper {

/// A group on the walk: its number, its rows [start, end), and the number of its first item.
template <class Int>
struct GroupAt {
  Int number, start, end, first;
};

/// Before the first group: no rows and no items.
template <class Int>
constexpr GroupAt<Int> before_groups() {
  return {Int(-1), Int(0), Int(0), Int(0)};
}

/// Where the rows end of a group that begins at `start` <= rows: at `end`, whatever that is, as far as it can be.
template <class Int>
constexpr Int group_end(Int const& end, Int const& start, Int const& rows) {
  if (end < start) return start;
  if (rows < end) return rows;
  return end;
}

/// The rows of tiles that a group's rows make, `lines` rows each.
template <class Int>
constexpr Int tile_rows(GroupAt<Int> const& at, Int const& lines) {
  return (at.end - at.start + lines - Int(1)) / lines;
}

/// One more than the number of the group's last item, of `columns` in each row of tiles.
template <class Int>
constexpr Int items_end(GroupAt<Int> const& at, Int const& lines, Int const& columns) {
  return at.first + tile_rows(at, lines) * columns;
}

/// The group after this one, whose end the caller gives as `end`.
template <class Int>
constexpr GroupAt<Int> next_group(GroupAt<Int> const& at, Int const& end, Int const& rows, Int const& lines,
                                  Int const& columns) {
  return {at.number + Int(1), at.end, group_end(end, at.end, rows), items_end(at, lines, columns)};
}

/// The row of the result that is number `row` of the rows from `origin` on.
template <class Int>
constexpr Int row_from(Int const& origin, Int const& row) {
  return origin + row;
}

/// No fewer than the items of all groups, whatever their ends are.
template <class Int>
constexpr Int most_items(Int const& rows, Int const& groups, Int const& lines, Int const& columns) {
  return (rows + groups * (lines - Int(1))) / lines * columns;
}

}  // namespace colex::gpu::hopper
