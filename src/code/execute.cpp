// SPDX-License-Identifier: MIT
// How a launch starts: what registers hold is LLVM's AMDGPU usage guide, "Initial Kernel Execution State".
#include "code/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <random>

#include "code/schedule.hpp"
#include "code/table.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

using cli::InputError;
constexpr std::uint32_t kLdsBytes = 65536, kLdsBytesGfx950 = 163840, kMostScratch = 16384;

std::string at(Instruction const& i) { return fmt::format("{:#x}: {}", i.address, i.text); }

template <class T>
void put(std::vector<std::uint8_t>& to, std::size_t offset, T value) {
  if (offset + sizeof value > to.size()) throw InputError("an argument past the end of the arguments");
  std::memcpy(to.data() + offset, &value, sizeof value);
}

/// The arguments with the hidden ones filled in.
std::vector<std::uint8_t> arguments(Kernel const& kernel, LaunchShape const& shape) {
  std::size_t explicit_bytes = 0;
  for (KernelArgument const& a : kernel.arguments)
    if (!a.is_hidden()) explicit_bytes = std::max<std::size_t>(explicit_bytes, a.offset + a.size);
  if (shape.arguments.size() != explicit_bytes)
    throw InputError(fmt::format("the kernel takes {} bytes of arguments, and {} are given", explicit_bytes,
                                 shape.arguments.size()));
  std::vector<std::uint8_t> all = shape.arguments;
  all.resize(std::max<std::size_t>(kernel.argument_bytes, explicit_bytes));
  for (KernelArgument const& a : kernel.arguments) {
    if (!a.is_hidden()) continue;
    std::string const what = a.kind.substr(7);
    int const axis = what.empty() ? 0 : what.back() - 'x';
    auto const axis_of = [&](char const* name) { return what.starts_with(name) && axis >= 0 && axis < 3; };
    if (axis_of("block_count_"))
      put<std::uint32_t>(all, a.offset, shape.grid[static_cast<std::size_t>(axis)]);
    else if (axis_of("group_size_"))
      put(all, a.offset, static_cast<std::uint16_t>(shape.block[static_cast<std::size_t>(axis)]));
    else if (what == "grid_dims")
      put<std::uint16_t>(all, a.offset,
                         shape.grid[2] > 1 || shape.block[2] > 1   ? 3
                         : shape.grid[1] > 1 || shape.block[1] > 1 ? 2
                                                                   : 1);
    else if (!axis_of("remainder_") && !axis_of("global_offset_") && what != "none" && what != "heap_v1" &&
             what != "hostcall_buffer" && what != "multigrid_sync_arg" && what != "default_queue" &&
             what != "completion_action" && what != "queue_ptr" && what != "printf_buffer" &&
             what != "dynamic_lds_size" && what != "private_base" && what != "shared_base")
      throw InputError(fmt::format("the hidden argument '{}' is not known", a.kind));
  }
  return all;
}

void check_shape(std::string const& target, Kernel const& kernel, LaunchShape const& shape) {
  check_blocks(shape, kernel.most_threads);
  std::uint32_t const most = target == "gfx950" ? kLdsBytesGfx950 : kLdsBytes;
  if (kernel.lds_bytes > most || shape.dynamic_lds > most - kernel.lds_bytes)
    throw InputError(fmt::format("{} bytes of LDS, of {} on {}",
                                 std::uint64_t{kernel.lds_bytes} + shape.dynamic_lds, most, target));
  if (kernel.scratch_bytes > kMostScratch)
    throw InputError(fmt::format("{} bytes of scratch memory of a lane, and {} are the most",
                                 kernel.scratch_bytes, kMostScratch));
  if ((kernel.resources_1 >> 12 & 15) != 0) throw InputError("rounding other than to nearest is not known");
  if ((kernel.resources_1 >> 16 & 15) != 15)
    throw InputError("floating-point numbers without denormals are not known");
}

