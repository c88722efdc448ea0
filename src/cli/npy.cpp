// SPDX-License-Identifier: MIT
#include "cli/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cstdio>
#include <memory>

#include "operations/failure.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMostHeader = 4096;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32;

/// What stands behind a key of the header and the blanks after it; empty where there is no such key.
std::string_view behind(std::string_view header, std::string_view key) {
  std::size_t const at = header.find(key);
  if (at == header.npos) return {};
  header.remove_prefix(at + key.size());
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

/// What stands between the two; empty where it does not begin so, or does not end.
std::string_view between(std::string_view text, char open, char close) {
  std::size_t const end = text.find(close, 1);
  return text.empty() || text[0] != open || end == text.npos ? "" : text.substr(1, end - 1);
}

}  // namespace

std::size_t npy_element_bytes(std::string_view type) {
  if (type.size() != 3 || (type[0] != '<' && type[0] != '|')) return 0;
  std::string_view const kinds = "biufV";
  std::size_t const bytes = static_cast<std::size_t>(type[2] - '0');
  bool const power = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  return kinds.find(type[1]) != kinds.npos && power ? bytes : 0;
}

NpyArray read_npy(std::string const& file, std::string const& text) {
  auto const fail = [&](std::string const& why) { throw InputError(file + ": " + why); };
  if (text.size() < 10 || !text.starts_with(kMagic)) fail("not an array in NumPy's format");
  auto const byte = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(text[at])}; };
  int const version = text[6];
  if (version < 1 || version > 3) fail(fmt::format("version {} of NumPy's format is not known", version));
  std::size_t const start = version == 1 ? 10 : 12;
  if (text.size() < start) fail("ends within the header");
  std::size_t const length = byte(8) | byte(9) << 8 | (version == 1 ? 0 : byte(10) << 16 | byte(11) << 24);
  if (length > kMostHeader || length > text.size() - start) fail("ends within the header");
  std::string const header = text.substr(start, length);
  NpyArray r;
  r.type = between(behind(header, "'descr':"), '\'', '\'');
  if (r.type.empty()) fail("the header names no type");
  std::size_t const each = npy_element_bytes(r.type);
  if (each == 0) fail("the type '" + printable(r.type) + "' is not known");
  std::string_view const order = behind(header, "'fortran_order':"), shape = behind(header, "'shape':");
  r.fortran_order = order.starts_with("True");
  if (!r.fortran_order && !order.starts_with("False")) fail("the header names no order");
  std::string_view const extents = between(shape, '(', ')');
  if (!shape.starts_with("()") && extents.empty()) fail("the header names no shape");
  std::uint64_t elements = 1;
  for (char const *at = extents.data(), *const end = at + extents.size(); at != end;) {
    if (*at == ',' || *at == ' ') {
      ++at;
      continue;
    }
    std::uint64_t extent = 0;
    auto const [next, error] = std::from_chars(at, end, extent);
    if (error == std::errc::invalid_argument) fail("the header names no shape");
    if (error != std::errc{} || extent > kMostElements || (extent != 0 && elements > kMostElements / extent))
      fail("more elements than 2^32");
    if (r.shape.size() == kMostExtents) fail(fmt::format("more than {} extents", kMostExtents));
    elements *= extent, r.shape.push_back(extent), at = next;
  }
  if (text.size() - start - length != elements * each)
    fail(fmt::format("{} bytes of data, and the shape needs {}", text.size() - start - length,
                     elements * each));
  r.bytes.assign(text.begin() + static_cast<std::ptrdiff_t>(start + length), text.end());
  return r;
}

void write_npy(std::string const& file, NpyArray const& array) {
  std::string const extents =
      fmt::format("{}{}", fmt::join(array.shape, ", "), array.shape.size() == 1 ? "," : "");
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}), }}", array.type,
                                   array.fortran_order ? "True" : "False", extents);
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
  header += '\n';
  std::string const head = std::string(kMagic) + '\x01' + '\0' + static_cast<char>(header.size() & 0xFF) +
                           static_cast<char>(header.size() >> 8) + header;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(file.c_str(), "wb"), std::fclose);
  bool const written =
      out && std::fwrite(head.data(), 1, head.size(), out.get()) == head.size() &&
      std::fwrite(array.bytes.data(), 1, array.bytes.size(), out.get()) == array.bytes.size();
  if (!written || std::fclose(out.release()) != 0) throw InputError(file + ": cannot be written");
}

}  // namespace colex::cli
