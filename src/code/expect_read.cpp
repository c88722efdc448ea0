// SPDX-License-Identifier: MIT
// Expectations as they are written.
#include <fmt/format.h>

#include <charconv>
#include <regex>
#include <sstream>

#include "code/expect.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

constexpr std::size_t kMostLines = 1000, kMostLine = 2000;

template <class Int>
Int number(std::string const& text) {
  Int r = 0;
  std::from_chars(text.data(), text.data() + text.size(), r);
  return r;
}

Expectation read_line(std::string const& file, std::size_t line, std::string const& text) {
  static std::regex const form(
      R"(([\w.-]+): (load|store) (LDS|shared|global) (1|2|4|8|12|16) = (?:(\d{1,9}) \* )?((?:Sw<[^>]*> o -?\d+ o )?[(\d][^ ]*?)( by block)?(?: \+ (?:arg(\d{1,6})|(\d{1,9})|(any)))?(?:, stage epoch(?: \+ (\d{1,3}))?|, before all barriers)?)");
  auto const refuse = [&](std::string const& why) {
    throw cli::InputError(fmt::format("{}:{}: {}", file, line, why));
  };
  std::smatch m;
  if (!std::regex_match(text, m, form))
    refuse("not read: expected NAME: store LDS 16 = 2 * LAYOUT + 32768, stage epoch + 1");
  Expectation e;
  e.name = m[1], e.text = text, e.line = line, e.is_store = m[2] == "store", e.is_lds = m[3] != "global";
  e.bytes = number<unsigned>(m[4]);
  if (m[5].matched) e.unit = number<std::int64_t>(m[5]);
  try {
    e.layout = written_layout(m[6]);
  } catch (cli::Failure const& why) {
    refuse(why.message);
  }
  e.by_block = m[7].matched, e.any_base = m[10].matched;
  e.has_stage = text.find(", stage epoch") != text.npos;
  e.is_first = text.ends_with(", before all barriers");
  if (m[8].matched) e.argument = number<std::uint32_t>(m[8]);
  if (m[9].matched) e.base = number<std::int64_t>(m[9]);
  if (m[11].matched) e.ahead = number<std::int64_t>(m[11]);
  if (e.is_lds == m[8].matched) refuse("global memory begins at an argument, `+ arg8`, and LDS at a number");
  if (e.is_lds ? e.by_block : e.has_stage || e.is_first || e.any_base)
    refuse("LDS has stages, and global memory blocks");
  if ((e.has_stage || e.by_block) && (e.layout.leaves.size() < 2 || e.layout.leaves.back() != 1))
    refuse("the last mode of the layout is the stage, or the block, and one number");
  std::int64_t const last = e.layout.shape.back();
  if (e.has_stage && ((last & (last - 1)) != 0 || last > 16)) refuse("2, 4, 8 or 16 stages are understood");
  if (e.layout.extent(0) > 1024 || e.values() > 1024)
    refuse("a layout with more than 1024 threads, or values of a thread");
  return e;
}

}  // namespace

std::vector<Expectation> read_expectations(std::string const& file, std::string const& text) {
  constexpr std::string_view mark = "// colex: ";
  bool const is_source = text.find(mark) != text.npos;
  std::vector<Expectation> r;
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (is_source) {
      std::size_t const at = line.find(mark);
      if (at == line.npos) continue;
      line = line.substr(at + mark.size());
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t'))
      line.pop_back();
    if (line.empty() || (!is_source && line[0] == '#')) continue;
    if (line.size() > kMostLine)
      throw cli::InputError(fmt::format("{}:{}: a line of more than {} characters", file, number, kMostLine));
    if (r.size() == kMostLines)
      throw cli::InputError(fmt::format("{}: more than {} expectations", file, kMostLines));
    r.push_back(read_line(file, number, line));
  }
  if (r.empty()) throw cli::InputError(file + ": no expectation");
  return r;
}

}  // namespace colex::code
