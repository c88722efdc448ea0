# SPDX-License-Identifier: MIT
"""Random kernels of PTX: every instruction's result is stored, so that each can be compared with a device's by itself.

    kernels(20, seed=1)      [Kernel(name, text, results), ...]
    module(kernels)          the text of a file

Each kernel takes two addresses: 32 KiB of input, `inputs()`, and its results, 8 bytes a thread for each. Results are numbered; of each are known the
instruction, its width in bits, and the results that it read.
"""

import random
import struct
from dataclasses import dataclass, field

THREADS = 64
INPUT_BYTES = 1 << 15
HEADER = ".version 8.4\n.target sm_90\n.address_size 64\n"


@dataclass
class Result:
    opcode: str
    width: int
    sources: list[int]


@dataclass
class Kernel:
    name: str
    text: str
    results: list[Result] = field(default_factory=list)

    @property
    def bytes(self):
        return len(self.results) * THREADS * 8


def _singles(draw):
    special = [0x0, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x1, 0x80000001, 0x7FFFFF, 0x800000, 0x7F7FFFFF, 0x4F000000, 0xCF000000]
    pick = draw.random()
    if pick < 0.2:
        return draw.choice(special)
    if pick < 0.6:
        return struct.unpack("<I", struct.pack("<f", draw.gauss(0, 1) * 2.0 ** draw.randint(-20, 20)))[0]
    if pick < 0.8:
        return draw.randint(-40, 40) & 0xFFFFFFFF
    return draw.getrandbits(32)


def _doubles(draw):
    pick = draw.random()
    if pick < 0.2:
        return draw.choice([0, 1 << 63, 0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48, 1, 0x10 << 48, 0x3FF << 52, 0x7FEFFFFFFFFFFFFF])
    if pick < 0.6:
        return struct.unpack("<Q", struct.pack("<d", draw.gauss(0, 1) * 2.0 ** draw.randint(-60, 60)))[0]
    if pick < 0.8:
        return draw.randint(-40, 40) & (2**64 - 1)
    return draw.getrandbits(64)


def _halves(draw):
    pick = draw.random()
    if pick < 0.2:
        return draw.choice([0, 0x8000, 0x3C00, 0x7C00, 0xFC00, 0x7E00, 1, 0x3FF, 0x400, 0x7BFF, 0x3F80, 0x7F80, 0xFF80, 0x7FC0])
    if pick < 0.5:
        return struct.unpack("<H", struct.pack("<e", draw.gauss(0, 1)))[0]
    if pick < 0.7:
        return struct.unpack("<I", struct.pack("<f", draw.gauss(0, 1)))[0] >> 16
    if pick < 0.8:
        return draw.randint(-40, 40) & 0xFFFF
    return draw.getrandbits(16)


# Where in the input each kind of number is: words, doubles, halves, then matrices of f16, bf16, floats and bytes.
AREAS = {"d": 0, "q": 8192, "h": 16384, "f16": 20480, "bf16": 22528, "f32": 24576, "s8": 28672}


def inputs():
    draw, r = random.Random(7), bytearray()
    for _ in range(2048):
        r += struct.pack("<I", _singles(draw))
    for _ in range(1024):
        r += struct.pack("<Q", _doubles(draw))
    for _ in range(2048):
        r += struct.pack("<H", _halves(draw))
    for _ in range(1024):
        r += struct.pack("<e", draw.gauss(0, 1) * 2.0 ** draw.randint(-3, 3))
    for _ in range(1024):
        r += struct.pack("<I", struct.unpack("<I", struct.pack("<f", draw.gauss(0, 1) * 2.0 ** draw.randint(-6, 6)))[0])[2:]
    for _ in range(1024):
        r += struct.pack("<f", draw.gauss(0, 1) * 2.0 ** draw.randint(-6, 6))
    r += draw.randbytes(INPUT_BYTES - len(r))
    return bytes(r)


# Instructions: opcode, what it gives, what it takes. h, d, q are 16, 32 and 64 bits, p a predicate; H, D, Q are odd numbers, as divisors; m is a mask of
# all lanes, and a number is written as it is.
TABLE = []


def _add(opcodes, gives, *takes):
    TABLE.extend((opcode, gives, takes) for opcode in opcodes.split())


