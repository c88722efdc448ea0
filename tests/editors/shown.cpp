// SPDX-License-Identifier: MIT
// Values for debugger_test.py, which stops in stop().
#include <cstring>

#include "colex/colex.hpp"
#include "colex/static/make.hpp"

using namespace colex;

[[gnu::noinline]] void stop() { asm volatile(""); }

int main() {
  auto const plain = layout("(4,(2,4)):(2,(1,-8))");
  auto const extents = tuple("(4,(2,3))");
  auto const one = layout("4:1");
  auto const nothing = tuple("()");
  auto const refused = complement(layout("4:3"), 16);
  auto const answered = complement(layout("4:3"), 24);
  auto const swizzled = ComposedLayout{{3, 4, 3}, 5, layout("(8,8):(8,1)")};
  auto const fixed = static_layout<"(4,(2,4)):(2,(1,8))">();
  Layout<std::int64_t> garbage;
  std::memset(static_cast<void*>(&garbage), 0x7f, sizeof garbage);
  stop();
  return rank(plain) + rank(extents) + rank(one) + rank(nothing) + bool(refused) + bool(answered) +
         swizzled.outer.bits + int(fixed(1)) + rank(plain);
}
