// SPDX-License-Identifier: MIT
// How a launch of PTX starts, and how its warps take turns. Special registers: manual, chapter "Special Registers".
#include "code/ptx/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <unordered_map>

#include "code/ptx/rows.hpp"
#include "code/schedule.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

namespace {

using cli::InputError;
constexpr std::uint64_t kMostShared =
    232448;  // of a block of sm_90; and of those that are read, no target has more
constexpr std::uint64_t kMostLocal = std::uint64_t{1} << 19;

std::uint64_t up(std::uint64_t at, std::uint64_t alignment) {
  return (at + alignment - 1) / alignment * alignment;
}

/// Where the variables of shared memory lie that a kernel uses: its own, and the file's.
struct SharedLayout {
  std::unordered_map<std::string, std::uint64_t> offsets{};
  std::uint64_t bytes = 0;
};
SharedLayout shared_layout(Module const& module, Entry const& entry) {
  SharedLayout r;
  std::set<std::string> used;
  for (Slot const& s : entry.slots)
    if (s.kind == Slot::Kind::address) used.insert(s.name);
  std::vector<Variable const*> external;
  for (auto const* variables : {&module.variables, &entry.variables})
    for (Variable const& v : *variables) {
      if (v.space != Space::shared || used.count(v.name) == 0) continue;
      if (v.is_external) {
        external.push_back(&v);
        continue;
      }
      r.offsets[v.name] = r.bytes = up(r.bytes, v.alignment);
      r.bytes += v.bytes;
    }
  std::uint64_t alignment = 1;
  for (Variable const* v : external) alignment = std::max<std::uint64_t>(alignment, v->alignment);
  if (!external.empty()) r.bytes = up(r.bytes, alignment);
  for (Variable const* v : external) r.offsets[v->name] = r.bytes;  // all begin where the launch's bytes do
  return r;
}

void check_shape(Entry const& entry, LaunchShape const& shape, std::uint64_t shared) {
  check_blocks(shape, entry.most_threads, entry.required);
  std::uint64_t const warps = (shape.block[0] * shape.block[1] * shape.block[2] + kLanes - 1) / kLanes;
  std::uint64_t cluster = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    cluster *= entry.cluster[k];
    if (cluster < 1 || cluster > 16 || cluster * warps > kMostWarps)
      throw InputError(fmt::format("a cluster of {} blocks of {} warps, and {} warps are known", cluster,
                                   warps, kMostWarps));
    if (shape.grid[k] % entry.cluster[k] != 0)
      throw InputError(fmt::format("a grid of {} blocks along {}, no multiple of its clusters of {}",
                                   shape.grid[k], "xyz"[k], entry.cluster[k]));
  }
  if (shared > kMostShared)
    throw InputError(
        fmt::format("{} bytes of shared memory, and a block has {} at most", shared, kMostShared));
  if (shape.arguments.size() != entry.parameter_bytes)
    throw InputError(fmt::format("the kernel takes {} bytes of arguments, and {} are given",
                                 entry.parameter_bytes, shape.arguments.size()));
}

