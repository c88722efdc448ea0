#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Instructions one at a time, on numbers from the edges of ranges, against their definitions in exact arithmetic: instructions.py COLEX

Of AMD each is in a kernel of its own, by clang for gfx942, with lanes off where EXEC says so; of PTX each is in a text of its own. Exit status 77: no clang++-19.
"""
import array
import itertools
import json
import math
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

import npy
from execute_page import CLANG

EXEC = 0xF0F0_00FF_8000_0001
HALVES = [0, 0x8000, 1, 0x8001, 0x3FF, 0x83FF, 0x400, 0x8400, 0x3C00, 0xBC00, 0x3C01, 0x3555, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0x7D01, 0x6400, 0x1400]
FLOATS = [0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x00800000, 0x3F800000, 0xBF800000, 0x3F800001, 0x4B800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0x33800000, 0x477FE000, 0x477FF000]
# Bits of exponent and fraction.
HALF, BFLOAT, FLOAT = (5, 10), (8, 7), (8, 23)


def decoded(bits, form):
    """The number, as a Fraction; or "nan", or an infinity of math."""
    exponents, fraction = form
    top = (1 << exponents) - 1
    sign, e, f = bits >> exponents + fraction & 1, bits >> fraction & top, bits & (1 << fraction) - 1
    if e == top:
        return "nan" if f else -math.inf if sign else math.inf
    value = Fraction(f + (bool(e) << fraction)) * Fraction(2) ** (max(e, 1) - (top >> 1) - fraction)
    return -value if sign else value


def is_negative(bits, form):
    return bits >> sum(form) & 1


def encoded(x, form, zero_sign=0, towards=round):
    """The nearest number, or the one that `towards` says of a quotient that is no whole number; "nan" stays."""
    exponents, fraction = form
    infinity = (1 << exponents) - 1 << fraction
    if x == "nan":
        return x
    sign = int(x < 0) << sum(form)
    if x == 0:
        return zero_sign << sum(form)
    if abs(x) == math.inf:
        return sign | infinity
    x, bias = abs(x), (1 << exponents - 1) - 1
    e = max(x.numerator.bit_length() - x.denominator.bit_length(), 1 - bias)
    while Fraction(2) ** e > x and e > 1 - bias:
        e -= 1
    while Fraction(2) ** (e + 1) <= x:
        e += 1
    n = (e + bias - 1 << fraction) + towards(x / Fraction(2) ** (e - fraction))
    return sign | (n if n < infinity else infinity if towards is round else infinity - 1)


def fused(a, b, c, form, ftz=False, towards=round):
    """a * b + c, rounded once; with ftz subnormal numbers are zeros."""
    size = 1 << sum(form)

    def flushed(bits):
        return bits & size if ftz and bits != "nan" and not bits & ((1 << form[0]) - 1 << form[1]) else bits

    a, b, c = flushed(a), flushed(b), flushed(c)
    x, y, z = (decoded(v, form) for v in (a, b, c))
    if "nan" in (x, y, z):
        return "nan"
    negative = is_negative(a, form) ^ is_negative(b, form)
    if math.inf in (abs(x), abs(y)):
        product = "nan" if 0 in (x, y) else -math.inf if negative else math.inf
    else:
        product = x * y
    if product == "nan" or (abs(product) == math.inf and abs(z) == math.inf and product != z):
        return "nan"
    total = product + z if math.inf not in (abs(product), abs(z)) else (product if abs(product) == math.inf else z)
    exact_zero = negative & is_negative(c, form) if product == 0 and z == 0 else 0
    return flushed(encoded(total, form, exact_zero, towards))


def added(a, b, form, **how):
    return fused((1 << form[0] - 1) - 1 << form[1], a, b, form, **how)


def multiplied(a, b, form, **how):
    negative = is_negative(a, form) ^ is_negative(b, form)
    return fused(a, b, negative << sum(form), form, **how)


def opposite(a, form):
    return a ^ 1 << sum(form)


def chosen(values, form, most, propagates=False):
    """The least or greatest, -0 below 0; of NaNs none, or where they propagate."""
    numbers = [v for v in values if decoded(v, form) != "nan"]
    if not numbers or (propagates and len(numbers) < len(values)):
        return "nan"
    return (max if most else min)(numbers, key=lambda v: (decoded(v, form), not is_negative(v, form)))


def classes(bits, form):
    x, negative = decoded(bits, form), is_negative(bits, form)
    if x == "nan":
        return 2 if bits >> form[1] - 1 & 1 else 1
    size = 0 if abs(x) == math.inf else 3 if x == 0 else 2 if abs(x) < Fraction(2) ** (2 - (1 << form[0] - 1)) else 1
    return 1 << (2 + size if negative else 9 - size)


def in_halves(f):
    """`f` of the lower and of the upper halves of words."""
    return lambda *words: [f(*(w >> k & 0xFFFF for w in words)) for k in (0, 16)]


def count_below(mask, more, lane, upper):
    return bin(mask & ((1 << lane) - 1 >> (32 if upper else 0)) & 0xFFFFFFFF).count("1") + more & 0xFFFFFFFF


def signed(x, bits):
    return x - (1 << bits) if x >> bits - 1 & 1 else x


def above(a, b, form):
    x, y = decoded(a, form), decoded(b, form)
    return "nan" not in (x, y) and x > y


# Instruction of AMD: what it makes of words a, b, c in lane l. A list is of halves; "nan" is any NaN.
HALF_OPS = {"add": lambda a, b: added(a, b, HALF), "mul": lambda a, b: multiplied(a, b, HALF), "max": lambda a, b: chosen([a, b], HALF, True), "min": lambda a, b: chosen([a, b], HALF, False)}
AMD = {"v_bcnt_u32_b32 %0, %1, %2": lambda a, b, c, l: bin(a).count("1") + b & 0xFFFFFFFF,
       "v_mbcnt_lo_u32_b32 %0, %1, %2": lambda a, b, c, l: count_below(a, b, l, False), "v_mbcnt_hi_u32_b32 %0, %1, %2": lambda a, b, c, l: count_below(a, b, l, True),
       "v_mbcnt_lo_u32_b32 %0, -1, 0\nv_mbcnt_hi_u32_b32 %0, -1, %0": lambda a, b, c, l: l,
       **{f"v_pk_{name}_f16 %0, %1, %2": (lambda f: lambda a, b, c, l: in_halves(f)(a, b))(f) for name, f in HALF_OPS.items()},
       **{f"v_{name}_f16 %0, %1, %2": (lambda f: lambda a, b, c, l: [f(a & 0xFFFF, b & 0xFFFF), 0])(f) for name, f in HALF_OPS.items()},
       "v_sub_f16 %0, %1, -%2": lambda a, b, c, l: [added(a & 0xFFFF, b & 0xFFFF, HALF), 0], "v_subrev_f16 %0, %1, %2": lambda a, b, c, l: [added(b & 0xFFFF, opposite(a & 0xFFFF, HALF), HALF), 0],
       "v_mul_f16 %0, 0.5, %2": lambda a, b, c, l: [multiplied(0x3800, b & 0xFFFF, HALF), 0],
       "v_pk_fma_f16 %0, %1, %2, %3": lambda a, b, c, l: in_halves(lambda x, y, z: fused(x, y, z, HALF))(a, b, c),
       "v_pk_fma_f16 %0, %1, %2, %3 op_sel:[1,0,1] op_sel_hi:[1,0,0] neg_lo:[1,0,0] neg_hi:[0,0,1]":
           lambda a, b, c, l: [fused(opposite(a >> 16, HALF), b & 0xFFFF, c >> 16, HALF), fused(a >> 16, b & 0xFFFF, opposite(c & 0xFFFF, HALF), HALF)],
       "v_pk_mul_f16 %0, %1, 2.0 op_sel_hi:[1,0]": lambda a, b, c, l: in_halves(lambda x: multiplied(x, 0x4000, HALF))(a), "v_pk_mul_f16 %0, %1, 2.0": lambda a, b, c, l: [multiplied(a & 0xFFFF, 0x4000, HALF), multiplied(a >> 16, 0, HALF)],
       "v_pack_b32_f16 %0, %1, 1.0": lambda a, b, c, l: a & 0xFFFF | 0x3C000000,
       "v_pk_add_u16 %0, %1, %2": lambda a, b, c, l: in_halves(lambda x, y: x + y & 0xFFFF)(a, b), "v_pk_sub_i16 %0, %1, %2": lambda a, b, c, l: in_halves(lambda x, y: x - y & 0xFFFF)(a, b),
       "v_pk_mul_lo_u16 %0, %1, %2": lambda a, b, c, l: in_halves(lambda x, y: x * y & 0xFFFF)(a, b), "v_ashrrev_i16 %0, %1, %2": lambda a, b, c, l: signed(b & 0xFFFF, 16) >> (a & 15) & 0xFFFF,
       **{f"v_cvt_f32_ubyte{k} %0, %1": (lambda k: lambda a, b, c, l: encoded(Fraction(a >> 8 * k & 0xFF), FLOAT))(k) for k in range(4)},
       **{f"v_cmp_class_f32_e64 vcc, {first}, %2\nv_cndmask_b32 %0, 0, 1, vcc": (lambda change: lambda a, b, c, l: int(classes(change(a), FLOAT) & b != 0))(change)
          for first, change in (("%1", lambda a: a), ("-%1", lambda a: a ^ 1 << 31), ("|%1|", lambda a: a & 0x7FFFFFFF))},
       "v_cmp_class_f16_e64 vcc, %1, %2\nv_cndmask_b32 %0, 0, 1, vcc": lambda a, b, c, l: int(classes(a & 0xFFFF, HALF) & b != 0),
       "s_movk_i32 s20, 0x1f8\nv_cmp_class_f32_e64 s[20:21], %1, s20\nv_cndmask_b32 %0, 0, 1, s[20:21]": lambda a, b, c, l: int(classes(a, FLOAT) & 0x1F8 != 0),
       "v_cmpx_lt_i32_e64 exec, %1, %2\nv_mov_b32 %0, 1": lambda a, b, c, l: 1 if signed(a, 32) < signed(b, 32) else 0xABCD,
       "v_cmpx_le_u32_e32 vcc, %1, %2\nv_cndmask_b32 %0, 2, 3, vcc": lambda a, b, c, l: 3 if a <= b else 0xABCD,
       "v_cmpx_ngt_f16_e64 s[20:21], %1, |%2|\nv_cndmask_b32 %0, 2, 3, s[20:21]": lambda a, b, c, l: 0xABCD if above(a & 0xFFFF, b & 0x7FFF, HALF) else 3,
       **{f"s_movk_i32 s20, 7\ns_{name} s20, s20, 7\ns_cselect_b32 s20, 1, 0\nv_mov_b32 %0, s20": (lambda taken: lambda a, b, c, l: taken)(int("max" in name)) for name in ("min_i32", "max_i32", "min_u32", "max_u32")}}  # fmt: skip


def pairs(f):
    """Of pairs of 32 bits."""
    return lambda *v: [f(*(x & 0xFFFFFFFF for x in v)), f(*(x >> 32 for x in v))]


def wide(bits, form):
    """The number of 32 bits."""
    x = encoded(decoded(bits, form), FLOAT, is_negative(bits, form))
    return 0x7FC00000 if x == "nan" else x


PTX32 = {**{f"{name}{modes}.f32 %r4, %r1, %r2, %r3": (lambda most, modes: lambda a, b, c: chosen(
             [x & (0x7FFFFFFF if ".abs" in modes else 0xFFFFFFFF) & (0xFFFFFFFF if x & 0x7F800000 or ".ftz" not in modes else 0x80000000) for x in (a, b, c)], FLOAT, most, ".NaN" in modes))(name == "max", modes)
            for name in ("min", "max") for modes in ("", ".NaN", ".ftz", ".abs", ".ftz.NaN.abs")},
         **{f"{name}.f32.{t} %r4, %h1, %r2": (lambda sign, form: lambda a, b, c: added(wide(a & 0xFFFF, form), opposite(b, FLOAT) if sign else b, FLOAT))(name == "sub.rn", form)
            for name in ("add", "sub.rn") for t, form in (("f16", HALF), ("bf16", BFLOAT))},
         "fma.rn.f32.f16 %r4, %h1, %h2, %r3": lambda a, b, c: fused(wide(a & 0xFFFF, HALF), wide(b & 0xFFFF, HALF), c, FLOAT)}  # fmt: skip
PTX64 = {"add.rn.f32x2 %d4, %d1, %d2": lambda a, b, c: pairs(lambda x, y: added(x, y, FLOAT))(a, b), "sub.f32x2 %d4, %d1, %d2": lambda a, b, c: pairs(lambda x, y: added(x, opposite(y, FLOAT), FLOAT))(a, b),
         "mul.ftz.f32x2 %d4, %d1, %d2": lambda a, b, c: pairs(lambda x, y: multiplied(x, y, FLOAT, ftz=True))(a, b), "mul.rz.f32x2 %d4, %d1, %d2": lambda a, b, c: pairs(lambda x, y: multiplied(x, y, FLOAT, towards=math.floor))(a, b),
         "fma.rn.f32x2 %d4, %d1, %d2, %d3": lambda a, b, c: pairs(lambda x, y, z: fused(x, y, z, FLOAT))(a, b, c)}  # fmt: skip
REDUX = {f"redux.sync.{name}{modes}.f32": (name == "max", modes) for name in ("min", "max") for modes in ("", ".NaN", ".abs", ".abs.NaN")}


def is_as(got, want, form):
    """Whether bits are those, or a NaN."""
    if want == "nan":
        return decoded(got, form) == "nan"
    return got == want


def agrees(got, want, form):
    """A list is of parts, the lowest first."""
    bits = 1 + sum(form)
    return all(is_as(got >> bits * k & (1 << bits) - 1, part, form) for k, part in enumerate(want)) if isinstance(want, list) else is_as(got, want, FLOAT)


# An update of vectors of memory, in one or another order of words: its elements' form, how many, and what becomes of one.
UPDATES = {"atom.global.add.v4.f32": (FLOAT, 4, added), "atom.global.v2.f32.add": (FLOAT, 2, added), "red.relaxed.gpu.global.add.v4.f32": (FLOAT, 4, added),
           "atom.global.add.L2::cache_hint.f32": (FLOAT, 1, added), "red.global.add.noftz.v8.f16": (HALF, 8, added), "red.global.v4.bf16.min.noftz": (BFLOAT, 4, lambda a, b, form: chosen([a, b], form, False)),
           "atom.global.max.noftz.v4.f16": (HALF, 4, lambda a, b, form: chosen([a, b], form, True)), "atom.global.v8.bf16.add.noftz": (BFLOAT, 8, added)}  # fmt: skip
MATRICES = ["ldmatrix.sync.aligned.m8n8.x4.shared.b16", "ldmatrix.sync.aligned.x4.m8n8.shared.b16", "ldmatrix.sync.aligned.x4.trans.m8n8.shared::cta.b16", "ldmatrix.sync.aligned.shared.m8n8.trans.x4.b16"]
BYTES = {"ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8": 4, "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8x16.b6x16_p32": 2, "ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64": 4,
         "stmatrix.sync.aligned.m16n8.x4.trans.shared.b8": 4, "stmatrix.sync.aligned.x2.m8n8.shared.b16": 2}  # fmt: skip


class Runs:
    def __init__(self, colex, folder):
        self.colex, self.folder, self.wrong, self.count = os.path.abspath(colex), pathlib.Path(folder), [], 0

    def execute(self, file, kernel, blocks, threads, *arguments):
        ran = subprocess.run([self.colex, "execute", file, "--kernel", kernel, "--grid", str(blocks), "--block", str(threads), "--json", *(w for a in arguments for w in ("--arg", a))],
                             capture_output=True, text=True, check=False, cwd=self.folder)  # fmt: skip
        if ran.returncode != 0 or json.loads(ran.stdout)["findings"]:
            sys.exit(f"FAIL: {kernel} of {file}: {ran.stderr}{ran.stdout[:500]}")

    def inspect(self, file, *words):
        return json.loads(subprocess.run([self.colex, "inspect", file, *words, "--json"], capture_output=True, text=True, check=False, cwd=self.folder).stdout)

    def assemble(self, file):
        """NVIDIA's assembler takes each form, too, where it is installed."""
        if ptxas := shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas"):
            subprocess.run([ptxas, "-arch=sm_100a", file, "-o", "one.cubin"], check=True, cwd=self.folder)

    def compare(self, what, got, want, given, form=HALF):
        self.count += 1
        if not agrees(got, want, form):
            self.wrong.append(f"{what}: {got:x} of {given}, and it is {want}")


