// SPDX-License-Identifier: MIT
// What people and test runners read of a run of `colex prove`: a table, JUnit XML, a page of HTML.
#pragma once

#include <ostream>
#include <string>

#include "ledger.hpp"

namespace colex::sym {

/// "killed/of", over all steps; "-" when nothing was mutated.
std::string mutants_text(Report const& report);

/// The verdict in one word, as expected or not.
std::string verdict_text(Report const& report);

void print_table(Ledger const& ledger, std::ostream& out);
void write_junit(Ledger const& ledger, std::ostream& out);
/// `scripts` is the folder of the SMT-LIB scripts, from the page's own; none when empty.
void write_page(Ledger const& ledger, std::string const& scripts, std::ostream& out);

/// With what is special in XML and HTML escaped.
std::string escaped(std::string const& text);

}  // namespace colex::sym
