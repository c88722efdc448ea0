#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The suite `python`: builds the wheel into a virtual environment and runs pytest there: suite.py ROOT FOLDER [BUILT TOOL]

By day the wheel is linked with the objects of src/ that Meson has compiled in its folder BUILT. FOLDER holds the environment and what was compiled, for the next run. Exit status 77, with the reason, where an environment
cannot be made or the packages that the tests need cannot be had.
"""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT, FOLDER, *BUILT_AND_TOOL = (pathlib.Path(text).resolve() for text in sys.argv[1:])
PYTHON = FOLDER / "venv/bin/python"
NEEDS = ["nanobind>=2.4", "scikit-build-core>=0.10", "pytest", "numpy", "hypothesis", "mypy", "sympy", "pygls>=2", "pyyaml", "wheel"]
FETCHED = ["--no-compile", "--retries", "1", "--timeout", "20"]  # Python compiles of it what is imported
SOLVERS = ["cvc5", "z3-solver"]  # which the command asks; without them its tests are skipped; one without `distributed`, one without `pyarrow`


def ran(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)


def skip(why, said):
    print(said)
    print(f"SKIP: {why}")
    return 77


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not PYTHON.exists():
        made = ran("python3", "-m", "venv", FOLDER / "venv")
        if made.returncode:
            shutil.rmtree(FOLDER / "venv", ignore_errors=True)
            return skip("no virtual environment: python3-venv is missing", made.stdout + made.stderr)
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    had = ran(PYTHON, "-c", "import nanobind, scikit_build_core, pytest, numpy, hypothesis, mypy, sympy, pygls, yaml, wheel")
    if had.returncode:
        got = ran(*pip, *FETCHED, *NEEDS)
        if got.returncode:
            return skip("pip cannot install " + ", ".join(NEEDS), got.stdout + got.stderr)
    for imports, packages in (("cvc5, z3", SOLVERS), ("distributed", ["distributed"]), ("pyarrow", ["pyarrow"])):
        if ran(PYTHON, "-c", f"import {imports}").returncode:
            ran(*pip, *FETCHED, *packages)
    environment = dict(os.environ, CMAKE_BUILD_PARALLEL_LEVEL=str(min(2, os.cpu_count() or 1)))
    if shutil.which("ccache"):
        environment["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
    shutil.rmtree(FOLDER / "dist", ignore_errors=True)
    built = "" if os.environ.get("COLEX_NIGHTLY") or not BUILT_AND_TOOL else BUILT_AND_TOOL[0]
    if built:
        print("nightly: python: a wheel that pip compiles whole, at -O2 and with _columns_avx512; by day over objects of build/, at -O1: it takes minutes")
    made = ran(PYTHON, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--config-settings",
                f"build-dir={FOLDER / 'wheel'}", "--config-settings", f"cmake.define.COLEX_BUILT={built}", "--wheel-dir", FOLDER / "dist", ROOT, env=environment)  # fmt: skip
    wheels = list((FOLDER / "dist").glob("*.whl"))
    if made.returncode == 0:
        made = ran(*pip, "--no-index", "--no-deps", "--force-reinstall", *wheels)
    if made.returncode:
        print(made.stdout + made.stderr)
        return 1
    environment["COLEX_WHEEL"], environment["COLEX_BUILD"] = str(wheels[0]), str(FOLDER / "wheel")
    if BUILT_AND_TOOL:
        environment["COLEX_BUILT"], environment["COLEX_TOOL"] = str(built), str(BUILT_AND_TOOL[1])
    tests = ["-q", "-rs", "-p", "no:cacheprovider", ROOT / "python/tests"]
    return subprocess.run([str(w) for w in (PYTHON, "-m", "pytest", *tests)], cwd=FOLDER, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
