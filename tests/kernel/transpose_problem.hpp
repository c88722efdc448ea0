// SPDX-License-Identifier: MIT
// A transpose on the host platform: random elements at any alignment move, and what is wrong is named.
#pragma once

#include <cstring>
#include <random>
#include <set>

#include "transpose/transpose.hpp"

namespace colex::gpu {

/// Where index i lies in memory that begins at the layout's lowest element.
inline Index transposed_place(Layout<Index> const& layout, Index i) {
  Index lowest = 0;
  for (auto const& mode : layout.leaves)
    if (mode.stride < 0) lowest += (mode.shape - 1) * mode.stride;
  return evaluate(layout, i) - lowest;
}

/// nx by ny by nb; rows of the source `row` elements apart, those of the destination `column`, batches right behind.
struct Transposed {
  Layout<Index> from, to;
  Transposed(Index nx, Index ny, Index nb, Index row, Index column) {
    List<Mode<Index>> source, destination;
    Index const apart = row < 0 ? -row : row;
    source.push({nx, 1}), source.push({ny, row}), source.push({nb, apart * ny + 3});
    destination.push({nx, column}), destination.push({ny, 1}), destination.push({nb, column * nx + 1});
    from = flat(source), to = flat(destination);
  }
};

/// Moves it, the arrays beginning so many elements behind a multiple of a word, in memory of just the elements
/// there are. What is wrong: defects that the platform names, `value`, `writes`; `no plan` where none is made.
template <class Config>
std::set<std::string> wrong_in(Transposed const& t, int source_lead, int destination_lead, std::uint64_t seed,
                               BankModel const* banks = nullptr, LaunchReport* report = nullptr) {
  using T = typename Config::element;
  constexpr Index bytes = sizeof(T);
  auto const plan = plan_transpose(bytes, t.from, t.to, static_cast<std::uintptr_t>(source_lead * bytes),
                                   static_cast<std::uintptr_t>(destination_lead * bytes));
  if (!plan) return {"no plan"};
  std::mt19937 random(static_cast<unsigned>(seed));
  std::vector<T> values(static_cast<std::size_t>(plan->source_elements + source_lead));
  for (auto& value : values) {
    unsigned char bits[bytes];
    for (auto& byte : bits) byte = static_cast<unsigned char>(random());
    std::memcpy(&value, bits, bytes);
  }
  Buffer<T> source("source", values),
      destination("destination", plan->destination_elements + destination_lead);
  auto const launched = uncertified::transpose<Config>(
      source.view(source_lead, plan->source_elements),
      destination.view(destination_lead, plan->destination_elements), plan->shape, seed, nullptr, banks);
  if (report != nullptr) *report = launched;
  std::set<std::string> wrong;
  for (auto const& [defect, count] : launched.counts) wrong.insert(name(defect));
  std::vector<std::uint32_t> times(static_cast<std::size_t>(destination.size()));
  for (Index i = 0; i < size(t.from); ++i) {
    Index const at = transposed_place(t.to, i) + destination_lead;
    ++times[static_cast<std::size_t>(at)];
    T const got = destination.at(at);
    if (std::memcmp(&got, &values[static_cast<std::size_t>(transposed_place(t.from, i) + source_lead)],
                    sizeof got) != 0)
      wrong.insert("value");
  }
  for (Index i = 0; i < destination.size(); ++i)
    if (destination.writes(i) != times[static_cast<std::size_t>(i)]) wrong.insert("writes");
  return wrong;
}

}  // namespace colex::gpu
