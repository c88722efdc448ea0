// SPDX-License-Identifier: MIT
#include "code/sizes/integers.hpp"

#include <bit>

#include "code/trips.hpp"

namespace colex::code {

namespace {

Integer sized(std::uint64_t factor, unsigned width) {
  return static_cast<std::int64_t>(factor << (64 - width)) >> (64 - width);
}
Term sign_of(Term t) { return extract(t, t->width - 1u, 1); }
bool is_of_thread_alone(Term t) {
  auto const leaves = leaves_of(t);
  return !leaves.empty() && leaves.size() <= 2 && std::all_of(leaves.begin(), leaves.end(), [](Term l) {
    return l->leaf == Leaf::lane || l->leaf == Leaf::wave;
  });
}

}  // namespace

bool is_of_argument(Term t) {
  Term const whole = t->op == Op::extract ? t->of[0] : t;
  return whole->op == Op::leaf && whole->leaf == Leaf::argument;
}

Polynomial Integers::bytes(std::uint32_t argument) {
  auto const [found, is_new] = bytes_.try_emplace(argument, 0);
  if (is_new) {
    found->second = known.atom(0, power_of_two(63), true);
    terms_.emplace_back(nullptr, false);
  }
  return Polynomial::atom(found->second);
}

Polynomial Integers::atom(Term t, bool is_signed) {
  auto const [found, is_new] = atoms_.try_emplace({t, is_signed}, 0);
  if (is_new) {
    Integer least = is_signed ? -power_of_two(t->width - 1u) : 0,
            most = is_signed ? power_of_two(t->width - 1u) - 1 : Integer{t->most};
    if (t->op == Op::leaf && t->leaf == Leaf::trip)
      most = power_of_two(32) - 1;  // a loop makes fewer than 2^32
    if (t->op == Op::leaf && t->leaf == Leaf::block && lanes_ == 32)
      most = t->first == 0 ? power_of_two(31) - 2 : power_of_two(16) - 2;
    else if (t->op == Op::leaf && t->leaf == Leaf::block && t->first == 0)
      most = (power_of_two(32) - 2) / threads_;
    if (!is_signed && is_of_thread_alone(t)) {
      std::optional<std::uint64_t> low, high;
      for (unsigned thread = 0; thread < threads_; ++thread) {
        auto const v = value_in(t, lanes_, thread, 0, {});
        if (!v) break;
        low = std::min(low.value_or(*v), *v), high = std::max(high.value_or(*v), *v);
        if (thread + 1 == threads_) least = *low, most = *high;
      }
    }
    found->second = known.atom(least, most);
    terms_.emplace_back(t, is_signed);
    relate(t, is_signed, found->second);
  }
  return Polynomial::atom(found->second);
}

/// What an atom has to do with what it is made of.
void Integers::relate(Term t, bool is_signed, std::uint32_t number) {
  if (is_of_thread_alone(t) && t->op != Op::extract) return;  // its range is known
  Polynomial const v = Polynomial::atom(number);
  switch (t->op) {
    case Op::extract: {
      Term const x = t->of[0];
      if (is_of_argument(t)) return;
      Polynomial const whole = is_signed ? signed_value(x) : value(x);
      Polynomial const scaled = Polynomial(power_of_two(static_cast<unsigned>(t->value))) * v;
      unsigned const end = static_cast<unsigned>(t->value) + t->width;
      bool const is_top = end == x->width || (!is_signed && known.is_within(whole, 0, power_of_two(end) - 1));
      if (is_signed && !is_top) return;
      known.add(whole - scaled, true);
      if (is_top)
        known.add(scaled + Polynomial(power_of_two(static_cast<unsigned>(t->value)) - 1) - whole, true);
      return;
    }
    case Op::conjunction:
      if (!is_signed)
        for (Term const part : t->of) known.add(value(part) - v, true);
      return;
    case Op::shift_right:
    case Op::remainder:
      if (!is_signed) known.add(value(t->of[0]) - v, true);
      return;
    case Op::apply: {
      std::string const name = function_of(t);
      bool const of_signed = name.ends_with(".s32") || name.ends_with(".s64"),
                 is_quotient = name.starts_with("quotient."), is_rest = name.starts_with("remainder.");
      if ((!is_quotient && !is_rest) || t->of.size() != 2 || name.ends_with("16")) return;
      auto const in = [&](Term x) { return of_signed ? signed_value(x) : value(x); };
      Polynomial const a = in(t->of[0]), b = in(t->of[1]);
      if (!known.follows(a) || !known.follows(b - Polynomial(1))) return;
      if (is_signed) known.add(v, true);
      known.add(a - v, true);
      if (is_rest) known.add(b - Polynomial(1) - v, true);
      return;
    }
    default:
      return;
  }
}

/// Summands that fit; a number and its sign at all bits above are the number with its sign.
Polynomial Integers::of_summands(Term t, Exact exact) {
  unsigned const w = t->width;
  std::uint64_t number = 0;
  std::vector<Summand> all = summands_of(t, number);
  if (all.size() == 1 && all[0].term == t) return word(t);
  for (std::size_t a = 0; a < all.size(); ++a)  // pieces of one choice
    for (std::size_t b = 0; b < all.size(); ++b) {
      Term const low = all[a].term, high = all[b].term;
      if (a == b || low->op != Op::choose || high->op != Op::choose || low->of[0] != high->of[0] ||
          low->width + high->width > 64 || all[b].factor != (all[a].factor << low->width & all_ones(w)))
        continue;
      all[a].term =
          choose(low->of[0], concatenate({low->of[1], high->of[1]}), concatenate({low->of[2], high->of[2]}));
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(b));
      a = b = 0;
    }
  for (Summand& s : all) s.term = chosen(s.term);
  Polynomial r(sized(number, w));
  auto const shifted_out = [&](Summand const& s) {
    return s.term->width + static_cast<unsigned>(std::countr_zero(s.factor)) >= w;
  };
  for (Summand& s : all) {
    if (s.factor == 0 || s.term->width < 2 || shifted_out(s)) continue;
    Term const sign = sign_of(s.term);
    std::uint64_t const wanted = (~(s.factor << s.term->width) + 1) & all_ones(w);
    for (Summand& other : all)
      if (&other != &s && other.term == sign && other.factor == wanted && wanted != 0) {
        r = r + Polynomial(sized(s.factor, w)) * signed_value(s.term);
        s.factor = other.factor = 0;
        break;
      }
  }
  for (Summand const& s : all)
    if (s.factor != 0)
      r = r + Polynomial(sized(s.factor, w)) * (!shifted_out(s) || exact == Exact::without_sign
                                                    ? value(s.term)
                                                : exact == Exact::with_sign ? signed_value(s.term)
                                                                            : word(s.term));
  return r;
}

