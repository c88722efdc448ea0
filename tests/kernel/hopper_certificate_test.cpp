// SPDX-License-Identifier: MIT
// The finite obligations of the Hopper GEMM and the checker's simulation hold for what is shipped, and reject
// what is not right, each for its own reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

#include "certificate/certificate.hpp"
#include "hopper/buffer_obligations.hpp"
#include "hopper/element_obligations.hpp"
#include "hopper/gemm_reference.hpp"
#include "hopper/hopper_obligations.hpp"
#include "hopper/hopper_proof.hpp"
#include "hopper/ring_obligations.hpp"

namespace colex::gpu::hopper {
namespace {

using Json = nlohmann::ordered_json;
using Shipped = GemmConfig<Element::bf16, Major::k, Major::line, tile_128x128>;

std::set<std::string> violated(HopperNumbers const& numbers) {
  std::set<std::string> ids;
  for (auto const& obligation : finite_obligations(numbers))
    if (std::string(obligation.id) != "O6" && !obligation.holds()) ids.insert(obligation.id);
  return ids;
}
template <class Config>
std::set<std::string> violated() {
  return violated(hopper_numbers_of<Config>());
}
/// Of a config whose lanes put the rows of a box elsewhere.
std::set<std::string> violated_by_places(int (*place)(int thread, int half, int group)) {
  auto numbers = hopper_numbers_of<GemmConfig<Element::bf16, Major::k, Major::line, tile_128x256c2>>();
  numbers.box_place = place;
  return violated(numbers);
}

struct HalfTheStride : Shipped::B {
  static constexpr std::int64_t stride_offset = Shipped::B::stride_offset / 2;
};
struct OtherB : Shipped {
  using B = HalfTheStride;
};
struct StepTooFar : Shipped::WarpgroupA {
  static constexpr std::int64_t step_offset = 64;
};
struct OtherA : Shipped {
  using WarpgroupA = StepTooFar;
};
struct LessMemory : Shipped {
  static constexpr int shared_bytes = Shipped::shared_bytes - 128;
};
struct OneWarpgroup : Shipped {
  static constexpr int consumers = 1;
};
struct FewerBytes : Shipped {
  static constexpr int stage_bytes = Shipped::stage_bytes - 1024;
};

/// Boxes a row short, and as many bytes awaited.
struct ShortBoxes : Shipped::A {
  static constexpr std::uint32_t rows_of_box(std::int64_t lines) {
    return lines < 9 ? 8 : Shipped::A::rows_of_box(lines - 1);
  }
};
struct OtherBoxes : Shipped {
  using A = ShortBoxes;
};
using Gated = GemmConfig<Element::bf16, Major::k, Major::line, tile_128x128, true>;
/// As many boxes of one operand as a gated tile has of both.
struct OneOperand : Gated {
  static constexpr int operand_boxes = Gated::B::boxes;
};
/// A quarter of the sums is multiplied by the next quarter.
struct QuarterColumns : Gated {
  static constexpr int columns = Gated::N / 4;
};

using Boxed = GemmConfig<Element::bf16, Major::k, Major::line, tile_128x256c2>;
struct NoBuffers : Boxed {
  static constexpr int shared_bytes = Boxed::shared_bytes - Boxed::buffers_bytes;
};

using Scaled = GemmConfig<Element::e4m3acc, Major::k, Major::k, tile_128x256c2>;
/// A stage more for factors than there is memory for.
struct MoreTold : Scaled {
  static constexpr int told_stages = Scaled::told_stages + 1;
};
struct OneTold : Scaled {
  static constexpr int told_stages = 1;
};

TEST(HopperObligations, hold_for_a_shipped_config) {
  EXPECT_TRUE(violated<Boxed>().empty());
  EXPECT_TRUE(violated<Shipped>().empty());
  EXPECT_TRUE(violated<Gated>().empty());
  EXPECT_TRUE(violated<Scaled>().empty());
  EXPECT_TRUE((violated<GemmConfig<Element::e4m3acc, Major::k, Major::k, tile_128x128>>().empty()));
}

TEST(HopperObligations, name_what_is_wrong) {
  EXPECT_EQ(violated<OtherB>(), std::set<std::string>{"O5.layout"});
  EXPECT_TRUE(violated<OtherA>().contains("O5.layout"));
  EXPECT_EQ(violated<LessMemory>(), std::set<std::string>{"O5.memory"});
  EXPECT_EQ(violated<NoBuffers>(), std::set<std::string>{"O5.memory"});
  EXPECT_EQ(violated<MoreTold>(), (std::set<std::string>{"O5.memory", "O6.told"}));
  EXPECT_EQ(violated<OneTold>(), std::set<std::string>{"O6.told"});
  EXPECT_EQ(violated_by_places([](int thread, int half, int group) {  // not swizzled
              return box_place(thread, half, group) ^ thread % 8 * 16;
            }),
            (std::set<std::string>{"O5.buffers", "O7.buffers.sm90"}));
  EXPECT_EQ(
      violated_by_places([](int thread, int half, int group) { return box_place(thread, 1 - half, group); }),
      std::set<std::string>{"O5.buffers"});
  EXPECT_EQ(violated_by_places([](int thread, int half, int) { return box_place(thread, half, 0); }),
            std::set<std::string>{"O5.buffers"});
  EXPECT_EQ(violated<OneWarpgroup>(), std::set<std::string>{"O8.rows"});
  EXPECT_TRUE(violated<FewerBytes>().contains("O2"));
  EXPECT_EQ(violated<OtherBoxes>(), (std::set<std::string>{"O2", "O2.lines"}));
  EXPECT_EQ(violated<OneOperand>(), std::set<std::string>{"O2.operands"});
  EXPECT_TRUE(violated<QuarterColumns>().contains("O2.operands"));
}

/// Of a config whose threads hold, or store, by another layout.
std::set<std::string> violated_by_layouts(Layout<Index> const* held, Layout<Index> const* stored) {
  auto numbers = hopper_numbers_of<Boxed>();
  if (held != nullptr) numbers.held = held;
  if (stored != nullptr) numbers.stored = stored;
  return violated(numbers);
}
TEST(HopperObligations, laws_notice_other_layouts) {
  auto other = held<256>;
  other.leaves[4].stride = 4;  // a quad holds rows next to each other
  EXPECT_TRUE(violated_by_layouts(&other, nullptr).contains("O8.held"));
  other = stored<256>;
  std::swap(other.leaves[3].stride, other.leaves[5].stride);
  EXPECT_EQ(violated_by_layouts(nullptr, &other), std::set<std::string>{"O8.exchange"});
  other = stored<256>;
  other.leaves[4].stride = 16;  // two rows of one thread are another's
  EXPECT_EQ(violated_by_layouts(nullptr, &other), (std::set<std::string>{"O8.exchange", "O8.stored"}));
  auto piece = hopper_numbers_of<Scaled>();
  piece.held = &held<128>;
  EXPECT_TRUE(violated(piece).contains("O8.pieces"));
  auto gated = hopper_numbers_of<Gated>();
  gated.held = &stored<Gated::N>;
  EXPECT_TRUE(violated(gated).contains("O8.gated"));
}

/// Finishes sums so that two neighbours share a reciprocal, which is as exact as two are.
struct SharedReciprocal : ShippedFinish {
  template <Finish finish, bool scaled, class Bias, class Factors, class Held, class AddOld>
  static void sums(Epilogue<float> const& epilogue, Bias const& bias, Mentions row_bias,
                   Factors const& factors, Mentions row_factor, Held held, AddOld add_old,
                   Mentions (&x)[4][2]) {
    if constexpr (finish != Finish::silu) {
      ShippedFinish::sums<finish, scaled>(epilogue, bias, row_bias, factors, row_factor, held, add_old, x);
    } else {
      ShippedFinish::sums<Finish::any, scaled>(epilogue, bias, row_bias, factors, row_factor, held, add_old,
                                               x);
      for (auto& pair : x) {
        Mentions const first = 1 + quick_exp2(-pair[0]), second = 1 + quick_exp2(-pair[1]);
        Mentions const both = quick_reciprocal(first * second);
        pair[0] = pair[0] * (both * second), pair[1] = pair[1] * (both * first);
      }
    }
  }
};
/// Multiplies a gate by its neighbour's sum.
struct NextUp : ShippedFinish {
  template <Finish finish, class Gate, class Up>
  static void gated(Activation activation, Gate gate, Up up, Mentions (&x)[4][2]) {
    ShippedFinish::gated<finish>(
        activation, gate, [&](int i) { return up(i ^ 1); }, x);
  }
};
/// Leaves the old elements out.
struct NothingOld : ShippedFinish {
  template <Finish finish, bool scaled, class Bias, class Factors, class Held, class AddOld>
  static void sums(Epilogue<float> const& epilogue, Bias const& bias, Mentions row_bias,
                   Factors const& factors, Mentions row_factor, Held held, AddOld, Mentions (&x)[4][2]) {
    ShippedFinish::sums<finish, scaled>(
        epilogue, bias, row_bias, factors, row_factor, held, [](auto&) {}, x);
  }
};

TEST(HopperElements, mention_their_own_operands_alone) {
  for (bool scaled : {false, true})
    for (bool gated : {false, true}) {
      EXPECT_TRUE(elements_are_apart(scaled, gated));
      EXPECT_FALSE(elements_are_apart<SharedReciprocal>(scaled, gated));
      EXPECT_EQ(elements_are_apart<NextUp>(scaled, gated), !gated);
      EXPECT_FALSE(elements_are_apart<NothingOld>(scaled, gated));
    }
}

/// A float whose instructions err by as much as a device's may, upwards or downwards, and leave out what is less than
/// 2^-126.
template <int of_exp2, int of_reciprocal>
struct Inexact {
  float value;
  constexpr Inexact(float x) : value(x) {}
  static float flushed(double x) { return std::fabs(x) < 0x1p-126 ? 0 : static_cast<float>(x); }
  friend Inexact operator+(Inexact a, Inexact b) { return a.value + b.value; }
  friend Inexact operator-(Inexact a, Inexact b) { return a.value - b.value; }
  friend Inexact operator*(Inexact a, Inexact b) { return a.value * b.value; }
  friend Inexact operator-(Inexact a) { return -a.value; }
  friend Inexact quick_exp2(Inexact x) {
    return flushed(std::exp2(double{x.value}) * (1 + of_exp2 * 0x1p-22));
  }
  friend Inexact quick_reciprocal(Inexact x) {
    return flushed(1 / double{x.value} * (1 + of_reciprocal * 0x1p-23));
  }
  friend Inexact at_least(Inexact x, float least) { return hopper::at_least(x.value, least); }
  friend Inexact size_at_most(Inexact x, float most) { return hopper::size_at_most(x.value, most); }
  friend Inexact by_sign(Inexact x, Inexact below, Inexact other) {
    return hopper::by_sign(x.value, below.value, other.value);
  }
};

/// Of every exponent and both signs, and closely around where GELU and SiLU end.
template <class Number>
void expect_activations_within_their_bounds() {
  constexpr float inf = std::numeric_limits<float>::infinity();
  auto const check = [](Activation activation, float x, float got) {
    Epilogue<float> const epilogue{1, 0, activation};
    auto const [value, bound] = expected_in_float<Element::f32>(0, 1, x, 0, epilogue, 0, 0);
    EXPECT_LE(std::fabs(got - value), bound + 0x1p-24 * std::fabs(value) + 0x1p-149)
        << static_cast<int>(activation) << " of " << x;
  };
  auto const check_all = [&](float x) {
    check(Activation::gelu, x, quick_gated<Activation::gelu>(Number(x)).value);
    check(Activation::silu, x, quick_gated<Activation::silu>(Number(x)).value);
    check(Activation::gelu_erf, x, quick_gelu_by_erf(Number(x)).value);
  };
  for (std::uint64_t bits = 0; bits < 0x7F800000; bits += 9973) {
    check_all(__builtin_bit_cast(float, static_cast<std::uint32_t>(bits)));
    check_all(-__builtin_bit_cast(float, static_cast<std::uint32_t>(bits)));
  }
  for (int i = 0; i < 20000; ++i) {
    check_all(-8.0f - static_cast<float>(i) / 4096);
    check_all(-86.0f - static_cast<float>(i) / 4096);
  }
  for (float x : {-inf, -200.0f, -1e30f}) {
    float const ends[] = {quick_gated<Activation::gelu>(Number(x)).value,
                          quick_gated<Activation::silu>(Number(x)).value, quick_gelu_by_erf(Number(x)).value};
    for (float end : ends) EXPECT_TRUE(end == 0 && std::signbit(end)) << x;
  }
  EXPECT_EQ(quick_gated<Activation::gelu>(Number(inf)).value, inf);
  EXPECT_EQ(quick_gated<Activation::silu>(Number(inf)).value, inf);
  EXPECT_EQ(quick_gelu_by_erf(Number(inf)).value, inf);
  float const nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(quick_gated<Activation::gelu>(Number(nan)).value));
  EXPECT_TRUE(std::isnan(quick_gated<Activation::silu>(Number(nan)).value));
  EXPECT_TRUE(std::isnan(quick_gelu_by_erf(Number(nan)).value));
}
TEST(HopperElements, activations_are_within_their_bounds) {
  expect_activations_within_their_bounds<Inexact<1, 1>>();
  expect_activations_within_their_bounds<Inexact<1, -1>>();
  expect_activations_within_their_bounds<Inexact<-1, 1>>();
  expect_activations_within_their_bounds<Inexact<-1, -1>>();
}

/// What a proof says; of what ships by both solvers, on every path, with each operation of a step replaced.
template <class Prove>
sym::Report report_of(Prove prove, bool is_shipped = true) {
  static sym::Book book{{}};
  static sym::Lemmas const lemmas(book);
  sym::Settings settings;
  settings.second_solver = settings.mutants = settings.every_path = is_shipped;
  sym::Report report;
  sym::Proof proof(lemmas, settings, report);
  prove(proof);
  return report;
}
/// The report of an obligation that is proved.
sym::Report proved(Obligation const& obligation) {
  auto const report = report_of(obligation.prove);
  for (auto const& failure : report.failures) ADD_FAILURE() << failure;
  EXPECT_TRUE(report.green()) << obligation.id;
  return report;
}
/// That obligation among them; fails where there is none.
Obligation with_id(std::vector<Obligation> const& all, std::string const& id) {
  for (auto const& obligation : all)
    if (obligation.id == id) return obligation;
  throw std::out_of_range("no obligation is " + id);
}
/// Of each step the operations that one of these obligations refutes when they are replaced. Each is proved, and each of its
/// parts reaches what it claims.
std::map<std::string, std::vector<bool>> noticed_by(std::vector<Obligation> const& obligations) {
  std::map<std::string, std::vector<bool>> noticed;
  for (auto const& obligation : obligations) {
    auto const report = proved(obligation);
    for (auto const& part : report.parts) EXPECT_EQ(part.dead + part.unknown, 0) << part.name;
    for (auto const& [step, operations] : report.mutants) {
      auto& all = noticed[step];
      all.resize(std::max(all.size(), operations.size()));
      for (std::size_t k = 0; k < operations.size(); ++k) all[k] = all[k] || operations[k];
    }
  }
  return noticed;
}
/// Each operation of the steps, replaced, is refuted.
void expect_noticed(std::map<std::string, std::vector<bool>> const& mutants,
                    std::initializer_list<char const*> steps) {
  for (char const* step : steps) {
    ASSERT_TRUE(mutants.contains(step)) << step;
    auto const& noticed = mutants.at(step);
    ASSERT_FALSE(noticed.empty()) << step;
    for (std::size_t k = 0; k < noticed.size(); ++k)
      EXPECT_TRUE(noticed[k]) << step << ", operation " << k + 1;
  }
}

/// What the proof of the ring says of these roles.
template <class Roles>
sym::Report proof_of_ring(bool is_shipped = false) {
  return report_of([](sym::Proof& proof) { RingObligation<Roles>::prove(proof); }, is_shipped);
}

TEST(RingProof, holds_and_notices_every_replaced_operation) {
  auto const report = proof_of_ring<ShippedRoles>(true);
  for (auto const& failure : report.failures) ADD_FAILURE() << failure;
  EXPECT_TRUE(report.green());
  EXPECT_GE(report.parts.size(), 16u);
  for (auto const& part : report.parts) EXPECT_EQ(part.dead + part.unknown, 0) << part.name;
  expect_noticed(report.mutants, {"load_part", "multiply_part", "empty_arrivals"});
  auto const apart = proof_of_ring<ApartRoles>(true);
  EXPECT_TRUE(apart.green());
  expect_noticed(apart.mutants, {"multiply_part"});
}

/// Of rings where lanes tell factors: as many parts, and those of a lane and its arrival.
TEST(RingProof, holds_where_lanes_tell_factors_and_notices_every_replaced_operation) {
  auto const report = proof_of_ring<ToldRoles>(true);
  for (auto const& failure : report.failures) ADD_FAILURE() << failure;
  EXPECT_TRUE(report.green());
  EXPECT_EQ(report.parts.size(), proof_of_ring<ApartRoles>().parts.size() + 2);
  for (auto const& part : report.parts) EXPECT_EQ(part.dead + part.unknown, 0) << part.name;
  expect_noticed(report.mutants,
                 {"load_part", "tell_part", "multiply_part", "full_arrivals", "empty_arrivals"});
}
TEST(RingProof, is_of_told_rings_where_factors_are_told) {
  auto const told = [](bool is) {
    std::set<std::string> ids;
    for (auto const& obligation : symbolic_obligations({64, 32, 128, 1, 32, false, 0, is}))
      ids.insert(obligation.id);
    return ids.contains("O6.ring.told") && ids.contains("O6.ring");
  };
  EXPECT_TRUE(told(true));
  EXPECT_FALSE(told(false));
}

TEST(GatedProof, holds_and_notices_every_replaced_operation) {
  auto const report = proved(with_id(symbolic_obligations({128, 128, 64, 2, 0, true}), "O2.gated"));
  expect_noticed(report.mutants, {"operand_of_box", "box_of_operand"});
}

TEST(FactorsProof, holds_and_notices_every_replaced_operation) {
  for (int columns : {32, 128, 256}) {
    int const piece = columns < 128 ? columns : 128;
    auto const report =
        proved(with_id(symbolic_obligations({64, columns, 128, 1, piece, false}), "O4.scales"));
    // A part's steps count as its last one.
    expect_noticed(report.mutants, {"scales_spanned", "later_offset", "scaled_block_of"});
  }
  EXPECT_EQ(symbolic_obligations({64, 32, 128, 1, 32, false}).size(),
            symbolic_obligations({64, 32, 64, 1, 0, false}).size() + 1);
}

/// Of tiles so small that the values which refute a replaced operation are small, too.
TEST(GroupsProof, holds_and_notices_every_replaced_operation) {
  expect_noticed(noticed_by(group_obligations({4, 8, 8, 2, false, false})),
                 {"items_end", "most_items", "next_group", "row_from", "tile_rows"});
}

/// Each part reaches what it claims, and no operation of the steps is idle.
TEST(ChoiceProof, holds_and_notices_every_replaced_operation) {
  expect_noticed(noticed_by(choice_obligations({64, 32, 64, 1, false, false})),
                 {"better", "counted", "needs_of"});
}

struct WrongParityOfEmpty : ShippedRoles {
  template <class Int, class Ops>
  static void load_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
    ops.wait_empty(at.stage, at.parity);
    ops.expect_bytes(at.stage);
    ops.start_copies(at.stage, k);
    at.advance(stages);
  }
};
struct NoWaitForEmpty : ShippedRoles {
  template <class Int, class Ops>
  static void load_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
    ops.expect_bytes(at.stage);
    ops.start_copies(at.stage, k);
    at.advance(stages);
  }
};
struct CopiesBeforeTheyAreExpected : ShippedRoles {
  template <class Int, class Ops>
  static void load_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
    ops.wait_empty(at.stage, Int(1) - at.parity);
    ops.start_copies(at.stage, k);
    ops.expect_bytes(at.stage);
    at.advance(stages);
  }
};
/// Multiplies a part; `early` releases the stage before without a wait, `own` the part's own stage.
template <bool early, bool own, bool other_parity>
struct OtherMultiplier : ShippedRoles {
  template <class Int, class Ops>
  static void multiply_part(Ops& ops, RingPosition<Int>& at, Int& previous, Int const& tile, Int const& k,
                            Int const& stages) {
    ops.wait_full(at.stage, other_parity ? Int(1) - at.parity : at.parity);
    ops.start_products(at.stage, tile, k);
    if (k > Int(0)) {
      if (early)
        ops.template wait_products<2>();
      else
        ops.template wait_products<1>();
      ops.release(own ? at.stage : previous);
    }
    previous = at.stage;
    at.advance(stages);
  }
};
/// Parts apart, where the one before is released while its products run.
struct ReleasesWhatRuns : ShippedRoles {
  template <class Int, class Ops>
  static void multiply_part(Ops& ops, RingPosition<Int>& at, Int& previous, Int const& tile, Int const& k,
                            Int const& stages) {
    ops.wait_full(at.stage, at.parity);
    if (k > Int(0)) {
      ops.template wait_products<1>();
      ops.release(previous);
    }
    ops.start_products(at.stage, tile, k);
    previous = at.stage;
    at.advance(stages);
  }
};
struct NoWaitForFull : ShippedRoles {
  template <class Int, class Ops>
  static void multiply_part(Ops& ops, RingPosition<Int>& at, Int& previous, Int const& tile, Int const& k,
                            Int const& stages) {
    ops.start_products(at.stage, tile, k);
    if (k > Int(0)) {
      ops.template wait_products<1>();
      ops.release(previous);
    }
    previous = at.stage;
    at.advance(stages);
  }
};
struct LastProductRuns : ShippedRoles {
  template <class Int, class Ops>
  static void end_products(Ops& ops, Int const& previous) {
    ops.template wait_products<1>();
    ops.release(previous);
  }
};
struct NoLastRelease : ShippedRoles {
  template <class Int, class Ops>
  static void end_products(Ops& ops, Int const&) {
    ops.template wait_products<0>();
  }
};
struct NoFence : ShippedRoles {
  template <class Ops>
  static void prepare(Ops& ops) {
    if (ops.leads()) ops.init_barriers();
    ops.sync_cluster();
  }
};
struct NobodyWaitsAtTheEnd : ShippedRoles {
  template <class Ops>
  static void finish(Ops&) {}
};
struct OneArrivalMoreOfFull : ShippedRoles {
  template <class Int>
  static Int full_arrivals(Int const& telling) {
    return Int(2) + telling;
  }
};
template <int more>
struct OtherArrivals : ShippedRoles {
  template <class Int>
  static Int empty_arrivals(Int const& cluster, Int const& warps) {
    return cluster * warps + Int(more);
  }
};
template <int more>
struct OtherBytes : ShippedRoles {
  template <class Int>
  static Int bytes_awaited(Int const& own, Int const& shared) {
    return own + shared + Int(more);
  }
};

