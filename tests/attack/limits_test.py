#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Limits that docs/08_limits.md promises: each value at its limit is answered, the next one is refused."""
import json
import subprocess
import sys
import unittest

COLEX = sys.argv[1]
HARD = "(12,2,5,1021,2,1000,5,3,4,1021):(903155,-1012358,-770474,455091,-420253,513189,995362,-741030,5,-934189)"


def colex(*words):
    ran = subprocess.run([COLEX, *words], capture_output=True, text=True, timeout=60)
    return ran.returncode, ran.stdout.strip(), ran.stderr.strip()


def ask(**request):
    ran = subprocess.run([COLEX, "batch"], input=json.dumps(request) + "\n", capture_output=True, text=True, timeout=60)
    return json.loads(ran.stdout)


class Limits(unittest.TestCase):
    def test_sizes_and_sums(self):
        self.assertEqual(colex("size", f"{2**62}:1"), (0, str(2**62), ""))
        self.assertEqual(colex("extent", f"(2,2):({2**61},{2**61 - 1})"), (0, str(2**62), ""))
        for text in (f"{2**62}:2", f"(2,{2**62}):(1,1)", f"(2,2):({2**61},{2**61 + 1})"):
            status, out, err = colex("coalesce", text)
            self.assertEqual((status, out), (2, ""))
            self.assertIn("size or reach exceeds 2^62", err)
        status, out, err = colex("logical_product", f"{2**61}:1", "4:1")
        self.assertEqual((status, out), (1, ""))
        self.assertIn(": overflow", err)

    def test_integers(self):
        self.assertEqual(colex("inner_product", f"-{2**62}", "1"), (0, f"-{2**62}", ""))
        for text in (str(2**62 + 1), f"-{2**62 + 1}", "9" * 400):
            status, out, err = colex("inner_product", text, "1")
            self.assertEqual((status, out), (2, ""))
            self.assertIn("integer beyond 2^62", err)

    def test_listed_values(self):
        status, out, _ = colex("evaluate", f"{2**20}:1")
        self.assertEqual((status, out.count(",")), (0, 2**20 - 1))
        status, out, err = colex("evaluate", f"{2**20 + 1}:1")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("capacity", err)

    def test_one_budget_for_a_question(self):
        for budget in (10, 1000, 100000):
            self.assertIn(f"no answer within {budget} steps", colex("surjective", "--budget", str(budget), HARD, "4194304")[2])
            reply = ask(op="surjective", args=[HARD, 4194304], budget=budget)
            self.assertEqual(reply["error"]["witness"]["left"], budget)
            self.assertLessEqual(reply["work"], budget + 64)
        self.assertIn("no answer within 4194304 steps", colex("surjective", HARD, "4194304")[2])
        self.assertEqual(ask(op="surjective", args=["(2,3):(-1,3)", 6])["ok"], True)

    def test_parts_of_a_question_share_its_budget(self):
        one = "left_inverse((93,7,2720):(5,32761,65521))"
        alone = ask(expression="right_inverse((5,4):(3,-2))", budget=2**30)["work"]
        self.assertGreater(alone, 0)
        both = "let a = right_inverse((5,4):(3,-2)); right_inverse((5,4):(3,-2))"
        self.assertEqual(ask(expression=both, budget=2**30)["work"], 2 * alone)
        self.assertTrue(ask(expression=both, budget=2 * alone)["ok"])
        short = ask(expression=both, budget=2 * alone - alone // 2)
        self.assertEqual(short["error"]["condition"], "undecided")
        self.assertEqual(ask(expression=one, budget=5000)["error"]["condition"], "undecided")

    def test_modes_of_a_tiler_share_the_budget(self):
        """Each mode is a composition that must compare its points; two of them take twice the work."""
        mode, by = "(6,4):(1,7)", "(2,2):(1,3)"
        request = {"op": "composition", "convention": "cute"}
        work = [ask(**request, args=[f"({','.join([mode.split(':')[0]] * n)}):({','.join([mode.split(':')[1]] * n)})",
                                     f"<{','.join([by] * n)}>"], budget=2**30) for n in (1, 2)]  # fmt: skip
        if work[0]["ok"] and work[0]["work"] > 0:
            self.assertEqual(work[1]["work"], 2 * work[0]["work"])


unittest.main(argv=sys.argv[:1], verbosity=2)
