// SPDX-License-Identifier: MIT
// The checker's part of the strided copy, written from the documentation: a simulation of launches, and the
// obligations stated again for every number of units. Shares no code with the kernel, the algebra or the
// prover.
#include <fmt/format.h>

#include <vector>

#include "certificate/restate.hpp"
#include "strided_copy/strided_copy_proof.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

struct Config {
  long unit_bytes, gathered, rank, threads, steps;

  explicit Config(Json const& p)
      : unit_bytes(p.at("unit_bytes")),
        gathered(p.at("gathered")),
        rank(p.at("rank")),
        threads(p.at("threads")),
        steps(p.at("steps")) {}
  bool sensible() const {
    bool const is_width =
        unit_bytes == 1 || unit_bytes == 2 || unit_bytes == 4 || unit_bytes == 8 || unit_bytes == 16;
    return is_width && (gathered == 1 || gathered * unit_bytes == 4) && rank >= 1 && rank <= 8 &&
           threads >= 1 && threads <= 1024 && steps >= 1 && steps <= 64;
  }
};

/// An array in units: its extents, and the strides of one side.
struct Side {
  std::vector<long> const& extents;
  std::vector<long> strides;

  long at(long unit) const {
    long sum = 0;
    for (std::size_t k = 0; k < extents.size(); ++k)
      sum += unit % extents[k] * strides[k], unit /= extents[k];
    return sum;
  }
  /// One past the highest offset, and what must be added so that the lowest is 0.
  long reach() const {
    long highest = 0;
    for (std::size_t k = 0; k < extents.size(); ++k) highest += (extents[k] - 1) * std::abs(strides[k]);
    return highest + 1;
  }
  long origin() const {
    long lowest = 0;
    for (std::size_t k = 0; k < extents.size(); ++k)
      if (strides[k] < 0) lowest += (extents[k] - 1) * strides[k];
    return -lowest;
  }
};

/// One launch: blocks of threads, each thread moving one unit per step.
void simulate(Config const& c, std::vector<long> const& extents, Side const& source, Side const& destination,
              std::vector<std::string>& problems) {
  long units = 1;
  for (long n : extents) units *= n;
  auto const say = [&](std::string const& what) {
    problems.push_back(fmt::format("{} units: {}", units, what));
  };
  std::vector<int> moved(static_cast<std::size_t>(units)),
      stored(static_cast<std::size_t>(destination.reach()));
  long const per_block = c.threads * c.steps, blocks = (units + per_block - 1) / per_block;
  for (long place = 0; place < blocks * per_block; ++place) {
    // Consecutive places: the threads of a step, then the steps of a block, then the blocks.
    if (place >= units) continue;
    ++moved[static_cast<std::size_t>(place)];
    long const from = source.origin() + source.at(place), to = destination.origin() + destination.at(place);
    if (from < 0 || from >= source.reach())
      return say(fmt::format("a load at {} of {}", from, source.reach()));
    if (to < 0 || to >= destination.reach())
      return say(fmt::format("a store at {} of {}", to, destination.reach()));
    if (++stored[static_cast<std::size_t>(to)] > 1) return say(fmt::format("offset {} is stored twice", to));
  }
  for (std::size_t u = 0; u < moved.size(); ++u)
    if (moved[u] != 1) return say(fmt::format("unit {} is moved {} times", u, moved[u]));
}

std::string script(std::string const& given, std::string const& goal) {
  return fmt::format("(set-logic QF_LIA)\n{}(assert (not {}))\n(check-sat)\n", given, goal);
}

}  // namespace

