// SPDX-License-Identifier: MIT
// Generators and shrinkers of layouts; layouts.hpp says what each gives.
#include "colex/testing/layouts.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace colex::props {
namespace {

Modes modes_of(LayoutI const& l) { return {l.leaves.begin(), l.leaves.end()}; }

LayoutI flat_layout(Modes const& modes) {
  List<Mode<Int>> list;
  for (auto const& m : modes) list.push(m);
  return flat(list);
}

/// Writes modes [from, to) as a tree below `out`.
void grow(Dice& dice, Modes const& modes, std::size_t from, std::size_t to, int depth, bool deep,
          LayoutI& out) {
  int const wrap_percent = deep ? 60 : 10;
  if (to - from == 1 && !(depth < 6 && dice.percent(wrap_percent))) {
    out.profile.leaf();
    out.leaves.push(modes[from]);
    return;
  }
  std::vector<std::size_t> cuts{from};
  int const cut_percent = depth >= 6 ? 100 : deep ? 30 : 70;
  for (std::size_t k = from + 1; k < to; ++k)
    if (dice.percent(cut_percent)) cuts.push_back(k);
  cuts.push_back(to);
  out.profile.tuple(static_cast<int>(cuts.size()) - 1);
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
    grow(dice, modes, cuts[k], cuts[k + 1], depth + 1, deep, out);
}

Int small_extent(Dice& dice, Int most) {
  Int const cap = std::min<Int>(most, dice.percent(70) ? 4 : 12);
  return dice.between(1, std::max<Int>(cap, 1));
}

Int odd_stride(Dice& dice) { return dice.pick({0, 1, -1, 2, -7, 12, 64, 1000003, -(Int{1} << 40)}); }

/// Smaller first: fewer modes, then a simpler tree, then smaller extents, then smaller strides.
auto weight(LayoutI const& l) {
  Int extents = 0;
  unsigned __int128 strides = 0;
  for (auto const& m : l.leaves) {
    extents += m.shape;
    auto const size = static_cast<unsigned __int128>(magnitude(m.stride));
    strides += 2 * size + (m.stride < 0 ? 1 : 0);
  }
  return std::tuple(l.leaves.count, l.profile.count, extents, strides);
}

/// One extent or stride made smaller, and with it every stride, and the cotarget, that is a multiple of it.
std::vector<Target> coupled(Target const& c) {
  std::vector<Target> r;
  auto scaled = [](Int n, Int from, Int to) { return from != 0 && n % from == 0 ? n / from * to : n; };
  auto rescale = [&](int k, Mode<Int> const& to, Int unit, Int new_unit) {
    r.push_back(c);
    for (auto& m : r.back().a.leaves) m.stride = scaled(m.stride, unit, new_unit);
    r.back().a.leaves[k] = to;
    r.back().cotarget = scaled(c.cotarget, unit, new_unit);
  };
  for (int k = 0; k < c.a.leaves.count; ++k) {
    auto const [shape, stride] = c.a.leaves[k];
    for (Int const s : smaller(shape))
      if (s > 0) rescale(k, {s, stride}, shape * stride, s * stride);
    for (Int const d : smaller(stride))
      if (d > 0) rescale(k, {shape, d}, stride, d);
  }
  return r;
}

/// `l` without leaf k, the rest of the tree as it was.
LayoutI without(LayoutI const& l, int k) {
  LayoutI r{{}, {}};
  std::vector<std::pair<int, int>> open;  // tuples entered: node in r, entries still to come
  int leaf = 0;
  for (int n = 0; n < l.profile.count; ++n) {
    while (!open.empty() && open.back().second == 0) open.pop_back();
    bool const is_leaf = l.profile.node[n] == 0;
    if (!open.empty()) --open.back().second;
    if (is_leaf && leaf++ == k) {
      if (open.empty()) return LayoutI{};
      --r.profile.node[open.back().first];
      continue;
    }
    if (is_leaf) r.leaves.push(l.leaves[leaf - 1]);
    if (!is_leaf) open.emplace_back(r.profile.count, l.profile.node[n] - 1);
    r.profile.push(l.profile.node[n]);
  }
  return r;
}

}  // namespace

// ---------------------------------------------------------------------------------------------- generators

LayoutI nested(Dice& dice, Modes const& modes, bool deep) {
  if (modes.empty()) return LayoutI{};
  LayoutI r{{}, {}};
  grow(dice, modes, 0, modes.size(), 0, deep, r);
  if (!r.overfull()) return r;
  List<Mode<Int>> list;  // one time in many: more than 64 nodes
  for (auto const& m : modes) list.push(m);
  return flat(list);
}

