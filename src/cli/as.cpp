// SPDX-License-Identifier: MIT
#include "cli/as.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/system.hpp"
#include "draw/subjects.hpp"
#include "operations/languages.hpp"

namespace colex::cli {

namespace {

constexpr char const* kPictures[] = {"tikz", "svg", "png", "pdf"};

bool is_picture(std::string const& form) {
  return std::find(std::begin(kPictures), std::end(kPictures), form) != std::end(kPictures);
}

/// A folder of its own, removed with what is in it.
struct Folder {
  std::filesystem::path path = make_folder();
  Folder() = default;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(Folder const&) = delete;
};

/// By librsvg's program, or CairoSVG's.
std::string converted(std::string const& svg_text, std::string const& form) {
  Folder const folder;
  std::string const from = (folder.path / "picture.svg").string();
  std::string const to = (folder.path / ("picture." + form)).string();
  std::ofstream(from, std::ios::binary) << svg_text;
  int status = run_program({"rsvg-convert", "--format=" + form, "--zoom=2", "--output=" + to, from});
  if (status == 127)
    status = run_program({"cairosvg", "--format", form, "--scale", "2", "--output", to, from});
  if (status == 127)
    throw InputError(fmt::format(
        "{} needs rsvg-convert (librsvg2-bin) or cairosvg (of PyPI); neither is in PATH, and svg needs none",
        form));
  std::ifstream file(to, std::ios::binary);
  std::ostringstream whole;
  whole << file.rdbuf();
  if (status != 0 || !file || whole.str().empty())
    throw InputError(fmt::format("the picture could not be converted to {}: exit status {}", form, status));
  return whole.str();
}

}  // namespace

void add_as(CLI::App& command, std::string& form) {
  std::vector<std::string> all = languages();
  all.insert(all.end(), std::begin(kPictures), std::end(kPictures));
  command.add_option("--as", form, "write an answer that is a layout in this language, or as this picture")
      ->check(CLI::IsMember(all));
}

std::string picture_form(std::string const& ending) {
  std::string const form = ending == ".tex" ? "tikz" : ending.empty() ? "" : ending.substr(1);
  return is_picture(form) ? form : "";
}

std::string picture_as(Picture const& picture, std::string const& form) {
  if (form == "tikz") return tikz(picture);
  std::string const text = svg(picture);
  return form == "svg" ? text : converted(text, form);
}

std::string written_as(Value const& value, std::string const& form) {
  if (!is_picture(form)) return in_language(value, form) + "\n";
  if ((!fits(Kind::swizzled, value) && !fits(Kind::placed, value)) || std::holds_alternative<Tuple>(value))
    throw InputError("--as draws layouts, not " + what_is(value));
  return picture_as(draw("layout", {{value, {}, "layout"}}, {}), form);
}

}  // namespace colex::cli
