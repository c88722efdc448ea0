// SPDX-License-Identifier: MIT
// Writes calls as rows of tests/oracle while a peer's own unit tests run: one JSON object per line into the file
// that the environment variable COLEX_RECORD names. A peer's header (record_cute.hpp, record_cutegen.hpp) says how its
// values are written; cxx.py writes which of its functions are recorded:
//
//   namespace peer { COLEX_RECORDED(composition) }
//   #define composition(...) composition_recorded(__VA_ARGS__)
#pragma once

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

namespace colex_record {

/// An integer or a boolean as itself, anything else as a string.
inline std::string json(std::string const& text) {
  bool const number = text.find_first_not_of("-0123456789") == std::string::npos && !text.empty();
  return number || text == "true" || text == "false" ? text : '"' + text + '"';
}

/// Set by `text` when a number is known at run time only: then CuTe simplifies less.
inline bool run_time = false;

/// One call and its answer, once.
inline void row(char const* op, std::vector<std::string> const& args, std::string const& result) {
  static std::set<std::string> known;
  static std::FILE* const file = std::fopen(std::getenv("COLEX_RECORD"), "a");
  std::string line = std::string("{\"op\": \"") + op + "\", \"args\": [";
  for (std::size_t k = 0; k < args.size(); ++k) line += (k == 0 ? "" : ", ") + json(args[k]);
  line += "], \"result\": " + json(result) + (run_time ? ", \"run_time\": true}\n" : "}\n");
  run_time = false;
  if (known.insert(line).second) std::fputs(line.c_str(), file);
}

}  // namespace colex_record

// The peer's function under another name: calls that are not constant expressions are written.
#define COLEX_RECORDED(NAME)                                                                     \
  template <class... Args>                                                                       \
  constexpr auto NAME##_recorded(Args const&... args) {                                          \
    auto const result = NAME(args...);                                                           \
    if (!__builtin_is_constant_evaluated())                                                      \
      ::colex_record::row(#NAME, {::colex_record::text(args)...}, ::colex_record::text(result)); \
    return result;                                                                               \
  }
