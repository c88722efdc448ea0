// SPDX-License-Identifier: MIT
// Forms that move modes or entries and change none.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

/// 1:0, or the number 1.
template <class Int>
Layout<Int> filler_like(Layout<Int> const&) {
  return leaf(Mode<Int>{Int(1), Int(0)});
}
template <class Int>
IntTuple<Int> filler_like(IntTuple<Int> const&) {
  return leaf(Int(1));
}

template <class Int>
Layout<Int> as(Layout<Int> const&, Operand<Int> const& o) {
  return o.layout;
}
template <class Int>
IntTuple<Int> as(IntTuple<Int> const&, Operand<Int> const& o) {
  return o.tuple;
}

template <class Int>
Layout<Int> side_by_side(Operands<Int> const& in) {
  auto all = open<Mode<Int>>(0);
  for (std::size_t k = 0; k < in.count(); ++k) all = append(all, in.layout(k));
  return all;
}

}  // namespace

template <class Int>
Rows<Int> structure_forms() {
  using In = Operands<Int> const&;
  return {
      {{"unflatten", "XU", 2, 'X'},
       [](In in) {
         return either(in, 0, [&](auto const& t) { return of_moved<Int>(unflatten(t, in.tuple(1))); });
       }},
      {{"replace", "XmX", 3, 'X'},
       [](In in) {
         return either(
             in, 0, [&](auto const& t) { return of_moved<Int>(replace(t, in.mode(1), as(t, in.list[2]))); });
       }},
      {{"append", "XX", 2, 'X'},
       [](In in) { return either(in, 0, [&](auto const& t) { return of(append(t, as(t, in.list[1]))); }); }},
      {{"prepend", "XX", 2, 'X'},
       [](In in) { return either(in, 0, [&](auto const& t) { return of(prepend(t, as(t, in.list[1]))); }); }},
      {{"append_to", "XmX", 2, 'X'},
       [](In in) {
         return either(in, 0, [&](auto const& t) {
           return of(append_to(t, in.mode(1), in.count() > 2 ? as(t, in.list[2]) : filler_like(t)));
         });
       }},
      {{"prepend_to", "XmX", 2, 'X'},
       [](In in) {
         return either(in, 0, [&](auto const& t) {
           return of(prepend_to(t, in.mode(1), in.count() > 2 ? as(t, in.list[2]) : filler_like(t)));
         });
       }},
      {{"join", "L+", 1, 'L'}, [](In in) { return of(side_by_side(in)); }},
      {{"zip", "XX", 2, 'X'},
       [](In in) {
         return either(in, 0, [&](auto const& t) { return of_moved<Int>(zip(t, as(t, in.list[1]))); });
       }},
      {{"reverse", "U", 1, 'U'}, [](In in) { return of(reverse(in.tuple(0))); }},
      {{"dice", "sX", 2, 'X'},
       [](In in) { return either(in, 1, [&](auto const& t) { return of(dice(in.slicer(0), t)); }); }},
      {{"slice_and_offset", "sL", 2, 'p'},
       [](In in) { return of(slice_and_offset(in.slicer(0), in.layout(1))); }},
      {{"domain_offset", "UL", 2, 'p'}, [](In in) { return of(domain_offset(in.tuple(0), in.layout(1))); }},
  };
}

template Rows<Unknown> structure_forms();
template Rows<std::int64_t> structure_forms();

}  // namespace colex::unknowns
