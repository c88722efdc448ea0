#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/operations.md, the index of operations, from the table in src/operations/rows/, which `colex batch` hands out.

    tools/operation_pages.py build/colex            writes it
    tools/operation_pages.py build/colex --check    fails when it is not what would be written

The pages of the families are not in the tree: tools/pages.py has them written, with an index that links to them.
"""
import pathlib
import re
import shlex
import sys

import examples

INDEX = pathlib.Path(__file__).resolve().parent.parent / "docs/operations.md"

INTRODUCTION = """# Operations

The table in `src/operations/rows/`, by family, written by `tools/operation_pages.py`; `colex help OPERATION` prints an operation's
page. `tools/pages.py build/colex build/docs` writes a page per family, whose examples are run, and `operations/kinds.md`, which kinds
of layout each operation takes; [the site](playground.md#the-site) has them. Each operation is a subcommand, `colex logical_divide 16:1 4:4`, a call in an
expression, `colex 'size(logical_divide(16:1, 4:4))'`, and a request, `{"op": "logical_divide", "args": ["16:1", "4:4"]}`, of
`colex batch`. Operations of one name are told apart by their arguments. Offsets and strides count elements.
`colex completion bash` (or `zsh`, `fish`) prints a completion script, `colex batch --schema` the JSON schema of requests.

Arguments, by kind, in brackets where they may be left out: **layout** `(4,8):(1,4)`, or a bare shape for its compact
layout; **shape** and **tuple** `(4,(2,3))`; **coordinate** `(1,(0,2))`, or an index; **tiler** `<2,_,4:1>` or `(2,_,4:1)`, one
tile per mode, `_` or `X` for none; **slicer** `(_,2)`; **table** `[0,2,4]`; **columns** `[1,2,5]`, a map over GF(2) as the images of 1, 2, 4, …;
**mode** a mode number from 0; **bits** a number of bits; **swizzled** `Sw<3,4,3> o 0 o (8,8):(8,1)`, also `S<3,4,3>` and `∘`, or `[1,3,7] o 0 o 8:1` with a map over GF(2); **basis** `(4,8):(1@0,1@1)`, a layout whose values are
coordinates, its strides sums of basis elements such as `2@0+1@1`; `1@0@1` is element 0 of mode 1, and answers number the leaves
instead. An integer may be written `4`, `_4`, `C<4>` or `Int<4>`. A bare tuple
where an operation takes a layout or a tiler is refused with both readings; under `--convention cute` it is the tiler, as in CuTe. Where an
operation takes a layout or a tuple, a bare tuple is a tuple.

An expression nests calls wherever a value may stand, composes with `o`, and names values: `let t = (8,8):(8,1); coalesce(t)`. It
has at most 1 MiB, 1000 calls, 32 of them in one another; each call has the limits of its operation.

A request may have an `id`, which is echoed; `"convention": "cute"`; the options of its operation, such as `"cover": true`;
`"structure": true`, for the type and the parts of the answer; or all of these in `"options": {...}`. `{"expression": TEXT}` asks an
expression. Any other key, except the record of a row (`result`, `sound`, `source`, `why`), is an error. Yes and no are booleans.

Text that is no layout, an extent below 1 and a size beyond 2^62 are answered with the condition `input`. In C++ every
operation is `constexpr`, and answers a `Result` where it can refuse.

"""


CONDITIONS = """## Conditions

What a refusal is called, what it shows, and who refuses with it; `colex help CONDITION` prints a line of this table. The column `shows`:

- **index**: a counterexample. At that index what comes before it forces one value (`got`), and the true one is another (`want`).
- **pair**: a counterexample. Two coordinates, `left` and `right`, have one offset.
- **index or numbers**: an index where a function is asked about; the numbers of masks and strides.
- **numbers**: no index. `left` and `right`, or the mode, break the condition.
- **arguments**: nothing beside the arguments.
- **limit**: nothing. colex stops there, and an answer may exist.

"""


def stem(family):
    return re.sub("[^a-z0-9]+", "_", re.split("[:;,]", family)[0].lower()).strip("_")


def first_sentence(page):
    return page["does"].split(". ")[0].rstrip(".").replace("|", "\\|")


def list_of(names, link):
    return ", ".join(link.format(name) for name in names.split()) if names != "none" else "none"


def console(colex, written):
    """The examples as the shell has them; one that prints something else than its row says is an error."""
    lines = []
    for example in written:
        words = examples.words(example)
        printed = examples.printed(colex, words)
        answer, said = example.expected.split(" {")[0].strip("[]"), "\n".join(printed)
        if f": {answer}" not in said if example.refused else said.strip("[]") != answer:
            sys.exit(f"{example.text}: colex {shlex.join(words)} prints {printed}")
        lines += [f"$ colex {shlex.join(words)}", *printed]
    return ["```console", *lines, "```", ""]


def page_lines(colex, page, first):
    if first:
        yield f"## {page['op']}"
        yield ""
    yield f"`{page['op']}({page['takes']})`"
    yield ""
    yield page["does"]
    yield ""
    if "needs" in page:
        yield f"- **Needs** {page['needs']}"
    yield f"- **Errors** {list_of(page['errors'], '`{}`')}"
    yield f"- **Laws** {list_of(page['laws'], '[{0}](../../include/colex/laws/{0}.hpp)')}"
    yield f"- **Source** {page['source']}"
    header, function = page["C++"].split()
    yield f"- **C++** `{function}` in [colex/{header}](../../include/colex/{header})"
    if page["options"]:
        yield f"- **Options** {', '.join(f'`--{option}`' for option in page['options'])}"
    yield ""
    yield from console(colex, [examples.parse(text) for text in page["examples"]])


def by_family(pages):
    """{family: its pages}, in the table's order."""
    return {family: [page for page in pages if page["family"] == family] for family in dict.fromkeys(page["family"] for page in pages)}


def families(colex, manual):
    """{name of a page: its text}, a page per family."""
    out = {}
    for family, members in by_family(manual["pages"]).items():
        lines = [f"# {family}", ""]
        lines += [f"Generated; see [operations](../operations.md). In the shell: `colex help {members[0]['op']}`.", ""]
        for k, page in enumerate(members):
            lines += page_lines(colex, page, page["op"] not in [p["op"] for p in members[:k]])
        out[f"operations/{stem(family)}.md"] = "\n".join(lines).rstrip("\n") + "\n"
    return out


def index_of(manual, linked=False):
    """The index; with links to the families' pages, or without."""
    pages, index = manual["pages"], INTRODUCTION

    def link(text, family, anchor=""):
        return f"[{text}](operations/{stem(family)}.md{anchor})" if linked else text

    for family, members in by_family(pages).items():
        index += f"## {link(family, family)}\n\n| operation | what |\n|---|---|\n"
        for k, page in enumerate(members):
            if page["op"] not in [p["op"] for p in members[:k]]:
                index += f"| {link(page['op'], family, '#' + page['op'])} | {first_sentence(page)} |\n"
        index += "\n"
    index += CONDITIONS
    index += "| condition | what fails | shows | operations |\n|---|---|---|---|\n"
    for condition in manual["conditions"]:
        name = condition["name"]
        by = list(dict.fromkeys(page["op"] for page in pages if name in page["errors"].split()))
        who = ", ".join(by[:4]) + (f" and {len(by) - 4} more" if len(by) > 4 else "")
        index += f"| `{name}` | {condition['means']} | {condition['shows']} | {who} |\n"
    return index


def main(colex, check=None):
    text = index_of(examples.manual(colex))
    stale = INDEX.read_text() != text
    if stale and check is None:
        INDEX.write_text(text)
    print(f"docs/operations.md: {'as written' if not stale else 'stale; tools/operation_pages.py build/colex writes it' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
