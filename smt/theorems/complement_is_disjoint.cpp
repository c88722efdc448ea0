// SPDX-License-Identifier: MIT
// The theorem of laws/complement_is_disjoint.hpp. It uses complement_tiles_the_codomain.
#include "colex/laws/complement_is_disjoint.hpp"

#include <string>
#include <vector>

#include "catalogue.hpp"
#include "colex/filter.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_is_disjoint;

/// T31: the largest offsets of A and of its complement add up to the last one below M. `top_a` and `top_r`
/// are those of the modes and gaps so far; strides are at least 1, so the largest offset is at the last
/// digits.
void tops(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const one(1);
  Integer const reach = p.integer("reach"), shape = p.integer("shape"), stride = p.integer("stride"),
                m = p.integer("M");
  Integer const top_a = p.integer("top_a"), top_r = p.integer("top_r");
  Boolean const before = top_a + top_r == reach - one;
  p.part("the largest offsets add up to the reach less 1, step", {reach >= one, shape > one, stride >= one},
         [&] {
           auto const step = p.shipped("complement_step", [&] {
             return complement_step(reach, Mode<Integer>{shape, stride});
           });
           if (step.refusal.condition != Condition::none) return;
           p.suppose(before);
           Integer const gap = p.define("gap", step.mode.shape);
           p.have("the gap ends where the mode starts",
                  both(step.mode.stride == reach, gap * reach == stride), {by.euclid.at(stride, reach)});
           p.claim("still", top_a + (shape - one) * stride + top_r + (gap - one) * reach == step.state - one);
         });
  for (Cover const cover : {Cover::strict, Cover::at_least})
    p.part(
        cover == Cover::strict ? "and at the end to M less 1" : "and at the end to what is covered, less 1",
        {reach >= one, m >= one}, [&] {
          auto const step =
              p.shipped("complement_finish", [&] { return complement_finish(reach, m, cover); });
          if (step.refusal.condition != Condition::none) return;
          p.suppose(before);
          Integer const gap = p.define("gap", step.mode.shape);
          p.have("the gap fills it", both(step.mode.stride == reach, gap * reach == step.state),
                 {by.euclid.at(m, reach)});
          p.claim("so", top_a + top_r + (gap - one) * reach == step.state - one);
          if (cover == Cover::strict) p.claim("M", step.state == m);
        });
}

/// T34: what A and B share does not depend on how B is written: coalesced, sorted or without the modes that
/// do not move it has the same offsets.
void same_offsets(Proof& p) {
  for (std::vector<std::int64_t> const& extents : {std::vector<std::int64_t>{3}, {2, 3}, {3, 1, 2}}) {
    List<Mode<Integer>> modes;
    std::string name;
    char const* const names[] = {"d0", "d1", "d2"};
    for (std::size_t k = 0; k < extents.size(); ++k) {
      modes.push({Integer(extents[k]), p.integer(names[k])});
      name += (k > 0 ? "," : "") + std::to_string(extents[k]);
    }
    Layout<Integer> const b = flat(modes);
    p.part("coalesced, sorted, filtered: the same offsets, extents " + name, {}, [&] {
      for (auto const& other : {flat(coalesce(b.leaves)), sort(b), filter(b)}) {
        auto const among = [](Layout<Integer> const& x, Layout<Integer> const& y) {
          Boolean all(true);
          for (std::int64_t i = 0; i < size(x).numeral(); ++i) {
            Boolean some(false);
            for (std::int64_t j = 0; j < size(y).numeral(); ++j)
              some = some | (evaluate(x, Integer(i)) == evaluate(y, Integer(j)));
            all = all & some;
          }
          return !!all;  // one query, not one for each value
        };
        p.claim("each offset of B is one of the other", among(b, other));
        p.claim("and back", among(other, b));
      }
    });
  }
}

void prove(Proof& p) {
  tops(p);
  same_offsets(p);
  Integer const zero(0), one(1);
  Integer const a = p.integer("a"), b = p.integer("b"), i = p.integer("i"), j = p.integer("j");
  // The pair map of complement_tiles_the_codomain: A(i) + R(j), with its inverse (left, right).
  Function const f("A", 1), g("R", 1), left("I", 1), right("J", 1);
  auto inverse_at = [&](Integer const& x, Integer const& y) {
    Integer const v = f(x) + g(y);
    return both(left(v) == x, right(v) == y);
  };
  p.part("a common offset is 0",
         {a >= one, b >= one, i >= zero, i < a, j >= zero, j < b, f(zero) == zero, g(zero) == zero,
          inverse_at(i, zero), inverse_at(zero, j), f(i) == g(j)},
         [&] {
           p.claim("both coordinates are 0, and so is the offset", both(i == zero, j == zero, f(i) == zero));
         });

  // Layouts give 0 at 0, by the shipped evaluation.
  Integer const shape = p.integer("shape"), stride = p.integer("stride");
  p.part("every layout starts at 0", {shape >= one}, [&] {
    auto const at = evaluate_step(EvaluateState<Integer>{zero, zero}, Mode<Integer>{shape, stride});
    p.use(p.lemmas().divide.at(zero, zero, zero, shape));
    p.claim("0 stays 0", both(at.rest == zero, at.offset == zero));
  });

  // Which the gaps the shipped steps emit rely on: the offset of each is read back on its own.
  Integer const reach = p.integer("reach"), low = p.integer("low"), u = p.integer("u");
  p.part("a gap's digit is not an offset below the reach",
         {reach >= one, shape > one, stride >= one, low >= zero, low < reach, u >= one}, [&] {
           auto const step = p.shipped("complement_step", [&] {
             return complement_step(reach, Mode<Integer>{shape, stride});
           });
           if (step.refusal.condition != Condition::none) return;
           p.use(p.lemmas().euclid.at(stride, reach));
           p.use(p.lemmas().monotone.at(zero, u, step.mode.stride));
           p.claim("above", u * step.mode.stride > low);
           p.claim("and the mode's own offsets are past the whole gap",
                   both(step.mode.shape * step.mode.stride == stride, step.state == shape * stride));
         });
}

}  // namespace

Theorem complement_is_disjoint() {
  return {
      "complement_is_disjoint",
      Law::statement,
      std::string(Law::source) + "; T30, T31, T34",
      {{Kind::steps, "all extents and M, strict and covering"},
       {Kind::coq, "every rank, of the shipped steps, any A, each of the three covers"},
       {Kind::extents,
        "that coalesce, sort and filter keep the offsets, 3 lists of extents, any "
        "strides"}},
      R"(By complement_tiles_the_codomain the pairs (i, j) and the offsets A(i) + R(j) correspond one to one, also
             for a covering complement, whose range is [0, least multiple of the reach from M on). If A(i) =
             R(j), the pairs (i, 0) and (0, j) have the same offset, so i = 0 and j = 0. T31: nothing
             passed, the reach is 1 and the largest offsets are 0; each step keeps that they add up to the
             reach less 1, so at the end to M less 1: cosize(R) = M - cosize(A) + 1. T34: disjointness
             speaks of the sets of offsets; it is symmetric by its words, and coalescing
             (coalesce_preserves_the_map), sorting and dropping modes that do not move keep the set.)",
      prove};
}

}  // namespace colex::sym
