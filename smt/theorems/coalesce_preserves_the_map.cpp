// SPDX-License-Identifier: MIT
// The theorem of laws/coalesce_preserves_the_map.hpp.
#include "colex/laws/coalesce_preserves_the_map.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::coalesce_preserves_the_map;

void prove(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const rest = p.integer("rest"), s = p.integer("pending_shape"), d = p.integer("pending_stride");
  Mode<Integer> const mode{p.integer("shape"), p.integer("stride")};
  p.part("extended: after the pending mode, the last mode runs on",
         {rest >= Integer(0), s >= Integer(1), mode.shape >= Integer(1)}, [&] {
           List<Mode<Integer>> modes;
           modes.push({s, d});
           modes.push(mode);
           auto const answer = p.shipped("coalesce_extended", [&] { return coalesce_extended(modes); });
           p.use(by.by_one.at(rest, s));
           p.use(by.euclid.at(rest, s));
           p.use(by.distribute.at(d, quot(rest, s), s, rem(rest, s)));
           p.claim("same values from here on",
                   evaluate_extended(answer, rest) == evaluate_extended(modes, rest));
           p.claim("same size", size(answer) == size(modes));
           p.claim("no mode more", Boolean(answer.count <= modes.count));
         });

  List<Mode<Integer>> modes;
  std::vector<Boolean> positive = {rest >= Integer(0)};
  for (int rank = 1; rank <= 2; ++rank) {
    modes.push(any_mode(static_cast<std::size_t>(rank - 1)));
    positive.push_back(modes.back().shape >= Integer(1));
    p.part("the whole law, rank " + std::to_string(rank), positive, [&] {
      auto const goal = Law::holds(flat(modes), rest);
      p.use_divisions();
      p.claim("size and map", goal);
    });
  }
  every(p, "up to 32 modes, none of which continues another, and one of a single point", [](auto const& ask) {
    for (int rank = 1; rank <= kMaxLeaves; ++rank)
      for (int still = 0; still <= rank; ++still) {  // rank: none
        List<Mode<std::int64_t>> all, kept;
        for (int k = 0; k < rank; ++k) {
          all.push({k == still ? 1 : 2, (std::int64_t{2} << k) - 1});
          if (k != still) kept.push(all.back());
        }
        if (kept.count == 0) kept.push({1, 0});
        auto const r = coalesce(all);
        std::vector<Term> same = {truth_of(r.count == kept.count && !r.overfull)};
        for (int k = 0; k < r.count && k < kept.count; ++k) {
          same.push_back(number(r[k].shape) == number(kept[k].shape));
          same.push_back(number(r[k].stride) == number(kept[k].stride));
        }
        ask(all_of(same), flat(all));
      }
  });
}

}  // namespace

Theorem coalesce_preserves_the_map() {
  return theorem<Law>(
      "coalesce_preserves_the_map", prove, "; T7, T11, T12",
      {{Kind::coq, "as stated"},
       {Kind::rank, "2: the whole function, and coalesce_extended"},
       {Kind::enumerated,
        "up to 32 modes, the capacity, of two points each, none of which continues another"}},
      R"(Coq has the step and the loop at every rank, extended (T11) past the end as well. Here the whole function up
             to rank 2, and up to the capacity.)");
}

}  // namespace colex::sym
