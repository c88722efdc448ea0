// SPDX-License-Identifier: MIT
// Brute-force truth for the census and for theorems on small cases: offsets as tables, and questions answered
// by trying everything. Nothing here uses the algebra; it is the other opinion. (truth_inverse.hpp has the
// searches for inverses.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "colex/layout.hpp"
#include "colex/structure.hpp"

namespace colex::truth {

using Int = std::int64_t;

/// A function on 0 .. count-1, in place: no allocation, and a copy takes only what is there.
struct Table {
  static constexpr int kMost = 1 << 15;
  int count = 0;
  Int item[kMost];

  Table() {}
  Table(Table const& t) { *this = t; }
  Table& operator=(Table const& t) {
    count = t.count;
    std::copy(t.item, t.item + count, item);
    return *this;
  }
  void push(Int v) {
    if (count == kMost) {
      std::fputs("truth: a table is too small for this case\n", stderr);
      std::abort();
    }
    item[count++] = v;
  }
  Int operator[](Int i) const { return item[i]; }
  Int const* begin() const { return item; }
  Int const* end() const { return item + count; }
  Int top() const { return *std::max_element(begin(), end()); }
  bool operator==(Table const& t) const { return count == t.count && std::equal(begin(), end(), t.begin()); }

  /// (i, j) -> this(i) + piece(j), i running faster.
  void add(Table const& piece) {
    int const before = count;
    for (int j = 1; j < piece.count; ++j)
      for (int i = 0; i < before; ++i) push(item[i] + piece[j]);
    for (int i = 0; i < before; ++i) item[i] += piece[0];
  }
  void add(Mode<Int> const& m) {
    int const before = count;
    for (Int c = 1; c < m.shape; ++c)
      for (int i = 0; i < before; ++i) push(item[i] + c * m.stride);
  }
};

inline Table zero() {
  Table t;
  t.push(0);
  return t;
}
inline Table table(Mode<Int> const& m) {
  Table t = zero();
  t.add(m);
  return t;
}
inline Table table(Layout<Int> const& layout) {
  Table t = zero();
  for (auto const& m : layout.leaves) t.add(m);
  return t;
}

/// Which values have been met; emptied in no time.
class Seen {
 public:
  Seen() : stamp_(kSpan, 0) {}
  void clear() { ++now_; }
  bool has(Int v) const { return stamp_[place(v)] == now_; }
  /// False when v was there.
  bool insert(Int v) {
    auto& at = stamp_[place(v)];
    bool const fresh = at != now_;
    at = now_;
    return fresh;
  }

 private:
  static constexpr Int kSpan = Int{1} << 22;
  static std::size_t place(Int v) {
    if (v < -kSpan / 4 || v >= kSpan / 4 * 3) {
      std::fputs("truth: an offset is too large for this case\n", stderr);
      std::abort();
    }
    return static_cast<std::size_t>(v + kSpan / 4);
  }
  std::vector<std::uint32_t> stamp_;
  std::uint32_t now_ = 1;
};
inline Seen& fresh_seen() {
  static Seen seen;
  seen.clear();
  return seen;
}

inline bool injective_table(Table const& f) {
  Seen& seen = fresh_seen();
  return std::all_of(f.begin(), f.end(), [&](Int v) { return seen.insert(v); });
}

/// Whether every sum f(i) + g(j) of two different values is met once: copies of f that never meet.
inline bool disjoint_sums(Table const& f, Table const& g) {
  auto const values = [](Table const& t) {
    Seen& seen = fresh_seen();
    Table r;
    for (Int v : t)
      if (seen.insert(v)) r.push(v);
    return r;
  };
  Table const x = values(f), y = values(g);
  Seen& seen = fresh_seen();
  for (Int u : y)
    for (Int v : x)
      if (!seen.insert(u + v)) return false;
  return true;
}

inline bool increasing(Table const& f) {
  for (int k = 1; k < f.count; ++k)
    if (f[k - 1] >= f[k]) return false;
  return true;
}

/// Whether k -> f[k * step], k < count, is a layout: some extent n divides `count` such that
/// f(i + n j) = i f(1) + f(n j), and j -> f(n j) is a layout. Every n is tried.
inline bool is_layout(Int const* f, Int count, Int step) {
  if (f[0] != 0) return false;
  if (count == 1) return true;
  for (Int n = count; n >= 2; --n) {
    if (count % n != 0) continue;
    bool fits = true;
    for (Int k = 0; k < count && fits; ++k) fits = f[k * step] == k % n * f[step] + f[(k - k % n) * step];
    if (fits && is_layout(f, count / n, step * n)) return true;
  }
  return false;
}
inline bool is_layout(Table const& f) { return f.count > 0 && is_layout(f.item, f.count, 1); }

/// A at an index of any size: the last mode runs on.
template <class Modes>
Int at(Modes const& a, Int rest) {
  Int value = 0;
  for (int k = 0; k < a.count; ++k) {
    bool const last = k + 1 == a.count;
    value += (last ? rest : rest % a[k].shape) * a[k].stride;
    rest /= a[k].shape;
  }
  return value;
}
template <class Modes>
Table after(Modes const& a, Table const& b) {
  Table r;
  for (Int i : b) r.push(at(a, i));
  return r;
}

/// What exists: a layout for each leaf of B, and together they add up to the whole. `whole` is A(B(i)).
template <class Modes>
bool composable(Modes const& a, Layout<Int> const& b, Table const& whole) {
  if (b.leaves.count == 1) return is_layout(whole);
  Table sum = zero();
  for (auto const& m : b.leaves) {
    Table const part = after(a, table(m));
    if (!is_layout(part)) return false;
    sum.add(part);
  }
  return sum == whole;
}

/// The layout without modes of stride 0.
inline Layout<Int> moving(Layout<Int> const& layout) {
  colex::List<Mode<Int>> kept;
  for (auto const& m : layout.leaves)
    if (m.stride != 0) kept.push(m);
  return colex::flat(kept);
}

/// Copies of f laid at the least offset not yet covered, again and again, while none meet. There is at most
/// one increasing set R such that (a, r) -> f[a] + r is a bijection onto [0, m): the least offset not yet
/// covered must itself be in R. So this answers for every m up to `limit` at once.
class Tiling {
 public:
  Tiling(Table const& f, Int limit) : top_(f.top()), sound_(limit) {
    Seen& hit = fresh_seen();
    for (Int next = 0; next < limit; ++next) {
      if (hit.has(next)) continue;
      for (Int v : f)
        if (v < 0 || !hit.insert(next + v)) {
          sound_ = next;
          return;
        }
      starts_.push(next);
    }
  }
  /// The copies fill [0, m), and nothing else.
  bool fills(Int m) const { return m <= sound_ && last_before(m) + top_ < m; }
  /// Where they start.
  Table starts(Int m) const {
    Table r;
    for (Int s : starts_)
      if (s < m) r.push(s);
    return r;
  }
  /// The least m >= `from` that they fill; -1 for none up to the limit.
  Int next_filled(Int from) const {
    for (Int m = from; m <= sound_; ++m)
      if (fills(m)) return m;
    return -1;
  }

 private:
  Int last_before(Int m) const { return *(std::lower_bound(starts_.begin(), starts_.end(), m) - 1); }
  Table starts_;
  Int top_, sound_;
};

}  // namespace colex::truth