def amd(run):
    draw, rows = random.Random(7), []
    for a, b in itertools.product(HALVES, HALVES):
        rows.append((a | draw.choice(HALVES) << 16, b | draw.choice(HALVES) << 16, draw.choice(HALVES) | draw.choice(HALVES) << 16))
    rows += [(a, 1 << k if k < 10 else draw.getrandbits(32), draw.getrandbits(32)) for a in FLOATS for k in range(12)]
    rows += [tuple(draw.getrandbits(32) for _ in range(3)) for _ in range(-len(rows) % 64 + 256)]
    asm = {f"k{n}": text for n, text in enumerate(AMD)}
    source = 'typedef unsigned u32;\n' + "".join(
        f'extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(64, 64))) {name}(u32 const* from, u32* to, unsigned long long on) {{\n'
        f"  u32 const n = __builtin_amdgcn_workitem_id_x() + 64 * __builtin_amdgcn_workgroup_id_x(), a = from[3 * n], b = from[3 * n + 1], c = from[3 * n + 2];\n  u32 r = 0xABCD;\n"
        f'  asm volatile("s_mov_b64 s[22:23], exec\\ns_mov_b64 exec, %4\\n{text}\\ns_mov_b64 exec, s[22:23]" : "+v"(r) : "v"(a), "v"(b), "v"(c), "s"(on) : "vcc", "s20", "s21", "s22", "s23");\n  to[n] = r;\n}}\n'
        .replace(text, text.replace("\n", "\\n")) for name, text in asm.items())  # fmt: skip
    source += ('extern "C" __attribute__((global)) void __attribute__((amdgpu_flat_work_group_size(64, 64))) numbered(u32* to) {\n'
               "  to[__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u))] = 5;\n}\n")  # fmt: skip
    (run.folder / "one.hip").write_text(source)
    subprocess.run([*CLANG, "one.hip", "-o", "one.co"], check=True, cwd=run.folder)
    npy.write(run.folder / "from.npy", "<u4", (3 * len(rows),), array.array("I", itertools.chain.from_iterable(rows)))
    for name, text in asm.items():
        for on in ((1 << 64) - 1, EXEC):
            run.execute("one.co", name, len(rows) // 64, 64, "in:from.npy", f"out:to.npy:u32[{len(rows)}]", f"u64:{on}")
            for n, (got, row) in enumerate(zip(npy.read(run.folder / "to.npy", "I"), rows, strict=True)):
                run.compare(text, got, AMD[text](*row, n % 64) if on >> n % 64 & 1 else 0xABCD, row)
    numbered, = run.inspect("one.co", "--kernel", "numbered")
    run.compare("inspect of v_mbcnt", tuple(form["layout"] for a in numbered["accesses"] for form in a["forms"]), ("64:4",), numbered["accesses"])


def ptx(run):
    draw = random.Random(8)
    rows = [(a, b, draw.choice(FLOATS)) for a, b in itertools.product(FLOATS, FLOATS)] + [tuple(draw.getrandbits(32) for _ in range(3)) for _ in range(135)]
    rows += [tuple(draw.choice(HALVES) | draw.getrandbits(16) << 16 for _ in range(2)) + (draw.choice(FLOATS),) for _ in range(64)]
    twice = [tuple(x | draw.choice(FLOATS) << 32 for x in row) for row in rows]
    npy.write(run.folder / "words.npy", "<u4", (3 * len(rows),), array.array("I", itertools.chain.from_iterable(rows)))
    npy.write(run.folder / "pairs.npy", "<u8", (3 * len(rows),), array.array("Q", itertools.chain.from_iterable(twice)))
    body = ("  .reg .b32 %r<9>;\n  .reg .b16 %h<4>;\n  .reg .b64 %d<9>, %p<4>;\n  ld.param.u64 %p1, [from];\n  ld.param.u64 %p2, [to];\n  mov.u32 %r5, %ctaid.x;\n  mov.u32 %r6, %tid.x;\n"
            "  mad.lo.u32 %r5, %r5, 32, %r6;\n  mul.wide.u32 %p3, %r5, {bytes};\n  add.u64 %p2, %p2, %p3;\n  mad.wide.u32 %p1, %r5, {three}, %p1;\n")  # fmt: skip

    def text(name, lines, size):
        return f".visible .entry {name}(.param .u64 from, .param .u64 to)\n{{\n{body.format(bytes=size, three=3 * size)}{lines}  ret;\n}}\n"

    loads = {4: "".join(f"  ld.global.u32 %r{k + 1}, [%p1+{4 * k}];\n" for k in range(3)) + "  cvt.u16.u32 %h1, %r1;\n  cvt.u16.u32 %h2, %r2;\n", 8: "".join(f"  ld.global.u64 %d{k + 1}, [%p1+{8 * k}];\n" for k in range(3))}
    kernels = {f"k{n}": (line, f, size) for n, (line, f, size) in enumerate([*((x, f, 4) for x, f in PTX32.items()), *((x, f, 8) for x, f in PTX64.items())])}
    whole = ".version 9.0\n.target sm_100a\n.address_size 64\n"
    for name, (line, _, size) in kernels.items():
        whole += text(name, f"{loads[size]}  {line};\n  st.global.u{8 * size} [%p2], %{'r' if size == 4 else 'd'}4;\n", size)
    for n, name in enumerate(REDUX):  # lanes of an odd number take part alone
        whole += text(f"r{n}", f"{loads[4]}  .reg .pred %q;\n  and.b32 %r7, %r6, 1;\n  setp.eq.u32 %q, %r7, 0;\n  mov.u32 %r4, 77;\n  @!%q bra $a{n};\n  bra $b{n};\n$a{n}:\n"
                      f"  {name} %r4, %r1, 0xaaaaaaaa;\n$b{n}:\n  st.global.u32 [%p2], %r4;\n", 4)  # fmt: skip
    (run.folder / "one.ptx").write_text(whole)
    run.assemble("one.ptx")
    for name, (line, f, size) in kernels.items():
        kind, given = ("I", rows) if size == 4 else ("Q", twice)
        run.execute("one.ptx", name, len(rows) // 32, 32, f"in:{'words' if size == 4 else 'pairs'}.npy", f"out:to.npy:u{8 * size}[{len(rows)}]")
        for got, row in zip(npy.read(run.folder / "to.npy", kind), given, strict=True):
            run.compare(line, got, f(*row), row, FLOAT)
    for n, (name, (most, modes)) in enumerate(REDUX.items()):
        run.execute("one.ptx", f"r{n}", len(rows) // 32, 32, "in:words.npy", f"out:to.npy:u32[{len(rows)}]")
        for k, got in enumerate(npy.read(run.folder / "to.npy", "I")):
            first = k - k % 32
            inputs = [rows[j][0] & (0x7FFFFFFF if ".abs" in modes else 0xFFFFFFFF) for j in range(first + 1, first + 32, 2)]
            want = chosen(inputs, FLOAT, most, ".NaN" in modes) if k % 2 else 77
            run.compare(name, got, 0x7FFFFFFF if want == "nan" else want, inputs)


def memory(run):
    """Updates of vectors, and matrices through shared memory, of one warp."""
    draw, whole = random.Random(9), ".version 9.0\n.target sm_100a\n.address_size 64\n"
    begin = ".visible .entry {}(.param .u64 from, .param .u64 to, .param .u64 was)\n{{\n  .reg .b32 %r<20>;\n  .reg .b16 %h<9>;\n  .reg .b64 %p<9>;\n  .shared .align 16 .b8 part[512];\n" + "".join(
        f"  ld.param.u64 %p{k}, [{name}];\n" for k, name in enumerate(("from", "to", "was"), 1)) + "  mov.u32 %r9, %tid.x;\n  mul.wide.u32 %p4, %r9, 16;\n" + "".join(f"  add.u64 %p{k}, %p{k}, %p4;\n" for k in (1, 2, 3)) + (
        "  mov.u64 %p5, 0;\n  mov.u32 %r10, part;\n  mad.lo.u32 %r10, %r9, 16, %r10;\n  ld.global.v4.u32 {{%r1, %r2, %r3, %r4}}, [%p1];\n")  # fmt: skip
    for n, (name, (form, count, _)) in enumerate(UPDATES.items()):
        kind, first = ("r", 11) if form is FLOAT else ("h", 1)
        given, got = (", ".join(f"%{kind}{k + start}" for k in range(count)) for start in (1, first))
        given, got = (f"{{{words}}}" if count > 1 else words for words in (given, got))
        halves = "" if form is FLOAT else "".join(f"  mov.b32 {{%h{2 * k + 1}, %h{2 * k + 2}}}, %r{k + 1};\n" for k in range(count // 2))
        answer = f"{got}, " if name.startswith("atom") else ""
        shown = "" if not answer else f"  st.global.{f'v{count}.' if count in (2, 4) else ''}b{1 + sum(form)} [%p3], {got};\n" if count < 8 else "".join(f"  st.global.b16 [%p3+{2 * k}], %h{k + 1};\n" for k in range(8))
        whole += f"{begin.format(f'u{n}')}{halves}  {name} {answer}[%p2], {given}{', %p5' if 'L2' in name else ''};\n{shown}  ret;\n}}\n"
    for n, name in enumerate(MATRICES):
        whole += begin.format(f"m{n}") + f"  st.shared.v4.u32 [%r10], {{%r1, %r2, %r3, %r4}};\n  bar.warp.sync -1;\n  {name} {{%r1, %r2, %r3, %r4}}, [%r10];\n  st.global.v4.u32 [%p2], {{%r1, %r2, %r3, %r4}};\n  ret;\n}}\n"
    whole += begin.format("moved") + "  movmatrix.sync.aligned.m8n8.trans.b16 %r5, %r1;\n  st.global.u32 [%p2], %r5;\n  ret;\n}\n"
    for n, (name, count) in enumerate(BYTES.items()):
        registers, at = "{" + ", ".join(f"%r{k + 1}" for k in range(count)) + "}", "[%r10]"
        whole += f"{begin.format(f'b{n}')}  {name} {', '.join([registers, at] if name.startswith('ld') else [at, registers])};\n  ret;\n}}\n"
    (run.folder / "memory.ptx").write_text(whole)
    run.assemble("memory.ptx")
    words = [draw.choice(FLOATS) if k % 3 else draw.choice(HALVES) | draw.choice(HALVES) << 16 for k in range(128)]
    old = [draw.choice(FLOATS) if k % 4 else draw.choice(HALVES) | draw.choice(HALVES) << 16 for k in range(128)]
    npy.write(run.folder / "words.npy", "<u4", (128,), array.array("I", words)), npy.write(run.folder / "old.npy", "<u4", (128,), array.array("I", old))

    def results(name):
        npy.write(run.folder / "zeros.npy", "<u4", (128,), array.array("I", bytes(512)))
        run.execute("memory.ptx", name, 1, 32, "in:words.npy", "inout:old.npy:to.npy", "inout:zeros.npy:was.npy")
        return npy.read(run.folder / "to.npy", "I"), npy.read(run.folder / "was.npy", "I")

    for n, (name, (form, count, f)) in enumerate(UPDATES.items()):
        to, was = results(f"u{n}")
        bits = 1 + sum(form)
        for k in range(128):
            parts = [(old[k] >> at & (1 << bits) - 1, words[k] >> at & (1 << bits) - 1) for at in range(0, 32, bits)]
            touched = k % 4 * 32 < count * bits
            run.compare(name, to[k], [f(a, b, form) for a, b in parts] if touched else old[k], (old[k], words[k]), form)
            run.compare(f"what was there before {name}", was[k], old[k] if touched and name.startswith("atom") else 0, old[k])
    matrices = [[[words[4 * (8 * m + r) + c // 2] >> c % 2 * 16 & 0xFFFF for c in range(8)] for r in range(8)] for m in range(4)]
    for n, name in enumerate(MATRICES):
        to, _ = results(f"m{n}")
        for k in range(128):
            r, c, m = k // 4 // 4, k // 4 % 4 * 2, matrices[k % 4]
            run.compare(name, to[k], m[c][r] | m[c + 1][r] << 16 if "trans" in name else m[r][c] | m[r][c + 1] << 16, k)
    to, _ = results("moved")
    part = [[words[4 * (4 * r + c // 2)] >> c % 2 * 16 & 0xFFFF for c in range(8)] for r in range(8)]
    for lane in range(32):
        r, c = lane // 4, lane % 4 * 2
        run.compare("movmatrix", to[4 * lane], part[c][r] | part[c + 1][r] << 16, lane)
    said = {kernel["kernel"]: kernel for kernel in run.inspect("memory.ptx", "--block", "32")}
    for n, name in enumerate(BYTES):
        access = next(a for a in said[f"b{n}"]["accesses"] if a["space"] == "shared")
        run.compare(f"inspect of {name}", (access["does"], access["bytes"], access["forms"][0]["layout"]), ("store" if name.startswith("st") else "load", 16, "32:16"), name)
    for n, (name, (form, count, _)) in enumerate(UPDATES.items()):
        access = next(a for a in said[f"u{n}"]["accesses"] if a["instruction"].startswith(("atom", "red")))
        run.compare(f"inspect of {name}", (access["bytes"], access["forms"][0]["layout"]), (count * (1 + sum(form)) // 8, "32:16"), name)


def main(colex):
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        run = Runs(colex, folder)
        amd(run), ptx(run), memory(run)
    if run.wrong:
        sys.exit(f"FAIL: {len(run.wrong)} of {run.count}: " + "\n".join(run.wrong[:20]))
    print(f"{run.count} results of {sum(map(len, (AMD, PTX32, PTX64, REDUX, UPDATES, MATRICES, BYTES)))} forms of instructions are as they are defined")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
