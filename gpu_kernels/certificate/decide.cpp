// SPDX-License-Identifier: MIT
// The checker's solver: the cvc5 that colex was configured with. It answers all scripts in one process, and
// questions of ours whose answers are known are among them.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "certificate/certificate.hpp"

namespace colex::gpu {

namespace {

/// A question whose answer is known.
struct Canary {
  char const *script, *answer;
};
constexpr Canary canaries[] = {
    {"(set-logic ALL)(declare-fun x () Int)(assert (= (mod x 7) 3))(check-sat)", "sat"},
    {"(set-logic ALL)(declare-fun x () Int)(assert (= (mod x 7) 7))(check-sat)", "unsat"}};

/// Within 2000 MB, and 20 s for each question.
std::string command(std::string const& cvc5, std::string const& file) {
  return "ulimit -v 2048000; exec '" + cvc5 + "' --quiet --lang=smt2 --tlimit-per=20000 " + file + " 2>&1";
}

/// A file that is removed with this.
struct TemporaryFile {
  std::string path = "/tmp/colex-XXXXXX";
  TemporaryFile() {
    int const file = mkstemp(path.data());
    if (file < 0) throw std::runtime_error("no temporary file for cvc5");
    close(file);
  }
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;
  ~TemporaryFile() { std::remove(path.c_str()); }
};

std::string mark(std::size_t k) { return "colex: end of script " + std::to_string(k); }

/// What the solver prints, line by line.
std::vector<std::string> lines_of(std::string const& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cvc5 does not start");
  std::vector<std::string> lines(1);
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += static_cast<char>(c);
  }
  pclose(pipe);
  return lines;
}

/// For each script what it printed, joined; shorter where the solver ended early.
std::vector<std::string> answers(std::string const& cvc5, std::vector<std::string> const& scripts) {
  TemporaryFile const questions;
  std::ofstream file(questions.path);
  for (std::size_t k = 0; k < scripts.size(); ++k)
    file << scripts[k] << "\n(echo \"" << mark(k) << "\")\n(reset)\n";
  file.close();
  if (!file) throw std::runtime_error(questions.path + ": cannot be written");
  std::vector<std::string> said(1);
  for (auto const& line : lines_of(command(cvc5, questions.path))) {
    if (line == mark(said.size() - 1) || line == "\"" + mark(said.size() - 1) + "\"")
      said.emplace_back();
    else
      said.back() += (said.back().empty() ? "" : "; ") + line;
  }
  said.pop_back();
  return said;
}

}  // namespace

std::string configured_cvc5_version() { return COLEX_CVC5_VERSION; }

std::vector<std::string> decided_by(std::string const& cvc5, std::string const& version,
                                    std::vector<std::string> const& scripts) {
  std::vector<std::string> questions = {"(get-info :version)"};
  for (auto const& canary : canaries) questions.emplace_back(canary.script);
  auto const first = static_cast<std::ptrdiff_t>(questions.size());
  questions.insert(questions.end(), scripts.begin(), scripts.end());
  auto said = answers(cvc5, questions);
  said.resize(questions.size(), "no answer");
  if (said[0] != "(:version \"" + version + "\")")
    throw std::runtime_error(cvc5 + ": not cvc5 " + version + ", as configured; it says: " + said[0]);
  for (std::size_t k = 0; k < std::size(canaries); ++k)
    if (said[1 + k] != canaries[k].answer)
      throw std::runtime_error(cvc5 + ": not to be believed: " + canaries[k].script + " is " +
                               canaries[k].answer + ", and it says: " + said[1 + k]);
  return {said.begin() + first, said.end()};
}

std::vector<std::string> decided_by_cvc5(std::vector<std::string> const& scripts) {
  if (configured_cvc5_version().empty())
    throw std::runtime_error("colex was configured without cvc5, which decides what a certificate says");
  return decided_by(COLEX_CVC5, configured_cvc5_version(), scripts);
}

}  // namespace colex::gpu
