// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>

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
Json certify_config(sym::Settings settings, std::ostream& progress) {
  Json c = {{"format", "colex certificate 1"},
            {"kernel", "permute"},
            {"config", Config::name},
            {"parameters", describe<Config>()},
            {"symbolic", {"extents", "strides >= 0 of source and destination"}},
            {"valid", true}};
  c["sources_sha256"] = source_hash("permute");
  c["solvers"] = {{"z3", sym::z3_version()}, {"cvc5", sym::cvc5_version()}};
  c["obligations"] = Json::array();
  sym::Book book(settings);
  sym::Lemmas const lemmas(book);
  auto const say = [&](char const* id, bool holds, std::string const& how) {
    progress << fmt::format("{} {}: {} ({})\n", Config::name, id, holds ? "proved" : "NOT proved", how);
    if (!holds) c["valid"] = false;
  };
  for (auto const& obligation : PermuteObligations<Config>::symbolic()) {
    sym::Report report;
    report.name = obligation.id;
    auto const start = std::chrono::steady_clock::now();
    Json queries = Json::array();
    settings.on_script = [&](std::string const& name, std::string const& script) {
      queries.push_back({{"claim", name}, {"smtlib", script}});
    };
    sym::Proof proof(lemmas, settings, report);
    obligation.prove(proof);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    say(obligation.id, report.green(), fmt::format("{} queries, {:.1f} s", report.queries, report.seconds));
    for (auto const& failure : report.failures) progress << "    " << failure << "\n";
    c["obligations"].push_back({{"id", obligation.id},
                                {"statement", obligation.statement},
                                {"z3", sym::name(report.z3)},
                                {"cvc5", sym::name(report.cvc5)},
                                {"bound", "every extent > 0 and stride >= 0"},
                                {"queries", queries}});
  }
  c["enumerated"] = Json::array();
  for (auto const& obligation : PermuteObligations<Config>::finite()) {
    bool const holds = obligation.holds();
    say(obligation.id, holds, std::string("enumerated: ") + obligation.over);
    c["enumerated"].push_back({{"id", obligation.id},
                               {"statement", obligation.statement},
                               {"over", obligation.over},
                               {"holds", holds}});
  }
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

template <class... Configs>
std::vector<std::string> names(std::tuple<Configs...> const*) {
  return {Configs::name...};
}

template <class... Configs>
Json certify_named(std::tuple<Configs...> const*, std::string const& name, sym::Settings const& settings,
                   std::ostream& progress) {
  Json c;
  ((name == Configs::name ? void(c = certify_config<Configs>(settings, progress)) : void()), ...);
  return c;
}

template <class... Configs>
Json describe_named(std::tuple<Configs...> const*, std::string const& name) {
  Json c;
  ((name == Configs::name ? void(c = describe<Configs>()) : void()), ...);
  return c;
}

}  // namespace

std::vector<std::string> permute_config_names() { return names(all_configs); }

Json certify_permute(std::string const& config, sym::Settings const& settings, std::ostream& progress) {
  return certify_named(all_configs, config, settings, progress);
}

Json permute_parameters(std::string const& config) { return describe_named(all_configs, config); }

}  // namespace colex::gpu
