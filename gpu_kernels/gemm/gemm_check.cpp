// SPDX-License-Identifier: MIT
// The GEMM part of the checker: reads the layouts from the text of the certificate, enumerates every thread
// and value, and counts, for launches of several sizes, how often each product and each element of C is made.
// Written from the documentation; shares no code with the kernel or the algebra.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "certificate/layout_text.hpp"
#include "gemm/gemm_proof.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

using Text = LayoutText;

struct Checker {
  Json const& p;
  std::vector<std::string>& problems;
  long threads = p.at("threads"), atom_threads = p.at("atom_threads"), k_group = p.at("k_group");

  void say(std::string const& what) {
    if (problems.size() < 20) problems.push_back(what);
  }

  /// Place in shared memory of element `e` of the operand's tile.
  static long place(Json const& operand, Text const& shared, long e) {
    long const bits = operand.at("swizzle")[0], base = operand.at("swizzle")[1],
               shift = operand.at("swizzle")[2];
    long const offset = shared.at(e), mask = ((1l << bits) - 1) << (base + shift);
    return offset ^ ((offset & mask) >> shift);
  }

  /// Where an element is in memory: before the swizzle, and after it.
  using Places = std::function<std::pair<long, long>(long element)>;

  /// O2, O3, O5, and O8's cover: every thread and value of one thread-value layout of an operand.
  void holds(std::string const& name, Json const& operand, Places const& places_of, Text const& tv,
             long times, long width, long run) {
    long const rows = operand.at("rows"), columns = operand.at("columns"),
               bytes = operand.at("element_bytes");
    std::map<long, long> held;
    long const groups = tv.entries() > 2 ? tv.size(2) : 1;
    if (tv.size(0) != threads) return say(name + ": its threads are not the block's");
    if (width * bytes > 16 || run * bytes > 16) return say(name + ": an access of more than 16 bytes");
    for (long t = 0; t < threads; ++t)
      for (long g = 0; g < groups; ++g) {
        std::vector<std::pair<long, long>> order;  // offset before the swizzle, and after it
        for (long v = 0; v < tv.size(1); ++v) {
          long const e = tv.at(0, t) + tv.at(1, v) + (groups > 1 ? tv.at(2, g) : 0);
          ++held[e];
          if (e < 0 || e >= rows * columns) return say(name + ": elements outside the tile");
          order.push_back(places_of(e));
        }
        std::sort(order.begin(), order.end());
        std::vector<long> places;
        for (auto const& [before, after] : order) places.push_back(after);
        for (std::size_t i = 0; i < places.size(); i += width)
          for (long k = 0; k < width; ++k)
            if (places[i] % width != 0 || i + k >= places.size() || places[i + k] != places[i] + k)
              return say(
                  fmt::format("{}: thread {}: an access of {} elements is not aligned or not contiguous",
                              name, t, width));
      }
    for (long e = 0; e < rows * columns; ++e)
      if (held[e] != times)
        return say(fmt::format("{}: element {} is held {} times, not {}", name, e, held[e], times));
  }

  /// O2 of preshuffled B: its order has each element of the tile once, and threads read what they hold.
  void shuffled_operand(std::string const& name, long others) {
    Json const& x = p.at(name);
    long const elements = x.at("rows").get<long>() * x.at("columns").get<long>();
    Text const order(x.at("shuffled"));
    if (order.points() != elements) return say(name + ": the order is not of the tile's size");
    std::vector<long> place_of(elements, -1);
    for (long place = 0; place < elements; ++place) {
      long const e = order.at(place);
      if (e >= elements || place_of[e] != -1)
        return say(name + ": the order leaves the tile or repeats an element");
      place_of[e] = place;
    }
    auto const places = [&](long e) { return std::pair(place_of[e], place_of[e]); };
    holds(name, x, places, Text(x.at("thread_value_group")), others, x.at("read"), 1);
  }