for _t, _k, _odd in (("16", "h", "H"), ("32", "d", "D"), ("64", "q", "Q")):
    _s, _u = "s" + _t, "u" + _t
    for _n in (_s, _u):
        _add(f"add.{_n} sub.{_n} mul.lo.{_n} mul.hi.{_n} min.{_n} max.{_n}", _k, _k, _k)
        _add(f"mad.lo.{_n} mad.hi.{_n} sad.{_n}", _k, _k, _k, _k)
        _add(f"div.{_n} rem.{_n}", _k, _k, _odd)
        _add(f"shr.{_n}", _k, _k, "d")
        for _c in ("eq", "ne", "lt", "le", "gt", "ge"):
            _add(f"setp.{_c}.{_n}", "p", _k, _k)
        _add(f"selp.{_n}", _k, _k, _k, "p")
    _add(f"abs.{_s} neg.{_s}", _k, _k)
    _add(f"and.b{_t} or.b{_t} xor.b{_t}", _k, _k, _k)
    _add(f"not.b{_t} cnot.b{_t}", _k, _k)
    _add(f"shl.b{_t}", _k, _k, "d")
for _c in ("lo", "ls", "hi", "hs"):
    _add(f"setp.{_c}.u32 setp.{_c}.and.u32", "p", "d", "d")
TABLE = [(o, g, (*t, "p") if ".and.u32" in o else t) for o, g, t in TABLE]
_add("setp.lt.or.s32 setp.ge.xor.s32 setp.neu.and.f32", "p", "d", "d", "p")
for _t, _k in (("32", "d"), ("64", "q")):
    for _n in ("s" + _t, "u" + _t):
        _add(f"bfind.{_n} bfind.shiftamt.{_n}", "d", _k)
        _add(f"bfe.{_n}", _k, _k, "d", "d")
    _add(f"popc.b{_t} clz.b{_t}", "d", _k)
    _add(f"brev.b{_t}", _k, _k)
    _add(f"bfi.b{_t}", _k, _k, _k, "d", "d")
_add("add.sat.s32 sub.sat.s32", "d", "d", "d")
_add("mad.hi.sat.s32", "d", "d", "d", "d")
_add("mul.wide.s16 mul.wide.u16", "d", "h", "h")
_add("mad.wide.s16 mad.wide.u16", "d", "h", "h", "d")
_add("mul.wide.s32 mul.wide.u32", "q", "d", "d")
_add("mad.wide.s32 mad.wide.u32", "q", "d", "d", "q")
_add("mul24.lo.s32 mul24.hi.s32 mul24.lo.u32 mul24.hi.u32", "d", "d", "d")
_add("mad24.lo.s32 mad24.hi.u32", "d", "d", "d", "d")
_add("szext.clamp.s32 szext.wrap.u32 bmsk.clamp.b32 bmsk.wrap.b32", "d", "d", "d")
_add("add.u16x2 add.s16x2 min.s16x2 max.u16x2 min.relu.s16x2 max.relu.s32 min.relu.s32", "d", "d", "d")
_add("dp4a.s32.s32 dp4a.u32.u32 dp4a.s32.u32 dp4a.u32.s32 dp2a.lo.s32.u32 dp2a.hi.u32.s32", "d", "d", "d", "d")
_add("prmt.b32 prmt.b32.f4e prmt.b32.b4e prmt.b32.rc8 prmt.b32.ecl prmt.b32.ecr prmt.b32.rc16 fns.b32", "d", "d", "d", "d")
TABLE = [t for t in TABLE if t[0] != "fns.b32"]
_add("shf.l.clamp.b32 shf.l.wrap.b32 shf.r.clamp.b32 shf.r.wrap.b32", "d", "d", "d", "d")
for _n in (0x96, 0xE8, 0x1B, 0xCA, 0x7F):
    _add("lop3.b32", "d", "d", "d", "d", str(_n))