/// Fills in what slots hold at the start: constants, addresses, special registers.
void start(Warp& warp, PtxLaunch const& launch, BlockState const& block, LaunchShape const& shape,
           std::uint64_t shared) {
  Wide values[kLanes];
  std::uint32_t const threads = static_cast<std::uint32_t>(block.threads), cluster = launch.cluster;
  auto const in_cluster = [&](std::size_t axis) { return launch.entry->cluster[axis]; };
  auto const& slots = launch.entry->slots;
  for (std::size_t s = 0; s < slots.size(); ++s) {
    Slot const& slot = slots[s];
    if (slot.kind == Slot::Kind::reg) continue;
    std::string const& name = slot.name;
    std::size_t const axis = slot.kind == Slot::Kind::special && name[name.size() - 2] == '.'
                                 ? static_cast<std::size_t>(name.back() - 'x')
                                 : 0;
    for (unsigned l = 0; l < kLanes; ++l) {
      std::uint32_t const thread = warp.number_in_block() * kLanes + l;
      Wide v = 0;
      if (slot.kind == Slot::Kind::constant)
        v = slot.value;
      else if (slot.kind == Slot::Kind::address)
        v = launch.addresses[s];
      else if (name.starts_with("%tid."))
        v = axis == 0   ? thread % shape.block[0]
            : axis == 1 ? thread / shape.block[0] % shape.block[1]
                        : thread / shape.block[0] / shape.block[1];
      else if (name.starts_with("%ntid."))
        v = shape.block[axis];
      else if (name.starts_with("%ctaid."))
        v = block.index[axis];
      else if (name.starts_with("%clusterid."))
        v = block.index[axis] / in_cluster(axis);
      else if (name.starts_with("%nctaid."))
        v = shape.grid[axis];
      else if (name.starts_with("%nclusterid."))
        v = shape.grid[axis] / in_cluster(axis);
      else if (name.starts_with("%cluster_nctaid."))
        v = in_cluster(axis);
      else if (name == "%cluster_nctarank")
        v = cluster;
      else if (name == "%cluster_ctarank")
        v = block.rank;
      else if (name.starts_with("%cluster_ctaid."))
        v = block.index[axis] % in_cluster(axis);
      else if (name == "%is_explicit_cluster")
        v = cluster > 1 ? 1 : 0;
      else if (name == "%laneid")
        v = l;
      else if (name == "%warpid")
        v = warp.number_in_block();
      else if (name == "%nwarpid")
        v = (threads + kLanes - 1) / kLanes;
      else if (name == "%lanemask_eq")
        v = Wide{1} << l;
      else if (name == "%lanemask_lt")
        v = (Wide{1} << l) - 1;
      else if (name == "%lanemask_le")
        v = (Wide{2} << l) - 1;
      else if (name == "%lanemask_gt")
        v = ~((Wide{2} << l) - 1) & 0xFFFFFFFFu;
      else if (name == "%lanemask_ge")
        v = ~((Wide{1} << l) - 1) & 0xFFFFFFFFu;
      else if (name == "%dynamic_smem_size")
        v = shape.dynamic_lds;
      else if (name == "%total_smem_size")
        v = shared;
      values[l] = v;  // 0 of the grid's number
    }
    warp.set(s, values);
  }
}

void run(Warp& warp, std::uint64_t steps) {
  try {
    for (; warp.state() == Warp::State::runs && steps > 0; --steps) warp.step();
  } catch (cli::Failure const& why) {
    Place const place = warp.place();
    throw InputError(fmt::format("{}: {} at line {}, warp {} of block {}", why.message, place.text,
                                 place.address, place.wave, place.block));
  }
}

/// Lets those go on that wait at a barrier.
void complete(PtxLaunch& launch, BlockState& block, NamedBarrier& barrier) {
  ++launch.report.barriers;
  Values result;
  for (Warp* const warp : block.warps) {
    if ((barrier.waiting >> warp->number() & 1) == 0) continue;
    warp->receive(barrier);
    if (warp->reduces != 0) {
      Wide const value = warp->reduces == 1                                 ? barrier.popcount
                         : (warp->reduces == 2 ? barrier.all : barrier.any) ? 1
                                                                            : 0;
      std::fill(std::begin(result.lane), std::end(result.lane), value);
      warp->put(warp->reduces_to, result.lane, kAllLanes);
      warp->reduces = 0;
    }
    warp->release();
  }
  barrier = NamedBarrier{};
}

/// Barriers to which all have come that they are for.
void look_at_barriers(PtxLaunch& launch, BlockState& block, std::uint64_t& phases) {
  if (phases != block.phases)
    for (Warp* const warp : block.warps)
      if (warp->state() == Warp::State::waits && warp->waits_at == kWaitsInMemory) warp->release();
  phases = block.phases;
  for (NamedBarrier& b : block.barriers) {
    if (b.threads == 0) continue;
    if (b.expected != 0) {
      if (b.threads >= b.expected) complete(launch, block, b);
      continue;
    }
    Warp const* ended = nullptr;
    bool all = true;
    for (Warp const* const warp : block.warps) {
      if ((b.arrived >> warp->number() & 1) != 0) continue;
      if (warp->state() == Warp::State::ended)
        ended = warp;
      else
        all = false;
    }
    if (!all) continue;
    if (ended != nullptr)
      for (Warp const* const warp : block.warps)
        if ((b.waiting >> warp->number() & 1) != 0) {
          launch.report.add({Defect::barrier_divergence, warp->place(), "waits for a warp that has ended",
                             true, ended->place()});
          break;
        }
    complete(launch, block, b);
  }
}

