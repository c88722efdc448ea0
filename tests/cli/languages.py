#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""--as: what it writes of random layouts of all kinds, `import` reads back as the same function; index expressions computed by a
C compiler and by Python have the layout's offsets."""
import collections
import itertools
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

import maps_truth
from tool import batch, colex, main

COUNT = int(os.environ.get("COLEX_LANGUAGES", "50000" if os.environ.get("COLEX_NIGHTLY") else "2000"))
MOST_POINTS = 5000 if COUNT <= 4000 else 256  # of a layout whose index expression is computed
TYPES = ("cute", "cute-dsl", "flydsl", "gluon", "ttgir")
NAMES = "ijklmn"


def nested(values, shape):
    """The values, taken from the front, nested as the shape is."""
    return f"({','.join(nested(values, s) for s in shape)})" if isinstance(shape, list) else str(values.pop(0))


def tree(leaves, depth=0):
    if leaves == 1 and (depth > 0 or random.random() < 0.5):
        return 0
    parts, left = [], leaves
    while left:
        n = random.randint(1, left)
        parts.append(tree(n, depth + 1) if n < leaves or depth < 2 else [0] * n)
        left -= n
    return parts


def plain(powers=False):
    n = random.randint(1, 5)
    shape = tree(n)
    extents = [random.choice([1, 2, 2, 4, 4, 8, 16] if powers or random.random() < 0.6 else [2, 3, 5, 6, 7, 12]) for _ in range(n)]
    order, step, strides = random.sample(range(n), n), 1, [0] * n
    for k in order:
        strides[k] = step
        step *= extents[k]
    if not powers and random.random() < 0.4:
        k = random.randrange(n)
        strides[k] = random.choice([0, -1, 3, 11, 64, 100000, 2**33, -(2**20)])
    return f"{nested(extents, shape)}:{nested(strides, shape)}"


def tv():
    """Threads and values, powers of two: what Triton's layouts are."""
    bits = random.randint(1, 9)
    sides = sorted(random.randint(0, bits) for _ in range(2))
    where = random.sample(range(bits), bits)
    if random.random() < 0.3:
        where[random.randrange(bits)] = None
    strides = [0 if w is None else 1 << w for w in where]
    groups = [strides[: sides[0]], strides[sides[0] : sides[1]], strides[sides[1] :]]
    shape = ["1" if not g else f"({','.join('2' for _ in g)})" for g in groups]
    stride = ["0" if not g else f"({','.join(map(str, g))})" for g in groups]
    return f"(({shape[0]},{shape[1]}),{shape[2]}):(({stride[0]},{stride[1]}),{stride[2]})"


def swizzled():
    bits = random.randint(0, 3)
    shift = random.choice([1, -1]) * random.randint(max(bits, 1), 4)
    offset = random.choice([0, 0, 0, 5, 16, 64])
    inner = plain(random.random() < 0.8)
    while "-" in inner:
        inner = plain(True)
    return f"Sw<{bits},{random.randint(0, 4)},{shift}> o {offset} o {inner}"


def map_of():
    inner = plain(True)
    columns = [random.choice([1 << k, random.randrange(1, 256)]) for k in range(12)]
    return f"[{','.join(map(str, columns))}] o 0 o {inner}" if random.random() < 0.5 else f"[1,2,5] o 0 o 8:1"


def coordinates():
    extents = [random.choice([2, 3, 4, 8]) for _ in range(random.randint(1, 3))]
    strides = [f"{random.choice([1, 1, 2, 3])}@{random.randrange(3)}" for _ in extents]
    return f"({','.join(map(str, extents))}):({','.join(strides)})"


def draw():
    return random.choice([plain, plain, swizzled, swizzled, tv, map_of, coordinates])()


def written(layouts, language):
    """(layout, text) of those that have a form, and how many have none."""
    lines = [{"expression": layout, "as": language, "budget": 10**6} for layout in layouts]
    pairs, none = [], 0
    for layout, reply in zip(layouts, batch(lines)):
        if reply["ok"]:
            pairs.append((layout, reply["as"]))
        elif reply["error"]["condition"] in ("no_form", "in_domain", "not_negative", "overlap", "input", "overflow", "undecided"):
            none += 1
        else:
            raise AssertionError((layout, language, reply))
    return pairs, none


def points(shape):
    return math.prod(map(points, shape)) if isinstance(shape, list) else shape


def sizes(layouts):
    return [r["result"] for r in batch([{"op": "size", "args": [x]} for x in layouts])]


