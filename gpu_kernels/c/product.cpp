// SPDX-License-Identifier: MIT
// The product that chooses: among the certified configs, the one that takes least by the cost model, after
// copies of operands that it could not read otherwise.
#include <cstring>

#include "c/product_parts.hpp"
#include "c/product_plan.hpp"
#include "c/stopwatch.hpp"
#include "c/strided_copies.hpp"

namespace colex::gpu::c {
namespace {

/// Which config computes a product that Hopper's do not, the call that it gets, and what was passed over before it, in lines.
struct Choice {
  std::string config, passed_over;
  bool any_strides = false;
  double us = 0;  ///< predicted, where the config has costs
  Call call;
};

/// The first of the fast configs for these types that takes the call on this device: the direct one, then the pipelined one.
/// With splits 0 the call has one.
Choice fast(std::string_view types, Call call) {
  if (call.splits == 0) call.splits = 1;
  Choice choice;
  choice.call = call;
  Call const asked = as_asked(call);
  auto const consider = [&]<class Config>(Config const*, bool direct) {
    if constexpr (is_pipelined<Config> && !is_scaled<Config>) {
      if (!choice.config.empty() || direct != is_direct<Config> || types != colex_kernels_types(Config::name))
        return;
      auto const why = refusal<Config>(asked);
      if (why.empty())
        choice.config = Config::name;
      else
        choice.passed_over += passed_over_line(Config::name, why);
    }
  };
  auto const all = [&]<class... Configs>(std::tuple<Configs...> const*) {
    for (bool const direct : {true, false}) (consider(static_cast<Configs const*>(nullptr), direct), ...);
  };
  all(static_cast<GemmConfigsHere const*>(nullptr));
  return choice;
}

/// The portable config for these types that is fastest where measured: by mma.sync, by other matrix instructions, then by size.
std::string portable(std::string_view types, Call const& call) {
  std::string found;
  bool by_mma_sync = false;
  auto const consider = [&]<class Config>(Config const*) {
    if constexpr (!is_pipelined<Config> && !b_is_shuffled<Config>) {
      if (by_mma_sync || types != colex_kernels_types(Config::name) || !missing_here<Config>().empty())
        return;
      constexpr int threads = Config::atom::threads;
      if (found.empty() || threads > 1 || (TiledMma<Config>::tile_m >= 128 && call.m > 64 && call.n > 64))
        found = Config::name;
      by_mma_sync = threads == 32;
    }
  };
  auto const all = [&]<class... Configs>(std::tuple<Configs...> const*) {
    (consider(static_cast<Configs const*>(nullptr)), ...);
  };
  all(static_cast<GemmConfigsHere const*>(nullptr));
  return found;
}

Choice choose(std::string_view types, Call const& product) {
  require(
      !is_gated(product),
      "product: a gated product has the types 'bf16,bf16,f32,bf16' or 'f16,f16,f32,f16', on host and nvidia");
  Call const call = counted_in_sums(types, product);
  Choice choice;
  if (hopper_runs_here()) {
    auto const way = cheapest(types, call, processors_here(), choice.passed_over);
    choice.config = way.config, choice.call = call, choice.call.splits = way.splits, choice.us = way.us;
  }
  if (choice.config.empty()) choice = fast(types, call);
  if (choice.config.empty()) choice.config = portable(types, call), choice.any_strides = true;
  if (choice.config.empty()) {
    std::string const what = "product: no config has the types '" + std::string(types) + "' here";
    if (choice.passed_over.empty()) fail(COLEX_KERNELS_UNKNOWN_CONFIG, what);
    fail(COLEX_KERNELS_INVALID_ARGUMENT, what + " that takes this call; " + choice.passed_over);
  }
  return choice;
}

/// Ends the call where one that it made failed.
void pass_on(colex_kernels_status status) {
  if (status != COLEX_KERNELS_OK) fail(status, colex_kernels_last_error());
}

/// The copy between two layouts of one shape; origins count from the arrays' first elements.
MovedArray moved(int bytes, Layout<Index> const& layout, colex_kernels_matrix const& from,
                 Index const (&to_strides)[3], void* to, Index to_elements, bool back) {
  MovedArray x;
  Index strides[3], low = from.origin;
  for (int i = 0; i < 3; ++i) {
    x.extents[i] = layout.leaves[i].shape, strides[i] = layout.leaves[i].stride;
    if (to_strides[2] == 0 && i == 2) x.extents[i] = 1;
    if (strides[i] < 0) low += (x.extents[i] - 1) * strides[i];
  }
  // An array begins at its lowest element; where a stride is negative here, the other side runs upwards from it.
  auto* const array = static_cast<unsigned char*>(from.data) + low * bytes;
  for (int i = 0; i < 3; ++i) {
    (back ? x.source_strides : x.destination_strides)[i] = strides[i] < 0 ? -to_strides[i] : to_strides[i];
    (back ? x.destination_strides : x.source_strides)[i] = strides[i] < 0 ? -strides[i] : strides[i];
  }
  x.source = back ? to : array, x.destination = back ? array : to;
  x.source_elements = back ? to_elements : from.elements - low;
  x.destination_elements = back ? from.elements - low : to_elements;
  return x;
}

void copy(int bytes, MovedArray const& x, void* stream) {
  pass_on(colex_kernels_strided_copy(bytes, 3, x.extents, x.source, x.source_elements, x.source_strides,
                                     x.destination, x.destination_elements, x.destination_strides, stream));
}

void run(Plan const& plan, Call call) {
  require(call.workspace_elements >= plan.sums_at, "product: the workspace has ", call.workspace_elements,
          " elements and needs ", plan.sums_at,
          " for copies of arrays that the kernel cannot reach as they are");
  require(plan.sums_at == 0 || reinterpret_cast<std::uintptr_t>(call.workspace) % 16 == 0,
          "product: the workspace does not begin at 16 bytes");
  if (plan.sums_at > 0) require_apart(plan, call);
  auto* const workspace = static_cast<float*>(call.workspace);
  colex_kernels_matrix const c = call.c;
  MovedArray packs[3];
  int packed = 0;
  auto const pack = [&](OperandRoute const& route, colex_kernels_matrix const& x, Tensor const& t,
                        bool line_first, Index at, Index end) {
    if (!route.packed) return;
    bool const rows_run = line_first == (route.major == hopper::Major::k);
    Index const strides[3] = {rows_run ? route.pitch : 1, rows_run ? 1 : route.pitch, route.step};
    packs[packed++] = moved(plan.element_bytes, t.layout, x, strides, workspace + at,
                            (end - at) * 4 / plan.element_bytes, false);
  };
  pack(plan.a, call.a, plan.product.a, true, plan.a_at, plan.b_at);
  pack(plan.b, call.b, plan.product.b, false, plan.b_at, plan.up_at);
  if (is_gated(call)) pack(plan.b, call.up, plan.up, false, plan.up_at, plan.c_at);
  int const together = packed > 1 && moves_both(plan.element_bytes, packs[0], packs[1], call.stream) ? 2 : 0;
  for (int i = together; i < packed; ++i) copy(plan.element_bytes, packs[i], call.stream);
  call = after_copies(plan, call);
  Index c_strides[3] = {plan.c.pitch, 1, plan.c.step};
  if (plan.c.transposed) std::swap(c_strides[0], c_strides[1]);
  Index const c_elements = (plan.sums_at - plan.c_at) * 4 / plan.result_bytes;
  auto const copied_c = [&](bool back) {
    return moved(plan.result_bytes, plan.product.c.layout, c, c_strides, workspace + plan.c_at, c_elements,
                 back);
  };
  if (plan.c.packed) {
    if (call.beta != 0) copy(plan.result_bytes, copied_c(false), call.stream);
    call.c = {workspace + plan.c_at, c_elements, plan.c.pitch, 1, plan.c.step, 0};
  } else if (!plan.any_c) {
    call.c.row_stride = plan.c.pitch, call.c.column_stride = 1, call.c.batch_stride = plan.c.step;
  }
  if (plan.c.transposed) {
    std::swap(call.m, call.n), std::swap(call.a, call.b);
    std::swap(call.a.row_stride, call.a.column_stride), std::swap(call.b.row_stride, call.b.column_stride);
    call.bias_of_rows = call.bias_of_rows == 0 ? 1 : 0;
  }
  if (plan.any_c && call.splits == 0) call.splits = 1;
  pass_on(colex_kernels_gemm(plan.config.c_str(), &call));
  if (plan.c.packed) copy(plan.result_bytes, copied_c(true), call.stream);
}

/// The call with its number of splits, and the parts in which it is computed.
Parts counted(std::string_view types, Call call) {
  if (call.splits != COLEX_KERNELS_SPLITS_FOR_ANY_ROWS) return {call, call.m, call.batches};
  auto const known = hopper_element(types);
  bool const takes = known && hopper_runs_here() && !is_gated(call);
  bool const is_exact = takes && is_integer(known->element);  // any number gives the same bits
  call.splits = is_exact ? 0 : takes ? hopper_splits_for_any_rows(known->name + "_kk", call.n, call.k) : 1;
  Parts const whole{call, call.m, call.batches};
  if (call.splits <= 1) return whole;
  Parts const parts = parts_of(call);
  Plan plan;
  return parts.are_several() && plan_hopper(types, call, plan) && !plan.c.packed ? parts : whole;
}

void check(Call const* call, char const* types) {
  require(call != nullptr && types != nullptr, "product: the call or the types are null");
  require(call->struct_size == sizeof *call, "product: struct_size is not that of this library's header");
  require(call->m >= 0 && call->n >= 0 && call->k >= 0 && call->batches >= 0 &&
              call->splits >= COLEX_KERNELS_SPLITS_FOR_ANY_ROWS,
          "product: a size or a number of batches or splits is negative");
  require_epilogue(*call);
  require(!is_gated(*call) ||
              (call->alpha == 1 && call->beta == 0 && call->bias_elements == 0 && call->splits <= 1),
          "product: a gated product has no alpha, beta, bias or splits of K");
}

/// What the choice of a tile depends on.
HopperSize size_of(Plan const& plan, Call const& call) {
  bool const swapped = plan.c.transposed;
  return {plan.config,
          swapped ? call.n : call.m,
          swapped ? call.m : call.n,
          call.k,
          call.batches,
          call.splits,
          call.workspace_elements - plan.sums_at,
          swapped ? plan.b.pitch : plan.a.pitch,
          swapped ? plan.a.pitch : plan.b.pitch};
}

/// Times what takes the call, copies included, and returns the line of the fastest.
std::string tuned(std::string_view types, Call const& call) {
  require(call.beta == 0, "tune: beta is not 0, and C is written many times");
  Plan plan;
  require(plan_hopper(types, call, plan),
          "tune: only Hopper's configs have tiles to choose among, on host and nvidia");
  HopperSize const size = size_of(plan, call);
  auto const candidates = hopper_candidates(size);
  require(!candidates.empty(), "tune: there is nothing to compute, or the workspace has no room for copies");
  HopperCandidate const* fastest = nullptr;
  double least = 0;
  for (auto const& candidate : candidates) {
    Plan one = plan;
    Call with = call;
    one.config += "_" + candidate.tile, with.splits = candidate.splits;
    double const took = microseconds_of(call.stream, [&] { run(one, with); });
    if (fastest == nullptr || took < least) fastest = &candidate, least = took;
  }
  return hopper_tuned_line(size, *fastest, least);
}

/// What a call uses of a workspace, in elements of 4 bytes: what copies take, and that with the sums of splits.
struct Room {
  Index copies, all;
};
Room room_of(std::string_view types, Call const& call, bool tuning) {
  Plan plan;
  std::string no_room;
  if (plan_hopper(types, call, plan))
    return {plan.sums_at, plan.sums_at + hopper_sums(size_of(plan, call), tuning)};
  require(!tuning, "tune: only Hopper's configs have tiles to choose among, on host and nvidia");
  if (plan_direct(types, call, plan = {}, no_room)) return {plan.sums_at, plan.sums_at};
  Call const chosen = choose(types, call).call;
  Index const splits = std::max<Index>(chosen.splits, 1), sum_elements = types.starts_with("f64") ? 2 : 1;
  return {0, splits == 1 ? 0 : chosen.m * chosen.n * chosen.batches * splits * sum_elements};
}

std::string explained(std::string_view types, Call const& call) {
  Plan plan;
  if (plan_hopper(types, call, plan)) {
    std::string text = hopper_explained(size_of(plan, call));
    auto const copied = [&](char const* name, bool packed, char const* why) {
      if (packed) text += std::string("copied before: ") + name + why + "\n";
    };
    copied("A", plan.a.packed,
           is_gated(call) ? ": K is not contiguous in it at a pitch and an address of 16 bytes"
                          : ": no index of it is contiguous at a pitch and an address of 16 bytes");
    copied("B", plan.b.packed, ": no index of it is contiguous at a pitch and an address of 16 bytes");
    copied("the second operand B", plan.b.packed && is_gated(call), ": it must lie as the first does");
    if (plan.c.packed)
      text +=
          plan.c_is_copied_for_speed
              ? "copied after: C, faster than stores at a pitch or an address of no multiple of 16 bytes\n"
              : "copied after: C, whose rows are not contiguous\n";
    if (plan.c.transposed) text += "computed as the transposed product: C's columns are contiguous\n";
    return text + "workspace for copies: " + std::to_string(plan.sums_at) + " elements of 4 bytes\n";
  }
  std::string no_room;
  if (plan = {}; plan_direct(types, call, plan, no_room))
    return "config: " + plan.config +
           "\nwhy: the fastest for these types, after copies; nothing is predicted of it\n" +
           (plan.a.packed
                ? "copied before: A: K is not contiguous in it at a pitch and an address of 16 bytes\n"
                : "") +
           (plan.b.packed
                ? "copied before: B: K is not contiguous in it at a pitch and an address of 16 bytes\n"
                : "") +
           "workspace for copies: " + std::to_string(plan.sums_at) + " elements of 4 bytes\n";
  auto const choice = choose(types, call);
  std::string const begin =
      "config: " + choice.config + "\nsplits of K: " + std::to_string(choice.call.splits) + "\n";
  if (choice.us > 0)
    return begin + "predicted: " + std::to_string(std::lround(choice.us)) + " us, by the costs of an H200\n" +
           "why: it is predicted to take least of the certified configs that take these arrays as they "
           "are\n" +
           choice.passed_over + no_room;
  return begin + "why: " +
         (choice.any_strides ? "the one for these types, which takes any strides"
                             : "the fastest for these types whose conditions the call meets") +
         "; nothing is predicted of it\n" + choice.passed_over + no_room;
}

}  // namespace
}  // namespace colex::gpu::c

