// SPDX-License-Identifier: MIT
// The constructors of terms.
#include <algorithm>
#include <bit>
#include <utility>

#include "code/symbols/made.hpp"

namespace colex::code {

namespace {

/// The bits from `low` on, read off pieces.
std::vector<Term> pieces_of(Term x) {
  if (x->op != Op::concatenate) return {x};
  return x->of;
}

/// Where constants change between runs of 0 and 1, and pieces end: cuts for a bitwise operation.
void cuts_of(Term x, std::vector<unsigned>& cuts) {
  unsigned at = 0;
  for (Term t : pieces_of(x)) {
    cuts.push_back(at);
    if (t->op == Op::constant)
      for (unsigned k = 1; k < t->width; ++k)
        if ((t->value >> k & 1) != (t->value >> (k - 1) & 1)) cuts.push_back(at + k);
    at += t->width;
  }
}

/// Whether an operation of these is put together as it stands. Masks of lanes are always gone into.
bool stands(std::initializer_list<Term> of) {
  return is_plain() && std::none_of(of.begin(), of.end(), [](Term t) { return t->has_ballot; }) &&
         !std::all_of(of.begin(), of.end(), [](Term t) { return t->op == Op::constant; });
}

}  // namespace

Term bitwise(Op op, Term x, Term y) {
  unsigned const w = x->width;
  std::uint64_t const ones = all_ones(w);
  if (stands({x, y}) && (w > 1 || (x->op != Op::constant && y->op != Op::constant)))
    return made(op, w, {x, y});
  if (x == y) return op == Op::exclusive ? constant(0, w) : x;
  if (x->op == Op::constant) std::swap(x, y);
  if (y->op == Op::constant) {
    if (x->op == Op::constant)
      return constant(op == Op::conjunction   ? x->value & y->value
                      : op == Op::disjunction ? x->value | y->value
                                              : x->value ^ y->value,
                      w);
    if (y->value == 0) return op == Op::conjunction ? y : x;
    if (y->value == ones && op == Op::conjunction) return x;
    if (y->value == ones && op == Op::disjunction) return y;
  }
  if (w == 64 && (x->op == Op::ballot || y->op == Op::ballot)) {
    Term const a = bit_of_mask(x), b = bit_of_mask(y);
    if (a != nullptr && b != nullptr) return ballot(bitwise(op, a, b));
  }
  if (w > 1) {
    std::vector<unsigned> cuts;
    cuts_of(x, cuts), cuts_of(y, cuts);
    cuts.push_back(w);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    if (cuts.size() > 2) {
      std::vector<Term> r;
      for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
        unsigned const low = cuts[k], n = cuts[k + 1] - low;
        r.push_back(bitwise(op, extract(x, low, n), extract(y, low, n)));
      }
      return concatenate(r);
    }
  }
  if (op == Op::exclusive && y->op == Op::constant && x->op == Op::exclusive && x->of[1]->op == Op::constant)
    return bitwise(op, x->of[0], constant(x->of[1]->value ^ y->value, w));
  if (w == 1 && op != Op::exclusive)  // absorption, for masks
    for (auto const& [a, b] : {std::pair{x, y}, std::pair{y, x}})
      if ((a->op == Op::conjunction || a->op == Op::disjunction) && (a->of[0] == b || a->of[1] == b))
        return a->op == op ? a : b;
  if (y->op != Op::constant && y->id < x->id) std::swap(x, y);
  return made(op, w, {x, y});
}

