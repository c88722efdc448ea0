// SPDX-License-Identifier: MIT
#include "code/sizes/inequalities.hpp"

#include <algorithm>
#include <numeric>

namespace colex::code {

namespace {

constexpr unsigned kMostSteps = 3000, kFewDepth = 5, kMoreDepth = 10, kMostDepth = 24;

Integer positive(Integer v) { return v < 0 ? -v : v; }
Integer common(Integer a, Integer b) {
  for (a = positive(a), b = positive(b); b != 0;) a = std::exchange(b, a % b);
  return a;
}
Integer floored(Integer a, Integer b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

/// What is left of a monomial without the atoms of another; none where these are not all in it.
std::optional<Monomial> without(Monomial const& m, Monomial const& part) {
  if (!std::includes(m.begin(), m.end(), part.begin(), part.end())) return {};
  Monomial r;
  std::set_difference(m.begin(), m.end(), part.begin(), part.end(), std::back_inserter(r));
  return r;
}

}  // namespace

std::uint32_t Inequalities::atom(Integer least, Integer most, bool is_size) {
  atoms_.push_back({least, most, is_size});
  return static_cast<std::uint32_t>(atoms_.size() - 1);
}

void Inequalities::add(Polynomial p, bool is_relation) {
  Integer g = 0;
  for (auto const& [m, f] : p.terms())
    if (!m.empty()) g = common(g, f);
  if (g == 0) {
    if (p.constant() < 0 && !contradictory_) contradictory_ = {p};
    return;
  }
  Polynomial r;  // integers: the rest of the constant is of no account
  for (auto const& [m, f] : p.terms())
    if (!m.empty()) r.add(m, f / g);
  r.add({}, floored(p.constant(), g));
  if (r.terms().size() <= 2 && r.terms().rbegin()->first.size() == 1) {  // a bound of one atom
    auto const& [m, f] = *r.terms().rbegin();
    if (r.terms().size() == 1 || r.terms().begin()->first.empty()) {
      Atom& a = atoms_[m[0]];
      if (f == 1) a.least = std::max(a.least, -r.constant());
      if (f == -1) a.most = std::min(a.most, r.constant());
      if (a.least > a.most && !contradictory_) contradictory_ = range_of(m[0]);
      if (f == 1 && a.is_size) all_.push_back(std::move(r));
      return;
    }
  }
  for (auto const& [m, f] : r.terms()) {  // what it leaves of one atom, where all others are at their ends
    if (m.size() != 1) continue;
    Integer rest = 0;
    bool is_known = true;
    Claim claim{{}, {{{}, r}}, {}, {}};
    try {
      for (auto const& [n, g] : r.terms()) {
        if (n == m) continue;
        if (n.size() > 1) claim.positive.insert(n);
        for (std::uint32_t const a : n) claim.ranges.merge(range_of(a));
        rest = added(rest, least(n, -g, is_known));
      }
      Atom& a = atoms_[m[0]];
      Integer const bound = floored(-rest, positive(f));  // |f| * x is at most that, or -|f| * x
      if (is_known && f < 0 && bound < a.most)
        a.most = bound;
      else if (is_known && f > 0 && -bound > a.least)
        a.least = -bound;
      else
        continue;
      claim.holds =
          f < 0 ? Polynomial(a.most) - Polynomial::atom(m[0]) : Polynomial::atom(m[0]) - Polynomial(a.least);
      claims_->insert(claim);
      if (a.least > a.most && !contradictory_) contradictory_ = range_of(m[0]);
    } catch (TooLarge const&) {
    }
  }
  auto& to = is_relation ? relations_ : all_;
  if (std::find(to.begin(), to.end(), r) == to.end()) to.push_back(std::move(r));
}

std::set<Polynomial> Inequalities::range_of(std::uint32_t atom) const {
  Atom const& a = atoms_[atom];
  return {Polynomial::atom(atom) - Polynomial(a.least), Polynomial(a.most) - Polynomial::atom(atom)};
}

/// The least value of a monomial that atoms' ranges say; of several atoms only that it is not negative.
Integer Inequalities::least(Monomial const& m, Integer factor, bool& known) const {
  if (m.empty()) return factor;
  if (m.size() == 1) return multiplied(factor, factor > 0 ? atoms_[m[0]].least : atoms_[m[0]].most);
  known &=
      factor > 0 && std::all_of(m.begin(), m.end(), [&](std::uint32_t a) { return atoms_[a].least >= 0; });
  return 0;
}

bool Inequalities::is_negative_nowhere(Polynomial const& p) const {
  Integer r = 0;
  bool known = true;
  for (auto const& [m, f] : p.terms()) r = added(r, least(m, f, known));
  return known && r >= 0;
}

bool Inequalities::follows(Polynomial const& p) {
  claim_ = {p, {}, {}, {}};
  auto const is_found = [&](unsigned depth, bool latest) {
    steps_ = 0, latest_ = latest, seen_.clear();
    return search(p, depth);
  };
  try {
    if (contradictory_) {
      claim_.ranges = *contradictory_;
    } else if (!is_found(kFewDepth, false) && !is_found(kMoreDepth, true) && !is_found(kMostDepth, false)) {
      return false;
    }
  } catch (TooLarge const&) {
    return false;
  }
  claims_->insert(claim_);
  return true;
}

bool Inequalities::search(Polynomial const& p, unsigned depth) {
  if (is_negative_nowhere(p)) {
    for (auto const& [m, f] : p.terms()) {
      if (m.size() > 1) claim_.positive.insert(m);
      for (std::uint32_t const a : m) claim_.ranges.merge(range_of(a));
    }
    return true;
  }
  if (depth == 0 || ++steps_ > kMostSteps || !seen_.insert(p).second) return false;
  // The monomial of the most atoms that may make it negative.
  std::pair<Monomial, Integer> worst{{}, 0};
  for (auto const& [m, f] : p.terms()) {
    bool const has_size =
        std::any_of(m.begin(), m.end(), [&](std::uint32_t atom) { return atoms_[atom].is_size; });
    bool is_known = true;
    if (m.empty() || (least(m, f, is_known) >= 0 && is_known && !has_size)) continue;
    if (worst.second == 0 || m.size() > worst.first.size() || has_size ||
        (latest_ && m.size() == worst.first.size()))
      worst = {m, f};
    if (has_size) break;
  }
  if (worst.second == 0)  // they are bounded from below, but not high enough
    for (auto const& [m, f] : p.terms())
      if (m.size() > worst.first.size()) worst = {m, f};
  auto const& [m, f] = worst;
  if (f == 0) return false;
  auto const with = [&](Polynomial const& bound) {
    for (auto const& [part, g] : bound.terms()) {
      if (part.empty() || (g < 0) != (f < 0)) continue;
      auto const rest = without(m, part);
      if (!rest || !std::all_of(rest->begin(), rest->end(),
                                [&](std::uint32_t atom) { return atoms_[atom].least >= 0; }))
        continue;
      Integer const both = common(f, g), scale = positive(g) / both;
      Polynomial times;
      times.add(*rest, 1);
      // Of integers: p is not negative where scale * p is above -scale.
      if (search(
              Polynomial(scale) * p + Polynomial(scale - 1) - Polynomial(positive(f) / both) * times * bound,
              depth - 1)) {
        claim_.products.emplace(*rest, bound);
        for (std::uint32_t const a : *rest) claim_.ranges.merge(range_of(a));
        return true;
      }
    }
    return false;
  };
  for (Polynomial const& bound : all_)
    if (with(bound)) return true;
  if (latest_ && std::any_of(relations_.begin(), relations_.end(), with)) return true;
  for (std::uint32_t const atom : std::set<std::uint32_t>(m.begin(), m.end()))
    if (with(f < 0 ? Polynomial(atoms_[atom].most) - Polynomial::atom(atom)
                   : Polynomial::atom(atom) - Polynomial(atoms_[atom].least)))
      return true;
  return !latest_ && std::any_of(relations_.begin(), relations_.end(), with);
}

}  // namespace colex::code
