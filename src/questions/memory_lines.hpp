// SPDX-License-Identifier: MIT
// Questions about memory in a line of a .colex file: a call with the command's options by name.
//
//   banks((32,8):(64,8), on=sm90, element=2, width=16) == 8                             the degree
//   coalescing(32:2, on=sm90, element=4) == 8                                           sectors
//   tma((64,128):(1,64), box=(64,32), element=bf16, swizzle=128) == Sw<3,3,3> o 0 o (64,32):(1,64)
//   tma((48,8):(1,48), box=(48,8), element=2, swizzle=32) is refused: swizzle_span
//   descriptor(Sw<3,3,3> o 0 o (64,64):(64,1), on=sm90) == 0x4000004000010000
#pragma once

#include <string>
#include <string_view>

namespace colex::cli {

/// Whether a question is one of these.
bool asks_of_memory(std::string_view question);

/// The answer. Throws Failure: what refuses it, of a tensor map the first rule that is broken; InputError for an option that the
/// question has not, with `place` before it.
std::string answer_of_memory(std::string_view question, std::string const& place);

}  // namespace colex::cli
