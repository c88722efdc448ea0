// SPDX-License-Identifier: MIT
#include "unknowns/forms.hpp"

#include <algorithm>

#include "unknowns/unknown.hpp"

namespace colex::unknowns {

namespace {

constexpr Budget kLittle{1 << 12};  // unknowns branch where numbers count

template <class Int>
Reply<Int> of(Result<Layout<Int>, Int> const& r) {
  Reply<Int> reply;
  reply.is = r ? Reply<Int>::Is::layout : Reply<Int>::Is::refused;
  reply.layout = r.value;
  reply.refusal = r.refusal;
  return reply;
}

template <class Int>
Reply<Int> of(Layout<Int> const& layout) {
  Reply<Int> reply;
  reply.layout = layout;
  return reply;
}

template <class Int>
Reply<Int> of_number(Int const& n) {
  Reply<Int> reply;
  reply.is = Reply<Int>::Is::number;
  reply.number = n;
  return reply;
}

/// Of a decision, where "no" is one of the conditions that name what is missing.
template <class Int>
Reply<Int> of(Refusal<Int> const& why) {
  Reply<Int> reply;
  Condition const c = why.condition;
  bool const no = c == Condition::injective || c == Condition::surjective || c == Condition::in_domain;
  reply.is = c == Condition::none ? Reply<Int>::Is::yes : no ? Reply<Int>::Is::no : Reply<Int>::Is::refused;
  reply.refusal = why;
  return reply;
}

/// The same function as the argument.
template <class Int>
Reply<Int> same_as(Layout<Int> const& a, Layout<Int> const& answer) {
  Reply<Int> r = of(answer);
  mean_same(r.meaning, a, answer);
  return r;
}

template <class Int>
Reply<Int> compose(Operands<Int> const& in) {
  Reply<Int> r = of(composition(in.layout(0), in.tiler(1), Rest::keep, kLittle));
  if (r.is == Reply<Int>::Is::layout && in.with_meaning)
    mean_composition(r.meaning, in.layout(0), in.tiler(1), r.layout);
  return r;
}

template <class Int>
Reply<Int> complement_in(Operands<Int> const& in) {
  Int const up_to = in.count() > 1 ? in.number(1) : least_cotarget(in.layout(0));
  Reply<Int> r = of(complement(in.layout(0), up_to));
  r.meaning.stated = true;
  Tiles<Int> all;
  all.parts[0] = in.layout(0), all.parts[1] = r.layout, all.size = up_to;
  r.meaning.tiles.push_back(all);
  return r;
}

template <class Int>
Reply<Int> invert_right(Operands<Int> const& in) {
  Reply<Int> r = of(right_inverse(in.layout(0), Parts::whole_modes, kLittle));
  mean_undone(r.meaning, r.layout, in.layout(0));
  return r;
}

template <class Int>
Reply<Int> divide(Operands<Int> const& in) {
  Reply<Int> r = of(logical_divide(in.layout(0), in.tiler(1), Cover::strict, kLittle));
  if (r.is == Reply<Int>::Is::layout && in.with_meaning)
    mean_divide(r.meaning, in.layout(0), in.tiler(1), r.layout);
  return r;
}

template <class Int>
Reply<Int> value_at(Operands<Int> const& in) {
  if (in.number(1) < Int(0)) {
    Reply<Int> r;
    r.is = Reply<Int>::Is::refused;
    r.refusal = because<Int>(Condition::not_negative, in.number(1));
    return r;
  }
  return of_number(crd2idx(leaf(in.number(1)), in.layout(0)).value);
}

template <class Int>
Reply<Int> compare(Operands<Int> const& in) {
  Reply<Int> r;
  if (in.list[0].is_number) {
    bool const same = bool(in.number(0) == in.number(1));
    r.is = same ? Reply<Int>::Is::yes : Reply<Int>::Is::no;
    r.equality.index = Int(0), r.equality.left = in.number(0), r.equality.right = in.number(1);
    r.meaning.stated = same;
    if (same) r.meaning.equal.push_back({in.number(0), in.number(1)});
    return r;
  }
  r.equality = equal(in.layout(0), in.layout(1));
  r.is = r.equality.equal ? Reply<Int>::Is::yes : Reply<Int>::Is::no;
  if (!r.equality.same_size) r.equality.left = size(in.layout(0)), r.equality.right = size(in.layout(1));
  if (r.equality.equal) mean_same(r.meaning, in.layout(0), in.layout(1));
  return r;
}

template <class Int>
struct Row {
  Form form;
  Reply<Int> (*run)(Operands<Int> const& in);
};

template <class Int>
std::vector<Row<Int>> const& rows() {
  using In = Operands<Int> const&;
  static std::vector<Row<Int>> const all{
      {{"coalesce", "L", 1, 'L'}, [](In in) { return same_as(in.layout(0), coalesce(in.layout(0))); }},
      {{"flatten", "L", 1, 'L'}, [](In in) { return same_as(in.layout(0), flatten(in.layout(0))); }},
      {{"coalesce_extended", "L", 1, 'L'}, [](In in) { return of(coalesce_extended(in.layout(0))); }},
      {{"filter", "L", 1, 'L'}, [](In in) { return of(filter(in.layout(0))); }},
      {{"filter_zeros", "L", 1, 'L'}, [](In in) { return of(filter_zeros(in.layout(0))); }},
      {{"sort", "L", 1, 'L'}, [](In in) { return of(sort(in.layout(0))); }},
      {{"transpose", "L", 1, 'L'}, [](In in) { return of(transpose(in.layout(0))); }},
      {{"composition", "LT", 2, 'L'}, compose<Int>},
      {{"complement", "Ln", 1, 'L'}, complement_in<Int>},
      {{"right_inverse", "L", 1, 'L'}, invert_right<Int>},
      {{"nullspace", "L", 1, 'L'}, [](In in) { return of(nullspace(in.layout(0), kLittle)); }},
      {{"injective", "L", 1, '?'}, [](In in) { return of(injective(in.layout(0), kLittle)); }},
      {{"surjective", "Ln", 2, '?'},
       [](In in) { return of(surjective(in.layout(0), in.number(1), kLittle)); }},
      {{"bijective", "Ln", 2, '?'}, [](In in) { return of(bijective(in.layout(0), in.number(1), kLittle)); }},
      {{"contiguous", "L", 1, '?'}, [](In in) { return of(contiguous(in.layout(0), kLittle)); }},
      {{"logical_divide", "LT", 2, 'L'}, divide<Int>},
      {{"zipped_divide", "LT", 2, 'L'},
       [](In in) { return of(zipped_divide(in.layout(0), in.tiler(1), Cover::strict, kLittle)); }},
      {{"tiled_divide", "LT", 2, 'L'},
       [](In in) { return of(tiled_divide(in.layout(0), in.tiler(1), Cover::strict, kLittle)); }},
      {{"flat_divide", "LT", 2, 'L'},
       [](In in) { return of(flat_divide(in.layout(0), in.tiler(1), Cover::strict, kLittle)); }},
      {{"logical_product", "LT", 2, 'L'},
       [](In in) { return of(logical_product(in.layout(0), in.tiler(1), kLittle)); }},
      {{"zipped_product", "LT", 2, 'L'},
       [](In in) { return of(zipped_product(in.layout(0), in.tiler(1), kLittle)); }},
      {{"tiled_product", "LT", 2, 'L'},
       [](In in) { return of(tiled_product(in.layout(0), in.tiler(1), kLittle)); }},
      {{"flat_product", "LT", 2, 'L'},
       [](In in) { return of(flat_product(in.layout(0), in.tiler(1), kLittle)); }},
      {{"blocked_product", "LL", 2, 'L'},
       [](In in) { return of(blocked_product(in.layout(0), in.layout(1), kLittle)); }},
      {{"raked_product", "LL", 2, 'L'},
       [](In in) { return of(raked_product(in.layout(0), in.layout(1), kLittle)); }},
      {{"upcast", "Ln", 2, 'L'}, [](In in) { return of(upcast(in.layout(0), in.number(1))); }},
      {{"downcast", "Ln", 2, 'L'}, [](In in) { return of(downcast(in.layout(0), in.number(1))); }},
      {{"recast_layout", "Lnn", 3, 'L'},
       [](In in) { return of(recast_layout(in.layout(0), in.number(1), in.number(2))); }},
      {{"size", "L", 1, 'n'}, [](In in) { return of_number(size(in.layout(0))); }},
      {{"cosize", "L", 1, 'n'}, [](In in) { return of_number(cosize(in.layout(0))); }},
      {{"extent", "L", 1, 'n'}, [](In in) { return of_number(extent(in.layout(0))); }},
      {{"rank", "L", 1, 'n'}, [](In in) { return of_number(Int(rank(in.layout(0)))); }},
      {{"depth", "L", 1, 'n'}, [](In in) { return of_number(Int(depth(in.layout(0)))); }},
      {{"evaluate", "Ln", 2, 'n'}, value_at<Int>},
      {{"equal", "==", 2, '?'}, compare<Int>}};
  return all;
}

template <class Int>
Row<Int> const* row(std::string const& name) {
  auto const found = std::find_if(rows<Int>().begin(), rows<Int>().end(),
                                  [&](Row<Int> const& r) { return name == r.form.name; });
  return found == rows<Int>().end() ? nullptr : &*found;
}

}  // namespace

Form const* form(std::string const& name) {
  auto const* const found = row<std::int64_t>(name);
  return found == nullptr ? nullptr : &found->form;
}

std::string forms() {
  std::string r;
  for (auto const& one : rows<std::int64_t>()) r += (r.empty() ? "" : ", ") + std::string(one.form.name);
  return r;
}

template <class Int>
Reply<Int> answer(std::string const& name, Operands<Int> const& in) {
  return row<Int>(name)->run(in);
}

template Reply<Unknown> answer(std::string const&, Operands<Unknown> const&);
template Reply<std::int64_t> answer(std::string const&, Operands<std::int64_t> const&);

}  // namespace colex::unknowns