/// Lanes that tell a part's factors otherwise: with another parity, or no wait at all; of another stage or part; not at all,
/// or twice; or before they wait.
enum class Tells { with_other_parity, without_wait, next_stage, next_part, nothing, twice, before_waiting };
template <Tells how>
struct OtherTeller : ToldRoles {
  template <class Int, class Ops>
  static void tell_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
    Int const parity = how == Tells::with_other_parity ? at.parity : Int(1) - at.parity;
    Int const part = how == Tells::next_part ? k + Int(1) : k;
    RingPosition<Int> to = at;
    if (how == Tells::next_stage) to.advance(stages);
    if (how != Tells::without_wait && how != Tells::before_waiting) ops.wait_empty(at.stage, parity);
    if (how != Tells::nothing) ops.start_factors(to.stage, part);
    if (how == Tells::twice) ops.start_factors(to.stage, part);
    if (how == Tells::before_waiting) ops.wait_empty(at.stage, parity);
    at.advance(stages);
  }
};
/// `full` of a told ring, where its loader or its lanes are left out, or there is one arrival more.
template <int loaders, int more, bool of_lanes>
struct OtherToldArrivals : ToldRoles {
  template <class Int>
  static Int full_arrivals(Int const& telling) {
    return of_lanes ? Int(loaders + more) + telling : Int(loaders + more);
  }
};
/// The stage before is released before its factors, and products, are done with; or the part's own stage.
template <bool own>
struct ReleasesWhatIsTold : ToldRoles {
  template <class Int, class Ops>
  static void multiply_part(Ops& ops, RingPosition<Int>& at, Int& previous, Int const& tile, Int const& k,
                            Int const& stages) {
    ops.wait_full(at.stage, at.parity);
    if (own) ops.release(at.stage);
    if (!own && k > Int(0)) ops.release(previous), ops.template wait_products<0>();
    ops.start_products(at.stage, tile, k);
    previous = at.stage;
    at.advance(stages);
  }
};
struct ReadsFactorsBeforeTheWait : ToldRoles {
  template <class Int, class Ops>
  static void multiply_part(Ops& ops, RingPosition<Int>& at, Int& previous, Int const& tile, Int const& k,
                            Int const& stages) {
    if (k > Int(0)) hopper::end_products(ops, previous);
    ops.start_products(at.stage, tile, k);
    ops.wait_full(at.stage, at.parity);
    previous = at.stage;
    at.advance(stages);
  }
};
/// A loader that does not wait, in a ring that is told.
struct ToldNoWaitForEmpty : ToldRoles {
  template <class Int, class Ops>
  static void load_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
    NoWaitForEmpty::load_part(ops, at, k, stages);
  }
};

