// SPDX-License-Identifier: MIT
// What the certificates of all kernels share: obligations that solvers prove, obligations that are decided by
// going over every case, and how both are written down.
#pragma once

#include <tuple>

#include "certificate/certificate.hpp"
#include "certificate/copy_obligations.hpp"

namespace colex::gpu {

/// An obligation that a config decides alone.
struct FiniteObligation {
  char const* id;
  char const* statement;
  char const* over;  ///< what is enumerated
  bool (*holds)();
};

/// Proves the obligations, and writes them with hashes and versions into the certificate `c`, whose "config"
/// is set. Returns whether both solvers proved all.
bool prove_obligations(nlohmann::ordered_json& c, std::vector<Obligation> const& obligations,
                       char const* bound, sym::Settings settings, std::ostream& progress);

/// Decides the obligations, and writes them into the certificate. Returns whether all hold.
bool decide_obligations(nlohmann::ordered_json& c, std::vector<FiniteObligation> const& obligations,
                        std::ostream& progress);

/// make.operator()<Config>() for the config of the tuple whose name_of.operator()<Config>() is `name`; null
/// for an unknown name.
template <class... Configs, class NameOf, class Make>
nlohmann::ordered_json for_named(std::tuple<Configs...> const*, std::string const& name, NameOf name_of,
                                 Make make) {
  nlohmann::ordered_json made;
  ((name == name_of.template operator()<Configs>() ? void(made = make.template operator()<Configs>())
                                                   : void()),
   ...);
  return made;
}
template <class... Configs, class NameOf>
std::vector<std::string> names_of(std::tuple<Configs...> const*, NameOf name_of) {
  return {name_of.template operator()<Configs>()...};
}

}  // namespace colex::gpu
