// SPDX-License-Identifier: MIT
// The checker's part of the Hopper GEMM: what the parameters say is gone over byte by byte, thread by thread,
// tile by tile, and in random orders of the ring's events. Written from the CUDA guide's words on the
// swizzle, PTX's on descriptors, fragments and mbarriers, and docs/04_kernels.md; shares no code with the
// kernel or the algebra.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "certificate/layout_text.hpp"
#include "hopper/hopper_proof.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

using Text = LayoutText;

struct Operand {
  bool k_major;
  long lines, width, height, boxes, stride, leading, step;
  explicit Operand(Json const& p)
      : k_major(p.at("contiguous") == "k"),
        lines(p.at("lines")),
        width(p.at("box")[0]),
        height(p.at("box")[1]),
        boxes(p.at("boxes")),
        stride(p.at("stride_bytes")),
        leading(p.at("leading_bytes")),
        step(p.at("step_bytes")) {}
};

struct Config {
  std::vector<std::string>& problems;
  bool gated, scaled;
  long bytes, result_bytes, M, N, K, columns, piece_columns, stages, cluster, band, threads, warpgroups,
      stage_bytes, shared_bytes, told_stages, factors;
  Operand a, b;
  Text held, stored;
  long buffers;
  std::vector<std::vector<long>> box_places;

  Config(Json const& p, std::vector<std::string>& said)
      : problems(said),
        gated(p.at("gated")),
        scaled(p.at("scaled")),
        bytes(p.at("element_bytes")),
        result_bytes(p.at("result_bytes")),
        M(p.at("tile")[0]),
        N(p.at("tile")[1]),
        K(p.at("tile")[2]),
        columns(p.at("columns")),
        piece_columns(p.at("piece_columns")),
        stages(p.at("stages")),
        cluster(p.at("cluster")),
        band(p.at("band")),
        threads(p.at("threads")),
        warpgroups(p.at("warpgroups")),
        stage_bytes(p.at("stage_bytes")),
        shared_bytes(p.at("shared_bytes")),
        told_stages(p.at("told_stages")),
        factors(p.at("factors")),
        a(p.at("a")),
        b(p.at("b")),
        held(p.at("held")),
        stored(p.at("stored")),
        buffers(p.at("buffers")),
        box_places(p.at("box_places")) {}

  void say(std::string const& what) const {
    if (problems.size() < 20) problems.push_back(what);
  }
  bool sensible() const {
    auto const box = [&](Operand const& x, long lines) {
      return x.lines == lines && x.width * bytes == 128 && x.height >= 1 && x.height <= 256 && x.boxes >= 1 &&
             (x.k_major ? x.height * x.boxes == lines && x.width == K
                        : bytes == 2 && x.width * x.boxes == lines && x.height == K);
    };
    return (bytes == 1 || bytes == 2 || bytes == 4) &&
           (result_bytes == 1 || result_bytes == 2 || result_bytes == 4) && M > 0 && M <= 256 && N > 0 &&
           N <= 256 && K * bytes == 128 && stages >= 2 && stages <= 16 && cluster >= 1 && cluster <= 8 &&
           band >= 1 && band <= 64 && warpgroups * 64 == M && threads == 128 * (1 + warpgroups) &&
           box(a, M) && box(b, N) && b.boxes % cluster == 0 && N == (gated ? 2 * columns : columns) &&
           columns % (N / b.boxes) == 0 && piece_columns >= 8 && piece_columns % 8 == 0 &&
           N % piece_columns == 0 &&
           (scaled && piece_columns < N
                ? told_stages >= 2 && told_stages <= stages && factors == M + N / piece_columns
                : told_stages == 0 && factors == 0);
  }

