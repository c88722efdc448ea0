// SPDX-License-Identifier: MIT
#include "unknowns/merge.hpp"

#include <algorithm>

#include "unknowns/budget.hpp"
#include "unknowns/total.hpp"

namespace colex::unknowns {

namespace {

using Is = Reply<Unknown>::Is;
using Names = std::map<int, Polynomial>;

/// What the equations among the facts say of single names: c*N - p == 0, with N not in p.
Names equations(std::vector<Fact> const& facts) {
  Names r;
  for (Fact const& f : facts) {
    if (f.is != Fact::Is::zero || !f.holds) continue;
    for (auto const& [m, c] : f.value.terms()) {
      if (m.size() != 1 || m.begin()->second != 1 || atom(m.begin()->first).op != '$') continue;
      int const name = m.begin()->first;
      Polynomial const rest = f.value.with(name, Polynomial());
      auto const value = (rest * Polynomial(-1)).over(*Polynomial(c.over).over(Polynomial(c.under)));
      bool const alone =
          f.value.with(name, Polynomial(1)) - rest == *Polynomial(c.over).over(Polynomial(c.under));
      if (alone && value && value->is_plain() && r.count(name) == 0) {
        r[name] = *value;
        break;
      }
    }
  }
  return r;
}

Polynomial with(Polynomial p, Names const& names) {
  for (auto const& [name, value] : names) p = p.with(name, value);
  return p;
}

Unknown with(Unknown const& n, Names const& names) { return Unknown(with(n.polynomial(), names)); }

IntTuple<Unknown> with(IntTuple<Unknown> const& tuple, Names const& names) {
  return transform(tuple, [&](Unknown const& n) { return with(n, names); });
}

Layout<Unknown> with(Layout<Unknown> const& layout, Names const& names) {
  return transform(layout, [&](Mode<Unknown> const& m) {
    return Mode<Unknown>{with(m.shape, names), with(m.stride, names)};
  });
}

/// The modes of more than one point.
std::vector<Mode<Unknown>> moving(Layout<Unknown> const& layout) {
  std::vector<Mode<Unknown>> r;
  for (auto const& mode : layout.leaves)
    if (!(mode.shape.polynomial() == Polynomial(1))) r.push_back(mode);
  return r;
}

bool same(Unknown const& a, Unknown const& b, Names const& names) {
  return with(a, names).polynomial() == with(b, names).polynomial();
}
bool same(Layout<Unknown> const& a, Layout<Unknown> const& b, Names const& names) {
  auto const x = moving(with(a, names)), y = moving(with(b, names));
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](auto const& m, auto const& n) {
    return m.shape.polynomial() == n.shape.polynomial() && m.stride.polynomial() == n.stride.polynomial();
  });
}
bool same(IntTuple<Unknown> const& a, IntTuple<Unknown> const& b, Names const& names) {
  if (!congruent(a, b)) return false;
  for (int k = 0; k < a.leaves.count; ++k)
    if (!same(a.leaves[k], b.leaves[k], names)) return false;
  return true;
}

/// Under the equations, one answer is the other.
bool same(Reply<Unknown> const& a, Reply<Unknown> const& b, Names const& names) {
  if (a.is != b.is) return false;
  if (a.is == Is::number) return same(a.number, b.number, names);
  if (a.is == Is::refused) return conditions_of(a.refusal) == conditions_of(b.refusal);
  if (a.is == Is::word) return a.word == b.word;
  if (a.is == Is::tuple) return same(a.tuple, b.tuple, names);
  if (a.is == Is::placed && !same(a.number, b.number, names)) return false;
  return same(a.layout, b.layout, names) && same(a.second, b.second, names);
}

bool follows(Question const& q, std::vector<Fact> const& facts, z3::expr const& goal) {
  auto known = q.given;
  known.push_back(formula(facts));
  known.push_back(!goal);
  return excluded(known, 100'000u);
}

/// Conditions for `special` or `general`, `general`'s less one; nothing where none says exactly that.
std::optional<std::vector<Fact>> either(Question const& q, Case const& special, Case const& general,
                                        std::vector<Values> const& values) {
  for (std::size_t k = 0; k < general.conditions.size(); ++k) {
    auto fewer = general.conditions;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
    bool const another = std::any_of(values.begin(), values.end(), [&](Values const& v) {
      if (fails(fewer, v)) return holds(special.conditions, v);
      return holds(fewer, v) && fails(special.conditions, v) && fails(general.conditions, v);
    });
    if (another) continue;
    if (follows(q, fewer, formula(special.conditions) || formula(general.conditions)) &&
        follows(q, special.conditions, formula(fewer)) && is_total(q, fewer, general.reply))
      return fewer;
  }
  return {};
}

bool merge_one(Question const& q, std::vector<Case>& cases, std::vector<Values> const& values) {
  for (Case const& special : cases)
    for (Case& general : cases) {
      if (&special == &general || !same(special.reply, general.reply, equations(special.conditions)))
        continue;
      auto const conditions = either(q, special, general, values);
      if (!conditions) continue;
      general.conditions = *conditions;
      cases.erase(cases.begin() + (&special - cases.data()));
      return true;
    }
  return false;
}

}  // namespace

bool is_total(Question const& q, std::vector<Fact> const& conditions, Reply<Unknown> const& answer) {
  z3::expr const total = totality(q.domain(), conditions, numbers_of(answer));
  return total.is_true() || follows(q, {}, total);
}

bool pin(Question const& q, Case& c, std::vector<Values> const& values) {
  std::vector<Values const*> here;
  for (Values const& v : values)
    if (holds(c.conditions, v)) here.push_back(&v);
  bool pinned = false;
  if (here.empty()) return pinned;
  for (std::string const& name : q.reading.names) {
    std::int64_t const only = here[0]->at(name);
    if (std::any_of(here.begin(), here.end(), [&](Values const* v) { return v->at(name) != only; })) continue;
    Fact const is{Fact::Is::zero, Polynomial::of(name_atom(name)) - Polynomial(only), true};
    auto const says_so = [&](Fact const& f) { return f.is == is.is && f.holds && f.value == is.value; };
    if (std::any_of(c.conditions.begin(), c.conditions.end(), says_so)) continue;
    if (!follows(q, c.conditions, is.formula())) continue;
    c.conditions.insert(c.conditions.begin(), is);
    pinned = true;
  }
  return pinned;
}

void use_equations(Case& c) {
  Names const names = equations(c.conditions);
  if (names.empty()) return;
  Reply<Unknown>& r = c.reply;
  r.layout = with(r.layout, names);
  r.second = with(r.second, names);
  r.tuple = with(r.tuple, names);
  r.number = with(r.number, names);
  for (auto& claim : r.meaning.values) {
    claim.digits = with(claim.digits, names);
    for (auto* const side : {&claim.left, &claim.right})
      for (auto& by : *side) by.layout = with(by.layout, names);
  }
  for (auto& claim : r.meaning.tiles) {
    for (auto& part : claim.parts) part = with(part, names);
    claim.size = with(claim.size, names);
  }
  for (auto& [a, b] : r.meaning.equal) a = with(a, names), b = with(b, names);
}

void merge(Question const& question, std::vector<Case>& cases, std::vector<Values> const& values) {
  while (merge_one(question, cases, values)) {
  }
}

}  // namespace colex::unknowns
