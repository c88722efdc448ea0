// SPDX-License-Identifier: MIT
// The checker's part of the permute kernel: a plain simulation, written from the documentation and sharing no
// code with the kernel, moves arrays element by element and counts bank conflicts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "certificate/layout_text.hpp"
#include "permute/permute_proof.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

struct Config {
  long bytes, rank, tile_x, tile_y, vector, threads;
  std::array<long, 3> swizzle, narrow;

  explicit Config(Json const& p)
      : bytes(p.at("element_bytes")),
        rank(p.at("rank")),
        tile_x(p.at("tile_x")),
        tile_y(p.at("tile_y")),
        vector(p.at("vector_elements")),
        threads(p.at("threads")),
        swizzle(p.at("swizzle")),
        narrow(p.at("narrow_swizzle")) {}
  bool sensible() const {
    return bytes > 0 && vector > 0 && threads > 0 && tile_x > 0 && tile_y > 0 && tile_x * tile_y <= 1 << 16 &&
           tile_x % vector == 0 && tile_y % vector == 0 && (rank == 2 || rank == 3) && sensible(swizzle) &&
           sensible(narrow) && threads % 64 == 0 && tile_x * tile_y % (vector * vector * threads) == 0;
  }
  static bool sensible(std::array<long, 3> const& s) {
    return s[0] >= 0 && s[1] >= 0 && s[2] >= s[0] && s[0] + s[1] + s[2] <= 32;
  }
  /// Where the tile keeps element (x, y): bits [base + shift, + bits) of the offset are XORed into [base, +
  /// bits).
  long slot(long x, long y, bool wide) const {
    auto const& [bits, base, shift] = wide ? swizzle : narrow;
    long const offset = x * tile_y + y;
    return offset ^ ((offset >> (base + shift) & ((1L << bits) - 1)) << base);
  }
};

using Say = std::function<void(std::string const&)>;

/// One tile in shared memory: threads write squares of V x V by columns, and read runs of V along y. Calls
/// wrote(thread, step, x, y) and read(thread, step, x, y), the first element of each access.
template <class Wrote, class Read>
void tile_accesses(Config const& c, long V, Wrote wrote, Read read) {
  for (long square = 0; square < c.tile_x * c.tile_y / (V * V); ++square) {
    long const x = square % (c.tile_x / V) * V, y = square / (c.tile_x / V) * V;
    for (long i = 0; i < V; ++i) wrote(square % c.threads, square / c.threads * V + i, x + i, y);
  }
  for (long run = 0; run < c.tile_x * c.tile_y / V; ++run)
    read(run % c.threads, run / c.threads, run / (c.tile_y / V), run % (c.tile_y / V) * V);
}

/// The layouts that the certificate names: of each thread and step, the place in the tile where its square, or its run,
/// begins; and where shared memory keeps an element, before the swizzle.
void check_layouts(Config const& c, Json const& p, Say const& say) {
  for (bool const wide : {true, false}) {
    long const V = wide ? c.vector : 1;
    std::string const narrow = wide ? "" : "narrow_";
    LayoutText const squares(p.at(narrow + "squares")), runs(p.at(narrow + "runs"));
    if (squares.size(0) != c.threads || squares.points() * V * V != c.tile_x * c.tile_y ||
        runs.size(0) != c.threads || runs.points() * V != c.tile_x * c.tile_y)
      return say("the threads have other squares or runs than the tile");
    auto const begins = [&](LayoutText const& l, long thread, long step) {
      return l.at(0, thread) + l.at(1, step);
    };
    tile_accesses(
        c, V,
        [&](long t, long step, long x, long y) {
          if (begins(squares, t, step / V) + step % V != x + c.tile_x * y)
            say("a thread loads another square");
        },
        [&](long t, long step, long x, long y) {
          if (begins(runs, t, step) != x + c.tile_x * y) say("a thread stores another run");
        });
  }
  LayoutText const places(p.at("places"));
  for (long i = 0; i < c.tile_x * c.tile_y; ++i)
    if (places.at(i) != i % c.tile_x * c.tile_y + i / c.tile_x)
      return say("the tile keeps an element elsewhere");
}

