// SPDX-License-Identifier: MIT
// atoms, tiled_copy, tiled_mma: instructions with their thread-value layouts, and tiles made of them.
//
//   colex atoms ldsm      colex atoms SM80_16x8x16_F32F16F16F32_TN
//   colex tiled_copy '(32,4):(4,1)' '(1,8):(8,1)' --tensor '(128,64):(64,1)' --element 2
//   colex tiled_mma v_mfma_f32_16x16x16_f16 --atoms '(2,2)' --tile '(64,64,16)'
#include "questions/atoms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "operations/characters.hpp"
#include "questions/tiled_operand.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

Layout<Int> read_layout(std::string const& text, std::string const& name) {
  Value const value = read_value(text, name, false);
  if (!fits(Kind::layout, value))
    throw InputError(fmt::format("{}: expected layout, not {}", name, what_is(value)));
  return plain(as_layout(value));
}

int list_atoms(std::string const& word, bool json) {
  auto const found = find_atoms(word);
  if (found.empty())
    throw InputError(fmt::format("no atom matches {}; colex atoms lists all", printable(word)));
  if (json) {
    Json all = Json::array();
    for (Atom const* atom : found) all.push_back(to_json(*atom));
    put(all.dump() + "\n");
  } else if (found.size() == 1) {
    put(to_text(*found.front()));
  } else {
    std::string out;
    for (Atom const* atom : found)
      out += fmt::format("{:34} {:21} {} threads\n", atom->name, atom->target, atom->threads);
    put(out);
  }
  return kYes;
}

struct Copy {
  std::string threads, values, tensor;
  int element = 4;
  bool json = false;
};

/// How the copy goes over a tensor whose sizes are numbers.
void put_partition(TiledCopy const& c, Copy const& o, std::string& out, Json& r) {
  auto const p = partition(c, read_value(o.tensor, "tensor", false), o.element);
  out += fmt::format("tiles {} x {}\n", p.tiles[0], p.tiles[1]);
  bool const whole = p.inside[0] == c.rows && p.inside[1] == c.columns;
  out += whole ? "every tile is whole: no predicate is needed\n"
               : fmt::format(
                     "of the last tile {} of {} rows and {} of {} columns lie inside; predicate of element "
                     "(i,j): i < {} and j < {}\n",
                     p.inside[0], c.rows, p.inside[1], c.columns, p.inside[0], p.inside[1]);
  out += fmt::format("a thread moves {} element{} ({} bytes) at once\n", p.width, p.width == 1 ? "" : "s",
                     p.width * o.element);
  if (!p.narrow.empty()) out += p.narrow + "\n";
  r["tiles"] = {p.tiles[0], p.tiles[1]}, r["inside"] = {p.inside[0], p.inside[1]}, r["width"] = p.width;
  if (!p.narrow.empty()) r["narrow"] = p.narrow;
}

/// And where they are not.
void put_sized(TiledCopy const& c, Copy const& o, std::string& out, Json& r) {
  auto const p = sized_partition(c, o.tensor, o.element);
  out += fmt::format("tiles {} x {}\n", p.tiles[0], p.tiles[1]);
  bool const both = !p.predicates[0].empty() && !p.predicates[1].empty();
  out += p.predicates[0].empty() && p.predicates[1].empty()
             ? "every tile is whole: no predicate is needed\n"
             : fmt::format("predicate of element (i,j) of tile (a,b): {}{}{}\n", p.predicates[0],
                           both ? " and " : "", p.predicates[1]);
  Json widths = Json::array();
  for (SizedWidth const& one : p.widths) {
    out += fmt::format("a thread moves {} element{} ({} bytes) at once{}{}\n", one.elements,
                       one.elements == 1 ? "" : "s", one.elements * o.element,
                       one.where.empty() ? "" : " where ", fmt::join(one.where, " && "));
    widths.push_back({{"elements", one.elements}, {"where", one.where}});
  }
  r["tiles"] = {p.tiles[0], p.tiles[1]}, r["predicates"] = {p.predicates[0], p.predicates[1]};
  r["widths"] = std::move(widths);
}

int copy(Copy const& o) {
  TiledCopy const c = tiled_copy(read_layout(o.threads, "threads"), read_layout(o.values, "values"));
  std::string out = fmt::format("{}\ntile ({},{}): {} threads with {} values each\n", to_text(c.tv), c.rows,
                                c.columns, c.threads, c.values);
  Json r{{"tv", to_text(c.tv)}, {"tile", {c.rows, c.columns}}, {"threads", c.threads}, {"values", c.values}};
  if (!o.tensor.empty()) mentions_unknowns(o.tensor) ? put_sized(c, o, out, r) : put_partition(c, o, out, r);
  put(o.json ? r.dump() + "\n" : out);
  return kYes;
}

