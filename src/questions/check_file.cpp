// SPDX-License-Identifier: MIT
#include "questions/check_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "operations/characters.hpp"
#include "operations/read.hpp"
#include "questions/question_call.hpp"
#include "questions/question_lines.hpp"
#include "text/escaped.hpp"

namespace colex::cli {

namespace {

struct Statement {
  std::string question, answer, condition;
  bool refused = false;
};

/// Where `word` stands outside of all brackets, last where `last`; npos where it does not.
std::size_t outside(std::string const& text, std::string_view word, bool last) {
  std::size_t found = text.npos;
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    if (depth != 0 || std::string_view(text).substr(at, word.size()) != word) continue;
    if (!last) return at;
    found = at;
  }
  return found;
}

Statement statement(std::string text, std::string const& place) {
  Statement s;
  if (std::size_t const at = outside(text, " if ", true); at != text.npos) {
    s.condition = trimmed(std::string_view(text).substr(at + 4));
    text.resize(at);
  }
  constexpr std::string_view kRefused = " is refused: ";
  std::size_t at = outside(text, kRefused, false);
  s.refused = at != text.npos;
  std::size_t const length = s.refused ? kRefused.size() : 2;
  if (!s.refused) at = outside(text, "==", false);
  if (at == text.npos)
    throw InputError(place + "expected QUESTION == ANSWER or QUESTION is refused: CONDITION");
  s.question = trimmed(std::string_view(text).substr(0, at));
  s.answer = trimmed(std::string_view(text).substr(at + length));
  if (s.question.empty() || s.answer.empty())
    throw InputError(place + "a question and its answer stand on one line");
  return s;
}

/// "cotarget_divides: 12 does not divide 16" or "no, first difference ..." begins with what was expected.
bool begins_with(std::string const& text, std::string const& expected) {
  return text.compare(0, expected.size(), expected) == 0 &&
         (text.size() == expected.size() || text[expected.size()] == ':' || text[expected.size()] == ',');
}

/// The message without the place in the question, "name:1:1: ", with which it starts: the line's is said anyway.
std::string without_place(std::string const& message, std::string const& name) {
  std::size_t const end = message.find(": ");
  return message.starts_with(name + ":") && end != message.npos ? message.substr(end + 2) : message;
}

std::string text_of(Answer const& a) { return a.text.empty() ? to_text(a.value) : a.text; }

/// What is wrong; empty where nothing is.
std::string wrong_with_numbers(Statement const& s, std::string const& place, AskOfCode ask_of_code) {
  std::string const name(trimmed(place.substr(0, place.size() - 2)));
  if (!s.condition.empty()) throw InputError(place + "a condition stands with unknowns only");
  try {
    Question const question{Budget{}};
    if (asks_a_command(s.question)) {
      std::string const got = answer_of_line(s.question, place, ask_of_code);
      if (s.refused) return fmt::format("answered {}, not refused", got);
      bool const says_why = got.starts_with("no") || got.starts_with("undecided");
      bool const said = got == s.answer || (says_why && begins_with(got, s.answer));
      return said ? "" : fmt::format("expected {}, got {}", s.answer, got);
    }
    Answer const got = evaluate_expression(s.question, name, false);
    if (s.refused) return fmt::format("answered {}, not refused", text_of(got));
    std::string expected = s.answer;
    bool const a_word =
        std::holds_alternative<bool>(got.value) || std::holds_alternative<std::string>(got.value);
    if (a_word) {
      std::string const whole = text_of(got);
      return begins_with(whole, expected) ? "" : fmt::format("expected {}, got {}", expected, whole);
    }
    if (std::holds_alternative<Table>(got.value) && expected.front() == '[')
      expected = text_of(read_value(expected, name, false));
    else
      expected = text_of(evaluate_expression(expected, name, false));
    return text_of(got) == expected ? "" : fmt::format("expected {}, got {}", s.answer, text_of(got));
  } catch (Failure const& failure) {
    if (failure.is_input()) throw;
    bool const meant = s.refused && (s.answer == failure.condition || failure.message.ends_with(s.answer));
    return meant ? ""
                 : fmt::format("expected {}{}, got {}", s.refused ? "refused: " : "", s.answer,
                               without_place(failure.message, name));
  }
}

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

std::string wrong_with_unknowns(Statement const& s, std::string const& place,
                                SymbolicAnswers const& symbolic) {
  SymbolicCall call{{}, {s.question}, {std::string(trimmed(place.substr(0, place.size() - 2)))}, {}};
  if (!s.condition.empty()) call.assumptions.push_back(s.condition);
  std::string why;
  std::string const got = symbolic.answer(call, why);
  constexpr std::string_view kRefused = "refused: ";
  if (!why.empty()) return fmt::format("expected {}, got {}", s.answer, why);
  bool const refused = got.compare(0, kRefused.size(), kRefused) == 0;
  bool const right = s.refused ? refused && begins_with(got.substr(kRefused.size()), s.answer)
                               : without_blanks(got) == without_blanks(s.answer) ||
                                     (s.answer == "no" && begins_with(got, s.answer));
  return right ? "" : fmt::format("expected {}{}, got {}", s.refused ? kRefused : "", s.answer, got);
}

}  // namespace

