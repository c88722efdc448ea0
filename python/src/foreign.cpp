// SPDX-License-Identifier: MIT
// Layouts in other people's text, as `colex import` reads them.
#include "questions/foreign.hpp"

#include <nanobind/stl/string.h>

#include <nlohmann/json.hpp>

#include "classes.hpp"

namespace colex::python {

namespace {

void require_size(std::string const& text) {
  if (text.size() > cli::kMaxForeign) throw cli::InputError("text: more than 64 MiB");
}

nb::list import_layouts(std::string const& text, nb::dict const& given) {
  require_size(text);
  std::vector<std::string> names;
  for (auto const [name, value] : given)
    names.push_back(std::string(utf8_of(name.ptr(), "given")) + "=" +
                    std::string(utf8_of(nb::str(value).ptr(), "given")));
  std::vector<cli::Found> all;
  {
    nb::gil_scoped_release const others_run;
    all = cli::find_layouts(text, names);
  }
  nb::list r;
  for (cli::Found const& found : all) {
    nb::object const one = object_of(cli::to_json(found));
    if (found.reason.empty() && found.value)
      one["layout"] = object_of(cli::Answer(cli::read_value(found.text, "text", false)));
    r.append(one);
  }
  return r;
}

nb::object check_ir(std::string const& text) {
  require_size(text);
  cli::CheckedIr checked;
  {
    nb::gil_scoped_release const others_run;
    checked = cli::check_operations(text);
  }
  return object_of(cli::to_json(checked));
}

}  // namespace

void bind_foreign(nb::module_& m) {
  m.def("import_layouts", &import_layouts, nb::arg("text"), nb::kw_only(), nb::arg("given") = nb::dict(),
        "The layouts in a text: an IR of CuTe or FlyDSL, sources in C++ or Python, prints, compiler "
        "messages, Triton's encodings. Each is a dictionary with its `line` and `column` and with `layout`, "
        "or with the `reason` why it is not read; where `value` is false the layout is text, with names or "
        "unknowns in it. `given` has values of names that the text does not give.");
  m.def("check_ir", &check_ir, nb::arg("text"),
        "The operations of an IR of CuTe or FlyDSL, derived again: `operations`, each with what is `claimed` "
        "and `derived` and the `outcome`, 'as said', 'other form' or 'different', and how many are "
        "`not_derived`.");
}

}  // namespace colex::python
