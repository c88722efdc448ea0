// SPDX-License-Identifier: MIT
// A question of a line of a .colex file as it was written: a command's name, what it takes in order, and its options by name.
//
//   tma((64,128):(1,64), box=(64,32), element=bf16)     what = {"(64,128):(1,64)"}, box and element are options
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace colex::cli {

/// A command whose question a line can ask.
struct QuestionForm {
  std::string_view name;
  std::size_t least, most;                ///< arguments without a name
  std::vector<std::string_view> options;  ///< by name; write, read, given and assume may stand several times
};

/// Asks the program that reads machine code, colex-inspect: what it prints, an error as well.
using AskOfCode = std::string (*)(std::vector<std::string> const& words);

struct QuestionCall {
  std::string place{};
  std::vector<std::string> what{};
  std::vector<std::pair<std::string, std::string>> options{};
  AskOfCode ask_of_code = nullptr;  ///< null where no such program is there

  bool has(std::string_view name) const;
  std::string word(std::string_view name, std::string_view otherwise) const;
  std::vector<std::string> all(std::string_view name) const;
  /// From 0 to 2^48. Throws InputError with the place and the name, as all below do.
  std::int64_t number(std::string_view name, std::int64_t otherwise) const;
  int small(std::string_view name, int otherwise) const;  ///< up to 2^20
  bool is_on(std::string_view name) const;                ///< yes or no
  std::vector<std::int64_t> list(std::string_view name) const;
};

/// The text without blanks around it.
std::string_view trimmed(std::string_view text);

/// `inside` is what stands between the brackets. Throws InputError, with `place` before it, for another count of arguments and for an
/// option that the question has not, or has twice.
QuestionCall read_call(QuestionForm const& form, std::string_view inside, std::string const& place);

}  // namespace colex::cli
