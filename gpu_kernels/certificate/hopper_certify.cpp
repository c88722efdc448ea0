// SPDX-License-Identifier: MIT
#include "certificate/hopper_certificate.hpp"
#include "certificate/hopper_obligations.hpp"
#include "text/print.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;
using namespace hopper;
constexpr HopperConfigs const* all_configs = nullptr;
auto const name_of_config = []<class Config>() { return config_name<Config>(); };

template <class Tile>
Json operand() {
  return {{"contiguous", Tile::major == Major::k ? "k" : "line"},
          {"lines", Tile::lines},
          {"box", {Tile::box_width, Tile::box_height}},
          {"boxes", Tile::boxes},
          {"stride_bytes", Tile::stride_offset},
          {"leading_bytes", Tile::leading_offset},
          {"step_bytes", Tile::step_offset}};
}

template <class Config>
Json describe() {
  return {{"element", name_of(Config::element)},
          {"element_bytes", bytes_of(Config::element)},
          {"tile", {Config::M, Config::N, Config::K}},
          {"stages", Config::stages},
          {"cluster", Config::cluster},
          {"band", Config::band},
          {"threads", Config::threads},
          {"warpgroups", Config::consumers},
          {"stage_bytes", Config::stage_bytes},
          {"shared_bytes", Config::shared_bytes},
          {"swizzle", "128B"},
          {"a", operand<typename Config::A>()},
          {"b", operand<typename Config::B>()},
          {"held", to_text(held<Config::N>)},
          {"stored", to_text(stored<Config::N>)}};
}

template <class Config>
Json certify_config(sym::Settings const& settings, std::ostream& progress) {
  Json c = {{"format", "colex certificate 1"},
            {"kernel", "hopper_gemm"},
            {"config", config_name<Config>()},
            {"parameters", describe<Config>()},
            {"symbolic", {"M", "N", "K", "pitches", "clusters", "band"}},
            {"valid", true}};
  bool const proved = prove_obligations(c, HopperObligations<Config>::symbolic(),
                                        "every size, pitch, band and number of clusters", settings, progress);
  bool const decided = decide_obligations(c, HopperObligations<Config>::finite(), progress);
  c["valid"] = proved && decided;
  c["derived"] = {
      {"O4.boxes",
       "what of a box lies outside the matrix is filled with zeros, in both operands: products of it "
       "are zero; what lies inside is in the operand's memory by O4.offsets"},
      {"O4.result",
       "an element is stored where its row and column are inside the result: two comparisons in "
       "store_run; then O4.offsets"},
      {"O9.result", "an element of the result is stored once: O1, O8 and O9"},
      {"O11", "the bound of hopper/gemm_reference.hpp, derived there; compared with in the tests"}};
  c["trusted_base"] = {
      "the loops of gemm_kernel.hpp round these functions, and the roles of ring.hpp beyond the bounds of "
      "O6: more "
      "warps, more stages in a cluster, more parts",
      "TMA, mbarrier, wgmma and the cluster's barrier do what the PTX ISA says; wgmma.wait_group returns "
      "after the "
      "reads; the canonical layouts and the accumulator's are CUTLASS's",
      "the bank model of tiles/bank_model.hpp, and that wgmma reads one core matrix at a time",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and a solver of which the other agrees",
      "integers do not overflow: the call refuses sizes beyond 2^31 - 1025, pitches of 2^40 and 2^31 tiles",
      "the caller's memory is as large as sizes and pitches say, and the result overlaps no operand"};
  return c;
}

template <class Obligations>
std::vector<std::string> ids_of(Obligations const& obligations) {
  std::vector<std::string> ids;
  for (auto const& obligation : obligations) ids.push_back(obligation.id);
  return ids;
}
using Any = HopperObligations<std::tuple_element_t<0, HopperConfigs>>;

}  // namespace

std::vector<std::string> hopper_config_names() { return names_of(all_configs, name_of_config); }

Json certify_hopper(std::string const& config, sym::Settings const& settings, std::ostream& progress) {
  return for_named(all_configs, config, name_of_config,
                   [&]<class Config>() { return certify_config<Config>(settings, progress); });
}

Json hopper_parameters(std::string const& config) {
  return for_named(all_configs, config, name_of_config, []<class Config>() { return describe<Config>(); });
}

std::vector<std::string> hopper_proved_ids() { return ids_of(Any::symbolic()); }
std::vector<std::string> hopper_enumerated_ids() { return ids_of(Any::finite()); }

}  // namespace colex::gpu
