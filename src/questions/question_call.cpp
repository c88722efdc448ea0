// SPDX-License-Identifier: MIT
#include "questions/question_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "operations/characters.hpp"
#include "operations/read.hpp"

namespace colex::cli {

namespace {

/// Whether the `<` after this text opens a bracket: that of a tiler, Sw<3,3,3> or an instruction's name, such as v_mfma_x<e2m1,e2m1>.
bool opens_angle(std::string_view before) {
  std::size_t from = before.size();
  while (from > 0 && (is_letter(before[from - 1]) || is_digit(before[from - 1]) || before[from - 1] == '_'))
    --from;
  std::string_view const word = before.substr(from);
  if (word.empty())
    return before.empty() || std::string_view("(,=<").find(before.back()) != std::string_view::npos;
  return (word[0] >= 'A' && word[0] <= 'Z') || word.find('_') != word.npos;
}

/// Pieces between commas outside of brackets.
std::vector<std::string_view> pieces_of_call(std::string_view text) {
  std::vector<std::string_view> all;
  int depth = 0, angles = 0;
  std::size_t from = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    char const c = at < text.size() ? text[at] : ',';
    if (c == '<' && depth == 0 && text.find('>', at) != text.npos &&
        opens_angle(text.substr(from, at - from)))
      ++angles;
    if (c == '>' && depth == 0 && angles > 0) --angles;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || ((depth > 0 || angles > 0) && at < text.size())) continue;
    all.push_back(trimmed(text.substr(from, at - from)));
    from = at + 1;
  }
  return all;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool QuestionCall::has(std::string_view name) const { return !all(name).empty(); }

std::vector<std::string> QuestionCall::all(std::string_view name) const {
  std::vector<std::string> r;
  for (auto const& [option, value] : options)
    if (option == name) r.push_back(value);
  return r;
}

std::string QuestionCall::word(std::string_view name, std::string_view otherwise) const {
  auto const given = all(name);
  return given.empty() ? std::string(otherwise) : given.front();
}

std::int64_t QuestionCall::number(std::string_view name, std::int64_t otherwise) const {
  if (!has(name)) return otherwise;
  std::string const text = word(name, "");
  std::int64_t value = 0;
  auto const* const to = text.data() + text.size();
  auto const read = std::from_chars(text.data(), to, value);
  if (read.ec != std::errc{} || read.ptr != to || value < 0 || value > std::int64_t{1} << 48)
    throw InputError(fmt::format("{}{}: expected a number from 0 to 2^48", place, name));
  return value;
}

int QuestionCall::small(std::string_view name, int otherwise) const {
  std::int64_t const value = number(name, otherwise);
  if (value > 1 << 20) throw InputError(fmt::format("{}{}: {} is too large", place, name, value));
  return static_cast<int>(value);
}

bool QuestionCall::is_on(std::string_view name) const {
  std::string const value = word(name, "no");
  if (value != "yes" && value != "no") throw InputError(fmt::format("{}{}: expected yes or no", place, name));
  return value == "yes";
}

std::vector<std::int64_t> QuestionCall::list(std::string_view name) const {
  std::vector<std::int64_t> r;
  if (!has(name)) return r;
  Value const value = read_value(word(name, ""), std::string(name), false);
  if (!fits(Kind::tuple, value)) throw InputError(fmt::format("{}{}: expected integers", place, name));
  for (auto const& n : as_tuple(value).leaves) r.push_back(n.value());
  return r;
}

QuestionCall read_call(QuestionForm const& form, std::string_view inside, std::string const& place) {
  QuestionCall call;
  call.place = place;
  for (std::string_view const piece : pieces_of_call(inside)) {
    std::size_t const at = piece.find('=');
    std::string_view const name = trimmed(piece.substr(0, at));
    bool const named = at != piece.npos && !name.empty() && piece.substr(at).substr(0, 2) != "==" &&
                       name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == name.npos;
    if (!named) {
      if (piece.empty() && form.least == 0 && call.what.empty()) continue;
      if (call.what.size() == form.most)
        throw InputError(fmt::format("{}expected name=value, not {}", place, printable(piece)));
      call.what.emplace_back(piece);
      continue;
    }
    if (std::find(form.options.begin(), form.options.end(), name) == form.options.end())
      throw InputError(fmt::format("{}{} has no option {}", place, form.name, printable(name)));
    if (call.has(name) && name != "write" && name != "read" && name != "given" && name != "assume")
      throw InputError(fmt::format("{}{} stands twice", place, name));
    call.options.emplace_back(name, trimmed(piece.substr(at + 1)));
  }
  if (call.what.size() < form.least)
    throw InputError(fmt::format("{}{} takes {} argument{} before its options", place, form.name, form.least,
                                 form.least == 1 ? "" : "s"));
  return call;
}

}  // namespace colex::cli