LayoutI arbitrary(Dice& dice, Int points) {
  Modes modes(static_cast<std::size_t>(dice.between(0, 5)));
  Int left = points;
  for (auto& m : modes) {
    m.shape = small_extent(dice, left);
    m.stride = dice.percent(60) ? dice.between(0, 12) : dice.between(-8, 64);
    left /= m.shape;
  }
  return nested(dice, modes);
}

LayoutI adversarial(Dice& dice, Int points) {
  Modes modes(static_cast<std::size_t>(dice.between(1, 5)));
  Int left = points;
  Int const shared = dice.between(-3, 12);
  for (auto& m : modes) {
    m.shape = dice.percent(40) ? 1 : small_extent(dice, left);
    m.stride = m.shape == 1 ? odd_stride(dice) : dice.percent(50) ? shared : dice.pick({0, 0, 1, -1, 5});
    left /= m.shape;
  }
  return nested(dice, modes, true);
}

LayoutI huge(Dice& dice) {
  Modes modes(static_cast<std::size_t>(dice.between(1, 5)));
  int bits = 59;  // the size stays below 2^62, and five times |shape * stride| too
  bool const dense = dice.percent(50);
  Int next = dice.between(1, 9);
  for (auto& m : modes) {
    int const taken = dice.below(std::min(bits, 30) + 1);
    m.shape = dice.between(Int{1} << (taken > 0 ? taken - 1 : 0), Int{1} << taken);
    bits -= taken;
    Int const most = (Int{1} << 59) / m.shape;
    m.stride = dense && next <= most ? next : dice.between(-most, most);
    if (dense && next <= most) next *= m.shape;
  }
  return nested(dice, modes);
}

Int divisor(Dice& dice, Int n) {
  std::vector<Int> all;
  for (Int d = 1; d <= n; ++d)
    if (n % d == 0) all.push_back(d);
  return dice.pick(all);
}

LayoutI refined(Dice& dice, LayoutI const& l) {
  Modes modes;
  for (int left = l.leaves.count; auto const& m : l.leaves) {
    if (static_cast<int>(modes.size()) + 3 + --left > kMaxLeaves) {  // no room to split it
      modes.push_back(m);
      continue;
    }
    if (dice.percent(20)) modes.push_back({1, odd_stride(dice)});
    Int const inner = m.shape <= 1000 && dice.percent(70) ? divisor(dice, m.shape) : m.shape;
    modes.push_back({inner, m.stride});
    if (inner != m.shape || dice.percent(10)) modes.push_back({m.shape / inner, m.stride * inner});
  }
  return nested(dice, modes, dice.percent(20));
}

LayoutI nearly(Dice& dice, LayoutI const& l) {
  if (l.leaves.count == 0) return l;
  LayoutI r = l;
  Mode<Int>& m = r.leaves[dice.below(l.leaves.count)];
  if (dice.percent(25)) {
    m.shape += m.shape > 1 && dice.percent(50) ? -1 : 1;
  } else if (dice.percent(50)) {
    m.stride += dice.pick({-1, 1, 2});
  } else {
    m.stride = dice.percent(50) ? m.stride * dice.between(2, 3) : m.stride / 2;
  }
  return r;
}

Chain chain(Dice& dice, Int points) {
  Modes modes(static_cast<std::size_t>(dice.between(0, 4)));
  Int reach = 1;
  for (auto& m : modes) {
    Int const gap = dice.percent(40) ? 1 : dice.between(1, std::clamp<Int>(points / reach, 1, 4));
    m.stride = reach * gap;
    m.shape = dice.between(1, std::clamp<Int>(points / m.stride, 1, 5));
    reach = m.stride * m.shape;
    if (dice.percent(10)) m = {1, odd_stride(dice)};  // leaves a gap, which the next stride keeps whole
  }
  Int const repeats = dice.between(1, std::clamp<Int>(points / reach, 1, 4));
  dice.shuffle(modes);
  return {nested(dice, modes, dice.percent(20)), reach * repeats};
}

LayoutI padded(Dice& dice, Int points) {
  Modes modes(static_cast<std::size_t>(dice.between(1, 4)));
  Int left = points;
  for (auto& m : modes) left /= m.shape = small_extent(dice, left);
  std::vector<Mode<Int>*> order;
  for (auto& m : modes) order.push_back(&m);
  dice.shuffle(order);
  bool const pads = dice.percent(50);
  Int next = 1;
  for (auto* m : order) {
    m->stride = next;
    next = next * m->shape + (pads && dice.percent(50) ? dice.between(1, 4) : 0);
  }
  return nested(dice, modes, dice.percent(20));
}

