// SPDX-License-Identifier: MIT
#include "cli/inspected_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <set>

#include "cli/size_facts.hpp"
#include "cli/streams.hpp"
#ifdef COLEX_WITH_SOLVERS
#include "code/certificate/script.hpp"
#endif
#include "code/ptx/symbols/program.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

namespace {

[[noreturn]] void not_assumed(std::string const& fact, std::string const& why) {
  throw InputError(
      fmt::format("--assume '{}': {}; expected NAME % 8 == 0, NAME an argument or arg24 for that at byte 24, "
                  "8 a power of two",
                  fact, why));
}

/// "N % 8 == 0" of that kernel: byte of the argument, and the exponent.
std::pair<std::uint32_t, unsigned> read_fact(std::string const& fact, code::Kernel const& kernel) {
  std::string text;
  for (char const c : fact)
    if (c != ' ') text += c;
  std::size_t const at = text.find('%'), end = text.find("==0");
  if (at == text.npos || end == text.npos || end + 3 != text.size() || end < at)
    not_assumed(fact, "not read");
  std::uint64_t multiple = 0;
  char const* const last = text.data() + end;
  auto const [stop, error] = std::from_chars(text.data() + at + 1, last, multiple);
  if (error != std::errc{} || stop != last || !std::has_single_bit(multiple) || multiple > 1u << 20)
    not_assumed(fact, "no power of two up to 2^20");
  std::string const name = text.substr(0, at);
  for (code::KernelArgument const& a : kernel.arguments) {
    bool const is_it = name == a.name || name == fmt::format("arg{}", a.offset);
    if (!is_it) continue;
    if (a.offset % 4 != 0 || (a.size != 4 && a.size != 8))
      not_assumed(fact, "an argument of 4 or 8 bytes is needed");
    return {a.offset, static_cast<unsigned>(std::countr_zero(multiple))};
  }
  std::uint32_t byte = 0;
  if (name.starts_with("arg")) {  // within a structure
    auto const [s, e] = std::from_chars(name.data() + 3, name.data() + name.size(), byte);
    if (e == std::errc{} && s == name.data() + name.size() && byte % 4 == 0 && byte < kernel.argument_bytes)
      return {byte, static_cast<unsigned>(std::countr_zero(multiple))};
  }
  not_assumed(fact, fmt::format("{} has no argument '{}'", kernel.name, name));
}

/// "param_0.box == 16384": the bytes of a tensor map's box.
std::pair<std::uint32_t, std::uint64_t> read_box(std::string const& fact, code::Kernel const& kernel) {
  std::string text;
  for (char const c : fact)
    if (c != ' ') text += c;
  std::size_t const at = text.find(".box==");
  std::uint64_t bytes = 0;
  if (at != text.npos) {
    char const *const first = text.data() + at + 6, *const last = text.data() + text.size();
    auto const [stop, error] = std::from_chars(first, last, bytes);
    if (error == std::errc{} && stop == last && bytes % 16 == 0 && bytes != 0 && bytes <= 1u << 18)
      for (code::KernelArgument const& a : kernel.arguments)
        if ((text.substr(0, at) == a.name || text.substr(0, at) == fmt::format("arg{}", a.offset)) &&
            a.size == 128)
          return {a.offset, bytes};
  }
  not_assumed(fact,
              "a box is NAME.box == 16384, NAME an argument of 128 bytes, and the bytes a multiple of 16");
}

constexpr char const* kEntries =
    "entries are [0 <=] NAME[*] [< N], NAME[*] % 8 == 0, or NAME distinct, NAME an argument of 8 bytes; of 4 "
    "bytes with "
    "a sign, or NAME.i32, NAME.u32, NAME.i64, NAME.u64";

/// "0 <= T[*] < 128", "T.u64[*] % 8 == 0", "T distinct": what is said of an array's entries; false where the fact is none of these.
bool read_entries(std::string const& fact, code::Kernel const& kernel, code::Tables& tables,
                  std::set<std::uint32_t>& typed) {
  std::string text;
  for (char const c : fact)
    if (c != ' ') text += c;
  std::size_t const star = text.find("[*]");
  bool const is_distinct =
      star == text.npos && fact.find(" distinct") != fact.npos && text.ends_with("distinct");
  if (star == text.npos && !is_distinct) return false;
  bool const from_zero = text.starts_with("0<=");
  std::size_t const begin = from_zero ? 3 : 0, end = is_distinct ? text.size() - 8 : star;
  std::string name = text.substr(begin, end - begin), rest = is_distinct ? "" : text.substr(star + 3);
  if (is_distinct && from_zero) not_assumed(fact, kEntries);
  code::Table with;
  bool is_typed = false;
  for (char const* const type : {".i32", ".u32", ".i64", ".u64"})
    if (name.ends_with(type)) {
      name.resize(name.size() - 4), is_typed = true;
      with.is_signed = type[1] == 'i', with.bytes = type[2] == '3' ? 4 : 8;
    }
  auto const argument =
      std::find_if(kernel.arguments.begin(), kernel.arguments.end(), [&](code::KernelArgument const& a) {
        return !a.is_hidden() && (name == a.name || name == fmt::format("arg{}", a.offset));
      });
  if (argument == kernel.arguments.end() || argument->size != 8 || argument->offset % 8 != 0)
    not_assumed(fact, fmt::format("{} has no argument '{}' of 8 bytes", kernel.name, name));
  auto const [found, is_new] = tables.try_emplace(argument->offset, with);
  code::Table& table = found->second;
  if (!is_new && (table.bytes != with.bytes || table.is_signed != with.is_signed)) {
    if (is_typed && typed.count(argument->offset) != 0)
      not_assumed(fact, "entries of another type are said before");
    if (is_typed) table.bytes = with.bytes, table.is_signed = with.is_signed;
  }
  if (is_typed) typed.insert(argument->offset);
  table.is_distinct |= is_distinct, table.is_from_zero |= from_zero;
  if (rest.empty() && (is_distinct || from_zero)) return true;
  auto const number = [&](std::size_t from, std::size_t to) {
    std::uint64_t r = 0;
    char const *const first = rest.data() + from, *const last = rest.data() + to;
    auto const [stop, error] = std::from_chars(first, last, r);
    if (error != std::errc{} || stop != last || r == 0 || r > std::uint64_t{1} << 62)
      not_assumed(fact, kEntries);
    return r;
  };
  if (rest.starts_with("<")) {
    std::uint64_t const below = number(1, rest.size());
    table.below = table.below == 0 ? below : std::min(table.below, below);
  } else if (rest.starts_with("%") && rest.ends_with("==0") && !from_zero) {
    std::uint64_t const multiple = number(1, rest.size() - 3);
    if (!std::has_single_bit(multiple) || multiple > 1u << 20)
      not_assumed(fact, "no power of two up to 2^20");
    table.zeros = std::max(table.zeros, static_cast<unsigned>(std::countr_zero(multiple)));
  } else {
    not_assumed(fact, kEntries);
  }
  return true;
}

/// The options under facts of that kernel's arguments.
code::InspectOptions with_facts(code::InspectOptions options, std::vector<std::string> const& facts,
                                code::Kernel const& kernel) {
  std::set<std::uint32_t> typed;
  for (std::string const& fact : facts) {
    if (read_entries(fact, kernel, options.tables, typed) || read_comparison(fact, kernel, options)) continue;
    if (fact.find("box") != fact.npos && fact.find("==") != fact.npos && fact.find('%') == fact.npos) {
      auto const [byte, bytes] = read_box(fact, kernel);
      options.boxes[byte] = bytes;
      continue;
    }
    auto const [byte, exponent] = read_fact(fact, kernel);
    auto& known = options.multiples[byte];
    known = std::max(known, exponent);
  }
  return options;
}

}  // namespace

