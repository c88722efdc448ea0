#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The figures of docs/figures, drawn by the commands that docs/gallery.md shows.

    tools/figures.py build/colex             writes them
    tools/figures.py build/colex --check     fails when one is not what would be written

A command is a line `colex draw ... -o figures/NAME.svg` of the page; below it stands the image. The folder has no other file.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"


def commands(page):
    """{"figures/NAME.svg": the command's words}"""
    found = {}
    for line in page.splitlines():
        if match := re.fullmatch(r"colex draw .* -o (figures/[\w.]+\.svg)", line):
            found[match[1]] = shlex.split(line)[1:-1]
            if f"]({match[1]})" not in page:
                sys.exit(f"docs/gallery.md does not show {match[1]}")
    return found


def drawn(colex, words):
    """What the command writes; a picture of a refusal has exit status 1."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "figure.svg"
        ran = subprocess.run([colex, *words, str(path)], capture_output=True, text=True, check=False)
        if not path.exists():
            sys.exit(f"{shlex.join(words)}: {ran.stderr}")
        return path.read_text()


def main(colex, *more):
    known, stale = commands((DOCS / "gallery.md").read_text()), 0
    if len(known) < 10:
        sys.exit("docs/gallery.md has fewer than 10 commands: are they still lines `colex draw ... -o figures/NAME.svg`?")
    for name, words in known.items():
        text = drawn(colex, words)
        if more != ("--check",):
            (DOCS / name).parent.mkdir(exist_ok=True)
            (DOCS / name).write_text(text)
        elif not (DOCS / name).exists() or (DOCS / name).read_text() != text:
            print(f"docs/{name} is not what its command in docs/gallery.md writes")
            stale = 1
    for path in sorted((DOCS / "figures").iterdir()):
        if f"figures/{path.name}" not in known:
            print(f"docs/gallery.md does not draw {path}")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
