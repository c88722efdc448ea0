// SPDX-License-Identifier: MIT
// Maps over GF(2) on which a header's function prints itself for Coq (walked.hpp): a list of columns of any length.
//
//   walked([] { return image(Columns("m"), Walked(number("x"))); })      fold_left (fun x2 '(m1, k1) => bit_step x2 m1 x (Z.of_nat k1)) ...
//
// Slots past the inputs hold 0, and are no part of the list: what is put there stands after zeros. That a map has 62 slots is no part
// of what is printed.
#pragma once

#include "induction/counted.hpp"
// after it
#include "induction/named.hpp"

namespace colex {

template <>
struct BasicBitMap<induction::Walked> {
  using Walked = induction::Walked;
  /// The columns in order, and any slot by a number.
  struct Slots : List<Walked> {
    using List<Walked>::List;
    using List<Walked>::operator[];
    struct Slot {
      Slots* slots;
      std::string place;
      void operator=(Walked const& x) {
        *static_cast<List<Walked>*>(slots) =
            List<Walked>("(put_padded (Z.to_nat " + place + ") " + induction::written(x.term()) + " " +
                         slots->said() + ")");
      }
    };
    Slot operator[](Walked const& place) { return {this, induction::written(place.term())}; }
  };
  struct Inputs {
    Slots* of;
    friend bool operator<(int k, Inputs const& n) { return k < n.of->count; }
    friend bool operator==(Inputs const& n, int count) {
      return bool(induction::Truth{"Nat.eqb (length " + n.of->said() + ") " + std::to_string(count)});
    }
    operator Walked() const {  // NOLINT: as a number
      return induction::of_name("Z.of_nat (length " + of->said() + ")");
    }
    friend Walked operator-(Inputs const& n) { return -Walked(n); }
    void operator=(Walked const& n) {
      *static_cast<List<Walked>*>(of) =
          List<Walked>("(resized " + induction::written(n.term()) + " " + of->said() + ")");
    }
  };
  Slots column{};
  Inputs inputs{&column};

  BasicBitMap() = default;
  explicit BasicBitMap(std::string text) : column(std::move(text)) {}
  BasicBitMap(BasicBitMap const& from) : column(from.column) {}
  BasicBitMap& operator=(BasicBitMap const& from) {
    column = from.column;
    return *this;
  }
  Walked operator()(Walked const& x) const;
  void push(Walked const& c) { column.push(c); }
  auto begin() const { return column.begin(); }
  auto end() const { return column.end(); }
  friend induction::Truth operator==(BasicBitMap const& a, BasicBitMap const& b) {
    return induction::Truth{induction::call("alike", a.column.said(), b.column.said())};
  }
};

}  // namespace colex

