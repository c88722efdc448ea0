// SPDX-License-Identifier: MIT
// Runs properties under RapidCheck: the only file that includes it.
#include "colex/testing/property.hpp"

#include <rapidcheck.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>

namespace colex::props {
namespace {

#if defined(__has_feature)
#define COLEX_SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define COLEX_SANITIZED 1
#endif
/// Cases of a property where nothing else is said; tools/write_laws prints the first. What sanitizers look for is in
/// few cases as well; the plain build judges laws and distributions, by day.
constexpr int kPlainCases = 10'000, kSanitizedCases = 900;
#if COLEX_SANITIZED + 0
constexpr int kCases = kSanitizedCases;
#else
constexpr int kCases = kPlainCases;
#endif

/// What the random cases were, before any shrinking.
struct Tally {
  int counted = 0, discarded = 0;
  double seconds = 0;
  bool failed = false;
  std::vector<int> members;
};

using rc::detail::CaseDescription;
using rc::detail::CaseResult;

std::string fault_or_exception(ErasedProperty const& p, std::any const& c) try {
  return p.fault(c);
} catch (std::exception const& e) {
  return std::string("exception: ").append(e.what());
}

CaseDescription judge(ErasedProperty const& p, std::any const& c, Tally& tally) {
  CaseDescription d;
  if (!p.precondition(c)) {
    ++tally.discarded;
    d.result = CaseResult(CaseResult::Type::Discard, "precondition");
    return d;
  }
  std::string const fault = fault_or_exception(p, c);
  tally.failed = tally.failed || !fault.empty();
  if (!tally.failed) {
    ++tally.counted;
    for (std::size_t k = 0; k < p.classes.size(); ++k)
      if (p.classes[k].has(c)) ++tally.members[k];
  }
  d.result = CaseResult(fault.empty() ? CaseResult::Type::Success : CaseResult::Type::Failure, fault);
  d.example = [&p, c] { return p.show(c); };
  return d;
}

rc::detail::Property random_cases(ErasedProperty const& p, Tally& tally) {
  return [&p, &tally](rc::Random const& random, int) {
    Dice dice(rc::Random(random).next());
    auto smaller = [&p](std::any const& c) { return rc::seq::fromContainer(p.smaller(c)); };
    return rc::shrinkable::map(rc::shrinkable::shrinkRecur(p.draw(dice), smaller),
                               [&p, &tally](std::any const& c) { return judge(p, c, tally); });
  };
}

/// A number of cases in the environment; null where there is none.
char const* cases_in(char const* variable) {
  char const* const given = std::getenv(variable);
  if (given != nullptr && (*given == '\0' || std::strspn(given, "0123456789") != std::strlen(given))) {
    std::fprintf(stderr, "%s must be a number of cases, not \"%s\"\n", variable, given);
    std::exit(2);
  }
  return given;
}

/// The commands that would be printed of `count` cases, a line each.
void print_commands(ErasedProperty const& p, int count) {
  for (std::uint64_t seed = 0; p.run && count > 0 && seed < 100000; ++seed) {
    Dice dice(seed);
    std::any const c = p.draw(dice);
    if (!p.precondition(c)) continue;
    std::printf("%s\n", p.run(c).c_str());
    --count;
  }
}

/// RapidCheck reads RC_PARAMS once: put the number of cases there, unless the caller did.
void configure() {
  char const* const given = std::getenv("RC_PARAMS");
  char const* const cases = cases_in("COLEX_PROPS_CASES");
  std::string params = given != nullptr ? given : "";
  if (params.find("max_success") == std::string::npos)
    params += " max_success=" + (cases != nullptr ? cases : std::to_string(kCases));
  if (cases == nullptr && kCases < kPlainCases)
    std::printf(
        "nightly: sanitized properties: 1,000,000 cases each; by day %d: without sanitizers more are asked\n",
        kCases);
  if (params.find("max_discard_ratio") == std::string::npos) params += " max_discard_ratio=1";
  setenv("RC_PARAMS", params.c_str(), 1);
}

bool well_distributed(ErasedProperty const& p, Tally const& tally) {
  if (tally.counted == 0) {
    std::printf("  FAILED: no cases\n");
    return false;
  }
  std::printf("  %d cases, %d discarded, %.0f cases/s;", tally.counted, tally.discarded,
              tally.counted / tally.seconds);
  bool good = true;
  double const percent = 100.0 / tally.counted;
  std::string rare;
  for (std::size_t k = 0; k < p.classes.size(); ++k) {
    std::printf(" %s %.1f%%", p.classes[k].name.c_str(), tally.members[k] * percent);
    if (too_few(tally.members[k], tally.counted, p.classes[k].least_percent))
      rare += " [" + p.classes[k].name + "]";
  }
  std::printf("\n");
  if (tally.counted < 1000) return true;
  if (!rare.empty()) {
    std::printf("  FAILED: too few cases of%s\n", rare.c_str());
    good = false;
  }
  if (tally.discarded * 20 > tally.counted) {
    std::printf("  FAILED: too many cases were discarded\n");
    good = false;
  }
  return good;
}

void print(rc::detail::FailureResult const& f) {
  std::printf("  after %d cases and %zu shrinks: %s\n", f.numSuccess + 1, f.reproduce.shrinkPath.size(),
              f.description.c_str());
  for (auto const& [label, value] : f.counterExample)
    std::printf("  %-14s %s\n", label.c_str(), value.c_str());
  auto const& params = rc::detail::configuration().testParams;
  std::printf(
      "  %-14s RC_PARAMS='seed=%llu max_success=%d'; alone: the reproduce= string printed at the end\n",
      "replay", static_cast<unsigned long long>(params.seed), params.maxSuccess);
  std::fflush(stdout);
}

}  // namespace

bool too_few(long seen, long cases, double least_percent) {
  double const expected = static_cast<double>(cases) * least_percent / 100;
  return seen == 0 || static_cast<double>(seen) < expected - 4 * std::sqrt(expected);
}

bool check(ErasedProperty const& p) {
  if (char const* const count = cases_in("COLEX_PROPS_COMMANDS"))
    return print_commands(p, std::atoi(count)), true;
  static bool const configured = (configure(), true);
  static_cast<void>(configured);
  auto const& configuration = rc::detail::configuration();
  Tally tally;
  tally.members.resize(p.classes.size());
  auto const start = std::chrono::steady_clock::now();
  auto const result = rc::detail::checkProperty(random_cases(p, tally), {p.name, p.name});
  tally.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  bool const held = result.is<rc::detail::SuccessResult>();
  bool const replay = !configuration.reproduce.empty();
  if (replay && configuration.reproduce.count(p.name) == 0) return true;
  std::printf("%s: %s\n", held ? "holds" : "FAILED", p.name.c_str());
  std::fflush(stdout);
  if (result.is<rc::detail::FailureResult>()) {
    print(result.get<rc::detail::FailureResult>());
  } else if (!held) {
    rc::detail::printResultMessage(result, std::cout);
    std::cout << std::endl;
  }
  return held && (replay || well_distributed(p, tally));
}

}  // namespace colex::props
