// SPDX-License-Identifier: MIT
// The offset of a layout as an expression with as few operations as are found. A mode's digits are i / P % s; the last one
// needs no %, powers of two are shifts and masks, and where it saves operations digits are left out by
// sum of (i / P_k) * (d_k - s_{k-1} d_{k-1}), which is the same number.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "colex/any_layout.hpp"
#include "colex/coalesce.hpp"
#include "operations/call.hpp"
#include "operations/languages.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// An expression, what it costs, and how tightly it binds, as in C: an atom, * and /, + and -, shifts, &, ^.
struct Expr {
  enum Binds : std::uint8_t { atom, times, plus, shift, masked, exclusive };
  std::string text{};
  int cost = 0;
  Binds binds = atom;
};
constexpr int kDivision = 4;  // of a number that is no power of two, in operations

/// `e`, in brackets where it binds less tightly than `within`; a tighter one but * within + gets them, too, so that
/// nobody has to know which it is.
std::string bracketed(Expr const& e, Expr::Binds within) {
  bool const plain = e.binds == Expr::atom || (e.binds == Expr::times && within == Expr::plus) ||
                     (e.binds == within && (within == Expr::plus || within == Expr::exclusive));
  return plain ? e.text : "(" + e.text + ")";
}
Expr combine(Expr const& a, char const* sign, Int n, Expr::Binds binds, int cost = 1) {
  std::string const left = a.binds == Expr::times && binds == Expr::times ? a.text : bracketed(a, binds);
  return {fmt::format("{} {} {}", left, sign, n), a.cost + cost, binds};
}

class Writer {
 public:
  explicit Writer(bool python) : python_(python) {}

  Expr quotient(Expr const& x, Int by) const {
    if (by == 1) return x;
    if (is_power_of_two(by)) return combine(x, ">>", log2_of(by), Expr::shift);
    return combine(x, python_ ? "//" : "/", by, Expr::times, kDivision);
  }
  static Expr rest(Expr const& x, Int by) {
    if (is_power_of_two(by)) return combine(x, "&", by - 1, Expr::masked);
    return combine(x, "%", by, Expr::times, kDivision);
  }
  static Expr product(Expr const& x, Int by) {
    if (by == 1) return x;
    if (by > 1 && is_power_of_two(by)) return combine(x, "<<", log2_of(by), Expr::shift);
    return combine(x, "*", by, Expr::times);
  }
  /// (x & mask) << shift, or >> -shift. `top`: all bits that x can have.
  static Expr moved_bits(Expr const& x, Int mask, int shift, Int top = -1) {
    bool const from_there =
        shift <= 0 && (mask & -mask) == Int{1} << -shift && top >= 0 && (mask | (mask - 1)) == top;
    if (from_there) return shift == 0 ? x : combine(x, ">>", -shift, Expr::shift);
    Expr const some = top >= 0 && mask == top ? x : combine(x, "&", mask, Expr::masked);
    if (shift == 0) return some;
    return shift > 0 ? combine(some, "<<", shift, Expr::shift) : combine(some, ">>", -shift, Expr::shift);
  }

  /// i / place % extent * stride, the last digit without %.
  Expr digit(Expr const& i, Int place, Mode<Int> const& m, bool last) const {
    if (!last && place > 1 && m.stride > 0 && is_power_of_two(place) && is_power_of_two(m.shape) &&
        is_power_of_two(m.stride))
      return moved_bits(i, (m.shape - 1) * place, log2_of(m.stride) - log2_of(place));
    Expr const at = quotient(i, place);
    return product(last ? at : rest(at, m.shape), m.stride);
  }

