// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "certificate/certificate.hpp"
#include "certificate/queries.hpp"
#include "sym/solver.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

Json remarks(Claims::Remarks const& said) {
  Json json = Json::object();
  for (auto const& [id, remark] : said) json[id] = remark;
  return json;
}

/// The obligations that solvers prove, each with its queries, and the lemmas that the queries assume.
void put_obligations(Json& c, Claims const& claims, Json const& queries) {
  c["lemmas"] = queries.at("lemmas");
  c["obligations"] = Json::array();
  for (std::size_t k = 0; k < claims.obligations.size(); ++k)
    c["obligations"].push_back({{"id", claims.obligations[k].id},
                                {"statement", claims.obligations[k].statement},
                                {"z3", "proved"},
                                {"cvc5", "proved"},
                                {"bound", claims.bound},
                                {"queries", queries.at("obligations").at(k)}});
}

Json demanded(KernelProof const& kernel, std::string const& config, Claims const& claims,
              Json const& queries) {
  Json c = {{"format", "colex certificate 2"},
            {"kernel", kernel.kernel},
            {"config", config},
            {"parameters", kernel.describe(config)},
            {"symbolic", claims.symbolic},
            {"valid", true},
            {"sources_sha256", source_hash(kernel.kernel)},
            {"solvers", {{"z3", sym::z3_version()}, {"cvc5", configured_cvc5_version()}}}};
  put_obligations(c, claims, queries);
  if (!claims.enumerated.empty()) c["enumerated"] = Json::array();
  for (auto const& obligation : claims.enumerated) {
    Json entry = {{"id", obligation.id}, {"statement", obligation.statement}, {"over", obligation.over}};
    if (!obligation.law.empty()) entry.update({{"law", obligation.law}, {"layouts", obligation.layouts}});
    entry["holds"] = true;
    c["enumerated"].push_back(entry);
  }
  if (!claims.decided.empty()) c["decided"] = remarks(claims.decided);
  c["derived"] = remarks(claims.derived);
  c["trusted_base"] = claims.trusted_base;
  c["machine_code"] = machine_code_of(kernel.kernel, config);
  return c;
}

}  // namespace

Json demanded_certificate(KernelProof const& kernel, std::string const& config) {
  Claims const claims = kernel.claims(config);
  return demanded(kernel, config, claims, queries_of(kernel, claims));
}

Json certify(KernelProof const& kernel, std::string const& config, sym::Settings const& settings,
             std::ostream& progress) {
  Claims const claims = kernel.claims(config);
  Json const queries = queries_of(kernel, claims);
  Json c = demanded(kernel, config, claims, queries);
  c["solvers"]["cvc5"] = sym::cvc5_version();
  bool valid = true;
  Json const verdicts = verdicts_on(kernel, config, claims, queries, settings, progress);
  for (std::size_t k = 0; k < verdicts.size(); ++k) {
    c["obligations"][k].update(verdicts[k]);
    valid = valid && verdicts[k].at("z3") == "proved" && verdicts[k].at("cvc5") == "proved";
  }
  for (std::size_t k = 0; k < claims.enumerated.size(); ++k) {
    bool const holds = claims.enumerated[k].holds();
    auto const& [id, statement, over, decide, law, layouts] = claims.enumerated[k];
    progress << fmt::format("{} {}: {} ({}: {})\n", config, id, holds ? "proved" : "NOT proved",
                            law.empty() ? "enumerated" : "law " + law, over);
    c["enumerated"][k]["holds"] = holds;
    valid = valid && holds;
  }
  c["valid"] = valid;
  return c;
}

}  // namespace colex::gpu
