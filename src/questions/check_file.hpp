// SPDX-License-Identifier: MIT
// A file of questions with their answers: tests of one's own layouts. A line is an expression and its answer, as on an
// operation's page; # starts a comment.
//
//   composition((4,6,8,10):(2,3,5,7), 6:12) == (2,3):(9,5)
//   complement(4:3, 16) is refused: cotarget_divides
//   bijective((4,8):(8,1), 32) == yes
//   complement(64:1, K) == K/64:64 if K % 64 == 0          unknowns: for all values that keep the assumption
//   banks((32,8):(64,8), on=sm90, element=2, width=16) == 8    a question of a command: question_lines.hpp
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "questions/question_call.hpp"

namespace colex::cli {

/// A line that holds a question.
struct CheckedLine {
  int line = 0;
  std::string question{};
  std::string wrong{};   ///< empty where the answer is the one expected
  bool skipped = false;  ///< it has unknowns, and nothing here answers such a question
  double seconds = 0;
};

/// A question with unknowns: an operation and its arguments, or, where `operation` is empty, one expression.
struct SymbolicCall {
  std::string operation{};
  std::vector<std::string> arguments{}, called{};  ///< and what messages call them
  std::vector<std::string> assumptions{};
};

/// What answers questions with unknowns: the answer, or "refused: condition: ...", and "" where several cases are left
/// or something is not proved, with the reason in `why`.
struct SymbolicAnswers {
  bool (*mentions)(std::string_view text) = nullptr;
  std::string (*answer)(SymbolicCall const& call, std::string& why) = nullptr;
};

/// Why a line with unknowns is skipped.
inline constexpr char const* kNeedsProofs =
    "it has unknowns, and this program has no solver that answers them";

/// Throws InputError with the line where one cannot be used. Where `symbolic` answers nothing, a line with unknowns is
/// skipped; the caller says whether that may be. `ask_of_code` answers `inspect(...)`.
std::vector<CheckedLine> check_lines(std::string const& text, std::string const& file,
                                     SymbolicAnswers const& symbolic, AskOfCode ask_of_code = nullptr);

/// The lines of each file, by the file's name.
using CheckedFiles = std::vector<std::pair<std::string, std::vector<CheckedLine>>>;

/// As JUnit has it: a suite per file, a case per line.
std::string to_junit(CheckedFiles const& files);

}  // namespace colex::cli
