// SPDX-License-Identifier: MIT
// Whether threads race: of accesses between two barriers one writes a byte that another thread accesses, too.
//
//   race({{write, true, "write 1"}, {read, false, "read 1"}})     the lowest such byte and both threads, or none
#pragma once

#include <optional>

#include "questions/banks.hpp"

namespace colex::cli {

/// An access whose mode 0 is the threads, and its name in answers.
struct ThreadAccess {
  SharedAccess access{};
  bool writes = false;
  std::string name{};
};

/// One access by one thread.
struct Touch {
  std::string name{};
  std::int64_t thread = 0, step = 0, offset = 0;  ///< the offset in elements
  bool writes = false;
};

struct Race {
  std::int64_t byte = 0;
  Touch first{}, second{};  ///< of different threads; the first one writes
};

inline constexpr std::int64_t kMaxRacePieces = std::int64_t{1} << 22, kMaxRaceOffset = std::int64_t{1} << 48;

/// The race at the lowest byte. Accesses of one thread are in order and do not race. Throws InputError where there is
/// no access, one begins within a byte or beyond kMaxRaceOffset, or all together touch more than kMaxRacePieces
/// pieces of memory.
std::optional<Race> race(std::vector<ThreadAccess> const& accesses);

std::string to_text(std::optional<Race> const& found);
Json to_json(std::optional<Race> const& found);

}  // namespace colex::cli
