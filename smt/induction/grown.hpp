// SPDX-License-Identifier: MIT
// Trees of any form on which a header's function prints itself for Coq (walked.hpp): numbers, or modes, in any nesting.
//
//   a tree is a name; entry(t, k) the entry of a loop's turn, or `nth_entry t k`; is_leaf() is decided; open() and graft() make `tuple_of n [...]`
//
// A loop over the entries of a tree is one over the list `entries t`, or over their numbers. What a function asks about itself, of entries, is
// the name `again`: in Coq any function that is its own text with that name for it. rank(), entry(), open(), graft() and the walk of a tiler's
// entries beside a layout's are run as they ship on small trees, and Unrolled.v proves that those of Combinators.v are these.
#pragma once

#include "induction/counted.hpp"
// after it
#include "colex/distribute.hpp"
#include "colex/divide.hpp"
#include "colex/locate.hpp"
#pragma GCC diagnostic push
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wkeyword-macro"
#endif
#define int ::colex::induction::Walked
#define constexpr
#include "colex/partition.hpp"
#undef constexpr
#undef int
#pragma GCC diagnostic pop
#include "induction/named.hpp"

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

/// How many entries a tree has.
struct Entries {
  std::string text;
  Cell const* of = nullptr;
  std::function<bool(int)> more{};
  Entries(std::string said, Cell const* tree = nullptr, std::function<bool(int)> loop = {})
      : text(std::move(said)), of(tree), more(std::move(loop)) {}
  explicit Entries(int n) : text(std::to_string(n)) {}
  operator Walked() const { return of_name(text); }  // NOLINT: as a number
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

