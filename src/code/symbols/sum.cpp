// SPDX-License-Identifier: MIT
// Sums of words: factors of atoms and a constant, modulo a power of two; pieces side by side where nothing is carried.
#include <utility>

#include "code/symbols/made.hpp"

namespace colex::code {

void Form::add(Term t, std::uint64_t factor) {
  factor &= mask();
  if (factor == 0) return;
  auto const zeros = static_cast<unsigned>(std::countr_zero(factor));
  if (t->width + zeros > width) t = extract(t, 0, width - zeros);
  if (t->op == Op::constant) {
    value += factor * t->value;
  } else if (t->op == Op::concatenate) {
    unsigned at = 0;
    for (Term piece : t->of) {
      if (at < width) add(piece, factor << at);
      at += piece->width;
    }
  } else if (t->op == Op::sum && (zeros + t->width >= width || bound_of_sum(*t).is_within())) {
    value += factor * t->value;
    for (std::size_t k = 0; k < t->of.size(); ++k) add(t->of[k], factor * t->factors[k]);
  } else {
    for (Summand& s : all)
      if (s.term == t) {
        s.factor = (s.factor + factor) & mask();
        return;
      }
    all.push_back({t, factor});
  }
}

bool Form::merge_once() {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j) {
      Term const a = all[i].term, b = all[j].term;
      if (i == j || b->op != Op::extract) continue;
      Term const base = b->of[0];
      auto const low = static_cast<unsigned>(b->value);
      if (all[j].factor != (a->width < 64 ? all[i].factor << a->width & mask() : 0)) continue;
      bool const follows = a->op == Op::extract && a->of[0] == base && a->value + a->width == low;
      if (!follows && !(low == a->width && extract(base, 0, low) == a)) continue;
      Term const whole = extract(base, follows ? static_cast<unsigned>(a->value) : 0, a->width + b->width);
      std::uint64_t const factor = all[i].factor;
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
      add(whole, factor);
      return true;
    }
  return false;
}

Term Form::finished() {
  std::erase_if(all, [](Summand const& s) { return s.factor == 0; });
  while (merge_once()) std::erase_if(all, [](Summand const& s) { return s.factor == 0; });
  value &= mask();
  if (all.empty()) return constant(value, width);
  std::uint64_t low = value;
  for (Summand const& s : all) low |= s.factor;
  if (auto const zeros = static_cast<unsigned>(std::countr_zero(low)); zeros > 0) {
    Form rest{width - zeros, value >> zeros};
    for (Summand const& s : all) rest.add(s.term, s.factor >> zeros);
    return concatenate({constant(0, zeros), rest.finished()});
  }
  if (Term const whole = disjoint()) return whole;
  std::sort(all.begin(), all.end(),
            [](Summand const& a, Summand const& b) { return a.term->id < b.term->id; });
  Node n;
  n.op = Op::sum, n.width = static_cast<std::uint8_t>(width), n.value = value;
  for (Summand const& s : all) n.of.push_back(s.term), n.factors.push_back(s.factor);
  return made(std::move(n));
}

Term Form::disjoint() {
  std::uint64_t taken = value;
  for (Summand const& s : all) {
    if (!std::has_single_bit(s.factor)) return nullptr;
    auto const at = static_cast<unsigned>(std::countr_zero(s.factor));
    std::uint64_t const bits = may(s.term) << at;
    if (s.term->width + at > width || (taken & bits) != 0) return nullptr;
    taken |= bits;
  }
  std::sort(all.begin(), all.end(), [](Summand const& a, Summand const& b) { return a.factor < b.factor; });
  std::vector<Term> r;
  unsigned at = 0;
  for (Summand const& s : all) {
    auto const low = static_cast<unsigned>(std::countr_zero(s.factor));
    if (low < at) return nullptr;
    if (low > at) r.push_back(constant(value >> at & all_ones(low - at), low - at));
    if ((value >> low & all_ones(s.term->width)) != 0) return nullptr;
    r.push_back(s.term);
    at = low + s.term->width;
  }
  if (at < width) r.push_back(constant(value >> at, width - at));
  return concatenate(r);
}

Term sum(unsigned width, std::vector<Summand> const& summands, std::uint64_t value) {
  if (is_plain() && std::any_of(summands.begin(), summands.end(),
                                [](Summand const& s) { return s.term->op != Op::constant; })) {
    Node n;
    n.op = Op::sum, n.width = static_cast<std::uint8_t>(width), n.value = value & all_ones(width);
    for (Summand const& s : summands) n.of.push_back(s.term), n.factors.push_back(s.factor & all_ones(width));
    return made(std::move(n));
  }
  Form form{width, value};
  for (Summand const& s : summands) form.add(s.term, s.factor);
  return form.finished();
}

std::vector<Summand> summands_of(Term x, std::uint64_t& value) {
  Plain const off(false);
  Form form{x->width};
  form.add(x, 1);
  value = form.value & form.mask();
  std::erase_if(form.all, [](Summand const& s) { return s.factor == 0; });
  return form.all;
}

}  // namespace colex::code
