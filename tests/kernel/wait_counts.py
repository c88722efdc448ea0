#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Waits and distances in the machine code of AMD's GEMMs, any K, by `colex inspect`: wait_counts.py build/colex gfx942. It is asked of small programs
whose answer is known, then of the kernels of bench/amd_static.py, each of which it must accept. Each wait of a pipelined kernel is left out,
one at a time: that must be refuted of each for memory, and of all but a few for LDS, which the barrier's wait implies. Of the direct kernels, for gfx950, each wait
for memory is also made too weak by one load, a load and a read go to another stage, and what keeps a distance is left out; by day of those
without scales of bf16 alone, whose loop the others have. Between instructions that clang sees into, its own distances must be those of the model: none too
short, and each too short with a state less. Each fault must be named with an instruction of it.
Exit status 77: no clang for the target."""
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "code"), str(TESTS.parent / "bench")]
import amd_static  # noqa: E402
from amd_object import CODE_OBJECT, TRIPLE  # noqa: E402
from cached import cached  # noqa: E402
from drawn import left  # noqa: E402
from machine_edits import FIELDS, NOTHING  # noqa: E402

LOAD, OTHER = "global_load_dword v1, v0, s[0:1]", "global_load_dword v2, v0, s[0:1]"
USE, STORE = "v_add_f32 v3, v1, v1", "global_store_dword v0, v4, s[0:1]"
READ, WRITE = "ds_read_b32 v1, v0", "ds_write_b32 v0, v2"
SCALAR = "s_load_dword s4, s[0:1], 0x0"
TURN = "s_cbranch_scc1 .LHEAD"
IN_ORDER = "where stores end in order with loads"  # then it holds
# Programs, and what is used too early in them.
WAITS = [
    ("a load and no wait", [LOAD, USE], "v1"),
    ("a wait", [LOAD, "s_waitcnt vmcnt(0)", USE], ""),
    ("the other counter", [LOAD, "s_waitcnt lgkmcnt(0)", USE], "v1"),
    ("the older of two loads", [LOAD, OTHER, "s_waitcnt vmcnt(1)", USE], ""),
    ("the younger of two loads", [OTHER, LOAD, "s_waitcnt vmcnt(1)", USE], "v1"),
    ("a load that is overwritten", [LOAD, "v_mov_b32 v1, 0"], "v1"),
    ("a store says nothing of a load", [LOAD, STORE, "s_waitcnt vmcnt(1)", USE], IN_ORDER),
    ("scalar loads end in any order", [SCALAR, "s_load_dword s5, s[0:1], 0x4", "s_waitcnt lgkmcnt(1)", "s_add_i32 s6, s4, 1"], "s4"),
    ("a scalar load", [SCALAR, "s_waitcnt lgkmcnt(0)", "s_add_i32 s6, s4, 1"], ""),
    ("a scalar load does not count for LDS", [READ, SCALAR, "s_waitcnt lgkmcnt(1)", USE], "v1"),
    ("a turn late", [".LHEAD:", USE, LOAD, TURN], "v1"),
    ("a turn late, with a wait", [".LHEAD:", "s_waitcnt vmcnt(0)", USE, LOAD, TURN], ""),
    ("a way with fewer loads", [LOAD, "s_cbranch_scc1 .LEND", OTHER, ".LEND:", "s_waitcnt vmcnt(1)", USE], "v1"),
    ("a way by LDS and one by memory", [LOAD, "s_cbranch_scc1 .LEND", "s_waitcnt vmcnt(0)", READ, ".LEND:", "s_waitcnt lgkmcnt(0)", USE], "v1"),
    ("a barrier over a write", [WRITE, "s_barrier"], "LDS"),
    ("a barrier over a read", [WRITE, READ, "s_waitcnt lgkmcnt(1)", "s_barrier"], ""),  # which no store may meet then: below
    ("a barrier over what the turn before wrote", [".LHEAD:", "s_barrier", WRITE, TURN], "LDS"),
    ("a barrier after a wait", [WRITE, READ, "s_waitcnt lgkmcnt(0)", "s_barrier"], ""),
]  # fmt: skip
# Two waves that load straight to LDS, or write there, by stages of 2048 bytes, and read what the other one loaded; and whether LDS is free of races.
WAVES = ["v_lshrrev_b32 v2, 6, v0", "s_nop 3", "v_readfirstlane_b32 s4, v2", "s_lshl_b32 s4, s4, 10", "v_xor_b32 v1, 64, v0", "v_lshlrev_b32 v1, 4, v1", "s_nop 4"]
M0, TO_LDS = ["s_add_u32 m0, s4, 0x800", "s_nop 0"], "buffer_load_dwordx4 v0, s[8:11], 0 offen lds"
M0_OF_2, READ_1 = ["s_add_u32 m0, s4, 0x1000", "s_nop 0"], "ds_read_b128 v[4:7], v1 offset:2048"
OWN, WRITE_1 = "v_lshlrev_b32 v3, 4, v0", "ds_write_b128 v3, v[8:11] offset:2048"
VM0, LGKM0, VM1 = "s_waitcnt vmcnt(0)", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(1)"
STAGES = [
    ("a read without a wait", [*M0, TO_LDS, "s_barrier", READ_1, LGKM0], "byte "),
    ("a read without a barrier", [*M0, TO_LDS, VM0, READ_1, LGKM0], "byte "),
    ("a wait and a barrier", [*M0, TO_LDS, VM0, "s_barrier", READ_1, LGKM0], ""),
    ("a barrier and a wait", [*M0, TO_LDS, "s_barrier", VM0, READ_1, LGKM0], "byte "),
    ("another stage under way", [*M0, TO_LDS, *M0_OF_2, TO_LDS, VM1, "s_barrier", READ_1, LGKM0], ""),
    ("the stage that is under way", [*M0_OF_2, TO_LDS, *M0, TO_LDS, VM1, "s_barrier", READ_1, LGKM0], "byte "),
    ("a load to a stage that is read", [READ_1, LGKM0, *M0, TO_LDS], "byte "),
    ("a load behind the barrier", [READ_1, LGKM0, "s_barrier", *M0, TO_LDS], ""),
    ("a load a turn late", [".LHEAD:", *M0, TO_LDS, VM0, "s_barrier", READ_1, LGKM0, "s_cmp_eq_u32 s0, 7", TURN], "byte "),
    ("a read over the barrier before a write", [OWN, READ_1, "s_barrier", WRITE_1, LGKM0], "byte "),
    ("a read before the barrier before a write", [OWN, READ_1, LGKM0, "s_barrier", WRITE_1, LGKM0], ""),
    ("a write to LDS", [*M0, TO_LDS, "s_barrier", "ds_write_b128 v1, v[4:7] offset:2048"], "byte "),
]  # fmt: skip
# Of each target a product of 4 passes, or of 8 on gfx90a, and how far from it its sums are read.
PRODUCT = {"gfx90a": "v_mfma_f32_16x16x4f32 a[0:3], v4, v8, a[0:3]", "gfx942": "v_mfma_f32_16x16x16_f16 a[0:3], v[4:5], v[8:9], a[0:3]",
           "gfx950": "v_mfma_f32_16x16x32_bf16 a[0:3], v[4:7], v[8:11], a[0:3]"}  # fmt: skip
FAR, SUMS, READ_BY = {"gfx90a": (11, 8, 7), "gfx942": (7, 5, 3), "gfx950": (8, 6, 3)}, "v_accvgpr_read_b32 v1, a2", "v_accvgpr_write_b32 a1, 0"
SCALED = "v_mfma_scale_f32_32x32x64_f8f6f4 a[0:15], v[4:11], v[12:19], a[0:15], v20, v21 op_sel_hi:[0,0,0]"
BY_SCALAR, LANE = "v_readfirstlane_b32 s5, v3", "v_readlane_b32 s6, v3, s5"
DIVIDE, DPP = "v_div_fmas_f32 v1, v2, v3, v4", "v_mov_b32_dpp v1, v4 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"


def nops(count):
    return [f"s_nop {min(count - done, 16) - 1}" for done in range(0, count, 16)]


def distances(target):
    """Two instructions, what lies between that is a way of its own, how many wait states they need, and of which register."""
    product, (far, part, read) = PRODUCT[target], FAR[target]
    yield "a sum that is read", product, SUMS, far, "a2"
    yield "a sum added to", product, product, 0, ""
    yield "a part of a sum added to", product, product.replace("a[0:3]", "a[2:5]"), part, "a2"
    yield "a sum overwritten", product, READ_BY, far, "a1"
    yield "a sum overwritten by a load", product, "ds_read_b128 a[0:3], v1", far, "a0"
    yield "a sum that another product reads overwritten", product.replace(" a[0:3]", " a[8:11]", 1), READ_BY, read, "a1"
    yield "a product of what was just written", "v_mov_b32 v4, 0", product, 2, "v4"
    yield "a sum just zeroed", READ_BY, product, 2, "a1"
    yield "a scalar of a vector instruction", BY_SCALAR, STORE.replace("s[0:1]", "s[4:5]"), 5, "s5"
    yield "a lane that is chosen", BY_SCALAR, LANE, 4, "s5"
    yield "a division", "v_cmp_eq_u32 vcc, v2, v3", DIVIDE, 4, "vcc_lo"
    yield "lanes that are read", "v_mov_b32 v4, 0", DPP, 2, "v4"
    yield "EXEC and lanes", "v_cmpx_eq_u32 vcc, v2, v3", DPP, 5, "exec_lo"
    yield "EXEC and a product", "v_cmpx_eq_u32 vcc, v2, v3", product, 4, "exec_lo"
    yield "what is stored", "global_store_dwordx4 v[8:9], v[4:7], off", "v_mov_b32 v5, 0", 1 if target == "gfx90a" else 2, "v5"
    yield "a doubles' product", "v_mfma_f64_4x4x4f64 v[4:5], v[8:9], v[8:9], v[4:5]" if target == "gfx90a" else "v_mfma_f64_4x4x4_4b_f64 v[4:5], v[8:9], v[8:9], v[4:5]", "ds_write_b64 v1, v[4:5]", 9, "v4"
    if target == "gfx90a":
        yield "scalars are seen there", BY_SCALAR, "v_add_u32 v1, s5, v2", 0, ""
    else:
        yield "a scalar that a vector instruction reads", BY_SCALAR, "v_add_u32 v1, s5, v2", 2, "s5"
        yield "a slow function", "v_rcp_f32 v4, v1", "v_add_f32 v5, v4, v4", 1, "v4"
        yield "a part of a register", "v_add_f16_sdwa v4, v1, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0", "v_mov_b32 v5, v4", 1, "v4"
    if target == "gfx950":
        yield "M0", M0[0], TO_LDS, 1, "m0"
        yield "a scale just written", "v_mov_b32 v20, 0", SCALED, 2, "v20"
        yield "16 passes", SCALED, SUMS, 20, "a2"
        yield "8 passes, of four bits", SCALED.replace("v[4:11], v[12:19]", "v[4:7], v[12:15]") + " cbsz:4 blgp:4", SUMS, 12, "a2"


# Kernels by builtins, between whose instructions clang sees to the distances: the model must find none too short, and each too short
# where a state less is waited.
SEEN = {"gfx942": ("short", 4, "__builtin_amdgcn_mfma_f32_16x16x16bf16_1k(a, b, c, 0, 0, 0)", ""),
        "gfx950": ("__bf16", 8, "__builtin_amdgcn_mfma_f32_16x16x32_bf16(a, b, c, 0, 0, 0)", """
