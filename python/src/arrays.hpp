// SPDX-License-Identifier: MIT
// find_layout of an array, whose numbers are read where they lie.
#pragma once

#include "convert.hpp"

namespace colex::python {

/// The layout that has these values, a new reference; null where `o` is no one-dimensional array of 64 or 32-bit integers, and where
/// the table of operations is to say why there is none.
PyObject* layout_of_values(PyObject* o);

}  // namespace colex::python
