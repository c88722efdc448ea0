#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""s_waitcnt in the machine code of AMD's GEMMs, any K: wait_counts.py gfx942. Every register is waited for, and LDS at every barrier, by
the invariant of bench/amd_waits.py. Before that it is asked of small programs whose answer is known; then each wait of a pipelined kernel
is left out, one at a time: that must be refuted of each for memory, and of all but a few for LDS, which the barrier's wait implies.
Of the direct kernels, for gfx950, each wait for memory is also made too weak by one load, two stages are exchanged, and what keeps
distances is left out. The distances of the model are compared with those that clang keeps by itself.
Exit status 77: no clang for the target."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import amd_static  # noqa: E402
import amd_waits  # noqa: E402
from cached import cached  # noqa: E402

LOAD, OTHER = "global_load_dword v1, v0, s[0:1]", "global_load_dword v2, v0, s[0:1]"
USE, STORE = "v_add_f32 v3, v1, v1", "global_store_dword v0, v4, s[0:1]"
READ, WRITE = "ds_read_b32 v1, v0", "ds_write_b32 v0, v2"
SCALAR = "s_load_dword s4, s[0:1], 0x0"
TURN = "s_cbranch_scc1 .LBB0_1"
# Programs, and what is used too early in them: registers, or LDS.
KNOWN = [
    ("a load and no wait", [LOAD, USE], {"v1"}),
    ("a wait", [LOAD, "s_waitcnt vmcnt(0)", USE], set()),
    ("the other counter", [LOAD, "s_waitcnt lgkmcnt(0)", USE], {"v1"}),
    ("the older of two loads", [LOAD, OTHER, "s_waitcnt vmcnt(1)", USE], set()),
    ("the younger of two loads", [OTHER, LOAD, "s_waitcnt vmcnt(1)", USE], {"v1"}),
    ("a load that is overwritten", [LOAD, "v_mov_b32 v1, 0"], {"v1"}),
    ("a store says nothing of a load", [LOAD, STORE, "s_waitcnt vmcnt(1)", USE], {"v1"}),
    ("scalar loads end in any order", [SCALAR, "s_load_dword s5, s[0:1], 0x4", "s_waitcnt lgkmcnt(1)", "s_add_i32 s6, s4, 1"], {"s4"}),
    ("a scalar load", [SCALAR, "s_waitcnt lgkmcnt(0)", "s_add_i32 s6, s4, 1"], set()),
    ("a scalar load does not count for LDS", [READ, SCALAR, "s_waitcnt lgkmcnt(1)", USE], {"v1"}),
    ("a turn late", [".LBB0_1:", USE, LOAD, TURN], {"v1"}),
    ("a turn late, with a wait", [".LBB0_1:", "s_waitcnt vmcnt(0)", USE, LOAD, TURN], set()),
    ("a way with fewer loads", [LOAD, "s_cbranch_scc1 .LBB0_2", OTHER, ".LBB0_2:", "s_waitcnt vmcnt(1)", USE], {"v1"}),
    ("a way by LDS and one by memory", [LOAD, "s_cbranch_scc1 .LBB0_2", "s_waitcnt vmcnt(0)", READ, ".LBB0_2:", "s_waitcnt lgkmcnt(0)", USE], {"v1"}),
    ("a barrier over a write", [WRITE, "s_barrier"], {"an access of LDS"}),
    ("a barrier over a read", [WRITE, READ, "s_waitcnt lgkmcnt(1)", "s_barrier"], {"an access of LDS"}),
    ("a barrier over what the turn before wrote", [".LBB0_1:", "s_barrier", WRITE, TURN], {"an access of LDS"}),
    ("a barrier after a wait", [WRITE, READ, "s_waitcnt lgkmcnt(0)", "s_barrier"], set()),
]  # fmt: skip
# Those that load straight to LDS, by stages of 1024 bytes, and what is read too early.
M0, TO_LDS = "s_add_u32 m0, s4, 0x400", "buffer_load_dwordx4 v0, s[8:11], s5 offen lds"
M0_OF_2, READ_1 = "s_add_u32 m0, s4, 0x800", "ds_read_b128 v[4:7], v1 offset:1040"
VM0, LGKM0, VM1 = "s_waitcnt vmcnt(0)", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(1)"
BY_STAGE = [
    ("a read without a wait", [M0, TO_LDS, "s_barrier", READ_1, LGKM0], {"stage 1"}),
    ("a read without a barrier", [M0, TO_LDS, VM0, READ_1, LGKM0], {"stage 1"}),
    ("a wait and a barrier", [M0, TO_LDS, VM0, "s_barrier", READ_1, LGKM0], set()),
    ("a barrier and a wait", [M0, TO_LDS, "s_barrier", VM0, READ_1, LGKM0], {"stage 1"}),
    ("another stage under way", [M0, TO_LDS, M0_OF_2, TO_LDS, VM1, "s_barrier", READ_1, LGKM0], set()),
    ("the stage that is under way", [M0_OF_2, TO_LDS, M0, TO_LDS, VM1, "s_barrier", READ_1, LGKM0], {"stage 1"}),
    ("a load to a stage that is read", [READ_1, LGKM0, M0, TO_LDS], {"stage 1, which is read"}),
    ("a load behind the barrier", [READ_1, LGKM0, "s_barrier", M0, TO_LDS], set()),
    ("a load a turn late", [".LBB0_1:", M0, TO_LDS, VM0, "s_barrier", READ_1, LGKM0, TURN], {"stage 1, which is read"}),
    ("a write to LDS", [M0, TO_LDS, "s_barrier", "ds_write_b128 v1, v[4:7]"], {"stage 0"}),
]  # fmt: skip
SCALED = "v_mfma_scale_f32_32x32x64_f8f6f4 a[0:15], v[4:11], v[12:19], a[0:15], v20, v21 op_sel_hi:[0,0,0]"
PRODUCT = "v_mfma_f32_16x16x32_bf16 a[0:3], v[4:7], v[8:11], a[0:3]"
CLOSE = [
    ("m0 at once", [M0, TO_LDS], {"m0"}),
    ("m0, and a state between", [M0, "s_nop 0", TO_LDS], set()),
    ("a scalar of a vector instruction", ["v_readfirstlane_b32 s5, v3", "s_nop 3", M0, "s_nop 0"][:2] + [STORE.replace("s[0:1]", "s[4:5]")], {"s5"}),
    ("five states after it", ["v_readfirstlane_b32 s5, v3", "s_nop 4", STORE.replace("s[0:1]", "s[4:5]")], set()),
    ("a product of what was just written", ["v_mov_b32 v4, 0", "s_nop 0", PRODUCT], {"v4"}),
    ("two states after it", ["v_mov_b32 v4, 0", "s_nop 1", PRODUCT], set()),
    ("a sum at once", [PRODUCT, "s_nop 5", "v_accvgpr_read_b32 v1, a2"], {"a2"}),
    ("a sum that is done", [PRODUCT, "s_nop 7", "v_accvgpr_read_b32 v1, a2"], set()),
    ("a sum added to", [PRODUCT, PRODUCT], set()),
    ("a part of a sum added to", [PRODUCT, "s_nop 4", PRODUCT.replace("a[0:3]", "a[2:5]")], {"a2", "a3"}),
    ("a part of a sum added to, later", [PRODUCT, "s_nop 5", PRODUCT.replace("a[0:3]", "a[2:5]")], set()),
    ("a sum just zeroed", ["v_accvgpr_write_b32 a1, 0", "s_nop 0", PRODUCT], {"a1"}),
    ("a sum overwritten", [PRODUCT, "s_nop 5", "v_accvgpr_write_b32 a1, 0"], {"a1"}),
    ("a sum overwritten by a load", [PRODUCT, "s_nop 5", "ds_read_b128 a[0:3], v1"], {"a0", "a1", "a2", "a3"}),
    ("a sum that another product reads overwritten", [PRODUCT.replace(" a[0:3]", " a[8:11]", 1), "s_nop 1", "v_accvgpr_write_b32 a1, 0"], {"a1"}),
    ("a sum that another product has read", [PRODUCT.replace(" a[0:3]", " a[8:11]", 1), "s_nop 2", "v_accvgpr_write_b32 a1, 0"], set()),
    ("a scale just written", ["v_mov_b32 v20, 0", "s_nop 0", SCALED], {"v20"}),
    ("16 passes", [SCALED, "s_nop 15", "s_nop 2", "v_accvgpr_read_b32 v1, a2"], {"a2"}),
    ("16 passes and 4 states", [SCALED, "s_nop 15", "s_nop 3", "v_accvgpr_read_b32 v1, a2"], set()),
    ("sums by two ways", [PRODUCT, "s_cbranch_scc1 .LBB0_2", PRODUCT.replace(" a[0:3]", " a[2:5]", 1), ".LBB0_2:", PRODUCT], {"a2", "a3"}),
]  # fmt: skip
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


