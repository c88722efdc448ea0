// SPDX-License-Identifier: MIT
// Pictures of operations: what they take and what they answer, side by side. See subjects.hpp.
#pragma once

#include "draw/subjects.hpp"

namespace colex::cli {

bool is_divide(std::string const& operation);
bool is_product(std::string const& operation);

Picture draw_complement(std::vector<Argument> const& arguments, DrawOptions const& options);
Picture draw_composition(std::vector<Argument> const& arguments, DrawOptions const& options);
Picture draw_divide(std::string const& what, std::vector<Argument> const& arguments,
                    DrawOptions const& options);
Picture draw_product(std::string const& what, std::vector<Argument> const& arguments,
                     DrawOptions const& options);

/// A layout of coordinates, with its start or without.
Picture draw_coordinates(Value const& value, std::string title, DrawOptions const& options);
/// The coordinates of a tile, those outside of a shape in another colour.
Picture draw_elem_less(std::vector<Argument> const& arguments, DrawOptions const& options);

}  // namespace colex::cli
