// SPDX-License-Identifier: MIT
// The bug museum: reported bugs of GPU libraries, each rebuilt as a small kernel, map, layout or protocol,
// each rejected by the obligation that it violates. Beside the bug stands its repair, which must be accepted.
//
//   Exhibit{.name = "...", .source = "FlyDSL#979", .obligation = "O1", .judge = [](bool repaired) { ... }}
//
// A judge knows nothing of the obligation expected: it checks all that apply to its kind of exhibit
// (judges.hpp), in a fixed order, and names the first violated one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace colex::gpu::museum {

/// What a judge found: the obligation violated, and how that shows.
struct Violation {
  std::string obligation, says;
};
using Verdict = std::optional<Violation>;

struct Exhibit {
  std::string name, bug, source, encoding, obligation;
  std::function<Verdict(bool repaired)> judge;
};

std::vector<Exhibit> grid_exhibits();
std::vector<Exhibit> copy_exhibits();
std::vector<Exhibit> layout_exhibits();
std::vector<Exhibit> protocol_exhibits();
std::vector<Exhibit> certificate_exhibits();

}  // namespace colex::gpu::museum
