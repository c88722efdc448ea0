// SPDX-License-Identifier: MIT
// map: what an index expression is, and whether it is the layout that was meant.
//
//   colex map '(i<32, j<8) -> i*32 + (j ^ (i % 8))'                              Sw<3,0,5> o 0 o (32,8):(32,1)
//   colex map '(i<32, j<8) -> i*32 + (j ^ (i % 8))' --is '(32,8):(32,1)'         no: at i=1, j=0 ...
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "maps/by_value.hpp"
#include "maps/kinds.hpp"
#include "maps/map_reader.hpp"
#include "maps/map_table.hpp"

namespace colex::cli {

namespace {

struct MapQuestion {
  std::string text, meant, table, shape;
  MapOptions read;
  Budget budget;
  bool json = false, cute = false;
};

int put_form(IndexMap const& map, MapForm const& form, bool json) {
  std::string const value = to_text(form.value);
  if (json) {
    nlohmann::ordered_json not_of = nlohmann::ordered_json::array();
    for (NotOfKind const& one : form.not_of) {
      nlohmann::ordered_json said{{"kind", name(one.kind)}, {"why", one.why}};
      if (one.index >= 0) {
        said["index"] = one.index, said["at"] = map.coordinates(one.index);
        said["forced"] = one.forced, said["value"] = one.value;
      }
      not_of.push_back(said);
    }
    nlohmann::ordered_json const said{
        {"kind", name(form.kind)}, {"value", value}, {"points", map.size()}, {"not", not_of}};
    put(said.dump(-1, ' ', true) + "\n");
  } else {
    bool const found = form.kind != MapKind::none && form.kind != MapKind::undecided;
    std::string out = found ? value + "\n" : "no layout of any kind\n";
    out += fmt::format("{}, by all {} point{}\n", name(form.kind), map.size(), map.size() == 1 ? "" : "s");
    for (NotOfKind const& one : form.not_of) out += fmt::format("not {}: {}\n", name(one.kind), one.why);
    put(out);
  }
  return form.kind == MapKind::none || form.kind == MapKind::undecided ? kNo : kYes;
}

/// The answer where sizes are no numbers.
int put_sized(MapText const& text, MapQuestion const& o) {
  if (!o.meant.empty())
    throw InputError("map: --is compares numbers, and " + text.sizes.front() + " is none");
  SizedForm const form = form_of(text);
  std::string const value = form.offset == "0" ? form.layout : form.layout + " at " + form.offset;
  if (o.json) {
    nlohmann::ordered_json said{{"kind", form.offset == "0" ? "layout" : "offset"},
                                {"value", form.layout},
                                {"offset", form.offset},
                                {"sizes", text.sizes},
                                {"where", form.where}};
    if (!form.largest.empty()) said["largest"] = form.largest;
    put(said.dump(-1, ' ', true) + "\n");
    return kYes;
  }
  put(fmt::format("{}\n{}, as polynomials, for {} >= 1{}{}\n", value,
                  form.offset == "0" ? "layout" : "offset", fmt::join(text.sizes, ", "),
                  form.where.empty() ? "" : " where ", fmt::join(form.where, " && ")));
  if (!form.largest.empty())
    put(fmt::format("the largest offset is {}: it is an int32 exactly where that is below 2^31\n",
                    form.largest));
  return kYes;
}

IndexMap asked_map(MapQuestion const& o) {
  if (o.table.empty()) {
    if (o.text.empty() || !o.shape.empty())
      throw InputError("map: give a map, or --table and, if need be, its --shape");
    return read_map(o.text, "map", o.read);
  }
  if (!o.text.empty()) throw InputError("map: give a map or --table, not both");
  IntTuple<std::int64_t> shape;
  if (!o.shape.empty()) {
    Value const value = read_value(o.shape, "--shape", false);
    if (!fits(Kind::shape, value)) throw InputError("--shape: expected shape, not " + what_is(value));
    shape = plain(as_shape(value));
  }
  return read_map_table(read_file("map", o.table, kMaxMapTable), printable(o.table), shape);
}

/// Whether the map is a layout, or another map, that was meant.
int compare(IndexMap const& map, MapQuestion const& o) {
  MapDifference const d = difference(map, read_value(o.meant, "--is", o.cute), "map: --is");
  bool const same = d.index < 0;
  if (o.json) {
    nlohmann::ordered_json said{{"is", same}, {"points", map.size()}};
    if (!same)
      said["index"] = d.index, said["at"] = map.coordinates(d.index), said["value"] = d.value,
      said["meant"] = d.meant;
    put(said.dump(-1, ' ', true) + "\n");
  } else {
    put(same ? fmt::format("yes, at all {} points\n", map.size())
             : fmt::format("no: at {} the map gives {}, {} gives {}\n", map.point(d.index), d.value,
                           printable(o.meant), d.meant));
  }
  return same ? kYes : kNo;
}

}  // namespace

void add_map(CLI::App& app, int& status) {
  auto const o = std::make_shared<MapQuestion>();
  auto* const command = app.add_subcommand("map", "Which layout an index expression is, or why it is none");
  command->add_option("map", o->text, "'(i<32, j<8) -> i*32 + (j ^ (i % 8))'; - reads standard input");
  command->add_option(
      "--table", o->table,
      "a file instead, - for standard input: offsets, or columns of coordinates and offsets, as JSON or CSV");
  command->add_option("--shape", o->shape, "of the offsets of a table, such as (32,8)");
  command->add_option("--is", o->meant, "the layout, or another map, that was meant");
  command
      ->add_option_function<std::string>(
          "--width",
          [=](std::string const& width) {
            o->read.width = width == "int32"    ? Width::int32
                            : width == "uint32" ? Width::uint32
                                                : Width::int64;
          },
          "of integers: a number that does not fit is named")
      ->check(CLI::IsMember({"int32", "uint32", "int64"}));
  command
      ->add_option_function<std::string>(
          "--language",
          [=](std::string const& name) { o->read.language = name == "c" ? Language::c : Language::python; },
          "whose % it is where a number is negative")
      ->check(CLI::IsMember({"c", "python"}));
  command->add_flag("--json", o->json, "answer as JSON");
  add_budget(*command, o->budget);
  add_convention(*command, o->cute);
  command->callback([=, &status] {
    status = asked("", [&] {
      Question const question(o->budget);
      if (o->text == "-") o->text = read_input(kMaxText);
      if (!o->text.empty() && o->table.empty())
        if (MapText const text = read_map_text(o->text, "map", o->read); !text.sizes.empty())
          return put_sized(text, *o);
      auto const map = std::make_shared<IndexMap const>(asked_map(*o));
      return o->meant.empty() ? put_form(*map, form_of(map), o->json) : compare(*map, *o);
    });
  });
}

}  // namespace colex::cli
