// SPDX-License-Identifier: MIT
// Verdicts kept between runs. The key is the SHA-256 of the query's whole SMT-LIB script, of the solver that
// was asked and of the versions of both. Z3 writes the operands of + = bvxor and others in an order, and names shared
// terms by numbers, that depend on what it was asked before; so the script is hashed term by term, with
// shared terms in their place and those operands sorted. A query
// whose terms come out in yet another form is asked again, which is safe. A changed header, theorem, hint,
// solver or version of colex is a new question. Only what a solver decided is kept: proved, or refuted with
// its model. An entry is believed when it carries its key and a MAC (HMAC-SHA256) under a secret that only
// the user of this machine can read; who can write into the folder and cannot read that secret cannot lie.
// Tests and CI run without a cache.
#pragma once

#include <optional>
#include <string>

#include "sym/verdict.hpp"

namespace colex::sym {

class Cache {
 public:
  /// Off: nothing is kept.
  Cache() = default;
  /// Off as well where the secret is empty.
  Cache(std::string directory, std::string secret);
  /// $XDG_CACHE_HOME/colex, else ~/.cache/colex; empty when neither is known.
  static std::string default_directory();
  /// The secret of this machine's user: $XDG_STATE_HOME/colex/cache_key, else ~/.local/state/colex/cache_key,
  /// made where there is none. Empty where it cannot be made, is another user's, or others may read it.
  static std::string owners_secret();
  static std::string key(std::string const& solver, std::string const& script);
  /// The hash of a script, alike for scripts that differ only in the order of operands and in shared names.
  static std::string hash(std::string const& script);

  bool on() const { return !directory_.empty() && !secret_.empty(); }
  /// A verdict, and whether an earlier run found it: this run keeps its own verdicts here too.
  struct Found {
    Outcome outcome;
    bool earlier = true;
  };
  std::optional<Found> find(std::string const& key) const;
  /// A failure to write is no error: the next run asks again.
  void keep(std::string const& key, Outcome const& outcome) const;

 private:
  std::string path(std::string const& key) const;
  std::string directory_, secret_;
  std::string run_;  ///< of the process that made this object, and of its children
};

}  // namespace colex::sym
