// SPDX-License-Identifier: MIT
#include "certificate/element_names.hpp"
#include "certificate/permute.hpp"
#include "certificate/permute_obligations.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;
constexpr PermuteConfigs const* all_configs = nullptr;

Json numbers(Swizzle const& s) { return {s.bits, s.base, s.shift}; }

template <class Config>
Json describe() {
  using T = typename Config::element;
  return {{"element", element_name<T>()},
          {"element_bytes", sizeof(T)},
          {"rank", Config::rank},
          {"tile_x", Config::tile_x},
          {"tile_y", Config::tile_y},
          {"vector_elements", Config::vector},
          {"threads", Config::threads},
          {"swizzle", numbers(Config::swizzle)},
          {"narrow_swizzle", numbers(Config::narrow_swizzle)}};
}

template <class Config>
Json certify_config(sym::Settings const& settings, std::ostream& progress) {
  Json c = {{"format", "colex certificate 1"},
            {"kernel", "permute"},
            {"config", Config::name},
            {"parameters", describe<Config>()},
            {"symbolic", {"extents", "strides >= 0 of source and destination"}},
            {"valid", true}};
  bool const proved = prove_obligations(c, PermuteObligations<Config>::symbolic(),
                                        "every extent > 0 and stride >= 0", settings, progress);
  bool const decided = decide_obligations(c, PermuteObligations<Config>::finite(), progress);
  c["valid"] = proved && decided;
  c["derived"] = {
      {"O6",
       "no race: in the tile, threads write different elements (O2, O5) before the one barrier and only read "
       "after it; in the destination by O9; the caller keeps source and destination apart"},
      {"O9",
       "no offset is stored twice: besides O1, O2 and O9, the launcher refuses a destination that is not "
       "injective, by the decision procedure of theorem injective_is_exact"}};
  c["trusted_base"] = {
      "the loops of permute_kernel.hpp that call these index functions, and the barrier between them",
      "the bank models of tiles/bank_model.hpp: measured by others or taken for granted, see there",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and a solver of which the other agrees",
      "integers do not overflow: the launcher refuses more than 2^31 - 1 tiles and arrays beyond 2^62 "
      "elements",
      "the caller's memory holds required_by(extents, strides) elements and begins at a multiple of 16 "
      "bytes"};
  return c;
}

auto const name_of = []<class Config>() { return std::string(Config::name); };

}  // namespace

std::vector<std::string> permute_config_names() { return names_of(all_configs, name_of); }

Json certify_permute(std::string const& config, sym::Settings const& settings, std::ostream& progress) {
  return for_named(all_configs, config, name_of,
                   [&]<class Config>() { return certify_config<Config>(settings, progress); });
}

Json permute_parameters(std::string const& config) {
  return for_named(all_configs, config, name_of, []<class Config>() { return describe<Config>(); });
}

}  // namespace colex::gpu