  static Expr sum(std::vector<std::pair<Expr, bool>> const& terms,
                  Int constant) {  // whether a term is subtracted
    Expr r;
    for (int sign = 0; sign < 2; ++sign)
      for (auto const& [term, minus] : terms) {
        if (minus != (sign == 1)) continue;
        if (r.text.empty())
          r = minus ? Expr{"-" + (term.binds == Expr::atom ? term.text : "(" + term.text + ")"),
                           term.cost + 1, Expr::times}
                    : term;
        else
          r = {fmt::format(
                   "{} {} {}", bracketed(r, Expr::plus), minus ? "-" : "+",
                   minus && term.binds == Expr::plus ? "(" + term.text + ")" : bracketed(term, Expr::plus)),
               r.cost + term.cost + 1, Expr::plus};
      }
    if (r.text.empty()) return {std::to_string(constant), 0, constant < 0 ? Expr::times : Expr::atom};
    if (constant != 0)
      r = {fmt::format("{} {} {}", bracketed(r, Expr::plus), constant < 0 ? "-" : "+", magnitude(constant)),
           r.cost + 1, Expr::plus};
    return r;
  }

  using Terms = std::vector<std::pair<Expr, bool>>;
  static int cost(Terms const& terms) {
    int r = static_cast<int>(terms.size());
    for (auto const& [term, minus] : terms) r += term.cost;
    return r;
  }
  /// The terms of one mode, whose leaves are coalesced.
  Terms terms(std::string const& name, List<Mode<Int>> const& leaves) const {
    Expr const i{name};
    Terms digits, steps;
    Int place = 1, carried = 0, largest = 0;
    for (int k = 0; k < leaves.count; ++k) {
      Mode<Int> const& m = leaves[k];
      bool const last = k + 1 == leaves.count;
      if (m.stride != 0)
        digits.emplace_back(digit(i, place, {m.shape, magnitude(m.stride)}, last), m.stride < 0);
      Int const step = m.stride - carried;
      if (step != 0) steps.emplace_back(product(quotient(i, place), magnitude(step)), step < 0);
      if (size(leaves) > kSmall / std::max<Int>(1, magnitude(step) / place)) largest = kSmall;
      carried = m.stride > kSmall / m.shape || m.stride < -kSmall / m.shape ? kSmall : m.stride * m.shape;
      largest = std::max(largest, magnitude(carried));
      place *= m.shape;
    }
    return largest < kSmall && cost(steps) < cost(digits) ? steps : digits;
  }

 private:
  static constexpr Int kSmall = Int{1} << 30;  // no number on the way beyond it, where digits would be none
  static Int size(List<Mode<Int>> const& leaves) {
    Int r = 1;
    for (auto const& m : leaves) r *= m.shape;
    return r;
  }
  bool python_;
};

/// The modes of the layout, each coalesced.
std::vector<List<Mode<Int>>> modes_of(Layout<Int> const& layout) {
  std::vector<List<Mode<Int>>> r;
  for (int k = 0; k < rank(layout); ++k) r.push_back(coalesce(entry(layout, k).leaves));
  return r;
}

/// Bits of coordinates that go to bits of the offset; empty where a carry could go from one bit to another.
struct Bit {
  std::size_t mode;
  int from, to;
};
bool bits_of(std::vector<List<Mode<Int>>> const& modes, Int offset, std::vector<Bit>& bits) {
  Int used = 0;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    int at = 0;
    for (auto const& m : modes[k]) {
      if (m.shape == 1) continue;
      if (!is_power_of_two(m.shape) || (m.stride != 0 && (m.stride < 0 || !is_power_of_two(m.stride))))
        return false;
      for (Int s = 1; s < m.shape; s *= 2, ++at) {
        Int const to = m.stride * s;
        if (to == 0) continue;
        if ((used & to) != 0) return false;
        used |= to;
        bits.push_back({k, at, log2_of(to)});
      }
    }
  }
  return (used & offset) == 0;
}

