// SPDX-License-Identifier: MIT
// Who touched what last: random accesses of three waves, with barriers and blocks between, noted as the executor notes them, by the quick ways first, and byte by
// byte in a model that has nothing but the history of each byte. What is to be reported must be the same, and what each byte remembers.
#include "code/shadow.hpp"

#include <fmt/format.h>

#include <random>
#include <vector>

namespace {

using namespace colex::code;

constexpr unsigned kBytes = 64;

struct One {
  unsigned first, bytes;
  bool is_store;
  Access by;
  Order order;
  Access oldest;
};
/// Whether a race, and whether an uninitialised read.
struct Said {
  bool races = false, undefined = false;
  bool operator==(Said const&) const = default;
};

void note(One const& one, History& of, Said& said) {
  if (!one.is_store && of.writer.is_before(one.oldest)) said.undefined = true;
  if (one.is_store ? of.write(one.by, one.order) : of.read(one.by, one.order)) said.races = true;
}

/// As Wave::move does it, then as Group::note.
Said noted(Shadow& shadow, One const& one, unsigned& quick) {
  auto const by_words = [&]<bool is_store>(std::bool_constant<is_store>) {
    Access const since(one.order.since, 0, 0, 0);
    if (one.first % one.bytes != 0) return false;
    switch (one.bytes) {
      case 4:
        return shadow.note_ordered<is_store, 1>(one.first, one.by, since, one.oldest);
      case 8:
        return shadow.note_ordered<is_store, 2>(one.first, one.by, since, one.oldest);
      case 16:
        return shadow.note_ordered<is_store, 4>(one.first, one.by, since, one.oldest);
      default:
        return false;
    }
  };
  if (one.is_store ? by_words(std::true_type{}) : by_words(std::false_type{})) return ++quick, Said{};
  std::uint64_t const end = one.first + one.bytes;
  std::uint64_t const at = one.is_store
                               ? shadow.note_quiet<true>(one.first, end, one.by, one.order, one.oldest)
                               : shadow.note_quiet<false>(one.first, end, one.by, one.order, one.oldest);
  Said said;
  shadow.visit(at, end, [&](std::uint64_t, History& of) { return note(one, of, said), true; });
  return said;
}

struct Counts {
  unsigned quick, races, undefined;
};

/// Accesses that are drawn; how many the quick way took and how many were reported, or what differs.
std::string run(std::uint64_t seed, Counts& counts) {
  std::mt19937_64 random(seed);
  auto const below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  Shadow shadow(kBytes);
  std::vector<History> model(kBytes);
  Order order;
  unsigned const each = 1 + below(8);  // accesses between two barriers
  for (unsigned n = 0; n < 300; ++n) {
    if (below(each) == 0) order.since += 1;
    if (below(60) == 0) order.first = order.since += 1;  // another block
    One one{0,
            1u << (below(8) == 0 ? below(2) : 2 + below(3)),
            below(2) == 0,
            {},
            order,
            Access(order.first, 0, 0, 0)};
    one.first = below(kBytes - one.bytes + 1) / (below(8) == 0 ? 1 : one.bytes) * one.bytes %
                (kBytes - one.bytes + 1);
    one.by = Access(order.since, below(3), n, below(64));
    Said expected;
    for (unsigned k = 0; k < one.bytes; ++k) note(one, model[one.first + k], expected);
    Said const said = noted(shadow, one, counts.quick);
    if (said != expected)
      return fmt::format("seed {}, access {}: race {} and uninitialised {}, not {} and {}", seed, n,
                         said.races, said.undefined, expected.races, expected.undefined);
    counts.races += said.races, counts.undefined += said.undefined;
    std::vector<History> held(kBytes);
    shadow.visit(0, kBytes,
                 [&](std::uint64_t at, History const& of) {  // of a byte, or of the word that begins there
                   return std::fill(held.begin() + static_cast<std::ptrdiff_t>(at), held.end(), of), true;
                 });
    if (held != model) return fmt::format("seed {}, access {}: a byte remembers another", seed, n);
  }
  return {};
}

}  // namespace

int main() {
  Counts counts{};
  for (std::uint64_t seed = 1; seed <= 3000; ++seed)
    if (std::string const wrong = run(seed, counts); !wrong.empty())
      return fmt::print("FAIL: {}\n", wrong), 1;
  if (counts.quick < 100000 || counts.races < 100000 || counts.undefined < 10000)
    return fmt::print("FAIL: {} by the quick way, {} races, {} uninitialised: too few\n", counts.quick,
                      counts.races, counts.undefined),
           1;
  fmt::print("900000 accesses, {} by the quick way, {} races, {} uninitialised\n", counts.quick, counts.races,
             counts.undefined);
}
