// SPDX-License-Identifier: MIT
// Who has which columns of tensor memory, loads and stores of a warp (manual, "tcgen05.alloc", "tcgen05.ld", "tcgen05.wait"), and how long products are under way
// ("tcgen05.commit"). Which lane has which word is in CUTLASS, cute/atom/copy_traits_sm100.hpp.
#include "code/ptx/tensor_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "code/ptx/warp.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

namespace {

constexpr unsigned kHalf = 16;  // of a warp's lanes

}  // namespace

TensorMemory& Warp::tensor_memory() {
  auto& tensor = state_of_block_.tensor;
  if (tensor == nullptr) tensor = std::make_unique<TensorMemory>();
  return *tensor;
}

// tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [to], columns;
void Warp::take_columns(Instruction const& i) {
  check_lanes();
  need(defined(i.operands[0].slot), "the address"),
      need(defined(i.operands[1].slot), "the number of columns");
  TensorMemory& tensor = tensor_memory();
  std::uint64_t const count = slot_values(i.operands[1].slot)[0] & 0xFFFFFFFFu;
  if (count < 32 || count > kTensorColumns || !std::has_single_bit(count))
    throw cli::InputError("columns of tensor memory are taken by powers of two from 32 to 512");
  if (tensor.is_relinquished)
    return report(Defect::barrier_divergence, -1,
                  [] { return std::string("takes columns after tcgen05.relinquish_alloc_permit"); });
  unsigned first = 0;
  auto const is_free = [&] {
    return std::all_of(tensor.owner + first, tensor.owner + first + count, [](unsigned o) { return o == 0; });
  };
  while (first < kTensorColumns && !is_free()) first += static_cast<unsigned>(count);
  if (first >= kTensorColumns) {
    if (goes_on) {
      goes_on = false;
      return;
    }
    paths_.back().next = at_;
    waits_at = kWaitsForColumns;
    state_ = State::waits;
    return;
  }
  std::fill(tensor.owner + first, tensor.owner + first + count, ++tensor.allocations);
  bool const of_shared = i.key.find(".shared") != std::string::npos;
  std::uint8_t* const data =
      touch(of_shared ? Space::shared : Space::generic, address_of(i.operands[0], 0), 4, 0, true, false);
  if (data != nullptr) std::memcpy(data, &first, 4);
}

// tcgen05.dealloc.cta_group::1.sync.aligned.b32 address, columns;
void Warp::give_columns(Instruction const& i) {
  check_lanes();
  need(defined(i.operands[0].slot), "the address"),
      need(defined(i.operands[1].slot), "the number of columns");
  TensorMemory& tensor = tensor_memory();
  std::uint64_t const first = slot_values(i.operands[0].slot)[0] & 0xFFFFFFFFu,
                      count = slot_values(i.operands[1].slot)[0] & 0xFFFFFFFFu;
  auto const owner = [&](std::uint64_t column) { return column < kTensorColumns ? tensor.owner[column] : 0; };
  bool is_one = count > 0 && count <= kTensorColumns && owner(first) != 0 &&
                (first == 0 || owner(first - 1) != owner(first)) && owner(first + count) != owner(first);
  for (std::uint64_t k = 0; is_one && k < count; ++k) is_one = owner(first + k) == owner(first);
  if (!is_one)
    return report(Defect::out_of_bounds, -1, [&] {
      return fmt::format("{} columns of tensor memory from {:#x} were not taken together", count, first);
    });
  Cells const all{static_cast<unsigned>(first), static_cast<unsigned>(count), 0, 1, kTensorLanes};
  look_for_products(all);
  for (Warp const* const warp : state_of_block_.warps)
    for (TensorAccess const& access : warp->tensor_accesses_)
      if (access.cells.meets(all)) {
        Place const other = launch_.place(block_.number, warp->number_, -1, access.instruction);
        launch_.report.add(
            {Defect::early_use, place(),
             fmt::format("columns are given back before tcgen05.wait::{} is behind an access of them",
                         access.is_store ? "st" : "ld"),
             true, other});
        break;
      }
  note_cells(all, true, 0, clocks_);
  for (std::uint64_t k = first; k < first + count; ++k) {
    tensor.owner[k] = 0;
    for (unsigned l = 0; l < kTensorLanes; ++l)
      tensor.known[TensorMemory::at(l, static_cast<unsigned>(k))] = false;
  }
  for (Warp* const warp : state_of_block_.warps)
    if (warp->state_ == State::waits && warp->waits_at == kWaitsForColumns) warp->release();
}

void Warp::give_permit() {
  check_lanes();
  tensor_memory().is_relinquished = true;
}

bool Warp::check_cells(Cells const& cells) {
  TensorMemory const& tensor = tensor_memory();
  for (unsigned c = cells.column; c < cells.column + cells.columns; ++c)
    if (c >= kTensorColumns || tensor.owner[c] == 0) {
      report(Defect::out_of_bounds, -1,
             [&] { return fmt::format("column {} of tensor memory, which nobody has taken", c); });
      return false;
    }
  return true;
}

