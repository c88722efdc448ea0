// SPDX-License-Identifier: MIT
// colex: the layout algebra from a shell. Exit status 0: an answer, or yes; 1: refused, or no; 2: unusable
// input, or an answer that cannot be written.
//
//   colex complement 8:2 32   prints (2,2):(1,16)
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/link.hpp"
#include "cli/plug_in.hpp"
#include "cli/program.hpp"

namespace {

using namespace colex::cli;

bool is_command(CLI::App const& app, std::string const& word) {
  return !app.get_subcommands([&](CLI::App const* command) { return command->get_name() == word; }).empty();
}

/// The words after the program's name. An expression gets its subcommand.
std::vector<std::string> words_of(std::vector<std::string> words, CLI::App const& app) {
  if (words.empty()) return words;
  bool const known = is_command(app, words[0]) || !named(words[0]).empty();
  if (!known && is_expression(words[0])) words.insert(words.begin(), "expression");
  return words;
}

std::string unknown(std::string const& word, CLI::App const& app) {
  std::vector<std::string> known = operation_names();
  for (auto const* command : app.get_subcommands([](CLI::App const*) { return true; }))
    known.push_back(command->get_name());
  return "unknown subcommand '" + printable(word) + "'" + suggestion(word, known) + "; see colex --help";
}

int ask(std::vector<std::string> given) {
  if (prints_link(given)) return kYes;
  CLI::App app{"The CuTe layout algebra: a right answer, or exactly why there is none.", "colex"};
  app.set_version_flag("--version", COLEX_VERSION);
  app.require_subcommand(1);
  int status = kYes;
#ifdef COLEX_WITH_PLUG_INS
  Unknowns const unknowns = unknowns_beside();
#elif defined COLEX_WITH_UNKNOWNS  // a wheel's, one program
  Unknowns const unknowns = with_unknowns();
#else                              // the playground
  Unknowns const unknowns;
#endif
  add_expression(app, status, unknowns);
  add_help(app, status);
#ifdef COLEX_DEMO  // the one program of tools/demo answers, proves, certifies and runs
  add_prove(app, status);
  add_certify(app, status);
  add_run(app, status);
#else
  add_completion(app, status);
  add_batch(app, status);
#ifdef COLEX_WITH_SERVE
  add_serve(app, status);
#endif
  add_draw(app, status);
  add_banks(app, status);
  add_find_swizzle(app, status);
  add_coalescing(app, status);
  add_tma(app, status);
  add_descriptor(app, status);
  add_swizzle(app, status);
  add_explain(app, status);
  add_map(app, status);
  add_atoms(app, status);
  add_plan(app, status);
  add_scales(app, status);
  add_race_free(app, status);
  add_predicate(app, status, unknowns);
  add_tiled_copy(app, status);
  add_tiled_mma(app, status);
  add_import(app, status);
#ifdef COLEX_WITH_PLUG_INS
  auto* const ask_of_code =
      +[](std::vector<std::string> const& words) { return said_by("inspect", words, true); };
  add_check(app, status, unknowns.answers, plug_in("inspect").empty() ? nullptr : ask_of_code);
  add_plug_ins(app, !given.empty() && given[0] == "completion");
#else
  add_check(app, status, unknowns.answers, nullptr);
#endif
#ifdef COLEX_WITH_UNKNOWNS
  add_prove_law(app, status);
#endif
#endif
  std::vector<std::string> words = words_of(std::move(given), app);
  refuse_empty(words);
#if defined(COLEX_WITH_PLUG_INS) && !defined(COLEX_DEMO)
  if (words.size() == 2 && words[0] == "help" && is_plug_in(words[1])) words = {words[1], "--help"};
  if (!words.empty() && is_plug_in(words[0])) become(words[0], words);
#endif
  if (!words.empty() && !named(words[0]).empty()) {
    add_operation(app, status, words[0], unknowns);
  } else if (!words.empty() && words[0][0] != '-' && !is_command(app, words[0])) {
    throw InputError(unknown(words[0], app));
  } else if (words.size() > 1 && words[0].starts_with("--") && app.get_option_no_throw(words[0]) == nullptr) {
    throw InputError("'" + words[0] + "' stands before the operation; options stand after it");
  }
  app.footer([] {
    return "\n--link after a question prints the address of the playground's page that asks "
           "it.\n\nOperations, each a subcommand:\n\n" +
           overview();
  });
  return parsed(app, words, status);
}

}  // namespace

int main(int argc, char** argv) { return program(argc, argv, ask); }
