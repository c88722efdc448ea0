// SPDX-License-Identifier: MIT
// composition(A, B)(i) = A(B(i)), nested as B is; and where it refuses, no layout nested as B does that. The
// oracle decides by search: each mode of B alone must give a table that some factorisation makes a layout,
// and the whole must be the sum of the modes. A refusal's witness is checked against A and B themselves.
#include "colex/laws/composition_evaluates_pointwise.hpp"

#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::composition_evaluates_pointwise;

static std::string run(Pair const& c) { return command("composition", {text(c.a), text(c.b)}); }

static Pair any_pair(Dice& dice) {
  LayoutI const a = dice.percent(70) ? any_layout(dice, 150) : chain(dice, 150).layout;
  return {a, any_inner(dice, a)};
}
static bool enumerable(Pair const& c) {
  return well_formed(c.a) == Condition::none && well_formed(c.b) == Condition::none && size(c.b) <= 96 &&
         size(c.a) <= 400 && cosize(c.b) <= Int{1} << 20 && cosize(c.a) <= Int{1} << 20;
}

static Condition refused_for(Pair const& c) { return composition(c.a, c.b).refusal.condition; }
static bool decided(Pair const& c, Admissible how) {
  return compose(c.a, c.b).value.admissible == how && coalesce(c.a).leaves.count > 1 &&
         coalesce(c.b).leaves.count > 1;
}

static std::vector<Class<Pair>> const kinds{
    {"textbook, A and B of 2 modes", [](Pair const& c) { return decided(c, Admissible::textbook); }},
    {"representable only",
     [](Pair const& c) { return compose(c.a, c.b).value.admissible == Admissible::representable; }},
    {"no_carry", [](Pair const& c) { return refused_for(c) == Condition::no_carry; }},
    {"run_divides", [](Pair const& c) { return refused_for(c) == Condition::run_divides; }},
    {"additive", [](Pair const& c) { return refused_for(c) == Condition::additive; }},
    {"in_domain", [](Pair const& c) { return refused_for(c) == Condition::in_domain; }},
    {"past A's size", [](Pair const& c) { return extent(c.b) > size(c.a); }},
    {"negative B, answered", [](Pair const& c) { return composition(c.a, c.b) && cosize(c.b) > extent(c.b); },
     1}};

static Property<Pair> const pointwise{
    .name = "composition(A, B) is A(B(i)) at every i, nested as B is",
    .draw = any_pair,
    .precondition = enumerable,
    .fault =
        [](Pair const& c) {
          for (Int i = 0; i < size(c.b); ++i)
            if (!Law::holds(c.a, c.b, i)) return std::string("wrong at index ").append(std::to_string(i));
          return std::string();
        },
    .run = run,
    .classes = kinds};

/// What a refusal says, checked on A and B: B's value at the witness, A's there, and that they differ.
static std::string wrong_witness(Pair const& c, Refusal<Int> const& why) {
  if (!why.has_witness) return "";
  Int const inner = naive::table(c.b).at(static_cast<std::size_t>(why.index));
  if (inner >= 0 && naive::extended(c.a, inner) != why.want) return "the witness is not A(B(i))";
  return unless(why.got != why.want, "the witness shows no difference");
}

static std::string exact(Pair const& c, Domain domain) {
  auto const r = composition(c.a, c.b, domain);
  auto const truth = naive::compose(c.a, c.b, domain == Domain::bounded);
  if (bool(r) != truth.has_value()) return r ? "should be refused" : "should be answered";
  if (!r) return wrong_witness(c, r.refusal);
  return unless(naive::table(*r) == *truth, "not the table of A(B(i))");
}

static Property<Pair> const by_search{
    .name = "composition answers exactly where a layout exists, by the oracle",
    .draw = any_pair,
    .precondition = enumerable,
    .fault = [](Pair const& c) { return exact(c, Domain::extend_last); },
    .run = run,
    .classes = kinds};

static Property<Pair> const bounded{
    .name = "composition, A undefined past its size, answers exactly where a layout exists, by the oracle",
    .draw = any_pair,
    .precondition = enumerable,
    .fault = [](Pair const& c) { return exact(c, Domain::bounded); },
    .run =
        [](Pair const& c) {
          return command("composition", {text(c.a), text(c.b)}, "--bounded");
        },
    .classes = {{"answered", [](Pair const& c) { return bool(composition(c.a, c.b, Domain::bounded)); }},
                {"past A's size", [](Pair const& c) { return extent(c.b) > size(c.a); }}}};

int main() { return exit_status({check(pointwise), check(by_search), check(bounded)}); }
