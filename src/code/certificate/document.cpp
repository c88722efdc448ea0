// SPDX-License-Identifier: MIT
#include "code/certificate/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "code/bounds.hpp"
#include "code/ptx/module.hpp"
#include "code/ptx/symbols/program.hpp"
#include "operations/failure.hpp"
#include "sym/sha256.hpp"
#include "sym/solver.hpp"

namespace colex::code {

namespace {

using Json = nlohmann::ordered_json;

constexpr char const* kTrusted[] = {
    "LLVM's disassembler, and the reading of what it prints",
    "the rows of instructions (src/code/rows), as terms; colex execute runs the same rows over numbers",
    "what registers hold at the start, as the kernel's descriptor and LLVM's usage guide say",
    "that joins of ways and inductions over loops are put together rightly (src/code/symbols/walk.cpp, "
    "cases.cpp)",
    "that all waves of a block wait at one barrier, and what is derived of the last barrier before an "
    "access; how many trips a loop makes at most",
    "masks of lanes: what is known of a lane's bit where EXEC is written",
    "that a product of words distributes over a sum, of a number that all threads share",
    "how instructions count for waits (src/code/waits.cpp), and which distances the hardware needs "
    "(src/code/distances.cpp)",
    "that nobody changes a table while the kernel runs, of whose entries facts are assumed, and that no "
    "other array of the "
    "kernel overlaps it",
    "Z3 and cvc5, where both say unsat",
    "nothing of a compiler; below the instructions, the hardware"};

constexpr char const* kTrustedOfPtx[] = {
    "the reader of PTX (src/code/ptx/read.cpp)",
    "the rows of instructions (src/code/ptx/rows), as terms; colex execute runs the same rows over numbers",
    "what registers and parameters hold at the start (src/code/ptx/symbols/program.cpp)",
    "that joins of ways and inductions over loops are put together rightly (src/code/symbols/walk.cpp, "
    "cases.cpp)",
    "which registers may differ from thread to thread, and where threads of a block may have gone apart; "
    "that "
    "all threads of a block wait at one barrier, and what is derived of the last barrier before an access; "
    "how "
    "many trips a loop makes at most",
    "that a product of words distributes over a sum, of a number that all threads share",
    "how groups of asynchronous copies are closed and waited for (src/code/ptx/symbols/copies.cpp)",
    "that nobody changes a table while the kernel runs, of whose entries facts are assumed, and that no "
    "other array of the "
    "kernel overlaps it",
    "Z3 and cvc5, where both say unsat",
    "ptxas, which makes the machine code, and the hardware"};

Json of_questions(std::vector<Question> const& all) {
  Json r = Json::array();
  for (Question const& one : all) r.push_back({{"claim", one.claim}, {"smtlib", one.script}});
  return r;
}

char const* answer(sym::Verdict v) {
  switch (v) {
    case sym::Verdict::proved:
      return "unsat";
    case sym::Verdict::refuted:
      return "sat";
    default:
      return "unknown";
  }
}

/// Which asynchronous copies are under way, where that changes; so many barriers are behind the start of each.
Json copies_of(Inspector const& of) {
  if (!keeps_copies(*of.ptx()))
    throw cli::InputError(
        "what is said of asynchronous copies is no invariant");  // which it is by how it was found
  Json r = Json::object();
  ptx::Pending const* last = nullptr;
  for (std::uint32_t at = 0; at < of.program().size(); ++at) {
    ptx::Pending const& now = of.ptx()->pending[at];
    if (last == nullptr ? !now.empty() : now != *last) {
      Json here = Json::object();
      for (auto const& [key, barriers] : now) {
        Json passed = Json::array();
        for (unsigned k = 0; k < 64; ++k)
          if ((barriers >> k & 1) != 0) passed.push_back(k);
        here[fmt::format("line {}, groups closed since: {}", tag(of.program()[key.first]), key.second)] =
            passed;
      }
      r[fmt::format("{}: line {}", at, tag(of.program()[at]))] = here;
    }
    last = &now;
  }
  return r;
}

}  // namespace

Json demanded_part(Inspector& of, Ledger const& ledger, std::vector<Expectation> const& meant) {
  Inspection const& r = of.result();
  Json part{{"kernel", r.kernel},
            {"threads", r.threads},
            {"dynamic_lds", of.options().dynamic_lds},
            {"lds_bytes", of.lds_bytes()}};
  if (r.is_ptx) part["block"] = r.block;
  Json facts = Json::object();
  for (auto const& [byte, exponent] : of.options().multiples)
    facts[fmt::format("arg{}", byte)] = fmt::format("% {} == 0", std::uint64_t{1} << exponent);
  for (auto const& [byte, bytes] : of.options().boxes)
    facts[fmt::format("arg{}.box", byte)] = fmt::format("== {}", bytes);
  for (auto const& [byte, table] : of.options().tables)
    for (auto const& [what, is] : table.facts(fmt::format("arg{}", byte))) facts[what] = is;
  for (Fact const& fact : of.options().facts) facts[fact.text] = "";
  part["assumed"] = facts;
  Json missing = Json::array();
  auto const not_covered = [&](std::string const& what, std::string const& why) {
    missing.push_back({{"what", what}, {"why", why}});
  };
  auto const place = [&](std::uint32_t n) { return of.place(n); };
  std::string const memory = r.memory();
  for (NotUnderstood const& n : r.not_understood) not_covered(place(n.instruction), n.why);
  // What a descriptor or a tensor map names is not asked of solvers.
  bool const has_engines =
      r.is_ptx && std::any_of(of.ptx()->entry->instructions.begin(), of.ptx()->entry->instructions.end(),
                              [](ptx::Instruction const& i) {
                                return i.key.starts_with("wgmma.mma") || ptx::is_tensor_product(i) ||
                                       i.key.starts_with("cp.async.bulk.tensor");
                              });
  bool const is_asked = of.is_walked() && !of.walk().forgets() && !has_engines;
  std::string open;  // why races are not gone into
  for (InspectedAccess const& a : r.accesses)
    if (!a.is_whole()) {
      not_covered("the layout of " + place(a.access.instruction), a.not_whole());
      if (a.access.is_lds && a.is_base_open) open = a.not_whole();
    }
  auto const verdict = [&](char const* what, Judgement const& j) {
    if (j.verdict == Verdict::holds) return true;
    not_covered(what, j.why + (j.has_place ? ": " + place(j.first) : ""));
    return false;
  };
  if (of.is_walked() && !is_asked) {
    open = has_engines ? "what descriptors of matrices and tensor maps name is not asked of solvers"
                       : "there are too many places: its equations are not asked of solvers";
    not_covered(meant.empty() ? "layouts and bounds" : "layouts, bounds and what is meant", open);
  }
  if (is_asked) {
    part["layouts"] = of_questions(layout_questions(of));
    if (!meant.empty()) {
      Comparison const compared = compare(of, meant);
      Json lines = Json::array();
      for (Expectation const& e : meant) lines.push_back(e.text);
      part["meant_lines"] = lines;
      part["meant"] = of_questions(meant_questions(of, meant, compared));
      for (Compared const& one : compared.accesses)
        if (one.expectation < 0)
          not_covered("what is meant of " + place(r.accesses[one.access].access.instruction), one.wrong);
      for (std::size_t const n : compared.not_covered)
        not_covered("what is meant of " + place(r.accesses[n].access.instruction), "no line speaks of it");
      for (Missing const& one : compared.missing) not_covered("what is meant", one.why);
    }
  }
  if (is_asked) {
    part["in_bounds"] = of_questions(bounds_questions(of));
    for (InspectedAccess const& a : r.accesses)
      if (a.access.is_lds && !is_inside(of, a))
        not_covered("bounds of " + memory + " of " + place(a.access.instruction), not_inside(of, a));
      else if (a.access.is_lds && a.is_base_open)
        not_covered("bounds of " + memory + " of " + place(a.access.instruction), a.not_whole());
  } else {
    verdict((memory + " in bounds").c_str(), r.in_bounds);
  }
  if (r.sizes.asked && of.is_walked()) {
    for (SizeAnswer const& a : r.sizes.answers)
      if (!a.why.empty() || !is_asked)
        not_covered("bounds of global memory of " + place(a.instruction), is_asked ? a.why : open);
    if (is_asked) part["global_in_bounds"] = of_questions(size_questions(of));
  }
  if (!open.empty())
    not_covered(memory + " free of races", open);
  else if (r.is_ptx && !of.ptx()->box_bytes.empty())
    not_covered(memory + " free of races", "copies that mbarriers count");
  else if (!r.is_ptx && std::any_of(r.accesses.begin(), r.accesses.end(),
                                    [](InspectedAccess const& a) { return a.access.is_async; }))
    not_covered(memory + " free of races",
                "that what comes about later has been waited for is what no question says");
  else if (r.race_free.is_by_values)
    not_covered(memory + " free of races", "that waves store one value is what no question says");
  else if (verdict((memory + " free of races").c_str(), r.race_free))
    part["race_free"] = of_questions(race_questions(of));
  if (r.is_ptx) {
    part["copies"] = copies_of(of);
  } else {
    bool const in_order = !r.waits.why.empty();
    if (verdict("waits", r.waits))
      part["waits"] = {{"stores end in order with loads", in_order},
                       {"under way, started since", wait_invariant(of.instructions(), in_order)}};
    if (verdict("distances", r.distances))
      part["distances"] = {{"wait states since", distance_invariant(r.target, of.instructions())}};
  }
  if (is_asked) part["rewriting"] = of_questions(rewriting_questions(of, ledger));
  part["not_covered"] = missing;
  return part;
}

Json demanded_document(std::string const& bytes, std::string const& target, bool is_ptx,
                       std::vector<Json> parts) {
  Json trusted = Json::array();
  for (char const* const one : is_ptx ? std::span<char const* const>(kTrustedOfPtx) : kTrusted)
    trusted.push_back(one);
  if (std::any_of(parts.begin(), parts.end(),
                  [](Json const& part) { return part.contains("global_in_bounds"); }))
    trusted.push_back(
        "that a word is the sum or product of integers that it is taken for where its questions say that "
        "nothing wraps, that what the "
        "end of a trip says holds in each trip before, and which part of a case each trip and choice leads "
        "to (src/code/sizes)");
  return {{"certificate", is_ptx ? "PTX, 1" : "machine code, 1"},
          {"sha256", sym::sha256(bytes)},
          {"target", target},
          {"trusted", trusted},
          {"kernels", std::move(parts)}};
}

Json decided(Json document, bool& all) {
  all = true;
  sym::Limits const limits{.milliseconds = 10'000, .megabytes = 2'000};
  document["solvers"] = {{"z3", sym::z3_version()}, {"cvc5", sym::cvc5_version()}};
  for (Json& part : document["kernels"])
    for (char const* const kind : kQuestions) {
      if (!part.contains(kind)) continue;
      for (Json& question : part[kind]) {
        std::string const script = question["smtlib"];
        for (auto const& [name, verdict] : {std::pair{"z3", sym::ask_z3(script, limits).verdict},
                                            std::pair{"cvc5", sym::ask_cvc5(script, limits).verdict}}) {
          question[name] = answer(verdict);
          all = all && verdict == sym::Verdict::proved;
        }
      }
    }
  return document;
}

Json without_answers(Json document) {
  if (!document.is_object() || !document.contains("kernels")) return document;
  document.erase("solvers");
  for (auto& part : document["kernels"])
    for (char const* const kind : kQuestions)
      if (part.contains(kind) && part[kind].is_array())
        for (auto& question : part[kind])
          if (question.is_object()) question.erase("z3"), question.erase("cvc5");
  return document;
}

std::string difference(Json const& given, Json const& wanted, std::string const& path) {
  auto const shown = [](Json const& j) {
    std::string text = j.dump(-1, ' ', true, Json::error_handler_t::replace);
    return text.size() <= 80 ? text : text.substr(0, 77) + "...";
  };
  if (given.type() != wanted.type() && !(given.is_number_integer() && wanted.is_number_integer()))
    return fmt::format("{}: {}, not {}", path, shown(given), shown(wanted));
  if (wanted.is_object()) {
    for (auto const& [key, value] : wanted.items()) {
      if (!given.contains(key)) return fmt::format("{}/{}: missing", path, key);
      if (std::string r = difference(given[key], value, path + "/" + key); !r.empty()) return r;
    }
    for (auto const& [key, value] : given.items())
      if (!wanted.contains(key)) return fmt::format("{}/{}: is none of a certificate", path, key);
    return {};
  }
  if (wanted.is_array()) {
    for (std::size_t k = 0; k < std::min(given.size(), wanted.size()); ++k)
      if (std::string r = difference(given[k], wanted[k], fmt::format("{}/{}", path, k)); !r.empty())
        return r;
    if (given.size() != wanted.size())
      return fmt::format("{}: {} entries, not {}", path, given.size(), wanted.size());
    return {};
  }
  return given == wanted ? "" : fmt::format("{}: {}, not {}", path, shown(given), shown(wanted));
}

}  // namespace colex::code
