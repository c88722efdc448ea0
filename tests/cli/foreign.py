#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""import: what is found in other people's text, where, and as which layout; encodings against their definition."""
import itertools
import json
import math
import os
import pathlib
import random
import tempfile
import unittest

from tool import colex, main


def found(text):
    return json.loads(colex("import", "-", "--json", stdin=text).out)


def layouts(text):
    return [f.get("layout", "not read: " + f.get("reason", "")) for f in found(text)]


def size(shape):
    return math.prod(map(size, shape)) if isinstance(shape, tuple) else shape


def values(layout):
    return [int(v) for v in colex("evaluate", layout).out.split(",")]


class Dialects(unittest.TestCase):
    def test_layouts_and_where_they_stand(self):
        text = ('%0 = cute.static : !cute.layout<"(4,(2,3)):(2,(1,8))">\n'
                '  %1 = "cute.static"() : () -> !cute.composed_layout<"S<3,4,3> o 6 o (8,2):(2,16)">\n'
                '%2 = x : !cute.memref<f16, smem, align<128>, "(8,8):(8,1)">, !fly.layout<(4, 8) : (1, 4)>\n'
                '!fly.memref<f32, global, ((1,(2,2)),1):((0,(1,2)),0)>')  # fmt: skip
        self.assertEqual(
            [(f["line"], f["column"], f["layout"]) for f in found(text)],
            [(1, 20, "(4,(2,3)):(2,(1,8))"), (2, 32, "Sw<3,4,3> o 6 o (8,2):(2,16)"), (3, 10, "(8,8):(8,1)"), (3, 62, "(4,8):(1,4)"),
             (4, 1, "((1,(2,2)),1):((0,(1,2)),0)")])  # fmt: skip

    def test_what_is_not_read_says_why(self):
        text = '!cute.layout<"(?,4):(1,?{div=8})"> !cute.layout<"(4,8:(1,4)"> !cute.tile<"[4:1;8:1]">'
        dynamic, broken, tiler = found(text)
        self.assertEqual(tiler["layout"], "<4:1,8:1>")
        self.assertEqual((dynamic["layout"], dynamic["value"], dynamic["note"]), ("(?,4):(1,?{div=8})", False, "as text: 2 unknowns"))
        self.assertIn("expected ',' or ')'", broken["reason"])
        ran = colex("import", "-", stdin=text)
        self.assertEqual((ran.status, ran.err), (1, ""))
        self.assertIn("1:1: (?,4):(1,?{div=8})   as text: 2 unknowns\n", ran.out)
        self.assertTrue(ran.out.endswith("2 of 3 layouts read, 1 of them as text only\n"), ran.out)
        for text, reason in (("not_valid", "expected an integer"), ("", "expected an integer"), ("CS<3,0,[1],0> o 0 o 4:1", "expected ','"), ("4:2 o 5 o [8:1", "expected ' o ' or ']'")):
            self.assertIn(reason, found(f'!cute.composed_layout<"{text}">')[0]["reason"], text)

    def test_text_without_a_value(self):
        for text, layout, note in (
            ("((2,?),4):((1@0@0,1@1@0),1@1)", "((2,?),4):((1@0@0,1@1@0),1@1)", "1 unknown, values are coordinates"),
            ("(4,5):(1,4) o (?,0) o (2,?):(1E0,1E1)", "(4,5):(1,4) o (?,0) o (2,?):(1@0,1@1)", "2 unknowns, values are coordinates, a layout behind an offset"),
            ("S<3,4,3> o 0 o (?,64):(64,1)", "Sw<3,4,3> o 0 o (?,64):(64,1)", "1 unknown, a layout behind a swizzle"),
            ("(0,5):(1,4)", "(0,5):(1,4)", "an extent is 0"),
            ("(2,3):(1/2@0,1@1)", "(2,3):(1/2@0,1@1)", "values are coordinates, a stride is a fraction"),
            ("?{i64 div=16}:1", "?{i64 div=16}:1", "1 unknown"),
        ):
            (f,) = found(f'!cute.layout<"{text}">')
            self.assertEqual((f["layout"], f["value"], f["note"]), (layout, False, "as text: " + note), text)
        (behind,) = found('!cute.layout<"(4,5):(1,4) o 2 o (2,3):(1,2)">')
        self.assertTrue(behind["value"], behind)
        for text, reason in (("(?,4):1", "do not nest alike"), ("(?,4):(1,4", "expected ',' or ')'"), ("?{div=8:1", "not closed"), ("(?:1", "expected"), ("?:9999999999999999999", "18 digits"),
                             ("(4):(1) o ?", None), ("?{div=4}", None), ("S<1,?,3> o 0 o ?:1", "expected an integer"), ("(?,-4):(1,2)", "below 0")):  # fmt: skip
            got = found(f'!cute.layout<"{text}">')
            self.assertTrue(reason is None or reason in got[0]["reason"], (text, got))

    def test_layouts_within_layouts(self):
        for text, layout, note in (
            ("32:2 o 5 o [32:1 o 7 o (4, 8) : (1, 4)]", "32:2 o 5 o 32:1 o 7 o (4,8):(1,4)", "a layout behind an offset"),
            ("128:2 o 0 o [64:3 o 0 o [(4,8):(1,4) o 1 o 8:1]]", "128:2 o 0 o 64:3 o 0 o (4,8):(1,4) o 1 o 8:1", "a layout behind an offset"),
            ("CS<3,0,[1],0,[2]> o (0, 0, 0) o (4, 8, 8) : (1E0, 1E1, 1E2)", "CS<3,0,[1],0,[2]> o (0,0,0) o (4,8,8):(1@0,1@1,1@2)", "values are coordinates, a swizzle of coordinates"),
            ("CS<2,0,[1,0],3,[]> o 0 o (4,?):(1,4)", "CS<2,0,[1,0],3,[]> o 0 o (4,?):(1,4)", "1 unknown, a swizzle of coordinates"),
        ):
            (f,) = found(f"!fly.composed_layout<{text}>")
            self.assertEqual((f["layout"], f["value"], f["note"]), (layout, False, "as text: " + note), text)

    def test_any_text_of_the_grammar(self):
        random.seed(11)

        def leaf(stride):
            n = random.choice(["?", "?{div=8}", str(random.randint(1, 99))])
            return n + ("@" + str(random.randint(0, 3)) if stride and random.random() < 0.3 else "")

        def pair(depth):
            if depth == 0 or random.random() < 0.4:
                return leaf(False), leaf(True)
            shapes, strides = zip(*(pair(depth - 1) for _ in range(random.randint(1, 3))))
            return f"({','.join(shapes)})", f"({','.join(strides)})"

        texts = []
        for _ in range(300):
            text = ":".join(pair(3))
            if random.random() < 0.3:
                text = random.choice(["Sw<3,4,3> o 0 o ", "(4,?):(1,4) o (?,2) o ", "?:1 o ? o "]) + text
            texts.append(text)
        got = found("\n".join(f'!cute.layout<"{t}">' for t in texts))
        self.assertEqual(len(got), len(texts))
        for text, f in zip(texts, got):
            if "?" in text or not f["value"]:
                self.assertEqual(f.get("layout"), text, f)
        self.assertGreater(sum(not f["value"] for f in got), 200)

    def test_forms_that_colex_writes_in_its_own_way(self):
        self.assertEqual(layouts('!cute.composed_layout<"(4,8):(8,1) o 0 o (2,4):(1,4)"> !fly.layout<(128,64):(1E0,1E1)> !cute.tile<"[(2,4):(1,2);_]">'),
                         ["(2,4):(8,1)", "(128,64):(1@0,1@1)", "<(2,4):(1,2),_>"])

    def test_calls_are_not_taken_for_layouts(self):
        self.assertEqual(layouts('!cute.layout<"complement(4:1, 8)">'), ["not read: expected an integer of up to 18 digits at byte 1"])
        ran = colex("import", "-", stdin='!cute.tile<"complement(4:1, 8)">')
        self.assertEqual((ran.status, ran.out), (2, ""))
        self.assertIn("import: the text holds no layout", ran.err)

    def test_a_pointer_that_swizzles_is_not_left_out(self):
        for between, reason in (("", None), ("S<0,4,3>, ", None), ("S<3,4,3>, ", "its pointer swizzles addresses, which its layout does not say: S<3,4,3>")):
            (f,) = found(f'!cute.memref<f16, smem, align<1024>, {between}"(8,64):(64,1)">')
            self.assertEqual((f.get("layout"), f.get("reason")), ("(8,64):(64,1)", None) if reason is None else (None, reason))


