#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""atoms, tiled_copy and tiled_mma: known layouts, each atom covers its operands once, partitions by plain recomputation."""
import collections
import itertools
import json
import math
import random
import re
import unittest

from tool import batch, colex, main


def ask(*words):
    ran = colex(*words, "--json")
    assert ran.out, ran.err
    return json.loads(ran.out)


def spelled(numbers):
    return f"({','.join(map(str, numbers))})"


def tables(layouts):
    return [reply["result"] for reply in batch([{"op": "evaluate", "args": [layout]} for layout in layouts])]


class Atoms(unittest.TestCase):
    def test_known_layouts(self):
        # From the tables of the vendors and of CuTe, written by hand.
        for name, operands in (
            ("SM80_16x8x16_F32F16F16F32_TN", {"A": "((4,8),(2,2,2)):((32,1),(16,8,128))", "B": "((4,8),(2,2)):((16,1),(8,64))", "C": "((4,8),(2,2)):((32,1),(16,8))"}),
            ("SM80_8x8x4_F64F64F64F64_TN", {"A": "((4,8),1):((8,1),0)", "C": "((4,8),2):((16,1),8)"}),
            ("v_mfma_f32_16x16x16_f16", {"A": "((16,4),4):((1,64),16)", "C": "((16,4),4):((16,4),1)"}),
            ("v_mfma_f32_32x32x16_fp8_fp8", {"A": "((32,2),8):((1,256),32)", "C": "((32,2),(4,4)):((32,4),(1,8))"}),
            ("SM90_64x256x32_F32E4M3E4M3", {"A": "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))"}),
            ("SM90_64x256x16_F32BF16BF16", {"A": "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))", "C": "((4,8,4),(2,2,32)):((128,1,16),(64,8,512))"}),
            ("SM75_U32x4_LDSM_N", {"rows": "(32,8):(8,1)", "registers": "(32,(2,4)):(2,(1,64))"}),
        ):
            (atom,) = ask("atoms", name)
            self.assertEqual({k: atom[k] for k in operands}, operands)

    def test_every_element_is_held_once(self):
        all_atoms = ask("atoms")
        self.assertGreater(len(all_atoms), 230)
        self.assertEqual(len({a["name"] for a in all_atoms}), len(all_atoms))
        wanted, layouts = [], []
        for atom in all_atoms:
            if "shape" in atom and atom["shape"][1] in (8, 16, 32, 96):
                M, N, K = atom["shape"]
                for operand, elements in (("A", M * K), ("B", N * K), ("C", M * N)):
                    if operand in atom:
                        # Both halves of a wave of gfx11 hold all of A and of B.
                        times = 2 if atom["target"] == "gfx11" and operand != "C" else 1
                        layouts.append(atom[operand]), wanted.append((elements * atom["blocks"], times))
            elif "shape" not in atom:
                layouts.append(atom["registers"]), wanted.append((int(colex("size", atom["registers"]).out), 1))
        for layout, (elements, times), offsets in zip(layouts, wanted, tables(layouts)):
            self.assertEqual(sorted(offsets), sorted(list(range(elements)) * times), layout)

    def test_words(self):
        self.assertEqual({a["target"] for a in ask("atoms", "ldsm")}, {"sm75"})
        for target, forms in (("gfx90a", 27), ("gfx942", 32), ("gfx950", 38), ("gfx11", 6), ("gfx12", 11), ("sm70", 8)):
            self.assertEqual(sum("shape" in a for a in ask("atoms", target)), forms)
        self.assertEqual(ask("atoms", "V_MFMA_F32_16x16x16F16")[0]["name"], "v_mfma_f32_16x16x16_f16")
        self.assertIn("B in shared memory", colex("atoms", "SM90_64x96x16_F32F16F16").out)
        ran = colex("atoms", "sm60")
        self.assertEqual((ran.status, ran.err), (2, "colex: no atom matches sm60; colex atoms lists all\n"))


