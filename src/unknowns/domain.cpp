// SPDX-License-Identifier: MIT
// What a question is asked for: its assumptions, that what it divides by is above 0 and what it divides is not below,
// and that extents are at least 1, which the operation refuses otherwise.
#include <algorithm>

#include "unknowns/budget.hpp"
#include "unknowns/cases.hpp"
#include "unknowns/proved.hpp"

namespace colex::unknowns {

namespace {

Polynomial polynomial(Expression const& e) {
  if (e.op == '#') return Polynomial(e.numeral);
  if (e.op == '$') return Polynomial::of(name_atom(e.name));
  Polynomial const x = polynomial(*e.left);
  if (e.op == '@') return x;
  Polynomial const y = polynomial(*e.right);
  if (e.op == '+') return x + y;
  if (e.op == '-') return x - y;
  if (e.op == '*') return x * y;
  bool const numerals = x.is_constant() && y.is_constant() && x.constant() >= 0 && y.constant() >= 1;
  if (!numerals) return Polynomial::of(written_atom(x, e.op, y));
  return Polynomial(e.op == '/' ? x.constant() / y.constant() : x.constant() % y.constant());
}

Fact at_least(Polynomial const& x, Polynomial const& least) { return {Fact::Is::positive, least - x, false}; }
/// 8K >= 1 is K >= 1.
Fact at_least_one(Polynomial const& x) {
  std::int64_t const times = x.terms().size() == 1 ? x.terms().begin()->second.over : 1;
  return at_least(times > 1 ? *x.over(Polynomial(times)) : x, Polynomial(1));
}

Fact fact(Assumption const& a) {
  Polynomial const x = polynomial(a.left), y = polynomial(a.right);
  if (a.relation == "==" || a.relation == "!=") return {Fact::Is::zero, x - y, a.relation == "=="};
  if (a.relation == "<") return {Fact::Is::positive, y - x, true};
  if (a.relation == "<=") return {Fact::Is::positive, x - y, false};
  if (a.relation == ">") return {Fact::Is::positive, x - y, true};
  return at_least(x, y);
}

bool follows(std::vector<Fact> const& known, z3::expr const& goal) {
  return excluded({formula(known), !goal}, 100'000u);
}

/// A fact says that the name is at least 1, or both solvers do.
bool is_positive(Question const& q, std::string const& name, Limit const& limit) {
  Polynomial const x = Polynomial::of(name_atom(name));
  for (Fact const& f : q.domain()) {
    Polynomial const least = f.holds ? x - f.value : f.value + x;  // x > least, or x >= least
    if (f.is == Fact::Is::positive && least.is_constant() && least.constant() >= (f.holds ? 0 : 1))
      return true;
  }
  z3::expr const goal = x.term() >= 1;
  return follows(q.domain(), goal) && Prover(q.given, limit).proves({}, goal);
}

class DomainOf {
 public:
  explicit DomainOf(Question& q) : q_(q) {}

  void read() {
    for (Assumption const& a : q_.reading.assumptions) {
      bool const of_zero = (a.relation == "==" || a.relation == "!=") && a.left.op == '%' &&
                           a.right.op == '#' && a.right.numeral == 0;
      if (of_zero) {  // x % m == 0 has one meaning for every x
        operands(*a.left.left), operands(*a.left.right);
        divisor(*a.left.right);
      } else {
        operands(a.left), operands(a.right);
      }
      put(q_.assumed, fact(a));
    }
    for (Given const& g : q_.reading.arguments)
      for (auto const& e : g.tree.leaves)
        if (!e->keep && g.extents) extent(e->shape);
    for (Given const& g : q_.reading.arguments)
      for (auto const& e : g.tree.leaves) {
        if (!e->keep && !g.extents) inside(e->shape);
        inside(e->stride);
      }
  }

 private:
  static void put(std::vector<Fact>& to, Fact const& f) {
    bool const known = std::any_of(to.begin(), to.end(), [&](Fact const& k) {
      return k.is == f.is && k.value == f.value && k.holds == f.holds;
    });
    if (!known && !(f.value.is_constant() && f.formula().simplify().is_true())) to.push_back(f);
  }
  void divisor(Expression const& m) { put(q_.assumed, at_least_one(polynomial(m))); }
  /// Of an expression in a text: what it needs stands before it.
  void operands(Expression const& e) {
    if (!e.left) return;
    operands(*e.left);
    if (e.right) operands(*e.right);
    if (e.op != '/' && e.op != '%') return;
    divisor(*e.right);
    put(q_.assumed, at_least(polynomial(*e.left), Polynomial()));
  }
  void extent(Expression const& e) {
    Fact f = at_least_one(polynomial(e));
    if (e.op == '/') {  // x/m >= 1 where x >= m
      operands(*e.left), operands(*e.right);
      divisor(*e.right);
      f = at_least(polynomial(*e.left), polynomial(*e.right));
    } else {
      operands(e);
    }
    bool const new_name = e.op == '$' && q_.assumed.empty();
    if (new_name || !follows(all(), f.formula())) put(q_.extents, f);
  }
  /// Of an expression that stands in no condition: a quotient that leaves nothing has one meaning for every dividend.
  void inside(Expression const& e) {
    if (!e.left) return;
    inside(*e.left);
    if (e.right) inside(*e.right);
    if (e.op != '/' && e.op != '%') return;
    divisor(*e.right);
    Polynomial const x = polynomial(*e.left);
    auto const rest = Polynomial::of(written_atom(x, '%', polynomial(*e.right)));
    Fact const not_below = at_least(x, Polynomial());
    if (!follows(all(), rest.term() == 0) && !follows(all(), not_below.formula())) put(q_.assumed, not_below);
  }
  std::vector<Fact> all() const { return q_.domain(); }

  Question& q_;
};

}  // namespace

std::vector<Fact> Question::domain() const {
  auto r = assumed;
  r.insert(r.end(), extents.begin(), extents.end());
  return r;
}

Question start(Reading reading, Limit const& limit) {
  check_question(reading);
  forget_atoms();
  Question q{std::move(reading), {}, {}, {}};
  for (std::string const& name : q.reading.names) name_atom(name);
  try {
    DomainOf(q).read();
  } catch (TooLarge const&) {
    throw cli::InputError("a number in the question is too large, or too long an expression");
  }
  for (Fact const& f : q.domain()) q.given.push_back(f.formula());
  if (excluded(q.given, 100'000u))
    throw cli::InputError("no values keep the assumptions, with every extent and every divisor at least 1");
  start_budget(limit.tidying);
  try {
    for (std::string const& name : q.reading.names)
      atom(name_atom(name)).positive = is_positive(q, name, limit);
  } catch (BudgetEnded const&) {  // what is not known to be positive is decided on the paths
  }
  stop_budget();
  return q;
}

}  // namespace colex::unknowns
