#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The playground in a headless Chromium: what its panes answer beside the tool's own answers, links, refusals, long pastes, keys.

playground_test.py PAGE TOOL [PICTURES] builds the page first, in its folder. Exit status 77, with the reason, where no Chromium is installed,
or neither emscripten nor a page that was built elsewhere. PICTURES, a folder, gets pictures of the panes, to be looked at.
"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

from browser import Browser, chromium

PAGE = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = str(pathlib.Path(sys.argv[2]).resolve())
PICTURES = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None


def tool(*words):
    ran = subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)
    return (ran.stdout or ran.stderr).strip()


class Playground(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.errors.clear(), self.browser.requests.clear()

    def tearDown(self):
        """Nothing is asked of anybody but the page itself, and the console stays empty."""
        self.assertEqual(self.browser.errors, [])
        away = [url for url in self.browser.requests if not url.startswith(("file://", "blob:", "data:"))]
        self.assertEqual(away, [])

    # ------------------------------------------------------------------------------------------------ the page

    def load(self, pane=None, **fields):
        state = "#" + urllib.parse.urlencode({"pane": pane, **fields}) if pane else ""
        self.browser.open("about:blank")
        self.browser.open(PAGE.as_uri() + state)
        self.browser.wait("document.getElementById('panel').dataset.answered")

    def panes(self):
        self.load()
        return self.browser.run("Object.keys(PANES)")

    def text(self, name):
        return self.browser.run(f"document.getElementById('{name}').textContent")

    def set(self, name, value):
        """As typed at once; waits for the answer."""
        count = self.browser.run("document.getElementById('panel').dataset.answered")
        self.browser.run(f"""(() => {{ const field = document.getElementById('fields').elements['{name}'];
            field.value = {json.dumps(value)}; field.dispatchEvent(new Event('input', {{bubbles: true}})); }})()""")  # fmt: skip
        self.browser.wait(f"document.getElementById('panel').dataset.answered !== '{count}'")

    LABELS = """((table) => [...table.rows].map(row =>
            [...row.querySelectorAll('td')].map(cell => cell.firstChild?.textContent ?? '')).filter(row => row.length))"""

    def labels(self, figure=0):
        return self.browser.run(f"{self.LABELS}(document.querySelectorAll('#pictures table')[{figure}])")

    def drawn(self, *words):
        grids = json.loads(tool("draw", *words, "--json"))["grids"]
        return [[[cell["label"] for cell in row] for row in grid["cells"]] for grid in grids]

    # --------------------------------------------------------------------------------------------------- tasks

    def test_a_layout(self):
        self.load()
        self.assertEqual(self.text("answer"), "(4,(2,3)):(2,(1,8))")
        self.assertEqual(self.labels(), self.drawn("(4,(2,3)):(2,(1,8))")[0])
        self.set("L", "coalesce((2,1,4):(3,1,6))")
        self.assertEqual(self.text("answer"), tool("coalesce", "(2,1,4):(3,1,6)"))
        self.set("L", "size((4,8))")
        self.assertEqual(self.text("answer"), "32")

    def test_what_every_pane_begins_with(self):
        """Each is answered as the tool answers the command line that the pane shows; a text is a file of it, whose lines a field keeps. A wide
        picture is scrolled, not the page."""
        names = self.panes()
        self.assertGreater(len(names), 15)
        for name in names:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                self.load(name)
                pathlib.Path(folder, "text").write_text(self.browser.run("document.getElementById('fields').elements.text?.value ?? ''"))
                ran = subprocess.run([TOOL, *shlex.split(self.text("command"))[1:]], capture_output=True, text=True, check=False, cwd=folder)
                self.assertLess(ran.returncode, 2, ran.stderr)
                self.assertEqual((self.text("answer"), self.text("refusal")), (ran.stdout.strip(), ran.stderr.strip()))
                self.assertTrue(self.browser.run("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "wider than the window")
        self.load("file", text="size(4:1) == 4\ninjective(4:0) == yes")
        self.assertIn("1 of 2 as expected", self.text("answer"))

    def test_foreign_texts(self):
        """CuTe's types, prints and calls and a DSL's calls are read as `colex import` reads them; what it cannot read is refused as before."""
        self.load()
        for text, layout in (("Layout<Shape<_4,_8>,Stride<_1,_4>>", "(4,8):(1,4)"), ("make_layout(make_shape(4,8), LayoutRight{})", "(4,8):(8,1)"),
                             ("Sw<2,0,2> o smem_ptr[8b](unset) o (4,4):(4,1)", "Sw<2,0,2> o 0 o (4,4):(4,1)"),
                             ("cute.make_layout((4, 8), stride=(8, 1))", "(4,8):(8,1)")):  # fmt: skip
            self.set("L", text)
            self.assertEqual((self.text("answer"), self.labels()), (layout, self.drawn(layout)[0]))
        self.set("L", "Layout<Shape<_4,_8>")
        self.assertFalse(self.browser.run("document.getElementById('refusal').hidden"))
        self.load("composition", A="Layout<Shape<_6,_8>,Stride<_8,_1>>", B="(4,3):(3,12)")
        self.assertEqual(self.text("answer"), tool("composition", "(6,8):(8,1)", "(4,3):(3,12)"))

    def test_typing(self):
        """Letter by letter, as a person does: the last text is answered. A text before it has two pictures, too, so theirs are waited for."""
        text = "Sw<2,0,2> o 0 o (4,4):(4,1)"
        self.load("layout", L="4")
        self.browser.run("document.getElementById('fields').elements.L.focus()")
        self.browser.run("document.getElementById('fields').elements.L.select()")
        for letter in text:
            self.browser.type(letter)
        drawn = json.dumps(json.dumps(self.drawn(text), separators=(",", ":")))
        self.browser.wait(f"JSON.stringify([...document.querySelectorAll('#pictures table')].map({self.LABELS})) === {drawn}")
        self.assertEqual(self.text("answer"), text)

    def test_composition(self):
        self.load("composition", A="(6,8):(8,1)", B="(4,3):(3,12)")
        self.assertEqual(self.text("answer"), tool("composition", "(6,8):(8,1)", "(4,3):(3,12)"))
        self.assertEqual([self.labels(k) for k in range(3)],
                         self.drawn("(6,8):(8,1)") + self.drawn("(4,3):(3,12)") + self.drawn(self.text("answer")))  # fmt: skip
        self.assertIn("mode", self.text("explanation"))
        hover = """(() => { const cell = document.querySelectorAll('#pictures table')[%d].querySelector('[data-at="%d,%d"]');
            cell.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
            return [...document.querySelectorAll('#pictures table')].map(table => [...table.querySelectorAll('.on')].map(c => c.textContent)); })()"""
        for figure, r, c in ((2, 1, 1), (1, 1, 1), (0, 3, 2)):  # B(5) = 15, and A(15) = 26
            self.assertEqual(self.browser.run(hover % (figure, r, c)), [["26"], ["15"], ["26"]])
        self.browser.run(hover % (2, 1, 1))
        self.assertEqual(self.text("hovered"), "i = 5: B(i) = 15, A(B(i)) = 26")

    def test_a_refusal_marks_the_wrong_cell(self):
        self.load("composition", A="(4,6,8):(1,10,100)", B="(3,2):(8,12)")
        self.assertIn("at index 5 the modes add up to 70", self.text("refusal"))
        self.assertEqual(self.browser.run("[...document.querySelectorAll('td.wrong')].map(c => c.textContent)"), ["70"])

    def test_wrong_text_is_marked(self):
        self.load("layout", L="(4,8:(1,4)")
        self.assertIn(":1:5: expected ',' or ')'", self.text("refusal"))
        self.assertTrue(self.text("refusal").endswith("(4,8:(1,4)\n    ^"), self.text("refusal"))
        self.assertEqual(self.browser.run("document.getElementById('fields').elements.L.getAttribute('aria-invalid')"), "true")
        self.set("L", "(4,8):(1,4)")
        self.assertTrue(self.browser.run("document.getElementById('refusal').hidden"))
        self.assertEqual(self.browser.run("document.querySelectorAll('[aria-invalid]').length"), 0)

    def test_divides_and_products(self):
        self.load("tiles")
        for op, a, t in (("zipped_divide", "(6,8):(1,6)", "<3,4>"), ("raked_product", "(2,2):(1,2)", "(3,2):(1,3)")):
            self.set("op", op), self.set("A", a), self.set("T", t)
            self.assertEqual(self.text("answer"), tool(op, a, t))
            self.assertEqual(self.labels(), self.drawn(op, a, t)[0])

    def test_complement(self):
        self.load("complement", A="4:3", M="16")
        self.assertIn("12 does not divide 16", self.text("refusal"))
        self.set("M", "24")
        self.assertEqual(self.text("answer"), "(3,2):(1,12)")

    def test_banks(self):
        self.load("banks", access="(32,8):(64,8)")
        self.assertIn("\ndegree 8", self.text("answer"))
        self.assertIn("Sw<3,3,3>", self.text("facts"))
        self.set("access", "Sw<3,3,3> o 0 o (32,8):(64,8)")
        self.assertIn("\ndegree 1, no conflict", self.text("answer"))
        self.set("on", "gfx942")
        self.assertIn("32 of the 64 of a wave of gfx942", self.text("refusal"))
        self.set("lanes", "32")
        self.assertIn("gfx942", self.text("answer"))
        cards = [one["card"] for one in json.loads(tool("banks", "--cards", "--json"))]
        self.assertEqual(sorted(self.browser.run("[...document.getElementById('fields').elements.on.options].map((o) => o.value).join()").split(",")), sorted(cards))

    def test_an_atom(self):
        self.load("tv")
        self.set("operand", "A")
        self.assertEqual(self.browser.run("document.getElementById('fields').elements.tile.value"), "(16,16)")
        self.assertEqual(self.text("answer"), "yes")
        self.assertEqual(self.labels(), self.drawn("tv", "((4,8),(2,2,2)):((32,1),(16,8,128))", "(16,16)")[0])

    def test_a_box(self):
        """The tensor, and where a box of it lands; of a box without a map the tensor alone, and why once."""
        self.load("tma", tensor="(16,64):(64,1)", box="(8,64)", swizzle="128", element="bf16")
        landing = self.text("answer").split("\n")[0]
        self.assertEqual([self.labels(k) for k in range(3)], self.drawn("(16,64):(64,1)") + self.drawn(landing))
        self.set("swizzle", "32")
        self.assertIn("swizzle_span", self.text("answer"))
        self.assertEqual((self.text("refusal"), self.browser.run("document.querySelectorAll('#pictures table').length")), ("", 1))

    def test_any_command(self):
        self.load("command", line="colex tiled_copy '(32,4):(4,1)' '(1,8):(8,1)'")
        self.assertEqual(self.text("answer"), tool("tiled_copy", "(32,4):(4,1)", "(1,8):(8,1)"))
        self.set("line", "logical_divied 16:1 4:1")
        self.assertIn("nearest: logical_divide", self.text("refusal"))

    def test_unknowns_are_for_the_tool(self):
        """The page has no solver: it says which command answers, and says so of unknowns alone."""
        self.load("complement", A="64:1", M="K")
        self.assertTrue(self.text("refusal").endswith("built with Z3:\ncolex complement 64:1 K"), self.text("refusal"))
        self.set("M", "64*")
        self.assertNotIn("Unknowns", self.text("refusal"))
        self.load("command", line="coalesce '(64,K):(1,64)' --assume 'K % 64 == 0'")
        self.assertTrue(self.text("refusal").endswith("\ncolex coalesce '(64,K):(1,64)' --assume 'K % 64 == 0'"), self.text("refusal"))
        for wrong in ("Sw<3,3,3", "(4,8:(1,4)", "size(4:1@0"):
            self.load("layout", L=wrong)
            self.assertNotIn("Unknowns", self.text("refusal"))

    def test_links(self):
        """The address holds the state, another page opens it, and what it holds is text."""
        self.load("complement", A="8:2", M="32")
        self.set("M", "64")
        address = self.browser.run("location.href")
        answer = self.text("answer")
        self.browser.open("about:blank")
        self.browser.open(address)
        self.browser.wait("document.getElementById('panel').dataset.answered")
        self.assertEqual(self.text("answer"), answer)
        self.load("layout", L="<img src=x onerror=alert(1)>")
        self.assertEqual(self.browser.run("document.querySelectorAll('#panel img').length"), 0)
        self.load("no such pane", L="4")
        self.assertEqual(self.text("answer"), "4")

    def test_back(self):
        """A state that stood is a step that Back returns to, what was typed on the way is none, and forward leads on."""
        self.load("complement", A="8:2", M="32")
        self.browser.run("shown_at -= STOOD_MS + 1")  # as if it had stood
        before = self.browser.run("history.length")
        for m in ("6", "64"):
            self.set("M", m)
        self.assertEqual(self.browser.run("history.length"), before + 1)
        for step, m in (("back", "32"), ("forward", "64")):
            count = self.browser.run("document.getElementById('panel').dataset.answered")
            self.browser.run(f"history.{step}()")
            self.browser.wait(f"document.getElementById('panel').dataset.answered !== '{count}'")
            self.assertEqual(self.browser.run("state.values.M"), m)
            self.assertEqual(self.text("answer"), tool("complement", "8:2", m))

    def test_the_link_is_copied(self):
        self.load("complement", A="8:2", M="32")
        self.browser.run("document.getElementById('link').click()")
        self.browser.wait("document.getElementById('hovered').textContent.includes('link')")

    def test_the_tools_link(self):
        """What `colex --link` prints opens its question."""
        words = ["complement", "8:2", "32"]
        ran = subprocess.run([TOOL, *words, "--link"], capture_output=True, text=True, check=True, env={**os.environ, "COLEX_PLAYGROUND": PAGE.as_uri()})
        self.browser.open("about:blank")
        self.browser.open(ran.stdout.strip())
        self.browser.wait("document.getElementById('panel').dataset.answered")
        self.assertEqual(self.text("answer"), tool(*words))

    def test_long_input(self):
        """A paste of 10^5 characters is answered, the page stays alive, and too large a picture is refused in words."""
        self.load()
        for text in ("4," * 50000, "(" * 50000 + "4" + ")" * 50000, "coalesce(" * 11000):
            self.set("L", text)
            self.assertIn(tool("expression", text).partition(": ")[2], self.text("refusal"))
        self.set("L", "(4096,4096):(4096,1)")
        self.assertEqual(self.text("answer"), "(4096,4096):(4096,1)")
        self.set("L", "4:1")
        self.assertEqual(self.text("answer"), "4:1")

    def test_no_answer_is_cut_off(self):
        """A worker that never answers is replaced after the limit, and the page goes on."""
        self.load("command", line="size 4")
        self.browser.run("engine.worker.terminate()")
        self.set("line", "size 6")
        self.assertIn("Cut off after 2 seconds", self.text("refusal"))
        self.set("line", "size 8")
        self.assertEqual(self.text("answer"), "8")

    def test_keys(self):
        self.load()
        self.browser.run("document.getElementById('tab-layout').focus()")
        self.browser.press("ArrowRight")
        self.browser.wait("document.querySelector('[aria-selected=true]').dataset.pane === 'composition'")
        self.assertEqual(self.browser.run("document.activeElement.id"), "tab-composition")
        self.browser.wait("document.querySelectorAll('#pictures table').length === 3")
        self.browser.run("document.querySelector('#pictures table').focus()")
        for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
            self.browser.press(key)
        self.assertIn("index 7, 9", self.text("hovered"))  # cell (1,1) of (6,8):(8,1)

    def test_names_for_screen_readers(self):
        """Every control and every table has a name."""
        for pane in self.panes():
            self.load(pane)
            unnamed = self.browser.run("""[...document.querySelectorAll('input,select,button,table')].filter(e => e.offsetParent &&
                !e.labels?.length && !e.getAttribute('aria-label') && !e.textContent.trim()).map(e => e.outerHTML)""")
            self.assertEqual(unnamed, [])

    def test_svg_is_the_tools(self):
        self.load("tiles")
        self.browser.run("window.saved = null; URL.createObjectURL = (blob) => { blob.text().then(t => window.saved = t); return 'blob:none'; };"
                         "HTMLAnchorElement.prototype.click = () => {}")  # fmt: skip
        self.browser.run("document.getElementById('svg').click()")
        self.browser.wait("window.saved")
        self.assertEqual(self.browser.run("window.saved").strip(), tool("draw", "zipped_divide", "(6,8):(1,6)", "<3,4>", "--svg"))

    def test_time(self):
        """The limits are wide: the machine may be busy. Figures go to the log. The page answers between the rows of a picture."""
        self.load()
        self.browser.run("""(() => { const channel = new MessageChannel(); let last = performance.now(); window.blocked = 0;
            channel.port1.onmessage = () => { const now = performance.now(); blocked = Math.max(blocked, now - last); last = now; channel.port2.postMessage(0); };
            channel.port2.postMessage(0); })()""")  # fmt: skip
        data = "document.getElementById('panel').dataset"
        first, loaded = float(self.browser.run(f"{data}.first")), float(self.browser.run("performance.getEntriesByType('navigation')[0].loadEventEnd"))
        took, drawn, blocked = [], [], []
        for layout in ("(64,64):(64,1)", "(64,64):(1,64)", "(64,64):(64,1)", "(64,64):(1,64)", "(64,64):(64,1)"):
            self.browser.run("blocked = 0")
            self.set("L", layout)
            took.append(float(self.browser.run(f"{data}.took"))), drawn.append(float(self.browser.run(f"{data}.drawn")))
            blocked.append(float(self.browser.run("blocked")))
            self.assertEqual(len(self.labels()), 64)
        print(f"first answer {first - loaded:.0f} ms after load, {first:.0f} ms after navigation; "
              f"of 4096 cells the answer in {min(took):.0f} ms, the first rows of the picture in {min(drawn):.0f} ms; "
              f"longest without an answer to a key: {min(blocked):.0f} ms")
        self.assertLess(first, 3000)
        self.assertLess(min(took), 500)
        self.assertLess(min(drawn), 1000)
        self.assertLess(min(blocked), 500)

    @unittest.skipIf(PICTURES is None, "no folder for pictures is given")
    def test_pictures(self):
        PICTURES.mkdir(parents=True, exist_ok=True)
        shown = {pane: (pane, {}) for pane in self.panes()}
        shown |= {"refusal": ("composition", {"A": "(4,6,8):(1,10,100)", "B": "(3,2):(8,12)"}), "no": ("descriptor", {"operand": "(64,16):(16,1)"})}
        for name, (pane, fields) in shown.items():
            self.load(pane, **fields)
            for width, dark in ((1200, False), (1200, True), (400, False)):
                self.browser.picture(PICTURES / f"{name}-{width}{'-dark' * dark}.png", width, dark)


if __name__ == "__main__":
    if chromium() is None:
        print("SKIP: no Chromium; on Debian: apt install chromium")
        sys.exit(77)
    built = subprocess.run([ROOT / "tools/playground", PAGE.parent], check=False).returncode  # what has changed
    if built != 0 and not (built == 77 and PAGE.exists()):
        sys.exit(built)
    unittest.main(argv=sys.argv[:1])
