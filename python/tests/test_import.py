# SPDX-License-Identifier: MIT
"""Layouts in other people's text, an operand in memory, paddings and maps of sizes beside what the tool writes."""
import json
import subprocess

import pytest

import colex
from colex import Layout, Swizzle
from test_pictures import TOOL, tool

TEXTS = ["sA = cute.make_layout((64, n), stride=(1, 64))", "Layout<Shape<_4,Shape<_2,_3>>,Stride<_2,Stride<_1,_8>>>\nLayout<MyShape>", "(_64,_16):(_16,_1)",
         "#ttg.linear<{register = [[1], [2]], lane = [[4]], warp = [[8]], block = []}>", '!cute.layout<"(128,64):(1E0,1E1)"> !cute.tile<"[(2,4):(1,2);_]">', "\u00fc (4,8):(8,1)"]  # fmt: skip
OPERATIONS = """%a = cute.coalesce(%x) : (!cute.layout<"(2,4):(1,2)">) -> !cute.layout<"8:1">
%b = cute.coalesce(%x) : (!cute.layout<"(2,4):(1,2)">) -> !cute.layout<"8:2">"""


def read(text, *words):
    if TOOL is None:
        pytest.skip("no tool is given to compare with")
    return json.loads(subprocess.run([TOOL, "import", "-", "--json", *words], input=text, capture_output=True, text=True, check=False).stdout)


def written(layout):
    """A tiler is a tuple."""
    return f"<{','.join('_' if one is None else str(one) for one in layout)}>" if isinstance(layout, tuple) else str(layout)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read_as_the_tool_reads_it(text):
    assert [{**one, "layout": written(one["layout"])} if "layout" in one else one for one in colex.import_layouts(text)] == read(text)


def test_layouts_are_values():
    assert colex.import_layouts("Layout<Shape<_4,_8>>")[0]["layout"] == Layout((4, 8))
    assert colex.import_layouts("Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)")[0]["layout"] == Swizzle(1, 3, 3) @ Layout((8, 16), (16, 1))
    text = "def f(x, n):\n  return cute.make_layout((*x.shape, n))"
    assert not colex.import_layouts(text)[0].get("value", False)
    assert colex.import_layouts(text, given={"x.shape": (4, 2), "n": 8})[0]["layout"] == Layout((4, 2, 8))
    assert colex.import_layouts("no layout") == []


def test_operations_are_derived_again():
    assert colex.check_ir(OPERATIONS) == read(OPERATIONS, "--check")
    assert [one["outcome"] for one in colex.check_ir(OPERATIONS)["operations"]] == ["as said", "different"]


def test_an_operand_in_memory_is_the_tools():
    words = ["SM80_16x8x16_F32F16F16F32_TN", "--tile", "(16,8,16)", "--operand", "A", "--tensor", "Sw<1,3,3> o 0 o (16,16):(16,1)", "--on", "sm90", "--json"]
    want = json.loads(tool("tiled_mma", *words))
    got = colex.tiled_mma(words[0], (16, 8, 16), operand="A", tensor=Swizzle(1, 3, 3) @ Layout((16, 16), (16, 1)), on="sm90")
    assert {name: value if name == "copies" else str(value) for name, value in got.items()} == {name: value if name == "copies" else str(value) for name, value in want.items() if name != "atom"}
    assert {one["fits"] for one in got["copies"]} == {True, False} and all("why" in one for one in got["copies"] if not one["fits"])
    refused = colex.tiled_mma(words[0], (48, 8, 16), operand="A", tensor="(3,256):(256,1)")
    assert "partition" not in refused and refused["refused"]["steps"]
    for wrong in ({"on": "sm90"}, {"tensor": "4:1"}, {"tensor": "(16,16):(16,1)", "operand": "D"}, {"tensor": "(16,16):(16,1)", "operand": "A", "on": "sm1"}):
        with pytest.raises(colex.InputError):
            colex.tiled_mma(words[0], (16, 8, 16), **wrong)


def test_paddings_and_widths_of_their_own():
    rows = "(32,8):(64,8)"
    want = json.loads(tool("find_swizzle", "--read", rows, "--pad", "64", "--on", "sm90", "--element", "2", "--width", "16", "--json"))
    assert colex.find_padding([rows], [], row=64, on="sm90", element=2, width=16) == want["paddings"]
    write, read_ = "((8,4),1):((4,32),0)", "((4,8),1):((32,1),0)"
    want = json.loads(tool("find_swizzle", "--write", write + "@16", "--read", read_ + "@4", "--on", "sm90", "--element", "4", "--json"))
    assert [str(one) for one in colex.find_swizzle([(read_, 4)], [(Layout(((8, 4), 1), ((4, 32), 0)), 16)], on="sm90", element=4)] == want["swizzles"] == ["Sw<2,3,2>"]
    with pytest.raises(colex.InputError):
        colex.find_swizzle([(rows, 3)], [], on="sm90", element=2)
    with pytest.raises(colex.InputError):
        colex.find_padding([rows], [], row=0, on="sm90")
    assert colex.bank_cards() == json.loads(tool("banks", "--cards", "--json"))


def test_maps_of_sizes_are_the_tools():
    for text in ("(i<M, j<N) -> i*ld + j", "(i<M) -> i % 8 * M + i / 8", "(I<4) -> I * S + N - I * M"):
        want = json.loads(tool("map", text, "--json"))
        got = colex.map_of_sizes(text)
        assert (got["layout"], got["largest"]) == (want["value"], want.get("largest"))
        assert [got[name] for name in ("offset", "sizes", "where")] == [want[name] for name in ("offset", "sizes", "where")]
    for text, kind in (("(i<4) -> i", colex.InputError), ("(i<M, j<N) -> i*j", colex.Refused)):
        with pytest.raises(kind):
            colex.map_of_sizes(text)
