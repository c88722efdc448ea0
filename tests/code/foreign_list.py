#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels of other compilers, and what `colex inspect` says of each: foreign_list.py COLEX [--write]

foreign/ has the sources and how they are compiled; foreign/list.txt has a line for each kernel: compiler, target, name, and the verdict. By day the kernels that clang makes, and nvcc
where it is installed, are compiled and asked; nightly all, with the interpreters that COLEX_TRITON_PYTHON, COLEX_TILELANG_PYTHON and COLEX_CUTE_PYTHON name. --write writes the
list's lines of what was compiled anew. A kernel is decided where its waits and distances suffice, LDS or shared memory is free of races, and no access of it is out of bounds.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from execute_page import clang

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import left  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FOREIGN, PAGE = HERE / "foreign", HERE.parents[1] / "docs/inspect.md"
LIST = FOREIGN / "list.txt"
AMD, NVIDIA = ("gfx90a", "gfx942", "gfx950"), ("sm_80", "sm_90", "sm_100")
SECONDS = 60
IN_ORDER = "where stores end in order with loads"  # of AMD's counters; the list does not say it
QUESTIONS = {"waits": "waits", "distances": "distances", "race_free": "races", "in_bounds": "bounds"}


def compiled_by_clang(folder):
    for target in ("gfx90a", "gfx942", "sm_80", "sm_90"):
        file = folder / f"{target}_blocks.{'ptx' if target.startswith('sm_') else 'co'}"
        subprocess.run([*clang(target), "-std=c++20", str(FOREIGN / "blocks.cpp"), "-o", file], check=True)
        yield "clang", target, file


def compiled_by_nvcc(folder):
    for target in ("sm_80", "sm_90"):
        file = folder / f"{target}_blocks_nvcc.ptx"
        subprocess.run(["nvcc", "-x", "cu", "-std=c++20", "-ptx", f"-arch={target}", FOREIGN / "blocks.cpp", "-o", file], check=True)
        yield "nvcc", target, file


def compiled_by_python(compiler, module, targets):
    """By a package of Python's, of an interpreter that has it."""

    def compiled(folder):
        python = os.environ.get(f"COLEX_{compiler.upper()}_PYTHON")
        if python is None or subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode:
            print(f"no kernels by {compiler}: COLEX_{compiler.upper()}_PYTHON names no interpreter with its package")
            return
        into = folder / compiler
        for target in targets:
            made = subprocess.run([python, FOREIGN / f"compile_{compiler}.py", into, target], capture_output=True, text=True, check=False)
            if made.returncode != 0:
                sys.exit(f"FAIL: compile_{compiler}.py: {made.stderr.strip()[-2000:]}")
            print(made.stdout, end="")
        for file in sorted(file for ending in ("co", "ptx") for file in into.glob(f"*.{ending}")):
            yield compiler, next(t for t in targets if file.name.startswith(t + "_")), file

    return compiled


BY_DAY = [compiled_by_clang, *([compiled_by_nvcc] if shutil.which("nvcc") else [])]
NIGHTLY = [compiled_by_python("triton", "triton", [*AMD, *NVIDIA]), compiled_by_python("tilelang", "tilelang", ["sm_80", "sm_90"]), compiled_by_python("cute", "cutlass", ["sm_80", "sm_90"])]


def arguments_of(kernel):
    """The types of a kernel of blocks.cpp, by its source; arrays hold numbers of 32 bits."""
    given, = re.findall(rf"^KERNEL {kernel}\((.*)\) {{", (FOREIGN / "blocks.cpp").read_text(), re.M)
    return ["*fp32" if "*" in one else "i32" for one in given.split(", ")]


def without_numbers(why):
    """A reason in the words that many kernels share: no addresses, registers or places."""
    why = re.sub(r"0x[0-9a-f]+|@\w+|\b\d+\b", "N", why)
    return re.sub(r"^(the address has|the base is) .*", r"\1 what is not known", why)


def verdict(one):
    """What is said of a kernel, and whether that decides it."""
    open_ = {name: one[question] for question, name in QUESTIONS.items() if question in one and one[question]["verdict"] != "holds"}
    if not open_:
        conditions = [one[question]["why"] for question in QUESTIONS if one.get(question, {}).get("why", "").startswith("where")]
        return ", ".join(["free", *(why for why in conditions if why != IN_ORDER)]), True
    if any(said["verdict"] == "fails" for said in open_.values()):
        return "fails: " + ", ".join(name for name, said in open_.items() if said["verdict"] == "fails"), True
    reasons = {}
    for name, said in open_.items():
        reasons.setdefault(without_numbers(said.get("why", "")), []).append(name)
    return "undecided: " + "; ".join(f"{', '.join(names)}: {why}" for why, names in reasons.items()), False