  /// O5: TMA puts byte x of row r of a box, a row being 128 bytes, at 128 r + x with 16-byte chunk c in the
  /// place of chunk c XOR r mod 8. wgmma reads by PTX's canonical layouts, from `first` lines on.
  void operand(char const* name, Operand const& x, long first, long lines) const {
    std::set<long> used;
    long const box_bytes = x.width * x.height * bytes;
    for (long line = 0; line < lines; ++line)
      for (long k = 0; k < K; ++k) {
        long const l = first + line, per_box = x.k_major ? x.height : x.width;
        long const row = x.k_major ? l % per_box : k, byte = (x.k_major ? k : l % per_box) * bytes;
        long const written = l / per_box * box_bytes + row * 128 + ((byte / 16) ^ (row % 8)) * 16 + byte % 16;
        long const start = x.k_major ? first * 128 : first / per_box * box_bytes;
        long const step = k * bytes / 32, within = k - step * 32 / bytes;
        long const plain = start + step * x.step +
                           (x.k_major ? line % 8 * 128 + line / 8 * x.stride + within * bytes
                                      : line % 64 * bytes + line / 64 * x.leading + within % 8 * 128 +
                                            within / 8 * x.stride);
        long const read = plain ^ (plain / 128 % 8 * 16);
        if (read != written)
          return say(fmt::format("{}: line {}, k {} is written at byte {} and read at {}", name, l, k,
                                 written, read));
        if (!used.insert(written).second || written < 0 || written + bytes > x.boxes * box_bytes)
          return say(fmt::format("{}: line {}, k {} has no place of its own in the tile", name, l, k));
      }
  }

  void memory() const {
    long const a_bytes = a.boxes * a.width * a.height * bytes, b_bytes = b.boxes * b.width * b.height * bytes;
    if (a_bytes + b_bytes != stage_bytes || a_bytes % 1024 != 0 || stage_bytes % 1024 != 0)
      say("a stage is not its operands' boxes, or does not keep the swizzle's pattern");
    long const others = warpgroups * buffers * 8192 + 1024 - 128;
    if (stages * (stage_bytes + 16) + others > shared_bytes || shared_bytes > 227 * 1024)
      say("the stages, buffers and barriers do not fit the shared memory");
    if (told_stages * (stage_bytes + 16 + 4 * factors) + others > shared_bytes)
      say("the stages that have factors do not fit the shared memory");
  }

