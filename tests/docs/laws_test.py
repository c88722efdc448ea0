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
import tempfile
import unittest
import unittest.mock

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

    def test_no_word_of_a_bound_raises_a_status(self):
        hopeful = {"bound": "Coq: every rank, by hope.", "parts": [{"claims": [{"claim": "some"}]}]}
        self.assertEqual(write_laws.status_of("injective_is_exact", hopeful), "solvers")
        self.assertEqual(write_laws.status_of("injective_is_exact", hopeful | {"parts": [{"claims": []}]}), "enumerated")
        self.assertEqual(write_laws.status_of("steps_stay_in_64_bits", hopeful), "whole functions at every rank in part, Coq")
        self.assertEqual(write_laws.status_of("text_reads_back", hopeful), "steps at every rank, Coq")
        self.assertEqual(write_laws.status_of("coalesce_preserves_the_map", {"bound": "Words: little."}), "whole functions at every rank, Coq")

    def test_a_loop_that_is_written_by_hand_lowers_a_status(self):
        stated = dict(write_laws.stated())
        statement, steps, loops, hand = stated["coalesce_preserves_the_map"]
        self.assertEqual(hand, [])
        stated["coalesce_preserves_the_map"] = statement, steps, loops, ["Coalesce.by_hand"]
        with unittest.mock.patch.object(write_laws, "stated", lambda: stated):
            self.assertEqual(write_laws.status_of("coalesce_preserves_the_map", {}), "steps at every rank, Coq")

    def test_a_bound_says_of_coq_what_the_statement_is(self):
        for law, bound in (("injective_is_exact", "Coq: every rank, by hope."), ("coalesce_preserves_the_map", "Steps: all."),
                           ("steps_stay_in_64_bits", "Coq: every rank. Words: none."),
                           ("coalesce_preserves_the_map", "Steps: all. Coq: in part, some. Rank <= 4: all.")):
            with self.assertRaisesRegex(SystemExit, f"{law}: the bound"):
                write_laws.bound_of(law, {"bound": bound, "parts": [{"claims": [{"claim": "some"}]}]})
        self.assertEqual(write_laws.bound_of("coalesce_preserves_the_map", {"bound": "Steps: all. Coq: every rank. Rank <= 4: all."}),
                         "Steps: all. Coq: as [stated](#coalesce_preserves_the_map), every rank, of the shipped `coalesce_step`, composed by a program: `coalesce`. Rank <= 4: all.")

    def test_a_status_in_a_page_is_the_computed_one(self):
        cited = [found for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
                 for found in re.findall(rf"\[({'|'.join(write_laws.STATUS)})\]\((?:docs/)?laws\.md#(\w+)\)", page.read_text())]
        self.assertGreater(len(cited), 3)
        for status, law in cited:
            self.assertEqual(status, write_laws.status_of(law, {}), law)

    def test_each_law_of_algebra_is_read(self):
        theorems = re.findall(r"^Theorem (\w+)", (ROOT / "smt/induction/Algebra.v").read_text(), re.M)
        self.assertEqual(theorems, list(write_laws.stated()))

    def test_a_statement_in_the_page_is_coqs(self):
        page = write_laws.PAGE.read_text()
        weaker, missing = page.replace("size (coalesce A) = size A /\\", "True /\\", 1), page.replace("```coq\ncoalesce_is", "```text\ncoalesce_is", 1)
        for planted in (weaker, missing, page + "\n```coq\nhopeful_law : True\n```\n"):
            self.assertNotEqual(planted, page)
            with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(write_laws.statements, "PAGE", pathlib.Path(folder) / "laws.md"):
                write_laws.statements.PAGE.write_text(planted)
                with self.assertRaisesRegex(write_laws.statements.Weak, "laws.md: "):
                    write_laws.statements.recorded()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