Polynomial Integers::made(Term t) {
  switch (t->op) {
    case Op::constant:
      return Polynomial(sized(t->value, t->width));
    case Op::leaf:
      return atom(t, t->leaf == Leaf::argument);
    case Op::concatenate:
    case Op::sum: {
      std::uint64_t number = 0;
      auto const all = summands_of(t, number);
      bool const is_itself = all.size() == 1 && all[0].term == t;
      return is_itself ? atom(t, false) : of_summands(t, Exact::no);
    }
    case Op::extract:
      if (is_of_argument(t)) {
        bool const is_number = t->value % 32 + t->width == 32 && t->of[0]->width == 64;
        if (is_number || t->value + t->width == 64) return atom(t, true);
        if (t->value % 32 < 32 && t->value / 32 == (t->value + t->width - 1) / 32)
          if (Term const up = extract(t->of[0], static_cast<unsigned>(t->value),
                                      32 - static_cast<unsigned>(t->value) % 32);
              up != t)
            return word(up);  // the same, modulo what is cut off
      }
      if (t->value == 0) return word(t->of[0]);
      if (unsigned const low = static_cast<unsigned>(t->value), end = low + t->width,
          bits = static_cast<unsigned>(std::bit_width(t->of[0]->most));
          bits > end && known.is_within(value(t->of[0]), 0, power_of_two(end) - 1))
        return word(extract(t->of[0], low, bits - low));  // what is cut off is 0
      return atom(t, false);
    case Op::product:
      return word(t->of[0]) * word(t->of[1]);
    case Op::exclusive:  // all bits are flipped
      return t->of[1]->is(all_ones(t->width)) ? Polynomial(-1) - word(t->of[0]) : atom(t, false);
    case Op::choose:
      if (choice_ == nullptr && t->of[0]->op != Op::constant) choice_ = t->of[0];
      return atom(t, false);
    default:
      return atom(t, false);
  }
}

