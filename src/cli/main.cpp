// SPDX-License-Identifier: MIT
// colex: the layout algebra from a shell. Exit status 0: an answer, or yes; 1: refused, or no; 2: unusable
// input, or an answer that cannot be written.
//
//   colex complement 8:2 32   prints (2,2):(1,16)
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

#include "cli/commands.hpp"

namespace {

using namespace colex::cli;

/// CLI11 wraps some messages over lines; ours are one line each, in ASCII.
int unusable(std::string const& message) {
  std::fprintf(stderr, "colex: %s\n", printable(message).c_str());
  return kUnusable;
}

/// Memory may run out where nothing can be thrown, as in a destructor.
[[noreturn]] void end_without_memory() {
  try {
    if (auto const error = std::current_exception()) std::rethrow_exception(error);
  } catch (std::bad_alloc const&) {
    std::fputs("colex: out of memory\n", stderr);
    std::_Exit(kUnusable);
  } catch (...) {
  }
  std::abort();
}

bool is_command(CLI::App const& app, std::string const& word) {
  return !app.get_subcommands([&](CLI::App const* command) { return command->get_name() == word; }).empty();
}

/// The words after the program's name. An expression gets its subcommand.
std::vector<std::string> words_of(int argc, char** argv, CLI::App const& app) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) return words;
  bool const known = is_command(app, words[0]) || !named(words[0]).empty();
  if (!known && is_expression(words[0])) words.insert(words.begin(), "expression");
  return words;
}

/// What is wrong where a word is empty, as a variable of the shell that is not set leaves it: no option with an empty
/// value may count as one that is not given. Empty where no word is.
std::string without_value(std::vector<std::string> const& words) {
  for (std::size_t k = 0; k < words.size(); ++k) {
    bool const option = k > 0 && words[k - 1].size() > 1 && words[k - 1][0] == '-';
    if (words[k].empty())
      return option ? printable(words[k - 1]) + " is followed by an empty word"
                    : "word " + std::to_string(k + 1) + " is empty";
    if (words[k].starts_with("--") && words[k].ends_with("="))
      return printable(words[k]) + " is followed by nothing";
  }
  return "";
}

std::string unknown(std::string const& word, CLI::App const& app) {
  std::vector<std::string> known = operation_names();
  for (auto const* command : app.get_subcommands([](CLI::App const*) { return true; }))
    known.push_back(command->get_name());
  return "unknown subcommand '" + printable(word) + "'" + suggestion(word, known) + "; see colex --help";
}

int ask(int argc, char** argv) {
  CLI::App app{"The CuTe layout algebra: a right answer, or exactly why there is none.", "colex"};
  app.set_version_flag("--version", COLEX_VERSION);
  app.require_subcommand(1);
  int status = kYes;
#ifdef COLEX_WITH_UNKNOWNS
  Unknowns const unknowns = with_unknowns();
#else
  Unknowns const unknowns;
#endif
  add_expression(app, status, unknowns);
  add_help(app, status);
#ifndef COLEX_DEMO  // the program of tools/demo answers, proves and certifies
  add_completion(app, status);
  add_batch(app, status);
#ifdef COLEX_WITH_SERVE
  add_serve(app, status);
#endif
  add_draw(app, status);
  add_banks(app, status);
  add_find_swizzle(app, status);
  add_swizzle(app, status);
  add_explain(app, status);
  add_atoms(app, status);
  add_tiled_copy(app, status);
  add_tiled_mma(app, status);
  add_import(app, status);
  add_check(app, status, unknowns.answers);
#endif
#ifdef COLEX_WITH_PROOFS
  add_prove(app, status);
#elif defined COLEX_WITH_UNKNOWNS
  add_prove_law(app, status);
#endif
#ifdef COLEX_WITH_CERTIFICATES
  add_certify(app, status);
  add_run(app, status);
#endif
  std::vector<std::string> words = words_of(argc, argv, app);
  if (std::string const why = without_value(words); !why.empty()) return unusable(why);
  if (!words.empty() && !named(words[0]).empty()) {
    add_operation(app, status, words[0], unknowns);
  } else if (!words.empty() && words[0][0] != '-' && !is_command(app, words[0])) {
    return unusable(unknown(words[0], app));
  } else if (words.size() > 1 && words[0].starts_with("--") && app.get_option_no_throw(words[0]) == nullptr) {
    return unusable("'" + words[0] + "' stands before the operation; options stand after it");
  }
  app.footer([] { return "\nOperations, each a subcommand:\n\n" + overview(); });
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 takes them
    app.parse(reversed);
  } catch (CLI::Success const& help) {  // --help, --version
    app.exit(help);
    std::cout.flush();
    if (!std::cout) throw InputError("cannot write the answer");
  } catch (CLI::ParseError const& error) {
    return unusable(error.what());
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_without_memory);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an answer that cannot be written
  try {
    int const status = ask(argc, argv);
    std::cout.flush();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
      return unusable("cannot write the answer");
    return status;
  } catch (Failure const& failure) {
    return unusable(failure.message);
  } catch (std::bad_alloc const&) {
    return unusable("out of memory");
  }
}
