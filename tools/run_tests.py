#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tests by `meson test`: tools/test is this, after making sure of python3.

Chooses tests, builds what they need, runs them, writes build/junit.xml with every chosen test, and closes with a
table: per suite how many passed, failed and were skipped, and the processor seconds of its tests; the same of packages,
configuring and building; and what tests said of themselves in lines that begin with `nightly: `: WHAT; by day HOW MUCH: WHY.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

import shards

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from drawn import turn  # noqa: E402
from kept_tests import KeptTests  # noqa: E402
from reads import TRACER  # noqa: E402

JUNIT = ROOT / "build" / "junit.xml"
SUITES = ["static", "unit", "property", "theorem", "refuted", "oracle", "ill_formed", "kernel", "cli", "docs", "install",
          "census", "mutation", "python", "page", "fuzz", "sanitize"]  # fmt: skip
# Build directory -> the options of tools/build, and which of its meson suites run there, under which name.
BUILDS = {
    "build": ([], {s: s for s in SUITES if s not in ("fuzz", "sanitize")}),
    "build-san": (["--sanitized"], {"unit": "sanitize", "property": "sanitize", "fuzz": "fuzz"}),
}
# Nightly only: the same, and why.
NIGHTLY = {"build-san": {"cli": ("sanitize", "the whole tool takes minutes to compile there"),
                         "night": ("sanitize", "they need the whole tool, or their time is a solver's, which is not instrumented"),
                         "fuzz_night": ("fuzz", "the checkers of all kernels take longer to compile than they are asked; by day the copy kernel's")}}  # fmt: skip
# Between edits: these suites, less what is in the meson suite `slow` as well; and `quick`, a few of the proofs.
QUICK = ["static", "unit", "property", "refuted", "oracle", "cli", "docs", "theorem"]
QUICK_BUILDS = {"build": ([], {"quick" if s == "theorem" else s: s for s in QUICK})}
# Suites of build/ whose tests need not be run again while what they read is as it was; not those that are in the meson suite `anew` as well.
# A test of which no run has learnt that it takes TRACED seconds of the processor is cheaper run than traced.
KEPT = {"static", "unit", "theorem", "refuted", "oracle", "ill_formed", "kernel", "cli", "docs", "census", "mutation"}
TRACED = 5
# Tests of the meson suites turns_GROUP_PART take turns: by day those of one part of a group run.
TURNS = re.compile(r"turns_([a-z]+)_(\w+)")
# `kept` is what KeptTests takes of such a test, else None; `turns` is (GROUP, PART) of one that takes turns.
Test = collections.namedtuple("Test", "build suite name targets kept turns", defaults=[None, None])
# passed, failed or skipped; seconds of the processor; whether an earlier run said so.
Result = collections.namedtuple("Result", "test outcome seconds output earlier", defaults=[False])
SPENT = re.compile(r"^processor seconds: ([\d.]+) \+ ([\d.]+)\n?", re.M)  # what tools/spent says
NIGHTLY_LINE = re.compile(r"(?:^|^SKIPPED .*: |skipped ['\"])nightly: (.*?)['\"]?$", re.M)  # what a test leaves to the night
SANITIZED = 4  # one in so many programs of the suite `sanitize` is built by day
HANGS = 4  # a test's timeout, times this, is only against hanging: a busy machine fails no test


def options(arguments):
    parser = argparse.ArgumentParser(prog="tools/test", description="Builds and runs the tests.")
    parser.add_argument("--quick", action="store_true", help="minutes, between edits: " + " ".join(QUICK) + " in part")
    parser.add_argument("--suite", action="append", default=[], metavar="NAME", choices=SUITES,
                        help="only this one; may be repeated: " + " ".join(SUITES))  # fmt: skip
    parser.add_argument("--require", action="append", default=[], metavar="NAME", choices=[*SUITES, "all"],
                        help="a skipped test of this suite is a failure; may be repeated; `all`: of every suite")  # fmt: skip
    parser.add_argument("--shard", type=shard, default=(1, 1), metavar="I/N", help="the I-th of N parts of the tests")
    parser.add_argument("--nightly", action="store_true",
                        help="the long sweeps: a million cases per property, an hour of fuzzing per target; "
                        "COLEX_PROPS_CASES and COLEX_FUZZ_SECONDS change these")  # fmt: skip
    parser.add_argument("--fresh", action="store_true",
                        help="believe no verdict of an earlier run: proofs and Coq's files are checked anew")  # fmt: skip
    parser.add_argument("--no-install", action="store_true", help="install no packages: they are there already")
    parser.add_argument("--list", action="store_true", help="print the chosen tests, one SUITE/NAME per line; run nothing")
    given = parser.parse_args(arguments)
    if given.quick and (given.nightly or not set(given.suite) <= set(QUICK)):
        parser.error("--quick goes with the suites " + " ".join(QUICK) + ", and not with --nightly")
    return given


