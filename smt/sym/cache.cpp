// SPDX-License-Identifier: MIT
#include "sym/cache.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sym/sha256.hpp"
#include "sym/solver.hpp"

namespace colex::sym {

namespace fs = std::filesystem;

std::string Cache::default_directory() {
  char const* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/colex";
  char const* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/colex" : "";
}

std::string Cache::key(std::string const& solver, std::string const& script) {
  static std::string const versions =
      "colex verdict 1\nz3 " + z3_version() + "\ncvc5 " + cvc5_version() + "\n";
  return sha256(versions + "asked: " + solver + "\n" + script);
}

std::string Cache::path(std::string const& key) const {
  return directory_ + "/" + key.substr(0, 2) + "/" + key.substr(2);
}

std::optional<Outcome> Cache::find(std::string const& key) const {
  if (!on()) return {};
  std::ifstream file(path(key));
  std::string line;
  if (!std::getline(file, line) || line != key || !std::getline(file, line)) return {};
  Outcome r;
  if (line == name(Verdict::proved)) r.verdict = Verdict::proved;
  if (line == name(Verdict::refuted)) r.verdict = Verdict::refuted;
  if (r.verdict == Verdict::error) return {};
  while (std::getline(file, line) && line != "end")
    if (auto const at = line.find(" = "); at != std::string::npos)
      r.model[line.substr(0, at)] = line.substr(at + 3);
  return line == "end" ? std::optional<Outcome>(r) : std::nullopt;
}

void Cache::keep(std::string const& key, Outcome const& outcome) const {
  if (!on() || (outcome.verdict != Verdict::proved && outcome.verdict != Verdict::refuted)) return;
  std::error_code failed;
  fs::path const at = path(key), draft = at.string() + "." + std::to_string(getpid());
  fs::create_directories(at.parent_path(), failed);
  std::ofstream file(draft);
  file << key << "\n" << name(outcome.verdict) << "\n";
  for (auto const& [symbol, value] : outcome.model)
    if ((symbol + value).find('\n') == std::string::npos) file << symbol << " = " << value << "\n";
  file << "end\n";
  file.close();
  if (file) fs::rename(draft, at, failed);  // whole or not at all, also when two processes write it
  if (!file || failed) fs::remove(draft, failed);
}

}  // namespace colex::sym
