// SPDX-License-Identifier: MIT
#include "c/hopper_gemm.hpp"

#include <optional>

#if defined(__CUDACC__)
#include "hopper/gemm.hpp"
#elif defined(COLEX_HOST_PLATFORM)
#include "hopper/choose.hpp"
#include "hopper/gemm_configs.hpp"
#include "hopper/host_gemm.hpp"
#endif

namespace colex::gpu::c {

#if defined(__CUDACC__) || defined(COLEX_HOST_PLATFORM)
namespace {
using namespace hopper;

/// What a name says. `shape` is an index of tile_shapes, or any_shape.
struct Named {
  std::string name;
  Element element = Element::bf16;
  Major a = Major::k, b = Major::k;
  int shape = any_shape;
};

std::optional<Named> named(std::string_view name) {
  Named found{std::string(name)};
  std::string_view rest = name;
  auto const take = [&](std::string_view word) {
    bool const there = rest.starts_with(word);
    if (there) rest.remove_prefix(word.size());
    return there;
  };
  if (!take("hopper_")) return std::nullopt;
  if (take("bf16_"))
    found.element = Element::bf16;
  else if (take("f16_"))
    found.element = Element::f16;
  else if (take("e4m3_"))
    found.element = Element::e4m3;
  else
    return std::nullopt;
  found.a = take("m") ? Major::line : Major::k;
  if (found.a == Major::k && !take("k")) return std::nullopt;
  found.b = take("n") ? Major::line : Major::k;
  if (found.b == Major::k && !take("k")) return std::nullopt;
  if (!rest.empty()) {
    if (!take("_")) return std::nullopt;
    for (int shape = 0; shape < tile_shape_count; ++shape)
      if (rest == tile_names[shape]) found.shape = shape;
    if (found.shape == any_shape || !takes(tile_shapes[found.shape], found.b)) return std::nullopt;
  }
  if (bytes_of(found.element) == 1 && (found.a != Major::k || found.b != Major::k)) return std::nullopt;
  return found;
}

template <Element element>
constexpr Element result_of = element == Element::f16 ? Element::f16 : Element::bf16;

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
  require(origin >= 0 && origin <= elements, std::string("gemm: ") + name + " begins at element " +
                                                 std::to_string(origin) + " of " + std::to_string(elements));
  if (runs <= 0 || run <= 0 || pitch < run || step < 0) return;
  Index left = elements - origin - run;
  bool const batches_fit = later == 0 || step == 0 || (left >= 0 && left / step >= later);
  if (batches_fit) left -= later * step;
  require(batches_fit && left >= 0 && left / pitch >= runs - 1, std::string("gemm: ") + name + " has " +
                                                                    std::to_string(elements) +
                                                                    " elements, and reaches beyond them");
}

void require_contiguous(char const* name, char const* stride, std::int64_t value, std::string const& config) {
  require(value == 1, std::string("gemm: the ") + stride + " stride of " + name + " must be 1 for " + config);
}

/// Multiprocessors: the host platform plays a few, a block each.
int processors() {
#if defined(COLEX_HOST_PLATFORM)
  return 4;
#else
  Device const on = current_device();
  return on.error == cudaSuccess ? on.processors : 132;  // the launch will say what is wrong
#endif
}

#if defined(COLEX_HOST_PLATFORM)

std::string spelled(Element element, Major a, Major b, int shape) {
  return std::string("hopper_") + name_of(element) + (a == Major::k ? "_k" : "_m") +
         (b == Major::k ? "k" : "n") + (shape == any_shape ? "" : std::string("_") + tile_names[shape]);
}

template <class... Configs>
void launch_named(std::tuple<Configs...> const*, Named const& config, GemmProblem const& p,
                  HostMemory const& memory) {
  auto const one = [&]<class Config>(Config const*) {
    if (config.name != config_label<Config>.text) return;
    auto const ran = gemm_on_host<Config, result_of<Config::element>>(p, memory, processors(), 0);
    require(ran.message == nullptr, ran.message == nullptr ? "" : ran.message);
    succeed("gemm", ran.report);
  };
  (one(static_cast<Configs const*>(nullptr)), ...);
}
#else
template <Element element>
void launch(GemmProblem const& p, int shape, void* stream) {
  auto const answer = gemm_of_shape<element>(p, shape, static_cast<cudaStream_t>(stream));
  if (!answer) fail(COLEX_KERNELS_DEVICE_ERROR, answer.message);
}
#endif

template <Element element>
void require_accepted(GemmProblem const& p) {
  auto const why = refusal_of<element>(p);
  require(why == nullptr, why == nullptr ? "" : why);
}

}  // namespace

