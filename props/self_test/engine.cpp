// SPDX-License-Identifier: MIT
// The engine must say no: a false property, a class that is never met, a precondition that is hardly ever
// met, and a run of no cases all count as failures; and a counterexample shrinks to the least one.
#include <cstdlib>
#include <iostream>

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;

static AtIndex draw(Dice& dice) { return {any_layout(dice, 500), dice.between(0, 1000)}; }
static std::string hold(AtIndex const&) { return ""; }

static bool refuses(char const* what, bool held) {
  std::cout << (held ? "WRONG: not noticed: " : "noticed: ") << what << std::endl;
  return !held;
}

/// What the counterexamples printed by the last failing check shrank to.
static AtIndex last_failing{};

int main() {
  // Classes and discards are judged from 1,000 cases on; under the sanitizers there would be fewer.
  setenv("COLEX_PROPS_CASES", "10000", 0);
  bool const fails = !check(Property<AtIndex>{.name = "no layout has three points or more, 5 or more apart",
                                              .draw = draw,
                                              .fault = [](AtIndex const& c) {
                                                for (auto const& m : c.a.leaves)
                                                  if (m.shape >= 3 && m.stride >= 5) {
                                                    last_failing = c;
                                                    return std::string("it has");
                                                  }
                                                return std::string();
                                              }});
  bool const least = text(last_failing.a) == "3:5" && last_failing.index == 0;
  std::cout << (least ? "" : "WRONG: ") << "shrunk to " << text(last_failing.a) << std::endl;

  bool const rare =
      refuses("a class without cases",
              check(Property<AtIndex>{.name = "a class that is never met",
                                      .draw = draw,
                                      .fault = hold,
                                      .classes = {{"never", [](AtIndex const&) { return false; }},
                                                  {"always", [](AtIndex const&) { return true; }}}}));
  bool const discards =
      refuses("too many discards",
              check(Property<AtIndex>{.name = "one case in four is discarded",
                                      .draw = draw,
                                      .precondition = [](AtIndex const& c) { return c.index % 4 != 0; },
                                      .fault = hold}));
  bool const vacuous =
      refuses("no cases at all", check(Property<AtIndex>{.name = "a precondition that is never met",
                                                         .draw = draw,
                                                         .precondition = [](AtIndex const&) { return false; },
                                                         .fault = hold}));
  return exit_status({fails, least, rare, discards, vacuous});
}
