// SPDX-License-Identifier: MIT
#include "certificate/queries.hpp"

#include <fmt/format.h>

#include <map>

#include "certificate/apart.hpp"
#include "sym/solver.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

/// Runs every proof; each query goes to the list of its obligation. Calls `done` with each obligation's
/// report.
Json run(Claims const& claims, sym::Settings settings,
         std::function<void(Obligation const&, sym::Report const&)> const& done) {
  Json all = {{"lemmas", Json::array()}, {"obligations", Json::array()}};
  Json* queries = &all["lemmas"];
  settings.every_path = true;
  settings.on_script = [&](std::string const& name, std::string const& script) {
    queries->push_back({{"claim", name}, {"smtlib", script}});
  };
  sym::Book book(settings);
  sym::Lemmas const lemmas(book);
  for (auto const& obligation : claims.obligations) {
    all["obligations"].push_back(Json::array());
    queries = &all["obligations"].back();
    sym::Report report;
    report.name = obligation.id;
    sym::Proof proof(lemmas, settings, report);
    obligation.prove(proof);
    done(obligation, report);
  }
  return all;
}

/// What Z3 and cvc5 say of written queries, the worst of each: {"z3": verdict, "cvc5": verdict}.
Json verdicts_of(Json const& queries, sym::Limits const& limits) {
  sym::Verdict z3 = sym::Verdict::proved, cvc5 = sym::Verdict::proved;
  for (auto const& query : queries) {
    std::string const script = query.at("smtlib");
    z3 = sym::worse(z3, sym::ask_z3(script, limits).verdict);
    cvc5 = sym::worse(cvc5, sym::ask_cvc5(script, limits).verdict);
  }
  return {{"z3", sym::name(z3)}, {"cvc5", sym::name(cvc5)}};
}

/// Whether Z3 proves each obligation, and nothing of it is vacuous.
Json sound(std::string const& config, Claims const& claims, sym::Settings settings, std::ostream& progress) {
  Json all = Json::array();
  settings.second_solver = false;
  run(claims, settings, [&](Obligation const& obligation, sym::Report const& report) {
    for (auto const& failure : report.failures)
      progress << fmt::format("{} {}: {}\n", config, obligation.id, failure);
    all.push_back(report.z3 == sym::Verdict::proved && report.failures.empty() ? "" : sym::name(report.z3));
  });
  return all;
}

/// What configs with the same obligations have in common: their subject, and which obligations these are.
std::string common(KernelProof const& kernel, Claims const& claims) {
  std::string key = fmt::format("{}\n{}", kernel.kernel, claims.subject);
  for (auto const& obligation : claims.obligations)
    key += fmt::format("\n{} {}", obligation.id, obligation.statement);
  return key;
}

/// Those of an earlier config with the same claims, as GEMM's of one tile have; or as `make` finds them.
template <class Make>
Json const& once(std::map<std::string, Json>& known, KernelProof const& kernel, Claims const& claims,
                 Make make) {
  std::string const key = common(kernel, claims);
  if (auto const found = known.find(key); found != known.end()) return found->second;
  return known.emplace(key, make()).first->second;
}

}  // namespace

Json queries_of(KernelProof const& kernel, Claims const& claims) {
  static std::map<std::string, Json> written;
  return once(written, kernel, claims, [&] {
    return Json::parse(apart([&] {
      sym::Settings settings;
      settings.ask = settings.mutants = false;
      return run(claims, settings, [](Obligation const&, sym::Report const&) {}).dump();
    }));
  });
}

Json verdicts_on(KernelProof const& kernel, std::string const& config, Claims const& claims,
                 Json const& queries, sym::Settings const& settings, std::ostream& progress) {
  static std::map<std::string, Json> found;
  bool const anew = !found.contains(common(kernel, claims));
  Json const& verdicts = once(found, kernel, claims, [&] {
    Json const proofs = Json::parse(apart([&] { return sound(config, claims, settings, progress).dump(); }));
    return Json::parse(apart([&] {
      Json const lemmas = verdicts_of(queries.at("lemmas"), settings.limits);
      if (lemmas.at("z3") != "proved" || lemmas.at("cvc5") != "proved")
        throw std::runtime_error("a lemma is not proved: " + lemmas.dump());
      Json all = Json::array();
      for (std::size_t k = 0; k < claims.obligations.size(); ++k) {
        Json const& written = queries.at("obligations").at(k);
        all.push_back(verdicts_of(written, settings.limits));
        if (proofs.at(k) != "") all.back()["z3"] = proofs.at(k);
        bool const both = all.back().at("z3") == "proved" && all.back().at("cvc5") == "proved";
        progress << fmt::format("{} {}: {} ({} queries)\n", config, claims.obligations[k].id,
                                both ? "proved" : "NOT proved", written.size());
      }
      return all.dump();
    }));
  });
  if (!anew) progress << config << ": the obligations of a config before, proved there\n";
  return verdicts;
}

}  // namespace colex::gpu
