// SPDX-License-Identifier: MIT
// execute: a kernel of a code object or of PTX, instruction by instruction on the CPU, every access checked.
//   colex execute copy.co --list                                        its kernels, and what they take
//   colex execute copy.co --kernel copy --grid 2 --block 128 --arg in:a.npy --arg out:b.npy:f32[1000] --arg i64:1000
#include "code/execute.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.hpp"
#include "cli/compiled_kernel.hpp"
#include "cli/launch_words.hpp"
#include "code/ptx/execute.hpp"
#include "code/ptx/rows.hpp"
#include "code/table.hpp"

namespace colex::cli {

namespace {

struct ExecuteOptions {
  std::string file{};
  LaunchWords launch{};
  bool json = false, list = false;
  KernelSource source{};
};

Json as_json(code::Place const& at) {
  Json r{{"block", at.block},
         {at.is_ptx ? "warp" : "wave", at.wave},
         {at.is_ptx ? "line" : "address", at.address},
         {"instruction", at.text}};
  if (!at.source.empty()) r["source"] = at.source;
  if (at.lane >= 0) r["lane"] = at.lane;
  return r;
}

Json as_json(code::Report const& report) {
  Json findings = Json::array(), counts = Json::object();
  for (code::Finding const& f : report.findings) {
    Json one = as_json(f.place);
    one["defect"] = code::name(f.defect), one["detail"] = f.detail;
    if (f.has_other) one["other"] = as_json(f.other);
    findings.push_back(one);
  }
  for (auto const& [defect, count] : report.counts) counts[code::name(defect)] = count;
  return {{"blocks", report.blocks},
          {"waves", report.waves},
          {"instructions", report.instructions},
          {"lane_instructions", report.lane_instructions},
          {"barriers", report.barriers},
          {"counts", counts},
          {"findings", findings}};
}

/// The instructions of a kernel that have no row, once each, with the first place.
std::vector<std::pair<std::string, std::uint64_t>> unknown_instructions(std::string const& target,
                                                                        code::Kernel const& kernel) {
  std::vector<std::pair<std::string, std::uint64_t>> r;
  for (code::Instruction const& i : code::disassemble(target, kernel)) {
    bool const listed = std::any_of(r.begin(), r.end(), [&](auto const& one) { return one.first == i.name; });
    if (!listed && code::find_row(target, i.name) == nullptr) r.emplace_back(i.name, i.address);
  }
  return r;
}

int list(code::CodeObject const& object, ExecuteOptions const& o) {
  Json all = Json::array();
  std::string text;
  for (code::Kernel const& k : object.kernels) {
    if (!o.launch.kernel.empty() && k.name.find(o.launch.kernel) == std::string::npos) continue;
    Json arguments = Json::array(), unknown = Json::array();
    text += fmt::format("{}\n  {} bytes of LDS, {} threads a block at most\n", k.name, k.lds_bytes,
                        k.most_threads);
    for (code::KernelArgument const& a : k.arguments) {
      if (a.is_hidden()) continue;
      arguments.push_back({{"name", a.name}, {"offset", a.offset}, {"bytes", a.size}, {"kind", a.kind}});
      text += fmt::format("  {} bytes at {}: {}{}\n", a.size, a.offset, a.kind,
                          a.name.empty() ? "" : " " + a.name);
    }
    for (auto const& [name, address] : unknown_instructions(object.target, k)) {
      unknown.push_back({{"instruction", name}, {"address", address}});
      text += fmt::format("  not known: {} at {:#x}\n", name, address);
    }
    all.push_back({{"name", k.name},
                   {"lds", k.lds_bytes},
                   {"threads", k.most_threads},
                   {"arguments", arguments},
                   {"unknown", unknown}});
  }
  put(o.json ? Json{{"target", object.target}, {"kernels", all}}.dump() + "\n" : text);
  return kYes;
}

/// Says what a launch gave.
int answer(ExecuteOptions const& o, std::string const& kernel, std::string const& target,
           code::Report const& report, char const* group) {
  if (o.json) {
    Json all = as_json(report);
    all["kernel"] = kernel, all["target"] = target, all["grid"] = three_of(o.launch.grid),
    all["block"] = three_of(o.launch.block);
    put(all.dump() + "\n");
  } else {
    std::string text =
        fmt::format("{} of {}: {} blocks of {} {}s, {} instructions of {}s, {} of lanes, {} barriers\n",
                    kernel, target, report.blocks, report.waves / report.blocks, group, report.instructions,
                    group, report.lane_instructions, report.barriers);
    for (code::Finding const& f : report.findings) text += "  " + code::describe(f) + "\n";
    if (report.clean())
      text += "  no race, nothing out of bounds, misaligned, uninitialised or used before its wait\n";
    put(text);
  }
  return report.clean() ? kYes : kNo;
}

int list_ptx(code::ptx::Module const& module, ExecuteOptions const& o) {
  Json all = Json::array();
  std::string text;
  for (code::ptx::Entry const& e : module.entries) {
    if (!o.launch.kernel.empty() && e.name.find(o.launch.kernel) == std::string::npos) continue;
    Json arguments = Json::array(), unknown = Json::array();
    std::uint64_t const shared = code::ptx::shared_bytes(module, e);
    text += fmt::format("{}\n  {} bytes of shared memory, {} threads a block at most\n", e.name, shared,
                        e.most_threads == 0 ? 1024 : e.most_threads);
    for (code::ptx::Variable const& v : e.parameters) {
      arguments.push_back({{"name", v.name},
                           {"offset", v.offset},
                           {"bytes", v.bytes},
                           {"kind", v.is_pointer ? "pointer" : "by_value"}});
      text +=
          fmt::format("  {} bytes at {}: {}{}\n", v.bytes, v.offset, v.is_pointer ? "pointer " : "", v.name);
    }
    std::vector<std::string> listed;
    for (code::ptx::Instruction const& i : e.instructions) {
      std::string why;
      if (code::ptx::row_of(i, why) != nullptr ||
          std::find(listed.begin(), listed.end(), i.opcode) != listed.end())
        continue;
      listed.push_back(i.opcode);
      unknown.push_back({{"instruction", i.opcode}, {"line", i.line}, {"why", why}});
      text += fmt::format("  not known: {} at line {}: {}\n", i.opcode, i.line, why);
    }
    all.push_back({{"name", e.name},
                   {"lds", shared},
                   {"threads", e.most_threads == 0 ? 1024 : e.most_threads},
                   {"arguments", arguments},
                   {"unknown", unknown}});
  }
  put(o.json ? Json{{"target", module.target}, {"kernels", all}}.dump() + "\n" : text);
  return kYes;
}

int execute_ptx(ExecuteOptions const& o, std::string const& bytes) {
  code::ptx::Module const module = code::ptx::read_module(o.file, bytes);
  if (o.list) return list_ptx(module, o);
  return answer(o, module.entry(o.launch.kernel).name, module.target, executed(module, o.launch), "warp");
}

int execute(ExecuteOptions const& o) {
  std::string const bytes = read_file("execute", o.file, code::kMostCodeObjectBytes);
  if (code::ptx::is_ptx(bytes)) return execute_ptx(o, bytes);
  code::CodeObject const object = code::read_code_object(o.file, bytes);
  if (o.list) return list(object, o);
  return answer(o, object.kernel(o.launch.kernel).name, object.target, executed(object, o.launch), "wave");
}

}  // namespace

void add_execute(CLI::App& app, int& status) {
  auto const given = std::make_shared<ExecuteOptions>();
  auto* const command = app.add_subcommand(
      "execute", "Execute a kernel of a code object or of PTX on the CPU, every access checked");
  CLI::Option* const file =
      command->add_option("file", given->file, "A code object of AMD, for gfx90a or gfx942, or text of PTX");
  add_kernel_source(*command, given->source, *file);
  auto* const kernel =
      command->add_option("--kernel", given->launch.kernel, "The kernel's name, or a part that no other has");
  command->add_option("--grid", given->launch.grid, "Blocks: X, or X,Y or X,Y,Z")
      ->delimiter(',')
      ->expected(1, 3)
      ->capture_default_str();
  CLI::Option* const block =
      command->add_option("--block", given->launch.block, "Threads of a block, likewise")
          ->delimiter(',')
          ->expected(1, 3)
          ->capture_default_str();
  command
      ->add_option("--arg", given->launch.arguments,
                   "An argument, in order: TYPE:NUMBER, in:FILE.npy, inout:FILE.npy[:FILE.npy], "
                   "out:FILE.npy:TYPE[EXTENTS], "
                   "random:TYPE[EXTENTS], drawn:TYPE[EXTENTS]:BELOW, map:[BOX]:SPAN:ARRAY, a tensor map of "
                   "one of these arrays, or a structure, "
                   "{A,B}")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  CLI::Option* const dynamic =
      command
          ->add_option("--dynamic-lds,--dynamic-shared", given->launch.dynamic_shared,
                       "Bytes of LDS, or of shared memory, behind the kernel's own")
          ->capture_default_str();
  command
      ->add_option("--schedule", given->launch.schedule,
                   "How waves, or warps, take turns: in-order, random or adversarial (the last first)")
      ->check(CLI::IsMember({"in-order", "random", "adversarial"}))
      ->capture_default_str();
  command->add_option("--seed", given->launch.seed, "Draws random arrays and the random schedule")
      ->capture_default_str();
  command
      ->add_option("--budget", given->launch.budget, "Instructions of waves, or warps, that may be executed")
      ->check(CLI::Range(std::uint64_t{1}, code::kMostBudget))
      ->capture_default_str();
  command->add_flag("--json", given->json, "Answer in JSON");
  command->add_flag(
      "--list", given->list,
      "Say which kernels the file has, what they take, and which of their instructions are not known");
  command->callback([=, &status] {
    std::optional<CompiledKernel> compiled;
    if (given->source.is_given()) {
      compiled.emplace(given->source);
      given->file = compiled->file;
      if (block->count() == 0 && compiled->threads != 0) given->launch.block = {compiled->threads};
      if (dynamic->count() == 0) given->launch.dynamic_shared = compiled->lds;
    } else if (file->count() == 0) {
      throw InputError{"execute: a file is needed, or --triton or --cute-dsl"};
    }
    if (!given->list && kernel->count() == 0 && !given->source.is_given())
      throw InputError{"execute: --kernel is needed; --list shows the kernels"};
    status = execute(*given);
  });
}

}  // namespace colex::cli