def shard(text):
    match = re.fullmatch(r"([1-9]\d{0,3})/([1-9]\d{0,3})", text)
    if not match or int(match[1]) > int(match[2]):
        raise argparse.ArgumentTypeError(f"expected I/N with 1 <= I <= N, not {text}")
    return int(match[1]), int(match[2])


def key(test):
    return f"{test.suite}/{test.name}"


def spent():
    """Processor seconds of what this program has started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def call(command, parts=None, part="", **how):
    """The exit status of a command, whose processor seconds are added to `parts[part]`. When this program is told to end, the
    command and all that it started end first."""
    before = spent()
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True, **how) as child:
        try:
            return child.wait()
        except BaseException:
            os.killpg(child.pid, signal.SIGTERM)
            raise
        finally:
            if parts is not None:
                parts[part] = parts.get(part, 0.0) + spent() - before


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", build, f"--{what}"], cwd=ROOT, check=True,
                                     capture_output=True, text=True).stdout)  # fmt: skip


def tests_of(build, names, quick):
    """The tests of one build directory; their targets are paths that ninja knows."""
    folder = str((ROOT / build).resolve()) + "/"
    paths = {t["id"]: [f.removeprefix(folder) for f in t["filename"]] for t in introspect(build, "targets")}
    found, seconds = [], shards.known_durations()
    for t in introspect(build, "tests"):
        suite, *more = (name.split(":")[-1] for name in t["suite"])
        if suite in names and not (quick and "slow" in more):
            targets = [path for target in t["depends"] for path in paths.get(target, [])]
            test = Test(build, names[suite], t["name"], targets)
            keep = build == "build" and test.suite in KEPT and "anew" not in more and seconds.get(key(test), 0) >= TRACED
            turns = next((m.groups() for name in more if (m := TURNS.fullmatch(name))), None)
            found.append(test._replace(kept=t if keep else None, turns=turns))
    twice = [n for n, count in collections.Counter(t.name for t in found).items() if count > 1]
    if twice:
        sys.exit(f"tools/test: {build}: tests must have names of their own: {', '.join(twice)}")
    return found


def whole_suites(suites):
    """What is left to the night without any test that could say so, a line for each meson suite."""
    for build, names in NIGHTLY.items():
        for name, (suite, why) in names.items():
            tests = [t.name for t in tests_of(build, {name: suite}, False)] if not suites or suite in suites else []
            if tests:
                yield f"{suite}: {', '.join(tests) if len(tests) < 6 else f'{len(tests)} tests of the suite {name}'} under the sanitizers: {why}"


def by_day(tests, suites=()):
    """All but the tests that have no turn, in suites that are not asked for by name, and a line on each group of them: of those that take
    turns, and of the programs of the suite `sanitize` a quarter. The commit draws whose turn it is."""
    parts_of = collections.defaultdict(set)
    for t in tests:
        if t.turns and t.suite not in suites:
            parts_of[t.turns[0]].add(t.turns[1])
    groups = {group: sorted(parts) for group, parts in sorted(parts_of.items())}
    mine = {group: parts[turn(len(parts))] for group, parts in groups.items()}
    lines = [f"{group}: all of {', '.join(parts)}; by day one of these, which the commit draws: each takes long"
             for group, parts in groups.items() if len(parts) > 1]  # fmt: skip
    programs = drawn = sorted({tuple(t.targets) for t in tests if t.suite == "sanitize"})
    if len(programs) > 1 and "sanitize" not in suites:
        drawn = programs[turn(min(SANITIZED, len(programs))) :: SANITIZED]
        lines.append(f"sanitize: all {len(programs)} programs of unit and property; by day {len(drawn)}, which the commit draws: each is compiled under the sanitizers")

    def has_turn(t):
        if t.suite == "sanitize" and tuple(t.targets) not in drawn:
            return False
        return not t.turns or t.suite in suites or t.turns[1] == mine[t.turns[0]]

    return [t for t in tests if has_turn(t)], lines


def choose(tests, suites, part):
    """The tests of the suites asked for, and of these the shard's."""
    by_key = {key(t): t for t in tests if not suites or t.suite in suites}
    seconds = shards.known_durations()
    mine = set(shards.split(list(by_key), seconds, part[1])[part[0] - 1])
    return [t for name, t in by_key.items() if name in mine]


def build_targets(build, flags, targets, parts):
    """Builds what can be built; the targets that could not."""
    if not targets or call(["tools/build", *flags, *targets], parts, build) == 0:
        return set()
    dry = ["ninja", "-C", build, "-n"]
    return {t for t in targets if "no work to do" not in subprocess.run([*dry, t], cwd=ROOT, check=False,
                                                                        capture_output=True, text=True).stdout}  # fmt: skip


