// SPDX-License-Identifier: MIT
// Answers as JSON text, written as they are said: no document is made.
//
//   append_json(out, "(4,8):(1,4)")    appends "(4,8):(1,4)" in quotation marks
#pragma once

#include "operations/call.hpp"

namespace colex::cli {

/// Text between quotation marks; what is not UTF-8 in it is replaced.
void append_json(std::string& out, std::string_view text);
void append_json(std::string& out, std::int64_t number);
/// As to_json(Numbers) has them.
void append_json(std::string& out, Numbers const& numbers);
/// Numbers as numbers, yes and no as booleans, tables as arrays, a layout and its offset as a pair, others as text.
void append_json(std::string& out, Value const& value);

/// An object, member by member.
class JsonObject {
 public:
  /// Goes on to the value of a member, which is appended to text(). `name` needs no escape.
  std::string& member(std::string_view name) {
    text_ += text_.size() == 1 ? "\"" : ",\"";
    text_ += name;
    return text_ += "\":";
  }
  template <class T>
  void add(std::string_view name, T const& value) {
    append_json(member(name), value);
  }
  void add(std::string_view name, bool yes) { member(name) += yes ? "true" : "false"; }
  std::string take() && { return std::move(text_ += '}'); }

 private:
  std::string text_ = "{";
};

}  // namespace colex::cli
