// SPDX-License-Identifier: MIT
// Answers to the calls that programs make most, straight from the headers, on 64-bit integers, which no row of the table could be
// as fast as. Whatever has no answer here goes to the table (brief.hpp).
#pragma once

#include "convert.hpp"

namespace colex::python {

/// The arguments of a call of the operation `name`.
struct Given {
  PyObject* name;
  PyObject* const* at;
  Py_ssize_t count;
};

/// A new reference, or null where the table is to answer.
using Direct = PyObject* (*)(Given const&);

/// The direct function of an operation, or null.
Direct direct(std::string_view name);

}  // namespace colex::python
