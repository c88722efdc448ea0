// SPDX-License-Identifier: MIT
// What a certificate of machine code claims, as questions to solvers. Each is unsatisfiable where its claim holds.
#pragma once

#include <string>
#include <vector>

#include "code/inspect.hpp"
#include "code/symbols/rewriting.hpp"

namespace colex::code {

struct Question {
  std::string claim{}, script{};
};

/// The equations of words on which the layouts rest. The walk has been replayed.
std::vector<Question> rewriting_questions(Inspector& of, Ledger const& ledger);
/// Of each form of each access that has a layout: its address is base + layout for all lanes and waves; and it is aligned as said.
std::vector<Question> layout_questions(Inspector const& of);
/// Of each access of LDS: it is inside. None where that is not the verdict.
std::vector<Question> bounds_questions(Inspector& of);
/// No two waves touch a byte of LDS in one epoch, one of them writing. None where that is not the verdict, or nothing is stored.
std::vector<Question> race_questions(Inspector& of);

}  // namespace colex::code
