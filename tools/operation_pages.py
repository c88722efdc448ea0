#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/operations.md and docs/operations/ from the table in src/operations/rows/, which `colex batch` hands out.

    tools/operation_pages.py build/colex            writes the pages
    tools/operation_pages.py build/colex --check    fails when a page is not what would be written
"""
import json
import pathlib
import re
import shlex
import sys

import examples

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

INTRODUCTION = """# Operations

One page per family, written by `tools/operation_pages.py` from the table in `src/operations/rows/`, which `colex help OPERATION`
prints. Every example is run by a test. Each operation is a subcommand, `colex logical_divide 16:1 4:4`, a call in an
expression, `colex 'size(logical_divide(16:1, 4:4))'`, and a request, `{"op": "logical_divide", "args": ["16:1", "4:4"]}`, of
`colex batch`. Operations of one name are told apart by their arguments; [kinds](operations/kinds.md) says which kinds of layout each takes. Offsets and strides count elements.
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
expression. Any other key, except the record of a row (`result`, `sound`, `source`, `why`), is an error. Yes and no are booleans. Where an old name is used the reply says so:
`"deprecated": "use composition"`.

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
    lines = []
    for example in written:
        words = examples.words(example)
        lines += [f"$ colex {shlex.join(words)}", *examples.printed(colex, words)]
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
    if page["was"]:
        yield f"- **Was** {', '.join(f'`{old}`' for old in page['was'])}"
    yield ""
    yield from console(colex, [examples.parse(text) for text in page["examples"]])


def written(colex):
    """{path: text}"""
    manual = examples.manual(colex)
    pages = manual["pages"]
    families = list(dict.fromkeys(page["family"] for page in pages))
    out, index = {}, INTRODUCTION
    for family in families:
        members = [page for page in pages if page["family"] == family]
        lines = [f"# {family}", ""]
        lines += [f"Generated; see [operations](../operations.md). In the shell: `colex help {members[0]['op']}`.", ""]
        for k, page in enumerate(members):
            lines += page_lines(colex, page, page["op"] not in [p["op"] for p in members[:k]])
        out[DOCS / "operations" / (stem(family) + ".md")] = "\n".join(lines).rstrip("\n") + "\n"
        index += f"## [{family}](operations/{stem(family)}.md)\n\n| operation | what |\n|---|---|\n"
        for k, page in enumerate(members):
            if page["op"] in [p["op"] for p in members[:k]]:
                continue
            index += f"| [{page['op']}](operations/{stem(family)}.md#{page['op']}) | {first_sentence(page)} |\n"
        index += "\n"
    index += CONDITIONS
    index += "| condition | what fails | shows | operations |\n|---|---|---|---|\n"
    for condition in manual["conditions"]:
        name = condition["name"]
        by = list(dict.fromkeys(page["op"] for page in pages if name in page["errors"].split()))
        who = ", ".join(by[:4]) + (f" and {len(by) - 4} more" if len(by) > 4 else "")
        index += f"| `{name}` | {condition['means']} | {condition['shows']} | {who} |\n"
    out[DOCS / "operations.md"] = index
    return out


def main(colex, check=None):
    pages = written(colex)
    stale = [path for path in (DOCS / "operations").glob("*.md") if path not in pages and path.stem != "kinds"]
    for path, text in pages.items():
        if path.exists() and path.read_text() == text:
            continue
        stale.append(path)
        if check is None:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    for path in stale:
        print(f"{'stale: ' if check else ''}{path.relative_to(ROOT)}")
    print(f"{len(pages)} pages, {len(stale)} {'stale; tools/operation_pages.py build/colex writes' if check else 'changed'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
