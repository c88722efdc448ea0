// SPDX-License-Identifier: MIT
// The Hopper GEMM by every tile and several splits of K, for bf16 with K contiguous in both operands: what the
// chooser takes, what it predicts, what was best, and cuBLAS (its default choice) in the same run. A graph of launches over rotated
// operands, about 200 MB of them. Every answer that is timed is compared with the reference first.
//
//   hopper_sizes           a list of sizes, each by the tile and the splits that are chosen
//   hopper_sizes all       beside every tile and several splits, with what the model predicts of each
//   hopper_sizes more      shapes of language models that the list lacks, and 16384 x 16384 x 16384
//   hopper_sizes random    60 sizes, each from 8 to 8192
//   hopper_sizes gelu      with bias and GELU; cuBLAS without them
//   hopper_sizes gelu_erf  with bias and GELU by erf, likewise
//   hopper_sizes host      what a call from C takes on the host, beside cuBLAS's and a launch alone
#include <algorithm>
#include <span>
#include <string_view>

#include "c/hopper_model.hpp"
#include "hopper_device.hpp"

namespace colex::gpu::hopper {
namespace {

constexpr Element bf16 = Element::bf16;

struct Size {
  Index M, N, K, batches = 1;
};
constexpr Size sizes[] = {
    {1, 4096, 4096},       {16, 4096, 4096},    {64, 4096, 4096},       {128, 4096, 4096},
    {512, 4096, 4096},     {2048, 4096, 4096},  {1, 14336, 4096},       {16, 14336, 4096},
    {128, 14336, 4096},    {1, 4096, 14336},    {16, 4096, 14336},      {128, 4096, 14336},
    {512, 4096, 14336},    {16, 28672, 8192},   {512, 28672, 8192},     {64, 64, 131072},
    {256, 256, 65536},     {512, 512, 16384},   {16384, 16, 16384},     {300, 50304, 768},
    {1000, 1000, 1000},    {1024, 1024, 1024},  {1536, 1536, 4096},     {2048, 2048, 2048},
    {3072, 3072, 3072},    {4096, 4096, 4096},  {5120, 5120, 5120},     {8192, 8192, 8192},
    {9, 200, 5528},        {24, 7168, 18432},   {1024, 1024, 1024, 64}, {512, 128, 512, 256},
    {2048, 128, 2048, 32}, {128, 128, 128, 512}};
constexpr Size more_sizes[] = {
    {8192, 4096, 4096}, {64, 14336, 4096},   {512, 14336, 4096},  {2048, 14336, 4096},  {8192, 14336, 4096},
    {64, 4096, 14336},  {2048, 4096, 14336}, {8192, 4096, 14336}, {1, 28672, 8192},     {64, 28672, 8192},
    {128, 28672, 8192}, {2048, 28672, 8192}, {8192, 28672, 8192}, {16384, 16384, 16384}};

/// One launch by a tile and a number of splits; null, or why it was refused.
char const* start(GemmProblem p, int shape, Index splits, cudaStream_t stream) {
  p.splits = splits;
  return LibraryCall<bf16>(p, shape, stream).start();
}

struct Timed {
  int shape = -1;
  Index splits = 1;
  double us = 1e30;
};

bool measure(Size const& size, Cublas const& cublas, int processors, bool all, double& product, int& count,
             Activation activation = Activation::none) {
  auto const [M, N, K, batches] = size;
  Extras x{.c_gap = (8 - N % 8) % 8, .batches = batches};
  x.epilogue.activation = activation, x.bias = activation != Activation::none;
  double const bytes = 2.0 * static_cast<double>(batches * (M * K + N * K + M * N));
  double const flops = 2.0 * static_cast<double>(batches) * static_cast<double>(M) * static_cast<double>(N) *
                       static_cast<double>(K);
  int const copies = std::clamp(static_cast<int>(200e6 / bytes) + 1, 1, 24);
  int const repeats = std::clamp(static_cast<int>(3000 / std::max(bytes / 4e6 + 3, flops / 7e8)), 4, 200);
  std::vector<std::unique_ptr<Problem<bf16>>> problems;
  Memory sums(std::size_t{1} << 30, 0xFF);
  for (int i = 0; i < copies; ++i) {
    problems.push_back(std::make_unique<Problem<bf16>>(M, N, K, Major::k, Major::k, x));
    problems.back()->draw(static_cast<std::uint64_t>(i) + 1, Data::bell);
    problems.back()->p.workspace = reinterpret_cast<float*>(sums.data);
    problems.back()->p.workspace_elements = static_cast<Index>(sums.bytes / 4);
  }
  bool right = true;
  auto const checked = [&](int shape, Index splits) -> Launch {
    unsigned long long guards = 0;
    problems[0]->p.splits = splits;
    if (char const* const refused = start(problems[0]->p, shape, splits, nullptr)) {
      std::printf("FAIL: %s\n", refused);
      std::exit(1);
    }
    Verdict const v = verdict_of<bf16, bf16>(*problems[0], batches * M * N / 20000 + 1, Data::bell, guards);
    right &= v.wrong == 0 && v.checked > 0 && guards == 0;
    return [&problems, shape, splits](int i, cudaStream_t stream) {
      start(problems[static_cast<std::size_t>(i)]->p, shape, splits, stream);
    };
  };
  ProductSize asked = product_size(problems[0]->p, bf16);
  asked.splits = 0;
  c::Costs const& costs = c::costs_of(current_device().costs->device);
  Choice const choice = c::choose(asked, processors, costs);
  std::vector<Launch> ways{checked(choice.shape, choice.splits)};
  if (cublas.gemm != nullptr)
    ways.push_back([&](int i, cudaStream_t stream) {
      cublas.set_stream(cublas.handle, stream);
      if (!cublas.run(problems[static_cast<std::size_t>(i)]->p, CUDA_R_16BF)) std::exit(1);
    });
  std::vector<double> const times = graph_microseconds(ways, copies, repeats);
  double const chosen = times.front(), theirs = times.size() > 1 ? times.back() : 0;
  Timed best{choice.shape, choice.splits, chosen};
  std::string table;
  if (all)
    for (int shape = 0; shape < tile_shape_count; ++shape) {
      auto const own = [&] {
        Timed of_shape;
        Index const parts = (K + 63) / 64;
        Index const tiles = tiles_over(M, Index{tile_shapes[shape].M} * tile_shapes[shape].cluster) *
                            tiles_over(N, Index{tile_shapes[shape].N}) * batches;
        Index const fill = std::max<Index>(1, processors / tile_shapes[shape].cluster / tiles);
        std::vector<Index> tried{1};
        for (Index s : {fill, 2 * fill, Index{2}, Index{4}})
          if (s <= parts && s <= 512 && tiles * s < 4000 &&
              std::find(tried.begin(), tried.end(), s) == tried.end())
            tried.push_back(s);
        for (Index s : tried) {
          double const us = graph_microseconds({checked(shape, s)}, copies, repeats).front();
          char text[64];
          std::snprintf(text, sizeof text, " %s/%lld:%.1f(%.1f)", tile_names[shape],
                        static_cast<long long>(s), us, c::predicted(asked, shape, s, processors, costs));
          table += text;
          if (us < of_shape.us) of_shape = {shape, s, us};
        }
        return of_shape;
      }();
      if (own.us < best.us) best = own;
    }
  std::printf(
      "%s %lldx %lld x %lld x %lld: %s/%lld %.1f us (predicted %.1f) %.0f TF %.0f GB/s; best %s/%lld %.1f; "
      "cuBLAS %.1f ratio %.3f\n",
      right ? "ok  " : "FAIL", static_cast<long long>(batches), static_cast<long long>(M),
      static_cast<long long>(N), static_cast<long long>(K), tile_names[choice.shape],
      static_cast<long long>(choice.splits), chosen, choice.microseconds, flops / chosen / 1e6,
      bytes / chosen / 1e3, tile_names[best.shape], static_cast<long long>(best.splits), best.us, theirs,
      theirs / chosen);
  if (all) std::printf("     %s\n", table.c_str());
  std::fflush(stdout);
  product += std::log(theirs / chosen), ++count;
  return right;
}

/// Microseconds of the host for a call: of 200 in a row, which the stream takes in without waiting; the median of 9.
template <class Call>
double host_microseconds(Call call) {
  constexpr int calls = 200;
  std::vector<float> times;
  for (int round = 0; round < 10; ++round) {
    auto const begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) call();
    std::chrono::duration<float, std::micro> const passed = std::chrono::steady_clock::now() - begin;
    check(cudaDeviceSynchronize(), "run");
    if (round > 0) times.push_back(passed.count() / calls);
  }
  return median(times);
}

/// What a launch takes at least: of a kernel that does nothing, with about as many parameters as the GEMM's.
struct Parameters {
  char bytes[704];
};
__global__ void nothing(Parameters const) {}

bool measure_host(Cublas const& cublas) {
  Problem<bf16> problem(256, 256, 256, Major::k, Major::k, Extras{});
  problem.draw(1, Data::bell);
  bool started = true;
  LibraryCall<bf16> const call(problem.p);
  double const ours = host_microseconds([&] { started &= call.start() == nullptr; });
  unsigned long long guards = 0;
  Verdict const v = verdict_of<bf16, bf16>(problem, 1, Data::bell, guards);
  bool const right = started && v.wrong == 0 && v.checked == 256 * 256 && guards == 0;
  double theirs = 0;
  if (cublas.gemm != nullptr) theirs = host_microseconds([&] { cublas.run(problem.p, CUDA_R_16BF); });
  double const alone = host_microseconds([] { launch_early(nothing, 16, 384, 0, nullptr, Parameters{}); });
  std::printf("%s a call takes %.2f us of the host, cuBLAS's %.2f us, a launch alone %.2f us\n",
              right ? "ok  " : "FAIL", ours, theirs, alone);
  return right;
}

}  // namespace
}  // namespace colex::gpu::hopper

