// SPDX-License-Identifier: MIT
#include "cli/run_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iostream>
#include <random>
#include <string_view>

#include "c/colex_kernels.h"
#include "certificate/element_names.hpp"
#include "cli/commands.hpp"

namespace colex::cli {

namespace {

using std::int64_t;
using Bytes = std::vector<unsigned char>;

/// Sums of up to this many products of -1, 0 and 1 are whole numbers that every type here holds.
constexpr int64_t kMostK = 256;

/// An array whose first byte lies at a multiple of 16.
struct Array {
  explicit Array(std::size_t bytes) : room(bytes + 16, 0xCB) {}
  unsigned char* data() {
    return room.data() + (16 - reinterpret_cast<std::uintptr_t>(room.data()) % 16) % 16;
  }
  Bytes room;
};

int said(std::string const& head, colex_kernels_status status, int64_t wrong) {
  std::cout << head << "\n";
  if (status != COLEX_KERNELS_OK) std::cout << "  " << colex_kernels_last_error() << "\n";
  if (status == COLEX_KERNELS_INVALID_ARGUMENT) return kNo;
  std::cout << (wrong == 0 ? "  every element equals the reference\n"
                           : fmt::format("  {} elements differ from the reference\n", wrong));
  if (status == COLEX_KERNELS_OK)
    std::cout << "  no race, nothing out of bounds, misaligned or uninitialised\n";
  return wrong == 0 && status == COLEX_KERNELS_OK ? kYes : kNo;
}

/// Calls f(T{}) for the type of that name.
template <class F>
auto with_type(std::string_view name, F const& f) {
  auto const is = [&]<class T>(T) { return name == gpu::element_name<T>(); };
  if (is(double{})) return f(double{});
  if (is(gpu::Bf16{})) return f(gpu::Bf16{});
  if (is(gpu::F16{})) return f(gpu::F16{});
  if (is(gpu::E4M3{})) return f(gpu::E4M3{});
  if (is(gpu::E2M1x2{})) return f(gpu::E2M1x2{});
  if (is(gpu::E5M2{})) return f(gpu::E5M2{});
  if (is(gpu::E4M3Fnuz{})) return f(gpu::E4M3Fnuz{});
  if (is(gpu::E5M2Fnuz{})) return f(gpu::E5M2Fnuz{});
  if (is(std::int8_t{})) return f(std::int8_t{});
  if (is(std::int32_t{})) return f(std::int32_t{});
  if (is(std::int64_t{})) return f(std::int64_t{});
  return f(float{});
}

std::size_t bytes_of(std::string_view type) {
  return with_type(type, [](auto x) { return sizeof x; });
}

/// Writes -1, 0, 1 or another number; of two in an element the second is 0.
void put(std::string_view type, unsigned char* to, int value) {
  with_type(type, [&](auto x) {
    if constexpr (gpu::numbers_in < decltype(x) >> 1)
      x.bits = static_cast<std::uint8_t>(value == 0 ? 0 : value > 0 ? 2 : 10);
    else
      x = gpu::convert<decltype(x)>(static_cast<float>(value));
    std::memcpy(to, &x, sizeof x);
    return 0;
  });
}

double get(std::string_view type, unsigned char const* from) {
  return with_type(type, [&](auto x) {
    std::memcpy(&x, from, sizeof x);
    if constexpr (gpu::numbers_in < decltype(x) >> 1)
      return double{x.number(0)};
    else
      return static_cast<double>(gpu::convert<float>(x));
  });
}

/// Bytes of an element of a strided copy or of a transpose that it chooses, which the name says in bits; 0 for other
/// configs.
std::size_t strided_copy_bytes(std::string const& config) {
  for (std::size_t bytes = 1; bytes <= 16; bytes *= 2)
    for (char const* const kernel : {"strided_copy_b", "transpose_b"})
      for (char const* const kind : {"", "_tall", "_flat", "x2", "x4"})
        if (config == kernel + std::to_string(8 * bytes) + kind) return bytes;
  return 0;
}

/// Reverses the modes: from compact strides, the first mode fastest, to the last mode fastest.
int run_permute(std::string const& config, std::vector<int64_t> extents, std::uint64_t seed) {
  if (extents.empty()) extents = {100, 70};
  int64_t elements = 1;
  std::vector<int64_t> from(extents.size()), to(extents.size());
  for (std::size_t k = 0; k < extents.size(); ++k) from[k] = elements, elements *= extents[k];
  for (std::size_t k = extents.size(), step = 1; k-- > 0; step *= static_cast<std::size_t>(extents[k]))
    to[k] = static_cast<int64_t>(step);
  std::size_t const strided = strided_copy_bytes(config),
                    bytes = strided > 0 ? strided : bytes_of(colex_kernels_types(config.c_str())),
                    size = bytes * static_cast<std::size_t>(elements);
  Array source(size), destination(size);
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < size; ++i) source.data()[i] = static_cast<unsigned char>(random());
  auto const rank = static_cast<std::int32_t>(extents.size());
  auto const status =
      strided > 0 ? colex_kernels_strided_copy(static_cast<std::int32_t>(bytes), rank, extents.data(),
                                               source.data(), elements, from.data(), destination.data(),
                                               elements, to.data(), nullptr)
                  : colex_kernels_permute(config.c_str(), rank, extents.data(), source.data(), elements,
                                          from.data(), destination.data(), elements, to.data(), nullptr);
  int64_t wrong = 0;
  for (int64_t e = 0; e < elements; ++e) {
    int64_t rest = e, at = 0;
    for (std::size_t k = 0; k < extents.size(); ++k) at += rest % extents[k] * to[k], rest /= extents[k];
    wrong += std::memcmp(source.data() + e * bytes, destination.data() + at * bytes, bytes) != 0;
  }
  std::string const shape = fmt::format("({})", fmt::join(extents, ","));
  return said(fmt::format("{}: {}:({}) to {}:({}), {} elements on the host platform", config, shape,
                          fmt::join(from, ","), shape, fmt::join(to, ","), elements),
              status, wrong);
}

/// A matrix in memory: element (i, j) is number i * row_stride + j * column_stride of `elements`.
struct Strides {
  int64_t row, column, elements;
  std::size_t operator()(int64_t i, int64_t j) const {
    return static_cast<std::size_t>(i * row + j * column);
  }
};

/// A and C by columns, B by rows; but of Hopper's GEMM as the name says, runs 16 bytes apart, and C by rows. Pipelined and
/// direct configs have A by rows and B by columns.
struct Matrices {
  Matrices(std::string const& config, int64_t M, int64_t N, int64_t K, int64_t in_16_bytes) {
    bool const hopper = config.starts_with("hopper_"),
               pipelined = config.ends_with("_pipelined") || config.find("_direct") != std::string::npos;
    auto const laid_out = [&](bool by_rows, int64_t rows, int64_t columns) {
      int64_t const run = by_rows ? columns : rows, runs = by_rows ? rows : columns;
      int64_t const pitch = hopper ? (run + in_16_bytes - 1) / in_16_bytes * in_16_bytes : run;
      return by_rows ? Strides{pitch, 1, runs * pitch} : Strides{1, pitch, runs * pitch};
    };
    std::size_t const orders =
        hopper ? config.find('_', 7) + 1 : 0;  // hopper_bf16_kn_128x256c2: K and N run on
    a = laid_out(pipelined || (hopper && config.substr(orders, 1) == "k"), M, K);
    b = laid_out(!pipelined && (!hopper || config.substr(orders + 1, 1) == "n"), K, N);
    c = hopper ? Strides{N, 1, M * N} : Strides{1, M, M * N};
  }
  Strides a, b, c;
};

/// The scales of a side of mxfp8 or mxfp4, e8m0, of each `block` of K, a row's in whole runs of eight: one, or as `random` has it two.
struct Scales {
  Scales(int64_t rows, int64_t K, int64_t of, std::mt19937_64* random)
      : block(of),
        pitch((K + 8 * block - 1) / (8 * block) * 8),
        memory(static_cast<std::size_t>(rows * pitch)) {
    for (int64_t i = 0; i < rows * pitch; ++i)
      memory.data()[i] = static_cast<unsigned char>(127 + (random == nullptr ? 0 : (*random)() % 2));
  }
  int value(int64_t row, int64_t k) { return 1 << (memory.data()[row * pitch + k / block] - 127); }
  int64_t block, pitch;
  Array memory;
};

/// C = A B for elements of -1, 0 and 1; of mxfp8 and mxfp4 those of A are scaled.
int run_gemm(std::string const& config, std::vector<int64_t> sizes, std::vector<std::string> const& types,
             std::uint64_t seed) {
  if (sizes.empty()) sizes = {70, 50, 40};
  if (sizes.size() != 3) throw InputError{"run: a GEMM has three sizes: M, N and K"};
  int64_t const M = sizes[0], N = sizes[1], K = sizes[2];
  if (K > kMostK) throw InputError{fmt::format("run: K must be at most {}", kMostK)};
  Matrices const at(config, M, N, K, static_cast<int64_t>(16 / bytes_of(types[0])));
  std::mt19937_64 random(seed);
  std::vector<int> a(static_cast<std::size_t>(at.a.elements)), b(static_cast<std::size_t>(at.b.elements));
  auto const filled = [&](std::vector<int>& values, std::string const& type) {
    Array memory(values.size() * bytes_of(type));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<int>(random() % 3) - 1;
      put(type, memory.data() + i * bytes_of(type), values[i]);
    }
    return memory;
  };
  Array a_memory = filled(a, types[0]), b_memory = filled(b, types[1]);
  std::size_t const bytes = bytes_of(types[3]);
  Array c_memory(static_cast<std::size_t>(at.c.elements) * bytes);
  colex_kernels_gemm_call call;
  colex_kernels_gemm_init(&call);
  call.m = M, call.n = N, call.k = K;
  call.a = {a_memory.data(), at.a.elements, at.a.row, at.a.column, 0, 0};
  call.b = {b_memory.data(), at.b.elements, at.b.row, at.b.column, 0, 0};
  call.c = {c_memory.data(), at.c.elements, at.c.row, at.c.column, 0, 0};
  // Of the second operand B of a gated product there is the first k alone, so that the result is a sum, 0, or its negative.
  bool const gated = config.find("_gated") != config.npos;
  std::vector<int> up(gated ? b.size() : 0);
  for (int64_t n = 0; gated && K > 0 && n < N; ++n) up[at.b(0, n)] = static_cast<int>(random() % 3) - 1;
  Array up_memory(up.size() * bytes_of(types[1]));
  for (std::size_t i = 0; i < up.size(); ++i) put(types[1], up_memory.data() + i * bytes_of(types[1]), up[i]);
  if (gated) call.up = call.b, call.up.data = up_memory.data();
  bool const scaled = config.find("mxfp") != config.npos;
  int64_t const block = types[0] == "e2m1x2" ? 16 : 32;
  Scales a_scales(scaled ? M : 0, K, block, &random), b_scales(scaled ? N : 0, K, block, nullptr);
  if (scaled) {
    call.a_scales = a_scales.memory.data(), call.a_scales_elements = M * a_scales.pitch;
    call.b_scales = b_scales.memory.data(), call.b_scales_elements = N * b_scales.pitch;
    call.a_scale_row = a_scales.pitch, call.b_scale_block = b_scales.pitch;
    call.a_scale_part = call.b_scale_part = 1;
  }
  auto const status = colex_kernels_gemm(config.c_str(), &call);
  // A sum as the result's type holds it; of e4m3 what is beyond its largest number, 448, becomes that.
  auto const stored = [&](int sum) {
    unsigned char memory[8];
    put(types[3], memory, types[3] == "e4m3" ? std::clamp(sum, -448, 448) : sum);
    return get(types[3], memory);
  };
  int64_t wrong = 0;
  for (int64_t n = 0; n < N; ++n)
    for (int64_t m = 0; m < M; ++m) {
      int sum = 0;
      for (int64_t k = 0; k < K; ++k)
        sum += a[at.a(m, k)] * b[at.b(k, n)] * (scaled ? a_scales.value(m, k) : 1);
      if (gated) sum *= K > 0 ? a[at.a(m, 0)] * up[at.b(0, n)] : 0;
      wrong += get(types[3], c_memory.data() + at.c(m, n) * bytes) != stored(sum);
    }
  return said(fmt::format("{}: {} x {} x {} of -1, 0 and 1, {} by {} into {}, on the host platform", config,
                          M, N, K, types[0], types[1], types[3]),
              status, wrong);
}

std::vector<std::string> types_of(std::string const& config) {
  std::vector<std::string> types;
  char const* const said = colex_kernels_types(config.c_str());
  std::string const text = said == nullptr ? "" : said;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = std::min(text.find(',', at), text.size());
    types.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return types;
}

}  // namespace

bool has_sizes(std::string const& config) {
  return strided_copy_bytes(config) > 0 || (!types_of(config).empty() && !config.starts_with("copy_"));
}

int run_sizes(std::string const& config, std::vector<int64_t> sizes, std::uint64_t seed) {
  int64_t product = 1;
  for (int64_t const size : sizes) {
    if (size < 0 || size > kMostElements || (product > 0 && size > kMostElements / product))
      throw InputError{fmt::format("run: sizes must be >= 0, and their product at most {}", kMostElements)};
    product *= size;
  }
  auto const types = types_of(config);
  return types.size() == 4 ? run_gemm(config, sizes, types, seed) : run_permute(config, sizes, seed);
}

}  // namespace colex::cli
