#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands of docs/review.md, and compares what they print with the text after them.

    review.py ROOT BUILD

`build/` in a command is BUILD, and ccache keeps what compilers make by -c. A section whose second line says "Nightly" runs only with COLEX_NIGHTLY set.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SECTIONS = 10


def main(root, build):
    page = (pathlib.Path(root) / "docs/review.md").read_text()
    sections = re.findall(r"^## (\d+)\. ([^\n]*)\n\n([^\n]*)\n\n```sh\n(.*?)```\n\n```text\n(.*?)```$", page, re.M | re.S)
    if [int(s[0]) for s in sections] != list(range(1, SECTIONS + 1)):
        sys.exit(f"review.md: {SECTIONS} numbered sections with commands and their output, found {[s[0] for s in sections]}")
    failed = ran = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, title, when, commands, expected in sections:
            if not re.search(r"In each test run\.|Nightly;", when):
                sys.exit(f"review.md, {number}: says neither `In each test run.` nor `Nightly;`")
            if "Nightly;" in when and not os.environ.get("COLEX_NIGHTLY"):
                print(f"nightly: review: {number}. {title}; by day not: it takes minutes, and a test of its own asks the same")
                continue
            script = re.sub(r"(?<![\w/.])build/", f"{build}/", commands)
            done = subprocess.run(["bash", "-c", script], cwd=root, capture_output=True, text=True, check=False,
                                  timeout=600, env=dict(os.environ, T=folder, PATH=f"/usr/lib/ccache:{os.environ['PATH']}"))
            ran += 1
            same = done.stdout == expected
            failed += not same
            print(f"{'' if same else 'FAILED  '}{number}. {title}")
            if not same:
                print(f"  prints {done.stdout!r}, the page has {expected!r}\n  {done.stderr[-1000:]}")
    print(f"{ran - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
