// SPDX-License-Identifier: MIT
// One operation over all rows of columns.
//
//   static auto const flat_of = [](auto const& l, Budget) { return keep_limits(flatten(l)); };
//   static auto const r = *columns::layouts_of(flat_of, Layouts::same(layout("(2,(3,4)):(1,(2,6))"), 1000));
//   assert(r.rows() == 1000 && r[999] == layout("(2,3,4):(1,2,6)"));
//
// The operation is a generic lambda: it is called with Lanes, and with 64-bit integers for rows that lanes do not do.
// That each row is answered as the single form answers it, tests/columns/columns_test.cpp compares.
#pragma once

#include <algorithm>

#include "colex/admissible.hpp"
#include "colex/columns/layouts.hpp"
#include "colex/columns/paths.hpp"
#include "colex/columns/tilers.hpp"

namespace colex::detail {
/// In lanes, where the textbook fold refuses nothing is searched: the row is asked again with 64-bit integers.
inline Result<List<Mode<columns::Lanes>>, columns::Lanes> compose_beyond(Composing<columns::Lanes>&, int,
                                                                         Refusal<columns::Lanes> const&) {
  columns::group.searched = true;
  return Result<List<Mode<columns::Lanes>>, columns::Lanes>::refuse(
      because<columns::Lanes>(Condition::undecided));
}
}  // namespace colex::detail

