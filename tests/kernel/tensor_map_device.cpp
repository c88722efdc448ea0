// SPDX-License-Identifier: MIT
// Asks NVIDIA's driver which boxes of which tensors it makes a map of, and the device where the bytes of a box land:
// random tensors, boxes, swizzles; a JSON line for each. tests/cli/memory_device.py compares colex tma with them.
//
//   nvcc -x cu -std=c++20 -O2 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/tensor_map_device.cpp -o tensor_map_device && ./tensor_map_device 2400 600 1 >tensor_maps.jsonl
//
// Arguments: how many tiled maps, how many im2col maps, the seed; a fourth, 1, copies boxes swizzled in atoms of 32 and 64
// bytes, too. Where the device refuses a copy, the line has its words as "copy", and the program starts itself anew behind it.
#include <cuda.h>
#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdlib>

#include "device_memory.hpp"
#include "tensor_map_requests.hpp"

namespace colex::gpu::test {
namespace {

constexpr int shared_bytes = 128 * 1024;
constexpr std::int64_t buffer_bytes = 1 << 23;

/// 1 of 3 planes of the numbers 1, 2, 3 of the bytes.
__global__ void number_bytes(unsigned char* bytes, int plane) {
  std::int64_t const stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < buffer_bytes;
       i += stride)
    bytes[i] = static_cast<unsigned char>((i + 1) >> (8 * plane));
}

__device__ bool is_complete(unsigned barrier) {
  int done = 0;
  asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; selp.s32 %0, 1, 0, p;}"
               : "=r"(done)
               : "r"(barrier)
               : "memory");
  return done != 0;
}
__device__ void pause_for(long long cycles) {
  for (long long const start = clock64(); clock64() - start < cycles;) {
  }
}

struct Start {
  int at[most_rank];
};

#define COLEX_COPY_BOX(dimensions, coordinates, ...)                                                 \
  asm volatile("cp.async.bulk.tensor." #dimensions                                                   \
               "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" coordinates \
               "}], [%2];" ::"r"(to),                                                                \
               "l"(&map), "r"(barrier), __VA_ARGS__                                                  \
               : "memory")

/// Copies one box into shared memory that holds 255s, and that to `out`. awaited: 1 where `bytes` arrived, 2 where `bytes` +
/// `more`, 0 where neither.
__global__ void copy_one_box(__grid_constant__ const CUtensorMap map, int rank, Start start, unsigned bytes,
                             unsigned more, unsigned char* out, int* awaited) {
  extern __shared__ __align__(1024) unsigned char memory[];
  __shared__ __align__(8) unsigned long long storage;
  auto const barrier = static_cast<unsigned>(__cvta_generic_to_shared(&storage));
  auto const to = static_cast<unsigned>(__cvta_generic_to_shared(memory));
  for (int i = static_cast<int>(threadIdx.x); i < shared_bytes; i += static_cast<int>(blockDim.x))
    memory[i] = 255;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    // Nobody arrives before all is there: the phase cannot end while a part of the bytes is counted.
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
    int const* const x = start.at;
    switch (rank) {
      case 1:
        COLEX_COPY_BOX(1, "%3", "r"(x[0]));
        break;
      case 2:
        COLEX_COPY_BOX(2, "%3, %4", "r"(x[0]), "r"(x[1]));
        break;
      case 3:
        COLEX_COPY_BOX(3, "%3, %4, %5", "r"(x[0]), "r"(x[1]), "r"(x[2]));
        break;
      case 4:
        COLEX_COPY_BOX(4, "%3, %4, %5, %6", "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]));
        break;
      default:
        COLEX_COPY_BOX(5, "%3, %4, %5, %6, %7", "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(x[4]));
        break;
    }
    pause_for(200000);
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
    *awaited = is_complete(barrier) ? 1 : 0;
    if (*awaited == 0 && more > 0) {
      asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(more)
                   : "memory");
      pause_for(1000);
      if (is_complete(barrier)) *awaited = 2;
    }
  }
  __syncthreads();
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  for (int i = static_cast<int>(threadIdx.x); i < shared_bytes; i += static_cast<int>(blockDim.x))
    out[i] = memory[i];
}
#undef COLEX_COPY_BOX

