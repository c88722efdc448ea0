// SPDX-License-Identifier: MIT
#include "questions/plan_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "colex/colex.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

constexpr Int kMostLines = 16;  ///< of a table
constexpr Int kLine = 128;      ///< bytes of shared memory side by side: 32 banks

constexpr Int kPerLine = kLine / 16;

/// Lines of shared memory, 16 bytes a cell; `cell(i)` has those of number i.
template <class F>
Grid of_lines(std::string caption, Int lines, F cell) {
  Grid g;
  g.caption = std::move(caption);
  g.rows.extents = {lines}, g.rows.title = "byte", g.columns.extents = {kPerLine};
  g.columns.title = "from bank";
  for (Int b = 0; b < kPerLine; ++b) g.columns.names.push_back(std::to_string(4 * b));
  for (Int line = 0; line < lines; ++line) g.rows.names.push_back(std::to_string(line * kLine));
  for (Int i = 0; i < lines * kPerLine; ++i) g.cells.push_back(cell(i));
  return g;
}

std::string first_of(Int shown, Int all, char const* what) {
  return shown == all ? "" : fmt::format(", the first {} of {} {}", shown, all, what);
}

bool along_rows(PlanOperand const& o) { return o.rows > 1 && o.global.offsets[1] - o.global.offsets[0] == 1; }

/// Who copies which run of the tile.
Grid copied(PlanOperand const& o, PlanView const& v, int wave) {
  Int const lines = along_rows(o) ? o.columns : o.rows,
            runs = (along_rows(o) ? o.rows : o.columns) / v.copied, shown = std::min(lines, kMostLines);
  std::map<Int, Int> holder;
  for (Int i = 0; i < static_cast<Int>(v.copy.element.size()); ++i)
    holder.try_emplace(v.copy.element[slot(i)], i);
  Grid g;
  g.caption = fmt::format("{}.copy: the thread that copies each {} elements{}", o.name, v.copied,
                          first_of(shown, lines, along_rows(o) ? "columns" : "rows"));
  g.rows.extents = {shown}, g.columns.extents = {runs};
  g.rows.title = along_rows(o) ? (*o.name == 'C' ? "n" : "k") : (*o.name == 'B' ? "n" : "m");
  for (Int line = 0; line < shown; ++line)
    for (Int run = 0; run < runs; ++run) {
      Int const e = along_rows(o) ? run * v.copied + o.rows * line : line + o.rows * run * v.copied;
      auto const at = holder.find(e);
      if (at == holder.end()) {
        g.cells.emplace_back();
        continue;
      }
      Int const thread = at->second % v.copy.threads, step = at->second / v.copy.threads / v.copied;
      g.cells.push_back({fmt::format("T{}", thread), fmt::format("step {}", step),
                         static_cast<int>(thread / wave % kColours)});
    }
  return g;
}

/// What lies in each 16 bytes of shared memory.
Grid stored(PlanOperand const& o, PlanView const& v) {
  Int const run = std::max<Int>(1, 128 / o.bits);
  Int const last = *std::max_element(v.shared.begin(), v.shared.end()),
            lines = std::max<Int>(0, last) / (run * kPerLine) + 1, shown = std::min(lines, kMostLines);
  std::map<Int, Int> element;  // of a run's lowest offset that is held
  for (Int e = 0; e < static_cast<Int>(v.shared.size()); ++e) {
    auto const [at, fresh] = element.try_emplace(v.shared[slot(e)] / run, e);
    if (!fresh && v.shared[slot(e)] < v.shared[slot(at->second)]) at->second = e;
  }
  return of_lines(fmt::format("{}.shared: the element with which each 16 bytes begin{}", o.name,
                              first_of(shown, lines, "lines of 128 bytes")),
                  shown, [&](Int i) -> Cell {
                    auto const at = element.find(i);
                    if (at == element.end()) return {};
                    Int const row = at->second % o.rows, column = at->second / o.rows;
                    return {fmt::format("{},{}", row, column), "",
                            static_cast<int>((along_rows(o) ? column : row) % kColours)};
                  });
}