namespace colex::columns {
inline namespace COLEX_LANES {

/// What a search in lanes may take, before its rows are asked one by one.
inline constexpr Budget kLaneBudget{64};

/// Reads rows of an argument.
struct LayoutsReader {
  Layouts const& all;
  std::int64_t at(std::int64_t row) const { return all.rows() == 1 ? 0 : row; }
  std::uint64_t alike(std::int64_t row) const { return static_cast<std::uint64_t>(all.which(at(row))); }
  Refusals const* refusals() const { return &all; }
  Layout<std::int64_t> single(std::int64_t row) const { return all[at(row)]; }
  void lanes(Layout<Lanes>& out, Batch const& batch, Mask& fits) const {
    std::int64_t row[kLanes];
    for (int k = 0; k < kLanes; ++k) row[k] = k < batch.count ? at(batch.row[k]) : at(batch.row[0]);
    out.profile = all.profiles()[static_cast<std::size_t>(all.which(row[0]))];
    out.leaves.clear();
    bool const together = batch.together && all.rows() != 1;
    int const leaves = Layouts::count_leaves(out.profile);
    for (int k = 0; k < leaves; ++k) {
      auto const& mode = all.modes()[static_cast<std::size_t>(k)];
      out.leaves.push({load(mode.shape, row, batch.count, together, fits),
                       load(mode.stride, row, batch.count, together, fits)});
    }
  }
};
struct ColumnReader {
  Column const& all;
  std::int64_t at(std::int64_t row) const { return row; }
  std::uint64_t alike(std::int64_t) const { return 0; }
  Refusals const* refusals() const { return nullptr; }
  std::int64_t single(std::int64_t row) const { return all[row]; }
  void lanes(Lanes& out, Batch const& batch, Mask& fits) const {
    out = load(all, batch.row, batch.count, batch.together, fits);
  }
};
struct TilersReader {
  Tilers const& all;
  LayoutsReader modes() const { return {all.modes()}; }
  std::int64_t at(std::int64_t row) const { return modes().at(row); }
  std::uint64_t alike(std::int64_t row) const { return modes().alike(row); }
  Refusals const* refusals() const { return &all.modes(); }
  Tiler<std::int64_t> single(std::int64_t row) const { return all[at(row)]; }
  void lanes(Tiler<Lanes>& out, Batch const& batch, Mask& fits) const {
    modes().lanes(out.modes, batch, fits);
    auto const& marks = all.marks(at(batch.row[0]));
    out.tiles = marks.tiles, out.keeps = marks.keeps;
  }
};
inline LayoutsReader reader(Layouts const& all) { return {all}; }
inline TilersReader reader(Tilers const& all) { return {all}; }
inline ColumnReader reader(Column const& all) { return {all}; }
inline Layout<Lanes> room(LayoutsReader const&) { return {{}, {}}; }
inline Tiler<Lanes> room(TilersReader const&) { return {{{}, {}}, 0, 0}; }
inline Lanes room(ColumnReader const&) { return Lanes(1); }
inline std::int64_t rows_of(Layouts const& all) { return all.rows(); }
inline std::int64_t rows_of(Tilers const& all) { return all.rows(); }
inline std::int64_t rows_of(Column const&) { return 1; }

/// Writes answers that are layouts.
struct LayoutAnswers {
  LayoutsWriter out;
  explicit LayoutAnswers(std::int64_t rows) : out(rows) {}

  void single(std::int64_t row, Result<Layout<std::int64_t>> const& r) {
    if (r) {
      out.write(row, r.value);
    } else {
      out.refuse(row, r.refusal.condition);
    }
  }
  /// The answers of the lanes in `of`; false where they are to be asked singly.
  bool lanes(Batch const& batch, Mask of, Result<Layout<Lanes>, Lanes> const& r) {
    if (r.refusal.condition == Condition::undecided) return false;
    if (!r) {
      for (; of != 0; of &= of - 1) out.refuse(batch.row[std::countr_zero(of)], r.refusal.condition);
      return true;
    }
    int const which = out.profile(r.value.profile);
    if (which < 0) return false;
    for (Mask rest = of; rest != 0; rest &= rest - 1)
      out.write_profile(batch.row[std::countr_zero(rest)], which);
    for (int k = 0; k < r.value.leaves.count; ++k) {
      put(out.shapes(k), batch, of, r.value.leaves[k].shape);
      put(out.strides(k), batch, of, r.value.leaves[k].stride);
    }
    return true;
  }
  static void put(std::int64_t* column, Batch const& batch, Mask of, Lanes const& lanes) {
    std::int64_t all[kLanes];
    numbers_of(lanes, all);
    if (of == kAllLanes && batch.together) {
      std::memcpy(column + batch.row[0], all, sizeof(all));
      return;
    }
    for (; of != 0; of &= of - 1) column[batch.row[std::countr_zero(of)]] = all[std::countr_zero(of)];
  }
};

/// Writes answers that are integers, or yes where there is no refusal, or which rule admits an operation.
struct NumberAnswers {
  std::vector<std::int64_t> unused{};
  std::shared_ptr<std::int64_t[]> values;
  std::shared_ptr<std::uint8_t[]> conditions;
  explicit NumberAnswers(std::int64_t rows)
      : values(new std::int64_t[static_cast<std::size_t>(rows)]()),
        conditions(new std::uint8_t[static_cast<std::size_t>(rows)]()) {}

  void refuse(std::int64_t row, Condition c) { conditions[row] = static_cast<std::uint8_t>(c); }
  void single(std::int64_t row, Result<std::int64_t> const& r) {
    values[row] = r.value, refuse(row, r.refusal.condition);
  }
  void single(std::int64_t row, Result<Admissible> const& r) {
    values[row] = static_cast<std::int64_t>(r.value), refuse(row, r.refusal.condition);
  }
  void single(std::int64_t row, Refusal<std::int64_t> const& r) {
    values[row] = r.condition == Condition::none ? 1 : 0, refuse(row, r.condition);
  }
  bool lanes(Batch const& batch, Mask of, Result<Lanes, Lanes> const& r) {
    if (r.refusal.condition == Condition::undecided) return false;
    LayoutAnswers::put(values.get(), batch, of, r.value);
    return all(batch, of, r.refusal.condition);
  }
  bool lanes(Batch const& batch, Mask of, Result<Admissible, Lanes> const& r) {
    LayoutAnswers::put(values.get(), batch, of, Lanes(static_cast<std::int64_t>(r.value)));
    return all(batch, of, r.refusal.condition);
  }
  bool lanes(Batch const& batch, Mask of, Refusal<Lanes> const& r) {
    LayoutAnswers::put(values.get(), batch, of, Lanes(std::int64_t{r.condition == Condition::none}));
    return all(batch, of, r.condition);
  }
  bool all(Batch const& batch, Mask of, Condition c) {
    if (c == Condition::undecided) return false;
    for (; of != 0; of &= of - 1) refuse(batch.row[std::countr_zero(of)], c);
    return true;
  }
};

/// The refusal of an answer.
template <class T, Number Int>
Refusal<Int> refusal_of(Result<T, Int> const& r) {
  return r.refusal;
}
template <Number Int>
Refusal<Int> refusal_of(Refusal<Int> const& r) {
  return r;
}

/// Fills `answers` with those of `op` on all rows. A row of which an argument is refused is refused by the same condition.
template <class Answers, class Op, class... In>
void ask_each(std::int64_t rows, Answers& answers, Op const& op, In const&... in) {
  auto const condition = [&](std::int64_t row) {
    Condition c = Condition::none;
    auto const look = [&](auto const& from) {
      if (auto const* const r = from.refusals(); r != nullptr && c == Condition::none)
        c = r->condition(from.at(row));
    };
    (look(in), ...);
    return c;
  };
  auto const alike = [&](std::int64_t row) -> std::uint64_t {
    if (Condition const c = condition(row); c != Condition::none) {
      if constexpr (requires { answers.out; }) {
        answers.out.refuse(row, c);
      } else {
        answers.refuse(row, c);
      }
      return 0;
    }
    std::uint64_t key = 1;
    ((key = key * 0x10001 + in.alike(row)), ...);
    return key;
  };
  std::tuple arguments{room(in)...};
  auto const lanes = [&](Batch const& batch) {
    Mask fits = (Mask{1} << batch.count) - 1;
    std::apply([&](auto&... argument) { (in.lanes(argument, batch, fits), ...); }, arguments);
    group.start(fits);
    if (fits == 0) return Mask{0};
    try {
      Work work(kLaneBudget);
      auto const r =
          std::apply([&](auto const&... argument) { return op(argument..., work.rest()); }, arguments);
      Mask const of = group.searched || work.ended() ? 0 : group.active;  // whatever an operation made of it
      return of != 0 && answers.lanes(batch, of, r) ? of : Mask{0};
    } catch (NoLane const&) {
      return Mask{0};
    }
  };
  each_row(0, rows, alike, lanes,
           [&](std::int64_t row) { answers.single(row, op(in.single(row)..., Budget{})); });
}

/// Why a row is refused: what its argument was refused for, or what the operation says of it.
template <class Op, class... In>
auto shown_by(Op const& op, In const&... in) {
  return [=](std::int64_t row) {
    Refusal<std::int64_t> why;
    auto const look = [&](auto const& argument) {
      auto const from = reader(argument);
      if (auto const* const r = from.refusals(); r != nullptr && why.condition == Condition::none)
        why = r->why(from.at(row));
    };
    (look(in), ...);
    return why.condition != Condition::none ? why : refusal_of(op(reader(in).single(row)..., Budget{}));
  };
}

/// The rows of columns that go together: those of all, or one for all. Error: congruent.
template <class... In>
Result<std::int64_t> common_rows(In const&... in) {
  std::int64_t rows = 1;
  bool same = true;
  ((rows = rows_of(in) != 1 ? rows_of(in) : rows), ...);
  ((same = same && (rows_of(in) == rows || rows_of(in) == 1)), ...);
  Result<std::int64_t> r;
  r.value = rows;
  if (!same) r.refusal.condition = Condition::congruent;
  return r;
}

/// Answers that are layouts. Error: congruent (columns of different length).
template <class Op, class... In>
Result<Layouts> layouts_of(Op const& op, In const&... in) {
  Result<Layouts> r;
  auto const rows = common_rows(in...);
  if (!rows) {
    r.refusal = rows.refusal;
    return r;
  }
  LayoutAnswers answers(rows.value);
  ask_each(rows.value, answers, op, reader(in)...);
  r.value = answers.out.finish(shown_by(op, in...));
  return r;
}
/// Answers that are integers, yes and no, or an Admissible. Error: congruent.
template <class Op, class... In>
Result<AnswerColumn> numbers_by(Op const& op, In const&... in) {
  Result<AnswerColumn> r;
  auto const rows = common_rows(in...);
  if (!rows) {
    r.refusal = rows.refusal;
    return r;
  }
  NumberAnswers answers(rows.value);
  ask_each(rows.value, answers, op, reader(in)...);
  r.value.rows = rows.value;
  r.value.values = Column::keep(answers.values);
  r.value.conditions = Column::keep(answers.conditions);
  r.value.shown = shown_by(op, in...);
  return r;
}

}  // namespace COLEX_LANES
}  // namespace colex::columns
