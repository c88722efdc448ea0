// SPDX-License-Identifier: MIT
#include <algorithm>

#include "code/symbols/term.hpp"

namespace colex::code {

std::optional<std::uint64_t> Evaluation::operator()(Term x) {
  if (x->op == Op::constant) return x->value;
  if (auto const found = known_.find(x); found != known_.end()) return found->second;
  auto const r = made(x);
  known_.emplace(x, r);
  return r;
}

std::optional<std::uint64_t> Evaluation::made(Term x) {
  if (x->op == Op::leaf) {
    auto const v = of_leaf_(x);
    return v ? std::optional(*v & all_ones(x->width)) : v;
  }
  if (x->op == Op::ballot || x->op == Op::apply || x->op == Op::entry) return {};
  std::size_t const first = parts_.size();
  for (Term t : x->of) {
    auto const v = (*this)(t);
    if (!v) return parts_.resize(first), std::nullopt;
    parts_.push_back(*v);
  }
  std::uint64_t const r = made(x, parts_.data() + first);
  parts_.resize(first);
  return r & all_ones(x->width);
}

std::uint64_t Evaluation::made(Term x, std::uint64_t const* of) {
  std::uint64_t const sign = std::uint64_t{1} << (x->of[0]->width - 1);
  auto const w = x->width;
  std::uint64_t r = 0;
  switch (x->op) {
    case Op::concatenate: {
      unsigned at = 0;
      for (std::size_t k = 0; k < x->of.size(); ++k) r |= of[k] << at, at += x->of[k]->width;
      break;
    }
    case Op::extract:
      r = of[0] >> x->value;
      break;
    case Op::conjunction:
      r = of[0] & of[1];
      break;
    case Op::disjunction:
      r = of[0] | of[1];
      break;
    case Op::exclusive:
      r = of[0] ^ of[1];
      break;
    case Op::sum:
      r = x->value;
      for (std::size_t k = 0; k < x->of.size(); ++k) r += x->factors[k] * of[k];
      break;
    case Op::product:
      r = of[0] * of[1];
      break;
    case Op::choose:
      r = of[0] != 0 ? of[1] : of[2];
      break;
    case Op::equal:
      r = of[0] == of[1];
      break;
    case Op::below:
      r = of[0] < of[1];
      break;
    case Op::below_signed:
      r = (of[0] ^ sign) < (of[1] ^ sign);
      break;
    case Op::shift_left:
      r = of[1] >= w ? 0 : of[0] << of[1];
      break;
    case Op::shift_right:
      r = of[1] >= w ? 0 : of[0] >> of[1];
      break;
    case Op::shift_right_signed:
      r = static_cast<std::uint64_t>(static_cast<std::int64_t>(of[0] << (64 - w)) >>
                                     (64 - w + std::min<std::uint64_t>(of[1], w - 1u)));
      break;
    case Op::remainder:
      r = of[0] % x->value;
      break;
    case Op::constant:
    case Op::leaf:
    case Op::ballot:
    case Op::apply:
    case Op::entry:  // not asked
      break;
  }
  return r;
}

}  // namespace colex::code
