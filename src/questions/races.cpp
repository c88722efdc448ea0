// SPDX-License-Identifier: MIT
#include "questions/races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "operations/failure.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

Int points_of(SharedAccess const& a) {
  return a.offsets.empty() ? size(a.layout.inner) : static_cast<Int>(a.offsets.size());
}

Int threads_of(SharedAccess const& a) { return size(entry(a.layout.inner, 0)); }

/// A piece of memory, in the largest units that no access divides, and the index of an access that touches it.
struct Piece {
  Int unit;
  std::uint32_t access, index;
  auto operator<=>(Piece const&) const = default;
};

Touch touch_of(ThreadAccess const& a, Int index) {
  Int const threads = threads_of(a.access);
  return {a.name, index % threads, index / threads, a.access.at(index), a.writes};
}

}  // namespace

std::optional<Race> race(std::vector<ThreadAccess> const& accesses) {
  Int unit = 0;
  for (auto const& [a, writes, name] : accesses) {
    if (points_of(a) > kMaxAccessPoints)
      throw InputError(fmt::format("{}: more than {} addresses", name, kMaxAccessPoints));
    unit = std::gcd(unit, Int{a.width});
    for (Int i = 0; i < points_of(a); ++i) {
      if (std::abs(a.at(i)) > kMaxRaceOffset)
        throw InputError(
            fmt::format("{}: index {} has offset {}, beyond {}", name, i, a.at(i), kMaxRaceOffset));
      Int const first = a.at(i) * a.element_bits;
      if (first % 8 != 0) throw InputError(fmt::format("{}: index {} begins within a byte", name, i));
      unit = std::gcd(unit, first / 8);
    }
  }
  if (unit == 0) throw InputError("race_free: give an access, --write or --read");
  Int count = 0;
  for (auto const& [a, writes, name] : accesses) count += points_of(a) * (a.width / unit);
  if (count > kMaxRacePieces)
    throw InputError(
        fmt::format("the accesses touch {} pieces of {} bytes, more than {}", count, unit, kMaxRacePieces));
  std::vector<Piece> all;
  all.reserve(static_cast<std::size_t>(count));
  for (std::uint32_t k = 0; k < accesses.size(); ++k) {
    SharedAccess const& a = accesses[k].access;
    for (Int i = 0; i < points_of(a); ++i) {
      Int const first = a.byte_of(a.at(i)) / unit;
      for (Int piece = 0; piece < a.width / unit; ++piece)
        all.push_back({first + piece, k, static_cast<std::uint32_t>(i)});
    }
  }
  std::sort(all.begin(), all.end());
  std::vector<Int> threads;
  for (ThreadAccess const& a : accesses) threads.push_back(threads_of(a.access));
  auto const thread = [&](Piece const& p) { return p.index % threads[p.access]; };
  for (auto from = all.begin(); from != all.end();) {
    auto const to = std::find_if(from, all.end(), [&](Piece const& p) { return p.unit != from->unit; });
    auto const write = std::find_if(from, to, [&](Piece const& p) { return accesses[p.access].writes; });
    if (write != to) {
      auto const other = std::find_if(from, to, [&](Piece const& p) { return thread(p) != thread(*write); });
      if (other != to)
        return Race{from->unit * unit, touch_of(accesses[write->access], write->index),
                    touch_of(accesses[other->access], other->index)};
    }
    from = to;
  }
  return std::nullopt;
}

std::string to_text(std::optional<Race> const& found) {
  if (!found) return "yes\n";
  auto const said = [](Touch const& t) {
    return fmt::format("thread {} {} it in step {} of {}, at offset {}", t.thread,
                       t.writes ? "writes" : "reads", t.step, t.name, t.offset);
  };
  return fmt::format("no: byte {}: {}; {}\n", found->byte, said(found->first), said(found->second));
}

Json to_json(std::optional<Race> const& found) {
  if (!found) return {{"race_free", true}};
  auto const said = [](Touch const& t) {
    return Json{{"access", t.name},
                {"thread", t.thread},
                {"step", t.step},
                {"offset", t.offset},
                {"writes", t.writes}};
  };
  std::string const line = to_text(found);
  return {{"race_free", false},
          {"why", line.substr(4, line.size() - 5)},  // without "no: " and the end of the line
          {"byte", found->byte},
          {"first", said(found->first)},
          {"second", said(found->second)}};
}

}  // namespace colex::cli
