// SPDX-License-Identifier: MIT
// inspect: what the kernels of a code object do to memory, for all lanes, waves, blocks, arguments and trips.
//   colex inspect gemm.co --kernel gemm
//   colex inspect copy.co --assume 'arg16 % 8 == 0' --json
#include "code/inspect.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/sarif_log.hpp"

namespace colex::cli {

namespace {

using code::InspectedAccess;
using code::Inspection;
using code::Inspector;
using code::Verdict;

struct InspectCommand {
  std::string file{}, kernel{};
  std::vector<std::string> assumed{};
  code::InspectOptions options{};
  std::string sarif{};
  bool json = false;
};

constexpr char const* kKinds[] = {"affine", "linear", "index map"};
constexpr char const* kVerdicts[] = {"holds", "fails", "undecided"};

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

std::string does(InspectedAccess const& a) {
  return fmt::format("{} {} bytes of {}", a.access.is_store ? "stores" : "loads", a.access.bytes,
                     a.access.is_lds ? "LDS" : "global memory");
}

std::string at_text(code::AccessForm const& f) {
  std::string const layout = f.kind == code::LayoutKind::index_map ? "an index map" : f.layout;
  return f.base_text == "0" ? layout : f.base_text + " + " + layout;
}

code::Instruction const& instruction(Inspector const& of, std::uint32_t number) {
  return of.program()[number].instruction;
}

std::string place(Inspector const& of, std::uint32_t number) {
  return fmt::format("{:#x} ({})", instruction(of, number).address, instruction(of, number).text);
}

std::string text_of(Inspector const& of) {
  Inspection const& r = of.result();
  std::string text = fmt::format("{} of {}: blocks of {} threads, {} instructions, {} accesses\n", r.kernel,
                                 r.target, r.threads, of.program().size(), r.accesses.size());
  std::size_t decided = 0;
  for (InspectedAccess const& a : r.accesses) {
    auto const& i = instruction(of, a.access.instruction);
    if (a.access.part == 0) text += fmt::format("  {:#x} {}\n", i.address, i.text);
    text += fmt::format("    {}", does(a));
    if (!a.undecided.empty()) {
      text += ": undecided: " + a.undecided + "\n";
      continue;
    }
    ++decided;
    unsigned alignment = 4096;
    for (std::size_t k = 0; k < a.forms.size(); ++k) {
      bool known = false;  // forms that differ only in their epoch are said once
      for (std::size_t j = 0; j < k; ++j) known |= at_text(a.forms[j]) == at_text(a.forms[k]);
      if (!known) text += fmt::format("{} {}", k == 0 ? " at" : ", or", at_text(a.forms[k]));
      alignment = std::min(alignment, a.forms[k].alignment);
    }
    text += fmt::format("; aligned to {}{}", alignment,
                        a.forms[0].pointers.empty() ? "" : " where " + a.forms[0].pointers[0] + " is");
    if (a.bank_degree > 0) text += fmt::format(", bank degree {}", a.bank_degree);
    if (a.sectors > 0) text += fmt::format(", {} sectors a wave", a.sectors);
    if (a.misaligned) text += "; MISALIGNED";
    text += "\n";
  }
  for (code::NotUnderstood const& n : r.not_understood)
    text += fmt::format("  not understood: {}: {}\n", place(of, n.instruction), n.why);
  text += fmt::format("  layouts of {} of {} accesses\n", decided, r.accesses.size());
  auto const verdict = [&](char const* holds, char const* fails, code::Judgement const& j) {
    std::string line = j.verdict == Verdict::holds   ? holds
                       : j.verdict == Verdict::fails ? fails
                                                     : "undecided whether " + std::string(holds);
    if (!j.why.empty()) line += (j.verdict == Verdict::holds ? ", " : ": ") + j.why;
    if (j.has_place)
      line += ": " + place(of, j.first) + (j.second != j.first ? ", " + place(of, j.second) : "");
    text += "  " + line + "\n";
  };
  verdict("the waits suffice", "a wait is missing", r.waits);
  verdict("LDS is free of races", "LDS has a race", r.race_free);
  return text;
}

Json json_of(Inspector const& of) {
  Inspection const& r = of.result();
  auto const at = [&](std::uint32_t number) {
    return Json{{"address", instruction(of, number).address}, {"instruction", instruction(of, number).text}};
  };
  Json accesses = Json::array(), missing = Json::array();
  for (InspectedAccess const& a : r.accesses) {
    Json one = at(a.access.instruction);
    one["space"] = a.access.is_lds ? "LDS" : "global", one["does"] = a.access.is_store ? "store" : "load";
    one["bytes"] = a.access.bytes, one["part"] = a.access.part;
    if (!a.undecided.empty()) {
      one["undecided"] = a.undecided;
    } else {
      Json forms = Json::array();
      for (code::AccessForm const& f : a.forms) {
        Json form{{"base", f.base_text},
                  {"kind", kKinds[static_cast<int>(f.kind)]},
                  {"alignment", f.alignment},
                  {"pointers", f.pointers}};
        if (f.kind == code::LayoutKind::index_map)
          form["offsets"] = f.offsets;
        else
          form["layout"] = f.layout;
        forms.push_back(form);
      }
      one["forms"] = forms, one["misaligned"] = a.misaligned;
      if (a.bank_degree > 0) one["bank_degree"] = a.bank_degree;
      if (a.sectors > 0) one["sectors"] = a.sectors;
    }
    accesses.push_back(one);
  }
  for (code::NotUnderstood const& n : r.not_understood) {
    Json one = at(n.instruction);
    one["why"] = n.why;
    missing.push_back(one);
  }
  auto const verdict = [&](code::Judgement const& j) {
    Json one{{"verdict", kVerdicts[static_cast<int>(j.verdict)]}};
    if (!j.why.empty()) one["why"] = j.why;
    if (j.has_place)
      one["places"] =
          j.first == j.second ? Json::array({at(j.first)}) : Json::array({at(j.first), at(j.second)});
    return one;
  };
  return {{"kernel", r.kernel},        {"target", r.target},        {"threads", r.threads},
          {"steps", r.steps},          {"places", r.places},        {"accesses", accesses},
          {"not_understood", missing}, {"waits", verdict(r.waits)}, {"race_free", verdict(r.race_free)}};
}

void add_results(Json& results, InspectCommand const& o, Inspector const& of) {
  Inspection const& r = of.result();
  auto const add = [&](char const* rule, char const* level, std::string const& text, std::uint32_t number) {
    Json const where{
        {"artifactLocation", {{"uri", sarif_uri(o.file)}}},
        {"address", {{"absoluteAddress", instruction(of, number).address}, {"kind", "instruction"}}}};
    results.push_back({{"ruleId", rule},
                       {"level", level},
                       {"message", {{"text", fmt::format("{}: {}: {}", r.kernel, place(of, number), text)}}},
                       {"locations", Json::array({{{"physicalLocation", where}}})}});
  };
  for (InspectedAccess const& a : r.accesses) {
    if (!a.undecided.empty()) add("undecided", "note", a.undecided, a.access.instruction);
    if (a.misaligned)
      add("misaligned", "error", does(a) + " at " + at_text(a.forms[0]), a.access.instruction);
  }
  for (code::NotUnderstood const& n : r.not_understood) add("undecided", "note", n.why, n.instruction);
  for (code::EarlyUse const& e : r.early)
    add("missing-wait", "error", e.what + " is used while an access may be under way", e.instruction);
  if (r.race_free.verdict != Verdict::holds) add("undecided", "note", r.race_free.why, r.race_free.first);
}

int inspect(InspectCommand const& o) {
  std::string const bytes = read_file("inspect", o.file, code::kMostCodeObjectBytes);
  code::CodeObject const object = code::read_code_object(o.file, bytes);
  std::vector<code::Kernel const*> asked;
  if (!o.kernel.empty())
    asked.push_back(&object.kernel(o.kernel));
  else
    for (code::Kernel const& k : object.kernels) asked.push_back(&k);
  Json all = Json::array(), results = Json::array();
  std::string text;
  bool good = true;
  for (code::Kernel const* kernel : asked) {
    code::InspectOptions options = o.options;
    for (std::string const& fact : o.assumed) {
      auto const [byte, exponent] = read_fact(fact, *kernel);
      auto& known = options.multiples[byte];
      known = std::max(known, exponent);
    }
    Inspector const one(object.target, *kernel, options);
    Inspection const& r = one.result();
    good = good && r.decided() && r.waits.verdict == Verdict::holds &&
           std::none_of(r.accesses.begin(), r.accesses.end(),
                        [](InspectedAccess const& a) { return a.misaligned; });
    add_results(results, o, one);
    if (o.json)
      all.push_back(json_of(one));
    else
      text += text_of(one);
  }
  if (!o.sarif.empty()) {
    std::ofstream out(o.sarif);
    out << sarif_log(
        Json::array({sarif_rule("missing-wait",
                                "A register, or LDS, is used while an access to it may be under way."),
                     sarif_rule("misaligned", "An address is no multiple of what the access needs."),
                     sarif_rule("undecided", "What the code does here is not understood.")}),
        results);
    if (!out.flush()) throw InputError("inspect: cannot write " + printable(o.sarif));
  }
  if (o.json) text = all.dump() + "\n";
  put(text);
  return good ? kYes : kNo;
}

}  // namespace

void add_inspect(CLI::App& app, int& status) {
  auto const given = std::make_shared<InspectCommand>();
  auto* const command = app.add_subcommand(
      "inspect",
      "Say what a code object does to memory: the layout of each access, and whether its waits suffice");
  command->add_option("file", given->file, "A code object of AMD, for gfx90a or gfx942")->required();
  command->add_option("--kernel", given->kernel,
                      "The kernel's name, or a part that no other has; otherwise all are inspected");
  command->add_option(
      "--block", given->options.threads,
      "Threads of a block, a multiple of 64; otherwise as many as the kernel was compiled for");
  command->add_option("--on", given->options.card,
                      "The card whose banks and sectors are meant; otherwise the code's target");
  command
      ->add_option("--assume", given->assumed,
                   "A fact of an argument: 'N % 8 == 0', or 'arg24 % 8 == 0' for that at byte 24")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--budget", given->options.budget, "Instructions that may be looked at")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->capture_default_str();
  command->add_flag("--json", given->json, "Answer in JSON");
  command->add_option("--sarif", given->sarif,
                      "Also write what is wrong or undecided to this file, in SARIF");
  command->callback([=, &status] { status = inspect(*given); });
}

}  // namespace colex::cli
