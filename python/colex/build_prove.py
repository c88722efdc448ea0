# SPDX-License-Identifier: MIT
"""Builds the program that answers questions with unknowns: python -m colex.build_prove [--jobs N]

A C++20 compiler (CXX, or c++, g++, clang++) compiles it against the Z3 of the wheel z3-solver; it asks the program cvc5, or where none
is on PATH the wheel cvc5. `pip install 'colex[prove]'` fetches both wheels. The sources are those that the package was built from,
and the program lies in the user's cache ($XDG_CACHE_HOME/colex, or ~/.cache/colex), where colex.unknowns looks for it.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import importlib.util
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import colex
from colex import _program

# Compiled as one source each, most of the time goes to headers and to the same templates; -O1 where numbers are computed, as Meson does.
TOGETHER = {
    "forms": ["-O1", "src/unknowns/forms"],
    "unknowns": ["-O1", "src/unknowns"],
    "rows": ["-O0", "src/operations/rows"],
    "operations": ["-O0", "src/maps", "src/operations", "src/text", "src/questions"],
    "solvers": ["-O0", "smt/sym", "smt", "src/cli"],
}
HEADERS = {"fmt/format.h": "libfmt-dev", "nlohmann/json.hpp": "nlohmann-json3-dev"}  # and Debian's packages of them
LAW = "coalesce(coalesce(A)) == coalesce(A)"


def compiler() -> list[str]:
    words = shlex.split(os.environ.get("CXX", "")) or [name for name in ("c++", "g++", "clang++") if shutil.which(name)][:1]
    if not words or shutil.which(words[0]) is None:
        raise SystemExit(f"build_prove: there is no {words[0] if words else 'C++ compiler'}; on Debian: apt install g++")
    return words


def wheel(module: str, part: str = "") -> pathlib.Path | None:
    """The folder of the module, where it has that part."""
    found = importlib.util.find_spec(module)
    folders = (found and found.submodule_search_locations) or []
    return next((pathlib.Path(folder) for folder in folders if (pathlib.Path(folder) / part).exists()), None)


def run(words: list[str]) -> None:
    ran = subprocess.run(words, cwd=_program.SOURCES, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"build_prove: {shlex.join(words)}\n{ran.stdout}{ran.stderr}")


def sources(folders: list[str]) -> list[str]:
    return sorted(str(path.relative_to(_program.SOURCES)) for folder in folders for path in (_program.SOURCES / folder).glob("*.cpp"))


def solvers() -> pathlib.Path:
    """Z3's folder; says what is missing of both."""
    z3 = wheel("z3", "include/z3++.h")
    missing = ["z3-solver"] if z3 is None else []
    if shutil.which("cvc5") is None and wheel("cvc5") is None:
        missing.append("cvc5")
    if missing or z3 is None:
        raise SystemExit(f"build_prove: not installed: {', '.join(missing)}; pip install {' '.join(missing)}")
    return z3


def look_for_headers(compiling: list[str]) -> None:
    for header, package in HEADERS.items():
        ran = subprocess.run([*compiling, "-std=c++20", "-E", "-x", "c++", "-include", header, os.devnull], capture_output=True, check=False)
        if ran.returncode:
            raise SystemExit(f"build_prove: the header {header} is missing; on Debian: apt install {package}")


def build(folder: pathlib.Path, jobs: int) -> None:
    """The programs `colex` and `cvc5` into the folder; asks for a proof."""
    compiling, z3 = compiler(), solvers()
    look_for_headers(compiling)
    options = ["-std=c++20", "-DFMT_HEADER_ONLY", f'-DCOLEX_VERSION="{colex.__version__}"', "-Iinclude", "-Isrc", "-Ismt", "-isystem", str(z3 / "include")]

    def compiled(name: str) -> str:
        optimized, *folders = TOGETHER[name]
        *others, last = sources(folders)
        made = str(folder / f"{name}.o")
        run([*compiling, *options, optimized, *(word for source in others for word in ("-include", source)), "-c", last, "-o", made])
        print(f"compiled {name}", flush=True)
        return made

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        objects = list(pool.map(compiled, TOGETHER))
    program = folder / "colex"
    run([*compiling, *objects, f"-L{z3 / 'lib'}", "-lz3", f"-Wl,-rpath,{z3 / 'lib'}", "-o", str(program)])
    cvc5 = folder / "cvc5"
    cvc5.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(_program.HERE / "_cvc5.py")])} "$@"\n')
    cvc5.chmod(0o755)
    asked = _program.run(str(program), ["prove", LAW, "--bound", "1"], folder)
    if asked.returncode:
        raise SystemExit(f"build_prove: the program does not prove {LAW}: {asked.stdout}{asked.stderr}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="colex.build_prove", description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    place = _program.place()
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as name:  # whole or not at all
        folder = pathlib.Path(name)
        build(folder, given.jobs)
        for file in ("cvc5", "colex"):
            (folder / file).replace(place / file)
    print(place / "colex")


if __name__ == "__main__":
    main()