_add("and.pred or.pred xor.pred", "p", "p", "p")
_add("not.pred", "p", "p")
_add("slct.u32.s32 slct.f32.f32 slct.ftz.f32.f32", "d", "d", "d", "d")
for _r in ("rn", "rz", "rm", "rp"):
    for _f in ("", ".ftz"):
        _add(f"add.{_r}{_f}.f32 sub.{_r}{_f}.f32 mul.{_r}{_f}.f32 div.{_r}{_f}.f32", "d", "d", "d")
        _add(f"fma.{_r}{_f}.f32", "d", "d", "d", "d")
        _add(f"rcp.{_r}{_f}.f32 sqrt.{_r}{_f}.f32", "d", "d")
    _add(f"add.{_r}.f64 sub.{_r}.f64 mul.{_r}.f64 div.{_r}.f64", "q", "q", "q")
    _add(f"fma.{_r}.f64", "q", "q", "q", "q")
    _add(f"rcp.{_r}.f64 sqrt.{_r}.f64", "q", "q")
    _add(f"cvt.{_r}.f32.f64", "d", "q")
    _add(f"cvt.{_r}.f32.s32 cvt.{_r}.f32.u32", "d", "d")
    _add(f"cvt.{_r}.f32.s64 cvt.{_r}.f32.u64", "d", "q")
    _add(f"cvt.{_r}.f64.s64 cvt.{_r}.f64.u64", "q", "q")
    _add(f"cvt.{_r}i.f32.f32 cvt.{_r}i.ftz.f32.f32 cvt.{_r}i.s32.f32 cvt.{_r}i.u32.f32", "d", "d")
    _add(f"cvt.{_r}i.s64.f32 cvt.{_r}i.u64.f32", "q", "d")
    _add(f"cvt.{_r}i.s32.f64 cvt.{_r}i.u32.f64", "d", "q")
    _add(f"cvt.{_r}i.f64.f64 cvt.{_r}i.s64.f64 cvt.{_r}i.u64.f64", "q", "q")
    _add(f"cvt.{_r}i.s16.f32 cvt.{_r}i.u16.f32", "h", "d")
    _add(f"cvt.{_r}i.f16.f16 cvt.{_r}i.s16.f16 cvt.{_r}i.u16.f16", "h", "h")
    _add(f"cvt.{_r}i.s32.f16", "d", "h")
    _add(f"cvt.{_r}.f16.s32", "h", "d")
_add("add.sat.f32 mul.sat.f32 add.ftz.sat.f32 add.f32 mul.f32 sub.f32", "d", "d", "d")
_add("fma.rn.sat.f32 fma.rn.ftz.sat.f32", "d", "d", "d", "d")
_add("min.f32 max.f32 min.ftz.f32 max.ftz.f32 min.NaN.f32 max.NaN.f32 min.xorsign.abs.f32 max.xorsign.abs.f32 copysign.f32", "d", "d", "d")
_add("abs.f32 neg.f32 abs.ftz.f32 neg.ftz.f32", "d", "d")
_add("min.f64 max.f64 copysign.f64", "q", "q", "q")
_add("abs.f64 neg.f64", "q", "q")
_add("div.approx.f32 div.full.f32 div.approx.ftz.f32 div.full.ftz.f32", "d", "d", "d")
_add("rcp.approx.f32 rcp.approx.ftz.f32 sqrt.approx.f32 sqrt.approx.ftz.f32 rsqrt.approx.f32 rsqrt.approx.ftz.f32 lg2.approx.f32 lg2.approx.ftz.f32", "d", "d")
_add("ex2.approx.f32 ex2.approx.ftz.f32 tanh.approx.f32 sin.approx.f32 cos.approx.f32", "d", "d")
for _n in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
    _add(f"testp.{_n}.f32", "p", "d")
    _add(f"testp.{_n}.f64", "p", "q")
for _c in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
    _add(f"setp.{_c}.f32 setp.{_c}.ftz.f32", "p", "d", "d")
    _add(f"setp.{_c}.f64", "p", "q", "q")
    _add(f"setp.{_c}.f16 setp.{_c}.bf16", "p", "h", "h")