Term concatenate(std::vector<Term> const& pieces) {
  if (is_plain() && std::none_of(pieces.begin(), pieces.end(), [](Term t) { return t->has_ballot; })) {
    std::vector<Term> of;
    unsigned width = 0;
    for (Term t : pieces)
      if (t->width > 0) of.push_back(t), width += t->width;
    if (of.size() == 1) return of[0];
    if (!std::all_of(of.begin(), of.end(), [](Term t) { return t->op == Op::constant; }))
      return made(Op::concatenate, width, of);
  }
  std::vector<Term> out;
  unsigned width = 0;                    // of what is in `out`
  auto const tail_is = [&](Term what) {  // whether the last pieces are those of `what`; how many
    auto const parts = pieces_of(what);
    if (parts.size() > out.size()) return std::size_t{0};
    return std::equal(parts.begin(), parts.end(), out.end() - static_cast<std::ptrdiff_t>(parts.size()))
               ? parts.size()
               : 0;
  };
  std::function<void(Term)> const push = [&](Term p) {
    if (p->width == 0) return;
    if (p->op == Op::concatenate) {
      for (Term q : p->of) push(q);
      return;
    }
    if (!out.empty()) {
      Term const last = out.back();
      if (last->op == Op::constant && p->op == Op::constant) {
        out.back() = constant(last->value | p->value << last->width, last->width + p->width);
        width += p->width;
        return;
      }
      if (p->op == Op::extract && last->op == Op::extract && last->value + last->width == p->value &&
          is_low_part(last->of[0], p->of[0], static_cast<unsigned>(p->value))) {
        out.pop_back(), width -= last->width;
        push(extract(p->of[0], static_cast<unsigned>(last->value), last->width + p->width));
        return;
      }
    }
    if (p->op == Op::extract && p->value > 0 && width >= p->value) {  // the parts below are of the same term
      auto const low = static_cast<unsigned>(p->value);
      if (std::size_t const n = tail_is(extract(p->of[0], 0, low)); n > 0) {
        out.resize(out.size() - n), width -= low;
        push(extract(p->of[0], 0, low + p->width));
        return;
      }
    }
    out.push_back(p), width += p->width;
  };
  for (Term p : pieces) {
    // The high half of a sum or difference, or its lower part, which takes the carry of the low half: both are one.
    if (p->op == Op::sum && width >= 32 && p->width <= 32)
      for (std::size_t k = 0; k < p->of.size(); ++k) {
        Term const carry = p->of[k];
        bool const is_carry = p->factors[k] == 1 && carry->op == Op::extract && carry->width == 1 &&
                              carry->value == 32 && carry->of[0]->op == Op::sum &&
                              carry->of[0]->width == 64 && carry->of[0]->most >> 33 == 0;
        bool const is_borrow =
            p->factors[k] == all_ones(p->width) && carry->op == Op::below && carry->of[0]->width == 32;
        if (!is_carry && !is_borrow) continue;
        std::size_t const n =
            tail_is(is_carry ? extract(carry->of[0], 0, 32)
                             : sum(32, {{carry->of[0], 1}, {carry->of[1], ~std::uint64_t{0}}}));
        if (n == 0) continue;
        out.resize(out.size() - n), width -= 32;
        Form whole{32u + p->width};
        if (is_carry) whole.add(carry->of[0], 1);
        if (is_borrow) whole.add(carry->of[0], 1), whole.add(carry->of[1], ~std::uint64_t{0});
        whole.add(p, std::uint64_t{1} << 32);
        whole.add(carry, (is_carry ? ~std::uint64_t{0} : std::uint64_t{1}) << 32);
        p = whole.finished();
        break;
      }
    push(p);
  }
  if (out.empty()) return constant(0, 0);
  if (out.size() == 1) return out[0];
  unsigned total = 0;
  for (Term t : out) total += t->width;
  return made(Op::concatenate, total, out);
}

