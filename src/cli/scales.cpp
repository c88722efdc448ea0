// SPDX-License-Identifier: MIT
// scales: where the scales of an operand lie, by the format's name.
//
//   colex scales mxfp8 256 512      colex scales nvfp4 128 256 --plain
#include "questions/scales.hpp"

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"

namespace colex::cli {

void add_scales(CLI::App& app, int& status) {
  struct Options {
    std::string format;
    std::int64_t rows = 0, k = 0;
    bool plain = false, json = false;
  };
  auto const o = std::make_shared<Options>();
  auto* const command = app.add_subcommand("scales", "Where the scales of an operand of few bits lie");
  command->add_option("format", o->format, scale_format_names())->required();
  command->add_option("rows", o->rows, "rows of A, or columns of B")->required();
  command->add_option("k", o->k, "elements along K")->required();
  command->add_flag("--plain", o->plain, "row by row, not in atoms of 128 rows x 4 scales");
  command->add_flag("--json", o->json, "answer as JSON");
  command->callback([=, &status] {
    status = asked("scales: ", [&] {
      ScaleLayout const s = scale_layout(o->format, o->rows, o->k, o->plain);
      put(o->json ? to_json(s).dump() + "\n" : to_text(s));
      return kYes;
    });
  });
}

}  // namespace colex::cli