template <class Roles>
class RingProofRefutes : public testing::Test {};
using WrongRoles = testing::Types<
    WrongParityOfEmpty, NoWaitForEmpty, CopiesBeforeTheyAreExpected, OtherMultiplier<true, false, false>,
    OtherMultiplier<false, true, false>, OtherMultiplier<false, false, true>, ReleasesWhatRuns, NoWaitForFull,
    LastProductRuns, NoLastRelease, NoFence, NobodyWaitsAtTheEnd, OneArrivalMoreOfFull, OtherArrivals<1>,
    OtherArrivals<-1>, OtherBytes<16>, OtherBytes<-16>, OtherTeller<Tells::with_other_parity>,
    OtherTeller<Tells::without_wait>, OtherTeller<Tells::next_stage>, OtherTeller<Tells::next_part>,
    OtherTeller<Tells::nothing>, OtherTeller<Tells::twice>, OtherTeller<Tells::before_waiting>,
    OtherToldArrivals<1, 0, false>, OtherToldArrivals<0, 0, true>, OtherToldArrivals<1, 1, true>,
    ReleasesWhatIsTold<false>, ReleasesWhatIsTold<true>, ReadsFactorsBeforeTheWait, ToldNoWaitForEmpty>;
TYPED_TEST_SUITE(RingProofRefutes, WrongRoles);
TYPED_TEST(RingProofRefutes, wrong_roles) { EXPECT_EQ(proof_of_ring<TypeParam>().z3, sym::Verdict::refuted); }

