#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures: every cell against the values that the tool answers, the form of the SVG, the terminal, limits, errors."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml

from tool import PATH, colex, main

SVG = "{http://www.w3.org/2000/svg}"


def picture(*words):
    return json.loads(colex("draw", *words, "--json").out)


def labels(grid):
    return [[cell["label"] for cell in row] for row in grid["cells"]]


def values(layout):
    return [int(v) for v in colex("evaluate", layout).out.split(",")]


class Cells(unittest.TestCase):
    def test_layouts(self):
        for layout, rows in (("(4,(2,3)):(2,(1,8))", 4), ("((2,2),3):((8,1),2)", 4), ("Sw<2,0,3> o 4 o (8,8):(8,1)", 8), ("(3):(-2)", 1),
                             ("(256,256):(256,1)", 256)):  # as many cells as there can be
            shown = labels(picture(layout)["grids"][-1])
            offsets = values(layout)
            self.assertEqual(shown, [[str(v) for v in offsets[r::rows]] for r in range(rows)])

    def test_a_long_layout_is_wrapped(self):
        shown = labels(picture("40:3")["grids"][0])
        self.assertEqual([len(row) for row in shown], [16, 16, 16])
        self.assertEqual(sum(shown, [])[:41], [str(3 * i) for i in range(40)] + [""])

    def test_coordinates(self):
        cell = picture("((2,2),4):((1,8),2)", "--coordinates")["grids"][0]["cells"][3][2]
        self.assertEqual((cell["label"], cell["below"]), ("13", "((1,1),2)"))

    def test_thread_values(self):
        tv = "((4,8),(2,2)):((32,1),(16,8))"
        grid = labels(picture("tv", tv, "(16,8)")["grids"][0])
        for index, at in enumerate(values(tv)):
            self.assertEqual(grid[at % 16][at // 16], f"T{index % 32}")
        broadcast = picture("tv", "(4,2):(0,1)", "(2,2)")
        self.assertEqual([c["label"] for row in broadcast["grids"][0]["cells"] for c in row], ["T0", "", "T0", ""])
        self.assertIn("2 elements are held by no thread", broadcast["notes"])
        self.assertEqual(colex("draw", "tv", "(4,2):(1,4)", "(2,2)").status, 1)

    def test_an_atom_is_its_operands(self):
        name = "SM80_16x8x16_F32F16F16F32_TN"
        (atom,) = json.loads(colex("atoms", name, "--json").out)
        p = picture("atom", name)
        self.assertEqual((p["title"], len(p["grids"])), (name, 3))
        for operand, rows, grid in zip("ABC", (16, 8, 16), p["grids"]):
            self.assertEqual(labels(grid), labels(picture("tv", atom[operand], f"({rows},{len(values(atom[operand])) // rows})")["grids"][0]))
            self.assertIn(atom[operand], grid["caption"])
        copy = picture("atom", "SM75_U32x1_LDSM_N")
        self.assertEqual([row[0] for row in labels(copy["grids"][0])], [f"T{k // 2}" for k in range(8)])
        self.assertEqual(len(picture("atom", "SM90_64x8x16_F32F16F16")["grids"]), 2)

    def test_a_copy_atom_fills_its_picture(self):
        for name in ("SM50_Shuffle_U32_2x2Trans_XOR4", "SM75_U16x4_LDSM_T", "SM100_TMEM_LOAD_16dp128b2x", "UniversalCopy<uint64_t>"):
            drawn = picture("atom", name)
            self.assertTrue(all(cell["label"] for row in drawn["grids"][0]["cells"] for cell in row), name)
            self.assertNotIn("outside", " ".join(drawn["notes"]), name)

    def test_a_tiled_copy(self):
        tv = json.loads(colex("tiled_copy", "(4,8):(8,1)", "(2,2):(1,2)", "--json").out)["tv"]
        self.assertEqual(labels(picture("tiled_copy", "(4,8):(8,1)", "(2,2):(1,2)")["grids"][0]), labels(picture("tv", tv, "(8,16)")["grids"][0]))

    def test_complement(self):
        cells = sum(picture("complement", "8:2", "32")["grids"][0]["cells"], [])
        mine = {int(c["label"]) for c in cells if c.get("colour") == 0}
        rest = {int(c["label"]) for c in cells if c.get("colour") == 1}
        self.assertEqual((mine, rest), (set(values("8:2")), {1, 16, 17}))
        self.assertEqual([int(c["label"]) for c in cells], list(range(32)))

    def test_tiles(self):
        for what in ("zipped_divide", "logical_divide", "tiled_divide", "flat_divide"):
            cells = picture(what, "(6,8):(8,1)", "<3,4>")["grids"][0]["cells"]
            for i in range(6):
                for j in range(8):
                    self.assertEqual(cells[i][j]["region"], i // 3 + 2 * (j // 4))
                    self.assertEqual(cells[i][j]["label"], str(8 * i + j))

    def test_copies(self):
        blocks = picture("blocked_product", "(2,2):(1,2)", "(3,4):(4,1)")["grids"][0]["cells"]
        raked = picture("raked_product", "(2,2):(1,2)", "(3,4):(4,1)")["grids"][0]["cells"]
        for i in range(6):
            for j in range(8):
                self.assertEqual(blocks[i][j]["region"], i // 2 + 3 * (j // 2))
                self.assertEqual(raked[i][j]["region"], i % 3 + 3 * (j % 4))

    def test_compositions(self):
        good = labels(picture("composition", "(4,6,8,10):(2,3,5,7)", "6:12")["grids"][0])
        self.assertEqual(good[0], ["0", "12", "24", "36", "48", "60"])
        self.assertEqual(good[1], good[2])
        self.assertEqual(good[2], [str(v) for v in values("(2,3):(9,5)")])
        for a, b, index in (("(4,6,8):(1,10,100)", "(3,2):(8,12)", 5), ("(4,6,8):(2,3,5)", "(2,6):(1,3)", 8), ("(6,4):(1,7)", "4:4", 3)):
            ran = colex("draw", "composition", a, b, "--json")
            wrong = [(r, c) for r, row in enumerate(json.loads(ran.out)["grids"][0]["cells"]) for c, cell in enumerate(row) if cell.get("wrong")]
            self.assertEqual((ran.status, wrong), (1, [(2, index)]))

    def test_differences(self):
        a, b = "(4,4):(1,4)", "(4,(2,2)):(1,(4,12))"
        grids = picture("difference", a, b)["grids"]
        wrong = [[bool(c.get("wrong")) for c in row] for row in grids[0]["cells"]]
        x, y = values(a), values(b)
        self.assertEqual(wrong, [[x[r + 4 * c] != y[r + 4 * c] for c in range(4)] for r in range(4)])
        self.assertEqual(picture("difference", "10:3", "(2,5):(3,6)")["notes"], ["the same function"])
        self.assertIn("the sizes differ: 4 against 6", picture("difference", "4:1", "6:1")["notes"])

    def test_an_operation_is_drawn_by_its_answer(self):
        self.assertEqual(picture("coalesce", "(2,4):(1,2)")["title"], "coalesce((2,4):(1,2)) = 8:1")
        self.assertEqual(picture("composition(8:1, 4:2)")["title"], "4:2")


class Writers(unittest.TestCase):
    def test_svg_is_xml_whose_labels_are_text(self):
        for words in (["(4,(2,3)):(2,(1,8))"], ["Sw<2,0,3> o 0 o (8,8):(8,1)"], ["complement", "4:3", "24"]):
            data = picture(*words)
            root = xml.fromstring(colex("draw", *words, "--svg").out)
            self.assertEqual((root.tag, root.find(SVG + "title").text), (SVG + "svg", data["title"]))
            said = [t.text for t in root.iter(SVG + "text")]
            for grid in data["grids"]:
                for cell in sum(grid["cells"], []):
                    self.assertTrue(not cell["label"] or cell["label"] in said, cell)
            self.assertIn("prefers-color-scheme:dark", root.find(SVG + "style").text)

    def test_every_element_lies_on_the_page(self):
        for words in (["(128,64):(64,1)"], ["(4,(2,3)):(2,(1,8))", "--coordinates"], ["composition", "(6,4):(1,7)", "4:4"]):
            root = xml.fromstring(colex("draw", *words, "--svg").out)
            width, height = float(root.get("width")), float(root.get("height"))
            for box in root.iter(SVG + "rect"):
                self.assertLessEqual(float(box.get("x", 0)) + float(box.get("width")), width)
                self.assertLessEqual(float(box.get("y", 0)) + float(box.get("height")), height)

    def test_labels_thin_out(self):
        root = xml.fromstring(colex("draw", "(128,64):(64,1)", "--svg").out)
        said = {t.text for t in root.iter(SVG + "text")}
        self.assertTrue(1000 < len(said) < 8192)
        self.assertTrue({"0", "8128"} <= said)
        shown = colex("draw", "(128,64):(64,1)", "--columns", "80").out
        self.assertLessEqual(max(len(line) for line in shown.splitlines() if line[:3].strip().isdigit()), 80)
        self.assertIn("Of 128 rows and 64 columns, one in 2 and one in ", shown)

    def test_both_lines_of_a_label_stand_in_their_row(self):
        """A thread, below it its value, then the next row's thread; where labels thin out as well."""
        for words, rows in ((["tv", "((4,8),(2,2)):((32,1),(16,8))", "(16,8)"], 16), (["tv", "((16,8),(8,8)):((512,1),(64,8))", "(128,64)"], 128),
                            (["tiled_copy", "(16,8):(8,1)", "(1,8):(8,1)"], 16)):  # fmt: skip
            root = xml.fromstring(colex("draw", *words, "--svg").out)
            at = {kind: sorted({float(t.get("y")) for t in root.iter(SVG + "text") if re.fullmatch(kind + r"\d+", t.text)}) for kind in "TV"}
            self.assertEqual((len(at["T"]), len(at["V"])), (rows, rows))
            height = at["T"][1] - at["T"][0]
            for thread, value in zip(at["T"], at["V"]):
                self.assertTrue(thread + 5 < value < thread + height - 5, (words, thread, value, height))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.svg"
            self.assertEqual(colex("draw", "4:1", "-o", str(path)), (0, "", ""))
            self.assertEqual(path.read_text(), colex("draw", "4:1", "--svg").out)
            for name, written in (("a.txt", []), ("a.json", ["--json"])):
                self.assertEqual(colex("draw", "4:1", "-o", f"{folder}/{name}"), (0, "", ""))
                self.assertEqual((pathlib.Path(folder) / name).read_text(), colex("draw", "4:1", *written).out)
            for name, options, said in (("x.jpg", [], "ends in .svg, .tex, .png, .pdf, .json or .txt"), ("x", [], "ends in .svg, .tex, .png, .pdf, .json or .txt"), ("x.svg.", [], "ends in .svg"), ("x.SVG", [], "ends in .svg"), ("x.pdf", ["--svg"], "does not end in .svg"),
                                        ("x.txt", ["--svg"], "does not end in .svg"), ("x.svg", ["--json"], "does not end in .json")):  # fmt: skip
                ran = colex("draw", "4:1", "-o", f"{folder}/{name}", *options)
                self.assertEqual((ran.status, ran.out, (pathlib.Path(folder) / name).exists()), (2, "", False), name)
                self.assertIn(said, ran.err)
            self.assertEqual(colex("draw", "4:1", "--svg", "-o", "/dev/null").status, 0)
            ran = colex("draw", "4:1", "-o", folder + "/none/a.svg")
            self.assertEqual((ran.status, ran.err.count("\n")), (2, 1))

    def test_a_bitmap_is_one_or_is_not_written(self):
        """Where nothing converts, a name that ends in .png or .pdf gets no letters."""
        with tempfile.TemporaryDirectory() as folder:
            for form in ("png", "pdf"):
                path = pathlib.Path(folder) / f"a.{form}"
                ran = subprocess.run([PATH, "draw", "4:1", "-o", str(path)], capture_output=True, text=True, check=False, env={**os.environ, "PATH": folder})
                self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n"), path.exists()), (2, "", 1, False), ran)
                self.assertIn(f"{form} needs rsvg-convert", ran.stderr)

    def test_colours(self):
        plain = colex("draw", "composition", "(6,4):(1,7)", "4:4").out
        self.assertNotIn("\x1b", plain)
        self.assertIn("13!", plain)
        self.assertIn("\x1b[97;41m", colex("draw", "composition", "(6,4):(1,7)", "4:4", "--color", "always").out)
        self.assertIn("2a", colex("draw", "complement", "8:2", "32").out)
        script = ["script", "-qec", f"'{PATH}' draw 4:1", "/dev/null"]
        for no_colour in ("", "1"):
            ran = subprocess.run(script, capture_output=True, text=True, check=True, env={**os.environ, "NO_COLOR": no_colour})
            self.assertEqual("\x1b" in ran.stdout, not no_colour)


class Errors(unittest.TestCase):
    def test_one_line_and_exit_status_2(self):
        for words, message in (
            (["foo", "4"], 'colex: draw: nothing is called "foo"'),
            (["(4,8"], "colex: layout:1:5: expected ',' or ')'"),
            (["complement", "4:3", "x"], "colex: argument 2:1:1: unknown name x"),
            (["size", "4:1"], "colex: draw: size answers an integer, not a layout"),
            (["tv", "4:1"], "colex: draw tv takes a thread-value layout and the tile's shape, not 1 argument"),
            (["tv", "4:1", "(4)"], "colex: tv: a thread-value layout has two modes"),
            (["atom"], "colex: draw atom takes one name"),
            (["atom", "nothing"], "colex: no atom is called nothing"),
            (["atom", "ldsm"], "colex: 6 atoms match ldsm"),
            (["tiled_copy", "4:1"], "colex: draw tiled_copy takes a layout of threads and one of values"),
            (["difference", "4:1", "<2,3>"], "colex: argument 2: expected swizzled, not a tiler"),
            (["(257,256):(256,1)"], "colex: draw: the picture would have 65792 cells, more than 65536"),
            (["(1024,1024):(1,1024)"], "colex: draw: the picture would have 1048576 cells, more than 65536"),
            (["difference", "1099511627776:1", "1099511627776:2"], "colex: draw: the picture would have 1099511627776 cells"),
            (["complement", "4:1", "4611686018427387904"], "colex: draw: the picture would have 4611686018427387904 cells"),
            (["4:1", "--color", "pink"], "colex: --color: pink not in"),
            (["4:1", "--svg", "--json"], "colex: --"),
            (["4:1", "--columns", "3"], "colex: --columns:"),
            ([], "colex: what is required"),
        ):
            ran = colex("draw", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (2, "", 1), (words, ran))
            self.assertTrue(ran.err.startswith(message), ran.err)

    def test_a_refusal_is_the_operations(self):
        ran = colex("draw", "complement", "4:3", "16")
        self.assertEqual(ran, (1, "", "complement(4:3, 16): cotarget_divides: 12 does not divide 16\n"))
        for words in (["Sw<3,4,2> o 0 o 8:1"], ["Sw<1,0,1> o -1 o 8:1"], ["logical_divide", "9:1", "2:1"]):
            ran = colex("draw", *words)
            self.assertEqual((ran.status, ran.out, ran.err.count("\n")), (1, "", 1), ran)


main()
