// SPDX-License-Identifier: MIT
#include "sym/integer.hpp"

#include <cstring>
#include <stdexcept>

#include "sym/explore.hpp"

namespace colex::sym {

z3::context& context() {
  // Never destroyed: numbers with static storage outlive the thread's objects.
  thread_local z3::context* const c = new z3::context;
  return *c;
}

char const* free_name(char const* name) {
  if (*name == '\0' || name[std::strlen(name) - 1] == '~')
    throw std::logic_error(std::string("no name of a free symbol: '") + name + "'");
  return name;
}

std::string defined_name(std::string const& name) { return name + "~"; }

Boolean::operator bool() const { return Explorer::current().decide(term_); }

Boolean implies(Boolean const& a, Boolean const& b) { return Boolean(z3::implies(a.formula(), b.formula())); }

Integer::Integer(z3::expr e) {
  std::int64_t numeral = 0;
  if (e.is_numeral_i64(numeral)) {
    value_ = numeral;
  } else {
    term_ = std::move(e);
  }
}

Integer Integer::constant(char const* name) { return Integer(context().int_const(free_name(name))); }
Integer Integer::defined(std::string const& name) { return Integer(context().int_const(name.c_str())); }

namespace {

enum class Op { add, sub, mul, div, mod };

Integer raw(Op op, Integer const& a, Integer const& b) {
  z3::expr const x = a.term(), y = b.term();
  switch (op) {
    case Op::add:
      return Integer((x + y).simplify());
    case Op::sub:
      return Integer((x - y).simplify());
    case Op::mul:
      return Integer((x * y).simplify());
    case Op::div:
      return Integer(z3::expr(context(), Z3_mk_div(context(), x, y)).simplify());
    case Op::mod:
      return Integer(z3::expr(context(), Z3_mk_mod(context(), x, y)).simplify());
  }
  return {};
}

/// A shipped operation, which a mutation may have replaced: `*`, `+` and `-` lose their right operand, `/`
/// and
/// `%` are one too large.
Integer shipped(Op op, Integer const& a, Integer const& b) {
  if (op == Op::div || op == Op::mod) Explorer::current().require_division(a, b);
  Integer const right = raw(op, a, b);
  Explorer::keep(right);
  if (!Explorer::mutates()) return right;
  return op == Op::div || op == Op::mod ? raw(Op::add, right, Integer(1)) : a;
}

/// A shipped comparison, which a mutation may have negated.
Boolean shipped(z3::expr const& e) { return Explorer::mutates() ? Boolean(!e) : Boolean(e); }

}  // namespace

Integer operator+(Integer const& a, Integer const& b) { return shipped(Op::add, a, b); }
Integer operator-(Integer const& a, Integer const& b) { return shipped(Op::sub, a, b); }
Integer operator*(Integer const& a, Integer const& b) {
  Integer r = shipped(Op::mul, a, b);
  if (r.is_numeral() || a.is_numeral() || b.is_numeral()) return r;
  r.factors_ = a.factors();
  for (auto const& f : b.factors()) r.factors_.push_back(f);
  return r;
}
Integer operator/(Integer const& a, Integer const& b) { return shipped(Op::div, a, b); }
Integer operator%(Integer const& a, Integer const& b) { return shipped(Op::mod, a, b); }
Boolean operator==(Integer const& a, Integer const& b) { return shipped(a.term() == b.term()); }
Boolean operator!=(Integer const& a, Integer const& b) { return shipped(a.term() != b.term()); }
Boolean operator<(Integer const& a, Integer const& b) { return shipped(a.term() < b.term()); }
Boolean operator<=(Integer const& a, Integer const& b) { return shipped(a.term() <= b.term()); }
Boolean operator>(Integer const& a, Integer const& b) { return shipped(a.term() > b.term()); }
Boolean operator>=(Integer const& a, Integer const& b) { return shipped(a.term() >= b.term()); }

Integer quot(Integer const& a, Integer const& b) { return raw(Op::div, a, b); }
Integer rem(Integer const& a, Integer const& b) { return raw(Op::mod, a, b); }

Function::Function(char const* name, unsigned arity)
    : decl_([&] {
        z3::sort_vector domain(context());
        for (unsigned k = 0; k < arity; ++k) domain.push_back(context().int_sort());
        return context().function(name, domain, context().int_sort());
      }()) {}

Integer Function::apply(std::vector<Integer> const& args) const {
  z3::expr_vector terms(context());
  for (auto const& a : args) terms.push_back(a.term());
  return Integer(decl_(terms));
}

}  // namespace colex::sym
