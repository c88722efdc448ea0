// SPDX-License-Identifier: MIT
#include "cli/plug_in.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "cli/streams.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

struct Subcommand {
  char const *name, *does;
};
constexpr Subcommand kSubcommands[] = {
    {"prove", "Prove the theorems with Z3 and cvc5; exit 0 when all are green"},
    {"certify", "Certify a kernel config, or check a certificate"},
    {"run", "Run a kernel config on the host platform against the reference"},
    {"execute", "Execute a kernel of a code object on the CPU, every access checked"},
    {"inspect",
     "Say what a code object does to memory: the layout of each access, and whether waits and distances "
     "suffice"}};

std::filesystem::path here() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
}

[[noreturn]] void cannot_run(std::string const& name, int error) {
  throw InputError(fmt::format("cannot run colex-{}: {}", name, std::strerror(error)));
}

std::string installed(std::string const& name) {
  std::string const path = plug_in(name);
  if (!path.empty()) return path;
  throw InputError(fmt::format("{} colex-{}, which is neither beside this program nor in " COLEX_LIBEXEC,
                               name == "unknowns" ? "questions with unknowns need" : name + " needs", name));
}

/// As exec takes them.
std::vector<char*> arguments(std::string const& path, std::vector<std::string> const& words) {
  std::vector<char*> all{const_cast<char*>(path.c_str())};
  for (std::string const& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

/// The long options that a help lists, one at the head of a line, after "-h," where it has a short form.
std::vector<std::string> options_in(std::string_view help) {
  std::vector<std::string> all;
  for (std::size_t at = help.find("\n "); at != help.npos; at = help.find("\n ", at + 1)) {
    std::string_view line = help.substr(std::min(help.find_first_not_of("\n ", at), help.size()));
    if (line.size() > 3 && line[0] == '-' && line[2] == ',') line.remove_prefix(3);
    if (!line.starts_with("--")) continue;
    std::string const option(
        line.substr(0, std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), line.size())));
    if (option != "--help") all.push_back(option);
  }
  return all;
}

}  // namespace

bool is_plug_in(std::string const& command) {
  return std::any_of(std::begin(kSubcommands), std::end(kSubcommands),
                     [&](Subcommand const& one) { return command == one.name; });
}

std::string plug_in(std::string const& name) {
  for (auto const& folder : {here(), here() / COLEX_LIBEXEC}) {
    std::string const path = (folder / ("colex-" + name)).lexically_normal().string();
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

void become(std::string const& name, std::vector<std::string> const& words) {
  std::string const path = installed(name);
  ::execv(path.c_str(), arguments(path, words).data());
  cannot_run(name, errno);
}

std::string said_by(std::string const& name, std::vector<std::string> const& words, bool errors) {
  std::string const path = installed(name);
  int ends[2];
  if (::pipe(ends) != 0) cannot_run(name, errno);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  if (errors) ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  ::posix_spawn_file_actions_addclose(&actions, ends[0]);
  ::posix_spawn_file_actions_addclose(&actions, ends[1]);
  ::pid_t child = 0;
  int const error =
      ::posix_spawn(&child, path.c_str(), &actions, nullptr, arguments(path, words).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  char block[4096];
  for (ssize_t got = 0; error == 0;) {
    got = ::read(ends[0], block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(block, static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  if (error != 0) cannot_run(name, error);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return text;
}

void add_plug_ins(CLI::App& app, bool with_options) {
  for (Subcommand const& one : kSubcommands) {
    if (plug_in(one.name).empty()) continue;
    auto* const command = app.add_subcommand(one.name, one.does);
    if (!with_options) continue;
    for (std::string const& option : options_in(said_by(one.name, {one.name, "--help"})))
      command->add_flag(option);
  }
}

}  // namespace colex::cli