/// The lanes that a target serves together, listed.
using Phases = std::vector<std::vector<int>>;
Phases consecutive(int wave, int together) {
  Phases all;
  for (int lane = 0; lane < wave; ++lane) {
    if (lane % together == 0) all.emplace_back();
    all.back().push_back(lane);
  }
  return all;
}
Phases ranges(std::vector<std::vector<std::pair<int, int>>> const& groups) {
  Phases all;
  for (int half : {0, 32})
    for (auto const& group : groups) {
      all.emplace_back();
      for (auto [first, last] : group)
        for (int lane = first; lane <= last; ++lane) all.back().push_back(half + lane);
    }
  return all;
}
Phases phases(std::string const& target, bool load, long bytes) {
  int const wave = target == "sm90" ? 32 : 64, usual = static_cast<int>(128 / std::max(bytes, 4L));
  if (target == "gfx942" && load && bytes == 16)
    return ranges({{{0, 3}, {20, 23}}, {{4, 7}, {16, 19}}, {{8, 11}, {28, 31}}, {{12, 15}, {24, 27}}});
  if (target == "gfx950" && load)
    return bytes == 16 ? ranges({{{0, 3}, {12, 15}, {20, 27}}, {{4, 11}, {16, 19}, {28, 31}}})
                       : consecutive(wave, bytes == 8 ? 32 : 64);
  return consecutive(wave, usual);
}

/// Whether any access to the tile makes a bank deliver two words in one phase.
void count_conflicts(Config const& c, bool wide, std::string const& target, Say const& say) {
  long const V = wide ? c.vector : 1;
  std::map<std::pair<long, long>, long> written, loaded;  // (step, thread) -> byte address
  tile_accesses(
      c, V,
      [&](long t, long step, long x, long y) {
        written[{step, t}] = c.slot(x, y, wide) * c.bytes;
      },
      [&](long t, long step, long x, long y) {
        loaded[{step, t}] = c.slot(x, y, wide) * c.bytes;
      });
  for (bool const load : {false, true}) {
    auto const& accesses = load ? loaded : written;
    auto const together = phases(target, load, V * c.bytes);
    long const wave = target == "sm90" ? 32 : 64, banks = target == "gfx950" && load ? 64 : 32;
    for (long step = 0; accesses.contains({step, 0}); ++step)
      for (long first = 0; first < c.threads; first += wave)
        for (auto const& phase : together) {
          std::map<long, long> word_of_bank;
          for (int lane : phase)
            for (long byte = 0; byte < V * c.bytes; ++byte) {
              long const word = (accesses.at({step, first + lane}) + byte) / 4;
              if (word_of_bank.try_emplace(word % banks, word).first->second != word)
                return say(
                    fmt::format("{}: a bank conflict, {} step {}", target, load ? "load" : "store", step));
            }
        }
  }
}

