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
  std::vector<std::size_t> upper;  // the only ones that follow another
  for (std::size_t j = 0; j < all.size(); ++j)
    if (all[j].term->op == Op::extract && all[j].term->value != 0) upper.push_back(j);
  for (std::size_t i = 0; i < all.size() && !upper.empty(); ++i)
    for (std::size_t const j : upper) {
      Term const a = all[i].term, b = all[j].term;
      if (i == j) continue;
      Term const base = b->of[0];
      auto const low = static_cast<unsigned>(b->value);
      if (all[j].factor != (a->width < 64 ? all[i].factor << a->width & mask() : 0)) continue;
      bool const follows =
          a->op == Op::extract && a->value + a->width == low && is_low_part(a->of[0], base, low);
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

/// A number less its upper part is its lower part; so where that leaves fewer summands.
bool Form::cancel_once() {
  for (std::size_t k = 0; k < all.size(); ++k) {
    Term const upper = all[k].term;
    if (upper->op != Op::extract || upper->value == 0) continue;
    auto const low = static_cast<unsigned>(upper->value);
    std::uint64_t const less = (~all[k].factor + 1) & mask(), factor = less >> low;
    Node const& whole = *upper->of[0];
    std::uint64_t const first = (whole.op == Op::sum ? factor * whole.factors[0] : factor) & mask();
    if ((less & all_ones(low)) != 0 ||
        std::none_of(all.begin(), all.end(), [&](Summand const& s) { return s.factor == first; }))
      continue;
    Form rest{width, value};
    for (std::size_t j = 0; j < all.size(); ++j)
      if (j != k) rest.add(all[j].term, all[j].factor);
    rest.add(extract(&whole, 0, low + upper->width), ~factor + 1), rest.add(extract(&whole, 0, low), factor);
    std::erase_if(rest.all, [](Summand const& s) { return s.factor == 0; });
    if (rest.all.size() >= all.size()) continue;
    *this = std::move(rest);
    return true;
  }
  return false;
}

/// The upper part of a sum is the sum of the upper parts, and what the lower parts carry; so where that cancels.
bool Form::carry_once() {
  for (std::size_t k = 0; k < all.size() && all.size() > 2; ++k) {
    Term const upper = all[k].term;
    if (upper->op != Op::extract || upper->of[0]->op != Op::sum) continue;
    Node const& whole = *upper->of[0];
    auto const low = static_cast<unsigned>(upper->value);
    if (low == 0 || low + upper->width != whole.width) continue;
    Form rest{width, value}, below_low{whole.width, whole.value & all_ones(low)};
    for (std::size_t j = 0; j < all.size(); ++j)
      if (j != k) rest.add(all[j].term, all[j].factor);
    // What is taken modulo the part's width may only be added where its factor shifts out what is above.
    auto const zeros = static_cast<unsigned>(std::countr_zero(all[k].factor));
    if (zeros + upper->width < width) continue;
    auto const add = [&](Term t, std::uint64_t factor) { rest.add(t, factor * all[k].factor); };
    rest.value += all[k].factor * (whole.value >> low);
    bool is_apart = whole.value >> low != 0;
    for (std::size_t j = 0; j < whole.of.size(); ++j) {
      Term const part = whole.of[j];
      std::uint64_t const factor = whole.factors[j];
      if ((factor & all_ones(low)) == 0) {
        add(part, factor >> low), is_apart = true;
      } else if (factor == 1 && part->width > low) {
        add(extract(part, low, part->width - low), 1), is_apart = true;
        below_low.add(extract(part, 0, low), 1);
      } else {
        below_low.add(part, factor);
      }
    }
    if (!is_apart) continue;
    add(extract(below_low.finished(), low, upper->width), 1);
    std::erase_if(rest.all, [](Summand const& s) { return s.factor == 0; });
    if (rest.all.size() >= all.size()) continue;
    *this = std::move(rest);
    return true;
  }
  return false;
}

/// The upper part of a number, and what its lower part and others carry, are the upper part of the sum of all.
bool Form::take_carry_once() {
  for (std::size_t i = 0; i < all.size(); ++i) {
    Term const upper = all[i].term;
    if (upper->op != Op::extract || upper->value == 0) continue;
    Term const number = upper->of[0];
    auto const low = static_cast<unsigned>(upper->value), above = number->width - low;
    if (number->most >> low > all_ones(upper->width)) continue;
    auto const zeros = static_cast<unsigned>(std::countr_zero(all[i].factor));
    for (std::size_t j = 0; j < all.size(); ++j) {
      Term const carry = all[j].term;
      if (i == j || all[i].factor != all[j].factor || carry->op != Op::extract || carry->value != low)
        continue;
      // What is carried is all of the lower sum that is above, and nothing wraps in that.
      Node const& lower = *carry->of[0];
      if (lower.op != Op::sum || lower.width != number->width || !bound_of_sum(lower).is_within() ||
          lower.most >> low > all_ones(carry->width))
        continue;
      Form whole{number->width, lower.value};
      Bounded most{all_ones(number->width)};
      most.add(1, number->most), most.add(1, lower.value);
      bool has_lower_part = false;
      for (std::size_t k = 0; k < lower.of.size(); ++k)
        if (!has_lower_part && lower.factors[k] == 1 && lower.of[k] == extract(number, 0, low))
          has_lower_part = true, whole.add(number, 1);
        else
          whole.add(lower.of[k], lower.factors[k]), most.add(lower.factors[k], lower.of[k]->most);
      if (!has_lower_part || (!most.is_within() && zeros + above < width)) continue;
      Form rest{width, value};
      for (std::size_t k = 0; k < all.size(); ++k)
        if (k != i && k != j) rest.add(all[k].term, all[k].factor);
      rest.add(extract(whole.finished(), low, above), all[i].factor);
      std::erase_if(rest.all, [](Summand const& s) { return s.factor == 0; });
      if (rest.all.size() >= all.size()) continue;
      *this = std::move(rest);
      return true;
    }
  }
  return false;
}

namespace {

/// A number of at most 32 bits, as that many; null otherwise.
Term half_word(Term x) { return x->most >> 32 == 0 && x->width >= 32 ? extract(x, 0, 32) : nullptr; }

}  // namespace

/// A product of the lower halves of two numbers, and of one's lower with the other's upper half, is the product of the two.
bool Form::multiply_once() {
  for (std::size_t k = 0; k < all.size(); ++k) {
    Term const t = all[k].term;
    auto const zeros = static_cast<unsigned>(std::countr_zero(all[k].factor));
    if (t->op != Op::product || zeros + 32 >= width || zeros + t->width < width) continue;
    Term const lower[2] = {half_word(t->of[0]), half_word(t->of[1])};
    if (lower[0] == nullptr || lower[1] == nullptr) continue;
    unsigned const n = width - zeros - 32;
    if (n > 32) continue;
    Term upper[2] = {nullptr, nullptr}, cut[2] = {nullptr, nullptr};
    std::size_t from[2] = {k, k};
    for (std::size_t j = 0; j < all.size(); ++j) {
      Term const other = all[j].term;
      if (other->op != Op::product || other->width != n || all[j].factor != (all[k].factor << 32 & mask()))
        continue;
      for (std::size_t side : {0u, 1u})
        for (std::size_t of : {0u, 1u}) {
          if (upper[side] != nullptr || from[1 - side] == j) continue;
          if (cut[1 - side] == nullptr) cut[1 - side] = extract(lower[1 - side], 0, n);
          if (other->of[of] == cut[1 - side]) upper[side] = other->of[1 - of], from[side] = j;
        }
    }
    if (upper[0] == nullptr && upper[1] == nullptr) continue;
    Term number[2];
    for (std::size_t side : {0u, 1u})
      number[side] = concatenate({lower[side], upper[side] == nullptr ? constant(0, n) : upper[side]});
    std::uint64_t const factor = all[k].factor;
    for (std::size_t j = all.size(); j-- > 0;)
      if (j == k || j == from[0] || j == from[1]) all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
    add(product(number[0], number[1]), factor);
    return true;
  }
  return false;
}

Term Form::finished() {
  std::erase_if(all, [](Summand const& s) { return s.factor == 0; });
  do
    while (merge_once()) std::erase_if(all, [](Summand const& s) { return s.factor == 0; });
  while (cancel_once() || carry_once() || multiply_once() || take_carry_once());
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

namespace {

void add_parts_of_threads(Term t, std::vector<Term>& parts) {
  std::uint64_t ignored = 0;
  for (Summand const& s : summands_of(t, ignored)) {
    if (!has_thread(s.term)) continue;
    bool const is_product = s.term->op == Op::product;
    if (is_product && !has_thread(s.term->of[0]))
      add_parts_of_threads(s.term->of[1], parts);
    else if (is_product && !has_thread(s.term->of[1]))
      add_parts_of_threads(s.term->of[0], parts);
    else
      parts.push_back(s.term);
  }
}

}  // namespace

std::vector<Term> parts_of_threads(Term x) {
  std::vector<Term> parts;
  add_parts_of_threads(x, parts);
  return parts;
}

}  // namespace colex::code
