// SPDX-License-Identifier: MIT
// Layouts and commands as text.
#include "colex/testing/show.hpp"

namespace colex::props {

namespace {

/// Appends the subtree at `at`, each leaf written by `number`.
template <class Number>
void append(std::string& out, Layout<std::int64_t> const& l, Place at, Number const& number) {
  if (l.profile.is_leaf(at)) {
    out += std::to_string(number(l.leaves[at.leaf]));
    return;
  }
  out += '(';
  Place child = l.profile.first(at);
  for (int k = 0; k < l.profile.entries(at); ++k, child = l.profile.past(child)) {
    if (k > 0) out += ',';
    append(out, l, child, number);
  }
  out += ')';
}

}  // namespace

std::string text(Layout<std::int64_t> const& l) {
  std::string out;
  append(out, l, {}, [](auto const& m) { return m.shape; });
  out += ':';
  append(out, l, {}, [](auto const& m) { return m.stride; });
  return out;
}

std::string command(char const* operation, std::initializer_list<std::string> arguments, char const* flag) {
  std::string out = "colex ";
  out += operation;
  for (auto const& a : arguments) {
    out += " '";
    out += a;
    out += "'";
  }
  if (*flag != '\0') out += ' ';
  return out += flag;
}

}  // namespace colex::props