LayoutI tiler(Dice& dice, LayoutI const& a, Int points) {
  Modes digits;  // in the domain of `a`: extent and place value
  Int place = 1;
  for (auto const& m : a.leaves) {
    Int const low = divisor(dice, m.shape);
    digits.push_back({low, place});
    digits.push_back({m.shape / low, place * low});
    place *= m.shape;
  }
  Modes picked;
  for (auto const& d : digits) {
    if (d.shape == 1 || d.shape > points || dice.percent(35)) continue;
    points /= d.shape;
    if (!picked.empty() && picked.back().stride * picked.back().shape == d.stride && dice.percent(70)) {
      picked.back().shape *= d.shape;
    } else {
      picked.push_back(d);
    }
  }
  if (dice.percent(10)) picked.push_back({std::min<Int>(2, points), 0});
  dice.shuffle(picked);
  return nested(dice, picked);
}

LayoutI any_layout(Dice& dice, Int points) {
  switch (dice.below(7)) {
    case 0:
    case 1:
      return arbitrary(dice, points);
    case 2:
      return adversarial(dice, points);
    case 3:
      return chain(dice, points).layout;
    case 4:
      return nearly(dice, refined(dice, chain(dice, points / 2 + 1).layout));
    case 5:
      return padded(dice, points);
    default:
      return refined(dice, arbitrary(dice, points));
  }
}

namespace {
/// Two layouts side by side, as one.
LayoutI beside(Dice& dice, LayoutI const& x, LayoutI const& y) {
  Modes modes = modes_of(x);
  modes.insert(modes.end(), y.leaves.begin(), y.leaves.end());
  return nested(dice, modes);
}
LayoutI with_one_negated(Dice& dice, LayoutI l) {
  if (l.leaves.count == 0) return l;
  Int& stride = l.leaves[dice.below(l.leaves.count)].stride;
  stride = -stride;
  return l;
}
}  // namespace

LayoutI any_inner(Dice& dice, LayoutI const& a) {
  switch (dice.below(8)) {
    case 0:
    case 1:
      return tiler(dice, a, 48);
    case 2:
      return nearly(dice, tiler(dice, a, 40));
    case 3:
      return beside(dice, tiler(dice, a, 8), tiler(dice, a, 6));
    case 4:
      return with_one_negated(dice, tiler(dice, a, 24));
    case 5:
      return nested(dice, {{dice.pick({2, 4, 6, 8, 9, 12, 16}), dice.between(1, 20)}});
    case 6:
      return arbitrary(dice, 12);
    default:
      return any_layout(dice, 24);
  }
}

// ---------------------------------------------------------------------------------------------- shrinking

std::vector<Int> smaller(Int n) {
  std::vector<Int> r;
  if (n < 0) r.push_back(-n);
  if (n > 0 && n <= 32) {
    for (Int k = 0; k < n; ++k) r.push_back(k);
    return r;
  }
  if (n > 0) r = {0, 1};
  for (Int const k : {7, 5, 3})
    if (n % k == 0 && n != 0) r.push_back(n / k);
  for (Int step = n / 2; step != 0; step /= 2) r.push_back(n - step);
  return r;
}

bool divides_strides(LayoutI const& l, Int k) {
  for (auto const& m : l.leaves)
    if (m.stride % k != 0) return false;
  return true;
}

LayoutI divided(LayoutI const& l, Int k) {
  return transform(l, [k](Mode<Int> const& m) { return Mode<Int>{m.shape, m.stride / k}; });
}

