// SPDX-License-Identifier: MIT
// A file of PTX, read: its variables, and its kernels as instructions. Sections are those of NVIDIA's PTX ISA manual, 9.0.
//
//   Module const module = read_module("copy.ptx", text);
//   module.entry("copy").instructions[0].text      "ld.param.u64 %rd1, [copy_param_0]"
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace colex::code::ptx {

inline constexpr std::size_t kMostPtxBytes = std::size_t{64} << 20;

enum class Space : std::uint8_t { generic, global, shared, cluster, local, parameter, constant };

// Where the spaces lie among the addresses of 64 bits. Arrays of the launch lie above.
inline constexpr std::uint64_t kSharedWindow = std::uint64_t{1} << 44, kLocalWindow = std::uint64_t{2} << 44,
                               kParameterWindow = std::uint64_t{3} << 44, kWindow = std::uint64_t{1} << 32;

/// A variable of any space, or a parameter. An initialiser is of global and constant ones.
struct Variable {
  std::string name{};
  Space space = Space::generic;
  std::uint64_t bytes = 0;  ///< zero of an external array of shared memory, which the launch sizes
  std::uint32_t alignment = 1;
  std::uint64_t offset = 0;  ///< in its space
  bool is_external = false, is_pointer = false;
  std::vector<std::uint8_t> initial{};
  std::vector<std::pair<std::uint64_t, std::string>>
      addresses{};  ///< bytes of `initial` that are another's address
  std::uint32_t line = 0;
};

/// What a value is made of before an instruction reads it, or where one goes to: a row of the warp's registers.
struct Slot {
  enum class Kind : std::uint8_t { reg, constant, special, address };
  Kind kind = Kind::reg;
  std::uint8_t width = 32;  ///< in bits; 1 of a predicate
  std::uint64_t value = 0;  ///< of a constant, or of an address the offset in its variable
  std::string name{};       ///< of a register or a special register, or of the variable
};

enum class Rounding : std::uint8_t { nearest_even, zero, down, up, nearest_away };
enum class Compare : std::uint8_t { none, eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };
enum class Combine : std::uint8_t { none, both, either, one };  // and, or, xor

/// The modifiers of an instruction that change what it does. A row says which it takes.
struct Modes {
  enum Flag : std::uint32_t {
    rounding = 1,  // .rn .rz .rm .rp .rna
    whole = 2,     // .rni .rzi .rmi .rpi
    ftz = 4,
    sat = 8,      // .sat
    finite = 16,  // .satfinite
    relu = 32,
    propagates = 64,  // .NaN
    xorsign = 128,    // .xorsign.abs
    compare = 256,
    combine = 512,
    carry = 1024,  // .cc
    order = 2048,  // .weak .relaxed .acquire .release .acq_rel .volatile .sc, with a scope
    cache =
        4096,  // cache operators, eviction priorities and prefetch sizes, which change nothing that is seen
    in_space = 8192,
    vector = 16384,      // .v2 .v4 .v8
    clamps = 32768,      // .clamp .wrap
    approximate = 65536  // .approx .full
  };
  std::uint32_t given = 0;
  Rounding round = Rounding::nearest_even;
  Compare by = Compare::none;
  Combine with = Combine::none;
  Space space = Space::generic;
  std::uint8_t elements = 1;
  bool is_strong =
      false;  ///< .relaxed, .acquire, .volatile and so on: such accesses do not race with each other
  bool is_approximate = false;  ///< .approx, not .full
  bool wraps = false;           ///< .wrap, not .clamp
  bool has(Flag flag) const { return (given & flag) != 0; }
};

inline constexpr std::int32_t kSink = -1;  // "_": what is written there is dropped

/// An operand: a slot, an address, or a vector of slots.
struct Operand {
  enum class Kind : std::uint8_t { value, address, vector, label } kind = Kind::value;
  bool negated = false;         ///< !p
  std::int32_t slot = kSink;    ///< of an address, its base; kSink where it has none
  std::int32_t second = kSink;  ///< of "p|q", q
  bool has_second = false;
  std::int64_t offset = 0;               ///< of an address
  std::uint8_t width = 32;               ///< of the register that is written
  std::vector<std::int32_t> elements{};  ///< of a vector; of a tensor's address, its coordinates
  std::vector<std::uint8_t> widths{};
};

struct Instruction {
  std::uint32_t line = 0, source_file = 0, source_line = 0;
  std::string text{};    ///< as written, without the guard's spaces and the semicolon
  std::string opcode{};  ///< "add.rn.f32"
  std::string key{};     ///< the opcode without its modes: the name of its row, "add.f32"
  Modes modes{};
  std::int32_t guard = kSink;
  bool guard_negated = false;
  std::vector<Operand> operands{};
  std::uint32_t target = 0;   ///< of a branch: the number of the instruction
  std::uint32_t meeting = 0;  ///< of a branch: where its ways meet, or the number of instructions
  bool is_uniform = false;    ///< bra.uni
  std::string not_read{};     ///< why its operands could not be read; refused when it is reached
};

struct Entry {
  std::string name{};
  std::vector<Variable> parameters{};
  std::uint64_t parameter_bytes = 0;
  std::vector<Variable> variables{};  ///< shared and local ones of its own
  std::vector<Slot> slots{};
  std::vector<Instruction> instructions{};
  std::uint32_t most_threads = 0;                      ///< .maxntid, and .reqntid; 0 where none is said
  std::uint32_t most_registers = 0, least_blocks = 0;  ///< .maxnreg, .minnctapersm; 0 where none is said
  std::array<std::uint32_t, 3> required{0, 0, 0};      ///< .reqntid
  std::array<std::uint32_t, 3> cluster{1, 1, 1};       ///< blocks of a cluster that it requires
  std::uint32_t line = 0;
};

struct Module {
  std::string version{}, target{};
  std::vector<Variable> variables{};  ///< of the whole file: global, constant, shared
  std::vector<Entry> entries{};
  std::vector<std::string> files{};  ///< of .file, by their numbers

  /// By name, or by a part that no other has. Throws InputError.
  Entry const& entry(std::string const& name) const;
};

/// Whether the text begins as PTX does: with .version behind comments.
bool is_ptx(std::string_view text);

/// Throws InputError with the line and what stands there.
Module read_module(std::string const& name, std::string_view text);

/// Takes an opcode apart into key and modes. False where a modifier appears twice.
bool read_opcode(std::string_view opcode, std::string& key, Modes& modes);

/// Fills in where the ways of branches meet: at their immediate postdominators.
void find_meetings(std::vector<Instruction>& program);

}  // namespace colex::code::ptx