InspectedFile::InspectedFile(std::string const& file)
    : bytes_(read_file("inspect", file, std::max(code::kMostCodeObjectBytes, code::ptx::kMostPtxBytes))) {
  if ((is_ptx_ = code::ptx::is_ptx(bytes_))) {
    module_ = code::ptx::read_module(file, bytes_);
    for (code::ptx::Entry const& e : module_.entries) names_.push_back(e.name);
  } else {
    object_ = code::read_code_object(file, bytes_);
    for (code::Kernel const& k : object_.kernels) names_.push_back(k.name);
  }
}

std::vector<std::string> InspectedFile::asked(std::string const& kernel) const {
  if (kernel.empty()) return names_;
  return {is_ptx_ ? module_.entry(kernel).name : object_.kernel(kernel).name};
}

bool InspectedFile::has(std::string const& kernel) const {
  return std::find(names_.begin(), names_.end(), kernel) != names_.end();
}

std::string InspectedFile::machine_code(std::string const& kernel) const {
  if (is_ptx_) return {};
  auto const& code = object_.kernel(kernel).code;
  return {code.begin(), code.end()};
}

code::Inspector InspectedFile::inspect(std::string const& kernel, code::InspectOptions const& options,
                                       std::vector<std::string> const& facts) const {
  if (!is_ptx_)
    return code::Inspector(object_.target, object_.kernel(kernel),
                           with_facts(options, facts, object_.kernel(kernel)));
  code::ptx::Entry const& entry = module_.entry(kernel);
  code::InspectOptions with = with_facts(options, facts, code::ptx::kernel_of(module_, entry));
#ifdef COLEX_WITH_SOLVERS
  with.contradicts = code::contradict;
#endif
  return code::Inspector(module_, entry, with);
}

code::Report InspectedFile::executed(LaunchWords const& launch) const {
  return is_ptx_ ? cli::executed(module_, launch) : cli::executed(object_, launch);
}

}  // namespace colex::cli
