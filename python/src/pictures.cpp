// SPDX-License-Identifier: MIT
// Pictures, derivations and bank conflicts: what `colex draw`, `explain`, `banks` and `find_swizzle` answer, as objects.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "classes.hpp"
#include "draw/subjects.hpp"
#include "questions/bank_columns.hpp"
#include "questions/bank_map.hpp"
#include "questions/banks.hpp"
#include "questions/explain.hpp"
#include "tables.hpp"
#include "text/escaped.hpp"

namespace colex::python {

namespace {

using cli::Argument;
using cli::Explanation;
using cli::Picture;

/// Widest terminal that a picture is written for.
constexpr int kMostColumns = 10000;

template <class F>
auto without_gil(F f) {
  nb::gil_scoped_release const others_run;
  return f();
}

std::vector<Argument> arguments_of(nb::args const& given) {
  std::vector<Argument> all;
  for (nb::handle const one : given)
    all.push_back(argument_of(one.ptr(), {}, "argument " + std::to_string(all.size() + 1), false));
  return all;
}

cli::Flags flags_of(nb::kwargs const& given, std::string const& function) {
  cli::Flags flags;
  for (auto const [key, value] : given) {
    std::string const name(utf8_of(key.ptr(), "option"));
    bool known = name == "cute";
    for (cli::Option const& option : cli::options()) known = known || name == option.name;
    if (!known) throw nb::type_error((function + "() has no option " + name).c_str());
    int const on = PyObject_IsTrue(value.ptr());
    if (on < 0) throw nb::python_error();
    if (on == 0) continue;
    if (name == "cute") {
      flags.cute = true;
    } else {
      flags.on.push_back(name);
    }
  }
  return flags;
}

Picture drawn(nb::handle what, nb::args const& given, bool coordinates, nb::kwargs const& options) {
  cli::DrawOptions how{coordinates, flags_of(options, "draw")};
  std::vector<Argument> arguments = arguments_of(given);
  bool const one = arguments.empty();  // draw(L)
  if (one) arguments.push_back(argument_of(what.ptr(), {}, "layout", false));
  std::string const subject = one ? "layout" : std::string(utf8_of(what.ptr(), "what"));
  return without_gil([&] { return cli::draw(subject, arguments, how); });
}

/// A notebook shows a layout as its picture; one that is too large has none.
nb::object picture_of(nb::handle layout) {
  try {
    std::vector<Argument> const argument{argument_of(layout.ptr(), {}, "layout", false)};
    return nb::cast(without_gil([&] { return cli::svg(cli::draw("layout", argument, {})); }));
  } catch (cli::Failure const&) {
    return nb::none();
  }
}

gpu::BankModel const& model_named(std::string const& on) {
  if (auto const* const model = cli::bank_model(on)) return *model;
  throw cli::InputError("on: no model of " + cli::printable(on) + "; known: " + cli::bank_model_names());
}

/// An access without its addresses.
cli::SharedAccess like_of(int element, int bits, int width, bool store, nb::handle lanes) {
  std::int64_t const taking_part = lanes.is_none() ? 0 : index_of(lanes.ptr());
  if (!lanes.is_none() && taking_part < 1) throw cli::InputError("lanes: expected at least 1");
  cli::SharedAccess access;
  access.element_bits = cli::bits_of_element(element, bits), access.width = width, access.lanes = taking_part;
  access.direction = store ? gpu::Direction::store : gpu::Direction::load;
  return access;
}
cli::SharedAccess access_of(nb::handle layout, int element, int bits, int width, bool store,
                            nb::handle lanes) {
  Argument const given = argument_of(layout.ptr(), {}, "access", false);
  cli::SharedAccess access = like_of(element, bits, width, store, lanes);
  cli::set_addresses(access, given.value, "access");
  return access;
}

nb::object banks(nb::handle access, std::string const& on, int element, int width, bool store,
                 nb::handle lanes, int bits) {
  auto const& model = model_named(on);
  auto const asked = access_of(access, element, bits, width, store, lanes);
  return object_of(cli::to_json(without_gil([&] { return cli::bank_cost(model, asked); }), asked, model));
}

/// Of colex._columns' Layouts: the degree of each row, the code by which it is refused, and the codes' names.
nb::object bank_degrees(nb::handle columns, std::string const& on, int element, int width, bool store,
                        nb::handle lanes, int bits) {
  auto const& model = model_named(on);
  auto const& all = nb::cast<Layouts const&>(columns);
  auto const like = like_of(element, bits, width, store, lanes);
  auto const answers = without_gil([&] { return cli::bank_degrees(model, like, all); });
  auto const array = [](auto const& numbers) {
    auto values = std::make_unique<std::int64_t[]>(numbers.size());
    std::copy(numbers.begin(), numbers.end(), values.get());
    return array_of(std::move(values), numbers.size());
  };
  nb::list names;
  for (int k = 0; k < cli::kBankRefusals; ++k)
    names.append(k == 0 ? "none" : cli::bank_refusal(static_cast<std::uint8_t>(k)));
  return nb::make_tuple(array(answers.degree), array(answers.code), names);
}

Picture drawn_banks(nb::handle access, std::string const& on, int element, int width, bool store,
                    nb::handle lanes, int bits) {
  auto const& model = model_named(on);
  auto const asked = access_of(access, element, bits, width, store, lanes);
  std::string const text(utf8_of(nb::str(access).ptr(), "access"));
  return without_gil([&] { return cli::draw_banks(model, asked, text); });
}

/// Writes and reads; an access is a layout, or a pair of one and its own width.
std::vector<cli::SharedAccess> accesses_of(nb::list const& reads, nb::list const& writes, int element,
                                           int width, nb::handle lanes, int bits) {
  std::vector<cli::SharedAccess> all;
  for (bool const store : {true, false})
    for (nb::handle const given : store ? writes : reads) {
      bool const pair =
          nb::isinstance<nb::tuple>(given) && nb::len(given) == 2 && !PyLong_Check(given[0].ptr());
      nb::object const access = pair ? nb::object(given[0]) : nb::borrow(given);
      int const own =
          pair ? static_cast<int>(std::clamp<std::int64_t>(index_of(nb::object(given[1]).ptr()), 0, 64))
               : width;
      all.push_back(access_of(access, element, bits, own, store, lanes));
    }
  if (all.empty()) throw cli::InputError("give an access");
  return all;
}

std::vector<Swizzle> swizzles(nb::list const& reads, nb::list const& writes, std::string const& on,
                              int element, int width, nb::handle lanes, int bits) {
  auto const& model = model_named(on);
  auto const all = accesses_of(reads, writes, element, width, lanes, bits);
  return without_gil([&] { return cli::find_swizzles(model, all).all; });
}

std::vector<std::int64_t> paddings(nb::list const& reads, nb::list const& writes, std::int64_t row,
                                   std::string const& on, int element, int width, nb::handle lanes,
                                   int bits) {
  auto const& model = model_named(on);
  if (row < 1 || row > 1 << 20) throw cli::InputError("row: expected 1 to 2^20 elements");
  auto const all = accesses_of(reads, writes, element, width, lanes, bits);
  return without_gil([&] { return cli::find_paddings(model, all, row).all; });
}

void bind_picture_classes(nb::module_& m) {
  nb::class_<Picture>(m, "Picture", nb::is_final(), "What draw() answers; a notebook shows it.")
      .def_ro("title", &Picture::title)
      .def_ro("notes", &Picture::notes, "what is said below the picture")
      .def_ro("refused", &Picture::refused, "what was to be drawn has no answer; the picture shows why")
      .def("svg", &cli::svg, "The picture as SVG.")
      .def("tikz", &cli::tikz, "The picture as TikZ, for LaTeX.")
      .def(
          "text",
          [](Picture const& p, int columns, bool colour) {
            if (columns < 20 || columns > kMostColumns)
              throw cli::InputError("columns: expected 20 to 10000");
            return cli::terminal(p, colour, columns);
          },
          nb::kw_only(), nb::arg("columns") = 120, nb::arg("colour") = false, "The picture in letters.")
      .def(
          "data", [](Picture const& p) { return object_of(cli::to_json(p)); },
          "The cells, as `colex draw --json` writes them.")
      .def("__str__", [](Picture const& p) { return cli::terminal(p, false, 120); })
      .def("__repr__", [](Picture const& p) { return "<colex.Picture " + p.title + ">"; })
      .def("_repr_svg_", &cli::svg)
      .def("_repr_html_", [](Picture const& p) { return "<figure>" + cli::svg(p) + "</figure>"; });
  nb::class_<Explanation>(m, "Explanation", nb::is_final(), "What explain() answers: steps, each a sentence.")
      .def_ro("question", &Explanation::question)
      .def_ro("answer", &Explanation::answer, "the operation's, or its refusal")
      .def_ro("holds", &Explanation::holds, "neither refused nor no")
      .def_prop_ro("steps",
                   [](Explanation const& e) {
                     std::vector<std::string> all;
                     for (auto const& step : e.steps) all.push_back(step.text);
                     return all;
                   })
      .def(
          "data", [](Explanation const& e) { return object_of(cli::to_json(e)); },
          "The steps with their numbers, as `colex explain --json` writes them.")
      .def("__str__", [](Explanation const& e) { return cli::to_text(e); })
      .def("__repr__", [](Explanation const& e) { return "<colex.Explanation of " + e.question + ">"; })
      .def("_repr_html_", [](Explanation const& e) { return "<pre>" + escaped(cli::to_text(e)) + "</pre>"; });
}

}  // namespace

void bind_pictures(nb::module_& m) {
  bind_picture_classes(m);
  m.def("draw", &drawn, nb::arg("what"), nb::arg("arguments"), nb::arg("coordinates") = false,
        nb::arg("options"),
        "The picture of a layout, or of an operation: draw(L), draw('zipped_divide', L, tiler), draw('tv', "
        "TV, tile), "
        "draw('difference', A, B). A refused composition is drawn with the cells that are wrong.");
  m.def(
      "explain",
      [](std::string const& operation, nb::args const& given, nb::kwargs const& options) {
        auto const flags = flags_of(options, "explain");
        auto const arguments = arguments_of(given);
        return without_gil([&] { return cli::explain(operation, arguments, flags); });
      },
      nb::arg("operation"), nb::arg("arguments"), nb::arg("options"),
      "The steps that lead to the answer of an operation, or to its refusal.");
  m.def("banks", &banks, nb::arg("access"), nb::kw_only(), nb::arg("on"), nb::arg("element") = 1,
        nb::arg("width") = 4, nb::arg("store") = false, nb::arg("lanes") = nb::none(), nb::arg("bits") = 0,
        "Bank conflicts of an access to shared memory, (lane, step) -> element, as a dictionary with "
        "`degree`. `on` is a "
        "target such as 'sm90'; `element` and `width` are bytes of an element and of what a lane accesses; "
        "`lanes` says how "
        "many take part, where they are fewer than a warp's; `bits` is the size of a packed element instead "
        "of `element`.");
  m.def("_bank_degrees", &bank_degrees, nb::arg("columns"), nb::kw_only(), nb::arg("on"),
        nb::arg("element") = 1, nb::arg("width") = 4, nb::arg("store") = false, nb::arg("lanes") = nb::none(),
        nb::arg("bits") = 0, "What Layouts.bank_degree answers.");
  m.def("draw_banks", &drawn_banks, nb::arg("access"), nb::kw_only(), nb::arg("on"), nb::arg("element") = 1,
        nb::arg("width") = 4, nb::arg("store") = false, nb::arg("lanes") = nb::none(), nb::arg("bits") = 0,
        "The banks that an access touches, as a picture.");
  m.def("find_swizzle", &swizzles, nb::arg("reads"), nb::arg("writes"), nb::kw_only(), nb::arg("on"),
        nb::arg("element") = 1, nb::arg("width") = 4, nb::arg("lanes") = nb::none(), nb::arg("bits") = 0,
        "The swizzles that remove every bank conflict of the accesses, all that were tried; empty where none "
        "does, and "
        "where none is needed. An access is (lane, step) -> element, or a pair of that and a width of its "
        "own.");
  m.def("find_padding", &paddings, nb::arg("reads"), nb::arg("writes"), nb::kw_only(), nb::arg("row"),
        nb::arg("on"), nb::arg("element") = 1, nb::arg("width") = 4, nb::arg("lanes") = nb::none(),
        nb::arg("bits") = 0,
        "The paddings, in elements after every `row` elements, that remove every bank conflict of the "
        "accesses, the least first; empty where none does. Accesses as find_swizzle() takes them.");
  m.def(
      "bank_cards", [] { return object_of(cli::bank_cards_json()); },
      "The cards whose shared memory is modelled, each a dictionary with where its model is from.");
  for (PyTypeObject* const type : {types().layout, types().composed})
    nb::borrow(reinterpret_cast<PyObject*>(type)).attr("_repr_svg_") =
        nb::cpp_function(&picture_of, nb::is_method(),
                         nb::scope(nb::handle(reinterpret_cast<PyObject*>(type))), nb::name("_repr_svg_"));
}

}  // namespace colex::python
