# SPDX-License-Identifier: MIT
"""The rows that tools/on_device measures, by what a goal says of them, and the goals."""
import re
from typing import NamedTuple

from figures import mean
from gpu_logs import NOT

COPIES = ["device-to-device copy", "copy_identity_f32", "copy_transpose_f32", "copy_unpad_f32", "copy_exchange_bf16",
          "copy_bit_reverse_f32", "copy_strided_i64"]  # fmt: skip
STRIDED = {
    "contiguous": ["contiguous f32 2^27"],
    "attention": [f"0213 {x}" for x in ("f32 B8 S4096 H32 D128", "bf16 B8 S4096 H32 D128", "bf16 B1 S8192 H64 D128", "f32 B64 S512 H12 D64",
                                        "bf16 B64 S512 H12 D64", "bf16 B4 S2048 H32 D80")]
    + [f"0231 {x}" for x in ("f32 B8 S4096 H32 D128", "bf16 B8 S4096 H32 D128", "bf16 B1 S4096 H32 D128", "bf16 B1 S2048 H32 D80",
                             "bf16 B64 S512 H12 D64")],
    "columns": ["columns f32 16384x4096 of 8192", "columns bf16 16384x8192 of 16384", "columns i8 16384x16384 of 32768"],
    "every other": ["every other column f32", "every other column bf16"],
    "aligned": [f"transpose {x}" for x in ("f32 8192 x 8192", "f32 16384 x 16384", "bf16 16384 x 16384", "i8 32768 x 32768")],
    "ragged": [f"transpose {x}" for x in ("f32 8191 x 8191", "f32 8191 x 4099", "bf16 8191 x 8191", "f16 8191 x 4099", "i8 16383 x 16383",
                                          "i8 8191 x 4099", "f64 8191 x 4099")],
    "narrow": [f"transpose {x}" for x in ("f32 48 x 1000000", "f16 48 x 1000000", "i8 48 x 1000000", "f16 64 x 1048576", "i8 64 x 1048576",
                                          "f16 1000000 x 48", "i8 1000000 x 48", "f32 1048576 x 64", "f16 1048576 x 64", "i8 1048576 x 64")],
}  # fmt: skip
PERMUTES = ["transpose_f32 8192 x 8192", "transpose_f32 8256 x 8256", "transpose_f32 16384 x 16384", "transpose_f32 8191 x 8191",
            "transpose_bf16 8192 x 8192", "transpose_bf16 16384 x 16384", "transpose_bf16 16512 x 16512", "transpose_bf16 8191 x 8191",
            "transpose_i8 16384 x 16384", "transpose_i8 32768 x 32768", "transpose_i8 16383 x 16383",
            "permute3_f32 (256,512,1024) -> (2,1,0)", "permute3_f32 (1024,512,256) -> (1,0,2)"]  # fmt: skip


def cube(n):
    return f"{n} x {n} x {n}"


def shown(name):
    """The name of a row as the tables have it."""
    name = re.sub(r"\b(\d+) x \1 x \1\b", r"\1^3", name)
    name = re.sub(r"^02(13|31) ", lambda m: f"(0,2,{m[1][0]},{m[1][1]}) ", name)
    return re.sub(r"^(\d+)x ", lambda m: "" if m[1] == "1" else f"{m[1]} batches of ", name)


def whole_name(found, name):
    """The row of that name, or of that name and some words behind a comma."""
    return next((full for full in found if (full + ",").startswith(name + ",")), name)


SQUARES = (2048, 4096, 8192, 16384)
ORDERS = ("kk", "kn", "mk", "mn")
TYPES = ("bf16 into f32 kk", "bf16 into f32 mn", "f16 kk", "tf32 kk", "i8 kk")
BENCH = [f"bf16 {o} {cube(n)}" for n in SQUARES for o in ORDERS] + [f"{t} {cube(n)}" for t in TYPES for n in SQUARES[:3]]
F64 = [f"gemm_mma_sync_f64_direct {n}^3" for n in SQUARES[:3]]
PORTABLE = [f"gemm_mma_sync_bf16_f32{way} {n}^3" for n in SQUARES[1:3] for way in (", grouped", "_preshuffled", ", Hilbert")] + ["gemm_f64 4096^3"]

MODEL_ROWS = (1, 16, 64, 128, 512, 2048, 8192)
MODELS = [f"1x {m} x {nk}" for nk in ("4096 x 4096", "14336 x 4096", "4096 x 14336", "28672 x 8192") for m in MODEL_ROWS]
SIZES = [f"1x {m} x {nk}" for nk, rows in (
    ("4096 x 4096", (1, 16, 64, 128, 512, 2048)), ("14336 x 4096", (1, 16, 128)), ("4096 x 14336", (1, 16, 128, 512)),
    ("28672 x 8192", (16, 512))) for m in rows]  # fmt: skip
