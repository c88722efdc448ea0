#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Closes a test run: what was skipped, the slowest tests, and one line of totals. summary.py TESTLOG SECONDS"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as log:
    tests = [json.loads(line) for line in log if line.strip()]
good = {"OK", "EXPECTEDFAIL"}
skipped = [t["name"] for t in tests if t["result"] == "SKIP"]
failed = [t["name"] for t in tests if t["result"] not in good | {"SKIP"}]
for name in skipped:
    print(f"SKIPPED: {name}")
slowest = sorted(tests, key=lambda t: -t["duration"])[:5]
print("slowest: " + ", ".join(f"{t['name']} {t['duration']:.0f} s" for t in slowest))
print(f"{sys.argv[2]} s in all, packages and build included")
print(f"{len(tests) - len(failed) - len(skipped)} passed, {len(failed)} failed"
      + (f", {len(skipped)} skipped" if skipped else ""))
