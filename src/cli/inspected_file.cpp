// SPDX-License-Identifier: MIT
#include "cli/inspected_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

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

/// The options under facts of that kernel's arguments.
code::InspectOptions with_facts(code::InspectOptions options, std::vector<std::string> const& facts,
                                code::Kernel const& kernel) {
  for (std::string const& fact : facts) {
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

}  // namespace colex::cli
