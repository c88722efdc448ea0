// SPDX-License-Identifier: MIT
// The swizzle is read here, the layout after it by parse_layout; columns count from the start of the whole.
#include "text/composed.hpp"

#include <fmt/format.h>

#include "colex/structure.hpp"
#include "text/print.hpp"

namespace colex {

Parsed<ComposedLayout> parse_composed(std::string_view text) {
  detail::Reader in{text};
  ComposedLayout c;
  if (in.peek() == 'S') {
    std::int64_t field[4] = {};
    auto const expect = [&](char wanted, char const* message) { return in.take(wanted) || in.fail(message); };
    bool read = in.take('S') && expect('w', "expected 'Sw<'") && expect('<', "expected 'Sw<'");
    for (int k = 0; read && k < 3; ++k) {
      std::size_t const at = in.at;
      read = in.integer(field[k]) && expect(k < 2 ? ',' : '>', k < 2 ? "expected ','" : "expected '>'");
      if (read && (field[k] < -62 || field[k] > 62)) read = in.fail("a swizzle's numbers lie within 62", at);
    }
    read = read && expect('o', "expected 'o'") && in.integer(field[3]) && expect('o', "expected 'o'");
    if (!read) return in.done(c);
    c.outer = {static_cast<int>(field[0]), static_cast<int>(field[1]), static_cast<int>(field[2])};
    c.offset = field[3];
    in.peek();
  }
  auto const inner = parse_layout(text.substr(in.at));
  c.inner = inner.value;
  return {c, inner.message, inner.column + static_cast<int>(in.at)};
}

std::string to_text(Swizzle const& s) { return fmt::format("Sw<{},{},{}>", s.bits, s.base, s.shift); }

std::string to_text(ComposedLayout const& c) {
  return fmt::format("{} o {} o {}", to_text(c.outer), c.offset, to_text(c.inner));
}

std::string to_text(Coordinate const& value) {
  std::string out;
  for (int k = 0; k < kMaxBases; ++k) {
    if (value.along[k] == 0) continue;
    if (!out.empty() && value.along[k] > 0) out += '+';
    if (value.along[k] == -1) out += '-';
    if (value.along[k] != 1 && value.along[k] != -1) out += fmt::to_string(value.along[k]);
    out += fmt::format("E<{}>", k);
  }
  return out.empty() ? "0" : out;
}

std::string to_text(Layout<Coordinate> const& layout) {
  auto const extents = transform(layout, [](Mode<Coordinate> const& m) { return m.shape.scalar; });
  std::string strides;
  auto const put = [&](auto const& self, Layout<Coordinate> const& part) -> void {
    if (part.profile.is_leaf({})) {
      strides += to_text(part.leaves[0].stride);
      return;
    }
    strides += '(';
    for (int k = 0; k < rank(part); ++k) {
      if (k > 0) strides += ',';
      self(self, entry(part, k));
    }
    strides += ')';
  };
  put(put, layout);
  return to_text(extents) + ':' + strides;
}

}  // namespace colex
