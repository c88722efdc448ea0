// SPDX-License-Identifier: MIT
#include "unknowns/predicate_digits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "unknowns/terms.hpp"

namespace colex::unknowns {

namespace {

using Int = std::int64_t;

constexpr std::size_t kMostDigits = 24;

z3::expr fresh(std::string const& name) { return sym::context().int_const(name.c_str()); }

/// The extents that are numbers; 0 for one that is none.
std::vector<Int> known_extents(cli::PredicateText const& text) {
  std::vector<Int> r;
  for (cli::Program const& p : text.map.extents) {
    bool const known = std::none_of(p.steps.begin(), p.steps.end(),
                                    [](cli::MapStep const& s) { return s.code == cli::Code::unknown; });
    cli::Machine machine(p);
    Int const* const value = known ? machine.at(nullptr) : nullptr;
    r.push_back(value == nullptr ? 0 : *value);
  }
  return r;
}

/// Each divides the next; the smallest first.
std::vector<Int> chain(cli::PredicateText const& text, Int extent) {
  std::vector<Int> all = divisors_in(text.map.body);
  for (std::size_t k = 0, count = all.size(); k < count; ++k)  // t / 4 / 8
    for (std::size_t m = k + 1; m < count; ++m)
      if (all[k] < Int{1} << 20 && all[m] < Int{1} << 20) all.push_back(all[k] * all[m]);
  std::sort(all.begin(), all.end());
  std::vector<Int> r;
  for (Int const n : all) {
    if (extent != 0 && n >= extent) break;
    if (r.empty() ? n > 1 : n > r.back() && n % r.back() == 0) r.push_back(n);
  }
  return r;
}

/// Of which size a stride is, where sizes are large: for the order only.
Int weight(z3::expr const& stride, std::vector<z3::expr> const& sizes) {
  z3::expr_vector from(sym::context()), to(sym::context());
  Int large = 1'000'003;
  for (z3::expr const& size : sizes) {
    from.push_back(size), to.push_back(sym::context().int_val(large));
    large += 2'000;
  }
  Int r = 0;
  z3::expr copy = stride;
  return copy.substitute(from, to).simplify().is_numeral_i64(r) ? r : 0;
}

}  // namespace

Digits::Digits(cli::PredicateText const& text) {
  auto const extents = known_extents(text);
  for (std::size_t c = 0; c < extents.size(); ++c) {
    auto const cuts = chain(text, extents[c]);
    z3::expr whole = sym::context().int_val(0);
    Int times = 1;
    for (std::size_t k = 0; k <= cuts.size(); ++k) {
      Int const below = k < cuts.size() ? cuts[k] / times : 0;
      Digit d{fresh(fmt::format("digit~{}", list.size())), c, times, below};
      whole = whole + sym::context().int_val(times) * d.term;
      bounds.push_back(d.term >= 0);
      if (below != 0) bounds.push_back(d.term < sym::context().int_val(below));
      list.push_back(d);
      if (k < cuts.size()) times = cuts[k];
    }
    coordinates.push_back(whole.simplify());
  }
  if (list.size() > kMostDigits) throw NoTerm{fmt::format("more than {} digits of coordinates", kMostDigits)};
}

std::vector<DigitSum> sums_of(cli::PredicateText const& text, Digits const& digits,
                              std::vector<z3::expr> const& sizes) {
  std::vector<z3::expr> at(digits.coordinates.size(), sym::context().int_val(0));
  auto const start = terms_of(text.map, text.map.body, at, sizes).results;
  std::vector<DigitSum> r;
  for (z3::expr const& s : start) r.push_back({s, {}, s});
  for (std::size_t d = 0; d < digits.list.size(); ++d) {
    Digit const& digit = digits.list[d];
    at[digit.coordinate] = sym::context().int_val(digit.times);
    auto const one = terms_of(text.map, text.map.body, at, sizes).results;
    at[digit.coordinate] = sym::context().int_val(0);
    for (std::size_t k = 0; k < r.size(); ++k) {
      z3::params som(sym::context());
      som.set("som", true);
      z3::expr const stride = (one[k] - start[k]).simplify(som);
      if (stride.is_numeral() && stride.get_numeral_int64() == 0) continue;
      r[k].strides.emplace_back(d, stride);
      r[k].value = r[k].value + stride * digit.term;
    }
  }
  return r;
}

EachElement::EachElement() : free(sym::context()), zeros(sym::context()) {}

EachElement each_element(cli::PredicateText const& text, Digits const& digits,
                         std::vector<DigitSum> const& sums) {
  EachElement r;
  std::vector<z3::expr> sizes;
  for (std::string const& name : text.sizes) sizes.push_back(fresh(name));
  std::vector<int> used(digits.list.size());
  for (std::size_t k = 0; k < sums.size(); ++k) {
    struct Step {
      z3::expr stride, digit;
      Int weight;
    };
    std::vector<Step> steps;
    for (auto const& [d, stride] : sums[k].strides) {
      if (used[d]++ > 0) throw NoTerm{"two coordinates of the tensor go along one coordinate of the map"};
      steps.push_back({stride, digits.list[d].term, weight(stride, sizes)});
      r.positive.push_back(stride >= 1);
    }
    z3::expr const one = sym::context().int_val(1);
    if (static_cast<Int>(k) == text.along && text.width > 1) {
      z3::expr const v = fresh("digit~v");
      steps.push_back({one, v, 1});
      r.inside.push_back(v >= 0 && v < sym::context().int_val(text.width));
    }
    bool const has_one = std::any_of(steps.begin(), steps.end(), [](Step const& s) {
      Int n = 0;
      return s.stride.is_numeral_i64(n) && n == 1;
    });
    if (!has_one) {
      z3::expr const gap = fresh(fmt::format("digit~gap{}", k));
      steps.push_back({one, gap, 1});
      r.inside.push_back(gap == 0);
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](Step const& a, Step const& b) { return a.weight < b.weight; });
    auto const first = std::find_if(steps.begin(), steps.end(), [](Step const& s) {
      Int n = 0;
      return s.stride.is_numeral_i64(n) && n == 1;
    });
    std::rotate(steps.begin(), first, first + 1);
    z3::expr sum = sym::context().int_val(0);
    for (std::size_t s = 0; s < steps.size(); ++s) {
      sum = sum + steps[s].stride * steps[s].digit;
      if (s + 1 < steps.size()) r.chosen.push_back(sum >= 0 && sum < steps[s + 1].stride);
    }
    r.value.push_back(sums[k].start + sum);
  }
  for (std::size_t d = 0; d < used.size(); ++d)
    if (used[d] == 0) r.free.push_back(digits.list[d].term), r.zeros.push_back(sym::context().int_val(0));
  return r;
}

}  // namespace colex::unknowns
