#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What tools/write_laws reads of the sources is what programs do: laws_test.py ROOT PROGRAM..., each the properties of a law"""
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT, PROGRAMS = pathlib.Path(sys.argv[1]), sys.argv[2:]
sys.path.insert(0, str(ROOT / "tools"))
loader = importlib.machinery.SourceFileLoader("write_laws", str(ROOT / "tools/write_laws"))
write_laws = importlib.util.module_from_spec(importlib.util.spec_from_loader("write_laws", loader))
loader.exec_module(write_laws)


class Laws(unittest.TestCase):
    def test_the_page_has_the_properties_and_cases_that_run(self):
        self.assertTrue(PROGRAMS)
        by_day = {name: value for name, value in os.environ.items() if name not in ("COLEX_PROPS_CASES", "RC_PARAMS")}
        for program in PROGRAMS:
            ran = subprocess.run([program], capture_output=True, text=True, check=True, env=by_day)
            cases = [int(n) for n in re.findall(r"^  (\d+) cases, ", ran.stdout, re.M)]
            law = pathlib.Path(program).name.removeprefix("property_")
            self.assertEqual(cases, write_laws.properties_of(law) * [write_laws.cases_of_a_property()], program)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
