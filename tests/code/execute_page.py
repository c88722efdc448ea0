#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of docs/execute.md where the code objects are that it compiles: execute_page.py COLEX [--write]

--write writes what each prints to the page, behind lines that begin with `@colex` as well as with `$ colex`.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE, SOURCE = ROOT / "docs/execute.md", ROOT / "examples/execute/reverse.hip"
CLANG = ["clang++-19", "-x", "hip", "-nogpuinc", "-nogpulib", "--cuda-device-only", "--no-gpu-bundle-output", "--offload-arch=gfx942",
         "-mcode-object-version=5", "-O2"]  # fmt: skip
sys.path.insert(0, str(ROOT / "tools"))
import run_examples  # noqa: E402


def written(colex):
    """The page with what its examples print now."""
    lines, inside = [], False
    for line in PAGE.read_text().splitlines():
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and not line.startswith(("@colex", "$ colex")):
            continue
        elif inside:
            line = "$ " + line.lstrip("@$ ")
            lines += [line, *run_examples.printed(colex, line[2:])]
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


def main(colex, *more):
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    colex = os.path.abspath(colex)
    assert " ".join(CLANG) in PAGE.read_text(), "the page says another command"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, flags in (("reverse.co", []), ("without_barrier.co", ["-DNO_BARRIER"])):
            subprocess.run([*CLANG, *flags, str(SOURCE), "-o", name], check=True)
        if more == ("--write",):
            PAGE.write_text(written(colex))
        return run_examples.main(colex, "5", str(PAGE))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
