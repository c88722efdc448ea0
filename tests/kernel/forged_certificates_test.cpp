// SPDX-License-Identifier: MIT
// Forged certificates: every field altered, every script replaced, sections moved between certificates, texts
// that JSON readers read in two ways. None is accepted, each is refused with a reason, and none gets as far
// as the solver, which believes everything here.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "kernels.hpp"

namespace colex::gpu {
namespace {

using Json = nlohmann::ordered_json;
using Path = Json::json_pointer;

constexpr char const* configs[] = {"copy_transpose_f32", "permute3_f32",          "gemm_f32",
                                   "gemm_mfma_bf16_f32", "hopper_bf16_kk_64x128", "strided_copy_b32"};

Json const& genuine(std::string const& config) {
  static std::map<std::string, Json> made;
  if (!made.contains(config))
    made[config] = demanded_certificate(*kernel_of(config, kernel_proofs()), config);
  return made.at(config);
}

/// Believes everything, and counts what it is asked.
struct Credulous {
  int asked = 0;
  std::vector<std::string> operator()(std::vector<std::string> const& scripts) {
    ++asked;
    return std::vector<std::string>(scripts.size(), "unsat");
  }
};

struct Tally {
  int forged = 0, accepted = 0;
  /// What is said of the text, which must be refused before anything is decided.
  std::string refuse(std::string const& what, ReadCertificate const& certificate) {
    if (accepted > 2) return "";  // the tie is broken: to decide each takes its time
    Credulous solver;
    ++forged;
    auto const problems = check_certificate(certificate, kernel_proofs(), std::ref(solver));
    bool const refused = !problems.empty() && !problems.front().empty() && solver.asked == 0;
    if (!refused) ++accepted;
    EXPECT_TRUE(refused) << "accepted: " << what;
    for (auto const& problem : problems)
      EXPECT_TRUE(problem.find('\n') == problem.npos && problem.size() < 1000) << what << ": " << problem;
    return problems.empty() ? "" : problems.front();
  }
  std::string refuse_document(std::string const& what, Json const& certificate) {
    return refuse(what, ReadCertificate{certificate, {}, {}});
  }
  std::string refuse_text(std::string const& what, std::string const& text) {
    return refuse(what, read_certificate(text));
  }
};

/// Calls use(path) for each value of the document, objects and arrays too. Of an array's queries or lemmas
/// one in `step` is entered.
void each_value(Json const& value, Path const& at, std::size_t step,
                std::function<void(Path const&)> const& use) {
  use(at);
  if (value.is_object())
    for (auto const& [key, member] : value.items()) each_value(member, at / key, step, use);
  if (!value.is_array()) return;
  bool const many = !value.empty() && value[0].is_object() && value[0].contains("smtlib");
  for (std::size_t k = 0; k < value.size(); k += many ? step : 1) each_value(value[k], at / k, step, use);
}

/// Values of other meaning, or of the same meaning and another type.
std::vector<Json> alterations(Json const& value) {
  if (value.is_boolean()) return {!value.get<bool>(), 1, "true"};
  if (value.is_number()) return {value.get<long>() + 1, -1, 1.0 * value.get<long>(), value.dump()};
  if (value.is_string()) {
    std::string const text = value;
    return {"", text + " ", " " + text, text.substr(0, text.size() / 2), 0};
  }
  return {nullptr, Json::object(), Json::array(), 0};
}

/// The document with the object or array at `at` spoilt in its structure.
std::vector<Json> restructured(Json const& certificate, Path const& at) {
  std::vector<Json> forged;
  Json const& value = certificate.at(at);
  auto const put = [&](Json const& other) {
    if (other == value) return;
    Json document = certificate;
    document.at(at) = other;
    forged.push_back(document);
  };
  if (value.is_object()) {
    for (auto const& [key, member] : value.items()) {
      Json without = value;
      without.erase(key);
      put(without);
      without[key] = member;  // the last field now
      put(without);
    }
    Json more = value;
    more["colex"] = 1;
    put(more);
  } else if (value.is_array() && !value.empty()) {
    Json shorter = value, longer = value, turned = value;
    shorter.erase(shorter.size() - 1);
    longer.push_back(value[0]);
    std::reverse(turned.begin(), turned.end());
    for (auto const& other : {shorter, longer, turned}) put(other);
  }
  return forged;
}

TEST(ForgedCertificates, the_genuine_ones_hold_and_are_decided) {
  for (auto const* config : configs) {
    Credulous solver;
    auto const problems =
        check_certificate(read_certificate(genuine(config).dump(1)), kernel_proofs(), std::ref(solver));
    EXPECT_TRUE(problems.empty()) << config << ": " << problems.front();
    EXPECT_EQ(solver.asked, 1) << config;
  }
}

TEST(ForgedCertificates, no_altered_field_is_accepted) {
  Tally tally;
  for (auto const* config : configs) {
    Json const& certificate = genuine(config);
    std::size_t const step = 2 * certificate.at("lemmas").size();
    each_value(certificate, Path(), step, [&](Path const& at) {
      std::string const what = std::string(config) + " " + at.to_string();
      for (auto const& other : alterations(certificate.at(at))) {
        if (other == certificate.at(at) && other.type() == certificate.at(at).type()) continue;
        Json forged = certificate;
        forged.at(at) = other;
        tally.refuse_document(what + " is " + other.dump().substr(0, 40), forged);
      }
      for (auto const& forged : restructured(certificate, at))
        tally.refuse_document(what + " restructured", forged);
    });
  }
  std::cout << tally.forged << " forged, " << tally.accepted << " accepted\n";
  EXPECT_GE(tally.forged, 500);
}

TEST(ForgedCertificates, none_without_what_is_said_of_neighbours_is_accepted) {
  Json const& certificate = genuine("hopper_bf16_kk_64x128");
  Tally tally;
  std::size_t found = 0;
  for (std::size_t k = 0; k < certificate.at("enumerated").size(); ++k) {
    if (certificate.at("enumerated")[k].at("id") != "O14") continue;
    ++found;
    Json without = certificate, weaker = certificate, failed = certificate;
    without.at("enumerated").erase(k);
    weaker.at("enumerated")[k]["statement"] = "an element is near to what it should be";
    failed.at("enumerated")[k]["holds"] = false;
    tally.refuse_document("without O14", without);
    tally.refuse_document("with a weaker O14", weaker);
    tally.refuse_document("O14 does not hold", failed);
  }
  EXPECT_EQ(found, 1);
  EXPECT_EQ(tally.forged, 3);
}

TEST(ForgedCertificates, no_replaced_script_is_accepted) {
  Tally tally;
  std::string const unrelated = genuine("gemm_f32_128x128").at("obligations")[0]["queries"][0]["smtlib"];
  for (auto const* config : configs) {
    Json const& certificate = genuine(config);
    std::vector<Path> scripts;
    each_value(certificate, Path(), 1, [&](Path const& at) {
      if (!at.empty() && at.back() == "smtlib") scripts.push_back(at);
    });
    for (std::size_t k = 0; k < scripts.size(); ++k) {
      std::string const script = certificate.at(scripts[k]);
      auto const last_assertion = script.rfind("(assert"), question = script.rfind("(check-sat)");
      ASSERT_TRUE(last_assertion < question && question != script.npos) << script;
      std::string const goal = script.substr(last_assertion, question - last_assertion);
      std::vector<std::pair<char const*, std::string>> const others = {
          {"vacuous", "(assert false)(check-sat)"},
          {"a contradiction added",
           script.substr(0, last_assertion) + "(assert false)\n" + script.substr(last_assertion)},
          {"weaker: without the goal", script.substr(0, last_assertion) + "(check-sat)\n"},
          {"the goal asserted as well", script.substr(0, question) + "(assert (not true))\n(check-sat)\n"},
          {"the goal alone", "(set-logic ALL)\n" + goal + "(check-sat)\n"},
          {"two questions", script + script},
          {"a comment more", "; \n" + script},
          {"an option", "(set-option :produce-models true)\n" + script},
          {"unrelated", unrelated},
          {"the next one", certificate.at(scripts[(k + 1) % scripts.size()])}};
      // All ten of some, one of each.
      for (std::size_t i = 0; i < others.size(); ++i) {
        if (others[i].second == script || (k % 16 != 0 && i != k % 10)) continue;
        Json forged = certificate;
        forged.at(scripts[k]) = others[i].second;
        tally.refuse_document(std::string(config) + " " + scripts[k].to_string() + ": " + others[i].first,
                              forged);
      }
    }
    Json forged = certificate;  // as review found it accepted: nothing in it is true
    for (auto const& at : scripts) forged.at(at) = "(assert false)(check-sat)";
    for (auto& obligation : forged["obligations"])
      obligation.update({{"statement", "1 = 2"}, {"z3", "refuted"}, {"cvc5", "refuted"}, {"bound", "none"}});
    forged["trusted_base"] = Json::array();
    EXPECT_NE(tally.refuse_document(std::string(config) + " forged as a whole", forged), "");
  }
  std::cout << tally.forged << " forged, " << tally.accepted << " accepted\n";
  EXPECT_GE(tally.forged, 500);
}

TEST(ForgedCertificates, no_section_of_another_is_accepted) {
  Tally tally;
  for (auto const* config : configs)
    for (auto const* other : configs)
      for (auto const& [key, section] : genuine(other).items()) {
        Json const& certificate = genuine(config);
        if (certificate.contains(key) && certificate.at(key) == section) continue;
        Json forged = certificate;
        forged[key] = section;
        tally.refuse_document(std::string(config) + " with the " + key + " of " + other, forged);
      }
  std::cout << tally.forged << " forged, " << tally.accepted << " accepted\n";
  EXPECT_GE(tally.forged, 100);
}

TEST(ForgedCertificates, texts_that_say_two_things_are_not_accepted) {
  Tally tally;
  for (auto const* config : configs) {
    std::string const text = genuine(config).dump(1);
    auto const with = [&](std::string const& old, std::string const& by) {
      std::string other = text;
      other.replace(other.find(old), old.size(), by);
      return other;
    };
    std::string const threads = "\"threads\": ";
    EXPECT_EQ(
        tally.refuse_text("a field twice", with("\"valid\": true", "\"valid\": false, \"valid\": true")),
        "a field is there twice: \"valid\"");
    EXPECT_NE(
        tally.refuse_text("a field twice, below", with(threads, threads + "1, " + threads)).find("twice"),
        std::string::npos);
    std::string const number = std::to_string(genuine(config).at("parameters").at("threads").get<long>());
    tally.refuse_text("a float", with(threads + number, threads + number + ".0"));
    tally.refuse_text("an exponent", with(threads + number, threads + number + "e0"));
    tally.refuse_text("text after it", text + "{}");
    tally.refuse_text("an array of it", "[" + text + "]");
    tally.refuse_text("half of it", text.substr(0, text.size() / 2));
    tally.refuse_text("nothing", "");
    tally.refuse_text("null", "null");
  }
  EXPECT_GE(tally.forged, 40);
}

TEST(ForgedCertificates, reasons_say_what_a_user_can_do) {
  Tally tally;
  auto const reason = [&](char const* key, Json const& value) {
    Json forged = genuine("copy_transpose_f32");
    forged[key] = value;
    return tally.refuse_document(key, forged);
  };
  EXPECT_NE(reason("sources_sha256", std::string(64, '0')).find("from other sources"), std::string::npos);
  EXPECT_NE(reason("solvers", {{"z3", "4"}, {"cvc5", "1"}}).find("with other solvers"), std::string::npos);
  EXPECT_NE(reason("valid", false).find("says of itself"), std::string::npos);
  EXPECT_EQ(reason("format", "colex certificate 1"), "not a certificate of this format");
  EXPECT_EQ(reason("config", "no\nname"), "no config is named \"no\\nname\"");
  EXPECT_NE(reason("config", "copy_identity_f32").find("its parameters are not"), std::string::npos);
  EXPECT_NE(reason("kernel", "gemm").find("is a config of kernel copy"), std::string::npos);
}

/// A solver that says unsat whatever it is asked is found out, and PATH chooses none.
TEST(ForgedCertificates, a_solver_that_echoes_is_not_believed) {
  auto const folder = std::filesystem::temp_directory_path() / ("colex-echo-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  auto const echo = folder / "cvc5";
  auto const version = configured_cvc5_version();
  std::ofstream(echo)
      << "#!/bin/sh\nfor file; do :; done\ngrep -o 'end of script [0-9]*\\|get-info\\|check-sat' $file | "
         "sed 's/check-sat/unsat/; s/get-info/(:version \""
      << version << "\")/; s/^end/colex: end/'\n";
  std::filesystem::permissions(echo, std::filesystem::perms::owner_all);
  std::string const satisfiable = "(set-logic ALL)(declare-fun x () Int)(assert (> x 0))(check-sat)";
  std::string said;
  try {
    decided_by(echo, version, {satisfiable});
  } catch (std::runtime_error const& error) {
    said = error.what();
  }
  EXPECT_NE(said.find("not to be believed"), std::string::npos) << said;
  EXPECT_THROW(decided_by(folder / "absent", version, {satisfiable}), std::runtime_error);
  std::string const path = std::getenv("PATH");
  setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
  EXPECT_EQ(decided_by_cvc5({satisfiable, "(set-logic ALL)(assert false)(check-sat)"}),
            (std::vector<std::string>{"sat", "unsat"}));
  setenv("PATH", path.c_str(), 1);
  EXPECT_THROW(decided_by("/usr/bin/cvc5", "0.0.1", {satisfiable}), std::runtime_error);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace colex::gpu
