// SPDX-License-Identifier: MIT
// Verdicts kept between runs. The key is the SHA-256 of the query's whole SMT-LIB script, of the solver that
// was asked and of the versions of both. Z3 writes the operands of + * and or = in an order, and names shared
// terms by numbers, that depend on what it was asked before; so the script is hashed term by term, with
// shared terms in their place and those operands sorted. A query
// whose terms come out in yet another form is asked again, which is safe. A changed header, theorem, hint or
// solver is a new question. Only what a solver decided is kept: proved, or refuted with its model. A file
// that does not repeat its key is not believed. Who can write into the folder can lie: what must be fresh, as
// in CI, runs without a cache.
#pragma once

#include <optional>
#include <string>

#include "sym/verdict.hpp"

namespace colex::sym {

class Cache {
 public:
  /// Off: nothing is kept.
  Cache() = default;
  explicit Cache(std::string directory) : directory_(std::move(directory)) {}
  /// $XDG_CACHE_HOME/colex, else ~/.cache/colex; empty when neither is known.
  static std::string default_directory();
  static std::string key(std::string const& solver, std::string const& script);
  /// The hash of a script, alike for scripts that differ only in the order of operands and in shared names.
  static std::string hash(std::string const& script);

  bool on() const { return !directory_.empty(); }
  std::optional<Outcome> find(std::string const& key) const;
  /// A failure to write is no error: the next run asks again.
  void keep(std::string const& key, Outcome const& outcome) const;

 private:
  std::string path(std::string const& key) const;
  std::string directory_;
};

}  // namespace colex::sym
