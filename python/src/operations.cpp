// SPDX-License-Identifier: MIT
// Every operation of the table as a function of the module, and as a method of the classes that it takes as
// its first argument. Names, text signatures and docstrings are read from the table.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "arrays.hpp"
#include "brief.hpp"
#include "classes.hpp"
#include "direct.hpp"
#include "docstring.hpp"
#include "operations/read.hpp"

namespace colex::python {

namespace {

using cli::Argument;
using cli::Kind;
using cli::Page;

/// The operations of one name.
struct Named {
  std::string name, doc, method_doc;
  std::vector<Wanted> wanted;  ///< by position; the last one's for all that follow
  PyObject* name_object = nullptr;
  Learnt learnt;
  Direct direct = nullptr;
  bool of_array = false;  ///< arrays.hpp answers
  PyMethodDef function{}, method{};
};

/// More names than the table has; each has a C function of its own.
constexpr std::size_t kMaxNames = 256;

/// As long as Python runs: methods point into it.
struct Names {
  std::array<Named, kMaxNames> at{};
  std::size_t count = 0;
  Named* begin() { return at.data(); }
  Named* end() { return at.data() + count; }
};
Names& all() {
  static auto* const names = new Names;
  return *names;
}

// -------------------------------------------------------------------------------------------------- calls

/// The keywords of a call: options of operations and cute, and arguments by the names of their parameters.
struct Keywords {
  cli::Flags flags{};
  std::vector<std::pair<std::string, PyObject*>> named{};
};

Keywords keywords_of(PyObject* const* values, PyObject* keywords) {
  Keywords all;
  Py_ssize_t const count = keywords == nullptr ? 0 : PyTuple_Size(keywords);
  for (Py_ssize_t k = 0; k < count; ++k) {
    std::string const name(utf8_of(PyTuple_GetItem(keywords, k), "option"));
    bool option = name == "cute";
    for (cli::Option const& one : cli::options()) option = option || name == one.name;
    if (!option) {
      all.named.emplace_back(name, values[k]);
      continue;
    }
    int const on = PyObject_IsTrue(values[k]);
    if (on < 0) throw nb::python_error();
    if (on == 0) continue;
    if (name == "cute") {
      all.flags.cute = true;
    } else {
      all.flags.on.push_back(name);
    }
  }
  return all;
}

/// The named arguments in the places of a page's parameters, from `first` on; empty where they are not one after the other there.
std::vector<PyObject*> placed(Page const& page, std::size_t first,
                              std::vector<std::pair<std::string, PyObject*>> const& named) {
  std::vector<PyObject*> places(named.size(), nullptr);
  for (auto const& [name, value] : named) {
    std::size_t k = first;
    while (k < page.parameters.size() && python_name(page.parameters[k].name) != name) ++k;
    if (k - first >= places.size() || k >= page.parameters.size() || page.parameters[k].repeated) return {};
    places[k - first] = value;
  }
  return places;
}

/// The named arguments behind `first` others, as the first page has them that can.
std::vector<PyObject*> placed(Named const& operation, std::size_t first,
                              std::vector<std::pair<std::string, PyObject*>> const& named) {
  if (named.empty()) return {};
  for (cli::Operation const* row : cli::named(operation.name))
    if (auto places = placed(row->page, first, named); !places.empty()) return places;
  std::string words;
  for (cli::Operation const* row : cli::named(operation.name))
    words += (words.empty() ? "" : " or ") + row->page.signature();
  std::string given;
  for (auto const& [name, value] : named) given += (given.empty() ? "" : " and ") + name;
  throw nb::type_error(
      (operation.name + "() has no option or free argument " + given + ": " + words).c_str());
}

/// By perform(), which says why it refuses.
PyObject* in_full(Named const& operation, PyObject* self, PyObject* const* given, Py_ssize_t count,
                  PyObject* keywords) {
  std::vector<Argument> arguments;
  try {
    Keywords const words = keywords_of(given + count, keywords);
    cli::Flags const& flags = words.flags;
    arguments.reserve(static_cast<std::size_t>(count) + 1);
    auto const add = [&](PyObject* o) {
      std::size_t const k = arguments.size();
      Wanted const wanted =
          operation.wanted.empty() ? Wanted{} : operation.wanted[std::min(k, operation.wanted.size() - 1)];
      arguments.push_back(argument_of(o, wanted, "argument " + std::to_string(k + 1), flags.cute));
    };
    if (self != nullptr) add(self);
    for (Py_ssize_t k = 0; k < count; ++k) add(given[k]);
    for (PyObject* const value : placed(operation, arguments.size(), words.named)) add(value);
    return object_of(answer_of(operation.name, arguments, flags)).release().ptr();
  } catch (cli::Failure const& why) {
    raise(why, arguments);
    return nullptr;
  }
}

PyObject* answer(Named& operation, PyObject* self, PyObject* const* given, Py_ssize_t count,
                 PyObject* keywords) noexcept {
  return guarded([&]() -> PyObject* {
    Py_ssize_t const all = count + (self != nullptr ? 1 : 0);
    if (operation.of_array && keywords == nullptr && self == nullptr && count == 1)
      if (PyObject* const r = layout_of_values(given[0]); r != nullptr) return r;
    if (keywords == nullptr && all <= kFewArguments) {
      PyObject* with_self[kFewArguments];
      PyObject* const* at = given;
      if (self != nullptr) {
        with_self[0] = self;
        for (Py_ssize_t k = 0; k < count; ++k) with_self[1 + k] = given[k];
        at = with_self;
      }
      if (operation.direct != nullptr)
        if (PyObject* const r = operation.direct({operation.name_object, at, all}); r != nullptr) return r;
      PyObject* const r = in_brief(operation.name_object, operation.wanted, operation.learnt, at, all);
      if (r != nullptr || PyErr_Occurred() != nullptr) return r;
    }
    return in_full(operation, self, given, count, keywords);
  });
}

}  // namespace

nb::object said(nb::tuple const& call) {
  std::vector<PyObject*> at;
  for (nb::handle const o : call) at.push_back(o.ptr());
  for (Named const& operation : all())
    if (!at.empty() && operation.name == utf8_of(at[0], "name"))
      return checked_new(
          in_full(operation, nullptr, at.data() + 1, static_cast<Py_ssize_t>(at.size()) - 1, nullptr));
  throw nb::value_error("no operation has this name");
}

namespace {

template <std::size_t k>
PyObject* function(PyObject*, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answer(all().at[k], nullptr, given, count, keywords);
}
template <std::size_t k>
PyObject* method(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* keywords) {
  return answer(all().at[k], self, given, count, keywords);
}

using Entry = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
template <std::size_t... k>
constexpr std::array<std::pair<Entry, Entry>, sizeof...(k)> entries(std::index_sequence<k...>) {
  return {{{&function<k>, &method<k>}...}};
}
constexpr auto kEntries = entries(std::make_index_sequence<kMaxNames>());

PyCFunction erased(Entry entry) { return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(entry)); }

// -------------------------------------------------------------------------------------------------- pages

void describe(Named& operation, std::vector<cli::Operation const*> const& rows) {
  for (cli::Operation const* row : rows) {
    auto const& parameters = row->page.parameters;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      if (operation.wanted.size() <= k) operation.wanted.emplace_back();
      operation.wanted[k].tiler = operation.wanted[k].tiler || parameters[k].takes(Kind::tiler);
    }
  }
  for (std::size_t k = 0; k < operation.wanted.size(); ++k) {
    std::vector<cli::Operation const*> reaching;
    for (cli::Operation const* row : rows)
      if (k < row->page.parameters.size()) reaching.push_back(row);
    operation.wanted[k].table = cli::takes_table(reaching, k);
  }
  std::string const text = docstring(rows);
  operation.doc = operation.name + signature(rows, false) + "\n--\n\n" + text;
  operation.method_doc = operation.name + signature(rows, true) + "\n--\n\n" + text;
}

