#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tests: tools/test is this, after making sure of python3.

Builds what the chosen tests need, runs them by `meson test`, writes build/junit.xml with every chosen test, and
closes with a table: of each suite how many passed, failed and were skipped, and its seconds.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

import shards

ROOT = pathlib.Path(__file__).resolve().parents[1]
SUITES = ["static", "unit", "property", "theorem", "refuted", "oracle", "ill_formed", "kernel", "cli", "docs", "census",
          "mutation", "fuzz", "sanitize"]  # fmt: skip
# Build directory -> the options of tools/build, and which of its meson suites run there, under which name.
BUILDS = {
    "build": ([], {s: s for s in SUITES if s not in ("fuzz", "sanitize")}),
    "build-san": (["--sanitized"], {"unit": "sanitize", "property": "sanitize", "fuzz": "fuzz"}),
}
# What the tool's subcommands include takes minutes to compile, and a solver its time.
NIGHTLY = {"build-san": {"cli": "sanitize", "solver": "sanitize"}}
Test = collections.namedtuple("Test", "build suite name targets parallel")
Result = collections.namedtuple("Result", "test outcome seconds output")  # passed, failed or skipped


def options(arguments):
    parser = argparse.ArgumentParser(prog="tools/test", description="Builds and runs the tests.")
    parser.add_argument("--suite", action="append", default=[], metavar="NAME", choices=SUITES,
                        help="only this one; may be repeated: " + " ".join(SUITES))  # fmt: skip
    parser.add_argument("--shard", type=shard, default=(1, 1), metavar="I/N", help="the I-th of N parts of the tests")
    parser.add_argument("--nightly", action="store_true",
                        help="the long sweeps: a million cases a property, an hour of fuzzing a target; "
                        "COLEX_PROPS_CASES and COLEX_FUZZ_SECONDS change these")  # fmt: skip
    parser.add_argument("--no-install", action="store_true", help="install no packages: they are there already")
    parser.add_argument("--list", action="store_true", help="print the chosen tests, SUITE/NAME a line, and run nothing")
    return parser.parse_args(arguments)


def shard(text):
    match = re.fullmatch(r"([1-9]\d{0,3})/([1-9]\d{0,3})", text)
    if not match or int(match[1]) > int(match[2]):
        raise argparse.ArgumentTypeError(f"expected I/N with 1 <= I <= N, not {text}")
    return int(match[1]), int(match[2])


def key(test):
    return f"{test.suite}/{test.name}"


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", build, f"--{what}"], cwd=ROOT, check=True,
                                     capture_output=True, text=True).stdout)  # fmt: skip


def tests_of(build):
    """The tests of one build directory; their targets are paths that ninja knows."""
    folder = str((ROOT / build).resolve()) + "/"
    paths = {t["id"]: [f.removeprefix(folder) for f in t["filename"]] for t in introspect(build, "targets")}
    names = BUILDS[build][1]
    found = []
    for t in introspect(build, "tests"):
        suite = t["suite"][0].split(":")[-1]
        if suite in names:
            targets = [path for target in t["depends"] for path in paths.get(target, [])]
            found.append(Test(build, names[suite], t["name"], targets, t["is_parallel"]))
    twice = [n for n, count in collections.Counter(t.name for t in found).items() if count > 1]
    if twice:
        sys.exit(f"tools/test: {build}: tests must have names of their own: {', '.join(twice)}")
    return found


def choose(tests, suites, part):
    """The tests of the suites asked for, and of these the shard's."""
    by_key = {key(t): t for t in tests if not suites or t.suite in suites}
    seconds = shards.known_durations()
    for name, t in by_key.items():
        if not t.parallel:  # it has the machine to itself
            seconds[name] = 2 * seconds.get(name, shards.UNKNOWN)
    mine = set(shards.split(list(by_key), seconds, part[1])[part[0] - 1])
    return [t for name, t in by_key.items() if name in mine]


def run(build, tests, nightly):
    """Runs the tests of one build directory; what came of each."""
    if subprocess.run(["tools/build", *BUILDS[build][0], *sorted({p for t in tests for p in t.targets})],
                      cwd=ROOT, check=False).returncode != 0:  # fmt: skip
        return [Result(t, "failed", 0.0, "it was not built") for t in tests]
    log = ROOT / build / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    longer = max(60, int(os.environ.get("COLEX_FUZZ_SECONDS", 0)) // 60)
    subprocess.run(["meson", "test", "-C", build, "--no-rebuild", "--print-errorlogs",
                    *(["--timeout-multiplier", str(longer)] if nightly else []), *[t.name for t in tests]],
                   cwd=ROOT, check=False)  # fmt: skip
    entries = {}
    if log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            entries[entry["name"].split(" / ")[-1].split(":")[-1]] = entry
    return [result(t, entries.get(t.name)) for t in tests]


def result(test, entry):
    if entry is None:
        return Result(test, "failed", 0.0, "it did not run")
    outcome = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}.get(entry["result"], "failed")
    output = "\n".join(filter(None, [entry["result"], entry.get("stdout", ""), entry.get("stderr", "")]))
    return Result(test, outcome, entry["duration"], output)


