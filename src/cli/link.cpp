// SPDX-License-Identifier: MIT
#include "cli/link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "cli/streams.hpp"
#include "operations/read.hpp"

namespace colex::cli {

namespace {

constexpr std::size_t kLongest = 4000;  ///< characters of a fragment, as in playground/page.js

/// As a part of a URI's query: other bytes than letters, digits and -._~ are written as %XX.
std::string percent_encoded(std::string const& text) {
  std::string r;
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    bool const plain = byte < 0x80 && (std::isalnum(byte) != 0 ||
                                       std::string_view("-._~").find(c) != std::string_view::npos);
    r += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return r;
}

/// A word as the page's command line reads it.
std::string as_typed(std::string const& word) {
  if (word.find_first_of(" \t'\"()<>*|&;$`") == word.npos) return word;
  char const mark = word.find('\'') == word.npos ? '\'' : '"';
  if (word.find(mark) != word.npos) throw InputError("--link: a word has quotation marks of both kinds");
  return mark + word + mark;
}

}  // namespace

std::string link_to(std::string const& page, std::vector<std::string> const& words) {
  if (words.empty()) throw InputError("--link: no question stands before it");
  std::string line;
  for (std::string const& word : words) line += (line.empty() ? "" : " ") + as_typed(word);
  bool const shown = words.size() == 1 && is_expression(words[0]);
  std::string const fragment =
      shown ? "pane=layout&L=" + percent_encoded(words[0]) : "pane=command&line=" + percent_encoded(line);
  if (fragment.size() > kLongest)
    throw InputError(fmt::format("--link: the page takes questions of up to {} characters, this one has {}",
                                 kLongest, fragment.size()));
  return page + "#" + fragment;
}

bool prints_link(std::vector<std::string>& words) {
  auto const found = std::find(words.begin(), words.end(), "--link");
  if (found == words.end()) return false;
  words.erase(found);
  char const* const page = std::getenv("COLEX_PLAYGROUND");
  if (page == nullptr || *page == '\0')
    throw InputError("--link: COLEX_PLAYGROUND has to name the address of the playground's page");
  put(link_to(page, words) + "\n");
  return true;
}

}  // namespace colex::cli
