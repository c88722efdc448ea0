// SPDX-License-Identifier: MIT
// What an operation answers beside layouts and numbers: yes or no, a layout that starts somewhere, a layout
// whose values are coordinates.
#include "classes.hpp"
#include "colex/basis_partition.hpp"
#include "colex/print.hpp"

namespace colex::python {

namespace {

/// With its sentence and its witness.
Verdict const& read(Verdict& v) {
  if (!v.unread.is_valid()) return v;
  nb::object const again = said(nb::cast<nb::tuple>(v.unread));
  auto const& whole = *nb::inst_ptr<Verdict>(again);
  v.text = whole.text, v.witness = whole.witness;
  v.unread.reset();
  return v;
}

nb::object is_equal(Verdict const& v, nb::handle other) {
  if (is_a(types().verdict, other))
    return nb::bool_(v.word == nb::inst_ptr<Verdict>(other)->word &&
                     v.holds == nb::inst_ptr<Verdict>(other)->holds);
  if (PyBool_Check(other.ptr())) return nb::bool_(v.holds == (other.ptr() == Py_True));
  if (PyUnicode_Check(other.ptr())) return nb::bool_(nb::str(v.word.c_str()).equal(nb::borrow(other)));
  return nb::borrow(Py_NotImplemented);
}

void bind_verdict(nb::module_& m) {
  nb::class_<Verdict> verdict(
      m, "Verdict", nb::is_final(),
      "The answer of a question. It is true where the question's answer is yes, equals True, "
      "False and its word, and carries what shows a no.");
  types().verdict = reinterpret_cast<PyTypeObject*>(verdict.ptr());
  verdict.def("__bool__", [](Verdict const& v) { return v.holds; })
      .def("__str__", [](Verdict& v) { return read(v).text; })
      .def("__repr__", [](Verdict& v) { return "<colex.Verdict " + read(v).text + ">"; })
      .def("__eq__", &is_equal)
      .def("__hash__", [](Verdict const& v) { return std::hash<bool>()(v.holds); })
      .def_ro("word", &Verdict::word, "yes, no, or the name of the answer, such as textbook")
      .def_prop_ro(
          "text", [](Verdict& v) { return read(v).text; }, "the answer as a line of text")
      .def_ro("decided", &Verdict::decided, "how it was decided: normal_form, gf2, enumeration, or empty")
      .def_prop_ro(
          "witness", [](Verdict& v) { return object_of(read(v).witness); },
          "the numbers that show a no, or None");
}

/// A layout of offsets and its offset, or one of coordinates and its coordinate.
nb::object layout_of(cli::Value const& at) {
  if (auto const* const offsets = std::get_if<Placed<Checked>>(&at)) return make(offsets->layout);
  return make(types().coordinates, std::make_shared<colex::Layout<Coordinate> const>(
                                       std::get<cli::PlacedCoordinates>(at)->layout));
}
nb::object start_of(cli::Value const& at) {
  if (auto const* const offsets = std::get_if<Placed<Checked>>(&at)) return nb::int_(offsets->offset.value());
  auto const& placed = *std::get<cli::PlacedCoordinates>(at);
  auto entries = open<Checked>(0);
  for (int k = 0; k < entries_of(placed); ++k)
    entries = append(entries, leaf(Checked(placed.offset.along[k])));
  return object_of(entries);
}

void bind_placed(nb::module_& m) {
  using At = cli::Value;
  nb::class_<At> placed(m, "Placed", nb::is_final(),
                        "A layout and the offset (elements) at which it starts, or a layout of coordinates "
                        "and its first coordinate; "
                        "layout, offset = placed.");
  types().placed = reinterpret_cast<PyTypeObject*>(placed.ptr());
  placed.def_prop_ro("layout", &layout_of)
      .def_prop_ro("offset", &start_of)
      .def("__iter__", [](At const& at) { return nb::iter(nb::make_tuple(layout_of(at), start_of(at))); })
      .def("__str__", [](At const& at) { return cli::to_text(at); })
      .def("__repr__", [](At const& at) { return "<colex.Placed " + cli::to_text(at) + ">"; })
      .def("__eq__",
           [](At const& a, nb::handle b) -> nb::object {
             if (!is_a(types().placed, b)) return nb::borrow(Py_NotImplemented);
             return nb::bool_(cli::to_text(a) == cli::to_text(*nb::inst_ptr<At>(b)));
           })
      .def("__hash__", [](At const& at) { return std::hash<std::string>()(cli::to_text(at)); })
      .def(
          "__call__",
          [](At const& at, nb::args const& coordinate) -> nb::object {
            if (auto const* const offsets = std::get_if<Placed<Checked>>(&at))
              return nb::int_(offsets->offset.value()) + make(offsets->layout)(*coordinate);
            std::vector<cli::Argument> given{{at, {}, "layout"}};
            given.push_back(argument_of(coordinate_of(coordinate.ptr()).ptr(), {}, "coordinate", false));
            return object_of(answer_of("evaluate", given, {}));
          },
          "The offset of a coordinate, offset + layout(coordinate), or the coordinate there.");
  placed.attr("__match_args__") = nb::make_tuple("layout", "offset");
}

std::string coordinates_text(cli::Coordinates const& c) { return cli::to_text(cli::Value(c)); }

cli::Coordinates coordinates_in(nb::handle text) {
  cli::Argument given = argument_of(text.ptr(), {}, "layout", false);
  auto* const coordinates = std::get_if<cli::Coordinates>(&given.value);
  if (coordinates == nullptr)
    throw cli::InputError("layout: expected basis strides, as in (4,8):(1@0,1@1), not " +
                          cli::what_is(given.value));
  return *coordinates;
}

void bind_coordinates(nb::module_& m) {
  using Layout = cli::Coordinates;
  nb::class_<Layout> coordinates(
      m, "CoordinateLayout", nb::is_final(),
      "A layout whose values are coordinates: CoordinateLayout('(4,8):(1@0,1@1)'), "
      "identity_layout((4, 8)). It never changes.");
  types().coordinates = reinterpret_cast<PyTypeObject*>(coordinates.ptr());
  coordinates
      .def(
          "__init__", [](Layout* self, nb::handle text) { new (self) Layout(coordinates_in(text)); },
          nb::arg("text"))
      .def(
          "__call__",
          [](nb::handle_t<Layout> self, nb::args const& at) {
            return self.attr("evaluate")(coordinate_of(at.ptr()));
          },
          "The value at a coordinate.")
      .def("__str__", &coordinates_text)
      .def("__repr__", [](Layout const& c) { return "CoordinateLayout('" + coordinates_text(c) + "')"; })
      .def("__eq__",
           [](Layout const& a, nb::handle b) -> nb::object {
             if (!is_a(types().coordinates, b)) return nb::borrow(Py_NotImplemented);
             return nb::bool_(*a == **nb::inst_ptr<Layout>(b));
           })
      .def("__hash__", [](Layout const& c) { return std::hash<std::string>()(coordinates_text(c)); })
      .def("__reduce__", [](nb::handle_t<Layout> self) {
        return nb::make_tuple(self.type(), nb::make_tuple(nb::str(self)));
      });
}

}  // namespace

void bind_answers(nb::module_& m) {
  bind_verdict(m);
  bind_placed(m);
  bind_coordinates(m);
}

}  // namespace colex::python
