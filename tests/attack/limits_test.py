#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Limits that docs/08_limits.md promises: each value at its limit is answered, the next one is refused."""
import json
import subprocess
import sys
import tempfile
import unittest

COLEX = sys.argv[1]
HARD = "(12,2,5,1021,2,1000,5,3,4,1021):(903155,-1012358,-770474,455091,-420253,513189,995362,-741030,5,-934189)"


def colex(*words, stdin=None):
    ran = subprocess.run([COLEX, *words], capture_output=True, text=True, timeout=600, input=stdin)
    return ran.returncode, ran.stdout.strip(), ran.stderr.strip()


def ask(**request):
    ran = subprocess.run([COLEX, "batch"], input=json.dumps(request) + "\n", capture_output=True, text=True, timeout=600)
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

    def test_listed_values_are_counted(self):
        for text in ("100:1", "Sw<1,0,1> o 0 o 100:1"):
            self.assertEqual(ask(op="evaluate", args=[text], budget=100)["work"], 100)
            self.assertEqual(ask(op="evaluate", args=[text], budget=99)["error"]["condition"], "undecided")

    def test_points_of_a_swizzled_layout(self):
        """Whether it is linear over GF(2) is looked at point by point: at 2^22 of them, and no more. A difference among the first
        1024 is seen however many there are."""
        nothing = f"[{','.join('0' * 30)}] o 0 o "  # all values are 0, which its strides do not tell
        at = ask(op="bit_map", args=[nothing + "4194304:3"], budget=2**22)
        self.assertEqual((at["ok"], at["work"]), (True, 2**22))
        beyond = ask(op="bit_map", args=[nothing + "8388608:3"], budget=2**22)
        self.assertEqual(beyond["error"]["condition"], "undecided")
        self.assertLessEqual(beyond["work"], 1024)
        seen = ask(op="bit_map", args=[f"Sw<0,0,0> o 1 o {2**42}:1"], budget=2**22)
        self.assertEqual((seen["error"]["condition"], seen["error"]["witness"]["index"]), ("linear", 3))
        self.assertLessEqual(seen["work"], 1024)

    def test_every_question_about_swizzled_layouts_is_counted(self):
        """Each was answered with a budget of its own for each of its parts."""
        nothing = f"[{','.join('0' * 30)}] o 0 o 65536:3"
        for op, *more in (["injective"], ["surjective", 1], ["bijective", 1], ["contiguous"], ["right_inverse"], ["left_inverse"],
                          ["nullspace"], ["max_common_layout", "4:1"], ["max_common_vector", "4:1"], ["max_alignment"], ["extent"],
                          ["get_1d_coord", 0], ["get_hier_coord", 0], ["get_flat_coord", 0], ["simplest"], ["bit_map"]):  # fmt: skip
            reply = ask(op=op, args=[nothing, *more], budget=2**22)
            if op not in ("injective", "bijective", "left_inverse"):  # seen from the inner layout, or by two of the points
                self.assertGreaterEqual(reply["work"], 65536, (op, reply))
            short = ask(op=op, args=[nothing, *more], budget=1000)
            self.assertLessEqual(short["work"], 1000 + 64, (op, short))

    def test_one_budget_over_basis_strides(self):
        """A mode of the tile that is not textbook is compared point by point."""
        works = []
        for strides in ("(1,6)", "(1@0,6@0)"):
            request = {"op": "composition", "args": [f"(6,4):{strides}", "(2,2):(3,7)"], "budget": 2**22}
            works.append(ask(**request)["work"])
        self.assertEqual(works[0], works[1], works)

    def test_addresses_of_an_access(self):
        self.assertEqual(colex("banks", "65536:4", "--on", "sm90")[0], 0)
        self.assertEqual(colex("banks", "65537:4", "--on", "sm90"), (2, "", "colex: 65537 addresses; at most 65536 are looked at"))

    def test_a_tiled_copy(self):
        self.assertEqual(colex("tiled_copy", "(1024,1024):(1,1024)", "1:0")[0], 0)
        error = "colex: tiled_copy: a tile has at most 1048576 elements"
        self.assertEqual(colex("tiled_copy", "(1048577,1):(1,0)", "1:0"), (2, "", error))
        status, out, err = colex("tiled_copy", "4:1", "1:0", "--tensor", "(1048577,1):(1,0)")
        self.assertEqual((status, out, err), (2, "", "colex: tiled_copy: a mode of the tensor has at most 1048576 points"))

    def test_a_text_to_import(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b" " * (1 << 26))
            file.flush()
            self.assertEqual(colex("import", file.name)[:2], (2, ""))
            self.assertIn("import: the text holds no layout", colex("import", file.name)[2])
            file.write(b" ")
            file.flush()
            self.assertIn("is longer than 67108864 bytes", colex("import", file.name)[2])
        status, out, err = colex("import", "-", stdin='!cute.layout<"(' * 200_000)
        self.assertEqual((status, out, err), (2, "", "colex: import: too many brackets that do not close"))
        for text in ("make_layout(", "Layout<", "composition(Swizzle<1,0,1>{}, ", "BlockedLayout(", "tile_distribution_encoding<"):
            status, out, err = colex("import", "-", stdin=text * 5000)
            self.assertEqual((status, out, err), (2, "", "colex: import: more than 4096 layouts that cannot be read"), text)

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
