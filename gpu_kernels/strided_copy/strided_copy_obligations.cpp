// SPDX-License-Identifier: MIT
// The obligations of the strided copy, proved on the index functions that the kernel runs.
#include "strided_copy/strided_copy_index.hpp"
#include "strided_copy/strided_copy_proof.hpp"

namespace colex::gpu {

namespace {

using sym::Boolean;
using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1};

/// O1: a unit is the number of one step of one thread of the grid.
void grid_covers_each_unit_once(Proof& p, StridedCopyNumbers const& config) {
  Integer const threads(config.threads), steps(config.steps);
  Integer const units = p.integer("units"), u = p.integer("u");
  p.part("some step of a thread moves u", {units >= zero, u >= zero, u < units}, [&] {
    Integer const run = p.define("run", quot(u, threads)), thread = p.define("thread", rem(u, threads));
    Integer const block = p.define("block", quot(run, steps)), step = p.define("step", rem(run, steps));
    auto const blocks = p.shipped("grid_blocks", [&] { return grid_blocks(units, threads, steps); });
    p.claim("the block is in the grid", both(block >= zero, block < blocks));
    p.claim("no block is idle", (blocks - one) * threads * steps < units);
    p.claim("the thread is in the block, and the step among its steps",
            both(thread >= zero, thread < threads, step >= zero, step < steps));
    p.claim("its number is u", unit_number(block, step, thread, threads, steps) == u);
  });
  Integer const b = p.integer("b"), s = p.integer("s"), t = p.integer("t");
  p.part("a step that moves a unit is that one", {b >= zero, s >= zero, s < steps, t >= zero, t < threads},
         [&] {
           auto const number = p.define(
               "number", p.shipped("unit_number", [&] { return unit_number(b, s, t, threads, steps); }));
           Integer const run = p.define("run", b * steps + s);
           p.have("thread and run", both(quot(number, threads) == run, rem(number, threads) == t),
                  {p.lemmas().divide.at(number, run, t, threads)});
           p.claim("block and step", both(quot(run, steps) == b, rem(run, steps) == s),
                   {p.lemmas().divide.at(run, b, s, steps)});
         });
}

/// O3: where the plan takes units of n elements, mode 0 runs along both sides, and every other stride and
/// both origins are multiples of n, a unit is n neighbouring elements from a multiple of n on.
void units_are_whole(Proof& p, int elements) {
  Integer const n(elements), c = p.integer("c"), k = p.integer("k"), d = p.integer("d"), S = p.integer("S"),
                             origin = p.integer("origin"), extent = p.integer("extent");
  p.part("element k of a unit of " + std::to_string(elements),
         {c >= zero, c < extent, k >= zero, k < n, extent >= one}, [&] {
           auto const unit = p.shipped("pass_mode", [&] {
             return pass_mode({c, origin + d * S, zero}, extent, one, zero);
           });
           p.have("the digit is c", rem(c, extent) == c, {p.lemmas().divide.at(c, zero, c, extent)});
           p.have("the quotient is 0", quot(c, extent) == zero, {p.lemmas().divide.at(c, zero, c, extent)});
           p.claim("lies beside its first", n * origin + (n * c + k) + d * (n * S) == n * unit.source + k);
         });
}

/// O3 of what is gathered: where the plan gathers n elements, which are neighbours along mode 0, and n divides the
/// destination's other strides and its origin, one store takes n neighbouring elements from a multiple of n on.
void gathered_are_neighbours(Proof& p, int elements) {
  Integer const n(elements), c = p.integer("c"), k = p.integer("k"), S = p.integer("S"), D = p.integer("D"),
                             d = p.integer("d"), apart = p.integer("apart"), origin = p.integer("origin"),
                             to = p.integer("to"), extent = p.integer("extent");
  p.part("element k of a store of " + std::to_string(elements),
         {c >= zero, c < extent, k >= zero, k < n, extent >= one}, [&] {
           Integer const before = p.define("before", origin + d * S),
                         there = p.define("there", n * (to + d * D));
           auto const unit = p.shipped("pass_mode", [&] {
             return pass_mode({c, before, there}, extent, n * apart, n);
           });
           auto const from = p.shipped("gathered_at", [&] { return gathered_at(unit.source, k, apart); });
           p.have("the digit is c", rem(c, extent) == c, {p.lemmas().divide.at(c, zero, c, extent)});
           p.have("the quotient is 0", quot(c, extent) == zero, {p.lemmas().divide.at(c, zero, c, extent)});
           p.have("where the unit is",
                  both(unit.source == before + c * (n * apart), unit.destination == there + c * n));
           Integer const at = p.define("at", c * apart), within = p.define("within", k * apart);
           p.have("its parts", both(c * (n * apart) == n * at, (n * c + k) * apart == n * at + within));
           p.claim("is the one at that coordinate along mode 0", from == before + (n * c + k) * apart);
           p.claim("is stored beside the first", unit.destination + k == n * (to + d * D) + (n * c + k));
           p.claim("which lies at a multiple of them", unit.destination == n * (to + d * D + c));
           p.claim("in the mode", both(n * c + k >= zero, n * c + k < n * extent));
         });
}

/// O4: a mode's digit is below its extent, what is left numbers the later modes, and so every offset is in
/// the memory that the plan states.
void offsets_are_in_bounds(Proof& p, int rank) {
  Integer const rest = p.integer("rest"), extent = p.integer("extent"), later = p.integer("later"),
                at = p.integer("at"), to = p.integer("to"), s = p.integer("s"), t = p.integer("t"),
                digit = p.integer("digit");
  p.part("a mode", {rest >= zero, extent >= one, later >= one}, [&] {
    p.suppose(rest < later * extent);
    auto const passed = p.shipped("pass_mode", [&] { return pass_mode({rest, at, to}, extent, s, t); });
    Integer const taken = p.define("taken", rem(rest, extent));
    p.have("its digit", both(taken >= zero, taken < extent, rest - quot(rest, extent) * extent == taken),
           {p.lemmas().euclid.at(rest, extent)});
    p.claim("what is left numbers the later modes", both(passed.rest >= zero, passed.rest < later),
            {p.lemmas().quotient_range.at(rest, extent, later)});
    p.claim("adds digit * stride",
            both(passed.source == at + taken * s, passed.destination == to + taken * t));
  });
  p.part("a mode's share", {digit >= zero, digit < extent}, [&] {
    Integer const left = extent - one - digit, back = zero - s;
    p.have("parts", (extent - one) * s == digit * s + left * s);
    p.have("forward", either(s < zero, both(digit * s >= zero, left * s >= zero)),
           {p.lemmas().nonnegative.at(digit, s), p.lemmas().nonnegative.at(left, s)});
    p.have("opposite", both(digit * back == zero - digit * s, left * back == zero - left * s));
    p.have("backward", either(s >= zero, both(digit * s <= zero, left * s <= zero)),
           {p.lemmas().nonnegative.at(digit, back), p.lemmas().nonnegative.at(left, back)});
    p.claim("is at least 0, or its lowest", either(digit * s >= zero, digit * s >= (extent - one) * s));
    p.claim("is at most 0, or its highest", either(digit * s <= zero, digit * s <= (extent - one) * s));
  });
  std::vector<Boolean> given;
  Integer lowest = zero, highest = zero, offset = p.integer("origin");
  Integer const origin = offset;
  for (int k = 0; k < rank; ++k) {
    auto const named = [&](char const* what) { return p.integer((what + std::to_string(k)).c_str()); };
    Integer const share = named("share"), low = named("low"), high = named("high");
    for (auto const& b : {low <= share, share <= high, low <= zero, high >= zero}) given.push_back(b);
    lowest = lowest + low, highest = highest + high, offset = offset + share;
  }
  given.push_back(origin + lowest == zero);
  p.part("the sum of the modes' shares", given, [&] {
    p.claim("is in the memory from the lowest to the highest",
            both(offset >= zero, offset <= origin + highest));
  });
}

/// O9: two units that differ do so in this mode's digit, or in what is left for the later ones.
void units_differ_in_a_digit(Proof& p) {
  Integer const x = p.integer("x"), y = p.integer("y"), extent = p.integer("extent");
  p.part("two numbers", {x >= zero, y >= zero, extent >= one}, [&] {
    auto const one_passed = p.shipped("pass_mode", [&] {
      return pass_mode({x, zero, zero}, extent, one, zero);
    });
    auto const other = pass_mode({y, zero, zero}, extent, one, zero);
    p.have(
        "numbers from their digits",
        both(x == quot(x, extent) * extent + rem(x, extent), y == quot(y, extent) * extent + rem(y, extent)),
        {p.lemmas().euclid.at(x, extent), p.lemmas().euclid.at(y, extent)});
    p.claim("are one where digit and rest are",
            either(x == y, either(one_passed.source != other.source, one_passed.rest != other.rest)));
  });
}

}  // namespace

std::vector<Obligation> strided_copy_obligations(StridedCopyNumbers const& config) {
  return {
      {"O1", "for every number of units the grid moves each unit exactly once",
       [config](Proof& p) { grid_covers_each_unit_once(p, config); }},
      {"O3",
       config.gathered > 1
           ? "a store takes neighbouring elements of mode 0, from a multiple of their number on"
           : "a unit is neighbouring elements, from a multiple of their number on, on both sides",
       [config](Proof& p) {
         if (config.gathered > 1) return gathered_are_neighbours(p, config.gathered);
         for (int elements = 1; elements <= config.unit_bytes; elements *= 2) units_are_whole(p, elements);
       }},
      {"O4",
       "for all extents and strides every offset is between the lowest and the highest that the plan asks "
       "memory for",
       [config](Proof& p) { offsets_are_in_bounds(p, config.rank); }},
      {"O9", "two units differ in a digit of some mode", units_differ_in_a_digit}};
}

}  // namespace colex::gpu
