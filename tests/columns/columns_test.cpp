// SPDX-License-Identifier: MIT
// Every operation over columns answers each row as the single form does: its condition, its layout or number, and what a
// refusal shows. The layouts are those of the properties, and some are beyond the lanes' limit.
//
//   columns_test [ROWS [SEED]]     20000 rows per operation; COLEX_NIGHTLY: ten million, of a seed that is said
//   columns_test --planted         answers spoiled in one lane are counted
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <map>
#include <random>
#include <string>

#include "colex/columns/operations.hpp"
#include "colex/print.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;

namespace {

constexpr Int kChunk = 4096;
/// A few rows take the longest searches, and those nearly all the time: they are asked in one chunk of so many. In the others a row that
/// this budget does not decide is asked of all but the question that searches it.
constexpr Int kLongOf = 32;
constexpr Budget kShort{1 << 12};

/// How rows went, by name of the operation.
struct Seen {
  long rows = 0, answered = 0, wrong = 0;
};
std::map<std::string, Seen> seen;

void fault(std::string const& op, std::string const& row, std::string const& single,
           std::string const& column) {
  if (seen[op].wrong++ < 3)
    std::printf("%s %s: single %s, column %s\n", op.c_str(), row.c_str(), single.c_str(), column.c_str());
}

std::string said(LayoutI const& l) { return to_text(l); }
std::string said(Int n) { return std::to_string(n); }
std::string said(Admissible a) { return std::to_string(static_cast<int>(a)); }
template <class T>
std::string said(Result<T> const& r) {
  return r ? said(r.value) : std::string(sentence(r.refusal));
}
std::string said(Refusal<Int> const& r) {
  return r.condition == Condition::none ? "1" : std::string(sentence(r));
}
std::string said(Layouts const& all, Int row) {
  return all.condition(row) == Condition::none ? said(all[row]) : std::string(sentence(all.why(row)));
}
std::string said(AnswerColumn const& all, Int row) {
  return all.condition(row) == Condition::none ? said(all[row]) : std::string(sentence(all.why(row)));
}

bool same(LayoutI const& a, LayoutI const& b) { return a == b; }
bool same(Int a, Int b) { return a == b; }
bool same(Admissible a, Int b) { return static_cast<Int>(a) == b; }
template <class T, class Answers>
bool same(Result<T> const& want, Answers const& all, Int row) {
  if (want) return same(want.value, all[row]);
  return row % 8 != 0 || said(want) == said(all, row);  // the sentence of some: each is a single form again
}
bool same(Refusal<Int> const& want, AnswerColumn const& all, Int row) {
  return all[row] == (want.condition == Condition::none ? 1 : 0) &&
         (row % 8 != 0 || want.condition == Condition::none || said(want) == said(all, row));
}

/// The arguments of one row.
struct Row {
  LayoutI a, b;
  Int index = 0, cotarget = 1;
  Tiler<Int> by{};
  LayoutI target{};
};
using Rows = std::vector<Row>;

/// Those of all rows, as columns.
struct Given {
  Rows rows;
  std::vector<Int> indices{}, cotargets{};
  Layouts a{}, b{}, target{};
  Tilers by{};
  Column index{}, cotarget{};

