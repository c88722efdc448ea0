// SPDX-License-Identifier: MIT
#include "code/ptx/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

namespace {

constexpr int kNoTop = -4096;

/// The 256 numbers of a format of 8 bits as floats.
std::array<Word, 256> const& floats_of_bytes(Element e) {
  auto const table_of = [](Format of) {
    std::array<Word, 256> r;
    for (Word w = 0; w < r.size(); ++w) r[w] = bits(static_cast<float>(decode(w, of)));
    return r;
  };
  static auto const e4m3 = table_of(kE4m3), e5m2 = table_of(kE5m2);
  return e == Element::e4m3 ? e4m3 : e5m2;
}

}  // namespace

void Factors::assign(Word const* given, std::size_t count, Element e, bool negated) {
  values.resize(count), all.resize(count), tops.resize(count);
  Word const sign = negated ? 0x80000000u : 0;
  int const least = 2 - (1 << (format_of(e).exponent_bits - 1));
  bool finite = true;
  auto const each = [&](auto float_of) {
    for (std::size_t at = 0; at < count; ++at) {
      Word const word = float_of(given[at]), exponent = word >> 23 & 255;
      bool const is_finite = exponent != 255;
      finite = finite && is_finite;
      all[at] = f32(word ^ sign);
      values[at] = double{f32(is_finite ? word ^ sign : 0)};
      tops[at] = !is_finite || word << 1 == 0 ? kNoTop : std::max(static_cast<int>(exponent) - 127, least);
    }
  };
  if (e == Element::bf16)
    each([](Word w) { return w << 16; });
  else if (e == Element::f16)
    each([](Word w) { return f32_of_f16(w); });
  else if (bits_of(e) == 8)
    each([&table = floats_of_bytes(e)](Word w) { return table[w]; });
  else
    each([](Word w) { return w & 0xFFFFE000u; });
  are_finite = finite;
}

namespace {

constexpr int kColumns = 8;

/// What is left of a double's bits below a float's last; the number is normal as a float.
constexpr Wide kBelowFloat = 0x1FFFFFFF;
float cut_to_float(double x) { return static_cast<float>(f64(bits(x) & ~kBelowFloat)); }

// A number of each column. Compilers make of these what the processor has.
using Ints = int __attribute__((vector_size(4 * kColumns)));
using Words = Word __attribute__((vector_size(4 * kColumns)));
using Floats = float __attribute__((vector_size(4 * kColumns)));
using Wides = std::int64_t __attribute__((vector_size(8 * kColumns)));
using Doubles = double __attribute__((vector_size(8 * kColumns)));

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
/// has no more than 31 bits. `result` is right where the answer is: then all old sums are finite, and what is summed is zero or normal as a float.
COLEX_WIDE bool add_step(Word* result, double* totals, double* units, Word const* c, double const* a,
                         int const* a_tops, double const* b, int const* b_tops, std::size_t pitch, int terms,
                         SumModel model) {
  Words old;
  std::memcpy(&old, c, sizeof old);
  Ints const exponent = (Ints)(old >> 23 & 255), is_finite = exponent != 255;
  Ints top = (is_finite & ((old << 1) != 0)) != 0 ? (exponent > 1 ? exponent - 127 : -126 + Ints{})
                                                  : kNoTop + Ints{};
  for (int n = 0; n < terms; ++n) {
    Ints tops;
    std::memcpy(&tops, b_tops + static_cast<std::size_t>(n) * pitch, sizeof tops);
    tops += a_tops[n];
    top = tops > top ? tops : top;
  }
  top = top > -512 ? top : -512 + Ints{};  // of nothing but zeros any does
  Wides const at = __builtin_convertvector(top - 23 - model.extra_bits, Wides);
  Doubles const unit = (Doubles)((at + 1023) << 52), scale = (Doubles)((1023 - at) << 52);
  Doubles const before = __builtin_convertvector((Floats)(old & (Words)is_finite), Doubles);
  Doubles total = __builtin_convertvector(__builtin_convertvector(before * scale, Ints), Doubles);
  for (int n = 0; n < terms; ++n) {
    Doubles factors;
    std::memcpy(&factors, b + static_cast<std::size_t>(n) * pitch, sizeof factors);
    total += __builtin_convertvector(__builtin_convertvector(a[n] * factors * scale, Ints), Doubles);
  }
  Doubles const sum = total * unit, size = (Doubles)((Wides)sum & std::numeric_limits<std::int64_t>::max());
  Wides const is_regular = (total == 0) | ((size >= 0x1p-126) & (size < 0x1p128));
  Word const kept = ~((Word{1} << (23 - model.fraction_bits)) - 1);
  Doubles const cut = (Doubles)((Wides)sum & ~static_cast<std::int64_t>(kBelowFloat));
  Words words = (Words) __builtin_convertvector(cut, Floats) & kept;
  if (model.is_odd) {
    Wides const differs = __builtin_convertvector((Floats)words, Doubles) != sum;
    words |= (Words) __builtin_convertvector(differs, Ints) & 1;
  }
  words &= (Words) __builtin_convertvector(total != 0, Ints);
  std::memcpy(result, &words, sizeof words), std::memcpy(totals, &total, sizeof total),
      std::memcpy(units, &unit, sizeof unit);
  std::int64_t all = -1;
  for (int j = 0; j < kColumns; ++j) all &= is_regular[j] & is_finite[j];
  return all != 0;
}

}  // namespace

