#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex inspect` on kernels under stated sizes of their arrays (sizes.hip), for AMD and in PTX: sizes.py COLEX

What is said of each is compared with the table below. Where the verdict holds, a certificate is proved by both solvers, and `colex execute` finds no access outside of arrays of just that
size; where it names numbers, `colex execute` finds the access with these numbers.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from execute_page import CLANG, PTX
from judged import Tool, check, wrong

HERE = pathlib.Path(__file__).resolve().parent
WHOLE = ["bytes(a) >= 4 * n", "bytes(b) >= 4 * n"]
MATRIX = ["bytes(a) >= 4 * rows * columns", "bytes(b) >= 4 * rows * columns"]
SHORT = ["bytes(a) >= 4 * n - 4", "bytes(b) >= 4 * n"]
FEW = "block < 1000"
OF_64_BITS = ("by_four", "by_four_past", "exchanged")
ALL = (None, None)
# Kernel, facts: how many of the accesses through stated arrays are inside: of two that there are, or of AMD's code and of PTX, where compilers may make several of
# one, all where there is no number; and what is said where not all are.
JUDGED = [
    ("ragged", [*WHOLE, FEW], 2, None),
    ("ragged", [*WHOLE, "128 * block < n"], 2, None),
    ("ragged", WHOLE, 0, "touched"),  # the index wraps
    ("ragged", [*SHORT, FEW], 1, "is touched, where it has"),
    ("ragged", ["bytes(a) >= 4 * n", FEW], 1, None),
    ("ragged", ["bytes(a) >= 400", "n <= 100", FEW], 1, None),
    ("ragged", ["bytes(a) >= 396", "n <= 100", FEW], 0, "byte 399 of"),
    ("one_more", [*WHOLE, FEW], 0, "is touched, where it has"),
    ("without_sign", [*WHOLE, "0 <= n"], 2, None),
    ("without_sign", WHOLE, 0, "n is -"),
    ("narrow_rows", [*MATRIX, "0 <= rows", "0 <= columns"], 0, "b"),  # the product wraps
    ("narrow_rows", [*MATRIX, "0 <= rows < 65536", "0 <= columns < 32768"], (0, 2), ""),  # AMD's code asks by masks in halves, of which one lane's bit is not known
    ("wide_rows", [*MATRIX, "0 <= rows", "0 <= columns"], (0, 2), ""),
    ("wide_rows", ["bytes(a) >= 4 * rows * columns - 4", MATRIX[1], "0 <= rows", "0 <= columns"], (0, 1), "may end past"),
    ("wide_rows", ["bytes(a) >= 2 * rows * columns", MATRIX[1], "0 <= rows", "0 <= columns"], (0, 1), ""),
    ("wrong_pitch", [*MATRIX, "0 <= rows < 65536", "0 <= columns < 32768"], (0, 1), ""),
    ("before", [*WHOLE, FEW], 1, "4 bytes before"),
    ("unmasked", [*WHOLE, FEW], 1, "is touched, where it has"),
    ("strided", [*WHOLE, "n < 1000000"], ALL, None),
    ("strided", WHOLE, (4, 0), "may"),  # the counter of 32 bits wraps
    ("strided", ["bytes(a) >= 4 * n - 4", WHOLE[1], "n < 1000000"], (4, 1), "is touched, where it has"),
    ("strided_past", [*WHOLE, "n < 1000000"], (4, 1), "is touched, where it has"),
    ("by_four", WHOLE, ALL, None),
    ("by_four", ["bytes(a) >= 4 * n - 4", WHOLE[1]], (2, 2), ""),
    ("by_four_past", WHOLE, (3, 3), ""),
    ("exchanged", [WHOLE[0], "bytes(b) >= 4 * n + 124"], ALL, None),
    ("exchanged", WHOLE, (1, 1), ""),
]  # fmt: skip


def names(file, kernel, facts):
    """Facts with the names that the file has: of code objects arguments are named by their bytes, of PTX by their numbers."""
    own = ["a", "b", "rows", "columns"] if kernel.endswith(("rows", "pitch")) else ["a", "b", "n"]
    places = [0, 8, 16, 20]
    said = {name: f"arg{places[k]}" if file.endswith(".co") else f"param_{k}" for k, name in enumerate(own)}
    return [re.sub(r"\b(a|b|n|rows|columns)\b", lambda m: said[m[1]], fact) for fact in facts], said


