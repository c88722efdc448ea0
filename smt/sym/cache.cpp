// SPDX-License-Identifier: MIT
#include "sym/cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include "sym/sha256.hpp"
#include "sym/solver.hpp"

namespace colex::sym {

namespace fs = std::filesystem;

namespace {

/// Reads S-expressions and hashes them: an atom is itself, a list the SHA-256 of what its items are.
class Reader {
 public:
  explicit Reader(std::string const& text) : text_(text) {}
  /// The next item, or empty at the end.
  std::string item() {
    skip();
    if (at_ >= text_.size()) return "";
    return text_[at_] == '(' ? list() : atom();
  }

 private:
  void skip() {
    while (at_ < text_.size() && (std::isspace(static_cast<unsigned char>(text_[at_])) || text_[at_] == ';'))
      at_ = text_[at_] == ';' ? std::min(text_.find('\n', at_), text_.size()) : at_ + 1;
  }
  char next() {
    skip();
    return at_ < text_.size() ? text_[at_] : ')';
  }
  std::string atom() {
    std::size_t const start = at_;
    if (text_[at_] == '"') return literal();
    if (text_[at_] == '|') at_ = std::min(text_.find('|', at_ + 1), text_.size() - 1);
    while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_])) && text_[at_] != '(' &&
           text_[at_] != ')')
      ++at_;
    if (at_ == start) ++at_;  // a stray bracket
    std::string const name = text_.substr(start, at_ - start);
    auto const bound = shared_.find(name);
    return bound == shared_.end() ? name : bound->second;
  }
  /// A string, in which "" is a quotation mark; blanks and brackets inside are the string's own.
  std::string literal() {
    std::size_t const start = at_;
    do at_ = std::min(text_.find('"', at_ + 1), text_.size() - 1) + 1;
    while (at_ < text_.size() && text_[at_] == '"');
    return text_.substr(start, at_ - start);
  }
  std::string list() {
    ++at_;
    std::vector<std::string> items;
    while (next() != ')') {
      if (items.size() == 1 && items[0] == "let") {
        auto const outer = shared_;
        bind();
        std::string const body = item();
        next();
        ++at_;
        shared_ = outer;
        return body;
      }
      items.push_back(item());
    }
    ++at_;
    if (!items.empty() &&
        (items[0] == "+" || items[0] == "*" || items[0] == "and" || items[0] == "or" || items[0] == "="))
      std::sort(items.begin() + 1, items.end());
    std::string all = "(";
    for (auto const& i : items) all += i + " ";
    return "#" + sha256(all + ")");
  }
  /// The bindings of a let: all are read before any is in force.
  void bind() {
    auto inner = shared_;
    next();
    ++at_;
    while (next() == '(') {
      ++at_;
      skip();
      std::size_t const start = at_;
      atom();
      std::string const name = text_.substr(start, at_ - start);
      inner[name] = item();
      next();
      ++at_;
    }
    ++at_;
    shared_ = inner;
  }

  std::string const& text_;
  std::size_t at_ = 0;
  std::map<std::string, std::string> shared_;
};

}  // namespace

std::string Cache::hash(std::string const& script) {
  Reader reader(script);
  std::vector<std::string> commands;
  for (std::string command = reader.item(); !command.empty(); command = reader.item())
    commands.push_back(command);
  std::sort(commands.begin(), commands.end());  // declarations come in any order, and so may assertions
  std::string all;
  for (auto const& c : commands) all += c + "\n";
  return sha256(all);
}

std::string Cache::default_directory() {
  char const* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/colex";
  char const* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/colex" : "";
}

std::string Cache::key(std::string const& solver, std::string const& script) {
  static std::string const versions =
      "colex verdict 1\nz3 " + z3_version() + "\ncvc5 " + cvc5_version() + "\n";
  return sha256(versions + "asked: " + solver + "\n" + hash(script));
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
