// SPDX-License-Identifier: MIT
// prove: the theorems, proved here and now, and the claims that must stay refuted.
//   colex prove                    everything;  colex prove complement   what has that in its name
//   colex prove 'coalesce(A) == A'  a law of one's own, for every layout A of rank 1 and 2
//   colex prove --shard 1/2 --json a.json, 2/2 b.json; colex prove --merge a.json b.json     on two machines
#include <unistd.h>

#include <charconv>
#include <iostream>
#include <memory>
#include <thread>

#include "cli/commands.hpp"
#include "cli/prove_command.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

/// A number from 1 to 999999 that is all of the text; 0 where it is none.
int number_in(std::string_view text) {
  int n = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc{} && end == text.data() + text.size() && 1 <= n && n <= 999999 ? n : 0;
}

/// What stands before and behind the first '/'; both empty where there is none.
std::pair<std::string_view, std::string_view> halves(std::string_view text) {
  std::size_t const at = text.find('/');
  if (at == text.npos) return {};
  return {text.substr(0, at), text.substr(at + 1)};
}

/// Reads i/n; what is wrong with it, or nothing.
std::string read_shard(std::string const& text, sym::ProveOptions& options) {
  auto const [i, n] = halves(text);
  options.shard = number_in(i), options.shards = number_in(n);
  if (1 <= options.shard && options.shard <= options.shards) return "";
  return "needs i/n with 1 <= i <= n, not " + printable(text);
}

}  // namespace

void add_prove(CLI::App& app, int& status) {
  auto const given = std::make_shared<ProveCommand>();
  auto const cache = std::make_shared<std::string>(sym::Cache::default_directory());
  auto const use_cache = std::make_shared<bool>(true);
  given->run.jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  auto* const command =
      app.add_subcommand("prove", "Prove the theorems with Z3 and cvc5; exit 0 when all are green");
  auto const law = std::make_shared<LawCommand>();
  command->add_option(
      "pattern", given->run.pattern,
      "Only theorems and claims whose name contains this; or a law of your own, EXPR == EXPR");
  add_law_options(*command, *law);
  command->add_option("--json", given->json, "Write the results to this file as JSON");
  command->add_option("--junit", given->junit, "Write the results to this file as JUnit XML");
  command->add_option("--html", given->html,
                      "Write a page to read, and the SMT-LIB of every query to a folder beside it");
  command->add_option("--emit", given->run.settings.emit_directory,
                      "Write every query to this directory as SMT-LIB");
  auto* const proofs = command->add_option("--proofs", given->objects.folder,
                                           "Write every query to this directory, and a proof of it");
  proofs->excludes(command->get_option("--emit"));
  given->objects.prover = "tools/cvc5_proof";
  command
      ->add_option("--prover", given->objects.prover,
                   "What writes a proof: PROGRAM SCRIPT PROOF; exit 0 when it has checked each step")
      ->needs(proofs)
      ->capture_default_str();
  command
      ->add_option("--checker", given->objects.checker,
                   "Counts a proof only if PROGRAM SCRIPT PROOF exits 0 and prints `correct` last")
      ->needs(proofs);
  command
      ->add_option_function<std::string>(
          "--sample",
          [=](std::string const& text) {
            auto const [n, word] = halves(text);
            if (number_in(n) == 0 || word.empty())
              throw CLI::ValidationError("--sample", "needs n/word with n >= 1, not " + printable(text));
            given->objects.sample = number_in(n);
            given->objects.word = word;
          },
          "Proofs of n of the queries only; which, the word says")
      ->type_name("n/word")
      ->needs(proofs);
  command->add_option("--jobs", given->run.jobs, "Theorems at a time, each in a process of its own")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--shard",
          [=](std::string const& text) {
            if (auto const fault = read_shard(text, given->run); !fault.empty())
              throw CLI::ValidationError("--shard", fault);
          },
          "Only shard i of n; --merge puts the shards' JSON together")
      ->type_name("i/n");
  auto* const merge =
      command->add_option("--merge", given->merge,
                          "Merge the JSON of shards instead of proving; each theorem must be there once");
  for (char const* other : {"pattern", "--shard", "--jobs", "--proofs"})
    merge->excludes(command->get_option(other));
  command->add_option("--cache", *cache, "Keep verdicts in this folder")->capture_default_str();
  auto* const again = command->add_option("--ask-again", given->run.settings.ask_again,
                                          "Ask one in ten of the kept verdicts anew; which, the word says");
  command->add_flag("!--no-cache", *use_cache, "Ask every query again, and keep nothing")->excludes(again);
  given->run.settings.limits.milliseconds = 60'000;
  command
      ->add_option("--timeout", given->run.settings.limits.milliseconds,
                   "Milliseconds a query and solver, of the processor")
      ->capture_default_str();
  command->add_option("--memory", given->run.settings.limits.megabytes, "Megabytes a query and solver")
      ->capture_default_str();
  command->add_option("--theorem-timeout", given->run.seconds, "Seconds a theorem, of the processor")
      ->capture_default_str();
  command->add_flag("!--one-solver", given->run.settings.second_solver,
                    "Ask Z3 only: nothing counts as proved then");
  command->add_flag("!--no-mutants", given->run.settings.mutants, "Do not mutate the shipped steps");
  command->add_flag("--without-hypotheses", given->run.settings.without_hypotheses,
                    "Drop each hypothesis in turn instead, and report those that were not needed");
  command->callback([=, &status] {
    if (given->run.pattern.find("==") != std::string::npos) {
      law->law = given->run.pattern, law->json = given->json;
      prove_law_beside(*law);
    }
    if (!law->assumptions.empty() || law->defined || command->get_option("--bound")->count() > 0)
      throw InputError("prove: --assume, --bound and --defined stand with a law, EXPR == EXPR");
    given->terminal = isatty(STDERR_FILENO) != 0;
    if (*use_cache && !cache->empty()) {
      given->run.settings.cache = sym::Cache(*cache, sym::Cache::owners_secret());
      if (!given->run.settings.cache.on())
        std::cerr
            << "prove: no cache is used: its key, colex/cache_key in $XDG_STATE_HOME or ~/.local/state, is "
               "not a file that only you can read\n";
    }
    status = prove_command(*given, std::cout, std::cerr);
  });
}

}  // namespace colex::cli
