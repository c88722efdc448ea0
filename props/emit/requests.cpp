// SPDX-License-Identifier: MIT
// The generators' inputs as JSON lines for `colex batch` and for peers: tests/oracle/peers.py compares.
//
//   emit_requests 500 1      500 of every operation, seed 1
//   {"op": "composition", "args": ["(4,6):(1,10)", "3:2"]}
#include <cstdio>
#include <cstdlib>

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;

namespace {

void emit(char const* op, std::string const& a, std::string const& b = "") {
  std::printf("{\"op\": \"%s\", \"args\": [\"%s\"%s%s]}\n", op, a.c_str(), b.empty() ? "" : ", ", b.c_str());
}
std::string quoted(LayoutI const& l) { return "\"" + text(l) + "\""; }
bool fits(LayoutI const& l) {
  return l.leaves.count > 0 && well_formed(l) == Condition::none && size(l) <= 400;
}

void requests(Dice& dice) {
  LayoutI const a = any_layout(dice, 60), small = any_layout(dice, 10), inner = any_inner(dice, a);
  auto const target = any_target(dice, 96);
  if (fits(a)) emit("coalesce", text(a));
  if (fits(a)) emit("right_inverse", text(a));
  if (fits(small)) emit("left_inverse", text(small));
  if (fits(a) && fits(inner)) emit("composition", text(a), quoted(inner));
  if (fits(a) && fits(inner)) emit("logical_divide", text(a), quoted(inner));
  if (fits(small) && fits(inner)) emit("logical_product", text(small), quoted(any_layout(dice, 6)));
  if (fits(target.a)) emit("complement", text(target.a), std::to_string(target.cotarget));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("emit_requests COUNT SEED\n", stderr);
    return 2;
  }
  Dice dice(std::strtoull(argv[2], nullptr, 10));
  for (int k = std::atoi(argv[1]); k > 0; --k) requests(dice);
}
