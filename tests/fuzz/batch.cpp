// SPDX-License-Identifier: MIT
// Any bytes as a request of `colex batch`: one line of JSON comes back, in both conventions, and says ok with
// a result or not ok with an error; what is read without a document is what the document says. libFuzzer's limits bound
// each request's time and memory.
#include <nlohmann/json.hpp>

#include "chain.hpp"
#include "cli/reply.hpp"
#include "fuzz.hpp"
#include "tests/plain_and_document.hpp"

namespace colex::fuzz {
namespace {

void one(std::string const& request) {
  std::string const differs = cli::disagreement(request);
  check(differs.empty(), differs, request);
  for (bool const cute : {false, true}) {
    std::string const reply = cli::reply_to(request, {.cute = cute});
    check(reply.find('\n') == reply.npos, "a reply is one line: " + reply, request);
    auto const read = nlohmann::json::parse(reply, nullptr, false);
    check(read.is_object() && read.contains("ok") && read["ok"].is_boolean(),
          "a reply is JSON that says ok: " + reply, request);
    if (read["ok"] == true) {
      check(read.contains("result"), "an answer has a result: " + reply, request);
    } else {
      auto const& error = read.at("error");
      check(error.at("condition").is_string() && !error.at("message").get<std::string>().empty(),
            "an error has a condition and a message: " + reply, request);
      check(error.at("message").get<std::string>().find('\n') == std::string::npos,
            "a message is one line: " + reply, request);
    }
  }
}

}  // namespace
}  // namespace colex::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(data), size);
  colex::fuzz::one(text.substr(0, text.find('\n')));
  return 0;
}
