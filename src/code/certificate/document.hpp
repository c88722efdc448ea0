// SPDX-License-Identifier: MIT
// A certificate of what `colex inspect` says of a file: each verdict that holds, with the questions that two solvers have answered, and what is
// not covered.
//
//   Json const certificate = code_certificate(bytes, "gfx942", inspected, seconds);
//   wrong_with(certificate, demanded)      nothing where it holds
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "code/certificate/claims.hpp"

namespace colex::code {

/// What a kernel's part of a certificate must say, verdicts left out: they follow from the code, the options and nothing else.
/// What an author means (expect.hpp) is stated with it, where there is anything.
nlohmann::ordered_json demanded_part(Inspector& inspector, Ledger const& ledger,
                                     std::vector<Expectation> const& meant = {});

/// The parts of a kernel that are questions.
inline constexpr char const* kQuestions[] = {"layouts",          "meant",    "rewriting", "in_bounds",
                                             "global_in_bounds", "race_free"};

/// The whole, around its parts.
nlohmann::ordered_json demanded_document(std::string const& bytes, std::string const& target, bool is_ptx,
                                         std::vector<nlohmann::ordered_json> parts);

/// The document with what both solvers say of each question: "unsat" where it is proved. `all` becomes whether all are.
nlohmann::ordered_json decided(nlohmann::ordered_json document, bool& all);

/// A document before solvers have answered.
nlohmann::ordered_json without_answers(nlohmann::ordered_json document);

/// Where two documents differ first, as a path and both values; empty where they do not.
std::string difference(nlohmann::ordered_json const& given, nlohmann::ordered_json const& wanted,
                       std::string const& path = {});

}  // namespace colex::code
