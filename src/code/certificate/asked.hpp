// SPDX-License-Identifier: MIT
// What the questions of a certificate share: scripts of some formulas each, the thread, an access's address and when it is made.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "code/certificate/claims.hpp"
#include "code/certificate/script.hpp"
#include "code/epoch.hpp"

namespace colex::code {

/// Formulas that hold together, some in each script: a solver's process costs more than a formula.
class Batch {
 public:
  explicit Batch(std::function<void(Script&)> const& assume = [](Script&) {}) : assume_(assume) {}
  Script& script();
  void add(std::string const& claim, std::string const& formula);
  std::vector<Question> all();
  /// What is added next is in another script.
  void end();

 private:
  std::function<void(Script&)> assume_;
  std::unique_ptr<Script> script_{};
  std::string claim_{}, formulas_{};
  std::size_t count_ = 0;
  std::vector<Question> all_{};
};

/// The number of the wave; null in a block of one.
Term wave_of(Inspector const& of);
/// That the number of the wave is one of the block's.
void assume_wave(Script& script, Inspector const& of, std::string const& suffix = {});
/// The number of the thread in its block, in 32 bits.
std::string thread_of(Script& script, Inspector const& of, std::string const& suffix = {});
/// As many trips as the loop's end says (Walk::most_trips), and fewer than 2^32.
void assume_trips(Inspector& of, Script& script, Term t, std::string const& suffix);
/// An epoch in 64 bits, in which nothing wraps: a loop makes fewer than 2^32 trips.
std::string epoch_formula(Script& script, Epoch const& epoch, std::string const& suffix);
/// The address as the code has it.
inline Term address_of(AccessForm const& form) { return form.narrow != nullptr ? form.narrow : form.address; }
/// What a lane's number and the conditions of lane and wave say of a thread that makes the access.
std::string makes_it(Script& script, MemoryAccess const& a, std::string const& suffix);
/// "0x16a4 (ds_write_b128 v10, v[6:9]): arg0 + (64,2):(16,1024)"
std::string said(Inspector const& of, InspectedAccess const& a, AccessForm const& form);

}  // namespace colex::code
