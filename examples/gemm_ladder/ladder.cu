// SPDX-License-Identifier: MIT
// The ladder of docs/05_gemm.md: nine steps of C = A B^T (bf16, sums of float), from a thread for each element to the shipped kernel. Each result is
// compared with step 1's, whose sample is compared with the host's; operands are small integers, so that every step gives the same bits.
//
//   nvcc -std=c++20 -O3 --expt-relaxed-constexpr -diag-suppress 20208 -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels examples/gemm_ladder/ladder.cu -o ladder
//   ./ladder [SIZE]       of M, N and K, a multiple of 256; 4096 without
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "by_engines.hpp"
#include "hopper/gemm.hpp"

namespace {
using namespace ladder;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "ladder: %s\n", cudaGetErrorString(status));
  std::exit(2);
}
template <int rows>
TensorMap map_of(Element const* data, int lines, int K) {
  TensorMap map;
  if (hopper::make_tensor_map<Box<rows>>(map, data, lines, K, K, 1, 0)) return map;
  std::fprintf(stderr, "ladder: the driver makes no tensor map\n");
  std::exit(2);
}
template <class Kernel>
void allow(Kernel kernel, int bytes) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}

/// Small integers, the same in each run: every sum is exact, whatever its order.
std::vector<Element> drawn(std::size_t count, unsigned state) {
  std::vector<Element> all(count);
  for (Element& x : all) {
    state = state * 1664525u + 1013904223u;
    x = static_cast<float>(static_cast<int>(state >> 24) % 5 - 2);
  }
  return all;
}
}  // namespace

int main(int count, char** arguments) {
  int const size = count > 1 ? std::atoi(arguments[1]) : 4096;
  if (size < 256 || size > 16384 || size % 256 != 0) {
    std::fprintf(stderr, "ladder: %s is no multiple of 256 from 256 to 16384\n",
                 count > 1 ? arguments[1] : "the size");
    return 2;
  }
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess || device.major != 9)
    return std::puts("SKIP: no Hopper GPU: nothing was run"), 77;
  auto const elements = static_cast<std::size_t>(size) * static_cast<std::size_t>(size),
             bytes = elements * sizeof(Element);
  std::vector<Element> const a = drawn(elements, 1), b = drawn(elements, 2);
  std::vector<Element> first(elements), result(elements);
  Product p{.M = size, .N = size, .K = size};
  for (auto const& [to, from] : {std::pair{&p.a, &a}, {&p.b, &b}}) {
    check(cudaMalloc(to, bytes));
    check(cudaMemcpy(*to, from->data(), bytes, cudaMemcpyDefault));
  }
  check(cudaMalloc(&p.c, bytes));
  allow(by_stages, 3 * 32768), allow(by_boxes, bytes_of_boxes), allow(by_roles, bytes_of_ring);
  TensorMap const a_map = map_of<128>(p.a, size, size), b_map = map_of<128>(p.b, size, size),
                  wide_map = map_of<256>(p.b, size, size);
  auto const grid = [&](int rows, int columns) {
    return dim3(static_cast<unsigned>(size / columns), static_cast<unsigned>(size / rows));
  };
  hopper::GemmProblem const shipped{.M = size,
                                    .N = size,
                                    .K = size,
                                    .a = {p.a, size, hopper::Major::k},
                                    .b = {p.b, size, hopper::Major::k},
                                    .c = p.c,
                                    .c_pitch = size};  // clang-format off
  double before = 0;
  int number = 0;
  auto const step = [&](char const* name, auto const& launch) {
    check(cudaMemset(p.c, 0xFF, bytes));
    launch();
    check(cudaGetLastError());
    check(cudaMemcpy(result.data(), p.c, bytes, cudaMemcpyDefault));
    if (number++ == 0) {
      first = result;
      for (std::size_t i = 0; i < elements; i += elements / 97) {
        float sum = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k)
          sum += static_cast<float>(a[i / size * size + k]) * static_cast<float>(b[i % size * size + k]);
        if (static_cast<float>(first[i]) != static_cast<float>(Element(sum))) std::printf("FAIL %s: element %zu\n", name, i), std::exit(1);
      }
    }
    if (std::memcmp(result.data(), first.data(), bytes) != 0) std::printf("FAIL %s: other bits than the first step's\n", name), std::exit(1);
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin)), check(cudaEventCreate(&end));
    float best = 1e9f;
    for (int round = 0; round < 5; ++round) {
      check(cudaEventRecord(begin));
      for (int i = 0; i < 3; ++i) launch();
      check(cudaEventRecord(end)), check(cudaEventSynchronize(end));
      float milliseconds;
      check(cudaEventElapsedTime(&milliseconds, begin, end));
      best = milliseconds / 3 < best ? milliseconds / 3 : best;
    }
    double const rate = 2e-9 * size * size * size / best;
    std::printf("| %d | %s | %.3f | %.1f | %.2f |\n", number, name, static_cast<double>(best), rate, before > 0 ? rate / before : 1.0);
    before = rate;
  };
  std::printf("%s, %d x %d x %d\n| step | kernel | ms | TFLOP/s | times the step before |\n|---|---|---|---|---|\n", device.name, size, size, size);
  step("one_element", [&] { one_element<<<grid(32, 32), 1024>>>(p); });
  step("by_vectors", [&] { by_vectors<<<grid(32, 32), 1024>>>(p); });
  step("by_shared_tiles", [&] { by_shared_tiles<<<grid(32, 32), 256>>>(p); });
  step("by_register_tiles", [&] { by_register_tiles<<<grid(128, 128), 256>>>(p); });
  step("by_warps", [&] { by_warps<<<grid(128, 128), 256>>>(p); });
  step("by_stages", [&] { by_stages<<<grid(128, 128), 256, 3 * 32768>>>(p); });
  step("by_boxes", [&] { by_boxes<<<grid(128, 128), 256, bytes_of_boxes>>>(p, a_map, b_map); });
  step("by_roles", [&] { by_roles<<<grid(128, 256), 384, bytes_of_ring>>>(p, a_map, wide_map); });
  step("hopper_bf16_kk_128x256c2", [&] {
    using Shipped = hopper::GemmConfig<hopper::Element::bf16, hopper::Major::k, hopper::Major::k, hopper::tile_128x256c2>;
    auto const answer = hopper::detail::launch_gemm<Shipped, hopper::Element::bf16>(shipped, device.multiProcessorCount, nullptr);
    if (!answer) std::puts(answer.message), std::exit(1);
  });
  return 0;
}
