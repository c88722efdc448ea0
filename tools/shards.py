#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Splits tests into shards of about equal time; every test is in exactly one, and the same one each time.

    split(["a", "b", "c"], {"a": 3.0}, 2)  ->  [["a"], ["b", "c"]]

A test without a known duration counts one second. tests/durations.json holds the known ones, in processor seconds;
`shards.py --learn build/junit.xml` writes it from a whole run, or from all shards of one: `--learn a.xml b.xml`, and in docs/ci.md
the table of what takes long and the list of what that run left to the night. What is no test, as building, has the names parts/...,
and so has the sum of all tests that are too short to be listed.
"""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parents[1]
DURATIONS, PAGE = ROOT / "tests/durations.json", ROOT / "docs/ci.md"
UNKNOWN = 1.0
SHORT = 1.5
PARTS = "parts/"
BUDGET = 3600.0  # processor seconds of a whole run: 30 minutes on two cores


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


def learn(paths):
    known, before = {}, known_durations()
    for root in (xml.parse(path).getroot() for path in paths):
        for case in root.iter("testcase"):
            name = f"{case.get('classname')}/{case.get('name')}"
            if case.find("properties") is not None:  # it was not run again
                known[name] = before.get(name, UNKNOWN)
            elif case.find("skipped") is None:
                known[name] = float(case.get("time"))
        for part in root.iterfind("testsuite[@name='parts']//property"):
            known[PARTS + part.get("name")] = known.get(PARTS + part.get("name"), 0.0) + float(part.get("value"))
    short = [name for name, seconds in known.items() if seconds < SHORT]
    known[PARTS + "short tests"] = sum(known.pop(name) for name in short)
    DURATIONS.write_text(json.dumps({k: round(known[k], 1) for k in sorted(known)}, indent=0) + "\n", encoding="utf-8")


def table():
    """What a whole run takes, by suite and part, for docs/ci.md."""
    sums = {}
    for name, seconds in known_durations().items():
        group = name if name.startswith(PARTS) else name.split("/")[0]
        sums[group] = sums.get(group, 0.0) + seconds
    rows = [f"| {name.removeprefix(PARTS)} | {sums[name]:.0f} |" for name in sorted(sums, key=lambda n: -sums[n])]
    return "\n".join(["| part | processor seconds |", "|---|---|", *rows, f"| in all | {sum(sums.values()):.0f} |"])


def nightly(paths):
    """What those runs left to the night, for docs/ci.md: WHAT; by day HOW MUCH: WHY."""
    lines = {line.get("value") for path in paths for line in xml.parse(path).iterfind("testsuite[@name='nightly']//property")}
    return "\n".join(f"- {line}" for line in sorted(lines))


def block(page, name):
    """Where the text between the page's comments of that name begins and ends."""
    return re.search(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", page, re.S).span()


def write_page(paths):
    text = PAGE.read_text(encoding="utf-8")
    for name, inside in (("processor seconds", table()), ("nightly", nightly(paths))):
        start, end = block(text, name)
        text = f"{text[:start]}{inside}\n{text[end:]}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        print(table())
    elif len(sys.argv) > 2 and sys.argv[1] == "--learn":
        learn(sys.argv[2:])
        write_page(sys.argv[2:])
    elif len(sys.argv) > 2 and sys.argv[1] == "--nightly":
        print(nightly(sys.argv[2:]))
    else:
        sys.exit("shards.py --learn build/junit.xml, --nightly build/junit.xml, or --table")