/// Whether some row of a name takes this value as its first argument.
bool takes_first(std::vector<cli::Operation const*> const& rows, cli::Value const& value) {
  for (cli::Operation const* row : rows)
    if (!row->page.parameters.empty())
      for (Kind const kind : row->page.parameters[0].kinds)
        if (cli::fits(kind, value)) return true;
  return false;
}

/// As a method, unless the class has the name already.
void add_method(PyTypeObject* type, Named& operation) {
  auto const object = nb::borrow(reinterpret_cast<PyObject*>(type));
  if (nb::hasattr(object, operation.name.c_str())) return;
  nb::object const descriptor = checked_new(PyDescr_NewMethod(type, &operation.method));
  object.attr(operation.name.c_str()) = descriptor;
}

nb::list pages() {
  nb::list all;
  for (cli::Operation const& operation : cli::operations()) {
    Page const& page = operation.page;
    nb::dict entry;
    entry["op"] = page.op, entry["takes"] = page.takes, entry["family"] = page.family,
    entry["does"] = page.does;
    nb::list parameters, examples, options;
    for (auto const& p : page.parameters) {
      nb::list kinds;
      for (Kind const kind : p.kinds) kinds.append(cli::name(kind));
      parameters.append(nb::make_tuple(p.name, kinds, p.optional, p.repeated));
    }
    for (auto const& example : page.examples) examples.append(example);
    for (auto const& option : page.options) options.append(option);
    entry["parameters"] = parameters, entry["examples"] = examples, entry["options"] = options;
    entry["text"] = cli::to_text(page);
    all.append(entry);
  }
  return all;
}

}  // namespace

