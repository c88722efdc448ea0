// SPDX-License-Identifier: MIT
// {"op": name, "args": [...]} or {"expression": text}, and beside it "id", options of the operation such as
// "cover": true, "as", "convention", "structure", "budget"; these may stand in an object "options" as well. Any other key is
// an error.
#include "cli/reply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/strict_json.hpp"
#include "operations/languages.hpp"
#include "operations/read.hpp"

namespace colex::cli {

namespace {

/// Keys in the order written.
using Ordered = nlohmann::ordered_json;

/// What a request says, checked.
struct Request {
  std::string op, expression;
  Json const* args = nullptr;
  Json id;
  Flags flags;
  bool structure = false;  ///< the answer's parts are wanted as JSON too
  std::string as{};        ///< and the answer in this language
  Budget budget{};
  std::int64_t most_budget = kMostBudget;
  bool counted = false;  ///< the request has a budget, so that the reply has the work
};

// --------------------------------------------------------------------------------------------- reading JSON

[[noreturn]] void mistyped(std::string const& key, std::string const& wanted) {
  throw InputError(fmt::format("\"{}\" must be {}", key, wanted));
}

/// What a recorded row says of its own answer (tests/oracle/README.md).
bool is_record(std::string const& key) {
  return key == "result" || key == "sound" || key == "source" || key == "why";
}

bool is_option(std::string const& key) {
  return std::any_of(options().begin(), options().end(), [&](Option const& o) { return key == o.name; });
}

/// A key that may stand in the request and in its "options".
bool take_option(Request& request, std::string const& key, Json const& value) {
  if (key == "convention") {
    if (value != "colex" && value != "cute") mistyped(key, "\"colex\" or \"cute\"");
    request.flags.cute = value == "cute";
  } else if (key == "budget") {
    bool const fits = value.is_number_unsigned() &&
                      value.get<std::uint64_t>() <= static_cast<std::uint64_t>(request.most_budget);
    if (!fits) mistyped(key, fmt::format("an integer from 0 to {}", request.most_budget));
    request.budget.steps = value.get<std::int64_t>();
    request.counted = true;
  } else if (key == "as") {
    if (!value.is_string()) mistyped(key, "the name of a language");
    request.as = value.get<std::string>();
  } else if (key == "structure" || is_option(key)) {
    if (!value.is_boolean()) mistyped(key, "true or false");
    if (key == "structure") {
      request.structure = value.get<bool>();
    } else if (value.get<bool>()) {
      request.flags.on.push_back(key);
    }
  } else {
    return false;
  }
  return true;
}

std::vector<std::string> known_keys(bool inside_options) {
  std::vector<std::string> keys{"as", "convention", "structure", "budget"};
  for (Option const& option : options()) keys.emplace_back(option.name);
  if (!inside_options) keys.insert(keys.begin(), {"op", "args", "expression", "id", "options"});
  return keys;
}

[[noreturn]] void unknown_key(std::string const& key, bool inside_options) {
  throw InputError(
      fmt::format("unknown key \"{}\"{}", printable(key), suggestion(key, known_keys(inside_options))));
}

void read_request(Json const& call, Request& request) {
  if (!call.is_object()) throw InputError("expected a JSON object");
  if (auto const id = call.find("id"); id != call.end()) {
    if (!id->is_string() && !id->is_number()) mistyped("id", "text or a number");
    if (id->is_number_float() && std::abs(id->get<double>()) >= 0x1p53)
      mistyped("id", "a number that comes back as it is: an integer within 64 bits, or one within 2^53");
    request.id = *id;
  }
  for (auto const& [key, value] : call.items()) {
    if (key == "op" || key == "expression") {
      if (!value.is_string()) mistyped(key, key == "op" ? "the name of an operation" : "text");
      (key == "op" ? request.op : request.expression) = value.get<std::string>();
    } else if (key == "args") {
      if (!value.is_array()) mistyped(key, "an array");
      request.args = &value;
    } else if (key == "options") {
      if (!value.is_object()) mistyped(key, "an object");
      for (auto const& [option, setting] : value.items()) {
        if (call.contains(option))
          throw InputError(fmt::format("key \"{}\" stands twice", printable(option)));
        if (!take_option(request, option, setting)) unknown_key(option, true);
      }
    } else if (key != "id" && !is_record(key) && !take_option(request, key, value)) {
      unknown_key(key, false);
    }
  }
  if (call.contains("expression") || request.op == "help") {
    for (Option const& option : options())
      for (Json const* where : {&call, call.contains("options") ? &call["options"] : &call})
        if (where->contains(option.name))
          throw InputError(fmt::format(
              "\"{}\" is an option of one operation; in an expression it stands in the call: NAME(A, B, {})",
              option.name, option.name));
  }
  bool const named_op = call.contains("op");
  if (call.contains("expression") ? named_op || request.args != nullptr : !named_op)
    throw InputError("a request has \"op\" and \"args\", or \"expression\"");
  if (named_op && request.args == nullptr) throw InputError("\"args\" must be an array");
}

// ------------------------------------------------------------------------------------------------ answering

/// A number or a table of JSON, or text.
Argument argument(Json const& json, std::string name, bool table, bool cute) {
  if (json.is_string()) {
    std::string const& text = json.get_ref<std::string const&>();
    return {table ? read_table(text, name, cute) : read_value(text, name, cute), text, std::move(name)};
  }
  auto const integer = [&](Json const& number, std::string const& at) {
    constexpr auto limit = static_cast<std::uint64_t>(kReachLimit);
    bool const fits = number.is_number_unsigned()
                          ? number.get<std::uint64_t>() <= limit
                          : number.is_number_integer() && number.get<std::int64_t>() >= -kReachLimit;
    if (!fits) throw InputError(at + ": expected an integer within 2^62");
    return number.get<std::int64_t>();
  };
  if (json.is_number_integer()) return {integer_value(integer(json, name)), {}, std::move(name)};
  if (!json.is_array()) throw InputError(name + ": expected text, an integer or a table of integers");
  if (json.empty()) throw InputError(name + ": expected a table of 1 to 2^24 integers");
  Table values;
  values.reserve(json.size());
  for (Json const& entry : json) values.push_back(integer(entry, fmt::format("{}[{}]", name, values.size())));
  return {Value(std::move(values)), {}, std::move(name)};
}

Answer answered(Request const& request) {
  if (request.args == nullptr)
    return evaluate_expression(request.expression, "expression", request.flags.cute);
  auto const candidates = taking(request.op, request.args->size());
  std::vector<Argument> arguments;
  for (std::size_t k = 0; k < request.args->size(); ++k)
    arguments.push_back(argument((*request.args)[k], fmt::format("args[{}]", k), takes_table(candidates, k),
                                 request.flags.cute));
  return perform(request.op, arguments, request.flags);
}

template <class T, class Of>
Json nested_array(Nested<T> const& t, Of of, Place at = {}) {
  if (t.profile.is_leaf(at)) return of(t.leaves[at.leaf]).value();
  Json all = Json::array();
  Place child = t.profile.first(at);
  for (int k = 0; k < t.profile.entries(at); ++k, child = t.profile.past(child))
    all.push_back(nested_array(t, of, child));
  return all;
}

/// The answer's form, and the parts of a layout or a tuple as arrays.
void add_structure(Ordered& reply, Value const& value) {
  reply["type"] = type_of(value);
  auto const* layout = std::get_if<Layout<Checked>>(&value);
  if (auto const* const placed = std::get_if<Placed<Checked>>(&value)) layout = &placed->layout;
  if (layout != nullptr) {
    reply["shape"] = nested_array(*layout, [](Mode<Checked> const& m) { return m.shape; });
    reply["stride"] = nested_array(*layout, [](Mode<Checked> const& m) { return m.stride; });
  } else if (reply["type"] == "tuple") {
    reply["tuple"] = nested_array(as_tuple(value), [](Checked const& x) { return x; });
  }
}

Ordered page(Operation const& operation) {
  Page const& p = operation.page;
  Ordered r{{"op", p.op}, {"family", p.family}, {"takes", p.takes}, {"does", p.does}};
  for (auto const& [key, fact] : p.facts) r[key] = fact;
  r["options"] = p.options, r["examples"] = p.examples;
  r["least"] = p.least(), r["most"] = p.most();
  return r;
}

/// {"op": "help", "args": [NAME]}: the pages of an operation; without NAME all operations, all pages, and why operations
/// refuse.
Ordered help(Json const& args) {
  Ordered result;
  bool const one = !args.empty() && args[0].is_string();
  if (args.size() > 1 || (!args.empty() && !one)) throw InputError("help takes one name, or none");
  if (!one) {
    result["operations"] = operation_names();
    for (int c = 1; c < kConditions; ++c) {
      auto const [named, shown, means] = fact(static_cast<Condition>(c));
      result["conditions"].push_back({{"name", named}, {"shows", name(shown)}, {"means", means}});
    }
  }
  for (Operation const& operation : operations())
    if (!one || operation.page.op == args[0].get<std::string>()) result["pages"].push_back(page(operation));
  if (one && result.empty()) taking(args[0].get<std::string>(), kMaxLeaves + 2);  // throws: no such operation
  return result;
}

void reply_with(Ordered& reply, Request const& request) {
  if (request.op == "help" && request.args != nullptr) {
    Ordered result = help(*request.args);
    reply["ok"] = true, reply["result"] = std::move(result);
    return;
  }
  Answer const given = answered(request);
  std::string const written = request.as.empty() || !given.holds ? "" : in_language(given.value, request.as);
  reply["ok"] = true;
  reply["result"] = to_json(given.value);
  if (request.structure) add_structure(reply, given.value);
  if (!written.empty()) reply["as"] = written;
  if (!given.text.empty()) reply["message"] = given.text;
  if (!given.decided.empty()) reply["decided"] = given.decided;
  if (!given.witness.empty()) reply["witness"] = to_json(given.witness);
}

std::string line_of(Ordered const& reply) {
  return reply.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void fail(Ordered& reply, Failure const& why) {
  reply["ok"] = false;
  reply["error"] = {
      {"condition", why.condition}, {"message", why.message}, {"witness", to_json(why.witness)}};
}

Failure too_much_memory() { return {"memory", "the request takes more memory than it may"}; }

}  // namespace

std::string reply_to(std::string_view text, Asked const& asked, long line) {
  Request request;
  request.flags.cute = asked.cute;
  request.budget = asked.budget;
  request.most_budget = asked.most_budget;
  Ordered reply = Ordered::object();
  try {
    Json const call = strict_json(text, line);
    std::optional<Question> question;
    try {
      read_request(call, request);
      if (!request.id.is_null()) reply["id"] = request.id;
      question.emplace(request.budget, asked.stops);
      reply_with(reply, request);
    } catch (Failure const& failure) {
      if (!request.id.is_null()) reply["id"] = request.id;
      fail(reply, failure);
    }
    if (question && request.counted) reply["work"] = question->taken();
  } catch (Failure const& failure) {
    fail(reply, failure);
  } catch (std::bad_alloc const&) {
    fail(reply, too_much_memory());
  }
  return line_of(reply);
}

std::string reply_to_too_much_memory() {
  Ordered reply;
  fail(reply, too_much_memory());
  return line_of(reply);
}

std::string reply_to_too_long() {
  Ordered reply;
  fail(reply, InputError("the line is longer than 1 MiB"));
  return line_of(reply);
}

}  // namespace colex::cli
