// SPDX-License-Identifier: MIT
// --as: an answer that is a layout, in another language or as a picture.
//
//   colex composition '(4,8):(8,1)' 4:2 --as cute        Layout<_4,_16>
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "draw/picture.hpp"
#include "operations/value.hpp"

namespace colex::cli {

/// Adds --as, which sets `form`.
void add_as(CLI::App& command, std::string& form);
/// The value in that form, with a newline where it is text. Throws Failure where it has none.
std::string written_as(Value const& value, std::string const& form);

/// A picture's form: what a file's name ends in. Empty where it is none of them.
std::string picture_form(std::string const& ending);
/// svg, tikz, png or pdf. Throws InputError where png or pdf need a program that is not installed.
std::string picture_as(Picture const& picture, std::string const& form);

}  // namespace colex::cli