def colexicographic(extents):
    """All points, the first coordinate fastest."""
    return (tuple(reversed(c)) for c in itertools.product(*(range(n) for n in reversed(extents))))


def compiled(cases):
    """What a C program computes of (an initializer's numbers, names, extents), at all points."""
    body = ["#include <stdio.h>\ntypedef long long I;\n"]
    for k, (numbers, names, extents) in enumerate(cases):
        loops = "".join(f"for (I {n} = 0; {n} < {e}; ++{n}) " for n, e in zip(reversed(names), reversed(extents)))
        used = "".join(f"(void){n};" for n in names)
        body.append(f"static void f{k}(void) {{ {loops}{{ {used} I at[] = {numbers}; for (unsigned m = 0; m < sizeof at / sizeof *at; ++m) printf(\"%lld \", at[m]); }} printf(\"\\n\"); }}\n")
    body.append("int main(void) {" + "".join(f"f{k}();" for k in range(len(cases))) + "}\n")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "offsets.c"
        source.write_text("".join(body))
        subprocess.run(["cc", "-O0", "-w", source, "-o", source.with_suffix("")], check=True)
        said = subprocess.run([source.with_suffix("")], capture_output=True, text=True, check=True).stdout
    return [[int(x) for x in line.split()] for line in said.splitlines()]


