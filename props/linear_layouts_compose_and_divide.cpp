// SPDX-License-Identifier: MIT
// Linear layouts with named dimensions: each operation against its definition at every argument.
#include "colex/laws/linear_layouts_compose_and_divide.hpp"

#include <array>

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::linear_layouts_compose_and_divide;

namespace {

constexpr std::array<char const*, 3> kIn{"lane", "warp", "register"}, kOut{"row", "column", "depth"};

/// The bits of each dimension of A and of B, three in and three out, and a seed of their columns.
struct Maps {
  std::vector<Int> bits;
  Int seed;
};
std::vector<Maps> smaller(Maps const& c) {
  std::vector<Maps> r;
  for (std::size_t k = 0; k < c.bits.size(); ++k)
    if (c.bits[k] > 0) {
      r.push_back(c);
      --r.back().bits[k];
    }
  return r;
}
LinearDims dims(std::array<char const*, 3> const& names, Maps const& c, int first) {
  LinearDims r;
  for (int k = 0; k < 3; ++k)
    r.add(
        {names[static_cast<std::size_t>(k)], static_cast<int>(c.bits[static_cast<std::size_t>(first + k)])});
  return r;
}
LinearLayout filled(LinearDims const& in, LinearDims const& out, Dice& dice) {
  return *linear_layout(in, out,
                        [&](int, int, int j) { return dice.between(0, (Int{1} << out.dim[j].bits) - 1); });
}
struct Two {
  LinearLayout a, b, inner;  ///< inner: from other dimensions to A's inputs, in another order
};
Two maps(Maps const& c) {
  Dice dice(static_cast<std::uint64_t>(c.seed));
  auto const a_in = dims(kIn, c, 0), a_out = dims(kOut, c, 3);
  auto const inner_out = LinearDims{{a_in.dim[2], a_in.dim[0], a_in.dim[1]}, 3};
  return {filled(a_in, a_out, dice), filled(dims(kIn, c, 6), dims(kOut, c, 9), dice),
          filled(dims({"x", "y", "z"}, c, 6), inner_out, dice)};
}
Shown show(Maps const& c) {
  Shown r{{"seed", std::to_string(c.seed)}};
  std::string bits;
  for (Int const b : c.bits) bits += std::to_string(b) + " ";
  r.emplace_back("bits", bits);
  return r;
}
/// holds(x) at every x of so many bits.
template <class F>
bool everywhere(int bits, F holds) {
  for (Int x = 0; x < Int{1} << bits; ++x)
    if (!holds(x)) return false;
  return true;
}
LinearDims turned(LinearDims const& d) { return {{d.dim[2], d.dim[1], d.dim[0]}, 3}; }

std::string solved(LinearLayout const& a, LinearLayout const& b) {
  auto const r = linear_solve(a, b);
  if (r)
    return unless(everywhere(b.in.bits(), [&](Int x) { return Law::solves(a, b, *r, x); }), "linear_solve");
  if (r.refusal.condition != Condition::surjective) return "linear_solve refuses for another reason";
  return unless(Law::is_missed(a, r.refusal.left), "linear_solve names a value that A reaches");
}

std::string parts(LinearLayout const& a) {
  auto const t = linear_transpose(a, turned(a.in), turned(a.out));
  int const bits = a.in.bits();
  if (!t || !everywhere(bits, [&](Int x) { return Law::transposes(a, *t, x); })) return "linear_transpose";
  LinearDims const one_in{{{"all", bits}}, 1}, one_out{{{"all", a.out.bits()}}, 1};
  auto const flat_one = linear_reshape(a, one_in, one_out);
  if (!flat_one || !everywhere(bits, [&](Int x) { return Law::reshapes(a, *flat_one, x); }))
    return "linear_reshape";
  auto const part = linear_sublayout(a, std::array<std::string_view, 2>{"lane", "register"},
                                     std::array<std::string_view, 2>{"depth", "column"});
  if (!everywhere(part.in.bits(), [&](Int x) { return Law::is_part(a, part, x); })) return "linear_sublayout";
  Int const low = consecutive_elements(a);
  int p = 0;
  int const most = std::min(a.in.dim[0].bits, a.out.dim[0].bits);
  while (p < most && everywhere(bits, [&](Int x) { return Law::keeps_low_bits(a, p + 1, x); })) ++p;
  if (low != Int{1} << p) return "consecutive_elements";
  for (int j = 0; j < a.out.count; ++j) {
    std::vector<bool> has(static_cast<std::size_t>(Int{1} << a.out.dim[j].bits));
    for (Int x = 0; x < Int{1} << bits; ++x)
      has[static_cast<std::size_t>(Law::named(a.out, a(x), a.out.dim[j].name))] = true;
    Int block = 1;
    while (2 * block <= static_cast<Int>(has.size()) && has[static_cast<std::size_t>(block)]) {
      bool all = true;
      for (Int v = 0; v < 2 * block; ++v) all = all && has[static_cast<std::size_t>(v)];
      if (!all) break;
      block *= 2;
    }
    if (contiguous_elements(a, j) != block) return "contiguous_elements";
  }
  return "";
}

std::string inverses(LinearLayout const& a, LinearLayout const& b, LinearLayout const& inner) {
  auto const r = composition(a, inner);
  if (!r || !everywhere(inner.in.bits(), [&](Int x) { return Law::composes(a, inner, *r, x); }))
    return "composition";
  if (auto fault = solved(a, *r); !fault.empty()) return fault;
  if (auto fault = solved(a, b.out == a.out ? b : a); !fault.empty()) return fault;
  auto const both_ways = invert_and_compose(a, *r);
  if (!both_ways || !everywhere(r->in.bits(), [&](Int x) { return Law::solves(a, *r, *both_ways, x); }))
    return "invert_and_compose";
  auto const back = pseudo_inverse(a);
  if (back && !everywhere(a.in.bits(), [&](Int x) { return Law::gives_back(a, *back, x); }))
    return "pseudo_inverse";
  if (!back && !Law::is_missed(a, back.refusal.left)) return "pseudo_inverse refuses a value that A reaches";
  return "";
}

std::string products(LinearLayout const& a, LinearLayout const& b) {
  auto const r = linear_product(a, b);
  if (!r || !everywhere(r->in.bits(), [&](Int x) { return Law::multiplies(a, b, *r, x); }))
    return "linear_product";
  auto const left = divide_left(*r, a), right = divide_right(*r, b);
  if (!left || !right || !(*left == b) || !(*right == a)) return "a factor does not come back";
  for (auto const& [c, of] : {std::pair{divide_left(a, b), true}, std::pair{divide_right(a, b), false}}) {
    if (!c) continue;
    auto const again = of ? linear_product(b, *c) : linear_product(*c, b);
    if (!again || !(*again == a)) return "a quotient times the divisor is another";
  }
  auto const other_in = linear_reshape(b, {{{"x", b.in.bits()}}, 1}, b.out);
  if (b.out == a.out) {
    auto const ins = linear_concat_ins(a, *other_in);
    for (Int x = 0; x < Int{1} << a.in.bits(); ++x)
      if (!ins ||
          !everywhere(b.in.bits(), [&](Int y) { return Law::stands_beside(a, *other_in, *ins, x, y); }))
        return "linear_concat_ins";
  }
  auto const with_a = *linear_reshape(a, a.in, {{{"w", a.out.bits()}}, 1});
  auto const outs = linear_concat_outs(a, with_a);
  if (!outs || !everywhere(a.in.bits(), [&](Int x) { return Law::stands_above(a, with_a, *outs, x); }))
    return "linear_concat_outs";
  auto const identity = linear_identity("lane", "lane", a.in.dim[0].bits);
  auto const over = linear_product(identity, a);
  std::array<std::string_view, 1> const lane{"lane"}, warp{"warp"};
  bool const kept = over && everywhere(over->in.bits(), [&](Int x) { return Law::keeps(*over, "lane", x); });
  if (!over ||
      is_identity_over(*over, lane) != (kept && over->in.dim[0].bits == Law::width(over->out, "lane")))
    return "is_identity_over";
  return unless(a.in.dim[1].bits == 0 || !is_identity_over(a, warp), "is_identity_over what is no output");
}

std::string fault(Maps const& c) {
  auto const [a, b, inner] = maps(c);
  for (auto const& f : {parts(a), inverses(a, b, inner), products(a, b)})
    if (!f.empty()) return f;
  return "";
}

Property<Maps> const hold{
    .name = "linear layouts, at every argument",
    .draw =
        [](Dice& dice) {
          Maps c{std::vector<Int>(12), dice.between(0, Int{1} << 40)};
          for (Int& b : c.bits) b = dice.between(0, 2);
          if (dice.percent(30))
            for (std::size_t k = 0; k < 6; ++k) c.bits[k + 6] = c.bits[k];
          return c;
        },
    .fault = fault,
    .classes = {{"A has an inverse on all values",
                 [](Maps const& c) { return bool(pseudo_inverse(maps(c).a)) && maps(c).a.out.bits() > 0; }},
                {"A misses a value", [](Maps const& c) { return !pseudo_inverse(maps(c).a); }},
                {"a quotient of two",
                 [](Maps const& c) {
                   auto const m = maps(c);
                   return m.b.map.inputs > 0 && bool(divide_left(m.a, m.b));
                 },
                 0.1}}};

}  // namespace

int main() { return exit_status({check(hold)}); }