  explicit Given(Rows const& given) : rows(given) {
    std::vector<LayoutI> as, bs, targets;
    std::vector<Tiler<Int>> bys;
    for (Row const& row : rows) {
      as.push_back(row.a), bs.push_back(row.b), bys.push_back(row.by), targets.push_back(row.target);
      indices.push_back(row.index), cotargets.push_back(row.cotarget);
    }
    a = layouts_of_list(as), b = layouts_of_list(bs), by = tilers_of_list(bys);
    target = layouts_of_list(targets);
    index = Column::of(indices), cotarget = Column::of(cotargets);
  }
  Given(Given const&) = delete;
};

/// Compares a column of answers with what `single` says of each row.
template <class Answers, class Single>
void compare(std::string const& op, Result<Answers> const& answers, Rows const& given, Single single) {
  if (!answers) return fault(op, "all rows", "", name(answers.refusal.condition));
  Seen& counts = seen[op];
  for (std::size_t k = 0; k < given.size(); ++k) {
    auto const row = static_cast<Int>(k);
    auto const want = single(given[k]);
    auto const condition = columns::refusal_of(want).condition;
    ++counts.rows;
    counts.answered += condition == Condition::none ? 1 : 0;
    if (condition != answers->condition(row) || !same(want, *answers, row))
      fault(op, said(given[k].a) + ", " + said(given[k].b) + ", " + to_text(given[k].by), said(want),
            said(*answers, row));
  }
}

Row drawn(Dice& dice) {
  if (dice.percent(3)) {  // beyond the limits
    auto a = any_layout(dice, 150);
    for (auto& m : a.leaves)
      if (dice.percent(50))
        (dice.percent(50) ? m.shape : m.stride) = dice.pick({0, -3, kReachLimit, kReachLimit / 3});
    return {a, any_layout(dice, 20)};
  }
  if (dice.percent(3)) return {huge(dice), dice.percent(50) ? huge(dice) : any_layout(dice, 100)};
  if (dice.percent(40)) {  // two modes by two, as tiles are
    auto const a = layout("(8,16)"), extents = dice.percent(50) ? a : padded(dice, 400);
    return {dice.percent(50) ? padded(dice, 4096) : extents, tiler(dice, extents, 4096)};
  }
  LayoutI const a = dice.percent(70) ? any_layout(dice, 150) : chain(dice, 150).layout;
  return {a, any_inner(dice, a)};
}

/// A tiler of `a`: `_`, a layout, or a tuple of up to one more entry than `a` has modes, whose extents mostly divide these.
Tiler<Int> tiler_of(Dice& dice, LayoutI const& a, int depth = 0) {
  if (dice.percent(10)) return keep<Int>();
  bool const is_huge = size(a) > 4096;
  if (depth > 0 && dice.percent(50))
    return by_mode(leaf(is_huge ? dice.between(1, 64) : divisor(dice, size(a))));
  if (depth == 2 || a.profile.is_leaf({}) || dice.percent(15))
    return tile(is_huge ? any_layout(dice, 100) : any_inner(dice, a));
  auto const entries = static_cast<int>(dice.between(1, rank(a) + (dice.percent(5) ? 1 : 0)));
  Tiler<Int> r{open<Mode<Int>>(entries), 0, 0};
  for (int k = 0; k < entries; ++k) {
    auto const one = tiler_of(dice, k < rank(a) ? entry(a, k) : a, depth + 1);
    r.tiles |= one.tiles << r.modes.profile.count, r.keeps |= one.keeps << r.modes.profile.count;
    graft(r.modes, one.modes);
  }
  return r;
}

/// A layout of which the shape is one that `block` mostly fills.
LayoutI target_of(Dice& dice, LayoutI const& block) {
  auto r = open<Mode<Int>>(rank(block) + (dice.percent(20) ? 1 : 0));
  for (int k = 0; k < rank(r); ++k) {
    Int const have = k < rank(block) ? size(entry(block, k)) : 1;
    Int const most = std::max<Int>(kReachLimit / have / 64, 1);
    Int const want = dice.percent(80) ? have * std::min(dice.between(1, 8), most) : dice.between(-1, 100);
    if (k == 0 && want > 0 && want % 2 == 0 && dice.percent(20)) {
      graft(r, layout("(2,1)"));
      r.leaves[1].shape = want / 2;
    } else {
      graft(r, leaf(Mode<Int>{want, 0}));
    }
  }
  return r;
}

Rows drawn(Dice& dice, Int count) {
  Rows rows;
  for (Int k = 0; k < count; ++k) {
    Row row = k > 0 && dice.percent(30) ? rows.back() : drawn(dice);  // neighbours that are alike, too
    Int const points = well_formed(row.a) == Condition::none ? size(row.a) : 1;
    row.index = dice.between(-1, points);
    Int const most = std::numeric_limits<Int>::max() / points;
    row.cotarget = dice.percent(50) ? points * std::min(dice.between(1, 8), most) : dice.between(-1, 300);
    bool const is_small = well_formed(row.a) == Condition::none && rank(row.a) > 0;
    row.by = is_small ? tiler_of(dice, row.a) : tile(row.b);
    row.target = is_small ? target_of(dice, row.a) : row.b;
    rows.push_back(row);
  }
  return rows;
}

/// Compares a question that searches: `column` of columns, `single` of a row within a budget.
template <class OfColumns, class Single>
void compare_searched(std::string const& op, Given const& all, bool is_long, OfColumns column,
                      Single single) {
  auto const whole = [&](Row const& r) { return single(r, Budget{}); };
  if (is_long) return compare(op, column(all), all.rows, whole);
  Rows rows;
  for (Row const& r : all.rows) {
    bool const decided = columns::refusal_of(single(r, kShort)).condition != Condition::undecided;
    rows.push_back(decided || rows.empty() ? r : rows.back());
  }
  Given const given(rows);
  compare(op, column(given), rows, whole);
}

void ask_all(Dice& dice, Int rows, bool is_long) {
  Given const all(drawn(dice, rows));
  Rows const& given = all.rows;
  Layouts const &a = all.a, &b = all.b;
  Tilers const& by = all.by;
  Column const &at = all.index, &m = all.cotarget;
  auto const checked = [](LayoutI const& l, auto f) {
    return columns::of_checked(l, [&](LayoutI const& x) { return Int(f(x)); });
  };
  compare("size", size(a), given,
          [&](Row const& r) { return checked(r.a, [](auto& l) { return size(l); }); });
  compare("cosize", cosize(a), given,
          [&](Row const& r) { return checked(r.a, [](auto& l) { return cosize(l); }); });
  compare("evaluate", evaluate(a, at), given, [&](Row const& row) {
    auto r = checked(row.a, [](auto& l) { return size(l); });
    if (!r) return r;
    if (row.index < 0 || row.index >= r.value)
      return Result<Int>::refuse(because<Int>(Condition::in_domain, row.index, r.value));
    return Result<Int>::answer(evaluate(row.a, row.index));
  });
  compare("coalesce", coalesce(a), given, [&](Row const& row) {
    auto r = keep_limits(row.a);
    if (r) r.value = coalesce(row.a);
    return r;
  });
  compare("composition", composition(a, b), given, [](Row const& r) { return composition(r.a, r.b); });
  compare("composition, bounded", composition(a, b, Domain::bounded), given,
          [](Row const& r) { return composition(r.a, r.b, Domain::bounded); });
  for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint}) {
    std::string const how = cover == Cover::strict     ? ""
                            : cover == Cover::at_least ? ", at_least"
                                                       : ", disjoint";
    compare("complement" + how, complement(a, m, cover), given,
            [&](Row const& r) { return complement(r.a, r.cotarget, cover); });
    compare("logical_divide" + how, logical_divide(a, b, cover), given,
            [&](Row const& r) { return logical_divide(r.a, r.b, cover); });
    compare("logical_divide, by mode" + how, logical_divide(a, by, cover), given,
            [&](Row const& r) { return logical_divide(r.a, r.by, cover); });
    compare("zipped_divide" + how, zipped_divide(a, by, cover), given,
            [&](Row const& r) { return zipped_divide(r.a, r.by, cover); });
    compare("tiled_divide" + how, tiled_divide(a, by, cover), given,
            [&](Row const& r) { return tiled_divide(r.a, r.by, cover); });
    compare("flat_divide" + how, flat_divide(a, by, cover), given,
            [&](Row const& r) { return flat_divide(r.a, r.by, cover); });
  }
  for (Rest const rest : {Rest::keep, Rest::drop})
    compare(rest == Rest::keep ? "composition, by mode" : "composition, by mode, rest dropped",
            composition(a, by, rest), given, [&](Row const& r) { return composition(r.a, r.by, rest); });
  compare("flat_divide, whole", flat_divide(a, b), given,
          [](Row const& r) { return flat_divide(r.a, tile(r.b)); });
  compare("logical_product", logical_product(a, b), given,
          [](Row const& r) { return logical_product(r.a, r.b); });
  compare("logical_product, by mode", logical_product(a, by), given,
          [](Row const& r) { return logical_product(r.a, r.by); });
  compare("zipped_product", zipped_product(a, by), given,
          [](Row const& r) { return zipped_product(r.a, r.by); });
  compare("tiled_product", tiled_product(a, by), given,
          [](Row const& r) { return tiled_product(r.a, r.by); });
  compare("flat_product", flat_product(a, by), given, [](Row const& r) { return flat_product(r.a, r.by); });
  compare("blocked_product", blocked_product(a, b), given,
          [](Row const& r) { return blocked_product(r.a, r.b); });
  compare("raked_product", raked_product(a, b), given, [](Row const& r) { return raked_product(r.a, r.b); });
  auto const filled = [](Row const& r, auto... how) {
    return columns::filled(r.a, r.target, [&](auto const& s) { return tile_to_shape(r.a, s, how...); });
  };
  auto const order = layout("(1,1):(5,3)");
  for (Cover const cover : {Cover::strict, Cover::at_least}) {
    std::string const how = cover == Cover::strict ? "" : ", at_least";
    compare("tile_to_shape" + how, tile_to_shape(a, all.target, cover), given,
            [&](Row const& r) { return filled(r, cover); });
    compare("tile_to_shape, in order" + how, tile_to_shape(a, all.target, stride(order), cover), given,
            [&](Row const& r) { return filled(r, stride(order), cover); });
  }
  compare("admissible_composition", admissible_composition(a, b), given,
          [](Row const& r) { return admissible_composition(r.a, r.b); });
  compare("admissible_complement", admissible_complement(a, m), given,
          [](Row const& r) { return admissible_complement(r.a, r.cotarget); });
  compare("max_alignment", max_alignment(a), given, [](Row const& r) { return max_alignment(r.a); });
  compare_searched(
      "right_inverse", all, is_long, [](Given const& of) { return right_inverse(of.a); },
      [](Row const& r, Budget most) { return right_inverse(r.a, Parts::any, most); });
  compare_searched(
      "left_inverse", all, is_long, [](Given const& of) { return left_inverse(of.a); },
      [](Row const& r, Budget most) { return left_inverse(r.a, Inverse::exact, most); });
  for (Parts const parts : {Parts::any, Parts::whole_modes}) {
    std::string const how = parts == Parts::any ? "" : ", whole modes";
    compare_searched(
        "max_common_layout" + how, all, is_long,
        [&](Given const& of) { return max_common_layout(of.a, of.b, parts); },
        [&](Row const& r, Budget most) { return max_common_layout(r.a, r.b, parts, most); });
    compare_searched(
        "max_common_vector" + how, all, is_long,
        [&](Given const& of) { return max_common_vector(of.a, of.b, parts); },
        [&](Row const& r, Budget most) { return max_common_vector(r.a, r.b, parts, most); });
  }
  compare_searched(
      "injective", all, is_long, [](Given const& of) { return injective(of.a); },
      [](Row const& r, Budget most) { return injective(r.a, most); });
  compare_searched(
      "surjective", all, is_long, [](Given const& of) { return surjective(of.a, of.cotarget); },
      [](Row const& r, Budget most) { return surjective(r.a, r.cotarget, most); });
}

