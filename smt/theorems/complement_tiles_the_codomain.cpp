// SPDX-License-Identifier: MIT
// The theorem of laws/complement_tiles_the_codomain.hpp.
#include "colex/laws/complement_tiles_the_codomain.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_tiles_the_codomain;

/// Whole shipped complement, sort and loops included: it answers exactly when the order-free condition holds,
/// and what it answers before coalescing are the gaps.
void whole(Proof& p, int rank) {
  Lemmas const& by = p.lemmas();
  Integer const one(1), cotarget = p.integer("M");
  List<Mode<Integer>> modes;
  std::vector<Boolean> given = {cotarget >= one};
  for (int k = 0; k < rank; ++k) {
    modes.push(any_mode(static_cast<std::size_t>(k)));
    given.push_back(modes[k].shape >= one);
  }
  auto const layout = flat(modes);
  p.part("the whole function at rank " + std::to_string(rank), given, [&] {
    auto const r = complement_gaps(layout, cotarget, Cover::strict);
    p.use_divisions();
    Boolean admissible(true);
    auto const& m = layout.leaves;
    for (int i = 0; i < rank; ++i) {
      Integer const reach = m[i].shape * m[i].stride;
      p.use(by.positive.at(m[i].shape, m[i].stride));
      p.use(by.monotone.at(one, m[i].shape, m[i].stride));
      admissible = both(admissible, either(m[i].shape == one,
                                           both(m[i].stride >= one, rem(cotarget, reach) == Integer(0))));
      for (int j = 0; j < rank; ++j) {
        if (i == j) continue;
        Integer const other = m[j].shape * m[j].stride;
        p.use(by.divide.at(m[i].stride, Integer(0), m[i].stride, other));
        p.use(by.transitive.at(cotarget, reach, m[j].stride, m[j].shape, other));
        for (int k = 0; k < rank; ++k)
          if (k != i && k != j) p.use(by.transitive.at(m[k].stride, reach, m[j].stride, m[j].shape, other));
        if (i < j)
          admissible = both(admissible, either(either(m[i].shape == one, m[j].shape == one),
                                               either(rem(m[j].stride, reach) == Integer(0),
                                                      rem(m[i].stride, other) == Integer(0))));
      }
    }
    p.claim(r ? "an answer means admissible" : "a refusal means not admissible",
            r ? admissible : !admissible);
  });
}

/// What complement leaves out, and the least M.
void more_modes(Proof& p) {
  using L = Layout<std::int64_t>;
  using M = Mode<std::int64_t>;
  auto const each = [](std::vector<M> const& kinds, int rank, auto const& f) {
    each_list(kinds, rank, [&](List<M> const& modes) { f(flat(modes)); });
  };
  every(p, "five modes of 2:1, 2:2, 2:4, 2:8 and 1:3 in [0, 16)", [&](auto const& ask) {
    each({{2, 1}, {2, 2}, {2, 4}, {2, 8}, {1, 3}}, 5, [&](L const& l) {
      auto const r = complement(l, 16);
      std::vector<Term> once, all;  // no stride moves twice; the answer's are those that do not move at all
      for (std::int64_t d = 1; d < 16; d *= 2) {
        std::vector<Term> has, added;
        for (auto const& m : l.leaves)
          if (m.shape > 1) has.push_back(z3::ite(number(m.stride) == number(d), number(1), number(0)));
        once.push_back(sum_of(has) <= number(1));
        if (!r) continue;
        for (auto const& m : r->leaves) added.push_back(number(m.shape - 1) * number(m.stride));
      }
      all.push_back(right(bool(r), all_of(once)));
      if (r) {
        std::vector<Term> tops = {number(1)};
        for (auto const* part : {&l, &*r})
          for (auto const& m : part->leaves) {
            if (m.shape > 1) tops.push_back(number(m.shape - 1) * number(m.stride));
          }
        all.push_back(sum_of(tops) == number(16));
        all.push_back(number(size(l)) * number(size(*r)) == number(16));
      }
      ask(all_of(all), l);
    });
  });
  every(p, "the least M: three modes of extents 1 and 2, strides 1, 64 and 256", [&](auto const& ask) {
    each({{1, 1}, {1, 64}, {1, 256}, {2, 1}, {2, 64}, {2, 256}}, 3, [&](L const& l) {
      Term const said = number(least_cotarget(l));
      std::vector<Term> above = {said >= number(1)}, reached = {said == number(1)};
      for (auto const& m : l.leaves) {
        if (m.shape == 1) continue;
        above.push_back(said >= number(m.shape) * number(m.stride));
        reached.push_back(said == number(m.shape) * number(m.stride));
      }
      ask(all_of(above) && any_of(reached), l);
    });
  });
  every(p, "at least: three modes of which some have stride 0 are those that have not", [&](auto const& ask) {
    each({{2, 0}, {3, 0}, {2, 1}, {2, 2}, {3, 4}}, 3, [&](L const& l) {
      List<M> moving;
      for (auto const& m : l.leaves)
        if (m.stride != 0) moving.push(m);
      auto const r = complement(l, 24, Cover::at_least),
                 without = complement(flat(moving), 24, Cover::at_least);
      ask(r && without ? same(values(*r), values(*without))
                       : truth_of(r.refusal.condition == without.refusal.condition),
          l);
    });
  });
  for (Cover const cover : {Cover::at_least, Cover::disjoint})
    every(p,
          (cover == Cover::disjoint ? "disjoint" : "at least") +
              std::string(": two modes of extents 2 and 3, strides 1 to 4, reach M up to 12"),
          [&](auto const& ask) {
            each({{2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 1}, {3, 2}, {3, 3}, {3, 4}}, 2, [&](L const& l) {
              for (std::int64_t to = 1; to <= 12; ++to) {
                auto const r = complement(l, to, cover);
                if (!r) continue;
                std::vector<Term> tops = {number(1)};
                for (auto const* part : {&l, &*r})
                  for (auto const& m : part->leaves) tops.push_back(number(m.shape - 1) * number(m.stride));
                ask(sum_of(tops) >= number(to), l, to);
              }
            });
          });
}

void prove(Proof& p) {
  for (int rank = 1; rank <= 3; ++rank) whole(p, rank);
  more_modes(p);
}

}  // namespace

Theorem complement_tiles_the_codomain() {
  return theorem<Law>(
      "complement_tiles_the_codomain", prove, "; T29, T32, T36",
      {{Kind::coq, "as stated"},
       {Kind::rank, "3: the whole strict function"},
       {Kind::enumerated,
        "what is left out: five modes of two points or one, three modes with stride 0; the least M: three "
        "modes; at least and disjoint: that M is reached, two modes"}},
      R"(Coq: at every rank the pairs of an index of A and one of the complement map one to one onto [0, M). That
             complement refuses exactly where the condition without an order fails is proved on the whole function
             here, and at every rank by complement_refuses_rightly, which says also that no other set of offsets
             would do.)");
}

}  // namespace colex::sym