/// What the scalar registers of a wave hold at the start, in order; none where it is of queues, which kernels that are executed here do not use, or of flat
/// accesses to scratch memory.
std::vector<std::optional<Word>> first_scalars(std::string const& target, Kernel const& kernel,
                                               std::vector<std::uint8_t> const& given,
                                               std::uint64_t arguments, std::uint64_t packet,
                                               std::array<std::uint32_t, 3> block) {
  std::vector<std::optional<Word>> r;
  r.reserve(kScalars);
  auto const enabled = [&](int bit) { return (kernel.properties >> bit & 1) != 0; };
  auto const pair = [&](std::uint64_t value) { r.push_back(low(value)), r.push_back(high(value)); };
  if (enabled(0)) r.insert(r.end(), std::begin(kScratchDescriptor), std::end(kScratchDescriptor));
  if (enabled(1)) pair(packet);
  if (enabled(2)) r.resize(r.size() + 2);  // the queue
  if (enabled(3)) pair(arguments);
  if (enabled(4)) r.resize(r.size() + 2);  // the number of the dispatch
  if (enabled(5)) pair(0);                 // scratch memory of flat accesses
  if (enabled(6)) r.push_back(0);          // bytes of scratch memory
  for (unsigned k = 0; k < kernel.preloaded_dwords(); ++k) {
    std::size_t const at = 4 * (kernel.preloaded_from() + k);
    Word value = 0;
    if (at + 4 <= given.size()) std::memcpy(&value, given.data() + at, 4);
    r.push_back(value);
  }
  for (unsigned axis = 0; axis < 3; ++axis)
    if ((kernel.resources_2 >> (7 + axis) & 1) != 0) r.push_back(block[axis]);
  if ((kernel.resources_2 >> 10 & 1) != 0) r.emplace_back();  // of the block's waves
  if ((kernel.resources_2 & 1) != 0 && target == "gfx90a")
    r.push_back(0);  // where the wave's scratch memory begins
  return r;
}

void start(Wave& wave, Kernel const& kernel, LaunchShape const& shape,
           std::vector<std::optional<Word>> const& scalars) {
  for (std::size_t k = 0; k < scalars.size(); ++k)
    if (scalars[k]) wave.set_scalar(static_cast<unsigned>(k), *scalars[k]);
  Word packed[kLanes];
  unsigned const axes = kernel.resources_2 >> 11 & 3;  // further axes of the thread's number are in v0, too
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::uint32_t const thread = wave.number() * kLanes + lane;
    std::uint32_t const x = thread % shape.block[0], y = thread / shape.block[0] % shape.block[1],
                        z = thread / shape.block[0] / shape.block[1];
    packed[lane] = x | (axes >= 1 ? y << 10 : 0) | (axes >= 2 ? z << 20 : 0);
  }
  wave.set_vector(0, packed);
}

/// Lets a wave run until it waits, ends, or `steps` are done.
void run(Wave& wave, std::uint64_t steps) {
  try {
    for (; wave.state() == Wave::State::runs && steps > 0; --steps) wave.step();
  } catch (cli::Failure const& why) {
    Place const place = wave.place();
    throw InputError(fmt::format("{}: {} at {:#x}, wave {} of block {}", why.message, place.text,
                                 place.address, place.wave, place.block));
  }
}

/// All that still run wait at a barrier now. They go on together.
void pass_barrier(Launch& launch, std::vector<std::unique_ptr<Wave>>& waves) {
  Wave const* first = nullptr;
  Wave const* ended = nullptr;
  for (auto const& wave : waves) {
    if (wave->state() == Wave::State::ended) ended = wave.get();
    if (wave->state() == Wave::State::waits && first == nullptr) first = wave.get();
  }
  for (auto const& wave : waves)
    if (wave->state() == Wave::State::waits && wave->place().address != first->place().address)
      launch.report.add({Defect::barrier_divergence, wave->place(), "waits at another barrier than this wave",
                         true, first->place()});
  if (ended != nullptr)
    launch.report.add({Defect::barrier_divergence, first->place(), "waits for a wave that has ended", true,
                       ended->place()});
  ++launch.report.barriers;
  launch.next_interval();
  for (auto const& wave : waves)
    if (wave->state() == Wave::State::waits) wave->release();
}

}  // namespace

