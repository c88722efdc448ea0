// SPDX-License-Identifier: MIT
// Polynomials as text: 16N, M*N - 1, (M + N)/2, 4*(K/8) + K % 8.
#include <algorithm>
#include <cctype>

#include "colex/basis.hpp"
#include "unknowns/polynomial.hpp"

namespace colex::unknowns {

namespace {

std::string product_text(Monomial const& m, int sign) {
  std::string r;
  for (auto const& [number, exponent] : m)
    for (int k = 0; k < sign * exponent; ++k) r += (r.empty() ? "" : "*") + atom(number).text;
  return r;
}

int degree(Monomial const& m) {
  int sum = 0;
  for (auto const& power : m) sum += power.second;
  return sum;
}

bool is_one_value(std::pair<Monomial const, Ratio> const& term) {
  auto const& [m, c] = term;
  if (m.size() != 1 || m.begin()->second != 1 || !(c == Ratio{1, 1})) return false;
  char const op = atom(m.begin()->first).op;
  return op == '/' || op == '%';
}

bool is_fraction(std::pair<Monomial, Ratio> const& term) {
  return term.second.under != 1 || std::any_of(term.first.begin(), term.first.end(),
                                               [](auto const& power) { return power.second < 0; });
}

/// The term without its sign: 16N, N*K/8, 16/M.
std::string term_text(Monomial const& m, Ratio const& c) {
  std::int64_t const number = c.over < 0 ? -c.over : c.over;
  std::string above = product_text(m, 1), below = product_text(m, -1);
  bool const joined = !above.empty() && (std::isalpha(static_cast<unsigned char>(above[0])) != 0);
  if (above.empty())
    above = std::to_string(number);
  else if (number != 1)
    above = std::to_string(number) + (joined ? "" : "*") + above;
  bool const several = below.find('*') != below.npos || (c.under != 1 && !below.empty());
  if (c.under != 1) {
    bool const close = below.empty() || (std::isalpha(static_cast<unsigned char>(below[0])) != 0);
    below = std::to_string(c.under) + (close ? "" : "*") + below;
  }
  return above + (below.empty() ? "" : several ? "/(" + below + ")" : "/" + below);
}

}  // namespace

std::string Polynomial::text() const {
  if (!has_bases()) return scalar_text();
  std::string r;
  auto const put = [&](std::string const& term) { r += (r.empty() || term[0] == '-' ? "" : "+") + term; };
  if (Polynomial const s = scalar(); !s.is_zero()) put(s.scalar_text());
  for (int k = 0; k < kMaxBases; ++k) {
    Polynomial const times = along(k);
    if (times.is_zero()) continue;
    std::string const whole = times.scalar_text();
    put((times.terms().size() > 1 ? "(" + whole + ")" : whole) + "@" + std::to_string(k));
  }
  return r;
}

std::string Polynomial::scalar_text() const {
  if (is_zero()) return "0";
  std::vector<std::pair<Monomial, Ratio>> order(terms_.begin(), terms_.end());
  std::stable_sort(order.begin(), order.end(),
                   [](auto const& a, auto const& b) { return degree(a.first) > degree(b.first); });
  std::string r;
  Polynomial above;  // of several fractions only the sum is surely whole: (M + N)/2, not M/2 + N/2
  for (auto const& t : order)
    if (is_fraction(t)) above.terms_.insert(t);
  if (above.terms_.size() > 1) {
    Polynomial const under = above.denominator();
    r = "(" + (above * under).scalar_text() + ")/" + under.factor_text();
    std::erase_if(order, is_fraction);
  }
  for (auto const& [m, c] : order) {
    if (c.over < 0)
      r += r.empty() ? "-" : " - ";
    else if (!r.empty())
      r += " + ";
    r += term_text(m, c);
  }
  // one quotient or remainder stands without its parentheses
  return terms_.size() == 1 && is_one_value(*terms_.begin()) ? r.substr(1, r.size() - 2) : r;
}

std::string Polynomial::factor_text() const {
  std::string const whole = text();
  bool const product =
      whole.find_first_not_of("0123456789") != whole.npos && whole[0] >= '0' && whole[0] <= '9';  // 4N
  return !product && whole.find_first_of("+-*/% ") == whole.npos ? whole : "(" + whole + ")";
}

}  // namespace colex::unknowns