  /// O5, O7: a box of the result is 64 rows of 64 columns of 2 bytes, which TMA reads swizzled as above. PTX's stmatrix.x4:
  /// lane l names row l % 8 of matrix l / 8, which is of columns 8 (l / 8) on, of 32 columns of 16 rows of a warp.
  void boxes() const {
    if (buffers == 0) return;
    if (buffers < 0 || buffers > 8 || result_bytes != 2 || columns % 64 != 0 || box_places.size() != 4)
      return say("the buffers are no warpgroup's");
    std::set<long> used;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t l = 0; l < 32; ++l) {
        if (box_places[i].size() != 32) return say("not every lane has its place");
        long const row = static_cast<long>(i / 2 * 8 + l % 8), chunk = static_cast<long>(i % 2 * 4 + l / 8);
        long const place = box_places[i][l];
        if (place != row * 128 + (chunk ^ row % 8) * 16)
          return say(fmt::format("lane {} puts row {} of a box where TMA reads another", l, row));
        if (!used.insert(place).second) return say("two lanes write at one place of a box");
        for (std::size_t other = l / 8 * 8; other < l; ++other)
          if (box_places[i][other] / 16 % 8 == place / 16 % 8)
            return say("two rows of a matrix lie in the same banks");
      }
  }

  /// O8: PTX's fragment of D: thread t of the warpgroup holds, as value v, row 16 (t / 32) + t % 32 / 4 + 8
  /// (v / 2 % 2), column 8 (v / 4) + 2 (t % 4) + v % 2. Each element is stored once, in runs of 8 columns where
  /// it has 16 bits, of 2 where 32. Values of a piece of the columns follow those of the piece before. Of a gated tile
  /// the thread holds both sums of an element. Columns are stored by 32, the last of which may be beyond the tile: those a
  /// thread has no sums of, and they are left out.
  void accumulators() const {
    long const completed = result_bytes < 4 ? (columns + 31) / 32 * 32 : columns;
    if (held.points() != 64 * N || stored.points() != 64 * completed)
      return say("the accumulators are not 64 rows");
    std::set<long> seen;
    long within = 0;
    for (long t = 0; t < 128; ++t)
      for (long v = 0; v < completed / 2; ++v) {
        long const run = result_bytes < 4 ? 8 : 2, at = stored.at(t + 128 * v),
                   start = stored.at(t + 128 * (v / run * run));
        if (at < 0 || at >= 64 * completed || !seen.insert(at).second || at != start + v % run * 64)
          return say(fmt::format("thread {} stores value {} in a wrong place", t, v));
        within += at < 64 * columns ? 1 : 0;
      }
    if (within != 64 * columns) return say("not every element of a tile is stored");
    for (long t = 0; t < 128; ++t)
      for (long v = 0; v < N / 2; ++v) {
        long const own = v % (piece_columns / 2), row = t / 32 * 16 + t % 32 / 4 + own / 2 % 2 * 8,
                   column = v / (piece_columns / 2) * piece_columns + own / 4 * 8 + t % 4 * 2 + own % 2;
        if (held.at(t + 128 * v) != row + 64 * column)
          return say(fmt::format("thread {} does not hold what wgmma leaves as value {}", t, v));
        if (column >= columns) {  // of the second operand: the thread has the first's sum of the same element
          if (held.at(t + 128 * (v - N / 4)) != row + 64 * (column - columns))
            say(fmt::format("thread {} holds value {} without the one that it is multiplied by", t, v));
        }
      }
  }

  /// O1: tiles of a launch: bands of rows, each column by column; clusters take them in turn.
  void launch(long rows_of_c, long columns_of_c, long clusters) const {
    long const lines = M * cluster, rows = (rows_of_c + lines - 1) / lines,
               tiles = (columns_of_c + columns - 1) / columns;
    std::vector<int> computed(static_cast<std::size_t>(rows * cluster * tiles));
    for (long c = 0; c < clusters; ++c)
      for (long tile = c; tile < rows * tiles; tile += clusters) {
        long const above = tile / (band * tiles) * band, height = std::min(band, rows - above);
        long const row = above + tile % (band * tiles) % height, column = tile % (band * tiles) / height;
        for (long rank = 0; rank < cluster; ++rank)
          ++computed.at(static_cast<std::size_t>((row * cluster + rank) * tiles + column));
      }
    if (std::any_of(computed.begin(), computed.end(), [](int n) { return n != 1; }) ||
        rows * lines < rows_of_c || (rows - 1) * lines >= rows_of_c || tiles * columns < columns_of_c ||
        (tiles - 1) * columns >= columns_of_c)
      say(fmt::format("{} x {} on {} clusters: a part of the result is computed by none or by two", rows_of_c,
                      columns_of_c, clusters));
  }

  /// O1: the same of rows in groups, one behind the other: the clusters take the tiles of all of them in turn. A group ends
  /// where it is stated, not before it begins and not behind the last row. Each row of one is computed once, and no other.
  void groups(long rows_of_c, std::vector<long> const& stated, long columns_of_c, long clusters) const {
    long const lines = M * cluster, columns = (columns_of_c + N - 1) / N;
    struct Tile {
      long start, end, row;
    };
    std::vector<Tile> tiles;
    long start = 0, bound = (rows_of_c + static_cast<long>(stated.size()) * (lines - 1)) / lines * columns;
    for (long end : stated) {
      end = std::min(std::max(end, start), rows_of_c);
      long const rows = (end - start + lines - 1) / lines;
      for (long above = 0; above < rows; above += band)
        for (long column = 0; column < columns; ++column)
          for (long row = above; row < std::min(above + band, rows); ++row)
            tiles.push_back({start, end, row});
      start = end;
    }
    std::vector<int> computed(static_cast<std::size_t>(rows_of_c));
    for (long c = 0; c < clusters; ++c)
      for (auto i = static_cast<std::size_t>(c); i < tiles.size(); i += static_cast<std::size_t>(clusters))
        for (long row = tiles[i].start + tiles[i].row * lines;
             row < std::min(tiles[i].start + (tiles[i].row + 1) * lines, tiles[i].end); ++row)
          ++computed.at(static_cast<std::size_t>(row));
    for (long row = 0; row < rows_of_c; ++row)
      if (computed[static_cast<std::size_t>(row)] != (row < start ? columns : 0))
        return say(fmt::format("row {} of groups is computed {} times in {} columns of tiles", row,
                               computed[static_cast<std::size_t>(row)], columns));
    if (static_cast<long>(tiles.size()) > bound) say("groups have more tiles than the call takes them for");
  }

  void ring(std::uint64_t seed) const;
};