def program(lines):
    return "\n".join(line if line.endswith(":") else f"\t{line}" for line in [*lines, "s_endpgm"])


def direct(kernel):
    """Whether something is wrong with a direct kernel: it itself, or that an edit of it passes."""

    stage = kernel.lds // 8  # bytes of one of four, of one operand
    loads = 2 * stage // (64 * kernel.waves * 16)  # of a lane, in a step

    def wrong(text):
        return amd_waits.unfinished(text, stage_bytes=stage) + amd_waits.too_close(kernel.target, text)

    found, edits = wrong(kernel.text), {}
    for name, old, new in (("a wait too weak by one load, once", rf"vmcnt\({2 * loads}\)", f"vmcnt({2 * loads + 1})"),
                           ("a longer wait too weak by one load, once", rf"vmcnt\({2 * loads + 8}\)", f"vmcnt({2 * loads + 9})"),
                           ("a load to the next stage, once", rf"(m0, s\d+), {stage:#x}", rf"\1, {2 * stage:#x}"),
                           ("a read of the next stage, once", rf"(ds_read_b128 .*offset:){stage}\b", rf"\g<1>{2 * stage}"),
                           ("no state behind m0, once", r"s_nop 0(\s+buffer_load)", r"\1")):  # fmt: skip
        for at in list(re.finditer(old, kernel.text))[-2:]:  # those in the loop
            edits[f"{name}, at {at.start()}"] = kernel.text[: at.start()] + re.sub(old, new, at[0]) + kernel.text[at.end() :]
    passed = [name for name, text in edits.items() if not wrong(text)]
    # The others without scales have the same loop.
    waits = {wait: bool(wrong(text)) for wait, text in amd_waits.weakened(kernel.text)} if kernel.name.endswith(("Bf16Direct", "Mxfp8Direct", "Mxfp4Direct")) else {}
    kept = [wait for wait, refuted in waits.items() if not refuted]
    print(f"{kernel.name}: {'ok' if not found else f'{len(found)} uses too early, such as {found[0]}'}; {len(edits) - len(passed)} of {len(edits)} "
          f"edits are refuted{', not ' * bool(passed)}{', '.join(passed)}; {len(waits) - len(kept)} of {len(waits)} waits are needed{', not ' * bool(kept)}{', '.join(kept)}", flush=True)  # fmt: skip
    return bool(found or passed) or len(edits) < 8 or len(kept) > 3 or any("vmcnt" in wait for wait in kept)


