// SPDX-License-Identifier: MIT
#include "layouts_in_code.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <tuple>
#include <typeinfo>

#include "certificate/describe.hpp"
#include "copy/copy_configs.hpp"
#include "gemm/gemm.hpp"
#include "gemm/gemm_mma_configs.hpp"
#include "kernels.hpp"
#include "permute/permute_configs.hpp"
#include "strided_copy/strided_copy_configs.hpp"
#include "transpose/transpose_configs.hpp"

namespace colex::gpu {

namespace {

/// Accesses by `width` values each: the layout at every multiple of it.
Layout<Index> by_accesses(Layout<Index> const& values, Index width) {
  return *composition(values, line(size(values) / width, width));
}

struct Access {
  std::string name;
  bool stores;
  std::string space;
  std::size_t width, unit;  ///< elements, and bytes of one
};
std::string line_of(Access const& a, Swizzle const& s, Layout<Index> const& layout, std::string const& rest) {
  std::string const swizzle = s.bits == 0 ? "" : fmt::format("Sw<{},{},{}> o 0 o ", s.bits, s.base, s.shift);
  return fmt::format("{}: {} {} {} = {} * {}{}{}", a.name, a.stores ? "store" : "load", a.space,
                     a.width * a.unit, a.unit, swizzle, described(layout), rest);
}

/// A copy's widest accesses: (thread, access, block) -> element of the array. What moves a ragged end is of no line.
template <class Config, class Array>
std::string array(char const* name, bool stores, int argument) {
  constexpr Index width = Array::width, vector = Config::vector;
  auto const runs = join(line(Config::threads, vector), line(vector / width, width),
                         line(Index{1} << 20, Index{Config::threads} * vector));
  return line_of({name, stores, "global", width, sizeof(typename Config::element)}, {},
                 *composition(Array::value, runs), fmt::format(" by block + arg{}", argument));
}

/// The tile of a permute: squares of V x V are stored by columns, and runs of V loaded; V = 1 at the edges.
template <class Path>
void tile_of_permute(std::vector<std::string>& all, std::string const& how) {
  constexpr PermutePath path = permute_path<Path>;
  constexpr Index V = Path::vector, unit = sizeof(typename Path::element);
  auto const squares = *composition(path.layouts.kept, path.layouts.squares);
  auto const columns = join(entry(squares, 0), line(V, Path::tile_y), entry(squares, 1));
  all.push_back(line_of({how + "_stored", true, "LDS", V, unit}, path.swizzle, columns, ""));
  all.push_back(line_of({how + "_read", false, "LDS", V, unit}, path.swizzle,
                        *composition(path.layouts.kept, path.layouts.runs), ""));
}

/// An operand's tile in shared memory, read as the matrix instructions take it; which stage, by the barriers before it.
template <class Tile, class Tv>
std::string read_of(std::string const& name, std::string const& at, int stages, int ahead) {
  using Read = SharedPart<Tile, Tv>;
  auto values = by_accesses(entry(Read::layout, 1), Read::width);
  if (rank(Read::layout) == 3) values = join(values, entry(Read::layout, 2));  // and groups along K
  return line_of({name + "_read", false, "LDS", Read::width, sizeof(typename Tile::element)}, Tile::swizzle,
                 join(entry(Read::layout, 0), values, line(stages, Tile::size_in_shared)),
                 fmt::format("{}, stage epoch + {}", at, ahead));
}
/// The same written by the threads of the copy, along K or along the rows.
template <class Tile, bool along_k = true>
std::string stored_of(std::string const& name, std::string const& at, int stages) {
  using Stored = SharedPart<Tile, TileCopy<Tile, along_k>>;
  return line_of({name + (along_k ? "_stored" : "_stored_by_rows"), true, "LDS", Stored::width,
                  sizeof(typename Tile::element)},
                 Tile::swizzle,
                 join(entry(Stored::layout, 0), by_accesses(entry(Stored::layout, 1), Stored::width),
                      line(stages, Tile::size_in_shared)),
                 at + ", stage epoch");
}

/// The same filled by loads, thread by thread, of four stages: each once before all barriers, then the one that was read last.
template <class Tile>
void loaded_of(std::vector<std::string>& all, std::string const& name, std::string const& at) {
  constexpr Index V = widest_access_bytes / sizeof(typename Tile::element), run = Tile::threads * V;
  auto const layout = join(line(Tile::threads, V), line(Tile::size_in_shared / run, run),
                           line(direct_stages, Tile::size_in_shared));
  Access access{name + "_first", true, "LDS", V, sizeof(typename Tile::element)};
  all.push_back(line_of(access, {}, layout, at + ", before all barriers"));
  access.name = name + "_loaded";
  all.push_back(line_of(access, {}, layout, fmt::format("{}, stage epoch + {}", at, direct_stages - 2)));
}

/// Two stages, or four of a direct product.
template <class Config>
std::vector<std::string> pipelined() {
  using Mma = TiledMma<Config>;
  using Sums = SumsInShared<Config>;
  using A = TileA<Config>;
  using B = TileB<Config>;
  constexpr int stages = is_direct<Config> ? direct_stages : 2;
  constexpr std::size_t size_of_a = stages * A::size_in_shared * sizeof(typename A::element);
  std::string const b_at = fmt::format(" + {}", size_of_a);
  std::vector<std::string> all = {read_of<A, typename Mma::A>("A", "", stages, stages - 1),
                                  read_of<B, typename Mma::B>("B", b_at, stages, stages - 1)};
  if constexpr (is_direct<Config>)
    loaded_of<A>(all, "A", ""), loaded_of<B>(all, "B", b_at);
  else
    all.push_back(stored_of<A>("A", "", stages)), all.push_back(stored_of<B>("B", b_at, stages));
  // The sums of a column of atoms, through shared memory, as lanes hold them.
  auto const of_part = join(entry(Sums::values, 0), entry(Sums::values, 1));
  all.push_back(line_of({"sums_stored", true, "LDS", Sums::neighbours, sizeof(typename Sums::Sum)}, {},
                        join(entry(Mma::C::layout, 0), by_accesses(of_part, Sums::neighbours)), ""));
  return all;
}

/// Of two stages: step s, which has passed s + 1 barriers, reads stage s and writes stage s + 1, or stage 0 before all. A preshuffled B is not there.
template <class Config>
std::vector<std::string> in_turns() {
  using Mma = TiledMma<Config>;
  using A = TileA<Config>;
  using B = TileB<Config>;
  std::vector<std::string> all = {read_of<A, typename Mma::A>("A", "", 2, 1), stored_of<A>("A", "", 2),
                                  stored_of<A, false>("A", "", 2)};
  if constexpr (!b_is_shuffled<Config>) {
    std::string const at = fmt::format(" + {}", 2 * A::size_in_shared * sizeof(typename A::element));
    all.push_back(read_of<B, typename Mma::B>("B", at, 2, 1));
    all.push_back(stored_of<B>("B", at, 2)), all.push_back(stored_of<B, false>("B", at, 2));
  }
  return all;
}

template <class Config>
LayoutsInCode said_of(char const* kernel) {
  LayoutsInCode r;
  std::string_view const mangled =
      typeid(Config).name();  // "N5colex3gpu12CopyUnpadF32E", as HIP and CUDA have it
  r.symbol = fmt::format("{}_kernelINS0_{}", kernel, mangled.substr(std::string_view("N5colex3gpu").size()));
  if constexpr (requires { Config::source_step; }) {
    r.lines = {array<Config, SourceArray<Config>>("source", false, 0),
               array<Config, DestinationArray<Config>>("destination", true, 8)};
  } else if constexpr (requires { Config::narrow_swizzle; }) {
    tile_of_permute<Config>(r.lines, "wide"), tile_of_permute<Narrow<Config>>(r.lines, "narrow");
  } else if constexpr (requires { typename Config::atom; }) {
    r.shared_bytes = shared_bytes_of<Config>();
    if constexpr (is_pipelined<Config>)
      r.lines = pipelined<Config>();
    else if constexpr (TiledMma<Config>::k_groups == 1)
      r.lines = in_turns<Config>();
  }
  return r;
}

template <class... Configs>
bool say_one_of(std::tuple<Configs...> const*, std::string const& name, char const* kernel,
                LayoutsInCode& r) {
  return ((name == Configs::name && (r = said_of<Configs>(kernel), true)) || ...);
}
template <class Configs>
bool say(std::string const& name, char const* kernel, LayoutsInCode& r) {
  return say_one_of(static_cast<Configs const*>(nullptr), name, kernel, r);
}

}  // namespace

LayoutsInCode layouts_in_code(std::string const& config) {
  LayoutsInCode r;
  if (say<CopyConfigs>(config, "copy", r) || say<PermuteConfigs>(config, "permute", r) ||
      say<StridedCopyConfigs>(config, "strided_copy", r) || say<TransposeConfigs>(config, "transpose", r) ||
      say<ShippedGemmConfigs>(config, "gemm", r))
    return r;
  if (kernel_of(config, kernel_proofs()) == nullptr) throw std::out_of_range(config);
  return r.symbol = "hopper11gemm_kernelI", r;  // an object has one of Hopper's
}

}  // namespace colex::gpu