/// O6: one random order of events of a cluster, with every warp: who may go on is drawn, copies land at any
/// time. Of a ring of so many stages, of which as many lanes of a block tell the factors.
class Ring {
 public:
  Ring(Config const& config, long stages_, long lanes_, std::uint64_t seed)
      : c(config),
        stages(stages_),
        lanes(lanes_),
        random(seed),
        parts(3 * stages + static_cast<long>(random() % 5)),
        warps(4 * c.warpgroups) {
    for (long block = 0; block < c.cluster; ++block) {
      blocks.emplace_back();
      Block& b = blocks.back();
      b.full.assign(index(stages), {0, 1 + lanes, 0});
      b.empty.assign(index(stages), {0, c.cluster * warps, 0});
      b.slot.assign(index(stages), std::vector<long>(index(1 + c.cluster + lanes), -1));
      b.warp.assign(index(warps), 0);
      b.told.assign(index(lanes), 0);
    }
  }

  /// "" when all parts are multiplied.
  std::string run() {
    while (fault.empty()) {
      std::vector<std::pair<long, long>>
          able;  // block, and warp; -1 the loader, then lanes; or -1 and a copy
      for (long b = 0; b < c.cluster; ++b) {
        if (may_fill(b, block(b).loaded)) able.emplace_back(b, -1);
        for (long lane = 0; lane < lanes; ++lane)
          if (may_fill(b, block(b).told[index(lane)])) able.emplace_back(b, -2 - lane);
        for (long w = 0; w < warps; ++w)
          if (may_multiply(b, w)) able.emplace_back(b, w);
      }
      for (std::size_t i = 0; i < copies.size(); ++i) able.emplace_back(-1, static_cast<long>(i));
      if (able.empty()) break;
      auto const [b, w] = able[random() % able.size()];
      if (b < 0)
        land(static_cast<std::size_t>(w));
      else if (w == -1)
        load(b);
      else if (w < 0)
        tell(b, -2 - w);
      else
        multiply(b, w);
    }
    for (Block const& b : blocks)
      for (long at : b.warp)
        if (fault.empty() && at != 2 * parts) return "a deadlock";
    return fault;
  }

 private:
  struct Barrier {
    long phase, pending, bytes;
  };
  struct Block {
    long loaded = 0;
    std::vector<Barrier> full, empty;
    std::vector<std::vector<long>>
        slot;  // stage -> the part in A's half, each share of B's, each lane's factors; -1: none
    std::vector<long> warp;  // 2 n: waits for part n; 2 n + 1: has started its product
    std::vector<long> told;  // of each lane: the parts whose factors it has started to copy
  };
  struct Copy {
    long block, stage, share, part, bytes;
  };
  Config const& c;
  long stages, lanes;
  std::mt19937_64 random;
  long parts, warps;
  std::vector<Block> blocks;
  std::vector<Copy> copies;
  std::string fault;