KERNEL sum_of_8(I8 const* a, I8 const* b, F4* c) { c[X] = __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(a[X], b[X], c[X], 0, 0, 0, 0, 0, 0); }
KERNEL sum_of_16(I8 const* a, I8 const* b, F16* c) { c[X] = __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(a[X], b[X], c[X], 0, 0, 0, 0, 0, 0); }
KERNEL sum_of_pairs(I8 const* a, I8 const* b, F16* c) { c[X] = __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(a[X], b[X], c[X], 4, 4, 0, 0, 0, 0); }
KERNEL fresh_scales(I8 const* a, I8 const* b, F16* c, int const* x) {
  c[X] = __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(a[X], b[X], c[X], 0, 0, 0, x[X] + 3, 0, x[X] + 5);
}
KERNEL to_lds(float* a, float* c, int n) {
  extern __attribute__((shared)) float shared[];
  auto const from = __builtin_amdgcn_make_buffer_rsrc(a, 0, n, 0x00020000);
  __builtin_amdgcn_raw_ptr_buffer_load_lds(from, (__attribute__((address_space(3))) void*)(shared + n), 16, X * 16, 0, 0, 0);
  __builtin_amdgcn_s_waitcnt(0);
  c[X] = shared[X];
}
""")}  # fmt: skip
SEEN_SOURCE = """
typedef float F4 __attribute__((ext_vector_type(4)));
typedef float F16 __attribute__((ext_vector_type(16)));
typedef int I8 __attribute__((ext_vector_type(8)));
typedef int AB __attribute__((ext_vector_type(BYTES / 2)));
typedef TYPE T __attribute__((ext_vector_type(BYTES)));
#define KERNEL extern "C" __attribute__((global)) void
#define X __builtin_amdgcn_workitem_id_x()
__attribute__((device)) inline F4 mma(T a, T b, F4 c) { return PRODUCT; }
KERNEL sum(T const* a, T const* b, F4* c) { c[X] = mma(a[X], b[X], c[X]); }
KERNEL scaled(T const* a, T const* b, F4* c) { F4 s = mma(a[X], b[X], c[X]); s.x += a[0][0]; c[X] = s; }
KERNEL fresh(AB const* a, T const* b, F4* c) { AB x = a[X] + 1; c[X] = mma(__builtin_bit_cast(T, x), b[X], c[X]); }
KERNEL fresh_sum(T const* a, T const* b, F4* c) { c[X] = mma(a[X], b[X], c[X] + 1); }
KERNEL chain(T const* a, T const* b, F4* c) {
  F4 s = mma(a[X], b[X], F4{});
  AB x;
  for (int i = 0; i < BYTES / 2; ++i) x[i] = __builtin_bit_cast(int, s[i % 4]);
  c[X] = mma(__builtin_bit_cast(T, x), b[X], c[X]);
}
"""


def assembled(target, programs):
    """Kernels by the names k0, k1, ... of these programs."""
    text, about = f'.amdgcn_target "{TRIPLE}--{target}"\n.amdhsa_code_object_version 5\n', ""
    for number, lines in enumerate(programs):
        code = "\n".join([*lines, "s_endpgm"]).replace(".LHEAD", f".LHEAD{number}").replace(".LEND", f".LEND{number}")
        text += f""".text\n.globl k{number}\n.p2align 8\n.type k{number},@function\nk{number}:\n{code}\n.Lstop{number}:\n.size k{number}, .Lstop{number}-k{number}