class RoundTrip(unittest.TestCase):
    def setUp(self):
        random.seed(int(os.environ.get("COLEX_SEED", "7")))
        self.layouts = [draw() for _ in range(COUNT)]

    def test_what_is_written_is_read_as_the_same_function(self):
        for language in TYPES:
            pairs, none = written(self.layouts, language)
            self.assertGreater(len(pairs), COUNT // 20, language)
            text = "".join(source + "\n" for _, source in pairs)
            back = collections.defaultdict(list)
            for f in json.loads(colex("import", "-", "--json", stdin=text).out):
                back[f["line"]].append(f.get("layout", f.get("reason")))
            got = [back[k + 1] for k in range(len(pairs))]
            self.assertEqual([(p, g) for p, g in zip(pairs, got) if len(g) != 1][:3], [], language)
            replies = batch([{"op": "equal", "args": [layout, g[0]]} for (layout, _), g in zip(pairs, got)])
            wrong = [(p, g, r) for p, g, r in zip(pairs, got, replies) if r.get("result") is not True]
            self.assertEqual(wrong[:3], [], f"{language}: {len(wrong)} of {len(pairs)} differ")

    def expressions(self, language):
        pairs, _ = written([x for x in self.layouts if "@" not in x], language)
        counts = sizes([layout for layout, _ in pairs])
        shapes = [r["shape"] for r in batch([{"expression": layout.split(" o ")[-1], "structure": True} for layout, _ in pairs])]
        cases = []
        for (layout, text), n, shape in zip(pairs, counts, shapes):
            extents = [points(mode) for mode in shape] if isinstance(shape, list) else [shape]
            if n > MOST_POINTS:
                continue
            names = list(NAMES[: len(extents)]) if len(extents) <= 6 else [f"c{k}" for k in range(len(extents))]
            cases.append((layout, text, names, extents))
        self.assertGreater(len(cases), len(pairs) // 2)
        wanted = [r["result"] for r in batch([{"op": "evaluate", "args": [layout]} for layout, *_ in cases])]
        return cases, wanted

    def test_python_computes_the_offsets(self):
        cases, wanted = self.expressions("python")
        for (layout, text, names, extents), offsets in zip(cases, wanted):
            f = eval(f"lambda {','.join(names)}: {text}")  # noqa: S307
            got = [f(*reversed(c)) for c in itertools.product(*(range(n) for n in reversed(extents)))]
            self.assertEqual(got, offsets, (layout, text))

    def others(self, language):
        """Layouts of coordinates and index maps that are some layout, in the language: (text, expression, names, extents), and what is computed at all
        points by the definition."""
        dice = random.Random(int(os.environ.get("COLEX_SEED", "7")))
        cases, wanted = [], []
        for layout in (x for x in self.layouts if "@" in x):
            extents, strides = (part.strip("()").split(",") for part in layout.split(":"))
            extents, strides = [int(e) for e in extents], [tuple(map(int, s.split("@"))) for s in strides]
            cases.append((layout, NAMES[: len(extents)], extents))
            wanted.append([[sum(x * n for x, (n, k) in zip(at, strides) if k == m) for m in range(1 + max(k for _, k in strides))] for at in colexicographic(extents)])
        drawn = [maps_truth.draw(dice) for _ in range(COUNT)]
        for case in (c for c in drawn if c.fault is None):
            cases.append((case.text, NAMES[: len(case.extents)], case.extents))
            wanted.append([[n] for n in case.values])
        texts = dict(written([text for text, *_ in cases], language)[0])
        kept = [k for k, (text, *_) in enumerate(cases) if text in texts]
        self.assertGreater(len(kept), COUNT // 4)
        return [(cases[k][0], texts[cases[k][0]], *cases[k][1:]) for k in kept], [wanted[k] for k in kept]

    def test_python_computes_coordinates_and_maps(self):
        cases, wanted = self.others("python")
        for (text, expression, names, extents), values in zip(cases, wanted):
            f = eval(f"lambda {','.join(names)}: {expression}")  # noqa: S307
            got = [f(*at) for at in colexicographic(extents)]
            self.assertEqual([list(x) if isinstance(x, tuple) else [x] for x in got], values, (text, expression))

    @unittest.skipIf(shutil.which("cc") is None, "SKIP: no C compiler")
    def test_c_computes_coordinates_and_maps(self):
        cases, wanted = self.others("c")
        lines = compiled([(text if text.startswith("{") else "{" + text + "}", names, extents) for _, text, names, extents in cases])
        for (text, expression, *_), line, values in zip(cases, lines, wanted, strict=True):
            self.assertEqual(line, [n for value in values for n in value], (text, expression))

    @unittest.skipIf(shutil.which("cc") is None, "SKIP: no C compiler")
    def test_c_computes_the_offsets(self):
        cases, wanted = self.expressions("c")
        lines = compiled([("{" + text + "}", names, extents) for _, text, names, extents in cases])
        for (layout, text, *_), line, offsets in zip(cases, lines, wanted, strict=True):
            self.assertEqual(line, offsets, (layout, text))


class Written(unittest.TestCase):
    def test_forms(self):
        for layout, language, text in (
            ("(4,(2,3)):(2,(1,8))", "cute", "Layout<Shape<_4,Shape<_2,_3>>,Stride<_2,Stride<_1,_8>>>"),
            ("11:-3", "cute", "Layout<Int<11>,Int<-3>>"),
            ("Sw<3,4,3> o 6 o (8,8):(8,1)", "cute", "ComposedLayout<Swizzle<3,4,3>,_6,Layout<Shape<_8,_8>,Stride<_8,_1>>>"),
            ("[1,2,5] o 0 o 8:1", "cute", "ComposedLayout<Swizzle<1,0,2>,_0,Layout<_8,_1>>"),
            ("(4,8):(1@0,2@1)", "cute", "Layout<Shape<_4,_8>,Stride<E<0>,ScaledBasis<_2,1>>>"),
            ("(4):(2)", "cute-dsl", "cute.make_layout((4,), stride=(2,))"),
            ("Sw<3,4,3> o 0 o (8,8):(8,1)", "cute-dsl", "cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8,8), stride=(8,1)))"),
            ("Sw<3,3,3> o 0 o (8,8):(8,1)", "flydsl", "fx.make_composed_layout(fx.static(fx.SwizzleType.get(3, 3, 3)), fx.make_layout((8,8), (8,1)))"),
            ("((2,2),4):((4,8),1)", "ttgir", "#ttg.linear<{register = [[1], [2]], lane = [[4]], warp = [[8]], block = []}>"),
            ("(32,4):(4,1)", "gluon", "gl.DistributedLinearLayout(reg_bases=[[1], [2]], lane_bases=[[4], [8], [16], [32], [64]], warp_bases=[], block_bases=[], shape=[128])"),
            ("(4,8):(8,1)", "c", "(i << 3) + j"),
            ("(6,8):(1,6)", "c", "i + j * 6"),
            ("(8,64):(64,1)", "python", "(i << 6) + j"),
            ("(4,8):(1,32)", "c", "i + (j << 5)"),
            ("((4,8),2):((1,32),4)", "c", "i + (i >> 2) * 28 + (j << 2)"),
            ("Sw<3,3,3> o 0 o (8,64):(64,1)", "c", "((i << 6) + j) ^ (i << 3)"),
            ("Sw<2,0,3> o 0 o 9:1", "python", "(lambda y: y ^ (y >> 3 & 3))(i)"),
            ("4:0", "c", "0"),
            ("4:-1", "c", "-i"),
            ("(4,8):(1@1,1@0)", "c", "{j, i}"),
            ("((4,8),(2,2)):((2@1,1@0),(1@1,8@0))", "python", "((i >> 2) + ((j >> 1) << 3), ((i & 3) << 1) + (j & 1))"),
            ("4:2@1", "c", "{0, i << 1}"),
            ("4:3@0", "python", "(i * 3,)"),
        ):
            self.assertEqual(colex(*expression(layout), "--as", language).out, text + "\n", (layout, language))

    def test_what_has_no_form_says_why(self):
        for layout, language, why in (
            ("[3,5,6] o 0 o 8:1", "cute", "no_form: it stands behind a map over GF(2) that is no swizzle"),
            ("Sw<1,0,1> o 4 o 4:1", "flydsl", "no_form: FlyDSL's composed layouts of a swizzle start at offset 0"),
            ("(3,4):(1,3)", "gluon", "no_form: Triton's layouts are linear over GF(2), and this one is not"),
            ("(2,2,2):(1,2,4)", "ttgir", "no_form: it is no layout (threads, values)"),
            ("(4,8):(1@0,1@1)", "flydsl", "no_form: flydsl has no layouts of coordinates"),
        ):
            ran = colex(*expression(layout), "--as", language)
            self.assertEqual((ran.status, ran.out), (1, ""), layout)
            self.assertIn(why, ran.err)
        for words, why in ((["size", "4:1", "--as", "cute"], "--as writes layouts, not an integer"), (["coalesce", "4:1", "--as", "fortran"], "--as")):
            ran = colex(*words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1))
            self.assertIn(why, ran.err)
        self.assertIn('no language "fortran"', batch([{"expression": "4:1", "as": "fortran"}])[0]["error"]["message"])

    def test_a_placed_layout_in_c(self):
        self.assertEqual(colex("slice_and_offset", "(2,_)", "(4,8):(8,1)", "--as", "c").out, "i + 16\n")
        self.assertEqual(colex("slice_and_offset", "(2,_)", "(4,8):(8,1)", "--as", "cute").status, 1)


def expression(layout):
    return ["expression", layout]


class Pictures(unittest.TestCase):
    def test_svg_and_tikz(self):
        self.assertEqual(colex(*expression("(4,8):(8,1)"), "--as", "svg").out, colex("draw", "(4,8):(8,1)", "--svg").out)
        text = colex(*expression("(4,8):(8,1)"), "--as", "tikz").out
        self.assertIn("\\begin{tikzpicture}", text)
        self.assertEqual(text.count("rectangle +(1,1)"), 32)
        for value in range(32):
            self.assertIn("{%d};" % value, text)

    def test_names_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for ending, start in ((".svg", "<svg"), (".tex", "% \\usepackage{tikz}")):
                path = pathlib.Path(folder) / ("x" + ending)
                self.assertEqual(colex("draw", "4:1", "-o", path).status, 0)
                self.assertTrue(path.read_text().startswith(start))
            for ending in (".jpg", ".foo", ""):
                path = pathlib.Path(folder) / ("x" + ending)
                ran = colex("draw", "4:1", "-o", path)
                self.assertEqual((ran.status, ran.out, path.exists()), (2, "", False))
                self.assertIn("a picture's name ends in", ran.err)

    def test_png_and_pdf_or_what_they_need(self):
        """A program of that name is found along PATH, and its absence is said."""
        for form in ("png", "pdf"):
            with tempfile.TemporaryDirectory() as folder:
                tool = pathlib.Path(folder) / "rsvg-convert"
                tool.write_text("#!/bin/sh\nfor w; do case $w in --output=*) out=${w#--output=};; esac; last=$w; done\n(echo " + form + "; /bin/cat \"$last\") > \"$out\"\n")
                tool.chmod(0o755)
                before = os.environ["PATH"]
                try:
                    os.environ["PATH"] = folder
                    ran = colex(*expression("4:1"), "--as", form)
                    self.assertEqual(ran.status, 0, ran.err)
                    self.assertTrue(ran.out.startswith(form + "\n<svg"))
                    tool.unlink()
                    ran = colex(*expression("4:1"), "--as", form)
                finally:
                    os.environ["PATH"] = before
                self.assertEqual((ran.status, ran.out), (2, ""))
                self.assertIn("needs rsvg-convert", ran.err)


if not os.environ.get("COLEX_NIGHTLY"):
    print(f"nightly: languages: 50000 layouts; by day {COUNT}: each is a question of the tool", flush=True)
main()
