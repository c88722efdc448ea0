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

/// An operand's tile in shared memory: written by the threads of the copy, read as the matrix instructions take it, in two stages.
template <class Tile, class Tv>
void operand(std::vector<std::string>& all, std::string const& name, std::size_t base) {
  using Stored = SharedPart<Tile, TileCopy<Tile, true>>;
  using Read = SharedPart<Tile, Tv>;
  constexpr std::size_t unit = sizeof(typename Tile::element);
  std::string const at = base == 0 ? "" : fmt::format(" + {}", base);
  auto const stages = line(2, Tile::size_in_shared);
  all.push_back(
      line_of({name + "_stored", true, "LDS", Stored::width, unit}, Tile::swizzle,
              join(entry(Stored::layout, 0), by_accesses(entry(Stored::layout, 1), Stored::width), stages),
              at + ", stage epoch"));
  all.push_back(
      line_of({name + "_read", false, "LDS", Read::width, unit}, Tile::swizzle,
              join(entry(Read::layout, 0), by_accesses(entry(Read::layout, 1), Read::width), stages),
              at + ", stage epoch + 1"));
}

template <class Config>
std::vector<std::string> pipelined() {
  using Mma = TiledMma<Config>;
  using Sums = SumsInShared<Config>;
  std::vector<std::string> all;
  operand<TileA<Config>, typename Mma::A>(all, "A", 0);
  operand<TileB<Config>, typename Mma::B>(
      all, "B", 2 * TileA<Config>::size_in_shared * sizeof(typename Config::atom::A));
  // The sums of a column of atoms, through shared memory, as lanes hold them.
  auto const of_part = join(entry(Sums::values, 0), entry(Sums::values, 1));
  all.push_back(line_of({"sums_stored", true, "LDS", Sums::neighbours, sizeof(typename Sums::Sum)}, {},
                        join(entry(Mma::C::layout, 0), by_accesses(of_part, Sums::neighbours)), ""));
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
    if constexpr (is_pipelined<Config> && !is_direct<Config>) r.lines = pipelined<Config>();
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