.rodata\n.amdhsa_kernel k{number}\n.amdhsa_next_free_vgpr 256\n.amdhsa_next_free_sgpr 100\n.amdhsa_accum_offset 128\n.amdhsa_group_segment_fixed_size 16384\n.end_amdhsa_kernel\n"""
        about += f"""  - .name: k{number}\n    .symbol: k{number}.kd\n    .kernarg_segment_size: 0\n    .kernarg_segment_align: 8\n    .group_segment_fixed_size: 16384
    .private_segment_fixed_size: 0\n    .wavefront_size: 64\n    .sgpr_count: 100\n    .vgpr_count: 256\n    .max_flat_workgroup_size: 128\n"""
    return f"{text}.amdgpu_metadata\namdhsa.version: [1, 2]\namdhsa.target: {TRIPLE}--{target}\namdhsa.kernels:\n{about}.end_amdgpu_metadata\n"


def alone(text, symbol):
    """The assembly with the code of one kernel; the others end at once."""
    return re.sub(r"^(\w+):(?=[^\n]*@\1\n).*?(?=^\s+\.section)", lambda found: found[0] if found[1] == symbol else f"{found[1]}:\n\ts_endpgm\n", text, flags=re.M | re.S)


class Code:
    """A code object of some assembly; the instructions that `marks` finds have their offsets in it."""

    def __init__(self, colex, compiler, target, folder, text, marks="(?!)"):
        self.colex, self.folder, self.marked = colex, pathlib.Path(folder), []

        def mark(found):
            self.marked.append(found[0].split(";")[0].strip())
            return f"mark_{len(self.marked) - 1}:\n{found[0]}"

        (self.folder / "code.s").write_text(re.sub(rf"^\s+(?:{marks})\b.*$", mark, text, flags=re.M), encoding="utf-8")
        subprocess.run([*compiler, f"--target={TRIPLE}", f"-mcpu={target}", CODE_OBJECT, "-c", "code.s", "-o", "code.o"], check=True, cwd=folder)
        subprocess.run(["ld.lld-19", "-shared", "code.o", "-o", "code.co"], check=True, cwd=folder)
        self.data = (self.folder / "code.co").read_bytes()
        section = re.search(r"\.text\s+PROGBITS\s+(\w+) (\w+)", self.said("-SW"))
        shift = int(section[2], 16) - int(section[1], 16)
        self.at = {int(number): int(address, 16) + shift for address, number in re.findall(r"(\w+)\s+0 NOTYPE .* mark_(\d+)$", self.said("-sW"), re.M)}

    def said(self, what):
        return subprocess.run(["llvm-readelf-19", what, "code.co"], cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def inspected(self, *words, edit=()):
        """Kernel -> what is said, with these (offset, dwords) in the code."""
        data = bytearray(self.data)
        for at, dwords in edit:
            struct.pack_into(f"<{len(dwords)}I", data, at, *dwords)
        (self.folder / "edited.co").write_bytes(data)
        ran = subprocess.run([self.colex, "inspect", "edited.co", "--json", *words], cwd=self.folder, capture_output=True, text=True, check=False)
        if ran.returncode not in (0, 1) or ran.stderr:
            sys.exit(f"FAIL: {words}: {ran.returncode} {ran.stderr}")
        return {one["kernel"]: one for one in json.loads(ran.stdout)}

    def dwords(self, number, count):
        return list(struct.unpack_from(f"<{count}I", self.data, self.at[number]))


BRIEFLY = ("--budget", "1")  # waits and distances alone


def faults(said, *questions):
    """What of these does not hold, each with an instruction."""
    found = [said[q] for q in questions if said[q]["verdict"] != "holds"]
    if any("places" not in one or "not known" in one["why"] or "not understood" in one["why"] for one in found):
        sys.exit(f"FAIL: a fault without an instruction, or one that is not judged: {found}")
    return [f"{one['places'][-1]['instruction']}: {one['why']}" for one in found]


def small_programs(target):
    """What, code, question, and how the answer begins; empty where that holds."""
    for what, lines, early in WAITS:
        yield what, lines, "waits", early if early in ("", IN_ORDER) else f"{early} is used "
    for what, lines, meets in STAGES if target == "gfx950" else ():
        yield what, WAVES + lines, "race_free", meets
    product, far = PRODUCT[target], FAR[target][0]
    for what, first, second, states, register in distances(target):
        yield what, [first, *nops(states), second], "distances", ""
        if states:
            yield f"{what}, {states - 1} states", [first, *nops(states - 1), second], "distances", f"{register} is touched after {states - 1} wait states, and {states} are"
    yield "the shorter of two ways", [product, "s_cbranch_scc1 .LEND", *nops(20), ".LEND:", SUMS], "distances", "a2 is touched after 1 "
    yield "a turn late", [".LHEAD:", SUMS, *nops(2), product, *nops(far - 2), TURN], "distances", f"a2 is touched after {far - 1} "
    yield "a turn late, far enough", [".LHEAD:", SUMS, *nops(2), product, *nops(far - 1), TURN], "distances", ""
    yield "sums by two ways", [product, "s_cbranch_scc1 .LEND", product.replace(" a[0:3]", " a[2:5]", 1), ".LEND:", product], "distances", "a2 is touched after 0 "


def check_small_programs(colex, compiler, target):
    rows = list(small_programs(target))
    with tempfile.TemporaryDirectory() as folder:
        said = Code(colex, compiler, target, folder, assembled(target, [lines for _, lines, _, _ in rows])).inspected()
    for number, (what, _, question, want) in enumerate(rows):
        judged = said[f"k{number}"][question]
        why = judged.get("why", "")
        if not (why.startswith(want) if want else why == "") or (judged["verdict"] == "holds") != (want in ("", IN_ORDER)):
            sys.exit(f"FAIL: {target}: {what}: {judged}, and not {want or 'that it holds'}")
    print(f"{target}: {len(rows)} small programs are judged as is known")


def pipelined(code, kernel):
    """Whether a wait that is left out passes; those of LDS that the barrier's wait implies may."""
    kept, count = [], 0
    for number, text in enumerate(code.marked):
        for counter in FIELDS:
            if counter in text:
                count += 1
                less = code.dwords(number, 1)[0] | FIELDS[counter]
                if not faults(code.inspected("--kernel", kernel, *BRIEFLY, edit=[(code.at[number], [less])])[kernel], "waits"):
                    kept.append(f"{text} without {counter}")
    print(f"{count - len(kept)} of its {count} waits are needed, each refuted when it is left out; not {', '.join(kept)}")
    return len(kept) > 10 or any("without vmcnt" in wait for wait in kept)


