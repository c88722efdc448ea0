// SPDX-License-Identifier: MIT
// The way of nearly every call: arguments that are layouts, swizzles, integers and tuples of integers, no options. The row of the
// table that such classes mean is looked for once, it runs while the interpreter is locked, and what it refuses or denies has its
// sentence and its witness made when someone reads them. All other calls go through perform().
#pragma once

#include <utility>
#include <vector>

#include "convert.hpp"

namespace colex::python {

/// More arguments than this take the other way.
inline constexpr Py_ssize_t kFewArguments = 7;  // a key of 32 bits has a class of each

/// What one name has learnt: the classes of the arguments, and the row that they mean.
using Learnt = std::vector<std::pair<std::uint32_t, cli::Operation const*>>;

/// The answer, a new reference; null with an exception raised for a refusal, and without one where perform() is to be asked. `name`
/// is the operation's, as an object.
PyObject* in_brief(PyObject* name, std::vector<Wanted> const& wanted, Learnt& learnt, PyObject* const* given,
                   Py_ssize_t count);

}  // namespace colex::python