def asked(colex, compiler, target, file):
    """(compiler, target, kernel, verdict, whether it is decided, seconds) of each kernel of a file."""
    facts = file.with_suffix(".json")
    given = json.loads(facts.read_text()) if facts.exists() else {"lds": 0, "threads": 256}
    begun = time.monotonic()
    command = [colex, "inspect", str(file), "--json", "--block", str(given["threads"]), "--dynamic-lds", str(given["lds"])]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return [(compiler, target, file.stem, f"undecided: more than {SECONDS} s", False, SECONDS)]
    seconds = time.monotonic() - begun
    name = file.stem.removeprefix(f"{target}_").removeprefix(f"{compiler}_")
    if ran.returncode not in (0, 1):
        why = without_numbers(ran.stderr.strip().splitlines()[-1].removeprefix("colex: ").replace(f"{file}: ", "")) if ran.returncode == 2 else f"it ends with status {ran.returncode}"
        return [(compiler, target, name, f"undecided: {why}", False, seconds)]
    kernels = json.loads(ran.stdout)
    return [(compiler, target, one["kernel"] if len(kernels) > 1 else name, *verdict(one), seconds / len(kernels)) for one in kernels]


def figures(lines):
    """What the page says of the list."""
    decided = sum(not line.split("\t")[3].startswith("undecided") for line in lines)
    return f"{len(lines)} kernels, of which {decided} are decided"


def table(lines):
    """The rows of the page's table: how many of a compiler's kernels for a target are decided."""
    counts = {}
    for line in lines:
        compiler, target, _, said = line.split("\t")
        count = counts.setdefault((compiler, target), [0, 0])
        count[0] += not said.startswith("undecided")
        count[1] += 1
    names = {"clang": "clang", "nvcc": "nvcc", "triton": "Triton", "tilelang": "TileLang", "cute": "CuTe DSL"}
    targets = [*AMD, *NVIDIA]
    rows = ["| | " + " | ".join(targets) + " |", "|---" * (len(targets) + 1) + "|"]
    for compiler, name in names.items():
        rows.append(f"| {name} | " + " | ".join(f"{counts[compiler, t][0]} of {counts[compiler, t][1]}" if (compiler, t) in counts else "–" for t in targets) + " |")
    return "\n".join(rows)


def main(colex, *words):
    writes, nightly = "--write" in words, bool(os.environ.get("COLEX_NIGHTLY"))
    makers = BY_DAY + (NIGHTLY if nightly else [])
    known = LIST.read_text().splitlines() if LIST.exists() else []
    before = {tuple(line.split("\t")[:3]): line.split("\t")[3] for line in known}
    if not nightly:
        left("kernels by Triton, TileLang and CuTe DSL", "none", "their packages have gigabytes")
    with tempfile.TemporaryDirectory() as folder:
        files = [file for make in makers for file in make(pathlib.Path(folder))]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            said = [one for some in pool.map(lambda file: asked(colex, *file), files) for one in some]
    now = {one[:3]: one[3] for one in said}
    slowest = max(said, key=lambda one: one[5])
    print(f"{len(now)} kernels, {sum(one[4] for one in said)} decided; the slowest took {slowest[5]:.1f} s: {' '.join(slowest[:3])}")
    wrong = [f"{' '.join(key)}: {said}" for key, said in now.items() if said.startswith("fails")]
    if writes:
        before.update(now)
        known = ["\t".join((*key, said)) for key, said in sorted(before.items())]
        LIST.write_text("\n".join(known) + "\n")
    else:
        wrong += [f"{' '.join(key)}: {said}; the list has: {before.get(key, 'nothing')}" for key, said in now.items() if before.get(key) != said]
        page = re.sub(r"\s+", " ", PAGE.read_text())
        wrong += [f"docs/inspect.md does not say '{figures(known)}'"] * (figures(known) not in page)
        wrong += ["docs/inspect.md has another table than the list makes:\n" + table(known)] * (table(known) not in PAGE.read_text())
    if wrong:
        sys.exit("FAIL: " + "\n".join(wrong))
    return 0


if __name__ == "__main__":
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        sys.exit(77)
    sys.exit(main(*sys.argv[1:]))