Term extract(Term x, unsigned low, unsigned width) {
  if (width == 0) return made(Op::constant, 0, {}, 0);
  if (low == 0 && width == x->width) return x;
  if (x->op == Op::constant) return constant(x->value >> low, width);
  if (stands({x})) {
    if (x->op == Op::concatenate) {  // whole pieces
      std::vector<Term> r;
      unsigned at = 0, taken = 0;
      for (Term p : x->of) {
        if (at >= low && at + p->width <= low + width) r.push_back(p), taken += p->width;
        at += p->width;
      }
      if (taken == width) return concatenate(r);
    }
    return made(Op::extract, width, {x}, low);
  }
  if (x->most >> low == 0) return constant(0, width);
  if (auto const bits = static_cast<unsigned>(std::bit_width(x->most)); bits < low + width)
    return concatenate({extract(x, low, bits - low), constant(0, low + width - bits)});
  switch (x->op) {
    case Op::extract:
      return extract(x->of[0], static_cast<unsigned>(x->value) + low, width);
    case Op::concatenate: {
      std::vector<Term> r;
      unsigned at = 0;
      for (Term p : x->of) {
        unsigned const from = std::max(low, at), to = std::min(low + width, at + p->width);
        if (from < to) r.push_back(extract(p, from - at, to - from));
        at += p->width;
      }
      return concatenate(r);
    }
    case Op::conjunction:
    case Op::disjunction:
    case Op::exclusive:
      return bitwise(x->op, extract(x->of[0], low, width), extract(x->of[1], low, width));
    case Op::choose:
      return choose(x->of[0], extract(x->of[1], low, width), extract(x->of[2], low, width));
    case Op::product:
      if (low == 0) return product(extract(x->of[0], 0, width), extract(x->of[1], 0, width));
      break;
    case Op::sum: {
      Form form{low == 0 ? width : x->width - low};
      if (low == 0) {
        form.value = x->value;
        for (std::size_t k = 0; k < x->of.size(); ++k) form.add(x->of[k], x->factors[k]);
        return form.finished();
      }
      // Where the parts below `low` cannot carry, they are left out.
      Bounded below_low{all_ones(low)};
      below_low.add(1, x->value & all_ones(low));
      form.value = x->value >> low;
      for (std::size_t k = 0; k < x->of.size(); ++k)
        if ((x->factors[k] & all_ones(low)) == 0)
          form.add(x->of[k], x->factors[k] >> low);
        else
          below_low.add(x->factors[k], x->of[k]->most);
      if (below_low.is_within()) return extract(form.finished(), 0, width);
      break;
    }
    default:
      break;
  }
  return made(Op::extract, width, {x}, low);
}

Term extended(Term x, unsigned width) {
  if (width <= x->width) return extract(x, 0, width);
  return concatenate({x, constant(0, width - x->width)});
}

Term sign_extended(Term x, unsigned width) {
  if (width <= x->width) return extract(x, 0, width);
  Term const sign = extract(x, x->width - 1, 1);
  std::vector<Term> r{x};
  r.insert(r.end(), width - x->width, sign);
  return concatenate(r);
}

Term conjunction(Term x, Term y) { return bitwise(Op::conjunction, x, y); }
Term disjunction(Term x, Term y) { return bitwise(Op::disjunction, x, y); }
Term exclusive(Term x, Term y) { return bitwise(Op::exclusive, x, y); }
Term inverted(Term x) { return exclusive(x, constant(~std::uint64_t{0}, x->width)); }

Term product(Term x, Term y) {
  if (stands({x, y})) return made(Op::product, x->width, {x, y});
  if (x->op == Op::constant) std::swap(x, y);
  if (y->op == Op::constant) return sum(x->width, {{x, y->value}});
  if (y->id < x->id) std::swap(x, y);
  return made(Op::product, x->width, {x, y});
}

Term choose(Term condition, Term yes, Term no) {
  if (condition->op == Op::constant) return condition->value != 0 ? yes : no;
  if (yes == no) return yes;
  if (stands({condition, yes, no})) return made(Op::choose, yes->width, {condition, yes, no});
  if (yes->width == 1 && yes->is(1) && no->is(0)) return condition;
  if (yes->width == 1 && yes->is(0) && no->is(1)) return inverted(condition);
  if (yes->width == 64 && !condition->has_lane) {
    Term const a = bit_of_mask(yes), b = bit_of_mask(no);
    if (a != nullptr && b != nullptr && (yes->op == Op::ballot || no->op == Op::ballot))
      return ballot(choose(condition, a, b));
  }
  return made(Op::choose, yes->width, {condition, yes, no});
}

Term equal(Term x, Term y) {
  if (stands({x, y})) return made(Op::equal, 1, {x, y});
  if (x == y) return constant(1, 1);
  if (x->op == Op::constant) std::swap(x, y);
  if (x->op == Op::constant) return constant(0, 1);
  if (y->op == Op::constant) {
    if (x->width == 1) return y->value != 0 ? x : inverted(x);
    if ((y->value & ~may(x)) != 0) return constant(0, 1);
    if (x->op == Op::concatenate) {  // constants fall away
      std::vector<Term> rest;
      std::uint64_t want = 0;
      unsigned at = 0, width = 0;
      for (Term p : x->of) {
        std::uint64_t const part = y->value >> at & all_ones(p->width);
        if (p->op == Op::constant && p->value != part) return constant(0, 1);
        if (p->op != Op::constant) rest.push_back(p), want |= part << width, width += p->width;
        at += p->width;
      }
      if (width < x->width) return equal(concatenate(rest), constant(want, width));
    }
    if (x->op == Op::choose && x->of[1]->op == Op::constant && x->of[2]->op == Op::constant)
      return choose(x->of[0], constant(x->of[1] == y, 1), constant(x->of[2] == y, 1));
  }
  if (y->op != Op::constant && y->id < x->id) std::swap(x, y);
  return made(Op::equal, 1, {x, y});
}

