// SPDX-License-Identifier: MIT
#include "c/hopper_choice.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>

#include "c/tuned.hpp"

namespace colex::gpu::c {

#if defined(__CUDACC__) || defined(COLEX_HOST_PLATFORM)
using namespace hopper;

std::optional<Named> named(std::string_view name) {
  Named found{std::string(name)};
  std::string_view rest = name;
  auto const take = [&](std::string_view word) {
    bool const there = rest.starts_with(word);
    if (there) rest.remove_prefix(word.size());
    return there;
  };
  if (!take("hopper_")) return std::nullopt;
  std::string_view const element = rest.substr(0, rest.find('_'));
  bool known = false;
  for (Element e : operand_elements)
    if (element == name_of(e)) found.element = e, known = true;
  if (!known || !take(element) || !take("_")) return std::nullopt;
  found.a = take("m") ? Major::line : Major::k;
  if (found.a == Major::k && !take("k")) return std::nullopt;
  found.b = take("n") ? Major::line : Major::k;
  if (found.b == Major::k && !take("k")) return std::nullopt;
  found.gated = take("_gated");
  if (!rest.empty()) {
    if (!take("_")) return std::nullopt;
    for (int shape = 0; shape < tile_shape_count; ++shape)
      if (rest == tile_names[shape]) found.shape = shape;
    if (found.shape == any_shape || !takes(tile_shapes[found.shape], found.element, found.b, found.gated))
      return std::nullopt;
  }
  if (!are_multiplied(found.element, found.a, found.b, found.gated)) return std::nullopt;
  return found;
}

namespace {
/// The current device's name; asked of the driver once for each.
std::string const& device_name() {
#if defined(COLEX_HOST_PLATFORM)
  static std::string const name = "host";
  return name;
#else
  static std::mutex guard;
  static std::map<int, std::string> known;
  int number = -1;
  (void)cudaGetDevice(&number);
  std::lock_guard const lock(guard);
  auto& name = known[number];
  cudaDeviceProp properties;
  if (name.empty())
    name = cudaGetDeviceProperties(&properties, number) == cudaSuccess ? properties.name : "unknown";
  return name;
#endif
}

#if !defined(COLEX_HOST_PLATFORM)
/// Those of the current device, found by its name once for each.
Costs const& costs_here() {
  static std::atomic<Costs const*> known[64];
  int number = 0;
  if (cudaGetDevice(&number) != cudaSuccess || number >= 64) return costs_of(device_name());
  auto const* found = known[number].load(std::memory_order_relaxed);
  if (found == nullptr) known[number].store(found = &costs_of(device_name()), std::memory_order_relaxed);
  return *found;
}
#endif
}  // namespace

Target chosen_for() {
#if defined(COLEX_HOST_PLATFORM)
  return {};
#else
  Device const on = current_device();
  return {on.error == cudaSuccess ? on.processors : 132, &costs_here()};
#endif
}

namespace {
bool are_equal(ProductSize const& x, ProductSize const& y) {
  auto const fields = [](ProductSize const& size) {
    auto const& [M, N, K, batches, element, splits, room, b, a_lines, b_lines, groups, gated, rows] = size;
    return std::tie(M, N, K, batches, element, splits, room, b, a_lines, b_lines, groups, gated, rows);
  };
  return fields(x) == fields(y);
}

/// What choose() says, kept for the sizes that a thread asked for last: it takes longer than the checks of a call.
Choice const& remembered(ProductSize const& size, Target const& on) {
  struct Kept {
    ProductSize size{};
    int processors = 0;  ///< none: nothing is kept
    Costs const* costs = nullptr;
    Choice choice;
  };
  thread_local Kept kept[61];  // a prime: sizes have many factors 2
  auto const of = [](Index x) { return static_cast<std::uint64_t>(x); };
  Kept& own = kept[(of(size.M) + 3 * of(size.N) + 5 * of(size.K)) % std::size(kept)];
  if (own.processors != on.processors || own.costs != on.costs || !are_equal(own.size, size))
    own = {size, on.processors, on.costs, choose(size, on.processors, *on.costs)};
  return own.choice;
}
}  // namespace

Choice choice_for(std::string_view config, ProductSize const& size, Target const& on, bool* tuned) {
  if (tuned != nullptr) *tuned = false;
  if (has_tuned() && size.groups == 0) {
    auto const found =
        tuned_for({config, size.M, size.gated ? size.N / 2 : size.N, size.K, size.batches, device_name()});
    for (int shape = 0; found && shape < tile_shape_count; ++shape) {
      if (found->tile != tile_names[shape] || (size.splits != 0 && size.splits != found->splits) ||
          lacking(size, shape, found->splits, on.processors) != Lacking::nothing)
        continue;
      if (tuned != nullptr) *tuned = true;
      return {shape, found->splits, predicted(size, shape, found->splits, on.processors, *on.costs), true};
    }
  }
  return remembered(size, on);
}

bool hopper_runs_here() {
#if defined(COLEX_HOST_PLATFORM)
  return true;
#else
  Device const on = current_device();
  return on.error == cudaSuccess && on.capability == 90;
#endif
}

#if defined(__CUDACC__)
int device_capability() { return current_device().capability; }
#endif

int processors_here() { return chosen_for().processors; }

namespace {
/// Of a name that is one, and sizes from 1 on.
ProductSize product_size(Named const& config, HopperSize const& s) {
  return {.M = s.m,
          .N = config.gated ? 2 * s.n : s.n,
          .K = s.k < 1 ? 1 : s.k,
          .batches = s.batches,
          .element = config.element,
          .splits = config.gated ? 1 : s.splits,
          .workspace_elements = s.workspace_elements,
          .b = config.b,
          .a_lines = lines_of_a_row(s.a_pitch, config.element),
          .b_lines = lines_of_a_row(s.b_pitch, config.element),
          .gated = config.gated};
}
}  // namespace

std::vector<HopperCandidate> hopper_candidates(HopperSize const& asked) {
  auto const found = named(asked.config);
  std::vector<HopperCandidate> all;
  if (!found || asked.m < 1 || asked.n < 1 || asked.batches < 1 || asked.k < 1) return all;
  Target const on = chosen_for();
  ProductSize const size = product_size(*found, asked);
  double const most = 2 * choose(size, on.processors, *on.costs).microseconds;
  Index const parts = tiles_over(size.K, Index{swizzle_bytes / bytes_of(size.element)});
  for (int shape = 0; shape < tile_shape_count; ++shape) {
    TileShape const& tile = tile_shapes[shape];
    if (on.processors < tile.cluster) continue;
    Index const tiles =
        tiles_over(size.M, Index{tile.M} * tile.cluster) * tiles_over(size.N, Index{tile.N}) * size.batches;
    Index const of_a_round = tile.clusters_on(on.processors) / tiles;
    for (Index splits = 1; splits <= parts && splits <= hopper::detail::most_splits; ++splits) {
      // Those up to 8, those that fill whole rounds, and what the call asks for.
      bool const fills = of_a_round > 0 && splits % of_a_round == 0;
      if (size.splits != 0 ? splits != size.splits : splits > 8 && !fills) continue;
      if (lacking(size, shape, splits, on.processors) != Lacking::nothing) break;
      if (predicted(size, shape, splits, on.processors, *on.costs) <= most)
        all.push_back({tile_names[shape], splits});
    }
  }
  return all;
}

Index hopper_sums(HopperSize const& asked, bool of_any_candidate) {
  auto const found = named(asked.config);
  if (!found || asked.m < 1 || asked.n < 1 || asked.batches < 1 || asked.k < 1) return 0;
  ProductSize const size = product_size(*found, asked);
  if (!of_any_candidate) {
    Choice const choice = choice_for(asked.config, size, chosen_for());
    return needs_of(size, choice.shape, choice.splits).sums;
  }
  Index most = 0;
  for (auto const& candidate : hopper_candidates(asked))
    for (int shape = 0; shape < tile_shape_count; ++shape)
      if (candidate.tile == tile_names[shape])
        most = std::max(most, needs_of(size, shape, candidate.splits).sums);
  return most;
}

namespace {
Index splits_for_any_rows(Element element, Index n, Index k) {
  constexpr int processors = 132;  // an H200's, whatever runs it: the bits are the same on each device
  Index best = 1;
  double least = HUGE_VAL;
  for (Index const splits : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64}) {
    if (splits > tiles_over(k, Index{swizzle_bytes / bytes_of(element)})) break;
    double sum = 0;
    for (Index const rows : {1, 16, 64, 256, 1024, 4096}) {
      Choice const choice = choose({.M = rows,
                                    .N = n,
                                    .K = k,
                                    .element = element,
                                    .splits = splits,
                                    .workspace_elements = Index{1} << 40},
                                   processors, all_costs[0]);
      sum += choice.found ? std::log(choice.microseconds) : HUGE_VAL;
    }
    if (sum < least) least = sum, best = splits;
  }
  return best;
}
}  // namespace

