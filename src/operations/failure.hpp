// SPDX-License-Identifier: MIT
// Why a request has no answer: the one exception of the tool. `condition` is the name of a Condition, or
// "input" for input that cannot be used; `message` is one line; `reason` is the message without the call that it is
// about; `witness` holds the numbers of a refusal.
//
//   throw InputError("batch: cannot read calls.jsonl");
#pragma once

#include <exception>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

namespace colex::cli {

using Json = nlohmann::json;

/// The numbers of a refusal, as JSON: null where there are none. A header that has them needs not all of JSON, which takes
/// longer to compile than the algebra.
class Numbers {
 public:
  Numbers() = default;
  Numbers(Json json);
  Json const& json() const;
  bool is_null() const { return json_ == nullptr; }

 private:
  std::shared_ptr<Json const> json_;
};

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
