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
Term swizzled(Term address, hardware::OperandSwizzle const& s) {
  auto const bits = static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(s.chunks()))),
             at = static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(s.atom)));
  if (bits == 0) return address;
  return exclusive(address,
                   concatenate({constant(0, at), extract(address, 7, bits), constant(0, 32 - at - bits)}));
}

}  // namespace

void PtxJudge::read_matrix(Operand const& o, hardware::DescriptorFormat format, unsigned bits, unsigned lines,
                           bool by_lines, std::uint32_t part) {
  Term const whole = extended(value(o), 64), start = sum(32, {{extended(extract(whole, 0, 14), 32), 16}});
  Term const rest = extract(whole, 16, 48);
  auto const decoded = hardware::decode(rest->op == Op::constant ? rest->value << 16 : 0, format);
  hardware::MatrixDescriptor const& d = decoded.fields;
  char const* const open =
      rest->op != Op::constant             ? "a matrix descriptor of which more than the address is not known"
      : start->has_lane                    ? "a matrix descriptor that differs from lane to lane"
      : d.base != 0                        ? "a matrix descriptor with a base offset is not known"
      : decoded.fault.condition != nullptr ? "a matrix descriptor with bits that none has"
                                           : nullptr;
  if (open != nullptr) {
    if (MemoryAccess* const a = record(Space::shared, extended(start, 64), 16, false, part))
      a->is_of_warp = a->is_async = true, a->open = open;
    return;
  }
  // Above these bits the swizzle changes nothing.
  auto const own = d.swizzle.chunks() == 1
                       ? 0
                       : static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(d.swizzle.period())));
  Term const low = own == 0 ? constant(0, 1) : extract(start, 0, own);
  bool const apart = low->op == Op::constant;
  Term const lane = leaf(Leaf::lane, 5);
  unsigned const in_chunk = 128 / bits, k = 8 * hardware::step_bytes / bits;
  unsigned const pieces = by_lines ? lines / in_chunk * k : 2 * lines;
  auto const offset_of = [&](unsigned piece) {
    auto const at = by_lines
                        ? hardware::unswizzled_bit_of(d, hardware::OperandMajor::line, static_cast<int>(bits),
                                                      piece / k * in_chunk, piece % k)
                        : hardware::unswizzled_bit_of(d, hardware::OperandMajor::k, static_cast<int>(bits),
                                                      piece / 2, piece % 2 * in_chunk);
    return static_cast<std::uint64_t>(at) / 8;
  };
  for (unsigned first = 0; first < pieces; first += kPieces, ++part) {
    std::vector<Summand> bits_of_lane;
    for (unsigned bit = 0; bit < 5; ++bit)
      bits_of_lane.push_back({extended(extract(lane, bit, 1), 32), offset_of(1u << bit)});
    Term const offset = sum(32, bits_of_lane, offset_of(first));
    Term const address =
        apart ? sum(32, {{start, 1}, {swizzled(sum(32, {{offset, 1}}, low->value), d.swizzle), 1}},
                    ~low->value + 1)
              : swizzled(sum(32, {{start, 1}, {offset, 1}}), d.swizzle);
    MemoryAccess* const a = record(Space::shared, extended(address, 64), 16, false, part);
    if (a == nullptr) continue;
    a->is_of_warp = a->is_async = true;
    std::erase_if(a->when, [](Term t) { return t->has_lane; });  // a lane's number is a piece's here
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
  auto const format = hardware::DescriptorFormat::wgmma;
  if (!of_registers) read_matrix(a, format, shape.bits, 64, has_orders && is_by_lines(6), 0);
  read_matrix(i.operands[2], format, shape.bits, shape.n, has_orders && is_by_lines(orders), 8);
  put_unknown(i.operands[0], true);
}

// tcgen05.mma.cta_group::1.kind::f16 [d], a, b, what it multiplies, add;   a: a descriptor, or [an address of tensor memory]
void PtxJudge::multiply_in_tensor_memory(Instruction const& i, unsigned bits) {
  auto const form = tensor_product(extended(value(i.operands[3]), 32), bits);
  if (!form) refuse("an instruction descriptor that is not known");
  auto const format = hardware::DescriptorFormat::tcgen05;
  if (i.operands[1].kind == Operand::Kind::value)
    read_matrix(i.operands[1], format, bits, form->m, form->a_by_lines, 0);
  read_matrix(i.operands[2], format, bits, form->n, form->b_by_lines, 8);
}