/// Notes an access, and what it races with, of a warp (lane 0 in its name) or of a product (1).
void Warp::note_cells(Cells const& cells, bool is_store, unsigned lane, std::uint64_t const* clocks) {
  if (cells.columns == 0) return;
  TensorMemory& tensor = tensor_memory();
  Order const order{launch_.first_interval, block_.first_interval, 0, false, clocks};
  Access const by(launch_.interval, number_, at_, lane);
  bool reported = false;
  cells.each_lane([&](unsigned l) {
    std::uint64_t const first = 4 * TensorMemory::at(l, cells.column);
    tensor.shadow.visit(first, first + std::uint64_t{4} * cells.columns,
                        [&](std::uint64_t byte, History& of) {
                          Access const other = is_store ? of.write(by, order) : of.read(by, order);
                          if (other && !std::exchange(reported, true))
                            raced(other, 0,
                                  fmt::format("{} lane {}, column {} of tensor memory",
                                              is_store ? "writes" : "reads", l, byte / 4 % kTensorColumns),
                                  std::nullopt);
                          return true;
                        });
  });
}

void Warp::look_for_products(Cells const& cells) {
  for (TensorProductWork const& work : tensor_memory().products)
    if (cells.meets(work.sum) || (work.matrix.columns != 0 && cells.meets(work.matrix))) {
      Place const other = launch_.place(block_.number, work.by->number_, work.lane, work.instruction);
      launch_.report.add({Defect::early_use, place(),
                          "tensor memory is touched before the product was waited for", true, other});
      return;
    }
}

// tcgen05.ld.sync.aligned.32x32b.x2.b32 {r, s}, [address] {, columns to the second half};    tcgen05.st [address] {, columns}, {r, s};
void Warp::move_columns(Instruction const& i, TensorShape const& shape, bool is_store) {
  check_lanes();
  std::size_t const at_address = is_store ? 0 : 1;
  Operand const &address = i.operands[at_address], &data = i.operands[is_store ? i.operands.size() - 1 : 0];
  unsigned const registers = shape.times * std::max(1u, shape.rows * shape.columns / kLanes);
  if (address.kind != Operand::Kind::address || data.kind != Operand::Kind::vector ||
      data.elements.size() != registers || i.operands.size() != (shape.is_split ? 3 : 2))
    throw cli::InputError("operands that the instruction does not take");
  need(defined(address.slot), "the address");
  std::uint64_t const first = address_of(address, 0) & 0xFFFFFFFFu;
  for (unsigned l = 1; l < kLanes; ++l)
    if ((address_of(address, l) & 0xFFFFFFFFu) != first)
      return report(Defect::barrier_divergence, static_cast<int>(l),
                    [] { return std::string("this lane names other columns of tensor memory"); });
  auto const lane = static_cast<unsigned>(first >> 16), column = static_cast<unsigned>(first & 0xFFFF);
  unsigned const own = number_in_block() % kWarpsOfGroup * kLanes, width = shape.is_packed ? 2 : 1;
  if (lane < own || lane + shape.rows > own + kLanes || lane % shape.rows != 0)
    return report(Defect::out_of_bounds, -1, [&] {
      return fmt::format("lanes {} to {} of tensor memory, and this warp reaches {} to {}", lane,
                         lane + shape.rows - 1, own, own + kLanes - 1);
    });
  unsigned split = 0;
  if (shape.is_split)
    split = static_cast<unsigned>(slot_values(i.operands[is_store ? 1 : 2].slot)[0] & 0xFFFF);
  std::vector<Cells> parts{{column, shape.columns * shape.times * width, lane, 1, shape.rows}};
  if (shape.is_split) parts.push_back({column + split, shape.times * width, lane, 1, shape.rows});
  for (Cells const& cells : parts) {
    if (!check_cells(cells)) return;
    look_for_products(cells);
    for (TensorAccess const& other : tensor_accesses_)
      if ((is_store || other.is_store) && cells.meets(other.cells)) {
        Place const place_of_other = launch_.place(block_.number, number_, -1, other.instruction);
        launch_.report.add(
            {Defect::early_use, place(),
             fmt::format("no tcgen05.wait::{} is behind the earlier one", other.is_store ? "st" : "ld"), true,
             place_of_other});
        break;
      }
    tensor_accesses_.push_back({cells, is_store, at_});
  }
  TensorMemory& tensor = tensor_memory();
  // Lane t's word r: its lane of tensor memory, and the column behind the address, of words that may be packed.
  auto const cell = [&](unsigned t, unsigned r) -> std::pair<unsigned, unsigned> {
    if (shape.is_split) return {t % kHalf, r * width + (t < kHalf ? 0 : split)};
    if (shape.rows == 32) return {t, r * width};
    if (shape.columns == 2) return {t / 4 + 8 * (t % 2), (2 * r + t / 2 % 2) * width};
    if (shape.columns == 4) return {t / 4 + 8 * (r % 2), (r / 2 * 4 + t % 4) * width};
    return {t / 4 + 8 * (r / 2 % 2), (r / 4 * 8 + t % 4 * 2 + r % 2) * width};
  };
  for (unsigned r = 0; r < registers; ++r) {
    std::int32_t const slot = data.elements[r];
    Values values{};
    std::uint32_t known = 0;
    for (unsigned t = 0; t < kLanes; ++t) {
      auto const [row, behind] = cell(t, r);
      std::size_t const at = TensorMemory::at(lane + row, column + behind);
      if (is_store) {
        auto const word = static_cast<std::uint32_t>(slot_values(slot)[t]);
        tensor.words[at] = shape.is_packed ? word & 0xFFFF : word;
        if (shape.is_packed) tensor.words[at + 1] = word >> 16;
        for (unsigned k = 0; k < width; ++k) tensor.known[at + k] = (defined(slot) >> t & 1) != 0;
      } else {
        values.lane[t] =
            shape.is_packed ? (tensor.words[at] & 0xFFFF) | tensor.words[at + 1] << 16 : tensor.words[at];
        bool const is_known = tensor.known[at] && tensor.known[at + width - 1];
        known |= std::uint32_t{is_known} << t;
      }
    }
    if (is_store) continue;
    put(slot, values.lane, known);
    if (slot != kSink) loading_[static_cast<std::size_t>(slot)] = true;
  }
}

