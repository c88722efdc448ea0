// SPDX-License-Identifier: MIT
// inspect: what the kernels of a code object, or of PTX, do to memory, for all lanes, waves, blocks, arguments and trips.
//   colex inspect gemm.co --kernel gemm
//   colex inspect copy.co --assume 'arg16 % 8 == 0' --json
#include "code/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/inspection.hpp"
#include "cli/sarif_log.hpp"
#include "code/ptx/symbols/program.hpp"

namespace colex::cli {

namespace {

using code::InspectedAccess;
using code::Inspection;
using code::Inspector;
using code::Verdict;

struct InspectCommand {
  std::string file{}, kernel{};
  std::vector<std::string> assumed{};
  std::vector<std::uint32_t> block{};
  code::InspectOptions options{};
  std::string sarif{}, certificate{}, check{}, expect{}, diff{};
  bool json = false;
};

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

}  // namespace

code::InspectOptions with_facts(code::InspectOptions options, std::vector<std::string> const& facts,
                                code::Kernel const& kernel) {
  for (std::string const& fact : facts) {
    auto const [byte, exponent] = read_fact(fact, kernel);
    auto& known = options.multiples[byte];
    known = std::max(known, exponent);
  }
  return options;
}

namespace {

/// The kernels of a file, whichever of the two it is.
class Kernels {
 public:
  explicit Kernels(std::string const& file) {
    std::string const bytes =
        read_file("inspect", file, std::max(code::kMostCodeObjectBytes, code::ptx::kMostPtxBytes));
    if ((is_ptx_ = code::ptx::is_ptx(bytes))) {
      module_ = code::ptx::read_module(file, bytes);
      for (code::ptx::Entry const& e : module_.entries) names_.push_back(e.name);
    } else {
      object_ = code::read_code_object(file, bytes);
      for (code::Kernel const& k : object_.kernels) names_.push_back(k.name);
    }
  }
  std::vector<std::string> asked(InspectCommand const& o) const {
    if (o.kernel.empty()) return names_;
    return {is_ptx_ ? module_.entry(o.kernel).name : object_.kernel(o.kernel).name};
  }
  bool has(std::string const& name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  }
  Inspector inspect(std::string const& name, InspectCommand const& o) const {
    if (!is_ptx_)
      return Inspector(object_.target, object_.kernel(name),
                       with_facts(o.options, o.assumed, object_.kernel(name)));
    code::ptx::Entry const& entry = module_.entry(name);
    return Inspector(module_, entry, with_facts(o.options, o.assumed, code::ptx::kernel_of(module_, entry)));
  }
  bool is_ptx() const { return is_ptx_; }

 private:
  bool is_ptx_ = false;
  code::CodeObject object_{};
  code::ptx::Module module_{};
  std::vector<std::string> names_{};
};

int expect(InspectCommand const& o) {
  auto const expected =
      code::read_expectations(o.expect, read_file("inspect", o.expect, std::size_t{1} << 20));
  Kernels const kernels(o.file);
  auto const asked = kernels.asked(o);
  if (asked.size() != 1) throw InputError("inspect --expect: of one kernel: --kernel is needed");
  Inspector of = kernels.inspect(asked[0], o);
  for (code::NotUnderstood const& n : of.result().not_understood)
    throw InputError(
        fmt::format("inspect --expect: not all is understood: {}: {}", place(of, n.instruction), n.why));
  auto const compared = code::compare(of, expected);
  put(o.json ? json_of(of, expected, compared).dump() + "\n" : text_of(of, expected, compared));
  return compared.verdict == Verdict::holds ? kYes : kNo;
}

int diff(InspectCommand const& o) {
  Kernels const old(o.diff), now(o.file);
  std::string text;
  bool same = true;
  for (std::string const& kernel : now.asked(o))
    if (old.has(kernel))
      same &= is_same(old.inspect(kernel, o), now.inspect(kernel, o), text);
    else
      same = false, text += fmt::format("{}: {} has no such kernel\n", printable(kernel), printable(o.diff));
  put(text);
  return same ? kYes : kNo;
}

int certificate(InspectCommand const& o) {
  std::string text;
  bool good = false;
  if (!o.check.empty()) {
    good = check_code(o.file, o.check, text);
  } else {
    std::vector<Asked> asked;
    Kernels const kernels(o.file);
    if (kernels.is_ptx()) throw InputError("inspect --certificate: of AMD's code objects; PTX has none");
    for (std::string const& kernel : kernels.asked(o)) asked.push_back({kernel, o.options, o.assumed, {}});
    if (!o.expect.empty()) {
      if (asked.size() != 1) throw InputError("inspect --expect: of one kernel: --kernel is needed");
      asked[0].meant =
          code::read_expectations(o.expect, read_file("inspect", o.expect, std::size_t{1} << 20));
    }
    good = certify_code(o.file, asked, o.certificate, text);
  }
  put(text);
  return good ? kYes : kNo;
}

int inspect(InspectCommand const& o) {
  if (!o.check.empty() || !o.certificate.empty()) return certificate(o);
  if (!o.expect.empty()) return expect(o);
  if (!o.diff.empty()) return diff(o);
  Kernels const kernels(o.file);
  Json all = Json::array(), results = Json::array();
  std::string text;
  bool good = true;
  for (std::string const& kernel : kernels.asked(o)) {
    Inspector const one = kernels.inspect(kernel, o);
    Inspection const& r = one.result();
    good = good && r.decided() && r.waits.verdict == Verdict::holds &&
           std::none_of(r.accesses.begin(), r.accesses.end(),
                        [](InspectedAccess const& a) { return a.misaligned; });
    add_results(results, o.file, one);
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
  auto* const command = app.add_subcommand("inspect",
                                           "Say what a code object or PTX does to memory: the layout of each "
                                           "access, and whether its waits suffice");
  command->add_option("file", given->file, "A code object of AMD, for gfx90a or gfx942, or a file of PTX")
      ->required();
  command->add_option("--kernel", given->kernel,
                      "The kernel's name, or a part that no other has; otherwise all are inspected");
  command
      ->add_option(
          "--block", given->block,
          "Threads of a block, 128, or of PTX 16,16; otherwise as many as the kernel was compiled for")
      ->delimiter(',')
      ->expected(1, 3)
      ->check(CLI::Range(1u, 1024u));
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
  command
      ->add_option("--dynamic-lds", given->options.dynamic_lds,
                   "Bytes of LDS, or shared memory, that a launch adds to the kernel's")
      ->check(CLI::Range(0u, 232448u));
  auto* const ways = command->add_option_group("instead", "Asked instead");
  CLI::Option* const diffed =
      ways->add_option("--diff", given->diff, "Compare accesses with those of this older file");
  ways->add_option("--certificate", given->certificate,
                   "Write what holds to this file, with the questions that Z3 and cvc5 answered");
  CLI::Option* const checked =
      ways->add_option("--check", given->check, "Derive what this certificate must be, and decide it again");
  ways->require_option(0, 1);
  command
      ->add_option("--expect", given->expect,
                   "Compare accesses with the layouts that this file, or a source's `// colex:` lines, mean; "
                   "with --certificate, state that, too")
      ->excludes(diffed, checked);
  command->add_flag("--json", given->json, "Answer in JSON");
  command->add_option("--sarif", given->sarif,
                      "Also write what is wrong or undecided to this file, in SARIF");
  command->callback([=, &status] {
    for (std::size_t k = 0; k < given->block.size(); ++k) given->options.block[k] = given->block[k];
    status = inspect(*given);
  });
}

}  // namespace colex::cli
