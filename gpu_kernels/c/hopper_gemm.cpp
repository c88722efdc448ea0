// SPDX-License-Identifier: MIT
#include "c/hopper_gemm.hpp"

#include <array>

#include "c/hopper_choice.hpp"

#if defined(COLEX_HOST_PLATFORM) || defined(__CUDACC__)
#include "c/hopper_launch.hpp"
#endif

namespace colex::gpu::c {

#if defined(__CUDACC__) || defined(COLEX_HOST_PLATFORM)
namespace {
using namespace hopper;

/// Calls `use` with the element as a constant.
template <class Use>
void with_element(Element element, Use use) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((operand_elements[i] == element ? use(std::integral_constant<Element, operand_elements[i]>{}) : void()),
     ...);
  }
  (std::make_index_sequence<std::size(operand_elements)>{});
}

Index bytes_in(Index elements, int bytes) {
  require(elements >= 0, "gemm: a negative number of elements");
  require(elements < Index{1} << 61, "gemm: too many elements");
  return elements * bytes;
}

/// Requires that `runs` runs of `run` elements, `pitch` apart, lie in the array from `origin` on, and as many
/// in each of `later` batches more, `step` apart. Sizes and
/// pitches that the kernel itself refuses pass here.
void require_inside(char const* name, Index elements, Index origin, Index runs, Index run, Index pitch,
                    Index later, Index step) {
  require(origin >= 0 && origin <= elements, "gemm: ", name, " begins at element ", origin, " of ", elements);
  if (runs <= 0 || run <= 0 || pitch < run || step < 0) return;
  Index left = elements - origin - run;
  bool const batches_fit = later == 0 || step == 0 || (left >= 0 && left / step >= later);
  if (batches_fit) left -= later * step;
  require(batches_fit && left >= 0 && left / pitch >= runs - 1, "gemm: ", name, " has ", elements,
          " elements, and reaches beyond them");
}

void require_contiguous(char const* name, char const* stride, std::int64_t value, std::string const& config) {
  require(value == 1, "gemm: the ", stride, " stride of ", name, " must be 1 for ", config);
}

#if defined(COLEX_HOST_PLATFORM)

std::string spelled(Named const& config, int shape) {
  return std::string("hopper_") + name_of(config.element) + (config.a == Major::k ? "_k" : "_m") +
         (config.b == Major::k ? "k" : "n") + (config.gated ? "_gated_" : "_") + tile_names[shape];
}

#else
Device card() {
  Device const on = current_device();
  if (on.error != cudaSuccess) fail(COLEX_KERNELS_DEVICE_ERROR, cudaGetErrorString(on.error));
  if (on.capability != 90) fail(COLEX_KERNELS_DEVICE_ERROR, "gemm: the device is not a Hopper GPU");
  return on;
}
#endif

/// What a config with a tile answers; the problem has rows and columns, or runs on the host platform.
template <class Where>
auto launch(GemmProblem const& p, Named const& config, int processors, Where where) {
  int const number = HopperKey{config.element, config.a, config.b, config.gated, config.shape}.number();
  int const part_of_it = hopper_part_of[number];
  require(part_of_it >= 0, "gemm: no config takes such operands by this tile");
  return [&]<int... part>(std::integer_sequence<int, part...>) {
    constexpr decltype(&launch_part<0>) launches[] = {&launch_part<part>...};
    return launches[part_of_it](number, p, processors, where);
  }
  (std::make_integer_sequence<int, hopper_parts>{});
}

}  // namespace

char const* hopper_config_name(std::int32_t index) {
  for (auto const& config : certified_configs_list)
    if (config.kernel == "hopper_gemm" && index-- == 0) return config.name.data();
  return nullptr;
}

namespace {
/// The types of A, B, the sums and C, as text.
struct TypesText {
  Element element;
  char text[24]{};
  constexpr explicit TypesText(Element e) : element(e) {
    int at = 0;
    for (char const* part : {name_of(a_type(e)), ",", name_of(b_type(e)), is_integer(e) ? ",i32," : ",f32,",
                             name_of(result_of(e))})
      while (*part != 0) text[at++] = *part++;
  }
};
constexpr auto types_texts = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::array{TypesText(operand_elements[i])...};
}
(std::make_index_sequence<std::size(operand_elements)>{});
}  // namespace

char const* hopper_types(std::string_view config) {
  auto const found = named(config);
  for (auto const& known : types_texts)
    if (found && known.element == found->element) return known.text;
  return nullptr;
}