std::vector<LayoutI> smaller(LayoutI const& l) {
  std::vector<LayoutI> r{flat_layout(modes_of(l))};
  for (int k = 0; k < l.leaves.count; ++k) r.push_back(without(l, k));
  for (int k = 0; k + 1 < l.leaves.count; ++k) {
    Modes joined = modes_of(l);
    auto const next = joined.begin() + k + 1;
    if (next->shape > kReachLimit / (next - 1)->shape) continue;
    (next - 1)->shape *= next->shape;
    joined.erase(next);
    r.push_back(flat_layout(joined));
  }
  for (Int const k : {7, 5, 3, 2})
    if (divides_strides(l, k)) r.push_back(divided(l, k));
  for (int k = 0; k < l.leaves.count; ++k) {
    auto with = [&](Int shape, Int stride) {
      r.push_back(l);
      r.back().leaves[k] = {shape, stride};
    };
    auto const [shape, stride] = l.leaves[k];
    with(1, 0);
    for (Int const s : smaller(shape))
      if (s > 0) with(s, stride);
    for (Int const d : smaller(stride)) with(shape, d);
  }
  for (auto const& c : coupled({l, 1})) r.push_back(c.a);
  auto const own = weight(l);
  r.erase(std::remove_if(r.begin(), r.end(), [&](LayoutI const& s) { return !(weight(s) < own); }), r.end());
  return r;
}

// ---------------------------------------------------------------------------------------------- cases

std::vector<AtIndex> smaller(AtIndex const& c) {
  std::vector<AtIndex> r;
  for (auto const& a : smaller(c.a)) r.push_back({a, c.index});
  for (Int const i : smaller(c.index))
    if (i >= 0) r.push_back({c.a, i});
  return r;
}

std::vector<Pair> smaller(Pair const& c) {
  std::vector<Pair> r;
  for (auto const& a : smaller(c.a)) r.push_back({a, c.b});
  for (auto const& b : smaller(c.b)) r.push_back({c.a, b});
  for (Int const k : {7, 5, 3, 2})
    if (divides_strides(c.a, k) && divides_strides(c.b, k)) {
      Pair p{divided(c.a, k), divided(c.b, k)};
      if (weight(p.a) < weight(c.a) || weight(p.b) < weight(c.b)) r.push_back(p);
    }
  for (int k = 0; k < c.a.leaves.count; ++k)  // the same mode of both dropped
    if (k < c.b.leaves.count) r.push_back({without(c.a, k), without(c.b, k)});
  return r;
}

std::vector<Target> smaller(Target const& c) {
  std::vector<Target> r;
  for (Int const k : {7, 5, 3, 2})
    if (divides_strides(c.a, k) && c.cotarget % k == 0) r.push_back({divided(c.a, k), c.cotarget / k});
  for (auto const& a : smaller(c.a)) r.push_back({a, c.cotarget});
  for (Int const m : smaller(c.cotarget))
    if (m >= 1) r.push_back({c.a, m});
  for (auto const& s : coupled(c))
    if (s.cotarget >= 1 && weight(s.a) < weight(c.a)) r.push_back(s);
  return r;
}

Shown show(AtIndex const& c) { return {{"A", text(c.a)}, {"i", std::to_string(c.index)}}; }
Shown show(Pair const& c) { return {{"A", text(c.a)}, {"B", text(c.b)}}; }
Shown show(Target const& c) { return {{"A", text(c.a)}, {"M", std::to_string(c.cotarget)}}; }

Target any_target(Dice& dice, Int points) {
  auto const [layout, cotarget] = chain(dice, points);
  switch (dice.below(6)) {
    case 0:
    case 1:
      return {layout, cotarget};
    case 2:
      return {nearly(dice, layout), cotarget};
    case 3:
      return {layout, std::clamp<Int>(cotarget + dice.pick({-1, 1, 2, 3}) * dice.pick({1, 2, 4}), 1, points)};
    case 4:
      return {arbitrary(dice, points), dice.between(1, points)};
    default:
      return {adversarial(dice, points), dice.between(1, points)};
  }
}

Target any_cast(Dice& dice, Int points) {
  Int const n = dice.pick({2, 3, 4, 8});
  LayoutI a = any_layout(dice, points);
  for (auto& m : a.leaves) {
    if (dice.percent(15)) continue;
    bool const within = dice.percent(40) && m.shape % n == 0;
    m.stride = within ? divisor(dice, n) : n * dice.between(0, 5);
  }
  return {a, n};
}

Int Numbers::operator[](char const* name) const {
  for (auto const& [n, value] : of)
    if (std::strcmp(n, name) == 0) return value;
  std::abort();
}

std::vector<Numbers> smaller(Numbers const& c) {
  std::vector<Numbers> r;
  for (std::size_t k = 0; k < c.of.size(); ++k)
    for (Int const n : smaller(c.of[k].second)) {
      r.push_back(c);
      r.back().of[k].second = n;
    }
  return r;
}

Shown show(Numbers const& c) {
  Shown r;
  for (auto const& [name, value] : c.of) r.emplace_back(name, std::to_string(value));
  return r;
}

}  // namespace colex::props