void check_blocks(LaunchShape const& shape, std::uint32_t most_threads,
                  std::array<std::uint32_t, 3> const& required) {
  std::uint64_t const threads = std::uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];
  std::uint64_t blocks = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    if (shape.grid[k] < 1 || shape.block[k] < 1) throw InputError("grid and block are 1 at least");
    if (shape.grid[k] > 1u << 24 || shape.block[k] > 1024)
      throw InputError("a grid of more than 2^24, or a block of more than 1024");
    blocks *= shape.grid[k];
    if (required[k] != 0 && required[k] != shape.block[k])
      throw InputError(fmt::format("a block of {},{},{} threads, and the kernel was compiled for {},{},{}",
                                   shape.block[0], shape.block[1], shape.block[2], required[0], required[1],
                                   required[2]));
  }
  if (threads > 1024 || blocks > 1u << 24)
    throw InputError("a block has 1024 threads at most, a grid 2^24 blocks");
  if (most_threads != 0 && threads > most_threads)
    throw InputError(fmt::format("a block of {} threads, and the kernel was compiled for {} at most", threads,
                                 most_threads));
}

void prepare(Launch& launch, std::string const& target, Kernel const& kernel) {
  std::vector<Instruction> program = disassemble(target, kernel);
  if (program.size() > kMostInstructions)
    throw InputError(fmt::format("more than {} instructions", kMostInstructions));
  for (Instruction& i : program) {
    Row<Wave> const* const row = find_row(target, i.name);
    Step step{std::move(i), nullptr, false};
    if (row != nullptr) {
      if (step.instruction.operands.size() != row->operands)
        throw InputError(fmt::format("{} has {} operands, and {} are known", at(step.instruction),
                                     step.instruction.operands.size(), row->operands));
      if ((step.instruction.modifiers.given & ~row->takes) != 0)
        throw InputError(at(step.instruction) + ": a modifier that this instruction is not known to take");
      step.run = row->run, step.is_vector = row->is_vector;
    } else {  // refused when it is reached, for much of a program may never be
      step.run = [](Wave&, Instruction const&) { throw InputError("this instruction is not known"); };
    }
    launch.program.push_back(std::move(step));
  }
}

void execute(Launch& launch, std::string const& target, Kernel const& kernel, LaunchShape const& shape) {
  check_shape(target, kernel, shape);
  if (launch.program.empty()) prepare(launch, target, kernel);
  launch.first_interval = launch.interval + 1;
  launch.block_intervals.clear();
  launch.budget = shape.budget;
  launch.scratch_bytes = kernel.scratch_bytes;
  std::vector<std::uint8_t> const passed = arguments(kernel, shape);
  std::uint64_t const given = launch.memory.add("arguments", passed, Use::read);
  std::vector<std::uint8_t> packet(64);
  for (std::size_t k = 0; k < 3; ++k) {
    put(packet, 4 + 2 * k, static_cast<std::uint16_t>(shape.block[k]));
    put(packet, 12 + 4 * k, shape.grid[k] * shape.block[k]);
  }
  std::uint64_t const dispatch = launch.memory.add("dispatch packet", packet, Use::read);
  std::uint32_t const threads = shape.block[0] * shape.block[1] * shape.block[2],
                      in_block = (threads + kLanes - 1) / kLanes;
  std::size_t const lds_bytes = kernel.lds_bytes + shape.dynamic_lds;
  Shadow lds_shadow(lds_bytes);
  std::mt19937_64 random(shape.seed);
  std::uint64_t number = 0;
  for (std::uint32_t z = 0; z < shape.grid[2]; ++z)
    for (std::uint32_t y = 0; y < shape.grid[1]; ++y)
      for (std::uint32_t x = 0; x < shape.grid[0]; ++x) {
        launch.block_intervals.push_back(++launch.interval);
        Block block{launch, number++, launch.interval, std::vector<std::uint8_t>(lds_bytes), lds_shadow};
        auto const scalars = first_scalars(target, kernel, passed, given, dispatch, {x, y, z});
        std::vector<std::unique_ptr<Wave>> waves;
        for (std::uint32_t w = 0; w < in_block; ++w) {
          std::uint32_t const lanes = std::min<std::uint32_t>(kLanes, threads - w * kLanes);
          waves.push_back(std::make_unique<Wave>(
              launch, block, w, lanes == kLanes ? kAllLanes : (std::uint64_t{1} << lanes) - 1));
          start(*waves.back(), kernel, shape, scalars);
        }
        take_turns(waves, shape, random, run, [&] { pass_barrier(launch, waves); });
        ++launch.report.blocks, launch.report.waves += in_block;
      }
  launch.memory.remove(given), launch.memory.remove(dispatch);
}

}  // namespace colex::code