/// All that have not ended wait, and no barrier is complete. One that waits for registers or an mbarrier is named first: others may wait for what it does later.
void unlock(PtxLaunch& launch, Cluster& cluster) {
  Warp* first = nullptr;
  Warp const* other = nullptr;
  auto const waits = [](auto const& warp) { return warp->state() == Warp::State::waits; };
  auto const urgency = [](Warp const& warp) {
    return warp.waits_at >= kWaitsForRegisters ? 2 : warp.waits_at == kWaitsInMemory ? 1 : 0;
  };
  for (auto const& warp : cluster.warps)
    if (waits(warp) && (first == nullptr || urgency(*warp) > urgency(*first))) first = warp.get();
  if (first->waits_at >= kWaitsInMemory) {
    std::string const detail =
        first->waits_at == kWaitsForRegisters ? "waits for more registers than other warps release"
        : first->waits_at == kWaitsForColumns ? "waits for columns of tensor memory, which nobody gives back"
        : first->waits_at == kWaitsInMemory
            ? "waits at an mbarrier whose phase never completes"
            : "waits at the cluster's barrier, to which the others do not come";
    launch.report.add({Defect::barrier_divergence, first->place(), detail, false, {}});
    first->goes_on = true;
    return first->release();
  }
  for (auto const& warp : cluster.warps)
    if (other == nullptr && waits(warp) && warp->waits_at != first->waits_at) other = warp.get();
  std::string const detail =
      fmt::format("waits at barrier {}, to which the others do not come", first->waits_at);
  if (other != nullptr)
    launch.report.add({Defect::barrier_divergence, first->place(), detail, true, other->place()});
  else
    launch.report.add({Defect::barrier_divergence, first->place(), detail, false, {}});
  BlockState& block = first->block_state();
  for (NamedBarrier& b : block.barriers)
    if (b.waiting != 0) complete(launch, block, b);
}

/// Registers that a thread begins with, where ptxas knows it and does not ignore setmaxnreg: as many as the directives allow, and as any setmaxnreg.inc asks for.
unsigned first_registers(Entry const& entry) {
  constexpr unsigned all = 1u << 16, in_group = kWarpsOfGroup * kLanes;
  bool const fits = entry.most_threads != 0 && entry.least_blocks != 0;
  if (entry.most_registers == 0 && !fits) return 0;
  std::uint64_t r = entry.most_registers == 0 ? all : entry.most_registers, most = 0;
  if (fits) {
    std::uint64_t const groups = (std::uint64_t{entry.most_threads} + in_group - 1) / in_group;
    r = std::min(r, all / (groups * in_group * entry.least_blocks) / 8 * 8);
  }
  for (Instruction const& i : entry.instructions)
    if (i.key.starts_with("setmaxnreg.inc.") && i.operands.size() == 1 && i.operands[0].slot != kSink)
      most = std::max(most, entry.slots[static_cast<std::size_t>(i.operands[0].slot)].value);
  return static_cast<unsigned>(up(most == 0 ? r : std::min(r, most), 8));
}

