// SPDX-License-Identifier: MIT
// Obligations of a config's machine code: what `colex inspect` judges of its kernel, with the layouts that the config names.
#pragma once

#include <string>

#include "cli/certificate_page.hpp"

namespace colex::cli {

struct CodeOfConfig {
  std::string config{}, file{};
  std::string kernel{};  ///< a part of its name; empty: that of the config
};

/// A row for each obligation, with how many instructions it covers, and what is not covered; with_questions: also the certificate of the code, whose
/// questions both solvers have answered. Throws InputError where config or file cannot be used.
Document code_obligations(CodeOfConfig const& asked, bool with_questions);

/// Whether no row is refuted or undecided, and all questions are answered.
bool holds(Document const& document);
std::string text_of_code(Document const& document);

/// What is wrong with a document of code_obligations(): all of it is derived again from config and code. Empty where it holds.
std::string wrong_with_code(Document const& given, std::string const& file);

}  // namespace colex::cli
