#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A failure's seed replays the run, and its reproduce string replays the shrunk counterexample.

    replay.py build/props/self_test_engine
"""
import os
import re
import subprocess
import sys


def run(program, params):
    ran = subprocess.run([program], capture_output=True, text=True, check=False, env=dict(os.environ, RC_PARAMS=params))
    block = re.search(r"^FAILED: no layout has.*\n((?:  .*\n)+)", ran.stdout, re.MULTILINE)
    return block.group(1) if block else "", ran.stdout + ran.stderr


def values(block):
    return re.findall(r"^  ([Ai]) +(\S+)$", block, re.MULTILINE)


first, output = run(sys.argv[1], "max_success=2000")
seed = re.search(r"replay +RC_PARAMS='([^']+)'", first)
alone = re.search(r'RC_PARAMS="(reproduce=\S+)"', output)
assert seed and alone, output
again, _ = run(sys.argv[1], seed.group(1))
assert again == first, f"the seed gives another failure:\n{first}{again}"
shrunk, _ = run(sys.argv[1], alone.group(1))
assert values(shrunk) == values(first) != [], f"the reproduce string gives another case:\n{first}{shrunk}"
print("replayed", dict(values(first)), "by", seed.group(1), "and by its reproduce string")
