// SPDX-License-Identifier: MIT
// Instructions that move values between memory and the registers of a wave: whether one fits what the threads hold and where it lies
// in memory, or the first value that it would move from elsewhere.
//
//   Mover const ldmatrix = mover_of(one_atom("SM75_U32x4_LDSM_N"));
//   fit(ldmatrix, held_by(*tiled.a), shared, 16, 32).misfit           none: it fits
//
// Every such instruction takes runs of consecutive elements: a lane gives the address of a run, and the elements of a run go to
// registers that the instruction fixes. Sources: the PTX ISA, ldmatrix and stmatrix; for ds_read_b64_tr_b16 and its likes FlyDSL's
// atoms of CDNA4, with which Mojo's ds_read_tr16_b64_row agrees.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "questions/atoms.hpp"
#include "questions/banks.hpp"

namespace colex::cli {

/// A place in a vector.
inline std::size_t slot(std::int64_t i) { return static_cast<std::size_t>(i); }

/// What threads hold of a tile: [thread + threads * value] -> element of the tile.
struct Held {
  std::int64_t threads = 1;
  std::vector<std::int64_t> element{};
  std::int64_t values() const { return static_cast<std::int64_t>(element.size()) / threads; }
};
Held held_by(Layout<std::int64_t> const& tv);
/// A tiled copy, repeated over a tile of `rows` x `columns` elements, column-major: along the rows first. Elements beyond the
/// tile are -1.
Held held_by(TiledCopy const& copy, std::int64_t rows, std::int64_t columns);

struct Mover {
  enum class Is : std::uint8_t {
    vector,         ///< a lane moves consecutive elements to its own registers
    matrix,         ///< ldmatrix, stmatrix: a run is a row of a matrix of 8 x 16 bytes, held by 4 lanes
    matrix_turned,  ///< the same with .trans: a run is held by 8 lanes, one element each
    lanes_turned  ///< ds_read_b64_tr_b16: the runs of 16 lanes lie side by side, in rows of 16 elements; a lane gets a column
  } is = Is::vector;
  std::string name{};
  int width = 16;        ///< bytes of the run that a lane addresses
  int matrices = 1;      ///< of `matrix` and `matrix_turned`
  int turned_bits = 16;  ///< the elements that `matrix_turned` and `lanes_turned` move

  /// Lanes of a wave that give an address.
  int lanes(int wave) const;
  /// Elements of a run; 0 where the instruction moves no elements of so many bits.
  int length(int bits) const;
  /// Values of a thread that one instruction moves.
  int values(int bits) const;
  /// Which lane holds element `k` of the run of `lane`, and as which of the instruction's values.
  std::pair<int, int> holder(int lane, int k, int bits) const;
};

/// Where the instruction moves memory, and which way.
enum class MoverRole : std::uint8_t { global_to_shared, shared_to_registers, registers_to_shared, to_global };
/// Of an atom that moves between memory and registers. Throws InputError for another one.
Mover mover_of(Atom const& atom);
/// Whether an instruction can play that role.
bool plays(Atom const& atom, MoverRole role);
/// Those of a card for a role: the family in which an open instruction is searched, the widest first.
std::vector<Mover> movers(std::string_view card, MoverRole role);

/// The first value that is not where an instruction, or a neighbour, has it.
struct Misfit {
  std::string condition{}, why{};
  std::int64_t thread = -1, value = -1, offset = -1;  ///< -1: of no thread
};

/// "bank_conflict: thread 3, value 8, offset 70: ..."
std::string sentence(Misfit const& misfit);

struct Fit {
  std::optional<Misfit> misfit{};
  SharedAccess access{};  ///< of all waves: (lane, wave, instruction) -> the run's first element
};
/// `memory[e]` is the offset of element e of the tile in elements of `bits` bits. Threads are whole waves.
Fit fit(Mover const& mover, Held const& held, std::vector<std::int64_t> const& memory, int bits, int wave);

/// An instruction held against an operand of a tile.
struct FittingCopy {
  std::string name{};
  std::optional<Misfit> misfit{};
  int degree = 1;  ///< of its bank conflicts, where it fits
  std::int64_t instructions = 0;
  std::int64_t values = 0;  ///< of a thread that one of them moves
};
/// CuTe's retile of a fragment: (value of an instruction, instruction) -> value of the thread. Instructions take them in order.
Layout<std::int64_t> retiled(FittingCopy const& copy);
/// All instructions of a card between shared memory and registers that hold a tile as `held` says: to registers, or from them. `memory`
/// is where the elements of `bits` bits lie. Throws InputError for a card without a model, and threads that are no whole waves.
std::vector<FittingCopy> copies_that_fit(std::string_view card, Held const& held,
                                         std::vector<std::int64_t> const& memory, int bits,
                                         bool from_registers);

}  // namespace colex::cli
