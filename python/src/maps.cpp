// SPDX-License-Identifier: MIT
// Index maps: functions of coordinates from an expression or from a table.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "classes.hpp"
#include "maps/by_value.hpp"
#include "maps/kinds.hpp"
#include "maps/map_reader.hpp"

namespace colex::python {

namespace {

using Int = std::int64_t;

struct KnownMap {
  cli::Mapped map;
  cli::MapForm form;
};

KnownMap known_map(cli::IndexMap&& map) {
  auto const shared = std::make_shared<cli::IndexMap>(std::move(map));
  cli::MapForm form = cli::form_of(shared);
  if (!form.not_of.empty()) shared->no_layout = form.not_of.front().why;
  return {shared, std::move(form)};
}

cli::Width width_of(std::string const& name) {
  for (auto const width : {cli::Width::int32, cli::Width::uint32, cli::Width::int64})
    if (name == cli::name(width)) return width;
  throw cli::InputError("width: expected int32, uint32 or int64");
}

cli::Language language_of(std::string const& name) {
  if (name == "either") return cli::Language::either;
  if (name == "c") return cli::Language::c;
  if (name == "python") return cli::Language::python;
  throw cli::InputError("language: expected either, c or python");
}

/// Of a map whose sizes are names: the layout, and under which conditions.
nb::dict map_of_sizes(std::string const& text, std::string const& width, std::string const& language) {
  auto const read = cli::read_map_text(text, "map", {width_of(width), language_of(language)});
  if (read.sizes.empty()) throw cli::InputError("map: every size is a number, and colex.index_map answers");
  auto const form = cli::form_of(read);
  nb::dict r;
  r["layout"] = form.layout, r["offset"] = form.offset, r["sizes"] = read.sizes, r["where"] = form.where;
  r["largest"] = form.largest.empty() ? nb::object(nb::none()) : nb::cast(form.largest);
  return r;
}

KnownMap from_text(std::string const& text, std::string const& width, std::string const& language) {
  cli::MapOptions const options{width_of(width), language_of(language)};
  nb::gil_scoped_release const others_run;
  return known_map(cli::read_map(text, "map", options));
}

/// The values at every index, the first coordinate fastest.
KnownMap from_table(nb::handle shape, std::vector<Int> values) {
  cli::IndexMap map;
  map.shape = tuple_of(shape.ptr(), "shape");
  Int points = 1;
  for (Int const extent : map.shape.leaves) {
    if (extent < 1) throw cli::InputError("shape: every extent must be at least 1");
    if (extent > cli::kMaxMapPoints / points) throw cli::InputError("shape: more than 1048576 points");
    points *= extent;
  }
  if (map.shape.leaves.count == 0 || map.shape.leaves.count > cli::kMaxCoordinates)
    throw cli::InputError("shape: 1 to 16 coordinates");
  if (static_cast<Int>(values.size()) != points)
    throw cli::InputError("values: " + std::to_string(values.size()) + " for " + std::to_string(points) +
                          " points");
  for (Int const value : values)
    if (value <= -cli::kMapReach || value >= cli::kMapReach)
      throw cli::InputError("values: an offset ends at 2^61");
  for (int k = 0; k < map.shape.leaves.count; ++k) map.names.push_back("i" + std::to_string(k));
  map.text = "a table of " + std::to_string(points) + " offsets";
  map.values.push_back(std::move(values));
  nb::gil_scoped_release const others_run;
  return known_map(std::move(map));
}

nb::object found_layout(KnownMap const& m) {
  if (std::holds_alternative<cli::Mapped>(m.form.value)) return nb::none();
  return object_of(cli::Answer(m.form.value));
}

nb::object map_value(KnownMap const& m, nb::args const& arguments) {
  nb::object const at = coordinate_of(arguments.ptr());
  auto const domain = make_layout(m.map->shape, compact_col_major(m.map->shape)).value;
  auto const coordinate = checked(tuple_of(at.ptr(), "coordinate"));
  cli::require_inside(coordinate, shape(checked(domain)), Last::ends);
  auto const index = static_cast<std::size_t>(cli::accept(crd2idx(plain(coordinate), domain)));
  if (!m.map->is_tuple) return nb::int_(m.map->values.front()[index]);
  nb::list results;
  for (auto const& values : m.map->values) results.append(nb::int_(values[index]));
  return nb::tuple(results);
}

/// None, or where the map differs first from what was meant.
nb::object first_difference(KnownMap const& m, nb::handle meant) {
  auto const d = cli::difference(*m.map, argument_of(meant.ptr(), {}, "meant", false).value, "meant");
  if (d.index < 0) return nb::none();
  nb::dict r;
  nb::list at;
  for (Int const x : m.map->coordinates(d.index)) at.append(nb::int_(x));
  r["index"] = d.index, r["at"] = nb::tuple(at), r["value"] = d.value, r["meant"] = d.meant;
  return r;
}

}  // namespace

cli::Value map_in(PyObject* o) { return nb::inst_ptr<KnownMap>(nb::handle(o))->form.value; }

nb::object object_of(cli::Mapped const& map) { return make(types().map, KnownMap{map, cli::form_of(map)}); }

void bind_maps(nb::module_& m) {
  m.def("map_of_sizes", &map_of_sizes, nb::arg("text"), nb::kw_only(), nb::arg("width") = "int64",
        nb::arg("language") = "either",
        "The layout that a map is whose sizes are names, '(i<M, j<N) -> i*ld + j', for all numbers of them: "
        "`layout` behind `offset`, `where` the conditions hold; `largest` is the largest offset, None where "
        "a stride may be negative.");
  nb::class_<KnownMap> map(
      m, "IndexMap", nb::is_final(),
      "A function of coordinates that is known at every point: IndexMap('(i<32, j<8) -> i*32 "
      "+ (j ^ (i % 8))'). See colex.index_map.");
  types().map = reinterpret_cast<PyTypeObject*>(map.ptr());
  map.def(
         "__init__",
         [](KnownMap* self, std::string const& text, std::string const& width, std::string const& language) {
           new (self) KnownMap(from_text(text, width, language));
         },
         nb::arg("text"), nb::kw_only(), nb::arg("width") = "int64", nb::arg("language") = "either")
      .def_static("from_table", &from_table, nb::arg("shape"), nb::arg("values"),
                  "The map with these offsets, the first coordinate fastest.")
      .def_prop_ro(
          "kind", [](KnownMap const& k) { return cli::name(k.form.kind); },
          "layout, offset, swizzled, linear, basis, none, or undecided where the budget ended")
      .def_prop_ro("layout", &found_layout, "the layout that is the same function, or None where none is")
      .def_prop_ro(
          "reasons",
          [](KnownMap const& k) {
            nb::list all;
            for (auto const& one : k.form.not_of)
              all.append(nb::make_tuple(cli::name(one.kind), one.why.c_str()));
            return all;
          },
          "(kind, why not) of each plainer kind: the first point that refuses it")
      .def_prop_ro("text", [](KnownMap const& k) { return k.map->text; })
      .def_prop_ro("shape", [](KnownMap const& k) { return object_of(checked(k.map->shape)); })
      .def("__call__", &map_value, "The offset (elements) at a coordinate, or at an index.")
      .def("difference", &first_difference, nb::arg("meant"),
           "None where the map is the layout, or map, that was meant; else {index, at, value, meant} of the "
           "first "
           "coordinate at which it is not.")
      .def("__str__", [](KnownMap const& k) { return k.map->text; })
      .def("__repr__",
           [](KnownMap const& k) { return "<colex.IndexMap " + cli::printable(k.map->text) + ">"; });
}

}  // namespace colex::python
