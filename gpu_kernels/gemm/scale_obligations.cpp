// SPDX-License-Identifier: MIT
// What a certificate of a scaled config of the GEMM kernel claims of its scales, for every M, N, K, pitch and number of splits. K is a
// multiple of a step, as the call demands. That an element of the matrix of scales is inside the array, and a bounded load reads
// no row but those inside, O4.offsets and O4.bounded say of every matrix.
#include "gemm/gemm_index.hpp"
#include "gemm/gemm_obligations.hpp"

namespace colex::gpu {

namespace {

using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1}, stages{direct_stages};

/// O4: the scale of k is the byte that is picked of the run that its turn loads, the run is inside the row that the call checks, and
/// that row is no longer than whole runs need.
void scales_are_in_bounds(Proof& p, GemmTile const& sizes) {
  Integer const step_k(sizes.k), turn(std::int64_t{sizes.k} * direct_stages);
  Integer const block(sizes.scale_block), columns(sizes.k / sizes.scale_block);
  Integer const run(direct_stages * (sizes.k / sizes.scale_block));
  Integer const steps = p.integer("steps"), K = steps * step_k;
  p.part("a row", {steps > zero}, [&] {
    auto const wide = p.shipped("scale_columns", [&] { return scale_columns(K, turn, block); });
    p.claim("takes whole runs", rem(wide, run) == zero);
    p.claim("has a scale for each block of K", K <= wide * block);
    p.claim("takes no run more", wide * block < K + turn);
  });
  Integer const k = p.integer("k");
  p.part("the scale of k", {steps > zero, k >= zero, k < K}, [&] {
    Integer const wide = p.define("wide", scale_columns(K, turn, block));
    Integer const step = p.define("step", quot(k, step_k)), phase = p.define("phase", rem(step, stages));
    Integer const column =
        p.define("column", p.shipped("scale_column", [&] { return scale_column(step - phase, columns); }));
    p.claim("is the one that is picked",
            column + phase * columns + quot(rem(k, step_k), block) == quot(k, block));
    p.claim("is loaded with a run inside the row", both(column >= zero, column + run <= wide));
    p.claim("whose address is a multiple of its size", rem(column, run) == zero);
  });
  Integer const turns = p.integer("turns"), last = p.integer("last");
  p.part("what is loaded in a turn", {turns >= zero, last <= steps, turns * stages < last}, [&] {
    Integer const wide = p.define("wide", scale_columns(K, turn, block));
    Integer const now = p.define("now", turns * stages);
    auto const ahead = p.shipped("scales_ahead", [&] { return scales_ahead(now, stages, last); });
    p.claim("are the next turn's, if there is one", either(now + stages >= last, ahead == now + stages));
    p.claim("is of the part of K", both(ahead >= zero, ahead < last));
    p.claim("begins a turn", rem(ahead, stages) == zero);
    p.claim("is inside the row", scale_column(ahead, columns) + run <= wide);
  });
}

/// O6: the scales of a turn are loaded with its first step, ahead of its other loads; so they have arrived when that step has. Loads
/// are counted: those before step g.
void scales_arrive_in_order(Proof& p, GemmTile const& sizes) {
  Integer const loads(sizes.loads), scales(sizes.scale_loads);
  Integer const step = p.integer("step"), l = p.integer("l");
  auto const before = [&](Integer const& g) { return g * loads + quot(g + stages - one, stages) * scales; };
  p.part("the loads of a step", {step >= zero}, [&] {
    Integer const own = before(step + one) - before(step);
    p.claim("are its own, and the scales of the turn that it begins",
            both(either(rem(step, stages) != zero, own == loads + scales),
                 either(rem(step, stages) == zero, own == loads)));
  });
  p.part("load l of step s + 1", {step >= zero, l >= zero, l < before(step + one + one) - before(step + one)},
         [&] {
           auto const more =
               p.shipped("scales_under_way", [&] { return scales_under_way(step, scales, stages); });
           Integer const under_way = ring_under_way(loads, stages) + more, started = before(step + stages);
           p.claim("is not among those that may be under way", before(step + one) + l < started - under_way);
           p.claim("one more might be", before(step + one + one) == started - under_way);
           p.claim("by the number of its stage, too",
                   more == scales_under_way(ring_stage(step, stages), scales, stages),
                   {p.lemmas().euclid.at(step, stages)});
           p.claim("with all of the scales or none", either(more == zero, more == scales));
         });
}

/// O10: the parts of K are of whole turns; together these reach the last step, and one less does not.
void turns_cover_steps(Proof& p, GemmTile const& sizes) {
  Integer const step_k(sizes.k), turn(std::int64_t{sizes.k} * direct_stages);
  Integer const steps = p.integer("steps"), K = steps * step_k;
  p.part("the turns of K", {steps > zero}, [&] {
    auto const turns = p.shipped("tiles_over", [&] { return tiles_over(K, turn); });
    p.claim("reach its last step, and one less does not",
            both(steps <= turns * stages, (turns - one) * stages < steps));
    p.claim("are of the steps that there are", tiles_over(K, step_k) == steps);
  });
}

}  // namespace

std::vector<Obligation> scale_obligations(GemmTile const& tile) {
  return {
      {"O4.scales", "for every K the scale of each k is the byte picked of the run loaded, inside its row",
       [tile](Proof& p) { scales_are_in_bounds(p, tile); }},
      {"O6.scales",
       "the scales of a turn, counted with its first step's loads, have arrived before they are taken",
       [tile](Proof& p) { scales_arrive_in_order(p, tile); }},
      {"O10.turns", "for every K the turns that its parts are made of cover its steps",
       [tile](Proof& p) { turns_cover_steps(p, tile); }}};
}

}  // namespace colex::gpu
