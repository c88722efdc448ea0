// SPDX-License-Identifier: MIT
// Edits of random trees at random places; compact layouts of random shapes in random orders.
#include "colex/laws/edits_keep_the_other_modes.hpp"

#include <vector>

#include "colex/lexicographic.hpp"
#include "colex/slice.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::edits_keep_the_other_modes;
using Condition = colex::Condition;

static Int number_of(Dice& dice) { return dice.between(0, 63); }
/// A tree with room for more, and a number that says where to edit.
static AtIndex drawn(Dice& dice) {
  AtIndex c{any_layout(dice, 200), number_of(dice)};
  while (c.a.leaves.count > 7 || c.a.profile.count > 20) c.a = arbitrary(dice, 50);
  return c;
}
static int from_of(AtIndex const& c) { return static_cast<int>(c.index % 8) - 1; }
static int to_of(AtIndex const& c) { return static_cast<int>(c.index / 8) - 1; }
static bool in_range(AtIndex const& c) {
  return from_of(c) >= 0 && to_of(c) >= from_of(c) && to_of(c) <= rank(c.a);
}
static bool there(AtIndex const& c) { return from_of(c) >= 0 && from_of(c) < rank(c.a); }

static std::vector<LayoutI> entries_of(LayoutI const& t) {
  std::vector<LayoutI> r;
  for (int k = 0; k < rank(t); ++k) r.push_back(entry(t, k));
  return r;
}
static bool is_tuple(LayoutI const& t, std::vector<LayoutI> const& of) {
  return Law::is_tuple_of(t, of.data(), static_cast<int>(of.size()));
}

static std::string edit_fault(AtIndex const& c) {
  auto const all = entries_of(c.a);
  LayoutI const x = join(c.a, leaf(Mode<Int>{3, 5}));
  int const from = from_of(c), to = to_of(c);
  auto const taken = take(c.a, from, to), grouped = group(c.a, from, to == -1 ? -2 : to);
  auto const replaced = replace(c.a, from, x);
  if (bool(taken) != in_range(c) || bool(grouped) != in_range(c))
    return "a range is refused wrongly, or answered so";
  if (bool(replaced) != there(c)) return "replace refuses wrongly, or answers so";
  if (taken && !is_tuple(*taken, {all.begin() + from, all.begin() + to})) return "take";
  if (grouped) {
    auto want = all;
    want.erase(want.begin() + from, want.begin() + to);
    want.insert(want.begin() + from, *taken);
    if (!is_tuple(*grouped, want)) return "group";
  }
  if (replaced && !c.a.profile.is_leaf({})) {
    auto want = all;
    want[static_cast<std::size_t>(from)] = x;
    if (!is_tuple(*replaced, want)) return "replace";
  }
  auto more = all;
  more.push_back(x);
  if (!is_tuple(append(c.a, x), more)) return "append";
  more.pop_back();
  more.insert(more.begin(), x);
  if (!is_tuple(prepend(c.a, x), more)) return "prepend";
  if (there(c)) {
    if (!is_tuple(*select(c.a, {from, 0}), {all[static_cast<std::size_t>(from)], all[0]})) return "select";
    if (!Law::same(*get(c.a, {from}), all[static_cast<std::size_t>(from)])) return "get";
  }
  if (!Law::same(reversed(reversed(c.a)), c.a)) return "reversed";
  if (!Law::same(append_to(c.a, rank(c.a) + 1, x), append(c.a, x)) ||
      !Law::same(prepend_to(c.a, rank(c.a) + 1, x), prepend(c.a, x)) ||
      !Law::same(append_to(c.a, rank(c.a), x), c.a))
    return "append_to or prepend_to";
  if (auto const pairs = zip(c.a, c.a)) {
    std::vector<LayoutI> two;
    for (auto const& one : all) two.push_back(join(one, one));
    if (!is_tuple(*pairs, two)) return "zip";
  }
  if (!c.a.profile.is_leaf({}) && there(c)) {
    auto slots = open<Slot<Int>>(rank(c.a));
    for (int k = 0; k < rank(c.a); ++k) graft(slots, leaf(k == from ? Slot<Int>{} : Slot<Int>{false, 0}));
    auto rest = all;
    rest.erase(rest.begin() + from);
    auto const kept = slice(slots, c.a), others = dice(slots, c.a);
    if (!kept || !is_tuple(*kept, {all[static_cast<std::size_t>(from)]})) return "slice";
    if (!others || !is_tuple(*others, rest)) return "dice";
  }
  auto const back = unflatten(flatten(c.a), c.a);
  if (depth(flatten(c.a)) > 1 || !back || !Law::same(*back, c.a)) return "flatten, unflatten";
  return unless(bool(unflatten(x, c.a)) == (x.leaves.count == c.a.leaves.count), "unflatten");
}

static std::string compact_fault(Pair const& c) {
  IntTuple<Int> const s = shape(c.a), order = shape(c.b);
  bool const fits = weakly_congruent(order, s);
  auto const made = make_ordered_layout(s, order);
  if (bool(made) != fits) return "an order is refused wrongly, or answered so";
  auto const like = make_layout_like(c.a);
  if (!like || !Law::same(shape(*like), s)) return "make_layout_like changes the shape";
  List<Int> lengths, numbers, left, right;
  for (int k = 0; k < s.leaves.count; ++k) {
    lengths.push(magnitude(c.a.leaves[k].stride));
    left.push(k);
    right.push(-k);
    if (fits && congruent(order, s)) numbers.push(order.leaves[k]);
  }
  auto const still = shape(filter_zeros(c.a));
  auto const columns = compact_col_major(s), rows = compact_row_major(s);
  auto const plain = make_layout(s, columns);
  if (!plain || !Law::same(stride(*plain), columns)) return "make_layout changes strides";
  if (bool(compact_order(s, order)) != fits) return "compact_order is refused elsewhere";
  for (int k = 0; k < s.leaves.count; ++k) {
    if (still.leaves[k] != (lengths[k] == 0 ? 1 : s.leaves[k])) return "filter_zeros";
    if (stride(*like).leaves[k] != Law::compact_stride(still.leaves, lengths, k)) return "make_layout_like";
    if (columns.leaves[k] != Law::compact_stride(s.leaves, left, k)) return "compact_col_major";
    if (rows.leaves[k] != Law::compact_stride(s.leaves, right, k)) return "compact_row_major";
    if (numbers.count > 0 && stride(*made).leaves[k] != Law::compact_stride(s.leaves, numbers, k))
      return "compact_order";
  }
  return "";
}

static Pair with_order(Dice& dice) {
  Pair c{any_layout(dice, 200), {}};
  if (dice.percent(80)) {
    c.b = c.a;
    for (auto& m : c.b.leaves) m.shape = dice.between(1, 4);
  } else {
    c.b = any_layout(dice, 50);
  }
  return c;
}

static Property<AtIndex> const edits{
    .name = "an edit keeps the other entries",
    .draw = drawn,
    .fault = edit_fault,
    .classes = {{"a range that is there", in_range},
                {"one that is not", [](AtIndex const& c) { return !in_range(c); }},
                {"an entry that is there", there}}};
static Property<Pair> const orders{
    .name = "compact strides count what comes before",
    .draw = with_order,
    .fault = compact_fault,
    .classes = {{"ordered", [](Pair const& c) { return congruent(c.a, c.b); }},
                {"refused", [](Pair const& c) { return !weakly_congruent(shape(c.b), shape(c.a)); }}}};

int main() { return exit_status({check(edits), check(orders)}); }
