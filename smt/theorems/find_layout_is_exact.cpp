// SPDX-License-Identifier: MIT
// The theorem of laws/find_layout_is_exact.hpp.
#include "colex/laws/find_layout_is_exact.hpp"

#include "cases/every_case.hpp"
#include "cases/factors.hpp"
#include "catalogue.hpp"
#include "oracle/truth.hpp"

namespace colex::sym {

namespace {

using Law = laws::find_layout_is_exact;

constexpr int kPoints = 8;

/// Is f the layout of these extents? Its strides can only be f at the place values.
void whole(Proof& p, int points) {
  std::vector<Integer> f;
  for (int k = 0; k < points; ++k) f.push_back(p.integer(("f" + std::to_string(k)).c_str()));
  Integer const beyond = p.integer("beyond");  // what a search reads that goes too far
  p.part("the whole function, " + std::to_string(points) + (points == 1 ? " point" : " points"), {}, [&] {
    auto const at = [&](Integer const& i) {
      auto const k = static_cast<std::size_t>(i.numeral());
      return k < f.size() ? f[k] : beyond;
    };
    auto const found = find_modes<Integer>(at, Integer(points));
    if (!found) {
      if (found.refusal.condition == Condition::starts_at_zero)
        p.claim("f(0) beside the 0 it is not",
                both(found.refusal.left == f[0], found.refusal.right == Integer(0)));
      p.claim("the witness shows a difference",
              both(found.refusal.got != found.refusal.want, found.refusal.want == at(found.refusal.index)));
      for (auto const& extents : factorizations(points)) p.claim("no layout is f", !is_layout(f, extents));
      return;
    }
    auto const layout = flat(found.value);
    Boolean same = size(layout) == Integer(points);
    for (int k = 0; k < points; ++k)
      same = both(same, evaluate(layout, Integer(k)) == f[static_cast<std::size_t>(k)]);
    p.claim("the layout is f", same);
    auto const normal = coalesce(found.value);
    p.claim("in normal form", Boolean(normal.count == found.value.count));
  });
}

/// A function that does not begin at 0 is refused for just that.
void small(Proof& p) {
  every(p, "where it begins: up to 4 points, values -1 to 2", [](auto const& ask) {
    for (std::int64_t points = 1; points <= 4; ++points)
      for (int code = 0; code < 256; ++code) {
        auto const f = [&](std::int64_t i) { return std::int64_t{code >> 2 * i & 3} - 1; };
        std::vector<Term> want;
        for (std::int64_t i = 0; i < points; ++i) want.push_back(number(f(i)));
        auto const r = find_layout<std::int64_t>(f, points);
        auto const& why = r.refusal;
        Term right = r ? same(values(*r), want) : no_layout(want);
        if (f(0) != 0)
          right = right && truth_of(why.condition == Condition::starts_at_zero && why.index == 0) &&
                  number(why.left) == want[0] && number(why.want) == want[0] &&
                  number(why.got) == number(0) && want[0] != number(0);
        ask(right, points, std::int64_t{code});
      }
  });
}

/// Layouts of 16 points, and these with one value changed: long runs, and many of them.
void sixteen(Proof& p) {
  every(p, "16 points: eight layouts, each with any one value changed or none", [](auto const& ask) {
    using M = std::vector<Mode<std::int64_t>>;
    for (M const& given :
         {M{{16, 3}}, M{{8, 1}, {2, 9}}, M{{2, 1}, {8, 7}}, M{{4, 1}, {4, 5}}, M{{2, 5}, {8, 1}},
          M{{2, 1}, {2, 3}, {4, 7}}, M{{4, 2}, {2, 1}, {2, 30}}, M{{2, 1}, {2, 3}, {2, 7}, {2, 15}}})
      for (std::int64_t changed = 0; changed < 16; ++changed) {  // 0: none
        List<Mode<std::int64_t>> modes;
        for (auto const& m : given) modes.push(m);
        auto const f = [&](std::int64_t i) {
          return evaluate(flat(modes), i) + (i > 0 && i == changed ? std::int64_t{50} : std::int64_t{0});
        };
        std::vector<Term> want;
        for (std::int64_t i = 0; i < 16; ++i) want.push_back(number(f(i)));
        auto const r = find_layout<std::int64_t>(f, std::int64_t{16});
        ask(r ? same(values(*r), want) : no_layout(want), flat(modes), changed);
      }
  });
}

void prove(Proof& p) {
  for (int points = 1; points <= kPoints; ++points) whole(p, points);
  small(p);
  sixteen(p);
}

}  // namespace

Theorem find_layout_is_exact() {
  return theorem<Law>(
      "find_layout_is_exact", prove, "; T13",
      {{Kind::coq, "as stated"},
       {Kind::extents, "the whole function, loops included, up to 8 points"},
       {Kind::enumerated,
        "where f begins: up to 4 points, values -1 to 2; 16 points: eight layouts, each with one value "
        "changed or none"}},
      R"(Answered means equal everywhere, refused means that no factorisation of the points gives f.)");
}

}  // namespace colex::sym
