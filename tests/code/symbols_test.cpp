// SPDX-License-Identifier: MIT
// Terms against machine words: the same random programs, of the operations that rows of instructions use, run over both number types; each value that a
// program makes is compared at random values of the leaves. What may be in a term's value is bounded by `most`.
#include <fmt/format.h>

#include <random>

#include "code/symbols/words.hpp"

namespace {

using namespace colex::code;

struct Choice {
  int operation;
  unsigned a, b, c;  ///< operands, modulo how many there are
  Word k;            ///< a constant
};
constexpr int kOperations = 37;

/// What is made so far, over one number type.
template <class W, class Q>
struct Values {
  std::vector<W> words{};
  std::vector<Q> wides{};

  void step(Choice const& x) {
    W const a = words[x.a % words.size()], b = words[x.b % words.size()], c = words[x.c % words.size()];
    Q const p = wides[x.a % wides.size()], q = wides[x.b % wides.size()];
    W const k(x.k), n(x.k & 31u);
    auto const add = [&](auto value) {
      if constexpr (std::is_same_v<decltype(value), W>)
        words.push_back(value);
      else
        wides.push_back(value);
    };
    switch (x.operation) {
      case 0:
        return add(W(a + b));
      case 1:
        return add(W(a - b));
      case 2:
        return add(W(a * b));
      case 3:
        return add(W(a & b));
      case 4:
        return add(W(a | b));
      case 5:
        return add(W(a ^ b));
      case 6:
        return add(W(~a));
      case 7:
        return add(W(a << n));
      case 8:
        return add(W(a >> n));
      case 9:
        return add(W(a << (b & 31u)));
      case 10:
        return add(W(a >> (b & 31u)));
      case 11:
        return add(W(shift_right_signed(a, n)));
      case 12:
        return add(W(a & k));
      case 13:
        return add(W(a + k));
      case 14:
        return add(W(a * k));
      case 15:
        return add(W(a ^ k));
      case 16:
        return add(select(a < b, b, c));
      case 17:
        return add(select(less_signed(a, b), b, c));
      case 18:
        return add(select(a == b, c, a));
      case 19:
        return add(W(reverse_bits(a)));
      case 20:
        return add(W(field_signed(a, W(x.k % 20), W(x.k / 32 % 12))));
      case 21:
        return add(W(permute_bytes(a, b, W(x.k & 0x0D0D0D0Du))));
      case 22:
        return add(W(high(widen(a) * widen(b))));
      case 23:
        return add(W(of_condition(high(widen(a) + widen(b)) != 0u)));
      case 24:
        return add(W(low(p)));
      case 25:
        return add(W(high(p)));
      case 26:
        return add(W(of_condition(a + b < a)));
      case 27:
        return add(Q(widen(a)));
      case 28:
        return add(Q(widen_signed(a)));
      case 29:
        return add(Q(p + q));
      case 30:
        return add(Q(p - q));
      case 31:
        return add(Q((p << n) + widen(a)));
      case 32:
        return add(Q(p >> W(x.k & 63u)));
      case 33:  // the upper half of a sum, by what the lower halves carry
        return add(W(high(p) + of_condition(low(p) + k < k) + W(~0u)));
      case 34:  // a number less its upper part, and signed remainders
        return add(Q(p - ((p >> n) << n)));
      case 35: {
        Q const signs = p >> W(63), by_one = (p + signs) >> W(1);
        return add(Q(p - (by_one << W(1))));
      }
      default: {  // a sum by halves, with a carry
        W const low_sum = low(p) + low(q);
        auto const carry = low_sum < low(p);
        W const high_sum = low(widen(high(p)) + widen(high(q)) + widen(of_condition(carry)));
        return add(Q(widen(high_sum) << W(32) | widen(low_sum)));
      }
    }
  }
};

}  // namespace

int main() {
  std::mt19937_64 random(5);
  std::uint64_t compared = 0, closed = 0;
  for (int program = 0; program < 40000; ++program) {
    Pool const pool;
    std::vector<Term> const leaves{leaf(Leaf::lane, 6), leaf(Leaf::wave, 3), leaf(Leaf::block, 32),
                                   leaf(Leaf::argument, 64, 8), leaf(Leaf::trip, 64, 1)};
    Values<SymbolicWord, SymbolicWide> terms;
    for (Term t : leaves) terms.words.push_back(extended(t, 32)), terms.wides.push_back(extended(t, 64));
    std::vector<Choice> choices;
    for (int k = 0; k < 14; ++k) {
      static constexpr Word simple[] = {0,  1,  2,    3,      4,      7,           16,         31,
                                        63, 64, 0xFF, 0x3000, 0xFFFF, 0x80000000u, 0xFFFFFFFFu};
      choices.push_back(
          {static_cast<int>(random() % kOperations), static_cast<unsigned>(random()),
           static_cast<unsigned>(random()), static_cast<unsigned>(random()),
           random() % 4 == 0 ? static_cast<Word>(random()) : simple[random() % std::size(simple)]});
      terms.step(choices.back());
    }
    for (int trial = 0; trial < 4; ++trial) {
      std::vector<std::uint64_t> values;
      for (Term t : leaves)
        values.push_back((trial == 0 ? ~std::uint64_t{0} : random()) & all_ones(t->width));
      Values<Word, Wide> numbers;
      for (std::uint64_t v : values)
        numbers.words.push_back(static_cast<Word>(v)), numbers.wides.push_back(v);
      for (Choice const& x : choices) numbers.step(x);
      Evaluation value([&](Term t) -> std::optional<std::uint64_t> {
        for (std::size_t k = 0; k < leaves.size(); ++k)
          if (leaves[k] == t) return values[k];
        return {};
      });
      auto const compare = [&](Term t, std::uint64_t want) {
        auto const got = value(t);
        ++compared, closed += got.has_value();
        if (got && (*got != want || want > t->most)) {
          fmt::print("FAIL: program {}: a term is {:#x} of at most {:#x}, the word {:#x}\n", program, *got,
                     t->most, want);
          std::exit(1);
        }
      };
      for (std::size_t k = 0; k < numbers.words.size(); ++k) compare(terms.words[k].term, numbers.words[k]);
      for (std::size_t k = 0; k < numbers.wides.size(); ++k) compare(terms.wides[k].term, numbers.wides[k]);
    }
  }
  fmt::print("{} values of terms are those of words, of {}\n", closed, compared);
  return closed * 10 > compared * 9 ? 0 : 1;
}
