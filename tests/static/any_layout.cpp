// SPDX-License-Identifier: MIT
// Layouts behind a swizzle or a map over GF(2), on worked examples, as constants: compiling is passing.
#include "colex/colex.hpp"
#include "colex/laws/any_layouts_are_exact.hpp"
using namespace colex;
using Law = laws::any_layouts_are_exact;

constexpr AnyLayout behind(Swizzle s, std::int64_t offset, char const* text) {
  return {s, offset, layout(text)};
}
constexpr AnyLayout mapped(BitMap const& m, std::int64_t offset, char const* text) {
  return {m, offset, layout(text)};
}
constexpr AnyLayout rows = behind({3, 4, 3}, 0, "(8,8):(8,1)"), low = behind({1, 0, 2}, 0, "8:1");
constexpr AnyLayout triple = mapped({{1, 3, 7}, 3}, 0, "8:1"), twice = mapped({{1, 1}, 2}, 0, "4:1");
constexpr AnyLayout three = behind({1, 0, 1}, 0, "3:1");

// What kind of function.
static_assert(injective(rows).condition == Condition::none);
static_assert(injective(twice).left == 0 && injective(twice).right == 3);
static_assert(injective(behind({1, 0, 1}, 0, "(2,2):(1,1)")).condition == Condition::injective);
static_assert(surjective(rows, 64).condition == Condition::none && surjective(twice, 4).left == 2);
static_assert(surjective(three, 3).left == 2 && contiguous(three).left == 2);
static_assert(bijective(low, 8).condition == Condition::none &&
              bijective(low, 7).condition == Condition::in_domain);
static_assert(*get_1d_coord(rows, 26) == (rows.inner.leaves.count == 2 ? 19 : -1) && rows(19) == 26);
static_assert(get_1d_coord(twice, 2).refusal.condition == Condition::surjective);
static_assert(*get_hier_coord(low, 5) == parse_tuple("4").value &&
              *get_flat_coord(low, 4) == parse_tuple("5").value);
static_assert(*max_alignment(behind({3, 4, 3}, 0, "(96,64):(64,1)")) == 16 &&
              *max_alignment(behind({3, 4, 3}, 8, "(96,64):(64,1)")) == 8);
static_assert(admissible(mapped({{1, 2}, 2}, 1, "4:1")).condition == Condition::in_domain);
static_assert(simplest(mapped({{-1}, 1}, 0, "2:1")).refusal.condition == Condition::not_negative);

// The plainest form.
static_assert(*simplest(rows) == any(layout("(8,8):(8,1)")) && *simplest(triple) == triple);
static_assert(*simplest(mapped({{1, 2, 5}, 3}, 0, "8:1")) == low);
static_assert(Law::same(*simplest(behind({2, 0, 3}, 5, "9:1")), behind({2, 0, 3}, 5, "9:1")));

// Composition on either side.
static_assert(*composition(any(layout("(4,8):(8,1)")), behind({1, 0, 3}, 0, "(4,8):(1,4)")) ==
              behind({1, 1, -2}, 0, "(4,8):(8,1)"));
static_assert(*composition(behind({1, 0, 1}, 0, "8:1"), behind({1, 1, 1}, 0, "8:1")) == triple);
static_assert(composition(any(layout("(3,4):(4,1)")), behind({1, 0, 2}, 0, "12:1")).refusal.condition ==
              Condition::linear);
static_assert(Law::composed(any(layout("(3,4):(4,1)")), three) && Law::composed(triple, rows) == true);

// Inverses, and what two have in common.
static_assert(*left_inverse(low) == low && *right_inverse(low) == low && Law::inverted(triple));
static_assert(left_inverse(twice).refusal.condition == Condition::injective);
static_assert(right_inverse(behind({1, 0, 1}, 5, "8:1")).refusal.condition == Condition::surjective);
static_assert(nullspace(twice)->inner == layout("2:3") && is_plain(*nullspace(twice)));
static_assert(nullspace(behind({1, 0, 1}, 1, "2:1")).refusal.condition == Condition::starts_at_zero);
static_assert(*max_common_vector(behind({3, 3, 3}, 0, "512:1"), any(layout("512:1"))) == 64);
static_assert(*max_common_vector(behind({3, 3, 3}, 0, "512:1"), behind({3, 3, 3}, 0, "512:1")) == 512);
static_assert(size(*max_common_layout(behind({3, 3, 3}, 0, "96:1"), any(layout("96:1")))) ==
              64);  // 64 goes to 72
static_assert(*max_common_vector(behind({2, 0, 3}, 0, "8:1"), behind({2, 0, 3}, 0, "12:1")) == 8);
static_assert(*max_alignment(behind({1, 3, 3}, 0, "7:1")) == 7 &&
              *max_alignment(behind({2, 0, 3}, 4, "(2,8):(8,1)")) == 4);
constexpr AnyLayout last_of_four{BitMap{{0, 0, 7}, 3}, 1, layout("4:1")};  // 0 0 0 7
static_assert(*nullspace(last_of_four) == any(layout("3:1")));
static_assert(*left_inverse(behind({1, 2, 3}, 0, "(1,3):(4,3)")) == any(*left_inverse(layout("3:3"))));
// Of 0, 1, 2, 4 the last two are the columns of the map, and 1 goes to 1.
static_assert(*left_inverse(behind({1, 0, 1}, 0, "(2,2):(1,3)")) == mapped({{1, 2, 3}, 3}, 0, "8:1"));
// 0, 2, 7, 9, 12, 14: 12 is the sum of 2, 7 and 9, so that a map takes it to 1 ^ 2 ^ 3; it is index 4.
constexpr auto torn = left_inverse(behind({1, 0, 1}, 0, "6:3")).refusal;
static_assert(torn.condition == Condition::linear && torn.index == 12 && torn.got == 0 && torn.want == 4);
// 2^61 and 0: a map of 62 bits has no column for the constant.
static_assert(left_inverse(mapped({{std::int64_t{1} << 61}, 1}, 1, "2:-1")).refusal.condition ==
              Condition::capacity);