def executed(tool, file, kernel, numbers, sizes, blocks):
    """The counts of what the executor finds."""
    arrays = [f"random:f32[{max(1, sizes[0] // 4)}]", f"out:o.npy:f32[{max(1, sizes[1] // 4)}]"]
    words = [word for one in (*arrays, *(f"{'i64' if kernel in OF_64_BITS else 'i32'}:{n}" for n in numbers)) for word in ("--arg", one)]
    ran = tool("execute", file, "--kernel", kernel, "--block", 128, "--grid", blocks, *words, "--json")
    if ran.returncode == 2:
        sys.exit(f"FAIL: {kernel} {words}: {ran.stderr}")
    return json.loads(ran.stdout)["counts"]


def judged(tool, file):
    for number, (kernel, facts, inside, about) in enumerate(JUDGED):
        facts, said = names(file, kernel, facts)
        assumed = [word for fact in facts for word in ("--assume", fact)]
        what = f"{file}, {kernel} {facts}"
        ran = tool("inspect", file, "--kernel", kernel, "--block", 128, *assumed, "--json")
        found = json.loads(ran.stdout)[0] if ran.returncode in (0, 1) else {"accesses": [], "global_in_bounds": {"accesses": [], "verdict": ran.stderr}}
        one = found["global_in_bounds"]
        stated = len([fact for fact in facts if fact.startswith("bytes")])
        if isinstance(inside, tuple):
            check(f"{what}, accesses", len(one["accesses"]) >= 2, True)
            stated = len(one["accesses"])
            inside = inside[file.endswith(".ptx")]
            inside = stated if inside is None else inside
        check(what, sum(a["inside"] for a in one["accesses"]), inside)
        check(f"{what}, asked", (len(one["accesses"]), one["verdict"]), (stated, "holds" if inside == stated else "undecided"))
        has_layouts = all("undecided" not in a for a in found["accesses"])
        check(f"{what}, exit status", ran.returncode, 0 if inside == stated and has_layouts else 1)
        if inside < stated:
            why = one.get("why", "")
            for name, place in said.items():
                why = why.replace(place, name)
            if about not in why:
                wrong.append(f"{what}: {why!r}, without {about!r}")
            found = re.search(r"of a is touched, where it has (\d+), in thread \d+.* block (\d+).* where (.*)", why)
            if found and int(found[1]) > 0 and int(found[2]) < 50:
                drawn = dict(pair.split(" is ") for pair in found[3].split(", "))
                numbers = [int(drawn[name]) for name in list(said)[2:]]
                if all(0 <= n < 100000 for n in numbers) and numbers and len(numbers) == 1:
                    counts = executed(tool, file, kernel, numbers, (int(found[1]) // 4 * 4, 4 * numbers[0] + 4096), int(found[2]) + 1)
                    check(f"{what}, executed with {why}", any("bounds" in name or "outside" in name for name in counts), True)
        elif number % 2 == 0 and kernel != "exchanged":
            ran = tool("inspect", file, "--kernel", kernel, "--block", 128, *assumed, "--certificate", "c.json")
            if (kernel, file) != ("by_four", "sizes.co"):  # halves of words take solvers longer than they have
                check(f"{what}, certificate", ran.returncode, 0)
            part = json.loads((tool.folder / "c.json").read_text())["kernels"][0]
            check(f"{what}, covered", (len(part["global_in_bounds"]) > 1, [m for m in part["not_covered"] if m["what"].startswith("bounds")]), (True, []))
            check(f"{what}, decided", [q["claim"] for q in part["global_in_bounds"] if (q["z3"], q["cvc5"]) != ("unsat", "unsat")], [])
            if number == 0 or kernel == "strided":
                ran = tool("inspect", file, "--check", "c.json")
                check(f"{what}, --check", ran.returncode, 0)
                less = json.loads((tool.folder / "c.json").read_text())
                less["kernels"][0]["global_in_bounds"].pop(0)
                (tool.folder / "less.json").write_text(json.dumps(less))
                check(f"{what}, --check of less", tool("inspect", file, "--check", "less.json").returncode, 1)
    for kernel, numbers, sizes in (("ragged", [300], (1200, 1200)), ("wide_rows", [3, 100], (1200, 1200)), ("strided", [300], (1200, 1200)), ("by_four", [302], (1208, 1208)), ("exchanged", [302], (1208, 1280))):
        check(f"{file}, {kernel}, executed", executed(tool, file, kernel, numbers, sizes, 3 if kernel != "strided" else 1), {})
    for kernel, numbers, sizes in (("ragged", [300], (1196, 1200)), ("one_more", [300], (1200, 1204)), ("before", [300], (1200, 1200)), ("strided_past", [300], (1200, 1200)),
                                   ("by_four_past", [302], (1208, 1208)), ("exchanged", [302], (1208, 1208)), ("wrong_pitch", [3, 100], (1200, 1200)), ("unmasked", [300], (1200, 1200))):  # fmt: skip
        counts = executed(tool, file, kernel, numbers, sizes, 3 if not kernel.startswith("strided") else 1)
        check(f"{file}, {kernel}, executed outside", counts != {}, True)


def refused(tool):
    for fact, about in (("bytes(arg1) >= 4", "no argument 'arg1'"), ("bytes(arg0 >= 4", "')' is missing"), ("bytes(arg0) >= 4 *", "a name is missing"), ("arg16 < x", "no argument 'x'"),
                        ("bytes(arg16) > 4", "no argument 'arg16' of 8 bytes"), ("arg16 < 99999999999999999999", "no number up to 2^48"), ("arg16 = 4", "not understood")):  # fmt: skip
        tool.refused("sizes.co", "--kernel", "ragged", "--assume", fact, about=about)
    ran = tool("inspect", "sizes.co", "--kernel", "ragged", "--assume", "bytes(arg0) >= 4", "--assume", "arg16 < 4", "--assume", "arg16 > 4")
    check("contradictory facts", (ran.returncode, "the facts contradict each other" in ran.stdout), (1, True))
    plain, with_number = (tool("inspect", "sizes.co", "--kernel", "ragged", *words) for words in ([], ["--assume", "arg16 < 4"]))
    check("without a size", (with_number.returncode, with_number.stdout), (plain.returncode, plain.stdout))


VECTORS = ["bytes(X) >= 4 * n", "bytes(Y) >= 4 * n", "bytes(Z) >= 4 * n", "block < 2097152"]
ROWS = ["bytes(X) >= 4000 * n", "bytes(Y) >= 4000 * n", "block < 1000", "0 <= n < 65536", "m <= n", "m % 16 == 0"]
TILES = ["bytes(X) >= 2 * n * k", "bytes(Y) >= 2 * k * m", "bytes(Z) >= 2 * n * m", *(f"0 <= {one} < 32768" for one in "nmk"), *(f"{one} % 16 == 0" for one in "nmk"),
         "block < 256", "block.y < 256", "64 * block + 64 <= n", "64 * block.y + 64 <= m"]  # fmt: skip
# Kernel of triton_kernels.py: its signature, its arguments by the names of the facts, and the facts.
TRITON = {"add": ("*fp32, *fp32, *fp32, i32, 1024", "X Y Z n", VECTORS), "softmax": ("*fp32, *fp32, i32, i32, 1024", "X Y n m", ROWS),
          "gemm": ("*fp16, *fp16, *fp16, i32, i32, i32, 64, 64, 32", "X Y Z n m k", TILES)}  # fmt: skip


def compiled(tool):
    """The table of docs/inspect.md, of what Triton compiles."""
    rows = []
    for target in ("gfx90a", "gfx942", "sm_80"):
        row = f"| {target} |"
        for kernel, (signature, arguments, facts) in TRITON.items():
            places, at = {}, 0
            for number, name in enumerate(arguments.split()):
                size = 8 if name.isupper() else 4
                places[name], at = f"arg{at}" if target.startswith("gfx") else f"param_{number}", at + size
            facts = [re.sub(r"\b([XYZnmk])\b", lambda m, places=places: places[m[1]], fact) for fact in facts]
            ran = tool("inspect", "--triton", f"{HERE / 'triton_kernels.py'}:{kernel}", "--target", target, "--signature", signature, *(word for fact in facts for word in ("--assume", fact)), "--json")
            if ran.returncode not in (0, 1):
                sys.exit(f"FAIL: {kernel} of {target}: {ran.stderr}")
            all_of_it = json.loads(ran.stdout)[0]["global_in_bounds"]["accesses"]
            row += f" {sum(a['inside'] for a in all_of_it)} of {len(all_of_it)} |"
        rows.append(row)
    page = (HERE.parents[1] / "docs/inspect.md").read_text()
    for row in rows:
        if row not in page:
            wrong.append(f"docs/inspect.md does not have {row!r}")


with tempfile.TemporaryDirectory() as folder:
    tool = Tool(sys.argv[1], folder)
    for command, file in ((CLANG, "sizes.co"), (PTX, "sizes.ptx")):
        subprocess.run([*command, str(HERE / "sizes.hip"), "-o", str(tool.folder / file)], check=True)
        judged(tool, file)
    refused(tool)
    if os.environ.get("COLEX_NIGHTLY") and "COLEX_TRITON_PYTHON" in os.environ:
        compiled(tool)
    else:
        print("nightly: inspect_sizes: kernels that Triton compiles, where COLEX_TRITON_PYTHON has it; by day none")
for line in wrong:
    print("FAIL:", line)
if wrong:
    sys.exit(1)
print(f"{2 * len(JUDGED)} questions of sizes are answered as they should be")
