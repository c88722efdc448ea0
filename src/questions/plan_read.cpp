// SPDX-License-Identifier: MIT
// A tile plan from JSON: every member is known, of its kind, and belongs to the tile.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "colex/hardware/shared_memory.hpp"
#include "maps/by_value.hpp"
#include "maps/index_map.hpp"
#include "operations/read.hpp"
#include "questions/plan.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

constexpr std::string_view kOpen = "?";

void only_members(Json const& given, std::string const& where,
                  std::initializer_list<std::string_view> known) {
  if (!given.is_object()) throw InputError(fmt::format("plan: {} is no object", where));
  for (auto const& [key, value] : given.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw InputError(fmt::format("plan: {} has no member {}", where, printable(key)));
}

/// A member as text: a string, or a number or a list of numbers, as a shape is written; "" where it is missing or open.
std::string text_in(Json const& value, std::string const& name) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return std::to_string(value.get<Int>());
  if (!value.is_array()) throw InputError(fmt::format("plan: {}: expected text", name));
  std::string all;
  for (Json const& one : value) all += (all.empty() ? "(" : ",") + text_in(one, name);
  return all.empty() ? "()" : all + ")";
}

std::string text_of(Json const& given, std::string const& where, char const* member) {
  auto const at = given.find(member);
  if (at == given.end() || at->is_null()) return "";
  std::string const text = text_in(*at, where + member);
  return text == kOpen ? "" : text;
}

Int number_of(Json const& given, std::string const& where, char const* member, Int least, Int most,
              Int otherwise) {
  auto const at = given.find(member);
  if (at == given.end()) return otherwise;
  if (!at->is_number_integer() || at->get<Int>() < least || at->get<Int>() > most)
    throw InputError(fmt::format("plan: {}{}: expected {} to {}", where, member, least, most));
  return at->get<Int>();
}

PlanMemory memory_of(PlanOperand const& o, std::string const& member, std::string const& text) {
  PlanMemory r;
  std::string const name = fmt::format("{}.{}", o.name, member);
  r.text = text, r.value = read_value(text, name, false);
  Int const points = o.rows * o.columns;
  auto const wrong = [&](Int got) {
    return InputError(fmt::format("plan: {}: {} elements, and the tile of {} has {} x {}", name, got, o.name,
                                  o.rows, o.columns));
  };
  if (fits(Kind::swizzled, r.value))
    if (Int const got = size(as_any(r.value)); got != points) throw wrong(got);
  if (auto const* const map = std::get_if<Mapped>(&r.value))
    if (Int const got = (*map)->size(); got != points) throw wrong(got);
  r.offsets = offsets_of(r.value).values;
  constexpr Int kFar = Int{1} << 40;
  for (Int const offset : r.offsets)
    if (offset < -kFar || offset > kFar)
      throw InputError(fmt::format("plan: {}: an offset is beyond 2^40", name));
  return r;
}

/// The tile in the order of global memory, without gaps.
std::string packed(PlanOperand const& o) {
  bool const by_rows = o.rows == 1 || o.global.offsets[1] - o.global.offsets[0] == 1;
  return by_rows ? fmt::format("({0},{1}):(1,{0})", o.rows, o.columns)
                 : fmt::format("({0},{1}):({1},1)", o.rows, o.columns);
}

void read_copy(Json const& given, PlanOperand& o) {
  auto const at = given.find("copy");
  if (at == given.end() || (at->is_string() && at->get<std::string>() == kOpen)) return;
  std::string const where = fmt::format("{}.copy", o.name), dot = where + ".";
  only_members(*at, where, {"by", "threads", "values", "shared", "box"});
  PlanCopy& c = o.copy;
  c.by = text_of(*at, dot, "by");
  c.threads = text_of(*at, dot, "threads"), c.values = text_of(*at, dot, "values");
  c.shared = text_of(*at, dot, "shared");
  if (c.threads.empty() != c.values.empty())
    throw InputError(fmt::format("plan: {}: threads and values stand together", where));
  c.is_open = c.threads.empty();
  if (auto const box = at->find("box"); box != at->end()) {
    Value const value = read_value(text_in(*box, dot + "box"), dot + "box", false);
    if (!fits(Kind::tuple, value)) throw InputError(fmt::format("plan: {}.box: expected integers", where));
    for (auto const& n : as_tuple(value).leaves) c.box.push_back(n.value());
    if (c.box.size() != 2 || c.box[0] < 1 || c.box[1] < 1 || o.rows % c.box[0] != 0 ||
        o.columns % c.box[1] != 0)
      throw InputError(
          fmt::format("plan: {}.box does not divide the tile of {} x {}", where, o.rows, o.columns));
  }
  if (c.by == "tma" && !c.is_open)
    throw InputError(fmt::format("plan: {}: tma takes a box, and no threads and values", where));
  if (c.by == "tma" && !c.shared.empty())
    throw InputError(fmt::format("plan: {}: where tma's boxes land is known, and no member", where));
  if (c.by != "tma" && !c.box.empty()) throw InputError(fmt::format("plan: {}: a box is tma's", where));
}

