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

/// The driver itself, up to the capacity: whatever the step is, what it emits and hands on is kept in order, and a
/// refusal ends the fold and names its mode.
void any_step(Proof& p) {
  Function const next("next", 3), shape("shape", 3), stride("stride", 3);
  Integer const start = p.integer("start");
  List<Mode<Integer>> all;
  for (int k = 0; k < kMaxLeaves; ++k) all.push(any_mode(static_cast<std::size_t>(k)));
  p.part("fold applies any step in order, up to 32 modes", {}, [&] {
    List<Mode<Integer>> modes;
    for (auto const& one : all) {
      modes.push(one);
      bool right = true;
      for (int refused = 0; refused <= modes.count; ++refused) {  // at modes.count: none is
        List<Mode<Integer>> emitted;
        Integer state = start;
        for (int k = 0; k < refused; ++k) {
          auto const& m = modes[k];
          if (k % 5 != 3) emitted.push({shape(state, m.shape, m.stride), stride(state, m.shape, m.stride)});
          state = next(state, m.shape, m.stride);
        }
        int taken = 0;
        auto const r = fold(modes, start, [&](Integer const& at, Mode<Integer> const& m) {
          int const k = taken++;
          Step<Integer, Integer> s;
          s.state = next(at, m.shape, m.stride);
          s.emits = k % 5 != 3;
          s.mode = {shape(at, m.shape, m.stride), stride(at, m.shape, m.stride)};
          if (k == refused) s.refusal = because<Integer>(Condition::divides);
          return s;
        });
        bool const refuses = refused < modes.count;
        right = right && identical(r.state, state) && alike(r.emitted, emitted) && !r.emitted.overfull &&
                taken == refused + (refuses ? 1 : 0) &&
                r.refusal.condition == (refuses ? Condition::divides : Condition::none) &&
                (!refuses || r.refusal.modes[0] == refused);
      }
      p.claim("states, emitted modes and refusals", Boolean(right));
    }
  });
}

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
  any_step(p);
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
       {Kind::rank, "32: the shipped fold applies any step in order, and stops where it refuses"},
       {Kind::enumerated,
        "up to 32 modes, the capacity, of two points each, none of which continues another"}},
      R"(Coq has the step and the loop at every rank, extended (T11) past the end as well. Here the whole function up
             to rank 2, and the fold alone up to the capacity.)");
}

}  // namespace colex::sym
