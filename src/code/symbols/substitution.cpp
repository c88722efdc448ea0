// SPDX-License-Identifier: MIT
// Terms with parts replaced, and the leaves of a term.
#include <algorithm>
#include <unordered_map>

#include "code/symbols/made.hpp"

namespace colex::code {

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
      std::vector<Summand> summands;
      for (std::size_t k = 0; k < of.size(); ++k) summands.push_back({of[k], x->factors[k]});
      return sum(x->width, summands, x->value);
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
    case Op::remainder:
      return remainder_by(of[0], x->value);
    default: {
      Node n = *x;
      n.of = of, n.depth = 0,
      n.has_lane = n.has_wave = n.has_ballot = n.is_uniform = n.is_open = n.is_of_wave = n.has_merged = false;
      return made(std::move(n));
    }
  }
}

/// Terms that are older than `oldest` hold nothing that is replaced.
template <class With>
Term replaced(Term x, With const& with, std::unordered_map<Term, Term>& done, std::uint32_t oldest) {
  if (x->id < oldest) return x;
  if (auto const found = done.find(x); found != done.end()) return found->second;
  Term r = x;
  if (Term const other = with(x)) {
    r = other;
  } else if (!x->of.empty()) {
    std::vector<Term> of;
    bool same = true;
    for (Term t : x->of) of.push_back(replaced(t, with, done, oldest)), same &= of.back() == t;
    if (!same) r = rebuilt(x, of);
  }
  done[x] = r;
  return r;
}

}  // namespace

Term substituted(Term x, std::function<Term(Term)> const& with) {
  std::unordered_map<Term, Term> done;
  return replaced(x, with, done, 0);
}

void Substitution::set(Term part, Term value) {
  auto const [found, is_new] = values_.try_emplace(part, value);
  if (is_new) {
    oldest_ = std::min(oldest_, part->id);
  } else if (found->second != value) {
    found->second = value;
    done_.clear();
  }
}
Term Substitution::operator()(Term x) {
  return replaced(
      x,
      [&](Term t) {
        auto const found = values_.find(t);
        return found == values_.end() ? nullptr : found->second;
      },
      done_, oldest_);
}

namespace {

template <class Looks>
std::vector<Term> leaves_where(Term x, std::size_t* visited, Looks const& looks) {
  Visit const visit;
  std::vector<Term> out, todo;
  std::size_t seen = 0;
  auto const add = [&](Term t) {
    if (looks(t) && visit.is_first(t)) todo.push_back(t), ++seen;
  };
  add(x);
  while (!todo.empty()) {
    Term const t = todo.back();
    todo.pop_back();
    if (t->op == Op::leaf) out.push_back(t);
    for (Term part : t->of) add(part);
  }
  if (visited != nullptr) *visited += seen;
  std::sort(out.begin(), out.end(), [](Term a, Term b) { return a->id < b->id; });
  return out;
}

}  // namespace

std::vector<Term> leaves_of(Term x, std::size_t* visited) {
  return leaves_where(x, visited, [](Term) { return true; });
}
std::vector<Term> merged_of(Term x, std::size_t* visited) {
  return leaves_where(x, visited, [](Term t) { return t->has_merged; });
}

}  // namespace colex::code
