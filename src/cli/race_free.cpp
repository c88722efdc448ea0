// SPDX-License-Identifier: MIT
// race_free: whether accesses between two barriers leave every written byte to one thread.
//
//   colex race_free --write '(64,8):(8,1)@16' --read 'Sw<2,4,3> o 0 o ((8,8),8):((64,8),1)@16' --element 2
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/access_options.hpp"
#include "cli/commands.hpp"
#include "questions/races.hpp"

namespace colex::cli {

void add_race_free(CLI::App& app, int& status) {
  struct Options {
    std::vector<std::string> writes, reads;
    AccessOptions access;
    bool json = false, cute = false;
  };
  auto const o = std::make_shared<Options>();
  auto* const command = app.add_subcommand(
      "race_free", "Whether accesses between two barriers leave every written byte to one thread");
  command
      ->add_option("--write", o->writes, "(thread, step) -> element, LAYOUT or LAYOUT@BYTES; may be repeated")
      ->allow_extra_args(false);
  command->add_option("--read", o->reads, "the same, read")->allow_extra_args(false);
  command->add_option("--width", o->access.width, "bytes that a thread accesses: 1, 2, 4, 8 or 16");
  command->add_option("--element", o->access.element, "bytes of an element (default 1)");
  command->add_option("--bits", o->access.bits, "bits of an element instead, 4 or 6 for example");
  command->add_flag("--json", o->json, "answer as JSON");
  add_convention(*command, o->cute);
  command->callback([=, &status] {
    status = asked("", [&] {
      if (int const w = o->access.width; w < 1 || w > 16 || (w & (w - 1)) != 0)
        throw InputError("--width: 1, 2, 4, 8 or 16 bytes");
      std::vector<ThreadAccess> all;
      for (bool const writes : {true, false}) {
        int number = 0;
        for (std::string const& text : writes ? o->writes : o->reads) {
          std::string const name = fmt::format("{} {}", writes ? "write" : "read", ++number);
          all.push_back({read_access(text, name, o->access, o->cute), writes, name});
        }
      }
      auto const found = race(all);
      put(o->json ? to_json(found).dump() + "\n" : to_text(found));
      return found ? kNo : kYes;
    });
  });
}

}  // namespace colex::cli
