// SPDX-License-Identifier: MIT
// Trees of any form on which a header's function prints itself for Coq (walked.hpp): numbers, or modes, in any nesting.
//
//   a tree is a name; entry(t, k) the entry of a loop's turn, or `nth_entry t k`; is_leaf() is decided; open() and graft() make `tuple_of n [...]`
//
// A loop over the entries of a tree is one over the list `entries t`. What a function asks about itself, of entries, is the name `again`:
// in Coq any function that is its own text with that name for it. rank(), entry(), open(), graft() and the walk of a tiler's entries beside a
// layout's are run as they ship on small trees, and Unrolled.v proves that those of Combinators.v are these.
#pragma once

#include "colex/division.hpp"
#include "colex/tiler.hpp"
#include "induction/walked.hpp"

namespace colex::induction {

/// A number in a tree.
struct Grown : Walked {
  Grown() = default;
  Grown(std::int64_t value) : Walked(value) {}  // NOLINT: numerals convert
  Grown(Walked const& x) : Walked(x) {}         // NOLINT: what is computed with them
  friend Grown operator*(Grown const& a, Grown const& b) { return {Walked(a.term() * b.term())}; }
  friend Grown operator*(Walked const& a, Grown const& b) { return {Walked(a.term() * b.term())}; }
};

}  // namespace colex::induction

namespace colex {
template <>
inline constexpr bool is_number<induction::Grown> = true;

/// Of a refusal only that it is one.
template <>
struct Refusal<induction::Grown> {
  struct Shown {
    Shown& operator=(induction::Grown const&) { return *this; }
  };
  Condition condition = Condition::none;
  int modes[2] = {-1, -1};
  Shown left{}, right{}, index{}, got{}, want{};
  bool has_witness = false;
};
}  // namespace colex

namespace colex::induction {

using GrownMode = Mode<Grown>;

/// How many entries a tree has. As an int it is a number that stands for this text.
struct Entries {
  std::string text;
  Cell const* of = nullptr;
  std::function<bool(int)> more{};
  Entries(std::string said, Cell const* tree = nullptr, std::function<bool(int)> loop = {})
      : text(std::move(said)), of(tree), more(std::move(loop)) {}
  explicit Entries(int n) : text(std::to_string(n)) {}
  static std::deque<std::string>& told() {
    static std::deque<std::string> texts;
    return texts;
  }
  static std::string said(int count) { return told().at(static_cast<std::size_t>(count)); }
  operator int() const {  // NOLINT: as a count
    auto const at = std::find(told().begin(), told().end(), text);
    if (at == told().end()) return told().push_back(text), static_cast<int>(told().size()) - 1;
    return static_cast<int>(at - told().begin());
  }
  friend bool operator<(int k, Entries const& n) { return n.more(k); }
  friend bool operator>=(int k, Entries const& n) {
    return bool(Truth{n.text + " <=? Z.of_nat " + walk->position(k)});
  }
  friend bool operator>(Entries const& a, Entries const& b) { return bool(Truth{b.text + " <? " + a.text}); }
  friend bool operator!=(Entries const& a, Entries const& b) {
    return !bool(Truth{a.text + " =? " + b.text});
  }
  friend bool operator==(Entries const& a, Entries const& b) { return bool(Truth{a.text + " =? " + b.text}); }
};

inline bool product_fits(Walked const& a, Grown const& b) { return fits("product_fits", a, b); }
inline bool product_fits(Grown const& a, Grown const& b) { return fits("product_fits", a, b); }
inline std::string bracketed(std::string const& text) {
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}
inline std::string said_leaf(Grown const& x) { return written(x.term()); }
inline std::string said_leaf(GrownMode const& m) {
  return written(TermMode{m.shape.term(), m.stride.term()});
}

/// A tree by a text; or one that is being made, of so many entries, or the list of the trees that are put side by side.
template <class Item>
class Branches : public Cell {
 public:
  Branches() = default;
  explicit Branches(std::string text) : text_(std::move(text)) {}
  Branches(Branches const& from)
      : Cell(from), text_(from.text_), items_(from.items_), ranks_(from.ranks_), grows_(from.grows_) {}
  Branches& operator=(Branches const& from) {
    Cell::operator=(from);
    text_ = from.text_;
    items_ = from.items_;
    ranks_ = from.ranks_;
    grows_ = from.grows_;
    return *this;
  }
  static Branches made() {
    Branches r("");
    r.grows_ = true;
    return r;
  }

