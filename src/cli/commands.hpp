// SPDX-License-Identifier: MIT
// The subcommands of `colex`. Operations come from the table (operations/table.hpp): operation.cpp makes the
// subcommand of any of them. The others each live in a file of their own and register themselves with one
// function here; main.cpp calls them all.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "operations/read.hpp"
#include "questions/check_file.hpp"

namespace colex::cli {

/// Exit statuses.
enum Exit : int { kYes = 0, kNo = 1, kUnusable = 2 };

/// Writes to standard output; throws InputError where that fails, so that no answer is lost unnoticed.
void put(std::string const& text);

/// What `ask` returns; a refusal is printed after `before`, and is kNo. Unusable input goes on to main().
int asked(char const* before, std::function<int()> const& ask);

/// Reads all of standard input, up to `most` bytes; throws InputError beyond, and where it cannot be read.
std::string read_input(std::size_t most);
/// All of a file, or of standard input for -; `command` reads it.
std::string read_file(char const* command, std::string const& path, std::size_t most);

/// What a question with unknowns may take, by --budget.
struct BudgetOfUnknowns {
  double seconds = 5;         ///< of computing, in all
  int branches = 60;          ///< of one path
  std::int64_t steps = 4096;  ///< of a search among numbers
};

/// What may be asked about unknowns beside a question.
struct AskedOfUnknowns {
  BudgetOfUnknowns budget{};
  std::vector<std::string> assumptions{}, which{};  ///< --assume, and the names of --for
  bool json = false;
  bool any() const { return !assumptions.empty() || !which.empty(); }
};
/// Adds --assume, --for and --json.
void add_unknowns(CLI::App& command, AskedOfUnknowns& asked);

/// Answers questions with unknowns; none where Z3 was not built in.
struct Unknowns {
  SymbolicAnswers answers{};
  /// Prints the table of cases, or the condition that --for asks for; the exit status.
  int (*ask)(SymbolicCall const& question, AskedOfUnknowns const& asked) = nullptr;
};
/// cli/unknowns.cpp's.
Unknowns with_unknowns();

/// `colex prove 'EXPR == EXPR'`.
struct LawCommand {
  std::string law{}, json{};  ///< json: the file to write; - is standard output, instead of text
  std::vector<std::string> assumptions{};
  int bound = 2;
  bool defined = false;
  BudgetOfUnknowns budget{};
};
int prove_law(LawCommand const& given);

/// Adds the subcommand of the operation of that name, old or new, as it is called: "composition". When it
/// runs, it sets `status`.
void add_operation(CLI::App& app, int& status, std::string const& name, Unknowns const& unknowns);

/// Adds --convention, which sets `cute`.
void add_convention(CLI::App& command, bool& cute);

/// Adds --budget, which sets `budget`.
void add_budget(CLI::App& command, Budget& budget);
/// The same with seconds=S and branches=B of questions with unknowns. `numbers` may be null.
void add_budget(CLI::App& command, Budget* numbers, BudgetOfUnknowns& unknowns);

// Each adds its subcommand to `app`; when it runs, it sets `status`.
void add_expression(CLI::App& app, int& status, Unknowns const& unknowns);
void add_help(CLI::App& app, int& status);
void add_completion(CLI::App& app, int& status);
void add_batch(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);
void add_draw(CLI::App& app, int& status);
void add_banks(CLI::App& app, int& status);
void add_find_swizzle(CLI::App& app, int& status);
void add_swizzle(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_atoms(CLI::App& app, int& status);
void add_tiled_copy(CLI::App& app, int& status);
void add_tiled_mma(CLI::App& app, int& status);
void add_import(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status, SymbolicAnswers const& symbolic);
void add_prove(CLI::App& app, int& status);
void add_certify(CLI::App& app, int& status);
void add_run(CLI::App& app, int& status);

/// The family and the first sentence of every operation.
std::string overview();

}  // namespace colex::cli