_add("set.lt.u32.f32 set.ge.s32.f32 set.eq.f32.f32 set.lt.u32.s32 set.hi.u32.u32", "d", "d", "d")
for _t, _flags in (("f16", ("", ".ftz", ".sat")), ("bf16", ("",))):
    for _f in _flags:
        _add(f"add.rn{_f}.{_t} sub.rn{_f}.{_t} mul.rn{_f}.{_t}", "h", "h", "h")
        _add(f"add.rn{_f}.{_t}x2 sub.rn{_f}.{_t}x2 mul.rn{_f}.{_t}x2", "d", "d", "d")
        _add(f"fma.rn{_f}.{_t}", "h", "h", "h", "h")
        _add(f"fma.rn{_f}.{_t}x2", "d", "d", "d", "d")
    _add(f"fma.rn.relu.{_t}", "h", "h", "h", "h")
    _add(f"fma.rn.relu.{_t}x2", "d", "d", "d", "d")
    _add(f"neg.{_t} abs.{_t}", "h", "h")
    _add(f"neg.{_t}x2 abs.{_t}x2", "d", "d")
    _add(f"min.{_t} max.{_t} min.NaN.{_t} max.NaN.{_t} min.xorsign.abs.{_t}", "h", "h", "h")
    _add(f"min.{_t}x2 max.{_t}x2 max.NaN.{_t}x2", "d", "d", "d")
    _add(f"tanh.approx.{_t}", "h", "h")
    _add(f"tanh.approx.{_t}x2", "d", "d")
_add("ex2.approx.f16 ex2.approx.ftz.bf16", "h", "h")
_add("ex2.approx.f16x2 ex2.approx.ftz.bf16x2", "d", "d")
_add("cvt.rn.f16.f32 cvt.rz.f16.f32 cvt.rn.bf16.f32 cvt.rz.bf16.f32 cvt.rn.relu.f16.f32 cvt.rn.sat.f16.f32", "h", "d")
_add("cvt.rn.f16.f64", "h", "q")
_add("cvt.f32.f16 cvt.f32.bf16 cvt.ftz.f32.f16", "d", "h")
_add("cvt.f64.f16", "q", "h")
_add("cvt.f64.f32 cvt.ftz.f64.f32", "q", "d")
_add("cvt.sat.f32.f32 cvt.ftz.f32.f32", "d", "d")
_add("cvt.rna.tf32.f32", "d", "d")
_add("cvt.rn.f16x2.f32 cvt.rz.f16x2.f32 cvt.rn.bf16x2.f32 cvt.rz.bf16x2.f32 cvt.rn.relu.f16x2.f32 cvt.rn.relu.bf16x2.f32", "d", "d", "d")
_add("cvt.rn.satfinite.e4m3x2.f32 cvt.rn.satfinite.e5m2x2.f32 cvt.rn.satfinite.relu.e4m3x2.f32", "h", "d", "d")
_add("cvt.rn.satfinite.e4m3x2.f16x2 cvt.rn.satfinite.e5m2x2.f16x2", "h", "d")
_add("cvt.rn.f16x2.e4m3x2 cvt.rn.f16x2.e5m2x2", "d", "h")
_add("cvt.rn.f64.s32 cvt.rn.f64.u32", "q", "d")
_add("cvt.s8.s32 cvt.u8.u32 cvt.sat.s8.s32 cvt.sat.u8.s32 cvt.s16.s32 cvt.u16.u32 cvt.sat.s16.s32 cvt.sat.u16.s32 cvt.sat.s32.u32 cvt.sat.u32.s32", "d", "d")
TABLE = [(o, "h" if o in ("cvt.s16.s32", "cvt.u16.u32", "cvt.sat.s16.s32", "cvt.sat.u16.s32") else g, t) for o, g, t in TABLE]
_add("cvt.s64.s32 cvt.u64.u32", "q", "d")
_add("cvt.s32.s64 cvt.u32.u64 cvt.sat.s32.s64 cvt.sat.u32.s64 cvt.sat.u32.u64", "d", "q")
_add("cvt.s32.s16 cvt.u32.u16", "d", "h")
_add("cvt.pack.sat.s16.s32 cvt.pack.sat.u16.s32", "d", "d", "d")
_add("cvt.pack.sat.s8.s32.b32 cvt.pack.sat.u8.s32.b32", "d", "d", "d", "d")
_add("shfl.sync.idx.b32 shfl.sync.up.b32 shfl.sync.down.b32 shfl.sync.bfly.b32", "d", "d", "d", "S", "m")
_add("vote.sync.ballot.b32", "d", "p", "m")
_add("vote.sync.all.pred vote.sync.any.pred vote.sync.uni.pred", "p", "p", "m")
_add("match.any.sync.b32", "d", "d", "m")
_add("match.any.sync.b64", "d", "q", "m")
_add("redux.sync.add.u32 redux.sync.min.s32 redux.sync.max.u32 redux.sync.and.b32 redux.sync.or.b32 redux.sync.xor.b32 redux.sync.add.s32 redux.sync.max.s32 redux.sync.min.u32", "d", "d", "m")
CARRY = [("add.cc.u32", "addc.cc.u32", "addc.u32", "d"), ("sub.cc.u32", "subc.cc.u32", "subc.u32", "d"), ("mad.lo.cc.u32", "madc.hi.cc.u32", "madc.hi.u32", "d"), ("add.cc.s64", "addc.cc.s64", "addc.s64", "q"),
         ("sub.cc.s64", "subc.cc.s64", "subc.s64", "q")]  # fmt: skip