  void operand(std::string const& name, long others) {
    Json const& x = p.at(name);
    long const rows = x.at("rows"), columns = x.at("columns");
    Text const shared(x.at("shared"));
    for (long number : x.at("swizzle"))
      if (number < 0 || number > 20) return say(name + ": a swizzle that this checker does not read");
    std::map<long, long> used;
    for (long e = 0; e < rows * columns; ++e) ++used[place(x, shared, e)];
    if (shared.points() != rows * columns || static_cast<long>(used.size()) != rows * columns ||
        used.begin()->first != 0 || used.rbegin()->first != rows * columns - 1)
      say(name + ": the tile in shared memory is not a bijection onto its memory");
    auto const places = [&](long e) { return std::pair(shared.at(e), place(x, shared, e)); };
    for (std::string side : {"along_k", "along_rows"}) {
      Text const copy(x.at("copy_" + side));
      long const run = x.at("copy_run");
      holds(name + " copied " + side, x, places, copy, 1, x.at("store_" + side), run);
      for (long t = 0; t < threads; ++t)
        for (long v = 0; v < copy.size(1); ++v)
          if (copy.at(0, t) + copy.at(1, v) !=
              copy.at(0, t) + copy.at(1, v / run * run) + v % run * (side == "along_k" ? rows : 1))
            return say(name + " copied " + side + ": a run is not along that side");
    }
    holds(name, x, places, Text(x.at("thread_value_group")), others, x.at("read"), 1);
  }

  /// O8: by the definition of a tiled MMA, thread by thread.
  void atoms() {
    long const M = p.at("atom")[0], N = p.at("atom")[1], K = p.at("atom")[2];
    long const waves_m = p.at("waves")[0], waves_n = p.at("waves")[1];
    Text const a(p.at("atom_a")), b(p.at("atom_b")), c(p.at("atom_c"));
    Text const order_m(p.at("order_m")), order_n(p.at("order_n")), order_k(p.at("order_k"));
    Text const held_a(p.at("a").at("thread_value_group")), held_b(p.at("b").at("thread_value_group")),
        held_c(p.at("c_thread_value"));
    long const tile_m = order_m.points(), tile_n = order_n.points(), tile_k = order_k.points();
    if (Json({tile_m, tile_n, tile_k}) != p.at("tile") || threads != atom_threads * waves_m * waves_n)
      return say("the tile or the threads are not those of the orders and waves");
    auto const operand = [&](std::string const& name, Text const& atom, Text const& held, Text const& rows,
                             long R, long waves, bool is_a) {
      long const values = atom.size(1), atoms = rows.points() / R / waves, steps = tile_k / K;
      for (long t = 0; t < threads; ++t)
        for (long k = 0; k < steps; ++k)
          for (long r = 0; r < atoms; ++r)
            for (long v = 0; v < values; ++v) {
              long const lane = t % atom_threads, wave_m = t / atom_threads % waves_m,
                         wave_n = t / atom_threads / waves_m;
              long const e = atom.at(0, lane) + atom.at(1, v), wave = is_a ? wave_m : wave_n;
              long const want =
                  rows.at(e % R + R * (wave + waves * r)) + rows.points() * order_k.at(e / R + K * k);
              long const got = held.at(0, t) + held.at(1, v + values * (k % k_group + k_group * r)) +
                               (held.entries() > 2 ? held.at(2, k / k_group) : 0);
              if (got != want)
                return say(fmt::format("{}: thread {} does not hold what the atom says", name, t));
            }
    };
    operand("a", a, held_a, order_m, M, waves_m, true);
    operand("b", b, held_b, order_n, N, waves_n, false);
    std::map<long, long> made;
    long const values = c.size(1), atoms_m = tile_m / M / waves_m;
    for (long t = 0; t < threads; ++t)
      for (long i = 0; i < held_c.size(1); ++i) {
        long const lane = t % atom_threads, wave_m = t / atom_threads % waves_m,
                   wave_n = t / atom_threads / waves_m;
        long const v = i % values, am = i / values % atoms_m, an = i / values / atoms_m;
        long const e = c.at(0, lane) + c.at(1, v);
        long const want = order_m.at(e % M + M * (wave_m + waves_m * am)) +
                          tile_m * order_n.at(e / M + N * (wave_n + waves_n * an));
        if (held_c.at(0, t) + held_c.at(1, i) != want)
          return say(fmt::format("c: thread {} holds other elements", t));
        ++made[want];
      }
    if (static_cast<long>(made.size()) != tile_m * tile_n || made.rbegin()->first != tile_m * tile_n - 1)
      say("c: an element of the tile is held by none or by two");
  }

