// SPDX-License-Identifier: MIT
// predicate: which elements a kernel's access loses, and what it moves past the end.
//
//   colex predicate '(b<3, t<8) -> (b*4 + t/2, t%2*8)' 'b*4 + t/2 < 10' --tensor '(10,16)' --width 8        yes
#include "maps/predicate.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"

namespace colex::cli {

void add_predicate(CLI::App& app, int& status, Unknowns const& unknowns) {
  struct Options {
    PredicateQuestion question;
    AskedOfUnknowns asked;
    Budget budget;
  };
  auto const o = std::make_shared<Options>();
  PredicateQuestion& q = o->question;
  auto* const command = app.add_subcommand(
      "predicate", "Which elements the predicate of an access loses, and what it lets past the end");
  command
      ->add_option("map", q.map,
                   "from coordinates to the first element: '(b<8, t<128) -> (b*32 + t/4, t%4*8)'")
      ->required();
  command->add_option("predicate", q.predicate, "over the map's coordinates and names: 'b*32 + t/4 < M'")
      ->required();
  command->add_option("--tensor", q.tensor,
                      "its shape in elements, such as (M,N), or how many elements it has");
  command->add_option("--bytes", q.bytes, "how many bytes it has instead, of elements of --element bytes");
  command->add_option("--element", q.element, "bytes of an element, for --bytes");
  command->add_option("--width", q.width, "elements that an access moves (default 1)");
  command->add_option("--along", q.along,
                      "the coordinate of the tensor along which it moves them (default the last)");
  command
      ->add_option("--given", q.given,
                   "another predicate: does this one hold wherever it does? May be repeated")
      ->allow_extra_args(false);
  command
      ->add_option_function<std::string>(
          "--language",
          [o](std::string const& name) {
            o->question.read.language = name == "c" ? Language::c : Language::python;
          },
          "whose % it is where a number is negative")
      ->check(CLI::IsMember({"c", "python"}));
  command->add_option("--assume", q.assumed, "what is known of sizes, such as 'N % 8 == 0'; may be repeated")
      ->allow_extra_args(false);
  command->add_flag("--json", o->asked.json, "answer as JSON");
  add_budget(*command, &o->budget, o->asked.budget);
  command->callback([o, unknowns, &status] {
    status = asked("", [&]() -> int {
      Question const question(o->budget);
      PredicateText const text = read_predicate(o->question);
      if (!text.sizes.empty()) {
        if (unknowns.ask_predicate == nullptr) throw InputError(unknowns.missing);
        return unknowns.ask_predicate(o->question, o->asked);
      }
      if (!keeps_assumptions(text, {})) throw InputError("--assume: that does not hold");
      PredicateFound const found = by_value(text, {});
      put(o->asked.json ? to_json(text, found).dump() + "\n" : to_text(text, found));
      return is_exact(found) ? kYes : kNo;
    });
  });
}

}  // namespace colex::cli