MATRICES = [("m16n8k16", "f32", "f16", "f16", 4, 2, 4), ("m16n8k8", "f32", "f16", "f16", 2, 1, 4), ("m16n8k16", "f16", "f16", "f16", 4, 2, 2), ("m16n8k16", "f32", "bf16", "bf16", 4, 2, 4),
            ("m16n8k8", "f32", "bf16", "bf16", 2, 1, 4), ("m16n8k8", "f32", "tf32", "f32", 4, 2, 4), ("m16n8k4", "f32", "tf32", "f32", 2, 1, 4), ("m16n8k32", "s32", "s8", "s8", 4, 2, 4),
            ("m16n8k16", "s32", "u8", "s8", 2, 1, 4), ("m8n8k16", "s32", "s8", "s8", 1, 1, 2), ("m8n8k4", "f64", "f64", "q", 1, 1, 2), ("m16n8k32", "f32", "e4m3", "e4m3", 4, 2, 4),
            ("m16n8k8", "f64", "f64", "q", 4, 2, 4)]  # fmt: skip
WIDTH = {"h": 16, "d": 32, "q": 64, "p": 1}


class _Writer:
    def __init__(self, name, seed, wanted, moves):
        self.draw, self.wanted, self.moves = random.Random(seed), wanted, moves
        self.lines, self.results, self.count = [], [], 0
        self.pools = {"h": [], "d": [], "q": [], "p": []}  # (register, result or None)
        self.name = name

    def put(self, line):
        self.lines.append("  " + line)

    def fresh(self, kind):
        self.count += 1
        return f"%{'w' if kind == 'p' else kind}{self.count}"

    def note(self, register, kind, opcode, sources):
        self.results.append(Result(opcode, WIDTH[kind], sorted({s for s in sources if s is not None})))
        self.offer(register, kind, len(self.results) - 1)

    def offer(self, register, kind, result):
        """What later instructions may read."""
        if self.moves and kind != "p":
            written, register = register, self.fresh(kind)
            self.put(f"mov.b{WIDTH[kind]} {register}, {written};")
        self.pools[kind].append((register, result))

    def store(self, register, kind):
        """Right behind the instruction, at the place of the last result."""
        at = f"[%out+{(len(self.results) - 1) * THREADS * 8}]"
        if kind == "q":
            self.put(f"st.global.b64 {at}, {register};")
            return
        wide, word = self.fresh("q"), register
        if kind == "p":
            word = self.fresh("d")
            self.put(f"selp.u32 {word}, 1, 0, {register};")
        self.put(f"cvt.u64.u{16 if kind == 'h' else 32} {wide}, {word};")
        self.put(f"st.global.b64 {at}, {wide};")

    def begin(self):
        d = self.draw
        self.put("ld.param.u64 %in, [in];")
        self.put("ld.param.u64 %out, [out];")
        self.put("mov.u32 %me, %tid.x;")
        self.put("mul.wide.u32 %t8, %me, 8;")
        self.put("add.s64 %out, %out, %t8;")
        for kind, size, op in (("d", 4, "b32"), ("q", 8, "b64"), ("h", 2, "b16")):
            self.put(f"mad.wide.u32 %at, %me, {size}, %in;")
            for _ in range(4):
                register = self.fresh(kind)
                elements = {"d": 2048, "q": 1024, "h": 2048}[kind]
                self.put(f"ld.global.{op} {register}, [%at+{AREAS[kind] + size * d.randrange(elements - THREADS)}];")
                self.pools[kind].append((register, None))
        register = self.fresh("p")
        self.put(f"setp.lt.u32 {register}, %me, {d.randrange(1, THREADS)};")
        self.pools["p"].append((register, None))

    def source(self, kind):
        d = self.draw
        if kind.isdigit():
            return kind, None
        if kind == "m":
            return "0xffffffff", None
        if kind == "S":
            return d.choice(["31", "0x1f1f", "0x181f", "0x1c1f", "0x1e1f", "0x1800", "0"]), None
        if kind in "HDQ":
            of = kind.lower()
            register, result = d.choice(self.pools[of])
            odd = self.fresh(of)
            self.put(f"or.b{WIDTH[of]} {odd}, {register}, 1;")
            return odd, result
        return d.choice(self.pools[kind][-12:] if d.random() < 0.4 else self.pools[kind])

    def instruction(self, opcode, gives, takes):
        sources = [self.source(kind) for kind in takes]
        register = self.fresh(gives)
        self.put(f"{opcode} {register}, {', '.join(s[0] for s in sources)};")
        across = "sync" in opcode  # reads all lanes; a lane's operands are another's
        self.note(register, gives, opcode, [s[1] for s in sources])
        if across:
            self.results[-1].opcode = opcode
        self.store(register, gives)

    def carry(self):
        chain = self.draw.choice(CARRY)
        kind, read = chain[3], []
        for opcode in chain[:3]:
            sources = [self.source(kind) for _ in range(3 if opcode.startswith("mad") else 2)]
            read += [s[1] for s in sources]
            register = self.fresh(kind)
            self.put(f"{opcode} {register}, {', '.join(s[0] for s in sources)};")
            self.results.append(Result(opcode, WIDTH[kind], sorted({s for s in read if s is not None})))
            self.carried.append((register, kind, len(self.results) - 1))

    def exchange(self):
        """A word through shared memory: stored, a barrier, and another thread's loaded."""
        register, result = self.source("d")
        other, loaded = self.fresh("d"), self.fresh("d")
        self.put("bar.sync 0;")
        self.put(f"st.shared.b32 [%own], {register};")
        self.put("bar.sync 0;")
        self.put(f"xor.b32 {other}, %own, {4 * self.draw.randrange(1, THREADS)};")
        self.put(f"ld.shared.b32 {loaded}, [{other}];")
        self.note(loaded, "d", "ld.shared.b32", [result])
        self.store(loaded, "d")

    def loop(self):
        """A sum with so many turns that lanes differ."""
        d = self.draw
        (a, of_a), (b, of_b) = self.source("d"), self.source("d")
        total, turns, more, n = self.fresh("d"), self.fresh("d"), self.fresh("p"), self.count
        opcode, kind = d.choice([("add.s32", ""), ("add.f32", ""), ("fma.rn.f32", "3"), ("mad.lo.u32", "3"), ("xor.b32", ""), ("max.f32", "")])
        self.put(f"and.b32 {turns}, {a}, {d.choice([3, 7, 15])};")
        self.put(f"mov.b32 {total}, {b};")
        self.put(f"$loop{n}:")
        self.put(f"{opcode} {total}, {total}, {a}{', ' + b if kind else ''};")
        self.put(f"sub.s32 {turns}, {turns}, 1;")
        self.put(f"setp.ge.s32 {more}, {turns}, 0;")
        self.put(f"@{more} bra $loop{n};")
        self.note(total, "d", "loop of " + opcode, [of_a, of_b])
        self.store(total, "d")

    def branch(self):
        """Two ways by a predicate."""
        (p, of_p), (a, of_a), (b, of_b) = self.source("p"), self.source("d"), self.source("d")
        to, n = self.fresh("d"), self.count
        first, second = self.draw.sample(["add.s32", "sub.f32", "mul.lo.u32", "xor.b32", "min.s32"], 2)
        for line in (f"@{p} bra $then{n};", f"{first} {to}, {a}, {b};", f"bra $end{n};", f"$then{n}:", f"{second} {to}, {b}, {a};", f"$end{n}:"):
            self.put(line)
        self.note(to, "d", "branches", [of_p, of_a, of_b])
        self.store(to, "d")

    def matrix(self):
        shape, to, of, area, a, b, c = self.draw.choice(MATRICES)
        double = of == "f64"
        area = {"f16": "f16", "bf16": "bf16", "f32": "f32", "s8": "s8", "q": "q", "e4m3": "s8"}[area]
        size = 8 if double else 4
        self.put(f"mad.wide.u32 %at, %me, {size}, %in;")

        def load(count, where, bytes):
            registers = [self.fresh("q" if double else "d") for _ in range(count)]
            for register in registers:
                self.put(f"ld.global.b{8 * size} {register}, [%at+{AREAS[where] + size * self.draw.randrange((bytes - THREADS * size) // size)}];")
                if of == "e4m3":  # without NaN and the largest exponents
                    self.put(f"and.b32 {register}, {register}, 0xBFBFBFBF;")
            return registers

        length = {"f16": 2048, "bf16": 2048, "f32": 4096, "s8": 4096, "q": 8192}[area]
        first, second = load(a, area, length), load(b, area, length)
        third = load(c, {"f32": "f32", "f16": "f16", "s32": "d", "f64": "q"}[to], {"f32": 4096, "f16": 2048, "s32": 8192, "f64": 8192}[to])
        kind = "q" if double else "d"
        result = [self.fresh(kind) for _ in range(c)]
        second_type = "s8" if of == "u8" else of
        opcode = f"mma.sync.aligned.{shape}.row.col.{to}.{of}.{second_type}.{to}"
        self.put(f"{opcode} {{{', '.join(result)}}}, {{{', '.join(first)}}}, {{{', '.join(second)}}}, {{{', '.join(third)}}};")
        for register in result:
            self.note(register, kind, opcode, [])
            self.store(register, kind)

    def kernel(self, length):
        self.carried = []
        self.begin()
        self.put("mov.u32 %own, part;")
        self.put("mad.lo.u32 %own, %me, 4, %own;")
        while len(self.results) < length:
            pick = self.draw.random()
            if pick < 0.03:
                self.carry()
                for register, kind, number in self.carried:  # stored when the chain is done, since other sums may use the carry
                    self.offer(register, kind, number)
                    at = f"[%out+{number * THREADS * 8}]"
                    wide = register
                    if kind == "d":
                        wide = self.fresh("q")
                        self.put(f"cvt.u64.u32 {wide}, {register};")
                    self.put(f"st.global.b64 {at}, {wide};")
                self.carried = []
            elif pick < 0.06:
                self.exchange()
            elif pick < 0.08:
                self.loop()
            elif pick < 0.1:
                self.branch()
            elif pick < 0.14:
                self.matrix()
            else:
                self.instruction(*next(self.wanted))
        registers = f"  .reg .b16 %h<{self.count + 1}>;\n  .reg .b32 %d<{self.count + 1}>, %me, %own;\n  .reg .b64 %q<{self.count + 1}>, %in, %out, %t8, %at;\n  .reg .pred %w<{self.count + 1}>;\n"
        text = (f".visible .entry {self.name}(.param .u64 in, .param .u64 out)\n{{\n{registers}  .shared .align 4 .b8 part[{4 * THREADS}];\n" + "\n".join(self.lines)
                + "\n  ret;\n}\n")  # fmt: skip
        return Kernel(self.name, text, self.results)


def _in_turn(seed):
    draw = random.Random(seed)
    while True:
        order = TABLE[:]
        draw.shuffle(order)
        yield from order


def kernels(count, seed=1, length=40, moves=False):
    """So many kernels of about `length` results each; all instructions are used in turn. With `moves` each result is moved before it is read."""
    wanted = _in_turn(seed)
    return [_Writer(f"k{seed}_{n}", seed * 100003 + n, wanted, moves).kernel(length) for n in range(count)]


def module(some):
    return HEADER + "".join(k.text for k in some)
