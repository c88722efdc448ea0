// SPDX-License-Identifier: MIT
// The subcommands of `colex`. Operations come from the table (operations/table.hpp): operation.cpp makes the
// subcommand of any of them. The others each live in a file of their own and register themselves with one
// function here; main.cpp calls them all.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/streams.hpp"
#include "cli/unknowns.hpp"
#include "operations/read.hpp"

namespace colex::cli {

/// Adds --assume, --for and --json.
void add_unknowns(CLI::App& command, AskedOfUnknowns& asked);

/// Adds the subcommand of the operation of that name, old or new, as it is called: "composition". When it
/// runs, it sets `status`.
void add_operation(CLI::App& app, int& status, std::string const& name, Unknowns const& unknowns);

/// Adds --convention, which sets `cute`.
void add_convention(CLI::App& command, bool& cute);

/// Adds --budget, which sets `budget`.
void add_budget(CLI::App& command, Budget& budget);
/// The same with seconds=S and branches=B of questions with unknowns. `numbers` may be null.
void add_budget(CLI::App& command, Budget* numbers, BudgetOfUnknowns& unknowns);

/// Adds --assume, --bound, --budget and --defined of a law of one's own.
void add_law_options(CLI::App& command, LawCommand& law);

// Each adds its subcommand to `app`; when it runs, it sets `status`.
void add_expression(CLI::App& app, int& status, Unknowns const& unknowns);
void add_help(CLI::App& app, int& status);
void add_completion(CLI::App& app, int& status);
void add_batch(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);
void add_draw(CLI::App& app, int& status);
void add_banks(CLI::App& app, int& status);
void add_find_swizzle(CLI::App& app, int& status);
void add_coalescing(CLI::App& app, int& status);
void add_tma(CLI::App& app, int& status);
void add_descriptor(CLI::App& app, int& status);
void add_swizzle(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_map(CLI::App& app, int& status);
void add_atoms(CLI::App& app, int& status);
void add_plan(CLI::App& app, int& status);
void add_predicate(CLI::App& app, int& status, Unknowns const& unknowns);
void add_race_free(CLI::App& app, int& status);
void add_scales(CLI::App& app, int& status);
void add_tiled_copy(CLI::App& app, int& status);
void add_tiled_mma(CLI::App& app, int& status);
void add_import(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status, SymbolicAnswers const& symbolic, AskOfCode ask_of_code);
void add_prove(CLI::App& app, int& status);
/// `prove` where the theorems are not built in.
void add_prove_law(CLI::App& app, int& status);
void add_certify(CLI::App& app, int& status);
void add_run(CLI::App& app, int& status);
void add_execute(CLI::App& app, int& status);
void add_inspect(CLI::App& app, int& status);

/// The family and the first sentence of every operation.
std::string overview();

}  // namespace colex::cli
