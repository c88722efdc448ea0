// SPDX-License-Identifier: MIT
#include "sym/cache.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "sym/sha256.hpp"
#include "sym/solver.hpp"

#ifndef COLEX_VERSION  // the build says; a test's own compilation need not
#define COLEX_VERSION "unknown"
#endif

namespace colex::sym {

namespace fs = std::filesystem;

namespace {

/// Reads S-expressions and hashes them: an atom is itself, a list the SHA-256 of what its items are.
class Reader {
 public:
  explicit Reader(std::string const& text) : text_(text) {}
  /// The next item, or empty at the end. Lets in one another's bodies, thousands in a script of Z3, need no stack.
  std::string item() {
    std::vector<Bindings> lets;
    while (begins_let()) {
      lets.push_back(bind());
      for (auto& [name, value] : lets.back()) std::swap(shared_[name], value);
    }
    if (at_ >= text_.size()) return "";
    std::string const body = text_[at_] == '(' ? list() : atom();
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
      next();
      ++at_;
      for (auto one = let->rbegin(); one != let->rend(); ++one) std::swap(shared_[one->first], one->second);
    }
    return body;
  }

 private:
  using Bindings = std::vector<std::pair<std::string, std::string>>;
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
    return bound == shared_.end() || bound->second.empty() ? name : bound->second;
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
    while (next() != ')') items.push_back(item());
    ++at_;
    static std::set<std::string> const in_any_order = {"+",     "*",     "and",  "or",    "=",    "distinct",
                                                       "bvadd", "bvmul", "bvor", "bvand", "bvxor"};
    if (!items.empty() && in_any_order.contains(items[0])) std::sort(items.begin() + 1, items.end());
    std::string all = "(";
    for (auto const& i : items) all += i + " ";
    return "#" + sha256(all + ")");
  }
  /// Whether the next item is a let; past that word, then.
  bool begins_let() {
    skip();
    std::size_t const start = at_;
    if (at_ < text_.size() && text_[at_] == '(') {
      ++at_;
      skip();
      char const after = at_ + 3 < text_.size() ? text_[at_ + 3] : ')';
      if (text_.compare(at_, 3, "let") == 0 &&
          (after == '(' || std::isspace(static_cast<unsigned char>(after)))) {
        at_ += 3;
        return true;
      }
    }
    at_ = start;
    return false;
  }
  /// The bindings of a let: all are read before any is in force.
  Bindings bind() {
    Bindings r;
    next();
    ++at_;
    while (next() == '(') {
      ++at_;
      skip();
      std::size_t const start = at_;
      atom();
      std::string const name = text_.substr(start, at_ - start);
      r.emplace_back(name, item());
      next();
      ++at_;
    }
    ++at_;
    return r;
  }

  std::string const& text_;
  std::size_t at_ = 0;
  std::map<std::string, std::string> shared_;  ///< what a name stands for; empty, or absent, for itself
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

namespace {

/// 32 random bytes in hexadecimal; empty where the system gives none.
std::string random_text() {
  unsigned char bytes[32];
  if (::getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return "";
  return sha256(std::string(reinterpret_cast<char const*>(bytes), sizeof bytes));
}

}  // namespace

Cache::Cache(std::string directory, std::string secret)
    : directory_(std::move(directory)), secret_(std::move(secret)), run_(random_text()) {}

std::string Cache::owners_secret() {
  char const* const state = std::getenv("XDG_STATE_HOME");
  char const* const home = std::getenv("HOME");
  fs::path folder;
  if (state != nullptr && *state == '/')
    folder = fs::path(state) / "colex";
  else if (home != nullptr && *home == '/')
    folder = fs::path(home) / ".local/state/colex";
  else
    return "";
  std::error_code failed;
  fs::create_directories(folder, failed);
  std::string const path = (folder / "cache_key").string(), draft = path + "." + std::to_string(getpid());
  if (!fs::exists(path,
                  failed)) {  // written aside and linked: of two processes one wins, and both read its key
    std::string const made = random_text();
    int const file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0 || made.empty()) return "";
    bool const written = ::write(file, made.data(), made.size()) == static_cast<ssize_t>(made.size());
    ::close(file);
    if (written) fs::create_hard_link(draft, path, failed);
    fs::remove(draft, failed);
  }
  int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return "";
  struct stat status {};
  char secret[64];
  bool const ours = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
                    (status.st_mode & 077) == 0;
  bool const read = ::read(file, secret, sizeof secret) == static_cast<ssize_t>(sizeof secret);
  ::close(file);
  return ours && read ? std::string(secret, sizeof secret) : "";
}

std::string Cache::key(std::string const& solver, std::string const& script) {
  static std::string const versions =
      "colex " COLEX_VERSION ", verdict 2\nz3 " + z3_version() + "\ncvc5 " + cvc5_version() + "\n";
  return sha256(versions + "asked: " + solver + "\n" + hash(script));
}

std::string Cache::path(std::string const& key) const {
  return directory_ + "/" + key.substr(0, 2) + "/" + key.substr(2);
}

// An entry: the MAC of all that follows it, the key, the run, the verdict, the model.
std::optional<Cache::Found> Cache::find(std::string const& key) const {
  if (!on()) return {};
  std::ifstream file(path(key));
  std::string const all{std::istreambuf_iterator<char>(file), {}};
  auto const end = all.find('\n');
  if (end == std::string::npos || all.substr(0, end) != hmac_sha256(secret_, all.substr(end + 1))) return {};
  std::istringstream text(all.substr(end + 1));
  std::string line, run;
  if (!std::getline(text, line) || line != key || !std::getline(text, run) || !std::getline(text, line))
    return {};
  Found r;
  r.earlier = run != run_;
  if (line == name(Verdict::proved)) r.outcome.verdict = Verdict::proved;
  if (line == name(Verdict::refuted)) r.outcome.verdict = Verdict::refuted;
  if (r.outcome.verdict == Verdict::error) return {};
  while (std::getline(text, line))
    if (auto const at = line.find(" = "); at != std::string::npos)
      r.outcome.model[line.substr(0, at)] = line.substr(at + 3);
  return r;
}

void Cache::keep(std::string const& key, Outcome const& outcome) const {
  if (!on() || (outcome.verdict != Verdict::proved && outcome.verdict != Verdict::refuted)) return;
  std::error_code failed;
  fs::path const at = path(key), draft = at.string() + "." + std::to_string(getpid());
  fs::create_directories(at.parent_path(), failed);
  std::string text = key + "\n" + run_ + "\n" + name(outcome.verdict) + "\n";
  for (auto const& [symbol, value] : outcome.model)
    if ((symbol + value).find('\n') == std::string::npos) text += symbol + " = " + value + "\n";
  std::ofstream file(draft);
  file << hmac_sha256(secret_, text) << "\n" << text;
  file.close();
  if (file) fs::rename(draft, at, failed);  // whole or not at all, also when two processes write it
  if (!file || failed) fs::remove(draft, failed);
}

}  // namespace colex::sym
