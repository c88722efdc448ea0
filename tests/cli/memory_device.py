#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Questions about memory against what NVIDIA's devices and their driver answered: memory_device.py build/colex

device/matrix_descriptors.jsonl.gz: 1,200 random descriptors, and the element of shared memory that wgmma read at each place of an
operand. It was written by tests/kernel/matrix_descriptor_device.cpp. device/tensor_maps*.jsonl.gz: 3,300 random requests for tensor maps, whether
the driver accepted each, and where the bytes of a box landed, by tests/kernel/tensor_map_device.cpp. Every line is held against a formula
here; every request, and a part of the rest, under COLEX_NIGHTLY all, against the tool.

device/bank_accesses.jsonl.gz: 360 random accesses of a warp to shared memory of an H200 and 150 to its global memory, each with the wavefronts and
conflicts, or the sectors and requests, that Nsight Compute counted, and the clocks of 64 of them, by tests/kernel/bank_access_device.cpp."""
import collections
import gzip
import itertools
import json
import math
import os
import pathlib
import unittest

from memory import SPANS as TMA_SPANS
from memory import ask, place, text, values
from tool import colex, main

FOLDER = pathlib.Path(__file__).resolve().parent / "device"
NIGHTLY = "COLEX_NIGHTLY" in os.environ
SIZES = {"bf16": 2, "s8": 1, "tf32": 4}
SPANS = {0: 16, 1: 128, 2: 64, 3: 32}


def lines(name):
    with gzip.open(FOLDER / name, "rt") as rows:
        return [json.loads(row) for row in rows]


def digest(numbers):
    """FNV-1a over 32-bit words, low byte first."""
    h = 0xCBF29CE484222325
    for n in numbers:
        for byte in (n & 0xFFFFFFFF).to_bytes(4, "little"):
            h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{h:016x}"


def read(row, line, k):
    """The element that the manual's formula finds at (line, k)."""
    size, span = SIZES[row["element"]], SPANS[row["swizzle"]]
    chunk, plain = 16 // size, row["swizzle"] == 0
    if row["major"] == "k":
        at = line // 8 * row["stride"] + line % 8 * span + k // chunk * (row["leading"] if plain else 16) + k % chunk * size
    else:
        column = line // chunk
        if plain:
            at = column * row["stride"] + k // 8 * row["leading"] + k % 8 * 16
        else:
            at = column // (span // 16) * row["leading"] + column % (span // 16) * 16 + k // 8 * row["stride"] + k % 8 * span
        at += line % chunk * size
    byte = row["start"] + at
    return (byte ^ ((byte // 128 - row["base"]) % (span // 16) * 16)) // size


class Descriptors(unittest.TestCase):
    ROWS = lines("matrix_descriptors.jsonl.gz")

    def test_the_formula(self):
        self.assertEqual(len(self.ROWS), 1200)
        for row in self.ROWS:
            depth = 32 // SIZES[row["element"]]
            self.assertEqual(digest([read(row, line, k) for k in range(depth) for line in range(64)]), row["digest"], row["descriptor"])

    def test_the_tool(self):
        rows = [row for row in self.ROWS if row["base"] == 0]
        self.assertGreater(len(rows), 900)
        for row in rows if NIGHTLY else rows[::25]:
            got = ask("descriptor", "0x" + row["descriptor"], "--on", "sm90", "--element", str(SIZES[row["element"]]), "--lines", "64", "--major", row["major"])
            self.assertEqual(digest(values(got["layout"])), row["digest"], row)

    def test_a_base_offset_is_refused(self):
        row = [row for row in self.ROWS if row["base"] != 0][0]
        self.assertIn("base_offset", ask("descriptor", "0x" + row["descriptor"], "--on", "sm90", "--major", row["major"])["refused"])


BITS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "bf16": 16, "f32": 32, "f64": 64, "u4x16_align8": 4, "u4x16_align16": 4, "u6x16_align16": 6}


def request(row, with_start=False):
    """A request as a question of a .colex file, or None where it cannot be written: a rank or an extent that no layout has, a stride
    of no whole elements."""
    strides = [stride * 8 / BITS[row["element"]] for stride in row["strides"]]
    if not 1 <= row["rank"] <= 5 or any(n < 1 for n in row["extents"]) or any(s != int(s) for s in strides) or row.get("pixels") == 0:
        return None
    reach = sum((n - 1) * int(s) for n, s in zip(row["extents"], [1, *strides]))
    if max(math.prod(row["extents"]), reach) >= 1 << 62:
        return None
    tensor = text(row["extents"], [1, *map(int, strides)]) if row["rank"] > 1 else f"{row['extents'][0]}:1"
    words = {"element": row["element"], "swizzle": row["swizzle"], "interleave": row["interleave"], "address": row["address"], "steps": row["element_strides"],
             "on": "sm90", "nan": "yes" if row["fill"] == "nan" else "no"}  # fmt: skip
    for name in ("box", "lower", "upper", "channels", "pixels", *["at"] * with_start):
        if name in row:
            words[name] = row[name]
    said = [f"{name}={'(' + ','.join(map(str, value)) + ')' if isinstance(value, list) else value}" for name, value in words.items()]
    return f"tma({tensor}, {', '.join(said)})"


def answers(questions):
    """What the tool answers to each, by one run: every line of the file expects something else."""
    ran = colex("check", "-", stdin="".join(q + " == ?\n" for q in questions))
    said = {int(line.split(":")[1]): line.partition(": expected ?, got ")[2] for line in ran.out.splitlines() if ": expected ?, got " in line}
    assert len(said) == len(questions), (ran.out[-300:], ran.err)
    return [said[k + 1] for k in range(len(questions))]


def counts(row):
    """Elements that a box brings along each mode."""
    return [-(-n // step) if k > 0 else n for k, (n, step) in enumerate(zip(row["box"], row["element_strides"]))]


def landed(row):
    """Of each byte of shared memory that the box touches: one more than its place in the tensor, or 0 where it is filled."""
    size, number = BITS[row["element"]] // 8, counts(row)
    inner = number[0] * size
    pitch, out = max(inner, TMA_SPANS[row["swizzle"]][0]), {}
    for n, at in enumerate(itertools.product(*[range(c) for c in reversed(number[1:])])):
        places = [start + j * step for start, j, step in zip(row["at"][1:], at[::-1], row["element_strides"][1:])]
        inside = all(0 <= x < extent for x, extent in zip(places, row["extents"][1:]))
        first = sum(x * stride for x, stride in zip(places, row["strides"])) + row["at"][0] * size + 1
        for b in range(inner):
            whole = inside and 0 <= row["at"][0] + b // size < row["extents"][0]
            out[place(n * pitch + b, row["swizzle"])] = first + b if whole else 0
    return out


def cost(groups, width):
    """Phases with a lane that takes part, and passes, where the lanes of a group are served together."""
    passes = []
    for group in groups:
        banks = collections.defaultdict(set)
        for word in [b // 4 + k for b in group if b >= 0 for k in range(width // 4)]:
            banks[word % 32].add(word)
        passes += [max(map(len, banks.values()))] if banks else []
    return len(passes), sum(passes)


def groups(lanes, width):
    each = 128 // width
    return [lanes[k : k + each] for k in range(0, 32, each)]


def merged(row):
    """The groups of a load of 8 or 16 bytes whose lanes share addresses in pairs, a lane and the next one or the one after that: two phases, one
    after the other, are one then. NVIDIA has not documented it; all loads that were measured follow it."""
    if row["width"] == 4:
        return [row["bytes"]]
    halves = [row["bytes"]] if row["width"] == 8 else [row["bytes"][:16], row["bytes"][16:]]
    shared = lambda half, k: all(a < 0 or b < 0 or a == b for a, b in zip(half, (half[i ^ k] for i in range(len(half)))))  # noqa: E731
    out = []
    for half in halves:
        one = row["access"] == "load" and (shared(half, 1) or shared(half, 2))
        out += [half] if one else [half[: len(half) // 2], half[len(half) // 2 :]]
    return out


class Accesses(unittest.TestCase):
    ROWS = lines("bank_accesses.jsonl.gz")
    SHARED = [row for row in ROWS if row["space"] == "shared"]

    def words(self, row):
        """The layout with all lanes in mode 0, and the options of the question."""
        outer, _, layout = row["layout"].rpartition(" o ")
        shape, stride = layout.split(":")
        words = [f"{outer + ' o ' if outer else ''}({shape},1):({stride},0)", "--on", "sm90", "--element", str(row["element"]), "--width", str(row["width"])]
        return words + ["--lanes", str(row["lanes"])] * (row["lanes"] < 32) + ["--store"] * (row["access"] == "store")

    def test_the_model_against_counters(self):
        """Wavefronts are passes, conflicts what they are beyond the phases, but for loads whose lanes share addresses in pairs."""
        self.assertEqual(len(self.SHARED), 360)
        fewer = 0
        for row in self.SHARED:
            phases, passes = cost(merged(row), row["width"])
            self.assertEqual((row["wavefronts"], row["conflicts"]), (passes, passes - phases), row)
            plain = cost(groups(row["bytes"], row["width"]), row["width"])
            self.assertLessEqual(row["wavefronts"], plain[1])
            fewer += row["wavefronts"] < plain[1]
        self.assertEqual(fewer, 16)
        stores = [row for row in self.SHARED if row["access"] == "store"]
        self.assertTrue(any(cost(merged({**row, "access": "load"}), row["width"])[1] != row["wavefronts"] for row in stores))

    def test_clocks_follow_wavefronts(self):
        """Of loads, where the access and not its issue is what takes time."""
        for row in self.SHARED:
            if row["access"] == "load" and row["wavefronts"] >= 8:
                self.assertAlmostEqual(row["clocks"] / row["repeats"] / row["wavefronts"], 1.74, delta=0.05, msg=row)

    def test_banks(self):
        """All layouts, by the tool: passes are wavefronts, or more where phases were one; conflicts are those counted where they were not."""
        rows = [row for row in self.SHARED if "layout" in row]
        self.assertEqual(len(rows), 300)
        fewer = 0
        for row in rows:
            got = ask("banks", *self.words(row))
            fewer += row["wavefronts"] < got["passes"]
            self.assertLessEqual(row["wavefronts"], got["passes"], row)
            counted = cost(merged(row), row["width"])[0] == got["phases"]  # the same phases, so the same conflicts
            if counted:
                self.assertEqual((got["degree"] == 1, got["passes"] - got["phases"]), (row["conflicts"] == 0, row["conflicts"]), row)
        self.assertEqual(fewer, 16)

    def test_coalescing(self):
        rows = [row for row in self.ROWS if row["space"] == "global"]
        self.assertEqual(len(rows), 150)
        for row in rows:
            got = ask("coalescing", *self.words(row), "--address", str(row["address"]))
            self.assertEqual((got["sectors"], row["requests"]), (row["sectors"], 1), row)


class TensorMaps(unittest.TestCase):
    ROWS = lines("tensor_maps.jsonl.gz") + lines("tensor_maps_atoms.jsonl.gz")
    COPIED = [row for row in ROWS if "digest" in row and row["interleave"] == 0]

    def test_what_the_driver_accepts(self):
        """The tool says so of every request; where it refuses what the driver accepts, it is by these rules."""
        asked = [(row, request(row)) for row in self.ROWS]
        none = [row for row, question in asked if question is None]
        self.assertLess(len(none), 250)
        self.assertLessEqual(sum(row["accepted"] for row in none), 1)
        asked = [(row, question) for row, question in asked if question]
        stricter, laxer = collections.Counter(), collections.Counter()
        for (row, question), got in zip(asked, answers([question for _, question in asked])):
            rule = got.split(":")[0] if ": " in got else ""
            if row["accepted"] and rule:
                stricter[rule] += 1
            elif not row["accepted"] and not rule:
                laxer[row["form"]] += 1
        self.assertEqual(stricter, {"interleave_swizzle": 5, "bounding_box": 3, "box_memory": 1})
        self.assertEqual(laxer, {"im2col": 3})  # corners for which no rule is known; of tiled maps none

    def test_what_the_device_copies(self):
        rows = [row for row in self.ROWS if ("digest" in row or "copy" in row) and row["interleave"] == 0]
        self.assertGreater(len(rows), 1000)
        for row, got in zip(rows, answers([request(row, True) for row in rows])):
            self.assertEqual("copy" in row, got.startswith("start_alignment"), (row, got))

    def test_where_bytes_land(self):
        self.assertGreater(len(self.COPIED), 590)
        for k, row in enumerate(self.COPIED):
            bytes_of_box = math.prod(counts(row)) * BITS[row["element"]] // 8
            self.assertEqual((row["awaited"], row["touched"]), (bytes_of_box, bytes_of_box))
            if not NIGHTLY and k % 8 != 0:
                continue
            got = landed(row)
            self.assertEqual((max(got) + 1, len(got)), (row["end"], row["touched"]))
            self.assertEqual(digest([got.get(i, -1) for i in range(row["end"])]), row["digest"], row)

    def test_interleaved_copies_are_not_answered(self):
        """Their bytes are not those of the box: why the tool says nothing of them, and these numbers."""
        rows = [row for row in self.ROWS if "digest" in row and row["interleave"]]
        box = lambda row: math.prod(-(-n // step) for n, step in zip(row["box"], row["element_strides"])) * BITS[row["element"]] // 8  # noqa: E731
        self.assertEqual((len(rows), sum(row["awaited"] == box(row) for row in rows)), (131, 4))
        said = colex("tma", "(64,64,4):(1,64,4096)", "--box", "(8,8,4)", "--interleave", "16", "--element", "bf16")
        self.assertEqual(said.status, 0)
        self.assertIn("of 131 such copies an H100 delivered the bytes of the box in 4", said.out)

    def test_another_swizzle_is_noticed(self):
        row = next(row for row in self.COPIED if row["swizzle"] == "128" and math.prod(counts(row)[1:]) > 8)
        got = landed({**row, "swizzle": "64"})
        self.assertNotEqual(digest([got.get(i, -1) for i in range(row["end"])]), row["digest"])

    def test_the_tools_layout(self):
        small = [row for row in self.COPIED if math.prod(counts(row)) <= 4096]
        self.assertGreater(len(small), 100)
        for row in small if NIGHTLY else small[::8]:
            (landing,) = answers([request(row)])
            size, number = BITS[row["element"]] // 8, counts(row)
            pitch = max(number[0] * size, TMA_SPANS[row["swizzle"]][0])
            want = [place(r * pitch + x * size, row["swizzle"]) // size for r in range(math.prod(number[1:])) for x in range(number[0])]
            self.assertEqual(values(landing), want, landing)


if __name__ == "__main__":
    if not NIGHTLY:
        print("nightly: memory_device: all descriptors and boxes; by day one in 25: each is two questions of the tool", flush=True)
    main()
