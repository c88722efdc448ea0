// SPDX-License-Identifier: MIT
// The rest of the algebra as operations: structure, tuples, inverses, divide, product, recast.
//
//   {"op": "zipped_divide_tiler", "args": ["(4,8):(1,4)", "(2,4)"]}  ->  "((2,4),(2,2)):((1,4),(2,16))"
//
// `--convention cute` means Cover::disjoint, Rest::drop, Parts::whole_modes and Inverse::quasi; without it
// the exact defaults.
#include "cli/cute.hpp"
#include "cli/operations.hpp"
#include "colex/colex.hpp"

namespace colex::cli {

namespace {

using L = Layout<Checked>;

[[noreturn]] void refuse(Condition condition) { throw Refused(plain(because<Checked>(condition))); }

/// A structural result: its refusal counts positions, not numbers of the algebra.
template <class T>
T const& got(Result<T> const& r) {
  if (!r) throw Refused(r.refusal);
  return r.value;
}

/// Refuses a tree that did not fit, and a layout that leaves the limits.
Answer whole(L const& layout) {
  if (Condition const c = well_formed(layout); c != Condition::none) refuse(c);
  return layout;
}
Answer whole(IntTuple<Checked> const& tuple) {
  if (tuple.overfull()) refuse(Condition::capacity);
  return tuple;
}
template <class T>
Answer answer(Result<T, Checked> const& r) {
  return whole(accept(r));
}

Cover cover(Arguments const& in) {
  return in.has("cute") ? Cover::disjoint : in.has("cover") ? Cover::at_least : Cover::strict;
}

/// Arguments from k on, as mode numbers.
List<int> modes(Arguments const& in, std::size_t k) {
  List<int> list;
  for (; k < in.count(); ++k) list.push(in.mode(k));
  if (list.overfull) refuse(Condition::capacity);
  return list;
}

L filler(Arguments const& in) { return in.count() > 2 ? in.layout(2) : leaf(Mode<Checked>{1, 0}); }

Checked start(Arguments const& in) { return in.count() > 1 ? in.integer(1) : Checked(1); }

Answer placed(Result<Placed<Checked>, Checked> const& r) {
  return Json::array({whole(accept(r).layout).result, r.value.offset.value()});
}

Answer question(bool holds) { return Answer::question(holds, holds ? "yes" : "no"); }

/// A decision whose "no" carries its witness.
Answer decision(Refusal<Checked> const& why) {
  if (why.condition == Condition::none) return question(true);
  if (why.condition != Condition::injective && why.condition != Condition::surjective &&
      why.condition != Condition::in_domain)
    throw Refused(plain(why));
  return Answer::question(false, "no", witness(plain(why)));
}

Answer tile_to(Arguments const& in) {
  return in.count() > 2 ? answer(tile_to_shape(in.layout(0), in.shape(1), in.tuple(2), cover(in)))
                        : answer(tile_to_shape(in.layout(0), in.shape(1), cover(in)));
}

Parts parts(Arguments const& in) { return in.has("cute") ? Parts::whole_modes : Parts::any; }

Answer max_vector(Arguments const& in) {
  return accept(max_common_vector(in.layout(0), in.layout(1), parts(in)));
}

Answer leaf_or_tuple(IntTuple<Checked> const& t) { return whole(t); }

/// The layouts given, side by side.
Answer side_by_side(Arguments const& in) {
  L all = open<Mode<Checked>>(0);
  for (std::size_t k = 0; k < in.count(); ++k) all = append(all, in.layout(k));
  return whole(all);
}

Answer ordered(bool (*less)(IntTuple<Checked> const&, IntTuple<Checked> const&), Arguments const& in) {
  auto const a = in.tuple(0), b = in.tuple(1);
  if (!congruent(a, b)) refuse(Condition::congruent);
  return question(less(a, b));
}

/// logical_divide, with CuTe's strides under its convention.
constexpr auto split = [](L const& a, Tiler<Checked> const& t, Cover c) {
  return c == Cover::disjoint ? cute_logical_divide(a, t) : logical_divide(a, t, c);
};
template <class Form>
Result<L, Checked> regroup(Result<L, Checked> r, Form form) {
  if (r) r.value = form(r.value);
  return r;
}

/// Rows for one operation that takes a layout and, as `NAME_tiler`, a by-mode tiler.
template <class Op>
void both_forms(std::vector<Operation>& table, char const* plain_name, char const* tiler_name, Op) {
  table.push_back({plain_name, 2, 2, [](Arguments const& in) {
                     return answer(Op{}(in.layout(0), tile(in.layout(1)), cover(in)));
                   }});
  table.push_back({tiler_name, 2, 2,
                   [](Arguments const& in) { return answer(Op{}(in.layout(0), in.tiler(1), cover(in))); }});
}

}  // namespace

std::vector<Operation> algebra_operations() {
  using In = Arguments const&;
  using T = Tiler<Checked>;
  constexpr std::size_t many = kMaxLeaves + 1;
  std::vector<Operation> table = {
      // structure
      {"coalesce_profile", 2, 2, [](In in) { return answer(coalesce_by(in.layout(0), in.tuple(1))); }},
      {"coalesce_extended", 1, 1, [](In in) { return whole(coalesce_extended(in.layout(0))); }},
      {"unflatten", 2, 2, [](In in) { return whole(got(unflatten(in.layout(0), in.tuple(1)))); }},
      {"filter", 1, 1, [](In in) { return whole(filter(in.layout(0))); }},
      {"filter_zeros", 1, 1, [](In in) { return whole(filter_zeros(in.layout(0))); }},
      {"filter_profile", 2, 2, [](In in) { return answer(filter_by(in.layout(0), in.tuple(1))); }},
      {"sort", 1, 1, [](In in) { return whole(sort(in.layout(0))); }},
      {"group", 3, 3, [](In in) { return whole(got(group(in.layout(0), in.mode(1), in.mode(2)))); }},
      {"take", 3, 3, [](In in) { return whole(got(take(in.layout(0), in.mode(1), in.mode(2)))); }},
      {"select", 1, many, [](In in) { return whole(got(select(in.layout(0), modes(in, 1)))); }},
      {"get", 1, many, [](In in) { return whole(got(get(in.layout(0), modes(in, 1)))); }},
      {"append", 2, 2, [](In in) { return whole(append(in.layout(0), in.layout(1))); }},
      {"prepend", 2, 2, [](In in) { return whole(prepend(in.layout(0), in.layout(1))); }},
      {"append_n", 2, 3, [](In in) { return whole(append_to(in.layout(0), in.mode(1), filler(in))); }},
      {"prepend_n", 2, 3, [](In in) { return whole(prepend_to(in.layout(0), in.mode(1), filler(in))); }},
      {"replace", 3, 3, [](In in) { return whole(got(replace(in.layout(0), in.mode(1), in.layout(2)))); }},
      {"zip", 2, 2, [](In in) { return whole(got(zip(in.layout(0), in.layout(1)))); }},
      {"join", 1, many, side_by_side},
      {"slice", 2, 2, [](In in) { return answer(slice(in.slicer(0), in.layout(1))); }},
      {"dice", 2, 2, [](In in) { return answer(dice(in.slicer(0), in.layout(1))); }},
      {"slice_and_offset", 2, 2, [](In in) { return placed(slice_and_offset(in.slicer(0), in.layout(1))); }},
      {"domain_offset", 2, 2, [](In in) { return placed(domain_offset(in.tuple(0), in.layout(1))); }},
      // tuples and coordinates
      {"compatible", 2, 2, [](In in) { return question(compatible(in.tuple(0), in.tuple(1))); }},
      {"weakly_congruent", 2, 2, [](In in) { return question(weakly_congruent(in.tuple(0), in.tuple(1))); }},
      {"elem_less", 2, 2, [](In in) { return ordered(elem_less<Checked>, in); }},
      {"lex_less", 2, 2, [](In in) { return ordered(lex_less<Checked>, in); }},
      {"colex_less", 2, 2, [](In in) { return ordered(colex_less<Checked>, in); }},
      {"product", 1, 1, [](In in) { return Answer(accept(product(in.tuple(0)))); }},
      {"product_each", 1, 1, [](In in) { return whole(product_each(in.tuple(0))); }},
      {"prefix_product", 1, 2, [](In in) { return answer(prefix_product(in.tuple(0), start(in))); }},
      {"suffix_product", 1, 2, [](In in) { return answer(suffix_product(in.tuple(0), start(in))); }},
      {"inner_product", 2, 2, [](In in) { return Answer(accept(inner_product(in.tuple(0), in.tuple(1)))); }},
      {"ceil_div", 2, 2, [](In in) { return answer(ceil_div(in.tuple(0), in.tuple(1))); }},
      {"shape_div", 2, 2, [](In in) { return answer(shape_div(in.tuple(0), in.tuple(1))); }},
      {"round_up", 2, 2, [](In in) { return answer(round_up(in.tuple(0), in.tuple(1))); }},
      {"elem_scale", 2, 2, [](In in) { return answer(elem_scale(in.tuple(0), in.tuple(1))); }},
      {"evenly_divides", 2, 2,
       [](In in) { return question(accept(evenly_divides(in.tuple(0), in.tuple(1)))); }},
      {"crd2crd", 3, 3, [](In in) { return answer(crd2crd(in.tuple(0), in.shape(1), in.shape(2))); }},
      {"get_hier_coord", 2, 2, [](In in) { return answer(get_hier_coord(in.layout(0), in.integer(1))); }},
      {"get_flat_coord", 2, 2, [](In in) { return answer(get_flat_coord(in.layout(0), in.integer(1))); }},
      {"get_1d_coord", 2, 2, [](In in) { return Answer(accept(preimage(in.layout(0), in.integer(1)))); }},
      // making layouts
      {"make_layout", 2, 2, [](In in) { return answer(make_layout(in.tuple(0), in.tuple(1))); }},
      {"compact_row_major", 1, 2,
       [](In in) { return leaf_or_tuple(compact_row_major(in.shape(0), start(in))); }},
      {"compact_order", 2, 2, [](In in) { return answer(compact_order(in.shape(0), in.tuple(1))); }},
      {"make_ordered_layout", 2, 2,
       [](In in) { return answer(make_ordered_layout(in.shape(0), in.tuple(1))); }},
      {"domain_distribute", 2, 2,
       [](In in) { return answer(domain_distribute(in.shape(0), in.integer(1))); }},
      {"make_layout_like", 1, 1, [](In in) { return answer(make_layout_like(in.layout(0))); }},
      // decisions and inverses
      {"injective", 1, 1, [](In in) { return decision(injective(in.layout(0))); }},
      {"surjective", 2, 2, [](In in) { return decision(surjective(in.layout(0), in.integer(1))); }},
      {"bijective", 2, 2, [](In in) { return decision(bijective(in.layout(0), in.integer(1))); }},
      {"contiguous", 1, 1, [](In in) { return decision(contiguous(in.layout(0))); }},
      {"right_inverse", 1, 1, [](In in) { return answer(right_inverse(in.layout(0), parts(in))); }},
      {"left_inverse", 1, 1,
       [](In in) {
         return answer(left_inverse(in.layout(0), in.has("cute") ? Inverse::quasi : Inverse::exact));
       }},
      {"nullspace", 1, 1, [](In in) { return answer(nullspace(in.layout(0))); }},
      {"max_common_layout", 2, 2,
       [](In in) { return answer(max_common_layout(in.layout(0), in.layout(1), parts(in))); }},
      {"max_common_vector", 2, 2, max_vector},
      {"max_alignment", 1, 1, [](In in) { return Answer(accept(max_alignment(in.layout(0)))); }},
      // composition, product and recast
      {"composition_tiler", 2, 2,
       [](In in) {
         return answer(in.has("cute") ? cute_composition(in.layout(0), in.tiler(1))
                                      : composition(in.layout(0), in.tiler(1)));
       }},
      {"blocked_product", 2, 2, [](In in) { return answer(blocked_product(in.layout(0), in.layout(1))); }},
      {"raked_product", 2, 2, [](In in) { return answer(raked_product(in.layout(0), in.layout(1))); }},
      {"tile_to_shape", 2, 3, tile_to},
      {"upcast", 2, 2, [](In in) { return answer(upcast(in.layout(0), in.integer(1), cover(in))); }},
      {"downcast", 2, 2, [](In in) { return answer(downcast(in.layout(0), in.integer(1))); }},
      {"recast_layout", 3, 3,
       [](In in) { return answer(recast(in.layout(0), in.integer(1), in.integer(2), cover(in))); }},
      // partitions: [layout, offset]
      {"inner_partition", 3, 3,
       [](In in) { return placed(inner_partition(in.layout(0), in.tiler(1), in.tuple(2), cover(in))); }},
      {"outer_partition", 3, 3,
       [](In in) { return placed(outer_partition(in.layout(0), in.tiler(1), in.tuple(2), cover(in))); }},
      {"local_tile", 3, 3,
       [](In in) { return placed(local_tile(in.layout(0), in.tiler(1), in.tuple(2), cover(in))); }},
      {"local_partition", 3, 3,
       [](In in) { return placed(local_partition(in.layout(0), in.layout(1), in.integer(2), cover(in))); }},
  };
  auto divide = [&](char const* name, char const* tiler_name, auto op) {
    both_forms(table, name, tiler_name, op);
  };
  divide("logical_divide", "logical_divide_tiler", split);
  divide("zipped_divide", "zipped_divide_tiler", [](L const& a, T const& t, Cover c) {
    return regroup(split(a, t, c), [&](L const& pairs) { return unzip(pairs, t); });
  });
  divide("tiled_divide", "tiled_divide_tiler", [](L const& a, T const& t, Cover c) {
    return regroup(split(a, t, c), [&](L const& pairs) { return unpack(unzip(pairs, t), false); });
  });
  divide("flat_divide", "flat_divide_tiler", [](L const& a, T const& t, Cover c) {
    return regroup(split(a, t, c), [&](L const& pairs) { return unpack(unzip(pairs, t), true); });
  });
  divide("logical_product", "logical_product_tiler",
         [](L const& a, T const& t, Cover) { return logical_product(a, t); });
  divide("zipped_product", "zipped_product_tiler",
         [](L const& a, T const& t, Cover) { return zipped_product(a, t); });
  divide("tiled_product", "tiled_product_tiler",
         [](L const& a, T const& t, Cover) { return tiled_product(a, t); });
  divide("flat_product", "flat_product_tiler",
         [](L const& a, T const& t, Cover) { return flat_product(a, t); });
  return table;
}

}  // namespace colex::cli
