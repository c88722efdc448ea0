#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""banks, find_swizzle, swizzle and explain against plain recomputations: phases listed lane by lane, every swizzle of
the family tried again, Triton's formula, digits and sums."""
import itertools
import json
import random
import unittest

from tool import colex, main


def values(layout):
    return [int(v) for v in colex("evaluate", layout).out.split(",")]


def ask(*words):
    ran = colex(*words, "--json")
    assert ran.out, ran.err
    return json.loads(ran.out)


def swizzle(b, m, s, x):
    mask = ((1 << b) - 1) << m
    return x ^ (((x >> s) if s >= 0 else (x << -s)) & (mask if s >= 0 else mask << -s))


# The groups of lanes that are served together, lane by lane: reads of 16 bytes.
GFX942 = [[*range(0, 4), *range(20, 24)], [*range(4, 8), *range(16, 20)], [*range(8, 12), *range(28, 32)], [*range(12, 16), *range(24, 28)]]
GFX950 = [[*range(0, 4), *range(12, 16), *range(20, 28)], [*range(4, 12), *range(16, 20), *range(28, 32)]]


def groups(target, width, store):
    """(banks, groups of lanes)"""
    if target == "sm90":
        lanes = 128 // max(width, 4)
        return 32, [[*range(k, k + lanes)] for k in range(0, 32, lanes)]
    if width == 16 and not store:
        half = GFX942 if target != "gfx950" else GFX950
        return (64 if target == "gfx950" else 32), half + [[lane + 32 for lane in g] for g in half]
    lanes = 128 // max(width, 4)
    if target == "gfx950" and not store:
        lanes *= 2
    return (64 if target == "gfx950" and not store else 32), [[*range(k, k + lanes)] for k in range(0, 64, lanes)]


