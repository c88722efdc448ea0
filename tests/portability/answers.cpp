// SPDX-License-Identifier: MIT
// Answers of the algebra to layouts that are the same on every machine: one line each. tools/portability compares
// the lines of two compilers, or of two machines. Extents and strides reach from 1 to the limits of 64 bits, so that
// an intermediate that a word of 32 bits does not hold shows.
#include <cstdint>
#include <iostream>
#include <string>

#include "colex/colex.hpp"
#include "colex/print.hpp"

namespace {

using namespace colex;
using Int = std::int64_t;

/// Knuth's 64-bit linear congruential numbers; std::uniform_int_distribution differs between libraries.
struct Random {
  std::uint64_t state = 1;
  Int below(Int n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<Int>((state >> 33) % static_cast<std::uint64_t>(n));
  }
  /// Small mostly; sometimes about a power of two, up to 2^`bits`.
  Int number(int bits) {
    if (below(6) != 0) return 1 + below(12);
    return (Int{1} << below(bits + 1)) + below(3) - 1 + (below(2) == 0 ? 1 : 0);
  }
  Layout<Int> layout(int most) {
    int const modes = 1 + static_cast<int>(below(most));
    List<Mode<Int>> all;
    for (int k = 0; k < modes; ++k) {
      Int const shape = number(34), stride = number(40);
      all.push({shape < 1 ? 1 : shape, below(8) == 0 ? -stride : below(8) == 0 ? 0 : stride});
    }
    return flat(all);
  }
};

void say(char const* what, Result<Layout<Int>> const& r) {
  std::cout << what << ' ';
  if (r) {
    std::cout << r.value << '\n';
  } else {
    std::cout << name(r.refusal.condition) << ' ' << r.refusal.left << ' ' << r.refusal.right << ' '
              << r.refusal.index << ' ' << r.refusal.got << ' ' << r.refusal.want << '\n';
  }
}

void say(char const* what, Refusal<Int> const& r) {
  std::cout << what << ' ' << name(r.condition) << ' ' << r.left << ' ' << r.right << '\n';
}

}  // namespace

int main() {
  Random random;
  Budget const budget{20000};
  for (int run = 0; run < 3000; ++run) {
    auto const a = random.layout(4), b = random.layout(3);
    std::cout << run << ' ' << a << ' ' << b << ' ' << name(well_formed(a)) << '\n';
    if (well_formed(a) != Condition::none || well_formed(b) != Condition::none) continue;
    Int const m = random.number(50), i = random.below(1 << 20);
    std::cout << size(a) << ' ' << cosize(a) << ' ' << extent(a) << ' ' << evaluate(a, i % size(a)) << ' '
              << coalesce(a) << '\n';
    say("composition", composition(a, b, Domain::extend_last, budget));
    say("complement", complement(a, m < 1 ? Int{1} : m, Cover::at_least));
    say("divide", logical_divide(a, b, Cover::strict, budget));
    say("product", logical_product(a, b, budget));
    say("right_inverse", right_inverse(a, Parts::any, budget));
    say("left_inverse", left_inverse(a, Inverse::exact, budget));
    say("nullspace", nullspace(a, budget));
    say("common", max_common_layout(a, b, Parts::any, budget));
    say("injective", injective(a, budget));
    say("surjective", surjective(a, m, budget));
    say("contiguous", contiguous(a, budget));
  }
}
