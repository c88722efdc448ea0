// SPDX-License-Identifier: MIT
// The map of one access to shared memory: which lane touches which bank, and where a bank must deliver two words.
#pragma once

#include "draw/picture.hpp"
#include "questions/banks.hpp"

namespace colex::cli {

/// The step with the worst phase. Rows are the words of all banks side by side, as far as they are touched; a
/// colour is a phase; a cell is wrong whose bank must deliver several words in its phase. Throws as bank_cost().
Picture draw_banks(gpu::BankModel const& model, SharedAccess const& access, std::string const& text);

}  // namespace colex::cli