def direct_edits(code, stage, loads):
    """What, and (offset, dwords): of each kind the last two, which are in the loop."""
    kinds = {}
    for number, text in enumerate(code.marked):
        at, dwords = code.at[number], code.dwords(number, 2)
        for count, what in ((2 * loads, "a wait too weak by one load"), (2 * loads + 8, "a longer wait too weak by one load")):
            if f"vmcnt({count})" in text:
                more = dwords[0] & ~FIELDS["vmcnt"] | (count + 1) % 16 | (count + 1) // 16 << 14
                kinds.setdefault(what, []).append((text, [(at, [more])]))
        if re.match(rf"s_add_u32 m0, s\d+, {stage:#x}$", text):
            kinds.setdefault("a load to the next stage", []).append((text, [(at + 4, [2 * stage])]))
        if re.search(rf"ds_read_b128 .*offset:{stage}$", text):
            kinds.setdefault("a read of the next stage", []).append((text, [(at, [dwords[0] & ~0xFFFF | 2 * stage])]))
        if dwords[0] == NOTHING and dwords[1] >> 26 == 0b111000:  # and a buffer's load
            kinds.setdefault("no state behind m0", []).append((text, [(at, [*code.dwords(number, 3)[1:], NOTHING])]))
    for what, edits in kinds.items():
        yield from ((f"{what}: {text}", edit) for text, edit in edits[-2:])


