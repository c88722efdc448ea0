#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The figures, drawn by the commands that docs/gallery.md shows.

    tools/figures.py build/colex             writes those that docs/figures has, and the hashes of all, docs/figures/SHA256SUMS
    tools/figures.py build/colex --check     fails when one is not what would be written

A command is a line `colex draw ... -o figures/NAME.svg` of the page. Below it stands the image or, where the tree has none, its words,
from which pages() makes the image for the site. The folder has no other file.
"""
import hashlib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
FIGURE = re.compile(r"^(colex draw .* -o (figures/[\w.]+\.svg))\n```\n\n(?:!\[(.*)\]\((figures/[\w.]+)\)|(.+))$", re.M)


def commands(page):
    """{"figures/NAME.svg": (the command's words, whether the page has the image)}"""
    found = {}
    for command, name, _, image, _ in FIGURE.findall(page):
        if image not in ("", name):
            sys.exit(f"docs/gallery.md shows {image} below the command of {name}")
        found[name] = shlex.split(command)[1:-1], image == name
    if len(found) < 10 or len(found) != page.count("\ncolex draw "):
        sys.exit("docs/gallery.md: below each line `colex draw ... -o figures/NAME.svg` stands its image, or words for it")
    return found


def drawn(colex, words):
    """What the command writes; a picture of a refusal has exit status 1."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "figure.svg"
        ran = subprocess.run([pathlib.Path(colex).resolve(), *words, str(path)], capture_output=True, text=True, check=False, cwd=DOCS.parent)
        if not path.exists():
            sys.exit(f"{shlex.join(words)}: {ran.stderr}")
        return path.read_text()


def pages(colex):
    """{name: text} of the gallery with all its images, and of these."""
    text = (DOCS / "gallery.md").read_text()
    images = FIGURE.sub(lambda m: f"{m[1]}\n```\n\n![{m[3] or m[5]}]({m[2]})", text)
    return {"gallery.md": images, **{name: drawn(colex, words) for name, (words, _) in commands(text).items()}}


def main(colex, *more):
    all_of_them = {name: text for name, text in pages(colex).items() if name != "gallery.md"}
    kept = {name: all_of_them[name] for name, (_, shown) in commands((DOCS / "gallery.md").read_text()).items() if shown}
    kept["figures/SHA256SUMS"] = "".join(f"{hashlib.sha256(text.encode()).hexdigest()}  {pathlib.Path(name).name}\n"
                                         for name, text in sorted(all_of_them.items()))  # fmt: skip
    if more != ("--check",):
        for name, text in kept.items():
            (DOCS / name).write_text(text)
    wrong = [f"docs/{name} is not what tools/figures.py writes" for name, text in kept.items()
             if not (DOCS / name).exists() or (DOCS / name).read_text() != text]  # fmt: skip
    wrong += [f"docs/gallery.md shows no {path}" for path in sorted((DOCS / "figures").iterdir()) if f"figures/{path.name}" not in kept]
    print(*wrong, f"{len(all_of_them)} figures, {len(wrong)} faults", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
