// SPDX-License-Identifier: MIT
#include "cli/execute_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>

#include "cli/streams.hpp"
#include "code/ptx/tensor_map.hpp"
#include "operations/failure.hpp"
#include "operations/value.hpp"
#include "platform/number_types.hpp"

namespace colex::cli {

namespace {

[[noreturn]] void fail(std::string const& word, std::string const& why) {
  throw InputError("--arg '" + printable(word) + "': " + why);
}

struct Type {
  char const* npy;
  std::size_t bytes;
};
std::map<std::string, Type> const kTypes{{"i8", {"|i1", 1}},  {"u8", {"|u1", 1}},  {"i16", {"<i2", 2}},
                                         {"u16", {"<u2", 2}}, {"f16", {"<f2", 2}}, {"bf16", {"<u2", 2}},
                                         {"i32", {"<i4", 4}}, {"u32", {"<u4", 4}}, {"f32", {"<f4", 4}},
                                         {"i64", {"<i8", 8}}, {"u64", {"<u8", 8}}, {"f64", {"<f8", 8}}};

/// "f32[64,64]"
struct Typed {
  std::string type{};
  std::vector<std::uint64_t> shape{};
  std::uint64_t elements = 1;
};
Typed typed(std::string const& text, std::string const& word) {
  auto const expected = [&] { fail(word, "expected TYPE[EXTENTS], such as f32[64,64]"); };
  std::size_t const open = text.find('[');
  Typed r;
  r.type = text.substr(0, open);
  if (open == text.npos || text.back() != ']' || kTypes.count(r.type) == 0) expected();
  char const *at = text.data() + open + 1, *const end = text.data() + text.size() - 1;
  for (bool more = true; more;) {
    std::uint64_t extent = 0;
    auto const [next, error] = std::from_chars(at, end, extent);
    if (error == std::errc::invalid_argument || (next != end && *next != ',')) expected();
    if (r.shape.size() == kMostExtents) fail(word, fmt::format("more than {} extents", kMostExtents));
    if (error != std::errc{} || extent > code::kMostArrayBytes || r.elements * extent > code::kMostArrayBytes)
      fail(word, fmt::format("more than {} elements", code::kMostArrayBytes));
    r.shape.push_back(extent);
    r.elements *= extent;
    more = next != end;
    at = next + 1;
  }
  return r;
}

template <class T>
std::vector<std::uint8_t> as_bytes(T value) {
  std::vector<std::uint8_t> r(sizeof value);
  std::memcpy(r.data(), &value, sizeof value);
  return r;
}

template <class T>
std::vector<std::uint8_t> number(std::string const& text, std::string const& word) {
  T value{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) fail(word, "not a number of that type");
  return as_bytes(value);
}

/// Random bits of integers, and floating-point numbers from -1 to 1; or, where `below` is not 0, whole numbers below it.
std::vector<std::uint8_t> drawn(Typed const& of, std::mt19937_64& random, std::uint64_t below = 0) {
  std::size_t const each = kTypes.at(of.type).bytes;
  std::vector<std::uint8_t> r(of.elements * each);
  bool const is_f64 = of.type == "f64", is_f32 = of.type == "f32", is_f16 = of.type == "f16",
             is_bf16 = of.type == "bf16";
  for (std::size_t k = 0; k < of.elements; ++k) {
    std::uint64_t bits = below == 0 ? random() : random() % below;
    double const unit = static_cast<double>(static_cast<std::int64_t>(bits)) * 0x1p-63;
    float const single = static_cast<float>(unit);
    if (is_f64) std::memcpy(&bits, &unit, 8);
    if (is_f32) std::memcpy(&bits, &single, 4);
    if (is_f16) bits = gpu::F16::from_float(single).bits;
    if (is_bf16) bits = gpu::Bf16::from_float(single).bits;
    std::memcpy(r.data() + k * each, &bits, each);
  }
  return r;
}

}  // namespace

std::uint64_t ExecuteArguments::add(std::string const& name, std::vector<std::uint8_t> bytes, code::Use use) {
  return memory_.add(name, std::move(bytes), use);
}

bool ExecuteArguments::names_array(std::string const& kind) {
  return kind == "in" || kind == "inout" || kind == "out" || kind == "random" || kind == "drawn";
}

ExecuteArguments::Named const& ExecuteArguments::array(std::string const& kind, std::string const& rest,
                                                       std::string const& word) {
  if (kind == "random" || kind == "drawn")
    return arrays_[fmt::format("random {}", arrays_.size())] = new_array(kind, rest, word);
  auto const found = arrays_.find(word);
  return found != arrays_.end() ? found->second : arrays_[word] = new_array(kind, rest, word);
}

ExecuteArguments::Named ExecuteArguments::new_array(std::string const& kind, std::string const& rest,
                                                    std::string const& word) {
  if (kind == "random") {
    Typed const of = typed(rest, word);
    return {add(word, drawn(of, random_), code::Use::read), kTypes.at(of.type).bytes, of.shape};
  }
  std::size_t const colon = rest.find(':');
  std::string const file = rest.substr(0, colon), second = colon == rest.npos ? "" : rest.substr(colon + 1);
  if (kind == "drawn") {
    Typed const of = typed(file, word);
    std::uint64_t below = 0;
    auto const [end, error] = std::from_chars(second.data(), second.data() + second.size(), below);
    bool const is_whole = of.type[0] == 'i' || of.type[0] == 'u';
    if (!is_whole || error != std::errc{} || end != second.data() + second.size() || below == 0)
      fail(word, "expected drawn:TYPE[EXTENTS]:BELOW, whole numbers from 0 on, such as drawn:u32[64]:8");
    return {add(word, drawn(of, random_, below), code::Use::read_write), kTypes.at(of.type).bytes, of.shape};
  }
  if (file.empty()) fail(word, "a file is needed");
  if (kind == "out") {
    Typed const of = typed(second, word);
    std::uint64_t const address =
        add(file, std::vector<std::uint8_t>(of.elements * kTypes.at(of.type).bytes), code::Use::write);
    return_to(file, address, {kTypes.at(of.type).npy, of.shape, false, {}}, word);
    return {address, kTypes.at(of.type).bytes, of.shape};
  }
  if (kind == "in" && colon != rest.npos) fail(word, "expected in:FILE");
  NpyArray read = read_npy(file, read_file("execute", file, code::kMostArrayBytes + 4096));
  std::uint64_t const address =
      add(file, std::move(read.bytes), kind == "in" ? code::Use::read : code::Use::read_write);
  read.bytes.clear();
  if (!second.empty()) return_to(second, address, read, word);
  if (read.fortran_order) std::reverse(read.shape.begin(), read.shape.end());
  return {address, npy_element_bytes(read.type), read.shape};
}

void ExecuteArguments::return_to(std::string const& file, std::uint64_t address, NpyArray shape,
                                 std::string const& word) {
  bool const is_taken =
      std::any_of(outputs_.begin(), outputs_.end(), [&](OutputArray const& one) { return one.file == file; });
  if (is_taken && file != "/dev/null") fail(word, "the result of another argument goes to that file");
  outputs_.push_back({file, address, std::move(shape)});
}

// map:[BOX]:SPAN:ARRAY
ExecuteArguments::Value ExecuteArguments::tensor_map(std::string const& rest, std::string const& word) {
  auto const expected = [&] { fail(word, "expected map:[BOX]:SPAN:ARRAY, such as map:[8,64]:128:in:A.npy"); };
  std::size_t const behind_box = rest.find("]:"),
                    behind_span = behind_box == rest.npos ? rest.npos : rest.find(':', behind_box + 2);
  if (rest.empty() || rest[0] != '[' || behind_span == rest.npos) expected();
  std::string const array_word = rest.substr(behind_span + 1),
                    kind = array_word.substr(0, array_word.find(':'));
  if (!names_array(kind) || kind == array_word) expected();
  Typed const box = typed("u8" + rest.substr(0, behind_box + 1), word);
  std::string const span = rest.substr(behind_box + 2, behind_span - behind_box - 2);
  if (span != "0" && span != "32" && span != "64" && span != "128") expected();
  Named const of = array(kind, array_word.substr(kind.size() + 1), array_word);
  if (of.shape.size() != box.shape.size() || of.shape.size() > code::ptx::kMostRank)
    fail(word,
         fmt::format("a box of {} extents, of an array of {}; 5 at most", box.shape.size(), of.shape.size()));
  code::ptx::TensorMap map;
  map.address = of.address, map.rank = static_cast<unsigned>(of.shape.size()),
  map.element_bytes = static_cast<unsigned>(of.element_bytes),
  map.span = static_cast<unsigned>(std::stoul(span));
  std::uint64_t stride = of.element_bytes;
  for (unsigned k = 0; k < map.rank; ++k) {
    map.extents[k] = of.shape[map.rank - 1 - k], map.strides[k] = stride;
    map.box[k] = static_cast<std::uint32_t>(box.shape[map.rank - 1 - k]);
    stride *= map.extents[k];
  }
  if (char const* const why = code::ptx::refusal_of(map)) fail(word, why);
  auto const bytes = code::ptx::encoded(map);
  return {{bytes.begin(), bytes.end()}, 64};
}

ExecuteArguments::Value ExecuteArguments::structure(std::string const& word, int depth) {
  if (depth > 16) fail(word, "structures in more than 16 others");
  Value r;
  std::string const inner = word.substr(1, word.size() - 2);
  int open = 0;
  for (std::size_t start = 0, at = 0; at <= inner.size(); ++at) {
    if (at < inner.size() && (inner[at] == '{' || inner[at] == '[')) ++open;
    if (at < inner.size() && (inner[at] == '}' || inner[at] == ']')) --open;
    if (at < inner.size() && (inner[at] != ',' || open > 0)) continue;
    if (at == start) fail(word, "a member of a structure is missing");
    Value const member = value(inner.substr(start, at - start), depth + 1);
    r.bytes.resize((r.bytes.size() + member.alignment - 1) / member.alignment * member.alignment);
    r.bytes.insert(r.bytes.end(), member.bytes.begin(), member.bytes.end());
    r.alignment = std::max(r.alignment, member.alignment);
    start = at + 1;
  }
  if (open != 0) fail(word, "its brackets do not match");
  r.bytes.resize((r.bytes.size() + r.alignment - 1) / r.alignment * r.alignment);
  return r;
}

ExecuteArguments::Value ExecuteArguments::value(std::string const& word, int depth) {
  if (word.size() >= 2 && word.front() == '{' && word.back() == '}') return structure(word, depth);
  std::size_t const colon = word.find(':');
  std::string const kind = word.substr(0, colon), rest = colon == word.npos ? "" : word.substr(colon + 1);
  if (names_array(kind)) return {as_bytes(array(kind, rest, word).address), 8};
  if (kind == "map") return tensor_map(rest, word);
  std::vector<std::uint8_t> bytes;
  if (kind == "i8") bytes = number<signed char>(rest, word);
  if (kind == "u8") bytes = number<unsigned char>(rest, word);
  if (kind == "i16") bytes = number<std::int16_t>(rest, word);
  if (kind == "u16") bytes = number<std::uint16_t>(rest, word);
  if (kind == "i32") bytes = number<std::int32_t>(rest, word);
  if (kind == "u32") bytes = number<std::uint32_t>(rest, word);
  if (kind == "i64") bytes = number<std::int64_t>(rest, word);
  if (kind == "u64") bytes = number<std::uint64_t>(rest, word);
  if (kind == "f32") bytes = number<float>(rest, word);
  if (kind == "f64") bytes = number<double>(rest, word);
  if (bytes.empty()) fail(word, "expected TYPE:NUMBER, in:, inout:, out:, random:, drawn:, map: or {...}");
  std::size_t const alignment = bytes.size();
  return {std::move(bytes), alignment};
}

std::vector<std::uint8_t> ExecuteArguments::read(std::string const& word) { return value(word, 0).bytes; }

void ExecuteArguments::write_outputs() {
  for (OutputArray& one : outputs_) {
    one.shape.bytes = memory_.find(one.address, 0)->bytes;
    write_npy(one.file, one.shape);
  }
}

}  // namespace colex::cli
