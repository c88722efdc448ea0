// SPDX-License-Identifier: MIT
// colex-prove, colex-certify, colex-run, colex-execute and colex-inspect: each is this source, compiled with the subcommand that it adds. The word that names
// the subcommand comes first, as `colex` was asked.
#include "cli/commands.hpp"
#include "cli/program.hpp"

namespace {

int ask(std::vector<std::string> words) {
  colex::cli::refuse_empty(words);
  CLI::App app{"The CuTe layout algebra: a right answer, or exactly why there is none.", "colex"};
  app.set_version_flag("--version", COLEX_VERSION);
  app.require_subcommand(1);
  int status = colex::cli::kYes;
  colex::cli::COLEX_PLUG_IN(app, status);
  return colex::cli::parsed(app, words, status);
}

}  // namespace

int main(int argc, char** argv) { return colex::cli::program(argc, argv, ask); }