Term below(Term x, Term y) {
  if (stands({x, y})) return made(Op::below, 1, {x, y});
  if (x == y || y->is(0)) return constant(0, 1);
  if (x->op == Op::constant && y->op == Op::constant) return constant(x->value < y->value, 1);
  if (y->op == Op::constant && x->most < y->value) return constant(1, 1);
  if (x->op == Op::constant && x->value >= y->most) return constant(0, 1);
  // A sum that is below its summand has wrapped: the carry of the sum of the two.
  if (x->width == 32 && y->op != Op::constant) {
    Term const rest = sum(32, {{x, 1}, {y, ~std::uint64_t{0}}});
    std::uint64_t of_rest = 0, of_x = 0;
    std::size_t const less = summands_of(rest, of_rest).size(), all = summands_of(x, of_x).size();
    if (less < all || (less == all && of_rest == 0 && of_x != 0))
      return extract(sum(64, {{y, 1}, {rest, 1}}), 32, 1);
  }
  return made(Op::below, 1, {x, y});
}

Term below_signed(Term x, Term y) {
  if (stands({x, y})) return made(Op::below_signed, 1, {x, y});
  if (x == y) return constant(0, 1);
  std::uint64_t const sign = std::uint64_t{1} << (x->width - 1);
  if (x->op == Op::constant && y->op == Op::constant)
    return constant((x->value ^ sign) < (y->value ^ sign), 1);
  if ((x->most & sign) == 0 && x->most < sign && y->most < sign) return below(x, y);
  return made(Op::below_signed, 1, {x, y});
}

Term shifted(Op op, Term x, Term by) {
  unsigned const w = x->width;
  if (stands({x, by})) return made(op, w, {x, by});
  if (by->op == Op::constant) {
    auto const n = static_cast<unsigned>(by->value);
    if (n >= w) return op == Op::shift_right_signed ? sign_extended(extract(x, w - 1, 1), w) : constant(0, w);
    if (n == 0) return x;
    if (op == Op::shift_left) return concatenate({constant(0, n), extract(x, 0, w - n)});
    Term const high = extract(x, n, w - n);
    return op == Op::shift_right ? extended(high, w) : sign_extended(high, w);
  }
  return made(op, w, {x, by});
}

Term remainder_by(Term x, std::uint64_t number) {
  if (std::has_single_bit(number)) return extract(x, 0, static_cast<unsigned>(std::countr_zero(number)));
  if (x->op == Op::constant)
    return constant(x->value % number, static_cast<unsigned>(std::bit_width(number)));
  return made(Op::remainder, static_cast<unsigned>(std::bit_width(number)), {x}, number);
}

Term ballot(Term bit) { return made(Op::ballot, 64, {bit}); }

Term bit_of_mask(Term mask) {
  if (mask->op == Op::ballot) return mask->of[0];
  if (mask->width == 64 && (mask->is(0) || mask->is(~std::uint64_t{0}))) return constant(mask->value & 1, 1);
  return nullptr;
}

bool is_of_launch(Term t) {
  constexpr std::uint32_t kMostDepth = 8;  // what is asked of it stays easy to decide
  return t->op != Op::constant && t->depth <= kMostDepth && !has_thread(t) && !t->is_open &&
         !any_part({t}, [](Term part) {
           bool const is_shared = part->leaf == Leaf::argument || part->leaf == Leaf::block;
           return part->op == Op::product || part->op == Op::apply || part->op == Op::entry ||
                  part->op == Op::ballot || (part->op == Op::leaf && !is_shared);
         });
}

Term all_or_none(Term low, Term high) {
  return low == high && low->is_uniform ? extract(low, 0, 1) : nullptr;
}

}  // namespace colex::code