void simulate_strided_copy(Json const& parameters, std::vector<std::string>& problems) {
  Config const c(parameters);
  if (!c.sensible()) return problems.push_back("the parameters are inconsistent");
  long const per_block = c.threads * c.steps;
  for (long n :
       {1L, c.threads - 1, c.threads + 1, per_block - 1, per_block, per_block + 1, 2 * per_block + 3}) {
    if (n < 1) continue;
    std::vector<long> const line{n}, box{3, n, 2};
    simulate(c, line, {line, {1}}, {line, {1}}, problems);
    simulate(c, line, {line, {0}}, {line, {2}}, problems);
    simulate(c, box, {box, {2 * n, 1, n}}, {box, {1, 3, 3 * n + 5}}, problems);
    simulate(c, box, {box, {-1, 3, -3 * n}}, {box, {2, -6, 6 * n}}, problems);
    if (problems.size() > 8) return;
  }
}

std::vector<Restated> restated_strided_copy(Json const& parameters) {
  Config const c(parameters);
  auto const step = [&](char const* b, char const* s, char const* t) {
    return fmt::format(
        "(declare-const {0} Int)\n(declare-const {1} Int)\n(declare-const {2} Int)\n"
        "(assert (and (<= 0 {0}) (< {0} blocks) (<= 0 {1}) (< {1} {3}) (<= 0 {2}) (< {2} {4})))\n",
        b, s, t, c.steps, c.threads);
  };
  auto const number = [&](char const* b, char const* s, char const* t) {
    return fmt::format("(+ (* {} {}) (* {} {}) {})", c.steps * c.threads, b, c.threads, s, t);
  };
  long const per_block = c.threads * c.steps;
  // As many blocks as cover the units: the last begins before their end.
  auto const launch = fmt::format(
      "(declare-const units Int)\n(declare-const u Int)\n(declare-const blocks Int)\n"
      "(assert (and (<= 0 u) (< u units)))\n"
      "(assert (and (<= units (* {0} blocks)) (< (* {0} blocks) (+ units {0}))))\n",
      per_block);
  auto const digits = fmt::format(
      "(declare-const q Int)\n(declare-const r Int)\n(assert (and (= u (+ (* {0} q) r)) (<= 0 r) (< r "
      "{0})))\n",
      per_block);
  std::vector<Restated> all = {
      {"O1: the block of each unit is in the grid", script(launch + digits, "(and (<= 0 q) (< q blocks))")},
      {"O1: one step of one thread has the unit's number",
       script(launch + step("b", "s", "t") + step("c", "v", "w") +
                  fmt::format("(assert (= u {} {}))\n", number("b", "s", "t"), number("c", "v", "w")),
              "(and (= b c) (= s v) (= t w))")}};
  // Unit (c, d) begins at element n (origin + c + d S): where the plan takes units of n, n divides the rest.
  for (long n = 2; n <= c.unit_bytes; n *= 2)
    all.push_back(restated(fmt::format("O3: a unit of {} begins at a multiple of it", n), "origin c d S", {},
                           fmt::format("(= 0 (mod (+ (* {0} origin) (* {0} c) (* d (* {0} S))) {0}))", n)));
  // What is gathered: element k of store c is number n c + k of mode 0, whose strides are `apart` and 1; the
  // destination's other strides and its origin are multiples of n.
  if (long const n = c.gathered; n > 1) {
    all.push_back(
        restated("O3: an element that is gathered is its coordinate's", "c k apart", {},
                 fmt::format("(= (+ (* c (* {0} apart)) (* k apart)) (* (+ (* {0} c) k) apart))", n)));
    all.push_back(restated(fmt::format("O3: a store of {} begins at a multiple of it", n), "to c d D", {},
                           fmt::format("(= 0 (mod (+ (* {0} to) (* {0} c) (* d (* {0} D))) {0}))", n)));
    all.push_back(
        restated("O4: an element that is gathered is in its mode", "c k extent",
                 {in_range("c", "extent"), in_range("k", std::to_string(n))},
                 fmt::format("(and (<= 0 (+ (* {0} c) k)) (< (+ (* {0} c) k) (* {0} extent)))", n)));
  }
  all.push_back(term_of_an_offset("O4"));
  add(all, numbering("O9: a unit", {{"digit", "extent"}, {"rest", "later"}}));
  return all;
}

}  // namespace colex::gpu
