// SPDX-License-Identifier: MIT
// The operation on numbers: values to ask it for, what it says, and whether an answer with unknowns is that.
#include <algorithm>

#include "unknowns/budget.hpp"
#include "unknowns/cases.hpp"

namespace colex::unknowns {

namespace {

using Is = Reply<Unknown>::Is;
using Is64 = Reply<std::int64_t>::Is;

}  // namespace

std::optional<Truth> on_numbers(Question const& q, Values const& values) {
  constexpr std::int64_t kMost = 1 << 28, kSteps = 1 << 16;
  bool good = true;
  std::function<Coordinate(Expression const&)> const in_bases = [&](Expression const& e) {
    auto const v = coordinate(e, values);
    if (!v) good = false;
    return v ? *v : Coordinate(1);
  };
  std::function<std::int64_t(Expression const&)> const number = [&](Expression const& e) {
    auto const v = value(e, values);
    if (!v || *v > kMost || *v < -kMost) good = false;
    return v && good ? *v : 1;
  };
  set_search_budget(kSteps);
  try {
    Truth r;
    if (!has_bases(q.reading)) {
      static_cast<Reply<std::int64_t>&>(r) = run<std::int64_t>(q.reading, number, false);
    } else {
      r.coordinates = run<Coordinate>(q.reading, in_bases, false);
      r.is = static_cast<Is64>(r.coordinates->is);
      r.refusal = scalar(r.coordinates->refusal);
    }
    if (good && !(r.is == Is64::refused && r.refusal.condition == Condition::undecided)) return r;
  } catch (BeyondLimits const&) {
  }
  return {};
}

namespace {

/// A number of an answer, at values: along no basis vector.
std::optional<std::int64_t> at(Unknown const& n, Values const& values) { return n.polynomial().at(values); }

/// The layout at values, with its strides along basis vector k, or along none where k is -1.
std::optional<Layout<std::int64_t>> at(Layout<Unknown> const& layout, Values const& values, int k) {
  bool whole = true;
  auto const r = transform(layout, [&](Mode<Unknown> const& m) {
    Polynomial const& all = m.stride.polynomial();
    auto const shape = at(m.shape, values), stride = (k < 0 ? all.scalar() : all.along(k)).at(values);
    whole = whole && shape && stride && *shape >= 1;
    return whole ? Mode<std::int64_t>{*shape, *stride} : Mode<std::int64_t>{1, 0};
  });
  return whole ? std::optional(r) : std::nullopt;
}

/// The same modes of more than one point, in the same order.
bool same_modes(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b) {
  auto const moving = [](Layout<std::int64_t> const& layout) {
    std::vector<std::pair<std::int64_t, std::int64_t>> r;
    for (auto const& mode : layout.leaves)
      if (mode.shape != 1) r.emplace_back(mode.shape, mode.stride);
    return r;
  };
  return moving(a) == moving(b);
}

bool same_layout(Layout<Unknown> const& answer, Layout<std::int64_t> const& truth, Values const& values) {
  auto const numbers = at(answer, values, -1);
  return numbers && same_modes(*numbers, truth);
}

bool same_layout(Layout<Unknown> const& answer, Layout<Coordinate> const& truth, Values const& values) {
  for (int k = -1; k < kMaxBases; ++k) {
    auto const numbers = at(answer, values, k);
    auto const want = transform(truth, [&](Mode<Coordinate> const& m) {
      return Mode<std::int64_t>{m.shape.scalar, k < 0 ? m.stride.scalar : m.stride.along[k]};
    });
    if (!numbers || !same_modes(*numbers, want)) return false;
  }
  return true;
}

bool same_number(Unknown const& answer, std::int64_t truth, Values const& values) {
  return at(answer, values) == truth;
}
bool same_number(Unknown const& answer, Coordinate const& truth, Values const& values) {
  return truth == Coordinate(truth.scalar) && at(answer, values) == truth.scalar;
}

template <class Int>
bool same_reply(Reply<Unknown> const& answer, Reply<Int> const& truth, Values const& values) {
  if (static_cast<int>(answer.is) != static_cast<int>(truth.is)) return false;
  switch (answer.is) {
    case Is::layout:
      return same_layout(answer.layout, truth.layout, values);
    case Is::placed:
      return same_layout(answer.layout, truth.layout, values) &&
             same_number(answer.number, truth.number, values);
    case Is::pair:
      return same_layout(answer.layout, truth.layout, values) &&
             same_layout(answer.second, truth.second, values);
    case Is::tuple:
      if (!congruent(answer.tuple, truth.tuple)) return false;
      for (int k = 0; k < answer.tuple.leaves.count; ++k)
        if (!same_number(answer.tuple.leaves[k], truth.tuple.leaves[k], values)) return false;
      return true;
    case Is::number:
      return same_number(answer.number, truth.number, values);
    case Is::word:
      return answer.word == truth.word;
    case Is::refused:
      return conditions_of(answer.refusal).count(truth.refusal.condition) > 0;
    case Is::yes:
    case Is::no:
      return true;
  }
  return false;
}

}  // namespace

bool agrees(Reply<Unknown> const& answer, Truth const& truth, Values const& values) {
  if (truth.coordinates) return same_reply(answer, *truth.coordinates, values);
  return same_reply<std::int64_t>(answer, truth, values);
}

std::set<std::int64_t> numerals(Reading const& reading) {
  std::set<std::int64_t> r;
  std::function<void(Expression const&)> const collect = [&](Expression const& e) {
    if (e.op == '#' && e.numeral > 0 && e.numeral <= kNumeral) r.insert(e.numeral);
    if (e.left) collect(*e.left);
    if (e.right) collect(*e.right);
  };
  for (Given const& g : reading.arguments)
    for (auto const& e : g.tree.leaves) collect(e->shape), collect(e->stride);
  for (Assumption const& a : reading.assumptions) collect(a.left), collect(a.right);
  return r;
}

std::vector<Values> small_values(Question const& q, int most, int tried) {
  std::set<std::int64_t> numbers;
  for (std::int64_t n = 0; n <= 9; ++n) numbers.insert(n);
  numbers.insert(-1);
  for (std::int64_t const n : numerals(q.reading))
    for (std::int64_t k = 1; k <= 3; ++k) numbers.insert({n * k, n * k + 1, n * k - 1, 1 - n});
  std::vector<std::int64_t> const list(numbers.begin(), numbers.end());
  std::vector<Values> r;
  Values at;
  std::vector<std::string> const names(q.reading.names.begin(), q.reading.names.end());
  auto const domain = q.domain();
  // Each name walks through the list; where there are many names, a fixed sample of their combinations.
  double combinations = 1;
  for (std::size_t k = 0; k < names.size(); ++k) combinations *= static_cast<double>(list.size());
  std::uint64_t state = 1;
  for (int k = 0; k < tried && k < combinations && static_cast<int>(r.size()) < most; ++k) {
    if (budget_ended()) break;
    std::uint64_t rest = static_cast<std::uint64_t>(k);
    if (combinations > tried) rest = (state = state * 6364136223846793005u + 1442695040888963407u) >> 16;
    for (std::string const& name : names) {
      at[name] = list[rest % list.size()];
      rest = combinations > tried ? (state = state * 6364136223846793005u + 1442695040888963407u) >> 16
                                  : rest / list.size();
    }
    if (holds(domain, at)) r.push_back(at);
  }
  auto const weight = [](Values const& v) {
    std::int64_t sum = 0;
    for (auto const& [name, n] : v) sum += n < 0 ? -n : n;
    return sum;
  };
  std::stable_sort(r.begin(), r.end(),
                   [&](Values const& a, Values const& b) { return weight(a) < weight(b); });
  return r;
}

std::vector<Values> few_values(Question const& q) {
  constexpr std::int64_t kDigits[] = {1, 2, 5};
  constexpr std::size_t kMost = 243;
  constexpr int kRandom = 100;
  auto const domain = q.domain();
  std::size_t combinations = 1;
  for (std::size_t k = 0; k < q.reading.names.size() && combinations < kMost; ++k)
    combinations *= std::size(kDigits);
  std::vector<Values> r = small_values(q, kRandom, 10 * kRandom);
  for (std::size_t k = 0; k < combinations; ++k) {
    Values at;
    std::size_t rest = k;
    for (std::string const& name : q.reading.names) {
      at[name] = kDigits[rest % std::size(kDigits)];
      rest /= std::size(kDigits);
    }
    if (holds(domain, at)) r.push_back(std::move(at));
  }
  return r;
}

}  // namespace colex::unknowns
