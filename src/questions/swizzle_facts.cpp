// SPDX-License-Identifier: MIT
#include "questions/swizzle_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "colex/any_layout.hpp"
#include "colex/print.hpp"
#include "operations/call.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

void power(char const* what, Int x) {
  if (!is_power_of_two(x) || x > Int{1} << 40)
    throw InputError(fmt::format("{} is {}, not a power of two within 2^40", what, x));
}

Swizzle admitted(Swizzle const& s) {
  if (auto const why = admissible(s); why.condition != Condition::none) refuse(why);
  return s;
}

/// A swizzle of bytes on elements of `element` bytes.
Swizzle on_elements(Swizzle const& bytes, int element) {
  power("the element's size", element);
  if (bytes.base < log2_of(element))
    throw InputError(
        fmt::format("elements of {} bytes are larger than the {} bytes that the swizzle keeps together",
                    element, Int{1} << bytes.base));
  return admitted({bytes.bits, bytes.base - log2_of(element), bytes.shift});
}

/// "bits 3 to 5", "bit 3"
std::string bits(int from, int count) {
  return count == 1 ? fmt::format("bit {}", from) : fmt::format("bits {} to {}", from, from + count - 1);
}

std::string elements(Int n, int element) {
  return fmt::format("{} element{}{}", n, n == 1 ? "" : "s",
                     element > 1 ? fmt::format(" ({} bytes)", n * element) : "");
}

void find_triton(SwizzleFacts& f) {
  Swizzle const& s = f.swizzle;
  int const row = log2_of(f.row), per_phase = s.base + s.shift - row;
  if (s.shift < 0) {
    f.no_triton = "it XORs lower bits into higher ones";
  } else if (s.base + s.bits > row) {
    f.no_triton = fmt::format("it changes {}, beyond a row of {} elements", bits(s.base, s.bits), f.row);
  } else if (per_phase < 0) {
    f.no_triton =
        fmt::format("it reads {}, inside a row of {} elements", bits(s.base + s.shift, s.bits), f.row);
  } else {
    f.triton = {Int{1} << s.base, Int{1} << per_phase, Int{1} << s.bits};
  }
}

}  // namespace

SwizzleFacts facts(Swizzle const& swizzle, int element, Int row) {
  power("the element's size", element);
  SwizzleFacts f;
  f.swizzle = admitted(swizzle), f.element = element, f.row = row;
  f.bytes = admitted({swizzle.bits, swizzle.base + log2_of(element), swizzle.shift});
  for (int const tma : {32, 64, 128})
    if (f.bytes == from_tma(tma, 1)) f.tma = tma;
  if (f.bytes.bits > 0 && f.bytes == Swizzle{f.bytes.bits, 4, f.bytes.bits}) f.xor16 = Int{1} << f.bytes.bits;
  if (row == 0) return f;
  power("the row", row);
  find_triton(f);
  return f;
}

Swizzle from_tma(int bytes, int element) {
  if (bytes != 32 && bytes != 64 && bytes != 128)
    throw InputError(fmt::format("TMA has swizzles of 32, 64 and 128 bytes, not {}", bytes));
  return on_elements({log2_of(bytes) - 4, 4, 3}, element);
}

Swizzle from_xor16(Int blocks, int element) {
  auto const s = swizzle_xor16(blocks);
  if (!s) refuse(s.refusal);
  return on_elements(*s, element);
}

Swizzle from_triton(TritonSwizzle const& t, Int row) {
  power("vec", t.vec), power("perPhase", t.per_phase), power("maxPhase", t.max_phase);
  if (row == 0) throw InputError("a swizzle of Triton's is one of rows: give --row, their elements");
  power("the row", row);
  if (t.vec * t.max_phase > row)
    throw InputError(
        fmt::format("vec {} times maxPhase {} leaves a row of {} elements", t.vec, t.max_phase, row));
  int const base = log2_of(t.vec), count = log2_of(t.max_phase);
  return admitted(
      {count, count == 0 ? 0 : base, count == 0 ? 0 : log2_of(row) + log2_of(t.per_phase) - base});
}

std::string to_text(SwizzleFacts const& f) {
  Swizzle const& s = f.swizzle;
  std::string out = fmt::format("{} on offsets in {}\n", to_text(s),
                                f.element == 1 ? "bytes" : fmt::format("elements of {} bytes", f.element));
  if (s.bits == 0) return out + "moves nothing\n";
  int const source = s.base + std::max(s.shift, 0), target = s.base - std::min(s.shift, 0);
  out += fmt::format("B = {}: {} of the offset XORed into {}\n", s.bits, bits(source, s.bits),
                     bits(target, s.bits));
  out += fmt::format("M = {}: {} stay together\n", s.base, elements(Int{1} << s.base, f.element));
  out += fmt::format("S = {}: a bit is read {} places {} where it is XORed\n", s.shift,
                     s.shift < 0 ? -s.shift : s.shift, s.shift < 0 ? "below" : "above");
  out += fmt::format("moves within {}; the pattern repeats after {}\n",
                     elements(Int{1} << (target + s.bits), f.element),
                     elements(Int{1} << (std::max(source, target) + s.bits), f.element));
  out += fmt::format("on bytes: {}\n", to_text(f.bytes));
  out += f.tma != 0 ? fmt::format("TMA: {}B\n", f.tma) : "TMA: none of 32B, 64B, 128B\n";
  out += f.xor16 != 0 ? fmt::format("swizzle_xor16: {} blocks, rows of {} bytes\n", f.xor16, 16 * f.xor16)
                      : "swizzle_xor16: none\n";
  if (f.triton)
    out += fmt::format("Triton, rows of {}: vec {}, perPhase {}, maxPhase {}\n", f.row, f.triton->vec,
                       f.triton->per_phase, f.triton->max_phase);
  if (!f.no_triton.empty()) out += fmt::format("Triton: none; {}\n", f.no_triton);
  return out;
}

Json to_json(SwizzleFacts const& f) {
  Json r{{"swizzle", to_text(f.swizzle)},
         {"element", f.element},
         {"bytes", to_text(f.bytes)},
         {"source_mask", f.swizzle.source_mask()},
         {"target_mask", f.swizzle.target_mask()}};
  r["tma"] = f.tma == 0 ? Json() : Json(f.tma);
  r["xor16"] = f.xor16 == 0 ? Json() : Json(f.xor16);
  r["triton"] = f.triton ? Json{{"vec", f.triton->vec},
                                {"perPhase", f.triton->per_phase},
                                {"maxPhase", f.triton->max_phase},
                                {"row", f.row}}
                         : Json();
  return r;
}

}  // namespace colex::cli