namespace colex::gpu::c {
namespace {
struct Bytes {
  void const* first;
  Index size;
};
/// From an array's first element that the call reaches to its last.
Bytes reached(Tensor const& x) {
  auto const [low, high] = span_of(x.layout);
  auto const first = x.first_byte() + static_cast<std::uintptr_t>(low * x.element_bytes);
  return {reinterpret_cast<void const*>(first), (high - low + 1) * x.element_bytes};
}

/// Refuses what no part alone would be refused for, before anything is written.
void require_whole(std::string_view types, Call const& call) {
  Plan plan;
  plan_hopper(types, call, plan);  // the arrays' elements
  bool const of_rows = call.bias_of_rows != 0;
  require(call.bias_elements == 0 || call.bias_elements >= (of_rows ? call.m : call.n),
          "product: bias has fewer than ", of_rows ? "M" : "N", " elements");
  require(call.a_scales == nullptr || call.a_scales_elements > (call.m - 1) * call.a_scale_row,
          "product: the scales of A have ", call.a_scales_elements, " elements, fewer than its rows need");
  Bytes const c = reached(plan.product.c);
  auto const meets = [&](Bytes const& x) {
    return x.first != nullptr && hopper::detail::overlap(c.first, c.size, x.first, x.size);
  };
  require(!meets(reached(plan.product.a)) && !meets(reached(plan.product.b)),
          "product: the result overlaps an operand");
  require(!meets({call.bias, call.bias_elements * 4}) &&
              !meets({call.a_scales, call.a_scales_elements * 4}) &&
              !meets({call.b_scales, call.b_scales_elements * 4}) &&
              !meets({call.column_scales, call.column_scales_elements * 4}) &&
              !meets({call.workspace, call.workspace_elements * 4}),
          "product: the result overlaps bias, scales or the workspace");
}

void compute(std::string_view types, Call const& call) {
  Plan plan;
  std::string no_room;
  if (plan_hopper(types, call, plan) || plan_direct(types, call, plan = {}, no_room)) return run(plan, call);
  auto const choice = choose(types, call);
  pass_on(colex_kernels_gemm(choice.config.c_str(), &choice.call));
}
}  // namespace
}  // namespace colex::gpu::c

