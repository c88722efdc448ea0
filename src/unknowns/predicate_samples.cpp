// SPDX-License-Identifier: MIT
#include "unknowns/predicate_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "unknowns/budget.hpp"
#include "unknowns/terms.hpp"

namespace colex::unknowns {

namespace {

using Int = std::int64_t;
using cli::Ints;

constexpr std::size_t kSizesTried = 6000, kSampled = 400, kNumbers = 24;
constexpr Int kOfASample = 1 << 15;

std::set<Int> numbers_of(cli::PredicateText const& text) {
  std::set<Int> all{text.width};
  auto const add = [&](cli::Program const& p) {
    for (Int const n : numbers_in(p)) all.insert(n);
  };
  for (cli::Program const& p : text.map.extents) add(p);
  for (auto const* one : {&text.map, &text.predicate, &text.tensor}) add(one->body);
  for (auto const* list : {&text.given, &text.assumed})
    for (cli::MapText const& one : *list) add(one.body);
  std::set<Int> const own = all;
  for (Int const a : own)
    for (Int const b : own)
      if (a > 1 && b > 1 && a <= kOfASample / b) all.insert(a * b);
  return all;
}

using Holding = std::vector<bool>;

Holding holding(SizeCondition const& one, std::vector<Sample> const& samples) {
  Holding r;
  for (Sample const& s : samples) r.push_back(one.holds(s.sizes));
  return r;
}

}  // namespace

std::string FoundCondition::text() const {
  std::string r;
  for (SizeCondition const& one : parts) r += (r.empty() ? "" : is_or ? " || " : " && ") + one.text;
  return r;
}

std::optional<Sample> sample_at(cli::PredicateText const& text, Ints const& sizes, Int most) {
  try {
    if (!cli::keeps_assumptions(text, sizes)) return {};
    return Sample{sizes, cli::by_value(text, sizes, most)};
  } catch (cli::Failure const&) {
    return {};
  }
}

std::vector<Sample> samples_of(cli::PredicateText const& text, double seconds) {
  std::set<Int> numbers{1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (Int const n : numbers_of(text))
    for (Int const m : {n - 1, n, n + 1, 2 * n, 2 * n + 1, 3 * n})
      if (m > 0) numbers.insert(m);
  std::vector<Int> list(numbers.begin(), numbers.end());
  auto const many = [&] {
    double all = 1;
    for (std::size_t k = 0; k < text.sizes.size(); ++k) all *= static_cast<double>(list.size());
    return all > kSizesTried;
  };
  while (list.size() > 3 && many()) list.pop_back();
  std::vector<Ints> all;
  std::vector<std::size_t> at(text.sizes.size());
  for (bool more = true; more && all.size() < kSizesTried;) {
    Ints sizes;
    for (std::size_t const k : at) sizes.push_back(list[k]);
    all.push_back(std::move(sizes));
    more = false;
    for (std::size_t k = at.size(); k-- > 0 && !more;) {
      more = ++at[k] < list.size();
      if (!more) at[k] = 0;
    }
  }
  std::stable_sort(all.begin(), all.end(), [](Ints const& a, Ints const& b) {
    return std::accumulate(a.begin(), a.end(), Int{0}) < std::accumulate(b.begin(), b.end(), Int{0});
  });
  std::vector<Sample> r;
  double const end = computed() + seconds;
  for (Ints const& sizes : all) {
    if (r.size() == kSampled || computed() > end) break;
    if (auto one = sample_at(text, sizes, kOfASample)) r.push_back(std::move(*one));
  }
  return r;
}

std::vector<SizeCondition> conditions(cli::PredicateText const& text, std::vector<z3::expr> const& sizes) {
  std::vector<SizeCondition> r;
  auto const constant = [](Int n) { return sym::context().int_val(n); };
  auto const put = [&](std::string const& what, z3::expr const& formula, auto holds) {
    r.push_back({what, formula, holds});
  };
  std::set<Int> const given = numbers_of(text);
  std::vector<Int> numbers(given.begin(), given.end());
  if (numbers.size() > kNumbers) numbers.resize(kNumbers);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    std::string const& x = text.sizes[k];
    for (Int const n : numbers) {
      if (n < 2) continue;
      put(fmt::format("{} % {} != 0", x, n), z3::mod(sizes[k], constant(n)) != 0,
          [=](Ints const& s) { return s[k] % n != 0; });
      r.back().size = k, r.back().rest = n;
      put(fmt::format("{} % {} == 0", x, n), z3::mod(sizes[k], constant(n)) == 0,
          [=](Ints const& s) { return s[k] % n == 0; });
    }
    for (Int const n : numbers) {
      put(fmt::format("{} > {}", x, n), sizes[k] > constant(n), [=](Ints const& s) { return s[k] > n; });
      put(fmt::format("{} >= {}", x, n), sizes[k] >= constant(n), [=](Ints const& s) { return s[k] >= n; });
      put(fmt::format("{} < {}", x, n), sizes[k] < constant(n), [=](Ints const& s) { return s[k] < n; });
      put(fmt::format("{} <= {}", x, n), sizes[k] <= constant(n), [=](Ints const& s) { return s[k] <= n; });
      put(fmt::format("{} != {}", x, n), sizes[k] != constant(n), [=](Ints const& s) { return s[k] != n; });
    }
  }
  for (std::size_t a = 0; a < sizes.size(); ++a)
    for (std::size_t b = 0; b < sizes.size(); ++b) {
      if (a == b) continue;
      std::string const &x = text.sizes[a], &y = text.sizes[b];
      put(fmt::format("{} < {}", x, y), sizes[a] < sizes[b], [=](Ints const& s) { return s[a] < s[b]; });
      put(fmt::format("{} <= {}", x, y), sizes[a] <= sizes[b], [=](Ints const& s) { return s[a] <= s[b]; });
      if (a > b) continue;
      put(fmt::format("{} != {}", x, y), sizes[a] != sizes[b], [=](Ints const& s) { return s[a] != s[b]; });
      for (Int const n : numbers)
        if (n > 1)
          put(fmt::format("{}*{} % {} != 0", x, y, n), z3::mod(sizes[a] * sizes[b], constant(n)) != 0,
              [=](Ints const& s) { return s[a] * s[b] % n != 0; });
    }
  return r;
}

std::optional<FoundCondition> telling(std::vector<SizeCondition> const& language,
                                      std::vector<Sample> const& samples,
                                      std::function<bool(cli::PredicateFound const&)> const& is) {
  Holding meant;
  for (Sample const& s : samples) meant.push_back(is(s.found));
  std::vector<std::pair<SizeCondition const*, Holding>> needed,
      enough;  // implied by what is meant; implying it
  std::set<Holding> seen;
  for (SizeCondition const& one : language) {
    Holding const holds = holding(one, samples);
    if (holds == meant) return FoundCondition{{one}, false};
    if (!seen.insert(holds).second) continue;
    bool of_needed = true, of_enough = true;
    for (std::size_t k = 0; k < meant.size(); ++k) {
      of_needed = of_needed && (!meant[k] || holds[k]);
      of_enough = of_enough && (!holds[k] || meant[k]);
    }
    if (of_needed) needed.emplace_back(&one, holds);
    if (of_enough) enough.emplace_back(&one, holds);
  }
  for (bool const is_or : {true, false}) {
    auto const& list = is_or ? enough : needed;
    for (std::size_t a = 0; a < list.size(); ++a)
      for (std::size_t b = a + 1; b < list.size(); ++b) {
        bool same = true;
        for (std::size_t k = 0; k < meant.size() && same; ++k) {
          bool const x = list[a].second[k], y = list[b].second[k];
          same = meant[k] == (is_or ? x || y : x && y);
        }
        if (same) return FoundCondition{{*list[a].first, *list[b].first}, is_or};
      }
  }
  return {};
}

}  // namespace colex::unknowns
