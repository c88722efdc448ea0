// SPDX-License-Identifier: MIT
#include "objects.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "children.hpp"
#include "sym/sha256.hpp"

namespace colex::sym {

namespace {

/// One query in so many may end as timeout.
constexpr std::size_t kAtMost = 10;

/// What a program said, the last line alone, and its exit status.
struct Said {
  std::string line;
  int status = -1;
};

std::string quoted(std::string const& text) {
  std::string s = "'";
  for (char const c : text) s += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return s + "'";
}

Said run(std::vector<std::string> const& words) {
  std::string command;
  for (auto const& w : words) command += quoted(w) + " ";
  Said said;
  FILE* const pipe = popen((command + "2>&1").c_str(), "r");
  if (pipe == nullptr) return {"cannot be started", -1};
  std::string text;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  int const status = pclose(pipe);
  said.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  said.line = text.substr(text.rfind('\n') + 1);
  return said;
}

}  // namespace

std::string missing(ProofObjects const& wanted) {
  Said const said = run({wanted.prover, "--version"});
  return said.status == 0 ? "" : said.line;
}

bool write_proofs(ProofObjects const& wanted, std::vector<std::string> scripts, std::ostream& out) {
  auto const rank = [&](std::string const& script) { return sha256(wanted.word + " " + script); };
  auto const all = scripts.size();
  if (wanted.sample > 0 && static_cast<std::size_t>(wanted.sample) < all) {
    std::sort(scripts.begin(), scripts.end(),
              [&](auto const& a, auto const& b) { return rank(a) < rank(b); });
    scripts.resize(static_cast<std::size_t>(wanted.sample));
  }
  std::sort(scripts.begin(), scripts.end());
  std::vector<std::string> faults(scripts.size());
  Children children;
  children.jobs = wanted.jobs;
  children.seconds = 120;
  constexpr int kTimeout = 3;  // the prover's exit status
  children.work = [&](std::size_t k, auto const&) -> std::string {
    std::string const script = wanted.folder + "/" + scripts[k];
    std::string const proof = std::filesystem::path(script).replace_extension(".cpc").string();
    Said const proved = run({wanted.prover, script, proof});
    if (proved.status == kTimeout) return proved.line;
    if (proved.status != 0) return "no proof: " + proved.line;
    if (wanted.checker.empty()) return "proved";
    Said const checked = run({wanted.checker, script, proof});
    return checked.status == 0 && checked.line == "correct" ? "proved" : "the checker says: " + checked.line;
  };
  children.on_end = [&](std::size_t k, Ended const& ended) {
    std::string const said = ended.fault.empty() ? ended.answer : ended.fault;
    if (said != "proved") faults[k] = scripts[k] + ": " + said;
  };
  children.run(scripts.size());
  auto const failed = scripts.size() - static_cast<std::size_t>(std::count(faults.begin(), faults.end(), ""));
  auto const late =
      static_cast<std::size_t>(std::count_if(faults.begin(), faults.end(), [](auto const& fault) {
        return fault.find(": timeout") != std::string::npos;
      }));
  out << fmt::format("proof objects: {} of {} queries have a proof without a trusted step{}{}{}\n",
                     scripts.size() - failed, scripts.size(),
                     late == 0 ? "" : fmt::format(", {} ended as timeout", late),
                     wanted.checker.empty() ? "" : ", which the checker accepts",
                     scripts.size() == all ? "" : fmt::format("; of {} in all", all));
  for (auto const& fault : faults)
    if (!fault.empty()) out << "  " << fault << "\n";
  return failed == late && late * kAtMost <= scripts.size() && !scripts.empty();
}

}  // namespace colex::sym
