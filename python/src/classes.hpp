// SPDX-License-Identifier: MIT
// The parts of the module _colex, in the order in which they are made.
#pragma once

#include "convert.hpp"

namespace colex::python {

void bind_answers(nb::module_& m);     ///< Verdict, Placed, CoordinateLayout
void bind_layout(nb::module_& m);      ///< Layout
void bind_swizzled(nb::module_& m);    ///< Swizzle, ComposedLayout
void bind_maps(nb::module_& m);        ///< IndexMap
void bind_operations(nb::module_& m);  ///< functions and methods, from the table
void bind_pictures(nb::module_& m);    ///< draw, explain, banks, find_swizzle, find_padding
void bind_atoms(nb::module_& m);       ///< atoms, tiled_copy, tiled_mma, swizzle_facts
void bind_memory(nb::module_& m);      ///< coalescing, tma, descriptor
void bind_check(nb::module_& m);       ///< check
void bind_foreign(nb::module_& m);     ///< import_layouts, check_ir
void bind_languages();                 ///< Layout.to and its like

/// L[k], L[k, j], L[i:j] and L[2, :] of anything that has modes; see Layout.__getitem__.
nb::object subscript(nb::handle self, nb::handle key);
/// L(...) where an argument keeps a mode: the rest of the layout and the offset at which it starts.
nb::object sliced(PyObject* self, PyObject* coordinates);
/// The coordinate of a call: its one argument, or all of them as a tuple.
nb::object coordinate_of(PyObject* arguments);
bool has_keep(PyObject* coordinate);

}  // namespace colex::python
