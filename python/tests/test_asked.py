# SPDX-License-Identifier: MIT
"""The questions of docs/asked.md, answered from Python: each thread's calls and what they say.

A call that raises says "Refused: " and the sentence. What the page's commands answer in one line is what Python says; the
rest is compared with what a program would read: a number, a layout, a word.
"""
import pathlib
import re

import pytest

import colex
from colex import Layout, Swizzle

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs/asked.md").read_text()
SM90 = {"on": "sm90", "element": 2, "width": 16}
HALVES = Swizzle(3, 3, 3) @ Layout((8, 64), (64, 1))
WARPS = colex.tiled_mma("SM90_64x96x16_F32F16F16", (64, 192, 16), atoms=(1, 2))["C"]

ASKED = {
    "NVIDIA/cutlass#3177": {
        "colex.composition('(4,6,8):(2,3,5)', '6:3')": "Refused: composition((4,6,8):(2,3,5), 6:3): run_divides: no layout gives A(B(i)): at index 4 the modes before it force 14, A(B(4)) = 9"},
    "NVIDIA/cutlass#2113": {"Layout((10, 2), (16, 4)) @ Layout((3, 4), (1, 5))": "(3,(2,2)):(16,(80,4))"},
    "NVIDIA/cutlass#2515, #3182": {"Layout((3, 6, 2, 8), (1, 100, 10000, 1000000)) @ Layout(4, 72)": "4:2000000"},
    "NVIDIA/cutlass#2545": {"colex.logical_divide(Layout(384), Layout((4, 8), (1, 4)))": "((4,8),12):((1,4),32)"},
    "NVIDIA/cutlass#1292": {
        "Layout((2, 4), (16, 2)).cosize()": "23",
        "colex.explain('complement', Layout((2, 4), (16, 2)), 64).steps[3]": "the end: the reach 32 divides M = 64, so the last gap is 2:32",
        "colex.explain('complement', Layout((2, 4), (16, 2)), 64).answer": "(2,2,2):(1,8,32)",
        "colex.complement('4:1', 2)": "Refused: complement(4:1, 2): cotarget_divides: 4 does not divide 2",
        "colex.complement('4:1', 2, cute=True)": "1:0"},
    "NVIDIA/cutlass#3350, #3514": {
        "colex.zipped_divide(Layout((64, 50), (50, 1)), (32, None))": "((32,50),(2,1)):((50,1),(1600,0))",
        "colex.zipped_divide(Layout((12, (4, 8)), (7, (1, 30))), (2, None))": "((2,(4,8)),(6,1)):((7,(1,30)),(14,0))",
        "colex.zipped_divide(Layout((12, (4, 8)), (7, (1, 30))), (2, None), cute=True)": "((2,4),(6,8)):((7,1),(14,30))",
        "colex.local_tile(Layout((128, (8, 16)), (8, (1, 1024))), (64, None), (1, 0)).layout": "(64,(8,16)):(8,(1,1024))"},
    "NVIDIA/cutlass#3478, #3479, #3482": {"colex.logical_product(Layout((2, 5), (5, 1)), Layout(4))": "((2,5),4):((5,1),10)"},
    "NVIDIA/cutlass#3085, #2208": {
        "colex.logical_product(Layout((4, 8), (8, 1)), (Layout(2), Layout(3)))": "((4,2),(8,3)):((8,1),(1,8))",
        "colex.blocked_product(Layout((4, 8), (8, 1)), Layout((2, 3)))": "((4,2),(8,3)):((8,32),(1,64))"},
    "NVIDIA/cutlass#1906": {
        "Layout((4, 8), (8, 1)).left_inverse() @ Layout((8, 4), (1, 8))": "(8,4):(4,1)",
        "Layout((4, 8), (8, 1)) @ Layout((8, 4), (4, 1))": "(8,4):(1,8)"},
    "NVIDIA/cutlass#3327": {"Layout((4, 8), (2**32, 1)) @ Layout((2, 4), (2, 4))": "(2,4):(8589934592,1)"},
    "NVIDIA/cutlass#1272": {"Layout((128, 64), (1, 129)).max_alignment()": "1", "Layout((128, 64), (1, 136)).max_alignment()": "8"},
    "pytorch/pytorch#172343": {
        "colex.admissible_complement('(2,3):(3,2)', 6)": "no layout: stride_divides: 6 does not divide 3, the next stride in order",
        "Layout((2, 3), (3, 2)).bijective(6)": "no, offset 1 is at no coordinate"},
    "pytorch/pytorch#169381": {"Layout((1, 1), (5, 7)).coalesce()": "1:0"},
    "NVIDIA/cutlass#3454, #3468": {"colex.slice((1, None), HALVES)": "Sw<3,3,3> o 64 o (64):(1)"},
    "NVIDIA/cutlass#1234": {
        "colex.find_swizzle([Layout((32, 8), (64, 8))], [Layout(((8, 4), 8), ((8, 64), 256))], **SM90)": "[Swizzle(3, 3, 3)]",
        "colex.banks(Layout((32, 8), (64, 8)), **SM90)['degree']": "8"},
    "NVIDIA/cutlass#3172": {
        "colex.banks(Swizzle(3, 3, 4) @ Layout(((8, 4), 1), ((64, 8), 0)), **SM90)['degree']": "2",
        "colex.banks(Swizzle(3, 3, 4) @ Layout(((8, 4), 1), ((128, 8), 0)), **SM90)['degree']": "1",
        "colex.banks(Layout(((8, 4), 1), ((128, 8), 0)), **SM90)['degree']": "8"},
    "NVIDIA/cutlass#1018, #2015": {
        "colex.swizzle_facts(Swizzle(2, 3, 3), element=2)['text'].splitlines()[1]": "B = 2: bits 6 to 7 of the offset XORed into bits 3 to 4",
        "colex.swizzle_facts(Swizzle(2, 3, 3), element=2)['tma']": "64"},
    "ROCm/composable_kernel#1603, ROCm/rocWMMA#457, ROCm/triton#667": {
        "colex.find_swizzle(['((16,4),2):((64,8),32)'], ['((8,8),8):((8,64),512)'], on='gfx942', element=2, width=16)": "[Swizzle(2, 4, 2), Swizzle(3, 3, 3)]"},
    "triton-lang/triton#8149": {
        "colex.swizzle_facts(triton=(8, 1, 8), row=64, element=2)['swizzle']": "Sw<3,3,3>",
        "colex.banks(Swizzle(3, 3, 3) @ Layout(((16, 2), 4), ((64, 8), 16)), **SM90)['degree']": "1"},
    "triton-lang/triton#8181": {"colex.banks(Layout((16, 64), (64, 1)) @ Layout(((16, 2), 4), ((1, 128), 256)), **SM90)['degree']": "8"},
    "HazyResearch/ThunderKittens#147, #77": {
        "colex.swizzle_facts(Swizzle(3, 4, 3))['tma']": "128", "colex.swizzle_facts(Swizzle(3, 4, 3))['xor16']": "8"},
    "NVIDIA/cutlass#1038": {"colex.swizzle_of(colex.find_bit_map([0, 1, 2, 3, 5, 4, 7, 6, 10, 11, 8, 9, 15, 14, 13, 12]))": "Sw<2,0,2>"},
    "NVIDIA/cutlass#2634": {
        "colex.swizzle_facts(tma=128, element=2)['swizzle']": "Sw<3,3,3>", "colex.swizzle_facts(tma=128, element=2)['bytes']": "Sw<3,4,3>"},
    "ROCm/FlyDSL#634": {
        "colex.recast_layout(HALVES, 16, 32)": "Sw<3,2,3> o 0 o (8,32):(32,1)", "colex.recast_layout(HALVES, 16, 8)": "Sw<3,4,3> o 0 o (8,128):(128,1)"},
    "tile-ai/tilelang#2609, #2714, #1736": {
        "colex.recast_layout(HALVES, 16, 32)": "Sw<3,2,3> o 0 o (8,32):(32,1)",
        "colex.equal(HALVES, Layout((8, 64), (64, 1)))": "no, over GF(2): a difference at index 1 (72 against 64)",
        "colex.equal(Swizzle(1, 4, 3) @ Layout((8, 128), (128, 1)), Swizzle(3, 4, 3) @ Layout((8, 128), (128, 1)))": "no, over GF(2): a difference at index 2 (256 against 288)"},
    "ggml-org/llama.cpp#28358": {
        "colex.race_free(['(lane<32) -> (lane % 8) + 8*(lane / 16)'], element=4)['second']":
            "{'access': 'write 1', 'offset': 0, 'step': 0, 'thread': 8, 'writes': True}"},
    "NVIDIA/cutlass#2127, #1242, #2710": {
        "colex.tiled_mma('SM80_16x8x16_F32F16F16F32_TN', (16, 16, 16))['C']": "(((4,8),1,1),((2,2),1,2)):(((32,1),0,0),((16,8),0,128))",
        "colex.tiled_mma('SM80_16x8x16_F32F16F16F32_TN', (16, Layout((2, 4, 2), (1, 4, 2)), 16))['C']": "(((4,8),1,1),((2,2),1,2)):(((64,1),0,0),((16,8),0,32))",
        "colex.tiled_mma('SM80_16x8x16_F32F16F16F32_TN', (64, Layout((2, 16), (1, 8)), 16))":
            "Refused: tile: N = (2,16):(1,8) does not permute 0 to 31: surjective: no coordinate has offset 2"},
    "NVIDIA/cutlass#1545": {
        "Layout(((16, 16), (8, 2)), ((8, 128), (1, 2048))).bijective(4096)": "yes",
        "colex.tiled_copy(Layout((16, 16)), Layout((8, 1), (1, 8)), tensor=Layout((128, 32)), element=2)['tv']": "(256,8):(8,1)",
        "colex.tiled_copy(Layout((16, 16)), Layout((8, 1), (1, 8)), tensor=Layout((128, 32)), element=2)['width']": "8"},
    "NVIDIA/cutlass#1440": {
        "colex.equal('((16,4),(2,2)):((1,64),(16,32))', '((16,4),(2,2)):((1,32),(16,128))')": "no, first difference at index 16 (64 against 32)"},
    "NVIDIA/cutlass#1988": {
        "WARPS": "(((4,8,4),1,2),((2,2,12),1,1)):(((128,1,16),0,6144),((64,8,512),0,0))",
        "Layout(((8, 8), (64, 3)), ((64, 512), (1, 4096))) @ WARPS":
            "Refused: composition(((8,8),(64,3)):((64,512),(1,4096)), (((4,8,4),1,2),((2,2,12),1,1)):(((128,1,16),0,6144),((64,8,512),0,0))): run_divides: no layout gives A(B(i)): at index 8192 the modes before it force 64, A(B(8192)) = 4096",
        "Layout(((8, 8), (32, 6)), ((32, 256), (1, 2048))) @ WARPS": "(((4,8,4),1,2),((2,2,(4,3)),1,1)):(((2,32,512),0,6144),((1,256,(8,2048)),0,0))"},
    "NVIDIA/cutlass#1542": {"colex.identity_composition((16, 8), '((4,8),(2,2)):((32,1),(16,8))')": "((4,8),(2,2)):((2@1,1@0),(1@1,8@0))"},
    "NVIDIA/cutlass#1499": {
        "colex.max_common_vector('(2,3):(1,2)', '(2,3):(1,2)')": "6",
        "colex.tiled_copy('1:1', '(2,3):(1,2)', tensor='(2,3):(1,2)', element=4)['width']": "2"},
    "NVIDIA/cutlass#3488, #3656": {
        "colex.tiled_copy('1:1', '(4,1):(1,4)', tensor='(2,3):(1,2)', element=4)['inside']": "(2, 1)",
        "colex.tiled_copy('1:1', '(4,1):(1,4)', tensor='(2,3):(1,2)', element=4)['width']": "2"},
    "NVIDIA/cutlass#3135, #1733": {
        "colex.draw(Layout((2, (2, 2)), (2, (1, 4)))).title": "(2,(2,2)):(2,(1,4))",
        "'0       0      1      4      5' in colex.draw(Layout((2, (2, 2)), (2, (1, 4)))).text()": "True"},
    "NVIDIA/cutlass#3469": {"colex.ask('coalesce', '(192,N):(1,192)')": "192N:1"},
    "NVIDIA/cutlass#3470": {
        "ask_where(colex.unknown('N') % 8 == 0, 'composition', '(4096,8192):(1,4096)', '(32,N/8,8,128):(1,32768,4096,32)')":
            "(32,N/8,8,128):(1,32768,4096,32)"},
    "NVIDIA/cutlass#3471": {"colex.ask('right_inverse', '(16,N):(1,16)')": "16N:1"},
    "NVIDIA/cutlass#2730": {"colex.ask('upcast', '(M,64):(?{div=8},1)', 8)": "(M,8):(?1/8,1)"},
}  # fmt: skip


