// SPDX-License-Identifier: MIT
#include "unknowns/for_which.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "operations/value.hpp"
#include "sym/search.hpp"
#include "unknowns/budget.hpp"
#include "unknowns/proved.hpp"
#include "unknowns/total.hpp"

namespace colex::unknowns {

namespace {

using Bits = std::vector<std::uint64_t>;

constexpr std::size_t kCandidates = 400, kParts = 5;
constexpr int kRounds = 6, kSearched = 200'000;

template <class Int>
bool is_right(Reply<Int> const& reply) {
  using R = typename Reply<Int>::Is;
  return reply.is != R::refused && reply.is != R::no;
}

// --------------------------------------------------------------------------------------------- the language

Polynomial rest(Polynomial const& x, Polynomial const& m) { return Polynomial::of(value_atom(x, '%', m)); }

/// The numbers in the question, their products and quotients, small ones first.
std::vector<std::int64_t> numbers_near(Question const& q) {
  std::set<std::int64_t> own = numerals(q.reading);
  own.insert(1);
  std::set<std::int64_t> all = own;
  for (std::int64_t const a : own)
    for (std::int64_t const b : own) {
      if (a * b <= kNumeral) all.insert(a * b);
      if (a % b == 0) all.insert(a / b);
    }
  std::vector<std::int64_t> r(all.begin(), all.end());
  if (r.size() > 24) r.resize(24);
  return r;
}

/// Candidates about `names`, the simplest first.
std::vector<Fact> language(Question const& q, std::vector<std::string> const& names) {
  std::vector<Fact> r;
  auto const zero = [&](Polynomial const& p) {
    for (bool const holds : {true, false}) r.push_back({Fact::Is::zero, p, holds});
  };
  auto const at_least = [&](Polynomial const& x, Polynomial const& least) {
    for (bool const holds : {true, false})
      r.push_back({Fact::Is::positive, x - least + Polynomial(1), holds});
  };
  auto const numbers = numbers_near(q);
  std::vector<Polynomial> unknowns;
  for (std::string const& name : names) unknowns.push_back(Polynomial::of(name_atom(name)));
  for (Polynomial const& x : unknowns) {
    zero(x);
    for (bool const holds : {false, true})  // K >= 0, K < 0
      r.push_back({Fact::Is::positive, x * Polynomial(-1), holds});
  }
  for (Polynomial const& x : unknowns)
    for (std::int64_t const n : numbers) {
      zero(x - Polynomial(n));
      at_least(x, Polynomial(n));
      at_least(x, Polynomial(n + 1));
      if (n > 1) zero(rest(x, Polynomial(n)));
      if (n > 1) zero(rest(Polynomial(n), x));
    }
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    for (std::size_t j = 0; j < unknowns.size(); ++j)
      for (std::int64_t const n : numbers) {
        if (i == j || n > 64 || r.size() > kCandidates) continue;
        Polynomial const x = unknowns[i], y = unknowns[j] * Polynomial(n);
        zero(rest(x, y));
        zero(rest(y, x));
        if (i < j || n > 1) zero(x - y);
        at_least(x, y);
      }
  for (std::size_t i = 0; i < unknowns.size() && r.size() < kCandidates; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      for (std::int64_t const n : numbers)
        if (n > 1 && n <= 64) zero(rest(unknowns[i] * unknowns[j], Polynomial(n)));
  if (r.size() > kCandidates) r.resize(kCandidates);
  return r;
}

// ------------------------------------------------------------------------------------- found on numbers

bool none(Bits const& a) {
  return std::all_of(a.begin(), a.end(), [](std::uint64_t w) { return w == 0; });
}
template <class Op>
Bits each(Bits a, Bits const& b, Op op) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = op(a[k], b[k]);
  return a;
}
Bits both(Bits const& a, Bits const& b) {
  return each(a, b, [](auto x, auto y) { return x & y; });
}
Bits without(Bits const& a, Bits const& b) {
  return each(a, b, [](auto x, auto y) { return x & ~y; });
}

class Search {
 public:
  Search(std::vector<Fact> const& facts, std::vector<Values> const& values, std::vector<bool> const& right) {
    std::size_t const words = values.size() / 64 + 1;
    Bits yes(words), no(words);
    for (std::size_t k = 0; k < values.size(); ++k)
      (right[k] ? yes : no)[k / 64] |= std::uint64_t{1} << k % 64;
    right_ = yes, wrong_ = no;
    std::set<Bits> seen;
    for (Fact const& f : facts) {
      Bits holding(words);
      for (std::size_t k = 0; k < values.size(); ++k)
        if (holds({f}, values[k])) holding[k / 64] |= std::uint64_t{1} << k % 64;
      if (seen.insert(holding).second) candidates_.push_back({f, holding});
    }
  }

  /// Of the fewest parts.
  std::optional<std::vector<Weakest::Part>> shortest() {
    for (std::size_t parts = 1; parts <= kParts; ++parts) {
      taken_.clear();
      if (find(right_, wrong_, parts)) return taken_;
    }
    return {};
  }