/// The order of a box with something left out, or with so many groups more open.
template <bool first_sync, bool fence, bool last_sync, bool next, int more>
struct OtherStores {
  template <int buffers, class Int, class Ops>
  static void store_through(Ops& ops, Int& buffer, Int const& box) {
    if (ops.leads()) ops.template wait_read<buffers - 1 + more>();
    if (first_sync) ops.sync();
    ops.write(buffer, box);
    if (fence) ops.fence();
    if (last_sync) ops.sync();
    if (ops.leads()) ops.store(buffer, box);
    if (!next) return;
    buffer = buffer + Int(1);
    if (buffer == Int(buffers)) buffer = Int(0);
  }
};
template <class Roles, int buffers>
sym::Report proof_of_buffers(bool is_shipped = false) {
  return report_of([](sym::Proof& proof) { BufferObligation<Roles, buffers>::prove(proof); }, is_shipped);
}

TEST(BufferProof, holds_of_one_buffer) { EXPECT_TRUE((proof_of_buffers<ShippedStores, 1>().green())); }

/// Of several: with one, whatever is added to its number ends at it.
TEST(BufferProof, holds_and_notices_every_replaced_operation) {
  for (auto const& report :
       {proof_of_buffers<ShippedStores, 3>(true), proof_of_buffers<ShippedStores, 2>(true),
        proof_of_buffers<ShippedStores, 4>(true)}) {
    for (auto const& failure : report.failures) ADD_FAILURE() << failure;
    EXPECT_TRUE(report.green());
    EXPECT_EQ(report.parts.size(), 2u);
    for (auto const& part : report.parts) EXPECT_EQ(part.dead + part.unknown, 0) << part.name;
    expect_noticed(report.mutants, {"store_through"});
  }
}

