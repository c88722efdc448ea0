# SPDX-License-Identifier: MIT
"""The page coverage.md: what published descriptions of layouts define, and which function, law and test of colex has it. tools/pages.py writes it.

An entry is a place, what it defines in our words, operations of the table, and what else shows it. A law is that of an
operation's page, or named. An operation that is not in the table, a law that is not in docs/laws.md, and a test file that does
not exist or speaks of none of the operations (of the subcommands, where there are none), is an error.
"""
import pathlib
import re

import examples
import operation_pages

ROOT = pathlib.Path(__file__).resolve().parent.parent

# (place, what it defines, operations, further laws, tests, remark)
PAPER = [
    ("2.1", "nested tuples: rank, depth, profile, congruence", "rank depth congruent weakly_congruent flatten unflatten", "", "tests/static/tuple.cpp", ""),
    ("2.1", "arithmetic of nested tuples", "product inner_product elem_scale shape_div ceil_div", "", "tests/static/tuple.cpp", ""),
    ("2.2", "shapes, the coordinates of a shape, compatibility", "size compatible idx2crd crd2idx", "", "tests/static/coordinate.cpp", ""),
    ("2.3", "layouts, their values and codomain", "evaluate cosize extent", "", "tests/static/algebra.cpp", "cosize counts from 0 where values are negative; extent is exact"),
    ("2.3", "strides of an integer module: coordinates", "identity_layout identity_composition", "basis_modes_compose", "tests/static/basis.cpp", ""),
    ("2.3", "strides over GF(2)", "bit_map find_bit_map", "bit_maps_are_layouts_exactly swizzles_compose_over_gf2", "tests/static/bits.cpp", ""),
    ("2.4", "compact orders", "make_layout make_ordered_layout compact_order prefix_product suffix_product", "", "tests/static/make.cpp", ""),
    ("2.5", "slices of a layout, with the offset at which one starts", "slice slice_and_offset dice", "", "tests/static/slice.cpp", ""),
    ("3.1", "concatenation", "join append prepend", "", "tests/static/structure.cpp", ""),
    ("3.2", "coalesce, whole and by mode", "coalesce", "coalesce_is_a_normal_form", "tests/static/algebra.cpp", ""),
    ("3.3", "composition; identity and associativity", "composition", "composition_is_associative composition_sees_the_map", "tests/unit/composition.cpp", "exact: answered or refused with the index that shows why"),
    ("3.3", "which compositions are admissible", "admissible_composition", "box_modes_compose", "tests/static/admissible.cpp", "decided, beyond the divisibility conditions"),
    ("3.3", "thread-value partitions", "local_partition inner_partition outer_partition", "tv_layouts_cover_once", "tests/static/partition.cpp", ""),
    ("3.3", "tilers, by mode", "composition zipped_divide local_tile", "", "tests/static/tiler.cpp", ""),
    ("3.4", "right inverse", "right_inverse", "", "tests/unit/inverse.cpp", ""),
    ("3.4", "left inverse, also of layouts that are not compact", "left_inverse", "", "tests/static/left_inverse.cpp", "exact, or CuTe's quasi inverse by convention"),
    ("3.4", "common subvectors of two layouts", "max_common_vector max_common_layout", "", "tests/static/common.cpp", ""),
    ("3.5", "complement", "complement", "complement_gives_back", "tests/static/algebra.cpp", "strict by default: exactly the offsets below M"),
    ("3.5", "logical product; blocked and raked", "logical_product blocked_product raked_product", "", "tests/static/product.cpp", ""),
    ("3.5", "logical divide, zipped", "logical_divide zipped_divide", "", "tests/static/divide.cpp", ""),
    ("3.6", "tiles of a tensor for blocks and threads", "local_tile tile_to_shape", "", "tests/static/partition.cpp", ""),
    ("PyCuTe", "nullspace, sums, common domain, recast", "nullspace layout_add greatest_common_domain recast_layout", "", "tests/static/refinement.cpp", "the reference program that goes with the paper"),
]  # fmt: skip
NOTE = [
    ("2.1-2.4", "layouts, size and length, flattening, the layout function", "size rank flatten evaluate", "evaluate_is_colexicographic", "tests/static/algebra.cpp", ""),
    ("2.5-2.6", "sorted layouts, admissible for complementation", "sort admissible_complement", "complement_refuses_rightly", "tests/static/admissible.cpp", ""),
    ("2.7-2.8", "the complement, and that it tiles", "complement", "complement_is_ordered complement_tiles_the_codomain", "tests/static/algebra.cpp", ""),
    ("2.9-2.12", "divisibility, admissible for composition, one mode", "admissible_composition composition", "composition_refuses_rightly", "tests/static/admissible.cpp", "the note's conditions are sufficient; colex decides"),
    ("2.13-2.18", "composition of several modes", "composition", "composition_evaluates_pointwise", "tests/unit/composition.cpp", "intervals of definition that overlap may still compose: docs/07_findings.md"),
    ("2.19-2.23", "logical division", "logical_divide", "divide_permutes_the_layout", "tests/static/divide.cpp", ""),
    ("3", "permutations that are layouts", "bijective right_inverse", "right_inverse_undoes_layout", "tests/unit/inverse.cpp", ""),
]  # fmt: skip
FLYDSL = [
    ("2. Construction", "make_shape, make_layout, make_ordered_layout, identity layout", "make_layout make_ordered_layout identity_layout", "", "tests/static/make.cpp", ""),
    ("3. Coordinate mapping", "crd2idx, idx2crd", "crd2idx idx2crd", "", "tests/static/coordinate.cpp", ""),
    ("4. Query operations", "size, cosize, get_shape, get_stride, get, rank, depth", "size cosize get rank depth", "", "tests/static/coordinate.cpp", "a layout's shape and stride are its parts"),
    ("5.1 Composition", "composition", "composition", "", "tests/unit/composition.cpp", ""),
    ("5.2 Complement", "complement", "complement", "", "tests/static/algebra.cpp", ""),
    ("5.3 Coalesce", "coalesce", "coalesce", "", "tests/static/algebra.cpp", ""),
    ("5.4 Right inverse", "right_inverse", "right_inverse", "", "tests/unit/inverse.cpp", ""),
    ("5.5 Recast layout", "recast_layout", "recast_layout upcast downcast", "", "tests/static/recast.cpp", ""),
    ("6. Product operations", "six products", "logical_product zipped_product tiled_product flat_product blocked_product raked_product", "", "tests/static/product.cpp", ""),
    ("7. Divide operations", "four divides", "logical_divide zipped_divide tiled_divide flat_divide", "", "tests/static/divide.cpp", ""),
    ("8. Structural operations", "select, group, append, prepend, slice", "select group append prepend slice", "", "tests/static/structure.cpp", ""),
    ("9. Copy atoms and tiled copies", "thread-value layouts of atoms, tiled copy, tiled mma", "", "tv_layouts_cover_once", "tests/cli/atoms.py", "`colex atoms`, `colex tiled_copy`, `colex tiled_mma`; memory itself is the kernels', docs/04_kernels.md"),
    ("10. Nested layouts", "hierarchical shapes", "flatten unflatten depth", "", "tests/static/structure.cpp", ""),
    ("11. IntTuple arithmetic", "product, elementwise arithmetic", "product product_each elem_scale ceil_div", "", "tests/static/tuple.cpp", "sums of tuples: C++'s tuple.hpp"),
    ("12. Printf debugging", "pictures and text of a layout", "", "text_reads_back", "tests/cli/draw.py", "`colex draw`, `colex explain`"),
]  # fmt: skip
SOURCES = [
    ("The whitepaper", "Cecka, *CuTe Layout Representation and Algebra*, arXiv:2603.02298, by section.", PAPER),
    ("The note on the algebra", "Shah, *A Note on the Algebra of CuTe Layouts*, by number.", NOTE),
    ("FlyDSL's layout guide", "ROCm/FlyDSL, *Layout algebra guide*, by heading.", FLYDSL),
]

