// SPDX-License-Identifier: MIT
// CUDA's runtime where there is no device, for a test of the executor: memory is the executor's, and a launch executes the PTX that COLEX_CUDA_PTX names.
// The stub of CUDA (tests/c/cuda_stub) calls it where COLEX_CUDA_EXECUTES is defined. Warps take turns as COLEX_CUDA_SCHEDULE says: in-order, random or
// adversarial. A finding is printed, and fails the launch; what was executed goes to standard error.
#include "cuda_execute.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "code/ptx/execute.hpp"
#include "device_memory.hpp"
#include "operations/failure.hpp"

namespace {

using namespace colex::code;

ptx::PtxLaunch device;

ptx::Module const& module() {
  static ptx::Module const read = [] {
    char const* const path = std::getenv("COLEX_CUDA_PTX");
    std::ifstream file(path, std::ios::binary);
    return ptx::read_module(path, std::string(std::istreambuf_iterator<char>(file), {}));
  }();
  return read;
}

/// What tells the kernels of one config apart. Their whole symbols do not: nvcc and clang write values of a class differently.
struct Told {
  bool adds_up, takes_groups, last_is_true;
  explicit Told(std::string const& symbol)
      : adds_up(symbol.find("sum_kernel") != symbol.npos),
        takes_groups(symbol.find("GroupedList") != symbol.npos),
        last_is_true(symbol.find("ELb1EEEv") != symbol.npos) {}
  bool operator==(Told const&) const = default;
};

/// The kernel that a function of the host launches.
ptx::Entry const& kernel_of(void const* function) {
  Dl_info info{};
  if (dladdr(function, &info) == 0 || info.dli_sname == nullptr)
    throw colex::cli::InputError("a kernel without a symbol");
  ptx::Entry const* found = nullptr;
  for (ptx::Entry const& e : module().entries) {
    if (Told(e.name) != Told(info.dli_sname)) continue;
    if (found != nullptr)
      throw colex::cli::InputError("several kernels may be that of " + std::string(info.dli_sname));
    found = &e;
  }
  if (found == nullptr) throw colex::cli::InputError("no kernel is that of " + std::string(info.dli_sname));
  return *found;
}

int fails(std::string const& why) {
  std::cerr << "cuda_execute: " << why << "\n";
  return 1;
}

}  // namespace

extern "C" {

void* cuda_execute_malloc(std::size_t bytes) { return allocated(device.memory, bytes); }
void cuda_execute_free(void* memory) { device.memory.remove(reinterpret_cast<std::uint64_t>(memory)); }

int cuda_execute_copy(void* to, void const* from, std::size_t bytes) {
  return copied(device.memory, to, from, bytes) ? 0 : fails("a copy of no array");
}

int cuda_execute_encode(void* map, unsigned element_bytes, unsigned rank, void* data,
                        std::uint64_t const* extents, std::uint64_t const* strides, std::uint32_t const* box,
                        unsigned span) {
  ptx::TensorMap m;
  m.address = reinterpret_cast<std::uint64_t>(data), m.rank = rank, m.element_bytes = element_bytes,
  m.span = span;
  for (unsigned k = 0; k < rank && k < ptx::kMostRank; ++k)
    m.extents[k] = extents[k], m.box[k] = box[k], m.strides[k] = k == 0 ? element_bytes : strides[k - 1];
  if (char const* const why = ptx::refusal_of(m)) return fails(why);
  std::memcpy(map, ptx::encoded(m).data(), ptx::kTensorMapBytes);
  return 0;
}

int cuda_execute_launch(void const* function, unsigned const* grid, unsigned const* block,
                        std::size_t shared_bytes, void const* const* arguments, std::size_t const* sizes,
                        unsigned count) {
  try {
    ptx::Entry const& entry = kernel_of(function);
    std::string const schedule =
        std::getenv("COLEX_CUDA_SCHEDULE") == nullptr ? "" : std::getenv("COLEX_CUDA_SCHEDULE");
    LaunchShape shape{.grid = {grid[0], grid[1], grid[2]},
                      .block = {block[0], block[1], block[2]},
                      .arguments = std::vector<std::uint8_t>(entry.parameter_bytes),
                      .dynamic_lds = static_cast<std::uint32_t>(shared_bytes),
                      .schedule = schedule == "random"        ? Schedule::random
                                  : schedule == "adversarial" ? Schedule::adversarial
                                                              : Schedule::in_order};
    if (entry.parameters.size() != count) return fails(entry.name + ": another number of arguments");
    for (std::size_t k = 0; k < count; ++k) {
      if (entry.parameters[k].bytes != sizes[k]) return fails(entry.name + ": an argument of another size");
      std::memcpy(shape.arguments.data() + entry.parameters[k].offset, arguments[k], sizes[k]);
    }
    device.report = {};
    ptx::execute(device, module(), entry, shape);
    Report const& report = device.report;
    std::cerr << "executed " << entry.name << ": " << report.blocks << " blocks, " << report.instructions
              << " instructions of warps\n";
    for (Finding const& f : report.findings) std::cerr << "  " << describe(f) << "\n";
    return report.clean() ? 0 : 1;
  } catch (colex::cli::Failure const& why) {
    return fails(why.message);
  } catch (std::exception const& why) {
    return fails(why.what());
  }
}
}