/// The accesses have come by now, and not earlier for all that anybody knows.
void Warp::wait_columns(bool stores) {
  check_lanes();
  std::uint32_t const now = at_;
  std::erase_if(tensor_accesses_, [&](TensorAccess const& access) {
    if (access.is_store != stores) return false;
    at_ = access.instruction;
    note_cells(access.cells, stores, 0, clocks_);
    return true;
  });
  at_ = now;
  if (!stores) std::fill(loading_.begin(), loading_.end(), false);
}

/// Behind a product of the same thread, form and accumulator is another in order.
void Warp::start_tensor_product(TensorProductWork work, std::size_t first_read) {
  TensorMemory& tensor = tensor_memory();
  auto const early = [&](std::uint32_t instruction, unsigned warp, int lane, char const* detail) {
    Place const other = launch_.place(block_.number, warp, lane, instruction);
    launch_.report.add({Defect::early_use, place(), detail, true, other});
  };
  for (TensorProductWork const& other : tensor.products) {
    bool const in_order =
        other.by == this && other.lane == work.lane && other.form == work.form &&
        other.sum.column == work.sum.column && other.sum.first_lane == work.sum.first_lane &&
        launch_.entry->instructions[other.instruction].key == launch_.entry->instructions[at_].key;
    bool const meets = (!in_order && other.sum.meets(work.sum)) ||
                       (work.matrix.columns != 0 && other.sum.meets(work.matrix)) ||
                       (other.matrix.columns != 0 && other.matrix.meets(work.sum));
    if (!meets) continue;
    early(other.instruction, other.by->number_, other.lane,
          "tensor memory is touched before another product was waited for");
    break;
  }
  for (TensorAccess const& access : tensor_accesses_)
    if (access.cells.meets(work.sum) ||
        (access.is_store && work.matrix.columns != 0 && access.cells.meets(work.matrix))) {
      early(access.instruction, number_, -1,
            access.is_store ? "no tcgen05.wait::st is behind the earlier one"
                            : "no tcgen05.wait::ld is behind the earlier one");
      break;
    }
  work.instruction = at_, work.by = this;
  work.clocks = clock_values_;
  work.clocks[number_] = launch_.next_interval();
  for (std::size_t k = first_read; k < products_.reads.size(); ++k)
    work.chunks.push_back(products_.reads[k].second);
  products_.reads.resize(first_read);
  tensor.products.push_back(std::move(work));
}

// tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [barrier];    It arrives when the thread's products before it have ended.
void Warp::commit_tensor_products(Instruction const& i) {
  need(defined(i.operands[0].slot), "the address");
  TensorMemory& tensor = tensor_memory();
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    MemoryBarrier const* const b = memory_barrier(i.operands[0], l);
    if (b == nullptr) continue;
    if (b->block != &state_of_block_)
      throw cli::InputError("products that arrive at a barrier of another block are not known");
    for (TensorProductWork& work : tensor.products)
      if (work.by == this && work.lane == l) work.is_committed = true;
    tensor.arrivals.push_back({where(Space::shared, address_of(i.operands[0], l)).address, at_,
                               static_cast<std::uint8_t>(l), this});
  }
}

void Warp::finish(TensorArrival const& arrival) {
  std::uint32_t const now = at_;
  std::erase_if(tensor_memory().products, [&](TensorProductWork const& work) {
    if (work.by != this || work.lane != arrival.lane || !work.is_committed) return false;
    launch_.next_interval();
    at_ = work.instruction;
    note_cells(work.matrix, false, 1, work.clocks.data());
    note_cells(work.sum, true, 1, work.clocks.data());
    for (std::uint64_t const chunk : work.chunks) state_of_block_.reads.end(chunk, number_, launch_.interval);
    return true;
  });
  at_ = arrival.instruction;
  arrive(arrival.barrier, arrival.lane);
  at_ = now;
}

}  // namespace colex::code::ptx