/// Rows of which an argument is refused, in the next operation and in a slice; one layout for all rows.
void chained(Dice& dice) {
  Given const all(drawn(dice, kChunk));
  Layouts const tile = Layouts::same(layout("(2,2):(1,4)"));
  auto const first = *composition(all.a, all.b);
  auto const wanted = [](Row const& row) {
    auto const r = composition(row.a, row.b);
    return r ? composition(*r, layout("(2,2):(1,4)")) : r;
  };
  compare("composition of answers", composition(first, tile), all.rows, wanted);
  Rows const part(all.rows.begin() + 17, all.rows.begin() + 1234);
  compare("composition of a slice", composition(first.slice(17, 1234), tile), part, wanted);
}

/// Many rows, so that batches are of rows from far apart and in any order. Those of seed 45 are the numbers by which three rows were
/// once answered with their neighbours'.
void scattered(std::uint64_t seed) {
  constexpr Int rows = Int{1} << 18;
  std::mt19937_64 dice(seed);
  auto const below = [&](std::uint64_t n) { return dice() % n; };
  std::vector<Int> m[8];
  for (auto& column : m) column.resize(rows);
  Rows given;
  given.reserve(std::size_t{rows});
  auto const two = layout("(1,1)").profile;
  for (std::size_t k = 0; k < std::size_t{rows}; ++k) {
    Int const e0 = Int{1} << below(9), e1 = Int{1} << below(9), t0 = Int{1} << below(5),
              t1 = Int{1} << below(5);
    bool const by_rows = below(2) != 0;
    Int const all[] = {e0, by_rows ? e1 : 1, e1, by_rows ? 1 : e0, t0, Int{1} << below(3), t1, e0};
    for (std::size_t c = 0; c < 8; ++c) m[c][k] = all[c];
    Row& row = given.emplace_back(Row{{two, {}}, {two, {}}, 0, 1, {}});
    row.a.leaves.push({all[0], all[1]}), row.a.leaves.push({all[2], all[3]});
    row.b.leaves.push({all[4], all[5]}), row.b.leaves.push({all[6], all[7]});
  }
  auto const columns_of = [&](std::size_t first) {
    std::vector<Layouts::ModeColumns> modes;
    for (std::size_t c = first; c < first + 4; c += 2)
      modes.push_back({Column::of(m[c]), Column::of(m[c + 1])});
    return *Layouts::of(two, modes, rows);
  };
  compare("composition, scattered", composition(columns_of(0), columns_of(4)), given,
          [](Row const& r) { return composition(r.a, r.b); });
}

