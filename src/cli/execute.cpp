// SPDX-License-Identifier: MIT
// execute: a kernel of a code object, instruction by instruction on the CPU, every access checked.
//   colex execute copy.co --list                                        its kernels, and what they take
//   colex execute copy.co --kernel copy --grid 2 --block 128 --arg in:a.npy --arg out:b.npy:f32[1000] --arg i64:1000
#include "code/execute.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/execute_arguments.hpp"
#include "code/table.hpp"

namespace colex::cli {

namespace {

struct ExecuteOptions {
  std::string file{}, kernel{}, schedule = "in-order";
  std::vector<std::uint32_t> grid{1}, block{64};
  std::vector<std::string> arguments{};
  std::uint64_t seed = 1, budget = 100'000'000;
  std::uint32_t dynamic_lds = 0;
  bool json = false, list = false;
};

std::array<std::uint32_t, 3> three(std::vector<std::uint32_t> const& given) {
  std::array<std::uint32_t, 3> r{1, 1, 1};
  std::copy(given.begin(), given.end(), r.begin());
  return r;
}

Json as_json(code::Place const& at) {
  Json r{{"block", at.block}, {"wave", at.wave}, {"address", at.address}, {"instruction", at.text}};
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
    if (!o.kernel.empty() && k.name.find(o.kernel) == std::string::npos) continue;
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

int execute(ExecuteOptions const& o) {
  std::string const bytes = read_file("execute", o.file, code::kMostCodeObjectBytes);
  code::CodeObject const object = code::read_code_object(o.file, bytes);
  if (o.list) return list(object, o);
  code::Kernel const& kernel = object.kernel(o.kernel);
  code::Launch launch;
  ExecuteArguments arguments(launch.memory, o.seed);
  code::LaunchShape shape{.grid = three(o.grid),
                          .block = three(o.block),
                          .dynamic_lds = o.dynamic_lds,
                          .random = o.schedule == "random",
                          .seed = o.seed,
                          .budget = o.budget};
  std::size_t number = 0;
  for (code::KernelArgument const& a : kernel.arguments) {
    if (a.is_hidden()) continue;
    if (number == o.arguments.size())
      throw InputError(fmt::format("execute: more than {} arguments are taken; --list shows them", number));
    std::string const& word = o.arguments[number++];
    auto const value = arguments.read(word);
    if (value.size() != a.size)
      throw InputError(
          fmt::format("--arg '{}': {} bytes, and argument {} has {}", word, value.size(), number, a.size));
    shape.arguments.resize(std::max<std::size_t>(shape.arguments.size(), a.offset + a.size));
    std::copy(value.begin(), value.end(), shape.arguments.begin() + a.offset);
  }
  if (number != o.arguments.size())
    throw InputError(fmt::format("execute: {} arguments are taken, not {}", number, o.arguments.size()));
  code::execute(launch, object.target, kernel, shape);
  arguments.write_outputs();
  code::Report const& report = launch.report;
  if (o.json) {
    Json all = as_json(report);
    all["kernel"] = kernel.name, all["target"] = object.target, all["grid"] = shape.grid,
    all["block"] = shape.block;
    put(all.dump() + "\n");
  } else {
    std::string text =
        fmt::format("{} of {}: {} blocks of {} waves, {} instructions of waves, {} of lanes, {} barriers\n",
                    kernel.name, object.target, report.blocks, report.waves / report.blocks,
                    report.instructions, report.lane_instructions, report.barriers);
    for (code::Finding const& f : report.findings) text += "  " + code::describe(f) + "\n";
    if (report.clean())
      text += "  no race, nothing out of bounds, misaligned, uninitialised or used before its wait\n";
    put(text);
  }
  return report.clean() ? kYes : kNo;
}

}  // namespace

void add_execute(CLI::App& app, int& status) {
  auto const given = std::make_shared<ExecuteOptions>();
  auto* const command =
      app.add_subcommand("execute", "Execute a kernel of a code object on the CPU, every access checked");
  command->add_option("file", given->file, "A code object of AMD, for gfx90a or gfx942")->required();
  auto* const kernel =
      command->add_option("--kernel", given->kernel, "The kernel's name, or a part that no other has");
  command->add_option("--grid", given->grid, "Blocks: X, or X,Y or X,Y,Z")
      ->delimiter(',')
      ->expected(1, 3)
      ->capture_default_str();
  command->add_option("--block", given->block, "Threads of a block, likewise")
      ->delimiter(',')
      ->expected(1, 3)
      ->capture_default_str();
  command
      ->add_option("--arg", given->arguments,
                   "An argument, in order: TYPE:NUMBER, in:FILE.npy, inout:FILE.npy[:FILE.npy], "
                   "out:FILE.npy:TYPE[EXTENTS], "
                   "random:TYPE[EXTENTS], or a structure of these, {A,B}")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--dynamic-lds", given->dynamic_lds, "Bytes of LDS behind the kernel's own")
      ->capture_default_str();
  command->add_option("--schedule", given->schedule, "How waves take turns: in-order or random")
      ->check(CLI::IsMember({"in-order", "random"}))
      ->capture_default_str();
  command->add_option("--seed", given->seed, "Draws random arrays and the random schedule")
      ->capture_default_str();
  command->add_option("--budget", given->budget, "Instructions of waves that may be executed")
      ->check(CLI::Range(std::uint64_t{1}, code::kMostBudget))
      ->capture_default_str();
  command->add_flag("--json", given->json, "Answer in JSON");
  command->add_flag(
      "--list", given->list,
      "Say which kernels the file has, what they take, and which of their instructions are not known");
  command->callback([=, &status] {
    if (!given->list && kernel->count() == 0)
      throw InputError{"execute: --kernel is needed; --list shows the kernels"};
    status = execute(*given);
  });
}

}  // namespace colex::cli
