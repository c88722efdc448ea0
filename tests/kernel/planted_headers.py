#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants defects in headers of kernels, one at a time: the program that is compiled with such a header must name it.

  from planted_headers import main
  main([("a dropped barrier", "gemm/gemm_kernel.hpp", "__syncthreads();", "", "data race"), ...])

An entry is a name, the header, what is replaced (it occurs once) by what, and a word that the program must print.
A copy of the header with the edit stands first on the include path. Without an edit nothing may be printed. By default a
sixth of the entries is planted, which changes with the commit; COLEX_NIGHTLY=1 plants all.
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import drawn  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2] / "gpu_kernels"
LIMIT = 300  # seconds that a program may take


def outcome(entry, source, library, compiler):
    name, header, old, new, _ = entry
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / header
        copy.parent.mkdir(parents=True)
        text = (ROOT / header).read_text()
        if old and text.count(old) != 1:
            return None, f"{name}: {old!r} occurs {text.count(old)} times in {header}"
        copy.write_text(text.replace(old, new) if old else text)
        program = str(pathlib.Path(folder) / "planted")
        words = next(i for i, word in enumerate(compiler) if word.startswith("-"))  # as in "ccache g++ -std=c++20"
        built = subprocess.run([*compiler[:words], "-I" + folder, *compiler[words:], source, library, "-lfmt",
                                "-lboost_context", "-o", program], capture_output=True, text=True)
        if built.returncode != 0:
            return None, f"{name}: does not compile\n{built.stderr[:1500]}"
        try:
            ran = subprocess.run([program], capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return None, f"{name}: no answer within {LIMIT} s"
        if ran.returncode not in (0, 1):
            return None, f"{name}: exit status {ran.returncode}"
        return ran.stdout.split("\n")[:-1], ""


def main(planted):
    """Runs its part of the entries, as the arguments say: 0/2 SOURCE LIBRARY COMPILER..."""
    part, source, library, *compiler = sys.argv[1:]
    own, parts = map(int, part.split("/"))
    failures = 0
    mine = planted[own::parts]
    plain, edited = [e for e in mine if e[-1] is None], [e for e in mine if e[-1] is not None]
    mine = plain + drawn(edited, (len(edited) + 5) // 6)

    def ask(entry):
        return entry, outcome(entry, source, library, compiler)

    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for entry, (words, what) in pool.map(ask, mine):
            name, *_, must = entry
            right = words == [] if must is None else words is not None and must in words
            failures += not right
            print(f"{'ok  ' if right else 'FAIL'} {name}: {', '.join(words) if words else what if words is None else 'clean'}")
    sys.exit(1 if failures else 0)
