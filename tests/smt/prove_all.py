#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves everything, afresh, and compares docs/laws.md with what came of it: prove_all.py COLEX FOLDER

Nightly, hypotheses are dropped one at a time as well.
"""
import os
import pathlib
import subprocess
import sys

COLEX, FOLDER = sys.argv[1], sys.argv[2]
WRITE_LAWS = pathlib.Path(__file__).resolve().parents[2] / "tools/write_laws"


def main():
    results = f"{FOLDER}/prove.json"
    proved = subprocess.run([COLEX, "prove", "--no-cache", "--json", results, "--junit", f"{FOLDER}/prove.xml"],
                            check=False)
    if proved.returncode != 0:
        return proved.returncode
    command = [sys.executable, WRITE_LAWS, "--json", results, "--check"]
    if os.environ.get("COLEX_NIGHTLY"):
        bare = f"{FOLDER}/hypotheses.json"
        dropped = subprocess.run([COLEX, "prove", "--no-cache", "--without-hypotheses", "--json", bare], check=False)
        if dropped.returncode != 0:
            return dropped.returncode
        command += ["--hypotheses", bare]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
