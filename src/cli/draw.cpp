// SPDX-License-Identifier: MIT
// draw: pictures of layouts and operations, for a terminal, as SVG, or as its file's name ends.
//
//   colex draw '(4,(2,3)):(2,(1,8))'      colex draw zipped_divide '(6,8):(1,6)' '<3,4>' -o tiles.svg
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/access_options.hpp"
#include "cli/as.hpp"
#include "cli/commands.hpp"
#include "cli/plan_file.hpp"
#include "cli/system.hpp"
#include "draw/subjects.hpp"
#include "questions/atom_pictures.hpp"
#include "questions/bank_map.hpp"
#include "questions/plan_picture.hpp"

namespace colex::cli {

namespace {

struct Options {
  std::string what, words[5], output, colour = "auto";
  std::size_t count = 0;
  bool svg = false, json = false, cute = false;
  int width = 0;
  DrawOptions draw;
  AccessOptions access;
};

/// What the picture is written as, what the options say, else what the file's name ends in: letters, json, or a form of
/// picture_as().
std::string form_of(Options const& o) {
  std::filesystem::path const file = o.output;
  std::string const ending = file.extension().string(), pictured = picture_form(ending);
  bool const known = !pictured.empty() || ending == ".json" || ending == ".txt";
  std::error_code failed;  // of a name that is too long, or in a folder that may not be read: no device
  auto const there = std::filesystem::status(file, failed);
  bool const device =
      ending.empty() && std::filesystem::exists(there) && !std::filesystem::is_regular_file(there);
  if (!o.output.empty() && !known && !device)
    throw InputError(
        fmt::format("draw: {}: a picture's name ends in .svg, .tex, .png, .pdf, .json or .txt, for letters",
                    printable(o.output)));
  std::string const named = !pictured.empty() ? pictured : ending == ".json" ? "json" : "letters";
  if (!o.svg && !o.json) return named;
  std::string const told = o.svg ? "svg" : "json";
  if (known && named != told)
    throw InputError(fmt::format("draw: {} does not end in .{}", printable(o.output), told));
  return told;
}

Picture picture(Options const& o) {
  if (o.what == "banks") {
    if (o.count != 1) throw InputError("draw banks takes one access");
    return draw_banks(model_of(o.access), read_access(o.words[0], "access", o.access, o.cute), o.words[0]);
  }
  if (o.what == "atom") {
    if (o.count != 1) throw InputError("draw atom takes one name");
    return draw_atom(one_atom(o.words[0]));
  }
  if (o.what == "plan" && o.count > 0) {
    if (o.count != 1) throw InputError("draw plan takes one file");
    return draw_plan(read_plan(o.words[0]));
  }
  std::vector<Argument> arguments;
  bool const one = o.count == 0;  // `draw L`
  std::size_t const count = one ? 1 : o.count;
  for (std::size_t k = 0; k < count; ++k) {
    std::string const& text = one ? o.what : o.words[k];
    std::string const name = one ? "layout" : fmt::format("argument {}", k + 1);
    Value value = one ? evaluate_expression(text, name, o.cute).value : read_value(text, name, o.cute);
    arguments.push_back({std::move(value), text, name});
  }
  if (o.what == "tiled_copy" && !one) {
    if (count != 2 || !fits(Kind::layout, arguments[0].value) || !fits(Kind::layout, arguments[1].value))
      throw InputError("draw tiled_copy takes a layout of threads and one of values");
    return draw_tiled_copy(plain(as_layout(arguments[0].value)), plain(as_layout(arguments[1].value)));
  }
  return draw(one ? "layout" : o.what, arguments, o.draw);
}

bool coloured(Options const& o) {
  if (o.colour != "auto") return o.colour == "always";
  char const* const no = std::getenv("NO_COLOR");
  return (no == nullptr || *no == 0) && o.output.empty() && on_terminal();
}

int width(Options const& o) {
  if (o.width > 0) return o.width;
  int const columns = terminal_width();
  return columns > 0 ? columns : 120;
}

void write_file(std::string const& path, std::string const& text) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr)
    throw InputError(fmt::format("draw: cannot write {}: {}", printable(path), std::strerror(errno)));
  bool const whole = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !whole) throw InputError("draw: cannot write " + printable(path));
}

int answer(Options const& o) {
  std::string const form = form_of(o);
  Picture const p = picture(o);
  std::string const text = form == "json"      ? to_json(p).dump(-1, ' ', true) + "\n"
                           : form == "letters" ? terminal(p, coloured(o), width(o))
                                               : picture_as(p, form);
  o.output.empty() ? put(text) : write_file(o.output, text);
  return p.refused ? kNo : kYes;
}

}  // namespace

void add_draw(CLI::App& app, int& status) {
  auto const o = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("draw", "A picture of a layout or of an operation, in letters or as SVG");
  command->add_option("what", o->what, "a layout, an operation or another subject")->required();
  std::vector<CLI::Option const*> given;
  for (int k = 0; k < 5; ++k)
    given.push_back(command->add_option(fmt::format("argument{}", k + 1), o->words[k]));
  command->add_flag("--svg", o->svg, "write SVG");
  auto* const json = command->add_flag("--json", o->json, "write the cells as JSON");
  json->excludes("--svg");
  command->add_option(
      "-o,--output", o->output,
      "a file, written as its ending says: .svg, .tex (TikZ), .png, .pdf, .json, or .txt for letters");
  command->add_option("--color", o->colour, "auto: on a terminal, unless NO_COLOR is set")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->add_option("--columns", o->width, "of the terminal")->check(CLI::Range(20, 10000));
  command->add_flag("--coordinates", o->draw.coordinates, "write the coordinates too");
  add_access_options(*command, o->access, true);
  for (Option const& option : options())
    command->add_flag_callback(
        std::string("--") + option.name, [=] { o->draw.flags.on.emplace_back(option.name); }, option.meaning);
  add_convention(*command, o->cute);
  std::string footer = "Subjects:\n";
  for (auto const& [usage, meaning] : subjects()) footer += fmt::format("  {:24}{}\n", usage, meaning);
  command->footer(footer);
  command->callback([=, &status] {
    for (auto const* option : given) o->count += option->count();
    o->draw.flags.cute = o->cute;
    status = asked("", [&] { return answer(*o); });
  });
}

}  // namespace colex::cli
