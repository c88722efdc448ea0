// SPDX-License-Identifier: MIT
// {"op": name, "args": [...], "cover": true, "bounded": true}; other keys are ignored.
#include "cli/reply.hpp"

#include "cli/manual.hpp"
#include "cli/operations.hpp"
#include "text/json.hpp"

namespace colex::cli {

namespace {

/// Keys in the order written.
using Ordered = nlohmann::ordered_json;

Ordered error(std::string const& condition, std::string const& message, Json const& witness) {
  return {{"ok", false}, {"error", {{"condition", condition}, {"message", message}, {"witness", witness}}}};
}

Ordered unusable(std::string const& message) { return error("input", message, nullptr); }

Ordered page(Page const& p) {
  Ordered r{{"op", p.op}, {"family", p.family}, {"takes", p.takes}, {"does", p.does}};
  for (auto const& [key, fact] : p.facts) r[key] = fact;
  r["examples"] = p.examples;
  for (Operation const& operation : operations())
    if (operation.name == p.op) r["least"] = operation.least, r["most"] = operation.most;
  return r;
}

/// {"op": "help", "args": [NAME]}: the page of an operation; without NAME all operations, and all pages.
Ordered help(Json const& args) {
  Ordered result;
  if (args.empty()) {
    for (Operation const& operation : operations()) result["operations"].push_back(operation.name);
    for (Page const& p : manual()) result["pages"].push_back(page(p));
  } else {
    auto const* found = args[0].is_string() ? find_page(args[0].get_ref<std::string const&>()) : nullptr;
    if (found == nullptr) return unusable("help: unknown operation");
    result = page(*found);
  }
  return {{"ok", true}, {"result", result}};
}

Ordered answer_request(std::string_view request, bool cute) {
  if (nested_beyond(request, kMaxJsonDepth)) return unusable("JSON nested beyond 64 levels");
  Json const call = Json::parse(request, nullptr, false);
  if (call.is_discarded()) return unusable("not a JSON value");
  if (!call.is_object()) return unusable("expected a JSON object");
  auto const op = call.find("op"), args = call.find("args");
  if (op == call.end() || !op->is_string()) return unusable("\"op\" must name an operation");
  if (args == call.end() || !args->is_array()) return unusable("\"args\" must be an array");
  if (*op == "help") return help(*args);
  std::vector<std::string> flags;
  for (char const* flag : {"cover", "bounded"})
    if (auto const at = call.find(flag); at != call.end() && *at == true) flags.emplace_back(flag);
  if (cute) flags.emplace_back("cute");
  try {
    Answer const given = perform(op->get<std::string>(), Arguments(*args, flags));
    Ordered reply{{"ok", true}, {"result", given.result}};
    if (!given.text.empty()) reply["message"] = given.text;
    if (!given.decided.empty()) reply["decided"] = given.decided;
    if (!given.witness.is_null()) reply["witness"] = given.witness;
    return reply;
  } catch (Failure const& failure) {
    return error(failure.condition, failure.message, failure.witness);
  }
}

std::string line(Ordered const& reply) { return reply.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string reply_to(std::string_view request, bool cute) { return line(answer_request(request, cute)); }

std::string reply_to_too_long() { return line(unusable("the line is longer than 1 MiB")); }

}  // namespace colex::cli
