#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/test on a small project where something breaks: runner_test.py ROOT"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import run_tests  # noqa: E402

# One test of each kind, each in the suite that names what it shows.
PROJECT = """
project('small', 'cpp')
test('good', executable('good', 'good.cpp'), suite: 'unit')
test('broken', executable('broken', 'broken.cpp'), suite: 'unit')
test('wrong', find_program('false'), suite: 'cli')
test('slow', find_program('true'), suite: ['cli', 'slow'])
test('needs_nothing', find_program('true'), suite: 'ill_formed')
test('absent', find_program('skip.sh'), suite: 'kernel')
test('long', find_program('long.sh'), suite: 'census')
test('busy', find_program('busy.sh'), suite: 'oracle')
again = executable('again', 'again.cpp')
foreach part : ['a', 'b', 'c', 'd', 'e', 'f']
  test('again_' + part, again, args: [meson.project_source_root() / part], suite: 'refuted')
endforeach
test('again_tool', again, args: [meson.project_source_root() / 'tool', executable('colex', 'good.cpp')], suite: 'refuted')
"""
FILES = {"meson.build": PROJECT, "good.cpp": "int main() {}\n", "broken.cpp": "int main() { return x; }\n",
         "again.cpp": "#include <fstream>\n#include <iostream>\n"
                      "int main(int, char** a) { std::ofstream(a[1], std::ios::app) << 'x'; std::cout << \"nightly: more\\n\"; }\n",
         "skip.sh": "#!/bin/sh\necho SKIPPED: no such machine\nexit 77\n",
         "long.sh": "#!/bin/sh\necho $$ >$0.pid\nsleep 60\ntouch $0.pid.done\n",
         "busy.sh": "#!/usr/bin/env python3\nimport time\nwhile time.process_time() < 0.6: pass\ntime.sleep(1)\n"
                    "print('nightly: 7 of 9 cases')\n"}  # fmt: skip