/// One lane writes where the columns are to shared memory.
void PtxJudge::allocate_tensor_memory(Instruction const& i) {
  Space const space = i.key.find(".shared") != std::string::npos ? Space::shared : Space::generic;
  if (MemoryAccess* const a = record(space, address_of(i.operands[0]), 4, true))
    a->is_of_warp = true, a->lanes = 1;
}

std::optional<TensorProduct> tensor_product(Term descriptor, unsigned bits) {
  if (descriptor->op != Op::constant) return {};
  auto const field = [&](unsigned at, unsigned count) {
    return static_cast<unsigned>(descriptor->value >> at & ((1u << count) - 1));
  };
  TensorProduct const r{16 * field(24, 5), 8 * field(17, 6), field(15, 1) != 0, field(16, 1) != 0};
  bool const has_others = field(0, 3) != 0 || field(6, 1) != 0 || field(23, 1) != 0 || field(29, 3) != 0;
  // Elements of fewer than 8 bits are those of codes above 1.
  bool const is_whole = bits != 8 || (field(7, 3) <= 1 && field(10, 3) <= 1);
  if (has_others || !is_whole || (r.m != 64 && r.m != 128) || r.n == 0 || r.n > 256) return {};
  return r;
}

Rows<PtxJudge> const& tensor_memory_rows() {
  static auto const all = [] {
    Rows<PtxJudge> r;
    std::string const group = ".cta_group::1", sync = ".sync.aligned";
    auto const add = [&](std::string const& name, std::size_t operands, std::size_t most, auto f) {
      r.push_back(other<PtxJudge>("tcgen05." + name, "tcgen05", operands, most, 0, f));
    };
    auto const nothing = [](PtxJudge&, Instruction const&) {};
    for (std::string const space : {"", ".shared"})
      add("alloc" + group + sync + space + ".b32", 2, 2,
          [](PtxJudge& j, Instruction const& i) { j.allocate_tensor_memory(i); });
    add("dealloc" + group + sync + ".b32", 2, 2, nothing);
    add("relinquish_alloc_permit" + group + sync, 0, 0, nothing);
    for (std::string const what : {"ld", "st"}) {
      add("wait::" + what + sync, 0, 0, nothing);
      for (std::string const shape : {"16x64b", "16x128b", "16x256b", "32x32b", "16x32bx2"})
        for (unsigned times = 1; times <= 128; times *= 2) {
          std::string const name = fmt::format("{}{}.{}.x{}", what, sync, shape, times);
          std::size_t const operands = shape == "16x32bx2" ? 3 : 2;
          for (std::string const pack : {"", what == "ld" ? ".pack::16b" : ".unpack::16b"})
            add(name + pack + ".b32", operands, operands, [](PtxJudge& j, Instruction const& i) {
              if (i.key.starts_with("tcgen05.ld")) j.put_unknown_of(i);
            });
        }
    }
    for (std::string const when : {"before", "after"}) add("fence::" + when + "_thread_sync", 0, 0, nothing);
    for (std::string const space : {"", ".shared::cluster", ".shared"})
      add("commit" + group + ".mbarrier::arrive::one" + space + ".b64", 1, 1,
          [](PtxJudge& j, Instruction const& i) {
            j.arrive_at_memory_barrier(i, PtxJudge::Arrival::arrive);
          });
    add("mma" + group + ".kind::f16", 5, 5,
        [](PtxJudge& j, Instruction const& i) { j.multiply_in_tensor_memory(i, 16); });
    add("mma" + group + ".kind::tf32", 5, 5,
        [](PtxJudge& j, Instruction const& i) { j.multiply_in_tensor_memory(i, 32); });
    for (std::string const kind : {"f8f6f4", "i8"})
      add("mma" + group + ".kind::" + kind, 5, 5,
          [](PtxJudge& j, Instruction const& i) { j.multiply_in_tensor_memory(i, 8); });
    return r;
  }();
  return all;
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