HEAD = """# Coverage

What published descriptions of layouts define, and where colex has it. `tools/coverage.py` writes this page; a test fails when a
function, law or test that it names does not exist. Operations link to their pages, where each
example is executed; a law links to its statement, its bound and its verdict in [laws.md](laws.md). Beside the tests named here every
operation is compared with its definition by enumeration (`tests/oracle/definitions.py`).
"""


class Names:
    """What can be named: operations with their laws, laws, test files."""

    def __init__(self, colex):
        self.laws_of, self.family = {}, {}
        for page in examples.manual(colex)["pages"]:
            laws = [] if page["laws"] == "none" else page["laws"].split()
            self.laws_of.setdefault(page["op"], []).extend(laws)
            self.family.setdefault(page["op"], operation_pages.stem(page["family"]))
        self.laws = set(re.findall(r"^### (\w+)", (ROOT / "docs/laws.md").read_text(), re.M))
        self.wrong = []

    def operations(self, names):
        self.wrong += [f"no operation {name}" for name in names if name not in self.family]
        return ", ".join(f"[{n}](operations/{self.family[n]}.md#{n})" for n in names if n in self.family)

    def law_links(self, operations, more):
        names = list(dict.fromkeys([law for op in operations for law in self.laws_of.get(op, [])] + more))
        self.wrong += [f"no law {name}" for name in names if name not in self.laws]
        return ", ".join(f"[{name}](laws.md#{name})" for name in names) or "none: a definition"

    def test(self, path, words):
        file = ROOT / path
        if not file.exists():
            self.wrong.append(f"no test {path}")
        elif not any(re.search(rf"\b{word}\b", file.read_text()) for word in words):
            self.wrong.append(f"{path} speaks of none of {', '.join(words)}")
        return f"[{path}](../{path})"


def written(colex, sources=tuple(SOURCES)):
    """(the page, what it names that does not exist)"""
    names, out = Names(colex), HEAD
    for title, source, entries in sources:
        out += f"\n## {title}\n\n{source}\n\n| place | what it defines | operations | laws | test |\n|---|---|---|---|---|\n"
        for place, what, operations, laws, test, remark in entries:
            operations = operations.split()
            words = operations or re.findall(r"`colex (\w+)`", remark)
            what += f"; {remark}" if remark else ""
            out += f"| {place} | {what} | {names.operations(operations)} | {names.law_links(operations, laws.split())} | {names.test(test, words)} |\n"
    return out, names.wrong