class CppTypes(unittest.TestCase):
    def test_names_of_types(self):
        for name, layout in (
            ("cute::Layout<cute::C<4>, cute::C<1>>", "4:1"),
            ("cute::Layout<cute::tuple<cute::C<4>, cute::C<8> >, cute::tuple<cute::C<8>, cute::C<1> > >", "(4,8):(8,1)"),
            ("Layout<Shape<_4,Shape<_2,_3>>,Stride<_2,Stride<_1,_8>>>", "(4,(2,3)):(2,(1,8))"),
            ("const cute::Layout<cute::tuple<cute::constant<int, 4>>, cute::tuple<cute::integral_constant<int, (int)1>>>&", "(4):(1)"),
            ("cute::Layout<std::tuple<cute::C<4u>>, std::tuple<cute::C<-2>>>", "(4):(-2)"),
            ("cute::ComposedLayout<cute::Swizzle<3, 4, 3>, cute::smem_ptr_flag_bits<16>, cute::Layout<cute::C<8>, cute::C<1>>>", "Sw<3,3,3> o 0 o 8:1"),
            ("cute::ComposedLayout<cute::Swizzle<2,0,3>,cute::C<4>,cute::Layout<_8,_1>>", "Sw<2,0,3> o 4 o 8:1"),
        ):
            self.assertEqual(layouts(f"error: no match for 'operator()' on '{name}'"), [layout], name)

    def test_swizzles_beside_a_layout(self):
        """composition(Swizzle, Layout) is the layout behind the swizzle; elsewhere a swizzle is said to be missing from a layout."""
        layout = "cute::Layout<cute::tuple<cute::C<8>, cute::C<64>>, cute::tuple<cute::C<64>, cute::C<1>>>"
        self.assertEqual(layouts("auto a = composition(Swizzle<3,3,4>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{});"), ["Sw<3,3,4> o 0 o (8,64):(64,1)"])
        self.assertEqual(layouts(f"cute::composition(cute::Swizzle<3, 3, 4>(), {layout}())"), ["Sw<3,3,4> o 0 o (8,64):(64,1)"])
        (tensor,) = layouts(f"cute::Tensor<cute::ViewEngine<cute::swizzle_ptr<cute::Swizzle<3, 4, 3>, cute::smem_ptr<half_t*>>>, {layout}>")
        self.assertEqual(tensor, "not read: its pointer swizzles addresses, which its layout does not say: swizzle_ptr<cute::Swizzle<3, 4, 3>")
        self.assertEqual(layouts(f"cute::Tensor<cute::ViewEngine<half_t*>, {layout}>"), ["(8,64):(64,1)"])
        for text in (f"swizzle_ptr<Swizzle<3,4,3>, half_t*> {layout}", f"composition(Swizzle<3,4,3>{{}}, make_layout(2), {layout}{{}})"):
            swizzle, *_, plain = layouts(text)
            self.assertIn("not read: Sw<3,4,3> moves what a layout beside it leaves in place", swizzle)
            self.assertEqual((plain, colex("import", "-", stdin=text).status), ("(8,64):(64,1)", 1))

    def test_unknown_extents(self):
        (f,) = found("cute::Layout<cute::tuple<int, cute::C<4>>, cute::tuple<cute::C<4>, cute::C<1>>>")
        self.assertEqual((f["layout"], f["note"]), ("(?,4):(4,1)", "as text: 1 unknown"))

    def test_what_is_not_read(self):
        for name, reason in (
            ("cute::Layout<cute::tuple<int, cute::C<4>>, cute::C<1>>", "do not nest alike"),
            ("cute::Layout<MyShape, cute::C<1>>", "its entry, MyShape, is not given here"),
            ("cute::Layout<cute::C<4>, cute::tuple<", "does not end"),
            ("cute::Layout<" + "cute::tuple<" * 100, "nested beyond 64 types"),
            ("cute::Layout<cute::C<9999999999999999999>, cute::C<1>>", "18 digits"),
        ):
            (got,) = layouts(name)[:1]
            self.assertTrue(got.startswith("not read: ") and reason in got, got)


def triton_blocked(each, lanes, warps, order):
    """{(lane, warp, register): element} by the definition: coordinates of dimension order[0] run fastest."""
    tile = [a * b * c for a, b, c in zip(each, lanes, warps)]
    stride = [1]
    for n in tile:
        stride.append(stride[-1] * n)

    def split(index, extents):
        out = [0] * len(extents)
        for d in order:
            out[d], index = index % extents[d], index // extents[d]
        return out

    size = lambda extents: [1, *itertools.accumulate(extents, lambda a, b: a * b)][-1]  # noqa: E731
    table = {}
    for lane, warp, register in itertools.product(range(size(lanes)), range(size(warps)), range(size(each))):
        l, w, r = split(lane, lanes), split(warp, warps), split(register, each)
        table[lane, warp, register] = sum((r[d] + each[d] * (l[d] + lanes[d] * w[d])) * stride[d] for d in range(len(each)))
    return table


class Tables:
    def check(self, layout, table):
        counts = [1 + max(key[k] for key in table) for k in range(3)]
        got = values(layout)
        for (lane, warp, register), element in table.items():
            self.assertEqual(got[lane + counts[0] * (warp + counts[1] * register)], element)


