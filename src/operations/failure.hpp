// SPDX-License-Identifier: MIT
// Why a request has no answer: the one exception of the tool. `condition` is the name of a Condition, or
// "input" for input that cannot be used; `message` is one line; `reason` is the message without the call that it is
// about; `witness` holds the numbers of a refusal.
//
//   throw InputError("batch: cannot read calls.jsonl");
#pragma once

#include <cstdint>
#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace colex::cli {

using Json = nlohmann::json;

/// A number of a refusal or of a "no", or a list of them, by a name that outlives it.
struct Named {
  std::string_view name;
  std::vector<std::int64_t> values;
  bool is_list = false;
  Named(std::string_view n, std::int64_t value) : name(n), values{value} {}
  Named(std::string_view n, std::vector<std::int64_t> list)
      : name(n), values(std::move(list)), is_list(true) {}
};
using Numbers = std::vector<Named>;
/// An object, or null where there are none.
Json to_json(Numbers const& numbers);

struct Failure : std::exception {
  Failure(std::string named, std::string text, Numbers numbers = {})
      : condition(std::move(named)), reason(std::move(text)), message(reason), witness(std::move(numbers)) {}
  /// The same, of a call: "complement(4:3, 16)".
  Failure(std::string const& call, Failure const& why)
      : condition(why.condition), reason(why.reason), message(call + ": " + reason), witness(why.witness) {}
  char const* what() const noexcept override { return message.c_str(); }
  bool is_input() const { return condition == "input"; }
  std::string condition, reason, message;
  Numbers witness;
};

/// Input that cannot be used.
struct InputError : Failure {
  explicit InputError(std::string text) : Failure("input", std::move(text)) {}
};

}  // namespace colex::cli