def write_junit(results, path):
    root = xml.Element("testsuites")
    for suite in SUITES:
        mine = [r for r in results if r.test.suite == suite]
        if not mine:
            continue
        count = collections.Counter(r.outcome for r in mine)
        node = xml.SubElement(root, "testsuite", name=suite, tests=str(len(mine)), failures=str(count["failed"]),
                              errors="0", skipped=str(count["skipped"]), time=f"{sum(r.seconds for r in mine):.3f}")  # fmt: skip
        for r in mine:
            case = xml.SubElement(node, "testcase", classname=suite, name=r.test.name, time=f"{r.seconds:.3f}")
            text = re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd]", "?", r.output)
            if r.outcome == "skipped":
                xml.SubElement(case, "skipped", message=text.strip().splitlines()[-1] if text.strip() else "skipped")
            if r.outcome == "failed":
                xml.SubElement(case, "failure", message="failed").text = text
    path.parent.mkdir(exist_ok=True)
    xml.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def summary(results, seconds):
    for r in results:
        if r.outcome == "skipped":
            print(f"SKIPPED: {key(r.test)}")
        if r.outcome == "failed":
            print(f"FAILED: {key(r.test)}")
    slowest = sorted(results, key=lambda r: -r.seconds)[:5]
    print("slowest: " + ", ".join(f"{key(r.test)} {r.seconds:.0f} s" for r in slowest))
    print(f"{'suite':12}{'passed':>8}{'failed':>8}{'skipped':>8}{'seconds':>9}")
    for suite in SUITES:
        mine = [r for r in results if r.test.suite == suite]
        if mine:
            count = collections.Counter(r.outcome for r in mine)
            print(f"{suite:12}{count['passed']:8}{count['failed']:8}{count['skipped']:8}"
                  f"{sum(r.seconds for r in mine):9.1f}")  # fmt: skip
    count = collections.Counter(r.outcome for r in results)
    print(f"{seconds:.0f} s in all, packages and build included; results in build/junit.xml")
    print(f"{count['passed']} passed, {count['failed']} failed"
          + (f", {count['skipped']} skipped" if count["skipped"] else ""))  # fmt: skip


def main(arguments):
    given = options(arguments)
    start = time.monotonic()
    if given.nightly:
        for build, names in NIGHTLY.items():
            BUILDS[build][1].update(names)
        os.environ["COLEX_NIGHTLY"] = "1"
        os.environ.setdefault("COLEX_PROPS_CASES", "1000000")
        os.environ.setdefault("COLEX_FUZZ_SECONDS", "3600")
    if not given.no_install and subprocess.run(["tools/install_packages"], cwd=ROOT, check=False).returncode != 0:
        return 1
    tests, absent = [], []
    for build, (flags, names) in BUILDS.items():
        if given.suite and not set(given.suite) & set(names.values()):
            continue
        configured = subprocess.run(["tools/build", *flags, "--configure"], cwd=ROOT, check=False,
                                    stdout=sys.stderr).returncode  # fmt: skip
        if configured == 77:  # said once a suite, by the first shard
            absent += [Test(build, s, "compiler", [], True) for s in sorted(set(names.values()))
                       if given.shard[0] == 1 and (not given.suite or s in given.suite)]  # fmt: skip
        elif configured != 0:
            return 1
        else:
            tests += tests_of(build)
    chosen = choose(tests, given.suite, given.shard)
    if given.list:
        print(*(key(t) for t in chosen), sep="\n")
        return 0
    results = [Result(t, "skipped", 0.0, "no clang with libFuzzer and sanitizers on this machine") for t in absent]
    for build in BUILDS:
        mine = [t for t in chosen if t.build == build]
        if mine:
            results += run(build, mine, given.nightly)
    write_junit(results, ROOT / "build" / "junit.xml")
    summary(results, time.monotonic() - start)
    return 1 if any(r.outcome == "failed" for r in results) or not results else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
