// SPDX-License-Identifier: MIT
// The checker. It owns what a certificate must say: it derives the whole document from the config and the
// sources, and refuses one that differs in any field. Only then is anything decided, and nothing that was
// read is given to a solver: cvc5 answers the checker's own queries, and a plain simulation of launches,
// which shares no code with the kernel or the algebra, counts every access.
#include <fmt/format.h>

#include <map>

#include "certificate/certificate.hpp"
#include "certificate/difference.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

/// Every field that is not the demanded one, and what that means where a user can do something about it.
std::vector<std::string> problems_of_fields(Json const& demanded, Json const& c) {
  static std::map<std::string, char const*> const meaning = {
      {"valid", "it says of itself that it is not valid"},
      {"sources_sha256", "it was made from other sources than this tool: make it again"},
      {"solvers", "it was made with other solvers than this tool's: make it again"},
      {"parameters", "its parameters are not those of the config"},
      {"machine_code", "O12: the hashes of its machine code are not those that are recorded"}};
  std::vector<std::string> problems = differences(demanded, c);
  for (auto& problem : problems)
    if (auto const known = meaning.find(problem.substr(0, problem.find(':'))); known != meaning.end())
      problem = fmt::format("{} ({})", known->second, problem);
  return problems;
}

/// A script to decide, and what it is about.
struct Question {
  std::string about, script;
};

std::vector<Question> questions_of(KernelProof const& kernel, Json const& demanded) {
  std::vector<Question> questions;
  for (auto const& lemma : demanded.at("lemmas"))
    questions.push_back({"lemma " + std::string(lemma.at("claim")), lemma.at("smtlib")});
  for (auto const& obligation : demanded.at("obligations"))
    for (auto const& query : obligation.at("queries"))
      questions.push_back({query.at("claim"), query.at("smtlib")});
  if (kernel.restate != nullptr)
    for (auto const& again : kernel.restate(demanded.at("parameters")))
      questions.push_back({again.id + ", stated again", again.script});
  return questions;
}

void decide_all(std::vector<Question> const& questions, Decide const& decide,
                std::vector<std::string>& problems) {
  std::vector<std::string> scripts;
  for (auto const& question : questions) scripts.push_back(question.script);
  auto const said = decide(scripts);
  for (std::size_t k = 0; k < questions.size(); ++k)
    if (said.at(k) != "unsat")
      problems.push_back(
          fmt::format("{}: cvc5 does not prove it, but says: {}", questions[k].about, said[k]));
}

}  // namespace

KernelProof const* kernel_of(std::string const& config, Kernels kernels) {
  for (KernelProof const* kernel : kernels)
    for (auto const& name : kernel->configs())
      if (name == config) return kernel;
  return nullptr;
}

std::vector<std::string> check_certificate(ReadCertificate const& certificate, Kernels kernels,
                                           Decide const& decide) {
  Json const& c = certificate.document;
  std::vector<std::string> problems;
  for (auto const& key : certificate.repeated_keys)
    problems.push_back("a field is there twice: " + shown(key));
  if (!problems.empty()) return problems;
  auto const text_at = [&](char const* key) {
    return c.is_object() && c.contains(key) && c.at(key).is_string() ? std::string(c.at(key)) : "";
  };
  if (text_at("format") != "colex certificate 2") return {"not a certificate of this format"};
  KernelProof const* const kernel = kernel_of(text_at("config"), kernels);
  if (kernel == nullptr) return {"no config is named " + shown(text_at("config"))};
  if (text_at("kernel") != kernel->kernel)
    return {fmt::format("kernel: {} is a config of kernel {}", text_at("config"), kernel->kernel)};
  try {
    Claims const claims = kernel->claims(text_at("config"));
    Json const demanded = demanded_certificate(*kernel, text_at("config"));
    problems = problems_of_fields(demanded, c);
    if (!problems.empty()) return problems;
    decide_all(questions_of(*kernel, demanded), decide, problems);
    for (auto const& obligation : claims.enumerated)
      if (!obligation.holds()) problems.push_back(fmt::format("{} does not hold", obligation.id));
    kernel->simulate(demanded.at("parameters"), problems);
  } catch (std::exception const& e) {
    problems.push_back(std::string("not decided: ") + e.what());
  }
  return problems;
}

}  // namespace colex::gpu
