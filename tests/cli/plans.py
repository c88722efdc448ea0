#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plan against a block that runs: values go through shared memory, by the instructions as the PTX ISA has them, and arrive or do not."""
import copy
import json
import pathlib
import random
import unittest

from tool import batch, colex, main

PLANS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "plans"
ATOM = "SM80_16x8x16_F32F16F16F32_TN"


def ask(plan):
    ran = colex("plan", "-", "--json", stdin=json.dumps(plan))
    return json.loads(ran.out) if ran.out.startswith("{") else ran


def values(*layouts):
    return [reply["result"] for reply in batch([{"op": "evaluate", "args": [layout]} for layout in layouts])]


def ldmatrix(shared, address, matrices, turned):
    """Registers [lane][value] of one ldmatrix of halves; address[lane] is where lane's row begins, in elements."""
    registers = [[None] * (2 * matrices) for _ in range(32)]
    for matrix in range(matrices):
        rows = [[shared.get(address[8 * matrix + r] + c) for c in range(8)] for r in range(8)]
        for lane in range(32):
            for half in range(2):
                quad, place = divmod(lane, 4)
                registers[lane][2 * matrix + half] = rows[2 * place + half][quad] if turned else rows[quad][2 * place + half]
    return registers


def arrives(shared, fragment, load):
    """Whether some addresses make the loads of all warps give the fragment: each row begins where its first element lies."""
    threads, held = len(fragment), len(fragment[0])
    where = {element: offset for offset, element in shared.items()}
    if load.startswith("Universal"):
        count = int(load[18:].split("_")[0]) // 16
        for row in fragment:
            for v in range(0, held, count):
                first = where[row[v]]
                if first % count or [shared.get(first + k) for k in range(count)] != row[v : v + count]:
                    return False
        return held % count == 0
    turned = load.endswith("_T")
    matrices = int(load.split("x")[1].split("_")[0]) // (2 if turned else 1)
    if held % (2 * matrices):
        return False
    for warp in range(0, threads, 32):
        for v in range(0, held, 2 * matrices):
            address = [None] * 32
            for lane in range(8 * matrices):
                matrix, r = divmod(lane, 8)
                first = (warp + r // 2, v + 2 * matrix + r % 2) if turned else (warp + 4 * r, v + 2 * matrix)
                address[lane] = where[fragment[first[0]][first[1]]]
                if address[lane] % 8:
                    return False
            got = ldmatrix(shared, address, matrices, turned)
            if any(got[lane] != fragment[warp + lane][v : v + 2 * matrices] for lane in range(32)):
                return False
    return True


class Plans(unittest.TestCase):
    def test_examples(self):
        for name, fits in (("sm80_bf16", True), ("gfx942_f16", True), ("sm90_wgmma", True), ("broken", False)):
            got = ask(json.loads((PLANS / f"{name}.json").read_text()))
            self.assertEqual(got["fits"], fits, (name, got))
            ran = colex("plan", str(PLANS / f"{name}.json"))
            self.assertEqual((ran.status, ran.err, ran.out.startswith("yes\n" if fits else "no: ")), (0 if fits else 1, "", True), ran)
            drawn = colex("draw", "plan", str(PLANS / f"{name}.json"), "--svg")
            self.assertEqual((drawn.status, drawn.err), (0 if fits else 1, ""))
            self.assertIn("A.shared", drawn.out)

    def test_loads_bring_the_fragment_or_do_not(self):
        draw, outcome = random.Random(5), {True: 0, False: 0}
        loads = ["SM75_U32x1_LDSM_N", "SM75_U32x2_LDSM_N", "SM75_U32x4_LDSM_N", "SM75_U16x2_LDSM_T", "SM75_U16x4_LDSM_T", "SM75_U16x8_LDSM_T", "UniversalCopy<uint32_t>", "UniversalCopy<uint128_t>"]
        for _ in range(40):
            waves = draw.choice([(1, 1), (2, 1), (1, 2)])
            M, N, K = 16 * waves[0] * draw.choice([1, 2]), 8 * waves[1] * draw.choice([2, 4]), draw.choice([16, 32])
            plan = {"on": "sm80", "atom": ATOM, "atoms": waves, "tile": [M, N, K], "C": {"global": [M, N]}}
            load, layouts = {}, {}
            for name, rows in (("A", M), ("B", N)):
                load[name] = draw.choice(loads)
                by_rows = draw.random() < 0.4
                ld = (rows if by_rows else K) + draw.choice([0, 0, 8, 4])
                inner = f"({rows},{K}):(1,{ld})" if by_rows else f"({rows},{K}):({ld},1)"
                swizzle = draw.choice(["", "", "Sw<1,3,3> o 0 o ", "Sw<2,3,3> o 0 o "])
                layouts[name] = swizzle + inner
                plan[name] = {"global": f"({rows},{K}):(1,{rows})" if by_rows else f"({rows},{K}):({K},1)", "shared": layouts[name], "load": load[name]}
            tile = json.loads(colex("tiled_mma", ATOM, "--atoms", f"({waves[0]},{waves[1]})", "--tile", f"({M},{N},{K})", "--json").out)
            got = ask(plan)
            stages = {s["stage"]: s for s in got["stages"]}
            for name in "AB":
                tv, offsets = values(tile[name], layouts[name])
                threads = tile["threads"]
                fragment = [[tv[t + threads * v] for v in range(len(tv) // threads)] for t in range(threads)]
                shared = {offset: element for element, offset in enumerate(offsets)}
                said = stages.get(f"{name}.load", {"fits": False})
                moved = said["fits"] or said.get("condition") == "bank_conflict"
                want = arrives(shared, fragment, load[name])
                outcome[want] += 1
                self.assertEqual(moved, want, (plan, name, said))
                if not moved and "thread" in said:
                    rows = plan["tile"][1 if name == "B" else 0]
                    at = offsets[tv[said["thread"] + threads * said["value"]]]
                    self.assertEqual(at, said["offset"], (plan, said, rows))
        self.assertGreater(min(outcome.values()), 15)

    def test_an_open_swizzle_is_the_best_of_all(self):
        plan = json.loads((PLANS / "sm80_bf16.json").read_text())
        got = ask(plan)
        choice = next(c for c in got["choices"] if c["operand"] == "B")
        self.assertIn("Sw<2,3,3>", choice["chosen"] + str(choice["swizzles"]))
        fits = []
        for B in range(1, 4):
            for S in range(B, 5):
                for base in range(3, 6):
                    fixed = copy.deepcopy(plan)
                    fixed["B"] = {**plan["B"], "shared": f"Sw<{B},{base},{S}> o 0 o (128,32):(32,1)"}
                    del fixed["B"]["swizzle"]
                    if ask(fixed)["fits"]:
                        fits.append(f"Sw<{B},{base},{S}>")
        known = {choice["chosen"].split(";")[0], *choice["swizzles"]}
        self.assertEqual(set(fits) - known, set())
        self.assertTrue(fits)

    def test_the_first_stage_that_fails_is_named(self):
        good = json.loads((PLANS / "sm80_bf16.json").read_text())
        for path, value, stage, condition in (
            (("A", "copy", "threads"), "(16,8):(8,1)", "A.copy", "covers"),
            (("A", "copy", "threads"), "(16,4):(4,1)", "A.copy", "threads"),
            (("A", "copy", "values"), "(1,4):(4,1)", "A.copy", "contiguous"),
            (("A", "global"), "(128,32):(4100,1)", "A.copy", "aligned"),
            (("A", "global"), "(128,32):(1,4096)", "A.copy", "contiguous"),
            (("A", "copy", "shared"), "(128,32):(32,1)", "A.copy", "agrees"),
            (("A", "shared"), "Sw<2,3,3> o 0 o (128,32):(16,1)", "A.shared", "injective"),
            (("A", "shared"), "(128,32):(32,1)", "A.load", "bank_conflict"),
            (("A", "shared"), "(128,32):(-32,1)", "A.copy", "offset"),
            (("A", "load"), "SM75_U16x8_LDSM_T", "A.load", "contiguous"),
            (("A", "element"), 1, "A.copy", None),
            (("stages",), 12, "memory", "memory"),
            (("C", "store"), "UniversalCopy<uint128_t>", "C.store", "contiguous"),
            (("atoms",), "(2,1,2)", "mma", "covers"),
        ):
            plan = copy.deepcopy(good)
            at = plan
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value
            got = ask(plan)
            if condition is None:
                self.assertFalse(got["fits"], (path, got))
                continue
            failed = next(s for s in got["stages"] if not s["fits"])
            self.assertEqual((got["fails"], failed["condition"]), (stage, condition), (path, failed))
            self.assertEqual(failed["stage"], stage)
            if condition in ("aligned", "contiguous", "agrees", "bank_conflict"):
                self.assertLessEqual({"thread", "value", "offset"}, set(failed), failed)

    def test_fragments_of_a_kernel(self):
        """The instruction's own passes; with two values exchanged, or in the order of another instruction, it is named."""
        good = json.loads((PLANS / "sm80_bf16.json").read_text())
        tile = json.loads(colex("tiled_mma", good["atom"], "--atoms", good["atoms"], "--tile", good["tile"], "--json").out)
        good["A"]["fragment"] = tile["A"]
        self.assertTrue(ask(good)["fits"])
        good["A"]["fragment"] = tile["A"].replace("(128,8,", "(8,128,", 1) if "(128,8," in tile["A"] else tile["B"]
        got = ask(good)
        self.assertEqual(got["fails"], "mma", (tile, got))
        (failed,) = [s for s in got["stages"] if not s["fits"]]
        self.assertEqual((failed["condition"], failed["thread"]), ("agrees", 0))

    def test_boxes_and_descriptors(self):
        good = json.loads((PLANS / "sm90_wgmma.json").read_text())
        good["C"]["copy"], good["C"]["store"] = {"threads": "(16,16):(16,1)", "values": "(1,8):(8,1)"}, "SM90_U32x4_STSM_N"
        for shared, stage, condition in (
            ("Sw<3,3,3> o 0 o (128,64):(64,1)", None, None), ("(128,64):(64,1)", "A.load", "canonical"), ("Sw<3,4,3> o 0 o (128,64):(64,1)", "A.copy", "agrees"),
            ("Sw<2,3,3> o 0 o ((128,1),(32,2)):((32,0),(1,4096))", None, None),
        ):  # fmt: skip
            got = ask({**good, "A": {**good["A"], "shared": shared}})
            failed = [s for s in got["stages"] if not s["fits"]]
            self.assertEqual((got.get("fails"), failed[0].get("condition") if failed else None), (stage, condition), (shared, failed))
        by_threads = {**good, "A": {"global": "(128,64):(4096,1)"}}
        got = ask(by_threads)
        self.assertTrue(got["fits"], got)
        self.assertIn("Sw<3,3,3>", next(s["does"] for s in got["stages"] if s["stage"] == "A.shared"))

    def test_what_cannot_be_used(self):
        good = json.loads((PLANS / "gfx942_f16.json").read_text())
        for change, message in (
            ({"on": "sm61"}, "plan: on: expected one of"), ({"atom": "SM80_16x8x16_F32F16F16F32_TN"}, "gfx942 has no SM80_16x8x16_F32F16F16F32_TN"), ({"tile": None}, "plan: tile is missing"),
            ({"A": 3}, "plan: A is no object"), ({"colour": 1}, "a plan has no member colour"), ({"A": {}}, "plan: A.global is missing"), ({"A": {"global": "(64,32):(32,1)"}}, "A.global: 2048 elements, and the tile of A has 128 x 32"),
            ({"A": {"global": [128, 32], "copy": {"threads": "4"}}}, "threads and values stand together"), ({"A": {"global": [128, 32], "load": "SM75_U32x4_LDSM_N"}}, "gfx942 has no SM75_U32x4_LDSM_N"),
            ({"A": {"global": [128, 32], "load": "buffer_load_dwordx4"}}, "does not move that way"), ({"A": {"global": [128, 32], "copy": {"by": "tma"}}}, "gfx942 has no tma"), ({"stages": 0}, "stages: expected 1 to 64"),
            ({"A": {"global": [128, 32], "copy": {"box": [128, 32]}}}, "a box is tma's"), ({"A": {"global": [128, 32], "bits": 6}}, "elements of 6 bits are not planned"), ({"C": {"global": [128, 128], "copy": {}}}, "C.shared is missing"),
            ({"A": {"global": f"(128,32):({2**41},1)"}}, "A.global: an offset is beyond 2^40"), ({"A": {"global": [128, 32], "copy": {"by": "tma", "shared": "(128,32)"}}}, "where tma's boxes land is known"),
            ({"A": {"global": [128, 32], "swizzle": "Sw<1,2,3>"}}, 'A.swizzle is "?"'), ({"A": {"global": [128, 32], "shared": "Sw<1,2,3> o 0 o (128,32):(32,1)", "swizzle": "?"}}, "A.swizzle is open, and A.shared has one"),
        ):  # fmt: skip
            ran = colex("plan", "-", stdin=json.dumps({**good, **change}))
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (change, ran))
            self.assertIn(message, ran.err)
        for text in ("", "[", "[1]", '{"on": "sm80", "on": "sm90"}'):
            self.assertEqual(colex("plan", "-", stdin=text).status, 2)


main()