SIZES += ["1x " + x for x in ("64 x 64 x 131072", "256 x 256 x 65536", "512 x 512 x 16384", "16384 x 16 x 16384", "300 x 50304 x 768")]
SIZES += ["1x " + x for x in (cube(1000), cube(1024), "1536 x 1536 x 4096", cube(2048), cube(3072), cube(4096), cube(5120), cube(8192))]
SIZES += ["1x 9 x 200 x 5528", "1x 24 x 7168 x 18432"]
BATCHES = ["64x 1024 x 1024 x 1024", "256x 512 x 128 x 512", "32x 2048 x 128 x 2048", "512x 128 x 128 x 128"]
SIZES += BATCHES  # hopper_sizes; what follows, hopper_sizes more
MORE = [x for x in MODELS if x not in SIZES] + [f"1x {cube(16384)}"]
RANDOM = 60
DRAWN = {"multiples of 8": 120, "any integers": 60, "layers": 85, "squares": 15, "small batches": 10}  # torch_sizes.py
OTHERS = {"f32": 24, "f64": 24, "batch invariance": 102, "few rows": 24, "moves": 15, "experts by blocks": 16, "experts by rows": 16, "mma.sync": 3}  # torch_others.py
GELU = ["1x 128 x 14336 x 4096", "1x 2048 x 14336 x 4096", f"1x {cube(8192)}"]

RAGGED = ["4095 x 4097 x 4099", "4096 x 50257 x 768", cube(1000)]
ENDS = [f"bias and GELU, {x}" for x in ("128 x 14336 x 4096", "2048 x 14336 x 4096", cube(8192))]
ENDS += [f"bias and {x}" for x in ("GELU by erf, 2048 x 14336 x 4096", f"GELU by erf, {cube(8192)}", "SiLU, 2048 x 14336 x 4096")]
BATCHES_OF_TORCH = [f"64 batches of {cube(1024)}"]
GATED = [f"{m} x {nk}" for nk in ("14336 x 4096", "4096 x 4096") for m in (16, 128, 512, 2048, 8192)]
GROUPED = [f"{experts} experts {nk}, {rows} rows" for experts in (8, 64) for nk in ("4096 x 14336", "14336 x 4096", "2048 x 7168")
           for rows in (16, 64, 256, 1024, 4096, 8192)]  # fmt: skip
FP8_SIZES = [cube(n) for n in SQUARES[1:]] + ["64 x 14336 x 4096", "512 x 14336 x 4096", "2048 x 4096 x 14336"]
FP8_WAYS = ("fast", "accurate", "accurate, scales of rows and columns", "accurate, scales of 1 x 128 and 128 x 128")


class Goal(NamedTuple):
    """What is to be at least `least`, each of its figures; or, where it is a time, at most."""

    what: str
    least: float
    figures: dict  # name -> number, None where it was not measured
    at_most: bool = False

    def line(self):
        """The cells of its row: what, goal, figure, whether it is met."""
        there = {name: x for name, x in self.figures.items() if x is not None}
        lacking = len(self.figures) - len(there)
        below = [x for x in there.values() if (x > self.least if self.at_most else x < self.least)]
        said = []
        if len(self.figures) == 1 and there:
            said.append(f"{next(iter(there.values())):.3f}")
        elif there:
            worst = (max if self.at_most else min)(there, key=there.get)
            said.append(f"worst {there[worst]:.3f} ({shown(worst)}), mean {mean(there.values()):.3f}, {len(there) - len(below)} of {len(there)} met")
        if lacking:
            said.append(NOT if len(self.figures) == 1 else f"{lacking} of {len(self.figures)} not measured")
        verdict = "**missed**" if below else NOT if lacking else "met"
        return [self.what, f"{'at most ' if self.at_most else ''}{self.least:g}", "; ".join(said), verdict]


