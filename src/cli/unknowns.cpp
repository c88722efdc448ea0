// SPDX-License-Identifier: MIT
// Questions with unknowns from the shell: a line per case, then what is known of them; the condition that --for asks
// for; laws. Each is answered in a process of its own, which may compute for so long: Z3 does not look at its limits
// everywhere.
//
//   colex complement 64:1 K --for K      colex prove 'coalesce(A) == A'
#include <sys/resource.h>

#include <fstream>
#include <optional>

#include "children.hpp"
#include "cli/commands.hpp"
#include "unknowns/json.hpp"

namespace colex::cli {

namespace {

using Ordered = nlohmann::ordered_json;
constexpr unsigned kProcessorSeconds = 20, kSeconds = 120;  // computing; passing, where the machine is busy

void limit_this_process() {
  rlimit const processor{kProcessorSeconds, kProcessorSeconds}, no_file{0, 0};
  ::setrlimit(RLIMIT_CPU, &processor);
  ::setrlimit(RLIMIT_CORE, &no_file);
}

std::string dump(Ordered const& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// What `work` answers, nothing where its process ended before. Input that cannot be used goes on to main().
std::optional<Ordered> apart(std::function<Ordered()> const& work) {
  sym::Ended ended;
  sym::Children one;
  one.seconds = kSeconds;
  one.work = [&](std::size_t, auto const&) {
    limit_this_process();
    try {
      return dump({{"answer", work()}});
    } catch (InputError const& error) {
      return dump({{"unusable", error.message}});
    }
  };
  one.on_end = [&](std::size_t, sym::Ended const& how) { ended = how; };
  one.run(1);
  if (ended.answer.empty()) return {};
  Ordered const said = Ordered::parse(ended.answer);
  if (said.contains("unusable")) throw InputError(said["unusable"].get<std::string>());
  return said["answer"];
}

unknowns::Table answered(SymbolicCall const& q) {
  return unknowns::ask(unknowns::start(unknowns::read({q.operation, q.arguments, q.called, q.assumptions})));
}

constexpr char const* kEnded = "undecided: budget ended";

/// The one answer that there is; else why there is none.
std::string only_answer(SymbolicCall const& q, std::string& why) {
  auto const said = apart([&] {
    auto const table = answered(q);
    std::string const text = unknowns::only_answer(table);
    return Ordered{{"text", text}, {"why", text.empty() ? unknowns::to_line(table) : ""}};
  });
  why = said ? (*said)["why"].get<std::string>() : kEnded;
  return said ? (*said)["text"].get<std::string>() : "";
}

int ask(SymbolicCall const& q, AskedOfUnknowns const& asked) {
  auto said = apart([&]() -> Ordered {
    auto const table = answered(q);
    if (asked.which.empty())
      return {{"text", unknowns::to_text(table)},
              {"json", unknowns::to_json(table)},
              {"good", unknowns::is_answered(table)}};
    auto const condition = unknowns::for_which(table, asked.which);
    return {{"text", unknowns::to_text(condition)},
            {"json", unknowns::to_json(condition, asked.which)},
            {"good", condition.sufficient && condition.necessary}};
  });
  if (!said) {
    Ordered const none = asked.which.empty() ? unknowns::to_json(unknowns::Table{})
                                             : unknowns::to_json(unknowns::Weakest{}, asked.which);
    said = Ordered{{"text", std::string(kEnded) + "\n"}, {"json", none}, {"good", false}};
  }
  put(asked.json ? dump((*said)["json"]) + "\n" : (*said)["text"].get<std::string>());
  return (*said)["good"] == true ? kYes : kNo;
}

}  // namespace

Unknowns with_unknowns() { return {{unknowns::mentions_unknowns, only_answer}, ask}; }

int prove_law(LawCommand const& given) {
  using Is = unknowns::Instance::Is;
  std::vector<unknowns::Instance> all;
  for (auto const& ranks : unknowns::instances(given.law, given.assumptions, given.bound)) {
    unknowns::Instance one;
    auto const said = apart([&]() -> Ordered {
      auto const i = unknowns::prove_instance(given.law, given.assumptions, ranks, given.defined);
      return {{"is", static_cast<int>(i.is)}, {"counterexample", i.counterexample}, {"values", i.values}};
    });
    one.ranks = ranks;
    if (said) {
      one.is = static_cast<Is>((*said)["is"].get<int>());
      one.counterexample = (*said)["counterexample"];
      one.values = (*said)["values"];
    }
    all.push_back(one);
    if (one.is == Is::refuted) break;
  }
  unknowns::LawOptions const options{given.bound, given.defined};
  std::string const json = dump(unknowns::to_json(all, options)) + "\n";
  put(given.json == "-" ? json : unknowns::to_text(all, options));
  if (!given.json.empty() && given.json != "-") {
    std::ofstream out(given.json);
    out << json;
    if (!out.flush()) throw InputError("prove: cannot write " + printable(given.json));
  }
  return unknowns::verdict(all) == Is::proved ? kYes : kNo;
}

}  // namespace colex::cli
