#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""atoms, tiled_copy and tiled_mma: known layouts, each atom covers its operands once, partitions by plain recomputation."""
import itertools
import json
import unittest

from tool import batch, colex, main


def ask(*words):
    ran = colex(*words, "--json")
    assert ran.out, ran.err
    return json.loads(ran.out)


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
                        layouts.append(atom[operand]), wanted.append(elements * atom["blocks"])
        for layout, elements, offsets in zip(layouts, wanted, tables(layouts)):
            self.assertEqual(sorted(offsets), list(range(elements)), layout)

    def test_words(self):
        self.assertEqual({a["target"] for a in ask("atoms", "ldsm")}, {"sm75"})
        self.assertEqual(len(ask("atoms", "gfx90a")), 27)
        self.assertEqual(len(ask("atoms", "gfx942")), 32)
        self.assertEqual(ask("atoms", "V_MFMA_F32_16x16x16F16")[0]["name"], "v_mfma_f32_16x16x16_f16")
        self.assertIn("B in shared memory", colex("atoms", "SM90_64x96x16_F32F16F16").out)
        ran = colex("atoms", "sm70")
        self.assertEqual((ran.status, ran.err), (2, "colex: no atom matches sm70; colex atoms lists all\n"))


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

    def test_refusals_and_errors(self):
        ran = colex("tiled_copy", "(4,2):(0,1)", "(1,2):(2,1)")
        self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (1, "", 1), ran)
        for words in (["4:1"], ["4:1", "x"], ["4:1", "2:1", "--tensor", "4:1"], ["4:1", "2:1", "--tensor", "(4,4):(1,4)", "--element", "3"],
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

    def test_a_tile_that_is_not_divided_is_explained(self):
        for words, message in (
            (["SM90_64x96x16_F32F16F16", "--atoms", "(1,2)", "--tile", "(64,288,16)"], "the tile's N = 288 is no multiple of 192, the atom's 96 times 2 atoms"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(64,64,24)"], "the tile's K = 24 is no multiple of 16, the atom's 16 times 1 atom"),
            (["SM75_U32x4_LDSM_N", "--tile", "(64,64,16)"], "is no matrix product of one block"),
            (["ldsm", "--tile", "(64,64,16)"], "6 atoms match ldsm"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(64,64)"], "--tile: expected a tuple of 3 integers"),
            (["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(0,8,16)"], "a tile's extents are 1 to 4096"),
            (["SM80_16x8x16_F32F16F16F32_TN"], "--tile is required"),
        ):
            ran = colex("tiled_mma", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (words, ran))
            self.assertIn(message, ran.err)


main()