def goals(logs):
    def of(kind, names, *stems, column="ratio", scale=1.0):
        rows = logs.rows(kind, *stems)
        return {name: scale * float(rows[name][column]) if column in rows.get(name, {}) else None for name in names}

    def strided(*groups, scale=1.0):
        return of("strided", [name for group in groups for name in STRIDED[group]], "strided_copy", scale=scale)

    def squares(column):
        return of("bench", BENCH[: len(SQUARES) * len(ORDERS)], *(f"hopper_{n}" for n in SQUARES), column=column)

    def at_4096(column):
        return of("bench", [f"i8 kk {cube(4096)}", f"tf32 kk {cube(4096)}"], "hopper_4096", column=column)

    def sizes(names, column="ratio", scale=1.0):
        return of("sizes", names, "hopper_sizes", "hopper_more", column=column, scale=scale)

    def fp8(way):
        return of("fp8", [f"{cube(n)} {way}" for n in SQUARES[1:]])

    def product(names):
        rows = logs.rows("product")
        return of("product", [whole_name(rows, name) for name in names])

    copies = logs.rows("copy")
    rates = [float(copies[name]["rate"]) if name in copies else None for name in COPIES[:2]]

    def of_copy(rate):
        return None if None in (rate, rates[0]) else rate / rates[0]

    def drawn(what):
        ratios = [float(row["ratio"]) for name, row in logs.rows("product", "torch_sizes", "torch_others").items() if name.startswith(what + ", ") and "ratio" in row]
        return {"mean": mean(ratios) if len(ratios) == {**DRAWN, **OTHERS}[what] else None}

    random = [float(row["ratio"]) for row in logs.rows("sizes", "hopper_random").values() if "ratio" in row]
    few = sizes([name for name in MODELS if name.startswith(("1x 1 ", "1x 16 "))], "rate")
    return [
        Goal("contiguous copies", 0.99, {**strided("contiguous"), "copy_identity_f32": of_copy(rates[1])}),
        Goal("permutes of attention, (0,2,1,3) and (0,2,3,1)", 0.85, strided("attention")),
        Goal("transposes, aligned", 0.95, strided("aligned")),
        Goal("transposes, ragged", 0.8, strided("ragged")),
        Goal("transposes, narrow", 0.85, strided("narrow")),
        Goal("column slices, of what sectors allow", 0.9, {**strided("columns"), **strided("every other", scale=1.5)}),
        Goal("bf16 squares, 2048 to 16384, four orders, bursts", 0.98, squares("ratio")),
        Goal("the same, sustained", 0.98, squares("long_ratio")),
        Goal("i8, tf32 and f64, 4096^3, bursts", 0.9, {**at_4096("ratio"), **of("gemm_time", F64[1:2])}),
        Goal("i8 and tf32, 4096^3, sustained", 0.9, at_4096("long_ratio")),
        Goal("shapes of language models, bf16", 0.95, sizes(MODELS)),
        Goal("the same of at most 16 rows, bytes a second, of the device's copy", 0.9, {name: of_copy(rate) for name, rate in few.items()}),
        Goal("120 random sizes, multiples of 8, through colex.torch, mean", 0.97, drawn("multiples of 8")),
        Goal("60 random sizes, any integers, through colex.torch, mean", 1.2, drawn("any integers")),
        Goal("85 layers of language models, through colex.torch, mean", 0.98, drawn("layers")),
        Goal("15 squares, through colex.torch, mean", 0.99, drawn("squares")),
        Goal("10 small batches, through colex.torch, mean", 1.0, drawn("small batches")),
        Goal("24 squares and drawn sizes of f32, exact, through colex.torch, mean", 0.95, drawn("f32")),
        Goal("24 squares and drawn sizes of f64, through colex.torch, mean", 0.95, drawn("f64")),
        Goal("102 products with batch_invariant=True, beside those without, through colex.torch, mean", 0.98, drawn("batch invariance")),
        Goal("24 products of at most 32 rows by weights of 64 MB and more, through colex.torch, mean", 0.97, drawn("few rows")),
        Goal("15 moves of modes shorter than 8 and of strides of 0, through colex.torch, mean", 1.0, drawn("moves")),
        Goal("16 products of e4m3 in groups, factors of blocks beside torch's of rows, through colex.torch, mean", 0.95, drawn("experts by blocks")),
        Goal("16 products of e4m3 in groups, factors of rows and columns, through colex.torch, mean", 0.95, drawn("experts by rows")),
        Goal(f"{RANDOM} random sizes, K a multiple of 8, N any, where cuBLAS is slow, from C++, mean", 0.95, {"mean": mean(random) if len(random) == RANDOM else None}),
        Goal("1024^3, 1536 x 1536 x 4096, 3072^3, 5120^3", 0.95, sizes([f"1x {x}" for x in (cube(1024), "1536 x 1536 x 4096", cube(3072), cube(5120))])),
        Goal("64 x 64 x 131072, 256 x 256 x 65536, 512 x 512 x 16384", 0.9,
             sizes(["1x 64 x 64 x 131072", "1x 256 x 256 x 65536", "1x 512 x 512 x 16384"])),
        Goal("e4m3, 4096^3 to 16384^3, fast", 0.97, fp8(FP8_WAYS[0])),
        Goal("the same, accurate", 0.97, fp8(FP8_WAYS[1])),
        Goal("the same, scales of blocks", 0.97, fp8(FP8_WAYS[3])),
        Goal("bias and GELU, by tanh and by erf", 0.95, product(ENDS[:5])),
        Goal("gated products, beside the best of three ways", 0.95, of("gated", GATED, "product")),
        Goal("batches", 0.95, {**sizes(BATCHES), **product(BATCHES_OF_TORCH)}),
        Goal("rows in groups", 0.95, of("grouped", GROUPED)),
        Goal("products of odd N", 2.0, product(RAGGED[:2])),
        Goal("a call on the host, microseconds", 4, of("host", ["a call"], "hopper_host", column="us"), at_most=True),
    ]  # fmt: skip
