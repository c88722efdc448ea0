#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The CI workflow is YAML whose commands exist, and the array script of docs/ci runs: ci_test.py ROOT"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import run_tests  # noqa: E402

try:
    import yaml
except ImportError:
    print("SKIPPED: no PyYAML for this python3; the workflow is not read")
    sys.exit(77)

WORKFLOW = ROOT / ".github/workflows/ci.yml"
RUN = ROOT / ".ci/run"
ARRAY = ROOT / "docs/ci/slurm-array.sh"


def expanded(command, matrix):
    """The command for every value of the matrix: [(value, command)]."""
    if not matrix:
        return [("", command)]
    ((name, values),) = matrix.items()
    return [(v, command.replace("${{ matrix.%s }}" % name, str(v))) for v in values]


class Workflow(unittest.TestCase):
    def setUp(self):
        self.jobs = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]

    def commands(self, job):
        matrix = job.get("strategy", {}).get("matrix")
        return [c for step in job["steps"] if "run" in step for c in expanded(step["run"], matrix)]

    def test_every_command_exists_and_its_options_are_tools_tests(self):
        seen = 0
        for name, job in self.jobs.items():
            for value, command in self.commands(job):
                with self.subTest(job=name, value=value):
                    self.assertNotIn("${{", command)
                    self.assertEqual(subprocess.run(["bash", "-n", "-c", command], check=False).returncode, 0)
                    program, *arguments = command.split()
                    self.assertTrue(os.access(ROOT / program, os.X_OK), program)
                    self.assertIn(program, ("tools/test", ".ci/run"))
                    run_tests.options(arguments)  # exits on an option or a suite that is not there
                    seen += 1
        self.assertGreaterEqual(seen, 8)

    def test_a_push_runs_the_quick_tests_and_all(self):
        commands = {c.split()[0] + " " + c.split()[1] for name in ("quick", "whole") for _, c in self.commands(self.jobs[name])}
        self.assertEqual(commands, {"tools/test --quick", ".ci/run --shard"})

    def test_ci_requires_suites_of_tools_test(self):
        ran = subprocess.run(["bash", "-c", f"exec() {{ printf '%s\\n' \"$@\"; }}; . {RUN}"], check=True, cwd="/", text=True,
                             capture_output=True).stdout.split()  # fmt: skip
        self.assertEqual(ran[0], "tools/test")
        required = set(run_tests.options(ran[1:]).require)
        self.assertEqual(set(run_tests.SUITES) - required - {"ill_formed", "kernel", "page"}, set())

    def test_the_matrix_is_all_shards(self):
        parts = [run_tests.options(c.split()[1:]).shard for _, c in self.commands(self.jobs["whole"])]
        self.assertEqual(parts, [(k, len(parts)) for k in range(1, len(parts) + 1)])

    def test_results_are_where_tools_test_writes_them(self):
        for job in self.jobs.values():
            (upload,) = [s for s in job["steps"] if "upload-artifact" in s.get("uses", "")]
            self.assertIn("build/junit.xml", upload["with"]["path"])


class Night(unittest.TestCase):
    READS = re.compile(r"getenv\(\"COLEX_NIGHTLY\"|environ[^\n]*COLEX_NIGHTLY|COLEX_NIGHTLY\" (?:not )?in os.environ")
    SAYS = re.compile(r"nightly: |from drawn import")

    def test_what_asks_more_at_night_says_so_by_day(self):
        found = [path for folder in ("tests", "props", "python") for path in (ROOT / folder).rglob("*.*")
                 if path.suffix in (".py", ".cpp", ".hpp")]  # fmt: skip
        reading = {path for path in found if self.READS.search(path.read_text(encoding="utf-8")) and path.name != "ci_test.py"}
        self.assertGreater(len(reading), 15)
        silent = [path for path in reading if not self.SAYS.search(path.read_text(encoding="utf-8"))]
        self.assertEqual([str(path.relative_to(ROOT)) for path in silent], [])


class Array(unittest.TestCase):
    def test_its_syntax(self):
        self.assertEqual(subprocess.run(["bash", "-n", ARRAY], check=False).returncode, 0)
        self.assertRegex(ARRAY.read_text(encoding="utf-8"), r"(?m)^#SBATCH --array=1-\d+$")

    def test_two_tasks_of_a_small_array(self):
        with tempfile.TemporaryDirectory() as folder:
            listed = []
            for task in ("1", "2"):
                env = {**os.environ, "SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_COUNT": "2",
                       "SLURM_SUBMIT_DIR": str(ROOT), "TMPDIR": folder, "COLEX_RESULTS": f"{folder}/results"}  # fmt: skip
                ran = subprocess.run([ARRAY, "--list", "--suite", "docs", "--suite", "cli"], env=env, cwd="/", check=False,
                                     capture_output=True, text=True)  # fmt: skip
                self.assertEqual(ran.returncode, 0, ran.stderr)
                listed += [line for line in ran.stdout.splitlines() if re.fullmatch(r"\w+/\w+", line)]
            self.assertEqual(len(listed), len(set(listed)))
            self.assertGreaterEqual(len(listed), 4)
            self.assertEqual({n.split("/")[0] for n in listed}, {"docs", "cli"})
            self.assertEqual(os.listdir(folder), ["results"], "a task leaves nothing behind")


unittest.main(argv=sys.argv[:1], verbosity=2)
