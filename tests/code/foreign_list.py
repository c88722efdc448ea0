#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels of other compilers, and what `colex inspect` says of each: foreign_list.py COLEX [FOLDER] [-j JOBS] [--write]

foreign/ has the sources and how they are compiled; foreign/list.txt has a line for each kernel: compiler, target, name, and the verdict. By day the kernels that clang makes, and nvcc
where it is installed, are compiled and asked; nightly all, with the interpreters that COLEX_TRITON_PYTHON, COLEX_TILELANG_PYTHON and COLEX_CUTE_PYTHON name, and the
checkout of Composable Kernel that COLEX_COMPOSABLE_KERNEL names. --write writes the
list's lines of what was compiled anew. FOLDER keeps what is compiled: where it has that, no compiler is needed. A kernel is decided where its waits and distances suffice, LDS or shared memory is free of races, and no access of it is out of bounds.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from execute_page import clang

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import left  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FOREIGN, PAGE = HERE / "foreign", HERE.parents[1] / "docs/inspect.md"
LIST = FOREIGN / "list.txt"
AMD, NVIDIA = ("gfx90a", "gfx942", "gfx950"), ("sm_80", "sm_90", "sm_100")
SECONDS, MOST_OF_NAME = 60, 60
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


def compiled_by_ck(folder):
    """Examples of Composable Kernel, of a checkout that lies beside the project."""
    checkout = os.environ.get("COLEX_COMPOSABLE_KERNEL")
    if checkout is None:
        print("no kernels of Composable Kernel: COLEX_COMPOSABLE_KERNEL names no checkout of it")
        return
    subprocess.run([sys.executable, FOREIGN / "compile_ck.py", checkout, folder / "ck", "gfx942"], check=True)
    yield from (("ck", "gfx942", file) for file in sorted((folder / "ck").glob("*.co")))


BY_DAY = [compiled_by_clang, *([compiled_by_nvcc] if shutil.which("nvcc") else [])]
NIGHTLY = [compiled_by_python("triton", "triton", [*AMD, *NVIDIA]), compiled_by_python("tilelang", "tilelang", ["sm_80", "sm_90"]), compiled_by_python("cute", "cutlass", ["sm_80", "sm_90"]), compiled_by_ck]


def compiled(folder):
    """(compiler, target, file) of all that is compiled into the folder, or was."""
    known = folder / "files.json"
    if not known.exists():
        folder.mkdir(exist_ok=True)
        makers = BY_DAY + (NIGHTLY if os.environ.get("COLEX_NIGHTLY") else [])
        known.write_text(json.dumps([(compiler, target, str(file.relative_to(folder))) for make in makers for compiler, target, file in make(folder)]))
    return [(compiler, target, folder / file) for compiler, target, file in json.loads(known.read_text())]


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


def name_of(file, number, kernel, count):
    """By the file where that has one kernel, or templates' names; by the kernel otherwise."""
    if count == 1:
        return file
    return kernel if len(kernel) < MOST_OF_NAME else f"{file}_{number}"


def asked(colex, compiler, target, file):
    """(compiler, target, kernel, verdict, whether it is decided, seconds of a processor) of each kernel of a file."""
    facts = file.with_suffix(".json")
    given = json.loads(facts.read_text()) if facts.exists() else {"lds": 0, "threads": 256}
    facts = (word for fact in given.get("assume", []) for word in ("--assume", fact))
    command = [colex, "inspect", str(file), "--json", "--block", str(given["threads"]), "--dynamic-lds", str(given["lds"]), *facts]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen(command, stdout=out, stderr=err)  # kept: another thread's Popen would wait for it otherwise
        _, status, used = os.wait4(child.pid, 0)
        status, seconds = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime
        child.returncode = status
        out.seek(0), err.seek(0)
        answer, complaint = out.read(), err.read()
    name = file.stem.removeprefix(f"{target}_").removeprefix(f"{compiler}_")
    if status not in (0, 1):
        why = without_numbers(complaint.strip().splitlines()[-1].removeprefix("colex: ").replace(f"{file}: ", "")) if status == 2 else f"it ends with status {status}"
        return [(compiler, target, name, f"undecided: {why}", False, seconds)]
    kernels = json.loads(answer)
    return [(compiler, target, name_of(name, number, one["kernel"], len(kernels)), *verdict(one), seconds / len(kernels)) for number, one in enumerate(kernels)]


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
    names = {"clang": "clang", "nvcc": "nvcc", "triton": "Triton", "tilelang": "TileLang", "cute": "CuTe DSL", "ck": "Composable Kernel"}
    targets = [*AMD, *NVIDIA]
    rows = ["| | " + " | ".join(targets) + " |", "|---" * (len(targets) + 1) + "|"]
    for compiler, name in names.items():
        rows.append(f"| {name} | " + " | ".join(f"{counts[compiler, t][0]} of {counts[compiler, t][1]}" if (compiler, t) in counts else "–" for t in targets) + " |")
    return "\n".join(rows)


def main(*words):
    parser = argparse.ArgumentParser()
    parser.add_argument("colex")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(words)
    known = LIST.read_text().splitlines() if LIST.exists() else []
    before = {tuple(line.split("\t")[:3]): line.split("\t")[3] for line in known}
    if not os.environ.get("COLEX_NIGHTLY"):
        left("kernels by Triton, TileLang and CuTe DSL", "none", "their packages have gigabytes")
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(given.j) as pool:
        said = [one for some in pool.map(lambda file: asked(given.colex, *file), compiled(given.folder or pathlib.Path(work))) for one in some]
    now = {one[:3]: one[3] for one in said}
    print(f"{len(now)} kernels, {sum(one[4] for one in said)} decided")
    slowest = sorted(said, key=lambda one: -one[5])[:5]
    print(*(f"{seconds:.1f} s: {' '.join(one)}" for *one, _, _, seconds in slowest), sep="\n")
    wrong = [f"{' '.join(key)}: {said}" for key, said in now.items() if said.startswith("fails") and before.get(key) != said]
    wrong += [f"{' '.join(one)}: {seconds:.0f} s, more than {SECONDS}" for *one, _, _, seconds in slowest if seconds > SECONDS]
    if given.write:
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
    if not any(pathlib.Path(word, "files.json").exists() for word in sys.argv[2:]) and not (shutil.which("clang++-19") and shutil.which("ld.lld-19")):
        print("SKIP: no clang++-19 with ld.lld-19")
        sys.exit(77)
    sys.exit(main(*sys.argv[1:]))
