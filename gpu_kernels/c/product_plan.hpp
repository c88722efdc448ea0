// SPDX-License-Identifier: MIT
// How colex_kernels_product computes a call by a config that reads operands at pitches of 16 bytes, one of Hopper's or of NVIDIA's
// direct ones: which arrays are copied before, or after, and where the copies lie in the workspace.
#pragma once

#include <algorithm>
#include <cmath>

#include "c/configs.hpp"
#include "c/gemm_call.hpp"
#include "c/hopper_gemm.hpp"
#include "c/portable_choice.hpp"
#include "hopper/gemm_problem.hpp"
#include "problem.hpp"

namespace colex::gpu::c {

using Call = colex_kernels_gemm_call;

/// The least and the greatest offset of a layout whose modes have elements.
struct Span {
  Index low = 0, high = 0;
};
inline Span span_of(Layout<Index> const& layout) {
  Span r;
  for (auto const& mode : layout.leaves) (mode.stride < 0 ? r.low : r.high) += (mode.shape - 1) * mode.stride;
  return r;
}

inline Tensor tensor(char const* name, colex_kernels_matrix const& x, int bytes, Index rows, Index columns,
                     Index batches) {
  auto const modes = join(leaf(Mode<Index>{rows, x.row_stride}), leaf(Mode<Index>{columns, x.column_stride}),
                          leaf(Mode<Index>{batches, x.batch_stride}));
  constexpr Index most = Index{1} << 52;  // so that bytes of padded copies of all arrays fit 64 bits
  bool fits = well_formed(modes) == Condition::none && size(modes) <= most && magnitude(x.origin) <= most;
  Span const span = fits ? span_of(modes) : Span{};
  Index const low = x.origin + span.low, high = x.origin + span.high;
  fits = fits && high - low <= most;
  require(fits, "product: ", name, "'s size or reach exceeds 2^52 elements");
  require(low >= 0 && high < x.elements, "product: ", name, " reaches elements ", low, " to ", high, " of ",
          x.elements);
  return {reinterpret_cast<std::uintptr_t>(x.data), x.elements, bytes, modes, x.origin};
}

/// How a product is computed, and what lies where in the workspace, in its elements of 4 bytes.
struct Plan {
  std::string config;  ///< of Hopper's: without a tile
  int element_bytes = 2, result_bytes = 2, bias_bytes = 4;
  Product product;
  Tensor up;  ///< of a gated product, whose route is B's
  OperandRoute a, b;
  ResultRoute c;
  bool any_c = false;  ///< the config writes C where it is, whatever its strides
  bool c_is_copied_for_speed = false;
  Index a_at = 0, b_at = 0, up_at = 0, c_at = 0, sums_at = 0;
};

/// Elements of 4 bytes for so many of `bytes`, so that what follows begins at 16 bytes.
inline Index room(Index elements, int bytes) { return rounded_up(elements * bytes, 16) / 4; }

/// What the copy of an array takes there; it fills its steps from batch to batch.
template <class Route>
Index copied(Route const& route, Tensor const& x, int bytes) {
  return route.packed ? room(route.step * x.layout.leaves[2].shape, bytes) : 0;
}

inline bool is_gated(Call const& call) { return call.up.data != nullptr; }

/// The routes of a gated product: both operands B lie alike, and K is contiguous in A.
inline void route_gated(Plan& plan) {
  if (!(operand_of(plan.up, 1, 0) == plan.b)) plan.b = packed_operand(plan.product.b, 1, 0);
  if (plan.a.major != hopper::Major::k) plan.a = packed_operand(plan.product.a, 0, 1, true);
}

/// The types of the transposed product: those of A and B change places.
inline std::string exchanged(std::string_view types) {
  auto const first = types.find(','), second = types.find(',', first + 1);
  return std::string(types.substr(first + 1, second - first)) + std::string(types.substr(0, first)) +
         std::string(types.substr(second));
}

/// From so many elements on a result of 16 bits whose rows do not begin at multiples of 16 bytes is faster stored in rows that do, and
/// copied, than an element at a time: on an H200 the one takes 1.1 us and 2.4 us a million elements more, the other 8.5 us a million.
inline constexpr double least_copied_result = 2e5;

/// Has C copied where that is faster and the workspace has room, which a number of splits that the call says may need.
inline void copy_if_faster(Plan& plan, Call const& call) {
  Index const unit = 16 / plan.result_bytes;
  bool const at_16_bytes = plan.product.c.first_byte() % 16 == 0 && plan.c.pitch % unit == 0 &&
                           (call.batches == 1 || plan.c.step % unit == 0);
  if (plan.c.packed || plan.result_bytes != 2 || at_16_bytes || call.beta != 0 || call.splits > 1) return;
  double const elements = double(call.m) * double(call.n) * double(call.batches);
  if (elements < least_copied_result || elements > double(hopper::detail::most_bytes / 64)) return;
  Index const lines = plan.c.transposed ? call.n : call.m;
  Index const pitch = rounded_up(plan.c.transposed ? call.m : call.n, unit);
  ResultRoute const route{plan.c.transposed, true, pitch, pitch * lines};
  Index const end = plan.c_at + copied(route, plan.product.c, plan.result_bytes);
  if (end > call.workspace_elements || reinterpret_cast<std::uintptr_t>(call.workspace) % 16 != 0) return;
  plan.c = route, plan.c_is_copied_for_speed = true, plan.sums_at = end;
}

/// Nothing where Hopper's configs do not have these types. Sizes are at least 1.
inline bool plan_hopper(std::string_view types, Call const& call, Plan& plan) {
  auto const known = hopper_element(types);
  if (!known || !hopper_runs_here()) return false;
  auto const element = known->element;
  bool const plain = call.alpha == 1 && call.beta == 0 && call.activation == COLEX_KERNELS_NO_ACTIVATION &&
                     call.bias_elements == 0;
  if (is_gated(call) && !is_half(element)) return false;
  if (is_integer(element) && !(plain && call.k <= hopper::detail::most_integer_depth)) return false;
  if (call.m == 0 || call.n == 0 || call.batches == 0) {  // nothing is touched
    plan.config = known->name + (is_gated(call) ? "_kk_gated" : "_kk");
    return true;
  }
  int const bytes = plan.element_bytes = bytes_of(element);
  plan.result_bytes = bytes_of(hopper::result_of(element));
  if (call.k > 0) {  // a sum of nothing has no operands
    plan.product.a = tensor("A", call.a, bytes, call.m, call.k, call.batches);
    plan.product.b = tensor("B", call.b, bytes, call.k, call.n, call.batches);
  }
  plan.product.c = tensor("C", call.c, plan.result_bytes, call.m, call.n, call.batches);
  bool const rows_only =
      is_gated(call) || call.a_scales != nullptr || call.b_scales != nullptr || call.column_scales != nullptr;
  plan.c = result_of(plan.product.c, rows_only);
  if (call.k > 0) plan.a = operand_of(plan.product.a, 0, 1), plan.b = operand_of(plan.product.b, 1, 0);
  if (call.k > 0 && is_gated(call)) {
    plan.up = tensor("the second operand B", call.up, bytes, call.k, call.n, call.batches);
    route_gated(plan);
  }
  bool const a_k = plan.a.major == hopper::Major::k, b_k = plan.b.major == hopper::Major::k;
  bool const first_k = plan.c.transposed ? b_k : a_k, second_k = plan.c.transposed ? a_k : b_k;
  plan.config = (plan.c.transposed ? hopper_element(exchanged(types)).value().name : known->name) +
                (first_k ? "_k" : "_m") + (second_k ? "k" : "n") + (is_gated(call) ? "_gated" : "");
  plan.b_at = plan.a_at + copied(plan.a, plan.product.a, bytes);
  plan.up_at = plan.b_at + copied(plan.b, plan.product.b, bytes);
  plan.c_at = plan.up_at + (is_gated(call) ? copied(plan.b, plan.product.b, bytes) : 0);
  plan.sums_at = plan.c_at + copied(plan.c, plan.product.c, plan.result_bytes);
  copy_if_faster(plan, call);
  return true;
}

/// The call as the config gets it: operands as they are, or their copies, and what is left of the workspace.
inline Call after_copies(Plan const& plan, Call call) {
  auto* const workspace = static_cast<float*>(call.workspace);
  auto const place = [&](OperandRoute const& route, colex_kernels_matrix& x, bool line_first, Index at,
                         Index end) {
    if (route.packed) x = {workspace + at, (end - at) * 4 / plan.element_bytes, 0, 0, 0, 0};
    bool const k = route.major == hopper::Major::k;
    x.row_stride = line_first == k ? route.pitch : 1, x.column_stride = line_first == k ? 1 : route.pitch;
    x.batch_stride = route.step;
  };
  place(plan.a, call.a, true, plan.a_at, plan.b_at);
  place(plan.b, call.b, false, plan.b_at, plan.up_at);
  if (is_gated(call)) place(plan.b, call.up, false, plan.up_at, plan.c_at);
  call.workspace = workspace == nullptr || plan.any_c ? nullptr : workspace + plan.sums_at;
  call.workspace_elements = plan.any_c ? 0 : call.workspace_elements - plan.sums_at;
  return call;
}

/// Refuses a workspace whose copies would lie over an array of the call, which is read or written after them.
inline void require_apart(Plan const& plan, Call const& call) {
  struct Array {
    char const* name;
    void const* data;
    Index elements;
    int bytes;
  };
  constexpr Index most = hopper::detail::most_bytes;  // more is refused by what is called
  for (Array const& x : {Array{"A", call.a.data, call.a.elements, plan.element_bytes},
                         {"B", call.b.data, call.b.elements, plan.element_bytes},
                         {"the second operand B", call.up.data, call.up.elements, plan.element_bytes},
                         {"C", call.c.data, call.c.elements, plan.result_bytes},
                         {"bias", call.bias, call.bias_elements, plan.bias_bytes},
                         {"scales of A", call.a_scales, call.a_scales_elements, 4},
                         {"scales of B", call.b_scales, call.b_scales_elements, 4},
                         {"scales of columns", call.column_scales, call.column_scales_elements, 4}})
    require(x.elements <= 0 || !hopper::detail::overlap(call.workspace, plan.sums_at * 4, x.data,
                                                        std::min(x.elements, most) * x.bytes),
            "product: copies in the workspace would overlap ", x.name);
}

/// By a direct config of NVIDIA's, which reads operands along K and writes any C, after copies of what lies otherwise. Nothing where it
/// takes the call as it is, or not even with copies, where another way is predicted to take less (of configs with costs), or where the workspace has no room for
/// them: `passed_over` then says so.
inline bool plan_direct(std::string_view types, Call const& call, Plan& plan, std::string& passed_over) {
  if (is_gated(call) || call.splits > 1 || call.m == 0 || call.n == 0 || call.k == 0 || call.batches == 0)
    return false;
  double least = HUGE_VAL;
  double without_copies = -1;  // asked once, where a config with costs needs copies
  auto const consider = [&]<class Config>(Config const*) {
    if constexpr (is_direct<Config> && Config::atom::threads <= 32) {
      constexpr int bytes = sizeof(typename GemmTypes<Config>::A);
      if (types != colex_kernels_types(Config::name) || call.k * bytes % 16 != 0) return;
      plan.element_bytes = bytes, plan.result_bytes = sizeof(typename GemmTypes<Config>::C);
      plan.bias_bytes = sizeof(typename GemmTypes<Config>::Compute);
      plan.product.a = tensor("A", call.a, bytes, call.m, call.k, call.batches);
      plan.product.b = tensor("B", call.b, bytes, call.k, call.n, call.batches);
      plan.a = operand_of(plan.product.a, 0, 1), plan.b = operand_of(plan.product.b, 1, 0);
      plan.any_c = true;
      plan.b_at = copied(plan.a, plan.product.a, bytes);
      plan.up_at = plan.c_at = plan.sums_at = plan.b_at + copied(plan.b, plan.product.b, bytes);
      if (plan.sums_at == 0) return;
      double after = 0;
      if constexpr (costs_of_config<Config>() != nullptr) {
        // Measured on an H200: a launch of copies takes 3 us, and moves 2.5 MB in each of them.
        after =
            predicted_portable<Config>(call, 1, processors_here()) + 3 + 2 * 4 * double(plan.sums_at) / 2.5e6;
        std::string unused;
        if (without_copies < 0)
          without_copies = cheapest(types, counted_in_sums(types, call), processors_here(), unused).us;
        if (without_copies <= after) return;
      }
      if (call.workspace_elements < plan.sums_at ||
          reinterpret_cast<std::uintptr_t>(call.workspace) % 16 != 0) {
        if (passed_over.empty())
          passed_over = std::string("passed over: ") + Config::name +
                        " after copies, which take a workspace of " + std::to_string(plan.sums_at) +
                        " elements of 4 bytes from a multiple of 16 bytes on\n";
        return;
      }
      Call direct = after_copies(plan, call);
      direct.splits = 1;
      if (after < least && refusal<Config>(direct).empty()) plan.config = Config::name, least = after;
    }
  };
  auto const all = [&]<class... Configs>(std::tuple<Configs...> const*) {
    (consider(static_cast<Configs const*>(nullptr)), ...);
  };
  all(static_cast<GemmConfigsHere const*>(nullptr));
  return !plan.config.empty();
}

}  // namespace colex::gpu::c