template <class Roles>
class BufferProofRefutes : public testing::Test {};
using WrongStores =
    testing::Types<OtherStores<false, true, true, true, 0>, OtherStores<true, false, true, true, 0>,
                   OtherStores<true, true, false, true, 0>, OtherStores<true, true, true, false, 0>,
                   OtherStores<true, true, true, true, 1>>;
TYPED_TEST_SUITE(BufferProofRefutes, WrongStores);
TYPED_TEST(BufferProofRefutes, wrong_orders) {
  EXPECT_EQ((proof_of_buffers<TypeParam, 2>().z3), sym::Verdict::refuted);
}

TEST(HopperMachineCode, is_recorded_of_every_shipped_config) {
  for (auto const& config : hopper_proof.configs()) {
    auto const codes = machine_code_of("hopper_gemm", config);
    ASSERT_EQ(codes.size(), 1u) << config << ": run tools/certify";
    EXPECT_EQ(codes[0].at("target"), "sm_90a");
  }
}

std::vector<std::string> problems_of(Json const& parameters) {
  std::vector<std::string> problems;
  simulate_hopper(parameters, problems);
  return problems;
}

TEST(HopperChecker, accepts_every_shipped_config) {
  EXPECT_EQ(hopper_proof.configs().size(), 230u);
  for (auto const& config : hopper_proof.configs()) {
    auto const problems = problems_of(hopper_proof.describe(config));
    EXPECT_TRUE(problems.empty()) << config << ": " << problems.front();
  }
}

