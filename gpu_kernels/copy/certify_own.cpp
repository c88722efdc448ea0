// SPDX-License-Identifier: MIT
#include "copy/certify_own.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include "certificate/certificate.hpp"

namespace colex::gpu {

namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

int fail(std::string const& what) {
  std::cerr << "certify: " << what << "\n";
  return 2;
}

bool write(std::string const& path, std::string const& text) {
  std::ofstream file(path);
  file << text;
  file.flush();
  return static_cast<bool>(file);
}

int make(OwnCopy const& own, std::string const& folder) {
  sym::Settings settings;
  settings.mutants = false;
  settings.limits.milliseconds = 60'000;
  std::string const name = own.proof.configs().front();
  auto const certificate = certify(own.proof, name, settings, std::cerr);
  std::string const path = folder + "/" + name;
  if (!write(path + ".json", certificate.dump(1) + "\n")) return fail(path + ".json: cannot be written");
  if (certificate.at("valid") != true) {
    std::cerr << name << ": NOT certified; " << path << ".json says what is not proved\n";
    return 1;
  }
  if (!write(path + ".certified.hpp", own_certificate_header(own, certificate)))
    return fail(path + ".certified.hpp: cannot be written");
  std::cout << name << ": certified; see " << path << ".json, include " << path << ".certified.hpp\n";
  return 0;
}

int check(OwnCopy const& own, std::string const& path) {
  std::ifstream file(path);
  std::string text(kMostBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.empty()) return fail(path + ": cannot be read");
  if (text.size() > kMostBytes) return fail(path + ": longer than 16 MiB");
  auto const read = read_certificate(text);
  if (!read.refused.empty()) return fail(path + ": " + read.refused);
  KernelProof const* const kernels[] = {&own.proof};
  auto const problems = check_certificate(read, kernels);
  for (auto const& problem : problems) std::cout << path << ": " << problem << "\n";
  if (problems.empty()) std::cout << path << ": holds\n";
  return problems.empty() ? 0 : 1;
}

}  // namespace

std::string own_certificate_header(OwnCopy const& own, nlohmann::ordered_json const& certificate) {
  auto const& p = certificate.at("parameters");
  auto const side = [&](char const* name) {
    auto const& s = p.at(name);
    return fmt::format(
        "  static constexpr auto {0} = colex::layout(\"{1}\");\n"
        "  static constexpr Index {0}_step = {2};\n",
        name, std::string(s.at("tile")), s.at("step_elements").get<long>());
  };
  return fmt::format(
      "// Written by the program that certifies {0}: copy<{0}>() compiles while the config is this one.\n"
      "#pragma once\n\n#include \"{1}\"\n#include \"copy/copy.hpp\"\n\nnamespace colex::gpu {{\n\n"
      "template <>\nstruct OwnCertificate<::{0}> {{\n"
      "  static constexpr std::string_view sources_sha256 =\n      \"{2}\";\n"
      "  static constexpr std::string_view element = \"{3}\";\n{4}{5}"
      "  static constexpr int threads = {6}, vector = {7};\n}};\n\n}}  // namespace colex::gpu\n",
      own.type, own.header, std::string(certificate.at("sources_sha256")), std::string(p.at("element")),
      side("source"), side("destination"), p.at("threads").get<long>(), p.at("vector_elements").get<long>());
}

int certify_own_copy(OwnCopy const& own, int argc, char const* const* argv) try {
  if (argc == 2 && argv[1][0] != '-') return make(own, argv[1]);
  if (argc == 3 && std::string_view(argv[1]) == "--check") return check(own, argv[2]);
  return fail(fmt::format("usage: {0} FOLDER, or {0} --check FILE", argv[0]));
} catch (std::exception const& error) {
  return fail(error.what());
}

}  // namespace colex::gpu
