// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <map>

#include "certificate/apart.hpp"
#include "certificate/certificate.hpp"
#include "certificate/claims.hpp"
#include "sym/solver.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

/// Proves the obligations, and writes them with hashes and versions into the certificate. Returns whether
/// both solvers proved all.
bool prove(Json& c, Claims const& claims, sym::Settings settings, std::ostream& progress) {
  c["sources_sha256"] = source_hash(c.at("kernel"));
  c["solvers"] = {{"z3", sym::z3_version()}, {"cvc5", sym::cvc5_version()}};
  // Configs whose obligations are the same, as GEMM's of one tile are, have them proved once.
  static std::map<std::pair<std::string, std::string>, std::pair<Json, bool>> proved;
  std::pair<std::string, std::string> const these{claims.kernel, claims.subject};
  if (auto const known = proved.find(these); known != proved.end()) {
    progress << fmt::format("{}: the obligations of a config before, proved there\n",
                            std::string(c.at("config")));
    c["obligations"] = known->second.first;
    return known->second.second;
  }
  Json const answer = Json::parse(apart([&] {
    c["obligations"] = Json::array();
    sym::Book book(settings);
    sym::Lemmas const lemmas(book);
    bool green = true;
    for (auto const& obligation : claims.obligations) {
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
                                  {"bound", claims.bound},
                                  {"queries", queries}});
      green = green && report.green();
    }
    return Json{{"obligations", c.at("obligations")}, {"green", green}}.dump();
  }));
  c["obligations"] = answer.at("obligations");
  proved[these] = {c.at("obligations"), answer.at("green")};
  return answer.at("green");
}

/// Decides the obligations, and writes them into the certificate. Returns whether all hold.
bool decide(Json& c, std::vector<FiniteObligation> const& obligations, std::ostream& progress) {
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

Json remarks(Claims::Remarks const& said) {
  Json json = Json::object();
  for (auto const& [id, remark] : said) json[id] = remark;
  return json;
}

std::optional<Claims> claims_of(std::string const& config) {
  for (auto const of_kernel : {copy_claims, permute_claims, hopper_claims, gemm_claims})
    if (auto claims = of_kernel(config)) return claims;
  return {};
}

}  // namespace

Json certify(std::string const& config, sym::Settings const& settings, std::ostream& progress) {
  auto const claims = claims_of(config);
  if (!claims) return {};
  Json c = {{"format", "colex certificate 1"},     {"kernel", claims->kernel},     {"config", config},
            {"parameters", parameters_of(config)}, {"symbolic", claims->symbolic}, {"valid", true}};
  bool const proved = prove(c, *claims, settings, progress);
  bool const decided = claims->enumerated.empty() || decide(c, claims->enumerated, progress);
  c["valid"] = proved && decided;
  if (!claims->decided.empty()) c["decided"] = remarks(claims->decided);
  c["derived"] = remarks(claims->derived);
  c["trusted_base"] = claims->trusted_base;
  c["machine_code"] = machine_code_of(claims->kernel, config);
  return c;
}

}  // namespace colex::gpu
