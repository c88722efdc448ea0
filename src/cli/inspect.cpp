// SPDX-License-Identifier: MIT
// inspect: what the kernels of a code object, or of PTX, do to memory, for all lanes, waves, blocks, arguments and trips.
//   colex inspect gemm.co --kernel gemm
//   colex inspect copy.co --assume 'arg16 % 8 == 0' --json
#include "code/inspect.hpp"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.hpp"
#include "cli/compiled_kernel.hpp"
#include "cli/inspected_file.hpp"
#include "cli/inspection.hpp"
#include "cli/replay.hpp"
#include "cli/sarif_log.hpp"

namespace colex::cli {

namespace {

using code::Inspector;
using code::Verdict;

struct InspectCommand {
  std::string file{}, kernel{};
  std::vector<std::string> assumed{};
  std::vector<std::uint32_t> block{};
  code::InspectOptions options{};
  std::string sarif{}, page{}, certificate{}, check{}, expect{}, diff{};
  bool json = false, no_replay = false;
  KernelSource source{};
};

void replay_races(InspectCommand const& o, InspectedFile const& kernels, std::string const& file,
                  Inspector& of) {
  if (!o.no_replay) replay(kernels, o.source.is_given() ? o.source.words() : std::vector{file}, of);
}

/// Whether --expect is a line itself; else it is the file of the lines.
bool is_line(std::string const& expect) { return expect.find(" = ") != expect.npos; }

std::vector<code::Expectation> expectations(std::string const& expect) {
  return is_line(expect)
             ? code::read_expectations("--expect", expect)
             : code::read_expectations(expect, read_file("inspect", expect, std::size_t{1} << 20));
}

void write(std::string const& file, std::string const& all_of_it) {
  std::ofstream out(file);
  out << all_of_it;
  if (!out.flush()) throw InputError("inspect: cannot write " + printable(file));
}

void write_sarif(std::string const& file, Json const& results) {
  if (file.empty()) return;
  write(
      file,
      sarif_log(
          Json::array(
              {sarif_rule("race", "Two accesses of LDS, or shared memory, meet, and nothing orders them."),
               sarif_rule("missing-wait",
                          "A register, or LDS, is used while an access to it may be under way."),
               sarif_rule("short-distance", "The hardware needs more wait states between two instructions."),
               sarif_rule("misaligned", "An address is no multiple of what the access needs."),
               sarif_rule("undecided", "What the code does here is not understood."),
               sarif_rule("not-as-expected", "An access has not the layout that its author means."),
               sarif_rule("not-as-before", "An access, or a verdict, is another than in the older file.")}),
          results));
}

int expect(InspectCommand const& o) {
  auto const expected = expectations(o.expect);
  InspectedFile const kernels(o.file);
  auto const asked = kernels.asked(o.kernel);
  if (asked.size() != 1) throw InputError("inspect --expect: of one kernel: --kernel is needed");
  Inspector of = kernels.inspect(asked[0], o.options, o.assumed);
  for (code::NotUnderstood const& n : of.result().not_understood)
    throw InputError(
        fmt::format("inspect --expect: not all is understood: {}: {}", place(of, n.instruction), n.why));
  auto const compared = code::compare(of, expected);
  Json results = Json::array();
  add_results(results, o.file, is_line(o.expect) ? "" : o.expect, of, expected, compared);
  write_sarif(o.sarif, results);
  put(o.json ? json_of(of, expected, compared).dump() + "\n" : text_of(of, expected, compared));
  return compared.verdict == Verdict::holds ? kYes : kNo;
}

int diff(InspectCommand const& o) {
  InspectedFile const old(o.diff), now(o.file);
  std::string text;
  Json all = Json::array(), results = Json::array();
  bool same = true;
  for (std::string const& kernel : now.asked(o.kernel)) {
    if (!old.has(kernel)) {
      std::string const why = printable(o.diff) + " has no such kernel";
      same = false, text += fmt::format("{}: {}\n", printable(kernel), why);
      all.push_back({{"kernel", kernel}, {"same", false}, {"why", why}});
      results.push_back(sarif_result("not-as-before", "error", fmt::format("{}: {}", kernel, why),
                                     {{"artifactLocation", {{"uri", sarif_uri(o.file)}}}}));
      continue;
    }
    Inspector a = old.inspect(kernel, o.options, o.assumed), b = now.inspect(kernel, o.options, o.assumed);
    replay_races(o, old, o.diff, a), replay_races(o, now, o.file, b);
    Difference const d = difference(a, b);
    same = same && d.is_same(), text += text_of(a, b, d);
    all.push_back(json_of(a, b, d));
    add_results(results, o.diff, o.file, a, b, d);
  }
  write_sarif(o.sarif, results);
  put(o.json ? all.dump() + "\n" : text);
  return same ? kYes : kNo;
}

int certificate(InspectCommand const& o) {
  std::string text;
  bool good = false;
  if (!o.check.empty()) {
    good = check_code(o.file, o.check, text);
  } else {
    std::vector<Asked> asked;
    InspectedFile const kernels(o.file);
    for (std::string const& kernel : kernels.asked(o.kernel))
      asked.push_back({kernel, o.options, o.assumed, {}});
    if (!o.expect.empty()) {
      if (asked.size() != 1) throw InputError("inspect --expect: of one kernel: --kernel is needed");
      asked[0].meant = expectations(o.expect);
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
  InspectedFile const kernels(o.file);
  Json all = Json::array(), results = Json::array();
  std::string text, page;
  bool good = true;
  for (std::string const& kernel : kernels.asked(o.kernel)) {
    Inspector one = kernels.inspect(kernel, o.options, o.assumed);
    replay_races(o, kernels, o.file, one);
    good = good && one.result().holds();
    add_results(results, o.file, one);
    if (!o.page.empty()) page += page_of(one);
    if (o.json)
      all.push_back(json_of(one));
    else
      text += text_of(one);
  }
  if (!o.page.empty()) write(o.page, whole_page(page));
  write_sarif(o.sarif, results);
  if (o.json) text = all.dump() + "\n";
  put(text);
  return good ? kYes : kNo;
}

}  // namespace

void add_inspect(CLI::App& app, int& status) {
  auto const given = std::make_shared<InspectCommand>();
  auto* const command = app.add_subcommand("inspect",
                                           "Say what a code object or PTX does to memory: the layout of each "
                                           "access, and whether waits and distances suffice");
  CLI::Option* const file = command->add_option(
      "file", given->file, "A code object of AMD, for gfx90a or gfx942, or a file of PTX");
  add_kernel_source(*command, given->source, *file);
  CLI::Option* const kernel =
      command->add_option("--kernel", given->kernel,
                          "The kernel's name, or a part that no other has; otherwise all are inspected");
  CLI::Option* const block =
      command
          ->add_option(
              "--block", given->block,
              "Threads of a block, 128, or of PTX 16,16; otherwise as many as the kernel was compiled for")
          ->delimiter(',')
          ->expected(1, 3)
          ->check(CLI::Range(1u, 1024u));
  command->add_option("--on", given->options.card,
                      "The card whose banks and sectors are meant; otherwise the code's target");
  CLI::Option* const assumed = command->add_option(
      "--assume", given->assumed,
      "A fact of an argument: 'N % 8 == 0', or 'arg24 % 8 == 0' for that at byte 24; or of an array's "
      "entries: '0 <= T[*] < 128', 'T.u64[*] % 8 == 0', 'T distinct'; or of sizes and numbers: 'bytes(T) "
      ">= 4 * N', "
      "'0 <= N < 65536', 'block < 4096'");
  assumed->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--budget", given->options.budget, "Instructions that may be looked at")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->capture_default_str();
  CLI::Option* const dynamic =
      command
          ->add_option("--dynamic-lds", given->options.dynamic_lds,
                       "Bytes of LDS, or shared memory, that a launch adds to the kernel's")
          ->check(CLI::Range(0u, 232448u));
  auto* const ways = command->add_option_group("instead", "Asked instead");
  CLI::Option* const diffed =
      ways->add_option("--diff", given->diff, "Compare accesses with those of this older file");
  CLI::Option* const certified =
      ways->add_option("--certificate", given->certificate,
                       "Write what holds to this file, with the questions that Z3 and cvc5 answered");
  CLI::Option* const checked =
      ways->add_option("--check", given->check, "Derive what this certificate must be, and decide it again");
  ways->require_option(0, 1);
  // The certificate itself says of which kernels, blocks and facts it is.
  for (CLI::Option* const one : {kernel, block, assumed, dynamic}) one->excludes(checked);
  CLI::Option* const expected =
      command
          ->add_option(
              "--expect", given->expect,
              "Compare accesses with the layouts that this file, a source's `// colex:` lines, or this line "
              "itself, 'NAME: store LDS 16 = LAYOUT', mean; with --certificate, state that, too")
          ->excludes(diffed, checked);
  command->add_flag("--json", given->json, "Answer in JSON");
  command->add_flag("--no-replay", given->no_replay,
                    "Do not execute the kernel where a race may come about, to see whether it does");
  command
      ->add_option("--page", given->page,
                   "Also write a page of HTML to this file, with a picture of each access")
      ->excludes(diffed, certified, checked, expected);
  command->add_option("--sarif", given->sarif, "Also write what is wrong or undecided to this file, in SARIF")
      ->excludes(certified, checked);
  command->callback([=, &status] {
    for (std::size_t k = 0; k < given->block.size(); ++k) given->options.block[k] = given->block[k];
    std::optional<CompiledKernel> compiled;
    if (given->source.is_given()) {
      compiled.emplace(given->source);
      given->file = compiled->file;
      if (given->block.empty() && compiled->threads != 0) given->options.block[0] = compiled->threads;
      if (dynamic->count() == 0) given->options.dynamic_lds = compiled->lds;
    } else if (file->count() == 0) {
      throw InputError{"inspect: a file is needed, or --triton or --cute-dsl"};
    }
    status = inspect(*given);
  });
}

}  // namespace colex::cli
