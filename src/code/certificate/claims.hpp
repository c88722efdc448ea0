// SPDX-License-Identifier: MIT
// What a certificate of machine code claims, as questions to solvers. Each is unsatisfiable where its claim holds.
#pragma once

#include <string>
#include <vector>

#include "code/expect.hpp"
#include "code/symbols/rewriting.hpp"

namespace colex::code {

struct Question {
  std::string claim{}, script{};
};

/// The equations of words on which the layouts rest. The walk has been replayed.
std::vector<Question> rewriting_questions(Inspector& of, Ledger const& ledger);
/// Of each form of each access that has a layout: its address is base + layout for all lanes and waves; and it is aligned as said.
std::vector<Question> layout_questions(Inspector const& of);
/// Of each access that fulfils an expectation: in all lanes, waves and trips its address is the layout that is meant, at the coordinate that was found.
std::vector<Question> meant_questions(Inspector& of, std::vector<Expectation> const& meant,
                                      Comparison const& compared);
/// Of each access of LDS of which that is decided (bounds.hpp): it is inside.
std::vector<Question> bounds_questions(Inspector& of);
/// Of each access of global memory that stays within an array whose size is stated: what that follows from.
std::vector<Question> size_questions(Inspector& of);
/// No two waves touch a byte of LDS in one epoch, one of them writing. None where that is not the verdict, or nothing is stored.
std::vector<Question> race_questions(Inspector& of);
/// Of PTX: no two threads, nor a thread and its own copy that is under way.
std::vector<Question> thread_race_questions(Inspector& of);

}  // namespace colex::code
