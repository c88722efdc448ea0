// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4) of a text, in hexadecimal: the key of a cached verdict.
//
//   sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace colex::sym {

std::string sha256(std::string const& text);

/// Of these parts, one behind the other, none of which is copied.
std::string sha256(std::span<std::string_view const> parts);

/// The same without the processor's instructions for it, to compare.
std::string sha256_portably(std::span<std::string_view const> parts);

/// HMAC with SHA-256 (RFC 2104), in hexadecimal.
std::string hmac_sha256(std::string const& key, std::string const& text);

}  // namespace colex::sym
