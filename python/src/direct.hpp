// SPDX-License-Identifier: MIT
// Answers to the calls of small operations on plain layouts, straight from the headers, on 64-bit integers. The
// table of operations answers every other call, and refuses.
#pragma once

#include "convert.hpp"

namespace colex::python {

/// The arguments of a call; at most two are looked at.
struct Given {
  PyObject* at[2] = {nullptr, nullptr};
  Py_ssize_t count = 0;
};

/// A new reference, or null where the table is to answer.
using Direct = PyObject* (*)(Given const&);

/// The direct function of an operation, or null.
Direct direct(std::string_view name);

}  // namespace colex::python
