// SPDX-License-Identifier: MIT
// Runs the certified config on the host platform, where every access is checked. It does not compile before the
// config is certified, nor after the config is edited.
#include <cstdio>
#include <numeric>

#include "my_copy.certified.hpp"

int main() {
  using namespace colex::gpu;
  constexpr Index count = 1000;
  std::vector<float> values(required_elements<SourceArray<MyCopy>>(count));
  std::iota(values.begin(), values.end(), 0.0f);
  Buffer<float> source("source", values), destination("destination", count);
  auto const report = copy<MyCopy>(source.view(), destination.view(), count);
  for (auto const& finding : report.findings) std::puts(describe(finding).c_str());
  std::printf("element 7 came from place %g\n", destination.at(7));
  return report.clean() && destination.at(7) == 9 ? 0 : 1;
}
