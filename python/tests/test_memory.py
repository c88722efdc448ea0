# SPDX-License-Identifier: MIT
"""coalescing, tma, descriptor and race_free beside what the tool writes."""
import json

import pytest

import colex
from colex import Layout, Swizzle
from test_pictures import tool


def test_race_free_is_the_tools():
    write, read = "(32,4):(1,32)", "(32,4):(4,1)"
    words = ["--write", write, "--read", read, "--element", "4", "--json"]
    assert colex.race_free([write], [read], element=4) == json.loads(tool("race_free", *words))
    assert colex.race_free([colex.Layout((32, 4), (4, 1))], [read], element=4) == {"race_free": True}
    assert colex.race_free([colex.index_map(lambda t, s: t // 2 + s, (32, 1))], width=1)["byte"] == 0
    with pytest.raises(ValueError, match="width"):
        colex.race_free([write], width=3)


def test_coalescing_is_the_tools():
    access = Layout(((4, 8), 2), ((1, 64), 4))
    words = [str(access), "--on", "sm90", "--element", "4", "--address", "16", "--json"]
    assert colex.coalescing(access, on="sm90", element=4, address=16) == json.loads(tool("coalescing", *words))
    assert colex.coalescing("32:8", on="sm_90a", bits=4)["sectors"] == 4


def test_elements_of_4_bits():
    assert colex.banks("32:8", on="sm120", bits=4)["degree"] == 1
    assert colex.find_swizzle(["((8,4),4):((128,512),32)"], [], on="sm89", bits=4, width=16) == [Swizzle(2, 5, 3), Swizzle(3, 5, 3)]


def test_tma_is_the_tools():
    words = ["(64,128):(1,64)", "--box", "(64,32)", "--swizzle", "128", "--element", "bf16", "--at", "(0,100)", "--json"]
    got = colex.tma(Layout((64, 128), (1, 64)), [64, 32], element="bf16", swizzle="128", at=(0, 100))
    assert got == json.loads(tool("tma", *words))
    assert got["landing"] == "Sw<3,3,3> o 0 o (64,32):(1,64)"
    assert [b["rule"] for b in colex.tma("(48,8):(1,48)", [48, 8], element=2, swizzle="32")["broken"]] == ["swizzle_span"]


def test_descriptor_is_the_tools():
    operand = Swizzle(3, 3, 3) @ Layout((64, 64), (64, 1))
    got = colex.descriptor(operand, on="sm90")
    assert got == json.loads(tool("descriptor", str(operand), "--on", "sm90", "--json"))
    meant = colex.descriptor(int(got["descriptor"], 16), on="sm90", lines=64)
    assert meant == json.loads(tool("descriptor", got["descriptor"], "--on", "sm90", "--json"))
    assert meant["layout"] == "Sw<3,3,3> o 0 o ((8,8),(8,2)):((64,512),(1,8))"


def test_what_cannot_be_asked():
    for ask in (lambda: colex.coalescing("32:1", on="sm1"), lambda: colex.tma("16:1", [16], element="u5"), lambda: colex.tma("16:1"),
                lambda: colex.descriptor(1 << 64, on="sm90"), lambda: colex.descriptor("(64,64):(64,1)", on="sm80"),
                lambda: colex.descriptor("(64,64):(64,1)", on="sm90", major="m")):  # fmt: skip
        with pytest.raises(colex.InputError):
            ask()
    with pytest.raises(colex.Refused, match="reserved_bits"):
        colex.descriptor(0x4000004000010000, on="sm100")