int main(int count, char** arguments) {
  using namespace colex::gpu::hopper;
  std::string const what = count > 1 ? arguments[1] : "";
  constexpr std::string_view known[] = {"", "all", "more", "random", "gelu", "gelu_erf", "host"};
  if (count > 2 || std::find(std::begin(known), std::end(known), what) == std::end(known)) {
    std::fprintf(stderr, "hopper_sizes: %s is none of all, more, random, gelu, gelu_erf and host\n",
                 arguments[count - 1]);
    return 2;
  }
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || properties.major != 9) {
    std::puts("SKIP: no Hopper GPU: nothing was run");
    return 77;
  }
  Cublas const cublas;
  Memory workspace(std::size_t{64} << 20, 0);
  if (cublas.gemm != nullptr) cublas.set_workspace(cublas.handle, workspace.data, workspace.bytes);
  if (what == "host") return measure_host(cublas) ? 0 : 1;
  bool right = true;
  double product = 0;
  int measured = 0;
  bool const all = what == "all", random = what == "random", by_erf = what == "gelu_erf",
             gelu = what == "gelu" || by_erf;
  if (random) {
    std::mt19937_64 draw(22);
    std::uniform_real_distribution<double> exponent(3, 13);
    auto const size = [&] { return static_cast<colex::gpu::Index>(std::exp2(exponent(draw))); };
    for (int i = 0; i < 60; ++i)
      right &= measure({size(), size(), size() / 8 * 8}, cublas, properties.multiProcessorCount, false,
                       product, measured);
  } else if (gelu) {
    for (Size const& size : {Size{128, 14336, 4096}, Size{2048, 14336, 4096}, Size{8192, 8192, 8192}})
      right &= measure(size, cublas, properties.multiProcessorCount, false, product, measured,
                       by_erf ? colex::gpu::Activation::gelu_erf : colex::gpu::Activation::gelu);
  } else {
    for (auto const& size : what == "more" ? std::span<Size const>(more_sizes) : std::span<Size const>(sizes))
      right &= measure(size, cublas, properties.multiProcessorCount, all, product, measured);
  }
  std::printf("%d sizes, geometric mean of cuBLAS's time over colex's: %.3f\n", measured,
              std::exp(product / measured));
  return right ? 0 : 1;
}
