#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""banks on every card, coalescing, tma and descriptor against plain recomputations: phases lane by lane, bytes in sets, rows of
chunks that change places, and the examples of the PTX manual."""
import itertools
import json
import random
import unittest

from tool import colex, main


def ask(*words):
    """The answer as JSON; of a refusal, {"refused": its line}."""
    ran = colex(*words, "--json")
    return json.loads(ran.out) if ran.out else {"refused": ran.err}


def values(layout):
    return [int(v) for v in colex("evaluate", layout).out.split(",")]


def flat(shape, stride):
    return [sum(i * d for i, d in zip(reversed(at), stride)) for at in itertools.product(*[range(n) for n in reversed(shape)])]


def text(shape, stride):
    return f"({','.join(map(str, shape))}):({','.join(map(str, stride))})"


# Cards: banks, lanes of a wave, and the lanes that a read of 4, 8 and 16 bytes serves together, as their sources print them.
def runs(lanes, each):
    return [list(range(k, k + each)) for k in range(0, lanes, each)]


RDNA3 = [[*range(0, 4), *range(20, 24)], [*range(4, 8), *range(16, 20)], [*range(8, 12), *range(28, 32)], [*range(12, 16), *range(24, 28)]]
NVIDIA = (32, {4: runs(32, 32), 8: runs(32, 16), 16: runs(32, 8)})
CARDS = {name: NVIDIA for name in ("sm70", "sm75", "sm80", "sm86", "sm89", "sm90", "sm100", "sm103", "sm120", "gfx12")} | {
    "gfx11": (32, {4: runs(32, 32), 8: runs(32, 16), 16: RDNA3}), "gfx1250": (64, {4: runs(32, 32), 8: runs(32, 32), 16: runs(32, 16)}),
    "gfx90a": (32, {4: runs(64, 32), 8: runs(64, 16), 16: RDNA3 + [[x + 32 for x in g] for g in RDNA3]})}  # fmt: skip


class Cards(unittest.TestCase):
    def test_cards(self):
        cards = json.loads(colex("banks", "--cards", "--json").out)
        self.assertGreater(len(cards), 14)
        named = colex("banks", "32:1").err
        for card in cards:
            self.assertIn(f" {card['card']}", named)
            self.assertTrue(card["source"] and card["evidence"] in ("measured", "customary"), card)
            self.assertIn(card.get("like", "sm90"), [one["card"] for one in cards])
        self.assertEqual([line.split()[0] for line in colex("banks", "--cards").out.splitlines()], [one["card"] for one in cards])
        self.assertEqual(colex("banks"), (2, "", "colex: access is required\n"))

    def test_banks(self):
        random.seed(11)
        for card, (banks, phases) in CARDS.items():
            for width, together in phases.items():
                lanes = sum(map(len, together))
                for bits in (4, 8, 32):
                    each = 8 * width // bits  # elements of an access
                    if each == 0:
                        continue
                    strides = [each * random.choice([0, 1, 2, 3, 4, 8, 16, 32]) for _ in range(3)]
                    shape = [4, 4, lanes // 16]
                    offsets = flat(shape, strides)
                    worst = 1
                    for group in together:
                        words = {w for lane in group for w in range(offsets[lane] * bits // 32, (offsets[lane] * bits + 8 * width + 31) // 32)}
                        worst = max([worst] + [sum(w % banks == b for w in words) for b in range(banks)])
                    got = ask("banks", f"((4,4,{lanes // 16}),1):(({','.join(map(str, strides))}),0)", "--on", card, "--bits", str(bits), "--width", str(width))
                    self.assertEqual(got["degree"], worst, (card, width, bits, strides))
                    self.assertEqual(got["model"], card)

    def test_what_a_model_is_from(self):
        for card, like in (("sm80", "sm90"), ("sm120", "sm90"), ("gfx90a", "gfx942"), ("sm90", None), ("gfx11", None)):
            lanes = 64 if card == "gfx90a" else 32
            got = ask("banks", f"{lanes}:1", "--on", card, "--element", "4")
            self.assertEqual(got.get("like"), like)
            self.assertTrue(got["source"])
        self.assertEqual(ask("banks", "32:1", "--on", "gfx1250", "--element", "4")["source"], "taken for granted")

    def test_names_of_compilers(self):
        for name, card in (("sm_90a", "sm90"), ("sm_120f", "sm120"), ("gfx1100", "gfx11"), ("gfx1151", "gfx11"), ("gfx1201", "gfx12")):
            self.assertEqual(ask("banks", "32:1", "--on", name, "--element", "4")["model"], card)
        self.assertIn("no model of gfx1030", ask("banks", "32:1", "--on", "gfx1030")["refused"])

    def test_elements_below_a_byte(self):
        for stride, degree in ((16, 1), (32, 2), (128, 8)):  # 3, 6 and 24 words apart
            self.assertEqual(ask("banks", f"32:{stride}", "--on", "sm90", "--bits", "6", "--width", "4")["degree"], degree)
        self.assertIn("misaligned: index 1 is at byte 0 and 6 bits", ask("banks", "32:1", "--on", "sm90", "--bits", "6")["refused"])
        self.assertIn("4, 6, 8, 16", ask("banks", "32:1", "--on", "sm90", "--bits", "5")["refused"])
        self.assertIn("take bytes apart", ask("find_swizzle", "--read", "32:16", "--on", "sm90", "--bits", "6")["refused"])


SECTORS = {"sm90": (32, 128), "gfx90a": (64, 64), "gfx942": (64, 128), "gfx11": (64, 128)}


class Coalescing(unittest.TestCase):
    def test_against_sets_of_bytes(self):
        random.seed(12)
        for card, (sector, line) in SECTORS.items():
            for _ in range(12):
                lanes, steps, width = (64 if card[:4] == "gfx9" else 32), random.choice([1, 3]), random.choice([1, 4, 8, 16])
                bits = random.choice([b for b in (4, 8, 16, 32) if 8 * width % b == 0])
                each = 8 * width // bits
                address = width * random.randrange(9)
                strides = [each * random.choice([0, 1, 2, 3, 5, 33]) for _ in range(3)]
                offsets = flat([4, lanes // 4, steps], strides)
                got = ask("coalescing", f"((4,{lanes // 4}),{steps}):(({strides[0]},{strides[1]}),{strides[2]})", "--on", card, "--bits", str(bits),
                          "--width", str(width), "--address", str(address))
                for step, request in enumerate(got["requests"]):
                    taken = {address + offsets[step * lanes + lane] * bits // 8 + b for lane in range(lanes) for b in range(width)}
                    self.assertEqual(request, {"asked": lanes * width, "distinct": len(taken), "lines": len({b // line for b in taken}),
                                               "sectors": len({b // sector for b in taken})})  # fmt: skip
                self.assertEqual(got["moved"], sector * sum(r["sectors"] for r in got["requests"]))

    def test_of_a_map(self):
        got = ask("coalescing", "(t<32, s<2) -> t*2 + (s ^ (t % 2))", "--on", "sm90", "--element", "4")
        self.assertEqual([r["sectors"] for r in got["requests"]], [8, 8])

    def test_refusals(self):
        for words, said in ((["32:1", "--on", "sm90", "--element", "4", "--address", "2"], "the address 2 is no multiple of 4"),
                            (["8:1", "--on", "sm90", "--element", "4"], "8 of the 32"), (["32:1", "--on", "sm1"], "no model of sm1"),
                            (["32:1", "--on", "sm90", "--width", "4"], "misaligned: index 1")):  # fmt: skip
            self.assertIn(said, ask("coalescing", *words)["refused"])


BITS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "bf16": 16, "f32": 32, "f64": 64}
SPANS = {"none": (0, 16), "32": (32, 16), "64": (64, 16), "128": (128, 16), "128_atom_32": (128, 32), "128_atom_64": (128, 64)}


def place(byte, swizzle):
    """Where a byte goes: rows of 128 bytes; in row r the chunk c of a span is the chunk c XOR r."""
    span, atom = SPANS[swizzle]
    if span == 0:
        return byte
    row, chunk, chunks = byte // 128, byte // atom % (span // atom), span // atom
    return byte + ((chunk ^ row % chunks) - chunk) * atom


class Tma(unittest.TestCase):
    def request(self, extents, strides, box, element, swizzle="none", *more):
        return ask("tma", text(extents, strides), "--box", f"({','.join(map(str, box))})", "--element", element, "--swizzle", swizzle, *more)

    def test_where_each_element_lands(self):
        random.seed(13)
        for _ in range(40):
            element, swizzle, rank = random.choice(list(BITS)), random.choice(list(SPANS)), random.choice([1, 2, 3])
            size, span = BITS[element] // 8, SPANS[swizzle][0]
            unit = 16 // size
            box = [unit * random.randint(1, (span or 128) // 16)] + [random.randint(1, 9) for _ in range(rank - 1)]
            extents = [n * 2 for n in box]
            strides = [1] + [unit * n for n in itertools.accumulate((extents[0] + 16 for _ in extents[1:]), lambda x, y: x * 4)]
            got = self.request(extents, strides, box, element, swizzle) if rank > 1 else ask(
                "tma", f"{extents[0]}:1", "--box", str(box[0]), "--element", element, "--swizzle", swizzle)  # fmt: skip
            pitch = max(box[0] * size, span)
            rows = [pitch * r for r in range(len(flat(box[1:], [0] * (rank - 1))))] if rank > 1 else [0]
            want = [place(row + x * size, swizzle) // size for row in rows for x in range(box[0])]
            self.assertEqual(values(got["landing"]), want, (element, swizzle, box))
            self.assertEqual(got["bytes"], len(want) * size)
            self.assertLessEqual(max(want) * size + size, got["extent"])

    def test_the_order_of_modes(self):
        got = ask("tma", "(128,64):(64,1)", "--box", "(32,64)", "--element", "2", "--swizzle", "128")
        self.assertEqual((got["order"], got["landing"]), ([1, 0], "Sw<3,3,3> o 0 o (32,64):(64,1)"))

    def test_rules(self):
        """Each is broken by one change of a request that none refuses."""
        ok = dict(extents=[64, 128], strides=[1, 64], box=[64, 32], element="bf16", swizzle="128")
        self.assertTrue(self.request(**ok)["exists"])
        for rule, found, change, more in (
            ("address_alignment", 8, {}, ["--address", "8"]), ("stride_alignment", 130, {"strides": [1, 65]}, []),
            ("stride_limit", 1 << 40, {"strides": [1, 1 << 39]}, []), ("extent", (1 << 32) + 1, {"extents": [64, (1 << 32) + 1]}, []),
            ("box_extent", 257, {"box": [64, 257]}, []), ("box_bytes", 8 * 24, {"box": [12, 32]}, []),
            ("swizzle_span", 128, {"swizzle": "64"}, []), ("element_stride", 9, {}, ["--steps", "(1,9)"]),
            ("interleave_rank", 2, {}, ["--interleave", "16"]), ("box_memory", 256 * 256 * 8, {"element": "u64", "box": [256, 256], "swizzle": "none"}, []),
            ("start_alignment", 16, {}, ["--at", "(1,0)"]), ("card", 16, {"swizzle": "128_atom_32"}, ["--on", "sm90"]), ("fill", 16, {"element": "u16"}, ["--nan"]),
            ("packed_extent", 65, {"element": "u4x16_align8", "extents": [65, 128]}, []),
            ("packed_box", 64, {"element": "u4x16_align16", "extents": [128, 128]}, []),
            ("packed_swizzle", 6, {"element": "u6x16_align16", "extents": [128, 128], "strides": [1, 128], "box": [128, 2], "swizzle": "64"}, []),
        ):  # fmt: skip
            got = self.request(**(ok | change), **{}) if not more else self.request(*(ok | change).values(), *more)
            self.assertFalse(got["exists"], rule)
            self.assertIn((rule, found), [(b["rule"], b["found"]) for b in got["broken"]])
        self.assertEqual(ask("tma", "(2,2,2,2,2,2):(1,16,32,64,128,256)", "--box", "(2,2,2,2,2,2)")["broken"][0]["rule"], "rank")

    def test_what_lies_outside(self):
        random.seed(14)
        for _ in range(20):
            extents, box, steps = [40, 9], [16, random.randint(1, 8)], [1, random.randint(1, 3)]
            at = [16 * random.randint(-2, 3), random.randint(-9, 12)]
            got = self.request(extents, [1, 48], box, "u8", "none", "--at", f"({at[0]},{at[1]})", "--steps", f"({steps[0]},{steps[1]})")
            counts = [box[0], -(-box[1] // steps[1])]
            inside = sum(0 <= at[0] + x < extents[0] and 0 <= at[1] + y * steps[1] < extents[1] for x in range(counts[0]) for y in range(counts[1]))
            self.assertEqual((got["inside_elements"], got["box_elements"], got["bytes"]), (inside, counts[0] * counts[1], counts[0] * counts[1]))

    def test_im2col(self):
        words = ["(64,14,14,8):(1,64,896,12544)", "--element", "2", "--swizzle", "128", "--pixels", "64", "--channels", "64"]
        got = ask("tma", *words, "--lower", "(-1,-1)", "--upper", "(-1,-1)")
        self.assertEqual((got["landing"], got["bytes"]), ("Sw<3,3,3> o 0 o (64,64):(1,64)", 8192))
        for corner, rule in (("(-129,0)", "corner"), ("(100,0)", "bounding_box")):
            self.assertIn(rule, [b["rule"] for b in ask("tma", *words, "--lower", corner, "--upper", "(0,0)")["broken"]])
        self.assertIn("pixels", [b["rule"] for b in ask("tma", *words[:6], "1025", *words[7:], "--lower", "(0,0)", "--upper", "(0,0)")["broken"]])

    def test_input(self):
        for words, said in ((["(4,4):(2,8)", "--box", "(4,4)"], "contiguous"), (["4:1"], "a box is required"), (["4:1", "--box", "(4,4)"], "box: 2 entries"),
                            (["16:1", "--box", "16", "--element", "u5"], "no element u5"), (["16:1", "--box", "16", "--swizzle", "96"], "no swizzle 96")):  # fmt: skip
            self.assertIn(said, ask("tma", *words)["refused"])


# The examples of the PTX manual's tables (ISA 9.0, 9.7.15.5.1.2.1.3): layout in elements, bits, major, swizzle, and the offsets as
# they are encoded; None: not read.
PTX = (("((8,2),(4,4)):((4,32),(1,64))", 32, "k", "none", 16, 8), ("Sw<1,2,3> o 0 o ((8,2),(4,4)):((8,64),(1,4))", 32, "k", "32", None, 16),
       ("((8,1,2),(8,2)):((1,8,64),(8,128))", 16, "line", "none", 16, 8), ("Sw<1,3,3> o 0 o ((8,2,2),(8,2)):((1,8,128),(16,256))", 16, "line", "32", 16, 32),
       ("Sw<2,3,3> o 0 o ((8,4,2),(8,2)):((1,8,256),(32,512))", 16, "line", "64", 32, 64))  # fmt: skip
CODES = {"sm90": {"none": 0, "128": 1, "64": 2, "32": 3}, "sm100": {"none": 0, "128_atom_32": 1, "128": 2, "64": 4, "32": 6}}


def bits_of(card, start, leading, stride, swizzle):
    fixed = 0 if card == "sm90" else 1 << 46
    return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | fixed | CODES[card][swizzle] << (62 if card == "sm90" else 61)


def read_at(start, leading, stride, swizzle, major, size, line, k):
    """The byte of an element, from rows of chunks of 16 bytes; as the manual's figures have them."""
    chunk_elements, span = 16 // size, {"none": 16}.get(swizzle, SPANS.get(swizzle, (0, 0))[0])
    if major == "k":
        column, row = divmod(k, chunk_elements)[0], line % 8
        at = line // 8 * stride + row * span + (column * leading if span == 16 else column * 16) + k % chunk_elements * size
    else:
        column = line // chunk_elements
        group = 4 if swizzle == "128_atom_32" else 8
        if span == 16:
            at = column * stride + k // 8 * leading + k % 8 * 16
        else:
            at = column // (span // 16) * leading + column % (span // 16) * 16 + k // group * stride + k % group * span
        at += line % chunk_elements * size
    return place(start + at, swizzle)


