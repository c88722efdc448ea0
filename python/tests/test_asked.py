# SPDX-License-Identifier: MIT
"""The questions of docs/asked.md, answered from Python: each thread's calls and what they say.

A call that raises says "Refused: " and the sentence. What the page's commands answer in one line is what Python says; the
rest is compared with what a program would read: a number, a layout, a word.
"""
import pathlib
import re
import shlex

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
    "NVIDIA/cutlass#1230": {
        "colex.zipped_divide(Layout((10, 8), (8, 1)), (4, 8))": "Refused: zipped_divide((10,8):(8,1), <4,8>): cotarget_divides: 4 does not divide 10",
        "colex.zipped_divide(Layout((10, 8), (8, 1)), (4, 8), cover=True)": "((4,8),(3,1)):((8,1),(32,0))"},
    "ROCm/FlyDSL#739": {
        "colex.zipped_divide(Layout((64, 50, 80), (16000, 160, 1)), (32, None, 40))": "((32,50,40),(2,1,2)):((16000,160,1),(512000,0,40))",
        "colex.zipped_divide('(64,50,80):(16000,160,1)', '<32>')": "((32),(2,50,80)):((16000),(512000,160,1))"},
    "modular/modular#5909": {
        "colex.zipped_divide('(9,(4,8)):(59,(13,1))', '<3:3,(2,4):(1,8)>')": "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))"},
    "NVIDIA/cutlass#2094": {"Layout((128, 160), (65536, 1)).left_inverse()": "(65536,128):(128,1)"},
    "pytorch/pytorch#165542": {
        "colex.lex_coalesce('(2,2):(4,1)')": "(2,2):(4,1)",
        "colex.admissible_complement('(2,2):(4,1)', 8)": "representable all the same: the complement is 2:2; in order of stride every reach divides the next stride, but not in the given order: 8 does not divide 1"},
    "triton-lang/triton#7480": {
        "colex.nullspace('[1,2,5,10,0,16] o 0 o 64:1')": "2:16",
        "colex.injective('[1,2,5,10,0,16] o 0 o 64:1')": "no, coordinates 0 and 16 have the same offset 0",
        "colex.right_inverse('[1,2,5,10,0,16] o 0 o 64:1')": "Sw<2,0,2> o 0 o (16,2):(1,32)"},
    "triton-lang/triton#5468": {
        "colex.left_inverse('(2,2,2):(2,1,0)')": "Refused: left_inverse((2,2,2):(2,1,0)): injective: coordinates 0 and 4 have the same offset 0",
        "colex.nullspace('(2,2,2):(2,1,0)')": "2:4",
        "colex.left_inverse('(2,2,2):(2,1,0)', cute=True)": "(2,2):(2,1)",
        "colex.composition(colex.left_inverse('(2,2):(2,1)'), '(2,2):(1,2)')": "(2,2):(2,1)"},
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
    "NVIDIA/cutlass#1531": {
        "colex.composition('Sw<3,0,3>', 'Sw<1,2,1> o 0 o (8,8):(8,1)')": "[13,18,36,1,2,4] o 0 o (8,8):(1,8)",
        "colex.evaluate('[13,18,36,1,2,4] o 0 o (8,8):(1,8)', (1, 0))": "13"},
    "cute-gemm#5": {
        "colex.equal('Sw<3,3,3> o 0 o (8,32):(32,1)', 'Sw<2,3,3> o 0 o (8,32):(32,1)')": "yes, over GF(2)",
        "colex.find_swizzle(['((8,4),1):((32,8),0)'], [], on='sm80', element=2, width=16)": "[Swizzle(2, 3, 3)]"},
    "triton-lang/triton#2675, #2102": {
        "colex.swizzle_facts(triton=(1, 2, 4), row=4)['swizzle']": "Sw<2,0,3>",
        "colex.swizzle_facts(triton=(2, 1, 4), row=4)": "Refused: vec 2 times maxPhase 4 leaves a row of 4 elements"},
    "NVIDIA/cutlass#1882": {
        "colex.banks('((8,4),1):((1,32),0)', on='sm86', element=4, width=4)['degree']": "4",
        "colex.banks('((8,4),1):((1,40),0)', on='sm86', element=4, width=4)['degree']": "1"},
    "AMD-Ecosystem/flashinfer#207": {
        "colex.banks('(lane<64) -> 4*((lane % 16)*32 + ((lane / 16) ^ (lane % 8)))', on='gfx942', element=2, width=8)['degree']": "2",
        "colex.find_swizzle(['((16,4),1):((128,4),0)'], [], on='gfx942', element=2, width=8)": "[Swizzle(4, 2, 5)]"},
    "triton-lang/triton#11365, #9662, iree-org/iree#24428": {
        "colex.banks('((16,4),1):((64,8),0)', on='gfx950', element=2, width=16)['degree']": "4"},
    "NVIDIA/cutlass#2116": {
        "colex.banks('Sw<3,2,3> o 0 o ((4,8),1):((32,1),0)', on='sm90', element=4, width=4)['degree']": "2",
        "colex.banks('Sw<2,3,2> o 0 o ((4,8),1):((32,1),0)', on='sm90', element=4, width=4)['degree']": "1",
        "colex.banks('Sw<2,3,2> o 0 o ((8,4),1):((4,32),0)', on='sm90', element=4, width=16, store=True)['degree']": "1"},
    "flashinfer-ai/flashinfer#4612": {
        "colex.tile_to_shape('Sw<2,3,3> o 0 o (8,32):(32,1)', (4, 32))": "Refused: tile_to_shape(Sw<2,3,3> o 0 o (8,32):(32,1), (4,32)): divides: 4 is not a multiple of 8",
        "colex.banks('Sw<2,3,3> o 0 o ((8,4),1):((32,8),0)', on='sm90', element=2, width=16)['degree']": "1"},
    "cuda-oxide#544": {
        "colex.banks('(t<32) -> t*32', on='sm90', element=4)['degree']": "32",
        "colex.banks('(t<32) -> t*33', on='sm90', element=4)['degree']": "1",
        "colex.banks('(t<32) -> t*34', on='sm90', element=4)['degree']": "2"},
    "ROCm/rocm-libraries#10845": {
        "colex.banks('(lane<64) -> (lane % 16)*128 + ((lane / 16) ^ (lane % 16))*8', on='gfx942', element=2, width=16)['degree']": "1",
        "colex.banks('(lane<64) -> (lane % 16)*64 + ((lane / 16) ^ (lane % 8))*8', on='gfx942', element=2, width=16)['degree']": "1"},
    "NVIDIA/Fuser#4918": {
        "colex.local_tile('Sw<3,3,3> o 0 o ((64,3),64):((1,4096),64)', (96, 64), (1, 0))": "Refused: local_tile(Sw<3,3,3> o 0 o ((64,3),64):((1,4096),64), <96,64>, (1,0)): run_divides: no layout gives f(i): at index 64 the modes before it force 64, f(64) = 4096",
        "colex.local_tile('Sw<2,3,3> o 0 o ((32,6),64):((1,2048),32)', (96, 64), (1, 0))": "Sw<2,3,3> o 6144 o ((32,3),64):((1,2048),32)"},
    "ROCm/rocm-libraries#6070": {
        "colex.index_map('(r<8, c<8) -> r*8 + (c + r) % 8').kind": "none",
        "colex.banks('(lane<64) -> (lane % 8)*64 + ((lane / 8 + lane) % 8)*8', on='gfx942', element=2, width=16)['degree']": "2"},
    "NVIDIA/cutlass#2127, #1242, #2016, #2099, #2710": {
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
    "NVIDIA/cutlass#1953, #1705": {
        "colex.equal(Layout(((8, 2), (8, 2)), ((8, 64), (1, 128))) @ Layout(((4, 8), (2, 2, 2)), ((32, 1), (16, 8, 128))), '(32,(2,4)):(2,(1,64))')": "yes"},
    "NVIDIA/cutlass#1905": {
        "colex.tiled_copy('(32,4):(4,1)', '(1,8):(8,1)', tensor='(128,32):(1,128)', element=2)['width']": "1",
        "colex.tiled_copy('(32,4):(4,1)', '(1,8):(8,1)', tensor='(128,32):(1,128)', element=2)['narrow']":
            "not 2 elements (4 bytes): contiguous: thread 0, value 1, offset 128: 2 consecutive elements are taken from 0 on, and this one is not at 1",
        "colex.tiled_copy('(32,4):(4,1)', '(1,8):(8,1)', tensor='(128,32):(32,1)', element=2)['width']": "8"},
    "NVIDIA/cutlass#1397, #1873, #2980": {
        "colex.local_tile(colex.identity_layout((100, 60)), (64, 32), (1, 1), cover=True)": "(64,32):(1@0,1@1) at (64,32)",
        "colex.elem_less(colex.local_tile(colex.identity_layout((100, 60)), (64, 32), (1, 1), cover=True), (100, 60))":
            "no, 1040 of 2048 points are not: the first has the index 36 and the coordinate (100,32); inside are i < 36 and j < 28",
        "colex.local_partition('(64,32):(1@0,1@1) at (64,32)', '(32,4):(4,1)', 5)": "(2,8):(32@0,4@1) at (65,33)",
        "colex.elem_less('(2,8):(32@0,4@1) at (65,33)', (100, 60))":
            "no, 2 of 16 points are not: the first has the index 14 and the coordinate (65,61); inside are i < 2 and j < 7",
        "colex.tiled_copy('(16,8):(8,1)', '(1,8):(8,1)', tensor='(100,60):(60,1)', element=2)['inside']": "(4, 60)"},
    "cute-viz#3": {"colex.draw('zipped_divide', '(2,6):(6,1)', '<1,2>').title": "zipped_divide((2,6):(6,1), <1,2>) = ((1,2),(2,3)):((0,1),(6,2))"},
    "NVIDIA/cutlass#3160": {
        "colex.local_partition('Sw<4,0,4> o 0 o ((16,4),16):((1,256),16)', '(8,8):(8,1)', 5)": "Sw<4,0,4> o 80 o ((2,4),2):((8,256),128)"},
    "NVIDIA/cutlass#3254": {
        "colex.equal('((4,8,4),(2,2)):((128,1,16),(64,8))', '((4,8,4),(2,2,1)):((128,1,16),(64,8,512))')": "yes",
        "colex.congruent('((4,8,4),(2,2)):((128,1,16),(64,8))', '((4,8,4),(2,2,1)):((128,1,16),(64,8,512))')": "no, entry 1: A is a tuple of 2 and B a tuple of 3"},
    "NVIDIA/cutlass#3099": {"colex.equal(Layout((16, 8), (8, 1)) @ Layout(((4, 8), (2, 2)), ((32, 1), (16, 8))), '(32,(2,2)):(2,(1,64))')": "yes"},
    "NVIDIA/cutlass#2431": {"colex.nullspace('(128,(64,16)):(0,(1,64))')": "128:1"},
    "NVIDIA/cutlass#2542": {
        "colex.max_common_vector('((2,2),1,2):((1,128),0,8)', '8:1')": "2",
        "colex.max_common_vector('(2,2,2):(1,2,128)', '8:1')": "4"},
    "ROCm/FlyDSL#323": {"colex.tiled_copy('(4,64):(64,1)', '(4,8):(8,1)')['tv']": "((64,4),(8,4)):((128,4),(16,1))"},
    "ROCm/FlyDSL#732": {"colex.composition(colex.right_inverse('((4,8),(2,2)):((32,1),(16,8))'), '(32,4):(1,32)')": "((8,2,2),4):((4,64,32),1)"},
    "NVIDIA/cutlass#3459": {
        "colex.tiled_mma('SM120_16x8x32_TN<float_e4m3_t,float_e4m3_t,float>', (128, 8, 48))": "Refused: tiled_mma: the tile's K = 48 is no multiple of 32, the atom's 32 times 1 atom",
        "colex.zipped_divide(Layout((128, 48), (48, 1)), (16, 32))": "Refused: zipped_divide((128,48):(48,1), <16,32>): cotarget_divides: 32 does not divide 48",
        "colex.zipped_divide(Layout((128, 48), (48, 1)), (16, 32), cover=True)": "((16,32),(8,2)):((48,1),(768,32))"},
    "NVIDIA/cutlass#3469": {"colex.ask('coalesce', '(192,N):(1,192)')": "192N:1"},
    "NVIDIA/cutlass#3470": {
        "ask_where((colex.unknown('N') % 8 == 0,), 'composition', '(4096,8192):(1,4096)', '(32,N/8,8,128):(1,32768,4096,32)')":
            "(32,N/8,8,128):(1,32768,4096,32)"},
    "NVIDIA/cutlass#3471": {"colex.ask('right_inverse', '(16,N):(1,16)')": "16N:1"},
    "NVIDIA/cutlass#2730": {"colex.ask('upcast', '(M,64):(?{div=8},1)', 8)": "(M,8):(?1/8,1)"},
    "NVIDIA/cutlass#3353": {
        "ask_where((colex.unknown('N') % 8 == 0, 8 * colex.unknown('J') < colex.unknown('N')), 'elem_less', '8J+7', 'N')": "yes"},
    "NVIDIA/cutlass#3646": {"colex.for_which(colex.unknown('K'), 'tile_to_shape', '(8,16):(16,1)', '(128,K)').python": "K % 16 == 0"},
    "ROCm/FlyDSL#979": {"colex.for_which(colex.unknown('M'), 'bijective', '(8,N,M/8):(1,M,8)', 'MN').python": "M % 8 == 0"},
    "flashinfer-ai/flashinfer#4950, NVIDIA/cudnn-frontend#221, #237": {
        "colex.evaluate('((32,4),4):((16,4),1)', (1, 0))": "16",
        "colex.equal('((32,4),4):((16,4),1)', '(row<128, k<4) -> (row % 32)*16 + row/32*4 + k')": "yes"},
    "tile-ai/tilelang#2630, #2578": {
        "colex.tma('(48,64):(1,48)', (48, 64), swizzle='32', element='bf16', on='sm90')['broken'][0]['rule']": "swizzle_span",
        "colex.tma('(256,64):(1,256)', (64, 8), swizzle='128', element='bf16', on='sm90')['landing']": "Sw<3,3,3> o 0 o (64,8):(1,64)"},
    "NVIDIA/cutlass#3078, flashinfer-ai/flashinfer#1078": {
        "colex.descriptor('(64,16):(16,1)', on='sm90', element=2)['canonical']": "False",
        "colex.descriptor('Sw<3,3,3> o 0 o (64,64):(64,1)', on='sm90', element=2)['stride']": "1024"},
    "flashinfer-ai/flashinfer#5252, NVIDIA/cudnn-frontend#993": {
        "colex.race_free(['(t<32) -> t + 16'], ['(t<32) -> t'], element=4)['race_free']": "False",
        "colex.race_free(['(t<32) -> t + 32'], ['(t<32) -> t'], element=4)['race_free']": "True"},
}  # fmt: skip


