#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves the laws and compares docs/laws.md with what came of it: prove_all.py COLEX FOLDER

By day a third of the theorems and refuted claims, which the commit draws, and the lemmas; nightly all, and then each mutant of a step must be
refuted by one. Every path is run and every query made; no verdict of an earlier run is believed. Where some are, Z3 numbers its terms otherwise,
and a search that takes seconds on a new machine has taken a quarter of an hour.

Proof objects (tools/cvc5_proof, which pip fetches) are written of a sample of the queries, which changes with the commit;
nightly of all, and hypotheses are dropped one at a time as well. Where pip cannot fetch it, a run that is green otherwise
counts as skipped.
"""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from drawn import commit, left, turn  # noqa: E402

COLEX, FOLDER = sys.argv[1], sys.argv[2]
ROOT = pathlib.Path(__file__).resolve().parents[2]
WRITE_LAWS, PROVER = ROOT / "tools/write_laws", ROOT / "tools/cvc5_proof"
SAMPLE, SHARDS = 10, 3


def proof_objects():
    """What `colex prove` is told about proofs: nothing where no cvc5 writes them."""
    if subprocess.run([PROVER, "--install"], check=False).returncode != 0:
        return []
    asked = ["--proofs", f"{FOLDER}/proofs", "--prover", PROVER]
    if os.environ.get("COLEX_NIGHTLY"):
        return asked
    return [*asked, "--sample", f"{SAMPLE}/{commit()}"]


def main():
    results, objects = f"{FOLDER}/prove.json", proof_objects()
    some = [] if os.environ.get("COLEX_NIGHTLY") else ["--shard", f"{turn(SHARDS) + 1}/{SHARDS}"]
    proved = subprocess.run([COLEX, "prove", "--no-cache", "--json", results, "--junit", f"{FOLDER}/prove.xml", *some, *objects],
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
    else:
        left("all theorems, and that some theorem refutes each mutant of a step", f"one in {SHARDS}, which the commit draws", "solvers take minutes")
        left("a proof object of each query, each hypothesis dropped", f"{SAMPLE} objects", "solvers take minutes")
    compared = subprocess.run(command, check=False).returncode
    if compared == 0 and not objects:
        print("SKIP: proof objects: pip cannot fetch the cvc5 that writes proofs; all else is green", flush=True)
        return 77
    return compared


if __name__ == "__main__":
    sys.exit(main())