def run(build, flags, tests, nightly, parts):
    """Runs the tests of one build directory; what came of each."""
    missing = build_targets(build, flags, sorted({p for t in tests for p in t.targets}), parts)
    ready = [t for t in tests if not missing & set(t.targets)]
    traces = ROOT / build / "meson-logs" / "traces"
    keeper = KeptTests(ROOT, traces)
    known = {t.name: said for t in ready if t.kept and (said := keeper.passed(t.kept)) is not None}
    ready = [t for t in ready if t.name not in known]
    for t in ready:
        if t.kept:
            keeper.trace(t.kept)
    log = ROOT / build / "meson-logs" / "testlog-spent.json"  # meson names it by the wrapper
    log.unlink(missing_ok=True)
    longer = max(60, int(os.environ.get("COLEX_FUZZ_SECONDS", 0)) // 60) if nightly else HANGS
    if ready:
        call(["meson", "test", "-C", build, "--no-rebuild", "--print-errorlogs", "--wrapper", shlex.quote(str(ROOT / "tools/spent")),
              "--timeout-multiplier", str(longer), *[t.name for t in ready]], env={**os.environ, "TRACES": str(traces), "TRACER": " ".join(TRACER)})  # fmt: skip
    entries = read_log(log)
    for t in ready:
        if t.kept and entries.get(t.name, {}).get("result") == "OK":
            keeper.keep(t.kept, entries[t.name].get("stdout", "").encode())
    return [Result(t, "failed", 0.0, "not built: " + " ".join(sorted(missing & set(t.targets)))) if missing & set(t.targets) else
            Result(t, "passed", 0.0, known[t.name].decode(errors="replace"), True) if t.name in known else
            result(t, entries.get(t.name)) for t in tests]  # fmt: skip


def read_log(log):
    """What meson wrote of each test, by name."""
    entries = {}
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []:
        try:
            entry = json.loads(line)
        except ValueError:  # a full disk ends a line early
            continue
        entries[entry["name"].split(" / ")[-1].split(":")[-1]] = entry
    return entries


def result(test, entry):
    if entry is None:
        return Result(test, "failed", 0.0, "did not run")
    outcome = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}.get(entry["result"], "failed")
    errors = entry.get("stderr", "")
    took = SPENT.findall(errors)  # a test that ran out of time says none
    seconds = sum(map(float, took[-1])) if took else entry["duration"]
    output = "\n".join(filter(None, [entry["result"].lower(), entry.get("stdout", ""), SPENT.sub("", errors)]))
    return Result(test, outcome, seconds, output)


def required(results, suites):
    """The same, where a skipped test of these suites failed."""
    return [r._replace(outcome="failed", output="skipped, but required\n" + r.output)
            if r.outcome == "skipped" and {r.test.suite, "all"} & set(suites) else r for r in results]  # fmt: skip


def reason(r):
    """One line: how a test failed, or why it was skipped."""
    lines = r.output.strip().splitlines() or [r.outcome]
    return lines[0] if r.outcome == "failed" else lines[-1]