 private:
  struct Candidate {
    Fact fact;
    Bits holding;
  };

  bool find(Bits const& right, Bits const& wrong, std::size_t parts) {
    if (++searched_ > kSearched) return false;
    if (budget_ended()) throw BudgetEnded();
    for (Candidate const& c : candidates_) {
      bool const needed = none(without(right, c.holding)), enough = none(both(wrong, c.holding));
      if (needed && enough) {
        taken_.push_back({c.fact, true});
        return true;
      }
      if (parts < 2 || (!needed && !enough)) continue;
      Bits const rest = needed ? both(wrong, c.holding) : without(right, c.holding);
      if (rest == (needed ? wrong : right)) continue;  // it says nothing new
      taken_.push_back({c.fact, needed});
      if (needed ? find(right, rest, parts - 1) : find(rest, wrong, parts - 1)) return true;
      taken_.pop_back();
    }
    return false;
  }

  Bits right_, wrong_;
  std::vector<Candidate> candidates_;
  std::vector<Weakest::Part> taken_;
  int searched_ = 0;
};

// ---------------------------------------------------------------------------------------- proved both ways

z3::expr formula(Weakest const& w) {
  auto& z = sym::context();
  if (w.parts.empty()) return z.bool_val(w.always);
  z3::expr r = formula(guarded(w.parts.back().fact));
  for (std::size_t k = w.parts.size() - 1; k-- > 0;) {
    z3::expr const one = formula(guarded(w.parts[k].fact));
    r = w.parts[k].is_and ? one && r : one || r;
  }
  return r;
}

/// Where one of the cases of this kind holds.
z3::expr cases_that(Table const& table, bool right) {
  z3::expr any = sym::context().bool_val(false);
  for (Case const& c : table.cases) {
    if (is_right(c.reply) != right || c.known == Known::wrong) continue;
    any = any || formula(c.conditions);
  }
  return any;
}

struct Samples {
  std::vector<Values> values;
  std::vector<bool> right;
  void add(Question const& q, Values const& v) {
    auto const reply = on_numbers(q, v);
    if (!reply) return;
    values.push_back(v);
    right.push_back(is_right(*reply));
  }
};

/// The condition that agrees on the samples, in terms of `names`.
std::optional<Weakest> agreeing(Question const& q, std::vector<std::string> const& names,
                                Samples const& samples) {
  Weakest w;
  w.found = true;
  w.values = static_cast<int>(samples.values.size());
  auto const rights = std::count(samples.right.begin(), samples.right.end(), true);
  w.always = rights == w.values;
  if (rights == 0 || w.always) return w;
  auto const parts = Search(language(q, names), samples.values, samples.right).shortest();
  if (!parts) return {};
  w.parts = *parts;
  return w;
}

}  // namespace

Weakest for_which(Table const& table, std::vector<std::string> const& names, Limit const& limit) {
  Question const& q = table.question;
  for (std::string const& name : names)
    if (q.reading.names.count(name) == 0)
      throw cli::InputError(fmt::format("--for: {} stands in no argument", cli::printable(name)));
  std::vector<std::string> const all(q.reading.names.begin(), q.reading.names.end());
  Prover prover(q.given, limit);
  z3::expr const right = cases_that(table, true), wrong = cases_that(table, false);
  Samples samples;
  Weakest best;
  start_budget(limit.searching);
  try {
    for (Values const& v : small_values(q, kSamples)) {
      samples.add(q, v);
      for (auto const& [name, n] : v) {  // -1 alone does not tell K > 0 from K % 16 == 0
        Values mirrored = v;
        mirrored[name] = -n;
        if (n > 1 && holds(q.domain(), mirrored)) samples.add(q, mirrored);
      }
    }
    for (int round = 0; round < kRounds; ++round) {
      auto const w = agreeing(q, names, samples);
      auto const found = w || names.size() == all.size() ? w : agreeing(q, all, samples);
      if (!found) break;
      best = *found;
      z3::expr const condition = formula(best);
      best.sufficient = prover.proves({condition}, right);
      best.necessary = prover.proves({!condition}, wrong);
      std::size_t const before = samples.values.size();
      if (!best.sufficient)
        if (auto const v = values_of(q, {condition, !right}, limit.proof_milliseconds)) samples.add(q, *v);
      if (!best.necessary)
        if (auto const v = values_of(q, {!condition, !wrong}, limit.proof_milliseconds)) samples.add(q, *v);
      if (samples.values.size() == before || (best.sufficient && best.necessary)) break;
    }
  } catch (BudgetEnded const&) {
  }
  stop_budget();
  // "true" and "false" say nothing unless they are proved.
  best.found = best.found && (!best.parts.empty() || (best.always ? best.sufficient : best.necessary));
  best.domain = q.domain();
  best.where = domain_text(q);
  return best;
}

}  // namespace colex::unknowns