TEST(HopperChecker, finds_what_is_wrong) {
  auto const expect = [](char const* config, char const* what, auto edit) {
    Json parameters = hopper_proof.describe(config);
    edit(parameters);
    auto const problems = problems_of(parameters);
    ASSERT_FALSE(problems.empty()) << what;
    EXPECT_NE(problems.front().find(what), std::string::npos) << problems.front();
  };
  char const* const kk = "hopper_bf16_kk_128x256c2";
  char const* const mn = "hopper_f16_mn_64x128";
  expect(kk, "and read at", [](Json& p) { p["a"]["stride_bytes"] = 512; });
  expect(kk, "and read at", [](Json& p) { p["b"]["step_bytes"] = 64; });
  expect(mn, "and read at", [](Json& p) { p["b"]["leading_bytes"] = 4096; });
  expect(mn, "inconsistent", [](Json& p) { p["a"]["box"] = {64, 32}; });
  expect(kk, "inconsistent", [](Json& p) { p["threads"] = 256; });
  expect(kk, "a stage is not", [](Json& p) { p["stage_bytes"] = 47 * 1024; });
  expect(kk, "do not fit", [](Json& p) { p["stages"] = 5; });
  expect(kk, "do not fit", [](Json& p) { p["buffers"] = 4; });
  expect(kk, "TMA reads another", [](Json& p) { p["box_places"][0][1] = 128; });
  expect(kk, "no warpgroup's", [](Json& p) { p["box_places"] = Json::array(); });
  expect(kk, "wgmma leaves", [](Json& p) { p["held"] = p["stored"]; });
  expect(kk, "stores value", [](Json& p) { p["stored"] = p["held"]; });
  expect("hopper_bf16_kn_gated_128x256c2", "inconsistent", [](Json& p) { p["gated"] = false; });
  expect("hopper_bf16_kk_gated_128x256c2", "inconsistent", [](Json& p) { p["columns"] = 256; });
  expect(kk, "inconsistent", [](Json& p) { p["told_stages"] = 2; });
  expect(kk, "inconsistent", [](Json& p) { p["factors"] = 129; });
  char const* const scaled = "hopper_e4m3acc_kk_128x256c2";
  expect(scaled, "inconsistent", [](Json& p) { p["scaled"] = false; });
  expect(scaled, "inconsistent", [](Json& p) { p["told_stages"] = 1; });
  expect(scaled, "inconsistent", [](Json& p) { p["told_stages"] = p["stages"].get<int>() + 1; });
  expect(scaled, "inconsistent", [](Json& p) { p["factors"] = p["factors"].get<int>() - 1; });
  expect(scaled, "that have factors do not fit",
         [](Json& p) { p["shared_bytes"] = p["shared_bytes"].get<int>() - 64; });
}

}  // namespace
}  // namespace colex::gpu::hopper
