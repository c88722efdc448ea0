// SPDX-License-Identifier: MIT
// HIP's runtime where there is no device, for a test of the executor: memory is the executor's, and a launch executes the machine code that
// the library carries for the target.
//
//   LD_PRELOAD=libhip_execute.so COLEX_HIP_DEVICE=gfx90a COLEX_HIP_RECORD=launches.txt program
//
// is a device of that target (gfx942 where none is named), whose waves take turns by chance where COLEX_HIP_SEED is a number, and writes a line for each launch: target, kernel, instructions of waves and of
// lanes. A finding is printed, and fails the launch. With COLEX_HIP_LAYOUTS=layouts.txt each access is compared with what `colex inspect` says of it, and a
// line for each launch is target, kernel, accesses of waves compared, those among them whose base is known, and the others. With COLEX_HIP_PTX=A.ptx:B.ptx
// kernels are those of these files, by the same symbols. With COLEX_HIP_CODE=A.co:B.co the code object B is executed in place of A. With COLEX_HIP_NAMES=names.txt nothing is executed: the
// kernels of the launches are written there. With COLEX_HIP_LAUNCHES=folder each launch is written there (launch_record.hpp).
#include <deque>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

#include "../c/hip_runtime.hpp"
#include "code/execute.hpp"
#include "code/ptx/execute.hpp"
#include "device_memory.hpp"
#include "launch_record.hpp"
#include "layout_check.hpp"
#include "operations/failure.hpp"

