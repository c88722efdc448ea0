// SPDX-License-Identifier: MIT
#include "code/certificate/layout_formula.hpp"

#include <fmt/format.h>

#include "code/written_layout.hpp"

namespace colex::code {

namespace {

std::string word(std::int64_t value) {
  return fmt::format("(_ bv{} 32)", static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)));
}

}  // namespace

std::string layout_formula(std::string const& layout, std::string const& index) {
  WrittenLayout whole = written_layout(layout);
  whole.leaves = {whole.shape.size()};
  return layout_formula(whole, std::vector{index});
}

std::string layout_formula(WrittenLayout const& l, std::vector<std::string> const& coordinate) {
  std::string sum = word(l.offset);
  std::size_t k = 0;
  for (std::size_t mode = 0; mode < l.leaves.size(); ++mode) {
    std::int64_t before = 1;
    for (std::size_t const end = k + l.leaves[mode]; k < end; ++k) {
      std::string const& index = coordinate[mode];
      if (l.stride[k] == 0) {
        before *= l.shape[k];
        continue;
      }
      std::string digit = before == 1 ? index : fmt::format("(bvudiv {} {})", index, word(before));
      if (k + 1 < end) digit = fmt::format("(bvurem {} {})", digit, word(l.shape[k]));
      sum = fmt::format("(bvadd {} (bvmul {} {}))", sum, word(l.stride[k]), digit);
      before *= l.shape[k];
    }
  }
  if (l.bits == 0) return sum;
  std::int64_t const mask = ((std::int64_t{1} << l.bits) - 1) << (l.base + (l.shift > 0 ? l.shift : 0));
  return fmt::format("(let ((o {})) (bvxor o ({} (bvand o {}) {})))", sum, l.shift >= 0 ? "bvlshr" : "bvshl",
                     word(mask), word(l.shift < 0 ? -l.shift : l.shift));
}

std::string table_formula(std::vector<std::int64_t> const& table, std::string const& index) {
  std::string r = word(table.back());
  for (std::size_t k = table.size() - 1; k-- > 0;)
    r = fmt::format("(ite (= {} {}) {} {})", index, word(static_cast<std::int64_t>(k)), word(table[k]), r);
  return r;
}

}  // namespace colex::code
