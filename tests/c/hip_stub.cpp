// SPDX-License-Identifier: MIT
// HIP's runtime where there is no device, for a test of the library for AMD: memory is the host's, and a launch runs the
// kernel of that name on the host platform, with the grid, the block and the arguments that the library passed, every
// access checked. What it cannot show is what the machine code does.
//
//   LD_PRELOAD=libhip_stub.so COLEX_HIP_DEVICE=gfx950 COLEX_HIP_RECORD=launches.txt program
//
// is a device of that target (gfx942 where none is named), and writes a line for each launch: the target, the kernel's symbol, x,
// y and z of grid and block, dynamic and static shared memory and the arguments in bytes. A defect that the host platform finds
// is printed, and fails the launch, as does more shared memory than the target has.
#include <cxxabi.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <typeinfo>

#include "c/configs.hpp"
#include "copy/copy.hpp"
#include "gemm/gemm.hpp"
#include "hip_runtime.hpp"
#include "permute/permute.hpp"
#include "platform/platform.hpp"
#include "strided_copy/strided_copy.hpp"
#include "transpose/transpose.hpp"

namespace colex::gpu {
namespace {

using namespace colex::hip;

/// An allocation of the "device".
struct Allocation {
  std::unique_ptr<Buffer<unsigned char>> memory;
};

std::map<std::uintptr_t, Allocation> allocations;  // by the first byte
/// The shared memory of a block there.
std::size_t most_shared_bytes() { return device_name() == "gfx950" ? 163840 : 65536; }

std::string demangled(char const* name) {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                              std::free);
  return status == 0 ? text.get() : name;
}

/// The bytes of one argument, as the device's compiler lays it out: members in order, each at its alignment.
class Argument {
 public:
  explicit Argument(void const* bytes) : bytes_(static_cast<unsigned char const*>(bytes)) {}
  template <class T>
  T take() {
    align(alignof(T));
    T value;
    std::memcpy(&value, bytes_ + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  /// A pointer of the device as a view of the rest of its allocation.
  template <class T>
  GlobalView<T> view() {
    auto const address = take<std::uintptr_t>();
    auto next = allocations.upper_bound(address);
    if (next == allocations.begin()) return {nullptr, 0, 0, nullptr};
    auto const& [first, allocation] = *--next;
    auto const byte = static_cast<Index>(address - first), left = allocation.memory->size() - byte;
    if (left < 0) return {nullptr, 0, 0, nullptr};
    auto* const shadow = allocation.memory->view().begin().shadow;
    return {reinterpret_cast<T*>(address), left / static_cast<Index>(sizeof(T)), byte, shadow};
  }
  std::size_t end(std::size_t alignment) {
    align(alignment);
    return at_;
  }

 private:
  void align(std::size_t alignment) { at_ = (at_ + alignment - 1) / alignment * alignment; }
  unsigned char const* bytes_;
  std::size_t at_ = 0;
};

/// A kernel of the library: how to run it here. `bytes` becomes the size of the arguments.
struct Kernel {
  std::function<LaunchReport(LaunchShape const&, void** arguments, std::size_t& bytes)> run;
  std::size_t static_shared_bytes = 0;
};
std::map<std::string, Kernel> kernels;

template <class T>
T plain(void const* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class Config>
std::string name_of(char const* kernel) {
  return std::string("void colex::gpu::") + kernel + "<" + demangled(typeid(Config).name()) + ">";
}

/// copy_kernel and its like: two views and a value.
template <class Last, class T, class Function>
Kernel moving(Function* kernel, std::size_t shared) {
  return {[kernel](LaunchShape const& shape, void** arguments, std::size_t& bytes) {
            Argument from(arguments[0]), to(arguments[1]);
            bytes = 16 + sizeof(Last);
            return launch(shape, kernel, from.view<T const>(), to.view<T>(), plain<Last>(arguments[2]));
          },
          shared};
}

template <class Config, class T>
OperandOf<Config, T> operand(Argument& in) {
  auto const view = in.view<T const>();
  auto const origin = in.take<Index>(), row = in.take<Index>(), k = in.take<Index>(),
             batch = in.take<Index>();
  bool const along_k = in.take<bool>(), wide = in.take<bool>();
  in.end(alignof(Index));
  Operand<T> const plain{view, origin, row, k, batch, along_k, wide};
  if constexpr (is_scaled<Config>) {
    auto const scales = in.view<E8M0 const>();
    auto const first = in.take<Index>(), pitch = in.take<Index>(), next = in.take<Index>();
    return {plain, {scales, first, pitch, next}};
  } else {
    return plain;
  }
}

template <class Config>
GemmArguments<Config> gemm_arguments_of(Argument& in) {
  using Types = GemmTypes<Config>;
  using Scalar = typename Types::Compute;
  auto const M = in.take<Index>(), N = in.take<Index>(), K = in.take<Index>(), splits = in.take<Index>(),
             batches = in.take<Index>();
  auto const order = in.take<TileOrder>();
  auto const a = operand<Config, typename Types::A>(in);
  auto const b = operand<Config, typename Types::B>(in);
  auto const c = in.view<typename Types::C>();
  auto const origin = in.take<Index>(), m = in.take<Index>(), n = in.take<Index>(), batch = in.take<Index>();
  auto const bias = in.view<Scalar const>();
  bool const has_bias = in.take<bool>(), of_rows = in.take<bool>(), wide = in.take<bool>();
  auto const epilogue = in.take<Epilogue<Scalar>>();
  in.end(alignof(Index));
  auto const workspace = in.view<typename Types::Sum>();
  return {M,        N,       K,
          splits,   batches, order,
          a,        b,       {c, origin, m, n, batch, bias, has_bias, of_rows, wide, epilogue},
          workspace};
}

template <class Config, class Function>
Kernel multiplying(Function* kernel, std::size_t shared) {
  return {[kernel](LaunchShape const& shape, void** arguments, std::size_t& bytes) {
            Argument in(arguments[0]);
            auto const p = gemm_arguments_of<Config>(in);
            bytes = in.end(alignof(Index));
            return launch(shape, kernel, p);
          },
          shared};
}

template <class Array>
constexpr std::size_t bytes_of_array(std::type_identity<Array>) = delete;
template <class T, int N>
constexpr std::size_t bytes_of_array(std::type_identity<Shared<T, N>>) {
  return N * sizeof(T);
}

template <class... Configs>
void add_copies(std::tuple<Configs...> const*) {
  ((kernels[name_of<Configs>("copy_kernel")] =
        moving<Index, typename Configs::element>(copy_kernel<Configs>, 0)),
   ...);
}
template <class... Configs>
void add_permutes(std::tuple<Configs...> const*) {
  ((kernels[name_of<Configs>("permute_kernel")] =
        moving<PermuteShape<Configs::rank>, typename Configs::element>(
            permute_kernel<Configs>, sizeof(typename Configs::element) * tile_elements<Configs>)),
   ...);
}
template <class... Configs>
void add_strided_copies(std::tuple<Configs...> const*) {
  ((kernels[name_of<Configs>("strided_copy_kernel")] =
        moving<StridedShape<Configs::rank>, typename Configs::element>(strided_copy_kernel<Configs>, 0)),
   ...);
}
template <class... Configs>
void add_transposes(std::tuple<Configs...> const*) {
  ((kernels[name_of<Configs>("transpose_kernel")] =
        moving<TransposeShape<Configs::rank>, typename Configs::element>(
            transpose_kernel<Configs>,
            sizeof(typename Configs::element) * TransposePlaces<Configs>::elements)),
   ...);
}
template <class... Configs>
void add_products(std::tuple<Configs...> const*) {
  auto const shared = []<class Config>(Config const*) -> std::size_t {
    if constexpr (is_pipelined<Config>) return 0;
    return sizeof(typename GemmTypes<Config>::A) * 2 * TileA<Config>::size_in_shared +
           bytes_of_array(std::type_identity<typename FeedB<Config>::Memory>{});
  };
  ((kernels[name_of<Configs>("gemm_kernel")] =
        multiplying<Configs>(gemm_kernel<Configs>, shared(static_cast<Configs const*>(nullptr))),
    kernels[name_of<Configs>("gemm_reduce_kernel")] = multiplying<Configs>(gemm_reduce_kernel<Configs>, 0)),
   ...);
}
void know_kernels() {
  if (!kernels.empty()) return;
  add_copies(static_cast<CopyConfigs const*>(nullptr));
  add_permutes(static_cast<PermuteConfigs const*>(nullptr));
  add_strided_copies(static_cast<StridedCopyConfigs const*>(nullptr));
  add_transposes(static_cast<TransposeConfigs const*>(nullptr));
  add_products(static_cast<c::AmdGemmConfigs const*>(nullptr));
}

HipError fails(HipError error, std::string const& why) {
  std::cerr << "hip_stub: " << why << "\n";
  return last_error = error;
}

HipError run(std::string const& symbol, HipDim3 grid, HipDim3 block, std::size_t shared_bytes,
             void** arguments) {
  know_kernels();
  auto const signature = demangled(symbol.c_str());
  auto const found = kernels.find(signature.substr(0, signature.find('(')));
  if (found == kernels.end()) return fails(invalid_function, "no kernel " + signature);
  if (shared_bytes + found->second.static_shared_bytes > most_shared_bytes())
    return fails(invalid_value, signature + " asks for more shared memory than " + device_name() + " has");
  static std::uint64_t seed = 0;
  LaunchShape const shape{.grid = {grid.x, grid.y, grid.z},
                          .block = {block.x, block.y, block.z},
                          .seed = ++seed,
                          .shared_bytes = static_cast<std::uint32_t>(shared_bytes)};
  std::size_t bytes = 0;
  auto const report = found->second.run(shape, arguments, bytes);
  if (char const* const path = std::getenv("COLEX_HIP_RECORD")) {
    std::ofstream out(path, std::ios::app);
    out << device_name() << " " << symbol << " " << grid.x << " " << grid.y << " " << grid.z << " " << block.x
        << " " << block.y << " " << block.z << " " << shared_bytes << " " << found->second.static_shared_bytes
        << " " << bytes << "\n";
  }
  if (!report.clean()) return fails(launch_failure, describe(report.findings.front()));
  return success;
}

}  // namespace
}  // namespace colex::gpu

using namespace colex::gpu;
using namespace colex::hip;

extern "C" {

int hipMalloc(void** memory, std::size_t bytes) {
  std::lock_guard const held(lock);
  auto buffer = std::make_unique<Buffer<unsigned char>>("device memory", static_cast<Index>(bytes));
  *memory = buffer->view().begin().data;
  allocations[reinterpret_cast<std::uintptr_t>(*memory)] = {std::move(buffer)};
  return success;
}

int hipFree(void* memory) {
  std::lock_guard const held(lock);
  return allocations.erase(reinterpret_cast<std::uintptr_t>(memory)) == 1 ? success : invalid_value;
}

int hipMemcpy(void* to, void const* from, std::size_t bytes, int) {
  std::lock_guard const held(lock);
  std::memcpy(to, from, bytes);
  auto const device = allocations.find(reinterpret_cast<std::uintptr_t>(to));
  if (device != allocations.end())
    device->second.memory->view().begin().shadow->initialise(0, static_cast<Index>(bytes));
  return success;
}

int hipGetDevicePropertiesR0600(void* properties, int) {
  // Another name than the device's, to see what a wrong choice does.
  char const* const said = std::getenv("COLEX_HIP_SAYS");
  write_properties(properties, said == nullptr ? device_name() : std::string(said));
  return success;
}

void** __hipRegisterFatBinary(void const* wrapper) {
  struct Wrapper {
    std::uint32_t magic, version;
    char const* binary;
  };
  auto const& w = *static_cast<Wrapper const*>(wrapper);
  if (w.magic != 0x48495046 || w.version != 1 ||
      std::strncmp(w.binary, "__CLANG_OFFLOAD_BUNDLE__", 24) != 0) {
    std::cerr << "hip_stub: no bundle of code objects\n";
    std::abort();
  }
  static void* module = nullptr;
  return &module;
}
int hipLaunchKernel(void const* function, HipDim3 grid, HipDim3 block, void** arguments,
                    std::size_t shared_bytes, void*) {
  std::lock_guard const held(lock);
  auto const symbol = symbols.find(function);
  if (symbol == symbols.end()) return fails(invalid_function, "a kernel that no binary registered");
  return run(symbol->second, grid, block, shared_bytes, arguments);
}
}
