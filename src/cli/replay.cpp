// SPDX-License-Identifier: MIT
#include "cli/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "code/symbols/tables.hpp"
#include "code/trips.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

namespace {

using code::Inspector;

/// Arrays begin at multiples of 2^this, and have so many elements of 4 bytes.
constexpr unsigned kArrayAlignment = 12, kElements = 1 << 16;

/// The bytes of arguments with which addresses of global memory begin.
std::set<std::uint32_t> pointers_of(Inspector const& of) {
  std::set<std::uint32_t> r;
  for (code::KernelArgument const& a : of.kernel().arguments)
    if (a.kind == "global_buffer") r.insert(a.offset);
  std::vector<code::Term> addresses;
  for (code::InspectedAccess const& a : of.result().accesses) {
    if (a.access.is_lds) continue;
    addresses.push_back(a.access.address);
    for (code::AccessForm const& form : a.forms) addresses.push_back(form.address);
  }
  code::any_part(addresses, [&](code::Term t) {
    if (t->width == 64 && t->op != code::Op::leaf)
      if (auto const array = code::array_of(of.options().multiples, t)) r.insert(*array);
    return false;
  });
  return r;
}

/// What arguments are made of.
struct Choice {
  std::uint64_t below;                   ///< what entries of arrays are, where nothing is assumed of them
  std::array<std::uint64_t, 2> numbers;  ///< of whole numbers, in turn
};

class MadeArguments {
 public:
  MadeArguments(Inspector const& of, std::set<std::uint32_t> const& pointers, Choice const& choice)
      : options_(of.options()), pointers_(pointers), choice_(choice) {
    for (code::KernelArgument const& a : of.kernel().arguments)
      if (!a.is_hidden()) words_.push_back(word(a.offset, a.size));
    for (code::Fact const& fact : options_.facts)
      for (auto const& sum : fact.sums) are_as_assumed_ &= is_not_negative(sum);
  }
  /// None where they would not be as is assumed.
  std::optional<std::vector<std::string>> words() const {
    return are_as_assumed_ ? std::optional(words_) : std::nullopt;
  }

 private:
  std::string word(std::uint32_t at, std::uint32_t bytes) {
    if (bytes == 8 && pointers_.count(at) != 0) return array(at);
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) return number(at, bytes);
    std::string members;  // of a structure
    for (std::uint32_t k = 0; k < bytes;) {
      std::uint32_t const rest = bytes - k, each = rest >= 8 && pointers_.count(at + k) != 0 ? 8
                                                   : rest >= 4                               ? 4
                                                                                             : 1;
      members += (k == 0 ? "" : ",") + word(at + k, each);
      k += each;
    }
    return "{" + members + "}";
  }
  std::string array(std::uint32_t at) {
    for (auto const& [byte, exponent] : options_.multiples)
      are_as_assumed_ &= byte != at + 4 && (byte != at || exponent <= kArrayAlignment);
    auto const found = options_.tables.find(at);
    values_[at] = std::int64_t{4} * kElements;
    if (found == options_.tables.end()) return fmt::format("drawn:u32[{}]:{}", kElements, choice_.below);
    code::Table const& table = found->second;
    are_as_assumed_ &= !table.is_distinct;
    std::uint64_t const below = table.zeros != 0   ? 1
                                : table.below != 0 ? std::min(table.below, std::uint64_t{1} << 31)
                                                   : choice_.below;
    return fmt::format("drawn:u{}[{}]:{}", 8 * table.bytes, 4 * kElements / table.bytes, below);
  }
  std::string number(std::uint32_t at, std::uint32_t bytes) {
    std::uint64_t value = choice_.numbers[numbers_++ % choice_.numbers.size()];
    if (bytes < 4) value = std::min<std::uint64_t>(value, 127);
    if (auto const fact = options_.multiples.find(at); fact != options_.multiples.end())
      value = (((value - 1) >> fact->second) + 1) << fact->second;
    values_[at] = static_cast<std::int64_t>(value);
    return fmt::format("u{}:{}", 8 * bytes, value);
  }
  /// Of the first block; a number that is not an argument by itself is not known.
  bool is_not_negative(std::vector<code::Fact::Product> const& sum) const {
    __int128 all = 0;
    for (code::Fact::Product const& product : sum) {
      __int128 value = product.factor;
      for (code::FactSymbol const& symbol : product.of) {
        bool const is_block = symbol.kind == code::FactSymbol::Kind::block;
        auto const found = values_.find(symbol.first);
        if (!is_block && found == values_.end()) return false;
        value *= is_block ? 0 : found->second;
        if (value > kLargest || value < -kLargest) return false;
      }
      all += value;
    }
    return all >= 0;
  }

  static constexpr __int128 kLargest = __int128{1} << 64;
  code::InspectOptions const& options_;
  std::set<std::uint32_t> const& pointers_;
  Choice choice_;
  std::size_t numbers_ = 0;
  bool are_as_assumed_ = true;
  std::map<std::uint32_t, std::int64_t> values_{};  ///< of a number, and the bytes of an array
  std::vector<std::string> words_{};
};