class Encodings(Tables, unittest.TestCase):
    def test_blocked(self):
        for each, lanes, warps, order in (([1, 8], [8, 4], [4, 1], [1, 0]), ([2, 2], [4, 8], [1, 2], [0, 1]), ([4], [32], [4], [0]),
                                          ([1, 2, 4], [2, 4, 4], [2, 1, 2], [2, 0, 1])):  # fmt: skip
            text = f"#b = #ttg.blocked<{{sizePerThread = {each}, threadsPerWarp = {lanes}, warpsPerCTA = {warps}, order = {order}}}>"
            (f,) = found(text)
            self.check(f["layout"], triton_blocked(each, lanes, warps, order))
            self.assertIn("element of the tile (" + ",".join(str(a * b * c) for a, b, c in zip(each, lanes, warps)) + ")", f["note"])

    def test_results_of_matrix_instructions(self):
        mma = lambda lane, r, n: (lane // 4 + 8 * (r // 2 % 2), 2 * (lane % 4) + r % 2 + 8 * (r // 4))  # noqa: E731
        mfma32 = lambda lane, r, n: (8 * (r // 4) + 4 * (lane // 32) + r % 4, lane % 32)  # noqa: E731
        mfma16 = lambda lane, r, n: (4 * (lane // 16) + r, lane % 16)  # noqa: E731
        for text, lanes, registers, place, rows, columns, warps, down in (
            ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 4], instrShape = [16, 8]}>", 32, 4, mma, 16, 8, (2, 4), False),
            ("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64, 16]}>", 32, 32, mma, 16, 64, (4, 2), True),
            ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = false}>", 64, 16, mfma32, 32, 32, (2, 2), False),
            ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 4], instrShape = [16, 16], isTransposed = false}>", 64, 4, mfma16, 16, 16, (1, 4), False),
            ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16], isTransposed = true}>", 64, 4, lambda l, r, n: mfma16(l, r, n)[::-1], 16, 16, (4, 1), False),
            ("#ttg.amd_wmma<{version = 1, warpsPerCTA = [2, 2]}>", 32, 8, lambda l, r, n: (2 * r + l // 16, l % 16), 16, 16, (2, 2), False),
            ("#ttg.amd_wmma<{version = 2, warpsPerCTA = [2, 2]}>", 32, 8, lambda l, r, n: (8 * (l // 16) + r, l % 16), 16, 16, (2, 2), False),
        ):
            (f,) = found(text)
            table = {}
            for lane, warp, register in itertools.product(range(lanes), range(warps[0] * warps[1]), range(registers)):
                row, column = place(lane, register, None)
                i, j = (warp % warps[0], warp // warps[0]) if down else (warp // warps[1], warp % warps[1])
                table[lane, warp, register] = row + rows * i + rows * warps[0] * (column + columns * j)
            self.check(f["layout"], table)
            self.assertIn(f"tile ({rows * warps[0]},{columns * warps[1]})", f["note"])

    def test_tiles_per_warp_and_wide_results(self):
        """By Triton's toLinearLayout of MFMA: registers of a result, then tilesPerWarp along a row, then along a column; then the warps. A
        result of 64 bits has its 4 registers 4 rows apart, as the instruction's C (colex atoms v_mfma_f64_16x16x4_f64)."""
        narrow = lambda lane, r: (4 * (lane // 16) + r, lane % 16)  # noqa: E731
        wide = lambda lane, r: (lane // 16 + 4 * r, lane % 16)  # noqa: E731
        for more, place, tiles in (("tilesPerWarp = [2, 2], ", narrow, (2, 2)), ("tilesPerWarp = [1, 4], ", narrow, (1, 4)), ("tilesPerWarp = [1, 1], ", narrow, (1, 1)), ("elementBitWidth = 32, ", narrow, (1, 1)),
                                   ("elementBitWidth = 64, ", wide, (1, 1)), ("elementBitWidth = 64, tilesPerWarp = [4, 1], ", wide, (4, 1))):  # fmt: skip
            (f,) = found(f"#ttg.amd_mfma<{{version = 3, warpsPerCTA = [2, 2], {more}instrShape = [16, 16, 4], isTransposed = false}}>")
            rows, table = 16 * tiles[0] * 2, {}
            for lane, warp, r, across, down in itertools.product(range(64), range(4), range(4), range(tiles[1]), range(tiles[0])):
                row, column = place(lane, r)
                row, column = row + 16 * (down + tiles[0] * (warp // 2)), column + 16 * (across + tiles[1] * (warp % 2))
                table[lane, warp, r + 4 * (across + tiles[1] * down)] = row + rows * column
            self.check(f["layout"], table)
        (f,) = found("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], elementBitWidth = 64, instrShape = [16, 16, 4], isTransposed = false}>")
        self.assertEqual(f["layout"], "(((16,4),(2,2)),4):(((32,1),(512,16)),4)")
        (f,) = found("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], tilesPerWarp = [2, 2], instrShape = [16, 16, 16], isTransposed = false}>")
        self.assertTrue(f["layout"].startswith("(((16,4),(2,2)),(4,2,2)):(((64,4),(2048,32)),"), f)
        self.assertIn("tile (64,64)", f["note"])

    def test_every_attribute_is_known_or_refused(self):
        """Each encoding with an attribute that it has not, and with one that divides the tensor among blocks, in itself and as a parent."""
        encodings = {
            "blocked": "sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]", "nvidia_mma": "versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]",
            "amd_mfma": "version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = false", "amd_wmma": "version = 2, isTranspose = false, warpsPerCTA = [2, 2], instrShape = [16, 16, 16]",
            "linear": "register = [[0, 1]], lane = [[1, 0]], warp = [[2, 0]], block = []",
        }  # fmt: skip
        one_block = "CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]"
        for name, attributes in encodings.items():
            (alone,) = found(f"#ttg.{name}<{{{attributes}}}>")
            for more, reason in ((one_block, None), ("CGALayout = []", None), ("CGALayout = [[0, 0]]", None), ("CTAsPerCGA = [2, 1], CTASplitNum = [1, 1]", "CTAsPerCGA = [2, 1] divides it among blocks"),
                                 ("CTASplitNum = [2, 1]", "CTASplitNum = [2, 1] divides it among blocks"), ("CGALayout = [[1, 0]]", "CGALayout = [[1, 0]] divides it among blocks"), ("newFeature = 1", "the attribute newFeature is not known"),
                                 ("unit", "the attribute unit is not known"), (attributes.split(" = ")[0] + " = 1", attributes.split(" = ")[0] + " is there twice")):  # fmt: skip
                if name == "linear" and "C" in more:
                    continue
                for text in (f"#ttg.{name}<{{{attributes}, {more}}}>", f"#ttg.{name}<{{{more}, {attributes}}}>"):
                    (f,) = found(text)
                    self.assertEqual((f.get("layout"), f.get("reason", "")[-len(reason or "") :] if reason else None), (alone["layout"] if reason is None else None, reason), text)
                    if name != "linear" and reason is not None:
                        self.assertIn(reason, found(f"#ttg.slice<{{dim = 0, parent = {text}}}>")[0]["reason"])
        for text, reason in (
            ("#ttg.linear<{register = [[0, 1]], lane = [], warp = [], block = [[1, 0]]}>", "block = [[1, 0]] divides it among blocks"),
            ("#ttg.amd_wmma<{version = 2, warpsPerCTA = [2, 2], tilesPerWarp = [2, 1]}>", "wmma's tilesPerWarp is not known"), ("#ttg.amd_wmma<{version = 2, warpsPerCTA = [2, 2], instrShape = [32, 16, 16]}>", "instrShape is not 16 x 16"),
            ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32], elementBitWidth = 64}>", "no 32 x 32 result has elementBitWidth = 64"), ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16], elementBitWidth = 8}>", "elementBitWidth = 8"),
            ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16], isTransposed = perhaps}>", "isTransposed is neither true nor false"), ("#ttg.blocked<{sizePerThread = [1]}, 4>", "and no more"),
            ("#ttg.amd_mfma<{version = 5, warpsPerCTA = [2, 2], instrShape = [16, 16, 16]}>", "mfma of version 5 is not known"), ("#ttg.amd_mfma<{versionMajor = 7, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 16]}>", "mfma of version 7 is not known"),
            ("#ttg.amd_mfma<{versionMajor = 2, versionMinor = 5, warpsPerCTA = [2, 2], instrShape = [16, 16]}>", "mfma of minor version 5 is not known"),
            ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16, 2]}>", "instrShape is not M, N and K"), ("#ttg.amd_wmma<{version = 2, warpsPerCTA = [2, 2], instrShape = [16, 16, 16, 2]}>", "instrShape is not M, N and K"),
            ("#ttg.slice<{dim = 0, parent = #b, extra = 1}>", "the attribute extra is not known"),
        ):  # fmt: skip
            self.assertIn(reason, found(text)[0].get("reason", ""), text)

    def test_slices(self):
        blocked = "#ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>"
        whole = triton_blocked([2, 4], [8, 4], [2, 2], [1, 0])
        rows, columns = 2 * 8 * 2, 4 * 4 * 2
        for dim in (0, 1):
            for text in (f"#b = {blocked}\n#s = #ttg.slice<{{dim = {dim}, parent = #b}}>", f"#ttg.slice<{{dim = {dim}, parent = {blocked}}}>"):
                f = found(text)[-1]
                # Of the parent's registers those at 0 along the sliced dimension stay.
                kept = sorted({r for r in range(8) if (r // 4 if dim == 0 else r % 4) == 0})
                table = {(lane, warp, kept.index(r)): (e // rows if dim == 0 else e % rows) for (lane, warp, r), e in whole.items() if r in kept}
                self.check(f["layout"], table)
                self.assertIn(f"tile ({columns if dim == 0 else rows})", f["note"])

    def test_linear(self):
        bases = {"register": [[0, 1], [0, 2], [32, 0]], "lane": [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], "warp": [[0, 0], [0, 4]]}
        text = "#ttg.linear<{" + ", ".join(f"{k} = {v}" for k, v in bases.items()) + ", block = []}>"
        (f,) = found(text)
        table = {}
        for lane, warp, register in itertools.product(range(32), range(4), range(8)):
            at = [0, 0]
            for index, name in ((lane, "lane"), (warp, "warp"), (register, "register")):
                for k, vector in enumerate(bases[name]):
                    if index >> k & 1:
                        at = [a ^ b for a, b in zip(at, vector)]
            table[lane, warp, register] = at[0] + 64 * at[1]
        self.check(f["layout"], table)

    def test_a_linear_layout_that_is_a_map(self):
        """Two vectors with a common bit: no layout of strides, and all the same one behind a map over GF(2)."""
        (f,) = found("#ttg.linear<{register = [[1]], lane = [[3], [4]], warp = [], block = []}>")
        self.assertEqual(f["layout"], "[3,4,1] o 0 o ((4,1),2):((1,0),4)")
        self.assertEqual(values(f["layout"]), [0, 3, 4, 7, 1, 2, 5, 6])

    def test_what_is_no_layout(self):
        for text, reason in (
            ("#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8], warpsPerCTA = [4, 1], order = [1, 0]}>", "threadsPerWarp is no list"),
            ("#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [8], warpsPerCTA = [4], order = [1]}>", "order is no permutation"),
            ("#ttg.blocked<{sizePerThread = [99999999], threadsPerWarp = [8], warpsPerCTA = [4], order = [0]}>", "beyond 2^16"),
            ("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", "colex swizzle --triton 8,1,8 --row ELEMENTS"),
            ("#ttg.nvidia_mma<{versionMajor = 3}>", "instrShape is missing"),
            ("#ttg.nvidia_mma<{versionMajor = 1, warpsPerCTA = [1, 1], instrShape = [16, 8]}>", "mma of version 1 is not known"),
            ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [4, 4]}>", "neither 16 x 16 nor 32 x 32"),
            ("#ttg.dot_op<{opIdx = 0, parent = #mma}>", "the layout of dot_op depends on the tensor"),
            ("#ttg.slice<{dim = 1, parent = #gone}>", "the parent #gone is not in the text"),
            ("#ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [8], warpsPerCTA = [4], order = [0]}>}>", "that its parent lacks"),
            ("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>", "colex swizzle --tma 128"),
        ):
            (f,) = found(text)
            self.assertIn(reason, f["reason"])


def pasted(text):
    """[(layout, note)] of what is read, or the reason."""
    return [(f["layout"], f.get("note", "")) if "layout" in f else f["reason"] for f in found(text)]


class Shared(unittest.TestCase):
    """Encodings of shared and of tensor memory, with the tensors that the same text gives, by their definitions."""

    @staticmethod
    def layout(attributes, shape, name="swizzled_shared"):
        (f,) = found(f"#shared = #ttg.{name}<{attributes}>\n%0 = ttg.local_alloc : !ttg.memdesc<{shape}xf16, #shared, #smem, mutable>")
        return f

    def offsets(self, f, extents):
        got = values(f["layout"])
        places = list(itertools.product(*(range(n) for n in reversed(extents))))
        self.assertEqual(len(got), len(places))
        return {tuple(reversed(c)): v for c, v in zip(places, got)}

    def test_swizzled_shared(self):
        random.seed(3)
        for _ in range(60):
            vec, per_phase, max_phase = (2 ** random.randint(0, n) for n in (3, 2, 3))
            rows, columns = 2 ** random.randint(1, 5), 2 ** random.randint(2, 6)
            row_major = random.random() < 0.5
            shape = f"{rows}x{columns}" if row_major else f"{columns}x{rows}"
            f = self.layout(f"{{vec = {vec}, perPhase = {per_phase}, maxPhase = {max_phase}, order = [{'1, 0' if row_major else '0, 1'}]}}", shape)
            for (a, b), offset in self.offsets(f, (rows, columns) if row_major else (columns, rows)).items():
                r, c = (a, b) if row_major else (b, a)
                phase = r // per_phase % max_phase * vec % columns
                self.assertEqual(offset, r * columns + (c ^ phase), (f, r, c))
            self.assertIn(f"coordinates -> offset of the tensor {shape} in line 2", f["note"])

    def test_buffers(self):
        f = self.layout("{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}", "3x16x64")
        self.assertEqual(f["layout"], "Sw<3,3,3> o 0 o (3,16,64):(1024,64,1)")

    def test_nvmma_shared(self):
        for shape, attributes, layout in (
            ("64x64", "128, transposed = false, elementBitWidth = 16", "Sw<3,3,3> o 0 o (64,64):(64,1)"),
            ("64x128", "128, transposed = false, elementBitWidth = 16", "Sw<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))"),
            ("128x64", "128, transposed = true, elementBitWidth = 16", "Sw<3,3,3> o 0 o ((64,2),64):((1,4096),64)"),
            ("64x64", "64, transposed = false, elementBitWidth = 32", "Sw<2,2,3> o 0 o (64,(16,4)):(16,(1,1024))"),
            ("64x32", "32, transposed = false, elementBitWidth = 8", "Sw<1,4,3> o 0 o (64,32):(32,1)"),
            ("64x64", "0, transposed = false, elementBitWidth = 16", "(64,64):(64,1)"),
            ("512x64", "128, transposed = false, elementBitWidth = 16", "Sw<3,3,3> o 0 o ((256,2),64):((64,16384),1)"),
        ):
            self.assertEqual(self.layout(f"{{swizzlingByteWidth = {attributes}}}", shape, "nvmma_shared")["layout"], layout)
        self.assertIn("smaller than", self.layout("{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}", "64x16", "nvmma_shared")["reason"])
        self.assertIn("fp4Padded", self.layout("{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}", "64x128", "nvmma_shared")["reason"])

    def test_a_part_of_an_allocation_has_its_steps(self):
        """The last part of a memdesc's type is the allocation's shape; a buffer of several is whole."""
        padded = "#ttg.padded_shared<[128:+8] {order = [1, 0], shape = [64, 128]}>"
        swizzled, tma = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>"
        tensor_memory = "#ttng.tensor_memory_encoding<{blockM = 128, blockN = 64, colStride = 1}>"
        for encoding, own, of, whole in ((swizzled, "64x64", "64x128", False), (swizzled, "64x64", "128x64", False), (swizzled, "64x128", "3x64x128", True), (swizzled, "2x64x128", "3x64x128", True), (swizzled, "64x128", "64x128", True),
                                         (tma, "64x64", "64x128", False), (tma, "64x64", "2x64x64", True), (padded, "64x64", "64x128", False), (padded, "64x128", "2x64x128", True),
                                         (tensor_memory, "128x64", "128x128", False), (tensor_memory, "128x64", "128x64", True)):  # fmt: skip
            alone, part = (found(f"!ttg.memdesc<{own}xf16, {encoding}, #smem, mutable{behind}>")[0] for behind in ("", f", {of}"))
            if whole:
                self.assertEqual(part, alone, (encoding, own, of))
            else:
                self.assertEqual(part.get("reason"), f"the tensor {own} in line 1 is part of an allocation of {of}", (encoding, own, of))
        self.assertEqual(self.layout("[128:+8] {order = [1, 0], shape = [64, 128]}", "64x64", "padded_shared").get("reason"), "its shape is [64, 128], and the tensor is 64x64 in line 2")

    def test_padded_shared(self):
        for pads, order, extents in (([(32, 4)], [1, 0], (64, 64)), ([(128, 4), (512, 16)], [1, 0], (16, 128)), ([(64, 2)], [0, 1], (32, 16)), ([(16, 1)], [0], (64,))):
            text = ", ".join(f"{interval}:+{padding}" for interval, padding in pads)
            f = self.layout(f"[{text}] {{order = {order}, shape = {list(extents)}}}", "x".join(map(str, extents)), "padded_shared")
            for c, offset in self.offsets(f, extents).items():
                linear, stride = 0, 1
                for d in order:
                    linear, stride = linear + c[d] * stride, stride * extents[d]
                self.assertEqual(offset, linear + sum(linear // interval * padding for interval, padding in pads))

    def test_tensor_memory(self):
        for attributes, shape, layout in (
            ("{blockM = 128, blockN = 64, colStride = 1}", "128x64", "(128,64):(1@0,1@1)"),
            ("{blockM = 128, blockN = 64, colStride = 1}", "256x128", "((128,2),(64,2)):((1@0,64@1),(1@1,128@1))"),
            ("{blockM = 128, blockN = 64, colStride = 2}", "128x64", "(128,64):(1@0,2@1)"),
            ("{blockM = 64, blockN = 32, colStride = 1}", "64x32", "((16,4),32):((1@0,32@0),1@1)"),
            ("{blockM = 64, blockN = 32, colStride = 1}", "128x32", "((16,4,2),32):((1@0,32@0,16@0),1@1)"),
        ):
            (f,) = found(f"#tmem = #ttng.tensor_memory_encoding<{attributes}>\n!ttg.memdesc<{shape}xf32, #tmem, #ttng.tensor_memory, mutable>")
            self.assertEqual(f["layout"], layout)
            self.assertIn("coordinates -> (lane, column)", f["note"])

    def test_each_shape_is_one(self):
        text = "#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>\n" + "!ttg.memdesc<4x8xf16, #s, #smem> " * 2 + "!ttg.memdesc<8x4xf16, #s, #smem>"
        self.assertEqual([f["layout"] for f in found(text)], ["(4,8):(8,1)", "(8,4):(4,1)"])
        self.assertIn("no tensor or memdesc", found("#s = #ttg.padded_shared<[32:+4] {order = [0]}>")[0]["reason"])


def digits(index, extents):
    """Of an index, the last extent fastest."""
    out = []
    for n in reversed(extents):
        out.insert(0, index % n)
        index //= n
    return out


class Distributions(Tables, unittest.TestCase):
    """XeGPU's, IREE's and Composable Kernel's attributes, by their definitions."""

    def test_xegpu(self):
        (f,) = found("#a = #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 32], inst_data = [8, 16], lane_layout = [1, 16], lane_data = [2, 1]>")
        table = {}
        for lane, warp, value in itertools.product(range(16), range(8), range(2 * 1 * 4 * 1 * 2 * 2)):
            e0, e1 = value % 2, 0  # lane_data, the last dimension fastest; it is 1 wide
            u = value // 2 % 4, 0  # units of an instruction: 8 / 2 rows, 16 / 16 columns
            i = value // 16, value // 8 % 2  # instructions: 2 rows of them, 2 columns
            row = warp // 4 * 16 + i[0] * 8 + u[0] * 2 + e0
            column = warp % 4 * 32 + i[1] * 16 + u[1] * 16 + lane + e1
            table[lane, warp, value] = row + 32 * column
        self.check(f["layout"], table)
        self.assertIn("tile (32,128)", f["note"])
        for text, reason in (("inst_data = [8, 16]", "lane_layout is missing"), ("lane_layout = [1, 16], lane_data = [1, 1], k = [1, 2]", "the attribute k is not known"), ("lane_layout = [1, 16], inst_data = [8, 24]", "does not divide")):
            self.assertIn(reason, found(f"#xegpu.layout<{text}>")[0]["reason"])

    def test_iree(self):
        (f,) = found("#n = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [2, 4], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 0], thread_strides = [16, 1]>")
        table = {}
        for lane, warp, value in itertools.product(range(64), range(2), range(4 * 8)):
            element, batch = value % 4, digits(value // 4, [2, 4])
            row = ((warp * 2 + batch[0]) * 4 + lane // 16 % 4) * 4 + element
            table[lane, warp, value] = row + 64 * (batch[1] * 16 + lane % 16)
        self.check(f["layout"], table)

    def test_composable_kernel(self):
        lengths = [[2], [2, 4, 8, 2], [4, 16]]  # R, and H of each X
        warps, lanes, values = [(0, 0), (1, 1)], [(2, 1)], [(1, 0), (2, 0), (1, 2), (1, 3)]
        text = ("tile_distribution_encoding<sequence<2>, tuple<sequence<2, 4, 8, 2>, sequence<4, 16>>,\n  tuple<sequence<0, 1>, sequence<2>>,"
                "\n  tuple<sequence<0, 1>, sequence<1>>, sequence<1, 2, 1, 1>, sequence<0, 0, 2, 3>>{}")  # fmt: skip
        (f,) = found(text)
        size = lambda sides: [lengths[a][b] for a, b in sides]  # noqa: E731
        table = {}
        for lane, warp, value in itertools.product(range(16), range(8), range(2 * 4 * 8 * 2)):
            at = {}
            for sides, index in ((warps, warp), (lanes, lane), (values, value)):
                at.update(zip(sides, digits(index, size(sides))))
            x = [0, 0]
            for major in (1, 2):
                for minor, n in enumerate(lengths[major]):
                    x[major - 1] = x[major - 1] * n + at[major, minor]
            table[lane, warp, value] = x[0] + 128 * x[1]
        self.check(f["layout"], table)
        inside = text[len("tile_distribution_encoding<") : -len(">{}")]
        for bad, reason in (("sequence<2>", "six arguments"), (inside.replace("0, 0, 2, 3", "0, 0, 2, 9"), "minor index"), (inside.replace("16", "kN"), "kN is no number")):
            self.assertIn(reason, found(f"tile_distribution_encoding<{bad}>")[0]["reason"])

    def test_memref(self):
        self.assertEqual(pasted("memref<4x8xf16, strided<[8, 1]>> memref<?x8xf32, strided<[?, 1], offset: 3>, 1> memref<4xf32>"),
                         [("(4,8):(8,1)", ""), ("(?,8):(?,1)", "as text: 2 unknowns; from offset 3")])  # fmt: skip


class Prints(unittest.TestCase):
    def test_prints_of_cute(self):
        for text, layout, note in (
            ("(4,8):(8,1)", "(4,8):(8,1)", ""),
            ("(_64,_16):(_16,_1)", "(64,16):(16,1)", ""),
            ("_8:_1", "8:1", ""),
            ("8:1", "8:1", ""),
            ("( 4, (2,3) ) : ( 2, (1,8) )", "(4,(2,3)):(2,(1,8))", ""),
            ("  ThrLayoutVMNK:  (_32,_2,_2,_1):(_1,_32,_64,_0)", "(32,2,2,1):(1,32,64,0)", "ThrLayoutVMNK"),
            ("Sw<3,3,3> o 0 o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)", ""),
            ("Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)", "Sw<1,3,3> o 0 o (8,16):(16,1)", "Sw<1,4,3> of bytes, on elements of 16 bits"),
            ("Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1)", "Sw<3,4,3> o 0 o (8,128):(128,1)", "Sw<3,4,3> of bytes, on elements of 8 bits"),
            ("tensor: gmem_ptr[32b](0x7f0000000000) o (4,8):(8,1)", "(4,8):(8,1)", "tensor"),
            ("ArithTuple(0,_0) o (4,_8):(_1@0,_1@1)", "(0,0) o (4,8):(1@0,1@1)", "as text: values are coordinates"),
            ("L = (_2,(?,4)):(_1,(2,?{div=8}))", "(2,(?,4)):(1,(2,?{div=8}))", "as text: 2 unknowns; L"),
        ):
            self.assertEqual(pasted(text), [(layout, note)], text)
        self.assertEqual(pasted("Sw<3,4,3>_smem_ptr[32b](0x400) o (8,32):(32,1)"), ["its pointer swizzles addresses, which its layout does not say: Sw<3,4,3>"])
        self.assertEqual(pasted("Sw<1,4,3> o smem_ptr[6b](unset) o 8:1"), ["Sw<1,4,3> is one of bytes, and elements have 6 bits"])
        self.assertEqual(pasted("(4,8):(8)"), ["layout:1:6: shape and stride are not nested alike"])

    def test_what_is_no_print(self):
        for text in ("12:30 and 4:15", "f(4):(8)", "a[1:4]", "kernel.cu(12): error", "{(1,2): 3}", "{(1,2): (3,4)}", "x(2,3):(1,2)", "10.0:3", "1:2:3"):
            self.assertIn("holds no layout", colex("import", "-", stdin=text).err, text)

    def test_a_tiled_mma_and_a_tiled_copy(self):
        text = """TiledMMA
  ThrLayoutVMNK:  (_32,_2,_2,_1):(_1,_32,_64,_0)
  PermutationMNK: (_,(_4,_4,_2):(_1,_8,_4),_)
MMA_Atom
  ThrID:      _32:_1
  Shape_MNK:  (_16,_8,_16)
  LayoutA_TV: ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))
TiledCopy
  Tiler_MN:       (_32,_8)
  TiledLayoutTV:  ((_8,_16),_8):((_16,_1),_2)
  ValueType:    16b
"""
        self.assertEqual([(f["line"], f["layout"], f.get("note")) for f in found(text)], [
            (2, "(32,2,2,1):(1,32,64,0)", "ThrLayoutVMNK"), (3, "(4,4,2):(1,8,4)", None), (5, "32:1", "ThrID"),
            (7, "((4,8),(2,2,2)):((32,1),(16,8,128))", "LayoutA_TV"), (10, "((8,16),8):((16,1),2)", "TiledLayoutTV")])  # fmt: skip

    def test_a_linear_layout_of_triton(self):
        text = """ - register=1 -> (0, 1)
   register=2 -> (0, 2)
 - lane=1 -> (0, 4)
   lane=2 -> (1, 0)
 - warp is a size 1 dimension
 - block is a size 1 dimension
where out dims are: [dim0 (size 2), dim1 (size 8)]
"""
        (f,) = found(text)
        self.assertEqual(values(f["layout"]), [2 * (r & 1) + 4 * (r >> 1) + 8 * (l & 1) + (l >> 1) for r in range(4) for l in range(4)])
        (f,) = found(" - offset=1 -> (0, 1)\n   offset=2 -> (1, 1)\n - block is a size 1 dimension\nwhere out dims are: [dim0 (size 2), dim1 (size 2)]")
        self.assertEqual((f["layout"], values(f["layout"])), ("[2,3] o 0 o 4:1", [0, 2, 3, 1]))


class Sources(unittest.TestCase):
    """Constructors as programs spell them, C++ and Python."""

    def test_types(self):
        for text, layout in (
            ("Layout<_32>", "32:1"),
            ("Layout<Shape<_4,_8>>", "(4,8):(1,4)"),
            ("Layout<Shape <_4,_8>,\n       Stride<_8,_1>>  // row-major", "(4,8):(8,1)"),
            ("Layout<Shape<_4, Shape<_2, /* two */ _3>>,\n  // outer\n  Stride<_2,Stride<_1,_8>>>", "(4,(2,3)):(2,(1,8))"),
            ("Layout<Shape<_4,_8>, LayoutRight>", "(4,8):(8,1)"),
            ("Layout<Shape<_4,_8>, Stride<E<0>,E<1>>>", "(4,8):(1@0,1@1)"),
            ("constexpr int kTile = 64;\nLayout<Shape<Int<kTile>,Int<kTile / 2>>>", "(64,32):(1,64)"),
            ("static constexpr int kTile = 64;\nusing L = Layout<Shape<Int<kTile>,_8>>;", "(64,8):(1,64)"),
            ("using S = Shape<_4,_8>;\nusing D = Stride<_8,_1>;\nusing L = Layout<S, D>;", "(4,8):(8,1)"),
        ):
            self.assertEqual(layouts(text), [layout], text)
        (f,) = found("template <int M, int K>\nusing ABLayout = Layout<Shape<_128, Shape<Int<M>,Int<K/8>>>,\n Stride<_0, Stride<_1,Int<M>>>>;")
        self.assertEqual((f["line"], f["layout"], f["value"], f["note"]), (2, "(128,(M,K/8)):(0,(1,M))", False, "as text: K/8, M have no number here"))

    def test_constructors(self):
        for text, layout in (
            ("auto l = make_layout(make_shape(Int<128>{}, Int<8>{}), LayoutRight{});", "(128,8):(8,1)"),
            ("make_layout(make_shape(_4{}, 8), make_stride(8, _1{}))", "(4,8):(8,1)"),
            ("make_layout(Shape<_4,_8>{}, GenRowMajor{})", "(4,8):(8,1)"),
            ("cute::make_layout(cute::Shape<_4,_8>{})", "(4,8):(1,4)"),
            ("make_layout(make_layout(4, 2), make_layout(8))", "(4,8):(2,1)"),
            ("composition(Swizzle<3,3,3>{}, make_layout(make_shape(_8{}, _64{}), make_stride(_64{}, _1{})))", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
            ("tile_to_shape(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}), make_shape(_16{}, _64{}))", "Sw<3,3,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))"),
            ("cute.make_layout((4, 8), stride=(8, 1))", "(4,8):(8,1)"),
            ("cute.make_layout(\n    (4, (2, 3)),  # shape\n    stride=(2, (1, 8)),\n)", "(4,(2,3)):(2,(1,8))"),
            ("cute.make_layout((8,))", "(8):(1)"),
            ("cute.make_ordered_layout((128, 64), order=(1, 0))", "(128,64):(64,1)"),
            ("cute.make_identity_layout((4, 8))", "(4,8):(1@0,1@1)"),
            ("cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))", "Sw<3,4,3> o 0 o (8,64):(64,1)"),
            ("fx.make_layout((4, 8), (8, 1))", "(4,8):(8,1)"),
            ("fx.make_composed_layout(fx.static(fx.SwizzleType.get(3, 3, 3)), fx.make_ordered_layout((16 * 4, 64), order=(1, 0)))", "Sw<3,3,3> o 0 o (64,64):(64,1)"),
            ("tile_m = 128\nl = cute.make_layout((tile_m, tile_m // 2), stride=(tile_m // 2, 1))", "(128,64):(64,1)"),
            ("alias l = Layout.row_major(4, 8)", "(4,8):(8,1)"),
            ("cute.make_layout(shape=(4, 8), stride=(cute.assume(8, divby=4), 1))", "(4,8):(8,1)"),
            ("tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64,_64>{})", "Sw<3,3,3> o 0 o ((8,8),(64,1)):((64,512),(1,0))"),
            ("using A = GMMA::Layout_MN_SW64_Atom<float>;\nusing L = decltype(tile_to_shape(A{}, make_shape(_16{}, _8{})));", "Sw<2,2,3> o 0 o ((16,1),(8,1)):((1,0),(16,0))"),
        ):
            self.assertEqual(layouts(text), [layout], text)

    def test_gluon(self):
        """A constructor of Gluon's is the encoding of TTGIR that it makes."""
        blocked = "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
        mma = "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>"
        for text, encoding in (
            ("gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0])", blocked),
            ("ttgl.BlockedLayout(size_per_thread=[1, 8], threads_per_warp=[4, 8],\n  warps_per_cta=[4, 1], order=[1, 0])", blocked),
            ("gl.SliceLayout(1, gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0]))", f"#ttg.slice<{{dim = 1, parent = {blocked}}}>"),
            ("gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[4, 1], instr_shape=[16, 64, 16])", mma),
            ("gl.AMDMFMALayout(version=3, instr_shape=[32, 32, 8], transposed=True, warps_per_cta=[2, 2])", "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>"),
            ("gl.DistributedLinearLayout(reg_bases=[[0, 1]], lane_bases=[[1, 0], [2, 0]], warp_bases=[], block_bases=[], shape=[4, 2])", "#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0]], warp = [], block = []}>"),
        ):
            self.assertEqual(layouts(text)[-1:], layouts(encoding), text)
        self.assertEqual(layouts("gl.allocate_shared_memory(gl.float16, [8, 64], gl.SwizzledSharedLayout(8, 1, 8, order=[1, 0]))"), ["Sw<3,3,3> o 0 o (8,64):(64,1)"])
        self.assertEqual(layouts("gl.PaddedSharedLayout.with_identity_for([[32, 4]], [16, 64], [1, 0])"), layouts("#s = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 64]}>\n!ttg.memdesc<16x64xf16, #s, #smem>"))
        self.assertIn("no tensor or memdesc of the text has it", layouts("gl.SwizzledSharedLayout(8, 1, 8, order=[1, 0])")[0])
        self.assertIn("n has no value here", layouts("gl.BlockedLayout([1, 8], [4, 8], n, [1, 0])")[0])

    def test_names_without_a_number(self):
        (f,) = found("def f(m, n):\n  return cute.make_layout((m, 8), stride=(8, 1))")
        self.assertEqual((f["line"], f["column"], f["layout"], f["note"]), (2, 15, "(m,8):(8,1)", "as text: m has no number here"))
        (f,) = found("t = 4\nt = 8\ncute.make_layout((t, 2))")
        self.assertEqual(f["layout"], "(t,2):(1,t)", "a name with two values has none")
        (f,) = found("cute.make_layout((cute.size(a), x.shape[0]), stride=(x.shape[0], 1))")
        self.assertEqual((f["layout"], f["note"]), ("(cute.size(a),x.shape[0]):(x.shape[0],1)", "as text: cute.size(a), x.shape[0] have no number here"))
        (f,) = found("t = 4\nt += 8\ncute.make_layout((t, 2))")
        self.assertEqual(f["layout"], "(t,2):(1,t)")

    def test_what_is_not_read_is_listed(self):
        for text, reason in (
            ("make_layout(4, 8, 9)", "more than a shape and a stride"),
            ("cute.make_layout((4, 8), stride=(8,))", "do not nest alike"),
            ("make_layout(f(x))", "its shape, f(x), is not given here"),
            ("cute.make_identity_layout(x.shape)", "its shape, x.shape, is not given here"),
            ("cute.make_layout((1, 2), stride=(1, *x))", "how many entries (1,*x) has is not given here"),
            ("cute.make_layout((4, 8.5))", "no integer"),
            ("make_layout(", "the call does not end"),
            ("cute.make_composed_layout(cute.make_layout(4), 0, cute.make_layout(4))", "expected a swizzle"),
        ):
            first = found(text)[0]
            self.assertIn(reason, first.get("reason", ""), text)
            self.assertEqual((first["line"], first["source"][:5]), (1, "make_"))


class Check(unittest.TestCase):
    IR = """
%a = cute.composition(%x, %y) : (!cute.layout<"(4,6,8,10):(2,3,5,7)">, !cute.layout<"6:12">) -> !cute.layout<"CLAIM">
%b = cute.coalesce(%x) : (!cute.layout<"(2,(1,6)):(1,(6,2))">) -> !cute.layout<"12:1">
%c = "cute.logical_divide"(%x, %t) : (!cute.layout<"(8,8):(8,1)">, !cute.tile<"[4:1;2:1]">) -> !cute.layout<"((4,2),(2,4)):((8,32),(1,2))">
%d = cute.complement(%x, %n) : (!cute.layout<"(?):(1)">, !cute.int_tuple<"24">) -> !cute.layout<"?:4">
%e = cute.size(%x) : !cute.layout<"(4,8):(8,1)"> -> !cute.int_tuple<"32">
%g = cute.zipped_divide(%x, %t) : (!cute.layout<"(4,3):(1,4)">, !cute.tile<"[2:1;3:1]">) -> !cute.layout<"((2,3),(2,1)):((1,4),(2,12))">
%f = fly.composition(%x, %y) : (!fly.layout<(4,8):(1,4)>, !fly.layout<(2,4):(1,2)>) -> !fly.layout<(2,4):(1,2)>
"""

    def test_operations_are_derived_again(self):
        ran = colex("import", "-", "--check", stdin=self.IR.replace("CLAIM", "(2,3):(9,5)"))
        other, summary = ran.out.splitlines()
        self.assertEqual((ran.status, summary), (0, "6 operations: 5 as said, 1 in another form, 0 different; 1 more are not derived"))
        self.assertTrue(other.startswith("7:6: zipped_divide(") and other.endswith("((2,3),(2,1)):((1,4),(2,0)), the same function"), other)

    def test_layouts_of_coordinates_are_compared(self):
        line = '%a = cute.flat_divide(%x, %t) : (!cute.layout<"(4,3):(1@0,1@1)">, !cute.tile<"[2:1;3:1]">) -> !cute.layout<"(2,3,2,1):(1@0,1@1,CLAIM)">'
        for claim, outcome in (("2@0,0", "as said"), ("2@0,3@1", "in another form"), ("1@0,0", "different")):
            self.assertIn(f"1 {outcome}", colex("import", "-", "--check", stdin=line.replace("CLAIM", claim)).out)

    def test_a_wrong_one_is_named(self):
        ran = colex("import", "-", "--check", stdin=self.IR.replace("CLAIM", "(2,3):(9,6)"))
        self.assertEqual(ran.status, 1)
        self.assertEqual(ran.out.splitlines()[-1], "6 operations: 4 as said, 1 in another form, 1 different; 1 more are not derived")
        self.assertEqual(ran.out.splitlines()[0], "2:6: composition((4,6,8,10):(2,3,5,7), 6:12) is said to be (2,3):(9,6); colex: (2,3):(9,5)")
        (wrong,) = [o for o in json.loads(colex("import", "-", "--check", "--json", stdin=self.IR.replace("CLAIM", "(2,3):(9,6)")).out)["operations"]
                    if o["outcome"] == "different"]  # fmt: skip
        self.assertEqual((wrong["line"], wrong["derived"]), (2, "(2,3):(9,5)"))


class Names(unittest.TestCase):
    """What a name of a source is, and what is made of names that have no value."""

    def test_scopes(self):
        for text, layout in (
            ("def f():\n  t = 4\ndef g(t):\n  return cute.make_layout((t, 2))", "(t,2):(1,t)"),
            ("t = 8\ndef f():\n  t = 4\n  def g():\n    return cute.make_layout((t, 2))", "(4,2):(1,4)"),
            ("t = 8\ndef f(\n    a,\n    b=(1, 2),\n):\n  return cute.make_layout((t, 2))", "(8,2):(1,8)"),
            ("def f():\n  t = 4\ncute.make_layout((t, 2))", "(t,2):(1,t)"),
            ("t = 8\ndef f():\n  for t in range(4):\n    cute.make_layout((t, 2))", "(t,2):(1,t)"),
            ("t = 8\ndef f():\n  t, u = h()\n  cute.make_layout((t, 2))", "(t,2):(1,t)"),
            ("class A:\n  def __init__(self):\n    self.t = 4\nclass B:\n  u = 16\n  def __init__(self):\n    self.t = 8\n  def f(self):\n    return cute.make_layout((self.t, self.u))", "(8,16):(1,8)"),
            ("template <int M>\nstruct A { using L = Layout<Shape<Int<M>,_2>>; };\nconstexpr int M = 4;", "(M,2):(1,M)"),
        ):
            self.assertEqual(layouts(text), [layout], text)

    def test_entries_and_conditions(self):
        for text, layout in (
            ("s = (4, 16, 2)\ncute.make_layout((*s[:2], 1))", "(4,16,1):(1,4,0)"),
            ("s = (4, 16, 2)\ncute.make_layout((s[-1], s[0]), stride=(1 << 4, 64 >> 2))", "(2,4):(16,16)"),
            ("s = (4, 16, 2)\nb = cute.make_layout(s, stride=(1 << 6, 1, 16))\nx = cute.make_layout(b.shape[1:], stride=b.stride[1:])", "(16,2):(1,16)"),
            ("swz = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))\ny = cute.make_layout(swz.outer.shape)", "(8,64):(1,8)"),
            ("cute.make_layout((4 if a else 4, b if c else 8))", "(4,(b if c else 8)):(1,4)"),
            ("cute.make_layout(cute.product_each(((2, 3), 4)))", "(6,4):(1,6)"),
            ("l = cute.make_layout((4, 8))\ny = cute.make_layout(cute.size(l, mode=[1]))", "8:1"),
            ("cute.make_layout(cute.slice_(cute.make_layout((4, 8)), (None, 0)).shape)", "(4):(1)"),
            ("a = cute.make_layout((8, 16), stride=(16, 1))\ny = cute.tile_to_shape(a, (16, 32), order=(1, 0))", "((8,2),(16,2)):((16,256),(1,128))"),
            ("cute.make_composed_layout(inner=cute.make_swizzle(2, 3, 3), offset=0, outer=cute.make_layout((8, 32), stride=(32, 1)))", "Sw<2,3,3> o 0 o (8,32):(32,1)"),
        ):
            self.assertEqual(layouts(text)[-1], layout, text)

    def test_what_the_text_does_not_give(self):
        for text, reason in (
            ("make_layout(x.shape)", "its shape, x.shape, is not given here"),
            ("make_layout(a, b)", "its shape, a, is not given here"),
            ("cute.make_layout((4, 8) if a else 32)", "a, which decides between (4,8) and 32, is not given here"),
            ("cute.make_ordered_layout(x.shape, (0, 1) if a else (1, 0))", "its order, ((0 if a else 1),(1 if a else 0)), is not given here"),
            ("cute.make_ordered_layout(x.shape, order)", "its order, order, is not given here"),
            ("Layout.row_major(x.shape)", "its shape, x.shape, is not given here"),
            ("cute.tile_to_shape(atom, (16, 32), (0, 1))", "tile_to_shape of atom is not given here"),
            ("cute.make_composed_layout(swz, 0, cute.make_layout(4))", "swz is not given here"),
            ("Layout<MyShape, C<1>>", "its entry, MyShape, is not given here"),
        ):
            first = found(text)[0]
            self.assertEqual((first["reason"], first.get("given")), (reason, False), text)
        ran = colex("import", "-", stdin="cute.make_identity_layout((*x.shape, 1))")
        self.assertEqual((ran.status, ran.out.splitlines()[-1]), (1, "0 of 1 layouts read; 1 more are made of names without a value here: --given NAME=VALUE"))
        ran = colex("import", "-", "--given", "x.shape=(4, 2)", "--given", "n = 8", stdin="def f(x, n):\n  return cute.make_layout((*x.shape, n))")
        self.assertEqual((ran.status, ran.out), (0, "2:15: (4,2,8):(1,4,8)\n1 of 1 layouts read\n"))
        for bad in ("x", "=4", " = 4"):
            ran = colex("import", "-", "--given", bad, stdin="4:1")
            self.assertEqual((ran.status, ran.err), (2, "colex: import: --given takes NAME=VALUE\n"), bad)

    def test_names_nest_as_what_stands_beside_them(self):
        pair = "def f(self, x: Tuple[int, int], y: Optional[Tuple[int, int]], z: Tuple[int, ...]):\n  return "
        for text, layout in (
            ("cute.make_layout(x.shape)", "size(x.shape):1"),
            ("cute.make_layout(4 if a else 2)", "(4 if a else 2):1"),
            ("cute.make_layout((m * n) // 2)", "(m*n/2):1"),
            ("cute.make_layout((1, *x))", "size((1,*x)):1"),
            ("cute.make_layout(a, stride=b)", "a:b"),
            ("cute.make_layout((4, 8), stride=x.stride)", "(4,8):(x.stride[0],x.stride[1])"),
            ("cute.make_layout((4, h), stride=(1, (4, 8)))", "(4,(h[0],h[1])):(1,(4,8))"),
            ("cute.make_ordered_layout(s, (1, 0))", "(s[0],s[1]):(s[1],1)"),
            (pair + "cute.make_layout((*x, 1))", "(x[0],x[1],1):(1,x[0],0)"),
            (pair + "cute.make_layout((*y, 1))", "size((*y,1)):1"),
            (pair + "cute.make_layout((*z, 1))", "size((*z,1)):1"),
            (pair.replace("return", "x = x[1:]\n  return") + "cute.make_layout((*x, 1))", "size((*x,1)):1"),
            ("class A:\n  def __init__(self, x: tuple[int, int], n):\n    self.y = x\n    self.n = n\n"
             "  def f(self, n):\n    return cute.make_layout((*self.y, self.n, n))",
             "(self.y[0],self.y[1],self.n,n):(1,self.y[0],self.y[0]*self.y[1],self.y[0]*self.y[1]*self.n)"),
            ("cute.make_layout((4, 8) if a else (8, 4))", "((4 if a else 8),(8 if a else 4)):(1,(4 if a else 8))"),
            ("cute.make_layout(cute.slice_(l, (0, None, 0)).shape)", "(l.shape[1]):(1)"),
            ("cute.make_composed_layout(cute.make_swizzle(0, 4, 3), 0, l.outer)", "Sw<0,4,3> o 0 o l.outer.shape:l.outer.stride"),
            ("cute.tile_to_shape(cute.make_layout((8, w), stride=(w, 1)), (m, w), (1, 0))", "((8,(m/8)),(w,1)):((w,8*w),(1,0))"),
        ):
            self.assertEqual(layouts(text), [layout], text)

    def test_what_names_make_is_what_their_numbers_make(self):
        """Names given numbers make the layout that the text in names is at these numbers."""
        dice = random.Random(43)
        for _ in range(60):
            rank = dice.choice([1, 2, 2, 3])
            names = {f"b{k}": dice.choice([1, 2, 3, 8]) for k in range(rank)}
            names |= {f"s{k}": names[f"b{k}"] * dice.choice([1, 2, 5]) for k in range(rank)}
            names |= {"x": tuple(dice.choice([1, 2, 3, 4]) for _ in range(rank)), "y": tuple(dice.sample([1, 6, 40], rank))}
            block, shape = ("(" + ",".join(f"{c}{k}" for k in range(rank)) + ",)" for c in "bs")
            order, tiles = (f"({','.join(map(str, dice.sample(range(rank), rank)))},)" for _ in range(2))
            numbers = "(" + ",".join(str(dice.choice([1, 7, 30])) for _ in range(rank)) + ",)"
            atom = f"cute.make_ordered_layout({block}, {order})"
            text = dice.choice([f"cute.tile_to_shape({atom}, {shape}, {tiles})", f"cute.tile_to_shape({atom}, {shape})",
                                f"cute.tile_to_shape(cute.make_composed_layout(cute.make_swizzle(1, 0, 2), 0, {atom}), {shape}, {tiles})",
                                "cute.make_layout(x)", "cute.make_layout((*x, 3))", "cute.make_layout(x, stride=y)",
                                f"cute.make_layout(x, stride={numbers})", f"cute.make_layout({block}, stride=y)",
                                f"cute.make_ordered_layout(x, {order})", "cute.make_composed_layout(cute.make_swizzle(1, 0, 2), 3, cute.make_layout(x))"])
            (named,) = layouts(text)
            given = [w for name, value in names.items() for w in ("--given", f"{name}={value}")]
            (number,) = [f["layout"] for f in json.loads(colex("import", "-", "--json", *given, stdin=text).out)]
            *before, modes = named.split(" o ")
            sides = [eval(side.replace("/", "//"), {"size": size}, dict(names)) for side in modes.split(":")]  # noqa: S307
            got = " o ".join([*before, ":".join(str(side).replace(",)", ")") for side in sides)])
            self.assertEqual(colex("equal", got, number).status, 0, (text, names, named, got, number))

    def test_what_is_not_known_is_no_guess(self):
        for text, reason in (
            ("cute.coalesce(cute.make_layout((4, 8)), target=4)", None),
            ("cute.make_identity_layout(cute.coalesce(cute.make_layout((4, 8)), target_profile=(1, 1)).shape)", "its shape, cute.coalesce"),
            ("cute.make_layout((4 if a))", "a condition without its else"),
            ("cute.make_layout(1 << 99)", "a shift by no number"),
        ):
            first = found(text)[0]
            self.assertTrue("layout" in first if reason is None else first["reason"].startswith(reason), first)

    def test_beyond_a_limit_is_not_read(self):
        chain = " o 0 o ".join(["4:1"] * 3000)
        for text, status in ((f'!cute.layout<"{chain}">', 1), ('!cute.layout<"' + " o 1 o ".join(["?:1"] * 65) + '">', 1), ('!cute.layout<"4:1 o 0 o 4:1 o 0 o 4:1">', 0)):
            ran = colex("import", "-", stdin=text)
            self.assertEqual((ran.status, ran.out.splitlines()[-1]), (status, f"{1 - status} of 1 layouts read"))


class Checkouts(unittest.TestCase):
    """Other projects' sources, where checkouts are given. Counted are the places where a constructor, a type or a print of a layout stands, and
    swizzles beside one: how many are read, as a value or as text with names, and how many are made of values that the text does not give, such
    as the atom that a function is called with. The rest is what the tool does not read; each is listed with its reason."""

    def read(self, variable, folder, endings):
        root = os.environ.get(variable)
        if not root:
            self.skipTest(f"SKIP: {variable} names no checkout")
        read = total = given = number = 0
        for path in sorted(p for p in (pathlib.Path(root) / folder).rglob("*") if p.suffix in endings):
            ran = colex("import", str(path), "--json")
            self.assertIn(ran.status, (0, 1, 2), path)
            self.assertTrue(ran.status != 2 or "holds no layout" in ran.err, (path, ran.err))
            for f in json.loads(ran.out or "[]"):
                total, read, given = total + 1, read + ("layout" in f), given + f.get("given", True)
                number += "layout" in f and f.get("value", True)
                self.assertTrue("layout" in f or f["reason"], (path, f))
        print(f"{folder}: {total} layouts, {given} of them given by the text, {read} read, {number} as values", flush=True)
        return read, given, total

    def test_atoms_of_cutlass(self):
        read, given, total = self.read("COLEX_CUTLASS", "include/cute/atom", (".hpp",))
        self.assertGreater(total, 3000)
        self.assertGreater(read, 0.95 * total)
        self.assertGreater(read, 0.98 * given)

    def test_examples_of_cutlass(self):
        read, given, total = self.read("COLEX_CUTLASS", "examples/python", (".py",))
        self.assertGreater(total, 800)
        self.assertGreater(read, 0.95 * total)
        self.assertGreater(read, 0.99 * given)

    def test_kernels_of_flydsl(self):
        read, given, total = self.read("COLEX_FLYDSL", "kernels", (".py",))
        self.assertGreater(total, 450)
        self.assertGreater(read, 0.95 * total)
        self.assertGreater(read, 0.99 * given)


class Input(unittest.TestCase):
    def test_files_and_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.mlir"
            path.write_text('!cute.layout<"4:1">')
            self.assertEqual(colex("import", str(path)).out, "1:1: 4:1\n1 of 1 layouts read\n")
            for words in ((str(path) + "x",), (folder,), ()):
                ran = colex("import", *words)
                self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), ran)

    def test_brackets_that_do_not_close_end_in_time(self):
        ran = colex("import", "-", stdin=b"!cute.a<" * 1000000)
        self.assertEqual((ran.status, ran.err), (2, "colex: import: too many brackets that do not close\n"))

    def test_names_of_names_end_in_time(self):
        """Ten names each of ten names, for types as for values; definitions that do not end."""
        names = "".join(f"b{k} = ({', '.join([f'b{k + 1}'] * 10)})\n" for k in range(9)) + "b9 = 4\ncute.make_layout((b0, 2))\n"
        types = "".join(f"using B{k} = Shape<{', '.join([f'B{k + 1}'] * 10)}>;\n" for k in range(9)) + "using B9 = _4;\nLayout<B0>"
        for text in (names, types):
            ran = colex("import", "-", stdin=text, seconds=60)
            self.assertEqual((ran.status, ran.out.splitlines()[-1]), (1, "0 of 1 layouts read"), ran.out[:300])
            self.assertIn("what its names stand for has more than 65536 characters", ran.out)
        for text in ("def f(\n" * 1_000_000, "a=(\n" * 1_000_000, "template <\n" * 1_000_000, "def f():\n" * 1_000_000, "class A:\n" * 1_000_000):
            ran = colex("import", "-", stdin=text, seconds=60)
            self.assertEqual((ran.status, ran.err.count("\n")), (2, 1), ran.err)

    def test_quotes_within_quotes(self):
        ran = colex("import", "-", stdin="!cute.layout<" + '"' * 400_001 + "4:1" + '"' * 400_001 + ">")
        self.assertEqual((ran.status, ran.out), (0, "1:1: 4:1\n1 of 1 layouts read\n"))

    def test_any_bytes(self):
        for text in (b"\xff!cute.layout<\"\xff:\xff\">", b"!cute.layout<" * 3000, b"Layout<" * 20000, b"#ttg.linear<{lane = [" * 500, b'!cute.layout<"',
                     b"", b"!cute.", b"Layout<", b"#ttg.blocked<{sizePerThread}>"):
            self.assertIn(colex("import", "-", stdin=text).status, (0, 1, 2))
            self.assertIn(colex("import", "-", "--check", stdin=b"cute.composition(" * 1000 + text).status, (0, 1, 2))

    def test_a_text_without_layouts_is_no_success(self):
        for text in ("", "\n", "no layout here", "!cute.", "#ttg.", "cute.composition("):
            for words, said in (([], "holds no layout"), (["--json"], "holds no layout"), (["--check"], "no operation to derive"), (["--check", "--json"], "no operation to derive")):
                ran = colex("import", "-", *words, stdin=text)
                self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (text, words))
                self.assertIn(said, ran.err)


main()