def write_junit(results, path, parts=None, later=()):
    """All of it or nothing: a reader sees no half of a file. Meson's own file has a test that ran out of time as passed.
    Times are processor seconds; those of `parts`, which are no tests, are properties of a suite without tests, and so is what is
    left to the night."""
    root = xml.Element("testsuites")
    for kind, values in (("parts", [(name, f"{seconds:.1f}") for name, seconds in (parts or {}).items()]),
                         ("nightly", [("nightly", line) for line in later])):  # fmt: skip
        node = xml.SubElement(xml.SubElement(root, "testsuite", name=kind, tests="0"), "properties") if values else None
        for name, value in values:
            xml.SubElement(node, "property", name=name, value=value)
    for suite in SUITES:
        mine = [r for r in results if r.test.suite == suite]
        if not mine:
            continue
        count = collections.Counter(r.outcome for r in mine)
        node = xml.SubElement(root, "testsuite", name=suite, tests=str(len(mine)), failures=str(count["failed"]),
                              errors="0", skipped=str(count["skipped"]), time=f"{sum(r.seconds for r in mine):.3f}")  # fmt: skip
        for r in (r._replace(output=re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd]", "?", r.output)) for r in mine):
            case = xml.SubElement(node, "testcase", classname=suite, name=r.test.name, time=f"{r.seconds:.3f}")
            if r.earlier:
                xml.SubElement(xml.SubElement(case, "properties"), "property", name="verdict", value="of an earlier run")
            if r.outcome == "skipped":
                xml.SubElement(case, "skipped", message=reason(r))
            if r.outcome == "failed":
                xml.SubElement(case, "failure", message=reason(r)).text = r.output
    path.parent.mkdir(exist_ok=True)
    temporary = path.with_suffix(".writing")
    try:
        xml.ElementTree(root).write(temporary, encoding="utf-8", xml_declaration=True)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        sys.exit(f"tools/test: cannot write {path}: {error.strerror}")


def left_to_the_night(results, whole=()):
    return sorted({*whole, *(line for r in results for line in NIGHTLY_LINE.findall(r.output))})


def summary(results, seconds, parts=None, later=()):
    for r in results:
        if r.outcome != "passed":
            print(f"{r.outcome.upper()}: {key(r.test)}: {reason(r)}")
    slowest = sorted(results, key=lambda r: -r.seconds)[:5]
    print("slowest: " + ", ".join(f"{key(r.test)} {r.seconds:.0f} s" for r in slowest))
    print(f"{'suite':12}{'passed':>8}{'failed':>8}{'skipped':>8}{'processor s':>13}")
    for suite in SUITES:
        mine = [r for r in results if r.test.suite == suite]
        if mine:
            count = collections.Counter(r.outcome for r in mine)
            print(f"{suite:12}{count['passed']:8}{count['failed']:8}{count['skipped']:8}"
                  f"{sum(r.seconds for r in mine):13.1f}")  # fmt: skip
    parts = parts or {}
    for part, spent_on_it in parts.items():
        print(f"{part:36}{spent_on_it:13.1f}")
    total = sum(parts.values()) + sum(r.seconds for r in results)
    print(f"{'processor seconds in all':36}{total:13.1f}")
    print(*(["left to the night (tools/test --nightly):", *("  " + line for line in later)] if later else []), sep="\n",
          end="\n" if later else "")  # fmt: skip
    earlier = sum(r.earlier for r in results)
    if earlier:
        print(f"{earlier} tests passed in an earlier run, all that they read is as it was, and they were not run again (--fresh runs them)")
    count = collections.Counter(r.outcome for r in results)
    print(f"{seconds:.0f} s in all, packages and build included; results in build/junit.xml")
    if not count["passed"] + count["failed"]:
        print("nothing ran, which is no success")
    print(f"{count['passed']} passed, {count['failed']} failed"
          + (f", {count['skipped']} skipped" if count["skipped"] else ""))  # fmt: skip
    return 0 if count["passed"] and not count["failed"] else 1


def main(arguments):
    given = options(arguments)
    start = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    builds = QUICK_BUILDS if given.quick else BUILDS
    if given.nightly:
        for build, names in NIGHTLY.items():
            builds[build][1].update({name: suite for name, (suite, _) in names.items()})
        os.environ["COLEX_NIGHTLY"] = "1"
        os.environ.setdefault("COLEX_PROPS_CASES", "1000000")
        os.environ.setdefault("COLEX_FUZZ_SECONDS", "3600")
    if not given.list:
        JUNIT.unlink(missing_ok=True)  # an earlier run's results are not this one's
    if given.fresh or given.nightly:
        os.environ["COLEX_FRESH"] = "1"
    parts = {}
    if not given.no_install and call(["tools/install_packages"], parts, "packages") != 0:
        return 1
    tests, absent, configured_builds = [], [], []
    for build, (flags, names) in builds.items():
        if given.suite and not set(given.suite) & set(names.values()):
            continue
        configured = call(["tools/build", *flags, "--configure"], parts, "configuring", stdout=sys.stderr)
        if configured == 77:  # said once per suite, by the first shard
            absent += [Test(build, s, "compiler", []) for s in sorted(set(names.values()))
                       if given.shard[0] == 1 and (not given.suite or s in given.suite)]  # fmt: skip
        elif configured != 0:
            return 1
        else:
            configured_builds.append(build)
            tests += tests_of(build, names, given.quick)
    tests, undrawn = (tests, []) if given.nightly else by_day(tests, given.suite)
    chosen = choose(tests, given.suite, given.shard)
    if given.list:
        print(*(key(t) for t in chosen), sep="\n")
        return 0
    results = [Result(t, "skipped", 0.0, "no clang with libFuzzer and sanitizers on this machine") for t in absent]
    for build, (flags, _) in builds.items():
        mine = [t for t in chosen if t.build == build]
        if mine:
            results += run(build, flags, mine, given.nightly, parts)
    results = required(results, given.require)
    whole = whole_suites(given.suite) if "build-san" in configured_builds and not given.nightly else ()
    later = left_to_the_night(results, [*undrawn, *whole])
    write_junit(results, JUNIT, parts, later)
    return summary(results, time.monotonic() - start, parts, later)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
