// SPDX-License-Identifier: MIT
// The checker. It trusts no verdict: cvc5 decides every recorded query again, and a plain simulation of the
// launch, written from the documentation and sharing no code with the kernel or the algebra, counts every
// access.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "certificate/certificate.hpp"
#include "certificate/gemm_certificate.hpp"
#include "certificate/hopper_certificate.hpp"
#include "certificate/permute.hpp"
#include "sym/solver.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

/// Extents and strides in the order of the text: all the checker needs of "(8,4):(1,12)".
struct Modes {
  std::vector<long> extents, strides;
};

std::vector<long> numbers(std::string const& s) {
  std::vector<long> r;
  for (std::size_t k = 0; k < s.size(); ++k)
    if (std::isdigit(static_cast<unsigned char>(s[k]))) {
      r.push_back(std::stol(s.substr(k)));
      while (k + 1 < s.size() && std::isdigit(static_cast<unsigned char>(s[k + 1]))) ++k;
    }
  return r;
}

struct Side {
  Modes modes;
  long step, access, tile;

  explicit Side(Json const& j) : step(j.at("step_elements")), access(j.at("access_elements")) {
    std::string const text = j.at("tile");
    auto const colon = text.find(':');
    modes = {numbers(text.substr(0, colon)), numbers(text.substr(colon + 1))};
    if (colon == std::string::npos || modes.extents.size() != modes.strides.size() || modes.extents.empty())
      throw std::runtime_error("unreadable tile " + text);
    tile = 1;
    for (long n : modes.extents) tile *= n;
  }
  long offset(long e) const {
    long at = e / step_elements(), rest = e % tile, sum = at * step;
    for (std::size_t k = 0; k < modes.extents.size(); ++k) {
      sum += rest % modes.extents[k] * modes.strides[k];
      rest /= modes.extents[k];
    }
    return sum;
  }
  long step_elements() const { return tile; }
  /// One past the last offset that whole tiles up to `count` reach.
  long bound(long count) const {
    long last = 0;
    for (long e = 0; e < (count + tile - 1) / tile * tile; ++e) last = std::max(last, offset(e) + 1);
    return last;
  }
};

/// Simulates one launch of `count` elements, thread by thread.
void simulate(Json const& parameters, long count, std::vector<std::string>& problems) {
  Side const source(parameters.at("source")), destination(parameters.at("destination"));
  long const threads = parameters.at("threads"), vector = parameters.at("vector_elements");
  auto say = [&](std::string const& what) { problems.push_back(fmt::format("count {}: {}", count, what)); };
  if (threads < 1 || vector < 1 || source.access < 1 || destination.access < 1 ||
      vector % source.access != 0 || vector % destination.access != 0 || source.tile != destination.tile)
    return say("the parameters are inconsistent");
  std::vector<int> moved(count, 0);
  std::set<long> stored;
  long const source_bound = source.bound(count), destination_bound = destination.bound(count);
  long const blocks = (count + threads * vector - 1) / (threads * vector);
  for (long run = 0; run < blocks * threads; ++run) {
    long const first = run * vector, length = std::clamp(count - first, 0l, vector);
    for (Side const* side : {&source, &destination}) {
      long const access = length == vector ? side->access : 1;
      for (long i = 0; i < length; i += access) {
        long const start = side->offset(first + i);
        if (start % access != 0)
          say(fmt::format("element {} is accessed at {}, which {} does not divide", first + i, start,
                          access));
        for (long k = 0; k < access; ++k)
          if (side->offset(first + i + k) != start + k)
            say(fmt::format("element {} is not beside {}", first + i + k, first + i));
        if (start < 0 || start + access > (side == &source ? source_bound : destination_bound))
          say(fmt::format("element {} is out of bounds", first + i));
      }
    }
    for (long i = 0; i < length; ++i) {
      ++moved[first + i];
      if (!stored.insert(destination.offset(first + i)).second)
        say(fmt::format("offset {} is stored twice", destination.offset(first + i)));
    }
    if (problems.size() > 8) return;
  }
  for (long e = 0; e < count; ++e)
    if (moved[e] != 1) return say(fmt::format("element {} is moved {} times", e, moved[e]));
}

void simulate_launches(Json const& parameters, std::vector<std::string>& problems) {
  long const per_block = long(parameters.at("threads")) * long(parameters.at("vector_elements"));
  long const tile = Side(parameters.at("source")).tile;
  for (long count :
       {0l, 1l, tile - 1, tile, tile + 1, per_block - 1, per_block, per_block + 1, 2 * per_block + 3})
    simulate(parameters, count, problems);
}

