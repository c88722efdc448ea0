// SPDX-License-Identifier: MIT
// The gate: copy(), permute(), gemm() and Hopper's gemm() compile for configs that hold a valid certificate,
// and for no other type.
//
//   copy<CopyUnpadF32>(...);             certified.inc lists it
//   copy<MyConfig>(...);                 error: incomplete type NotCertified<MyConfig, "run tools/certify">
//   uncertified::copy<MyConfig>(...);    at your own risk: for tests, and for a config in the making
//
// `tools/certify` writes the list from certificates that it makes. A test makes them again, and fails where
// the list differs, as it does after an edit of a kernel's sources. A config of the copy kernel that is a
// user's own has a program of its own to certify it, which writes its OwnCertificate (copy/certify_own.hpp).
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace colex::gpu {

/// A config that holds a certificate.
struct CertifiedConfig {
  std::string_view kernel, name;
};
inline constexpr CertifiedConfig certified_configs_list[] = {
#define COLEX_CERTIFIED_SOURCES(kernel, sha256)
#define COLEX_CERTIFIED(kernel, name) {#kernel, #name},
#include "certified.inc"
#undef COLEX_CERTIFIED
#undef COLEX_CERTIFIED_SOURCES
};

/// The sources of a kernel that the certificates are about.
struct CertifiedSources {
  std::string_view kernel, sha256;
};
inline constexpr CertifiedSources certified_sources_list[] = {
#define COLEX_CERTIFIED_SOURCES(kernel, sha256) {#kernel, sha256},
#define COLEX_CERTIFIED(kernel, name)
#include "certified.inc"
#undef COLEX_CERTIFIED
#undef COLEX_CERTIFIED_SOURCES
};

/// The hash of those; empty for an unknown kernel.
constexpr std::string_view certified_sources(std::string_view kernel) {
  for (auto const& sources : certified_sources_list)
    if (sources.kernel == kernel) return sources.sha256;
  return {};
}

/// What was certified of a user's own config, and for which sources. Defined in the header that the program
/// writes that certifies the config.
template <class Config>
struct OwnCertificate;

namespace detail {
template <class Config, class Shipped>
inline constexpr bool is_one_of = false;
template <class Config, class... Shipped>
inline constexpr bool is_one_of<Config, std::tuple<Shipped...>> = (std::is_same_v<Config, Shipped> || ...);

constexpr bool is_listed(std::string_view name) {
  for (auto const& config : certified_configs_list)
    if (config.name == name) return true;
  return false;
}
}  // namespace detail

/// Whether the type itself, not one derived from it or named alike, is a shipped config with a certificate.
template <class Config, class Shipped>
constexpr bool is_certified() {
  if constexpr (detail::is_one_of<Config, Shipped>) {
    return detail::is_listed(Config::name);
  } else {
    return false;
  }
}

/// What to do, as a compiler shows it.
template <std::size_t length>
struct Advice {
  char text[length];
  consteval Advice(char const (&what)[length]) {
    for (std::size_t i = 0; i < length; ++i) text[i] = what[i];
  }
};

/// Never defined: a compiler shows its arguments where a certificate is missing.
template <class Config, Advice advice>
struct NotCertified;

/// Compiles where `certified` holds.
template <class Config, bool certified>
constexpr bool require_certificate_that() {
  if constexpr (certified) {
    return true;
  } else {
    return sizeof(NotCertified<Config, Advice{"run tools/certify"}>) > 0;
  }
}
/// Compiles for certified configs.
template <class Config, class Shipped>
constexpr bool require_certificate() {
  return require_certificate_that<Config, is_certified<Config, Shipped>()>();
}

}  // namespace colex::gpu