  static std::size_t index(long i) { return static_cast<std::size_t>(i); }
  Block& block(long b) { return blocks[index(b)]; }
  /// A wait for the phase of this parity returns.
  static bool passes(Barrier const& barrier, long parity) { return barrier.phase % 2 != parity; }
  void settle(Barrier& barrier, long arrivals) {
    if (barrier.pending == 0 && barrier.bytes == 0) ++barrier.phase, barrier.pending = arrivals;
  }
  void arrive(Barrier& barrier, long arrivals, long bytes) {
    if (barrier.pending == 0) fault = "more arrivals than a phase awaits";
    --barrier.pending, barrier.bytes += bytes;
    settle(barrier, arrivals);
  }
  /// Whether what comes to part n may be copied: its loader's bytes, a lane's factors.
  bool may_fill(long b, long n) {
    return n < parts && passes(block(b).empty[index(n % stages)], (n / stages + 1) % 2);
  }
  void load(long b) {
    long const n = block(b).loaded++, stage = n % stages;
    arrive(block(b).full[index(stage)], 1 + lanes, c.stage_bytes);
    long const a_bytes = c.a.boxes * c.a.width * c.a.height * c.bytes;
    start({b, stage, 0, n, a_bytes});
    for (long to = 0; to < c.cluster; ++to)
      start({to, stage, 1 + b, n, (c.stage_bytes - a_bytes) / c.cluster});
  }
  void tell(long b, long lane) {
    long const n = block(b).told[index(lane)]++;
    start({b, n % stages, 1 + c.cluster + lane, n, 0});
  }
  void start(Copy const& copy) {
    for (long at : block(copy.block).warp)
      if (at % 2 == 1 && at / 2 % stages == copy.stage) fault = "a stage is overwritten while it is read";
    block(copy.block).slot[index(copy.stage)][index(copy.share)] = -1;
    copies.push_back(copy);
  }
  void land(std::size_t i) {
    Copy const copy = copies[i];
    copies.erase(copies.begin() + static_cast<std::ptrdiff_t>(i));
    block(copy.block).slot[index(copy.stage)][index(copy.share)] = copy.part;
    Barrier& full = block(copy.block).full[index(copy.stage)];
    if (copy.share > c.cluster) return arrive(full, 1 + lanes, 0);  // factors: their lane arrives
    full.bytes -= copy.bytes;
    settle(full, 1 + lanes);
  }
  bool may_multiply(long b, long w) {
    long const at = block(b).warp[index(w)], n = at / 2;
    return at % 2 == 1 || (n < parts && passes(block(b).full[index(n % stages)], n / stages % 2));
  }
  /// Starts the product of a part, or ends it and releases the stage. The kernel overlaps one product with
  /// the next; the release comes after the wait for its own in either case.
  void multiply(long b, long w) {
    long& at = block(b).warp[index(w)];
    long const n = at++ / 2, stage = n % stages;
    if (at % 2 == 1) {
      for (long part : block(b).slot[index(stage)])
        if (part != n) fault = "a stage is read before its bytes, or factors, have landed";
      return;
    }
    for (long to = 0; to < c.cluster; ++to) arrive(block(to).empty[index(stage)], c.cluster * warps, 0);
  }
};

void Config::ring(std::uint64_t seed) const {
  if (auto const fault = Ring(*this, stages, 0, seed).run(); !fault.empty()) say("the ring: " + fault);
  if (told_stages == 0 || seed % 5 != 0) return;  // with 32 lanes there are many events
  if (auto const fault = Ring(*this, told_stages, 32, seed).run(); !fault.empty())
    say("the ring that has factors: " + fault);
}

}  // namespace

void simulate_hopper(Json const& parameters, std::vector<std::string>& problems) {
  Config const c(parameters, problems);
  if (!c.sensible()) return problems.push_back("the parameters are inconsistent");
  for (long w = 0; w < c.warpgroups; ++w) c.operand("a", c.a, 64 * w, 64);
  for (long piece = 0; piece < c.N; piece += c.piece_columns) c.operand("b", c.b, piece, c.piece_columns);
  c.memory();
  c.boxes();
  c.accumulators();
  for (long rows : {1, 65, 700, 5000})
    for (long columns : {1, 300, 3001})
      for (long clusters : {1, 3, 66}) c.launch(rows, columns, clusters);
  for (std::vector<long> const& ends :
       {std::vector<long>{300}, {0, 1, 1, 130, 700}, {500, 20, 900, -3}, {-1, 64, 64, 65, 256, 257}})
    for (long clusters : {1, 3, 66}) c.groups(700, ends, 300, clusters);
  for (std::uint64_t seed = 0; seed < 50; ++seed) c.ring(seed);
}

}  // namespace colex::gpu