namespace {

using namespace colex;
using namespace colex::hip;

code::Launch device;
std::vector<code::CodeObject> objects;  // of the target
std::map<std::string, std::vector<code::Step>> programs;
std::set<std::uint64_t> addresses;  // of the arrays of the device

std::vector<code::Array const*> arrays() {
  std::vector<code::Array const*> r;
  for (std::uint64_t const address : addresses) r.push_back(device.memory.find(address, 0));
  return r;
}

HipError fails(HipError error, std::string const& why) {
  std::cerr << "hip_execute: " << why << "\n";
  return last_error = error;
}

std::string text_of(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The code that is executed in place of that one.
std::string in_place_of(std::string code) {
  char const* const given = std::getenv("COLEX_HIP_CODE");
  if (given == nullptr) return code;
  std::string const paths = given;
  std::size_t const between = paths.find(':');
  return code == text_of(paths.substr(0, between)) ? text_of(paths.substr(between + 1)) : code;
}

/// The code objects of a bundle for the target.
void read_bundle(char const* bundle) {
  auto const number = [&](std::size_t at) {
    std::uint64_t n = 0;
    std::memcpy(&n, bundle + at, 8);
    return n;
  };
  std::size_t at = 32;
  for (std::uint64_t left = number(24); left > 0; --left) {
    std::uint64_t const offset = number(at), size = number(at + 8), length = number(at + 16);
    std::string const name(bundle + at + 24, length);
    at += 24 + length;
    if (size > 0 && name.ends_with("--" + device_name()))
      objects.push_back(code::read_code_object(name, in_place_of(std::string(bundle + offset, size))));
  }
}

/// What the judge says of a kernel with blocks of so many threads; null where it does not take the kernel.
code::LayoutCheck* check_of(code::Kernel const& kernel, unsigned threads) {
  static std::map<std::pair<std::string, unsigned>, std::unique_ptr<code::LayoutCheck>> all;
  constexpr std::size_t kMostKept = 4;  // their terms are of one pool, which has a limit
  if (all.size() >= kMostKept && all.count({kernel.name, threads}) == 0) all.clear();
  auto const [found, is_new] = all.try_emplace({kernel.name, threads});
  try {
    if (is_new) found->second = std::make_unique<code::LayoutCheck>(device_name(), kernel, threads);
  } catch (cli::Failure const& why) {
    std::cerr << "hip_execute: not inspected: " << why.message << "\n";
  }
  return found->second.get();
}

code::ptx::PtxLaunch ptx_device;  // whose memory is `device`'s while it executes

std::deque<code::ptx::Module> const& ptx_modules() {
  static std::deque<code::ptx::Module> const all = [] {
    std::deque<code::ptx::Module> r;
    std::istringstream paths(std::getenv("COLEX_HIP_PTX"));
    for (std::string path; std::getline(paths, path, ':');)
      r.push_back(code::ptx::read_module(path, text_of(path)));
    return r;
  }();
  return all;
}

HipError run_ptx(std::string const& symbol, HipDim3 grid, HipDim3 block, std::size_t shared_bytes,
                 void** arguments) {
  for (code::ptx::Module const& module : ptx_modules())
    for (code::ptx::Entry const& entry : module.entries) {
      if (entry.name != symbol) continue;
      code::LaunchShape shape{.grid = {grid.x, grid.y, grid.z},
                              .block = {block.x, block.y, block.z},
                              .arguments = std::vector<std::uint8_t>(entry.parameter_bytes),
                              .dynamic_lds = static_cast<std::uint32_t>(shared_bytes)};
      for (std::size_t k = 0; k < entry.parameters.size(); ++k)
        std::memcpy(shape.arguments.data() + entry.parameters[k].offset, arguments[k],
                    entry.parameters[k].bytes);
      ptx_device.report = {};
      std::swap(device.memory, ptx_device.memory);
      code::ptx::execute(ptx_device, module, entry, shape);
      std::swap(device.memory, ptx_device.memory);
      code::Report const& report = ptx_device.report;
      if (char const* const path = std::getenv("COLEX_HIP_RECORD"))
        std::ofstream(path, std::ios::app) << module.target << " " << symbol << " " << report.instructions
                                           << " " << report.lane_instructions << "\n";
      return report.clean() ? success
                            : fails(launch_failure, symbol + ": " + code::describe(report.findings.front()));
    }
  return fails(invalid_function, "no kernel " + symbol);
}

HipError run(std::string const& symbol, HipDim3 grid, HipDim3 block, std::size_t shared_bytes,
             void** arguments) {
  if (std::getenv("COLEX_HIP_PTX") != nullptr) return run_ptx(symbol, grid, block, shared_bytes, arguments);
  code::Kernel const* kernel = nullptr;
  for (auto const& object : objects)
    for (auto const& one : object.kernels)
      if (one.name == symbol) kernel = &one;
  if (kernel == nullptr) return fails(invalid_function, "no kernel " + symbol);
  if (char const* const path = std::getenv("COLEX_HIP_NAMES")) {
    std::ofstream(path, std::ios::app) << symbol << "\n";
    return success;
  }
  code::LaunchShape shape{.grid = {grid.x, grid.y, grid.z},
                          .block = {block.x, block.y, block.z},
                          .dynamic_lds = static_cast<std::uint32_t>(shared_bytes)};
  if (char const* const seed = std::getenv("COLEX_HIP_SEED"))
    shape.schedule = code::Schedule::random, shape.seed = std::strtoull(seed, nullptr, 10);
  std::size_t number = 0;
  for (auto const& a : kernel->arguments) {
    if (a.is_hidden()) continue;
    shape.arguments.resize(a.offset + a.size);
    std::memcpy(shape.arguments.data() + a.offset, arguments[number++], a.size);
  }
  device.report = {};
  auto& program = programs[symbol];
  char const* const layouts = std::getenv("COLEX_HIP_LAYOUTS");
  code::LayoutCheck* const check = layouts != nullptr ? check_of(*kernel, block.x) : nullptr;
  if (check != nullptr) {
    check->compared = check->with_base = check->others = 0;
    check->begin(shape);
    device.observer = check;
  }
  std::optional<code::LaunchRecord> record;
  if (char const* const folder = std::getenv("COLEX_HIP_LAUNCHES"))
    record.emplace(folder, device_name(), *kernel, shape, arrays());
  device.program.swap(program);
  code::execute(device, device_name(), *kernel, shape);
  device.program.swap(program);
  record.reset();
  device.observer = nullptr;
  if (check != nullptr)
    std::ofstream(layouts, std::ios::app) << device_name() << " " << symbol << " " << check->compared << " "
                                          << check->with_base << " " << check->others << "\n";
  if (char const* const path = std::getenv("COLEX_HIP_RECORD"))
    std::ofstream(path, std::ios::app) << device_name() << " " << symbol << " " << device.report.instructions
                                       << " " << device.report.lane_instructions << "\n";
  return device.report.clean()
             ? success
             : fails(launch_failure, symbol + ": " + code::describe(device.report.findings.front()));
}

}  // namespace

extern "C" {

int hipMalloc(void** memory, std::size_t bytes) {
  std::lock_guard const held(lock);
  *memory = code::allocated(device.memory, bytes);
  addresses.insert(reinterpret_cast<std::uint64_t>(*memory));
  return success;
}

int hipFree(void* memory) {
  std::lock_guard const held(lock);
  device.memory.remove(reinterpret_cast<std::uint64_t>(memory));
  addresses.erase(reinterpret_cast<std::uint64_t>(memory));
  return success;
}

int hipMemcpy(void* to, void const* from, std::size_t bytes, int) {
  std::lock_guard const held(lock);
  return code::copied(device.memory, to, from, bytes) ? success
                                                      : fails(invalid_value, "hipMemcpy of no array");
}

int hipGetDevicePropertiesR0600(void* properties, int) {
  write_properties(properties, device_name());
  return success;
}

void** __hipRegisterFatBinary(void const* wrapper) {
  struct Wrapper {
    std::uint32_t magic, version;
    char const* binary;
  };
  std::lock_guard const held(lock);
  read_bundle(static_cast<Wrapper const*>(wrapper)->binary);
  static void* module = nullptr;
  return &module;
}
int hipLaunchKernel(void const* function, HipDim3 grid, HipDim3 block, void** arguments,
                    std::size_t shared_bytes, void*) {
  std::lock_guard const held(lock);
  auto const symbol = symbols.find(function);
  if (symbol == symbols.end()) return fails(invalid_function, "a kernel that no binary registered");
  try {
    return run(symbol->second, grid, block, shared_bytes, arguments);
  } catch (cli::Failure const& why) {
    return fails(launch_failure, why.message);
  } catch (std::runtime_error const& why) {
    return fails(launch_failure, why.what());
  }
}
}
