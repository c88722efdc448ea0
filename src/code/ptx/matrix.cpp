// SPDX-License-Identifier: MIT
#include "code/ptx/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "operations/failure.hpp"

namespace colex::code::ptx {

int bits_of(Element e) {
  switch (e) {
    case Element::f16:
    case Element::bf16:
      return 16;
    case Element::e4m3:
    case Element::e5m2:
    case Element::s8:
    case Element::u8:
      return 8;
    case Element::f64:
      return 64;
    default:
      return 32;
  }
}

Part part_of(Word bits, Format of) {
  Part r;
  int const least = 2 - (1 << (of.exponent_bits - 1));
  Word const fraction = bits & ((Word{1} << of.fraction_bits) - 1),
             exponent = bits >> of.fraction_bits & ((Word{1} << of.exponent_bits) - 1);
  r.is_special = exponent == (Word{1} << of.exponent_bits) - 1 && !std::isfinite(decode(bits, of));
  r.significand = exponent == 0 ? fraction : fraction + (Word{1} << of.fraction_bits);
  r.top = exponent == 0 ? least : static_cast<int>(exponent) - 1 + least;
  r.exponent = r.top - of.fraction_bits;
  if ((bits >> (of.exponent_bits + of.fraction_bits) & 1) != 0) r.significand = -r.significand;
  r.value = r.is_special ? decode(bits, of) : static_cast<double>(r.significand) * power_of_two(r.exponent);
  return r;
}

Format format_of(Element e) {
  switch (e) {
    case Element::f16:
      return kF16;
    case Element::bf16:
      return kBf16;
    case Element::e4m3:
      return kE4m3;
    case Element::e5m2:
      return kE5m2;
    case Element::tf32:
      return kTf32;
    default:
      return kF32;
  }
}

Word summed(Word c, Part const* a, Part const* b, std::size_t b_stride, int k, SumModel model) {
  for (int first = 0; first < k; first += model.terms) {
    int const last = std::min(k, first + model.terms);
    Part const start = part_of(c, kF32);
    bool special = start.is_special;
    int top = start.significand != 0 ? start.top : -4096;
    for (int n = first; n < last; ++n) {
      Part const &x = a[n], &y = b[static_cast<std::size_t>(n) * b_stride];
      special = special || x.is_special || y.is_special;
      if (x.significand != 0 && y.significand != 0) top = std::max(top, x.top + y.top);
    }
    if (special) {
      double r = start.value;
      for (int n = first; n < last; ++n) r += a[n].value * b[static_cast<std::size_t>(n) * b_stride].value;
      c = std::isnan(r) ? kNan : bits(static_cast<float>(r));
      continue;
    }
    if (top == -4096) {
      c = 0;
      continue;
    }
    int const unit = top - 23 - model.extra_bits;
    auto const cut = [&](std::int64_t significand, int exponent) -> std::int64_t {
      int const by = exponent - unit;
      if (by >= 0) return significand << by;
      if (by <= -63) return 0;
      std::int64_t const size = (significand < 0 ? -significand : significand) >> -by;
      return significand < 0 ? -size : size;
    };
    std::int64_t total = cut(start.significand, start.exponent);
    for (int n = first; n < last; ++n) {
      Part const &x = a[n], &y = b[static_cast<std::size_t>(n) * b_stride];
      total += cut(x.significand * y.significand, x.exponent + y.exponent);
    }
    double const sum = static_cast<double>(total) * power_of_two(unit);
    c = std::fabs(sum) >= 0x1p128 ? bits(static_cast<float>(std::copysign(HUGE_VAL, sum)))
                                  : encode(sum, kF32, Rounding::zero, false);
    c &= ~((Word{1} << (23 - model.fraction_bits)) - 1);
    if (model.is_odd && std::isfinite(decode(c, kF32)) && decode(c, kF32) != sum) c |= 1;
    if (total == 0) c = 0;
  }
  return c;
}

namespace {

struct Form {
  int m = 16, k = 16;
  Element a{}, b{}, d{};
  bool finite = false;
};

std::unordered_map<std::string, Form> const& forms() {
  static auto const all = [] {
    std::unordered_map<std::string, Form> r;
    auto const add = [&](char const* shape, int m, int k, char const* d, char const* a, char const* b,
                         Form form, bool finite = false) {
      form.m = m, form.k = k, form.finite = finite;
      r.emplace(fmt::format("mma.sync.aligned.{}.row.col{}.{}.{}.{}.{}", shape, finite ? ".satfinite" : "", d,
                            a, b, d),
                form);
    };
    for (auto const& [shape, k] : {std::pair("m16n8k8", 8), std::pair("m16n8k16", 16)}) {
      add(shape, 16, k, "f32", "f16", "f16", {0, 0, Element::f16, Element::f16, Element::f32});
      add(shape, 16, k, "f16", "f16", "f16", {0, 0, Element::f16, Element::f16, Element::f16});
      add(shape, 16, k, "f32", "bf16", "bf16", {0, 0, Element::bf16, Element::bf16, Element::f32});
    }
    for (auto const& [shape, k] : {std::pair("m16n8k4", 4), std::pair("m16n8k8", 8)})
      add(shape, 16, k, "f32", "tf32", "tf32", {0, 0, Element::tf32, Element::tf32, Element::f32});
    std::pair<char const*, Element> const small[] = {{"e4m3", Element::e4m3}, {"e5m2", Element::e5m2}},
                                          bytes[] = {{"s8", Element::s8}, {"u8", Element::u8}};
    for (auto const& [a, of_a] : small)
      for (auto const& [b, of_b] : small)
        add("m16n8k32", 16, 32, "f32", a, b, {0, 0, of_a, of_b, Element::f32});
    for (auto const& [a, of_a] : bytes)
      for (auto const& [b, of_b] : bytes)
        for (bool const finite : {false, true}) {
          add("m8n8k16", 8, 16, "s32", a, b, {0, 0, of_a, of_b, Element::s32}, finite);
          add("m16n8k16", 16, 16, "s32", a, b, {0, 0, of_a, of_b, Element::s32}, finite);
          add("m16n8k32", 16, 32, "s32", a, b, {0, 0, of_a, of_b, Element::s32}, finite);
        }
    Form const doubles{0, 0, Element::f64, Element::f64, Element::f64};
    add("m8n8k4", 8, 4, "f64", "f64", "f64", doubles), add("m16n8k4", 16, 4, "f64", "f64", "f64", doubles);
    add("m16n8k8", 16, 8, "f64", "f64", "f64", doubles),
        add("m16n8k16", 16, 16, "f64", "f64", "f64", doubles);
    return r;
  }();
  return all;
}

Wide const* register_of(Warp& w, Operand const& o, std::size_t n) {
  std::int32_t const slot = o.kind == Operand::Kind::vector ? o.elements[n] : o.slot;
  w.need(w.defined(slot), "a matrix");
  return w.slot_values(slot);
}
std::size_t registers_of(Operand const& o) { return o.kind == Operand::Kind::vector ? o.elements.size() : 1; }

void multiply(Warp& w, Instruction const& i) {
  auto const found = forms().find(i.key);
  Form const& f = found->second;
  int const k = f.k, m = f.m;
  if (w.mask() != w.all_lanes() || w.mask() != kAllLanes) w.refuse("a matrix product with lanes off");
  int const bits = bits_of(f.a), each = std::max(1, 32 / bits);  // elements of a register
  std::size_t const of_a = static_cast<std::size_t>(m * k / 32 / each),
                    of_b = static_cast<std::size_t>(8 * k / 32 / each);
  int const each_d = f.d == Element::f16 ? 2 : 1;
  std::size_t const of_d = static_cast<std::size_t>(m * 8 / 32 / each_d);
  if (registers_of(i.operands[0]) != of_d || registers_of(i.operands[1]) != of_a ||
      registers_of(i.operands[2]) != of_b || registers_of(i.operands[3]) != of_d)
    w.refuse("other registers than a matrix of this form has");
  Wide a[16][32] = {}, b[32][8] = {}, c[16][8] = {};
  Wide const ones = bits == 64 ? ~Wide{0} : (Wide{1} << bits) - 1;
  int const halves = m / 8;
  // Register r of A: row g + 8 (r mod halves), columns of part r / halves; of B: part r. A part has 4 registers' columns.
  for (std::size_t r = 0; r < of_a; ++r) {
    Wide const* const from = register_of(w, i.operands[1], r);
    for (int l = 0; l < 32; ++l)
      for (int e = 0; e < each; ++e)
        a[l / 4 + 8 * (static_cast<int>(r) % halves)]
         [static_cast<int>(r) / halves * 4 * each + l % 4 * each + e] = from[l] >> bits * e & ones;
  }
  for (std::size_t r = 0; r < of_b; ++r) {
    Wide const* const from = register_of(w, i.operands[2], r);
    for (int l = 0; l < 32; ++l)
      for (int e = 0; e < each; ++e)
        b[static_cast<int>(r) * 4 * each + l % 4 * each + e][l / 4] = from[l] >> bits * e & ones;
  }
  // Element n of a lane of C and D: row g + 8 (n / 2), column 2 (lane mod 4) + n mod 2.
  for (std::size_t n = 0; n < of_d * static_cast<std::size_t>(each_d); ++n) {
    Wide const* const from = register_of(w, i.operands[3], n / static_cast<std::size_t>(each_d));
    for (int l = 0; l < 32; ++l)
      c[l / 4 + 8 * static_cast<int>(n / 2)][l % 4 * 2 + static_cast<int>(n % 2)] =
          each_d == 2 ? from[l] >> 16 * (n % 2) & 0xFFFF : from[l];
  }
  if (f.d == Element::f64) {
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < 8; ++column)
        for (int n = 0; n < k; ++n)
          c[row][column] = sum_f64(Sum::fma, a[row][n], b[n][column], c[row][column], Modes{});
  } else if (f.d == Element::s32) {
    auto const value = [](Wide v, Element e) {
      return e == Element::s8 ? std::int64_t{static_cast<std::int8_t>(v)}
                              : static_cast<std::int64_t>(v & 0xFF);
    };
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < 8; ++column) {
        std::int64_t total = static_cast<std::int32_t>(c[row][column]);
        for (int n = 0; n < k; ++n) total += value(a[row][n], f.a) * value(b[n][column], f.b);
        if (f.finite)
          total = std::clamp<std::int64_t>(total, std::numeric_limits<std::int32_t>::min(),
                                           std::numeric_limits<std::int32_t>::max());
        c[row][column] = static_cast<Word>(total);
      }
  } else {
    Part x[16][32], y[32][8];
    int const shift = f.a == Element::tf32 ? 13 : 0;
    for (int n = 0; n < k; ++n) {
      for (int row = 0; row < m; ++row)
        x[row][n] = part_of(static_cast<Word>(a[row][n]) >> shift, format_of(f.a));
      for (int column = 0; column < 8; ++column)
        y[n][column] = part_of(static_cast<Word>(b[n][column]) >> shift, format_of(f.b));
    }
    SumModel const model = sum_model(w.launch().module->target, f.a == Element::tf32 ? 32 : bits);
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < 8; ++column) {
        Word const from = static_cast<Word>(c[row][column]);
        Word sum = f.d == Element::f16 ? f32_of_f16(from) : from;
        if (bits == 8)  // c is added to the sum of the products, rounded to nearest
          sum = sum_f32(Sum::add, sum, summed(0, x[row], &y[0][column], 8, k, model), 0, Modes{});
        else
          sum = summed(sum, x[row], &y[0][column], 8, k, model);
        c[row][column] =
            f.d == Element::f16 ? encode(decode(sum, kF32), kF16, Rounding::nearest_even, false) : sum;
      }
  }
  for (std::size_t r = 0; r < of_d; ++r) {
    Values result;
    for (int l = 0; l < 32; ++l) {
      Wide v = 0;
      for (int e = 0; e < each_d; ++e) {
        std::size_t const n = r * static_cast<std::size_t>(each_d) + static_cast<std::size_t>(e);
        v |= c[l / 4 + 8 * static_cast<int>(n / 2)][l % 4 * 2 + static_cast<int>(n % 2)] << 16 * e;
      }
      result.lane[l] = v;
    }
    Operand const& to = i.operands[0];
    w.put(to.kind == Operand::Kind::vector ? to.elements[r] : to.slot, result.lane, kAllLanes);
  }
}

}  // namespace

SumModel sum_model(std::string_view target, int bits_of_element) {
  bool const is_hopper = target.size() > 4 && target.substr(3, 2) >= "90";
  int const bytes = bits_of_element / 8;
  return is_hopper ? SumModel{bytes == 1 ? 16 : 32 / bytes, 2} : SumModel{16 / bytes, 1};
}

Rows<Warp> matrix_rows() {
  Rows<Warp> r;
  for (auto const& [name, form] : forms())
    r.push_back(other<Warp>(name, "mma", 4, 4, 0, [](Warp& w, Instruction const& i) { multiply(w, i); }));
  return r;
}

}  // namespace colex::code::ptx
