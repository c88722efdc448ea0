# SPDX-License-Identifier: MIT
"""The program `colex` that answers questions with unknowns: COLEX_PROGRAM names it, else it is on PATH, else build_prove made it."""

from __future__ import annotations

import functools
import hashlib
import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE / "sources"
MISSING = "the program colex, which is not on PATH; `python -m colex.build_prove` makes one of the wheels z3-solver and cvc5"


@functools.cache
def place() -> pathlib.Path:
    """The folder of the user's cache for the program of these sources, and for a `cvc5` of PyPI beside it."""
    given = hashlib.sha256(str(HERE).encode())
    for part in ("include", "smt", "src"):
        for source in sorted((SOURCES / part).rglob("*.[ch]pp")):
            given.update(source.read_bytes())
    cache = os.environ.get("XDG_CACHE_HOME", "")
    return (pathlib.Path(cache) if os.path.isabs(cache) else pathlib.Path.home() / ".cache") / "colex" / given.hexdigest()[:16]


def program() -> str | None:
    if named := os.environ.get("COLEX_PROGRAM"):
        return shutil.which(named)
    return shutil.which("colex") or shutil.which("colex", path=str(place()))


def run(program: str, words: list[str], folder: pathlib.Path | None = None, text: str = "") -> subprocess.CompletedProcess[str]:
    """Asks it; the cvc5 that it asks is one on PATH, else that of `folder`, which is place()."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), str(folder or place())])
    return subprocess.run([program, *words], input=text, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
