// SPDX-License-Identifier: MIT
#include "code/ptx/warpgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "code/ptx/matrix.hpp"
#include "code/ptx/tensor_map.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

std::uint64_t MatrixDescriptor::along_k(unsigned line, unsigned chunk) const {
  std::uint64_t const row = span == 0 ? 16 : span;
  return swizzled(start + line % 8 * row + line / 8 * stride + chunk * (span == 0 ? leading : 16), span);
}

std::uint64_t MatrixDescriptor::by_lines(unsigned chunk, unsigned k) const {
  if (span == 0) return start + chunk * stride + k % 8 * 16 + k / 8 * leading;
  std::uint64_t const in_row = span / 16;
  return swizzled(start + chunk % in_row * 16 + chunk / in_row * leading + k % 8 * span + k / 8 * stride,
                  span);
}

namespace {

constexpr unsigned kRows = 16;  // of a warp

struct ProductForm {
  unsigned n = 0, k = 0;
  Element a{}, b{}, d{};
  bool finite = false;
};

std::unordered_map<std::string, ProductForm> const& forms() {
  static auto const all = [] {
    std::unordered_map<std::string, ProductForm> r;
    auto const add = [&](unsigned n, char const* d, char const* a, char const* b, ProductForm form) {
      form.n = n, form.k = 256 / static_cast<unsigned>(bits_of(form.a));
      r.emplace(fmt::format("wgmma.mma_async.sync.aligned.m64n{}k{}{}.{}.{}.{}", n, form.k,
                            form.finite ? ".satfinite" : "", d, a, b),
                form);
    };
    std::pair<char const*, Element> const small[] = {{"e4m3", Element::e4m3}, {"e5m2", Element::e5m2}},
                                          bytes[] = {{"s8", Element::s8}, {"u8", Element::u8}},
                                          sums[] = {{"f32", Element::f32}, {"f16", Element::f16}};
    for (unsigned n = 8; n <= 256; n += 8) {
      add(n, "f32", "bf16", "bf16", {0, 0, Element::bf16, Element::bf16, Element::f32});
      add(n, "f32", "tf32", "tf32", {0, 0, Element::tf32, Element::tf32, Element::f32});
      for (auto const& [d, of_d] : sums) {
        add(n, d, "f16", "f16", {0, 0, Element::f16, Element::f16, of_d});
        for (auto const& [a, of_a] : small)
          for (auto const& [b, of_b] : small) add(n, d, a, b, {0, 0, of_a, of_b, of_d});
      }
      for (auto const& [a, of_a] : bytes)
        for (auto const& [b, of_b] : bytes)
          for (bool const finite : {false, true})
            add(n, "s32", a, b, {0, 0, of_a, of_b, Element::s32, finite});
    }
    return r;
  }();
  return all;
}

/// As an H200 was measured (tests/code/ptx_products.py). Of 8-bit floats one step has all of k, and 13 bits below the greatest term's.
SumModel sum_model_of(ProductForm const& f) {
  bool const is_f16 = f.d == Element::f16;
  if (bits_of(f.a) == 8) return {static_cast<int>(f.k), 13 - 23, is_f16 ? 23 : 13};
  return {static_cast<int>(f.k), 2, 23, is_f16};
}

std::int64_t whole_of(Word v, Element e) {
  return e == Element::s8 ? std::int64_t{static_cast<std::int8_t>(v)} : std::int64_t{v & 0xFF};
}

}  // namespace

Lines read_lines(Warp& w, unsigned lines, unsigned k, Element e, bool by_lines,
                 std::function<std::uint64_t(unsigned, unsigned)> const& byte_of) {
  Lines r{std::vector<Word>(std::size_t{lines} * k), std::vector<bool>(lines, true)};
  unsigned const bytes = static_cast<unsigned>(bits_of(e)) / 8, each = 16 / bytes;
  for (unsigned line = 0; line < lines; line += by_lines ? each : 1)
    for (unsigned at = 0; at < k; at += by_lines ? 1 : each) {
      std::uint8_t const* const from = w.read_chunk(byte_of(line, at));
      for (unsigned n = 0; n < each; ++n) {
        unsigned const in = by_lines ? line + n : line, number = by_lines ? at : at + n;
        if (in >= lines) break;
        if (from == nullptr)
          r.known[in] = false;
        else
          std::memcpy(&r.bits[std::size_t{in} * k + number], from + std::size_t{n} * bytes, bytes);
      }
    }
  return r;
}

