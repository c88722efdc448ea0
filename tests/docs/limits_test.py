#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/08_limits.md promises nothing without a test: each row of its table names one that exists and that meson runs."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/08_limits.md").read_text()


def faults(page):
    """What is wrong with the rows of the first table."""
    table = re.search(r"^\| what \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, re.M)
    rows = table[1].splitlines() if table else []
    if len(rows) < 15:
        yield f"{len(rows)} rows are all that the table has"
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        found = re.fullmatch(r"`(tests/[\w/]+\.py)`(?: (\w+))?", cells[-1])
        if len(cells) != 4 or not found:
            yield f"no test: {row[:80]}"
            continue
        path = ROOT / found[1]
        if not path.exists():
            yield f"{found[1]} does not exist"
        elif found[2] and not re.search(rf"^ *def {found[2]}\(", path.read_text(), re.M):
            yield f"{found[1]} has no {found[2]}"
        elif not re.search(rf"'{path.stem}(\.py)?'", (path.parent / "meson.build").read_text()):
            yield f"{path.parent.name}/meson.build does not run {path.name}"


wrong = list(faults(PAGE))
planted = [("test_a_million_modes |", "test_frob |", "has no test_frob"), ("`tests/cli/beyond_limits.py` test_deep_json", "", "no test"),
           ("tests/attack/slowest.py", "tests/attack/frob.py", "does not exist")]  # fmt: skip
for old, new, said in planted:
    if not any(said in fault for fault in faults(PAGE.replace(old, new))):
        wrong.append(f"not noticed: {old} as {new}")
print("\n".join("FAIL " + w for w in wrong) or "every promise has its test")
sys.exit(bool(wrong))
