// SPDX-License-Identifier: MIT
// Forms that take layouts with basis strides beside others, or answer them.
#include <algorithm>

#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

std::int64_t part(Coordinate const& c, int k) { return c.along[k]; }
std::int64_t part(std::int64_t n, int) { return n; }
Unknown part(Unknown const& n, int k) { return Unknown(n.polynomial().along(k)); }
bool stands(Coordinate const& c, int k) { return c.along[k] != 0; }
bool stands(std::int64_t, int) { return false; }
bool stands(Unknown const& n, int k) { return !n.polynomial().along(k).is_zero(); }

/// Inside the domain the offset; along basis vectors the coordinate, up to the last of them.
template <class Int>
Reply<Int> value_at(Operands<Int> const& in) {
  auto const& layout = in.layout(0);
  if (auto const why = inside(in.tuple(1), shape(layout)); why.condition != Condition::none)
    return refused(why);
  auto const value = crd2idx(in.tuple(1), layout);
  int last = -1;
  for (auto const& mode : layout.leaves)
    for (int k = 0; k < kMaxBases; ++k)
      if (stands(mode.stride, k)) last = std::max(last, k);
  if (!value || last < 0) return of(value);
  auto entries = open<Int>(0);
  for (int k = 0; k <= last; ++k) entries = append(entries, leaf(Int(part(value.value, k))));
  return of(entries);
}

template <class Int>
Reply<Int> compose(Operands<Int> const& in) {
  Reply<Int> r = of(composition(in.layout(0), in.tiler(1), Rest::keep, search_budget()));
  if (r.is == Reply<Int>::Is::layout && in.with_meaning)
    mean_composition(r.meaning, in.layout(0), in.tiler(1), r.layout);
  return r;
}

template <class Int>
Reply<Int> divide(Operands<Int> const& in) {
  Reply<Int> r = of(logical_divide(in.layout(0), in.tiler(1), Cover::strict, search_budget()));
  if (r.is == Reply<Int>::Is::layout && in.with_meaning)
    mean_divide(r.meaning, in.layout(0), in.tiler(1), r.layout);
  return r;
}

/// (M,N):(1@0,1@1). On numbers the shipped function, which takes no others.
template <class Int>
Result<Layout<Int>, Int> identity(IntTuple<Int> const& shape) {
  if constexpr (std::is_same_v<Int, Coordinate>) {
    auto const r = identity_layout(transform(shape, [](Coordinate const& s) { return s.scalar; }));
    return {r.value, because<Int>(r.refusal.condition)};
  } else {
    auto r = Result<Layout<Int>, Int>::answer(open<Mode<Int>>(0));
    if (shape.leaves.count > kMaxBases) return {r.value, because<Int>(Condition::capacity)};
    r.value.profile = shape.profile;
    if constexpr (std::is_same_v<Int, Unknown>)
      for (int k = 0; k < shape.leaves.count; ++k) r.value.leaves.push({shape.leaves[k], Int::basis(k)});
    return r;
  }
}

template <class Int>
Reply<Int> identity_of(Operands<Int> const& in) {
  return of(identity(in.tuple(0)));
}

template <class Int>
Reply<Int> visited(Operands<Int> const& in) {
  auto const all = identity(in.tuple(0));
  if (!all) return refused(all.refusal);
  Reply<Int> r = of(composition(all.value, in.layout(1), Domain::extend_last, search_budget()));
  if (r.is == Reply<Int>::Is::layout && in.with_meaning)
    mean_composition(r.meaning, all.value, in.layout(1), r.layout);
  return r;
}

}  // namespace

template <class Int>
Rows<Int> bases_forms() {
  using In = Operands<Int> const&;
  return {
      {{"size", "Y", 1, 'n'},
       [](In in) { return either(in, 0, [](auto const& t) { return of_number(size(t)); }); }},
      {{"rank", "Y", 1, 'n'},
       [](In in) { return either(in, 0, [](auto const& t) { return of_number(Int(rank(t))); }); }},
      {{"depth", "Y", 1, 'n'},
       [](In in) { return either(in, 0, [](auto const& t) { return of_number(Int(depth(t))); }); }},
      {{"evaluate", "BU", 2, 'v'}, value_at<Int>},
      {{"coalesce", "BU", 1, 'B'},
       [](In in) {
         return in.count() > 1 ? of(coalesce(in.layout(0), in.tuple(1)))
                               : same_as(in.layout(0), coalesce(in.layout(0)));
       }},
      {{"flatten", "Y", 1, 'Y'},
       [](In in) {
         return in.is_layout(0) ? same_as(in.layout(0), flatten(in.layout(0))) : of(flatten(in.tuple(0)));
       }},
      {{"transpose", "B", 1, 'B'}, [](In in) { return of(transpose(in.layout(0))); }},
      {{"get", "Ym+", 1, 'Y'},
       [](In in) {
         return either(in, 0, [&](auto const& t) { return of_moved<Int>(get(t, in.modes(1))); });
       }},
      {{"select", "Ym+", 1, 'Y'},
       [](In in) {
         return either(in, 0, [&](auto const& t) { return of_moved<Int>(select(t, in.modes(1))); });
       }},
      {{"take", "Ymm", 3, 'Y'},
       [](In in) {
         return either(in, 0, [&](auto const& t) { return of_moved<Int>(take(t, in.mode(1), in.mode(2))); });
       }},
      {{"group", "Ymm", 3, 'Y'},
       [](In in) {
         return either(in, 0, [&](auto const& t) { return of_moved<Int>(group(t, in.mode(1), in.mode(2))); });
       }},
      {{"slice", "sY", 2, 'Y'},
       [](In in) { return either(in, 1, [&](auto const& t) { return of(slice(in.slicer(0), t)); }); }},
      {{"composition", "BT", 2, 'B'}, compose<Int>},
      {{"logical_divide", "BT", 2, 'B'}, divide<Int>},
      {{"zipped_divide", "BT", 2, 'B'},
       [](In in) { return of(zipped_divide(in.layout(0), in.tiler(1), Cover::strict, search_budget())); }},
      {{"tiled_divide", "BT", 2, 'B'},
       [](In in) { return of(tiled_divide(in.layout(0), in.tiler(1), Cover::strict, search_budget())); }},
      {{"flat_divide", "BT", 2, 'B'},
       [](In in) { return of(flat_divide(in.layout(0), in.tiler(1), Cover::strict, search_budget())); }},
      {{"greatest_common_domain", "BB", 2, 'L'},
       [](In in) { return of(greatest_common_domain(shape(in.layout(0)), shape(in.layout(1)))); }},
      {{"layout_add", "BB", 2, 'B'},
       [](In in) { return of(layout_add(in.layout(0), in.layout(1), search_budget())); }},
      {{"identity_layout", "S", 1, 'E'}, identity_of<Int>},
      {{"make_identity_layout", "S", 1, 'E'}, identity_of<Int>},
      {{"identity_composition", "SL", 2, 'E'}, visited<Int>},
  };
}

template Rows<Unknown> bases_forms();
template Rows<std::int64_t> bases_forms();
template Rows<Coordinate> bases_forms();

}  // namespace colex::unknowns