Index hopper_splits_for_any_rows(std::string const& config, Index n, Index k) {
  auto const found = named(config);
  if (!found || found->gated || n < 1 || k < 1) return 1;
  struct Kept {
    Element element{};
    Index n = 0, k = 0, splits = 1;
  };
  thread_local Kept kept[7];
  Kept& own = kept[static_cast<std::uint64_t>(3 * n + 5 * k) % std::size(kept)];
  if (own.element != found->element || own.n != n || own.k != k)
    own = {found->element, n, k, splits_for_any_rows(found->element, n, k)};
  return own.splits;
}

std::string hopper_tuned_line(HopperSize const& size, HopperCandidate const& fastest, double microseconds) {
  return tuned_line({size.config, size.m, size.n, size.k, size.batches, device_name()},
                    {fastest.tile, fastest.splits}, microseconds);
}

std::string hopper_explained(HopperSize const& asked) {
  std::string const& config = asked.config;
  auto const found = named(config);
  if (!found || asked.m < 1 || asked.n < 1 || asked.batches < 1)
    return "config: " + config + "\nwhy: there is nothing to compute\n";
  ProductSize const size = product_size(*found, asked);
  Target const device = chosen_for();
  int const on = device.processors;
  bool tuned = false;
  Choice const choice = choice_for(config, size, device, &tuned);
  auto const microseconds = [](double x) {
    return std::to_string(x).substr(0, std::to_string(x).find('.') + 2) + " us";
  };
  std::string text = "config: " + config + "_" + tile_names[choice.shape] +
                     "\nsplits of K: " + std::to_string(choice.splits) +
                     "\npredicted: " + microseconds(choice.microseconds) + ", by the costs of " +
                     device.costs->device + ", on " + std::to_string(on) + " multiprocessors\nwhy: it " +
                     (tuned ? "took least where this problem was tuned"
                            : "is predicted to take least of the certified configs for these arrays") +
                     "\n";
  for (int shape = 0; shape < tile_shape_count; ++shape)
    if (shape != choice.shape && lacking(size, shape, choice.splits, on) == Lacking::nothing)
      text += std::string("also possible: ") + config + "_" + tile_names[shape] + ", " +
              std::to_string(choice.splits) +
              " splits: " + microseconds(predicted(size, shape, choice.splits, on, *device.costs)) + "\n";
  return text;
}

#else
bool hopper_runs_here() { return false; }
int processors_here() { return 1; }
std::string hopper_explained(HopperSize const&) { return {}; }
std::vector<HopperCandidate> hopper_candidates(HopperSize const&) { return {}; }
Index hopper_sums(HopperSize const&, bool) { return 0; }
Index hopper_splits_for_any_rows(std::string const&, Index, Index) { return 1; }
std::string hopper_tuned_line(HopperSize const&, HopperCandidate const&, double) { return {}; }
#endif

}  // namespace colex::gpu::c
