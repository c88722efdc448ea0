#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Splits tests into shards of about equal time; every test is in exactly one, and the same one each time.

    split(["a", "b", "c"], {"a": 3.0}, 2)  ->  [["a"], ["b", "c"]]

A test without a known duration counts one second. tests/durations.json holds the known ones, in seconds on one
core; `shards.py --learn build/junit.xml` writes it from a run.
"""
import json
import pathlib
import sys
import xml.etree.ElementTree as xml

DURATIONS = pathlib.Path(__file__).resolve().parents[1] / "tests" / "durations.json"
UNKNOWN = 1.0


def split(names, durations, shards):
    """Longest first, each to the shard with the least so far: no shard exceeds another by more than one test."""
    if len(set(names)) != len(names):
        raise ValueError("a test is named twice")
    parts, load = [[] for _ in range(shards)], [0.0] * shards
    for name in sorted(names, key=lambda n: (-durations.get(n, UNKNOWN), n)):
        least = min(range(shards), key=lambda k: (load[k], k))
        parts[least].append(name)
        load[least] += durations.get(name, UNKNOWN)
    return parts


def known_durations():
    return json.loads(DURATIONS.read_text(encoding="utf-8")) if DURATIONS.exists() else {}


def learn(path):
    known = known_durations()
    for case in xml.parse(path).getroot().iter("testcase"):
        if case.find("skipped") is None:
            known[f"{case.get('classname')}/{case.get('name')}"] = round(float(case.get("time")), 1)
    DURATIONS.write_text(json.dumps({k: known[k] for k in sorted(known) if known[k] >= 1.5}, indent=0) + "\n",
                         encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "--learn":
        sys.exit("shards.py --learn build/junit.xml")
    learn(sys.argv[2])
