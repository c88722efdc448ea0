// SPDX-License-Identifier: MIT
// The theorem of laws/nullspace_is_the_kernel.hpp.
#include "colex/laws/nullspace_is_the_kernel.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "oracle/truth.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::nullspace_is_the_kernel;

/// The whole function at small extents, any strides, mixed signs included.
void whole(Proof& p) {
  Integer const zero(0);
  std::vector<std::vector<int>> const all = {{3}, {2, 2}, {3, 2}, {2, 2, 2}};
  for (auto const& extents : all) {
    auto const l = any_strides(extents);
    p.part("the whole function: extents" + listed(extents), {}, [&] {
      auto const r = nullspace(l);
      if (!r) {
        p.claim("refused where the kernel is no layout",
                Boolean(r.refusal.condition == Condition::run_divides ||
                        r.refusal.condition == Condition::additive));
        return;
      }
      Boolean kernel(true);
      std::int64_t i = 0;
      for (std::int64_t k = 0; k < size(l).numeral(); ++k) {
        bool const listed = i < size(*r).numeral() && bool(evaluate(*r, Integer(i)) == Integer(k));
        if (listed) ++i;
        Boolean const in_kernel = evaluate(l, Integer(k)) == zero;
        kernel = both(kernel, listed ? in_kernel : !in_kernel);
      }
      p.claim("lists the kernel, in order", both(kernel, Boolean(i == size(*r).numeral())));
    });
  }
}

void one_sign(Proof& p) {
  Integer const one(1), zero(0);
  Mode<Integer> const x{p.integer("s0"), p.integer("d0")}, y{p.integer("s1"), p.integer("d1")};
  for (int const sign : {1, -1})
    p.part(sign > 0 ? "strides >= 0: the modes of stride 0, whatever the extents" : "strides <= 0: likewise",
           {x.shape >= one, y.shape > one, Integer(sign) * x.stride >= zero, Integer(sign) * y.stride > zero},
           [&] {
             List<Mode<Integer>> modes;
             modes.push(x);
             modes.push(y);
             auto const r = nullspace(flat(modes));
             p.claim("answers", Boolean(bool(r)));
             if (!r) return;
             bool const kernel = bool(x.stride == zero);
             p.claim("one mode", Boolean(r.value.leaves.count == 1));
             p.claim("of stride 0", r.value.leaves[0].shape == (kernel ? x.shape : one));
           });
}

/// The kernel, by the definition: answered with it, or no layout is it.
Term answered(Layout<std::int64_t> const& l) {
  auto const of = values(l);
  std::vector<Term> all, kernel;
  std::int64_t index = 0;
  for (auto const v : truth::table(l)) {
    Term const at = of[static_cast<std::size_t>(index)];
    all.push_back(v == 0 ? at == number(0) : at != number(0));
    if (v == 0) kernel.push_back(number(index));
    ++index;
  }
  auto const r = nullspace(l);
  all.push_back(r ? same(values(*r), kernel) : no_layout(kernel));
  return all_of(all);
}

void small(Proof& p) {
  every_layout(p, "answered exactly where the kernel is a layout: rank <= 2, extents <= 5, strides -5 to 5",
               {.ranks = 2, .shapes = 5, .least = -5, .most = 5}, answered);
  // modes of stride 0 above many points
  every(p, "four modes of 4:1, 4:4, 2:16 and 3:0", [](auto const& ask) {
    each_list<Mode<std::int64_t>>({{4, 1}, {4, 4}, {2, 16}, {3, 0}}, 4, [&](auto const& modes) {
      auto const l = flat(modes);
      ask(truth_of(bool(nullspace(l))) && answered(l), l);
    });
  });
}

void prove(Proof& p) {
  one_sign(p);
  whole(p);
  small(p);
}

}  // namespace

Theorem nullspace_is_the_kernel() {
  return theorem<Law>(
      "nullspace_is_the_kernel", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents, "mixed signs, 4 shapes of 3 to 8 points, any strides"},
       {Kind::enumerated, "rank <= 2, extents <= 5, strides -5 to 5; four modes of 4:1, 4:4, 2:16 and 3:0"}},
      R"(Strides of one sign are answered at once, whatever the extents. With mixed signs the function enumerates the offsets
             and asks find_layout (find_layout_is_exact).)");
}

}  // namespace colex::sym