def disagreements(compiler, target):
    """How clang's own distances and the model's differ: words, none where they agree."""
    element, count, product, more = SEEN[target]
    source = SEEN_SOURCE.replace("BYTES", str(count)).replace("TYPE", element).replace("PRODUCT", product) + more
    with tempfile.TemporaryDirectory() as folder:
        text, out = pathlib.Path(folder) / "seen.hip", pathlib.Path(folder) / "seen.s"
        text.write_text(source, encoding="utf-8")
        subprocess.run(cached([*compiler, "-x", "hip", "-nogpuinc", "-nogpulib", "-O3", "--cuda-device-only", f"--offload-arch={target}", "-S", text.name, "-o", out]),
                       check=True, cwd=folder)
        assembly = out.read_text(encoding="utf-8")
    said, states = [], 0
    for name in re.findall(r"^KERNEL (\w+)", source, re.M):
        code = re.search(rf"^{name}:.*?(?=\.Lfunc_end)", assembly, re.S | re.M)[0]
        code = re.sub(r"s_\w+ m0, (s\d+), .*", r"s_add_u32 m0, \1, 0x0", code)  # as the model reads it
        if found := amd_waits.too_close(target, code):
            said.append(f"{name}: {found[0]} is too close for the model alone")
        for nop in re.finditer(r"s_nop (\d+)", code):
            if re.search(r"_load_[^\n]*\n\s*$", code[: nop.start()]):
                continue  # between loads: for those that are repeated after a page fault
            states += 1
            less = f"s_nop {int(nop[1]) - 1}" if int(nop[1]) else ""
            if not amd_waits.too_close(target, code[: nop.start()] + less + code[nop.end() :]):
                said.append(f"{name}: {nop[0]} is more than the model asks for")
    if states < 6:
        said.append(f"clang waits at {states} places only")
    print(f"{target}: clang's own waits at {states} places: {'; '.join(said) or 'as the model has them, each too short with a state less'}")
    return said