/// What is left when all have ended.
void look_at_end(PtxLaunch& launch, BlockState const& block) {
  if (!block.bulk_copies.empty()) {
    BulkCopy const& copy = block.bulk_copies.front();
    launch.report.add({Defect::early_use,
                       launch.place(block.number, copy.by->number(), copy.lane, copy.instruction),
                       "nobody waits for the bytes of this copy before the block ends",
                       false,
                       {}});
  }
  if (block.tensor != nullptr) {
    auto const end = [&](Place const& place, char const* detail) {
      launch.report.add({Defect::early_use, place, detail, false, {}});
    };
    auto const& products = block.tensor->products;
    if (!products.empty())
      end(launch.place(block.number, products[0].by->number(), products[0].lane, products[0].instruction),
          "nobody waits for this product before the block ends");
    if (std::any_of(std::begin(block.tensor->owner), std::end(block.tensor->owner),
                    [](unsigned owner) { return owner != 0; }))
      end(block.warps[0]->place(), "the block ends before its columns of tensor memory were given back");
  }
  for (std::size_t k = 0; k + 1 < block.warps.size(); ++k) {
    Warp const &warp = *block.warps[k], &next = *block.warps[k + 1];
    if (k / kWarpsOfGroup != (k + 1) / kWarpsOfGroup) continue;
    auto const say = [&](char const* what) {
      launch.report.add({Defect::barrier_divergence, warp.place(),
                         fmt::format("this warp has {} than the next of its warpgroup", what), true,
                         next.place()});
    };
    if (warp.started_products() != next.started_products()) return say("started another number of products");
    if (warp.register_changes() != next.register_changes())
      return say("executed setmaxnreg another number of times");
  }
}

}  // namespace

std::map<std::string, std::uint64_t> shared_offsets(Module const& module, Entry const& entry) {
  auto const all = shared_layout(module, entry).offsets;
  return {all.begin(), all.end()};
}

std::uint64_t shared_bytes(Module const& module, Entry const& entry) {
  return shared_layout(module, entry).bytes;
}

