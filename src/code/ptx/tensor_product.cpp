// SPDX-License-Identifier: MIT
#include "code/ptx/tensor_product.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "code/ptx/warpgroup.hpp"
#include "colex/hardware/matrix_descriptor.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

namespace {

enum class Kind : std::uint8_t { f16, tf32, f8f6f4, i8 };

/// What an instruction descriptor says (manual, "Instruction descriptor").
struct Form {
  unsigned m = 0, n = 0, k = 0;
  Factor a{}, b{};
  Element sum = Element::f32;
  bool finite = false;
};

Form form_of(Warp& w, std::uint32_t bits, Kind kind) {
  auto const field = [&](unsigned at, unsigned count) { return bits >> at & ((1u << count) - 1); };
  if (field(0, 3) != 0 || field(6, 1) != 0 || field(23, 1) != 0 || field(29, 3) != 0)
    w.refuse("an instruction descriptor of a sparse or shifted product, or with bits that none has");
  auto const element = [&](unsigned code) {
    if (kind == Kind::f16 && code <= 1) return code == 0 ? Element::f16 : Element::bf16;
    if (kind == Kind::tf32 && code == 2) return Element::tf32;
    if (kind == Kind::f8f6f4 && code <= 1) return code == 0 ? Element::e4m3 : Element::e5m2;
    if (kind == Kind::i8 && code <= 1) return code == 0 ? Element::u8 : Element::s8;
    w.refuse("an instruction descriptor of elements that are not known");
  };
  bool const is_whole = kind == Kind::i8;
  if (field(4, 2) != (is_whole ? 2 : 1)) w.refuse("sums of another type in tensor memory are not known");
  Form r;
  r.m = 16 * field(24, 5), r.n = 8 * field(17, 6);
  r.a = {element(field(7, 3)), field(13, 1) != 0, field(15, 1) != 0};
  r.b = {element(field(10, 3)), field(14, 1) != 0, field(16, 1) != 0};
  r.sum = is_whole ? Element::s32 : Element::f32, r.finite = field(3, 1) != 0;
  r.k = 256 / static_cast<unsigned>(bits_of(r.a.element));
  unsigned const step = r.m == 128 || (is_whole && r.n > 32) ? 16 : 8;
  if ((r.m != 64 && r.m != 128) || r.n == 0 || r.n > 256 || r.n % step != 0)
    w.refuse("a product of this shape is not known");
  if (is_whole ? r.a.negated || r.b.negated : r.finite)
    w.refuse("an instruction descriptor with bits that none has");
  return r;
}

/// Lines of an operand in shared memory.
Lines lines_of(Warp& w, std::uint64_t bits, unsigned lines, Form const& form, Factor const& factor) {
  auto const decoded = hardware::decode(bits, hardware::DescriptorFormat::tcgen05);
  if (decoded.fault.condition != nullptr)
    throw cli::InputError(fmt::format("a matrix descriptor whose bits {} to {} are {:#x}",
                                      decoded.fault.first, decoded.fault.last, decoded.fault.found));
  if (decoded.fields.base != 0) w.refuse("a matrix descriptor with a base offset is not known");
  auto const major = factor.by_lines ? hardware::OperandMajor::line : hardware::OperandMajor::k;
  return read_lines(w, lines, form.k, factor.element, factor.by_lines,
                    [&](unsigned line, unsigned k) -> std::uint64_t {
                      return static_cast<std::uint64_t>(
                          hardware::byte_of(decoded.fields, major, bits_of(factor.element), line, k));
                    });
}

// tcgen05.mma.cta_group::1.kind::f16 [d], a, b, what it multiplies, add;   a: a descriptor, or [an address of tensor memory]
void multiply(Warp& w, Instruction const& i, Kind kind) {
  Operand const &d = i.operands[0], &a = i.operands[1], &b = i.operands[2];
  bool const has_matrix = a.kind == Operand::Kind::address;
  if (d.kind != Operand::Kind::address || b.kind != Operand::Kind::value ||
      i.operands[3].kind != Operand::Kind::value || i.operands[4].width != 1)
    w.refuse("other operands than a product of this form has");
  for (Operand const& o : i.operands) w.need(w.defined(o.slot), "an operand of the product");
  Values room_of_a, room;
  Wide const *const as = w.fetch(a, room_of_a), *const adds = w.fetch(i.operands[4], room);
  for (std::uint32_t left = w.mask(); left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    auto const bits = static_cast<std::uint32_t>(w.slot_values(i.operands[3].slot)[l]);
    Form const form = form_of(w, bits, kind);
    auto const place = [&](Operand const& o) {
      auto const at = static_cast<std::uint32_t>(w.slot_values(o.slot)[l] + static_cast<Wide>(o.offset));
      return std::pair(at >> 16, at & 0xFFFF);
    };
    TensorProductWork work;
    work.form = bits, work.lane = static_cast<std::uint8_t>(l);
    unsigned const lane = place(d).first, column = place(d).second;
    // Of 64 rows, each warp has 16, from the address's lane on.
    if (form.m == 128 ? lane != 0 : lane != 0 && lane != 16)
      w.refuse("a product whose sums begin at this lane of tensor memory is not known");
    work.sum = {column, form.n, lane, 4, form.m / 4};
    std::size_t const first_read = w.reads_so_far();
    unsigned const in_word = 32 / static_cast<unsigned>(bits_of(form.a.element));
    if (has_matrix) {
      auto const [row, first] = place(a);
      if (form.m != 128 || row != 0 || form.a.by_lines)
        w.refuse("a matrix of this form in tensor memory is not known");
      work.matrix = {first, form.k / in_word, 0, 1, kTensorLanes};
      if (!w.check_cells(work.matrix)) continue;
    }
    if (!w.check_cells(work.sum)) continue;
    TensorMemory& tensor = w.tensor_memory();
    Lines rows;
    if (has_matrix) {
      rows = {std::vector<Word>(std::size_t{form.m} * form.k), std::vector<bool>(form.m, true)};
      unsigned const width = 32 / in_word;
      for (unsigned row = 0; row < form.m; ++row)
        for (unsigned k = 0; k < form.k; ++k) {
          std::size_t const at = TensorMemory::at(row, work.matrix.column + k / in_word);
          if (!tensor.known[at]) rows.known[row] = false;
          Word const whole = tensor.words[at] >> k % in_word * width;
          rows.bits[std::size_t{row} * form.k + k] = width == 32 ? whole : whole & ((1u << width) - 1);
        }
    } else {
      rows = lines_of(w, as[l], form.m, form, form.a);
    }
    Lines const columns = lines_of(w, w.slot_values(b.slot)[l], form.n, form, form.b);
    bool const sums_on = (adds[l] & 1) != 0;
    auto const cell = [&](unsigned row, unsigned n) {
      return TensorMemory::at(lane + (form.m == 128 ? row : row % 16 + row / 16 * 32), column + n);
    };
    std::vector<Word> sums(std::size_t{form.m} * form.n);
    for (unsigned row = 0; sums_on && row < form.m; ++row)
      for (unsigned n = 0; n < form.n; ++n) sums[std::size_t{row} * form.n + n] = tensor.words[cell(row, n)];
    if (form.sum == Element::s32)
      multiply_whole(sums, rows, columns, form.m, form.n, form.k, form.a, form.b, form.finite);
    else
      multiply_floats(sums, rows, columns, form.m, form.n, form.k, form.a, form.b,
                      {static_cast<int>(form.k), 2});
    for (unsigned row = 0; row < form.m; ++row)
      for (unsigned n = 0; n < form.n; ++n) {
        std::size_t const at = cell(row, n);
        tensor.words[at] = sums[std::size_t{row} * form.n + n];
        tensor.known[at] = (!sums_on || tensor.known[at]) && rows.known[row] && columns.known[n];
      }
    w.start_tensor_product(std::move(work), first_read);
  }
}

template <Kind kind>
void add_product(Rows<Warp>& r, std::string const& name) {
  r.push_back(other<Warp>("tcgen05.mma.cta_group::1.kind::" + name, "tcgen05.mma", 5, 5, 0,
                          [](Warp& w, Instruction const& i) { multiply(w, i, kind); }));
}

Warp::TensorShape shape_of(Instruction const& i) {
  auto const has = [&](char const* part) { return i.key.find(part) != std::string::npos; };
  Warp::TensorShape r;
  r.is_split = has(".16x32bx2."), r.is_packed = has("pack::16b");
  r.rows = has(".32x32b.") ? 32 : 16;
  r.columns = has(".16x256b.") ? 8 : has(".16x128b.") ? 4 : has(".16x64b.") ? 2 : 1;
  r.times = static_cast<unsigned>(std::stoul(i.key.substr(i.key.find(".x") + 2)));
  return r;
}

}  // namespace