class Descriptor(unittest.TestCase):
    def test_the_manuals_examples(self):
        for layout, bits, major, swizzle, leading, stride in PTX:
            for card in ("sm90", "sm100"):
                got = ask("descriptor", layout, "--on", card, "--bits", str(bits))
                self.assertEqual((got["major"], got["swizzle"], got["stride"] >> 4), (major, swizzle, stride), layout)
                if leading is not None:
                    self.assertEqual(got["leading"] >> 4, leading, layout)

    def test_meaning_and_back(self):
        random.seed(15)
        for _ in range(60):
            card = random.choice(["sm90", "sm100"])
            swizzle, major = random.choice(list(CODES[card])), random.choice(["k", "line"])
            size = random.choice([4] if swizzle == "128_atom_32" else [2] if major == "line" else [1, 2, 4])
            major = "line" if swizzle == "128_atom_32" else major
            lines = random.choice([64, 128])
            leading, stride = 16 * random.randrange(1, 200), 16 * random.randrange(1, 200)
            start = 1024 * random.randrange(4)
            bits = bits_of(card, start, leading, stride, swizzle)
            got = ask("descriptor", f"{bits:#x}", "--on", card, "--element", str(size), "--lines", str(lines), "--major", major)
            depth = 32 // size
            want = [read_at(start, leading, stride, swizzle, major, size, line, k) // size for k in range(depth) for line in range(lines)]
            self.assertEqual(values(got["layout"]), want, (card, swizzle, major, size, leading, stride))
            back = ask("descriptor", got["layout"], "--on", card, "--element", str(size))
            self.assertTrue(back["canonical"], got["layout"])
            meant = ask("descriptor", back["descriptor"],  # its unread fields may differ: it must mean the same
                        "--on", card, "--element", str(size), "--lines", str(lines), "--major", back["major"])
            self.assertEqual(values(meant["layout"]), want, (hex(bits), back["descriptor"]))

    def test_steps_along_k(self):
        got = ask("descriptor", "Sw<3,3,3> o 0 o ((8,16),(64,2)):((64,512),(1,8192))", "--on", "sm90")
        self.assertEqual((got["steps"], got["step"], got["stride"]), (8, 0, 1024))  # two spans: the fifth step begins elsewhere
        got = ask("descriptor", "Sw<3,3,3> o 0 o (64,64):(1,64)", "--on", "sm90")
        self.assertEqual((got["major"], got["steps"], got["step"]), ("line", 4, 2048))

    def test_an_element_at_another_place(self):
        """One line that moves makes an operand none, and the answer names an element that the two have at other places."""
        for shift, at in ((8, [8, 0]), (16, [16, 0])):
            layout = f"(i<64, k<64) -> ((i*64 + (k ^ (i % 8) * 8)) + (i == {shift} ? 64*64 : 0))"
            got = ask("descriptor", layout, "--on", "sm90")
            self.assertFalse(got["canonical"])
            first = [c for c in got["nearest"] if (c["major"], c["swizzle"]) == ("k", "128")][0]
            self.assertEqual(first["at"][1], 0)
            self.assertGreaterEqual(first["at"][0], at[0])

    def test_nearest_are_canonical(self):
        for card, bits in (("sm90", 16), ("sm90", 8), ("sm100", 32), ("sm100", 4)):
            got = ask("descriptor", "(64,128):(129,1)", "--on", card, "--bits", str(bits))
            self.assertGreater(len(got["nearest"]), 1)
            for one in got["nearest"]:
                back = ask("descriptor", one["layout"], "--on", card, "--bits", str(bits))
                self.assertEqual((back["canonical"], back["major"], back["swizzle"]), (True, one["major"], one["swizzle"]), one)

    def test_refusals(self):
        for words, said in ((["0x4000004000010000", "--on", "sm100"], "reserved_bits: bits 46 to 48 are 0x0, not 0x1"),
                            (["0x4000404000010000", "--on", "sm90"], "reserved_bits"), (["0x6000404000010000", "--on", "sm100"], "swizzle_code"),
                            (["0x4002004000010000", "--on", "sm90"], "base_offset"), (["0xg", "--on", "sm90"], "hexadecimal"),
                            (["0x4010404000010000", "--on", "sm100"], "absolute_leading"), (["64:1", "--on", "sm90"], "1 modes"),
                            (["(64,24):(24,1)", "--on", "sm90"], "shape: 64 x 24"), (["(64,64):(64,1)", "--on", "sm80"], "no matrix descriptors of sm80"),
                            (["(64,64):(64,1)", "--on", "sm90", "--bits", "6"], "those of 6"), (["(64,64):(64,1)", "--on", "sm90", "--address", "8"], "the address 8")):  # fmt: skip
            self.assertIn(said, ask("descriptor", *words)["refused"])


class Lines(unittest.TestCase):
    """The same in a .colex file."""

    GOOD = """banks((32,8):(64,8), on=sm90, element=2, width=16) == 8
banks((t<32) -> t*2, on=sm_80, element=4) == 2
coalescing(32:2, on=sm90, element=4) == 8
coalescing(32:1, on=sm90, element=4, address=16) == 5
tma((64,128):(1,64), box=(64,32), element=bf16, swizzle=128) == Sw<3,3,3> o 0 o (64,32):(1,64)
tma((48,8):(1,48), box=(48,8), element=2, swizzle=32) is refused: swizzle_span
descriptor(Sw<3,3,3> o 0 o (64,64):(64,1), on=sm90) == 0x4000004000010000
descriptor((64,64):(64,1), on=sm90) is refused: canonical
"""

    def test_as_expected(self):
        ran = colex("check", "-", stdin=self.GOOD)
        self.assertEqual((ran.status, ran.out), (0, "8 of 8 as expected\n"))

    def test_a_wrong_answer_is_noticed(self):
        for line in self.GOOD.splitlines():
            wrong = line.replace("== ", "== 1", 1) if "==" in line else line.replace("is refused: ", "is refused: no_")
            self.assertEqual(colex("check", "-", stdin=wrong + "\n").status, 1, wrong)

    def test_input(self):
        for line, said in (("banks(32:1, on=sm90, frob=2) == 1", "banks has no option frob"), ("banks(32:1, on=sm9) == 1", "no model of sm9"),
                           ("banks(32:1, 32:1, on=sm90) == 1", "expected name=value"), ("tma(16:1, box=(16), nan=x) == 1", "nan: expected yes or no"),
                           ("coalescing(32:1, on=sm90, width=x) == 1", "width: expected a number")):  # fmt: skip
            ran = colex("check", "-", stdin=line + "\n")
            self.assertEqual(ran.status, 2)
            self.assertIn(said, ran.err)


if __name__ == "__main__":
    main()
