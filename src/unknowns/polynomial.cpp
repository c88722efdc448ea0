// SPDX-License-Identifier: MIT
#include "unknowns/polynomial.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <numeric>

#include "colex/basis.hpp"
#include "unknowns/budget.hpp"

namespace colex::unknowns {

namespace {

constexpr std::size_t kTerms = 2000, kText = 40, kAtoms = 600;

std::deque<Atom>& all() {
  thread_local std::deque<Atom> list;
  return list;
}

std::int64_t narrow(__int128 n) {
  constexpr __int128 most = __int128{1} << 62;
  if (n > most || n < -most) throw TooLarge();
  return static_cast<std::int64_t>(n);
}

__int128 divisor_of_both(__int128 a, __int128 b) {
  for (a = a < 0 ? -a : a; b != 0;) {
    __int128 const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

Ratio ratio(__int128 over, __int128 under) {
  if (under < 0) over = -over, under = -under;
  __int128 const g = over == 0 ? under : divisor_of_both(over, under);
  return {narrow(over / g), narrow(under / g)};
}

int find(std::string const& text) {
  for (std::size_t k = 0; k < all().size(); ++k)
    if (all()[k].text == text) return static_cast<int>(k);
  return -1;
}

/// The basis vector in it; -1 where there is none.
int basis_of(Monomial const& m) {
  for (auto const& power : m)
    if (atom(power.first).op == '@') return atom(power.first).basis;
  return -1;
}

Monomial product(Monomial a, Monomial const& b, int sign = 1) {
  for (auto const& [atom, exponent] : b)
    if ((a[atom] += sign * exponent) == 0) a.erase(atom);
  return a;
}

}  // namespace

Atom& atom(int number) { return all()[static_cast<std::size_t>(number)]; }
int atoms() { return static_cast<int>(all().size()); }
void forget_atoms() { all().clear(); }
int name_atom(std::string const& name) {
  if (int const known = find(name); known >= 0) return known;
  all().push_back({name, sym::context().int_const(name.c_str())});
  return atoms() - 1;
}
int written_atom(Polynomial const& x, char op, Polynomial const& m) {
  std::string const text = "(" + x.factor_text() + (op == '/' ? "/" : " % ") + m.factor_text() + ")";
  if (int const known = find(text); known >= 0) return known;
  auto& z = sym::context();
  auto* const term = op == '/' ? Z3_mk_div(z, x.term(), m.term()) : Z3_mk_mod(z, x.term(), m.term());
  all().push_back(
      {text, z3::expr(z, term), false, op, 0, std::make_shared<std::pair<Polynomial, Polynomial>>(x, m)});
  return atoms() - 1;
}

int value_atom(Polynomial const& x, char op, Polynomial const& m) {
  if (x.factor_text().size() + m.factor_text().size() + 5 > kText || all().size() > kAtoms) throw TooLarge();
  return written_atom(x, op, m);
}

int basis_atom(int k) {
  std::string const text = "1@" + std::to_string(k);
  if (int const known = find(text); known >= 0) return known;
  all().push_back({text, sym::context().int_const(text.c_str()), false, '@', k});
  return atoms() - 1;
}

Polynomial::Polynomial(std::int64_t constant) {
  if (constant != 0) terms_[{}] = {constant, 1};
}

Polynomial Polynomial::of(int atom) {
  Polynomial r;
  r.terms_[{{atom, 1}}] = {1, 1};
  return r;
}

void Polynomial::add(Monomial const& m, Ratio const& r) {
  spend();
  Ratio& at = terms_[m];
  at = ratio(__int128{at.over} * r.under + __int128{r.over} * at.under, __int128{at.under} * r.under);
  if (at.over == 0) terms_.erase(m);
  if (terms_.size() > kTerms) throw TooLarge();
}

bool Polynomial::is_plain() const {
  return std::all_of(terms_.begin(), terms_.end(), [](auto const& t) {
    return t.second.under == 1 &&
           std::all_of(t.first.begin(), t.first.end(), [](auto const& power) { return power.second > 0; });
  });
}

template <class Keep>
Polynomial Polynomial::terms_that(Keep keep) const {
  Polynomial r;
  for (auto const& [m, c] : terms_)
    if (keep(m)) r.terms_[m] = c;
  return r;
}

bool Polynomial::has_bases() const {
  return std::any_of(terms_.begin(), terms_.end(), [](auto const& t) { return basis_of(t.first) >= 0; });
}
Polynomial Polynomial::scalar() const {
  return terms_that([](Monomial const& m) { return basis_of(m) < 0; });
}
Polynomial Polynomial::along(int k) const {
  return *terms_that([&](Monomial const& m) { return basis_of(m) == k; }).over(of(basis_atom(k)));
}
std::vector<Polynomial> Polynomial::components() const {
  if (!has_bases()) return {*this};
  std::vector<Polynomial> r;
  if (Polynomial const s = scalar(); !s.is_zero()) r.push_back(s);
  for (int k = 0; k < kMaxBases; ++k)
    if (Polynomial const part = along(k); !part.is_zero()) r.push_back(part);
  return r;
}

std::optional<Polynomial> Polynomial::over(Polynomial const& divisor) const {
  if (divisor.terms_.size() != 1) return {};
  auto const& [m, by] = *divisor.terms_.begin();
  Polynomial r;
  for (auto const& [mine, c] : terms_)
    r.add(product(mine, m, -1), ratio(__int128{c.over} * by.under, __int128{c.under} * by.over));
  return r;
}

Polynomial Polynomial::denominator() const {
  Monomial m;
  std::int64_t number = 1;
  for (auto const& [mine, c] : terms_) {
    number = narrow(__int128{number} / std::gcd(number, c.under) * c.under);
    for (auto const& [atom, exponent] : mine)
      if (exponent < 0) m[atom] = std::max(m[atom], -exponent);
  }
  Polynomial r;
  r.terms_[m] = {number, 1};
  return r;
}

std::optional<std::int64_t> Polynomial::at(std::map<std::string, std::int64_t> const& values) const try {
  Ratio sum;
  for (auto const& [m, c] : terms_) {
    Ratio term = c;
    for (auto const& [number, exponent] : m) {
      Atom const& a = atom(number);
      std::optional<std::int64_t> v;
      if (a.op == '$') {
        v = values.at(a.text);
      } else {
        auto const x = a.of->first.at(values), by = a.of->second.at(values);
        if (!x || !by || *by < 1) return {};
        std::int64_t const rest = (*x % *by + *by) % *by;
        v = a.op == '%' ? rest : (*x - rest) / *by;
      }
      for (int k = 0; k < std::abs(exponent); ++k) {
        if (exponent < 0 && *v == 0) return {};
        term = exponent > 0 ? ratio(__int128{term.over} * *v, term.under)
                            : ratio(term.over, __int128{term.under} * *v);
      }
    }
    sum = ratio(__int128{sum.over} * term.under + __int128{term.over} * sum.under,
                __int128{sum.under} * term.under);
  }
  return sum.under == 1 ? std::optional(sum.over) : std::nullopt;
} catch (TooLarge const&) {
  return {};
}

Polynomial Polynomial::with(int atom, Polynomial const& value) const {
  Polynomial r;
  for (auto const& [m, c] : terms_) {
    Monomial left = m;
    int const exponent = left.count(atom) != 0 ? left[atom] : 0;
    left.erase(atom);
    Polynomial term;
    term.terms_[left] = c;
    if (exponent < 0 && value.terms_.size() != 1) return *this;
    for (int k = 0; k < exponent; ++k) term = term * value;
    for (int k = 0; k < -exponent; ++k) term = *term.over(value);
    r = r + term;
  }
  return r;
}

/// Every positive atom A as 1 + A' with A' >= 0: then no coefficient below 0 leaves nothing to ask.
bool Polynomial::surely_not_negative() const {
  Polynomial shifted = *this * denominator();
  for (auto const& [m, c] : shifted.terms())
    for (auto const& power : m)
      if (!atom(power.first).positive && atom(power.first).op != '/' && atom(power.first).op != '%')
        return false;
  for (int k = 0; k < atoms(); ++k)
    if (atom(k).positive) shifted = shifted.with(k, of(k) + Polynomial(1));
  return std::all_of(shifted.terms_.begin(), shifted.terms_.end(),
                     [](auto const& t) { return t.second.over > 0; });
}
bool Polynomial::surely_positive() const {
  return (*this * denominator() - Polynomial(1)).surely_not_negative();
}

z3::expr Polynomial::term() const {
  auto& z = sym::context();
  Polynomial const under = denominator(),
                   above = under.is_constant() && under.constant() == 1 ? *this : *this * under;
  z3::expr sum = z.int_val(0);
  for (auto const& [m, c] : above.terms_) {
    z3::expr product = z.int_val(c.over);
    for (auto const& [number, exponent] : m)
      for (int k = 0; k < exponent; ++k) product = product * atom(number).term;
    sum = sum + product;
  }
  if (!is_plain()) sum = z3::expr(z, Z3_mk_div(z, sum, under.term()));
  return sum.simplify();
}

Polynomial operator+(Polynomial const& a, Polynomial const& b) {
  Polynomial r = a;
  for (auto const& [m, c] : b.terms_) r.add(m, c);
  return r;
}
Polynomial operator-(Polynomial const& a, Polynomial const& b) { return a + b * Polynomial(-1); }
Polynomial operator*(Polynomial const& a, Polynomial const& b) {
  Polynomial r;
  for (auto const& [m, c] : a.terms_)
    for (auto const& [n, d] : b.terms_)
      if (basis_of(m) < 0 || basis_of(n) < 0)
        r.add(product(m, n), ratio(__int128{c.over} * d.over, __int128{c.under} * d.under));
  return r;
}

}  // namespace colex::unknowns