std::vector<CheckedLine> check_lines(std::string const& text, std::string const& file,
                                     SymbolicAnswers const& symbolic, AskOfCode ask_of_code) {
  std::vector<CheckedLine> r;
  int number = 0;
  for (std::size_t from = 0; from < text.size();) {
    std::size_t const end = std::min(text.find('\n', from), text.size());
    std::string line = text.substr(from, end - from);
    from = end + 1;
    ++number;
    line = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (line.empty()) continue;
    std::string const place = fmt::format("{}:{}: ", file, number);
    Statement const s = statement(line, place);
    auto const start = std::chrono::steady_clock::now();
    CheckedLine one{number, line};
    bool unknowns = false;
    try {
      unknowns = asks_a_command(s.question) ? has_sizes(s.question, place) : mentions_unknowns(s.question);
      bool const proves = unknowns && symbolic.answer != nullptr;
      one.wrong =
          proves ? wrong_with_unknowns(s, place, symbolic) : wrong_with_numbers(s, place, ask_of_code);
    } catch (InputError const&) {
      one.skipped =
          unknowns && symbolic.answer == nullptr;  // a name is no unknown where `let` gives it a value
      if (!one.skipped) throw;
    }
    one.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    r.push_back(one);
  }
  if (r.empty()) throw InputError(file + ": no line holds a question");
  return r;
}

namespace {

std::string junit_suite(std::vector<CheckedLine> const& lines, std::string const& file) {
  auto const failures =
      std::count_if(lines.begin(), lines.end(), [](auto const& l) { return !l.wrong.empty(); });
  auto const skipped =
      std::count_if(lines.begin(), lines.end(), [](auto const& l) { return l.skipped && l.wrong.empty(); });
  std::string const name = escaped(printable(file));
  std::string r = fmt::format("<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n", name,
                              lines.size(), failures, skipped);
  for (CheckedLine const& l : lines) {
    r += fmt::format(
        "  <testcase classname=\"{}\" file=\"{}\" line=\"{}\" name=\"line {}: {}\" time=\"{:.3f}\"", name,
        name, l.line, l.line, escaped(printable(l.question)), l.seconds);
    if (!l.wrong.empty())
      r +=
          fmt::format("><failure message=\"{}\"/></testcase>\n", escaped(printable(l.wrong, l.wrong.size())));
    else
      r += l.skipped ? fmt::format("><skipped message=\"{}\"/></testcase>\n", kNeedsProofs) : "/>\n";
  }
  return r + "</testsuite>\n";
}

}  // namespace

std::string to_junit(CheckedFiles const& files) {
  std::string r = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  if (files.size() == 1) return r + junit_suite(files[0].second, files[0].first);
  r += "<testsuites>\n";
  for (auto const& [file, lines] : files) r += junit_suite(lines, file);
  return r + "</testsuites>\n";
}

}  // namespace colex::cli