def main(target):
    for what, lines, want in KNOWN:
        found = {register for _, register in amd_waits.unfinished(program(lines))}
        if found != want:
            sys.exit(f"FAIL: {what}: {found} are used too early, and {want} should be")
    if amd_waits.unfinished(program([LOAD, STORE, "s_waitcnt vmcnt(1)", USE]), stores_in_order=True):
        sys.exit("FAIL: stores in order")
    for what, lines, want in BY_STAGE:
        found = {place for _, place in amd_waits.unfinished(program(lines), stage_bytes=1024)}
        if found != want:
            sys.exit(f"FAIL: {what}: {found} are used too early, and {want} should be")
    for what, lines, want in CLOSE:
        found = {register for _, register in amd_waits.too_close("gfx950", program(lines))}
        if found != want:
            sys.exit(f"FAIL: {what}: {found} are read too soon, and {want} should be")
    compiler = amd_static.compilers(os.environ.get("COLEX_AMD_CLANG", "")).get(target)
    if not compiler:
        print(f"SKIP: no clang that knows {target}")
        return 77
    failed = target in SEEN and bool(disagreements(compiler, target))
    for kernel in amd_static.ours(compiler, target, amd_static.OURS[target]):
        if kernel.name.endswith("Direct"):
            failed |= direct(kernel)
            continue
        found = amd_waits.unfinished(kernel.text)
        in_order = bool(found) and not amd_waits.unfinished(kernel.text, stores_in_order=True)
        failed |= bool(found) and not (in_order and kernel.spills)
        print(f"{kernel.name}: {'ok' if not found else f'{len(found)} uses too early, such as {found[0]}'}{', none if stores end in order' * in_order}")
        if kernel.name.endswith("Bf16Pipelined") and not found:
            waits = {wait: bool(amd_waits.unfinished(text)) for wait, text in amd_waits.weakened(kernel.text)}
            kept = [wait for wait, refuted in waits.items() if not refuted]
            print(f"{len(waits) - len(kept)} of its {len(waits)} waits are needed, each refuted when it is left out; not {', '.join(kept)}")
            failed |= len(kept) > 10 or any("vmcnt" in wait for wait in kept)
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
