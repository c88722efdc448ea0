// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "code/ptx/matrix.hpp"
#include "code/ptx/rows/compare.hpp"
#include "code/ptx/rows/float.hpp"
#include "code/ptx/rows/hopper.hpp"
#include "code/ptx/rows/integer.hpp"
#include "code/ptx/rows/memory.hpp"
#include "code/ptx/tensor_product.hpp"
#include "code/ptx/warpgroup.hpp"

namespace colex::code::ptx {

namespace {

using Table = std::unordered_map<std::string, Row<Warp>>;

Table const& table() {
  static Table const all = [] {
    Table r;
    for (Rows<Warp> const& rows :
         {integer_rows<Warp>(), float_rows<Warp>(), compare_rows<Warp>(), conversion_rows<Warp>(),
          memory_rows<Warp>(), update_rows<Warp>(), control_rows<Warp>(), matrix_rows(), hopper_rows<Warp>(),
          warpgroup_rows(), tensor_rows()})
      for (Row<Warp> const& row : rows) r.emplace(row.name, row);
    return r;
  }();
  return all;
}

}  // namespace

Row<Warp> const* find_row(std::string const& key) {
  auto const found = table().find(key);
  return found == table().end() ? nullptr : &found->second;
}

std::size_t known_rows() { return table().size(); }

Row<Warp> const* row_of(Instruction const& i, std::string& why) {
  if (!i.not_read.empty()) return why = i.not_read, nullptr;
  std::string_view const base = std::string_view(i.key).substr(0, i.key.find('.'));
  bool const starts_carry = i.modes.has(Modes::carry) && (base == "add" || base == "sub" || base == "mad");
  Row<Warp> const* const row = find_row(starts_carry ? i.key + "@cc" : i.key);
  if (row == nullptr) return why = "this instruction is not known", nullptr;
  if ((i.modes.given & ~row->takes) != 0)
    return why = "a modifier that this instruction is not known to take", nullptr;
  if ((row->needs & ~i.modes.given) != 0)
    return why = "a modifier is left out that this instruction needs", nullptr;
  if (i.operands.size() < row->operands || i.operands.size() > row->most)
    return why = fmt::format("{} operands, and the instruction takes {}", i.operands.size(), row->operands),
           nullptr;
  static constexpr std::string_view kOthers[] = {"ld",  "ldu",      "st",       "atom",     "red",
                                                 "cp",  "prefetch", "ldmatrix", "stmatrix", "mma",
                                                 "mov", "mbarrier", "wgmma",    "tcgen05"};
  bool const others = std::find(std::begin(kOthers), std::end(kOthers), base) != std::end(kOthers);
  bool const is_tensor = i.key.starts_with("cp.async.bulk.tensor.");
  std::size_t const at_tensor = i.key.ends_with(".bulk_group") ? 0 : 1;
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    Operand const& o = i.operands[k];
    bool const is_value = o.kind == Operand::Kind::value;
    bool const has_coordinates = o.kind == Operand::Kind::address && !o.elements.empty();
    if ((!others && !is_value) || has_coordinates != (is_tensor && k == at_tensor) ||
        (base == "mov" && o.kind == Operand::Kind::address) || (k > 0 && is_value && o.slot == kSink) ||
        (o.negated && o.width != 1))
      return why = "operands of a form that the instruction does not take", nullptr;
  }
  return row;
}

}  // namespace colex::code::ptx
