// SPDX-License-Identifier: MIT
// Operations asked with unknowns: a line per case, then what is known of them.
//
//   colex complement 64:1 K      colex composition '(M,N):(N,1)' 4:2 --assume 'N % 4 == 0'
#include "cli/commands.hpp"
#include "unknowns/cases.hpp"

namespace colex::cli {

namespace {

unknowns::Table answered(SymbolicCall const& q) {
  return unknowns::ask(q.operation, q.arguments, q.called, q.assumptions);
}

std::string only_answer(SymbolicCall const& q, std::string& why) {
  auto const table = answered(q);
  std::string const text = unknowns::only_answer(table);
  if (text.empty()) why = unknowns::to_line(table);
  return text;
}

}  // namespace

Unknowns with_unknowns() {
  return {{unknowns::mentions_unknowns, only_answer}, [](SymbolicCall const& q) {
            auto const table = answered(q);
            put(unknowns::to_text(table));
            return unknowns::is_answered(table) ? int{kYes} : int{kNo};
          }};
}

}  // namespace colex::cli
