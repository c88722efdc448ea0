// SPDX-License-Identifier: MIT
// A request that is read without a document says what its document says: `disagreement` is empty, or what differs.
//
//   disagreement(R"({"op": "size", "args": [4]})") is empty; so is that of any text that read_plain() does not take
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/plain_request.hpp"
#include "operations/strict_json.hpp"

namespace colex::cli {

inline std::string disagreement(std::string const& text) try {
  PlainRequest plain;
  if (!read_plain(text, plain)) return "";
  Json said = Json::object();
  if (!plain.op.empty()) said["op"] = plain.op;
  if (!plain.expression.empty()) said["expression"] = plain.expression;
  if (!plain.id.empty()) said["id"] = Json::parse(plain.id);
  if (plain.has_args) said["args"] = Json::array();
  for (auto const& one : plain.args) said["args"].push_back(one.is_text ? Json(one.text) : Json(one.number));
  Json const document = strict_json(text, 1);
  bool const as_written = plain.id.empty() || document["id"].dump() == plain.id;
  return said == document && as_written ? "" : said.dump() + " is read, not " + document.dump();
} catch (Failure const& failure) {
  return "is read, and has no document: " + failure.message;
}

}  // namespace colex::cli
