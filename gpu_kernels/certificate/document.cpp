// SPDX-License-Identifier: MIT
// Reading a certificate's text within stated limits. Optimized in every build.
#include <set>

#include "certificate/certificate.hpp"

namespace colex::gpu {

using Json = nlohmann::ordered_json;

namespace {

constexpr int kMostLevels = 64;
constexpr int kMostValues = 1 << 20;     // a certificate has some thousand
constexpr std::size_t kMostKeys = 1024;  // of one object, in which each is looked for among all

/// Thrown out of the parser, which holds no more than was read until then.
struct BeyondLimits {
  char const* what;
};

}  // namespace

ReadCertificate read_certificate(std::string const& text) {
  ReadCertificate read;
  std::vector<std::set<std::string>> keys_of_open_objects;
  int values = 0;
  auto const notice = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > kMostLevels) throw BeyondLimits{"JSON nested beyond 64 levels"};
    if (++values > kMostValues) throw BeyondLimits{"more than 2^20 JSON values"};
    if (event == Json::parse_event_t::object_start) keys_of_open_objects.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_of_open_objects.pop_back();
    if (event == Json::parse_event_t::key) {
      std::string const key = value;
      if (keys_of_open_objects.back().size() == kMostKeys)
        throw BeyondLimits{"more than 1024 keys in one object"};
      if (!keys_of_open_objects.back().insert(key).second && read.repeated_keys.empty())
        read.repeated_keys.push_back(key);
    }
    return true;
  };
  if (text.find('\0') != text.npos) {  // where the parser would end, whatever stands behind it
    read.document = Json(Json::value_t::discarded);
    read.refused = "not JSON: a byte of value 0";
    return read;
  }
  try {
    read.document = Json::parse(text, notice, false);
    if (read.document.is_discarded()) read.refused = "not JSON";
  } catch (BeyondLimits const& beyond) {
    read.document = Json(Json::value_t::discarded);
    read.refused = beyond.what;
  }
  return read;
}

}  // namespace colex::gpu