  void opened(std::string const& ranks) {
    if (!grows_ || !ranks_.empty() || !text_.empty() || !items_.empty())
      throw std::logic_error("a tuple is opened in one that is being made");
    ranks_ = ranks;
  }
  void put(std::string const& tree) {
    if (!grows_) throw std::logic_error("a tree that is whole is changed");
    changes();
    items_.push_back(tree);
  }
  std::string tree() const {
    if (!grows_) return text_;
    if (!ranks_.empty()) return "(tuple_of " + bracketed(ranks_) + " " + said() + ")";
    if (!text_.empty() || items_.size() != 1) throw std::logic_error("trees side by side are none");
    return items_.front();
  }
  std::string said() const override {
    if (!grows_) return text_;
    std::string all;
    for (auto const& one : items_)
      all += (all.empty() ? "" : "; ") + (one.front() == '(' ? one.substr(1, one.size() - 2) : one);
    if (items_.empty() && !text_.empty()) return text_;
    return text_.empty() ? "[" + all + "]" : "(" + text_ + " ++ [" + all + "])";
  }
  void become(std::string const& name) override {
    text_ = name;
    items_.clear();
  }
  char const* stem() const override { return grows_ ? "l" : "t"; }

  bool is_leaf() const { return bool(Truth{"is_leaf " + tree()}); }
  Entries rank() const {
    return {"rank " + tree(), this, [this](int k) {
              bool const goes_on =
                  walk->runs(this) ? walk->again(this) : walk->begins(this, "entries " + tree());
              if (goes_on) walk->is_at(k);
              return goes_on;
            }};
  }
  std::string entry(int k) const {
    if (!walk->runs(this)) return "(nth_entry " + tree() + " " + walk->position(k) + ")";
    walk->is_at(k);
    return walk->element();
  }

 private:
  std::string text_ = "(Tuple [])";
  std::vector<std::string> items_{};
  std::string ranks_{};
  bool grows_ = false;
};

}  // namespace colex::induction

namespace colex {

/// The nodes of a tree, as what is asked of them.
template <class Item>
struct GrownNodes {
  induction::Branches<Item>* tree;
  bool is_leaf(Place) const { return tree->is_leaf(); }
  void tuple(induction::Entries const& n) { tree->opened(n.text); }
};

template <>
struct Nested<induction::Grown> : induction::Branches<induction::Grown> {
  using Base = induction::Branches<induction::Grown>;
  /// The numbers of the tree; changed, they are told without it.
  struct Leaves : List<induction::Walked> {
    using List<induction::Walked>::List;
    Leaves& operator=(Leaves const&) = default;
    induction::Grown operator[](int j) const {
      if (induction::walk->runs(this)) return List<induction::Walked>::operator[](j);
      if (j == 0 && only) return induction::of_name("leaf_of " + *only);
      return const_cast<Leaves*>(this)->List<induction::Walked>::operator[](j);
    }
    Slot operator[](int j) { return List<induction::Walked>::operator[](j); }
    std::optional<std::string> only{};  ///< of a leaf
  };
  GrownNodes<induction::Grown> profile{this};
  Leaves leaves{"[]"};

  Nested() { follow(); }
  explicit Nested(std::string text) : Base(std::move(text)) { follow(); }
  explicit Nested(Base const& from) : Base(from) { follow(); }
  Nested(Nested const& from) : Base(from) { leaves_of(from); }
  Nested& operator=(Nested const& from) {
    Base::operator=(from);
    leaves_of(from);
    return *this;
  }
  void become(std::string const& name) override {
    Base::become(name);
    follow();
  }

 private:
  void follow() {
    std::string const t = stem()[0] == 't' ? tree() : "";
    leaves.become("(leaves " + t + ")");
    leaves.only = t;
  }
  void leaves_of(Nested const& from) {
    leaves.become(from.leaves.said());
    leaves.only = from.leaves.only;
  }
};

template <>
struct Nested<induction::GrownMode> : induction::Branches<induction::GrownMode> {
  using Base = induction::Branches<induction::GrownMode>;
  GrownNodes<induction::GrownMode> profile{this};
  Nested() = default;
  explicit Nested(std::string text) : Base(std::move(text)) {}
  explicit Nested(Base const& from) : Base(from) {}
  Nested(Nested const& from) : Base(from) {}
  Nested& operator=(Nested const& from) {
    Base::operator=(from);
    return *this;
  }
};

template <>
inline Nested<induction::Grown> open<induction::Grown>(int entries) {
  Nested<induction::Grown> r{induction::Branches<induction::Grown>::made()};
  r.opened(induction::Entries::said(entries));
  return r;
}

}  // namespace colex