namespace colex::induction {

using Columns = BasicBitMap<Walked>;
using Pair = Reached<Walked>;

inline Pair pair_of(std::string const& name) { return {of_name("fst " + name), of_name("snd " + name)}; }
inline std::string said(Pair const& r) {
  std::string const a = r.column.said(), b = r.from.said();
  if (a.starts_with("fst ") && "snd " + a.substr(4) == b) return a.substr(4);
  return "(" + a + ", " + b + ")";
}
inline std::string said(Columns const& m) { return m.column.said(); }
inline std::string said(Result<Columns, Walked> const& r) {
  return r ? call("inl", r.value) : "inr " + said(r.refusal).substr(6, said(r.refusal).size() - 7);
}

// The steps, by the names that they have in Steps.v.
inline Walked operator<<(Walked const& x, int k) { return x << of_name("Z.of_nat " + walk->position(k)); }
inline Walked bit_step(Walked const& sum, Walked const& column, Walked const& x, int k) {
  return of_name(call("bit_step", sum, column, x, bracketed(call("Z.of_nat", walk->position(k)))));
}
inline Walked lowest_bit(Walked const& x) { return of_name(call("lowest_bit", x)); }
inline Walked trailing_zeros(Walked const& x) { return of_name(call("trailing_zeros_62", x)); }
inline Walked trailing_ones(Walked const& x) { return of_name(call("trailing_ones_62", x)); }
inline Walked bit_length(Walked const& x) { return of_name(call("bit_length_62", x)); }
inline bool is_power_of_two(Walked const& n) { return bool(Truth{call("is_power_of_two", n)}); }
inline Pair eliminate_step(Pair const& at, Pair const& by, Walked const& pivot) {
  return pair_of(walk->bind("p", call("eliminate_step", at, by, pivot)));
}
inline Walked swizzled(Walked const& bits, Walked const& base, Walked const& shift, Walked const& x) {
  return of_name(call("swizzled", bits, base, shift, x));
}

// The functions before, by the names that they have in Headers.v.
inline std::string said(BasicSwizzle<Walked> const& s) {
  return said(s.bits) + " " + said(s.base) + " " + said(s.shift);
}
inline Walked reach_bits(BasicSwizzle<Walked> const& s) { return of_name(call("reach_bits", s)); }
template <class Word>
Columns bit_map(BasicSwizzle<Walked> const& s, Walked const& inputs) {
  return Columns(bracketed(call("swizzle_map", s, inputs)));
}
template <class Word>
Columns swizzle_map(Walked const& bits, Walked const& base, Walked const& shift,
                    Columns::Inputs const& inputs) {
  return bit_map<Word>(BasicSwizzle<Walked>{bits, base, shift}, inputs);
}
inline std::string said(Result<BasicSwizzle<Walked>, Walked> const& r) {
  auto const& s = r.value;
  return r ? "Some (" + said(s.bits) + ", " + said(s.base) + ", " + said(s.shift) + ")" : "None";
}
inline BasicSwizzle<Walked> swizzle_numbers(Walked const& bits, Walked const& from, Walked const& to) {
  std::string const p = walk->bind("p", call("swizzle_numbers", bits, from, to));
  return {of_name("fst (fst " + p + ")"), of_name("snd (fst " + p + ")"), of_name(call("snd", p))};
}
template <class Word>
Walked source_mask(Walked const& bits, Walked const& base, Walked const& shift) {
  return of_name(call("source_mask", bits, base, shift));
}
template <class Word>
Walked target_mask(Walked const& bits, Walked const& base, Walked const& shift) {
  return of_name(call("target_mask", bits, base, shift));
}
template <Number Word>
requires std::is_same_v<Word, Walked> Refusal<Word> admissible(BasicSwizzle<Walked> const& s) {
  return asked(call("admissible", s), Condition::capacity);
}
inline Columns composition(Columns const& a, Columns const& b) {
  return Columns(bracketed(call("compose_maps", a, b)));
}
inline Result<Columns, Walked> inverse(Columns const& m) {
  std::string const answer = call("inverse", m);
  Result<Columns, Walked> r;
  r.refusal = asked("refused_in (" + answer + ")", Condition::injective);
  r.value = Columns("(columns_in (" + answer + "))");
  return r;
}

}  // namespace colex::induction

namespace colex {

inline induction::Walked BasicBitMap<induction::Walked>::operator()(Walked const& x) const {
  return induction::of_name(induction::call("image", column, x));
}

namespace detail {
/// Columns during elimination, each beside what goes to it: a list of pairs.
template <>
struct Elimination<induction::Walked> : induction::Cell {
  using Pair = induction::Pair;
  struct Slot {
    Elimination* list;
    std::string place;
    operator Pair() const {  // NOLINT: as one of them
      return induction::pair_of(induction::walk->bind("p", "nth " + place + " " + list->text_ + " (0, 0)"));
    }
    void operator=(Pair const& one) {
      list->is("(put_at " + place + " " + induction::said(one) + " " + list->text_ + ")");
    }
  };
  struct At {
    Elimination* list;
    Slot operator[](int k) const { return {list, induction::walk->position(k)}; }
  } at{this};

  Elimination() = default;
  Elimination(Elimination const& from) : Cell(from), text_(from.text_) {}
  Elimination& operator=(Elimination const& from) {
    is(from.text_);
    return *this;
  }
  void push(Pair const& one) {
    std::string const last = induction::said(one);
    is(text_ == "[]" ? "[" + last + "]" : "(" + text_ + " ++ [" + last + "])");
  }
  std::string said() const override { return text_; }
  void become(std::string const& text) override { text_ = text; }
  char const* stem() const override { return "l"; }

  struct Iterator {
    Elimination const* list;
    std::shared_ptr<Elimination> rewritten{};  ///< those passed, where the loop may change them
    std::shared_ptr<Pair> now{};
    bool operator!=(Iterator const&) {
      now.reset();
      bool const goes_on = induction::walk->goes_over(list, list->text_);
      if (goes_on)
        now = std::make_shared<Pair>(induction::pair_of(induction::walk->element()));
      else if (rewritten)
        const_cast<Elimination&>(*list) = *rewritten;
      return goes_on;
    }
    void operator++() {
      if (rewritten) rewritten->push(*now);
    }
    Pair& operator*() const { return *now; }
  };
  Iterator begin() { return {this, std::make_shared<Elimination>()}; }
  Iterator end() { return {this}; }
  Iterator begin() const { return {this}; }
  Iterator end() const { return {this}; }

 private:
  void is(std::string text) {
    changes();
    text_ = std::move(text);
  }
  std::string text_ = "[]";
};
}  // namespace detail

}  // namespace colex
