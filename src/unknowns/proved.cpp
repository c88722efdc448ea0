// SPDX-License-Identifier: MIT
#include "unknowns/proved.hpp"

#include <algorithm>

#include "sym/search.hpp"
#include "unknowns/budget.hpp"

namespace colex::unknowns {

namespace {

/// p without fractions, which keeps its sign: divisors are positive.
z3::expr cleared(Polynomial const& p) { return (p * p.denominator()).term(); }

}  // namespace

Prover::Prover(std::vector<z3::expr> given, Limit const& limit) : given_(std::move(given)), limit_(limit) {}

bool Prover::proves(std::vector<z3::expr> const& more, z3::expr const& goal,
                    std::vector<z3::expr> const& hints) {
  if (goal.simplify().is_true()) return true;
  if (budget_ended()) throw BudgetEnded();
  sym::Query query{"unknowns", given_, goal};
  query.hypotheses.insert(query.hypotheses.end(), more.begin(), more.end());
  query.hypotheses.insert(query.hypotheses.end(), hints.begin(), hints.end());
  std::vector<z3::expr> asked{goal};
  asked.insert(asked.end(), query.hypotheses.begin(), query.hypotheses.end());
  return asked_once_(0, asked, [&] { return both_prove(query); });
}

bool Prover::both_prove(sym::Query const& query) const {
  sym::Limits limits{milliseconds_left(limit_.proof_milliseconds), kMegabytes};
  std::string const script = sym::smtlib(query);
  if (sym::ask_z3(query, limits).verdict != sym::Verdict::proved) return false;
  limits.milliseconds = milliseconds_left(limit_.proof_milliseconds);
  return sym::cvc5_kept(script, limits) == "unsat";
}

bool Prover::is_integer(Polynomial const& p) {
  if (p.is_plain()) return true;
  if (p.has_bases()) {
    auto const parts = p.components();
    return std::all_of(parts.begin(), parts.end(), [&](Polynomial const& part) { return is_integer(part); });
  }
  Polynomial const under = p.denominator();
  for (auto const& power : under.terms().begin()->first)
    if (!proves(conditions_, atom(power.first).term > 0)) return false;
  auto& z = sym::context();
  return proves(conditions_, z3::expr(z, Z3_mk_mod(z, cleared(p), under.term())) == 0);
}

bool Prover::are_integers(Layout<Unknown> const& layout) {
  return std::all_of(layout.leaves.begin(), layout.leaves.end(), [&](auto const& mode) {
    return is_integer(mode.shape.polynomial()) && is_integer(mode.stride.polynomial());
  });
}

bool Prover::equal(Polynomial const& a, Polynomial const& b) {
  auto const parts = (a - b).components();
  return std::all_of(parts.begin(), parts.end(), [&](Polynomial const& part) {
    return part.is_zero() || proves(conditions_, cleared(part) == 0);
  });
}

/// x = quotient * extent + rest with 0 <= rest < extent: Euclid's, which are unique.
std::optional<Prover::Split> Prover::split(Polynomial const& x, Polynomial const& extent) {
  Split r;
  auto const whole = x.over(extent);
  if (!whole) {
    r.rest = x;
  } else {
    Polynomial kept;
    for (auto const& [m, c] : whole->terms()) {
      bool plain = c.under == 1;
      for (auto const& power : m) plain = plain && power.second > 0;
      if (!plain) continue;
      Polynomial term(c.over);
      for (auto const& [number, exponent] : m)
        for (int k = 0; k < exponent; ++k) term = term * Polynomial::of(number);
      kept = kept + term;
    }
    r.quotient = kept;
    r.rest = x - kept * extent;
  }
  std::vector<z3::expr> known = conditions_, hints;
  for (auto const& [digit, end] : digits_) {
    z3::expr const c = atom(digit).term;
    known.push_back(c >= 0);
    known.push_back(cleared(end - Polynomial::of(digit)) > 0);
    Polynomial const without = r.rest.with(digit, Polynomial());
    Polynomial const weight = *(r.rest - without).over(Polynomial::of(digit));
    if (weight.is_zero()) continue;
    // lemmas: w > 0, c >= 0 => w*c >= 0;  w > 0, c < s => w*c + w <= w*s
    z3::expr const w = cleared(weight) > 0;
    hints.push_back(z3::implies(w && c >= 0, cleared(weight * Polynomial::of(digit)) >= 0));
    hints.push_back(z3::implies(w && cleared(end - Polynomial::of(digit)) > 0,
                                cleared(weight * (end - Polynomial::of(digit) - Polynomial(1))) >= 0));
    if (!proves(conditions_, w)) return {};
  }
  if (!r.rest.is_plain()) {  // the rest is an integer
    Polynomial const under = r.rest.denominator();
    auto& z = sym::context();
    if (!proves(known, z3::expr(z, Z3_mk_mod(z, cleared(r.rest), under.term())) == 0)) return {};
  }
  if (!proves(known, cleared(r.rest) >= 0, hints)) return {};
  if (proves(known, cleared(extent - r.rest) > 0, hints)) return r;
  for (std::size_t k = digits_.size(); k-- > 0 && !cut_;) {
    auto const& [digit, end] = digits_[k];
    Polynomial const weight = *(r.rest - r.rest.with(digit, Polynomial())).over(Polynomial::of(digit));
    auto const low = weight.is_zero() ? std::nullopt : extent.over(weight);
    auto const high = low ? end.over(*low) : std::nullopt;
    if (high && low->is_plain() && high->is_plain() && !low->is_constant_one() && !high->is_constant_one())
      cut_ = {k, *low};
  }
  return {};
}

std::optional<Polynomial> Prover::read(Reads<Unknown> const& by, Polynomial index) {
  Polynomial offset;
  auto const& modes = by.layout.leaves;
  for (int k = 0; k < modes.count; ++k) {
    Polynomial const &extent = modes[k].shape.polynomial(), &stride = modes[k].stride.polynomial();
    if (by.runs_on && k + 1 == modes.count) return offset + index * stride;
    auto const at = split(index, extent);
    if (!at) return {};
    offset = offset + at->rest * stride;
    index = at->quotient;
  }
  return offset;
}

bool Prover::same_values(SameValues<Unknown> const& claim) {
  std::vector<Polynomial> extents;
  for (auto const& mode : claim.digits.leaves) extents.push_back(mode.shape.polynomial());
  for (int cuts = 0; cuts <= kMaxLeaves; ++cuts) {
    cut_.reset();
    bool const same = same_in_digits(claim, extents);
    digits_.clear();
    if (same || !cut_) return same;
    auto const [k, low] = *cut_;
    Polynomial const high = *extents[k].over(low);
    extents[k] = low;
    extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(k) + 1, high);
  }
  return false;
}

