// SPDX-License-Identifier: MIT
// What a config's own description says of the machine code of its kernel, as `colex inspect --expect` reads it: meant CONFIG. The layouts are those that
// the kernel evaluates (copy_layouts.hpp, tiled_copy.hpp, tiled_mma.hpp, pipelined_sums.hpp); nothing is read from machine code.
#include <fmt/format.h>

#include <cstring>
#include <tuple>

#include "certificate/describe.hpp"
#include "copy/copy_configs.hpp"
#include "gemm/gemm_mma_configs.hpp"

namespace {

using namespace colex;
using namespace colex::gpu;

/// Accesses by `width` values each: the layout at every multiple of it.
Layout<Index> by_accesses(Layout<Index> const& values, Index width) {
  return *composition(values, line(size(values) / width, width));
}

void line_of(char const* name, bool stores, std::string const& space, int bytes, std::size_t unit,
             Swizzle const& s, Layout<Index> const& layout, std::string const& rest) {
  std::string const swizzle = s.bits == 0 ? "" : fmt::format("Sw<{},{},{}> o 0 o ", s.bits, s.base, s.shift);
  fmt::print("{}: {} {} {} = {} * {}{}{}\n", name, stores ? "store" : "load", space, bytes, unit, swizzle,
             described(layout), rest);
}

/// An operand's tile in shared memory: written by the threads of the copy, read as the matrix instructions take it, in two stages.
template <class Tile, class Tv>
void operand(std::string const& name, std::size_t base) {
  using Stored = SharedPart<Tile, TileCopy<Tile, true>>;
  using Read = SharedPart<Tile, Tv>;
  constexpr std::size_t unit = sizeof(typename Tile::element);
  std::string const at = base == 0 ? "" : fmt::format(" + {}", base);
  auto const stages = line(2, Tile::size_in_shared);
  line_of((name + "_stored").c_str(), true, "LDS", Stored::width * unit, unit, Tile::swizzle,
          join(entry(Stored::layout, 0), by_accesses(entry(Stored::layout, 1), Stored::width), stages),
          at + ", stage epoch");
  line_of((name + "_read").c_str(), false, "LDS", Read::width * unit, unit, Tile::swizzle,
          join(entry(Read::layout, 0), by_accesses(entry(Read::layout, 1), Read::width), stages),
          at + ", stage epoch + 1");
}

template <class Config>
void pipelined() {
  using Mma = TiledMma<Config>;
  using Sums = SumsInShared<Config>;
  using Sum = typename Sums::Sum;
  operand<TileA<Config>, typename Mma::A>("A", 0);
  operand<TileB<Config>, typename Mma::B>(
      "B", 2 * TileA<Config>::size_in_shared * sizeof(typename Config::atom::A));
  // The sums of a column of atoms, through shared memory: as lanes hold them, then by runs along N or along M.
  auto const of_part = join(entry(Sums::values, 0), entry(Sums::values, 1));
  line_of("sums_stored", true, "LDS", Sums::neighbours * sizeof(Sum), sizeof(Sum), {},
          join(entry(Mma::C::layout, 0), by_accesses(of_part, Sums::neighbours)), "");
}

/// Elements first, first + 1 and so on of the array, by accesses of `width`: (thread, access, block) -> element.
template <class Config, class Array>
void array(char const* name, bool stores, int argument) {
  constexpr std::size_t unit = sizeof(typename Config::element);
  for (int width : {Array::width, 1}) {
    auto const runs = join(line(Config::threads, Config::vector), line(Config::vector / width, width),
                           line(Index{1} << 20, Index{Config::threads} * Config::vector));
    auto const places = composition(Array::value, runs);
    if (places)
      line_of(fmt::format("{}_by_{}", name, width).c_str(), stores, "global", static_cast<int>(width * unit),
              unit, {}, *places, fmt::format(" by block + arg{}", argument));
    if (Array::width == 1) return;
  }
}

template <class Config>
void say() {
  if constexpr (requires { Config::source_step; })
    array<Config, SourceArray<Config>>("source", false, 0),
        array<Config, DestinationArray<Config>>("destination", true, 8);
  else
    pipelined<Config>();
}

template <class... Configs>
bool say_one_of(std::tuple<Configs...>, char const* name) {
  return ((std::strcmp(Configs::name, name) == 0 && (say<Configs>(), true)) || ...);
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 &&
      (say_one_of(CopyConfigs{}, words[1]) || say_one_of(GemmMfmaPipelinedBothConfigs{}, words[1]) ||
       say_one_of(GemmMfmaPipelinedGfx942Configs{}, words[1])))
    return 0;
  fmt::print(stderr, "meant CONFIG: a copy, or a pipelined product\n");
  return 2;
}