/// Most rows are answered in lanes: 64-bit integers are asked about few.
bool in_lanes(Dice& dice) {
  std::vector<LayoutI> as, bs;
  while (static_cast<Int>(as.size()) < kChunk) {
    auto const a = flat(padded(dice, 4096).leaves), b = flat(tiler(dice, a, 4096).leaves);
    if (rank(a) == 2 && rank(b) == 2) as.push_back(a), bs.push_back(b);
  }
  long single = 0, batches = 0;
  auto const counted = [&]<Number N>(Layout<N> const& x, Layout<N> const& y, Budget budget) {
    ++(std::is_same_v<N, Int> ? single : batches);
    return composition(x, y, Domain::extend_last, budget);
  };
  (void)columns::layouts_of(counted, layouts_of_list(as), layouts_of_list(bs));
  std::printf("of %ld rows %ld singly, the others in %ld batches\n", long(kChunk), single, batches);
  return single * 4 < kChunk && batches < kChunk;
}

/// Of an answer in lanes, lane 3 of the first stride spoiled; how many are.
template <Number N>
int spoil(Result<Layout<N>, N>& r) {
  if constexpr (std::is_same_v<N, columns::Lanes>) {
    if (r && r.value.leaves.count > 0 && (columns::group.active & 8) != 0) {
      auto v = r.value.leaves[0].stride.vector();
      v[3] += 1;
      r.value.leaves[0].stride = columns::Lanes(v);
      return 1;
    }
  }
  return 0;
}

