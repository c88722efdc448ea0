// SPDX-License-Identifier: MIT
#include "cli/launch_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/execute_arguments.hpp"
#include "code/ptx/execute.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

namespace {

/// An argument of so many bytes at such an offset.
struct Taken {
  std::uint64_t offset, bytes;
};

code::LaunchShape shape_of(LaunchWords const& launch, std::vector<Taken> const& taken,
                           ExecuteArguments& arguments) {
  code::LaunchShape shape{.grid = three_of(launch.grid),
                          .block = three_of(launch.block),
                          .dynamic_lds = launch.dynamic_shared,
                          .schedule = launch.schedule == "random"        ? code::Schedule::random
                                      : launch.schedule == "adversarial" ? code::Schedule::adversarial
                                                                         : code::Schedule::in_order,
                          .seed = launch.seed,
                          .budget = launch.budget};
  if (launch.arguments.size() > taken.size())
    throw InputError(
        fmt::format("execute: {} arguments are taken, not {}", taken.size(), launch.arguments.size()));
  if (launch.arguments.size() < taken.size())
    throw InputError(
        fmt::format("execute: more than {} arguments are taken; --list shows them", launch.arguments.size()));
  for (std::size_t k = 0; k < taken.size(); ++k) {
    std::string const& word = launch.arguments[k];
    auto const value = arguments.read(word);
    if (value.size() != taken[k].bytes)
      throw InputError(fmt::format("--arg '{}': {} bytes, and argument {} has {}", word, value.size(), k + 1,
                                   taken[k].bytes));
    shape.arguments.resize(std::max<std::size_t>(shape.arguments.size(), taken[k].offset + taken[k].bytes));
    std::copy(value.begin(), value.end(),
              shape.arguments.begin() + static_cast<std::ptrdiff_t>(taken[k].offset));
  }
  return shape;
}

}  // namespace

std::array<std::uint32_t, 3> three_of(std::vector<std::uint32_t> const& given) {
  std::array<std::uint32_t, 3> r{1, 1, 1};
  std::copy(given.begin(), given.end(), r.begin());
  return r;
}

std::vector<std::string> LaunchWords::options() const {
  std::vector<std::string> r{"--kernel", kernel, "--block", fmt::format("{}", fmt::join(block, ","))};
  auto const add = [&](char const* option, std::string value) {
    r.emplace_back(option), r.push_back(std::move(value));
  };
  if (grid != std::vector<std::uint32_t>{1}) add("--grid", fmt::format("{}", fmt::join(grid, ",")));
  if (dynamic_shared != 0) add("--dynamic-lds", std::to_string(dynamic_shared));
  if (schedule != "in-order") add("--schedule", schedule);
  if (seed != 1) add("--seed", std::to_string(seed));
  for (std::string const& argument : arguments) add("--arg", argument);
  return r;
}

code::Report executed(code::CodeObject const& object, LaunchWords const& launch) {
  code::Kernel const& kernel = object.kernel(launch.kernel);
  code::Launch all;
  ExecuteArguments arguments(all.memory, launch.seed);
  std::vector<Taken> taken;
  for (code::KernelArgument const& a : kernel.arguments)
    if (!a.is_hidden()) taken.push_back({a.offset, a.size});
  code::execute(all, object.target, kernel, shape_of(launch, taken, arguments));
  arguments.write_outputs();
  return std::move(all.report);
}

code::Report executed(code::ptx::Module const& module, LaunchWords const& launch) {
  code::ptx::Entry const& entry = module.entry(launch.kernel);
  code::ptx::PtxLaunch all;
  ExecuteArguments arguments(all.memory, launch.seed);
  std::vector<Taken> taken;
  for (code::ptx::Variable const& v : entry.parameters) taken.push_back({v.offset, v.bytes});
  code::ptx::execute(all, module, entry, shape_of(launch, taken, arguments));
  arguments.write_outputs();
  return std::move(all.report);
}

}  // namespace colex::cli
