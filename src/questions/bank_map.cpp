// SPDX-License-Identifier: MIT
#include "questions/bank_map.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace colex::cli {

Picture draw_banks(gpu::BankModel const& model, SharedAccess const& a, std::string const& text) {
  using Int = std::int64_t;
  BankCost const cost = bank_cost(model, a);
  int const banks = a.direction == gpu::Direction::load ? model.load_banks : model.store_banks;
  struct Touch {
    int lane = 0, more = 0, phase = 0;
  };
  std::map<Int, std::map<int, Touch>> lines;               // of words; then by bank
  std::map<std::pair<int, int>, std::set<Int>> delivered;  // by phase and bank
  for (int lane = 0; lane < cost.shape.lanes; ++lane) {
    Int const first = a.byte_of(a.at(cost.worst.step * cost.shape.lanes + lane));
    int const phase = model.phase(a.direction, a.width, lane);
    for (Int word = first / gpu::bank_bytes; word * gpu::bank_bytes < first + a.width; ++word) {
      auto const [at, fresh] =
          lines[word / banks].try_emplace(static_cast<int>(word % banks), Touch{lane, 0, phase});
      if (!fresh) ++at->second.more;
      delivered[{phase, static_cast<int>(word % banks)}].insert(word);
    }
  }
  Grid g;
  g.columns.extents = {banks}, g.columns.title = "bank";
  g.rows.extents = {static_cast<Int>(lines.size())}, g.rows.title = "byte";
  for (auto const& [line, words] : lines) {
    g.rows.names.push_back(std::to_string(line * banks * gpu::bank_bytes));
    for (int bank = 0; bank < banks; ++bank) {
      auto const at = words.find(bank);
      if (at == words.end()) {
        g.cells.emplace_back();
        continue;
      }
      Touch const& t = at->second;
      Cell cell{fmt::format("{}{}", t.lane, t.more > 0 ? fmt::format("+{}", t.more) : ""), "",
                t.phase % kColours};
      cell.wrong = delivered[{t.phase, bank}].size() > 1;
      g.cells.push_back(std::move(cell));
    }
  }
  Picture p;
  p.title = fmt::format("{}: {} of {} bytes per lane on {}", text,
                        a.direction == gpu::Direction::load ? "reads" : "writes", a.width, model.name);
  p.grids.push_back(std::move(g));
  p.notes.push_back(lanes_of(a, model));
  p.notes.push_back(
      fmt::format("access {} of {}: the lane that touches each word (+n: n lanes more); one colour per phase",
                  cost.worst.step, cost.shape.steps));
  p.notes.push_back(
      cost.degree == 1
          ? "no bank delivers two words in one phase"
          : fmt::format("marked: banks that deliver several words in one phase, up to {}", cost.degree));
  return p;
}

}  // namespace colex::cli