bool is_at(code::Place const& place, code::Instruction const& instruction) {
  return place.address == instruction.address && place.text == instruction.text;
}

/// Whether threads store to bytes that are each their own, so that nobody who reads such a byte has stored the same value there.
bool stores_apart(Inspector const& of, std::uint32_t instruction) {
  for (code::InspectedAccess const& a : of.result().accesses) {
    if (a.access.instruction != instruction || !a.access.is_store) continue;
    if (!a.undecided.empty() || a.forms.empty()) return false;
    for (code::AccessForm const& form : a.forms) {
      if (!form.pitches.empty() || !form.through.empty() || form.base_of_wave) return false;
      std::vector<std::int64_t> starts;
      for (unsigned thread = 0; thread < of.result().threads; ++thread)
        if (code::may_make(a.access.when, of.result().lanes, thread)) starts.push_back(form.offsets[thread]);
      std::sort(starts.begin(), starts.end());
      for (std::size_t k = 1; k < starts.size(); ++k)
        if (starts[k] - starts[k - 1] < std::int64_t{a.access.bytes}) return false;
    }
  }
  return true;
}

/// A race that is more than stores of one value: whoever comes later stores another value, or reads what others alone store.
bool matters(Inspector const& of, code::Finding const& f, std::uint32_t later, std::uint32_t earlier) {
  bool const is_store = std::any_of(
      of.result().accesses.begin(), of.result().accesses.end(), [&](code::InspectedAccess const& a) {
        return a.access.instruction == later && a.access.is_lds && a.access.is_store;
      });
  return f.is_change || (!is_store && stores_apart(of, earlier));
}

/// The race of the two instructions that are named, if it is among the findings of a launch whose arguments suit the kernel.
std::optional<code::ShownRace> race_of(code::Report const& report, Inspector const& of) {
  for (code::Defect const unsuited :
       {code::Defect::out_of_bounds, code::Defect::misaligned, code::Defect::read_only_store})
    if (report.counts.count(unsuited) != 0) return {};
  std::uint32_t const a = of.result().race_free.first, b = of.result().race_free.second;
  code::Instruction const &first = of.program()[a].instruction, &second = of.program()[b].instruction;
  for (code::Finding const& f : report.findings) {
    if (f.defect != code::Defect::data_race || !f.local_byte) continue;
    if (is_at(f.other, first) && is_at(f.place, second) && matters(of, f, b, a))
      return {{*f.local_byte, {f.other, f.place}, {}}};
    if (is_at(f.place, first) && is_at(f.other, second) && matters(of, f, a, b))
      return {{*f.local_byte, {f.place, f.other}, {}}};
  }
  return {};
}

}  // namespace

void replay(InspectedFile const& file, std::vector<std::string> const& source, Inspector& of) {
  code::Inspection const& all = of.result();
  if (!all.race_free.names_a_race) return;
  LaunchWords launch{.kernel = all.kernel, .dynamic_shared = of.options().dynamic_lds};
  launch.grid = {file.blocks_of_cluster(all.kernel)};
  launch.block = {all.block[0] == 0 ? all.threads : all.block[0]};
  if (all.block[1] > 1 || all.block[2] > 1) launch.block = {all.block[0], all.block[1], all.block[2]};
  std::uint64_t left = kMostReplayed;
  std::uint64_t const each = 2 * std::uint64_t{all.threads};  // of elements, enough for all threads
  auto const pointers = pointers_of(of);
  std::set<std::vector<std::string>> tried;
  for (Choice const& choice : {Choice{8, {5, 5}},
                               {8, {each, each}},
                               {8, {each, 5}},
                               {8, {5, each}},
                               {8, {1, 1}},
                               {1, {5, 5}},
                               {1, {each, each}},
                               {1000, {5, 5}},
                               {1000, {each, each}}}) {
    auto const words = MadeArguments(of, pointers, choice).words();
    if (!words) continue;
    if (!tried.insert(*words).second) continue;
    launch.arguments = *words;
    for (auto const& [schedule, seed] :
         {std::pair("in-order", 1), {"adversarial", 1}, {"random", 2}, {"random", 3}}) {
      launch.schedule = schedule, launch.seed = static_cast<std::uint64_t>(seed);
      launch.budget = std::min(left, kMostOfReplay);
      std::uint64_t spent = launch.budget;
      try {
        code::Report const report = file.executed(launch);
        spent = report.instructions;
        if (auto race = race_of(report, of)) {
          race->command = {"colex", "execute"};
          auto const options = launch.options();
          race->command.insert(race->command.end(), source.begin(), source.end());
          race->command.insert(race->command.end(), options.begin(), options.end());
          return of.show(*std::move(race));
        }
      } catch (Failure const&) {  // such a launch shows nothing
      }
      if (left -= spent; left == 0) return;
    }
  }
}

}  // namespace colex::cli
