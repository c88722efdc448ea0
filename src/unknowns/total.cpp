// SPDX-License-Identifier: MIT
#include "unknowns/total.hpp"

#include <algorithm>
#include <bit>

namespace colex::unknowns {

namespace {

/// A number that must be above 0, or not below it; or a fraction that must be whole.
struct Need {
  Polynomial number{};
  bool above = false;
  std::optional<z3::expr> whole{};
};
using Needs = std::vector<Need>;

bool is_remainder(Atom const& a) { return a.op == '%'; }
bool is_rounded(Atom const& a) { return a.op == '/' || is_remainder(a); }

void add(Polynomial const& number, Needs& out);

void add_divisor(Polynomial const& m, Needs& out) {
  add(m, out);
  if (!m.surely_positive()) out.push_back({m, true});
}

void add(Polynomial const& number, Needs& out) {
  for (Polynomial const& part : number.components()) {
    for (auto const& [m, c] : part.terms())
      for (auto const& power : m) {
        Atom const& a = atom(power.first);
        if (!is_rounded(a)) continue;
        add(a.of->first, out);
        add_divisor(a.of->second, out);
        if (!a.of->first.surely_not_negative()) out.push_back({a.of->first});
      }
    if (part.is_plain()) continue;
    Polynomial const under = part.denominator();
    for (auto const& power : under.terms().begin()->first) add_divisor(Polynomial::of(power.first), out);
    auto& z = sym::context();
    out.push_back({part, false, z3::expr(z, Z3_mk_mod(z, (part * under).term(), under.term())) == 0});
  }
}

/// The remainder that is compared with 0; null where something else is.
Atom const* compared_remainder(Fact const& f) {
  if (f.is != Fact::Is::zero || f.value.terms().size() != 1) return nullptr;
  Monomial const& m = f.value.terms().begin()->first;
  bool const alone = m.size() == 1 && m.begin()->second == 1;
  return alone && is_remainder(atom(m.begin()->first)) ? &atom(m.begin()->first) : nullptr;
}

Needs needs(Fact const& f) {
  Needs r;
  Atom const* const remainder = compared_remainder(f);  // dividends of any sign do
  add(remainder == nullptr ? f.value : remainder->of->first, r);
  if (remainder != nullptr) add_divisor(remainder->of->second, r);
  return r;
}

z3::expr claim(Need const& n) {
  if (n.whole) return *n.whole;
  return n.above ? n.number.term() > 0 : n.number.term() >= 0;
}

/// A multiple of x/m, where a fact says that m divides x: of Y/(M/X) under Y % (M/X) == 0, written X*Y/M.
bool is_whole_by(Fact const& f, Polynomial const& fraction) {
  Atom const* const remainder = f.holds ? compared_remainder(f) : nullptr;
  if (remainder == nullptr) return false;
  auto const quotient = remainder->of->first.over(remainder->of->second);
  auto const times = quotient ? fraction.over(*quotient) : std::nullopt;
  return times && times->is_plain();
}

/// The facts say it in so many words.
bool stands(std::vector<Fact> const& facts, Need const& n) {
  if (n.whole)
    return std::any_of(facts.begin(), facts.end(), [&](Fact const& f) { return is_whole_by(f, n.number); });
  Polynomial const &p = n.number, one(1), minus = p * Polynomial(-1);
  auto const has = [&](Fact::Is is, Polynomial const& value, bool holds) {
    return std::any_of(facts.begin(), facts.end(),
                       [&](Fact const& f) { return f.is == is && f.holds == holds && f.value == value; });
  };
  using Is = Fact::Is;
  if (has(Is::positive, p, true) || has(Is::positive, one - p, false)) return true;
  bool const not_below = has(Is::positive, minus, false) || has(Is::positive, p + one, true);
  return not_below && (!n.above || has(Is::zero, p, false) || has(Is::zero, minus, false));
}

/// |value| <= 2^value, and so is every part of its text below 2^most.
struct Width {
  int value = 0, most = 0;
};

Width width(Polynomial const& p);

Width width(Atom const& a) {
  if (!is_rounded(a)) return {63, 63};
  Width const x = width(a.of->first), m = width(a.of->second);
  return {is_remainder(a) ? std::min(x.value, m.value) : x.value, std::max(x.most, m.most)};
}

int log2_rounded_up(std::uint64_t n) { return n <= 1 ? 0 : std::bit_width(n - 1); }

Width width(Polynomial const& p) {
  Width r;
  Polynomial const cleared = p * p.denominator();
  for (auto const& [m, c] : cleared.terms()) {
    int product = log2_rounded_up(static_cast<std::uint64_t>(c.over < 0 ? -c.over : c.over));
    for (auto const& [number, exponent] : m) {
      Width const w = width(atom(number));
      product += exponent * w.value;
      r.most = std::max(r.most, w.most);
    }
    r.value = std::max(r.value, product);
  }
  r.value += log2_rounded_up(p.terms().size());
  return {r.value, std::max(r.most, r.value)};
}

/// A name, a numeral, or a remainder or quotient of such: nothing in it leaves 64 bits.
bool is_small(Polynomial const& p) {
  if (p.is_constant()) return true;
  if (p.terms().size() != 1 || !(p.terms().begin()->second == Ratio{1, 1})) return false;
  Monomial const& m = p.terms().begin()->first;
  if (m.size() != 1 || m.begin()->second != 1) return false;
  Atom const& a = atom(m.begin()->first);
  return !is_rounded(a) || (is_small(a.of->first) && is_small(a.of->second));
}

}  // namespace

z3::expr totality(std::vector<Fact> before, std::vector<Fact> const& facts,
                  std::vector<Polynomial> const& answer) {
  z3::expr known = formula(before), total = sym::context().bool_val(true);
  auto const ask = [&](Needs const& needs) {
    for (Need const& n : needs)
      if (!stands(before, n)) total = total && z3::implies(known, claim(n));
  };
  for (Fact const& f : facts) {
    ask(needs(f));
    known = known && f.formula();
    before.push_back(f);
  }
  for (Polynomial const& number : answer) {
    Needs all;
    add(number, all);
    ask(all);
  }
  return total.simplify();
}

std::vector<Fact> guarded(Fact const& fact) {
  Atom const* const remainder = compared_remainder(fact);
  if (remainder == nullptr || remainder->of->second.surely_positive()) return {fact};
  return {{Fact::Is::positive, remainder->of->second, true}, fact};
}

int bits(std::vector<Fact> const& facts) {
  int r = 64;
  for (Fact const& f : facts) {
    Fact::Sides const sides = f.sides();
    for (Polynomial const& side : {sides.left, sides.right})
      if (!is_small(side)) r = std::max(r, width(side).most + 2);
  }
  return r;
}

}  // namespace colex::unknowns
