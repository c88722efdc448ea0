// SPDX-License-Identifier: MIT
// What Python says of an operation, from the pages of its name.
#pragma once

#include <string>
#include <vector>

#include "operations/table.hpp"

namespace colex::python {

/// `name(L, M=None, *, cover=False, cute=False)`, which inspect.signature() reads; arguments of operations with several
/// pages are `*arguments` there.
std::string signature(std::vector<cli::Operation const*> const& pages, bool method);

/// For each page what it does, then Args, Returns, Raises and the examples.
std::string docstring(std::vector<cli::Operation const*> const& pages);

/// As Python's name: `from` is a word of the language.
std::string python_name(std::string const& parameter);

}  // namespace colex::python
