// SPDX-License-Identifier: MIT
// inspect --certificate and --check.
#include <fmt/format.h>

#include <fstream>
#include <set>

#include "cli/inspected_file.hpp"
#include "cli/inspection.hpp"
#include "cli/streams.hpp"
#ifdef COLEX_WITH_SOLVERS
#include "code/certificate/document.hpp"
#endif
#include "operations/value.hpp"

namespace colex::cli {

#ifndef COLEX_WITH_SOLVERS

bool certify_code(std::string const&, std::vector<Asked> const&, std::string const&, std::string&) {
  throw InputError("inspect: this colex was built without solvers, which a certificate needs");
}
bool check_code(std::string const&, std::string const&, std::string&) {
  throw InputError("inspect: this colex was built without solvers, which a certificate needs");
}

#else

namespace {

using Ordered = nlohmann::ordered_json;
constexpr std::size_t kMostCertificate = std::size_t{256} << 20;

/// What a certificate of these kernels must say, without the solvers' answers.
Ordered demanded(std::string const& file, std::vector<Asked> const& asked) {
  InspectedFile const kernels(file);
  std::vector<Ordered> parts;
  for (Asked const& one : asked) {
    code::Ledger const ledger;
    code::Inspector inspector = kernels.inspect(one.kernel, one.options, one.assumed);
    if (kernels.is_ptx() && inspector.result().threads < 32)
      throw InputError(fmt::format("inspect --certificate: of {}: {}", printable(one.kernel),
                                   inspector.result().not_understood.front().why));
    parts.push_back(code::demanded_part(inspector, ledger, one.meant));
  }
  return code::demanded_document(kernels.bytes(), kernels.target(), kernels.is_ptx(), std::move(parts));
}

std::string counted(Ordered const& document) {
  std::string text;
  for (auto const& part : document["kernels"]) {
    text += part["kernel"].get<std::string>() + ":";
    for (char const* const kind : code::kQuestions)
      if (part.contains(kind)) text += fmt::format(" {} {},", part[kind].size(), kind);
    for (char const* const kind : {"waits", "distances"})
      if (part.contains(kind)) text += fmt::format(" {},", kind);
    text += fmt::format(" {} not covered\n", part["not_covered"].size());
  }
  return text;
}

/// Whether a question, the waits or the distances of a kernel stand behind it.
bool says_anything(Ordered const& document) {
  for (auto const& part : document["kernels"]) {
    if (part.contains("waits") || part.contains("distances")) return true;
    for (char const* const kind : code::kQuestions)
      if (part.contains(kind) && !part[kind].empty()) return true;
  }
  return false;
}

}  // namespace

bool certify_code(std::string const& file, std::vector<Asked> const& asked, std::string const& to,
                  std::string& text) {
  bool all = false;
  Ordered const document = code::decided(demanded(file, asked), all);
  std::ofstream out(to);
  out << document.dump(1, ' ', true, Ordered::error_handler_t::replace) << "\n";
  if (!out.flush()) throw InputError("inspect: cannot write " + printable(to));
  text += counted(document) + (!all                      ? "NOT proved by both solvers\n"
                               : says_anything(document) ? "proved by Z3 and cvc5\n"
                                                         : "nothing is proved, for no access is covered\n");
  return all;
}

bool check_code(std::string const& file, std::string const& certificate, std::string& text) {
  std::string const written = read_file("inspect", certificate, kMostCertificate),
                    name = printable(certificate);
  std::set<std::string> repeated;
  std::vector<std::set<std::string> > open;
  auto const watch = [&](int, Ordered::parse_event_t event,
                         Ordered& value) {  // a key that is there twice says two things
    if (event == Ordered::parse_event_t::object_start) open.emplace_back();
    if (event == Ordered::parse_event_t::object_end) open.pop_back();
    if (event == Ordered::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
      repeated.insert(value.get<std::string>());
    return true;
  };
  Ordered const given = Ordered::parse(written, watch, false);
  if (given.is_discarded() || !given.is_object())
    throw InputError("inspect: " + name + " is no JSON document");
  if (!repeated.empty()) {
    text += fmt::format("{}: the key '{}' is there twice\n", name, printable(*repeated.begin()));
    return false;
  }
  std::vector<Asked> asked;
  try {  // which kernels, and under which facts: all else is derived
    for (auto const& part : given.at("kernels")) {
      Asked& one = asked.emplace_back();
      one.kernel = part.at("kernel");
      one.options.block = {part.at("threads").get<std::uint32_t>(), 1, 1};
      if (part.contains("block")) one.options.block = part["block"];
      one.options.dynamic_lds = part.at("dynamic_lds");
      for (auto const& [argument, fact] : part.at("assumed").items())
        one.assumed.push_back(argument + " " + fact.get<std::string>());
      std::string lines;
      if (part.contains("meant_lines"))
        for (auto const& line : part["meant_lines"]) lines += line.get<std::string>() + "\n";
      if (!lines.empty()) one.meant = code::read_expectations(name, lines);
    }
  } catch (nlohmann::json::exception const&) {
    throw InputError("inspect: " + name + " names no kernels with threads and facts");
  }
  if (asked.empty()) {
    text += name + ": /kernels: none, and a certificate is of one at least\n";
    return false;
  }
  bool all = false;
  Ordered wanted = demanded(file, asked);
  std::string wrong = code::difference(code::without_answers(given), wanted);
  if (wrong.empty()) {
    wanted = code::decided(std::move(wanted), all);
    wrong = code::difference(given, wanted);
  }
  if (!wrong.empty())
    text += fmt::format("{}: {}\n", name, wrong);
  else if (!all)
    text += fmt::format("{}: not all is proved by Z3 and cvc5\n", name);
  else
    text += fmt::format("{}: {}\n{}", name, says_anything(wanted) ? "holds" : "holds, and proves nothing",
                        counted(wanted));
  return wrong.empty() && all;
}

#endif

}  // namespace colex::cli
