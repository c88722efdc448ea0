// SPDX-License-Identifier: MIT
#include "refused.hpp"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

namespace colex::python {

namespace {

/// The place that a message begins with, and what is before and after it: "layout:1:5: expected".
struct Placed {
  std::string name, rest;
  int line = 0, column = 0;
  explicit operator bool() const { return column > 0; }
};

Placed placed(std::string const& message) {
  Placed r;
  std::size_t const end = message.find(':');
  if (end == message.npos || message.find_first_of("(<\"'") < end) return r;
  r.name = message.substr(0, end);
  char* at = nullptr;
  r.line = static_cast<int>(std::strtol(message.c_str() + end + 1, &at, 10));
  if (r.line < 1 || *at != ':') return r;
  int const column = static_cast<int>(std::strtol(at + 1, &at, 10));
  if (column < 1 || *at != ':') return r;
  r.column = column;
  r.rest = at;
  return r;
}

}  // namespace

nb::object object_of(cli::Json const& json) {
  if (json.is_boolean()) return nb::bool_(json.get<bool>());
  if (json.is_number_integer()) return nb::int_(json.get<std::int64_t>());
  if (json.is_string()) return nb::str(json.get_ref<std::string const&>().c_str());
  if (json.is_array()) {
    nb::list all;
    for (auto const& entry : json) all.append(object_of(entry));
    return std::move(all);
  }
  if (json.is_object()) {
    nb::dict all;
    for (auto const& [key, value] : json.items()) all[key.c_str()] = object_of(value);
    return std::move(all);
  }
  return nb::none();
}

nb::object object_of(cli::Numbers const& numbers) { return object_of(cli::to_json(numbers)); }

nb::object unread(PyObject* name, PyObject* const* given, Py_ssize_t count) {
  nb::object call = checked_new(PyTuple_New(1 + count));
  PyTuple_SetItem(call.ptr(), 0, Py_NewRef(name));
  for (Py_ssize_t k = 0; k < count; ++k) {
    bool const changes = PyList_Check(given[k]) != 0;
    nb::object kept = changes ? checked_new(PySequence_List(given[k])) : nb::borrow(given[k]);
    PyTuple_SetItem(call.ptr(), 1 + k, kept.release().ptr());
  }
  return call;
}

void raise_unread(Condition condition, PyObject* name, PyObject* const* given, Py_ssize_t count) {
  static PyObject* const type =
      nb::object(nb::module_::import_("colex._errors").attr("Refused")).release().ptr();
  static auto const made =
      reinterpret_cast<newfunc>(PyType_GetSlot(reinterpret_cast<PyTypeObject*>(type), Py_tp_new));
  static PyObject* names[kConditions] = {};
  PyObject*& word = names[static_cast<int>(condition)];
  if (word == nullptr) word = checked_new(PyUnicode_InternFromString(colex::name(condition))).release().ptr();
  nb::object const call = unread(name, given, count);
  nb::object const arguments = checked_new(PyTuple_Pack(2, word, call.ptr()));
  nb::object const refusal =
      checked_new(made(reinterpret_cast<PyTypeObject*>(type), arguments.ptr(), nullptr));
  PyErr_SetObject(type, refusal.ptr());
}

void raise(cli::Failure const& why, std::vector<cli::Argument> const& arguments) {
  try {
    std::string message = why.message;
    nb::object position = nb::none();
    if (Placed const at = placed(message)) {
      bool const is_text = std::none_of(arguments.begin(), arguments.end(), [&](cli::Argument const& a) {
        return a.name == at.name && a.source.empty();
      });
      if (is_text) {
        position = nb::make_tuple(at.line, at.column);
      } else {
        message = at.name + at.rest;
      }
    }
    nb::module_ const errors = nb::module_::import_("colex._errors");
    nb::object const type = errors.attr(why.is_input() ? "InputError" : "Refused");
    PyErr_SetObject(type.ptr(), type(why.condition, message, object_of(why.witness), position).ptr());
  } catch (nb::python_error& error) {
    error.restore();
  }
}

}  // namespace colex::python
