// SPDX-License-Identifier: MIT
// The commands' questions in a line of a .colex file: a call with the command's options by name.
//
//   banks((32,8):(64,8), on=sm90, element=2, width=16) == 8                             the degree
//   coalescing(32:2, on=sm90, element=4) == 8                                           sectors
//   tma((64,128):(1,64), box=(64,32), element=bf16, swizzle=128) == Sw<3,3,3> o 0 o (64,32):(1,64)
//   tma((48,8):(1,48), box=(48,8), element=2, swizzle=32) is refused: swizzle_span
//   descriptor(Sw<3,3,3> o 0 o (64,64):(64,1), on=sm90) == 0x4000004000010000
//   race_free(write=(32,4):(4,1), read=(32,4):(4,1), element=4) == yes
//   plan(examples/plans/sm80_bf16.json) == yes                        a file, from the folder of this one on
//   inspect(ring.co, stored: store LDS 16 = (128,2):(16,2048), stage epoch) == yes      colex-inspect answers
//   tiled_copy((4,64):(64,1), (4,8):(8,1)) == ((64,4),(8,4)):((128,4),(16,1))
//
// docs/questions.md has them all, and what each answers.
#pragma once

#include <string>
#include <string_view>

#include "maps/predicate.hpp"
#include "questions/question_call.hpp"

namespace colex::cli {

/// Whether a question is one of these.
bool asks_a_command(std::string_view question);

/// A question `predicate(...)`. Throws InputError as answer_of_line() does.
PredicateQuestion predicate_of_line(std::string_view question, std::string const& place);
/// Whether it is one whose sizes are not all numbers.
bool has_sizes(std::string_view question, std::string const& place);

/// The answer; of a decision "yes", or the sentence that begins with "no". Throws Failure: what refuses it, of a tensor map the first
/// rule that is broken, of a plan that of the first stage that fails; InputError for what the question does not take, with `place`,
/// "FILE:LINE: ", before it. `FILE` is where the files of `plan` and `inspect` are looked for.
std::string answer_of_line(std::string_view question, std::string const& place, AskOfCode ask_of_code);

}  // namespace colex::cli
