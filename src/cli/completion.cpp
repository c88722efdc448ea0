// SPDX-License-Identifier: MIT
// completion: a script that completes subcommands and options, made from the table of operations.
//   colex completion bash > ~/.local/share/bash-completion/completions/colex
//   colex completion zsh > ~/.zfunc/_colex
//   colex completion fish > ~/.config/fish/completions/colex.fish
#include <fmt/format.h>

#include <memory>
#include <set>

#include "cli/commands.hpp"

namespace colex::cli {

namespace {

struct Word {
  std::string name, about;
  std::vector<std::string> options;  ///< with their dashes
};

/// Every subcommand: those of the tool, then the operations.
std::vector<Word> words(CLI::App const& app) {
  std::vector<Word> all;
  for (CLI::App const* command : app.get_subcommands([](CLI::App const*) { return true; })) {
    Word word{command->get_name(), command->get_description(), {}};
    for (CLI::Option const* option : command->get_options())
      for (std::string const& name : option->get_lnames()) word.options.push_back("--" + name);
    all.push_back(std::move(word));
  }
  for (std::string const& name : operation_names()) {
    std::set<std::string> options{"--convention", "--help"};
    for (Operation const* operation : named(name))
      for (std::string const& option : operation->page.options) options.insert("--" + option);
    all.push_back({name, named(name).front()->page.signature(), {options.begin(), options.end()}});
  }
  return all;
}

std::string names(std::vector<Word> const& all) {
  std::string out;
  for (Word const& word : all) out += (out.empty() ? "" : " ") + word.name;
  return out;
}

/// `'` and `\` would end a quoted word of the shell.
std::string quoted(std::string const& text) {
  std::string out;
  for (char const c : text)
    if (c != '\'' && c != '\\') out += c;
  return "'" + out + "'";
}

std::string bash(std::vector<Word> const& all) {
  std::string cases;
  for (Word const& word : all)
    cases += fmt::format("    {}) words='{}' ;;\n", word.name, fmt::join(word.options, " "));
  return fmt::format(
      "# bash completion of colex\n"
      "_colex() {{\n"
      "  local words='{} --help --version' here=${{COMP_WORDS[COMP_CWORD]}}\n"
      "  if [ \"$COMP_CWORD\" -gt 1 ]; then\n"
      "    case ${{COMP_WORDS[1]}} in\n"
      "    help) words='{}' ;;\n{}"
      "    *) words='' ;;\n"
      "    esac\n"
      "  fi\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$here\"))\n"
      "}}\n"
      "complete -o default -F _colex colex\n",
      names(all), names(all), cases);
}

std::string zsh(std::vector<Word> const& all) {
  std::string described, cases;
  for (Word const& word : all) {
    std::string about;
    for (char const c : word.about)
      about += c == ':' ? std::string("\\:") : std::string(1, c == '\'' ? ' ' : c);
    described += fmt::format("    '{}:{}'\n", word.name, about);
    cases += fmt::format("    {}) compadd -- {} ;;\n", word.name, fmt::join(word.options, " "));
  }
  return fmt::format(
      "#compdef colex\n"
      "_colex() {{\n"
      "  local -a commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe 'command' commands\n"
      "    return\n"
      "  fi\n"
      "  case $words[2] in\n"
      "    help) _describe 'command' commands ;;\n{}"
      "  esac\n"
      "}}\n"
      "_colex \"$@\"\n",
      described, cases);
}

std::string fish(std::vector<Word> const& all) {
  std::string out = "# fish completion of colex\n";
  for (Word const& word : all) {
    out += fmt::format("complete -c colex -n __fish_use_subcommand -a {} -d {}\n", word.name,
                       quoted(word.about));
    for (std::string const& option : word.options)
      out += fmt::format("complete -c colex -n '__fish_seen_subcommand_from {}' -l {}\n", word.name,
                         option.substr(2));
  }
  return out;
}

}  // namespace

void add_completion(CLI::App& app, int& status) {
  auto const shell = std::make_shared<std::string>();
  auto* const command = app.add_subcommand("completion", "A script that completes subcommands and options");
  command->add_option("shell", *shell)->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([=, &app, &status] {
    status = kYes;
    auto const all = words(app);
    put(*shell == "bash" ? bash(all) : *shell == "zsh" ? zsh(all) : fish(all));
  });
}

}  // namespace colex::cli
