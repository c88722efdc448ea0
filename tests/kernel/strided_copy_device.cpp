// SPDX-License-Identifier: MIT
// Moves arrays on an NVIDIA device by the kernel that is chosen for each: random layouts of every width at random
// addresses in poisoned memory, every byte compared with a reference on the CPU; then the bandwidth beside a
// device-to-device copy in the same run, of arrays whose result is checked as well.
//
//   nvcc -x cu -std=c++20 -O3 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/strided_copy_device.cpp -o strided_copy_device && ./strided_copy_device
//
// An argument limits the random layouts and skips the timing: `./strided_copy_device 20` for compute-sanitizer.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "copy/copy.hpp"
#include "device_memory.hpp"
#include "strided_copy/strided_copy.hpp"
#include "transpose/mover.hpp"

namespace colex::gpu {
namespace {

using Bytes = std::vector<unsigned char>;

/// body<Config>() for the config of that name.
template <class... Configs, class Body>
void of_name(std::tuple<Configs...> const*, std::string const& name, Body const& body) {
  auto const one = [&]<class Config>(Config const*) {
    if (name == Config::name) body.template operator()<Config>();
  };
  (one(static_cast<Configs const*>(nullptr)), ...);
}

template <class Config>
cudaError_t squares(unsigned char const* from, unsigned char* to, PermuteArray<2> const& array) {
  using T = typename Config::element;
  return permute<Config>({reinterpret_cast<T const*>(from)}, {reinterpret_cast<T*>(to)}, array);
}

/// Starts the kernel that is chosen, and returns its name.
char const* start(unsigned char const* from, unsigned char* to, Mover const& mover) {
  cudaError_t error = cudaSuccess;
  char const* name = "strided_copy";
  if (auto const* run = std::get_if<MoveRun>(&mover.by)) {
    name = CopyIdentityF32::name;
    error = copy<CopyIdentityF32>({reinterpret_cast<float const*>(from)}, {reinterpret_cast<float*>(to)},
                                  run->floats);
  } else if (auto const* move = std::get_if<MoveSquares>(&mover.by)) {
    name = move->config;
    error = squares<TransposeBf16>(from, to, move->array);
  } else if (auto const* turned = std::get_if<TransposePlan>(&mover.by)) {
    of_name(static_cast<TransposeConfigs const*>(nullptr), turned->config, [&]<class Config>() {
      using T = typename Config::element;
      name = Config::name;
      error = uncertified::transpose<Config>({reinterpret_cast<T const*>(from)}, {reinterpret_cast<T*>(to)},
                                             turned->shape);
    });
  } else {
    auto const& plan = std::get<StridedPlan>(mover.by);
    auto const gathers = plan.gathered > 1 ? "x" + std::to_string(plan.gathered) : "";
    auto const of_units = "strided_copy_b" + std::to_string(8 * plan.unit_bytes) + gathers;
    of_name(static_cast<StridedCopyConfigs const*>(nullptr), of_units, [&]<class Config>() {
      using T = typename Config::element;
      name = Config::name;
      error = uncertified::strided_copy<Config>({reinterpret_cast<T const*>(from)},
                                                {reinterpret_cast<T*>(to)}, plan.shape);
    });
  }
  check(error, "launch");
  return name;
}

/// The mover of an array at these addresses.
Mover mover_of(int element_bytes, Layout<Index> const& from, Layout<Index> const& to, void const* source,
               void const* destination) {
  return choose_mover(element_bytes, from, to, reinterpret_cast<std::uintptr_t>(source),
                      reinterpret_cast<std::uintptr_t>(destination));
}

Index place_of(Layout<Index> const& layout, Index i) {
  Index lowest = 0;
  for (auto const& mode : layout.leaves)
    if (mode.stride < 0) lowest += (mode.shape - 1) * mode.stride;
  return evaluate(layout, i) - lowest;
}

constexpr std::size_t guard_bytes = 4096;

/// Moves random bytes between poisoned buffers with guards. Returns how many came out wrong.
Index wrong_bytes(int element_bytes, Layout<Index> const& from, Layout<Index> const& to,
                  std::mt19937_64& random) {
  auto const plan = plan_strided_copy(element_bytes, from, to, element_bytes);
  auto const width = static_cast<std::size_t>(element_bytes);
  Bytes source(static_cast<std::size_t>(plan.source_elements) * width);
  std::size_t const in_at = random() % 3 * (random() % 5) * width,
                    out_at = guard_bytes + random() % 3 * (random() % 5) * width;
  Bytes want(static_cast<std::size_t>(plan.destination_elements) * width + out_at + guard_bytes, 0xCB);
  for (auto& byte : source) byte = static_cast<unsigned char>(random());
  for (Index i = 0; i < size(from); ++i)
    std::memcpy(&want[out_at + static_cast<std::size_t>(place_of(to, i)) * width],
                &source[static_cast<std::size_t>(place_of(from, i)) * width], width);
  Memory in(source.size() + in_at), out(want.size());  // exactly: a sanitizer sees what is read behind it
  check(cudaMemcpy(in.data + in_at, source.data(), source.size(), cudaMemcpyHostToDevice), "copy in");
  check(cudaMemset(out.data, 0xCB, out.bytes), "poison");
  start(in.data + in_at, out.data + out_at,
        mover_of(element_bytes, from, to, in.data + in_at, out.data + out_at));
  Bytes got(want.size());
  check(cudaMemcpy(got.data(), out.data, got.size(), cudaMemcpyDeviceToHost), "copy out");
  Index wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != want[i];
  return wrong;
}

/// Two layouts of one shape: modes in random order on each side, with random gaps, at times backwards or, in
/// the source, broadcast.
std::pair<Layout<Index>, Layout<Index>> random_layouts(std::mt19937_64& random, int round) {
  auto const below = [&](Index n) { return static_cast<Index>(random() % static_cast<std::uint64_t>(n)); };
  int const rank = 1 + static_cast<int>(below(6));
  std::vector<Index> extent(static_cast<std::size_t>(rank));
  for (auto& n : extent) n = 1 + below(rank < 3 ? 300 : rank < 5 ? 24 : 8);
  Layout<Index> sides[2];
  for (auto& side : sides) {
    side.profile = {};
    side.profile.tuple(rank);
    for (int k = 0; k < rank; ++k) side.profile.leaf();
    std::vector<std::size_t> order(extent.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    if (round % 3 != 0) std::shuffle(order.begin() + round % 2, order.end(), random);
    std::vector<Index> stride(extent.size());
    Index next = 1 + below(4) / 3;
    for (std::size_t k : order) stride[k] = next, next = next * extent[k] + below(3) / 2 * 4 * below(5);
    for (std::size_t k = 0; k < extent.size(); ++k)
      side.leaves.push({extent[k], round % 7 == 0 && below(3) == 0 ? -stride[k] : stride[k]});
  }
  if (round % 5 == 0) sides[0].leaves[static_cast<int>(below(rank))].stride = 0;
  return {sides[0], sides[1]};
}

/// Times one copy beside a copy of as many bytes, and compares the result.
bool time_copy(char const* what, int element_bytes, char const* from_text, char const* to_text, Memory& from,
               Memory& to, Bytes const& bits) {
  auto const source = layout(from_text), destination = layout(to_text);
  auto const plan = mover_of(element_bytes, source, destination, from.data, to.data);
  auto const width = static_cast<std::size_t>(element_bytes);
  std::size_t const bytes = static_cast<std::size_t>(size(source)) * width;
  if (static_cast<std::size_t>(plan.source_elements) * width > from.bytes ||
      static_cast<std::size_t>(plan.destination_elements) * width > to.bytes)
    return std::printf("FAIL %s: too large\n", what), false;
  float const copy =
      median_ms([&] { check(cudaMemcpyAsync(to.data, from.data, bytes, cudaMemcpyDeviceToDevice), "copy"); });
  check(cudaMemset(to.data, 0xCB, to.bytes), "poison");
  char const* by = "";
  float const own = median_ms([&] { by = start(from.data, to.data, plan); });
  Bytes got(static_cast<std::size_t>(plan.destination_elements) * width);
  check(cudaMemcpy(got.data(), to.data, got.size(), cudaMemcpyDeviceToHost), "copy out");
  for (Index i = 0; i < size(source); i += 1 + i % 13 + size(source) / (1 << 22)) {
    std::size_t const at = static_cast<std::size_t>(evaluate(source, i)) * width % bits.size();
    if (std::memcmp(&got[static_cast<std::size_t>(evaluate(destination, i)) * width], &bits[at], width) != 0)
      return std::printf("FAIL %s: element %lld is wrong\n", what, static_cast<long long>(i)), false;
  }
  std::printf("     %-34s %-18s %7.1f GB/s, device copy %7.1f GB/s, ratio %.3f\n", what, by,
              2e-6 * bytes / own, 2e-6 * bytes / copy, copy / own);
  return true;
}

bool time_all(std::mt19937_64& random) {
  Memory from(std::size_t{1} << 30), to(std::size_t{1} << 30);
  Bytes bits(1 << 26);
  for (auto& byte : bits) byte = static_cast<unsigned char>(random());
  for (std::size_t at = 0; at < from.bytes; at += bits.size())
    check(cudaMemcpy(from.data + at, bits.data(), bits.size(), cudaMemcpyHostToDevice), "copy in");
  struct Row {
    char const* what;
    int bytes;
    char const *from, *to;
  };
  // (D, H, S, B) to (D, S, H, B) is permute (0,2,1,3) of a row-major (B, S, H, D).
  Row const rows[] = {
      {"contiguous f32 2^27", 4, "134217728:1", "134217728:1"},
      {"0213 f32 B8 S4096 H32 D128", 4, "(128,32,4096,8):(1,128,4096,16777216)",
       "(128,32,4096,8):(1,524288,128,16777216)"},
      {"0213 bf16 B8 S4096 H32 D128", 2, "(128,32,4096,8):(1,128,4096,16777216)",
       "(128,32,4096,8):(1,524288,128,16777216)"},
      {"0213 bf16 B1 S8192 H64 D128", 2, "(128,64,8192):(1,128,8192)", "(128,64,8192):(1,1048576,128)"},
      {"0213 f32 B64 S512 H12 D64", 4, "(64,12,512,64):(1,64,768,393216)",
       "(64,12,512,64):(1,32768,64,393216)"},
      {"0213 bf16 B64 S512 H12 D64", 2, "(64,12,512,64):(1,64,768,393216)",
       "(64,12,512,64):(1,32768,64,393216)"},
      {"0213 bf16 B4 S2048 H32 D80", 2, "(80,32,2048,4):(1,80,2560,5242880)",
       "(80,32,2048,4):(1,163840,80,5242880)"},
      {"columns f32 16384x4096 of 8192", 4, "(4096,16384):(1,8192)", "(4096,16384):(1,4096)"},
      {"columns bf16 16384x8192 of 16384", 2, "(8192,16384):(1,16384)", "(8192,16384):(1,8192)"},
      {"columns i8 16384x16384 of 32768", 1, "(16384,16384):(1,32768)", "(16384,16384):(1,16384)"},
      {"every other column f32", 4, "(4096,16384):(2,8192)", "(4096,16384):(1,4096)"},
      {"every other column bf16", 2, "(4096,16384):(2,8192)", "(4096,16384):(1,4096)"},
      // (D, S, H, B) to (S, D, H, B) is permute (0,2,3,1) of a row-major (B, S, H, D).
      {"0231 f32 B8 S4096 H32 D128", 4, "(128,4096,32,8):(1,4096,128,16777216)",
       "(128,4096,32,8):(4096,1,524288,16777216)"},
      {"0231 bf16 B8 S4096 H32 D128", 2, "(128,4096,32,8):(1,4096,128,16777216)",
       "(128,4096,32,8):(4096,1,524288,16777216)"},
      {"0231 bf16 B1 S4096 H32 D128", 2, "(128,4096,32):(1,4096,128)", "(128,4096,32):(4096,1,524288)"},
      {"0231 bf16 B1 S2048 H32 D80", 2, "(80,2048,32):(1,2560,80)", "(80,2048,32):(2048,1,163840)"},
      {"0231 bf16 B64 S512 H12 D64", 2, "(64,512,12,64):(1,768,64,393216)",
       "(64,512,12,64):(512,1,32768,393216)"},
      {"transpose f32 8192 x 8192", 4, "(8192,8192):(1,8192)", "(8192,8192):(8192,1)"},
      {"transpose f32 16384 x 16384", 4, "(16384,16384):(1,16384)", "(16384,16384):(16384,1)"},
      {"transpose f32 8191 x 8191", 4, "(8191,8191):(1,8191)", "(8191,8191):(8191,1)"},
      {"transpose f32 8191 x 4099", 4, "(8191,4099):(1,8191)", "(8191,4099):(4099,1)"},
      {"transpose bf16 16384 x 16384", 2, "(16384,16384):(1,16384)", "(16384,16384):(16384,1)"},
      {"transpose bf16 8191 x 8191", 2, "(8191,8191):(1,8191)", "(8191,8191):(8191,1)"},
      {"transpose f16 8191 x 4099", 2, "(8191,4099):(1,8191)", "(8191,4099):(4099,1)"},
      {"transpose i8 32768 x 32768", 1, "(32768,32768):(1,32768)", "(32768,32768):(32768,1)"},
      {"transpose i8 16383 x 16383", 1, "(16383,16383):(1,16383)", "(16383,16383):(16383,1)"},
      {"transpose i8 8191 x 4099", 1, "(8191,4099):(1,8191)", "(8191,4099):(4099,1)"},
      {"transpose f64 8191 x 4099", 8, "(8191,4099):(1,8191)", "(8191,4099):(4099,1)"},
      {"transpose f32 48 x 1000000", 4, "(48,1000000):(1,48)", "(48,1000000):(1000000,1)"},
      {"transpose f16 48 x 1000000", 2, "(48,1000000):(1,48)", "(48,1000000):(1000000,1)"},
      {"transpose i8 48 x 1000000", 1, "(48,1000000):(1,48)", "(48,1000000):(1000000,1)"},
      {"transpose f16 64 x 1048576", 2, "(64,1048576):(1,64)", "(64,1048576):(1048576,1)"},
      {"transpose i8 64 x 1048576", 1, "(64,1048576):(1,64)", "(64,1048576):(1048576,1)"},
      {"transpose f16 1000000 x 48", 2, "(1000000,48):(1,1000000)", "(1000000,48):(48,1)"},
      {"transpose i8 1000000 x 48", 1, "(1000000,48):(1,1000000)", "(1000000,48):(48,1)"},
      {"transpose f32 1048576 x 64", 4, "(1048576,64):(1,1048576)", "(1048576,64):(64,1)"},
      {"transpose f16 1048576 x 64", 2, "(1048576,64):(1,1048576)", "(1048576,64):(64,1)"},
      {"transpose i8 1048576 x 64", 1, "(1048576,64):(1,1048576)", "(1048576,64):(64,1)"}};
  bool right = true;
  for (Row const& row : rows)
    right = time_copy(row.what, row.bytes, row.from, row.to, from, to, bits) && right;
  return right;
}

}  // namespace
}  // namespace colex::gpu

int main(int count, char** arguments) {
  using namespace colex::gpu;
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return std::puts("SKIP: no NVIDIA device"), 77;
  int const rounds = count > 1 ? std::atoi(arguments[1]) : 600;
  std::mt19937_64 random(1);
  for (int round = 0; round < rounds; ++round) {
    auto const [from, to] = random_layouts(random, round);
    if (Index const wrong = wrong_bytes(1 << random() % 5, from, to, random)) {
      std::printf("FAIL: round %d: %lld wrong bytes\n", round, static_cast<long long>(wrong));
      return 1;
    }
  }
  std::printf("ok   strided copy: %d random layouts, every byte right\n", rounds);
  bool const right = count > 1 || time_all(random);
  std::puts(right ? "all right" : "FAIL");
  return right ? 0 : 1;
}
