// SPDX-License-Identifier: MIT
// certify: certificates of kernel configs, made and checked.
//   colex certify                          the shipped configs
//   colex certify copy_unpad_f32           its certificate, on stdout or with -o FILE
//   colex certify --check unpad.json       0 when it holds; otherwise what is wrong with it
//                                          (compiles the config for every target whose compiler is here)
//   colex certify --all --html all.html    every shipped config, a line each, and a page to read
//   colex certify CONFIG --code k.co       obligations of the machine code that a compiler made of it; --target gfx942 compiles
//   colex certify --check rows.json --code k.co
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "cli/certificate_page.hpp"
#ifdef COLEX_WITH_SOLVERS
#include "cli/certify_code.hpp"
#endif
#include "cli/commands.hpp"
#include "cli/system.hpp"
#include "kernels.hpp"
#include "sym/proof.hpp"

namespace colex::cli {

namespace {

constexpr std::size_t kMaxCertificate = std::size_t{16} << 20;

/// tools/machine_code.py of the sources in which this program was built, or nothing: an installed one has
/// none.
std::string machine_code_tool() {
  std::error_code failed;
  auto folder = std::filesystem::read_symlink("/proc/self/exe", failed);
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    if (auto tool = folder / "tools/machine_code.py"; std::filesystem::exists(tool, failed)) return tool;
  }
  return {};
}

#ifdef COLEX_WITH_SOLVERS
/// A folder with the object of a config, for as long as it lives.
struct CompiledConfig {
  CompiledConfig(std::string const& config, std::string const& target) : folder(make_folder()) {
    std::string const tool = machine_code_tool();
    if (tool.empty())
      throw InputError{"certify: --target: this program is not in its sources: compile, and take --code"};
    if (run_program({"python3", tool, "--object", file(), "--target", target, config}) != 0)
      throw InputError{fmt::format("certify: {} is not compiled for {}", config, target)};
  }
  ~CompiledConfig() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  CompiledConfig(CompiledConfig const&) = delete;
  CompiledConfig& operator=(CompiledConfig const&) = delete;
  std::string file() const { return (folder / "object").string(); }
  std::filesystem::path folder;
};
#endif

/// O12: compiles the config again where the compilers are, and says what it found. kNo when the machine code
/// is not the certificate's.
int compile_again(std::string const& path, bool wanted) {
  std::string const tool = wanted ? machine_code_tool() : std::string();
  if (tool.empty()) {
    std::cout << "O12: not checked: " << (wanted ? "this program is not in its sources" : "--no-compile")
              << "\n";
    return kYes;
  }
  std::cout.flush();
  pid_t const child = fork();
  if (child == 0) {
    execlp("python3", "python3", tool.c_str(), "--certificate", path.c_str(), nullptr);
    std::cout << "O12: not checked: no python3" << std::endl;
    _exit(77);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) throw InputError{"certify: cannot run " + tool};
  bool const right = WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77);
  return right ? kYes : kNo;
}

/// A document of at most 16 MiB; a key that is there twice is left to the caller.
gpu::ReadCertificate read(std::string const& path) {
  std::ifstream file(path);
  std::string text(kMaxCertificate + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) throw InputError{path + ": cannot be read"};
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMaxCertificate) throw InputError{path + ": longer than 16 MiB"};
  auto certificate = gpu::read_certificate(text);
  if (!certificate.refused.empty()) throw InputError{path + ": " + certificate.refused};
  return certificate;
}

int check(std::string const& path, bool compile) {
  auto const certificate = read(path);
  auto const problems = gpu::check_certificate(certificate, gpu::kernel_proofs());
  for (auto const& p : problems) std::cout << path << ": " << p << "\n";
  if (!problems.empty()) return kNo;
  if (compile_again(path, compile) != kYes) {
    std::cout << path << ": O12: the machine code is not the certificate's\n";
    return kNo;
  }
  std::cout << path << ": holds\n";
  return kYes;
}

/// Writes to the file, or to stdout when there is no path.
void write(std::string const& path, std::string const& text) {
  std::ofstream file;
  if (!path.empty()) file.open(path);
  std::ostream& out = path.empty() ? std::cout : file;
  out << text;
  out.flush();
  if (!out) throw InputError{path + ": cannot be written"};
}

