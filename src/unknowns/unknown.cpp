// SPDX-License-Identifier: MIT
#include "unknowns/unknown.hpp"

#include <algorithm>
#include <numeric>

#include "sym/known_ways.hpp"
#include "unknowns/budget.hpp"

namespace colex::unknowns {

namespace {

thread_local std::vector<Fact> path;
thread_local int branches_allowed = 0;
thread_local std::vector<Values> samples;
/// Of these, those at which all is so that this path has decided.
thread_local std::vector<Values const*> here;
constexpr unsigned kSteps = 20'000;          // of Z3, for one small question
constexpr std::int64_t kDivisors = 1 << 16;  // a remainder of a larger number is not split up

z3::expr remainder_term(Polynomial const& x, Polynomial const& m) {
  auto& z = sym::context();
  return z3::expr(z, Z3_mk_mod(z, x.term(), m.term()));
}

/// At some values of this path `says` is false; it says nothing where a number is none.
template <class Says>
bool refuted(Says says) {
  return std::any_of(here.begin(), here.end(),
                     [&](Values const* v) { return says(*v) == std::optional(false); });
}

bool follows(z3::expr const& goal) {
  auto known = sym::Explorer::current().path();
  known.push_back(!goal);
  return excluded(known, kSteps);
}

/// p > 0.
bool follows_positive(Polynomial const& p) {
  Fact const fact{Fact::Is::positive, p, true};
  return !refuted([&](Values const& v) { return fact.at(v); }) && follows(p.term() > 0);
}

/// n % m == 0 for a numeral n: m is one of its divisors, which solvers see and a remainder by a name they do not.
std::optional<z3::expr> divides_numeral(Polynomial const& p) {
  if (p.terms().size() != 1 || p.terms().begin()->first.size() != 1) return {};
  Atom const& a = atom(p.terms().begin()->first.begin()->first);
  if (a.op != '%') return {};
  std::int64_t n = 0;
  if (!a.term.arg(0).is_numeral_i64(n) || n < 1 || n > kDivisors || a.term.arg(1).is_numeral()) return {};
  z3::expr any = sym::context().bool_val(false);
  for (std::int64_t d = 1; d <= n; ++d)
    if (n % d == 0) any = any || a.term.arg(1) == sym::context().int_val(d);
  return any;
}

/// Whether each name that q is divided by is positive, as what is said of quotients takes it to be.
bool over_positive(Polynomial const& q) {
  for (auto const& [m, c] : q.terms())
    for (auto const& [number, exponent] : m)
      if (exponent < 0 && !atom(number).positive && !follows_positive(Polynomial::of(number))) return false;
  return true;
}

/// What this path has decided already, in the same words or of the opposite: p <= 0 is 1 - p > 0.
std::optional<bool> decided(Fact const& fact) {
  for (Fact const& f : path) {
    if (f.is != fact.is) continue;
    if (f.value == fact.value) return f.holds;
    if (f.is == Fact::Is::positive && f.value == Polynomial(1) - fact.value) return !f.holds;
  }
  return {};
}

bool decide(Fact fact) {
  if (budget_ended()) throw BudgetEnded();
  if (auto const known = decided(fact)) return *known;
  if (static_cast<int>(path.size()) >= branches_allowed)
    throw sym::TooManyBranches("a path with too many decisions");
  auto const goes = [&](bool way) {
    return std::any_of(here.begin(), here.end(),
                       [&](Values const* v) { return fact.at(*v) == std::optional(way); });
  };
  sym::know({goes(true), goes(false)});
  fact.holds = sym::Explorer::current().decide(fact.formula());
  std::erase_if(here, [&](Values const* v) { return fact.at(*v) != std::optional(true); });
  path.push_back(fact);
  return fact.holds;
}

/// The product of the names, surely positive, that every term of these contains.
Polynomial common_names(std::vector<Polynomial const*> const& of) {
  std::optional<Monomial> common;
  for (Polynomial const* p : of)
    for (auto const& [m, c] : p->terms()) {
      Monomial both;
      for (auto const& [number, exponent] : m) {
        int const before = !common ? exponent : common->count(number) != 0 ? common->at(number) : 0;
        if (atom(number).positive && std::min(exponent, before) > 0)
          both[number] = std::min(exponent, before);
      }
      common = both;
    }
  Polynomial r(1);
  if (common)
    for (auto const& [number, exponent] : *common)
      for (int k = 0; k < exponent; ++k) r = r * Polynomial::of(number);
  return r;
}

/// Of the same sign, without fractions and common factors: of 4D - 4, D - 1.
Polynomial reduced(Polynomial const& p) {
  Polynomial cleared = p * p.denominator();
  if (Polynomial const names = common_names({&cleared}); !names.is_constant_one())
    cleared = *cleared.over(names);
  std::int64_t common = 0;
  for (auto const& [m, c] : cleared.terms()) common = std::gcd(common, c.over);
  return common > 1 ? *cleared.over(Polynomial(common)) : cleared;
}

/// The operands as they stand on this path, where an equation has named a value.
Unknown known(Polynomial x) {
  for (Fact const& f : path) {
    if (f.is != Fact::Is::zero || !f.holds || f.value.terms().size() > 2) continue;
    for (auto const& [m, c] : f.value.terms())  // c*N - n == 0
      if (m.size() == 1 && m.begin()->second == 1 && c.under == 1) {
        Polynomial const self = *Polynomial::of(m.begin()->first).over(Polynomial(1)) * Polynomial(c.over);
        auto const value = (self - f.value).over(Polynomial(c.over));
        if (value && value->is_constant() && value->is_plain()) x = x.with(m.begin()->first, *value);
      }
  }
  return Unknown(x);
}

}  // namespace

std::vector<Fact> const& facts() { return path; }
void start_path() {
  path.clear();
  here.clear();
  for (Values const& v : samples) here.push_back(&v);
}
void start_exploration(int branches, std::vector<Values> values) {
  branches_allowed = branches;
  samples = std::move(values);
}

bool surely_divides(Polynomial const& m, Polynomial const& x) {
  auto const q = x.over(m);
  if (q && q->is_plain()) return true;
  if (x.is_constant() && m.is_constant()) return x.constant() % m.constant() == 0;
  bool const leaves_a_rest = refuted([&](Values const& v) -> std::optional<bool> {
    auto const n = x.at(v), by = m.at(v);
    return n && by && *by > 0 ? std::optional(*n % *by == 0) : std::nullopt;
  });
  return !leaves_a_rest && follows(remainder_term(x, m) == 0);
}

std::optional<bool> Fact::at(Values const& values) const {
  auto const v = value.at(values);
  return v ? std::optional((is == Is::zero ? *v == 0 : *v > 0) == holds) : std::nullopt;
}

z3::expr Fact::formula() const {
  auto const numeral = is == Is::zero ? divides_numeral(value) : std::nullopt;
  Polynomial const cleared = value.is_plain() ? value : value * value.denominator();  // divisors are positive
  z3::expr const e = numeral ? *numeral : is == Is::zero ? cleared.term() == 0 : cleared.term() > 0;
  return holds ? e : !e;
}

z3::expr formula(std::vector<Fact> const& facts) {
  z3::expr r = sym::context().bool_val(true);
  for (Fact const& f : facts) r = r && f.formula();
  return r;
}

Fact::Sides Fact::sides() const {
  Sides r;
  for (auto const& [m, c] : value.terms()) {
    Polynomial term = *Polynomial(c.over).over(Polynomial(c.under));
    for (auto const& [number, exponent] : m)
      for (int k = 0; k < (exponent < 0 ? -exponent : exponent); ++k)
        term = exponent > 0 ? term * Polynomial::of(number) : *term.over(Polynomial::of(number));
    (c.over > 0 ? r.left : r.right) = c.over > 0 ? r.left + term : r.right - term;
  }
  bool const turned = r.left.is_constant() && !r.right.is_constant();
  r.relation = is == Is::zero ? (holds ? " == " : " != ")
               : turned       ? (holds ? " < " : " >= ")
                              : (holds ? " > " : " <= ");
  if (turned) std::swap(r.left, r.right);
  return r;
}

std::string Fact::text() const {
  Sides const s = sides();
  return s.left.text() + s.relation + s.right.text();
}

namespace {

Polynomial negated(Polynomial const& p) { return p * Polynomial(-1); }

/// Shown by the form, by a decision of this path or by Z3.
bool known_positive(Polynomial const& p) {
  if (p.surely_positive()) return true;
  if (negated(p).surely_not_negative()) return false;
  bool const decided = std::any_of(path.begin(), path.end(), [&](Fact const& f) {
    return f.is == Fact::Is::positive && f.value == (f.holds ? p : Polynomial(1) - p);
  });
  return decided || follows_positive(p);
}

/// Whether a divisor is above 0; else it is below.
bool above_zero(Polynomial const& m) {
  if (known_positive(m) || Unknown(m) > Unknown(0)) return true;
  if (Unknown(m) == Unknown(0)) throw DividedByZero();
  return false;
}

bool below_zero(Polynomial const& x) { return !known_positive(x + Polynomial(1)) && Unknown(x) < Unknown(0); }

}  // namespace

// Both round as C++ does. A quotient that stands as one has a dividend that is not below 0 and a divisor above 0 on
// this path: there its text means the same in every language.
Unknown operator/(Unknown const& a, Unknown const& b) {
  Polynomial const x = known(a.value_.scalar()).value_, m = known(b.value_.scalar()).value_;
  if (!above_zero(m)) return Unknown(0) - Unknown(x) / Unknown(negated(m));
  if (x.is_constant() && m.is_constant()) return Unknown(x.constant() / m.constant());
  if (auto const q = x.over(m); q && surely_divides(m, x) && over_positive(*q)) return Unknown(*q);
  if (below_zero(x)) return Unknown(0) - Unknown(negated(x)) / Unknown(m);
  if ((m - x - Polynomial(1)).surely_not_negative()) return Unknown(0);
  Polynomial const both = common_names({&x, &m});  // (M*X)/(K*M) is X/K
  if (!both.is_constant_one()) return Unknown(*x.over(both)) / Unknown(*m.over(both));
  return Unknown(Polynomial::of(value_atom(x, '/', m)));
}

Unknown operator%(Unknown const& a, Unknown const& b) {
  Polynomial const x = known(a.value_.scalar()).value_, m = known(b.value_.scalar()).value_;
  if (!above_zero(m)) return Unknown(x) % Unknown(negated(m));
  if (x.is_constant() && m.is_constant()) return Unknown(x.constant() % m.constant());
  if (surely_divides(m, x)) return Unknown(0);
  if (below_zero(x)) return Unknown(0) - Unknown(negated(x)) % Unknown(m);
  if ((m - x - Polynomial(1)).surely_not_negative()) return Unknown(x);
  Polynomial const both = common_names({&x, &m});  // (M*X) % (K*M) is M*(X % K)
  if (!both.is_constant_one()) return Unknown(both) * (Unknown(*x.over(both)) % Unknown(*m.over(both)));
  return Unknown(Polynomial::of(value_atom(x, '%', m)));
}

bool Unknown::is_zero(Polynomial const& given) {
  if (given.has_bases()) {
    auto const parts = given.components();
    return std::all_of(parts.begin(), parts.end(), is_zero);
  }
  Polynomial const p = known(given).value_;
  if (p.is_zero()) return true;
  if (p.surely_positive() || (p * Polynomial(-1)).surely_positive()) return false;
  Polynomial const cleared = reduced(p);
  bool const turned = !cleared.terms().empty() && cleared.terms().rbegin()->second.over < 0;
  return decide({Fact::Is::zero, turned ? cleared * Polynomial(-1) : cleared, true});
}

bool Unknown::is_positive(Polynomial const& given) {
  Polynomial const p = known(given.scalar()).value_;
  if (p.surely_positive()) return true;
  if ((p * Polynomial(-1)).surely_not_negative()) return false;
  return decide({Fact::Is::positive, reduced(p), true});
}

}  // namespace colex::unknowns