/// Whether a script does nothing but declare, assert and ask: no option, no output, no file.
bool only_asks(std::string const& script) {
  static std::set<std::string, std::less<>> const allowed = {
      "set-logic", "set-info", "declare-fun", "declare-const", "define-fun", "assert", "check-sat"};
  int open = 0;
  for (std::size_t at = 0; at < script.size(); ++at) {
    char const c = script[at];
    if (c == ';' || c == '"' || c == '|') {  // a comment, a string or a quoted symbol: on to its end
      at = script.find(c == ';' ? '\n' : c, at + 1);
      if (at == script.npos) return c == ';' && open == 0;
    } else if (c == '(') {
      if (++open > 1) continue;
      std::size_t const word = script.find_first_not_of(" \t\r\n", at + 1);
      if (word == script.npos) return false;
      std::size_t const end = std::min(script.find_first_of(" \t\r\n();\"|", word), script.size());
      if (!allowed.contains(std::string_view(script).substr(word, end - word))) return false;
    } else if (c == ')') {
      if (--open < 0) return false;
    }
  }
  return open == 0;
}

/// One line, whatever the certificate's text held.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

}  // namespace

sym::Verdict decided_by_cvc5(std::string const& script) { return sym::ask_cvc5(script, {}).verdict; }

/// Decides every recorded query of a certificate again; returns the obligations that have queries.
std::set<std::string> check_queries(Json const& c, Decide const& decide, std::vector<std::string>& problems) {
  std::set<std::string> ids;
  for (auto const& obligation : c.at("obligations")) {
    std::string const id = obligation.at("id");
    ids.insert(id);
    if (obligation.at("queries").empty()) problems.push_back(id + ": no queries");
    for (auto const& query : obligation.at("queries")) {
      std::string const script = query.at("smtlib");
      if (script.find("(assert") == std::string::npos || script.find("(check-sat)") == std::string::npos) {
        problems.push_back(id + ": a query that asserts nothing");
        continue;
      }
      if (!only_asks(script)) {
        problems.push_back(id + ": a query that does more than assert and ask");
        continue;
      }
      auto const verdict = decide(script);
      if (verdict != sym::Verdict::proved)
        problems.push_back(fmt::format("{}: {}: {}", id, std::string(query.at("claim")), sym::name(verdict)));
    }
  }
  return ids;
}

std::vector<std::string> check_certificate(nlohmann::ordered_json const& c, Decide const& decide) {
  std::vector<std::string> problems;
  try {
    if (c.at("format") != "colex certificate 1") return {"not a certificate of this format"};
    bool const is_permute = c.at("kernel") == "permute", is_gemm = c.at("kernel") == "gemm";
    bool const is_hopper = c.at("kernel") == "hopper_gemm";
    if (!is_permute && !is_gemm && !is_hopper && c.at("kernel") != "copy") return {"unknown kernel"};
    if (c.at("valid") != true) problems.push_back("it says of itself that it is not valid");
    if (c.at("sources_sha256") != source_hash(c.at("kernel")))
      problems.push_back("it was made from other sources than this tool: make it again");
    auto const expected = parameters_of(c.at("config"));
    if (expected.is_null() || c.at("parameters") != expected)  // nothing below is meant for other parameters
      return {one_line("its parameters are not those of the config " + std::string(c.at("config")))};
    if (c.at("machine_code") != machine_code_of(c.at("kernel"), c.at("config")))
      problems.push_back("O12: the hashes of its machine code are not those that are recorded");
    if (is_permute || is_hopper) {
      (is_permute ? check_permute : check_hopper)(c, decide, problems);
      for (auto& problem : problems) problem = one_line(problem);
      return problems;
    }
    auto const ids = check_queries(c, decide, problems);
    std::vector<std::string> required = {"O1",        "O3.source",      "O3.destination",
                                         "O4.source", "O4.destination", "O9"};
    if (is_gemm) required = gemm_obligation_ids();
    for (auto const& id : required)
      if (!ids.contains(id)) problems.push_back(fmt::format("obligation {} is missing", id));
    if (is_gemm) {
      simulate_gemm(c.at("parameters"), problems);
    } else {
      simulate_launches(c.at("parameters"), problems);
    }
  } catch (std::exception const& e) {
    problems.push_back(std::string("unreadable: ") + e.what());
  }
  for (auto& problem : problems) problem = one_line(problem);
  return problems;
}

}  // namespace colex::gpu
