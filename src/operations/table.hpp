// SPDX-License-Identifier: MIT
// The table of operations, and how one is called. An operation is a row: its page, which names and types it,
// and the function that answers. Rows of one name are told apart by their arguments, as overloads are in C++.
//
//   perform("composition", {A, B}, {})     (A: layout, B: layout), (A: layout, T: tiler), or another form
//
// To add one: a row in rows/<family>.cpp.
#pragma once

#include "operations/call.hpp"

namespace colex::cli {

/// As written in rows/.
struct Row {
  char const* page;
  Answer (*run)(Call const&);
};

/// A page read, and its function.
struct Operation {
  Page page;
  Answer (*run)(Call const&);
};

/// Every operation, family by family.
std::vector<Operation> const& operations();

/// The operations of that name; empty where there is none.
std::vector<Operation const*> const& named(std::string_view name);
/// Every name, once, in the table's order.
std::vector<std::string> const& operation_names();

/// Those operations of a name that take so many arguments. Throws Failure where there is none.
std::vector<Operation const*> taking(std::string_view name, std::size_t count);
/// Argument k of these operations is a table, whatever it is that is meant.
bool takes_table(std::vector<Operation const*> const& candidates, std::size_t k);
/// What argument k is called in messages: its kind where one parameter has it, or its name.
std::string argument_name(Operation const& operation, std::size_t k);

/// The operation of that name whose parameters fit. Throws Failure where there is none.
Operation const& meant(std::string_view name, std::vector<Argument> const& arguments, Flags const& flags);

/// What it answers within a budget, without sentences and witnesses (Brief). Refused as undecided: perform() has to be asked.
Answer in_brief(Operation const& operation, std::vector<Argument> const& arguments, Budget budget);

/// Calls the operation of that name whose parameters fit. Throws Failure and nothing else that a user could
/// cause.
Answer perform(std::string_view name, std::vector<Argument> const& arguments, Flags const& flags);

// The rows of each family, in rows/.
std::vector<Row> measures_rows(), tuples_rows(), arithmetic_rows(), tuple_structure_rows(), structure_rows(),
    making_rows(), composition_rows(), inverses_rows(), divide_rows(), product_rows(), partition_rows(),
    swizzle_rows(), bits_rows(), basis_rows(), basis_inverse_rows(), basis_partition_rows(),
    refinement_rows(), counting_rows(), counting_inverse_rows(), counting_divide_rows();

}  // namespace colex::cli