template <Number N>
int spoil(Result<N, N>& r) {
  if constexpr (std::is_same_v<N, columns::Lanes>) {
    if (r && (columns::group.active & 8) != 0) {
      auto v = r.value.vector();
      v[3] += 1;
      r.value = columns::Lanes(v);
      return 1;
    }
  }
  return 0;
}

/// One lane spoiled: as many faults as rows of that lane that lanes answered.
bool planted(Dice& dice) {
  Rows given;
  while (static_cast<Int>(given.size()) < kChunk) {
    auto const l = padded(dice, 4096);
    given.push_back({l, l, 0, 1, rank(l) > 0 ? tiler_of(dice, l) : tile(l), target_of(dice, l)});
  }
  Given const all(given);
  bool good = true;
  long spoiled = 0;
  auto const compare_spoiled = [&](std::string const& op, auto const& answers, auto const& single) {
    compare(op, answers, all.rows, single);
    std::printf("%s: %ld answers spoiled, %ld found\n", op.c_str(), spoiled, seen[op].wrong);
    good = good && spoiled > 100 && seen[op].wrong == spoiled;
    spoiled = 0;
  };
  auto const spoiling = [&](auto r) {
    spoiled += spoil(r);
    return r;
  };
  compare_spoiled(
      "coalesce",
      columns::layouts_of([&](auto const& l, Budget) { return spoiling(keep_limits(coalesce(l))); }, all.a),
      [](Row const& r) { return keep_limits(coalesce(r.a)); });
  compare_spoiled("zipped_divide",
                  columns::layouts_of(
                      [&](auto const& l, auto const& by, Budget budget) {
                        return spoiling(zipped_divide(l, by, Cover::strict, budget));
                      },
                      all.a, all.by),
                  [](Row const& r) { return zipped_divide(r.a, r.by); });
  compare_spoiled(
      "tile_to_shape",
      columns::layouts_of(
          [&](auto const& l, auto const& target, Budget budget) {
            return spoiling(columns::filled(
                l, target, [&](auto const& s) { return tile_to_shape(l, s, Cover::strict, budget); }));
          },
          all.a, all.target),
      [](Row const& r) {
        return columns::filled(r.a, r.target, [&](auto const& s) { return tile_to_shape(r.a, s); });
      });
  compare_spoiled("max_common_vector",
                  columns::numbers_by(
                      [&](auto const& l, auto const& of, Budget budget) {
                        return spoiling(max_common_vector(l, of, Parts::any, budget));
                      },
                      all.a, all.b),
                  [](Row const& r) { return max_common_vector(r.a, r.b); });
  return good;
}