/// The XOR of what `column` makes of each bit b of the offset, moved there from the coordinates.
template <class Column>
std::vector<Expr> moved(std::vector<Bit> const& bits, std::vector<std::string> const& names,
                        std::vector<Int> const& tops, Column column) {
  std::map<std::pair<std::size_t, int>, Int> masks;  // by mode and distance
  for (Bit const& b : bits)
    for (Int image = column(b.to); image != 0; image &= image - 1)
      masks[{b.mode, log2_of(image & -image) - b.from}] |= Int{1} << b.from;
  std::vector<Expr> r;
  for (auto const& [at, mask] : masks)
    r.push_back(Writer::moved_bits({names[at.first]}, mask, at.second, tops[at.first]));
  return r;
}

Expr exclusive(Expr r, std::vector<Expr> const& terms) {
  for (Expr const& term : terms) {
    std::string const right = term.binds == Expr::atom ? term.text : "(" + term.text + ")";
    r = r.text.empty() ? term
                       : Expr{fmt::format("{} ^ {}", bracketed(r, Expr::exclusive), right),
                              r.cost + term.cost + 1, Expr::exclusive};
  }
  return r;
}

}  // namespace

std::vector<std::string> coordinate_names(int rank) {
  std::vector<std::string> r;
  for (int k = 0; k < rank; ++k)
    r.push_back(rank <= 6 ? std::string(1, static_cast<char>('i' + k)) : fmt::format("c{}", k));
  return r;
}

std::string index_expression(AnyLayout const& layout, bool python) {
  Writer const writer(python);
  auto const names = coordinate_names(rank(layout.inner));
  auto const modes = modes_of(layout.inner);
  Writer::Terms terms;
  for (std::size_t k = 0; k < modes.size(); ++k)
    for (auto const& term : writer.terms(names[k], modes[k])) terms.push_back(term);
  Expr const sum = Writer::sum(terms, layout.offset);
  if (layout.outer.is_identity()) return sum.text;
  if (auto const why = admissible(layout); why.condition != Condition::none) refuse(why);
  std::vector<Bit> bits;
  bool const apart = bits_of(modes, layout.offset, bits);
  std::vector<Int> tops;
  for (int k = 0; k < rank(layout.inner); ++k) tops.push_back(size(entry(layout.inner, k)) - 1);
  Outer const& outer = layout.outer;
  if (outer.is_map) {
    if (!apart && python) {  // y, and its bits moved
      std::vector<Bit> all;
      for (int b = 0; b < outer.map.inputs; ++b) all.push_back({0, b, b});
      auto const parts = moved(all, {"y"}, {-1}, [&](int b) { return outer.map.column[b]; });
      return fmt::format("(lambda y: {})({})", parts.empty() ? "0" : exclusive({}, parts).text, sum.text);
    }
    if (!apart)
      throw Failure("no_form",
                    "two modes carry into each other before a map over GF(2) that is no swizzle; --as python "
                    "has a form");
    auto const parts = moved(bits, names, tops, [&](int b) { return outer.map.column[b]; });
    Int const constant = outer(layout.offset);
    Expr r = exclusive({}, parts);
    if (r.text.empty()) return std::to_string(constant);
    return constant == 0 ? r.text : fmt::format("{} ^ {}", bracketed(r, Expr::exclusive), constant);
  }
  Swizzle const& s = outer.swizzle;
  if (apart) {
    auto const column = [&](int b) { return s(Int{1} << b) ^ (Int{1} << b); };
    Expr r = exclusive(sum, moved(bits, names, tops, column));
    Int const constant = s(layout.offset) ^ layout.offset;
    return constant == 0 ? r.text : fmt::format("{} ^ {}", bracketed(r, Expr::exclusive), constant);
  }
  std::string const shifted = fmt::format("{} {}", s.shift > 0 ? ">>" : "<<", magnitude(Int{s.shift}));
  Int const target = s.target_mask();
  if (python) return fmt::format("(lambda y: y ^ (y {} & {}))({})", shifted, target, sum.text);
  std::string const y = bracketed(sum, Expr::exclusive);
  return fmt::format("{} ^ ((({}) {}) & {})", y, sum.text, shifted, target);
}

}  // namespace colex::cli
