// SPDX-License-Identifier: MIT
// The rows over symbols. A product of matrices is known by the rows over words; its answer is not looked into.
#include <fmt/format.h>

#include "code/rows_by_name.hpp"
#include "code/symbols/walk.hpp"
#include "code/table.hpp"

namespace colex::code {

std::vector<SymbolicStep> symbolic_program(std::string const& target, Kernel const& kernel) {
  static auto const rows = rows_by_name<Judge>();
  std::vector<SymbolicStep> r;
  for (Instruction& i : disassemble(target, kernel)) {
    SymbolicStep step{std::move(i), nullptr, {}};
    Instruction const& now = step.instruction;
    Row<Wave> const* const known = find_row(target, now.name);
    auto const row = rows.find(now.name);
    if (known == nullptr)
      step.why = "this instruction is not known";
    else if (now.operands.size() != known->operands)
      step.why = fmt::format("{} operands, and {} are known", now.operands.size(), known->operands);
    else if ((now.modifiers.given & ~known->takes) != 0)
      step.why = "a modifier that this instruction is not known to take";
    else
      step.run =
          row != rows.end() ? row->second.run : [](Judge& m, Instruction const& one) { m.matrix(one); };
    r.push_back(std::move(step));
  }
  return r;
}

}  // namespace colex::code
