// SPDX-License-Identifier: MIT
#include "code/certificate/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "code/symbols/tables.hpp"
#include "code/trips.hpp"

namespace colex::code {

std::string bits(std::uint64_t value, unsigned width) { return fmt::format("(_ bv{} {})", value, width); }

std::string resized(std::string const& name, unsigned from, unsigned to) {
  if (from == to) return name;
  if (from < to) return fmt::format("((_ zero_extend {}) {})", to - from, name);
  return fmt::format("((_ extract {} 0) {})", to - 1, name);
}

Script::Script(std::string const& title) : title_(title) {}

std::string Script::symbol(Term t, std::string const& suffix) {
  std::string name;
  bool of_all = false;
  switch (t->leaf) {
    case Leaf::lane:
      name = "lane";
      break;
    case Leaf::wave:
      name = "wave";
      break;
    case Leaf::block:
      name = fmt::format("block{}", t->first), of_all = true;
      break;
    case Leaf::argument:
      name = fmt::format("argument{}", t->first), of_all = true;
      break;
    case Leaf::arguments_at:
      name = "arguments_at", of_all = true;
      break;
    case Leaf::packet:
      name = fmt::format("packet{}", t->first), of_all = true;
      break;
    case Leaf::packet_at:
      name = "packet_at", of_all = true;
      break;
    case Leaf::trip:
      name = fmt::format("trip{}", t->first);
      break;
    case Leaf::merged:
    case Leaf::merged_lanes:
      name = fmt::format("joined{}_{}", t->first, t->second);
      break;
    default:
      name = fmt::format("unknown{}_{}", t->first, t->second);
  }
  name += fmt::format("_{}{}", t->width, of_all ? "" : suffix);
  if (declared_.try_emplace(name, true).second)
    text_ += fmt::format("(declare-const {} (_ BitVec {}))\n", name, t->width);
  return name;
}

std::string Script::of(Term t, std::string const& suffix) {
  if (t->op == Op::constant) return bits(t->value, t->width);
  auto& names = names_[suffix];
  if (auto const found = names.find(t); found != names.end()) return found->second;
  std::string r;
  if (t->op == Op::leaf) {
    r = symbol(t, suffix);
  } else if (t->op == Op::apply && !t->of.empty()) {
    std::string name = fmt::format("function{}", t->first), takes, given;
    for (Term part : t->of) {
      name += fmt::format("_{}", part->width), takes += fmt::format(" (_ BitVec {})", part->width);
      given += " " + of(part, suffix);
    }
    name += fmt::format("_{}", t->width);
    has_functions_ = true;
    if (declared_.try_emplace(name, true).second)
      text_ += fmt::format("(declare-fun {} ({}) (_ BitVec {}))\n", name, takes.substr(1), t->width);
    r = fmt::format("t{}", count_++);
    text_ += fmt::format("(define-fun {} () (_ BitVec {}) ({}{}))\n", r, t->width, name, given);
  } else if (t->op == Op::entry) {  // a function of its place: equal places hold one value
    std::string const place = of(t->of[0], suffix);
    r = fmt::format("e{}", count_++);
    text_ += fmt::format("(declare-const {} (_ BitVec {}))\n", r, t->width);
    if (t->value != all_ones(t->width)) assume(fmt::format("(bvule {} {})", r, bits(t->value, t->width)));
    auto& others = entries_[t->first];
    for (auto const& [other, other_place] : others)
      assume(
          fmt::format("({} (= {} {}) (= {} {}))", is_distinct(t) ? "=" : "=>", place, other_place, r, other));
    others.emplace_back(r, place);
  } else if (t->op == Op::apply || t->op == Op::ballot) {
    r = fmt::format("f{}", count_++);
    text_ += fmt::format("(declare-const {} (_ BitVec {}))\n", r, t->width);
  } else {
    std::string const value = made(t, suffix);
    r = fmt::format("t{}", count_++);
    text_ += fmt::format("(define-fun {} () (_ BitVec {}) {})\n", r, t->width, value);
  }
  names_[suffix].emplace(t, r);
  return r;
}

std::string Script::rest(Term trip, std::uint64_t number, std::string const& suffix) {
  std::string const name = symbol(trip, suffix), r = fmt::format("{}_rest_{}", name, number);
  if (declared_.try_emplace(r, true).second) {
    unsigned const wide = 64 - trip->width;
    text_ +=
        fmt::format("(declare-const {} (_ BitVec 16))\n(declare-const {}_quotient (_ BitVec 64))\n", r, r);
    assume(fmt::format(
        "(and (bvult {} {}) (bvule {}_quotient {}) (= ((_ zero_extend {}) {}) (bvadd (bvmul {} {}_quotient) "
        "((_ zero_extend 48) {}))))",
        r, bits(number, 16), r, bits(all_ones(trip->width) / number, 64), wide, name, bits(number, 64), r,
        r));
  }
  return r;
}

Term without_zeros(Term t) {
  if (t->op != Op::concatenate || !t->of.back()->is(0)) return t;
  return concatenate(std::vector<Term>(t->of.begin(), t->of.end() - 1));
}

std::pair<Term, Term> halves_of(Term x) { return {extract(x, 0, 32), extract(x, 32, x->width - 32)}; }

/// A product of two numbers in 64 bits, one object in all widths.
std::string Script::product(Term x, Term y, unsigned width, std::string const& suffix) {
  x = without_zeros(x), y = without_zeros(y);
  if (y->id < x->id) std::swap(x, y);
  if (by_halves_ && (x->width > 32 || y->width > 32)) {
    if (y->width <= 32) std::swap(x, y);
    auto const [y_low, y_high] = halves_of(y);
    bool const both = x->width > 32;
    Term const x_low = both ? halves_of(x).first : x;
    std::string upper = product(x_low, y_high, 64, suffix);
    if (both) upper = fmt::format("(bvadd {} {})", upper, product(halves_of(x).second, y_low, 64, suffix));
    return resized(fmt::format("(bvadd {} (concat ((_ extract 31 0) {}) {}))",
                               product(x_low, y_low, 64, suffix), upper, bits(0, 32)),
                   64, width);
  }
  std::string& name = products_[suffix][{x, y}];
  if (name.empty()) {
    std::string const a = resized(of(x, suffix), x->width, 64), b = resized(of(y, suffix), y->width, 64);
    name = fmt::format("t{}", count_++);
    text_ += fmt::format("(define-fun {} () (_ BitVec 64) (bvmul {} {}))\n", name, a, b);
  }
  return resized(name, 64, width);
}

std::string Script::made(Term t, std::string const& suffix) {
  std::vector<std::string> of;
  for (Term part : t->of) of.push_back(this->of(part, suffix));
  unsigned const w = t->width;
  auto const two = [&](char const* name) { return fmt::format("({} {} {})", name, of[0], of[1]); };
  auto const bit = [](std::string const& formula) { return fmt::format("(ite {} #b1 #b0)", formula); };
  switch (t->op) {
    case Op::concatenate: {
      std::string r = of[0];
      for (std::size_t k = 1; k < of.size(); ++k) r = fmt::format("(concat {} {})", of[k], r);
      return r;
    }
    case Op::extract:
      return fmt::format("((_ extract {} {}) {})", t->value + w - 1, t->value, of[0]);
    case Op::conjunction:
      return two("bvand");
    case Op::disjunction:
      return two("bvor");
    case Op::exclusive:
      return two("bvxor");
    case Op::sum: {
      std::string r = bits(t->value, w);
      for (std::size_t k = 0; k < of.size(); ++k) {
        std::string const part = resized(of[k], t->of[k]->width, w);
        r = fmt::format(
            "(bvadd {} {})", r,
            t->factors[k] == 1 ? part : fmt::format("(bvmul {} {})", bits(t->factors[k], w), part));
      }
      return r;
    }
    case Op::product:
      if (t->of[0]->op == Op::constant || t->of[1]->op == Op::constant) return two("bvmul");
      return product(t->of[0], t->of[1], w, suffix);
    case Op::choose:
      return fmt::format("(ite (= {} #b1) {} {})", of[0], of[1], of[2]);
    case Op::equal:
      return bit(two("="));
    case Op::below:
      return bit(two("bvult"));
    case Op::below_signed:
      return bit(two("bvslt"));
    case Op::remainder: {
      if (Term const trip = trip_of_sum(t->of[0]); trip != nullptr && t->value < 1u << 14) {
        std::uint64_t more = 0;
        summands_of(t->of[0], more);
        return resized(fmt::format("(bvurem (bvadd {} {}) {})", rest(trip, t->value, suffix),
                                   bits(more % t->value, 16), bits(t->value, 16)),
                       16, w);
      }
      unsigned const whole = std::max<unsigned>(t->of[0]->width, w);
      return resized(
          fmt::format("(bvurem {} {})", resized(of[0], t->of[0]->width, whole), bits(t->value, whole)), whole,
          w);
    }
    default: {
      char const* const name = t->op == Op::shift_left    ? "bvshl"
                               : t->op == Op::shift_right ? "bvlshr"
                                                          : "bvashr";
      unsigned const by = t->of[1]->width;
      std::string const amount = by <= w ? resized(of[1], by, w)
                                         : fmt::format("(ite (bvult {} {}) {} {})", of[1], bits(w, by),
                                                       resized(of[1], by, w), bits(w, w));
      return fmt::format("({} {} {})", name, of[0], amount);
    }
  }
}

void Script::assume(std::string const& formula) {
  if (assumed_.insert(formula).second) text_ += fmt::format("(assert {})\n", formula);
}

std::string Script::refute(std::string const& formula) const {
  return fmt::format("; {}\n(set-logic {})\n{}(assert (not {}))\n(check-sat)\n", title_,
                     has_functions_ ? "QF_UFBV" : "QF_BV", text_, formula);
}

}  // namespace colex::code