def degrees(addresses, target, width, store):
    """(worst degree, phases, passes) of one access; addresses in bytes, by lane."""
    banks, together = groups(target, width, store)
    costs = []
    for lanes in together:
        words = {a // 4 for lane in lanes if lane < len(addresses) for a in range(addresses[lane], addresses[lane] + width)}
        if words:
            costs.append(max(sum(w % banks == b for w in words) for b in range(banks)))
    return max(costs), len(costs), sum(costs)


class Banks(unittest.TestCase):
    def test_against_the_lists(self):
        random.seed(5)
        seen = set()
        for _ in range(60):
            target = random.choice(["sm90", "gfx90a", "gfx942", "gfx950"])
            wave = 32 if target == "sm90" else 64
            width, store, element = random.choice([4, 8, 16]), random.random() < 0.5, random.choice([1, 2, 4])
            rows = random.choice([8, 16, wave])
            unit, pitch = width // element, random.choice([16, 64, 128]) // element
            layout = f"(({rows},{wave // rows}),2):(({pitch},{unit}),{pitch * rows})"
            got = ask("banks", layout, "--on", target, "--width", str(width), "--element", str(element), *["--store"] * store)
            offsets = values(layout)
            steps = [degrees([o * element for o in offsets[k * wave:(k + 1) * wave]], target, width, store) for k in (0, 1)]
            self.assertEqual((got["degree"], got["phases"], got["passes"]),
                             (max(d for d, _, _ in steps), sum(p for _, p, _ in steps), sum(p for _, _, p in steps)), (layout, target, width, store))
            self.assertEqual(len(got["worst"]["words"]) if got["degree"] > 1 else 1, got["degree"])
            seen.add(got["degree"])
        self.assertGreater(len(seen), 3)

    def test_known_accesses(self):
        for layout, target, width, element, degree in (
            ("(32,8):(64,8)", "sm90", 16, 2, 8),
            ("Sw<3,3,3> o 0 o (32,8):(64,8)", "sm90", 16, 2, 1),
            ("32:32", "sm90", 4, 4, 32),
            ("32:33", "sm90", 4, 4, 1),
            ("Sw<5,0,5> o 0 o 32:32", "sm90", 4, 4, 1),
            ("(64,1):(0,0)", "gfx942", 16, 1, 1),
            ("5:32", "sm90", 4, 4, 5),
        ):
            lanes = ["--lanes", "5"] if layout == "5:32" else []
            got = ask("banks", layout, "--on", target, "--width", str(width), "--element", str(element), *lanes)
            self.assertEqual(got["degree"], degree, layout)

    def test_the_map_marks_the_clash(self):
        picture = ask("draw", "banks", "8:32", "--lanes", "8", "--on", "sm90", "--element", "4")
        cells = picture["grids"][0]["cells"]
        self.assertEqual([[c["label"] for c in row if c["label"]] for row in cells], [[str(k)] for k in range(8)])
        self.assertTrue(all(row[0]["wrong"] for row in cells))
        free = ask("draw", "banks", "Sw<3,0,5> o 0 o 8:32", "--lanes", "8", "--on", "sm90", "--element", "4")
        self.assertFalse(any(c.get("wrong") for row in free["grids"][0]["cells"] for c in row))

    def test_what_cannot_be_accessed(self):
        for words, status, message in (
            (["32:1", "--on", "sm90", "--width", "16", "--element", "2"], 1, "misaligned: index 1 is at byte 2, not a multiple of 16"),
            (["Sw<1,0,3> o 0 o 32:8", "--on", "sm90", "--width", "16", "--element", "2"], 1, "taken_apart: "),
            (["32:1"], 2, "colex: --on is required: "),
            (["32:1", "--on", "sm7"], 2, "colex: --on: no model of sm7; known: "),
            (["32:1", "--on", "sm90", "--width", "3"], 2, "colex: a lane accesses 1, 2, 4, 8 or 16 bytes, not 3"),
            (["32:1", "--on", "sm90", "--element", "8"], 2, "colex: an element of 64 bits does not fit"),
            (["48:1", "--on", "sm90"], 2, "colex: mode 0, 48:1, is the lanes, and they are 48: no whole waves of 32"),
            (["(8,4):(1,32)", "--on", "sm90"], 2, "colex: mode 0, 8:1, is the lanes, and they are 8 of the 32 of a wave of sm90: put all lanes into mode 0, as ((8,4),1) does, or say that 8 take part: --lanes 8, in Python lanes=8"),
            (["(32,2):(1,32)", "--on", "gfx942"], 2, "colex: mode 0, 32:1, is the lanes, and they are 32 of the 64 of a wave of gfx942"),
            (["(8,4):(1,32)", "--on", "sm90", "--lanes", "4"], 2, "colex: mode 0, 8:1, is the lanes, and they are 8, not the 4 that are to take part"),
            (["64:1", "--on", "sm90", "--lanes", "64"], 2, "colex: a wave of sm90 has 1 to 32 lanes, not 64"),
            (["(32,65536):(1,32)", "--on", "sm90"], 2, "colex: 2097152 addresses"),
            (["32:1099511627776", "--on", "sm90", "--element", "4"], 2, "colex: an offset is beyond 2^40"),
            (["32:x", "--on", "sm90"], 2, "colex: access:1:4: "),
            (["32:4@5", "--on", "sm90"], 2, "colex: access:1:6: expected 1, 2, 4, 8 or 16"),
        ):
            ran = colex("banks", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (status, "", 1), (words, ran))
            self.assertTrue(ran.err.startswith(message), ran.err)


    def test_lanes_that_are_left_in_mode_1_are_no_steps(self):
        """32 lanes read 8 floats of each of 4 rows of 32: bank k % 32 is asked for 4 words, which a row per step hid."""
        said = colex("banks", "((8,4),1):((1,32),0)", "--on", "sm90", "--element", "4")
        addresses = [4 * (lane % 8 + 32 * (lane // 8)) for lane in range(32)]
        self.assertEqual(said.out.splitlines()[:2], ["mode 0, (8,4):(1,32), is the lanes", f"degree {degrees(addresses, 'sm90', 4, False)[0]}"])
        self.assertEqual(degrees(addresses, "sm90", 4, False)[0], 4)
        for words in (["banks", "(8,4):(1,32)"], ["draw", "banks", "(8,4):(1,32)"], ["find_swizzle", "--read", "(8,4):(1,32)"], ["find_swizzle", "--write", "(8,4):(1,32)", "--pad", "32"]):
            ran = colex(*words, "--on", "sm90", "--element", "4")
            self.assertEqual((ran.status, ran.out), (2, ""), words)
            self.assertIn("mode 0, 8:1, is the lanes, and they are 8 of the 32", ran.err)
        told = ask("banks", "(8,4):(1,32)", "--on", "sm90", "--element", "4", "--lanes", "8")
        self.assertEqual((told["degree"], told["lanes"], told["lane_mode"], told["accesses"]), (1, 8, "8:1", 4))
        found = ask("find_swizzle", "--on", "sm90", "--element", "4", "--read", "((8,4),1):((1,32),0)")
        self.assertEqual(found["without"], [4])
        self.assertTrue(found["swizzles"])


class FindSwizzle(unittest.TestCase):
    def test_every_swizzle_of_the_family_is_judged(self):
        for write, read, width, element in (("((8,4),8):((8,64),256)", "(32,8):(64,8)", 16, 2), ("(32,4):(1,32)", "(32,4):(32,1)", 4, 4),
                                            ("((16,2),4):((4,64),128)", "(32,2):(64,8)", 16, 4)):
            got = ask("find_swizzle", "--on", "sm90", "--width", str(width), "--element", str(element), "--write", write, "--read", read)
            accesses = [(values(layout), store) for layout, store in ((write, True), (read, False))]
            lanes = [min(32, int(write.split(",")[0].strip("(")) if not write.startswith("((") else 32), int(read[1:].split(",")[0])]
            top = max(max(offsets) for offsets, _ in accesses) + width // element
            bits, least = (top - 1).bit_length(), (width // element).bit_length() - 1
            free, tried = [], 0
            for b, s, m in itertools.product(range(1, bits), range(1, bits), range(least, bits)):
                if s < b or b + m + s > bits:
                    continue
                tried += 1
                worst = max(degrees([swizzle(b, m, s, o) * element for o in offsets[k:k + n]], "sm90", width, store)[0]
                            for (offsets, store), n in zip(accesses, lanes) for k in range(0, len(offsets), n))
                if worst == 1:
                    free.append(f"Sw<{b},{m},{s}>")
            self.assertEqual((got["tried"], got["swizzles"]), (tried, free))
            self.assertTrue(free)

    def test_none_and_not_needed(self):
        # Pieces of 4 floats stay together, so a column of 32 floats sees 8 places at most.
        ran = colex("find_swizzle", "--on", "sm90", "--element", "4", "--write", "((8,4),8):((4,32),128)@16", "--read", "32:32@4")
        self.assertEqual((ran.status, ran.out.splitlines()[:3], ran.out.splitlines()[-1]), (1, ["write: mode 0, (8,4):(4,32), is the lanes", "read: mode 0, 32:32, is the lanes", "no"], "the best is Sw<3,2,3> with degree 4"))
        self.assertIn("all were tried", ran.out)
        ran = colex("find_swizzle", "--on", "sm90", "--element", "4", "--read", "32:1")
        self.assertEqual((ran.status, ran.out), (0, "read: mode 0, 32:1, is the lanes\nnone is needed: no access has a conflict\n"))

    def test_paddings(self):
        got = ask("find_swizzle", "--on", "sm90", "--element", "4", "--read", "32:32", "--write", "32:1", "--pad", "32")
        free = [p for p in range(1, 33) if degrees([4 * (32 + p) * k for k in range(32)], "sm90", 4, False)[0] == 1]
        self.assertEqual((got["paddings"], got["tried"]), (free, 32))
        self.assertEqual(free[0], 1)

    def test_a_width_of_its_own(self):
        got = ask("find_swizzle", "--on", "sm90", "--element", "2", "--write", "(32,8):(8,256)@16", "--read", "(32,2):(64,2)@4")
        self.assertEqual(got["least_base"], 3)

    def test_errors(self):
        for words, message in (
            ([], "colex: find_swizzle: give an access"),
            (["--read", "Sw<1,0,1> o 0 o 32:1"], "colex: an access that is to be swizzled has a swizzle already"),
            (["--read", "32:1", "--pad", "0"], "colex: --pad"),
            (["--read", "32:4", "--width", "16", "--pad", "6"], "colex: a row of 6 elements"),
        ):
            ran = colex("find_swizzle", "--on", "sm90", "--element", "4", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (words, ran))
            self.assertTrue(ran.err.startswith(message), ran.err)
        ran = colex("find_swizzle", "--on", "sm90", "--element", "4", "--read", "(32,2048):(1,32)")
        self.assertEqual(ran.status, 0)
        ran = colex("find_swizzle", "--on", "sm90", "--element", "4", "--read", "(32,2048):(32,1)")
        self.assertEqual((ran.status, ran.err[:10]), (1, "undecided:"))


class Swizzles(unittest.TestCase):
    def test_tritons_formula(self):
        for vec, per_phase, max_phase, row in itertools.product((1, 4, 8), (1, 2), (1, 4, 8), (64, 128)):
            s = ask("swizzle", "--triton", f"{vec},{per_phase},{max_phase}", "--row", str(row), "--element", "2")["swizzle"]
            table = values(f"{s} o 0 o ({row},16):(1,{row})")
            for r, c in itertools.product(range(16), range(row)):
                column = ((c // vec) ^ ((r // per_phase) % max_phase)) * vec + c % vec
                self.assertEqual(table[r * row + c], r * row + column, (s, r, c))
            if max_phase > 1:
                back = ask("swizzle", s, "--row", str(row), "--element", "2")["triton"]
                self.assertEqual(back, {"vec": vec, "perPhase": per_phase, "maxPhase": max_phase, "row": row})

    def test_names(self):
        for tma, blocks in ((32, None), (64, None), (128, 8)):
            for element in (1, 2, 4):
                f = ask("swizzle", "--tma", str(tma), "--element", str(element))
                self.assertEqual((f["tma"], f["xor16"]), (tma, blocks))
                self.assertEqual(ask("swizzle", f["swizzle"], "--element", str(element)), f)
                self.assertEqual(f["bytes"], f"Sw<{tma.bit_length() - 5},4,3>")
        for blocks in (2, 4, 8, 16):
            f = ask("swizzle", "--xor16", str(blocks), "--element", "2")
            self.assertEqual((f["xor16"], f["bytes"]), (blocks, colex("swizzle_xor16", str(blocks)).out.strip()))
        self.assertIsNone(ask("swizzle", "Sw<2,3,3>")["tma"])

    def test_bits(self):
        said = colex("swizzle", "Sw<3,3,3>", "--element", "2").out
        self.assertIn("B = 3: bits 6 to 8 of the offset XORed into bits 3 to 5", said)
        self.assertIn("S = -3: a bit is read 3 places below where it is XORed", colex("swizzle", "Sw<2,0,-3>").out)
        for s in ("Sw<3,3,3>", "Sw<2,0,-3>", "Sw<1,2,4>"):
            f, table = ask("swizzle", s), values(f"{s} o 0 o 1024:1")
            self.assertEqual({x for x in range(1024) if table[x] != x}, {x for x in range(1024) if x & f["source_mask"]})
            self.assertTrue(all((table[x] ^ x) & ~f["target_mask"] == 0 for x in range(1024)))

    def test_errors(self):
        for words, status, message in (
            ([], 2, "colex: swizzle: give one of"),
            (["Sw<3,3,3>", "--tma", "128"], 2, "colex: swizzle: give one of"),
            (["--tma", "48"], 2, "colex: TMA has swizzles of 32, 64 and 128 bytes, not 48"),
            (["--tma", "128", "--element", "32"], 2, "colex: elements of 32 bytes are larger"),
            (["--triton", "8,1,8"], 2, "colex: a swizzle of Triton's is one of rows"),
            (["--triton", "8,1", "--row", "64"], 2, "colex: --triton: expected vec,perPhase,maxPhase"),
            (["--triton", "x", "--row", "64"], 2, "colex: --triton:1:1: unknown name x"),
            (["--triton", "8,1,16", "--row", "64"], 2, "colex: vec 8 times maxPhase 16 leaves a row of 64"),
            (["4:1"], 2, "colex: swizzle: expected Sw<B,M,S>, not a layout"),
            (["Sw<3,4,2>"], 1, "swizzle: overlap: "),
            (["Sw<3,4,3>", "--row", "48"], 2, "colex: the row is 48, not a power of two"),
        ):
            ran = colex("swizzle", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (status, "", 1), (words, ran))
            self.assertTrue(ran.err.startswith(message), ran.err)


class Explained(unittest.TestCase):
    CASES = [
        ["coalesce", "(2,(1,6)):(1,(6,2))"], ["coalesce", "(2,3,4):(1,7,21)"], ["complement", "8:2", "32"], ["complement", "(2,4):(16,2)", "64"],
        ["complement", "4:3", "16"], ["complement", "(2,2):(2,3)", "16"], ["complement", "4:2", "19", "--cover"], ["composition", "(4,6,8,10):(2,3,5,7)", "6:12"],
        ["composition", "(4,6,8):(1,10,100)", "(3,2):(8,12)"], ["composition", "(8,8):(24,5)", "4:5"], ["composition", "(4,6,8):(2,3,5)", "(2,6):(1,3)"],
        ["composition", "(6,4):(1,7)", "4:4"], ["composition", "(8,8):(8,1)", "(4,2):(2,1)"], ["composition", "4:1", "8:1", "--bounded"],
        ["composition", "(4,8):(1,288230376151711744)", "(2,64):(1,2)"],
        ["composition", "(4,4):(1,5)", "4:-1"], ["equal", "10:3", "(2,5):(3,6)"], ["equal", "(2,2):(3,1)", "(2,2):(1,3)"], ["equal", "4:1", "5:1"], ["evaluate", "(4,(2,4)):(2,(1,8))", "21"],
        ["zipped_divide", "(4,8):(1,4)", "<2,4>"], ["tiled_divide", "16:1", "4:2"], ["flat_divide", "(4,8):(1,4)", "<2:1,_>"], ["zipped_divide", "(4,8):(1,4)", "<3>"],
        ["logical_divide", "(5,2):(4,2)", "2:1", "--cover"], ["logical_divide", "(4,8):(1,4)", "<2,4,2>"], ["composition", "(4,8):(1,4)", "<2,_>"],
        ["logical_product", "(2,2):(1,4)", "4:1"], ["logical_product", "(2,4):(1,8)", "<3,2>"], ["logical_product", "4:-1", "3:1"], ["logical_product", "(2,2):(1,3)", "5:1"],
        ["zipped_product", "4:1", "3:2"], ["flat_product", "(2,2):(1,2)", "(3,2):(1,3)"], ["blocked_product", "(2,2):(1,2)", "(2,3):(1,2)"], ["raked_product", "4:1", "(2,3):(1,2)"],
        ["tile_to_shape", "(2,2):(1,2)", "(4,6)", "(1,0)"], ["tile_to_shape", "(4,2):(1,4)", "(10,4)"], ["tile_to_shape", "(4,2):(1,4)", "(10,4)", "--cover"],
        ["right_inverse", "(4,8):(8,1)"], ["right_inverse", "(4,3):(1,2)"], ["right_inverse", "(4,6):(1,5)"], ["left_inverse", "(4,8):(8,1)"], ["left_inverse", "(2,2):(2,3)"],
        ["left_inverse", "(3,2):(1,2)"], ["injective", "(2,2):(2,3)"], ["injective", "(3,2):(1,2)"], ["injective", "(3,3,3):(4,6,9)"], ["surjective", "(2,2):(1,3)", "5"],
        ["bijective", "(4,8):(8,1)", "32"], ["bijective", "(4,8):(-1,4)", "32"], ["upcast", "(8,4):(1,8)", "4"], ["upcast", "(3,4):(1,3)", "2"], ["downcast", "(2,4):(1,2)", "4"],
        ["downcast", "(2,2):(1,1)", "2"], ["recast_layout", "(6,4):(1,6)", "16", "24"], ["recast_layout", "Sw<3,3,3> o 0 o (8,64):(64,1)", "16", "32"],
        ["evaluate", "Sw<3,3,3> o 8 o (8,64):(64,1)", "10"], ["evaluate", "Sw<2,0,-2> o 0 o 16:1", "6"], ["evaluate", "[1,3,7] o 0 o 8:1", "5"],
        ["equal", "Sw<1,4,3> o 0 o (8,128):(128,1)", "Sw<3,4,3> o 0 o (8,128):(128,1)"], ["equal", "Sw<2,0,2> o 0 o 8:1", "[1,2,5] o 0 o 8:1"], ["equal", "Sw<1,0,1> o 0 o 4:1", "3:1"],
        ["coalesce", "Sw<1,0,1> o 0 o (2,2):(1,2)"], ["zipped_divide", "Sw<3,4,3> o 0 o (8,8):(8,1)", "<4,2>"], ["blocked_product", "Sw<1,0,2> o 0 o (2,4):(4,1)", "(2,2):(1,2)"],
        ["evaluate", "4:1", "4"], ["logical_divide", "16:1", "4:4"], ["logical_divide", "9:1", "2:1"], ["logical_divide", "(4,6):(6,1)", "6:2"],
    ]  # fmt: skip

    def test_the_answer_is_the_operations(self):
        for words in self.CASES:
            with self.subTest(words):
                plain, told = colex(*words), colex("explain", *words)
                said = plain.out.strip() or plain.err.strip().split("): ", 1)[1]
                self.assertEqual(told.out.splitlines()[-1], "= " + said if plain.status == 0 else said)
                self.assertEqual((told.status, told.err), (plain.status, ""))
                data = ask("explain", *words)
                self.assertEqual((data["answer"], data["holds"]), (said, plain.status == 0))
                if plain.status == 0:
                    self.assertGreater(len(data["steps"]), 0)

    def test_a_mode_that_stays_is_whole_in_the_tile(self):
        data = ask("explain", "zipped_divide", "(12,(4,8)):(7,(1,30))", "<2,_>")
        self.assertEqual([s["path"] for s in data["steps"] if s["rule"] == "keep"], ["1"])
        self.assertEqual(data["answer"], "((2,(4,8)),(6,1)):((7,(1,30)),(14,0))")

    def test_complement_steps_are_a_chain(self):
        data = ask("explain", "complement", "(2,4):(16,2)", "64")
        gaps = [s["gap"] for s in data["steps"] if s["rule"] in ("gap", "end")]
        shape, stride = zip(*(g.split(":") for g in gaps))
        self.assertEqual(colex("coalesce", f"({','.join(shape)}):({','.join(stride)})").out.strip(), data["answer"])
        reach = 1
        for step in (s for s in data["steps"] if s["rule"] == "gap"):
            size, stride = map(int, step["mode"].split(":"))
            self.assertEqual((step["reach"], step["gap"], step["state"]), (reach, f"{stride // reach}:{reach}", size * stride))
            reach = step["state"]

    def test_composition_modes(self):
        for a, b in (("(4,6,8,10):(2,3,5,7)", "6:12"), ("(8,8):(8,1)", "(4,2):(2,1)"), ("(4,6,8):(1,10,100)", "(3,2):(8,12)"), ("(2,2,2,2):(1,5,20,70)", "(2,4):(4,1)")):
            data = ask("explain", "composition", a, b)
            for k, mode in enumerate(zip(*(part.strip("()").split(",") for part in b.split(":")))):
                emitted = [s["emits"] for s in data["steps"] if s.get("mode") == k and "emits" in s] or ["1:0"]
                shape, stride = zip(*(e.split(":") for e in emitted))
                (whole,) = [s["layout"] for s in data["steps"] if s.get("mode") == k and s["rule"] == "mode"]
                self.assertEqual(colex("coalesce", f"({','.join(shape)}):({','.join(stride)})").out, colex("coalesce", whole).out)
                self.assertEqual(whole + "\n", colex("composition", a, ":".join(mode)).out)

    def test_a_lost_carry_is_shown_in_digits(self):
        data = ask("explain", "composition", "(4,6,8):(1,10,100)", "(3,2):(8,12)")
        parts = [s for s in data["steps"] if s["rule"] == "part"]
        (whole,) = [s for s in data["steps"] if s["rule"] == "sum"]
        self.assertEqual([(p["index"], p["digits"], p["value"]) for p in parts], [(16, [0, 4, 0], 40), (12, [0, 3, 0], 30)])
        self.assertEqual((whole["index"], whole["digits"], whole["value"], whole["parts"]), (28, [0, 1, 1], 110, 70))
        self.assertIn("a carry is lost", whole["text"])

    def test_steps_are_recomputed(self):
        for words in self.CASES:
            data = ask("explain", *words)
            steps, plain = data["steps"], words[1] if words[1][0] in "0123456789(" else None
            for step in steps:
                if step["rule"] in ("left", "right") and plain and words[0] in ("injective", "left_inverse"):
                    self.assertEqual(step["value"], values(plain)[step["index"]], step)
                elif step["rule"] == "xor":
                    read = steps[steps.index(step) - 1]
                    self.assertEqual(step["value"], read["from"] ^ read["moved"], step)
            if words[0] == "right_inverse":
                taken = [s for s in steps if s["rule"] == "step"]
                reach = 1
                for step in taken:
                    extent, place = map(int, step["mode"].split(":"))
                    self.assertEqual((step["value"], step["state"]), (values(plain)[place], reach * extent))
                    self.assertEqual(step["value"], reach)
                    reach = step["state"]
                self.assertEqual(int(colex("size", data["answer"]).out), (taken or [s for s in steps if "state" in s])[-1]["state"])
            if words[0] in ("left_inverse", "upcast", "downcast") and data["holds"] and all(s["rule"] != "stop" for s in steps):
                shape, stride = zip(*(s["emits"].split(":") for s in steps if "emits" in s))
                self.assertEqual(colex("coalesce", f"({','.join(shape)}):({','.join(stride)})").out, colex("coalesce", data["answer"]).out)

    def test_a_lost_mode_is_named(self):
        (_, last), answer = colex("explain", "upcast", "(4,3):(1,1)", "2").out.splitlines()[-3:-1], "vector_divides: mode 1: 3 does not fit whole vectors of 2"
        self.assertIn("mode 3:1: ", last)
        self.assertEqual(colex("explain", "upcast", "(4,3):(1,1)", "2").out.splitlines()[-1], answer)

    def test_any_call_ends_in_the_operations_answer(self):
        random.seed(20)
        layout = lambda: "({},{}):({},{})".format(*(random.randint(1, 6) for _ in range(2)), *(random.choice([0, 1, 2, 3, 4, 6, 8, 12, -1]) for _ in range(2)))  # noqa: E731
        refused = 0
        for name, count in (("zipped_divide", 2), ("logical_product", 2), ("raked_product", 2), ("right_inverse", 1), ("left_inverse", 1), ("injective", 1), ("composition", 2)):
            for _ in range(12):
                words = [name, *(layout() for _ in range(count))]
                plain, told = colex(*words), colex("explain", *words)
                said = plain.out.strip() or plain.err.strip().split("): ", 1)[1]
                self.assertEqual((told.out.splitlines()[-1].removeprefix("= "), told.status, told.err), (said.split(" {")[0], plain.status, ""), words)
                refused += plain.status
        self.assertGreater(refused, 10)

    def test_errors(self):
        for words, message in (
            (["frob", "4:1"], "colex: explain: no derivation of frob; there is one of evaluate, equal, coalesce, complement"),
            (["complement", "4:1", "(4)"], "colex: "),
            (["coalesce"], "colex: expected coalesce("),
            (["injective", "Sw<1,0,1> o 0 o 4:1"], "colex: explain: injective has a derivation for (layout) only"),
            (["coalesce", "(4"], "colex: argument 1:1:3: "),
        ):
            ran = colex("explain", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (words, ran))
            self.assertTrue(ran.err.startswith(message), ran.err)


main()