/// A function of the driver, by name.
template <class F>
F driver(char const* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult status;
  check(cudaGetDriverEntryPointByVersion(name, &function, 12080, cudaEnableDefault, &status), name);
  if (status != cudaDriverEntryPointSuccess) std::printf("FAIL: no %s\n", name), std::exit(1);
  return reinterpret_cast<F>(function);
}

CUtensorMapInterleave interleave_of(Asked const& a) {
  return a.interleave == 0    ? CU_TENSOR_MAP_INTERLEAVE_NONE
         : a.interleave == 16 ? CU_TENSOR_MAP_INTERLEAVE_16B
                              : CU_TENSOR_MAP_INTERLEAVE_32B;
}
CUtensorMapFloatOOBfill fill_of(Asked const& a) {
  return a.nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
}

CUresult encode(CUtensorMap& map, Asked const& a, unsigned char* data) {
  static auto const call = driver<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
  return call(&map, a.element.type, static_cast<cuuint32_t>(a.rank), data + a.address, a.extents,
              a.strides + 1, a.box, a.steps, interleave_of(a), static_cast<CUtensorMapSwizzle>(a.swizzle),
              CU_TENSOR_MAP_L2_PROMOTION_NONE, fill_of(a));
}
CUresult encode_im2col(CUtensorMap& map, Asked const& a, unsigned char* data) {
  static auto const call = driver<decltype(&cuTensorMapEncodeIm2col)>("cuTensorMapEncodeIm2col");
  return call(&map, a.element.type, static_cast<cuuint32_t>(a.rank), data + a.address, a.extents,
              a.strides + 1, a.lower, a.upper, a.channels, a.pixels, a.steps, interleave_of(a),
              static_cast<CUtensorMapSwizzle>(a.swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE, fill_of(a));
}

/// The numbers of the bytes that came to each byte of shared memory: 0 for one that was filled, -1 for one that was not
/// touched, else one more than its place in the tensor.
struct Landing {
  std::vector<std::int32_t> origins;
  int awaited = 0;
  std::string error{};  ///< the device's own words, after which this process can ask it no more
};

class Device {
 public:
  Device() : out_(shared_bytes), word_(sizeof(int)) {
    check(cudaFuncSetAttribute(copy_one_box, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
          "shared memory");
    for (int plane = 0; plane < 3; ++plane) number_bytes<<<256, 256>>>(planes_[plane].data, plane);
    check(cudaDeviceSynchronize(), "numbers");
  }
  unsigned char* data() { return planes_[0].data; }

  Landing land(Asked const& a, Start const& start, unsigned bytes, unsigned more) {
    std::vector<std::int32_t> all(shared_bytes, 0);
    std::vector<unsigned char> one(shared_bytes);
    Landing r;
    for (int plane = 0; plane < 3; ++plane) {
      alignas(64) CUtensorMap map;
      if (encode(map, a, planes_[plane].data) != CUDA_SUCCESS)
        std::printf("FAIL: refused the second time\n"), std::exit(1);
      copy_one_box<<<1, 128, shared_bytes>>>(map, a.rank, start, bytes, more, out_.data,
                                             reinterpret_cast<int*>(word_.data));
      if (cudaError_t const error = cudaDeviceSynchronize(); error != cudaSuccess) {
        r.error = cudaGetErrorString(error);
        return r;
      }
      check(cudaMemcpy(one.data(), out_.data, shared_bytes, cudaMemcpyDeviceToHost), "bytes");
      int now = 0;
      check(cudaMemcpy(&now, word_.data, sizeof now, cudaMemcpyDeviceToHost), "awaited");
      r.awaited = plane == 0 || now == r.awaited ? now : 0;
      for (std::size_t i = 0; i < all.size(); ++i) all[i] |= one[i] << (8 * plane);
    }
    std::size_t end = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = all[i] == 0xFFFFFF ? -1 : all[i] == 0 ? 0 : all[i] - a.address;
      if (all[i] != -1) end = i + 1;
    }
    all.resize(end);
    r.origins = std::move(all);
    return r;
  }

 private:
  Memory planes_[3]{Memory(buffer_bytes), Memory(buffer_bytes), Memory(buffer_bytes)};
  Memory out_, word_;
};

/// What landed, as the rest of a JSON line; "" where the box is not to be copied.
std::string copied(Device& device, Asked const& a, Random draw, bool atoms, bool& failed) {
  if (a.nan || a.element.bits < 8 || (a.swizzle > 3 && !atoms) || reach(a) + a.address > buffer_bytes)
    return "";
  std::int64_t elements = 1, rows = 1;
  for (int i = 0; i < a.rank; ++i) {
    bool const steps = i > 0 || a.interleave != 0;
    std::int64_t const count = steps ? (a.box[i] + a.steps[i] - 1) / a.steps[i] : a.box[i];
    elements *= count;
    if (i > 0) rows *= a.box[i];
  }
  std::int64_t const inner = bytes_of(a.element, a.box[0]), bytes = bytes_of(a.element, elements);
  std::int64_t const padded = rows * std::max<std::int64_t>(inner, swizzle_spans[a.swizzle]);
  if (padded > shared_bytes) return "";
  Start start{};
  for (int i = 0; i < a.rank; ++i) {
    start.at[i] = static_cast<int>(draw.between(0, static_cast<std::int64_t>(a.extents[i])));
    if (draw.one_in(3)) start.at[i] = static_cast<int>(draw.between(-static_cast<std::int64_t>(a.box[i]), 3));
    if (draw.one_in(3)) start.at[i] = 0;
  }
  Landing const l =
      device.land(a, start, static_cast<unsigned>(bytes), static_cast<unsigned>(padded - bytes));
  if (!l.error.empty()) {
    failed = true;
    return ",\"at\":" + list(start.at, a.rank) + ",\"copy\":\"" + l.error + "\"";
  }
  auto const touched =
      std::count_if(l.origins.begin(), l.origins.end(), [](std::int32_t x) { return x != -1; });
  char hash[32];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(digest(l.origins)));
  return ",\"at\":" + list(start.at, a.rank) + ",\"awaited\":" +
         std::to_string(l.awaited == 1   ? bytes
                        : l.awaited == 2 ? padded
                                         : -1) +
         ",\"end\":" + std::to_string(l.origins.size()) + ",\"touched\":" + std::to_string(touched) +
         ",\"digest\":\"" + hash + "\",\"seen\":" + samples(l.origins, 32);
}

