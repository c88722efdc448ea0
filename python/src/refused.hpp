// SPDX-License-Identifier: MIT
// How an exception of C++ reaches Python: a Failure of the table of operations becomes colex.Refused, or its
// kind colex.InputError where the input cannot be used.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <vector>

#include "operations/call.hpp"

namespace colex::python {

namespace nb = nanobind;

/// JSON as Python's own values; null is None.
nb::object object_of(cli::Json const& json);
/// A dict by name; None where there are none.
nb::object object_of(cli::Numbers const& numbers);

/// Raises the Failure in Python. The place in a text that the message begins with becomes the exception's
/// `position`; where it is that of one of the `arguments` that was no text, it is left out of the message.
void raise(cli::Failure const& why, std::vector<cli::Argument> const& arguments = {});

/// What is read later of a call: (operation, argument, ...). Of a list, which may change, a copy.
nb::object unread(PyObject* name, PyObject* const* given, Py_ssize_t count);
/// Raises colex.Refused, which asks for its sentence when it is read.
void raise_unread(Condition condition, PyObject* name, PyObject* const* given, Py_ssize_t count);

/// A new reference from Python's C interface, which hands back null where it has raised an exception.
inline nb::object checked_new(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

/// Runs `f` and hands back what it answers; where it throws, the exception is raised in Python and the result
/// is null, as functions of Python's C interface have it.
template <class F>
PyObject* guarded(F f) noexcept {
  try {
    return f();
  } catch (nb::python_error& error) {
    error.restore();
  } catch (cli::Failure const& why) {
    raise(why);
  } catch (nb::builtin_exception const& error) {
    PyErr_SetString(error.type() == nb::exception_type::type_error ? PyExc_TypeError : PyExc_ValueError,
                    error.what());
  } catch (std::exception const& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

}  // namespace colex::python
