# SPDX-License-Identifier: MIT
"""Pictures, derivations and bank conflicts beside what the tool writes, and the notebooks."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import pytest

import colex
from colex import Layout, Swizzle

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("COLEX_TOOL")


def tool(*words):
    if TOOL is None:
        pytest.skip("no tool is given to compare with")
    return subprocess.run([TOOL, *words], capture_output=True, text=True, check=False).stdout


DRAWN = [("(4,(2,3)):(2,(1,8))",), ("zipped_divide", "(6,8):(1,6)", "<3,4>"), ("complement", "8:2", "32"), ("tv", "((2,2),2):((1,4),2)", "(4,2)"),
         ("difference", "(2,2):(3,1)", "(2,2):(1,3)"), ("composition", "(4,6,8):(1,10,100)", "(3,2):(8,12)")]  # fmt: skip


@pytest.mark.parametrize("words", DRAWN, ids=" ".join)
def test_a_picture_is_the_tools(words):
    picture = colex.draw(*words)
    assert picture.svg() == tool("draw", *words, "--svg")
    assert picture.data() == json.loads(tool("draw", *words, "--json"))
    assert str(picture) == picture.text() == tool("draw", *words, "--columns", "120")
    assert picture.text(columns=40) == tool("draw", *words, "--columns", "40")
    assert picture.refused == (words[0] == "composition")
    assert picture.svg() in picture._repr_html_()


def test_layouts_show_themselves():
    for layout in (Layout("(4,8):(8,1)"), Swizzle(2, 0, 2) @ Layout((4, 4), (4, 1))):
        assert layout._repr_svg_() == colex.draw(layout).svg() == colex.draw(str(layout)).svg()
    assert Layout((1024, 1024))._repr_svg_() is None, "too large for a picture"
    assert ">(1,2)<" in colex.draw(Layout((2, 3)), coordinates=True).svg()


@pytest.mark.parametrize("words", [("complement", "8:2", "32"), ("complement", "4:3", "16"), ("composition", "(4,6,8):(1,10,100)", "(3,2):(8,12)")])
def test_a_derivation_is_the_tools(words):
    said = colex.explain(*words)
    assert str(said) == tool("explain", *words)
    assert said.data() == json.loads(tool("explain", *words, "--json"))
    assert said.holds == (words[-1] == "32") and len(said.steps) >= 2
    assert said._repr_html_().startswith("<pre>" + said.question.replace("<", "&lt;"))


def test_bank_conflicts_are_the_tools():
    access, how = Layout((32, 8), (64, 8)), {"on": "sm90", "element": 2, "width": 16}
    options = ["--on", "sm90", "--element", "2", "--width", "16"]
    assert colex.banks(access, **how) == json.loads(tool("banks", str(access), *options, "--json"))
    assert colex.draw_banks(str(access), **how).svg() == tool("draw", "banks", str(access), *options, "--svg")
    assert colex.find_swizzle([access], [], **how) == [Swizzle(3, 3, 3)]
    assert colex.banks(Swizzle(3, 3, 3) @ access, **how)["degree"] == 1
    assert colex.find_swizzle([Layout(32)], [], on="sm90", element=4) == [], "none is needed"


@pytest.mark.parametrize("call, error", [
    (lambda: colex.draw("nothing", "4:1"), colex.InputError), (lambda: colex.draw("(4,8:1"), colex.InputError), (lambda: colex.draw(Layout((1024, 1024))), colex.InputError),
    (lambda: colex.draw("complement", "4:3", 16), colex.Refused), (lambda: colex.draw(1.5), TypeError), (lambda: colex.draw("4:1", colour=True), TypeError),
    (lambda: colex.draw(4, 5), (TypeError, RuntimeError)), (lambda: colex.draw("4:1").text(columns=3), colex.InputError),
    (lambda: colex.explain("no_such", "4:1"), colex.InputError), (lambda: colex.explain("coalesce", "4:1", nothing=True), TypeError),
    (lambda: colex.banks("8:1", on="sm1"), colex.InputError), (lambda: colex.banks(Swizzle(1, 0, 1), on="sm90"), colex.InputError),
    (lambda: colex.banks("8:1", on="sm90", width=3), colex.InputError), (lambda: colex.find_swizzle([], [], on="sm90"), colex.InputError),
])  # fmt: skip
def test_wrong_calls(call, error):
    with pytest.raises(error):
        call()


def test_the_notebooks():
    """Every cell runs, and answers in words what the notebook shows; some draw a picture."""
    pytest.importorskip("numpy")
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "tools/notebooks.py")
    notebooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(notebooks)
    books = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
    assert len(books) >= 5
    for book in books:
        ran = notebooks.run(book)
        assert any("image/svg+xml" in out.get("data", {}) for cell in ran["cells"] for out in cell.get("outputs", []))
        assert notebooks.stored(ran) == book.read_text(), f"{book.name}: tools/notebooks.py --write"


def test_a_picture_is_saved(tmp_path, monkeypatch):
    picture = colex.draw("(4,8):(8,1)")
    for ending, begins in ((".svg", "<svg"), (".tex", "% \\usepackage{tikz}"), (".txt", "(4,8):(8,1)"), (".json", "{")):
        file = tmp_path / f"a{ending}"
        picture.save(file)
        assert begins in file.read_text()[:400]
    assert (tmp_path / "a.svg").read_text() == picture.svg() and json.loads((tmp_path / "a.json").read_text()) == picture.data()
    for name in ("a.jpg", "a", ".svg"):
        with pytest.raises(ValueError, match="a picture's name ends in"):
            picture.save(tmp_path / name)
    with pytest.raises(OSError):
        picture.save(tmp_path / "no such folder" / "a.svg")
    monkeypatch.setitem(sys.modules, "cairosvg", None)  # is not installed
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="needs CairoSVG"):
        picture.save(tmp_path / "a.png")
    (tmp_path / "rsvg-convert").write_text("#!/bin/sh\necho picture\n")
    (tmp_path / "rsvg-convert").chmod(0o755)
    picture.save(str(tmp_path / "a.pdf"))
    assert (tmp_path / "a.pdf").read_text() == "picture\n"
    (tmp_path / "rsvg-convert").write_text("#!/bin/sh\necho broken >&2; exit 3\n")
    with pytest.raises(RuntimeError, match="ended with 3: broken"):
        picture.save(tmp_path / "a.png")