def direct(code, kernel, symbol):
    """Whether something is wrong with a direct kernel: it itself, or that an edit of it passes."""
    stage = kernel.lds // 8  # bytes of one of four, of one operand
    loads = 2 * stage // (64 * kernel.waves * 16)  # of a lane, in a step
    lds = ("--dynamic-lds", str(kernel.lds), "--block", str(64 * kernel.waves))

    def wrong(edit):
        brief = faults(code.inspected("--kernel", symbol, *BRIEFLY, edit=edit)[symbol], "waits", "distances")
        return brief or faults(code.inspected("--kernel", symbol, *lds, edit=edit)[symbol], "race_free")

    found, passed, edits, kept, waits = wrong(()), [], 0, [], 0
    if kernel.name.endswith(("Bf16Direct", "Mxfp8Direct", "Mxfp4Direct")) or os.environ.get("COLEX_NIGHTLY"):
        for what, edit in direct_edits(code, stage, loads):
            edits += 1
            passed += [] if wrong(edit) else [what]
        for number, text in enumerate(code.marked):
            for counter in FIELDS if text.startswith("s_waitcnt") else ():
                if counter in text:
                    waits += 1
                    kept += [] if wrong([(code.at[number], [code.dwords(number, 1)[0] | FIELDS[counter]])]) else [f"{text} without {counter}"]
    else:
        left("edits of each direct kernel", "none of this one", "another has its loop")
        return bool(found)
    print(f"{kernel.name}: {'ok' if not found else found}; {edits - len(passed)} of {edits} edits are refuted{', not ' * bool(passed)}{', '.join(passed)}; "
          f"{waits - len(kept)} of {waits} waits are needed{', not ' * bool(kept)}{', '.join(kept)}", flush=True)  # fmt: skip
    return bool(found or passed) or edits < 8 or len(kept) > 3 or any("without vmcnt" in wait for wait in kept)


