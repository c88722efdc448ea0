// SPDX-License-Identifier: MIT
// idx2crd and crd2idx: between an index and a coordinate. The last mode under an entry runs on.
//   colex idx2crd 16 '(3,(2,3))'   (1,(1,2))        colex crd2idx '(2,(0,1))' '(4,(2,4)):(2,(1,8))'   12
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

namespace {

void add_pair(CLI::App& app, int& status, std::string const& name, std::string const& help,
              std::string const& from, std::string const& in) {
  struct Options {
    std::string from, in;
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand(name, help);
  command->add_option(from, given->from)->required();
  command->add_option(in, given->in)->required();
  command->callback([=, &status] { status = answer(name, {{from, given->from}, {in, given->in}}); });
}

}  // namespace

void add_coordinates(CLI::App& app, int& status) {
  add_pair(app, status, "idx2crd", "The natural coordinate of an index in a shape", "index", "shape");
  add_pair(app, status, "crd2idx", "The offset of a coordinate in a layout", "coordinate", "layout");
}

}  // namespace colex::cli