/// Who gives the address of each 16 bytes that the first instruction of the first wave moves.
Grid read_first(PlanOperand const& o, PlanView const& v) {
  SharedAccess const& a = *v.reads;
  Int const lanes = size(entry(a.layout.inner, 0)), run = std::max<Int>(1, 128 / o.bits);
  std::map<Int, std::pair<Int, int>> lane;  // and how many more
  Int top = 0;
  for (Int l = 0; l < lanes; ++l) {
    auto const [at, fresh] = lane.try_emplace(a.at(l) / run, std::pair(l, 0));
    if (!fresh) ++at->second.second;
    top = std::max(top, a.at(l) / run / kPerLine);
  }
  Int const shown = std::min(top + 1, kMostLines);
  return of_lines(fmt::format("{}.{}: the lanes of the first instruction{}", o.name,
                              *o.name == 'C' ? "store" : "load", first_of(shown, top + 1, "lines")),
                  shown, [&](Int i) -> Cell {
                    auto const at = lane.find(i);
                    if (at == lane.end()) return {};
                    auto const [l, more] = at->second;
                    return {fmt::format("L{}{}", l, more > 0 ? fmt::format("+{}", more) : ""), "",
                            static_cast<int>(l / 8 % kColours)};
                  });
}

/// Which wave holds each block of 8 x 8 of C.
Grid held(PlanOperand const& o, PlanView const& v, int wave) {
  Int const side = 8, down = (o.rows + side - 1) / side, across = (o.columns + side - 1) / side;
  std::map<Int, Int> first;  // block -> the least value held there
  std::map<Int, Int> waves;
  for (Int i = 0; i < static_cast<Int>(v.fragment.element.size()); ++i) {
    Int const e = v.fragment.element[slot(i)], block = e % o.rows / side + down * (e / o.rows / side);
    first.try_emplace(block, i / v.fragment.threads);
    Int const w = i % v.fragment.threads / wave;
    if (auto const [at, fresh] = waves.try_emplace(block, w); !fresh && at->second != w) at->second = -1;
  }
  Grid g;
  g.caption = "C: the wave that holds each 8 x 8 elements, and the first value of its threads there";
  g.rows.extents = {down}, g.rows.title = "m / 8", g.columns.extents = {across}, g.columns.title = "n / 8";
  for (Int r = 0; r < down; ++r)
    for (Int c = 0; c < across; ++c) {
      Int const w = waves[r + down * c];
      g.cells.push_back({w < 0 ? "some" : fmt::format("W{}", w), fmt::format("V{}", first[r + down * c]),
                         w < 0 ? -1 : static_cast<int>(w % kColours)});
    }
  return g;
}

}  // namespace

Picture draw_plan(Plan const& plan) {
  PlanAnswer const answer = check(plan);
  int const wave = bank_model(plan.card)->wave;
  Picture p;
  p.title = fmt::format("{} on {}, a tile of {} x {} x {}", plan.atom->name, plan.card,
                        size(plan.tile.order[0]), size(plan.tile.order[1]), size(plan.tile.order[2]));
  for (int k = 0; k < 3; ++k) {
    PlanOperand const& o = plan.operands[k];
    PlanView const& v = answer.views[k];
    if (k == 2 && !v.fragment.element.empty()) p.grids.push_back(held(o, v, wave));
    std::size_t const first = p.grids.size();
    if (!v.copy.element.empty()) p.grids.push_back(copied(o, v, wave));
    if (!v.shared.empty()) p.grids.push_back(stored(o, v));
    if (v.reads) p.grids.push_back(read_first(o, v));
    for (std::size_t g = first + 1; g < p.grids.size(); ++g) p.grids[g].beside = true;
  }
  p.notes.push_back(
      "copies and C: one colour per wave; shared memory: one per row of the tile; lanes: one per 8");
  for (PlanStage const& s : answer.stages)
    p.notes.push_back(s.misfit ? fmt::format("{}: {}: {}", s.name, s.misfit->condition, s.misfit->why)
                               : fmt::format("{}: {}", s.name, s.does));
  p.refused = answer.first_wrong() != nullptr;
  return p;
}

}  // namespace colex::cli