def answered(page):
    """{heading: its commands with the lines that they print}, of the sections before "Not answered"."""
    for part in page.split("\n## Not answered")[0].split("\n### ")[1:]:
        title, body = part.split("\n", 1)
        blocks = re.findall(r"```console\n(.*?)```", body, re.S)
        commands = [entry.splitlines() for block in blocks for entry in block.removeprefix("$ ").split("\n$ ")]
        yield title, [(command.removeprefix("colex "), *lines) for command, *lines in commands]


def text_of(command):
    """What `printf TEXT | colex import -` reads."""
    words = shlex.split(command)
    return words[1].replace("\\n", "\n").replace("%%", "%") if words[0] == "printf" else None


def ask_where(conditions, *question):
    with colex.assuming(*conditions):
        return colex.ask(*question)


@pytest.mark.parametrize("thread", ASKED)
def test_answers(thread, tool_of_unknowns):
    if tool_of_unknowns is None and any(name in call for call in ASKED[thread] for name in ("ask(", "ask_where(", "for_which(")):
        pytest.skip("Z3 is not installed, and COLEX_TOOL names no tool")
    for call, said in ASKED[thread].items():
        try:
            answer = str(eval(call))
        except colex.Refused as why:
            answer = f"Refused: {why}"
        assert answer == said, call


