// SPDX-License-Identifier: MIT
// The theorem of laws/max_common_layout_is_common.hpp.
#include "colex/laws/max_common_layout_is_common.hpp"

#include "cases/every_case.hpp"
#include "cases/longest.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::max_common_layout_is_common;
using State = EvaluateState<Integer>;

/// How many points of right_inverse(B) lie inside A: `f` is any layout, the modes passed.
void inside(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const points = p.integer("points"), top = p.integer("top"), last = p.integer("last");
  Integer const s = p.integer("s"), d = p.integer("d"), k = p.integer("k");
  Function const f("F", 1);
  Mode<Integer> const mode{s, d};

  std::vector<Boolean> const given = {points >= one, top >= zero, top <= last, s >= one, d >= one};
  p.part("step: the points counted lie inside A", given, [&] {
    Inside<Integer> at;
    at.points = points;
    at.top = top;
    auto const after = p.shipped("inside_step", [&] { return inside_step(at, mode, last); });
    p.use(by.monotone.at(quot(last - top, d), zero, d));
    p.use(by.euclid.at(last - top, d));
    Integer const room = quot(last - top, d) + one, count = after.ends ? room : s;
    p.have("whole modes, or a part of one that is not empty",
           both(after.points == points * count, count >= one, count <= s));
    p.suppose(both(k >= zero, k < after.points));
    Integer const u = p.define("u", quot(k, points)), low = p.define("low", f(rem(k, points)));
    p.have("digits of k", both(u >= zero, u < count, u < s), {by.quotient_range.at(k, points, count)});
    p.suppose(both(low >= zero, low <= top));  // induction hypothesis
    auto const read = evaluate_step(State{u, low}, mode);
    p.have("the layout at k", both(read.rest == zero, read.offset == low + u * d),
           {by.divide.at(u, zero, u, s)});
    p.claim("inside", Law::step_keeps(mode, last, low, u, after),
            {by.monotone.at(u, count, d), by.nonnegative.at(u, d), by.nonnegative.at(s - one, d),
             by.monotone.at(s - one, room, d)});
    p.claim("no point more would do: the next digit is past the last",
            implies(Boolean(after.ends), top + room * d > last));
  });
}

/// Whole, of every pair; and what max_alignment says of each.
void small(Proof& p) {
  Small const set{.ranks = 2, .shapes = 3, .least = 0, .most = 3};
  every(p, "common, and the longest there is: rank <= 2, extents <= 3, strides 0 to 3", [&](auto const& ask) {
    each_layout(set, [&](Layout<std::int64_t> const& a) {
      each_layout(set, [&](Layout<std::int64_t> const& b) {
        std::vector<Term> right;
        for (Parts const parts : {Parts::any, Parts::whole_modes}) {
          auto const r = max_common_layout(a, b, parts);
          if (!r && parts == Parts::whole_modes) {
            right.push_back(truth_of(!composition(a, *right_inverse(b, parts))));
            continue;
          }
          auto const vector = max_common_vector(a, b, parts);
          right.push_back(truth_of(r && vector));
          if (!r || !vector) continue;
          right.push_back(number(size(*r)) == number(vector.value));
          right.push_back(undoes(a, *r) && undoes(b, *r));
          if (parts == Parts::any) right.push_back(none_longer({truth::table(a), truth::table(b)}, size(*r)));
        }
        ask(all_of(right), a, b);
      });
    });
  });
  every_layout(p, "aligned blocks: rank <= 3, extents <= 3, strides 0 to 3",
               {.ranks = 3, .shapes = 3, .least = 0, .most = 3}, [](Layout<std::int64_t> const& l) {
                 auto const of = values(l);
                 truth::Table const f = truth::table(l);
                 auto const n = max_alignment(l);
                 if (!n || n.value < 1) return truth_of(false);
                 std::vector<Term> all;
                 for (std::size_t i = 0; i < of.size(); ++i)
                   for (std::int64_t k = 0; k < n.value; ++k) {  // the block's offset k is met
                     std::int64_t const v = f[static_cast<std::int64_t>(i)] / n.value * n.value + k;
                     auto const met = std::find(f.begin(), f.end(), v) - f.begin();
                     all.push_back(met < f.count ? of[static_cast<std::size_t>(met)] ==
                                                       of[i] / number(n.value) * number(n.value) + number(k)
                                                 : truth_of(false));
                   }
                 if (n.value != f.count) {  // not every offset below the size is met
                   std::int64_t gap = 0;
                   while (std::find(f.begin(), f.end(), gap) != f.end()) ++gap;
                   all.push_back(number(gap) < number(f.count));
                   for (auto const& value : of) all.push_back(value != number(gap));
                 }
                 return all_of(all);
               });
}

void prove(Proof& p) {
  inside(p);
  small(p);
}

}  // namespace

Theorem max_common_layout_is_common() {
  return theorem<Law>(
      "max_common_layout_is_common", prove, "",
      {{Kind::steps, "inside_step, any integer stride"},
       {Kind::coq, "as stated"},
       {Kind::enumerated,
        "more than the law says, that MaximalSearch finds none shorter, and that a refusal of whole modes is "
        "composition's: rank <= 2, extents <= 3, strides 0 to 3"}},
      R"(Whole modes, CuTe's answer: of right_inverse(B) the points counted lie inside A, and no point more would. The default
             takes parts of modes as well, and answers what either way finds only once composes_to() says yes for both
             layouts. That none is longer is not part of the law, and enumerated on 64-bit integers.)");
}

}  // namespace colex::sym
