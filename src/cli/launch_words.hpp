// SPDX-License-Identifier: MIT
// A launch as `colex execute` is asked for it, in words.
//
//   LaunchWords const launch{.kernel = "reverse", .block = {128}, .arguments = {"drawn:u32[256]:8", "i32:256"}};
//   executed(object, launch).clean()
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "code/finding.hpp"
#include "code/object.hpp"
#include "code/ptx/module.hpp"

namespace colex::cli {

struct LaunchWords {
  std::string kernel{}, schedule = "in-order";
  std::vector<std::uint32_t> grid{1}, block{64};
  std::vector<std::string> arguments{};
  std::uint64_t seed = 1, budget = 100'000'000;
  std::uint32_t dynamic_shared = 0;
  /// The options that say it, without what is so where nothing is said.
  std::vector<std::string> options() const;
};

/// Extents that are not said are 1.
std::array<std::uint32_t, 3> three_of(std::vector<std::uint32_t> const& given);

/// Executes, writes the arrays that are asked for, and reports. Throws InputError as execute() does, and where arguments are not those that the kernel takes.
code::Report executed(code::CodeObject const& object, LaunchWords const& launch);
code::Report executed(code::ptx::Module const& module, LaunchWords const& launch);

}  // namespace colex::cli