def test_every_thread_of_the_page_is_answered_here_and_alike():
    """An answer of one line stands here as well; a thread whose commands answer in more lines has its own calls."""
    threads = {thread: commands for thread, commands in answered(PAGE) if not any(text_of(command) for command, *_ in commands)}
    assert list(ASKED) == list(threads)
    for thread, commands in threads.items():
        said = [text.removeprefix("Refused: ") for text in ASKED[thread].values()]
        for command, *lines in commands:
            if len(lines) == 1 and "find_swizzle" not in command and "race_free" not in command:
                assert lines[0].removeprefix("colex: ") in said, (thread, command)


def test_every_text_of_the_page_is_read_alike():
    texts = [(text_of(command), command.endswith("--check"), lines) for _, commands in answered(PAGE) for command, *lines in commands if text_of(command)]
    assert len(texts) >= 8
    for text, derived, lines in texts:
        lines = [line for line in lines if line][:-1]  # the last one counts
        if derived:
            said = [f"{one['line']}:{one['column']}: {one['call']} is said to be {one['claimed']}; colex: {one['derived']}"
                    for one in colex.check_ir(text)["operations"] if one["outcome"] == "different"]  # fmt: skip
        else:
            said = [f"{one['line']}:{one['column']}: " + (f"{one['layout']}{'   ' * ('note' in one)}{one.get('note', '')}" if "layout" in one else f"not read: {one['reason']}: {one['source']}")
                    for one in colex.import_layouts(text)]  # fmt: skip
        assert said == lines