/// Moves an array of nx x ny elements at nb batch coordinates, with `pad` unused elements after each row.
void simulate(Config const& c, long nx, long ny, long nb, long pad, Say const& say) {
  long const lead = nx + pad, drop = ny + pad, V = c.vector;
  long const held = (nb - 1) * lead * ny + (ny - 1) * lead + nx,
             room = (nb - 1) * drop * nx + (nx - 1) * drop + ny;
  bool const strides = lead % V == 0 && drop % V == 0;  // so are their multiples, the batch strides
  std::vector<int> stored(static_cast<std::size_t>(room));
  long const tiles_x = (nx + c.tile_x - 1) / c.tile_x, tiles_y = (ny + c.tile_y - 1) / c.tile_y;
  for (long block = 0; block < tiles_x * tiles_y * nb; ++block) {
    long const x0 = block % tiles_x * c.tile_x, y0 = block / tiles_x % tiles_y * c.tile_y,
               batch = block / tiles_x / tiles_y;
    bool const wide = strides && x0 + c.tile_x <= nx && y0 + c.tile_y <= ny;
    long const width = wide ? V : 1;
    std::vector<long> tile(static_cast<std::size_t>(c.tile_x * c.tile_y), -1);  // source offset held
    auto const inside = [&](long x, long y) { return x0 + x < nx && y0 + y < ny; };
    tile_accesses(
        c, width,
        [&](long, long, long x, long y) {
          if (!inside(x, y)) return;
          long const start = batch * lead * ny + x0 + x / width * width + (y0 + y) * lead;
          if (start % width != 0) say(fmt::format("a load of {} at {}", width, start));
          long const slot = c.slot(x, y, wide);
          if (slot < 0 || slot + width > c.tile_x * c.tile_y || slot % width != 0)
            return say(fmt::format("a store to the tile at {}", slot));
          for (long k = 0; k < width; ++k) {
            long const from = batch * lead * ny + x0 + x + (y0 + y + k) * lead;
            if (from < 0 || from >= held) return say(fmt::format("a load at {} of {}", from, held));
            if (c.slot(x, y + k, wide) != slot + k || tile[static_cast<std::size_t>(slot + k)] >= 0)
              return say(fmt::format("element ({}, {}) of the tile has no place of its own", x, y + k));
            tile[static_cast<std::size_t>(slot + k)] = from;
          }
        },
        [&](long, long, long x, long y) {
          if (!inside(x, y)) return;
          long const to = batch * drop * nx + (x0 + x) * drop + y0 + y, slot = c.slot(x, y, wide);
          if (to % width != 0 || slot % width != 0) say(fmt::format("a store of {} at {}", width, to));
          if (slot < 0 || slot + width > c.tile_x * c.tile_y)
            return say(fmt::format("a load from the tile at {}", slot));
          if (to < 0 || to + width > room) return say(fmt::format("a store at {} of {}", to, room));
          for (long k = 0; k < width; ++k) {
            ++stored[static_cast<std::size_t>(to + k)];
            if (tile[static_cast<std::size_t>(slot + k)] != batch * lead * ny + x0 + x + (y0 + y + k) * lead)
              return say(fmt::format("offset {} receives another element", to + k));
          }
        });
  }
  for (long b = 0; b < nb; ++b)
    for (long x = 0; x < nx; ++x)
      for (long y = 0; y < drop && b * drop * nx + x * drop + y < room; ++y)
        if (int const times = stored[static_cast<std::size_t>(b * drop * nx + x * drop + y)];
            times != (y < ny ? 1 : 0))
          return say(fmt::format("offset {} is stored {} times", b * drop * nx + x * drop + y, times));
}

}  // namespace

void simulate_permute(Json const& parameters, std::vector<std::string>& problems) {
  Config const c(parameters);
  if (!c.sensible()) return problems.push_back("the parameters are inconsistent");
  check_layouts(c, parameters, [&](std::string const& what) {
    if (problems.size() < 9) problems.push_back(what);
  });
  for (bool const wide : {true, false})
    for (char const* target : {"gfx942", "gfx950", "sm90"})
      count_conflicts(c, wide, target, [&](std::string const& what) { problems.push_back(what); });
  long const X = c.tile_x, Y = c.tile_y;
  int said = 0;
  for (auto const& [nx, ny, pad] : {std::array{1L, 1L, 0L},
                                    {X, Y, 0L},
                                    {X - 1, Y + 1, 3L},
                                    {2 * X, Y + c.vector, 0L},
                                    {X + 1, 2 * Y, c.vector - 1},
                                    {3L, 2 * Y + 1, 1L}}) {
    auto const say = [&, nx = nx, ny = ny, pad = pad](std::string const& what) {
      if (++said < 9) problems.push_back(fmt::format("{} x {}, pad {}: {}", nx, ny, pad, what));
    };
    simulate(c, nx, ny, c.rank == 3 ? 3 : 1, pad, say);
  }
}

}  // namespace colex::gpu
