#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex` is small and needs no solver and no kernels; what does is a plug-in beside it, and a missing one is one clear line.

    light.py build/colex LIBRARY...     --sanitized first: without the sizes. LIBRARY: others whose threads are to cost little
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

COLEX = pathlib.Path(sys.argv[1]).resolve()
SANITIZED = "--sanitized" in sys.argv
LIBRARIES = [pathlib.Path(path) for path in sys.argv[2:] if not path.startswith("--")]
PLUG_INS = ("prove", "certify", "run", "unknowns")
MOST_STRIPPED, MOST_OF_A_THREAD = 8_000_000, 16384


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)


def thread_bytes(program):
    """Of its thread-local storage."""
    sizes = re.findall(r"^ *TLS +\S+ +\S+ +\S+ +\S+ +(0x\w+)", run("readelf", "-lW", program).stdout, re.M)
    return sum(int(size, 16) for size in sizes)


@unittest.skipIf(SANITIZED, "SKIP: a sanitizer's code is in it")
class Sizes(unittest.TestCase):
    def test_stripped_size(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["strip", COLEX, "-o", f"{folder}/colex"], check=True)
            self.assertLess(os.path.getsize(f"{folder}/colex"), MOST_STRIPPED)

    def test_no_solver_and_no_kernels(self):
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-dW", COLEX).stdout)
        self.assertLessEqual({name.split(".so")[0] for name in needed},
                             {"libfmt", "libstdc++", "libm", "libgcc_s", "libc", "ld-linux-x86-64"})  # fmt: skip
        symbols = run("nm", "-C", COLEX).stdout
        self.assertIn("colex::", symbols)
        self.assertNotRegex(symbols, r"colex::(sym|gpu::uncertified|gpu::c)::|z3::")

    def test_threads_cost_little(self):
        seen = [COLEX, *(COLEX.with_name(f"colex-{name}") for name in PLUG_INS), *LIBRARIES]
        for program in seen:
            with self.subTest(program.name):
                self.assertLess(thread_bytes(program), MOST_OF_A_THREAD)
        self.assertGreater(max(map(thread_bytes, seen)), 0)  # so that readelf is read right


class PlugIns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.prefix = pathlib.Path(folder.name).resolve()
        (self.prefix / "bin").mkdir()
        self.colex = self.prefix / "bin/colex"
        shutil.copy2(COLEX, self.colex)

    def lines(self):
        return {"prove": ["prove", "coalesce_"], "certify": ["certify"], "run": ["run", "copy_transpose_f32"],
                "unknowns": ["complement", "64:1", "K"]}  # fmt: skip

    def test_a_missing_one_is_one_line(self):
        for name, words in self.lines().items():
            needs = "questions with unknowns need" if name == "unknowns" else f"{name} needs"
            ran = run(self.colex, *words)
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr),
                             (2, "", f"colex: {needs} colex-{name}, which is neither beside this program nor in ../libexec/colex\n"))  # fmt: skip
        self.assertEqual(run(self.colex, "help", "prove").returncode, 2)
        self.assertEqual(run(self.colex, "complement", "8:2", "32").stdout, "(2,2):(1,16)\n")
        listed = run(self.colex, "--help").stdout
        self.assertIn("\n  batch ", listed)
        for name in PLUG_INS:
            self.assertNotIn(f"\n  {name} ", listed)

    def test_a_file_is_checked_without_unknowns(self):
        questions = "size(4:1) == 4\ncomplement(64:1, K) == K/64:64 if K % 64 == 0\n"
        ran = run(self.colex, "check", "-", "--allow-skip", "unknowns", input=questions)
        self.assertEqual((ran.returncode, ran.stdout), (0, "1 of 2 as expected, 1 skipped\n"))
        self.assertEqual(run(self.colex, "check", "-", input=questions).returncode, 1)

    def test_found_beside_and_in_libexec(self):
        for folder in ("bin", "libexec/colex"):
            with self.subTest(folder):
                place = self.prefix / folder / "colex-certify"
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text('#!/bin/sh\necho "$0" "$@"\nexit 1\n')
                place.chmod(0o755)
                ran = run(self.colex, "certify", "--all", "a b")
                self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (1, f"{place} certify --all a b\n", ""))
                place.unlink()

    def test_a_broken_one_is_one_line(self):
        place = self.prefix / "bin/colex-run"
        place.write_text("no program")
        place.chmod(0o755)
        ran = run(self.colex, "run", "copy_identity_f32")
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (2, "", "colex: cannot run colex-run: Exec format error\n"))

    def test_a_long_question_with_unknowns(self):
        question = "size((" + "M," * 100_000 + "M):1)"
        for words, text in ((["expression", "-"], question), (["check", "-"], question + " == 4")):
            ran = run(COLEX, *words, input=text)
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (2, "", "colex: cannot run colex-unknowns: Argument list too long\n"))

    def test_options_of_plug_ins_are_completed(self):
        for name, option in (("prove", "--shard"), ("certify", "--no-compile"), ("run", "--seed")):
            self.assertIn(f"\n  {name} ", run(COLEX, "--help").stdout)
            self.assertRegex(run(COLEX, "completion", "bash").stdout, rf"\n    {name}\) words='[^']*{option}\b")
            self.assertIn(option, run(COLEX, "help", name).stdout)


unittest.main(argv=sys.argv[:1])
