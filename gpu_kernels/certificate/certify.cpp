// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <map>

#include "certificate/apart.hpp"
#include "certificate/certificate.hpp"
#include "certificate/copy_obligations.hpp"
#include "certificate/element_names.hpp"
#include "certificate/gemm_certificate.hpp"
#include "certificate/hopper_certificate.hpp"
#include "certificate/permute.hpp"
#include "lemmas/division.hpp"
#include "source_hash.hpp"
#include "sym/solver.hpp"
#include "text/print.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

template <class Array, class Config>
Json side(Layout<std::int64_t> const& tile, Index step) {
  return {{"tile", to_text(tile)}, {"step_elements", step}, {"access_elements", Array::width}};
}

template <class Config>
Json describe() {
  return {
      {"element", element_name<typename Config::element>()},
      {"element_bytes", sizeof(typename Config::element)},
      {"threads", Config::threads},
      {"vector_elements", Config::vector},
      {"source", side<SourceArray<Config>, Config>(Config::source, Config::source_step)},
      {"destination", side<DestinationArray<Config>, Config>(Config::destination, Config::destination_step)}};
}

}  // namespace

bool prove_obligations(Json& c, std::vector<Obligation> const& obligations, char const* bound,
                       sym::Settings settings, std::ostream& progress) {
  c["sources_sha256"] = source_hash(c.at("kernel"));
  c["solvers"] = {{"z3", sym::z3_version()}, {"cvc5", sym::cvc5_version()}};
  // Configs whose obligations are the same functions, as GEMM's of one tile are, have them proved once.
  static std::map<std::vector<void (*)(sym::Proof&)>, std::pair<Json, bool>> proved;
  std::vector<void (*)(sym::Proof&)> proofs;
  for (auto const& obligation : obligations) proofs.push_back(obligation.prove);
  if (auto const known = proved.find(proofs); known != proved.end()) {
    progress << fmt::format("{}: the obligations of a config before, proved there\n",
                            std::string(c.at("config")));
    c["obligations"] = known->second.first;
    return known->second.second;
  }
  Json const answer = apart([&] {
    c["obligations"] = Json::array();
    sym::Book book(settings);
    sym::Lemmas const lemmas(book);
    bool green = true;
    for (auto const& obligation : obligations) {
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
      progress << fmt::format("{} {}: {} ({} queries, {:.1f} s)\n", std::string(c.at("config")),
                              obligation.id, report.green() ? "proved" : "NOT proved", report.queries,
                              report.seconds);
      for (auto const& failure : report.failures) progress << "    " << failure << "\n";
      c["obligations"].push_back({{"id", obligation.id},
                                  {"statement", obligation.statement},
                                  {"z3", sym::name(report.z3)},
                                  {"cvc5", sym::name(report.cvc5)},
                                  {"bound", bound},
                                  {"queries", queries}});
      green = green && report.green();
    }
    return Json{{"obligations", c.at("obligations")}, {"green", green}};
  });
  c["obligations"] = answer.at("obligations");
  proved[proofs] = {c.at("obligations"), answer.at("green")};
  return answer.at("green");
}

bool decide_obligations(Json& c, std::vector<FiniteObligation> const& obligations, std::ostream& progress) {
  c["enumerated"] = Json::array();
  bool all = true;
  for (auto const& obligation : obligations) {
    bool const holds = obligation.holds();
    progress << fmt::format("{} {}: {} (enumerated: {})\n", std::string(c.at("config")), obligation.id,
                            holds ? "proved" : "NOT proved", obligation.over);
    c["enumerated"].push_back({{"id", obligation.id},
                               {"statement", obligation.statement},
                               {"over", obligation.over},
                               {"holds", holds}});
    all = all && holds;
  }
  return all;
}

namespace {

template <class Config>
Json certify_copy(sym::Settings settings, std::ostream& progress) {
  static_assert(check_copy_config<Config>());
  Json c = {{"format", "colex certificate 1"},  {"kernel", "copy"},      {"config", Config::name},
            {"parameters", describe<Config>()}, {"symbolic", {"count"}}, {"valid", true}};
  c["valid"] = prove_obligations(c, CopyObligations<Config>::all(),
                                 "every count >= 0, every element and thread", settings, progress);
  c["derived"] = {
      {"O2",
       "each element is read once and stored once: O1, and the kernel moves the elements of its run only"},
      {"O6",
       "no race: by O1 and O9 no offset is stored by two threads, and no shared memory is used; the caller "
       "keeps source and destination apart"}};
  c["trusted_base"] = {
      "the loop of copy_kernel.hpp that calls these index functions", "the compiler and the hardware",
      "the symbolic integers of smt/sym, and a solver of which the other agrees",
      "integers do not overflow: the launcher refuses counts beyond 2^31 - 1 blocks",
      "the caller's memory holds required_elements(count) elements and begins at a multiple of 16 bytes"};
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
  ((name == Configs::name ? void(c = certify_copy<Configs>(settings, progress)) : void()), ...);
  return c;
}

template <class... Configs>
Json describe_named(std::tuple<Configs...> const*, std::string const& name) {
  Json c;
  ((name == Configs::name ? void(c = describe<Configs>()) : void()), ...);
  return c;
}

constexpr CopyConfigs const* all_configs = nullptr;

}  // namespace

std::vector<std::string> certified_configs() {
  auto all = names(all_configs);
  for (auto const& name : permute_config_names()) all.push_back(name);
  for (auto const& name : certified_gemm_configs()) all.push_back(name);
  for (auto const& name : hopper_config_names()) all.push_back(name);
  return all;
}

nlohmann::ordered_json certify(std::string const& config, sym::Settings const& settings,
                               std::ostream& progress) {
  auto c = certify_named(all_configs, config, settings, progress);
  if (c.is_null()) c = certify_permute(config, settings, progress);
  if (c.is_null()) c = certify_hopper(config, settings, progress);
  if (c.is_null()) c = certify_gemm(config, settings, progress);
  if (!c.is_null()) c["machine_code"] = machine_code_of(c.at("kernel"), config);
  return c;
}

nlohmann::ordered_json machine_code_of(std::string const& kernel, std::string const& config) {
  struct Recorded {
    char const *config, *target, *compiler, *sha256, *sources;
  };
  static constexpr Recorded record[] = {
#define COLEX_MACHINE_CODE(config, target, compiler, sha256, sources) \
  {#config, #target, compiler, sha256, sources},
#include "certificate/machine_code.inc"
#undef COLEX_MACHINE_CODE
  };
  Json codes = Json::array();
  for (auto const& r : record)
    if (config == r.config && source_hash(kernel) == r.sources)
      codes.push_back({{"target", r.target}, {"compiler", r.compiler}, {"sha256", r.sha256}});
  return codes;
}

nlohmann::ordered_json parameters_of(std::string const& config) {
  auto c = describe_named(all_configs, config);
  if (c.is_null()) c = permute_parameters(config);
  if (c.is_null()) c = hopper_parameters(config);
  return c.is_null() ? parameters_of_gemm(config) : c;
}

std::string source_hash(std::string const& kernel) {
  for (auto const& sources : kernel_sources)
    if (kernel == sources.kernel) return sources.sha256;
  throw std::runtime_error("tools/hash_sources.py does not know the sources of kernel " + kernel);
}

}  // namespace colex::gpu
