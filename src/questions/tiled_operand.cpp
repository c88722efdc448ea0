// SPDX-License-Identifier: MIT
#include "questions/tiled_operand.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "maps/by_value.hpp"
#include "maps/index_map.hpp"

namespace colex::cli {

OperandInMemory operand_in_memory(Atom const& atom, MmaTile const& tile, TiledMma const& tiled,
                                  TiledOperandQuestion const& q) {
  std::size_t const k = q.operand == "A" ? 0 : q.operand == "B" ? 1 : 2;
  if (k == 2 && q.operand != "C") throw InputError("operand: expected A, B or C");
  auto const& tv = k == 0 ? tiled.a : k == 1 ? tiled.b : tiled.c;
  if (!tv) throw InputError(fmt::format("operand: {} lies in shared memory, in no thread", q.operand));
  auto const* const map = std::get_if<Mapped>(&q.tensor.value);
  if (map == nullptr && !fits(Kind::swizzled, q.tensor.value))
    throw InputError(fmt::format("tensor: expected swizzled, not {}", what_is(q.tensor.value)));
  auto const points = map != nullptr ? (*map)->size() : size(as_any(q.tensor.value).inner);
  auto const wanted = size(tile.order[k == 1 ? 1 : 0]) * size(tile.order[k == 2 ? 1 : 2]);
  if (points != wanted)
    throw InputError(fmt::format("tensor: {} elements, the tile of {} has {}", points, q.operand, wanted));
  Argument const held{checked(*tv), {}, q.operand};
  OperandInMemory r;
  if (map != nullptr)
    r.partition = {called("composition", {q.tensor, held}), {}, "no layout: " + (*map)->no_layout, false};
  else
    r.partition = explain("composition", {q.tensor, held}, {});
  if (q.on.empty()) return r;
  int const of_atom = element_bits(atom)[k];
  int const bits = q.element == 0 && q.bits == 0 && of_atom != 0
                       ? of_atom
                       : bits_of_element(q.element == 0 ? 1 : q.element, q.bits);
  r.copies = copies_that_fit(q.on, held_by(*tv), offsets_of(q.tensor.value).values, bits, k == 2);
  return r;
}

Json to_json(OperandInMemory const& operand) {
  Json r = Json::object();
  if (operand.partition.holds)
    r["partition"] = operand.partition.answer;
  else
    r["refused"] = to_json(operand.partition);
  for (FittingCopy const& c : operand.copies) {
    Json one{{"copy", c.name}, {"fits", !c.misfit.has_value()}};
    if (c.misfit)
      one["why"] = sentence(*c.misfit);
    else
      one["degree"] = c.degree, one["instructions"] = c.instructions, one["retiled"] = to_text(retiled(c));
    r["copies"].push_back(std::move(one));
  }
  return r;
}

}  // namespace colex::cli
