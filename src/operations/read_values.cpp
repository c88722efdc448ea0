// SPDX-License-Identifier: MIT
// Numbers, basis elements, tuples, layouts, tables, swizzles.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "maps/kinds.hpp"
#include "maps/map_reader.hpp"
#include "operations/read.hpp"

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

/// One number of a path, added to it; the place where it stands.
std::size_t Reader::step(std::vector<int>& path) {
  peek();
  std::size_t const start = at_;
  std::int64_t const k = integer();
  if (k < 0 || k >= kMaxBases) fail(fmt::format("basis elements are 1@0 to 1@{}", kMaxBases - 1), start);
  if (path.size() == kMaxNodes) fail(kTooLarge, start);
  path.push_back(static_cast<int>(k));
  return start;
}

/// What follows the `@` of times@k, as a multiple of a basis element. times@k@j is element k of mode j, as CuTe
/// writes it: the path of mode numbers, outermost last.
Coordinate Reader::element(std::int64_t times) {
  std::vector<int> path;
  std::size_t start = step(path);
  while (take('@')) start = step(path);
  std::reverse(path.begin(), path.end());
  if (times < -kBasisLimit || times > kBasisLimit) fail("a multiple of a basis element ends at 2^28", start);
  return element(path, times);
}

/// Among strides, for now, an element that stands for the path; basis_layout() knows which leaf it is.
Coordinate Reader::element(std::vector<int> const& path, std::int64_t times) {
  if (!among_strides_ && path.size() > 1)
    fail("an element of a mode stands among the strides of a layout only");
  if (!among_strides_) return E(path[0], times);
  auto const known = std::find(paths_.begin(), paths_.end(), path);
  auto const slot = static_cast<int>(known - paths_.begin());
  if (slot == kMaxBases) fail(fmt::format("a layout has at most {} basis elements", kMaxBases));
  if (known == paths_.end()) paths_.push_back(path);
  return E(slot, times);
}

/// E<0>, which is 1@0, and E<1,0>, which is 1@0@1; the word is taken.
Value Reader::basis_element() {
  expect('<', "expected '<'");
  std::vector<int> path;
  step(path);
  while (take(',')) step(path);
  expect('>', "expected '>'");
  Tuple r{leaf(Entry{Entry::Is::basis, 0})};
  r.bases.push_back(element(path, 1));
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
  Level const level(*this);
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
  bool const within = std::exchange(among_strides_, true);
  auto const outside = std::exchange(paths_, {});
  Value const strides = bare();
  among_strides_ = within;
  auto const* const tuple = std::get_if<Tuple>(&strides);
  bool const basis = tuple != nullptr && tuple->has_bases();
  if (!basis && (tuple == nullptr || !tuple->only_integers())) fail("strides are integers", colon + 1);
  auto const made = basis ? make_layout(shape, transform(shape, [](Checked const&) { return Checked(0); }))
                          : make_layout(shape, as_tuple(strides));
  if (!made && made.refusal.condition == Condition::congruent) fail(unlike, colon);
  if (!made) fail(wrong_layout(made.refusal.condition), start);
  Value layout = basis ? basis_layout(shape, *tuple, colon, unlike) : Value(*made);
  paths_ = outside;
  return layout;
}

namespace {

using Paths = std::vector<std::vector<int>>;

/// How many leaves of the coordinates lie below a node: as many modes as the paths need, a leaf where none goes on.
int leaves_below(Paths const& paths, std::vector<int> const& node) {
  int modes = 0;
  for (auto const& path : paths)
    if (path.size() > node.size() && std::equal(node.begin(), node.end(), path.begin()))
      modes = std::max(modes, path[node.size()] + 1);
  int leaves = modes == 0 ? 1 : 0;
  auto child = node;
  child.push_back(0);
  for (; child.back() < modes; ++child.back()) leaves += leaves_below(paths, child);
  return leaves;
}

/// The number of the leaf at the end of a path.
int leaf_number(Paths const& paths, std::vector<int> const& path) {
  int before = 0;
  std::vector<int> node;
  for (int const k : path)
    for (node.push_back(0); node.back() < k; ++node.back()) before += leaves_below(paths, node);
  return before;
}

}  // namespace

/// The same where strides are basis elements, at `colon` + 1, for a shape whose size is within its limit.
Value Reader::basis_layout(IntTuple<Checked> const& shape, Tuple const& strides, std::size_t colon,
                           char const* unlike) {
  bool one_kind = strides.angles == 0;
  for (Entry const& e : strides.tree.leaves)
    one_kind = one_kind && (e.is == Entry::Is::basis || (e.is == Entry::Is::integer && e.value == 0));
  if (!one_kind) fail("strides are integers, or all of them basis elements such as 1@0", colon + 1);
  if (!(strides.tree.profile == shape.profile)) fail(unlike, colon);
  std::vector<int> number;
  for (auto const& path : paths_) {
    bool const mode = std::any_of(paths_.begin(), paths_.end(), [&](auto const& other) {
      return other.size() > path.size() && std::equal(path.begin(), path.end(), other.begin());
    });
    if (mode) fail("a basis element is of a mode that others are elements of", colon + 1);
    number.push_back(leaf_number(paths_, path));
    if (number.back() >= kMaxBases)
      fail(fmt::format("coordinates have at most {} leaves", kMaxBases), colon + 1);
  }
  auto layout = std::make_shared<Layout<Coordinate>>();
  layout->profile = shape.profile;
  for (int k = 0; k < shape.leaves.count; ++k) {
    Entry const& e = strides.tree.leaves[k];
    Coordinate stride;
    if (e.is == Entry::Is::basis) {
      auto const& sum = strides.bases[static_cast<std::size_t>(e.value)];
      for (std::size_t slot = 0; slot < number.size(); ++slot) stride.along[number[slot]] = sum.along[slot];
    }
    layout->leaves.push({Coordinate(shape.leaves[k].value()), stride});
  }
  return Coordinates(std::move(layout));
}

/// A value without what may follow a colon.
Value Reader::bare() {
  peek();
  std::size_t const start = at_;
  if (text_.substr(at_, 1) == "(" && is_map_header(text_, at_)) return index_map();
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

/// The layout that a map is, or the map where it is none.
Value Reader::index_map() {
  if (++maps_ > kMaxMaps) fail(fmt::format("more than {} maps", kMaxMaps));
  MapReader reader(*this, {});
  auto const map = std::make_shared<IndexMap>(reader.map());
  at_ = reader.at_, calls_ = reader.calls_, maps_ = reader.maps_;
  return value_of(map);
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
