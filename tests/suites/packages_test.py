#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/install_packages before an apt-get that has no network, or old lists: packages_test.py ROOT"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
APT = """#!/bin/sh
echo "$*" >>{calls}
case "$*" in
  *Timeout=10*Retries=0*) ;;
  *) exit 9 ;;
esac
case "$*" in
  *" update") {update} ;;
  *) [ -f {lists} ] && exit 0; echo "E: Unable to locate package" >&2; exit 100 ;;
esac
"""


class Packages(unittest.TestCase):
    def run_it(self, update):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "tools").mkdir()
            shutil.copy(ROOT / "tools/install_packages", folder / "tools")
            (folder / "tools/packages.txt").write_text("# a remark\nno-such-package\n")
            programs = {"apt-get": APT.format(calls=folder / "calls", lists=folder / "lists", update=update),
                        "dpkg-query": "#!/bin/sh\nexit 1\n", "id": "#!/bin/sh\necho 0\n"}  # fmt: skip
            for program, text in programs.items():
                (folder / program).write_text(text.replace("LISTS", str(folder / "lists")))
                (folder / program).chmod(0o755)
            ran = subprocess.run([folder / "tools/install_packages"], check=False, capture_output=True, text=True,
                                 env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})  # fmt: skip
            return ran.returncode, ran.stderr, (folder / "calls").read_text().splitlines()

    def test_without_a_network(self):
        status, said, calls = self.run_it('echo "E: Failed to fetch the lists" >&2; exit 100')
        self.assertEqual((status, len(calls)), (1, 2), "an install, an update, and then it ends")
        self.assertEqual(said, "colex: apt-get could not install no-such-package: E: Failed to fetch the lists\n")

    def test_lists_that_were_old(self):
        self.assertEqual(self.run_it("touch LISTS")[:2], (0, ""))


unittest.main(argv=sys.argv[:1], verbosity=2)
