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

constexpr int kNoTop = -4096;

void Factors::set(std::size_t at, Word given, Element e, bool negated) {
  Format const of = format_of(e);
  Word word = e == Element::bf16 ? given << 16 : e == Element::f16 ? f32_of_f16(given) : given & 0xFFFFE000u;
  if (bits_of(e) == 8) word = bits(static_cast<float>(decode(given, of)));
  Word const exponent = word >> 23 & 255;
  all[at] = f32(negated ? word ^ 0x80000000u : word);
  are_finite = are_finite && exponent != 255;
  values[at] = exponent == 255 ? 0 : all[at];
  tops[at] = values[at] == 0 ? kNoTop
                             : std::max(static_cast<int>(exponent) - 127, 2 - (1 << (of.exponent_bits - 1)));
}

namespace {

constexpr int kColumns = 8;

/// What is left of a double's bits below a float's last; the number is normal as a float.
float cut_to_float(double x) { return static_cast<float>(f64(bits(x) & ~Wide{0x1FFFFFFF})); }

Word rounded_to_zero(double sum) {
  double const size = std::fabs(sum);
  if (size >= 0x1p-126 && size < 0x1p128) [[likely]]
    return bits(cut_to_float(sum));
  return size >= 0x1p128 ? bits(static_cast<float>(std::copysign(HUGE_VAL, sum)))
                         : encode(sum, kF32, Rounding::zero, false);
}

// Several versions, so that where the processor has wide registers the columns lie in one or two.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define COLEX_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define COLEX_WIDE
#endif

/// One step of finite numbers: the sums, and the power of two that they count. A product is less than four times its greatest bit, so that what is kept of it
/// has no more than 31 bits.
COLEX_WIDE void add_step(double* total, double* unit, float const* c, float const* a, int const* a_tops,
                         float const* b, int const* b_tops, std::size_t pitch, int terms, int extra_bits) {
  int top[kColumns];
  double scale[kColumns];
  for (int j = 0; j < kColumns; ++j)
    top[j] = c[j] == 0 ? kNoTop : std::max(static_cast<int>(bits(c[j]) >> 23 & 255) - 127, -126);
  for (int n = 0; n < terms; ++n)
    for (int j = 0; j < kColumns; ++j)
      top[j] = std::max(top[j], a_tops[n] + b_tops[static_cast<std::size_t>(n) * pitch + j]);
  for (int j = 0; j < kColumns; ++j) {
    int const at = std::max(top[j], -512) - 23 - extra_bits;  // of nothing but zeros any does
    unit[j] = power_of_two(at), scale[j] = power_of_two(-at);
    total[j] = static_cast<double>(static_cast<int>(c[j] * scale[j]));
  }
  for (int n = 0; n < terms; ++n)
    for (int j = 0; j < kColumns; ++j)
      total[j] += static_cast<double>(static_cast<int>(
          static_cast<double>(a[n]) * b[static_cast<std::size_t>(n) * pitch + j] * scale[j]));
}

}  // namespace

void add_products(Word* c, Factors const& a, std::size_t at_a, Factors const& b, std::size_t at_b,
                  std::size_t pitch, int k, SumModel model) {
  for (int first = 0; first < k; first += model.terms) {
    int const terms = std::min(k - first, model.terms);
    std::size_t const x = at_a + static_cast<std::size_t>(first),
                      y = at_b + static_cast<std::size_t>(first) * pitch;
    float before[kColumns];
    double total[kColumns], unit[kColumns];
    for (int j = 0; j < kColumns; ++j) before[j] = std::isfinite(f32(c[j])) ? f32(c[j]) : 0;
    add_step(total, unit, before, &a.values[x], &a.tops[x], &b.values[y], &b.tops[y], pitch, terms,
             model.extra_bits);
    for (int j = 0; j < kColumns; ++j) {
      bool special = !std::isfinite(f32(c[j]));
      if (special || !a.are_finite || !b.are_finite) [[unlikely]] {
        double sum = f32(c[j]);
        for (int n = 0; n < terms; ++n) {
          float const p = a.all[x + static_cast<std::size_t>(n)],
                      q = b.all[y + static_cast<std::size_t>(n) * pitch + static_cast<std::size_t>(j)];
          special = special || !std::isfinite(p) || !std::isfinite(q);
          sum += double{p} * q;
        }
        if (special) {
          c[j] = std::isnan(sum) ? kNan : bits(static_cast<float>(sum));
          continue;
        }
      }
      double const sum = total[j] * unit[j];
      c[j] = rounded_to_zero(sum) & ~((Word{1} << (23 - model.fraction_bits)) - 1);
      if (model.is_odd && std::isfinite(f32(c[j])) && f32(c[j]) != sum) c[j] |= 1;
      if (total[j] == 0) c[j] = 0;
    }
  }
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
    Factors x(static_cast<std::size_t>(m * k)), y(static_cast<std::size_t>(8 * k));
    for (int n = 0; n < k; ++n) {
      for (int row = 0; row < m; ++row)
        x.set(static_cast<std::size_t>(row * k + n), static_cast<Word>(a[row][n]), f.a);
      for (int column = 0; column < 8; ++column)
        y.set(static_cast<std::size_t>(n * 8 + column), static_cast<Word>(b[n][column]), f.b);
    }
    SumModel const model = sum_model(w.launch().module->target, f.a == Element::tf32 ? 32 : bits);
    for (int row = 0; row < m; ++row) {
      Word before[8], sums[8];
      for (int column = 0; column < 8; ++column) {
        Word const from = static_cast<Word>(c[row][column]);
        before[column] = f.d == Element::f16 ? f32_of_f16(from) : from;
        sums[column] = bits == 8 ? 0 : before[column];
      }
      add_products(sums, x, static_cast<std::size_t>(row * k), y, 0, 8, k, model);
      for (int column = 0; column < 8; ++column) {
        Word sum = sums[column];
        if (bits == 8)  // c is added to the sum of the products, rounded to nearest
          sum = sum_f32(Sum::add, before[column], sum, 0, Modes{});
        c[row][column] =
            f.d == Element::f16 ? encode(decode(sum, kF32), kF16, Rounding::nearest_even, false) : sum;
      }
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
