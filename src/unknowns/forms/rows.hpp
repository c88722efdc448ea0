// SPDX-License-Identifier: MIT
// A row of the table of forms, and how the answers of shipped functions become replies.
#pragma once

#include "unknowns/beyond.hpp"
#include "unknowns/budget.hpp"
#include "unknowns/forms.hpp"
#include "unknowns/unknown.hpp"

namespace colex::detail {
/// Among unknowns there are no offsets to try one by one: what the chain of strides does not answer is undecided.
template <>
constexpr bool InverseSearch<unknowns::Unknown>::run() {
  too_large = true;
  return false;
}
}  // namespace colex::detail

namespace colex::unknowns {

template <class Int>
struct Row {
  Form form;
  Reply<Int> (*run)(Operands<Int> const& in);
};
template <class Int>
using Rows = std::vector<Row<Int>>;

/// The families. Those of bases answer on Coordinate too.
template <class Int>
Rows<Int> bases_forms();
template <class Int>
Rows<Int> measure_forms();
template <class Int>
Rows<Int> tuple_forms();
template <class Int>
Rows<Int> structure_forms();
template <class Int>
Rows<Int> making_forms();
template <class Int>
Rows<Int> composition_forms();
template <class Int>
Rows<Int> decision_forms();
template <class Int>
Rows<Int> product_forms();
template <class Int>
Rows<Int> partition_forms();
template <class Int>
Rows<Int> counting_forms();

template <class Int>
Reply<Int> of(Layout<Int> const& layout) {
  Reply<Int> r;
  r.layout = layout;
  return r;
}
template <class Int>
Reply<Int> of(IntTuple<Int> const& tuple) {
  Reply<Int> r;
  r.is = Reply<Int>::Is::tuple;
  r.tuple = tuple;
  return r;
}
template <class Int>
Reply<Int> of(Placed<Int> const& placed) {
  Reply<Int> r;
  r.is = Reply<Int>::Is::placed;
  r.layout = placed.layout;
  r.number = placed.offset;
  return r;
}
template <class Int>
Reply<Int> of(Alike<Int> const& pair) {
  Reply<Int> r;
  r.is = Reply<Int>::Is::pair;
  r.layout = pair.a;
  r.second = pair.b;
  return r;
}
template <class Int>
Reply<Int> of_number(Int const& n) {
  Reply<Int> r;
  r.is = Reply<Int>::Is::number;
  r.number = n;
  return r;
}
template <class Int>
Reply<Int> of_truth(bool yes) {
  Reply<Int> r;
  r.is = yes ? Reply<Int>::Is::yes : Reply<Int>::Is::no;
  return r;
}
template <class Int>
Reply<Int> of_word(std::string const& word) {
  Reply<Int> r;
  r.is = Reply<Int>::Is::word;
  r.word = word;
  return r;
}

template <class T, class Int>
Reply<Int> of(Result<T, Int> const& r) {
  if (!r) return refused(r.refusal);
  if constexpr (std::is_same_v<T, Int>) {
    return of_number(r.value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return of_truth<Int>(r.value);
  } else {
    return of(r.value);
  }
}
/// Of what moves entries: its refusals have no number.
template <class Int, class T>
Reply<Int> of_moved(Result<Nested<T>> const& r) {
  return r ? of(r.value) : refused(because<Int>(r.refusal.condition));
}
/// Of a decision, where "no" is one of the conditions that name what is missing.
template <class Int>
Reply<Int> of_decision(Refusal<Int> const& why) {
  Condition const c = why.condition;
  bool const no = c == Condition::injective || c == Condition::surjective || c == Condition::in_domain;
  Reply<Int> r = of_truth<Int>(c == Condition::none);
  if (c != Condition::none && !no) r.is = Reply<Int>::Is::refused;
  r.refusal = why;
  return r;
}

/// The same function as the argument.
template <class Int>
Reply<Int> same_as(Layout<Int> const& a, Layout<Int> const& answer) {
  Reply<Int> r = of(answer);
  mean_same(r.meaning, a, answer);
  return r;
}

/// `op` on argument k as what it is: a layout, or a tuple.
template <class Int, class Op>
Reply<Int> either(Operands<Int> const& in, std::size_t k, Op op) {
  return in.is_layout(k) ? op(in.layout(k)) : op(in.tuple(k));
}

}  // namespace colex::unknowns
