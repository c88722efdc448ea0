// SPDX-License-Identifier: MIT
#include "code/symbols/term.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace colex::code {

namespace {

std::size_t mixed(std::size_t seed, std::uint64_t v) {
  return (seed ^ v) * 0x9E3779B97F4A7C15u + (seed >> 29);
}

struct Hash {
  std::size_t operator()(Term n) const {
    std::size_t h = mixed(static_cast<std::size_t>(n->op) << 16 | static_cast<std::size_t>(n->width) << 8 |
                              static_cast<std::size_t>(n->leaf),
                          n->value);
    h = mixed(h, std::uint64_t{n->first} << 32 | n->second);
    for (Term t : n->of) h = mixed(h, t->id);
    for (std::uint64_t f : n->factors) h = mixed(h, f);
    return h;
  }
};
struct Same {
  bool operator()(Term a, Term b) const {
    return a->op == b->op && a->width == b->width && a->leaf == b->leaf && a->first == b->first &&
           a->second == b->second && a->value == b->value && a->of == b->of && a->factors == b->factors;
  }
};

struct All {
  std::deque<Node> nodes{};
  std::unordered_set<Term, Hash, Same> known{};
  std::unordered_map<std::string, std::uint32_t> functions{};
};
thread_local All* pool = nullptr;
thread_local unsigned users = 0;

/// A number that stays at `limit` + 1 once it has passed `limit`.
struct Bounded {
  unsigned __int128 limit, value = 0;
  void add(std::uint64_t factor, std::uint64_t most) {
    value = std::min(value + static_cast<unsigned __int128>(factor) * most,
                     limit + 1);  // below 2^64 + 2^128 - 2^65
  }
  bool is_within() const { return value <= limit; }
};
Bounded bound_of_sum(Node const& n) {
  Bounded r{all_ones(n.width)};
  r.add(1, n.value);
  for (std::size_t k = 0; k < n.of.size(); ++k) r.add(n.factors[k], n.of[k]->most);
  return r;
}
bool sum_wraps(Node const& n) { return !bound_of_sum(n).is_within(); }

Term made(Node n) {
  if (auto const found = pool->known.find(&n); found != pool->known.end()) return *found;
  if (pool->nodes.size() >= Pool::kMost) throw OutOfTerms{};
  n.id = static_cast<std::uint32_t>(pool->nodes.size());
  for (Term t : n.of) {
    n.has_lane |= t->has_lane, n.has_ballot |= t->has_ballot, n.is_open |= t->is_open;
    n.is_of_wave |= t->is_of_wave, n.has_wave |= t->has_wave;
    n.depth = std::max(n.depth, t->depth + 1);
  }
  n.most = all_ones(n.width);
  if (n.op == Op::constant)
    n.is_uniform = n.width == 32 && (n.value == 0 || n.value == n.most);
  else if (n.op == Op::choose)
    n.is_uniform = !n.of[0]->has_lane && n.of[1]->is_uniform && n.of[2]->is_uniform;
  else if (n.op == Op::conjunction || n.op == Op::disjunction || n.op == Op::exclusive)
    n.is_uniform = n.of[0]->is_uniform && n.of[1]->is_uniform;
  switch (n.op) {
    case Op::constant:
      n.most = n.value;
      break;
    case Op::leaf:
      n.has_lane = n.leaf == Leaf::lane || n.leaf == Leaf::unknown_lanes || n.leaf == Leaf::merged_lanes;
      n.is_open = n.leaf >= Leaf::unknown;
      n.is_of_wave = n.is_open, n.has_wave = n.leaf == Leaf::wave;
      break;
    case Op::ballot:  // a scalar: the same for all lanes
      n.has_lane = false, n.has_ballot = n.is_open = n.is_of_wave = true;
      break;
    case Op::sum:
      if (Bounded const most = bound_of_sum(n); most.is_within())
        n.most = static_cast<std::uint64_t>(most.value);
      break;
    case Op::concatenate: {
      n.most = 0;
      unsigned at = 0;
      for (Term t : n.of) n.most |= t->most << at, at += t->width;
      break;
    }
    default:
      break;
  }
  pool->nodes.push_back(std::move(n));
  Term const r = &pool->nodes.back();
  pool->known.insert(r);
  return r;
}

Term made(Op op, unsigned width, std::vector<Term> of, std::uint64_t value = 0) {
  Node n;
  n.op = op, n.width = static_cast<std::uint8_t>(width), n.value = value, n.of = std::move(of);
  return made(std::move(n));
}

/// The bits that can be 1.
std::uint64_t may(Term x) {
  if (x->op == Op::constant) return x->value;
  if (x->op == Op::concatenate) {
    std::uint64_t r = 0;
    unsigned at = 0;
    for (Term t : x->of) r |= may(t) << at, at += t->width;
    return r;
  }
  return x->most == 0 ? 0 : all_ones(static_cast<unsigned>(std::bit_width(x->most)));
}

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

Term bitwise(Op op, Term x, Term y) {
  unsigned const w = x->width;
  std::uint64_t const ones = all_ones(w);
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

/// A sum's form while it is made.
struct Form {
  unsigned width;
  std::uint64_t value = 0;
  std::vector<Summand> all{};

  std::uint64_t mask() const { return all_ones(width); }
  void add(Term t, std::uint64_t factor) {
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
    } else if (t->op == Op::sum && (zeros + t->width >= width || !sum_wraps(*t))) {
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
  /// Neighbouring parts of one term become one.
  bool merge_once() {
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < all.size(); ++j) {
        Term const a = all[i].term, b = all[j].term;
        if (i == j || b->op != Op::extract) continue;
        Term const base = b->of[0];
        auto const low = static_cast<unsigned>(b->value);
        bool const follows = a->op == Op::extract && a->of[0] == base && a->value + a->width == low;
        if (!follows && !(low == a->width && extract(base, 0, low) == a)) continue;
        if (all[j].factor != (a->width < 64 ? all[i].factor << a->width & mask() : 0)) continue;
        Term const whole = extract(base, follows ? static_cast<unsigned>(a->value) : 0, a->width + b->width);
        std::uint64_t const factor = all[i].factor;
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
        add(whole, factor);
        return true;
      }
    return false;
  }
  Term finished() {
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
  /// The pieces side by side, where no two meet.
  Term disjoint() {
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
};

}  // namespace

Pool::Pool() {
  if (users++ == 0) pool = new All;
}
Pool::~Pool() {
  if (--users == 0) delete std::exchange(pool, nullptr);
}

std::uint64_t all_ones(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

Term constant(std::uint64_t value, unsigned width) {
  return made(Op::constant, width, {}, value & all_ones(width));
}

Term leaf(Leaf kind, unsigned width, std::uint32_t first, std::uint32_t second) {
  Node n;
  n.op = Op::leaf, n.leaf = kind, n.width = static_cast<std::uint8_t>(width), n.first = first,
  n.second = second;
  return made(std::move(n));
}

Term concatenate(std::vector<Term> const& pieces) {
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
      if (p->op == Op::extract && last->op == Op::extract && last->of[0] == p->of[0] &&
          last->value + last->width == p->value) {
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
    // The high half of a sum, which takes the carry of the low half: both are one sum.
    if (p->op == Op::sum && width >= 32 && p->width == 32)
      for (std::size_t k = 0; k < p->of.size(); ++k) {
        Term const carry = p->of[k];
        if (p->factors[k] != 1 || carry->op != Op::extract || carry->width != 1 || carry->value != 32)
          continue;
        Term const low_sum = carry->of[0];
        if (low_sum->op != Op::sum || low_sum->width != 64 || low_sum->most >> 33 != 0) continue;
        std::size_t const n = tail_is(extract(low_sum, 0, 32));
        if (n == 0) continue;
        out.resize(out.size() - n), width -= 32;
        Form whole{64};
        whole.add(low_sum, 1), whole.add(p, std::uint64_t{1} << 32),
            whole.add(carry, ~std::uint64_t{0} << 32);
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

Term sum(unsigned width, std::vector<Summand> const& summands, std::uint64_t value) {
  Form form{width, value};
  for (Summand const& s : summands) form.add(s.term, s.factor);
  return form.finished();
}

Term product(Term x, Term y) {
  if (x->op == Op::constant) std::swap(x, y);
  if (y->op == Op::constant) return sum(x->width, {{x, y->value}});
  if (y->id < x->id) std::swap(x, y);
  return made(Op::product, x->width, {x, y});
}

Term choose(Term condition, Term yes, Term no) {
  if (condition->op == Op::constant) return condition->value != 0 ? yes : no;
  if (yes == no) return yes;
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
  if (x == y) return constant(0, 1);
  std::uint64_t const sign = std::uint64_t{1} << (x->width - 1);
  if (x->op == Op::constant && y->op == Op::constant)
    return constant((x->value ^ sign) < (y->value ^ sign), 1);
  if ((x->most & sign) == 0 && x->most < sign && y->most < sign) return below(x, y);
  return made(Op::below_signed, 1, {x, y});
}

Term shifted(Op op, Term x, Term by) {
  unsigned const w = x->width;
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

Term ballot(Term bit) { return made(Op::ballot, 64, {bit}); }

Term apply(std::string const& function, unsigned width, std::vector<Term> const& of) {
  Node n;
  n.op = Op::apply, n.width = static_cast<std::uint8_t>(width), n.of = of;
  n.first =
      pool->functions.try_emplace(function, static_cast<std::uint32_t>(pool->functions.size())).first->second;
  return made(std::move(n));
}

Term bit_of_mask(Term mask) {
  if (mask->op == Op::ballot) return mask->of[0];
  if (mask->width == 64 && (mask->is(0) || mask->is(~std::uint64_t{0}))) return constant(mask->value & 1, 1);
  return nullptr;
}

Term all_or_none(Term low, Term high) {
  return low == high && low->is_uniform ? extract(low, 0, 1) : nullptr;
}

std::vector<Summand> summands_of(Term x, std::uint64_t& value) {
  Form form{x->width};
  form.add(x, 1);
  value = form.value & form.mask();
  std::erase_if(form.all, [](Summand const& s) { return s.factor == 0; });
  return form.all;
}

namespace {

Term rebuilt(Term x, std::vector<Term> const& of) {
  switch (x->op) {
    case Op::concatenate:
      return concatenate(of);
    case Op::extract:
      return extract(of[0], static_cast<unsigned>(x->value), x->width);
    case Op::conjunction:
    case Op::disjunction:
    case Op::exclusive:
      return bitwise(x->op, of[0], of[1]);
    case Op::sum: {
      Form form{x->width, x->value};
      for (std::size_t k = 0; k < of.size(); ++k) form.add(of[k], x->factors[k]);
      return form.finished();
    }
    case Op::product:
      return product(of[0], of[1]);
    case Op::choose:
      return choose(of[0], of[1], of[2]);
    case Op::equal:
      return equal(of[0], of[1]);
    case Op::below:
      return below(of[0], of[1]);
    case Op::below_signed:
      return below_signed(of[0], of[1]);
    case Op::shift_left:
    case Op::shift_right:
    case Op::shift_right_signed:
      return shifted(x->op, of[0], of[1]);
    case Op::ballot:
      return ballot(of[0]);
    default: {
      Node n = *x;
      n.of = of, n.depth = 0,
      n.has_lane = n.has_wave = n.has_ballot = n.is_uniform = n.is_open = n.is_of_wave = false;
      return made(std::move(n));
    }
  }
}

Term replaced(Term x, std::function<Term(Term)> const& with, std::unordered_map<Term, Term>& done) {
  if (auto const found = done.find(x); found != done.end()) return found->second;
  Term r = x;
  if (Term const other = with(x)) {
    r = other;
  } else if (!x->of.empty()) {
    std::vector<Term> of;
    bool same = true;
    for (Term t : x->of) of.push_back(replaced(t, with, done)), same &= of.back() == t;
    if (!same) r = rebuilt(x, of);
  }
  done[x] = r;
  return r;
}

}  // namespace

Term substituted(Term x, std::function<Term(Term)> const& with) {
  std::unordered_map<Term, Term> done;
  return replaced(x, with, done);
}

std::vector<Term> leaves_of(Term x, std::size_t* visited) {
  std::unordered_set<Term> seen{x};
  std::vector<Term> out, todo{x};
  while (!todo.empty()) {
    Term const t = todo.back();
    todo.pop_back();
    if (t->op == Op::leaf) out.push_back(t);
    for (Term part : t->of)
      if (seen.insert(part).second) todo.push_back(part);
  }
  if (visited != nullptr) *visited += seen.size();
  std::sort(out.begin(), out.end(), [](Term a, Term b) { return a->id < b->id; });
  return out;
}

}  // namespace colex::code
