// SPDX-License-Identifier: MIT
// swizzle: what B, M and S mean, and the same swizzle under other names.
//
//   colex swizzle 'Sw<3,3,3>' --element 2 --row 64
//   colex swizzle --tma 128 --element 2      colex swizzle --triton 8,1,8 --row 64
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "questions/swizzle_facts.hpp"

namespace colex::cli {

namespace {

struct SwizzleOptions {
  std::string text, triton;
  int tma = 0, element = 1;
  std::int64_t xor16 = 0, row = 0;
  bool json = false;
};

TritonSwizzle triton(std::string const& text) {
  Value const value = read_table(text, "--triton", false);
  auto const* const numbers = std::get_if<Table>(&value);
  if (numbers == nullptr || numbers->size() != 3)
    throw InputError("--triton: expected vec,perPhase,maxPhase");
  return {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

Swizzle meant(SwizzleOptions const& o) {
  int const names =
      (o.text.empty() ? 0 : 1) + (o.tma != 0 ? 1 : 0) + (o.xor16 != 0 ? 1 : 0) + (o.triton.empty() ? 0 : 1);
  if (names != 1) throw InputError("swizzle: give one of Sw<B,M,S>, --tma, --xor16 and --triton");
  if (o.tma != 0) return from_tma(o.tma, o.element);
  if (o.xor16 != 0) return from_xor16(o.xor16, o.element);
  if (!o.triton.empty()) return from_triton(triton(o.triton), o.row);
  Value const value = read_value(o.text, "swizzle", false);
  if (auto const* const s = std::get_if<Swizzle>(&value)) return *s;
  if (auto const* const c = std::get_if<AnyLayout>(&value); c != nullptr && !c->outer.is_map)
    return c->outer.swizzle;
  throw InputError("swizzle: expected Sw<B,M,S>, not " + what_is(value));
}

}  // namespace

void add_swizzle(CLI::App& app, int& status) {
  auto const o = std::make_shared<SwizzleOptions>();
  auto* const command =
      app.add_subcommand("swizzle", "What a swizzle does to which bits, and what others call it");
  command->add_option("swizzle", o->text, "Sw<B,M,S>, on offsets in elements");
  command->add_option("--tma", o->tma, "TMA's swizzle of 32, 64 or 128 bytes");
  command->add_option("--xor16", o->xor16, "HIP's swizzle of rows of so many 16-byte blocks");
  command->add_option("--triton", o->triton,
                      "vec,perPhase,maxPhase of a swizzled_shared encoding; needs --row");
  command->add_option("--element", o->element, "bytes of an element (default 1)");
  command->add_option("--row", o->row, "elements per row");
  command->add_flag("--json", o->json, "answer as JSON");
  command->callback([=, &status] {
    status = asked("swizzle: ", [&] {
      SwizzleFacts const f = facts(meant(*o), o->element, o->row);
      put(o->json ? to_json(f).dump() + "\n" : to_text(f));
      return kYes;
    });
  });
}

}  // namespace colex::cli
