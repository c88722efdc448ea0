// SPDX-License-Identifier: MIT
// colex: the layout algebra from a shell. Exit status 0: an answer, or yes; 1: refused, or no; 2: unusable
// input.
//
//   colex complement 8:2 32   prints (2,2):(1,16)
#include <cstdio>

#include "cli/commands.hpp"

namespace {

/// CLI11 wraps some messages over lines; ours are one line each.
int unusable(std::string message) {
  for (char& c : message)
    if (c == '\n' || c == '\r') c = ' ';
  std::fprintf(stderr, "colex: %s\n", message.c_str());
  return colex::cli::kUnusable;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace colex::cli;
  CLI::App app{"The CuTe layout algebra: a right answer, or exactly why there is none.", "colex"};
  app.set_version_flag("--version", COLEX_VERSION);
  app.require_subcommand(1);
  int status = kYes;
  add_eval(app, status);
  add_coalesce(app, status);
  add_complement(app, status);
  add_compose(app, status);
  add_find(app, status);
  add_equal(app, status);
  add_admissible(app, status);
  add_coordinates(app, status);
  add_measures(app, status);
  add_help(app, status);
  add_batch(app, status);
  add_prove(app, status);
  add_certify(app, status);
  add_run(app, status);
  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& help) {  // --help, --version
    return app.exit(help);
  } catch (CLI::RequiredError const& error) {
    bool const unknown = argc > 1 && app.get_subcommands().empty();
    return unusable(unknown ? "unknown subcommand '" + std::string(argv[1]) + "'; see colex --help"
                            : error.what());
  } catch (CLI::ParseError const& error) {
    return unusable(error.what());
  } catch (InputError const& error) {
    return unusable(error.message);
  }
  if (std::fflush(stdout) != 0) return unusable("cannot write the answer");
  return status;
}