void read_operand(Json const& plan, PlanOperand& o, int atom_bits) {
  auto const at = plan.find(o.name);
  if (at == plan.end()) throw InputError(fmt::format("plan: {} is missing", o.name));
  std::string const dot = fmt::format("{}.", o.name);
  bool const is_c = *o.name == 'C';
  char const* const move = is_c ? "store" : "load";
  only_members(*at, o.name, {"element", "bits", "global", "copy", "shared", "swizzle", "fragment", move});
  if (o.rows > kMaxPlanTile / o.columns)
    throw InputError(fmt::format("plan: the tile of {} has more than {} elements", o.name, kMaxPlanTile));
  o.bits_are_given = at->contains("bits") || at->contains("element");
  o.bits = bits_of_element(
      static_cast<int>(number_of(*at, dot, "element", 1, 16, atom_bits >= 8 ? atom_bits / 8 : 1)),
      static_cast<int>(number_of(*at, dot, "bits", 1, 128, at->contains("element") ? 0 : atom_bits)));
  if (o.bits == 6) throw InputError(fmt::format("plan: {}: elements of 6 bits are not planned", o.name));
  std::string const global = text_of(*at, dot, "global"), shared = text_of(*at, dot, "shared");
  if (global.empty()) throw InputError(fmt::format("plan: {}.global is missing", o.name));
  o.global = memory_of(o, "global", global);
  std::string const swizzle = text_of(*at, dot, "swizzle");
  if (!swizzle.empty())
    throw InputError(fmt::format("plan: {}.swizzle is \"?\", or stands in {}.shared", o.name, o.name));
  if (!shared.empty() || !is_c || at->contains("shared")) {
    o.swizzle_is_open = shared.empty() || at->contains("swizzle");
    o.shared = memory_of(o, "shared", shared.empty() ? packed(o) : shared);
    if (o.swizzle_is_open && fits(Kind::swizzled, o.shared->value) &&
        !as_any(o.shared->value).outer.is_identity())
      throw InputError(fmt::format("plan: {}.swizzle is open, and {}.shared has one", o.name, o.name));
  }
  read_copy(*at, o);
  if (is_c && !o.shared && at->contains("copy"))
    throw InputError("plan: C.copy goes from shared memory, and C.shared is missing");
  o.move = text_of(*at, dot, move), o.fragment = text_of(*at, dot, "fragment");
}

}  // namespace

std::vector<Int> offsets_for(PlanOperand const& o, std::string const& member, std::string const& text) {
  return memory_of(o, member, text).offsets;
}

Plan plan_of(Json const& given) {
  only_members(given, "a plan", {"on", "atom", "atoms", "tile", "stages", "A", "B", "C"});
  Plan p;
  p.card = card_of(text_of(given, "", "on"));
  auto const* const model = bank_model(p.card);
  if (model == nullptr) throw InputError(fmt::format("plan: on: expected one of {}", bank_model_names()));
  std::string const atom = text_of(given, "", "atom"), tile = text_of(given, "", "tile");
  if (atom.empty()) throw InputError("plan: atom is missing");
  if (tile.empty()) throw InputError("plan: tile is missing");
  p.atom = &one_atom(atom);
  std::string const atoms = text_of(given, "", "atoms");
  p.tile =
      mma_tile(read_value(atoms.empty() ? "(1,1)" : atoms, "atoms", false), read_value(tile, "tile", false));
  p.mma = tiled_mma(*p.atom, p.tile);
  if (!runs_on(*p.atom, p.card))
    throw InputError(fmt::format("plan: {} has no {}, which is of {}", p.card, p.atom->name, p.atom->target));
  if (p.mma.threads % model->wave != 0)
    throw InputError(fmt::format("plan: {} threads are no whole waves of {}", p.mma.threads, model->wave));
  p.stages = number_of(given, "", "stages", 1, 64, 1);
  Int const M = size(p.tile.order[0]), N = size(p.tile.order[1]), K = size(p.tile.order[2]);
  auto const bits = element_bits(*p.atom);
  char const* const names[] = {"A", "B", "C"};
  for (int k = 0; k < 3; ++k) {
    PlanOperand& o = p.operands[k];
    o.name = names[k], o.rows = k == 1 ? N : M, o.columns = k == 2 ? N : K;
    read_operand(given, o, bits[static_cast<std::size_t>(k)]);
    auto const& held = k == 0 ? p.mma.a : k == 1 ? p.mma.b : p.mma.c;
    if (held && size(*held) > kMaxPlanHeld)
      throw InputError(fmt::format("plan: the threads hold {} values of {}, more than {}", size(*held),
                                   o.name, kMaxPlanHeld));
  }
  return p;
}

}  // namespace colex::cli