void add_products(Word* c, Factors const& a, std::size_t at_a, Factors const& b, std::size_t at_b,
                  std::size_t pitch, int k, SumModel model) {
  for (int first = 0; first < k; first += model.terms) {
    int const terms = std::min(k - first, model.terms);
    std::size_t const x = at_a + static_cast<std::size_t>(first),
                      y = at_b + static_cast<std::size_t>(first) * pitch;
    Word result[kColumns];
    double total[kColumns], unit[kColumns];
    if (add_step(result, total, unit, c, &a.values[x], &a.tops[x], &b.values[y], &b.tops[y], pitch, terms,
                 model) &&
        a.are_finite && b.are_finite) [[likely]] {
      std::copy(std::begin(result), std::end(result), c);
      continue;
    }
    for (int j = 0; j < kColumns; ++j) {
      bool special = !std::isfinite(f32(c[j]));
      if (special || !a.are_finite || !b.are_finite) {
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

/// The elements of a register, `each` in a lane: lane l has those of row l / 4, beside those of the lane before it.
template <int each, class T>
void spread_by(Wide const* from, T* to, int row, int column) {
  constexpr int width = each == 1 ? 64 : 32 / each;
  constexpr Wide ones = each == 1 ? ~Wide{0} : (Wide{1} << width % 64) - 1;
  for (int l = 0; l < 32; ++l)
    for (int e = 0; e < each; ++e)
      to[l / 4 * row + (l % 4 * each + e) * column] = static_cast<T>(from[l] >> width * e & ones);
}
template <class T>
void spread(int each, Wide const* from, T* to, int row, int column) {
  each == 1   ? spread_by<1>(from, to, row, column)
  : each == 2 ? spread_by<2>(from, to, row, column)
              : spread_by<4>(from, to, row, column);
}

void add_doubles(Wide* c, Wide const* a, Wide const* b, Form const& f) {
  for (int row = 0; row < f.m; ++row)
    for (int column = 0; column < 8; ++column)
      for (int n = 0; n < f.k; ++n)
        c[row * 8 + column] =
            sum_f64(Sum::fma, a[row * f.k + n], b[n * 8 + column], c[row * 8 + column], Modes{});
}

void add_whole(Word* c, Word const* a, Word const* b, Form const& f) {
  auto const value = [](Word v, Element e) {
    return e == Element::s8 ? std::int64_t{static_cast<std::int8_t>(v)} : std::int64_t{v & 0xFF};
  };
  for (int row = 0; row < f.m; ++row)
    for (int column = 0; column < 8; ++column) {
      Word& sum = c[row * 8 + column];
      std::int64_t total = static_cast<std::int32_t>(sum);
      for (int n = 0; n < f.k; ++n) total += value(a[row * f.k + n], f.a) * value(b[n * 8 + column], f.b);
      if (f.finite)
        total = std::clamp<std::int64_t>(total, std::numeric_limits<std::int32_t>::min(),
                                         std::numeric_limits<std::int32_t>::max());
      sum = static_cast<Word>(total);
    }
}

void add_floats(Word* c, Word const* a, Word const* b, Form const& f, std::string_view target) {
  static thread_local Factors x, y;
  x.assign(a, static_cast<std::size_t>(f.m * f.k), f.a), y.assign(b, static_cast<std::size_t>(8 * f.k), f.b);
  bool const of_bytes = bits_of(f.a) == 8;
  SumModel model = sum_model(target, f.a == Element::tf32 ? 32 : bits_of(f.a));
  model.is_odd = f.d == Element::f16;
  for (int row = 0; row < f.m; ++row) {
    Word before[8], sums[8];
    for (int column = 0; column < 8; ++column) {
      Word const from = c[row * 8 + column];
      before[column] = f.d == Element::f16 ? f32_of_f16(from) : from;
      sums[column] = of_bytes ? 0 : before[column];
    }
    add_products(sums, x, static_cast<std::size_t>(row * f.k), y, 0, 8, f.k, model);
    for (int column = 0; column < 8; ++column) {
      Word sum = sums[column];
      if (of_bytes)  // c is added to the sum of the products, rounded to nearest
        sum = sum_f32(Sum::add, before[column], sum, 0, Modes{});
      c[row * 8 + column] =
          f.d == Element::f16 ? encode(decode(sum, kF32), kF16, Rounding::nearest_even, false) : sum;
    }
  }
}

/// Numbers as words of T, row by row; of B, columns by 8. Register r of A: row g + 8 (r mod halves), columns of part r / halves; of B: part r. A part has 4
/// registers' columns. Element n of a lane of C and D: row g + 8 (n / 2), column 2 (lane mod 4) + n mod 2.
template <class T>
void multiply_of(Warp& w, Instruction const& i, Form const& f) {
  int const k = f.k, halves = f.m / 8, each = std::max(1, 32 / bits_of(f.a)),
            each_d = f.d == Element::f16 ? 2 : 1, of_d = f.m * 8 / 32 / each_d;
  T a[16 * 32], b[32 * 8], c[16 * 8];
  for (int r = 0; r < f.m * k / 32 / each; ++r)
    spread(each, register_of(w, i.operands[1], static_cast<std::size_t>(r)),
           a + r % halves * 8 * k + r / halves * 4 * each, k, 1);
  for (int r = 0; r < 8 * k / 32 / each; ++r)
    spread(each, register_of(w, i.operands[2], static_cast<std::size_t>(r)), b + r * 4 * each * 8, 1, 8);
  for (int r = 0; r < of_d; ++r) {
    Wide const* const from = register_of(w, i.operands[3], static_cast<std::size_t>(r));
    for (int l = 0; l < 32; ++l)
      if (T* const to = c + l / 4 * 8 + l % 4 * 2; each_d == 2)
        to[r * 64] = static_cast<T>(from[l] & 0xFFFF),
               to[r * 64 + 1] = static_cast<T>(from[l] >> 16 & 0xFFFF);
      else
        to[r / 2 * 64 + r % 2] = static_cast<T>(from[l]);
  }
  if constexpr (sizeof(T) == 8)
    add_doubles(c, a, b, f);
  else if (f.d == Element::s32)
    add_whole(c, a, b, f);
  else
    add_floats(c, a, b, f, w.launch().module->target);
  for (int r = 0; r < of_d; ++r) {
    Values result;
    for (int l = 0; l < 32; ++l) {
      T const* const from = c + l / 4 * 8 + l % 4 * 2;
      result.lane[l] = each_d == 2 ? from[r * 64] | Wide{from[r * 64 + 1]} << 16 : from[r / 2 * 64 + r % 2];
    }
    Operand const& to = i.operands[0];
    w.put(to.kind == Operand::Kind::vector ? to.elements[static_cast<std::size_t>(r)] : to.slot, result.lane,
          kAllLanes);
  }
}

void multiply(Warp& w, Instruction const& i) {
  Form const& f = forms().find(i.key)->second;
  if (w.mask() != w.all_lanes() || w.mask() != kAllLanes) w.refuse("a matrix product with lanes off");
  int const each = std::max(1, 32 / bits_of(f.a));  // elements of a register
  auto const of_a = static_cast<std::size_t>(f.m * f.k / 32 / each),
             of_b = static_cast<std::size_t>(8 * f.k / 32 / each),
             of_d = static_cast<std::size_t>(f.m * 8 / 32 / (f.d == Element::f16 ? 2 : 1));
  if (registers_of(i.operands[0]) != of_d || registers_of(i.operands[1]) != of_a ||
      registers_of(i.operands[2]) != of_b || registers_of(i.operands[3]) != of_d)
    w.refuse("other registers than a matrix of this form has");
  f.d == Element::f64 ? multiply_of<Wide>(w, i, f) : multiply_of<Word>(w, i, f);
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
