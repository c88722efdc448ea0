// SPDX-License-Identifier: MIT
#include "cli/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>
#include <regex>

#include "operations/failure.hpp"

namespace colex::cli {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMostHeader = 4096;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32;

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
  std::smatch found;
  NpyArray r;
  if (!std::regex_search(header, found, std::regex("'descr': *'([^']*)'"))) fail("the header names no type");
  r.type = found[1];
  std::size_t const each = npy_element_bytes(r.type);
  if (each == 0) fail("the type '" + r.type + "' is not known");
  if (!std::regex_search(header, found, std::regex("'fortran_order': *(True|False)")))
    fail("the header names no order");
  r.fortran_order = found[1] == "True";
  if (!std::regex_search(header, found, std::regex("'shape': *\\(([0-9, ]*)\\)")))
    fail("the header names no shape");
  std::string const extents = found[1];
  std::uint64_t elements = 1;
  std::regex const number("[0-9]+");
  for (std::sregex_iterator at(extents.begin(), extents.end(), number), end; at != end; ++at) {
    std::string const digits = at->str();
    std::uint64_t const extent = digits.size() > 10 ? kMostElements + 1 : std::stoull(digits);
    if (extent > kMostElements || elements * extent > kMostElements) fail("more elements than 2^32");
    elements *= extent, r.shape.push_back(extent);
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