def disagreements(colex, compiler, target):
    """How clang's own distances and the model's differ: words, none where they agree."""
    element, count, product, more = SEEN[target]
    source = SEEN_SOURCE.replace("BYTES", str(count)).replace("TYPE", element).replace("PRODUCT", product) + more
    said, states = [], 0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "seen.hip").write_text(source, encoding="utf-8")
        subprocess.run(cached([*compiler, "-x", "hip", "-nogpuinc", "-nogpulib", "-O3", "--cuda-device-only", f"--offload-arch={target}", CODE_OBJECT,
                        "-S", "seen.hip", "-o", "seen.s"]), check=True, cwd=folder)  # fmt: skip
        text = (pathlib.Path(folder) / "seen.s").read_text(encoding="utf-8")
        code = Code(colex, compiler, target, folder, text, "s_nop")
        said += [f"{kernel}: {wrong}" for kernel, one in code.inspected(*BRIEFLY).items() for wrong in faults(one, "distances")]
        for number in range(len(code.marked)):
            ahead = text.split("s_nop")[number]
            if re.search(r"_load_[^\n]*\n\s*$", ahead):
                continue  # between loads: for those that are repeated after a page fault
            nop, *then = code.dwords(number, 5)
            less = [nop - 1]
            if nop == NOTHING:  # what stands behind it goes before it
                size = 4 if then[0] >> 16 == 0xD3AC else 2 if then[0] >> 26 in (0b110100, 0b110111, 0b111000, 0b110110) else 1  # of scales, and long ones
                less = [*then[:size], nop]
            states += 1
            if not any(faults(one, "distances") for one in code.inspected(*BRIEFLY, edit=[(code.at[number], less)]).values()):
                said.append(f"{code.marked[number]}, number {number}, is more than the model asks for")
    if states < 6:
        said.append(f"clang waits at {states} places only")
    print(f"{target}: clang's own waits at {states} places: {'; '.join(said) or 'as the model has them, each too short with a state less'}")
    return said


