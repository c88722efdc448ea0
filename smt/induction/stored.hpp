// SPDX-License-Identifier: MIT
// A layout as it is stored, its nodes and its leaves, two lists, and the bytes that packed.hpp keeps it in, on which packed() and unpacked()
// print themselves for Coq (walked.hpp).
//
//   what is written to place k of an array is `put_at k x array`; a count is a byte, modulo 256
//
// An array's length is no text: packed() is run with every room, and must say the same of each.
#pragma once

#include "colex/packed.hpp"
#include "induction/named.hpp"

namespace colex::induction {

/// A number of a layout that is stored.
struct Stored : Walked {
  Stored() = default;
  Stored(std::int64_t value) : Walked(value) {}  // NOLINT: numerals convert
};
/// The room that packed() is run with, and its nodes: `room_` and `most_` of its text.
inline int room_for_leaves = 0, room_for_nodes = 0;
inline std::string said_room(int n) {
  if (n == room_for_leaves) return "room_";
  if (n == room_for_nodes) return "most_";
  throw std::logic_error("a count is compared with a number");
}
/// Counts as bytes, each the place of its text.
inline std::vector<std::string>& byte_texts() {
  static std::vector<std::string> texts;
  return texts;
}
inline std::uint8_t byte_of(std::string const& list) {
  byte_texts().push_back("(Z.of_nat (length " + list + ") mod 256)");
  return static_cast<std::uint8_t>(byte_texts().size() - 1);
}

/// A count that is kept in a byte; a loop up to it goes over so many of `array`.
struct Byte {
  std::string text, array{};
  Byte& operator=(std::uint8_t told) {
    text = byte_texts().at(told);
    return *this;
  }
  friend bool operator<(int k, Byte const& b) {
    bool const goes_on = walk->goes_over(&b, "(firstn (Z.to_nat (" + b.text + ")) (" + b.array + "))");
    if (goes_on) walk->is_at(k);
    return goes_on;
  }
};

inline Walked of_turn(Walked const*) { return Walked(number(walk->element())); }
inline WalkedMode of_turn(WalkedMode const*) { return walked_mode(walk->element()); }

/// An array of places, of which `count` says how many are used.
template <class Item>
class Places : public Cell {
 public:
  Places(std::string text, Byte const* count) : text_(std::move(text)), count_(count) {}
  struct Slot {
    Places* array;
    std::string at;
    void operator=(Item const& x) {
      array->changes();
      array->text_ = "(put_at " + at + " " + said_item(x) + " " + array->text_ + ")";
    }
  };
  Slot operator[](int k) { return {this, walk->position(k)}; }
  Item operator[](int k) const {
    if (!walk->runs(count_)) throw std::logic_error("an array is read beyond its count");
    walk->is_at(k);
    return of_turn(static_cast<Item const*>(nullptr));
  }
  std::string said() const override { return text_; }
  void become(std::string const& text) override { text_ = text; }
  char const* stem() const override { return "l"; }

 private:
  static std::string said_item(Walked const& x) { return written(x.term()); }
  static std::string said_item(WalkedMode const& m) { return induction::said(m); }
  std::string text_;
  Byte const* count_;
};

/// A profile: its nodes.
struct StoredNodes {
  struct Count {
    Numbers const* nodes;
    friend bool operator<(int k, Count const& c) { return c.nodes->more(k); }
    friend bool operator>(Count const& c, int most) {
      return bool(Truth{said_room(most) + " <? Z.of_nat (length " + c.nodes->said() + ")"});
    }
    explicit operator std::uint8_t() const { return byte_of(nodes->said()); }
  };
  Numbers node{};
  Count count{&node};
  StoredNodes() = default;
  explicit StoredNodes(std::string text) : node(std::move(text)) {}
  StoredNodes(StoredNodes const& from) : node(from.node) {}
  void push(Walked const& code) { node.push(code); }
};

}  // namespace colex::induction

namespace colex {

template <>
inline constexpr bool is_number<induction::Stored> = true;

template <>
struct Nested<Mode<induction::Stored>> {
  induction::StoredNodes profile{};
  induction::Modes leaves{};
  bool overfull() const { return false; }
};

template <int kRoom>
requires(1 <= kRoom && kRoom <= kMaxLeaves) struct Packed<kRoom, induction::Stored> {
  static constexpr int kNodes = Packed<kRoom, std::int64_t>::kNodes;
  induction::Byte leaves{"0"}, nodes{"1"};
  induction::Places<induction::WalkedMode> mode{"(repeat (Mode 0 0) (Z.to_nat room_))", &leaves};
  induction::Places<induction::Walked> node{"(1 :: repeat 0 (Z.to_nat most_ - 1))", &nodes};

  Packed() = default;
  /// By a name.
  explicit Packed(std::string const& p)
      : leaves{"leaf_count " + p, "mode_places " + p}, nodes{"node_count " + p, "node_places " + p} {}
};

}  // namespace colex

namespace colex::induction {

template <int kRoom>
std::string packed_in() {
  room_for_leaves = kRoom;
  room_for_nodes = Packed<kRoom, std::int64_t>::kNodes;
  Packed<kRoom, std::int64_t> const none{};
  for (int k = 0; k < kRoom; ++k)
    if (!(none.mode[k] == Mode<std::int64_t>{0, 0})) throw std::logic_error("room is not empty");
  for (int n = 0; n < room_for_nodes; ++n)
    if (none.node[n] != (n == 0 ? 1 : 0)) throw std::logic_error("room is not empty");
  return walked([]() -> std::string {
    byte_texts().clear();
    auto const r = packed<kRoom, Stored>(Layout<Stored>{StoredNodes("(nodes c)"), Modes("(items c)")});
    if (!r) return "None";
    auto const& p = r.value;
    return "Some (Packing " + p.mode.said() + " " + p.node.said() + " " + p.leaves.text + " " + p.nodes.text +
           ")";
  });
}
/// packed(), which says the same with every room.
template <int... kLess>
std::string packed_in_each(std::integer_sequence<int, kLess...>) {
  std::string const one = packed_in<1>();
  if (!((packed_in<kLess + 1>() == one) && ...)) throw std::logic_error("another room, another text");
  return "let '(room_, most_) := packed_room room in\n  " + one;
}
inline std::string unpacked_text() {
  return walked([] {
    auto const r = unpacked<kMaxLeaves, Stored>(Packed<kMaxLeaves, Stored>("p"));
    return "Coded " + r.profile.node.said() + " " + r.leaves.said();
  });
}

}  // namespace colex::induction