def answered(page):
    """{heading: its commands with the lines that they print}, of the sections before "Not answered"."""
    for part in page.split("\n## Not answered")[0].split("\n### ")[1:]:
        title, body = part.split("\n", 1)
        blocks = re.findall(r"```console\n(.*?)```", body, re.S)
        yield title, [entry.splitlines() for block in blocks for entry in block.split("$ colex ")[1:]]


def ask_where(condition, *question):
    with colex.assuming(condition):
        return colex.ask(*question)


@pytest.mark.parametrize("thread", ASKED)
def test_answers(thread, tool_of_unknowns):
    if tool_of_unknowns is None and any("ask(" in call or "ask_where(" in call for call in ASKED[thread]):
        pytest.skip("Z3 is not installed, and COLEX_TOOL names no tool")
    for call, said in ASKED[thread].items():
        try:
            answer = str(eval(call))
        except colex.Refused as why:
            answer = f"Refused: {why}"
        assert answer == said, call


def test_every_thread_of_the_page_is_answered_here_and_alike():
    """An answer of one line stands here as well; a thread whose commands answer in more lines has its own calls."""
    threads = dict(answered(PAGE))
    assert list(ASKED) == list(threads)
    for thread, commands in threads.items():
        said = [text.removeprefix("Refused: ") for text in ASKED[thread].values()]
        for command, *lines in commands:
            if len(lines) == 1 and "find_swizzle" not in command and "race_free" not in command:
                assert lines[0].removeprefix("colex: ") in said, (thread, command)
