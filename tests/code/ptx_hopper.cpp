// SPDX-License-Identifier: MIT
// One config of Hopper's product, as nvcc compiles its kernels to PTX, and clang its call over the stub of CUDA: see ptx_hopper.py, which defines
// CONFIG, a GemmConfig. With COLEX_CUDA_RUNS nvcc makes the same program for a card: see hopper_on_device.py.
//
//   ptx_hopper M N K BATCHES SPLITS BETA PROCESSORS A.bin B.bin UP.bin C.bin ENDS.bin A_SCALES.bin B_SCALES.bin
//
// C.bin holds what the result was before. Where ENDS.bin is not empty it has the ends of groups of rows; scales are of each row or block of columns, and of each
// 128 of K.
#include "hopper/gemm.hpp"

using namespace colex::gpu;
using namespace colex::gpu::hopper;
using Config = CONFIG;

GemmAnswer started(GemmProblem const& p, int processors) {
  return hopper::detail::launch_gemm<Config, result_of(Config::element)>(p, processors, nullptr);
}

#if defined(COLEX_CUDA_EXECUTES) || defined(COLEX_CUDA_RUNS)
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {
#if defined(COLEX_CUDA_RUNS)
void must(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}
void* cuda_execute_malloc(std::size_t bytes) {
  void* memory = nullptr;
  must(cudaMalloc(&memory, bytes));
  return memory;
}
void cuda_execute_copy(void* to, void const* from, std::size_t bytes) {
  must(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
}
#endif

/// A file's bytes in the device's memory, behind which nothing lies.
struct OnDevice {
  std::string path;
  std::vector<unsigned char> bytes{};
  void* memory = nullptr;
  explicit OnDevice(char const* file) : path(file) {
    std::FILE* const f = std::fopen(file, "rb");
    if (f == nullptr) std::exit(2);
    for (int c; (c = std::fgetc(f)) != EOF;) bytes.push_back(static_cast<unsigned char>(c));
    std::fclose(f);
    memory = cuda_execute_malloc(bytes.size());
    cuda_execute_copy(memory, bytes.data(), bytes.size());
  }
  void write() {
    cuda_execute_copy(bytes.data(), memory, bytes.size());
    std::FILE* const f = std::fopen(path.c_str(), "wb");
    std::fwrite(bytes.data(), 1, bytes.size(), f);
    std::fclose(f);
  }
};
}  // namespace

int main(int count, char** word) {
  if (count != 15) return 2;
  auto const number = [&](int i) { return static_cast<Index>(std::atoll(word[i])); };
  OnDevice a(word[8]), b(word[9]), up(word[10]), c(word[11]), ends(word[12]), a_scales(word[13]),
      b_scales(word[14]);
  Index const M = number(1), N = number(2), K = number(3), batches = number(4), splits = number(5);
  auto const pitch = [](Index n) { return (n + 15) / 16 * 16; };
  bool const grouped = !ends.bytes.empty();
  bool const a_k = Config::A::major == Major::k, b_k = Config::B::major == Major::k;
  Index const a_pitch = pitch(a_k ? K : M), b_pitch = pitch(b_k ? K : N), c_pitch = pitch(N);
  GemmProblem p{.M = M,
                .N = N,
                .K = K,
                .a = {a.memory, a_pitch, Config::A::major, grouped ? 0 : a_pitch * (a_k ? M : K)},
                .b = {b.memory, b_pitch, Config::B::major, b_pitch * (b_k ? N : K)},
                .c = c.memory,
                .c_pitch = c_pitch,
                .batches = batches,
                .c_step = grouped ? 0 : c_pitch * M,
                .epilogue = {1, static_cast<float>(number(6)), Activation::none},
                .splits = splits,
                .ends = grouped ? static_cast<std::int32_t const*>(ends.memory) : nullptr,
                .up = Config::gated ? up.memory : nullptr};
  if (Index const parts = (K + 127) / 128; !a_scales.bytes.empty())
    p.scales = {static_cast<float const*>(a_scales.memory),
                parts,
                1,
                static_cast<float const*>(b_scales.memory),
                parts,
                1,
                nullptr,
                grouped ? parts * ((N + 127) / 128) : 0};
  Index const sums = (M + 255) * (N + 255) * batches * splits * 2;
  if (splits > 1)
    p.workspace = static_cast<float*>(cuda_execute_malloc(static_cast<std::size_t>(4 * sums))),
    p.workspace_elements = sums;
  if (char const* const why = refusal_of<Config::element>(p)) {
    std::fprintf(stderr, "%s\n", why);
    return 2;
  }
  GemmAnswer const answer = started(p, static_cast<int>(number(7)));
  if (!answer) {
    std::fprintf(stderr, "%s\n", answer.message);
    return 1;
  }
  c.write();
  return 0;
}
#endif
