// SPDX-License-Identifier: MIT
// Numbers, basis elements, tuples, layouts, tables, swizzles.
#include <fmt/format.h>

#include "operations/reader.hpp"

namespace colex::cli {

namespace {

constexpr char const* kTooLarge = "more than 32 leaves, or nested beyond 64 nodes";

/// The subtree at the end of a tree of integers, removed from it.
IntTuple<Checked> cut(Nested<Entry>& tree, Place from) {
  IntTuple<Checked> r{{}, {}};
  for (int n = from.node; n < tree.profile.count; ++n) {
    r.profile.push(tree.profile.node[n]);
    tree.profile.node[n] = 0;
  }
  for (int k = from.leaf; k < tree.leaves.count; ++k) {
    r.leaves.push(tree.leaves[k].value);
    tree.leaves[k] = Entry{};
  }
  tree.profile.count = from.node, tree.leaves.count = from.leaf;
  return r;
}

}  // namespace

/// C<4> and Int<4>; the word is taken.
std::int64_t Reader::constant() {
  expect('<', "expected '<'");
  std::int64_t const value = integer();
  expect('>', "expected '>'");
  return value;
}

/// What follows the `@` of times@k, as a multiple of a basis element.
Coordinate Reader::element(std::int64_t times) {
  peek();
  std::size_t const start = at_;
  std::int64_t const k = integer();
  if (k < 0 || k >= kMaxBases) fail(fmt::format("basis elements are 1@0 to 1@{}", kMaxBases - 1), start);
  if (peek() == '@') fail("no element of an element: leaf number k of a shape has the basis element 1@k");
  if (times < -kBasisLimit || times > kBasisLimit) fail("a multiple of a basis element ends at 2^28", start);
  return E(static_cast<int>(k), times);
}

/// E<0>, which is 1@0; the word is taken.
Value Reader::basis_element() {
  expect('<', "expected '<'");
  Tuple r{leaf(Entry{Entry::Is::basis, 0})};
  r.bases.push_back(element(1));
  expect('>', "expected '>'");
  return r;
}

/// 4, or a sum of basis elements: 1@0, 2@0-1@1.
void Reader::number(Tuple& out) {
  std::int64_t const first = integer();
  if (!take('@')) return leaf_of(out, {Entry::Is::integer, first});
  Coordinate sum = element(first);
  while (peek() == '-' || take('+')) {
    std::int64_t const times = integer();
    expect('@', "expected '@'");
    sum = sum + element(times);
  }
  out.bases.push_back(sum);
  leaf_of(out, {Entry::Is::basis, static_cast<std::int64_t>(out.bases.size()) - 1});
}

void Reader::leaf_of(Tuple& out, Entry entry) {
  out.tree.profile.leaf();
  out.tree.leaves.push(entry);
  if (out.tree.overfull()) fail(kTooLarge);
}

/// The entries and the closing bracket; the opening one, at `open`, is taken.
void Reader::entries(Tuple& out, char close, std::size_t open) {
  int const node = out.tree.profile.count;
  out.tree.profile.tuple(0);
  if (out.tree.profile.overfull) fail(kTooLarge, open);
  if (close == '>') out.angles |= std::uint64_t{1} << node;
  if (take(close)) return;
  char const* const expected = close == ')' ? "expected ',' or ')'" : "expected ',' or '>'";
  for (int count = 1;; ++count) {
    entry(out);
    out.tree.profile.node[node] = static_cast<std::uint8_t>(1 + count);
    if (take(close)) return;
    expect(',', expected);
  }
}

void Reader::entry(Tuple& out) {
  Place const before{out.tree.profile.count, out.tree.leaves.count};
  peek();
  std::size_t const start = at_;
  if (take('(')) {
    entries(out, ')', start);
  } else if (take('<')) {
    entries(out, '>', start);
  } else if (integer_ahead()) {
    number(out);
  } else if (take('_') || (word_ahead() == "X" && take('X'))) {
    leaf_of(out, {Entry::Is::keep, 0});
  } else if (word_ahead().empty()) {
    fail("expected an integer or '('");
  } else {
    append(out, primary().value, start);
  }
  if (peek() != ':') return;
  bool integers = (out.angles >> before.node) == 0;
  for (int k = before.leaf; k < out.tree.leaves.count; ++k)
    integers = integers && out.tree.leaves[k].is == Entry::Is::integer;
  if (!integers) fail("a shape holds integers only");
  append(out, after_colon(cut(out.tree, before), start, "expected ',' or ')'"), start);
}

/// A value as an entry of a tuple.
void Reader::append(Tuple& out, Value const& value, std::size_t start) {
  if (auto const* const layout = std::get_if<Layout<Checked>>(&value)) {
    out.layouts.push_back(*layout);
    return leaf_of(out, {Entry::Is::layout, static_cast<std::int64_t>(out.layouts.size()) - 1});
  }
  auto const* const part = std::get_if<Tuple>(&value);
  if (part == nullptr) fail("a tuple holds integers, layouts, tilers and _, not " + what_is(value), start);
  int const node = out.tree.profile.count;
  if (node < kMaxNodes) out.angles |= part->angles << node;
  auto const layouts = static_cast<std::int64_t>(out.layouts.size()),
             bases = static_cast<std::int64_t>(out.bases.size());
  for (int n = 0; n < part->tree.profile.count; ++n) out.tree.profile.push(part->tree.profile.node[n]);
  for (Entry e : part->tree.leaves) {
    if (e.is == Entry::Is::layout) e.value += layouts;
    if (e.is == Entry::Is::basis) e.value += bases;
    out.tree.leaves.push(e);
  }
  out.layouts.insert(out.layouts.end(), part->layouts.begin(), part->layouts.end());
  out.bases.insert(out.bases.end(), part->bases.begin(), part->bases.end());
  if (out.tree.overfull()) fail(kTooLarge);
}

/// The layout of `shape` and of the strides that follow the colon here. `unlike` is said where they are not
/// nested alike.
Value Reader::after_colon(IntTuple<Checked> const& shape, std::size_t start, char const* unlike) {
  for (auto const& extent : shape.leaves)
    if (extent < Checked(1)) fail(wrong_layout(Condition::shape_positive), start);
  std::size_t const colon = at_;
  expect(':', "expected ':'");
  Value const strides = bare();
  auto const* const tuple = std::get_if<Tuple>(&strides);
  bool const basis = tuple != nullptr && tuple->has_bases();
  if (!basis && (tuple == nullptr || !tuple->only_integers())) fail("strides are integers", colon + 1);
  auto const made = basis ? make_layout(shape, transform(shape, [](Checked const&) { return Checked(0); }))
                          : make_layout(shape, as_tuple(strides));
  if (!made && made.refusal.condition == Condition::congruent) fail(unlike, colon);
  if (!made) fail(wrong_layout(made.refusal.condition), start);
  return basis ? basis_layout(shape, *tuple, colon, unlike) : Value(*made);
}

/// The same where strides are basis elements, at `colon` + 1, for a shape whose size is within its limit.
Value Reader::basis_layout(IntTuple<Checked> const& shape, Tuple const& strides, std::size_t colon,
                           char const* unlike) {
  bool one_kind = strides.angles == 0;
  for (Entry const& e : strides.tree.leaves)
    one_kind = one_kind && (e.is == Entry::Is::basis || (e.is == Entry::Is::integer && e.value == 0));
  if (!one_kind) fail("strides are integers, or all of them basis elements such as 1@0", colon + 1);
  if (!(strides.tree.profile == shape.profile)) fail(unlike, colon);
  auto layout = std::make_shared<Layout<Coordinate>>();
  layout->profile = shape.profile;
  for (int k = 0; k < shape.leaves.count; ++k) {
    Entry const& e = strides.tree.leaves[k];
    layout->leaves.push(
        {Coordinate(shape.leaves[k].value()),
         e.is == Entry::Is::basis ? strides.bases[static_cast<std::size_t>(e.value)] : Coordinate()});
  }
  return Coordinates(std::move(layout));
}

/// A value without what may follow a colon.
Value Reader::bare() {
  peek();
  std::size_t const start = at_;
  Tuple tuple{{{}, {}}};
  if (take('(') || take('<')) {
    entries(tuple, text_[start] == '(' ? ')' : '>', start);
    return tuple;
  }
  if (integer_ahead()) {
    number(tuple);
    return tuple;
  }
  if (take('_')) return Tuple{leaf(Entry{Entry::Is::keep, 0})};
  if (take('[')) return bracketed();
  if (word_ahead().empty()) fail("expected an integer or '('");
  return primary().value;
}

Value Reader::bracketed() {
  Table table;
  do {
    if (!integer_ahead()) fail("expected an integer");
    table.push_back(integer());
  } while (take(','));
  expect(']', "expected ',' or ']'");
  return table;
}

/// The word `S` or `Sw` is taken.
Swizzle Reader::swizzle() {
  int field[3] = {};
  take('<');
  for (int k = 0; k < 3; ++k) {
    peek();
    std::size_t const start = at_;
    std::int64_t const value = integer();
    if (value < -62 || value > 62) fail("a swizzle's numbers lie within 62", start);
    if (k < 2 && value < 0) fail(fmt::format("{} is below 0", value), start);
    field[k] = static_cast<int>(value);
    expect(k < 2 ? ',' : '>', k < 2 ? "expected ','" : "expected '>'");
  }
  return {field[0], field[1], field[2]};
}

}  // namespace colex::cli