/// Pieces that are chosen by one condition are one choice; of a condition that is known, what is chosen.
Term Integers::chosen(Term t) const {
  for (;;) {
    if (t->op == Op::concatenate) {
      Term condition = nullptr;
      unsigned count = 0;
      for (Term const part : t->of) {
        if (part->op == Op::constant) continue;
        if (part->op != Op::choose || (condition != nullptr && part->of[0] != condition)) return t;
        condition = part->of[0], ++count;
      }
      if (count < 2) return t;
      std::vector<Term> sides[2];
      for (Term const part : t->of)
        for (std::size_t side : {0u, 1u})
          sides[side].push_back(part->op == Op::choose ? part->of[1 + side] : part);
      t = choose(condition, concatenate(sides[0]), concatenate(sides[1]));
    }
    if (t->op != Op::choose) return t;
    auto const known_bit = bits_.find(t->of[0]);
    if (known_bit == bits_.end()) return t;
    t = t->of[known_bit->second ? 1 : 2];
  }
}

Polynomial Integers::word(Term t) {
  t = chosen(t);
  if (auto const found = words_.find(t); found != words_.end()) return found->second;
  Polynomial const r = made(t);
  words_[t] = r;
  return r;
}

Polynomial Integers::value(Term t) {
  t = chosen(t);
  if (t->op == Op::constant) return Polynomial(Integer{t->value});
  if (auto const found = values_.find(t); found != values_.end()) return found->second;
  Integer const most = Integer{all_ones(t->width)};
  Polynomial r = word(t);
  if (!known.is_within(r, 0, most)) {
    Polynomial const above = r + Polynomial(most + 1);
    if (known.is_within(above, 0, most)) {
      r = above;
    } else if (t->op == Op::extract && t->value != 0 &&
               known.is_within(value(t->of[0]), 0, power_of_two(static_cast<unsigned>(t->value)) - 1)) {
      r = Polynomial(0);
    } else {
      Polynomial const parts =
          t->op == Op::concatenate || t->op == Op::sum ? of_summands(t, Exact::without_sign) : r;
      r = known.is_within(parts, 0, most) ? parts : atom(t, false);
    }
  } else if (t->op == Op::extract && t->value != 0 &&
             known.is_within(value(t->of[0]), 0, power_of_two(static_cast<unsigned>(t->value)) - 1)) {
    r = Polynomial(0);
  }
  values_[t] = r;
  return r;
}

Polynomial Integers::signed_value(Term t) {
  t = chosen(t);
  if (t->op == Op::constant) return Polynomial(sized(t->value, t->width));
  if (auto const found = signed_.find(t); found != signed_.end()) return found->second;
  Integer const half = power_of_two(t->width - 1u);
  Polynomial r = word(t);
  if (!known.is_within(r, -half, half - 1)) {
    Polynomial const below_it = r - Polynomial(2 * half);
    Polynomial const parts =
        t->op == Op::concatenate || t->op == Op::sum ? of_summands(t, Exact::with_sign) : below_it;
    r = known.is_within(below_it, -half, half - 1) ? below_it
        : known.is_within(parts, -half, half - 1)  ? parts
                                                   : atom(t, true);
  }
  signed_[t] = r;
  return r;
}

void Integers::assume(Term bit, bool is_one) {
  bits_.emplace(bit, is_one);
  auto const is_not_negative = [&](Polynomial const& p) { known.add(p); };
  Polynomial const one(1);
  switch (bit->op) {
    case Op::exclusive:
      if (bit->of[1]->is(1)) return assume(bit->of[0], !is_one);
      break;
    case Op::conjunction:
    case Op::disjunction:
      if (is_one == (bit->op == Op::conjunction)) {
        for (Term const part : bit->of) assume(part, is_one);
        return;
      }
      break;
    case Op::below: {
      Polynomial const x = value(bit->of[0]), y = value(bit->of[1]);
      return is_not_negative(is_one ? y - x - one : x - y);
    }
    case Op::below_signed: {
      Polynomial const x = signed_value(bit->of[0]), y = signed_value(bit->of[1]);
      return is_not_negative(is_one ? y - x - one : x - y);
    }
    case Op::equal: {
      Polynomial const d = value(bit->of[0]) - value(bit->of[1]);
      if (is_one)
        is_not_negative(d), is_not_negative(-d);
      else if (known.follows(d))
        is_not_negative(d - one);
      else if (known.follows(-d))
        is_not_negative(-d - one);
      return;
    }
    case Op::choose:
      if (auto const found = bits_.find(bit->of[0]); found != bits_.end())
        return assume(bit->of[found->second ? 1 : 2], is_one);
      break;
    case Op::constant:
      return is_not_negative(Polynomial((bit->value != 0) == is_one ? 0 : -1));
    default:
      break;
  }
  Polynomial const v = value(bit);
  is_not_negative(is_one ? v - one : -v);
}

}  // namespace colex::code