bool Prover::same_in_digits(SameValues<Unknown> const& claim, std::vector<Polynomial> const& extents) {
  Polynomial index, place(1);
  for (Polynomial const& extent : extents) {
    int const digit = name_atom("digit~" + std::to_string(digits_.size()));
    digits_.push_back({digit, extent});
    index = index + Polynomial::of(digit) * place;
    place = place * extent;
  }
  std::optional<Polynomial> left = index, right = index;
  for (auto const& by : claim.left)
    if (left) left = read(by, *left);
  for (auto const& by : claim.right)
    if (left && right) right = read(by, *right);
  return left && right && equal(*left, *right);
}

bool Prover::tiles(Tiles<Unknown> const& claim) {
  std::vector<Mode<Unknown>> left;
  for (auto const& part : claim.parts)
    for (auto const& mode : part.leaves)
      if (!(mode.shape.polynomial() == Polynomial(1))) left.push_back(mode);
  Polynomial reach(1);
  while (!left.empty()) {
    auto next = std::find_if(left.begin(), left.end(),
                             [&](auto const& mode) { return mode.stride.polynomial() == reach; });
    if (next == left.end())
      next = std::find_if(left.begin(), left.end(),
                          [&](auto const& mode) { return equal(mode.stride.polynomial(), reach); });
    if (next == left.end()) {  // a mode of one point takes no part
      next = std::find_if(left.begin(), left.end(),
                          [&](auto const& mode) { return equal(mode.shape.polynomial(), Polynomial(1)); });
      if (next == left.end()) return false;
    } else {
      reach = reach * next->shape.polynomial();
    }
    left.erase(next);
  }
  return equal(reach, claim.size.polynomial());
}

bool Prover::proves(std::vector<z3::expr> const& conditions, Meaning<Unknown> const& meaning) {
  if (!meaning.stated || meaning.lacks) return false;
  conditions_ = conditions;
  for (auto const& [a, b] : meaning.equal)
    if (!equal(a.polynomial(), b.polynomial())) return false;
  for (auto const& claim : meaning.tiles)
    if (!are_integers(claim.parts[0]) || !are_integers(claim.parts[1]) || !tiles(claim)) return false;
  for (auto const& claim : meaning.values) {
    bool whole = are_integers(claim.digits);
    for (auto const* side : {&claim.left, &claim.right})
      for (auto const& by : *side) whole = whole && are_integers(by.layout);
    if (!whole || !same_values(claim)) return false;
  }
  return true;
}

std::optional<Values> values_of(Question const& q, std::vector<z3::expr> const& formulas,
                                unsigned milliseconds) {
  z3::solver solver(sym::context(), z3::solver::simple());
  for (auto const& f : q.given) solver.add(f);
  for (auto const& f : formulas) solver.add(f);
  sym::Search const search(solver, 1e-3 * milliseconds_left(milliseconds));
  if (solver.check() != z3::sat) return {};
  auto const model = solver.get_model();
  Values r;
  for (std::string const& name : q.reading.names)
    if (!model.eval(atom(name_atom(name)).term, true).is_numeral_i64(r[name])) return {};
  return r;
}

}  // namespace colex::unknowns
