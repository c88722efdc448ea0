// SPDX-License-Identifier: MIT
// Atoms: the instructions that a wave or a warpgroup executes together, with the thread-value layouts of their operands,
// by the names of CuTe and of the vendors. The layouts are those of gpu_kernels/atoms, which say their sources, and
// those of atom_forms.cpp.
//
//   find_atoms("SM80_16x8x16_F32F16F16F32_TN")[0]->c      ((4,8),(2,2)):((32,1),(16,8))
//   find_atoms("ldsm")                                    the six forms of ldmatrix
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "colex/layout.hpp"
#include "operations/value.hpp"

namespace colex::cli {

struct Atom {
  enum class Is : std::uint8_t { mma, copy } is = Is::mma;
  std::string name{};                                 ///< CuTe's, or AMD's mnemonic
  std::string assembly{};                             ///< PTX, or the mnemonic on gfx90a where it differs
  std::string target{};                               ///< "sm80", "gfx90a gfx942"
  int M = 0, N = 0, K = 0, blocks = 1, threads = 32;  ///< of a copy M x N elements, the first index fastest
  /// (thread, value) -> element: of A m + M k, of B n + N k, of C m + M n, and the block times its matrix; of a
  /// copy what `note` says. None: the operand lies in shared memory.
  std::optional<Layout<std::int64_t>> a{}, b{}, c{};
  std::string note{};  ///< what a copy's elements are, or which lanes the threads are
  /// (thread, block of K) -> scale: of A m + M block, of B n + N block.
  std::optional<Layout<std::int64_t>> scale_a{}, scale_b{};
  std::array<int, 3> bits{};  ///< of an element of A, B and C where the name does not say
};

/// All atoms: matrix instructions first.
std::vector<Atom> const& atoms();
/// Those that no kernel here uses, by their formulas: NVIDIA's, AMD's, and those of few bits and with scales.
void add_forms(std::vector<Atom>& all);
void add_amd_forms(std::vector<Atom>& all);
void add_scaled_forms(std::vector<Atom>& all);
/// One thread that moves so many bytes.
Atom thread_copy(std::string name, std::string assembly, std::string target, int bytes);
/// Those whose name, PTX or target contains the word, whatever its case; the one of exactly that name, if any.
std::vector<Atom const*> find_atoms(std::string_view word);
/// The one that the word finds. Throws InputError where that is none, or several.
Atom const& one_atom(std::string const& name);

/// Whether a card has the instruction: NVIDIA's later cards keep the earlier ones' but for wgmma and tcgen05, AMD's have
/// those that name them.
bool runs_on(Atom const& atom, std::string_view card);
/// Bits of an element of A, B and C, by the name; 0 where it does not say.
std::array<int, 3> element_bits(Atom const& atom);

std::string to_text(Atom const& atom);
Json to_json(Atom const& atom);

/// CuTe's make_tiled_copy: (thread, value) -> element of a tile, column-major, from a layout of threads and one of
/// the values of each. Throws Failure: what raked_product and right_inverse refuse, and `bijective` where
/// the two do not cover a tile once.
struct TiledCopy {
  Layout<std::int64_t> tv{};
  std::int64_t rows = 1, columns = 1, threads = 1, values = 1;
};
TiledCopy tiled_copy(Layout<std::int64_t> const& threads, Layout<std::int64_t> const& values);

/// How a tiled copy goes over a tensor of two modes.
struct CopyPartition {
  std::int64_t tiles[2]{};   ///< along each mode
  std::int64_t inside[2]{};  ///< rows and columns of the last tile that lie inside the tensor
  std::int64_t width = 1;    ///< elements that one access of a thread can move, at most 16 bytes
  std::string narrow{};      ///< why not twice as many; empty where they are 16 bytes
};
/// `tensor` is a layout of any kind, or an index map, of two modes, or of one where the tile is a column; `element` is bytes. Throws InputError
/// for others, for modes of more than 2^20 points, and where it is no plain layout for more than 2^20 points in all.
CopyPartition partition(TiledCopy const& copy, Value const& tensor, int element);

/// The same of a flat tensor (M,N):(D,E) some of whose numbers are names: how wide an access is under which conditions.
struct SizedWidth {
  std::int64_t elements = 1;
  std::vector<std::string> where{};  ///< "N % 8 == 0"
};
struct SizedPartition {
  std::string tiles[2]{},
      predicates[2]{};               ///< "(M + 31) / 32"; "32a + i < M", empty where every tile is whole
  std::vector<SizedWidth> widths{};  ///< the widest first; the last one has no conditions
};
SizedPartition sized_partition(TiledCopy const& copy, std::string const& tensor, int element);

/// What repeats an atom: CuTe's AtomLayoutMNK and PermutationMNK.
struct MmaTile {
  Layout<std::int64_t> waves{};  ///< (m, n) or (m, n, k), atoms side by side -> wave
  Layout<std::int64_t>
      order[3]{};  ///< of M, N and K: the order in which atoms go through the tile; n:1 as it lies
};
/// `atoms` is a shape or a layout of two or three modes, `tile` the extents (M,N,K) or a tiler of integers and
/// permutations. Throws InputError where they are others, naming the mode.
MmaTile mma_tile(Value const& atoms, Value const& tile);

/// An atom repeated over a tile of M x N x K: ((lane, atom along M, along N, along K), (atom's value, atom along the
/// rows, atom along the columns)) -> element of the operand, column-major. A thread's number is its lane and its
/// wave. Atoms along K of one operand C are sums of their own. Throws InputError where the tile is no whole
/// number of atoms: which extent, and by what it is to be divided.
struct TiledMma {
  std::int64_t threads = 0;
  std::optional<Layout<std::int64_t>> a{}, b{}, c{};
};
TiledMma tiled_mma(Atom const& atom, MmaTile const& tile);

}  // namespace colex::cli