Document make(std::string const& config, std::ostream& progress = std::cerr) {
  sym::Settings settings;
  settings.mutants = false;  // the tests mutate; a certificate proves
  settings.limits.milliseconds = 60'000;
  try {
    auto const* const kernel = gpu::kernel_of(config, gpu::kernel_proofs());
    if (kernel != nullptr) return gpu::certify(*kernel, config, settings, progress);
  } catch (std::runtime_error const& error) {  // a lemma that a solver did not prove in time, say
    throw InputError{"certify: " + config + ": " + error.what()};
  }
  throw InputError{"certify: no config is named '" + config + "'; colex certify lists them"};
}

int make(std::string const& config, std::string const& path) {
  auto const certificate = make(config);
  write(path, certificate.dump(1) + "\n");
  return certificate.at("valid") == true ? kYes : kNo;
}

struct Options {
  std::string config, output, check, html, list, only, code, target, kernel, obligation;
  bool all = false, no_compile = false, json = false;
};

#ifdef COLEX_WITH_SOLVERS
/// Obligations of the code of a config, or of a document about them.
int of_code(Options const& given) {
  std::optional<CompiledConfig> compiled;
  if (given.code.empty()) compiled.emplace(given.config, given.target);
  std::string const file = compiled ? compiled->file() : given.code;
  if (!given.check.empty()) {
    auto const document = read(given.check);
    std::string const wrong = document.repeated_keys.empty()
                                  ? wrong_with_code(document.document, file)
                                  : "the key '" + document.repeated_keys[0] + "' is there twice";
    put(fmt::format("{}: {}\n", given.check, wrong.empty() ? "holds" : wrong));
    return wrong.empty() ? kYes : kNo;
  }
  auto const document = code_obligations({given.config, file, given.kernel}, !given.output.empty());
  if (!given.output.empty()) write(given.output, document.dump(1) + "\n");
  put(given.json ? document.dump() + "\n" : text_of_code(document));
  return holds(document) ? kYes : kNo;
}
#endif

/// The row of that obligation in the config's certificate.
int one_obligation(std::string const& config, std::string const& id) {
  std::ostringstream unsaid;
  auto const certificate = make(config, unsaid);
  for (char const* const part : {"obligations", "enumerated"})
    for (auto const& row : certificate.at(part))
      if (row.at("id") == id) return put(row.dump(1) + "\n"), certificate.at("valid") == true ? kYes : kNo;
  throw InputError{fmt::format("certify: the certificate of {} has no obligation '{}'", config, id)};
}

/// What gpu_kernels/certified.inc must hold: the configs whose certificates are valid.
std::string certified_list(std::vector<Document> const& certificates) {
  std::map<std::string, std::string> sources;
  std::string list =
      "// SPDX-License-Identifier: MIT\n"
      "// The configs that hold a valid certificate, and the sources that it is about. Written by "
      "tools/certify;\n"
      "// certified.hpp reads it.\n";
  for (auto const& c : certificates) {
    std::string const kernel = c.at("kernel"), config = c.at("config");
    sources[kernel] = c.at("sources_sha256");
    if (c.at("valid") == true) list += fmt::format("COLEX_CERTIFIED({}, {})\n", kernel, config);
  }
  for (auto const& [kernel, sha256] : sources)
    list += fmt::format("COLEX_CERTIFIED_SOURCES({}, \"{}\")\n", kernel, sha256);
  return list;
}

/// Of so few characters that reading it is not deep. Where the library can, in a time that is a polynomial.
std::regex expression(std::string const& text) {
  constexpr std::size_t most = 1000;
  if (text.size() > most) throw InputError{fmt::format("certify: --only: longer than {} characters", most)};
  auto flags = std::regex::extended;
#ifdef __GLIBCXX__
  flags |= std::regex_constants::__polynomial;
#endif
  try {
    return std::regex(text, flags);
  } catch (std::regex_error const&) {
    throw InputError{"certify: --only: not a regular expression"};
  }
}

