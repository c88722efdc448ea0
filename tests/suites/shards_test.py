#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every test is in exactly one shard, shards are alike each time and about equally long: shards_test.py ROOT"""
import collections
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import run_tests  # noqa: E402
import shards  # noqa: E402


def listed(*arguments):
    ran = subprocess.run([ROOT / "tools/test", "--no-install", "--list", *arguments], capture_output=True, text=True,
                         check=True)  # fmt: skip
    return ran.stdout.split()


def part(text, *more):
    return run_tests.options(["--shard", text, *more])


class Split(unittest.TestCase):
    def test_a_partition_for_any_tests_and_durations(self):
        dice = random.Random(3)
        for _ in range(300):
            names = [f"suite/{k}" for k in range(dice.randrange(60))]
            durations = {n: dice.choice((0.0, 1.0, 30.0, dice.random() * 100)) for n in names if dice.random() < 0.5}
            count = dice.randrange(1, 9)
            parts = shards.split(names, durations, count)
            self.assertEqual(len(parts), count)
            self.assertEqual(sorted(n for p in parts for n in p), sorted(names))
            shuffled = dice.sample(names, len(names))
            self.assertEqual(shards.split(shuffled, durations, count), parts)

    def test_no_shard_exceeds_another_by_more_than_its_longest_test(self):
        dice = random.Random(4)
        for _ in range(100):
            durations = {f"s/{k}": dice.random() * 50 for k in range(40)}
            load = [sum(durations[n] for n in p) for p in shards.split(list(durations), durations, 5)]
            self.assertLessEqual(max(load) - min(load), max(durations.values()) + 1e-9)

    def test_a_name_given_twice_is_an_error(self):
        with self.assertRaises(ValueError):
            shards.split(["a", "a"], {}, 2)

    def test_known_durations_are_of_tests(self):
        for name, seconds in shards.known_durations().items():
            self.assertIn(name.split("/")[0], [*run_tests.SUITES, "parts"])
            self.assertGreaterEqual(seconds, 0)

    def test_a_whole_run_keeps_its_budget(self):
        """Tests that take more are found out here, and not when a CI job is ended in the middle."""
        known = shards.known_durations()
        self.assertLessEqual(sum(known.values()), shards.BUDGET, sorted(known.items(), key=lambda one: -one[1])[:20])

    def test_the_page_has_what_was_learnt(self):
        text = shards.PAGE.read_text(encoding="utf-8")
        start, end = shards.block(text, "processor seconds")
        self.assertEqual(text[start:end], shards.table() + "\n")
        start, end = shards.block(text, "nightly")
        for line in text[start:end].splitlines():
            self.assertRegex(line, r"^- [^:]+: .+", "WHAT and WHY")

    def test_what_a_run_took_is_learnt(self):
        with tempfile.TemporaryDirectory() as folder:
            shown = pathlib.Path(folder) / "durations.json"
            runs = []
            for shard, names in enumerate((("long", "short"), ("other", "skipped"))):
                results = [run_tests.Result(run_tests.Test("build", "unit", name, []),
                                            "skipped" if name == "skipped" else "passed",
                                            {"long": 20.04, "short": 0.5, "other": 3.0, "skipped": 9.0}[name], "")
                           for name in names]  # fmt: skip
                runs.append(pathlib.Path(folder) / f"{shard}.xml")
                run_tests.write_junit(results, runs[-1], {"build": 100.0}, ["x; by day y: z"])
            page = pathlib.Path(folder) / "page.md"
            page.write_text("a\n<!-- processor seconds -->\nold\n<!-- end -->\nb\n<!-- nightly -->\n<!-- end -->\nc\n")
            with unittest.mock.patch.object(shards, "DURATIONS", shown), unittest.mock.patch.object(shards, "PAGE", page):
                shards.learn(runs)
                shards.write_page(runs)
                self.assertEqual(page.read_text().replace(shards.table(), "T"),
                                 "a\n<!-- processor seconds -->\nT\n<!-- end -->\nb\n<!-- nightly -->\n- x; by day y: z\n<!-- end -->\nc\n")
                self.assertEqual(shards.known_durations(), {"unit/long": 20.0, "unit/other": 3.0, "parts/build": 200.0,
                                                            "parts/short tests": 0.5})  # fmt: skip
                self.assertEqual(shards.table().splitlines()[2:], ["| build | 200 |", "| unit | 23 |", "| short tests | 0 |",
                                                                   "| in all | 224 |"])  # fmt: skip


class Options(unittest.TestCase):
    def test_shards_are_one_to_n(self):
        self.assertEqual(part("2/3").shard, (2, 3))
        for wrong in ("0/3", "4/3", "1", "a/b", "1/0", "-1/2"):
            with self.assertRaises(SystemExit):
                part(wrong)

    def test_suites_repeat_and_must_exist(self):
        self.assertEqual(part("1/1", "--suite", "unit", "--suite", "cli").suite, ["unit", "cli"])
        with self.assertRaises(SystemExit):
            part("1/1", "--suite", "units")

    def test_the_shards_of_this_tree_are_all_its_tests(self):
        everything = listed()
        self.assertEqual([n for n, k in collections.Counter(everything).items() if k > 1], [])
        self.assertEqual({n.split("/")[0] for n in everything} - set(run_tests.SUITES), set())
        needs_nvcc = {n.split("/")[0] for n in everything if "nvcc" in n}
        self.assertLessEqual(needs_nvcc, {"kernel", "ill_formed"}, ".ci/run requires the other suites without nvcc, too")
        parts = [listed("--shard", f"{k}/3") for k in (1, 2, 3)]
        self.assertEqual(sorted(n for p in parts for n in p), sorted(everything))
        units = listed("--suite", "unit", "--suite", "docs")
        self.assertEqual({n.split("/")[0] for n in units}, {"unit", "docs"})
        self.assertLessEqual({n for n in everything if n.split("/")[0] in ("unit", "docs")}, set(units), "and those whose turn it is not")


unittest.main(argv=sys.argv[:1], verbosity=2)
