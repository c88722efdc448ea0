// SPDX-License-Identifier: MIT
// Files of questions with their answers, as `colex check` reads them.
#include "classes.hpp"
#include "questions/check_file.hpp"

namespace colex::python {

namespace {

nb::list check(std::string const& text, std::string const& file) {
  std::vector<cli::CheckedLine> lines;
  {
    nb::gil_scoped_release const others_run;
    lines = cli::check_lines(text, file, {});
  }
  nb::list all;
  for (auto const& line : lines)
    if (line.skipped)
      throw cli::InputError(file + ":" + std::to_string(line.line) +
                            ": a question with unknowns is the program colex's");
  for (auto const& line : lines)
    all.append(nb::make_tuple(line.line, line.question.c_str(), line.wrong.c_str()));
  return all;
}

}  // namespace

void bind_check(nb::module_& m) {
  m.def("check", &check, nb::arg("text"), nb::arg("file") = "text",
        "The lines of a file of questions, QUESTION == ANSWER or QUESTION is refused: CONDITION, as (line, "
        "question, what is wrong); the last is empty where the answer is the one expected. Questions with "
        "unknowns are the program colex's.");
}

}  // namespace colex::python