class Runner(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in FILES.items():
            (self.root / name).write_text(text)
            (self.root / name).chmod(0o755)
        (self.root / "tools").mkdir()
        (self.root / "build").mkdir()
        for name in ("test", "run_tests.py", "shards.py", "build", "spent", "compiler_cache"):
            shutil.copy(ROOT / "tools" / name, self.root / "tools" / name)
        (self.root / "tests").mkdir()
        for name in ("kept_tests.py", "reads.py", "kept.py", "drawn.py"):
            shutil.copy(ROOT / "tests" / name, self.root / "tests" / name)
        (self.root / "tests/durations.json").write_text(json.dumps({f"refuted/again_{part}": 9 for part in (*"abcdef", "tool")}))
        self.junit = self.root / "build/junit.xml"
        self.junit.write_text("of an earlier run")

    def run_tests(self, *suites, more=()):
        """(exit status, what was printed, test -> outcome in junit.xml)"""
        own = {"XDG_CACHE_HOME": str(self.root / "cache"), "XDG_STATE_HOME": str(self.root / "state")}
        ran = subprocess.run([self.root / "tools/test", "--no-install", *(f"--suite={s}" for s in suites), *more],
                             check=False, capture_output=True, text=True, env={**os.environ, **own})  # fmt: skip
        self.assertNotIn("Traceback", ran.stdout + ran.stderr)
        outcomes = {}
        for case in xml.parse(self.junit).getroot().iter("testcase") if self.junit.exists() else []:
            found = [*case.iter("failure"), *case.iter("skipped")]
            outcomes[case.get("name")] = (found[0].tag, found[0].get("message")) if found else ("passed", "")
        return ran.returncode, ran.stdout, outcomes

    def test_what_does_not_compile_fails_alone(self):
        status, printed, outcomes = self.run_tests("unit", "cli", "ill_formed")
        self.assertEqual(outcomes, {"good": ("passed", ""), "broken": ("failure", "not built: broken"),
                                    "wrong": ("failure", "fail"), "slow": ("passed", ""), "needs_nothing": ("passed", "")})  # fmt: skip
        self.assertEqual((status, printed.splitlines()[-1]), (1, "3 passed, 2 failed"))
        self.assertIn("FAILED: unit/broken: not built: broken", printed)

    def test_quick_leaves_out_what_is_slow(self):
        self.assertEqual(set(self.run_tests("cli", "unit", more=["--quick"])[2]), {"good", "broken", "wrong"})

    def test_a_suite_builds_what_it_needs(self):
        status, printed, outcomes = self.run_tests("ill_formed")
        self.assertEqual((status, printed.splitlines()[-1]), (0, "1 passed, 0 failed"))
        self.assertEqual(outcomes, {"needs_nothing": ("passed", "")})
        self.assertEqual(list((self.root / "build").rglob("*.o")), [])

    def test_nothing_but_skipped_is_no_success(self):
        status, printed, outcomes = self.run_tests("kernel")
        self.assertEqual((status, printed.splitlines()[-1]), (1, "0 passed, 0 failed, 1 skipped"))
        self.assertEqual(outcomes, {"absent": ("skipped", "SKIPPED: no such machine")})
        self.assertEqual(self.run_tests("kernel", "ill_formed")[0], 0)

    def test_what_is_required_is_not_skipped(self):
        for suite in ("kernel", "all"):
            status, printed, outcomes = self.run_tests("kernel", "ill_formed", more=["--require", suite])
            self.assertEqual((status, printed.splitlines()[-1]), (1, "1 passed, 1 failed"))
            self.assertEqual(outcomes["absent"], ("failure", "skipped, but required"))
        self.assertEqual(self.run_tests("kernel", "ill_formed", more=["--require", "ill_formed"])[0], 0)

    def test_told_to_end_it_leaves_no_results_and_no_process(self):
        pid = self.root / "long.sh.pid"
        with subprocess.Popen([self.root / "tools/test", "--no-install", "--suite=census"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True) as child:  # fmt: skip
            while not (pid.exists() and pid.read_text()) and child.poll() is None:
                time.sleep(0.05)
            child.send_signal(signal.SIGTERM)
            said = child.stderr.read()
        self.assertFalse(pathlib.Path(f"{pid}.done").exists(), "it waited for the test")
        self.assertEqual(child.returncode, 143)
        self.assertNotIn("Traceback", said)
        self.assertFalse(self.junit.exists())
        for _ in range(1000):
            if not pathlib.Path("/proc", pid.read_text().strip()).exists():
                break
            time.sleep(0.05)
        else:
            self.fail("the test still runs")

    def test_processor_seconds_and_what_is_left_to_the_night(self):
        status, printed, outcomes = self.run_tests("oracle")
        self.assertEqual((status, outcomes), (0, {"busy": ("passed", "")}))
        seconds = float(xml.parse(self.junit).getroot().find(".//testcase").get("time"))
        self.assertGreaterEqual(seconds, 0.6)
        self.assertLess(seconds, 1.6, "the clock's second of sleep is none of the processor's")
        self.assertRegex(printed, r"(?m)^configuring +\d+\.\d$")
        self.assertRegex(printed, r"(?m)^processor seconds in all +\d+\.\d$")
        self.assertIn("left to the night (tools/test --nightly):\n  7 of 9 cases\n", printed)
        listed = subprocess.run([self.root / "tools/shards.py", "--nightly", self.junit], check=True, capture_output=True, text=True)
        self.assertEqual(listed.stdout, "- 7 of 9 cases\n")

    def runs(self):
        """How often each of the programs whose verdict is kept has run."""
        return [len((self.root / part).read_text()) for part in "abcdef"]

    def test_what_passed_is_not_run_again_unless_its_program_is_another(self):
        os.environ.pop("COLEX_FRESH", None)
        passed = {f"again_{part}": ("passed", "") for part in (*"abcdef", "tool")}
        # A machine's first run keeps nothing; of the second one's, one in ten is drawn to run again.
        for more, least, most in (((), 6, 6), ((), 6, 6), ((), 0, 5), (("--fresh",), 6, 6)):
            before = sum(self.runs()) if (self.root / "a").exists() else 0
            status, printed, outcomes = self.run_tests("refuted", more=more)
            self.assertEqual((status, outcomes), (0, passed))
            self.assertIn("left to the night (tools/test --nightly):\n  more\n", printed)
            ran = sum(self.runs()) - before
            self.assertTrue(least <= ran <= most, ran)
            self.assertEqual(f"{6 - ran} tests passed in an earlier run" in printed, ran < 6)
        self.assertEqual(len((self.root / "tool").read_text()), 4, "what starts the tool is run each time")
        before = self.runs()
        with (self.root / "again.cpp").open("a") as source:
            source.write("int other = 1;\n")
        self.assertEqual(self.run_tests("refuted")[2], passed)
        self.assertEqual(self.runs(), [n + 1 for n in before])
        (self.root / "again.cpp").write_text("int main() { return 1; }\n")
        for _ in range(2):  # a failure is not kept
            self.assertEqual({o for o, _ in self.run_tests("refuted")[2].values()}, {"failure"})

    def test_an_unusable_project_leaves_no_earlier_results(self):
        (self.root / "meson.build").write_text("no project\n")
        self.assertEqual(self.run_tests("unit")[0], 1)
        self.assertFalse(self.junit.exists())


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "junit.xml"

    def result(self, name, outcome, output=""):
        return run_tests.Result(run_tests.Test("build", "unit", name, []), outcome, 1.5, output)

    def test_a_commit_draws_an_eighth_of_the_programs_under_the_sanitizers(self):
        tests = [run_tests.Test("build-san", "sanitize", f"{k}{part}", [f"p{k}"]) for k in range(9) for part in "ab"]
        others = [run_tests.Test("build-san", "fuzz", "f", ["f"]), run_tests.Test("build", "unit", "u", ["u"])]
        found = []
        for drawn in range(8):
            with unittest.mock.patch("run_tests.turn", return_value=drawn):
                mine, (line,) = run_tests.by_day(tests + others)
            self.assertEqual([t for t in mine if t.suite != "sanitize"], others)
            self.assertIn(f"all 9 programs of unit and property; by day {2 - (drawn > 0)}, ", line)
            found += [t for t in mine if t.suite == "sanitize"]
        self.assertEqual(sorted(found), tests)
        self.assertEqual(run_tests.by_day(others), (others, []))
        self.assertEqual(run_tests.by_day(tests, ["sanitize"]), (tests, []))

    def test_a_commit_draws_whose_turn_it_is(self):
        def taking(name, *turns):
            return run_tests.Test("build", "kernel", name, [], None, turns or None)
        tests = [taking("a", "amd", "x"), taking("b", "amd", "y"), taking("c", "amd", "y"), taking("d", "more", "1"), taking("e", "more", "0"), taking("f")]
        for drawn, names in ((0, "aef"), (1, "bcdf")):
            with unittest.mock.patch("run_tests.turn", return_value=drawn):
                mine, lines = run_tests.by_day(tests)
            self.assertEqual("".join(t.name for t in mine), names)
            self.assertEqual([line.split(";")[0] for line in lines], ["amd: all of x, y", "more: all of 0, 1"])
        self.assertEqual(run_tests.by_day(tests, ["kernel"]), (tests, []))
        self.assertLessEqual({t.turns for t in run_tests.tests_of("build", run_tests.BUILDS["build"][1], False) if t.name.startswith("execute_gfx9")},
                             {("amd", "gfx90a"), ("amd", "gfx942"), None})

    def test_junit_has_every_test(self):
        run_tests.write_junit([self.result("good", "passed"), self.result("bad", "failed", "timeout\nwhy\0 & <"),
                               self.result("absent", "skipped", "SKIPPED: no compiler")], self.path)  # fmt: skip
        suite = xml.parse(self.path).getroot().find("testsuite")
        self.assertEqual([suite.get(k) for k in ("name", "tests", "failures", "skipped")], ["unit", "3", "1", "1"])
        failure = suite.find("testcase[@name='bad']/failure")
        self.assertEqual((failure.get("message"), failure.text), ("timeout", "timeout\nwhy? & <"))
        self.assertEqual(suite.find("testcase[@name='absent']/skipped").get("message"), "SKIPPED: no compiler")
        self.assertEqual(os.listdir(self.path.parent), ["junit.xml"])

    def test_a_full_disk_is_one_line_and_no_file(self):
        self.path.with_suffix(".writing").symlink_to("/dev/full")
        with self.assertRaises(SystemExit) as stopped:
            run_tests.write_junit([self.result("good", "passed")], self.path)
        self.assertRegex(str(stopped.exception), r"^tools/test: cannot write .*: No space left on device$")
        self.assertEqual(os.listdir(self.path.parent), [])


unittest.main(argv=sys.argv[:1], verbosity=2)