def main(colex, target):
    colex = str(pathlib.Path(colex).resolve())
    compiler = amd_static.compilers(os.environ.get("COLEX_AMD_CLANG", "")).get(target)
    if not compiler:
        print(f"SKIP: no clang that knows {target}")
        return 77
    check_small_programs(colex, compiler, target)
    failed = target in SEEN and bool(disagreements(colex, compiler, target))
    configs = amd_static.OURS[target]
    text = amd_static.assembly(compiler, target, configs)
    kernels = amd_static.parsed(text, target, configs)
    with tempfile.TemporaryDirectory() as folder:
        said = Code(colex, compiler, target, folder, text).inspected(*BRIEFLY)
    for kernel in kernels:
        symbol = next(name for name in said if re.search(rf"\d{kernel.name.split()[1]}E", name))
        judged, waits = faults(said[symbol], "waits", "distances"), said[symbol]["waits"]
        failed |= bool(judged) or (waits.get("why") == IN_ORDER and not kernel.spills)
        print(f"{kernel.name}: {judged or 'ok'}{', if stores end in order' * ('why' in waits and not judged)}", flush=True)
        is_edited = kernel.name.endswith("Bf16Pipelined") and "why" not in waits
        if not is_edited and not kernel.name.endswith("Direct"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            marks = "s_waitcnt" if is_edited else "s_waitcnt|s_add_u32 m0|ds_read_b128|s_nop 0"
            code = Code(colex, compiler, target, folder, alone(text, symbol), marks)
            failed |= pipelined(code, symbol) if is_edited else direct(code, kernel, symbol)
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
