// SPDX-License-Identifier: MIT
// Requests of the plain form, which most are: read as they stand, in one pass, without a document.
//
//   {"op": "composition", "args": ["(8,8):(8,1)", 4], "id": 7}     {"expression": "size(4:1)"}
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace colex::cli {

/// The members as they stand in the text, which outlives this.
struct PlainRequest {
  struct Argument {
    bool is_text = true;
    std::string_view text{};
    std::int64_t number = 0;
  };
  std::string_view op{}, expression{};
  std::string_view id{};  ///< as JSON has it; empty where there is none
  bool has_args = false;
  std::vector<Argument> args{};
};

/// Whether the text is a request of the plain form: an object of "op" and "args", or of "expression", and perhaps "id", each
/// once; of texts in printable ASCII without escapes, and of integers of at most 18 digits. Of every other text nothing is
/// said, and strict_json() reads it.
bool read_plain(std::string_view text, PlainRequest& request);

}  // namespace colex::cli