struct Mma {
  std::string atom, repeat = "(1,1)", tile, tensor, operand = "C", on;
  int element = 0, bits = 0;
  bool json = false;
};

std::string shown(FittingCopy const& c) {
  return c.misfit
             ? fmt::format("{}: no: {}\n", c.name, sentence(*c.misfit))
             : fmt::format("{}: {} instruction{} of a thread, degree {}, retiled {}\n", c.name,
                           c.instructions, c.instructions == 1 ? "" : "s", c.degree, to_text(retiled(c)));
}

int mma(Mma const& o) {
  Atom const& atom = one_atom(o.atom);
  MmaTile const tile = mma_tile(read_value(o.repeat, "--atoms", false), read_value(o.tile, "--tile", false));
  auto const t = tiled_mma(atom, tile);
  if (!o.on.empty() && o.tensor.empty())
    throw InputError("--on asks of --tensor, the operand in shared memory");
  std::string out = fmt::format("{}: {} threads\n", atom.name, t.threads);
  Json r{{"atom", atom.name}, {"threads", t.threads}};
  char const* const names[] = {"A", "B", "C"};
  std::optional<Layout<Int>> const* const each[] = {&t.a, &t.b, &t.c};
  for (int k = 0; k < 3; ++k) {
    out += fmt::format("{} {}\n", names[k], *each[k] ? to_text(**each[k]) : "in shared memory");
    if (*each[k]) r[names[k]] = to_text(**each[k]);
  }
  int status = kYes;
  if (!o.tensor.empty()) {
    auto const held = operand_in_memory(
        atom, tile, t,
        {o.operand, {read_value(o.tensor, "--tensor", false), o.tensor, "tensor"}, o.on, o.element, o.bits});
    status = held.partition.holds ? kYes : kNo;
    out += held.partition.holds ? fmt::format("partition of {}: {}\n", o.operand, held.partition.answer)
                                : fmt::format("{} is not divided among the threads by a layout:\n{}",
                                              o.operand, to_text(held.partition));
    for (FittingCopy const& c : held.copies) out += shown(c);
    r.update(to_json(held));
  }
  put(o.json ? r.dump() + "\n" : out);
  return status;
}

}  // namespace

void add_atoms(CLI::App& app, int& status) {
  auto const word = std::make_shared<std::string>();
  auto const json = std::make_shared<bool>(false);
  auto* const command =
      app.add_subcommand("atoms", "Instructions of NVIDIA and AMD with their thread-value layouts");
  command->add_option("word", *word, "part of a name or a target; a whole name shows the layouts");
  command->add_flag("--json", *json, "answer as JSON");
  command->callback([=, &status] { status = list_atoms(*word, *json); });
}

void add_tiled_copy(CLI::App& app, int& status) {
  auto const o = std::make_shared<Copy>();
  auto* const command = app.add_subcommand(
      "tiled_copy", "Which thread copies what, from a layout of threads and one of values");
  command->add_option("threads", o->threads, "(i,j) -> thread")->required();
  command->add_option("values", o->values, "(i,j) -> value of a thread")->required();
  command->add_option("--tensor", o->tensor,
                      "a layout of two modes that is copied: tiles, overhang, width of an access");
  command->add_option("--element", o->element, "bytes of an element (default 4)");
  command->add_flag("--json", o->json, "answer as JSON");
  command->callback([=, &status] { status = asked("tiled_copy: ", [&] { return copy(*o); }); });
}

void add_tiled_mma(CLI::App& app, int& status) {
  auto const o = std::make_shared<Mma>();
  auto* const command = app.add_subcommand("tiled_mma", "Which thread holds what of a tile's operands");
  command->add_option("atom", o->atom, "a name that colex atoms lists")->required();
  command->add_option("--atoms", o->repeat,
                      "atoms side by side, (m,n) or (m,n,k), or their layout, (m,n,k) -> wave");
  command
      ->add_option("--tile", o->tile,
                   "(M,N,K), or <M,N,K> of which some are permutations: <(4,4):(1,8),32,16>")
      ->required();
  command->add_option("--tensor", o->tensor,
                      "the layout of an operand's tile in memory: which offsets a thread has");
  command->add_option("--operand", o->operand, "A (M x K), B (N x K) or C (M x N), the default")
      ->check(CLI::IsMember({"A", "B", "C"}));
  command->add_option("--on", o->on,
                      "with --tensor in shared memory: which copies of this card fit, or where they do not");
  command->add_option("--element", o->element, "bytes of the tensor's elements (default: the instruction's)");
  command->add_option("--bits", o->bits, "bits of an element instead: 4");
  command->add_flag("--json", o->json, "answer as JSON");
  command->callback([=, &status] { status = mma(*o); });
}

}  // namespace colex::cli