std::optional<HopperElement> hopper_element(std::string_view types) {
  std::optional<HopperElement> found;
  for (auto const& known : types_texts)
    if (types == known.text && (!found || promotes(known.element)))
      found = {known.element, std::string("hopper_") + name_of(known.element)};
  return found;
}

namespace {
Scales scales_of(colex_kernels_gemm_call const& call) {
  auto const array = [](void const* data, Index elements) {
    return elements == 0 ? nullptr : static_cast<float const*>(data);
  };
  return {
      array(call.a_scales, call.a_scales_elements),           call.a_scale_row,   call.a_scale_part,
      array(call.b_scales, call.b_scales_elements),           call.b_scale_block, call.b_scale_part,
      array(call.column_scales, call.column_scales_elements), call.b_scale_group, call.column_scale_group};
}

/// Requires that the arrays hold all factors that are read; of a call that is not refused.
void require_scales(colex_kernels_gemm_call const& call, Scales const& s) {
  Index const parts = call.k == 0 ? 1 : tiles_over(call.k, Index{swizzle_bytes});
  auto const needs = [](char const* name, Index has, Index needed) {
    require(has >= needed, "gemm: the scales of ", name, " have ", has, " elements and need ", needed);
  };
  if (s.a != nullptr) needs("A", call.a_scales_elements, scales_spanned(call.m, s.a_row, parts, s.a_part));
  if (s.b != nullptr)
    needs("B", call.b_scales_elements,
          scales_spanned(tiles_over(call.n, Index{scaled_block}), s.b_block, parts, s.b_part, call.batches,
                         s.b_group));
  if (s.columns != nullptr)
    needs("columns", call.column_scales_elements,
          scales_spanned(call.n, Index{1}, Index{1}, Index{0}, call.batches, s.columns_group));
}

template <Element element>
void product(Named config, colex_kernels_gemm_call const& call, std::int32_t const* group_ends) {
  require_epilogue(call);
  require(config.gated == (call.up.data != nullptr), "gemm: ", config.name,
          config.gated ? " takes two operands B, and `up` is null" : " takes no second operand B");
  bool const of_rows = call.bias_of_rows != 0;
  require(call.bias_elements == 0 || call.bias_elements >= (of_rows ? call.m : call.n),
          "gemm: bias has fewer than ", of_rows ? "M" : "N", " elements");
  bool const a_k = config.a == Major::k, b_k = config.b == Major::k;
  require_contiguous("A", a_k ? "column" : "row", a_k ? call.a.column_stride : call.a.row_stride,
                     config.name);
  require_contiguous("B", b_k ? "row" : "column", b_k ? call.b.row_stride : call.b.column_stride,
                     config.name);
  require_contiguous("C", "column", call.c.column_stride, config.name);
  if (config.gated)
    require(call.up.row_stride == call.b.row_stride && call.up.column_stride == call.b.column_stride &&
                call.up.batch_stride == call.b.batch_stride,
            "gemm: the strides of `up` must be those of B");
  Index const a_pitch = a_k ? call.a.row_stride : call.a.column_stride,
              b_pitch = b_k ? call.b.column_stride : call.b.row_stride;

  constexpr int bytes = bytes_of(element);
  using Bits = ResultBits<result_of(element)>;
  Memory<unsigned char const> a("A", call.a.data, bytes_in(call.a.elements, bytes));
  Memory<unsigned char const> b("B", call.b.data, bytes_in(call.b.elements, bytes));
  Memory<unsigned char const> up("the second operand B", call.up.data, bytes_in(call.up.elements, bytes));
  Memory<Bits> c("C", call.c.data, call.c.elements);
  Memory<float const> bias("bias", call.bias, call.bias_elements);
  Memory<float> workspace("the workspace", call.workspace, call.workspace_elements);
  Memory<float const> a_scales("scales of A", call.a_scales, call.a_scales_elements),
      b_scales("scales of B", call.b_scales, call.b_scales_elements),
      column_scales("scales of columns", call.column_scales, call.column_scales_elements);
  Memory<std::int32_t const> ends("the ends of groups", group_ends, group_ends == nullptr ? 0 : call.batches);
  require(!c.overlaps(a) && !c.overlaps(b) && !c.overlaps(up) && !c.overlaps(bias) && !c.overlaps(workspace),
          "gemm: C overlaps another array");
  require(!workspace.overlaps(a) && !workspace.overlaps(b) && !workspace.overlaps(bias),
          "gemm: the workspace overlaps another array");
  bool const empty = call.m <= 0 || call.n <= 0 || call.batches <= 0;
  Index const later = empty ? 0 : call.batches - 1;
  require_inside("A", call.a.elements, call.a.origin,
                 empty ? 0
                 : a_k ? call.m
                       : call.k,
                 a_k ? call.k : call.m, a_pitch, later, call.a.batch_stride);
  for (auto const& [name, x] : {std::pair("B", &call.b), {"the second operand B", &call.up}})
    if (x == &call.b || config.gated)
      require_inside(name, x->elements, x->origin,
                     empty ? 0
                     : b_k ? call.n
                           : call.k,
                     b_k ? call.k : call.n, b_pitch, later, x->batch_stride);
  require_inside("C", call.c.elements, call.c.origin, empty ? 0 : call.m, call.n, call.c.row_stride, later,
                 call.c.batch_stride);

  bool const one_batch = call.batches == 1;
  GemmProblem p{
      call.m,
      call.n,
      call.k,
      {static_cast<unsigned char const*>(call.a.data) + call.a.origin * bytes, a_pitch, config.a,
       one_batch ? 0 : call.a.batch_stride},
      {static_cast<unsigned char const*>(call.b.data) + call.b.origin * bytes, b_pitch, config.b,
       one_batch ? 0 : call.b.batch_stride},
      static_cast<Bits*>(call.c.data) + call.c.origin,
      call.c.row_stride,
      call.batches,
      call.c.batch_stride,
      {static_cast<float>(call.alpha), static_cast<float>(call.beta),
       static_cast<Activation>(call.activation)},
      call.bias_elements == 0 ? nullptr : static_cast<float const*>(call.bias),
      call.splits,
      static_cast<float*>(call.workspace),
      call.workspace_elements,
      scales_of(call),
      group_ends,
      config.gated ? static_cast<unsigned char const*>(call.up.data) + call.up.origin * bytes : nullptr,
      of_rows};
  if ((group_ends != nullptr || config.gated) && p.splits == 0) p.splits = 1;
  if (config.shape == any_shape && !empty && call.k > 0) {
    Target const on = chosen_for();
    auto const choice = choice_for(config.name, product_size(p, element), on);
    config.shape = choice.shape;
    if (p.splits == 0) p.splits = choice.splits;
  }
  if (p.splits == 0) p.splits = 1;
  auto const why = refusal_of<element>(p);
  require(why == nullptr, why == nullptr ? "" : why);
  if (!empty) require_scales(call, p.scales);
  if (config.shape == any_shape)  // there is nothing to multiply: any tile that the type has
    config.shape =
        hopper::choose({.M = 1, .N = 2, .K = 1, .element = element, .b = config.b, .gated = config.gated}, 1)
            .shape;
#if defined(COLEX_HOST_PLATFORM)
  config.name = spelled(config, config.shape);
  if (!gpu::detail::is_listed(config.name))
    fail(COLEX_KERNELS_NOT_CERTIFIED, config.name + " has no certificate");
  HostMemory<result_of(element)> const memory{a.view_from(call.a.origin * bytes),
                                              b.view_from(call.b.origin * bytes),
                                              c.view_from(call.c.origin),
                                              workspace.view(),
                                              bias.view(),
                                              a_scales.view(),
                                              b_scales.view(),
                                              column_scales.view(),
                                              ends.view(),
                                              up.view_from(config.gated ? call.up.origin * bytes : 0)};
  auto const ran = launch<void const*>(p, config, chosen_for().processors, &memory);
  require(ran.message == nullptr, ran.message == nullptr ? "" : ran.message);
  succeed("gemm", ran.report);
#else
  if (empty) return;
  auto const answer = launch(p, config, card().processors, static_cast<cudaStream_t>(call.stream));
  if (!answer) fail(COLEX_KERNELS_DEVICE_ERROR, answer.message);
#endif
}
}  // namespace

void hopper_gemm(char const* name, colex_kernels_gemm_call const& call, std::int32_t const* ends) {
  auto const found = named(name);
  if (!found) fail(COLEX_KERNELS_UNKNOWN_CONFIG, std::string("gemm: no config is named '") + name + "' here");
  with_element(found->element, [&](auto element) { product<element.value>(*found, call, ends); });
}

#else
char const* hopper_config_name(std::int32_t) { return nullptr; }
char const* hopper_types(std::string_view) { return nullptr; }
std::optional<HopperElement> hopper_element(std::string_view) { return {}; }
void hopper_gemm(char const* name, colex_kernels_gemm_call const&, std::int32_t const*) {
  fail(COLEX_KERNELS_UNKNOWN_CONFIG, std::string("gemm: no config is named '") + name + "' here");
}
#endif

}  // namespace colex::gpu::c
