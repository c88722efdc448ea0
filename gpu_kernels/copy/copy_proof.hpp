// SPDX-License-Identifier: MIT
// What certificates say of configs of the copy kernel, the shipped ones and a user's own.
//
//   constexpr KernelProof mine = copy_proof_of<std::tuple<MyCopy>>();
#pragma once

#include "certificate/by_name.hpp"
#include "certificate/element_names.hpp"
#include "certificate/kernel_proof.hpp"
#include "copy/copy_configs.hpp"

namespace colex::gpu {

/// A config of the copy kernel as numbers.
struct CopyNumbers {
  struct Side {
    Layout<std::int64_t> const* tile;
    std::int64_t step;  ///< elements from one tile to the next
    int access;         ///< elements that one access moves
  };
  char const *name, *element;
  int element_bytes, threads, vector;
  Side source, destination;
};
template <class Config>
constexpr CopyNumbers copy_numbers() {
  return {Config::name,
          element_name<typename Config::element>(),
          sizeof(typename Config::element),
          Config::threads,
          Config::vector,
          {&Config::source, Config::source_step, SourceArray<Config>::width},
          {&Config::destination, Config::destination_step, DestinationArray<Config>::width}};
}

nlohmann::ordered_json described(CopyNumbers const& config);
Claims copy_claims(CopyNumbers const& config);

/// What is wrong with the parameters of a copy's certificate: a plain simulation of launches of several
/// counts.
void simulate_copy(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);

/// The proofs of a tuple of configs.
template <class Configs>
class CopyProof {
  static constexpr auto table = table_of(static_cast<Configs const*>(nullptr), []<class Config>() {
    static_assert(check_copy_config<Config>());
    return copy_numbers<Config>();
  });

 public:
  static std::vector<std::string> configs() { return names_in(table); }
  static nlohmann::ordered_json describe(std::string const& name) {
    return described(*find_named(table, name));
  }
  static Claims claims(std::string const& name) { return copy_claims(*find_named(table, name)); }
};
template <class Configs>
constexpr KernelProof copy_proof_of() {
  using Proof = CopyProof<Configs>;
  return {"copy", Proof::configs, Proof::describe, Proof::claims, simulate_copy};
}

}  // namespace colex::gpu