struct Arguments {
  int tiled, columns;
  std::uint64_t seed;
  bool atoms;
  int asked;  ///< requests that were answered by a process before
};

/// The number of requests that were answered: all, or those up to the one that ended what the device can be asked.
int run(Arguments const& of) {
  check(cudaSetDevice(0), "device");
  check(cudaFree(nullptr), "context");
  Device device;
  Random draw{of.seed};
  for (int i = 0; i < of.tiled + of.columns; ++i) {
    Asked a = valid(draw);
    for (int left = draw.one_in(2) ? 0 : static_cast<int>(draw.between(1, 2)); left > 0; --left)
      change(a, draw);
    if (i >= of.tiled) im2col(a, draw);
    if (i < of.asked) continue;
    alignas(64) CUtensorMap map;
    bool failed = false;
    if (i >= of.tiled) {
      std::printf("%s}\n", said(a, false, encode_im2col(map, a, device.data())).c_str());
    } else {
      CUresult const result = encode(map, a, device.data());
      Random const place{of.seed * 1000003u + static_cast<std::uint64_t>(i)};
      std::printf("%s%s}\n", said(a, true, result).c_str(),
                  result == CUDA_SUCCESS ? copied(device, a, place, of.atoms, failed).c_str() : "");
    }
    std::fflush(stdout);
    if (failed) return i + 1;
  }
  return of.tiled + of.columns;
}

}  // namespace
}  // namespace colex::gpu::test

int main(int argc, char** argv) {
  auto const number = [&](int k, int otherwise) { return argc > k ? std::atoi(argv[k]) : otherwise; };
  colex::gpu::test::Arguments const of{number(1, 2400), number(2, 600),
                                       static_cast<std::uint64_t>(number(3, 1)), number(4, 0) != 0,
                                       number(5, 0)};
  int const asked = colex::gpu::test::run(of);
  if (asked == of.tiled + of.columns) return 0;
  // What the device refuses ends this process' context: another process goes on.
  std::string words[6] = {argv[0],
                          std::to_string(of.tiled),
                          std::to_string(of.columns),
                          std::to_string(of.seed),
                          of.atoms ? "1" : "0",
                          std::to_string(asked)};
  char* next[7] = {};
  for (int k = 0; k < 6; ++k) next[k] = words[k].data();
  execv("/proc/self/exe", next);
  std::perror("execv");
  return 1;
}
