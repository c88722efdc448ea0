// SPDX-License-Identifier: MIT
// The layouts that a kernel's author means, compared with what its instructions do: for every lane, wave and trip.
//
//   # name: what is accessed = bytes, a layout from (thread, value...) to elements, where it begins, and its stage
//   A: store LDS 16 = 2 * Sw<2,3,3> o 0 o (512,4,2):(8,4096,8192), stage epoch
//   B: store LDS 16 = 2 * Sw<2,3,3> o 0 o (512,4,2):(8,4096,8192) + 32768, stage epoch
//
// An access is as expected where one coordinate of the modes behind the thread's makes its address, in each thread. With `stage epoch + 1` the
// last mode's coordinate is the number of barriers that the wave has passed, and one, modulo its extent; `before all barriers` it has passed none. In global memory the place where the
// layout begins is an argument, `+ arg8`; the last mode of `(64,4,2^20), block` is the number of the block. A comment `// colex:` of a source may
// hold a line, too.
#pragma once

#include <string>
#include <vector>

#include "code/inspect.hpp"
#include "code/written_layout.hpp"

namespace colex::code {

struct Expectation {
  std::string name{}, text{};
  std::size_t line = 0;
  bool is_store = false, is_lds = false, by_block = false, has_stage = false, any_base = false;
  bool is_first = false;  ///< before all barriers
  unsigned bytes = 0;
  std::int64_t unit = 1, base = 0;
  std::uint32_t argument = 0;  ///< at this byte; of global memory
  std::int64_t ahead = 0;      ///< stage: (epoch + ahead) % extent
  WrittenLayout layout{};
  std::size_t value_modes() const { return layout.leaves.size() - 1 - (has_stage || by_block ? 1 : 0); }
  std::int64_t values() const;
};

/// The lines of a file that are expectations: all that are no comment, or those behind `// colex:` where there is one. Throws InputError with
/// the line's number.
std::vector<Expectation> read_expectations(std::string const& file, std::string const& text);

struct Compared {
  std::size_t access = 0;
  int expectation = -1;                ///< that it fulfils; -1 where none
  std::string wrong{};                 ///< the first lane that differs from the nearest, then
  bool undecided = false;              ///< it is not known
  std::vector<std::int64_t> values{};  ///< the coordinates of the values that its forms have
};
/// A line that no access fulfils, or some of whose values none has.
struct Missing {
  std::size_t expectation = 0;
  std::string why{};
};
struct Comparison {
  std::vector<Compared> accesses{};        ///< of those that a line speaks of
  std::vector<std::size_t> not_covered{};  ///< accesses that no line speaks of
  std::vector<Missing> missing{};
  std::vector<std::size_t> fulfilled{};  ///< accesses of each line
  Verdict verdict = Verdict::holds;
};
Comparison compare(Inspector& of, std::vector<Expectation> const& expected);

}  // namespace colex::code
