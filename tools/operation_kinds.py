#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/operations/kinds.md, which kinds of layout each operation takes, from the table and from its examples.

    tools/operation_kinds.py build/colex            writes the page
    tools/operation_kinds.py build/colex --check    fails when the page is not what would be written

A cell has the first example of an operation with that kind of argument that is answered, or the reason why there is none.
"""
import pathlib
import re
import sys

import examples

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "operations" / "kinds.md"

# How the text of an argument shows its kind.
KINDS = {"swizzled": re.compile(r"Sw<|\] o "), "basis": re.compile(r"@|E<")}

# Operations that take no layout of a kind, and why.
OFFSETS = "the offset beside the answer would be a coordinate; `slice` has the layout, `evaluate` the coordinate"
RUN = "asks which index has offset i; a coordinate is no index"
ORDER = "orders strides by size; basis vectors have no order"
INTERVAL = "asks about an interval of offsets"
TEXTBOOK = "the textbook conditions are about integer strides"
BITS = "is about the bits of an offset"
ELEMENTS = "counts elements in memory"
REASONS = {
    "plain": {
        "position_independent": "nothing is swizzled: the layout is its own answer",
        "simplest": "a layout is its plainest form",
        "inverse": "a layout has a left and a right inverse, which are layouts",
    },
    "swizzled": {
        "identity_composition": "coordinates are visited by a layout of them",
        "least_cotarget": "the least cotarget is a statement about strides",
        "admissible_complement": "the textbook conditions are about strides",
        "admissible_composition": "the textbook conditions are about strides",
        "ceil_div": "the divisor counts; a swizzle does not change how many, so give the layout inside",
        "evenly_divides": "the divisor counts; a swizzle does not change how many, so give the layout inside",
        "join": "swizzles side by side are no one swizzle",
        "expand_modes_alike": "two swizzles over one shape are no one swizzle; the layouts inside are expanded",
    },
    "basis": {
        **dict.fromkeys(["cosize", "extent"], "coordinates have no greatest one"),
        "crd2idx": "answers an offset; `evaluate` has the coordinate",
        **dict.fromkeys(["get_1d_coord", "get_hier_coord", "get_flat_coord"], "takes an offset; `left_inverse` has the index of a coordinate"),
        **dict.fromkeys(["ceil_div", "evenly_divides"], "the divisor counts; strides do not change how many, so give its shape"),
        **dict.fromkeys(["slice_and_offset", "domain_offset", "local_tile", "local_partition", "inner_partition", "outer_partition"], OFFSETS),
        **dict.fromkeys(["make_layout_like", "sort"], ORDER),
        **dict.fromkeys(["admissible_composition", "admissible_complement", "least_cotarget"], TEXTBOOK),
        "injective": "is not decided of coordinates; where `left_inverse` answers, they differ",
        **dict.fromkeys(["surjective", "bijective", "contiguous"], INTERVAL),
        "nullspace": "is not computed of coordinates",
        **dict.fromkeys(["max_common_layout", "max_common_vector"], RUN),
        **dict.fromkeys(["max_alignment", "upcast", "downcast", "recast_layout"], ELEMENTS),
        "tile_to_shape": "orders copies by offset; `blocked_product` repeats coordinates",
        **dict.fromkeys(["position_independent", "simplest", "inverse", "bit_map"], BITS),
        "identity_composition": "visits by index; `composition` takes coordinates on its right",
        "expand_modes_alike": "is not computed of coordinates; `greatest_common_domain` is",
    },
}  # fmt: skip
LEXICOGRAPHIC = "the lexicographic count is of layouts of integer strides, without a swizzle"


def reason(kind, op, family):
    return REASONS[kind].get(op, LEXICOGRAPHIC if kind != "plain" and "exicographic" in family else None)


def takes(page, kinds):
    return any(re.search(rf": .*\b({kinds})\b", one) for one in examples.split(page["takes"]))


def shown(example):
    return f"`{example.text.split(' == ')[0]}`"


def cell(pages, kind):
    written = [examples.parse(text) for page in pages for text in page["examples"]]
    if kind == "plain":
        answered = [e for e in written if not e.refused and not any(k.search(e.text.split(" == ")[0]) for k in KINDS.values())]
        return shown(answered[0]) if answered else REASONS["plain"].get(pages[0]["op"])
    answered = [e for e in written if not e.refused and KINDS[kind].search(e.text.split(" == ")[0])]
    if answered:
        return shown(answered[0])
    if any(takes(page, kind) for page in pages):
        return None  # an operation that takes the kind shows it
    return reason(kind, pages[0]["op"], pages[0]["family"])


def page(colex):
    pages = [p for p in examples.manual(colex)["pages"] if takes(p, "layout|swizzled|basis")]
    lines = ["# Operations by kind of layout", "",
             "Generated by `tools/operation_kinds.py` from the table of operations. A cell has a call that is answered; the page of",
             "the operation has its answer. Where a cell has words, the operation takes no layout of that kind, for that reason.", "",
             "| operation | a layout | behind a swizzle, or a map over GF(2) | basis strides |", "|---|---|---|---|"]  # fmt: skip
    faults = []
    for op in dict.fromkeys(p["op"] for p in pages):
        mine = [p for p in pages if p["op"] == op]
        cells = {kind: cell(mine, kind) for kind in ("plain", "swizzled", "basis")}
        faults += [f"{op}: no example with a {kind} layout, and no reason" for kind, text in cells.items() if text is None]
        lines.append("| " + " | ".join([op, *(str(text).replace("|", "\\|") for text in cells.values())]) + " |")
    for kind, ops in REASONS.items():
        faults += [f"{op}: its reason about {kind} is stale" for op, why in ops.items()
                   if not (mine := [p for p in pages if p["op"] == op]) or cell(mine, kind) != why]  # fmt: skip
    return "\n".join(lines) + "\n", faults


def main(colex, check=None):
    text, faults = page(colex)
    same = PAGE.exists() and PAGE.read_text() == text
    if not same and check is None:
        PAGE.write_text(text)
    if not same and check:
        faults.append("docs/operations/kinds.md is stale; tools/operation_kinds.py build/colex writes it")
    print(*faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