// A plain layout may be negative beside one behind a swizzle.
static_assert(!equal(any(layout("2:-17")), behind({1, 1, 3}, 0, "4:1"))->equal &&
              equal(any(layout("2:-17")), behind({1, 1, 3}, 0, "2:1"))->index == 1);
static_assert(*layout_add(any(layout("2:-1")), behind({1, 3, 3}, 0, "2:2")) == any(layout("2:1")) &&
              *layout_add(any(layout("2:-7")), behind({1, 3, 3}, 0, "2:2")) == any(layout("2:-5")));
// The sum is below 256; behind the swizzle it has bit 8 where bit 5 is set.
static_assert(*layout_add(behind({2, 4, -3}, 0, "(3,4):(4,1)"), behind({1, 4, -3}, 0, "(3,4):(16,2)")) ==
              behind({1, 5, -3}, 0, "(3,4):(148,3)"));

// Other elements.
static_assert(*upcast(behind({3, 4, 3}, 0, "(8,64):(64,1)"), 16) == behind({3, 0, 3}, 0, "(8,4):(4,1)"));
static_assert(upcast(behind({3, 4, 3}, 8, "(8,64):(64,1)"), 16).refusal.condition ==
              Condition::vector_divides);
static_assert(upcast(behind({1, 0, -1}, 0, "8:1"), 2).refusal.condition == Condition::linear);
static_assert(upcast(behind({1, 0, -1}, 0, "8:1"), 2).refusal.index == 1);      // 1 goes to 3, in vector 1
static_assert(*upcast(behind({1, 0, -1}, 0, "8:2"), 2) == any(layout("8:1")));  // no offset has bit 0
constexpr AnyLayout crossed{BitMap{{1, 3, 4, 8}, 4}, 13, layout("2:1")};
static_assert(*position_independent(crossed) == PlacedAny{{crossed.outer, 1, crossed.inner}, 12});
static_assert(downcast(triple, 2)->outer.map == BitMap{{1, 2, 6, 14}, 4} &&
              *upcast(*downcast(triple, 2), 2) == triple);
static_assert(*downcast(behind({3, 0, 3}, 0, "(8,8):(8,1)"), 16) == behind({3, 4, 3}, 0, "(8,128):(128,1)"));
static_assert(downcast(low, 3).refusal.condition == Condition::power_of_two);
static_assert(*recast_layout(low, 16, 8) == *downcast(low, 2));
static_assert(*position_independent(behind({1, 0, 1}, 21, "4:1")) ==
              PlacedAny{behind({1, 0, 1}, 1, "4:1"), 20});
static_assert(*complement(behind({1, 0, 1}, 0, "2:1"), 8) == layout("4:2") &&
              complement(behind({1, 0, 1}, 1, "2:1"), 8).refusal.condition == Condition::in_domain);

// The domain.
constexpr ComposedLayout whole_tile{{3, 4, 3}, 0, layout("(8,8):(8,1)")};
static_assert(*group(ComposedLayout{{1, 0, 1}, 4, layout("(2,2,2):(1,2,4)")}, 0, 2) ==
              ComposedLayout{{1, 0, 1}, 4, layout("((2,2),2):((1,2),4)")});
static_assert(slice(slicer_of<std::int64_t>(3, _), whole_tile)->offset == 24 &&
              *dice(slicer_of<std::int64_t>(3, _), whole_tile) == around(whole_tile, layout("(8):(8)")));
static_assert(coalesce(whole_tile) == whole_tile && flatten(whole_tile) == whole_tile &&
              rank(whole_tile) == 2 && depth(whole_tile) == 1);
static_assert(*logical_divide(whole_tile, by_mode(parse_tuple("(4)").value)) ==
              around(whole_tile, layout("((4,2),8):((8,32),1)")));
static_assert(
    local_tile(whole_tile, by_mode(parse_tuple("(4,4)").value), parse_tuple("(1,0)").value)->offset == 32);
static_assert(get(whole_tile, List<int>{})->inner == whole_tile.inner &&
              append(whole_tile, layout("2:64"))->inner.leaves.count == 3);
constexpr AnyLayout narrow{BitMap{{1, 2, 4}, 3}, 0, layout("4:1")};
static_assert(append(narrow, layout("2:4")) && Law::grown(narrow, layout("2:4")) &&
              append(narrow, layout("2:8")).refusal.condition == Condition::in_domain &&
              Law::grown(narrow, layout("2:8")));
static_assert(logical_product(narrow, layout("2:1")) &&
              logical_product(narrow, layout("3:1")).refusal.condition == Condition::in_domain);
static_assert(*max_common_vector(behind({2, 1, 3}, 0, "32:1"), any(layout("32:1"))) == 16 &&
              *max_common_vector(behind({2, 1, 3}, 0, "32:1"), any(layout("32:1")), Parts::whole_modes) == 2);
static_assert(size(*left_inverse(behind({2, 0, 2}, 0, "(4,(4,3)):(1,(4,16))"))) == 64 &&
              *left_inverse(behind({2, 0, 2}, 0, "(4,(4,3)):(1,(4,16))"), Inverse::quasi) ==
                  behind({2, 0, 2}, 0, "48:1"));
int main() {}