int make_all(Options const& given) {
  std::error_code failed;
  if (!given.output.empty()) std::filesystem::create_directories(given.output, failed);
  std::vector<Document> certificates;
  std::regex const only = expression(given.only.empty() ? ".*" : given.only);
  int status = kYes;
  for (auto const& name : gpu::certified_configs()) {
    if (!std::regex_match(name, only)) continue;
    auto const& c = certificates.emplace_back(make(name));
    bool const valid = c.at("valid") == true;
    if (!valid) status = kNo;
    std::cout << fmt::format(
        "{:26} {:8} {:2} proved, {} enumerated or decided; {}\n", name, std::string(c.at("kernel")),
        c.at("obligations").size(),
        c.value("enumerated", Document::array()).size() + c.value("decided", Document()).size(),
        valid ? "valid" : "NOT valid");
    if (!given.output.empty()) write(given.output + "/" + name + ".json", c.dump(1) + "\n");
  }
  if (certificates.empty()) throw InputError{"certify: --only: no config has such a name"};
  if (!given.html.empty()) write(given.html, certificate_page(certificates));
  if (!given.list.empty()) write(given.list, certified_list(certificates));
  return status;
}

}  // namespace

void add_certify(CLI::App& app, int& status) {
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand("certify", "Certify a kernel config, or check a certificate");
  auto* const config = command->add_option("config", given->config, "The config; none lists them");
  command->add_option("-o,--output", given->output,
                      "Write the certificate to this file (with --all: a directory)");
  auto* const checked =
      command->add_option("--check", given->check, "Check this certificate")->excludes(config);
  command
      ->add_flag("--no-compile", given->no_compile,
                 "With --check: do not compile the config again to compare its machine code (O12)")
      ->needs(checked);
  auto* const all = command->add_flag("--all", given->all, "Certify every shipped config; a line each")
                        ->excludes(config, checked);
  command
      ->add_option("--only", given->only,
                   "With --all: only the configs whose name matches this regular expression")
      ->needs(all);
  command->add_option("--html", given->html, "With --all: write a page about them to this file")->needs(all);
  command
      ->add_option(
          "--write", given->list,
          "With --all: write those that are valid to this file, as gpu_kernels/certified.inc has them")
      ->needs(all);
  [[maybe_unused]] auto* const obligation =
      command
          ->add_option("--obligation", given->obligation, "Print this row of the certificate alone, O3.a.k")
          ->needs(config)
          ->excludes(all, checked);
#ifdef COLEX_WITH_SOLVERS
  auto* const code = command
                         ->add_option("--code", given->code,
                                      "Obligations of this machine code, or PTX, of the config; with -o the "
                                      "questions that both solvers answered, too")
                         ->excludes(all, obligation);
  command
      ->add_option("--target", given->target,
                   "The same of what a compiler here makes of it for gfx942, sm_80 and so on")
      ->check(CLI::IsMember({"gfx90a", "gfx942", "gfx950", "sm_80", "sm_90a", "sm_100"}))
      ->excludes(all, code, checked)
      ->needs(config);
  command
      ->add_option("--kernel", given->kernel,
                   "With --code: a part of the kernel's name; otherwise the config's")
      ->needs(code)
      ->excludes(checked);
  command->add_flag("--json", given->json, "With --code or --target: answer in JSON");
#endif
  command->callback([=, &status] {
#ifdef COLEX_WITH_SOLVERS
    if (!given->code.empty() || !given->target.empty()) {
      if (given->check.empty() && given->config.empty())
        throw InputError{"certify: --code: a config, or --check FILE, is needed"};
      status = of_code(*given);
      return;
    }
#endif
    if (!given->check.empty()) {
      status = check(given->check, !given->no_compile);
    } else if (given->all) {
      status = make_all(*given);
    } else if (given->config.empty()) {
      for (auto const& name : gpu::certified_configs()) std::cout << name << "\n";
      status = kYes;
    } else if (!given->obligation.empty()) {
      status = one_obligation(given->config, given->obligation);
    } else {
      status = make(given->config, given->output);
    }
  });
}

}  // namespace colex::cli
