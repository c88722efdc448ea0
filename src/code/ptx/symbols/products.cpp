// SPDX-License-Identifier: MIT
// What the tensor core reads of shared memory, and the copy engine. A product's matrix is read 16 bytes by 16, as its descriptor says: an access of the
// warp for each 32 of them, in which a lane's number stands for the piece's. Which warp of a warpgroup reads which rows the manual does not say; all
// read all.
#include "code/ptx/symbols/judge.hpp"
#include "code/ptx/warpgroup.hpp"

namespace colex::code::ptx {

namespace {

constexpr unsigned kPieces = 32;  // of one access

/// What a swizzle makes of an address.
Term swizzled(Term address, unsigned span) {
  if (span == 0) return address;
  auto const bits = static_cast<unsigned>(std::countr_zero(span)) - 4;
  return exclusive(address, concatenate({constant(0, 4), extract(address, 7, bits), constant(0, 28 - bits)}));
}

}  // namespace

void PtxJudge::read_matrix(Operand const& o, unsigned lines, unsigned k, bool by_lines, std::uint32_t part) {
  Term const whole = extended(value(o), 64), start = sum(32, {{extended(extract(whole, 0, 14), 32), 16}});
  Term const rest = extract(whole, 16, 48);
  MatrixDescriptor const d(rest->op == Op::constant ? rest->value << 16 : 0);
  if (rest->op != Op::constant || d.base_offset != 0) {
    if (MemoryAccess* const a = record(Space::shared, extended(start, 64), 16, false, part))
      a->is_of_warp = a->is_async = true,
      a->open = d.base_offset != 0 ? "a matrix descriptor with a base offset is not known"
                                   : "a matrix descriptor of which more than the address is not known";
    return;
  }
  // Above these bits the swizzle changes nothing.
  unsigned const own = d.span == 0 ? 0 : static_cast<unsigned>(std::countr_zero(d.span)) + 3;
  Term const low = own == 0 ? constant(0, 1) : extract(start, 0, own);
  bool const apart = low->op == Op::constant;
  Term const lane = leaf(Leaf::lane, 5);
  auto const bits = [&](unsigned at, unsigned count) { return extended(extract(lane, at, count), 32); };
  unsigned const pieces = by_lines ? lines / 8 * k : 2 * lines;
  for (unsigned first = 0; first < pieces; first += kPieces, ++part) {
    unsigned const group = first / 16;  // of 16 pieces: of 8 lines, or of 8 lines at all of K
    Term offset = nullptr;
    if (!by_lines)
      offset = sum(32,
                   {{bits(0, 1), d.span == 0 ? d.leading : 16},
                    {bits(1, 3), d.span == 0 ? 16 : d.span},
                    {bits(4, 1), d.stride}},
                   group * d.stride);
    else if (d.span == 0)
      offset = sum(32, {{bits(0, 3), 16}, {bits(3, 1), d.leading}, {bits(4, 1), d.stride}}, group * d.stride);
    else
      offset = sum(32, {{bits(0, 3), d.span}, {bits(3, 1), d.stride}, {bits(4, 1), 16}},
                   group % (d.span / 16) * 16 + group / (d.span / 16) * d.leading);
    Term const address =
        apart ? sum(32, {{start, 1}, {swizzled(sum(32, {{offset, 1}}, low->value), d.span), 1}},
                    ~low->value + 1)
              : swizzled(sum(32, {{start, 1}, {offset, 1}}), d.span);
    MemoryAccess* const a = record(Space::shared, extended(address, 64), 16, false, part);
    if (a == nullptr) continue;
    a->is_of_warp = a->is_async = true;
    if (pieces - first < kPieces) a->lanes = pieces - first;
  }
}

// wgmma.mma_async {d}, a, b, add {, sign of a, sign of b {, a's lines are contiguous, b's}};
void PtxJudge::multiply(Instruction const& i, ProductShape const& shape) {
  Operand const& a = i.operands[1];
  bool const of_registers = a.kind == Operand::Kind::vector, has_orders = shape.bits == 16;
  std::size_t const orders = of_registers ? 6 : 7;
  if (has_orders && i.operands.size() != orders + 1) refuse("other operands than a product of this form has");
  auto const is_by_lines = [&](std::size_t k) {
    Term const order = value(i.operands[k]);
    if (order->op != Op::constant) refuse("the order of an operand is not known");
    return order->value != 0;
  };
  if (guard_ != nullptr) refuse("a product under a condition");
  if (!of_registers) read_matrix(a, 64, shape.k, has_orders && is_by_lines(6), 0);
  read_matrix(i.operands[2], shape.n, shape.k, has_orders && is_by_lines(orders), 8);
  put_unknown(i.operands[0], true);
}

Rows<PtxJudge> judged_products() {
  Rows<PtxJudge> r;
  static std::unordered_map<std::string, ProductShape> const shapes = [] {
    std::unordered_map<std::string, ProductShape> all;
    for (auto const& [name, shape] : product_shapes()) all.emplace(name, shape);
    return all;
  }();
  for (auto const& [name, shape] : shapes)
    r.push_back(other<PtxJudge>(name, "wgmma.mma_async", 4, 8, 0,
                                [](PtxJudge& j, Instruction const& i) { j.multiply(i, shapes.at(i.key)); }));
  for (std::string const name : {"wgmma.fence.sync.aligned", "wgmma.commit_group.sync.aligned"})
    r.push_back(other<PtxJudge>(name, "wgmma", 0, 0, 0, [](PtxJudge&, Instruction const&) {}));
  r.push_back(other<PtxJudge>("wgmma.wait_group.sync.aligned", "wgmma.wait_group", 1, 1, 0,
                              [](PtxJudge&, Instruction const&) {}));
  return r;
}

// cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [to], [map, {x, y}], [barrier] {, policy};
void PtxJudge::copy_box(Instruction const& i, unsigned, bool to_several) {
  std::size_t const before = accesses.size();
  box(i.operands[1], address_of(i.operands[0]), true);
  if (to_several && accesses.size() != before)
    accesses.back().open = "a copy to several blocks is not looked into";
  if (MemoryAccess* const a = record(Space::shared, address_of(i.operands[2]), 8, true, 1))
    a->is_atomic = true;
}

// cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [map, {x, y}], [from] {, policy};
void PtxJudge::store_box(Instruction const& i, unsigned) {
  box(i.operands[0], address_of(i.operands[1]), false);
}

void PtxJudge::box(Operand const& map, Term address, bool is_store) {
  std::uint64_t bytes = 0;
  if (auto const known = boxes.find(at_); known != boxes.end()) bytes = known->second;
  if (Term const at = address_of(map); at->op == Op::constant && at->value >= kParameterWindow)
    if (auto const known = boxes_of_maps.find(static_cast<std::uint32_t>(at->value - kParameterWindow));
        known != boxes_of_maps.end())
      bytes = known->second;
  MemoryAccess* const a =
      record(Space::shared, address, bytes == 0 ? 16 : static_cast<unsigned>(bytes), is_store);
  if (a == nullptr) return;
  a->is_async = true;
  if (bytes == 0) a->open = "how many bytes the tensor map's box has is not known";
}

// cp.async.bulk.global.shared::cta.bulk_group [to], [from], bytes {, policy};
void PtxJudge::store_bulk(Instruction const& i) {
  unsigned const bytes = bulk_bytes(i);
  record(Space::global, address_of(i.operands[0]), bytes, true, 1);
  if (MemoryAccess* const a = record(Space::shared, address_of(i.operands[1]), bytes, false, 0))
    a->is_async = true;
}

}  // namespace colex::code::ptx