colex_kernels_status colex_kernels_product(char const* types, colex_kernels_gemm_call const* call) {
  using namespace colex::gpu;
  return c::guarded("strided_copy", [&] {
    c::check(call, types);
    auto const parts = c::counted(types, *call);
    if (!parts.are_several()) return c::compute(types, parts.call);
    c::require_whole(types, parts.call);
    for (Index batch = 0; batch < call->batches; batch += parts.batches)
      for (Index row = 0; row < call->m; row += parts.rows) c::compute(types, parts.part(row, batch));
  });
}

namespace colex::gpu::c {
namespace {
/// Writes what `make` makes into a caller's text.
template <class Make>
colex_kernels_status written(char const* types, Call const* call, char* text, size_t size, Make const& make) {
  return guarded("strided_copy", [&] {
    check(call, types);
    require(text != nullptr && size > 0, "product: no room for the text");
    std::string const said = make(counted(types, *call).call);
    require(said.size() < size, "product: the text has ", said.size(), " characters");
    std::memcpy(text, said.c_str(), said.size() + 1);
  });
}
}  // namespace
}  // namespace colex::gpu::c

colex_kernels_status colex_kernels_product_explain(char const* types, colex_kernels_gemm_call const* call,
                                                   char* text, size_t size) {
  using namespace colex::gpu;
  return c::written(types, call, text, size,
                    [&](auto const& counted) { return c::explained(types, counted); });
}

colex_kernels_status colex_kernels_product_workspace(char const* types, colex_kernels_gemm_call const* call,
                                                     int32_t tuning, int64_t* copies, int64_t* all) {
  using namespace colex::gpu;
  return c::guarded("strided_copy", [&] {
    c::check(call, types);
    c::require(copies != nullptr && all != nullptr, "product: no room for the answer");
    auto const parts = c::counted(types, *call);
    c::Call const asked = tuning == 0 ? parts.part(0, 0) : parts.call;
    auto const room = c::room_of(types, asked, tuning != 0);
    *copies = room.copies, *all = room.all;
  });
}

colex_kernels_status colex_kernels_product_tune(char const* types, colex_kernels_gemm_call const* call,
                                                char* text, size_t size) {
  using namespace colex::gpu;
  return c::written(types, call, text, size, [&](auto const& counted) { return c::tuned(types, counted); });
}
