// SPDX-License-Identifier: MIT
// certify: certificates of kernel configs, made and checked.
//   colex certify                          the shipped configs
//   colex certify copy_unpad_f32           its certificate, on stdout or with -o FILE
//   colex certify --check unpad.json       0 when it holds; otherwise what is wrong with it
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "certificate/certificate.hpp"
#include "cli/commands.hpp"
#include "text/json.hpp"

namespace colex::cli {

namespace {

constexpr std::uintmax_t kMaxCertificate = std::uintmax_t{16} << 20;

int check(std::string const& path) {
  std::error_code failed;
  auto const bytes = std::filesystem::file_size(path, failed);
  if (failed) throw InputError{path + ": cannot be read"};
  if (bytes > kMaxCertificate) throw InputError{path + ": longer than 16 MiB"};
  std::ifstream file(path);
  std::string const text{std::istreambuf_iterator<char>(file), {}};
  if (nested_beyond(text, kMaxJsonDepth)) throw InputError{path + ": JSON nested beyond 64 levels"};
  auto const certificate = nlohmann::ordered_json::parse(text, nullptr, false);
  if (certificate.is_discarded()) throw InputError{path + ": not JSON"};
  auto const problems = gpu::check_certificate(certificate);
  for (auto const& p : problems) std::cout << path << ": " << p << "\n";
  if (problems.empty()) std::cout << path << ": holds\n";
  return problems.empty() ? kYes : kNo;
}

int make(std::string const& config, std::string const& path) {
  sym::Settings settings;
  settings.mutants = false;  // the tests mutate; a certificate proves
  auto const certificate = gpu::certify(config, settings, std::cerr);
  if (certificate.is_null())
    throw InputError{"certify: no config is named '" + config + "'; colex certify lists them"};
  std::ofstream file;
  if (!path.empty()) file.open(path);
  std::ostream& out = path.empty() ? std::cout : file;
  out << certificate.dump(1) << "\n";
  out.flush();
  if (!out) throw InputError{path + ": cannot be written"};
  return certificate.at("valid") == true ? kYes : kNo;
}

}  // namespace

void add_certify(CLI::App& app, int& status) {
  struct Options {
    std::string config, output, check;
    bool all = false;
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand("certify", "Certify a kernel config, or check a certificate");
  auto* const config = command->add_option("config", given->config, "The config; none lists them");
  command->add_option("-o,--output", given->output,
                      "Write the certificate to this file (with --all: a directory)");
  auto* const checked =
      command->add_option("--check", given->check, "Check this certificate")->excludes(config);
  command->add_flag("--all", given->all, "Certify every shipped config into a directory")
      ->excludes(config, checked);
  command->callback([=, &status] {
    if (!given->check.empty()) {
      status = check(given->check);
    } else if (given->all) {
      if (given->output.empty()) throw InputError{"certify: --all needs -o DIRECTORY"};
      std::error_code failed;
      std::filesystem::create_directories(given->output, failed);
      status = kYes;
      for (auto const& name : gpu::certified_configs())
        if (make(name, given->output + "/" + name + ".json") != kYes) status = kNo;
    } else if (given->config.empty()) {
      for (auto const& name : gpu::certified_configs()) std::cout << name << "\n";
      status = kYes;
    } else {
      status = make(given->config, given->output);
    }
  });
}

}  // namespace colex::cli