char const* hopper_config_name(std::int32_t index) {
  for (auto const& config : certified_configs_list)
    if (config.kernel == "hopper_gemm" && index-- == 0) return config.name.data();
  return nullptr;
}

char const* hopper_types(std::string_view config) {
  auto const found = named(config);
  if (!found) return nullptr;
  return found->element == Element::bf16  ? "bf16,bf16,f32,bf16"
         : found->element == Element::f16 ? "f16,f16,f32,f16"
                                          : "e4m3,e4m3,f32,bf16";
}

void hopper_gemm(char const* name, colex_kernels_gemm_call const& call) {
  auto found = named(name);
  if (!found) fail(COLEX_KERNELS_UNKNOWN_CONFIG, std::string("gemm: no config is named '") + name + "' here");
  Named& config = *found;
  require(call.activation >= COLEX_KERNELS_NO_ACTIVATION && call.activation <= COLEX_KERNELS_GELU,
          "gemm: unknown activation");
  require(call.bias_elements == 0 || call.bias_elements >= call.n, "gemm: bias has fewer than N elements");
  bool const a_k = config.a == Major::k, b_k = config.b == Major::k;
  require_contiguous("A", a_k ? "column" : "row", a_k ? call.a.column_stride : call.a.row_stride,
                     config.name);
  require_contiguous("B", b_k ? "row" : "column", b_k ? call.b.row_stride : call.b.column_stride,
                     config.name);
  require_contiguous("C", "column", call.c.column_stride, config.name);
  Index const a_pitch = a_k ? call.a.row_stride : call.a.column_stride,
              b_pitch = b_k ? call.b.column_stride : call.b.row_stride;

  int const bytes = bytes_of(config.element);
  Memory<unsigned char const> a("A", call.a.data, bytes_in(call.a.elements, bytes));
  Memory<unsigned char const> b("B", call.b.data, bytes_in(call.b.elements, bytes));
  Memory<std::uint16_t> c("C", call.c.data, call.c.elements);
  Memory<float const> bias("bias", call.bias, call.bias_elements);
  Memory<float> workspace("the workspace", call.workspace, call.workspace_elements);
  require(!c.overlaps(a) && !c.overlaps(b) && !c.overlaps(bias) && !c.overlaps(workspace),
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
  require_inside("B", call.b.elements, call.b.origin,
                 empty ? 0
                 : b_k ? call.n
                       : call.k,
                 b_k ? call.k : call.n, b_pitch, later, call.b.batch_stride);
  require_inside("C", call.c.elements, call.c.origin, empty ? 0 : call.m, call.n, call.c.row_stride, later,
                 call.c.batch_stride);

  bool const one_batch = call.batches == 1;
  GemmProblem p{call.m,
                call.n,
                call.k,
                {static_cast<unsigned char const*>(call.a.data) + call.a.origin * bytes, a_pitch, config.a,
                 one_batch ? 0 : call.a.batch_stride},
                {static_cast<unsigned char const*>(call.b.data) + call.b.origin * bytes, b_pitch, config.b,
                 one_batch ? 0 : call.b.batch_stride},
                static_cast<std::uint16_t*>(call.c.data) + call.c.origin,
                call.c.row_stride,
                call.batches,
                call.c.batch_stride,
                {static_cast<float>(call.alpha), static_cast<float>(call.beta),
                 static_cast<Activation>(call.activation)},
                call.bias_elements == 0 ? nullptr : static_cast<float const*>(call.bias),
                call.splits,
                static_cast<float*>(call.workspace),
                call.workspace_elements};
  if (config.shape == any_shape && !empty && call.k > 0) {
    auto const choice = choose(product_size(p, bytes), processors());
    config.shape = choice.shape, p.splits = choice.splits;
  }
  if (p.splits == 0) p.splits = 1;
  config.element == Element::bf16  ? require_accepted<Element::bf16>(p)
  : config.element == Element::f16 ? require_accepted<Element::f16>(p)
                                   : require_accepted<Element::e4m3>(p);
#if defined(COLEX_HOST_PLATFORM)
  config.name = spelled(config.element, config.a, config.b, config.shape == any_shape ? 0 : config.shape);
  if (!gpu::detail::is_listed(config.name))
    fail(COLEX_KERNELS_NOT_CERTIFIED, config.name + " has no certificate");
  launch_named(static_cast<HopperConfigs const*>(nullptr), config, p,
               {a.view_from(call.a.origin * bytes), b.view_from(call.b.origin * bytes),
                c.view_from(call.c.origin), workspace.view(), bias.view()});
#else
  config.element == Element::bf16 ? launch<Element::bf16>(p, config.shape, call.stream)
  : config.element == Element::f16 ? launch<Element::f16>(p, config.shape, call.stream)
                                   : launch<Element::e4m3>(p, config.shape, call.stream);
#endif
}

bool hopper_runs_here() {
#if defined(COLEX_HOST_PLATFORM)
  return true;
#else
  Device const on = current_device();
  return on.error == cudaSuccess && on.capability == 9;
#endif
}

std::string hopper_explained(std::string const& config, Index m, Index n, Index k, Index batches,
                             Index splits, Index workspace_elements) {
  auto const found = named(config);
  if (!found || m < 1 || n < 1 || batches < 1)
    return "config: " + config + "\nwhy: there is nothing to compute\n";
  ProductSize size{m,       n, k < 1 ? 1 : k, batches, bytes_of(found->element), splits, workspace_elements,
                   found->b};
  int const on = processors();
  Choice const choice = choose(size, on);
  auto const microseconds = [](double x) {
    return std::to_string(x).substr(0, std::to_string(x).find('.') + 2) + " us";
  };
  std::string text =
      "config: " + config + "_" + tile_names[choice.shape] +
      "\nsplits of K: " + std::to_string(choice.splits) +
      "\npredicted: " + microseconds(choice.microseconds) + ", by the costs of " + h200_costs.device +
      ", on " + std::to_string(on) +
      " multiprocessors\nwhy: it is predicted to take least of the certified configs for these arrays\n";
  for (int shape = 0; shape < tile_shape_count; ++shape)
    if (shape != choice.shape && on >= tile_shapes[shape].cluster && takes(tile_shapes[shape], found->b))
      text += std::string("also possible: ") + config + "_" + tile_names[shape] + ", " +
              std::to_string(choice.splits) +
              " splits: " + microseconds(predicted(size, shape, choice.splits, on, h200_costs)) + "\n";
  return text;
}

#else
bool hopper_runs_here() { return false; }
std::string hopper_explained(std::string const&, Index, Index, Index, Index, Index, Index) { return {}; }
char const* hopper_config_name(std::int32_t) { return nullptr; }
char const* hopper_types(std::string_view) { return nullptr; }
void hopper_gemm(char const* name, colex_kernels_gemm_call const&) {
  fail(COLEX_KERNELS_UNKNOWN_CONFIG, std::string("gemm: no config is named '") + name + "' here");
}
#endif

}  // namespace colex::gpu::c
