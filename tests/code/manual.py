#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows of instructions against the pseudocode of AMD's CDNA manual, which tinygrad's package carries: manual.py COLEX

COLEX_TINYGRAD_PYTHON names an interpreter that has tinygrad (0.14). Its text is read here, as far as it is of whole numbers, of comparisons and of sums, products and fused products of
floats: each such instruction of vectors and of scalars that clang assembles for gfx942 and that the executor knows runs on numbers from the edges and on drawn ones. This is another
reading than that of the rows: nothing of them is used.
"""
import array
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

import npy
from execute_page import CLANG
from instructions import FLOAT, decoded, encoded

# Changes of the manual's text that must be noticed.
CHANGED = [("v_add3_u32", "+ S2", "- S2"), ("v_cmp_lt_f32", "<", "<="), ("s_bfe_i32", "4 : 0", "3 : 0"), ("v_fma_f32", "S0.f32, S1.f32, S2.f32", "S1.f32, S2.f32, S0.f32"), ("v_addc_co_u32", ">=", ">")]
DUMP = "import json\nfrom tinygrad.runtime.autogen.amd.cdna.str_pcode import PCODE\nprint(json.dumps([[type(op).__name__, op.name, text] for op, text in PCODE.items()]))"
# Where a row says something else: instruction, and what.
OTHERWISE = {"v_mad_i64_i32": "what its mask is then the executor does not say"}
LANES = 64
TOKEN = re.compile(r"\s*(0x[0-9a-fA-F]+U?L*|\d+'[A-Z]\b|\d+'(?:0x[0-9a-fA-F]+|\d+)U?|\d+\.\d+F?|\d+U?L*|[A-Za-z_]\w*|<<|>>|<=|>=|==|!=|<>|&&|\|\||\+=|-=|\+:|\*\*|[-+*/%&|^~!<>=?:;,.(){}\[\]])")


class NotRead(Exception):
    """This part of the pseudocode is not read here."""


def typed(name):
    if not re.fullmatch(r"[bui]\d+|f32|f64", name):
        raise NotRead(name)
    return name


class Number:
    """A value with its kind, "u", "i" or "f", and its width; a float is a Python float."""

    def __init__(self, value, kind="i", width=32, signals=False):
        self.kind, self.width, self.signals = kind, width, signals  # whether it is a NaN that signals
        if kind != "f":
            value &= (1 << width) - 1
            if kind == "i" and value >> width - 1:
                value -= 1 << width
        self.value = value

    def bits(self):
        if self.kind != "f":
            return self.value & (1 << self.width) - 1
        if self.width == 64:
            return struct.unpack("<Q", struct.pack("<d", self.value))[0]
        return 0x7FC00000 if math.isnan(self.value) else struct.unpack("<I", struct.pack("<f", self.value))[0]

    def as_type(self, name):
        typed(name)
        kind, width = ("u" if name[0] == "b" else name[0]), int(name[1:])
        bits = self.bits() & (1 << width) - 1
        if kind == "f":
            value = struct.unpack("<f", struct.pack("<I", bits))[0] if width == 32 else struct.unpack("<d", struct.pack("<Q", bits))[0]
            return Number(value, "f", width, math.isnan(value) and not bits >> (22 if width == 32 else 51) & 1)
        return Number(bits, kind, width)

    def part(self, high, low):
        if high < low:  # in the other order
            return Number(int(format(self.bits() >> high & (1 << low - high + 1) - 1, f"0{low - high + 1}b")[::-1], 2), "u", low - high + 1)
        return Number(self.bits() >> low, "u", high - low + 1)


def rounded(exact, width, negative_zero=False):
    """A float of that width nearest to a fraction."""
    return Number(encoded(exact, FLOAT if width == 32 else (11, 52), int(negative_zero)), "u", width).as_type(f"f{width}").value


def fused(a, b, c, width):
    if not all(map(math.isfinite, (a, b))) or math.isnan(c):
        return a * b + c
    if math.isinf(c):
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    both = math.copysign(1, a) * math.copysign(1, b)
    return rounded(exact, width, exact == 0 and both < 0 and math.copysign(1, c) < 0)


def converted(x, width):
    """A float as one of another width."""
    exact = x.width <= width or not math.isfinite(x.value)
    return Number(x.value if exact else rounded(Fraction(x.value), width, math.copysign(1, x.value) < 0), "f", width, x.signals)


def binary(op, a, b):
    if op in ("&&", "||"):
        return Number(bool(a.value) and bool(b.value) if op == "&&" else bool(a.value) or bool(b.value), "u", 1)
    if op in ("<<", ">>"):
        width = max(a.width, 32)
        return Number(a.value << b.value if op == "<<" else a.value >> b.value, a.kind, width)
    if "f" in (a.kind, b.kind):
        if a.kind != b.kind or a.width != b.width:
            raise NotRead("a mixture of numbers")
        if op in ("+", "-"):
            return Number(fused(a.value, 1.0, b.value if op == "+" else -b.value, a.width), "f", a.width)
        if op == "*":
            negative = math.copysign(1, a.value) * math.copysign(1, b.value) < 0
            return Number(fused(a.value, b.value, -0.0 if negative else 0.0, a.width), "f", a.width)
        x, y = a.value, b.value
    else:
        width = max(a.width, b.width, 32)
        kind = "u" if any(n.kind == "u" and n.width == width for n in (a, b)) else "i"
        x, y = (Number(n.value, kind, width).value for n in (a, b))
        made = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "&": lambda: x & y, "|": lambda: x | y, "^": lambda: x ^ y}
        if op in made:
            return Number(made[op](), kind, width)
    compared = {"<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y, "==": x == y, "!=": x != y, "<>": x < y or x > y}
    if op not in compared:
        raise NotRead(op)
    return Number(compared[op], "u", 1)


def call(name, given):
    if name == "signext":
        return Number(given[0].as_type(f"i{given[0].width}").value, "i", 64)
    if name == "signext_from_bit":
        n = given[1].value
        return Number(Number(given[0].bits(), "i", n).value if n else 0, "i", given[0].width)
    if name == "isNAN":
        return Number(math.isnan(given[0].value), "u", 1)
    if name in ("isSignalNAN", "isQuietNAN"):
        return Number(math.isnan(given[0].value) and given[0].signals == (name == "isSignalNAN"), "u", 1)
    if name == "cvtToQuietNAN":
        return Number(given[0].value, "f", given[0].width)
    if name in ("trunc", "floor", "abs"):
        x = given[0].value
        made = abs(x) if name == "abs" else x if not math.isfinite(x) else math.copysign(float(getattr(math, name)(x)), x)
        return Number(made, "f", given[0].width)
    if name in ("f32_to_f64", "f64_to_f32"):
        return converted(given[0], int(name[-2:]))
    if name == "fma":
        return Number(fused(*(g.value for g in given), given[0].width), "f", given[0].width)
    if found := re.fullmatch(r"v_(min|max)3?_[iu](16|32)", name):
        return Number({"min": min, "max": max}[found[1]](g.value for g in given), given[0].kind, given[0].width)
    if name in ("i32_to_f32", "u32_to_f32", "i32_to_f64", "u32_to_f64"):
        return Number(rounded(Fraction(given[0].value), int(name[-2:])), "f", int(name[-2:]))
    if found := re.fullmatch(r"[iu](?:4|8|16)_to_([iu])32", name):
        return Number(given[0].value, found[1], 32)
    if name == "bitCount":
        return Number(bin(given[0].bits()).count("1"))
    raise NotRead(name)


LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!=", "<>"], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"], ["*"]]


class Program:
    """The pseudocode of an instruction, run by run() over `state`: names to Numbers."""

    def __init__(self, text):
        text = re.sub(r"//[^\n]*", "", text).strip()
        self.tokens, at = [], 0
        while at < len(text.rstrip()):
            found = TOKEN.match(text, at)
            if not found:
                raise NotRead(text[at : at + 10])
            self.tokens.append(found[1])
            at = found.end()

    def run(self, state):
        self.at, self.state, self.written = 0, state, 0
        self.block(True)
        if self.at != len(self.tokens):
            raise NotRead(self.peek())

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        if not self.peek():
            raise NotRead("the end")
        self.at += 1
        return self.tokens[self.at - 1]

    def accept(self, word):
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def expect(self, word):
        if not self.accept(word):
            raise NotRead(f"{self.peek()}, not {word}")

    def block(self, on):
        """Statements until a word that ends them; whether to go on behind it, False after a break."""
        goes_on = True
        while self.peek() not in ("", "endif", "else", "elsif", "endfor"):
            if self.accept("break"):
                goes_on = goes_on and not on
            elif self.accept("if"):
                goes_on = self.branches(on and goes_on) and goes_on
            elif self.accept("for"):
                self.loop(on and goes_on)
            else:
                self.assignment(on and goes_on)
            self.accept(";")
        return goes_on

    def branches(self, on):
        goes_on, taken = True, False
        while True:
            holds = bool(self.expression().value)
            self.expect("then")
            goes_on = self.block(on and holds and not taken) and goes_on
            taken = taken or holds
            if self.accept("else"):
                goes_on = self.block(on and not taken) and goes_on
                self.expect("endif")
                return goes_on
            if self.accept("endif"):
                return goes_on
            self.expect("elsif")

    def loop(self, on):
        name = self.take()
        self.expect("in")
        first = self.expression().value
        self.expect(":")
        last = self.expression().value
        self.expect("do")
        start, goes_on = self.at, on
        for n in range(first, last + 1):
            self.at = start
            self.state[name] = Number(n)
            goes_on = self.block(goes_on) and goes_on
            self.expect("endfor")

    def assignment(self, on):
        name = self.take()
        if name == "{":
            return self.assignment_of_parts(on)
        if not re.fullmatch(r"[A-Za-z_]\w*", name) or name in ("declare", "return"):
            raise NotRead(name)
        kind, high, low = None, None, 0
        while self.peek() in (".", "["):
            if self.accept("."):
                kind = typed(self.take())
            else:
                self.take()
                high, low = self.places()
        operation = self.take()
        if operation not in ("=", "+=", "-="):
            raise NotRead(operation)
        value = self.expression()
        if not on:
            return
        if operation != "=":
            old = self.name(name)
            value = binary(operation[0], old.as_type(kind) if kind else old, value)
        if high is not None:
            old = self.state.get(name, Number(0, "u", 64))
            mask = (1 << high - low + 1) - 1 << low
            self.state[name] = Number(old.bits() & ~mask | value.bits() << low & mask, "u", 64)
        elif kind is not None:
            width = int(kind[1:])
            value = Number(value.value, "i" if kind[0] == "i" else "u", width) if value.kind != "f" else value.as_type(kind)
            mask = (1 << width) - 1
            self.state[name] = value if name != "D0" else Number(self.state["D0"].bits() & ~mask | value.bits(), "u", 64)
        else:
            mask = (1 << value.width) - 1
            self.state[name] = value
        if name == "D0":
            self.written |= mask
            self.is_nan = value.kind == "f" and math.isnan(value.value)

    def assignment_of_parts(self, on):
        parts = []
        while not self.accept("}"):
            name = self.take()
            self.expect(".")
            parts.append((name, typed(self.take())))
            self.accept(",")
        self.expect("=")
        bits = self.expression().bits()
        for name, kind in reversed(parts):
            if on:
                self.state[name] = Number(bits, "u", int(kind[1:]))
                self.written |= (1 << int(kind[1:])) - 1 if name == "D0" else 0
            bits >>= int(kind[1:])

    def places(self):
        high = self.expression().value
        low = high
        if self.accept(":"):
            low = self.expression().value
        elif self.accept("+:"):
            low, high = high, high + self.expression().value - 1
        self.expect("]")
        return high, low

    def expression(self, level=0):
        if level == len(LEVELS):
            return self.unary()
        left = self.expression(level + 1)
        while self.peek() in LEVELS[level]:
            operation = self.peek()
            self.at += 1
            left = binary(operation, left, self.expression(level + 1))
        if level == 0 and self.accept("?"):
            yes = self.expression()
            self.expect(":")
            no = self.expression()
            return yes if left.value else no
        return left

    def unary(self):
        if self.accept("-"):
            x = self.unary()
            return Number(-x.value, x.kind, x.width if x.kind == "f" else max(x.width, 32))
        if self.accept("+"):
            return self.unary()
        if self.accept("~"):
            x = self.unary()
            return Number(~x.value, x.kind, x.width)
        if self.accept("!"):
            return Number(not self.unary().value, "u", 1)
        value = self.primary()
        while self.peek() in (".", "["):
            if self.accept("."):
                value = value.as_type(self.take())
            else:
                self.at += 1
                value = value.part(*self.places())
        return value

    def primary(self):
        word = self.take()
        if word == "(":
            value = self.expression()
            self.expect(")")
            return value
        if word == "{":
            value = self.expression()
            while self.accept(","):
                low = self.expression()
                value = Number(value.bits() << low.width | low.bits(), "u", value.width + low.width)
            self.expect("}")
            return value
        if found := re.fullmatch(r"(\d+)'([A-Z])", word):
            self.expect("(")
            value = self.expression()
            self.expect(")")
            width, kind = int(found[1]), {"U": "u", "I": "i", "B": "u", "F": "f"}.get(found[2])
            if kind is None or (kind == "f") != (value.kind == "f"):
                raise NotRead(word)
            return converted(value, width) if kind == "f" else Number(value.value, kind, width)
        if found := re.fullmatch(r"(\d+)'(\w+?)(U?)", word):
            return Number(int(found[2], 0), "u" if found[3] else "i", int(found[1]) + (not found[3]))
        if re.fullmatch(r"\d+\.\d+F?", word):
            return Number(float(word.rstrip("F")), "f", 32 if word.endswith("F") else 64)
        if found := re.fullmatch(r"(0x[0-9a-fA-F]+|\d+)(U?)(L*)", word):
            value = int(found[1], 0)
            return Number(value, "u" if found[2] or value >> 63 else "i", 64 if found[3] or value >> 32 else 32)
        if self.accept("("):
            given = []
            while not self.accept(")"):
                given.append(self.expression())
                self.accept(",")
            return call(word, given)
        return self.name(word)

    def name(self, word):
        if word not in self.state:
            raise NotRead(word)
        return self.state[word]


def width_of(operand, text):
    return 64 if re.search(rf"\b{operand}\.[buif]64", text) else 32


def source(kind, name, text):
    """The kernel of an instruction, its operands in their places."""
    types = {o: "long" if width_of(o, text) == 64 else "int" for o in ("S0", "S1", "S2", "D0")}
    sources = [f"%{k + 4 if kind.startswith('S') else k + 3}" for k, o in enumerate(("S0", "S1", "S2")) if re.search(rf"\b{o}\b", text)]
    head = 'typedef long const __attribute__((address_space(4)))* In;\nextern "C" __attribute__((global)) void k(In a, In b, In c, long* to, long* masks) {\n  int const t = __builtin_amdgcn_workitem_id_x();\n'
    if kind.startswith("S"):
        words = ", ".join(([] if kind == "SOPCOp" else ["%0"]) + sources)
        return head + f"""  for (int k = 0; k < {LANES}; ++k) {{
    {types["D0"]} d = ({types["D0"]})c[k];
    int scc, in = (int)c[k] & 1;
    asm volatile("s_cmp_lg_u32 %3, 0\\n {name} {words}\\n s_cselect_b32 %1, 1, 0" : "+&s"(d), "=&s"(scc), "+s"(in) : "s"(in), "s"(({types["S0"]})a[k]), "s"(({types["S1"]})b[k]) : "scc");
    if (t == 0) to[k] = d, masks[k] = scc;
  }}
}}
"""
    carries = name.startswith(("v_add_co", "v_addc", "v_sub_co", "v_subb", "v_subrev_co", "v_mad_u64", "v_mad_i64"))
    words = ["vcc" if kind == "VOPCOp" else "%0", *(["vcc"] if carries else []), *sources]
    if name.startswith(("v_cndmask", "v_addc", "v_subb")):
        words.append("vcc")
    return head + f"""  {types["D0"]} d = ({types["D0"]})c[t];
  long vcc;
  asm volatile("s_mov_b64 vcc, %2\\n {name} {", ".join(words)}\\n s_mov_b64 %1, vcc" : "+&v"(d), "=&s"(vcc)
               : "s"(0x5a0ff0c31248e7bdL), "v"(({types["S0"]})a[t]), "v"(({types["S1"]})b[t]), "v"(({types["S2"]})c[t]) : "vcc");
  to[t] = d, masks[t] = vcc >> t & 1;
}}
"""


def operands(seed):
    draw = random.Random(seed)
    edges = [0, 1, 2, 31, 32, 33, 63, 64, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x3F800000, 0xBF800000, 0x7F800000, 0x7FC00000, 0x80000001, 0x00FFFFFF, 0x00800000]
    a, b, c = ([draw.choice(edges) | draw.choice(edges) << 32 if draw.random() < 0.5 else draw.getrandbits(64) for _ in range(LANES)] for _ in range(3))
    for lane in range(0, LANES, 4):  # equal, opposite, all other bits
        b[lane] = draw.choice([a[lane], -a[lane], ~a[lane]]) & (1 << 64) - 1
    return a, b, c


def expected(kind, text, values, lane):
    """Of a lane: the result and which bits of it were written, and its condition."""
    program = Program(text)
    state = {o: Number(values[k][lane], "u", width_of(o, text)) for k, o in enumerate(("S0", "S1", "S2"))}
    state |= {"D0": Number(values[2][lane], "u", 64), "laneId": Number(lane), "INF": Number(math.inf, "f", 64)}
    if kind.startswith("S"):
        state["SCC"] = Number(values[2][lane] & 1, "u", 1)
    else:
        state["VCC"] = Number(0x5A0FF0C31248E7BD, "u", 64)
    if kind == "VOPCOp":
        state["D0"] = state["VCC"]
    program.is_nan = False
    program.run(state)
    if kind == "VOPCOp":
        return 0, 0, state["D0"].bits() >> lane & 1, False
    condition = state["SCC"].bits() & 1 if kind.startswith("S") else state["D1"].bits() if "D1" in state else state["VCC"].bits() >> lane & 1
    return state["D0"].bits(), program.written, condition, program.is_nan


def is_same(got, wanted, written, is_nan):
    if is_nan:
        return decoded(got & 0xFFFFFFFF, FLOAT) == "nan" if written == 0xFFFFFFFF else got >> 52 & 0x7FF == 0x7FF and got & (1 << 52) - 1 != 0
    return (got ^ wanted) & written == 0


def compare(colex, folder, kind, name, text):
    """What is wrong; or why nothing is said: "not read", "not of gfx942" or "not known"."""
    values = operands(name)
    try:
        wanted = [expected(kind, text, values, lane) for lane in range(LANES)]
    except NotRead:
        return "not read"
    folder = folder / f"{kind}.{name}"
    folder.mkdir(parents=True)
    (folder / "k.hip").write_text(source(kind, name, text))
    if subprocess.run([*CLANG, "k.hip", "-o", "k.co"], cwd=folder, capture_output=True, check=False).returncode:
        return "not of gfx942"
    for letter, column in zip("abc", values):
        npy.write(folder / f"{letter}.npy", "<i8", (LANES,), array.array("q", [v - (v >> 63 << 64) for v in column]))
    given = ["in:a.npy", "in:b.npy", "in:c.npy", f"out:to.npy:i64[{LANES}]", f"out:masks.npy:i64[{LANES}]"]
    ran = subprocess.run([colex, "execute", "k.co", "--kernel", "k", "--json", *(w for g in given for w in ("--arg", g))], cwd=folder, capture_output=True, text=True, check=False)
    if "is not known" in ran.stderr:
        return "not known"
    if ran.returncode or json.loads(ran.stdout)["counts"]:
        return f"wrong: {name}: {ran.stdout}{ran.stderr}"
    to, masks = ([v & (1 << 64) - 1 for v in npy.read(folder / f"{n}.npy", "q")] for n in ("to", "masks"))
    for lane, (result, written, condition, is_nan) in enumerate(wanted):
        if not is_same(to[lane], result, written, is_nan) or masks[lane] != condition:
            inputs = ", ".join(hex(column[lane]) for column in values)
            return f"wrong: {name} of {inputs} in lane {lane}: {to[lane]:#x} and {masks[lane]}, and the manual has {result & written:#x} (of {written:#x}) and {condition}"
    return "same"


def main(colex):
    python = os.environ.get("COLEX_TINYGRAD_PYTHON", sys.executable)
    if not os.environ.get("COLEX_NIGHTLY") or subprocess.run([python, "-c", "import tinygrad"], capture_output=True, check=False).returncode:
        print("nightly: execute_manual: instructions against the pseudocode of AMD's manual; by day none: each is compiled, and the text comes with another's package")
        return 0
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    rows = {}
    for kind, name, text in json.loads(subprocess.run([python, "-c", DUMP], capture_output=True, text=True, check=True).stdout):
        if kind in ("VOP1Op", "VOP2Op", "VOP3Op", "VOP3SDOp", "VOPCOp", "SOP1Op", "SOP2Op", "SOPCOp") and "CMPX" not in name:
            name = re.sub(r"_e(32|64)$", "", name.lower())
            rows.setdefault(name, ("VOPCOp" if name.startswith("v_cmp") else kind, text.replace("WAVE_MODE.IEEE", "1'1U")))  # as kernels begin
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = dict(zip(rows, pool.map(lambda name: compare(os.path.abspath(colex), pathlib.Path(folder), rows[name][0], name, rows[name][1]), rows)))
        changed = [compare(os.path.abspath(colex), pathlib.Path(folder) / "changed", rows[name][0], name, rows[name][1].replace(old, new)) for name, old, new in CHANGED]
    wrong = [f"a changed text of {name} is not noticed: {what}" for (name, _, _), what in zip(CHANGED, changed) if not what.startswith("wrong")]
    wrong += [what for name, what in said.items() if what.startswith("wrong") and name not in OTHERWISE]
    counts = {what: sum(s == what for s in said.values()) for what in ("same", "not read", "not of gfx942", "not known")}
    unused = [name for name in OTHERWISE if not said.get(name, "").startswith("wrong")]
    if wrong or unused or counts["same"] < 200:
        sys.exit("FAIL: " + "\n".join([*wrong, *(f"{name} is as the manual has it now" for name in unused), f"{counts}"]))
    print(f"{counts['same']} instructions are as the manual has them, {len(OTHERWISE)} are not and are named; {counts['not read']} are not read, {counts['not of gfx942']} not assembled, {counts['not known']} not known to the executor")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