void bind_operations(nb::module_& m) {
  cli::Value const layout{leaf(Mode<Checked>{Checked(4), Checked(1)})};
  cli::Value const composed{AnyLayout{{}, 0, leaf(Mode<std::int64_t>{4, 1})}};
  cli::Value const coordinates{
      std::make_shared<Layout<Coordinate> const>(leaf(Mode<Coordinate>{Coordinate(4), E(0)}))};
  if (cli::operation_names().size() > kMaxNames) throw std::logic_error("the table has more than 256 names");
  for (std::string const& name : cli::operation_names()) {
    std::size_t const k = all().count++;
    Named& operation = all().at[k];
    operation.name = name;
    operation.name_object = checked_new(PyUnicode_InternFromString(name.c_str())).release().ptr();
    operation.direct = direct(name);
    operation.of_array = name == "find_layout";
    auto const& rows = cli::named(name);
    describe(operation, rows);
    constexpr int flags = METH_FASTCALL | METH_KEYWORDS;
    operation.function = {operation.name.c_str(), erased(kEntries[k].first), flags, operation.doc.c_str()};
    operation.method = {operation.name.c_str(), erased(kEntries[k].second), flags,
                        operation.method_doc.c_str()};
    nb::str const module_name("colex");
    m.attr(name.c_str()) = checked_new(PyCFunction_NewEx(&operation.function, nullptr, module_name.ptr()));
    if (takes_first(rows, layout)) add_method(types().layout, operation);
    if (takes_first(rows, composed)) add_method(types().composed, operation);
    if (takes_first(rows, coordinates)) add_method(types().coordinates, operation);
  }
  m.def("said", &said, nb::arg("call"),
        "What (operation, argument, ...) answers, with its sentences and witnesses.");
  m.def("pages", &pages,
        "The pages of the table of operations, as dictionaries: op, takes, parameters as (name, kinds, "
        "optional, "
        "repeated), options, does, examples, text.");
  m.def(
      "expression",
      [](std::string const& text, bool cute) {
        return object_of([&] {
          nb::gil_scoped_release const others_run;
          return cli::evaluate_expression(text, "expression", cute);
        }());
      },
      nb::arg("text"), nb::kw_only(), nb::arg("cute") = false,
      "The answer of an expression, such as 'let t = (8,8):(8,1); size(t o 4:2)'.");
}

}  // namespace colex::python