void multiply_whole(std::vector<Word>& sums, Lines const& rows, Lines const& columns, unsigned m, unsigned n,
                    unsigned k, Factor a, Factor b, bool finite) {
  for (unsigned row = 0; row < m; ++row)
    for (unsigned column = 0; column < n; ++column) {
      Word& sum = sums[std::size_t{row} * n + column];
      std::int64_t total = static_cast<std::int32_t>(sum);
      for (unsigned at = 0; at < k; ++at)
        total += whole_of(rows.bits[std::size_t{row} * k + at], a.element) *
                 whole_of(columns.bits[std::size_t{column} * k + at], b.element);
      if (finite)
        total = std::clamp<std::int64_t>(total, std::numeric_limits<std::int32_t>::min(),
                                         std::numeric_limits<std::int32_t>::max());
      sum = static_cast<Word>(total);
    }
}

void multiply_floats(std::vector<Word>& sums, Lines const& rows, Lines const& columns, unsigned m, unsigned n,
                     unsigned k, Factor a, Factor b, SumModel model) {
  Factors x, y;
  x.assign(rows.bits.data(), rows.bits.size(), a.element, a.negated);
  std::vector<Word> by_columns(columns.bits.size());
  for (std::size_t column = 0; column < n; ++column)
    for (std::size_t at = 0; at < k; ++at) by_columns[at * n + column] = columns.bits[column * k + at];
  y.assign(by_columns.data(), by_columns.size(), b.element, b.negated);
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t column = 0; column < n; column += 8)
      add_products(&sums[row * n + column], x, row * k, y, column, n, static_cast<int>(k), model);
}

