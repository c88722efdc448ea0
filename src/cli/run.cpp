// SPDX-License-Identifier: MIT
// run: a kernel config on the host platform, every access checked, its output compared with a plain
// reference.
//   colex run copy_transpose_f32 1000     1000 elements equal the reference; 250 loads of 4, ...; no defect
//   colex run transpose_f32 300 200       an array of 300 x 200
//   colex run gemm_mfma_bf16_f32 70 50 40 M, N and K; likewise hopper_bf16_kk_128x256c2
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <random>

#include "cli/commands.hpp"
#include "cli/run_sizes.hpp"
#include "copy/copy.hpp"
#include "kernels.hpp"

namespace colex::cli {

namespace {

template <class T>
T random_value(std::mt19937_64& random) {
  auto const bits = random();
  if constexpr (std::is_same_v<T, gpu::Bf16>)
    return {static_cast<std::uint16_t>(bits)};
  else if constexpr (std::is_same_v<T, float>)
    return static_cast<float>(static_cast<std::int32_t>(bits));
  else
    return static_cast<T>(bits);
}

std::string widths(std::map<int, std::uint64_t> const& by_width) {
  std::string s;
  for (auto const& [width, times] : by_width)
    s += fmt::format("{}{} of {}", s.empty() ? "" : ", ", times, width);
  return s.empty() ? "none" : s;
}

/// Copies `count` random elements and compares each with the layouts' own evaluation. A config runs before it
/// is certified, too: this is a check, and a config in the making is what one checks.
template <class Config>
int run_copy(std::int64_t count, std::uint64_t seed) {
  using T = typename Config::element;
  using std::int64_t;
  int64_t const from_elements = gpu::required_elements<gpu::SourceArray<Config>>(count);
  int64_t const to_elements = gpu::required_elements<gpu::DestinationArray<Config>>(count);
  std::mt19937_64 random(seed);
  std::vector<T> values(static_cast<std::size_t>(from_elements));
  for (T& v : values) v = random_value<T>(random);
  gpu::Buffer<T> source("source", values), destination("destination", to_elements);
  auto const report = gpu::uncertified::copy<Config>(source.view(), destination.view(), count, seed);

  int64_t wrong = 0;
  auto const offset = [](Layout<int64_t> const& tile, int64_t step, int64_t e) {
    return evaluate(tile, e % size(tile)) + e / size(tile) * step;
  };
  for (int64_t e = 0; e < count; ++e) {
    int64_t const to = offset(Config::destination, Config::destination_step, e);
    int64_t const from = offset(Config::source, Config::source_step, e);
    bool const right =
        destination.writes(to) == 1 && destination.at(to) == values[static_cast<std::size_t>(from)];
    if (!right) ++wrong;
  }
  std::cout << fmt::format("{}: {} elements, {} blocks of {} threads on the host platform\n", Config::name,
                           count, report.blocks, Config::threads)
            << fmt::format("  loads:  {} elements\n  stores: {} elements\n", widths(report.loads_by_width),
                           widths(report.stores_by_width));
  for (auto const& finding : report.findings) std::cout << "  " << gpu::describe(finding) << "\n";
  std::cout << (wrong == 0 ? "  every element equals the reference and is stored once\n"
                           : fmt::format("  {} elements differ from the reference\n", wrong))
            << (report.clean() ? "  no race, nothing out of bounds, misaligned or uninitialised\n" : "");
  return wrong == 0 && report.clean() ? kYes : kNo;
}

template <class... Configs>
int run_named(std::tuple<Configs...> const*, std::string const& name, std::int64_t count,
              std::uint64_t seed) {
  int status = -1;
  ((name == Configs::name ? void(status = run_copy<Configs>(count, seed)) : void()), ...);
  return status;
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  struct Options {
    std::string config;
    std::vector<std::int64_t> sizes;
    std::uint64_t seed = 1;
  };
  auto const given = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("run", "Run a kernel config on the host platform against the reference");
  command->add_option("config", given->config, "As `colex certify` lists them")->required();
  command
      ->add_option("size", given->sizes,
                   "Of a copy: elements to move; of a permute: extents; of a GEMM: M N K")
      ->expected(0, 3);
  command->add_option("--seed", given->seed, "Draws the data, and orders the threads of a copy")
      ->capture_default_str();
  command->callback([=, &status] {
    if (gpu::kernel_of(given->config, gpu::kernel_proofs()) == nullptr)
      throw InputError{"run: no config is named '" + given->config + "'; colex certify lists them"};
    if (given->config.ends_with("_preshuffled"))
      throw InputError{"run: configs of preshuffled B run in the tests only"};
#if !defined(COLEX_WITHOUT_C_KERNELS)
    if (has_sizes(given->config)) {
      status = run_sizes(given->config, given->sizes, given->seed);
      return;
    }
#endif
    std::int64_t const count = given->sizes.empty() ? 1000 : given->sizes.front();
    if (given->sizes.size() > 1) throw InputError{"run: a copy has one size, the elements to move"};
    if (count < 0 || count > kMostElements)
      throw InputError{fmt::format("run: the count must be between 0 and {}", kMostElements)};
    status = run_named(static_cast<gpu::CopyConfigs const*>(nullptr), given->config, count, given->seed);
    if (status < 0) throw InputError{"run: this build of the tool runs copies only"};
  });
}

}  // namespace colex::cli