  bool is_leaf() const { return bool(Truth{call("is_leaf", tree())}); }
  Entries rank() const {
    return {call("rank", tree()), this, [this](int k) {
              bool const goes_on = walk->goes_over(this, call("entries", tree()));
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

template <>
struct List<induction::Grown> : List<induction::Walked> {
  using List<induction::Walked>::List;
};

/// The nodes of a tree, as what is asked of them. A place is the whole tree, or by `node` the entry of that number, from 1 on.
template <class Item>
struct GrownNodes {
  induction::Branches<Item>* tree;
  bool is_leaf(Place) const { return tree->is_leaf(); }
  induction::Entries entries(Place) const { return tree->rank(); }
  Place first(Place) const { return {1, 0}; }
  Place past(Place at) const { return {at.node == 0 ? 0 : at.node + 1, -1}; }
  void tuple(induction::Walked const& n) { tree->opened(n.said()); }
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
    leaves.become(induction::bracketed(induction::call("leaves", t)));
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
  /// The modes of the tree, in order.
  struct Leaves {
    Nested const* tree;
    struct Count {
      Leaves const* leaves;
      std::string said() const { return "Z.of_nat (length " + leaves->said() + ")"; }
      operator induction::Walked() const { return induction::of_name(said()); }  // NOLINT: as a number
      friend induction::Truth operator!=(Count const& a, List<induction::Walked>::Count const& b) {
        return induction::Walked(a) != induction::Walked(b);
      }
    };
    Count count{this};
    struct Iterator {
      Leaves const* leaves;
      bool operator!=(Iterator const&) { return induction::walk->goes_over(leaves, leaves->said()); }
      void operator++() {}
      induction::GrownMode operator*() const {
        auto const m = induction::walked_mode(induction::walk->element());
        return {m.shape, m.stride};
      }
    };
    std::string said() const { return induction::bracketed(induction::call("leaves", tree->tree())); }
    Iterator begin() const { return {this}; }
    Iterator end() const { return {this}; }
  };
  GrownNodes<induction::GrownMode> profile{this};
  Leaves leaves{this};
  Nested() = default;
  explicit Nested(std::string text) : Base(std::move(text)) {}
  explicit Nested(Base const& from) : Base(from) {}
  Nested(Nested const& from) : Base(from) {}
  /// No tree, but its code; of nothing, one that is being made.
  Nested(GrownNodes<induction::Grown> const& nodes, Leaves const& of)
      : Base(nodes.tree == nullptr ? Base::made()
                                   : Base("(Coded (code " + nodes.tree->tree() + ") " + of.said() + ")")) {}
  bool overfull() const { return false; }
  Nested& operator=(Nested const& from) {
    Base::operator=(from);
    return *this;
  }
};

/// What is kept and what is fixed: a tree of `option Z`, or of which only that is known.
template <>
struct Nested<Slot<induction::Grown>> {
  std::string text, slots;
  struct Nodes {
    Nested const* tree;
    bool is_leaf(Place) const { return bool(induction::Truth{induction::call("is_leaf", tree->text)}); }
  } profile{this};
  struct Leaves {
    Nested const* tree;
    struct Kept {
      bool keep;
    };
    Kept operator[](int) const { return {bool(induction::Truth{induction::call("keep_of", tree->text)})}; }
    std::string said() const { return induction::bracketed(induction::call("leaves", tree->slots)); }
    struct Iterator {
      Leaves const* leaves;
      bool operator!=(Iterator const&) { return induction::walk->goes_over(leaves, leaves->said()); }
      void operator++() {}
      Slot<induction::Grown> operator*() const { return of_slot(induction::walk->element()); }
    };
    Iterator begin() const { return {this}; }
    Iterator end() const { return {this}; }
  } leaves{this};
  explicit Nested(std::string said) : text(std::move(said)) {}
  Nested(Nested const& from) : text(from.text), slots(from.slots) {}
  Nested& operator=(Nested const& from) {
    text = from.text;
    slots = from.slots;
    return *this;
  }
  static Nested of_slots(std::string const& said) {
    Nested r("(mapped is_nothing " + said + ")");
    r.slots = said;
    return r;
  }
  static Slot<induction::Grown> of_slot(std::string const& name) {
    return {bool(induction::Truth{induction::call("is_nothing", name)}),
            induction::of_name(induction::call("offset_in", name))};
  }
};

template <>
inline constexpr bool is_told<induction::Grown> = true;
template <>
inline constexpr bool is_told<induction::GrownMode> = true;
template <>
inline Nested<induction::Grown> open<induction::Grown>(induction::Walked entries) {
  Nested<induction::Grown> r{induction::Branches<induction::Grown>::made()};
  r.opened(entries.said());
  return r;
}
template <>
inline Nested<induction::GrownMode> open<induction::GrownMode>(induction::Walked entries) {
  Nested<induction::GrownMode> r{induction::Branches<induction::GrownMode>::made()};
  r.opened(entries.said());
  return r;
}

}  // namespace colex

namespace colex::induction {

using Numbered = Nested<Grown>;   ///< a tree of numbers
using Moded = Nested<GrownMode>;  ///< a layout in its nesting
using Slots = Nested<Slot<Grown>>;

inline Entries rank(Numbered const& t) { return t.rank(); }
inline Walked rank(Moded const& t) { return t.rank(); }
inline Walked rank(Slots const& t) { return of_name(call("rank", t.text)); }
inline Numbered entry(Numbered const& t, int k) { return Numbered(t.entry(k)); }
inline std::string nth_entry(std::string const& tree, Walked const& k) {
  return "(nth_entry " + tree + " " + as_place(k) + ")";
}
inline Numbered entry(Numbered const& t, Walked const& k) { return Numbered(nth_entry(t.tree(), k)); }
inline Moded entry(Moded const& t, Walked const& k) { return Moded(nth_entry(t.tree(), k)); }
inline Slots entry(Slots const& t, Walked const& k) { return Slots(nth_entry(t.text, k)); }
inline Slots leaf(Slot<Grown> const& s) {
  return Slots::of_slots(s.keep ? "(Leaf None)" : "(Leaf (Some " + said(s.value) + "))");
}
inline Slots append_to(Slots const& t, Walked const& n, Slots const& x) {
  return Slots::of_slots(bracketed(call("append_to", t.slots, n, x.slots)));
}
/// A tree of the same form: what a leaf becomes is printed.
template <class F>
std::string mapped(std::string const& tree, F f) {
  std::string const x = walk->fresh("x");
  return "(mapped (fun " + x + " => " + walked([&]() -> std::string { return f(x); }) + ") " + tree + ")";
}
template <class F>
Slots transform(Numbered const& t, F f) {
  return Slots::of_slots(mapped(t.tree(), [&](std::string const& x) {
    Slot<Grown> const s = f(of_name(x));
    return s.keep ? std::string("None") : call("Some", s.value);
  }));
}
template <class F>
Numbered transform(Slots const& t, F f) {
  return Numbered(mapped(t.slots, [&](std::string const& x) { return said(f(Slots::of_slot(x))); }));
}
inline Numbered leaf(Grown const& x) { return Numbered("(Leaf " + said_leaf(x) + ")"); }
inline Moded leaf(GrownMode const& m) { return Moded("(Leaf " + said_leaf(m) + ")"); }
inline std::deque<Term>& told_entries() {
  static std::deque<Term> entries;
  return entries;
}
inline void graft(Numbered& out, Numbered const& t) { out.put(t.tree()); }
/// A place is the whole tree, or the entry that is told as number `node`, from 1 on.
inline Place place_of(Moded const&, Walked const& k, Place = {}) {
  told_entries().push_back(k.term());
  return {static_cast<int>(told_entries().size()), 0};
}
inline void graft(Moded& out, Moded const& t, Place at = {}) {
  out.put(at.node == 0
              ? t.tree()
              : nth_entry(t.tree(), Walked(told_entries().at(static_cast<std::size_t>(at.node) - 1))));
}
inline void graft_whole(Moded& out, Moded const& t) { out.put(t.tree()); }
inline bool congruent(Numbered const& a, Numbered const& b) {
  return bool(Truth{"alike (code " + a.tree() + ") (code " + b.tree() + ")"});
}

/// What is answered where `answer` is one: `part` of it.
template <class Why>
bool answered(std::string const& answer, Why& why) {
  if (!Truth{"is_nothing (" + answer + ")"}) return true;
  why.condition = Condition::congruent;
  return false;
}
inline Result<Grown, Grown> number_or_none(std::string const& answer) {
  Result<Grown, Grown> r;
  if (answered(answer, r.refusal)) r.value = of_name("offset_in (" + answer + ")");
  return r;
}
template <class Tree, class Int>
Result<Tree, Int> tree_in(std::string const& answer) {
  Result<Tree, Int> r;
  if (answered(answer, r.refusal)) r.value = Tree("(tree_in " + bracketed(answer) + ")");
  return r;
}
inline Result<Numbered, Grown> tree_or_none(std::string const& answer) {
  return tree_in<Numbered, Grown>(answer);
}
inline Result<Grown, Grown> product(Numbered const& t) { return number_or_none(call("product", t.leaves)); }

// Edits, by the names that they have in Headers.v; a function inside itself by `again`.
inline std::string own = "again";
inline Result<Moded> take(Moded const& t, Walked const& from, Walked const& to) {
  return tree_in<Moded, std::int64_t>(call("take", t, from, to));
}
inline Moded append(Moded const& t, Moded const& x) { return Moded(bracketed(call("append", t, x))); }
inline bool collect(Slots const& slicer, Moded const& t, bool kept, Moded& out) {
  std::string const answer = call(own, slicer.text, t, kept, out);
  if (Truth{"is_nothing (" + answer + ")"}) return false;
  out = Moded("(tree_in (" + answer + "))");
  return true;
}
/// What `add`, given these, makes of an offset; false where it refuses.
inline bool adds(std::string const& given, Grown& offset) {
  std::string const answer = call(given, offset);
  if (Truth{"is_nothing (" + answer + ")"}) return false;
  offset = of_name("offset_in (" + answer + ")");
  return true;
}
inline bool add_offset(Moded::Leaves const& modes, int from, int to, Grown const& index, Grown& offset) {
  if (from != 0 || to != -1) throw std::logic_error("a part of a tree is counted");
  return adds("add_index " + modes.said() + " 0 (" + modes.count.said() + ") " + said(index), offset);
}
inline Condition add_offset(Moded const& t, Place at, Numbered const& c, Place in, Grown& offset) {
  return adds(call("again", c.entry(in.node - 1), t.entry(at.node - 1)), offset) ? Condition::none
                                                                                 : Condition::congruent;
}
inline bool weakly_congruent(Numbered const& a, Numbered const& b) {
  return bool(Truth{call("again", a, b)});
}
inline void spread(Numbered const& order, Numbered const& shape, List<Grown>& out) {
  out.tell(bracketed(call("again", order, shape, out)));
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
  return tree_or_none(call("again", a, b));
}
inline Result<Numbered, Grown> ceil_div(Numbered const& a, Numbered const& b) {
  return tree_or_none(call("ceil_div", a, b));
}
inline Result<Numbered, Grown> elem_scale(Numbered const& a, Numbered const& b) {
  return tree_or_none(call("again", a, b));
}
inline Result<bool, Grown> evenly_divides(Numbered const& a, Numbered const& b) {
  std::string const answer = call("again", a, b);
  Result<bool, Grown> r;
  if (answered(answer, r.refusal)) r.value = bool(Truth{"holds (" + answer + ")"});
  return r;
}

inline std::string said(Result<Grown, Grown> const& r) { return r ? call("Some", r.value) : "None"; }
inline std::string said(Numbered const& t) { return t.tree(); }
inline std::string said(Moded const& t) { return t.tree(); }
template <class Int>
std::string said(Result<Moded, Int> const& r) {
  return r ? call("Some", r.value.tree()) : "None";
}
inline std::string said(Result<Numbered, Grown> const& r) {
  return r ? call("Some", r.value.tree()) : "None";
}
inline std::string said(Result<bool, Grown> const& r) { return r ? call("Some", r.value) : "None"; }

}  // namespace colex::induction

namespace colex {
/// In Coq's words of a tiler.
template <>
struct Tiler<induction::Grown> {
  std::string tiler;
  induction::Moded modes;
  explicit Tiler(std::string text)
      : tiler(std::move(text)), modes(induction::bracketed(induction::call("tile_of", tiler))) {}
  induction::Truth is_tile() const { return {induction::call("is_tile", tiler)}; }
  induction::Truth is_keep() const { return {induction::call("is_keep", tiler)}; }
};
}  // namespace colex

namespace colex::detail {

/// With a step that has a name, by that.
template <>
inline Result<induction::Numbered, induction::Grown> divide<induction::Grown, induction::Division>(
    induction::Numbered const& a, induction::Numbered const& b, induction::Division step) {
  char const* const name = step == &ceil_div_step<induction::Grown>    ? "ceil_div_step"
                           : step == &shape_div_step<induction::Grown> ? "shape_div_step"
                                                                       : throw std::logic_error("a step");
  return induction::tree_or_none(call("divide", name, a, b));
}

/// What a tiler and a layout have at one place each.
template <>
struct Tiled<induction::Grown> {
  induction::Moded layout;
  Tiler<induction::Grown> tiler;
  Place at{}, by{};
  induction::Truth is_tile() const { return tiler.is_tile(); }
  induction::Truth is_keep() const { return tiler.is_keep(); }
  induction::Entries tiled() const { return {induction::call("rank", tiler.tiler)}; }
  induction::Entries all() const { return layout.rank(); }
  template <class F>
  void each_entry(F f) const {
    for (int k = 0; k < all(); ++k) {
      std::string const at_k = induction::walk->position(k);
      bool const reached = bool(induction::Truth{"Z.of_nat " + at_k + " <? rank " + tiler.tiler});
      Tiled const one{
          induction::Moded(layout.entry(k)),
          Tiler<induction::Grown>(induction::bracketed(induction::call("nth_entry", tiler.tiler, at_k)))};
      if (!f(one, reached)) break;
    }
  }
};

}  // namespace colex::detail

namespace colex::induction {

/// By name, of the entries of the layout and of the tiler.
inline void unzip_at(Moded& tiles, Moded& grids, detail::Tiled<Grown> const& here) {
  std::string const both = bracketed(call(own, here.tiler.tiler, here.layout.tree()));
  tiles.put(bracketed(call("fst", both)));
  grids.put(bracketed(call("snd", both)));
}

// Divides by mode and partitions, by the names that they have in Headers.v.
inline Condition well_formed(Moded const&) { return Condition::none; }
inline Moded subtree(Moded const& t, Place) { return t; }
inline Numbered shape(Moded const& t) { return Numbered("(mapped shape " + t.tree() + ")"); }
inline Result<Moded, Grown> modes_or_none(std::string const& answer) {
  return tree_in<Moded, Grown>(walk->bind("o", answer));
}
inline Result<Moded, Grown> logical_divide(Moded const& mode, Moded const& by, Cover, Budget) {
  return modes_or_none(call("divide", mode, by));
}
template <class Op>
Refusal<Grown> apply_at(Moded& out, detail::Tiled<Grown> const& here, Rest, Op&) {
  auto const r = modes_or_none(call(own, here.tiler.tiler, here.layout));
  if (r) out.put(r.value.tree());
  return r.refusal;
}
inline Result<Moded, Grown> logical_divide(Moded const& t, Tiler<Grown> const& by, Cover, Budget) {
  return modes_or_none(call("divide_by_mode", "apply_at", "divide", by.tiler, t));
}
inline Moded unzip(Moded const& t, Tiler<Grown> const& by) {
  return Moded(bracketed(call("unzip", "unzip_at", by.tiler, t)));
}
inline Result<Moded, Grown> zipped_divide(Moded const& t, Tiler<Grown> const& by, Cover, Budget) {
  return modes_or_none(call("zipped_divide", "apply_at", "unzip_at", "divide", by.tiler, t));
}
inline Result<Moded, Grown> slice(Slots const& slicer, Moded const& t) {
  return modes_or_none(call("slice", "collect", slicer.text, t, "true"));
}
inline Result<Grown, Grown> crd2idx(Numbered const& c, Moded const& t) {
  return number_or_none(call("crd2idx_nested", "add_offset", c, t));
}
inline Numbered idx2crd(Grown const& i, Numbered const& shape) {
  return Numbered("(with_leaves (idx2crd " + said(i) + " " + shape.leaves.said() + ") " + shape.tree() + ")");
}
inline Result<Placed<Grown>, Grown> placed_or_none(std::string const& answer) {
  std::string const o = walk->bind("o", answer);
  Result<Placed<Grown>, Grown> r;
  if (!answered(o, r.refusal)) return r;
  r.value.layout = Moded("(fst (placed_in " + o + "))");
  r.value.offset = of_name("snd (placed_in " + o + ")");
  return r;
}
inline Result<Placed<Grown>, Grown> slice_and_offset(Slots const& slicer, Moded const& t) {
  return placed_or_none(call("slice_and_offset", "collect", "add_offset", slicer.slots, t));
}
inline Slots fixed(Numbered const& at, Walked const& ranks) {
  return Slots::of_slots("(fixed " + at.tree() + " " + bracketed(said(ranks)) + ")");
}
inline Result<Placed<Grown>, Grown> cut(Moded const& split, Numbered const& at, bool keep_tile) {
  return placed_or_none(call("cut", "collect", "add_offset", split, at, keep_tile));
}
inline std::string said(Result<Placed<Grown>, Grown> const& r) {
  return r ? "Some (" + r.value.layout.tree() + ", " + said(r.value.offset) + ")" : "None";
}

}  // namespace colex::induction
