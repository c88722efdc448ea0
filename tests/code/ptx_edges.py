#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Roundings of PTX where two roundings would differ, executed, against their definitions in exact arithmetic: ptx_edges.py COLEX

Results near the least normal number under .ftz: the number is rounded as if there were no least exponent, and is zero if it is less than that then. Sums of
mma.sync in f16, near the middle of two numbers: each term is cut 25 bits below the greatest one's first bit, and their sum is rounded once. An H200 does so: of
4,096 drawn results of each of 31 instructions, and 524,288 sums, all bits were equal, at the driver's level 0 and by default.
"""

import fractions
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import npy

COUNT, BLOCK = 1024, 128
ROUNDINGS = ("rn", "rz", "rm", "rp")
HALF, SINGLE = (11, -14), (24, -126)  # bits of a number, and the exponent of the least normal one


def number(word):
    return fractions.Fraction(struct.unpack("<f", struct.pack("<I", word))[0])


def half(word):
    return fractions.Fraction(struct.unpack("<e", struct.pack("<H", word & 0xFFFF))[0])


def bits(code, word, value):
    return struct.unpack("<" + word, struct.pack("<" + code, value))[0]


def rounded(x, rounding, digits, least=None):
    """x with so many binary digits; with fewer below 2^least."""
    if x == 0:
        return x
    size = abs(x)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= fractions.Fraction(2) ** exponent > size
    unit = fractions.Fraction(2) ** (max(exponent, exponent if least is None else least) - digits + 1)
    whole, left = divmod(size, unit)
    up = {"rn": 2 * left > unit or (2 * left == unit and whole % 2), "rz": False, "rp": left > 0 and x > 0, "rm": left > 0 and x < 0}[rounding]
    return (1 if x > 0 else -1) * (whole + up) * unit


class Draw(random.Random):
    def near(self, x):
        """A normal number a few units from x."""
        return max(bits("f", "I", float(x)) + self.randint(-1, 1), 0x00800000)

    def single(self, low, high):
        fraction = self.getrandbits(23) if self.random() < 0.6 else self.choice([0, 1, 2, 0x7FFFFE, 0x7FFFFF, 0x400000])
        return self.randint(low + 127, high + 127) << 23 | fraction

    def half(self, low, high):
        return self.randint(low + 15, high + 15) << 10 | self.getrandbits(10)

    def signed(self, *words, sign=31):
        return [word | self.getrandbits(1) << sign for word in words]


def product(draw):
    a = draw.single(-100, 0)
    return draw.signed(a, draw.near(2**-126 / number(a)))


def fused(draw):
    a, c = draw.single(-62, -40), draw.single(-126, -124)
    sign = draw.getrandbits(1) << 31
    return a | sign, draw.near((2**-126 + number(c)) / number(a)), c | sign ^ 1 << 31


def quotient(draw):
    b = draw.single(0, 120)
    return draw.signed(draw.near(2**-126 * number(b)), b)


def double(draw):
    x = draw.choice([1, -1]) * 2.0**-126 * (1 - draw.randint(0, 3) * 2.0**-24 + draw.randint(-8, 8) * 2.0**-27 + draw.randint(-4, 4) * 2.0**-50)
    return struct.unpack("<II", struct.pack("<d", x))


def pair(*words):
    return [word << 16 | word for word in words]


def product_of_halves(draw):
    a = draw.half(-10, -1)
    return pair(*draw.signed(a, max(0x400, bits("e", "H", float(2**-14 / half(a))) + draw.randint(-2, 2)), sign=15))


def fused_halves(draw):
    a, c = draw.half(-6, 0), draw.half(-14, -10)
    return pair(a, bits("e", "H", float((2**-14 + half(c)) / half(a))) + draw.randint(-2, 2), c | 0x8000)


EXACT = {"mul": lambda a, b: a * b, "fma": lambda a, b, c: a * b + c, "div": lambda a, b: a / b, "rcp": lambda a: 1 / a}


def instructions():
    """Opcode, what draws its words, what reads one, the format, and the exact result."""
    of_singles, of_halves = (number, SINGLE), (half, HALF)
    for rounding in ROUNDINGS:
        for name, draws in (("mul", product), ("fma", fused), ("div", quotient)):
            yield f"{name}.{rounding}.ftz.f32", draws, *of_singles, EXACT[name]
        yield f"rcp.{rounding}.ftz.f32", lambda draw: draw.signed(draw.near(2.0**126)), *of_singles, EXACT["rcp"]
        yield f"cvt.{rounding}.ftz.f32.f64", double, *of_singles, None
    yield "mul.rn.ftz.sat.f32", product, *of_singles, EXACT["mul"]
    yield "mul.rn.ftz.f16x2", product_of_halves, *of_halves, EXACT["mul"]
    yield "fma.rn.ftz.f16x2", fused_halves, *of_halves, EXACT["fma"]


def kernel(name, words, body, results):
    loads = "\n".join(f"  ld.global.b32 %a{n}, [%at+{4 * n}];" for n in range(words))
    stores = "\n".join(f"  st.global.b32 [%at+{4 * n}], %d{n};" for n in range(results))
    return f""".visible .entry {name}(.param .u64 in, .param .u64 out) {{
  .reg .b64 %in, %out, %at, %q;
  .reg .b32 %a<{words}>, %d<{results}>, %t, %u;
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %u, %ctaid.x;
  mad.lo.u32 %t, %u, {BLOCK}, %t;
  mad.wide.u32 %at, %t, {4 * words}, %in;
{loads}
  {body}
  mad.wide.u32 %at, %t, {4 * results}, %out;
{stores}
  ret;
}}
"""


def executed(colex, folder, text, name, rows, results):
    (folder / "one.ptx").write_text(".version 8.4\n.target sm_90\n.address_size 64\n" + text)
    npy.write(folder / "in.npy", "<u4", (len(rows) * len(rows[0]),), struct.pack(f"<{len(rows) * len(rows[0])}I", *(word for row in rows for word in row)))
    ran = subprocess.run([colex, "execute", folder / "one.ptx", "--kernel", name, "--grid", str(len(rows) // BLOCK), "--block", str(BLOCK), "--arg", f"in:{folder}/in.npy", "--arg", f"out:{folder}/out.npy:u32[{results * len(rows)}]"],
                         capture_output=True, text=True)  # fmt: skip
    if ran.returncode != 0:
        sys.exit(f"FAIL: {name}: {ran.stdout[:300]}{ran.stderr}")
    return npy.read(folder / "out.npy", "I")


def flushes(colex, folder):
    """Each instruction near the least normal number; how many of its results the two roundings would tell apart."""
    wrong, apart = {}, 0
    for opcode, draws, read, (digits, least), exact in instructions():
        draw = Draw(opcode)
        rows = [list(draws(draw)) for _ in range(COUNT)]
        name = opcode.replace(".", "_")
        body = f"mov.b64 %q, {{%a0, %a1}};\n  {opcode} %d0, %q;" if exact is None else f"{opcode} %d0, {', '.join(f'%a{n}' for n in range(len(rows[0])))};"
        answers = executed(colex, folder, kernel(name, len(rows[0]), body, 1), name, rows, 1)
        rounding, tells = opcode.split(".")[1], 0
        for row, answer in zip(rows, answers, strict=True):
            x = fractions.Fraction(struct.unpack("<d", struct.pack("<II", *row))[0]) if exact is None else exact(*map(read, row))
            close, tiny = rounded(x, rounding, digits, least), abs(rounded(x, rounding, digits)) < 2**least
            tells += tiny and abs(close) == fractions.Fraction(2) ** least
            right = 0 if tiny or (".sat" in opcode and x < 0) else close
            if read(answer) != right:
                wrong[opcode] = wrong.get(opcode, 0) + 1
        apart += tells
        if tells == 0 and rounding != "rz" and opcode != "rcp.rn.ftz.f32":  # these reach the least normal number from below with no operand
            sys.exit(f"FAIL: {opcode}: no result that was drawn tells the two roundings apart")
    return wrong, apart


def first_bit(word):
    return max((word >> 10 & 31) - 15, -14)


def sums(colex, folder):
    """mma.sync.m16n8k16 of f16: odd sums from 2048 on lie between two numbers, and a product of some 2^-13 beside them says which is nearer."""
    draw, warps, rows = Draw(3), 16, []
    a, b, c = ([[[0] * 16 for _ in range(n)] for _ in range(warps)] for n in (16, 8, 16))
    for warp in range(warps):
        for row in range(16):
            a[warp][row] = [bits("e", "H", float(draw.randint(0, 31))) for _ in range(14)] + [bits("e", "H", 2.0**-6), bits("e", "H", -(2.0**-7))]
            c[warp][row] = [bits("e", "H", float(draw.randint(600, 1400))) for _ in range(8)]
        for column in range(8):
            b[warp][column] = [bits("e", "H", float(draw.randint(0, 15))) for _ in range(14)] + [bits("e", "H", draw.choice([0.0, 2.0**-7, 2.0**-8, 2.0**-5])) for _ in range(2)]
        for lane in range(32):
            row, column = lane // 4, lane % 4 * 2
            of_a = [(row + 8 * (n % 2), column + n // 2 * 8) for n in range(4)]
            rows.append([a[warp][i][k] | a[warp][i][k + 1] << 16 for i, k in of_a] + [b[warp][row][k] | b[warp][row][k + 1] << 16 for k in (column, column + 8)]
                        + [c[warp][row + 8 * n][column] | c[warp][row + 8 * n][column + 1] << 16 for n in range(2)])  # fmt: skip
    body = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%d0, %d1}, {%a0, %a1, %a2, %a3}, {%a4, %a5}, {%a6, %a7};"
    answers = executed(colex, folder, kernel("sums", 8, body, 2), "sums", rows, 2)
    wrong = apart = 0
    for warp in range(warps):
        for row in range(16):
            for column in range(8):
                pairs = list(zip(a[warp][row], b[warp][column], strict=True))
                terms = [half(c[warp][row][column]), *(half(x) * half(y) for x, y in pairs)]
                top = max(first_bit(c[warp][row][column]), *(first_bit(x) + first_bit(y) for x, y in pairs if half(x) * half(y) != 0))
                total = sum(rounded_to_unit(term, fractions.Fraction(2) ** (top - 25)) for term in terms)
                word = answers[2 * (32 * warp + row % 8 * 4 + column // 2) + row // 8] >> 16 * (column % 2)
                right = rounded(total, "rn", *HALF)
                wrong += half(word) != right
                apart += rounded(rounded(total, "rz", *SINGLE), "rn", *HALF) != right
    if apart == 0:
        sys.exit("FAIL: no sum that was drawn tells one rounding from two")
    return wrong, apart


def rounded_to_unit(x, unit):
    return (1 if x > 0 else -1) * (abs(x) // unit) * unit


def main(colex):
    with tempfile.TemporaryDirectory() as folder:
        wrong, apart = flushes(colex, pathlib.Path(folder))
        wrong_sums, apart_sums = sums(colex, pathlib.Path(folder))
    print(f"{len(list(instructions()))} instructions with .ftz, {COUNT} results each: {apart} that another rounding would change; 2048 sums of f16: {apart_sums}")
    if wrong or wrong_sums:
        sys.exit(f"FAIL: other bits than by definition: {wrong}, {wrong_sums} sums")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