namespace colex::induction {

using Numbered = Nested<Grown>;   ///< a tree of numbers
using Moded = Nested<GrownMode>;  ///< a layout in its nesting

inline Entries rank(Numbered const& t) { return t.rank(); }
inline Entries rank(Moded const& t) { return t.rank(); }
inline Numbered entry(Numbered const& t, int k) { return Numbered(t.entry(k)); }
inline Moded entry(Moded const& t, int k) { return Moded(t.entry(k)); }
inline Numbered leaf(Grown const& x) { return Numbered("(Leaf " + said_leaf(x) + ")"); }
inline Moded leaf(GrownMode const& m) { return Moded("(Leaf " + said_leaf(m) + ")"); }
inline void graft(Numbered& out, Numbered const& t) { out.put(t.tree()); }
/// A place is the whole tree, or its entry number `node` - 1.
inline Place place_of(Moded const&, int k, Place) { return {k + 1, 0}; }
inline void graft(Moded& out, Moded const& t, Place at = {}) {
  out.put(at.node == 0 ? t.tree() : "(nth_entry " + t.tree() + " " + std::to_string(at.node - 1) + ")");
}
inline bool congruent(Numbered const& a, Numbered const& b) {
  return bool(Truth{"alike (code " + a.tree() + ") (code " + b.tree() + ")"});
}

/// What is answered where `answer` is one: `part` of it.
inline bool answered(std::string const& answer, Refusal<Grown>& why) {
  if (!Truth{"is_nothing (" + answer + ")"}) return true;
  why.condition = Condition::congruent;
  return false;
}
inline Result<Grown, Grown> number_or_none(std::string const& answer) {
  Result<Grown, Grown> r;
  if (answered(answer, r.refusal)) r.value = of_name("offset_in (" + answer + ")");
  return r;
}
inline Result<Numbered, Grown> tree_or_none(std::string const& answer) {
  Result<Numbered, Grown> r;
  if (answered(answer, r.refusal)) r.value = Numbered("(tree_in (" + answer + "))");
  return r;
}
inline Result<Grown, Grown> product(Numbered const& t) {
  return number_or_none("product " + t.leaves.said());
}

/// A division of two numbers by its name.
struct NamedDivision {
  std::string name;
  Result<Grown, Grown> operator()(Grown const& x, Grown const& y) const {
    return number_or_none(name + " " + said_leaf(x) + " " + said_leaf(y));
  }
};
using Division = Result<Grown, Grown> (*)(Grown const&, Grown const&);
inline Result<Numbered, Grown> divide(Numbered const& a, Numbered const& b, NamedDivision const&) {
  return tree_or_none("again " + a.tree() + " " + b.tree());
}
inline Result<Numbered, Grown> ceil_div(Numbered const& a, Numbered const& b) {
  return tree_or_none("ceil_div " + a.tree() + " " + b.tree());
}
inline Result<Numbered, Grown> elem_scale(Numbered const& a, Numbered const& b) {
  return tree_or_none("again " + a.tree() + " " + b.tree());
}
inline Result<bool, Grown> evenly_divides(Numbered const& a, Numbered const& b) {
  std::string const answer = "again " + a.tree() + " " + b.tree();
  Result<bool, Grown> r;
  if (answered(answer, r.refusal)) r.value = bool(Truth{"holds (" + answer + ")"});
  return r;
}

inline std::string said(Numbered const& t) { return t.tree(); }
inline std::string said(Moded const& t) { return t.tree(); }
inline std::string said(Result<Numbered, Grown> const& r) { return r ? "Some " + r.value.tree() : "None"; }
inline std::string said(Result<bool, Grown> const& r) { return r ? "Some " + said(r.value) : "None"; }

}  // namespace colex::induction

namespace colex::detail {

/// With a step that has a name, by that.
template <>
inline Result<induction::Numbered, induction::Grown> divide<induction::Grown, induction::Division>(
    induction::Numbered const& a, induction::Numbered const& b, induction::Division step) {
  char const* const name = step == &ceil_div_step<induction::Grown>    ? "ceil_div_step"
                           : step == &shape_div_step<induction::Grown> ? "shape_div_step"
                                                                       : throw std::logic_error("a step");
  return induction::tree_or_none("divide " + std::string(name) + " " + a.tree() + " " + b.tree());
}

/// What a tiler and a layout have at one place each, in Coq's words of a tiler.
template <>
struct Tiled<induction::Grown> {
  induction::Moded layout;
  std::string tiler;
  Place at{};
  induction::Truth is_tile() const { return {"is_tile " + tiler}; }
  induction::Truth is_keep() const { return {"is_keep " + tiler}; }
  induction::Entries tiled() const { return {"rank " + tiler}; }
  induction::Entries all() const { return rank(layout); }
  template <class F>
  void each_entry(F f) const {
    for (int k = 0; k < rank(layout); ++k) {
      std::string const at_k = induction::walk->position(k);
      bool const reached = bool(induction::Truth{"Z.of_nat " + at_k + " <? rank " + tiler});
      if (!f(Tiled{entry(layout, k), "(nth_entry " + tiler + " " + at_k + ")"}, reached)) break;
    }
  }
};

}  // namespace colex::detail

namespace colex::induction {

/// Of the entries of the layout and of the tiler, by name.
inline void unzip_at(Moded& tiles, Moded& grids, detail::Tiled<Grown> const& here) {
  std::string const both = "(again " + here.tiler + " " + here.layout.tree() + ")";
  tiles.put("(fst " + both + ")");
  grids.put("(snd " + both + ")");
}

}  // namespace colex::induction