void execute(PtxLaunch& launch, Module const& module, Entry const& entry, LaunchShape const& shape) {
  SharedLayout const shared = shared_layout(module, entry);
  std::uint64_t const shared_bytes = shared.bytes + shape.dynamic_lds;
  check_shape(entry, shape, shared_bytes);
  launch.module = &module, launch.entry = &entry, launch.local_name = "shared memory";
  launch.first_interval = launch.interval + 1;
  launch.block_intervals.clear(), launch.numbers.clear();
  launch.budget = shape.budget;
  launch.rows.clear(), launch.is_async.clear();
  launch.multiplies = false;
  std::set<std::string> refused;
  for (Instruction const& i : entry.instructions) {
    launch.is_async.push_back(i.key.starts_with("cp.async.bulk."));
    launch.multiplies = launch.multiplies || i.key.starts_with("wgmma.") || i.key.starts_with("tcgen05.");
    std::string why;
    Row<Warp> const* const row = row_of(i, why);
    launch.rows.push_back(row != nullptr ? row->run : [](Warp& w, Instruction const& of) {
      std::string reason;
      row_of(of, reason);
      w.refuse(reason.c_str());
    });
  }
  // Variables: those of the file that are global keep what a kernel leaves there only for this launch.
  std::unordered_map<std::string, std::uint64_t> at(shared.offsets.begin(), shared.offsets.end());
  std::vector<std::uint64_t> added;
  for (auto const* variables : {&module.variables, &entry.variables})
    for (Variable const& v : *variables)
      if ((v.space == Space::global || v.space == Space::constant) && v.bytes != 0) {
        std::vector<std::uint8_t> bytes = v.initial;
        bytes.resize(v.bytes);
        at[v.name] = launch.memory.add(v.name.substr(0, v.name.find('#')), std::move(bytes),
                                       v.space == Space::constant ? Use::read : Use::read_write);
        added.push_back(at[v.name]);
      }
  for (auto const* variables : {&module.variables, &entry.variables})
    for (Variable const& v : *variables)
      for (auto const& [offset, name] : v.addresses) {
        auto const to = at.find(name);
        if (to == at.end())
          throw InputError(
              fmt::format("the address of '{}', with which '{}' begins, is not known", name, v.name));
        Array* const array = launch.memory.find(at[v.name] + offset, 8);
        std::uint64_t value = 0;
        std::memcpy(&value, array->bytes.data() + offset, 8);
        value += to->second;
        std::memcpy(array->bytes.data() + offset, &value, 8);
      }
  launch.local_bytes = 0;
  for (Variable const& v : entry.variables)
    if (v.space == Space::local) {
      at[v.name] = launch.local_bytes = up(launch.local_bytes, v.alignment);
      launch.local_bytes += v.bytes;
    }
  if (launch.local_bytes > kMostLocal) throw InputError("more than 512 KiB of local memory a thread");
  for (Variable const& v : entry.parameters) at[v.name] = kParameterWindow + v.offset;
  launch.addresses.assign(entry.slots.size(), 0);
  for (std::size_t s = 0; s < entry.slots.size(); ++s) {
    if (entry.slots[s].kind != Slot::Kind::address) continue;
    auto const found = at.find(entry.slots[s].name);
    if (found == at.end())
      throw InputError(fmt::format("'{}' is defined in no file that is given", entry.slots[s].name));
    launch.addresses[s] = found->second + entry.slots[s].value;
  }
  std::uint32_t const threads = shape.block[0] * shape.block[1] * shape.block[2],
                      in_block = (threads + kLanes - 1) / kLanes;
  auto const& [along_x, along_y, along_z] = entry.cluster;
  std::uint32_t const size = along_x * along_y * along_z;
  launch.cluster = size, launch.warps_of_block = in_block, launch.registers = first_registers(entry);
  std::vector<Shadow> shadows;
  std::vector<AsyncReads> reads;
  for (std::uint32_t k = 0; k < size; ++k)
    shadows.emplace_back(shared_bytes), reads.emplace_back(shared_bytes);
  std::mt19937_64 random(shape.seed);
  for (std::uint32_t z = 0; z < shape.grid[2]; z += along_z)
    for (std::uint32_t y = 0; y < shape.grid[1]; y += along_y)
      for (std::uint32_t x = 0; x < shape.grid[0]; x += along_x) {
        launch.block_intervals.push_back(launch.next_interval());
        Cluster cluster;
        for (std::uint32_t rank = 0; rank < size; ++rank) {  // along x first
          std::array<std::uint32_t, 3> const index{x + rank % along_x, y + rank / along_x % along_y,
                                                   z + rank / along_x / along_y};
          launch.numbers.push_back(index[0] + std::uint64_t{shape.grid[0]} *
                                                  (index[1] + std::uint64_t{shape.grid[1]} * index[2]));
          auto& block = *cluster.blocks.emplace_back(std::make_unique<BlockState>(
              BlockState{{launch, launch.numbers.back(), launch.interval,
                          std::vector<std::uint8_t>(shared_bytes), shadows[rank]},
                         cluster,
                         rank,
                         reads[rank],
                         index,
                         {},
                         {},
                         &shape.arguments,
                         threads}));
          for (std::uint32_t w = 0; w < in_block; ++w) {
            std::uint32_t const lanes = std::min<std::uint32_t>(kLanes, threads - w * kLanes);
            cluster.warps.push_back(std::make_unique<Warp>(launch, block, rank * in_block + w,
                                                           lanes == kLanes ? kAllLanes : (1u << lanes) - 1));
            block.warps.push_back(cluster.warps.back().get());
            start(*block.warps.back(), launch, block, shape, shared_bytes);
          }
        }
        std::vector<std::uint64_t> phases(size);
        take_turns(
            cluster.warps, shape, random,
            [&](Warp& warp, std::uint64_t steps) {
              run(warp, steps);
              for (std::uint32_t rank = 0; rank < size; ++rank)
                look_at_barriers(launch, *cluster.blocks[rank], phases[rank]);
            },
            [&] {
              bool came = false;
              for (std::uint32_t rank = 0; rank < size; ++rank) {
                came = Warp::finish_copies(*cluster.blocks[rank]) || came;
                look_at_barriers(launch, *cluster.blocks[rank], phases[rank]);
              }
              if (!came) unlock(launch, cluster);
            });
        for (auto const& block : cluster.blocks) look_at_end(launch, *block);
        launch.report.blocks += size, launch.report.waves += std::uint64_t{size} * in_block;
      }
  for (std::uint64_t one : added) launch.memory.remove(one);
}

}  // namespace colex::code::ptx
