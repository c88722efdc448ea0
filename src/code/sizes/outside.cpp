// SPDX-License-Identifier: MIT
// Numbers with which an access is outside of an array whose size is stated: arguments, a block, trips and a thread are drawn, small ones and those at the
// ends of what the facts leave, and the access is evaluated. What is found is so; that nothing is found says nothing.
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "code/sizes/inside.hpp"

namespace colex::code {

namespace {

constexpr unsigned kDrawn = 3000;

struct Drawn {
  std::map<std::uint32_t, std::int64_t> arguments{};  ///< by their bytes
  std::map<std::uint32_t, std::uint64_t> blocks{};
  std::map<Term, std::uint64_t> trips{};
  unsigned thread = 0;
};

Integer value_of(Fact::Product const& p, Drawn const& d, std::optional<std::uint32_t> array) {
  Integer r = p.factor;
  for (FactSymbol const& s : p.of) {
    if (s.kind == FactSymbol::Kind::size && s.first == array) continue;
    auto const argument = d.arguments.find(s.first);
    auto const block = d.blocks.find(s.first);
    r = multiplied(r, s.kind == FactSymbol::Kind::block
                          ? Integer{block == d.blocks.end() ? 0 : block->second}
                          : Integer{argument == d.arguments.end() ? 0 : argument->second});
  }
  return r;
}

/// The least number of bytes that the facts leave the array; none where they are not fulfilled, or speak of other arrays' bytes beside.
std::optional<Integer> least_size(Inspector const& of, Drawn const& d, std::uint32_t array) {
  Integer r = 0;
  for (Fact const& fact : of.options().facts)
    for (auto const& all : fact.sums) {
      Integer rest = 0, factor = 0;
      bool is_of_others = false;
      for (Fact::Product const& p : all) {
        auto const sizes = std::count_if(
            p.of.begin(), p.of.end(), [](FactSymbol const& s) { return s.kind == FactSymbol::Kind::size; });
        bool const is_of_array = sizes == 1 && p.of.size() == 1 && p.of[0].first == array;
        is_of_others |= sizes != 0 && !is_of_array;
        Integer& to = is_of_array ? factor : rest;
        to = added(to, value_of(p, d, array));
      }
      if (is_of_others && factor != 0) return {};
      if (is_of_others) continue;
      if (factor == 0 && rest < 0) return {};
      if (factor > 0) r = std::max(r, (-rest + factor - 1) / factor);
      if (factor < 0 && rest + factor * r < 0) return {};  // there is an upper bound, too
    }
  return r;
}

}  // namespace

std::optional<std::string> outside_of_size(Inspector& of, SizedCase const& c) {
  std::mt19937_64 random(1);
  auto const one_of = [&](auto const& all) { return all[random() % all.size()]; };
  std::vector<Term> all_leaves;
  auto const add = [&](Term t) {
    for (Term const l : leaves_of(t))
      if (std::find(all_leaves.begin(), all_leaves.end(), l) == all_leaves.end()) all_leaves.push_back(l);
  };
  add(c.offset);
  for (Term const bit : c.when) add(bit);
  if (c.buffer_bytes != nullptr) add(c.buffer_offset), add(c.buffer_bytes);
  std::map<Term, std::vector<std::vector<Term>>> ends;
  for (Term const l : std::vector<Term>(all_leaves))
    if (l->leaf == Leaf::trip) {
      auto const ways = of.walk().going_round(l->first, c.chosen);
      if (!ways) return {};
      for (auto const& way : ends.emplace(l, *ways).first->second)
        for (Term const bit : way) add(bit);
    }
  // Arguments that are read, and those of facts.
  std::map<std::uint32_t, unsigned> sizes;
  std::set<std::uint32_t> axes;
  for (Term const l : all_leaves) {
    if (l->leaf == Leaf::block) axes.insert(l->first);
    if (l->leaf != Leaf::argument) continue;
    bool is_known = false;
    for (KernelArgument const& a : of.arguments())
      if (a.offset / 8 * 8 == l->first && (a.size == 4 || a.size == 8))
        sizes[a.offset] = a.size, is_known = true;
    if (!is_known) return {};
  }
  for (Fact const& fact : of.options().facts)
    for (auto const& sum_of : fact.sums)
      for (Fact::Product const& p : sum_of)
        for (FactSymbol const& s : p.of)
          if (s.kind == FactSymbol::Kind::argument)
            sizes[s.first] = s.bytes;
          else if (s.kind == FactSymbol::Kind::block)
            axes.insert(s.first);
  Integers words(of.result().threads, of.result().lanes);
  assume_facts(of, words);
  auto const drawn = [&](Term t, bool is_signed, unsigned zeros) -> std::int64_t {
    Polynomial const p = is_signed ? words.signed_value(t) : words.value(t);
    std::vector<Integer> all{0,   1,   2,   3,    5,    7,    31,    33,    64,      100,
                             127, 129, 256, 1000, 1025, 4095, 65535, 65537, 1 << 20, 1 << 22};
    for (auto const& [m, f] : p.terms())
      if (m.size() == 1)
        for (Integer const end : {words.known.of(m[0]).least, words.known.of(m[0]).most})
          for (Integer const more : {-1, 0, 1}) all.push_back(end * f + more);
    Integer const least = is_signed ? -power_of_two(t->width - 1u) : 0,
                  most = is_signed ? power_of_two(t->width - 1u) - 1 : power_of_two(t->width) - 1;
    std::erase_if(all, [&](Integer v) { return v < least || v > most; });
    if (p.terms().size() == 1 && p.terms().begin()->first.size() == 1) {  // as far as the facts allow
      auto const& [m, f] = *p.terms().begin();
      auto const& known = words.known.of(m[0]);
      std::erase_if(all, [&](Integer v) { return v < known.least * f || v > known.most * f; });
    }
    if (all.empty()) return 0;
    return static_cast<std::int64_t>(one_of(all)) >> zeros << zeros;
  };
  for (unsigned number = 0; number < kDrawn; ++number) {
    Drawn d;
    for (auto const& [byte, size] : sizes) {
      auto const fact = of.options().multiples.find(byte);
      Term const t = size == 8 ? leaf(Leaf::argument, 64, byte)
                               : extract(leaf(Leaf::argument, 64, byte & ~7u), (byte & 4) != 0 ? 32 : 0, 32);
      d.arguments[byte] = drawn(t, true, fact == of.options().multiples.end() ? 0 : fact->second);
    }
    for (std::uint32_t const axis : axes)
      d.blocks[axis] = static_cast<std::uint64_t>(drawn(leaf(Leaf::block, 32, axis), false, 0));
    for (auto const& [trip, ways] : ends) d.trips[trip] = random() % 4;
    d.thread =
        number % 4 == 0 ? of.result().threads - 1 : static_cast<unsigned>(random() % of.result().threads);
    std::optional<Integer> size;
    try {
      size = least_size(of, d, c.array);
    } catch (TooLarge const&) {
    }
    if (!size || *size > power_of_two(47)) continue;  // no array has so many
    auto const value = [&](Term t, std::map<Term, std::uint64_t> const& trips) {
      return Evaluation([&](Term l) -> std::optional<std::uint64_t> {
        switch (l->leaf) {
          case Leaf::lane:
            return d.thread % of.result().lanes;
          case Leaf::wave:
            return d.thread / of.result().lanes;
          case Leaf::block:
            return d.blocks.at(l->first);
          case Leaf::trip:
            return trips.at(l);
          case Leaf::argument: {
            if (auto const whole = sizes.find(l->first); whole != sizes.end() && whole->second == 8)
              return static_cast<std::uint64_t>(d.arguments.at(l->first));
            std::uint64_t r = 0;
            for (std::uint32_t const half : {0u, 4u})
              if (auto const found = d.arguments.find(l->first + half); found != d.arguments.end())
                r |= (static_cast<std::uint64_t>(found->second) & 0xFFFFFFFF) << 8 * half;
            return r;
          }
          default:
            return {};
        }
      })(t);
    };
    auto const is_one = [&](Term bit) { return value(bit, d.trips) == 1u; };
    if (!std::all_of(c.when.begin(), c.when.end(), is_one)) continue;
    bool is_reached = true;  // every trip before went round
    for (auto const& [trip, ways] : ends)
      for (std::uint64_t before = 0; before < d.trips[trip] && is_reached; ++before) {
        auto trips = d.trips;
        trips[trip] = before;
        is_reached = std::any_of(ways.begin(), ways.end(), [&](auto const& way) {
          return std::all_of(way.begin(), way.end(), [&](Term bit) { return value(bit, trips) == 1u; });
        });
      }
    auto const offset = value(c.offset, d.trips);
    if (!is_reached || !offset) continue;
    Integer last = Integer{static_cast<std::int64_t>(*offset)} + c.bytes - 1;
    if (c.buffer_bytes != nullptr) {
      auto const at = value(c.buffer_offset, d.trips), all = value(c.buffer_bytes, d.trips);
      if (!at || !all || *at + std::min(c.bytes, 4u) > *all) continue;
      last = std::min(last, last - c.bytes + Integer{(*all - *at) / 4 * 4});
    }
    auto const first = static_cast<std::int64_t>(*offset);
    if (first >= 0 && last < *size) continue;
    std::string const array = of.text(leaf(Leaf::argument, 64, c.array));
    std::string r =
        first < 0 ? fmt::format("{} bytes before {} are touched", -first, array)
                  : fmt::format("byte {} of {} is touched, where it has {}", static_cast<std::int64_t>(last),
                                array, static_cast<std::int64_t>(*size));
    r += fmt::format(", in thread {}", d.thread);
    for (auto const& [axis, block] : d.blocks)
      r += fmt::format(", {} {}", of.text(leaf(Leaf::block, 32, axis)), block);
    for (auto const& [trip, n] : d.trips) r += fmt::format(", {} {}", of.text(trip), n);
    std::string with;
    for (auto const& [byte, v] : d.arguments) {
      bool const is_pointer =
          std::any_of(of.arguments().begin(), of.arguments().end(),
                      [&](KernelArgument const& a) { return a.offset == byte && a.kind == "global_buffer"; });
      if (is_pointer) continue;
      Term const t = sizes[byte] == 8
                         ? leaf(Leaf::argument, 64, byte)
                         : extract(leaf(Leaf::argument, 64, byte & ~7u), (byte & 4) != 0 ? 32 : 0, 32);
      with += fmt::format("{}{} is {}", with.empty() ? ", where " : ", ", of.text(t), v);
    }
    return r + with;
  }
  return {};
}

}  // namespace colex::code