namespace {

Lines read_lines(Warp& w, std::uint64_t descriptor, unsigned first, unsigned lines, unsigned k, Factor f) {
  MatrixDescriptor const d(descriptor);
  if (d.base_offset != 0) w.refuse("a matrix descriptor with a base offset is not known");
  unsigned const each = 128 / static_cast<unsigned>(bits_of(f.element));
  return ptx::read_lines(w, lines, k, f.element, f.by_lines, [&](unsigned line, unsigned at) {
    return f.by_lines ? d.by_lines((first + line) / each, at) : d.along_k(first + line, at / each);
  });
}

// wgmma.mma_async {d}, a, b, add {, sign of a, sign of b {, a's lines are contiguous, b's}};    a is a descriptor or four registers, which have no order.
void multiply(Warp& w, Instruction const& i) {
  ProductForm const& f = forms().find(i.key)->second;
  bool const of_registers = i.operands[1].kind == Operand::Kind::vector, is_whole = f.d == Element::s32,
             has_orders = bits_of(f.a) == 16;
  std::size_t const expected = is_whole ? 4 : has_orders ? (of_registers ? 7 : 8) : 6;
  unsigned const each_d = f.d == Element::f16 ? 2 : 1, values = f.n / 2;
  Operand const &d = i.operands[0], &a = i.operands[1], &b = i.operands[2];
  if (i.operands.size() != expected || d.kind != Operand::Kind::vector ||
      d.elements.size() != values / each_d || (of_registers && a.elements.size() != 4) ||
      b.kind != Operand::Kind::value)
    w.refuse("other operands than a product of this form has");
  auto const number = [&](std::size_t k) {
    return static_cast<std::int32_t>(w.slot_values(i.operands[k].slot)[0]);
  };
  for (std::size_t k : {4u, 5u})
    if (!is_whole && number(k) != 1 && number(k) != -1) w.refuse("the sign of an operand is 1 or -1");
  for (std::size_t k = 6; k < expected; ++k)
    if (number(k) != 0 && number(k) != 1) w.refuse("the order of an operand is 0 or 1");
  for (std::size_t k : {1u, 2u, 3u})
    if (k != 1 || !of_registers) w.need(w.defined(i.operands[k].slot), "an operand of the product");
  auto const same = [&](Operand const& o) {
    Values room;
    Wide const* const v = w.fetch(o, room);
    for (unsigned l = 1; l < kLanes; ++l)
      if (v[l] != v[0])
        w.find(Defect::barrier_divergence, static_cast<int>(l),
               [] { return std::string("this lane names another operand of the product"); });
    return v[0];
  };
  Factor const of_a{f.a, !is_whole && number(4) == -1, !of_registers && has_orders && number(6) == 1},
      of_b{f.b, !is_whole && number(5) == -1, has_orders && number(expected - 1) == 1};
  std::uint64_t const at_a = of_registers ? 0 : same(a), at_b = same(b);
  bool const adds = (same(i.operands[3]) & 1) != 0;
  w.start_product(i, at_a, at_b);
  Lines rows;
  if (of_registers) {
    unsigned const each = 32 / static_cast<unsigned>(bits_of(f.a));
    Word const ones = bits_of(f.a) == 32 ? ~Word{0} : (Word{1} << bits_of(f.a)) - 1;
    rows = {std::vector<Word>(std::size_t{kRows} * f.k), std::vector<bool>(kRows, true)};
    for (unsigned r = 0; r < 4; ++r) {
      Wide const* const from = w.slot_values(a.elements[r]);
      std::uint32_t const known = w.defined(a.elements[r]);
      for (unsigned l = 0; l < kLanes; ++l) {
        unsigned const row = l / 4 + 8 * (r % 2);
        if ((known >> l & 1) == 0) rows.known[row] = false;
        for (unsigned e = 0; e < each; ++e)
          rows.bits[std::size_t{row} * f.k + r / 2 * 4 * each + l % 4 * each + e] =
              static_cast<Word>(from[l]) >> static_cast<unsigned>(bits_of(f.a)) * e & ones;
      }
    }
  } else {
    rows = read_lines(w, at_a, kRows * (w.number_in_block() % 4), kRows, f.k, of_a);
  }
  Lines const columns = read_lines(w, at_b, 0, f.n, f.k, of_b);
  unsigned const n = f.n;
  std::vector<Word> sums(std::size_t{kRows} * n);
  // Value v of lane l: row l / 4 + 8 (v / 2 mod 2), column 8 (v / 4) + 2 (l mod 4) + v mod 2.
  auto const place = [&](unsigned v, unsigned l) {
    return std::pair(l / 4 + 8 * (v / 2 % 2), 8 * (v / 4) + l % 4 * 2 + v % 2);
  };
  for (unsigned v = 0; adds && v < values; ++v)
    for (unsigned l = 0; l < kLanes; ++l) {
      auto const [row, column] = place(v, l);
      auto const old = static_cast<Word>(w.slot_values(d.elements[v / each_d])[l]);
      sums[std::size_t{row} * n + column] = each_d == 2 ? f32_of_f16(old >> 16 * (v % 2) & 0xFFFF) : old;
    }
  if (is_whole)
    multiply_whole(sums, rows, columns, kRows, n, f.k, of_a, of_b, f.finite);
  else
    multiply_floats(sums, rows, columns, kRows, n, f.k, of_a, of_b, sum_model_of(f));
  for (unsigned r = 0; r < values / each_d; ++r) {
    std::int32_t const slot = d.elements[r];
    std::uint32_t known = adds ? w.defined(slot) : kAllLanes;
    Values result{};
    for (unsigned l = 0; l < kLanes; ++l)
      for (unsigned e = 0; e < each_d; ++e) {
        auto const [row, column] = place(r * each_d + e, l);
        if (!rows.known[row] || !columns.known[column]) known &= ~(1u << l);
        Word const sum = sums[std::size_t{row} * n + column];
        result.lane[l] |=
            Wide{each_d == 2 ? encode(decode(sum, kF32), kF16, Rounding::nearest_even, false) : sum}
            << 16 * e;
      }
    w.put(slot, result.lane, known);
  }
}

}  // namespace

std::vector<std::pair<std::string, ProductShape>> product_shapes() {
  std::vector<std::pair<std::string, ProductShape>> r;
  for (auto const& [name, form] : forms())
    r.push_back({name, {form.n, form.k, static_cast<unsigned>(bits_of(form.a))}});
  return r;
}

Rows<Warp> warpgroup_rows() {
  Rows<Warp> r;
  for (auto const& [name, form] : forms())
    r.push_back(
        other<Warp>(name, "wgmma.mma_async", 4, 8, 0, [](Warp& w, Instruction const& i) { multiply(w, i); }));
  r.push_back(other<Warp>("wgmma.fence.sync.aligned", "wgmma.fence", 0, 0, 0,
                          [](Warp& w, Instruction const&) { w.fence_products(); }));
  r.push_back(other<Warp>("wgmma.commit_group.sync.aligned", "wgmma.commit_group", 0, 0, 0,
                          [](Warp& w, Instruction const&) { w.commit_products(); }));
  r.push_back(other<Warp>(
      "wgmma.wait_group.sync.aligned", "wgmma.wait_group", 1, 1, 0,
      [](Warp& w, Instruction const& i) { w.wait_products(w.slot_values(i.operands[0].slot)[0]); }));
  return r;
}

}  // namespace colex::code::ptx
