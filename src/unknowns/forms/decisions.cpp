// SPDX-License-Identifier: MIT
// Forms that answer yes or no.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

template <class Int>
Reply<Int> same_layouts(Equality<Int> const& equality, Operands<Int> const& in) {
  Reply<Int> r = of_truth<Int>(equality.equal);
  r.equality = equality;
  if (!equality.same_size) r.equality.left = size(in.layout(0)), r.equality.right = size(in.layout(1));
  return r;
}

template <class Int>
Reply<Int> compare(Operands<Int> const& in) {
  if (in.list[0].is_number) {
    Reply<Int> r = of_truth<Int>(bool(in.number(0) == in.number(1)));
    r.equality.index = Int(0), r.equality.left = in.number(0), r.equality.right = in.number(1);
    r.meaning.stated = r.is == Reply<Int>::Is::yes;
    if (r.meaning.stated) r.meaning.equal.push_back({in.number(0), in.number(1)});
    return r;
  }
  Reply<Int> r = same_layouts(equal(in.layout(0), in.layout(1)), in);
  if (r.equality.equal) mean_same(r.meaning, in.layout(0), in.layout(1));
  return r;
}

template <class Int>
Reply<Int> compare_in_rows(Operands<Int> const& in) {
  Reply<Int> r = same_layouts(lex_equal(in.layout(0), in.layout(1)), in);
  if (r.equality.equal) mean_same(r.meaning, reversed(in.layout(0)), reversed(in.layout(1)));
  return r;
}

}  // namespace

template <class Int>
Rows<Int> decision_forms() {
  using In = Operands<Int> const&;
  return {
      {{"equal", "==", 2, '?'}, compare<Int>},
      {{"lex_equal", "LL", 2, '?'}, compare_in_rows<Int>},
      {{"injective", "L", 1, '?'},
       [](In in) { return of_decision(injective(in.layout(0), search_budget())); }},
      {{"surjective", "Ln", 2, '?'},
       [](In in) { return of_decision(surjective(in.layout(0), in.number(1), search_budget())); }},
      {{"bijective", "Ln", 2, '?'},
       [](In in) { return of_decision(bijective(in.layout(0), in.number(1), search_budget())); }},
      {{"contiguous", "L", 1, '?'},
       [](In in) { return of_decision(contiguous(in.layout(0), search_budget())); }},
  };
}

template Rows<Unknown> decision_forms();
template Rows<std::int64_t> decision_forms();

}  // namespace colex::unknowns
