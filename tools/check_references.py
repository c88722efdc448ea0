#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every reference of the tree leads somewhere: check_references.py [ROOT]

Fails when a link of a Markdown page leads to no file or to no heading, when a page names in backquotes a file of the tree
that does not exist, when a text names a page docs/*.md that does not exist, when a text cites a theorem T1, T2, ...
that docs/03_theory.md does not state, or when it cites a law by a name ("Law: NAME", "Laws: NAME, NAME", "by NAME" and the
like of "law" and "theorem") that docs/laws.md does not have.
"""
import os
import pathlib
import re
import sys

THEORY = "docs/03_theory.md"
LAWS = "docs/laws.md"
NAME = r"`?[a-z]\w*_\w+`?(?![\w(]|\.\w)"
# "Law: NAME", "Laws: NAME, NAME" with a new line of a comment between, "the law NAME", "by theorem NAME"
CITED = re.compile(rf"\bLaws?: +({NAME}(?:,\s+(?:(?://+|#|\*) *)?{NAME})*)|\b(?:[Ll]aw|[Tt]heorem)s? +({NAME})")
TEXT = {".md", ".hpp", ".cpp", ".h", ".cu", ".py", ".build", ".txt", ".sh", ".yml", ".inc", ""}
FOLDERS = "include|src|smt|props|oracle|gpu_kernels|tests|tools|docs|examples|python"
# Not prose: tables of hardware, planted faults.
DATA = ("tests/kernel/mfma_layouts.txt", "tests/docs/references_test.py", "tests/docs/pages_test.py")


def tracked(root):
    """The text files of the tree; build folders and hidden ones are left out."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "build", "__pycache__")))
        for name in sorted(names):
            path = pathlib.Path(folder) / name
            inside = path.relative_to(root).as_posix()
            if path.suffix in TEXT and not path.is_symlink() and not inside.startswith(DATA):
                yield inside, path


def prose(text):
    """A page without its code blocks, line by line."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line


def anchors(text):
    """The anchors that a page's headings make, as GitHub spells them."""
    found = set()
    for _, line in prose(text):
        if head := re.match(r"#+ (.*)", line):
            words = re.sub(r"[`*]|\]\([^)]*\)|\[", "", head.group(1)).strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
    return found


def link_faults(root, inside, text, made=None):
    """What leads nowhere in a page `inside` the tree; pages of docs/ may also be in the folder `made`."""

    def at(path):
        path = os.path.normpath(path)
        below = made / os.path.relpath(path, "docs") if made and path.startswith("docs/") else None
        return below if below and below.exists() else root / path

    for number, line in prose(text):
        for name in re.findall(rf"`((?:{FOLDERS})/[\w./-]+)`", line):
            if not at(name).exists():
                yield f"{inside}:{number}: no file {name}"
        for target in re.findall(r"\]\(([^()\s]+)\)", re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            to = at(os.path.join(os.path.dirname(inside), name) if name else inside)
            if not to.exists():
                yield f"{inside}:{number}: no file {target}"
            elif anchor and anchor not in anchors(to.read_text(encoding="utf-8")):
                yield f"{inside}:{number}: no heading {target}"


def faults(root):
    theory = (root / THEORY).read_text(encoding="utf-8")
    stated = set(re.findall(r"^### (T\d+)$", theory, re.M))
    laws = set(re.findall(r"^### (\w+)$", (root / LAWS).read_text(encoding="utf-8"), re.M))
    cited = links = named = 0
    for inside, path in tracked(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a test's bytes
        if path.suffix == ".md":
            links += text.count("](")
            yield from link_faults(root, inside, text)
        for citation in CITED.finditer(text):
            for name in re.findall(r"\w+_\w+", citation[1] or citation[2]):
                named += 1
                if name not in laws:
                    yield f"{inside}:{text.count(chr(10), 0, citation.start()) + 1}: {name} is no law of {LAWS}"
        for number, line in enumerate(text.splitlines(), 1):
            for page in re.findall(r"(?<![\w/.])docs/[\w/]+\.md\b", line):
                if not (root / page).exists():
                    yield f"{inside}:{number}: no page {page}"
            for theorem in re.findall(r"(?<![\w<])T[1-9]\d?\b(?![>(])", line):
                cited += 1
                if theorem not in stated:
                    yield f"{inside}:{number}: {theorem} is not stated in {THEORY}"
    if not cited or not links or not named:
        yield "no citation or no link was read: is ROOT the root of the sources?"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    found = list(faults(root))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
