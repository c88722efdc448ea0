#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the pages and pictures that programs write and that are not in the tree.

    tools/pages.py build/colex FOLDER [build/tests/museum/museum]

FOLDER gets them under the names that they would have in docs/, where tools/site lays them: the index of operations with its links, a
page per family, operations/kinds.md, coverage.md, gallery.md with figures/, and museum.md where the program is given. An example that
prints something else than the table says, an operation without a kind's example or a reason, a name of something that does not exist, or a link to
nothing is an error.
"""
import pathlib
import subprocess
import sys

import check_references
import coverage
import examples
import figures
import operation_kinds
import operation_pages

ROOT = pathlib.Path(__file__).resolve().parent.parent


def made(colex, museum=None):
    """({name: text}, faults)"""
    manual = examples.manual(colex)
    kinds, no_kind = operation_kinds.page(colex)
    covered, absent = coverage.written(colex)
    pages = {"operations.md": operation_pages.index_of(manual, linked=True), **operation_pages.families(colex, manual),
             "operations/kinds.md": kinds, "coverage.md": covered, **figures.pages(colex)}  # fmt: skip
    if museum:
        pages["museum.md"] = subprocess.run([museum, "--page"], capture_output=True, text=True, check=True).stdout
    return pages, no_kind + absent


def main(colex, folder, *museum):
    folder = pathlib.Path(folder)
    pages, faults = made(colex, *museum)
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for name, text in pages.items():
        if name.endswith(".md"):
            faults += check_references.link_faults(ROOT, f"docs/{name}", text, folder)
    shown = sum(text.count("\n$ colex ") for text in pages.values())
    print(*faults, f"{len(pages)} pages and pictures, {shown} examples, {len(faults)} faults", sep="\n")
    if shown < 200:
        print("fewer than 200 examples of operations: has the table them?")
    return 1 if faults or shown < 200 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
