// SPDX-License-Identifier: MIT
// A layout in another language, as `colex --as` writes it.
#include "operations/languages.hpp"

#include "classes.hpp"
#include "draw/subjects.hpp"

namespace colex::python {

namespace {

std::string to_language(nb::handle value, std::string const& language) {
  std::vector<cli::Argument> const given{argument_of(value.ptr(), {}, "layout", false)};
  try {
    if (language == "svg" || language == "tikz") {
      auto const picture = cli::draw("layout", given, {});
      return language == "svg" ? cli::svg(picture) : cli::tikz(picture);
    }
    return cli::in_language(given[0].value, language);
  } catch (cli::Failure const& why) {
    raise(why, given);
    throw nb::python_error();
  }
}

}  // namespace

void bind_languages() {
  char const* const doc =
      "The layout in another language: 'cute' (a C++ type), 'cute-dsl', 'flydsl', 'gluon', 'ttgir', 'c' or "
      "'python' (an "
      "index expression of the coordinates i, j, ...), 'svg' or 'tikz' (a picture). Raises Refused with the "
      "reason where "
      "the language has no such layout.";
  for (PyTypeObject* const type : {types().layout, types().composed, types().coordinates, types().swizzle}) {
    nb::handle const scope(reinterpret_cast<PyObject*>(type));
    nb::borrow(scope).attr("to") = nb::cpp_function(&to_language, nb::is_method(), nb::scope(scope),
                                                    nb::name("to"), nb::arg("language"), doc);
  }
}

}  // namespace colex::python