/// Rows of which a part is composed by a search alone, and no answer is made without it.
bool searched() {
  std::vector<LayoutI> const a(16, layout("((2,2),1,(3,3)):((1,2),-7,(0,2))")),
      b(16, layout("(2,3,2):(1,12,2)"));
  auto const common = max_common_layout(layouts_of_list(a), layouts_of_list(b), Parts::whole_modes);
  for (Int row = 0; row < 16; ++row) {
    if ((*common)[row] == layout("(2,2):(1,6)")) continue;
    std::printf("max_common_layout of whole modes: row %ld has %s\n", long(row),
                to_text((*common)[row]).c_str());
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  char const* const nightly = std::getenv("COLEX_NIGHTLY");
  bool const at_night = nightly != nullptr && *nightly != '\0';
  Int rows = at_night ? 10'000'000 : 20'000;
  std::uint64_t const seed = argc > 2   ? std::strtoull(argv[2], nullptr, 10)
                             : at_night ? static_cast<std::uint64_t>(std::time(nullptr))
                                        : 45;
  Dice dice(seed);
  if (argc > 1 && std::strcmp(argv[1], "--planted") == 0) return planted(dice) ? 0 : 1;
  if (!at_night)
    std::puts(
        "nightly: columns: ten million rows per operation, drawn anew; by day 20000: a row takes its time");
  if (argc > 1) rows = std::atoll(argv[1]);
  for (Int done = 0; done < rows; done += kChunk)
    ask_all(dice, std::min(kChunk, rows - done), done / kChunk % kLongOf == 0);
  chained(dice);
  scattered(seed);
  bool good = in_lanes(dice) && searched();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  for (auto const& [op, counts] : seen) {
    std::printf("%-36s %9ld rows, %9ld answered, %ld wrong\n", op.c_str(), counts.rows, counts.answered,
                counts.wrong);
    bool const rare = counts.answered * 50 <= counts.rows || counts.answered * 100 >= counts.rows * 99;
    bool const both = !rare || op == "composition, scattered";
    if (!both) std::printf("%s: answers or refusals are too rare\n", op.c_str());
    good = good && both && counts.wrong == 0;
  }
  return good ? 0 : 1;
}
