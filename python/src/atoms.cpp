// SPDX-License-Identifier: MIT
// Instructions with their thread-value layouts, tiles made of them, and a swizzle's other names: what `colex atoms`,
// `tiled_copy`, `tiled_mma` and `swizzle` answer, as dictionaries.
#include "questions/atoms.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "classes.hpp"
#include "operations/characters.hpp"
#include "operations/read.hpp"
#include "questions/scales.hpp"
#include "questions/swizzle_facts.hpp"
#include "questions/tiled_operand.hpp"

namespace colex::python {

namespace {

using Int = std::int64_t;
using Operand = std::optional<Layout<Int>>;

nb::object layout_or_none(Operand const& layout) { return layout ? make(*layout) : nb::object(nb::none()); }

Layout<Int> layout_of(nb::handle given, char const* name) {
  cli::Argument const argument = argument_of(given.ptr(), {}, name, false);
  if (!cli::fits(cli::Kind::layout, argument.value))
    throw cli::InputError(std::string(name) + ": expected layout, not " + cli::what_is(argument.value));
  return plain(cli::as_layout(argument.value));
}

nb::dict described(cli::Atom const& atom) {
  bool const mma = atom.is == cli::Atom::Is::mma;
  nb::dict r;
  r["name"] = atom.name, r["assembly"] = atom.assembly, r["target"] = atom.target;
  r["threads"] = atom.threads;
  if (mma) r["shape"] = nb::make_tuple(atom.M, atom.N, atom.K), r["blocks"] = atom.blocks;
  if (!atom.note.empty()) r["note"] = atom.note;
  if (atom.a) r[mma ? "A" : "rows"] = layout_or_none(atom.a);
  if (atom.b) r["B"] = layout_or_none(atom.b);
  if (atom.c) r[mma ? "C" : "registers"] = layout_or_none(atom.c);
  if (atom.scale_a) r["scale_A"] = layout_or_none(atom.scale_a);
  if (atom.scale_b) r["scale_B"] = layout_or_none(atom.scale_b);
  return r;
}

nb::list atoms(std::string const& word) {
  nb::list all;
  for (cli::Atom const* atom : cli::find_atoms(word)) all.append(described(*atom));
  return all;
}

nb::dict tiled_copy(nb::handle threads, nb::handle values, nb::handle tensor, int element) {
  auto const c = cli::tiled_copy(layout_of(threads, "threads"), layout_of(values, "values"));
  nb::dict r;
  r["tv"] = make(c.tv), r["tile"] = nb::make_tuple(c.rows, c.columns);
  r["threads"] = c.threads, r["values"] = c.values;
  if (tensor.is_none()) return r;
  if (PyUnicode_Check(tensor.ptr()) != 0 && cli::mentions_unknowns(utf8_of(tensor.ptr(), "tensor"))) {
    auto const p = cli::sized_partition(c, std::string(utf8_of(tensor.ptr(), "tensor")), element);
    nb::list widths;
    for (auto const& one : p.widths) {
      nb::list where;
      for (auto const& condition : one.where) where.append(nb::str(condition.c_str()));
      widths.append(nb::make_tuple(one.elements, where));
    }
    r["tiles"] = nb::make_tuple(p.tiles[0], p.tiles[1]);
    r["predicates"] = nb::make_tuple(p.predicates[0], p.predicates[1]), r["widths"] = widths;
    return r;
  }
  auto const p = cli::partition(c, argument_of(tensor.ptr(), {}, "tensor", false).value, element);
  r["tiles"] = nb::make_tuple(p.tiles[0], p.tiles[1]), r["inside"] = nb::make_tuple(p.inside[0], p.inside[1]);
  r["width"] = p.width, r["narrow"] = p.narrow;
  return r;
}

nb::dict tiled_mma(std::string const& atom, nb::handle tile, nb::handle atoms, nb::handle tensor,
                   std::string const& operand, std::string const& on, int element, int bits) {
  auto const given = [](nb::handle o, char const* name) {
    return argument_of(o.ptr(), {}, name, false).value;
  };
  auto const whole = cli::mma_tile(given(atoms, "atoms"), given(tile, "tile"));
  cli::Atom const& one = cli::one_atom(atom);
  auto const t = cli::tiled_mma(one, whole);
  nb::dict r;
  r["threads"] = t.threads, r["A"] = layout_or_none(t.a), r["B"] = layout_or_none(t.b),
  r["C"] = layout_or_none(t.c);
  if (tensor.is_none()) {
    if (!on.empty()) throw cli::InputError("on: asks of a tensor in shared memory");
    return r;
  }
  auto const held = cli::operand_in_memory(
      one, whole, t, {operand, argument_of(tensor.ptr(), {}, "tensor", false), on, element, bits});
  r.update(nb::cast<nb::dict>(object_of(cli::to_json(held))));
  if (held.partition.holds)
    r["partition"] = object_of(cli::Answer(cli::read_value(held.partition.answer, "partition", false)));
  return r;
}

Swizzle meant(nb::handle given, int tma, Int xor16, std::optional<std::array<Int, 3>> const& triton,
              int element, Int row) {
  if ((given.is_none() ? 0 : 1) + (tma != 0 ? 1 : 0) + (xor16 != 0 ? 1 : 0) + (triton ? 1 : 0) != 1)
    throw cli::InputError("swizzle_facts: give one of a swizzle, tma, xor16 and triton");
  if (tma != 0) return cli::from_tma(tma, element);
  if (xor16 != 0) return cli::from_xor16(xor16, element);
  if (triton) return cli::from_triton({(*triton)[0], (*triton)[1], (*triton)[2]}, row);
  cli::Argument const argument = argument_of(given.ptr(), {}, "swizzle", false);
  if (auto const* const s = std::get_if<Swizzle>(&argument.value)) return *s;
  throw cli::InputError("swizzle: expected Sw<B,M,S>, not " + cli::what_is(argument.value));
}

nb::dict swizzle_facts(nb::handle given, int tma, Int xor16, std::optional<std::array<Int, 3>> const& triton,
                       int element, Int row) {
  auto const f = cli::facts(meant(given, tma, xor16, triton, element, row), element, row);
  nb::dict r;
  r["swizzle"] = make(types().swizzle, f.swizzle), r["bytes"] = make(types().swizzle, f.bytes);
  r["reads"] = f.swizzle.source_mask(), r["writes"] = f.swizzle.target_mask();
  r["tma"] = f.tma == 0 ? nb::object(nb::none()) : nb::cast(f.tma);
  r["xor16"] = f.xor16 == 0 ? nb::object(nb::none()) : nb::cast(f.xor16);
  r["triton"] = nb::none();
  if (f.triton) r["triton"] = nb::make_tuple(f.triton->vec, f.triton->per_phase, f.triton->max_phase);
  r["text"] = cli::to_text(f);
  return r;
}

nb::dict scales(std::string const& format, Int rows, Int k, bool plain) {
  auto const s = cli::scale_layout(format, rows, k, plain);
  nb::dict r;
  r["layout"] = make(s.layout), r["type"] = s.type, r["rows"] = s.rows, r["k"] = s.k;
  r["scales"] = s.scales, r["row_block"] = s.row_block, r["k_block"] = s.k_block;
  return r;
}

}  // namespace

void bind_atoms(nb::module_& m) {
  m.def("atoms", &atoms, nb::arg("word") = "",
        "The instructions whose name or target contains the word, each as a dictionary with the thread-value "
        "layouts of "
        "its operands; one of exactly that name alone.");
  m.def("tiled_copy", &tiled_copy, nb::arg("threads"), nb::arg("values"), nb::kw_only(),
        nb::arg("tensor") = nb::none(), nb::arg("element") = 4,
        "Which thread copies what, (thread, value) -> element of a tile, from a layout of threads and one of "
        "the values "
        "of each. With a tensor of two modes: tiles along each, rows and columns of the last tile that lie "
        "inside, and "
        "`width`, the elements that a thread moves at once, and in `narrow` why not twice as many; `element` "
        "is bytes. Of a flat "
        "tensor with names, '(M,N):(N,1)': `predicates`, and `widths` with the conditions of each.");
  m.def(
      "tiled_mma", &tiled_mma, nb::arg("atom"), nb::arg("tile"), nb::kw_only(),
      nb::arg("atoms") = nb::make_tuple(1, 1), nb::arg("tensor") = nb::none(), nb::arg("operand") = "C",
      nb::arg("on") = "", nb::arg("element") = 0, nb::arg("bits") = 0,
      "Which thread holds what of the operands A, B and C of a tile (M, N, K), (thread, value) -> element, "
      "column-major; None for one in shared memory. `atoms`, (m, n) or (m, n, k), or a layout onto waves, "
      "are side by "
      "side; of `tile` each may be a layout, the order in which atoms go through that mode. With a `tensor`, "
      "where "
      "the tile of an `operand` "
      "lies: `partition`, which offsets a thread has, or `refused`, why no layout says so; in shared memory "
      "of the card `on` also `copies`, the instructions that fit, and of the others why not.");
  m.def("scales", &scales, nb::arg("format"), nb::arg("rows"), nb::arg("k"), nb::kw_only(),
        nb::arg("plain") = false,
        "Where the scales of an operand of rows x k elements lie, (row, k) -> scale, by the format's name, "
        "such as 'mxfp8': in "
        "atoms of 128 rows and 4 scales, to which both are rounded up, or `plain`, row by row.");
  m.def("swizzle_facts", &swizzle_facts, nb::arg("swizzle") = nb::none(), nb::kw_only(), nb::arg("tma") = 0,
        nb::arg("xor16") = 0, nb::arg("triton") = nb::none(), nb::arg("element") = 1, nb::arg("row") = 0,
        "A swizzle on offsets in elements, the bits that it reads and writes, and its other names: on bytes, "
        "TMA's, "
        "HIP's xor16, Triton's (vec, perPhase, maxPhase). `text` says it in sentences. Given by any one of "
        "these names.");
}

}  // namespace colex::python
