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

#include "cli/plain_request.hpp"
#include "operations/json_text.hpp"
#include "operations/languages.hpp"
#include "operations/read.hpp"
#include "operations/strict_json.hpp"

namespace colex::cli {

namespace {

/// What a request says, checked: as PlainRequest, or read off a document, which `args` is part of.
struct Request : PlainRequest {
  Json const* document_args = nullptr;
  std::string document_id{};  ///< what `id` is of
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
    request.id = request.document_id = id->dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  for (auto const& [key, value] : call.items()) {
    if (key == "op" || key == "expression") {
      if (!value.is_string()) mistyped(key, key == "op" ? "the name of an operation" : "text");
      (key == "op" ? request.op : request.expression) = value.get_ref<std::string const&>();
    } else if (key == "args") {
      if (!value.is_array()) mistyped(key, "an array");
      request.document_args = &value;
      request.has_args = true;
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
  if (call.contains("expression") ? named_op || request.has_args : !named_op)
    throw InputError("a request has \"op\" and \"args\", or \"expression\"");
  if (named_op && !request.has_args) throw InputError("\"args\" must be an array");
}

// ------------------------------------------------------------------------------------------------ answering

Argument text_argument(std::string_view text, std::string name, bool table, bool cute) {
  return {table ? read_table(text, name, cute) : read_value(text, name, cute), text, std::move(name)};
}

/// A number or a table of JSON, or text.
Argument argument(Json const& json, std::string name, bool table, bool cute) {
  if (json.is_string())
    return text_argument(json.get_ref<std::string const&>(), std::move(name), table, cute);
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

Argument argument(PlainRequest::Argument const& given, std::string name, bool table, bool cute) {
  if (given.is_text) return text_argument(given.text, std::move(name), table, cute);
  return {integer_value(given.number), {}, std::move(name)};
}

template <class Arguments>
Answer performed(Request const& request, Arguments const& given) {
  auto const candidates = taking(request.op, given.size());
  std::vector<Argument> arguments;
  arguments.reserve(given.size());
  for (std::size_t k = 0; k < given.size(); ++k)
    arguments.push_back(argument(given[k], "args[" + std::to_string(k) + "]", takes_table(candidates, k),
                                 request.flags.cute));
  return perform(request.op, arguments, request.flags);
}

Answer answered(Request const& request) {
  if (!request.has_args) return evaluate_expression(request.expression, "expression", request.flags.cute);
  return request.document_args != nullptr ? performed(request, *request.document_args)
                                          : performed(request, request.args);
}

template <class T, class Of>
void append_nested(std::string& out, Nested<T> const& t, Of of, Place at = {}) {
  if (t.profile.is_leaf(at)) return append_json(out, of(t.leaves[at.leaf]).value());
  out += '[';
  Place child = t.profile.first(at);
  for (int k = 0; k < t.profile.entries(at); ++k, child = t.profile.past(child)) {
    if (k > 0) out += ',';
    append_nested(out, t, of, child);
  }
  out += ']';
}

/// The answer's form, and the parts of a layout or a tuple as arrays.
void add_structure(JsonObject& reply, Value const& value) {
  std::string_view const type = type_of(value);
  reply.add("type", type);
  auto const* layout = std::get_if<Layout<Checked>>(&value);
  if (auto const* const placed = std::get_if<Placed<Checked>>(&value)) layout = &placed->layout;
  if (layout != nullptr) {
    append_nested(reply.member("shape"), *layout, [](Mode<Checked> const& m) { return m.shape; });
    append_nested(reply.member("stride"), *layout, [](Mode<Checked> const& m) { return m.stride; });
  } else if (type == "tuple") {
    append_nested(reply.member("tuple"), as_tuple(value), [](Checked const& x) { return x; });
  }
}

JsonObject begun(Request const& request) {
  JsonObject reply;
  if (!request.id.empty()) reply.member("id") += request.id;
  return reply;
}

JsonObject answer_to(Request const& request) {
  JsonObject reply = begun(request);
  if (request.op == "help" && request.has_args) {
    std::string const result = help_as_json(*request.document_args);
    reply.add("ok", true);
    reply.member("result") += result;
    return reply;
  }
  Answer const given = answered(request);
  std::string const written = request.as.empty() || !given.holds ? "" : in_language(given.value, request.as);
  reply.add("ok", true);
  reply.add("result", given.value);
  if (request.structure) add_structure(reply, given.value);
  if (!written.empty()) reply.add("as", std::string_view(written));
  if (!given.text.empty()) reply.add("message", std::string_view(given.text));
  if (!given.decided.empty()) reply.add("decided", std::string_view(given.decided));
  if (!given.witness.empty()) reply.add("witness", given.witness);
  return reply;
}

JsonObject failed(Request const& request, Failure const& why) {
  JsonObject reply = begun(request), error;
  error.add("condition", std::string_view(why.condition));
  error.add("message", std::string_view(why.message));
  error.add("witness", why.witness);
  reply.add("ok", false);
  reply.member("error") += std::move(error).take();
  return reply;
}

Failure too_much_memory() { return {"memory", "the request takes more memory than it may"}; }

}  // namespace

std::string reply_to(std::string_view text, Asked const& asked, long line) {
  Request request;
  request.flags.cute = asked.cute;
  request.budget = asked.budget;
  request.most_budget = asked.most_budget;
  try {
    Json document;
    JsonObject reply;
    std::optional<Question> question;
    try {
      if (!read_plain(text, request)) {
        static_cast<PlainRequest&>(request) = {};
        document = strict_json(text, line);
        read_request(document, request);
      }
      question.emplace(request.budget, asked.stops);
      reply = answer_to(request);
    } catch (Failure const& failure) {
      reply = failed(request, failure);
    }
    if (question && request.counted) reply.add("work", question->taken());
    return std::move(reply).take();
  } catch (std::bad_alloc const&) {
    return failed(request, too_much_memory()).take();
  }
}

std::string reply_to_too_much_memory() { return failed({}, too_much_memory()).take(); }

std::string reply_to_too_long() { return failed({}, InputError("the line is longer than 1 MiB")).take(); }

}  // namespace colex::cli