Rows<Warp> tensor_rows() {
  Rows<Warp> r;
  std::string_view const one = ".cta_group::1", sync = ".sync.aligned";
  auto const add = [&](std::string const& name, std::string_view section, std::size_t operands, auto f) {
    r.push_back(other<Warp>("tcgen05." + name, section, operands, operands, 0, f));
  };
  for (std::string const space : {"", ".shared"})
    add(fmt::format("alloc{}{}{}.b32", one, sync, space), "tcgen05.alloc", 2,
        [](Warp& w, Instruction const& i) { w.take_columns(i); });
  add(fmt::format("dealloc{}{}.b32", one, sync), "tcgen05.alloc", 2,
      [](Warp& w, Instruction const& i) { w.give_columns(i); });
  add(fmt::format("relinquish_alloc_permit{}{}", one, sync), "tcgen05.alloc", 0,
      [](Warp& w, Instruction const&) { w.give_permit(); });
  for (auto const& [shape, most] :
       {std::pair{"32x32b", 128u}, std::pair{"16x64b", 128u}, std::pair{"16x128b", 64u},
        std::pair{"16x256b", 32u}, std::pair{"16x32bx2", 128u}})
    for (unsigned times = 1; times <= most; times *= 2)
      for (bool const packed : {false, true}) {
        std::size_t const operands = std::string_view(shape) == "16x32bx2" ? 3 : 2;
        std::string const name = fmt::format("{}.{}.x{}", sync, shape, times);
        add(fmt::format("ld{}{}.b32", name, packed ? ".pack::16b" : ""), "tcgen05.ld", operands,
            [](Warp& w, Instruction const& i) { w.load_columns(i, shape_of(i)); });
        add(fmt::format("st{}{}.b32", name, packed ? ".unpack::16b" : ""), "tcgen05.st", operands,
            [](Warp& w, Instruction const& i) { w.store_columns(i, shape_of(i)); });
      }
  add(fmt::format("wait::ld{}", sync), "tcgen05.wait", 0,
      [](Warp& w, Instruction const&) { w.wait_columns(false); });
  add(fmt::format("wait::st{}", sync), "tcgen05.wait", 0,
      [](Warp& w, Instruction const&) { w.wait_columns(true); });
  // Accesses are in the program's order here; what ptxas may move over a wait the judge says.
  for (std::string const when : {"before", "after"})
    add(fmt::format("fence::{}_thread_sync", when), "tcgen05.fence", 0, [](Warp&, Instruction const&) {});
  for (std::string const space : {"", ".shared::cluster", ".shared"})
    add(fmt::format("commit{}.mbarrier::arrive::one{}.b64", one, space), "tcgen05.commit", 1,
        [](Warp& w, Instruction const& i) { w.commit_tensor_products(i); });
  add_product<Kind::f16>(r, "f16"), add_product<Kind::tf32>(r, "tf32");
  add_product<Kind::f8f6f4>(r, "f8f6f4"), add_product<Kind::i8>(r, "i8");
  return r;
}

}  // namespace colex::code::ptx