# The PTX ISA's formulas of the operands of mma, by (M, K, bits of an element of A): lane and register i -> (m, k) of A and k of B, n being
# the quad; a quad is lane / 4, t the place in it.
MMA = {
    (16, 8, 16): (lambda g, t, i: (g + 8 * (i >= 2), t * 2 + (i & 1)), lambda t, i: t * 2 + i),
    (16, 16, 16): (lambda g, t, i: (g + 8 * (i in (2, 3, 6, 7)), t * 2 + (i & 1) + 8 * (i >= 4)), lambda t, i: t * 2 + (i & 1) + 8 * (i >= 2)),
    (16, 4, 32): (lambda g, t, i: (g + 8 * i, t), lambda t, i: t),
    (16, 8, 32): (lambda g, t, i: (g + 8 * (i in (1, 3)), t + 4 * (i >= 2)), lambda t, i: t + 4 * i),
    (8, 4, 64): (lambda g, t, i: (g, t), lambda t, i: t),
    (16, 4, 64): (lambda g, t, i: (g + 8 * i, t), lambda t, i: t),
    (16, 8, 64): (lambda g, t, i: (g + 8 * (i in (1, 3)), t + 4 * (i >= 2)), lambda t, i: t + 4 * i),
    (16, 16, 64): (lambda g, t, i: (g + 8 * (i % 2), t + 4 * (i // 2)), lambda t, i: t + 4 * i),
    (8, 16, 8): (lambda g, t, i: (g, t * 4 + i), lambda t, i: t * 4 + i),
    (16, 16, 8): (lambda g, t, i: (g + 8 * (i >= 4), t * 4 + (i & 3)), lambda t, i: t * 4 + i),
    (16, 32, 8): (lambda g, t, i: (g + 8 * (i in (4, 5, 6, 7, 12, 13, 14, 15)), t * 4 + (i & 3) + 16 * (i >= 8)), lambda t, i: t * 4 + (i & 3) + 16 * (i >= 4)),
    (8, 32, 4): (lambda g, t, i: (g, t * 8 + i), lambda t, i: t * 8 + i),
    (16, 32, 4): (lambda g, t, i: (g + 8 * (i >= 8), t * 8 + (i & 7)), lambda t, i: t * 8 + i),
    (16, 64, 4): (lambda g, t, i: (g + 8 * (8 <= i < 16 or i >= 24), t * 8 + (i & 7) + 32 * (i >= 16)), lambda t, i: t * 8 + (i & 7) + 32 * (i >= 8)),
    (8, 128, 1): (lambda g, t, i: (g, t * 32 + i), lambda t, i: t * 32 + i),
    (16, 128, 1): (lambda g, t, i: (g + 8 * (i >= 32), t * 32 + (i & 31)), lambda t, i: t * 32 + i),
    (16, 256, 1): (lambda g, t, i: (g + 8 * (32 <= i < 64 or i >= 96), t * 32 + (i & 31) + 128 * (i >= 64)), lambda t, i: t * 32 + (i & 31) + 128 * (i >= 32)),
}  # fmt: skip
BITS = {"F64": 64, "TF32": 32, "F16": 16, "BF16": 16, "S8": 8, "U8": 8, "E4M3": 8, "E5M2": 8, "S4": 4, "U4": 4, "U1": 1}


class Formulas(unittest.TestCase):
    """Every lane and register by the vendors' own formulas."""

    def check(self, atoms, operand, expected):
        """`expected(atom, lane, i)` is the element."""
        for atom, table in zip(atoms, tables([a[operand] for a in atoms])):
            threads = atom["threads"]
            for at, element in enumerate(table):
                self.assertEqual(element, expected(atom, at % threads, at // threads), (atom["name"], operand, at))

    def test_mma_sync(self):
        atoms = [a for a in ask("atoms", "mma.sync") if a["target"] != "sm70"]
        seen = set()
        for atom in atoms:
            if atom["target"] == "sm120":
                atom["key"] = (16, atom["shape"][2], 4 if atom["shape"][2] == 64 else 8)
                continue
            types = re.fullmatch(r"SM\d+_\d+x8x\d+_(?:F64|F32|F16|S32)(F64|TF32|BF16|F16|[SU][841]|E\dM\d)(?:F64|TF32|BF16|F16|[SU][841]|E\dM\d)(?:F64|F32|F16|S32)_TN.*", atom["name"])
            atom["key"] = (atom["shape"][0], atom["shape"][2], BITS[types[1]])
            seen.add(atom["key"])
        self.assertEqual(seen, set(MMA))

        def a_element(atom, lane, i):
            m, k = MMA[atom["key"]][0](lane // 4, lane % 4, i)
            return m + atom["shape"][0] * k

        self.check(atoms, "A", a_element)
        self.check(atoms, "B", lambda atom, lane, i: lane // 4 + 8 * MMA[atom["key"]][1](lane % 4, i))
        self.check(atoms, "C", lambda atom, lane, i: lane // 4 + 8 * (i >= 2) + atom["shape"][0] * (lane % 4 * 2 + (i & 1)))

    def test_scales(self):
        """A quad gives the scales of rows g and g + 8 of A by its lanes of even and odd number, and those of column g of B by each lane."""
        atoms = [a for a in ask("atoms", "sm120") if "scale_A" in a]
        self.assertEqual(len(atoms), 28)
        self.check(atoms, "scale_A", lambda atom, lane, block: lane // 4 + 8 * (lane % 2) + 16 * block)
        self.check(atoms, "scale_B", lambda atom, lane, block: lane // 4 + 8 * block)
        for atom in atoms:
            blocks = atom["shape"][2] // int(re.search(r"(\d+)>$", atom["name"])[1])
            for operand, lines, times in (("scale_A", 16, 2), ("scale_B", 8, 4)):
                (table,) = tables([atom[operand]])
                self.assertEqual(sorted(table), sorted(list(range(lines * blocks)) * times))
        mfma = [a for a in ask("atoms", "v_mfma_scale") if "scale_A" in a]
        self.assertEqual(len(mfma), 2)
        # A lane's 32 elements along K have one scale.
        for atom in mfma:
            held, scale = tables([atom["A"], atom["scale_A"]])
            R = atom["shape"][0]
            for lane in range(64):
                blocks = {(held[lane + 64 * v] % R, held[lane + 64 * v] // R // 32) for v in range(32)}
                self.assertEqual(blocks, {(scale[lane] % R, scale[lane] // R)})

    def test_products_in_tensor_memory(self):
        atoms = [a for a in ask("atoms", "tcgen05.mma")]
        self.assertEqual({a["shape"][2] for a in atoms}, {8, 16, 32, 64, 96})
        self.assertEqual({a["shape"][0] for a in atoms}, {64, 128})
        some = [a for a in atoms if a["shape"][1] in (16, 96, 256)]
        self.check(some, "C", lambda atom, lane, column: lane + atom["shape"][0] * column)
        self.assertTrue(all("A" not in a and "B" not in a for a in atoms))

    def test_transposed_reads(self):
        """16 lanes address rows of 16 elements, one behind the other, and each lane gets its column."""
        atoms = ask("atoms", "_tr_b")
        self.assertEqual(sorted(a["name"] for a in atoms), ["ds_read_b64_tr_b16", "ds_read_b64_tr_b4", "ds_read_b64_tr_b8", "ds_read_b96_tr_b6"])
        self.check(atoms, "registers", lambda atom, lane, i: lane + 16 * i)
        self.check(atoms, "rows", lambda atom, lane, i: lane * int(re.search(r"b(\d+)_tr", atom["name"])[1]) // int(atom["name"].split("_tr_b")[1]) + i)

    def test_volta(self):
        # m8n8k4: the lanes of a quadpair are 0 to 3 and 16 to 19; `high` is lane >= 16.
        atoms = ask("atoms", "sm70")
        for operand, place, whole in (("A", -2, "T"), ("B", -1, "N")):
            for atom, table in zip(atoms, tables([a[operand] for a in atoms])):
                for at, element in enumerate(table):
                    t, i = at % 8, at // 8
                    lane, high = t % 4, t // 4
                    by_row = atom["name"][place] == whole
                    row, k = (lane + 4 * high, i) if by_row else (i + 4 * high, lane)
                    self.assertEqual(element, row + 8 * k, (atom["name"], operand))
        for atom, table in zip(atoms, tables([a["C"] for a in atoms])):
            for at, element in enumerate(table):
                t, i = at % 8, at // 8
                lane, high = t % 4, t // 4
                wide = "_F32" in atom["name"]
                row, column = ((lane & 1) + (i & 2) + 4 * high, (i & 4) + (lane & 2) + (i & 1)) if wide else (lane + 4 * high, i)
                self.assertEqual(element, row + 8 * column, atom["name"])

    def test_wgmma(self):
        atoms = [a for a in ask("atoms", "wgmma") if a["shape"][1] in (8, 24, 256)]
        self.check(atoms, "C", lambda atom, lane, i: 16 * (lane // 32) + lane % 32 // 4 + 8 * (i // 2 % 2) + 64 * (8 * (i // 4) + lane % 4 * 2 + i % 2))
        # No sum of integers has 40 columns.
        columns = {kind: {a["shape"][1] for a in ask("atoms", "wgmma") if kind in a["name"]} for kind in ("S32S8S8", "F32F16F16")}
        self.assertEqual(columns["F32F16F16"], {*range(8, 257, 8)})
        self.assertEqual(columns["S32S8S8"], {8, 16, 24, 32, *range(48, 257, 16)})

    def test_shuffles(self):
        """A lane keeps the word that has its place in the block, and has the other one of its partner."""
        atoms = ask("atoms", "sm50")
        self.assertEqual([a["name"] for a in atoms], [f"SM50_Shuffle_U32_2x2Trans_XOR{apart}" for apart in (1, 4)])
        for atom, apart in zip(atoms, (1, 4)):
            self.check([atom], "rows", lambda a, lane, i: 2 * lane + i)
            self.check([atom], "registers", lambda a, lane, i: 2 * (lane - (lane & apart) + apart * i) + bool(lane & apart))  # noqa: B023

    def test_tensor_memory(self):
        forms = {"32dp32b": (32, lambda lane, r: (lane, r)), "16dp64b": (16, lambda lane, r: (lane // 4 + 8 * (lane % 2), lane // 2 % 2 + 2 * r)),
                 "16dp128b": (16, lambda lane, r: (lane // 4 + 8 * (r % 2), lane % 4 + 4 * (r // 2))),
                 "16dp256b": (16, lambda lane, r: (lane // 4 + 8 * (r // 2 % 2), 2 * (lane % 4) + r % 2 + 8 * (r // 4)))}  # fmt: skip
        for name, (rows, place) in forms.items():
            atoms = ask("atoms", f"_{name}")
            self.assertGreater(len(atoms), 10)
            self.check(atoms, "registers", lambda atom, lane, r: place(lane, r)[0] + rows * place(lane, r)[1])  # noqa: B023

    def test_amd(self):
        wide = [a for a in ask("atoms", "gfx950") if "shape" in a and a["target"] == "gfx950"]
        self.assertEqual(len(wide), 8)
        for operand in ("A", "B"):
            self.check(wide, operand, lambda a, lane, i: lane % a["shape"][0] + a["shape"][0] * (a["shape"][2] * a["shape"][0] // 64 * (lane // a["shape"][0]) + i))
        self.check(wide, "C", lambda a, lane, i: a["shape"][0] * (lane % a["shape"][0]) + 4 * (lane // a["shape"][0]) + i % 4 + (8 * (i // 4) if a["shape"][0] == 32 else 0))
        for target, k, row in (("gfx11", lambda lane, i, run: i, lambda lane, i: 2 * i + lane // 16), ("gfx12", lambda lane, i, run: run * (lane // 16) + i, lambda lane, i: 8 * (lane // 16) + i)):
            atoms = [a for a in ask("atoms", target) if "shape" in a]
            for operand in "AB":
                self.check(atoms, operand, lambda a, lane, i: lane % 16 + 16 * k(lane, i, a["shape"][2] // 2))  # noqa: B023
            self.check(atoms, "C", lambda a, lane, i: row(lane, i) + 16 * (lane % 16))  # noqa: B023

    def test_gfx12_counts_k_in_either_way(self):
        """AMD's article on gfx12's matrix cores and Composable Kernel have K = 8 (lane / 16) + value for elements of 16 bits, as here;
        AMD's calculator has K = 8 (value / 4) + 4 (lane / 16) + value % 4. One permutation of K, the same for A and B, leads from one to the
        other, so that every product is the same sum."""
        (atom,) = [a for a in ask("atoms", "wmma_f32_16x16x16_f16_w32_gfx12")]
        permutations = []
        for operand in "AB":
            (table,) = tables([atom[operand]])
            moved = {}
            for lane, value in itertools.product(range(32), range(8)):
                element = table[lane + 32 * value]
                line, here, there = element % 16, element // 16, 8 * (value // 4) + 4 * (lane // 16) + value % 4
                self.assertEqual(line, lane % 16)
                self.assertEqual(moved.setdefault(here, there), there, (operand, lane, value))
            permutations.append(moved)
        self.assertEqual(permutations[0], permutations[1])
        self.assertEqual(sorted(permutations[0].values()), list(range(16)))
        self.assertNotEqual([permutations[0][k] for k in range(16)], list(range(16)))

    def test_one_thread(self):
        for name, count in (("UniversalCopy<uint128_t>", 16), ("SM80_CP_ASYNC_CACHEALWAYS<uint64_t>", 8), ("buffer_load_dwordx4", 16), ("ds_read_b32", 4)):
            (atom,) = ask("atoms", name)
            self.assertEqual((atom["threads"], tables([atom["registers"]])[0]), (1, [*range(count)]), name)
        (dot,) = ask("atoms", "SM61_DP4A")
        self.assertEqual((dot["A"], dot["C"]), ("(1,4):(0,1)", "(1,1):(0,0)"))


class TiledCopies(unittest.TestCase):
    def test_threads_and_values(self):
        for threads, values in (("(32,4):(4,1)", "(1,8):(8,1)"), ("(4,8):(1,4)", "(2,2):(1,2)"), ("(8,16):(16,1)", "(4,1):(1,4)")):
            c = ask("tiled_copy", threads, values)
            rows, columns = c["tile"]
            thread, value, tv = tables([threads, values, c["tv"]])
            T, M = (int(threads[1:].split(",")[0]), int(values[1:].split(",")[0]))
            for i in range(rows):
                for j in range(columns):
                    # The element (i,j) is value (i % M, j % N) of the thread that holds its block.
                    t = thread[i // M + T * (j // (columns // (len(thread) // T)))]
                    v = value[i % M + M * (j % (columns // (len(thread) // T)))]
                    self.assertEqual(tv[t + c["threads"] * v], i + rows * j, (threads, values, i, j))

    def test_partitions(self):
        for tensor, element, tiles, inside, width in (
            ("(128,64):(64,1)", 2, [4, 2], [32, 32], 8), ("(128,64):(1,128)", 2, [4, 2], [32, 32], 1), ("(100,60):(60,1)", 2, [4, 2], [4, 28], 4),
            ("(128,64):(66,1)", 2, [4, 2], [32, 32], 2), ("(128,64):(64,1)", 4, [4, 2], [32, 32], 4), ("(128,64):(129,2)", 2, [4, 2], [32, 32], 1),
        ):  # fmt: skip
            c = ask("tiled_copy", "(32,4):(4,1)", "(1,8):(8,1)", "--tensor", tensor, "--element", str(element))
            self.assertEqual((c["tile"], c["tiles"], c["inside"], c["width"]), ([32, 32], tiles, inside, width), tensor)
        said = colex("tiled_copy", "(32,4):(4,1)", "(1,8):(8,1)", "--tensor", "(100,60):(60,1)", "--element", "2").out
        self.assertIn("of the last tile 4 of 32 rows and 28 of 32 columns lie inside; predicate of element (i,j): i < 4 and j < 28", said)

    def test_the_width_against_every_access(self):
        # Every access of every tile: whole inside or outside, adjacent, aligned.
        cases = (("1:1", "(4,1):(1,4)", (2, 3), "(2,3):(1,2)", 4), ("1:1", "(4,1):(1,4)", (6, 3), "(6,3):(1,8)", 4), ("1:1", "(4,1):(1,4)", (8, 3), "(8,3):(1,8)", 4), ("1:1", "(4,1):(1,4)", (5, 3), "(5,3):(1,8)", 4),
                 ("(4,1):(1,4)", "(1,8):(8,1)", (4, 28), "(4,28):(64,1)", 2), ("(4,1):(1,4)", "(1,8):(8,1)", (4, 26), "(4,26):(64,1)", 2),
                 ("(2,1):(1,2)", "(4,1):(1,4)", (24, 2), "((6,4),2):((1,16),8)", 4), ("(2,1):(1,2)", "(4,1):(1,4)", (24, 2), "((8,3),2):((1,18),64)", 4),
                 ("(2,2):(1,2)", "(2,2):(1,2)", (8, 8), "(8,8):(1,8)", 4), ("(2,2):(1,2)", "(2,2):(1,2)", (4, 8), "(4,8):(1,2)", 4))  # fmt: skip
        widths = set()
        for threads, values, (m, n), tensor, element in cases:
            c = ask("tiled_copy", threads, values, "--tensor", tensor, "--element", str(element))
            tv, offset = tables([c["tv"], tensor])
            rows, columns = c["tile"]

            def fits(width):
                for i, j, t, v in itertools.product(range(0, m, rows), range(0, n, columns), range(c["threads"]), range(0, c["values"], width)):
                    at = [tv[t + c["threads"] * (v + k)] for k in range(width)]
                    place = [(i + x % rows, j + x // rows) for x in at]
                    inside = [x < m and y < n for x, y in place]
                    if any(inside) != all(inside):
                        return False
                    if inside[0] and [offset[x + m * y] for x, y in place] != [width * (offset[place[0][0] + m * place[0][1]] // width) + k for k in range(width)]:
                        return False
                return True

            best = 1
            while 2 * best * element <= 16 and c["values"] % (2 * best) == 0 and fits(2 * best):
                best *= 2
            self.assertEqual(c["width"], best, (threads, values, tensor))
            widths.add(best)
        self.assertEqual(widths, {1, 2, 4})

    def test_any_tensor_and_why_not_wider(self):
        """Swizzled tensors and index maps, of 16 x 32 elements: the width by looking at every access, and the misfit that is named."""
        draw = random.Random(5)
        seen = collections.Counter()
        for _ in range(60):
            bits, base, shift = draw.randrange(0, 3), draw.randrange(0, 4), draw.choice([2, 3])
            tensor = draw.choice([f"Sw<{min(bits, shift)},{base},{shift}> o 0 o (16,32):(32,1)", f"(i<16, j<32) -> i*32 + (j + {8 * bits}) % 32",
                                  f"(i<16, j<32) -> i*32 + (j ^ {base}*(i % 4))", "(16,32):(32,1)", "(16,32):(36,1)"])  # fmt: skip
            c = ask("tiled_copy", "(8,4):(4,1)", "(1,8):(8,1)", "--tensor", tensor, "--element", "2")
            tv, offset = tables([c["tv"], tensor])
            places = lambda t, v: [row + self.element(tv, t, v) for row in (0, 8)]  # noqa: B023, E731  # in both tiles
            fits = lambda width: all(offset[e + k * 16] == offset[e] + k and offset[e] % width == 0 for t in range(32) for v in range(0, 8, width)  # noqa: B023, E731
                                     for e in places(t, v) for k in range(width))  # noqa: B023
            best = max(w for w in (1, 2, 4, 8) if fits(w))
            self.assertEqual(c["width"], best, tensor)
            self.assertEqual("narrow" in c, best < 8, tensor)
            seen[best] += 1
            if best < 8:
                thread, value, there = map(int, re.search(r"thread (\d+), value (\d+), offset (\d+)", c["narrow"]).groups())
                (row,) = [row for row in (0, 8) if offset[row + self.element(tv, thread, value)] == there]
                first = offset[row + self.element(tv, thread, value // (2 * best) * 2 * best)]
                self.assertTrue(first % (2 * best) or there != first + value % (2 * best), c["narrow"])
        self.assertEqual(set(seen), {1, 2, 4, 8})

    def element(self, tv, thread, value):
        at = tv[thread + 32 * value]  # of a tile of 8 x 32, column-major
        return at % 8 + 16 * (at // 8)

    def test_sizes_that_are_not_known(self):
        """Where the conditions of a width hold, numbers have it; of random sizes where none of the wider ones holds, they have not."""
        sized = ask("tiled_copy", "(32,4):(4,1)", "(1,8):(8,1)", "--tensor", "(M,N):(D,1)", "--element", "2")
        self.assertEqual((sized["tiles"], sized["predicates"]), (["(M + 31) / 32", "(N + 31) / 32"], ["32a + i < M", "32b + j < N"]))
        self.assertEqual([(w["elements"], w["where"]) for w in sized["widths"]],
                         [(8, ["N % 8 == 0", "D % 8 == 0"]), (4, ["N % 4 == 0", "D % 4 == 0"]), (2, ["N % 2 == 0", "D % 2 == 0"]), (1, [])])  # fmt: skip
        draw = random.Random(3)
        for _ in range(40):
            sizes = {"M": draw.randrange(2, 200), "N": draw.choice([8, 24, 60, 62, 63, 96, 100]), "D": 104 + draw.choice([0, 1, 2, 4, 8])}
            numbers = ask("tiled_copy", "(32,4):(4,1)", "(1,8):(8,1)", "--tensor", f"({sizes['M']},{sizes['N']}):({sizes['D']},1)", "--element", "2")
            self.assertEqual(numbers["tiles"], [eval(x.replace("/", "//"), dict(sizes)) for x in sized["tiles"]])
            self.assertEqual(numbers["width"], next(w["elements"] for w in sized["widths"] if all(eval(x, dict(sizes)) for x in w["where"])), sizes)
        across = ask("tiled_copy", "(32,4):(4,1)", "(1,8):(8,1)", "--tensor", "(64,N):(1,64)")
        self.assertEqual(([w["elements"] for w in across["widths"]], across["tiles"][0], across["predicates"][0]), ([1], "2", ""))
        self.assertEqual(ask("tiled_copy", "(32,1):(1,32)", "(4,1):(1,4)", "--tensor", "(N,1):(1,N)")["widths"][0], {"elements": 4, "where": ["N % 4 == 0"]})

    def test_refusals_and_errors(self):
        ran = colex("tiled_copy", "(4,2):(0,1)", "(1,2):(2,1)")
        self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (1, "", 1), ran)
        for words in (["4:1"], ["4:1", "x"], ["4:1", "2:1", "--tensor", "(2,2,2):(1,2,4)"], ["4:1", "2:1", "--tensor", "(4,4):(1,4)", "--element", "3"],
                      ["(4,1)", "(2,1)", "--tensor", "(M,4,2):(1,M,4)"], ["(4,1)", "(2,1)", "--tensor", "(M,m):(1,M)"], ["(4,1)", "(2,1)", "--tensor", "(M,0):(1,M)"],
                      ["4194304:1", "2:1"], ["4:1", "2:1", "--tensor", "(4611686018427387904,1):(1,0)"]):  # fmt: skip
            ran = colex("tiled_copy", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (words, ran))


class TiledMmas(unittest.TestCase):
    def test_every_element_is_held_as_often_as_it_is_needed(self):
        for atom, repeat, tile in (("SM80_16x8x16_F32F16F16F32_TN", (2, 4), (64, 64, 32)), ("v_mfma_f32_16x16x16_f16", (2, 2), (64, 32, 16)),
                                   ("v_mfma_f32_32x32x8_f16", (1, 2), (32, 128, 16))):  # fmt: skip
            got = ask("tiled_mma", atom, "--atoms", f"({repeat[0]},{repeat[1]})", "--tile", f"({tile[0]},{tile[1]},{tile[2]})")
            a, b, c = tables([got["A"], got["B"], got["C"]])
            m, n, k = tile
            self.assertEqual(sorted(c), list(range(m * n)))
            self.assertEqual(sorted(a), sorted(list(range(m * k)) * repeat[1]))
            self.assertEqual(sorted(b), sorted(list(range(n * k)) * repeat[0]))

    def test_permutations_and_orders_of_waves(self):
        # By CuTe's definition of thrfrg_A, B and C: atoms go through the permuted tile, waves next to each other, then the rest.
        draw, asked, layouts = random.Random("tiled mma"), [], []
        for _ in range(12):
            name = draw.choice(["SM80_16x8x16_F32F16F16F32_TN", "v_mfma_f32_16x16x16_f16", "SM80_8x8x4_F64F64F64F64_TN", "wmma_f32_16x16x16_f16_w32"])
            (atom,) = ask("atoms", name)
            waves = [draw.choice([1, 2, 3]), draw.choice([1, 2]), draw.choice([1, 2])][: draw.choice([2, 3])]
            major = draw.sample(range(len(waves)), len(waves))
            strides = [math.prod(waves[i] for i in major[: major.index(k)]) for k in range(len(waves))]
            waves_text = f"{spelled(waves)}:{spelled(strides)}"
            orders = []
            for k, extent in enumerate(atom["shape"]):
                steps = (waves + [1])[k] * draw.choice([1, 2])
                # The modes of a tile, as they lie or exchanged.
                orders.append(draw.choice([str(extent * steps), f"({extent},{steps}):(1,{extent})", f"({extent},{steps}):({steps},1)"]))
            got = ask("tiled_mma", name, "--atoms", waves_text, "--tile", f"<{','.join(orders)}>")
            self.assertEqual(got["threads"], atom["threads"] * math.prod(waves))
            asked.append((atom, waves, [k for k in "ABC" if k in got]))
            layouts += [waves_text, *[o if ":" in o else o + ":1" for o in orders], *[atom[k] for k in "ABC"], *[got[k] for k in "ABC"]]
        values = iter(tables(layouts))
        for atom, waves, _ in asked:
            wave, *order = [next(values) for _ in range(4)]
            atoms, found = [next(values) for _ in range(3)], [next(values) for _ in range(3)]
            count, shape, lanes = [*waves, 1][:3], atom["shape"], atom["threads"]
            place = {w: (c % count[0], c // count[0] % count[1], c // count[0] // count[1]) for c, w in enumerate(wave)}
            for held, tv, (rows, columns) in zip(atoms, found, ((0, 2), (1, 2), (0, 1))):
                rest = [len(order[k]) // (shape[k] * count[k]) for k in (rows, columns)]
                want = []
                for value in itertools.product(range(rest[1]), range(rest[0]), range(len(held) // lanes)):
                    for w in range(len(wave)):
                        for lane in range(lanes):
                            inside = held[lane + lanes * value[2]]
                            row = inside % shape[rows] + shape[rows] * (place[w][rows] + count[rows] * value[1])
                            column = inside // shape[rows] + shape[columns] * (place[w][columns] + count[columns] * value[0])
                            want.append(order[rows][row] + len(order[rows]) * order[columns][column])
                self.assertEqual(tv, want, atom["name"])

    def test_partitions_of_a_tensor(self):
        words = ["SM80_16x8x16_F32F16F16F32_TN", "--atoms", "(2,2)", "--tile", "(64,32,32)"]
        for operand, tensor in (("A", "(64,32):(40,1)"), ("B", "(32,32):(1,32)"), ("C", "Sw<3,3,3> o 0 o (64,32):(32,1)")):
            got = ask("tiled_mma", *words, "--tensor", tensor, "--operand", operand)
            tv, offset, partition = tables([got[operand], tensor, got["partition"]])
            self.assertEqual(partition, [offset[i] for i in tv])
            self.assertIn(f"partition of {operand}: {got['partition']}", colex("tiled_mma", *words, "--tensor", tensor, "--operand", operand).out)
        # Two warpgroups of 96 columns, blocks of 64 columns in shared memory: the third block belongs to both.
        words = ["SM90_64x96x16_F32F16F16", "--atoms", "(1,2)", "--tile", "(64,192,16)", "--tensor"]
        ran = colex("tiled_mma", *words, "((8,8),(64,3)):((64,512),(1,4096))")
        self.assertEqual((ran.status, ran.err), (1, ""))
        self.assertIn("C is not divided among the threads by a layout:\ncomposition(", ran.out)
        self.assertTrue(ran.out.splitlines()[-1].startswith(("run_divides: ", "no_carry: ", "additive: ")), ran.out)
        self.assertEqual(colex("tiled_mma", *words, "((8,8),(32,6)):((32,256),(1,2048))").status, 0)
        for more, message in ((["(64,64):(1,64)"], "tensor: 4096 elements, the tile of C has 12288"), (["(192,16):(1,192)", "--operand", "B"], "operand: B lies in shared memory"),
                              (["<2,3>"], "tensor: expected swizzled, not a tiler"), (["64:1", "--operand", "D"], "--operand")):  # fmt: skip
            ran = colex("tiled_mma", *words, *more)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (more, ran))
            self.assertIn(message, ran.err)

    def test_copies_that_fit_an_operand(self):
        words = ["SM80_16x8x16_F32F16F16F32_TN", "--atoms", "(2,2)", "--tile", "(64,32,32)", "--on", "sm90"]
        by_rows = {c["copy"]: c for c in ask("tiled_mma", *words, "--tensor", "Sw<2,3,3> o 0 o (64,32):(32,1)", "--operand", "A")["copies"]}
        self.assertEqual((by_rows["SM75_U32x4_LDSM_N"]["fits"], by_rows["SM75_U32x4_LDSM_N"]["degree"]), (True, 1))
        self.assertEqual(by_rows["SM75_U32x4_LDSM_N"]["instructions"], 4)
        self.assertFalse(by_rows["SM75_U16x8_LDSM_T"]["fits"])
        self.assertTrue(by_rows["UniversalCopy<uint32_t>"]["fits"] and not by_rows["UniversalCopy<uint64_t>"]["fits"])
        self.assertIn("thread 0, value 2, offset", by_rows["UniversalCopy<uint64_t>"]["why"])
        by_columns = {c["copy"]: c["fits"] for c in ask("tiled_mma", *words, "--tensor", "(64,32):(1,64)", "--operand", "A")["copies"]}
        self.assertTrue(by_columns["SM75_U16x8_LDSM_T"] and not by_columns["SM75_U32x4_LDSM_N"])
        stored = {c["copy"]: c for c in ask("tiled_mma", *words, "--tensor", "(64,32):(32,1)", "--operand", "C", "--element", "2")["copies"]}
        self.assertTrue(stored["SM90_U32x4_STSM_N"]["fits"])
        # gfx950 reads a B that lies along N by its transposed reads: 16 lanes hold 16 columns of 4 elements along K.
        words = ["v_mfma_f32_16x16x16_f16", "--tile", "(16,16,16)", "--operand", "B", "--on", "gfx950", "--tensor"]
        turned = {c["copy"]: c["fits"] for c in ask("tiled_mma", *words, "(16,16):(1,16)")["copies"]}
        self.assertTrue(turned["ds_read_b64_tr_b16"] and not turned["ds_read_b64"])
        straight = {c["copy"]: c["fits"] for c in ask("tiled_mma", *words, "(16,16):(16,1)")["copies"]}
        self.assertTrue(straight["ds_read_b64"] and not straight["ds_read_b64_tr_b16"])
        ran = colex("tiled_mma", *words[:5], "--on", "gfx950")
        self.assertEqual((ran.status, ran.err), (2, "colex: --on asks of --tensor, the operand in shared memory\n"))

    def test_a_tile_that_is_not_divided_is_explained(self):
        for words, message in (
            (["SM90_64x96x16_F32F16F16", "--atoms", "(1,2)", "--tile", "(64,288,16)"], "the tile's N = 288 is no multiple of 192, the atom's 96 times 2 atoms"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(64,64,24)"], "the tile's K = 24 is no multiple of 16, the atom's 16 times 1 atom"),
            (["SM75_U32x4_LDSM_N", "--tile", "(64,64,16)"], "is no matrix product of one block"),
            (["ldsm", "--tile", "(64,64,16)"], "6 atoms match ldsm"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(64,64)"], "tile: expected (M,N,K), three integers or layouts"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "4:1"], "tile: expected (M,N,K), three integers or layouts"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "<_,8,16>"], "tile: M is no integer and no layout"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "<16,(2,4):(1,4),16>"], "tile: N = (2,4):(1,4) does not permute 0 to 7"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "<16,8,(2,4):(1,2)>"], "the tile's K = 8 is no multiple of 16, the atom's 16 times 1 atom"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(16,8,16)", "--atoms", "(2,1):(2,1)"], "atoms: (2,1):(2,1) does not number 2 waves"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(16,8,16)", "--atoms", "4"], "atoms: expected (m,n) or (m,n,k)"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(16,8,16)", "--atoms", "(16,8)"], "at most 64 atoms side by side"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(0,8,16)"], "every extent must be at least 1"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(8192,8,16)"], "a tile's extents are 1 to 4096"),
            (["SM80_16x8x16_F32F16F16F32_TN"], "--tile is required"),
        ):
            ran = colex("tiled_mma", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (words, ran))
            self.assertIn(message, ran.err)


main()