  /// O8.scales: a lane loads, in each of its wave's atoms, the scales of the row that it holds elements of; the atom's layout of scales says
  /// that it is to have that row's, of one block; and a row and a block are one lane's.
  void scales() {
    Json const& s = p.at("scales");
    Text const lanes(s.at("layout"));
    long const K = p.at("atom")[2], block = s.at("block");
    auto const operand = [&](std::string const& name, Text const& rows, long R, long waves, bool is_a) {
      Text const held(p.at(name).at("thread_value_group"));
      long const atoms = rows.points() / R / waves, values = held.size(1) / atoms;
      std::map<long, long> of;
      for (long lane = 0; lane < atom_threads; ++lane) ++of[lanes.at(0, lane)];
      if (lanes.size(0) != atom_threads || K % block != 0 ||
          static_cast<long>(of.size()) != R * (K / block) || of.begin()->first != 0 ||
          of.rbegin()->first != R * (K / block) - 1)
        return say(name + ": a scale of an atom is held by none or by two lanes");
      for (long t = 0; t < threads; ++t)
        for (long r = 0; r < atoms; ++r) {
          long const wave = is_a ? t / atom_threads % p.at("waves")[0].get<long>()
                                 : t / atom_threads / p.at("waves")[0].get<long>();
          long const loaded = (held.at(0, t) + held.at(1, values * r)) % rows.points();
          if (loaded != rows.at(lanes.at(0, t % atom_threads) % R + R * (wave + waves * r)))
            return say(fmt::format("{}: thread {} loads another row's scales", name, t));
        }
    };
    operand("a", Text(p.at("order_m")), p.at("atom")[0], p.at("waves")[0], true);
    operand("b", Text(p.at("order_n")), p.at("atom")[1], p.at("waves")[1], false);
  }

  /// O1, O10: how often launches of one size make each element, and each tile of K.
  void launch(long M, long N, long K, long splits, long group) {
    long const tile_m = p.at("tile")[0], tile_n = p.at("tile")[1], tile_k = p.at("tile")[2];
    long const grid_m = (M + tile_m - 1) / tile_m, grid_n = (N + tile_n - 1) / tile_n,
               tiles_k = (K + tile_k - 1) / tile_k;
    std::vector<long> products(grid_m * grid_n * std::max(1l, tiles_k));
    for (long block = 0; block < grid_m * grid_n * splits; ++block) {
      long const tile = block % (grid_m * grid_n), split = block / (grid_m * grid_n);
      long const above = tile / (group * grid_n) * group, rows = std::min(group, grid_m - above);
      long const m = above + tile % (group * grid_n) % rows, n = tile % (group * grid_n) / rows;
      for (long k = split * tiles_k / splits; k < (split + 1) * tiles_k / splits; ++k)
        ++products.at((k * grid_n + n) * grid_m + m);
    }
    if (tiles_k > 0 && std::any_of(products.begin(), products.end(), [](long n) { return n != 1; }))
      say(fmt::format("M {} N {} K {}: a tile of products is made by none or by two blocks", M, N, K));
  }
};

}  // namespace

void simulate_gemm(Json const& parameters, std::vector<std::string>& problems) {
  Checker check{parameters, problems};
  check.operand("a", parameters.at("waves")[1]);
  if (parameters.at("b").contains("shuffled")) {
    check.shuffled_operand("b", parameters.at("waves")[0]);
  } else {
    check.operand("b", parameters.at("waves")[0]);
  }
  check.atoms();
  if (parameters.contains("scales")) check.scales();
  for (long M : {1, 31, 128, 700})
    for (long N : {1, 65, 1000})
      for (long K : {0, 1, 64, 333})
        for (long splits : {1, 2, 5})
          for (long group : {1, 3, 8}) check.launch(M, N, K, splits, group);
}

}  // namespace colex::gpu
