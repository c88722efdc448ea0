# SPDX-License-Identifier: MIT
"""Compiles a C++ peer's own unit tests, unmodified, behind a recorder header, and runs them; the calls come back as rows.

$CXX names the compiler (default g++), $COLEX_PEER_JOBS how many run at once (default: one per core). A file that does not compile
or a test that fails ends the run: nothing is left out.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
JOBS = int(os.environ.get("COLEX_PEER_JOBS", os.cpu_count() or 1))


def call(command, **options):
    ran = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if ran.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{(ran.stdout + ran.stderr)[-3000:]}")
    return ran.stdout


def macros(header, space, names):
    """The header's functions `names` of namespace `space`, recorded."""
    lines = [f'#include "{header}"', f"namespace {space} {{", *(f"COLEX_RECORDED({name})" for name in names), "}"]
    return "\n".join([*lines, *(f"#define {name}(...) {name}_recorded(__VA_ARGS__)" for name in names), ""])


def recorded(header, space, names, files, flags):
    """({test: ""}, rows) of the test files; every test passed."""
    compiler = [os.environ.get("CXX", "g++"), "-w", "-O0", *flags, f"-I{HERE}"]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "recorded.hpp").write_text(macros(header, space, names))
        call([*compiler, "-x", "c++-header", folder / "recorded.hpp", "-o", folder / "recorded.hpp.gch"])
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            outcomes = list(pool.map(lambda file: one(compiler, folder, file), files))
    tests, rows = {}, {}
    for of_file, lines in outcomes:
        tests.update(of_file)
        for line in lines:
            row = json.loads(line)
            rows.setdefault(json.dumps([row["op"], row["args"]]), row)
    return tests, list(rows.values())


def one(compiler, folder, file):
    program, calls = folder / f"{file.stem}.test", folder / f"{file.stem}.jsonl"
    calls.touch()
    call([*compiler, "-include", folder / "recorded.hpp", file, "-o", program, "-lgtest", "-lgtest_main", "-lpthread"])
    out = call([program], env={**os.environ, "COLEX_RECORD": str(calls)})
    tests = {f"{file.name} {name}": "" for name in re.findall(r"\[       OK \] (\S+)", out)}
    return tests, calls.read_text().splitlines()


NO_VALUE = "a value that is no layout, tuple or number"


def said(rows, expressible):
    """The rows that colex's text can say, and how many cannot, by reason."""
    kept, left = [], {}
    for row in rows:
        if row["op"] in ("compatible", "weakly_congruent"):  # of layouts: of their shapes
            row["args"] = [a.split(" o ")[-1].split(":")[0] if ":" in str(a) else a for a in row["args"]]
            row["args"] = [int(a) if str(a).isdigit() else a for a in row["args"]]
        why = expressible(row)
        if why:
            left[why] = left.get(why, 0) + 1
        else:
            kept.append(row)
    return kept, left
