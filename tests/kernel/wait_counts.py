#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""s_waitcnt in the machine code of AMD's GEMMs, any K: wait_counts.py gfx942. Every register is waited for, and LDS at every barrier, by
the invariant of bench/amd_waits.py. Before that it is asked of small programs whose answer is known; then each wait of a pipelined kernel
is left out, one at a time: that must be refuted of each for memory, and of all but a few for LDS, which the barrier's wait implies.
Of the direct kernels, for gfx950, each wait for memory is also made too weak by one load, two stages are exchanged, and what keeps
distances is left out.
Exit status 77: no clang for the target."""
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import amd_static  # noqa: E402
import amd_waits  # noqa: E402

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
]  # fmt: skip
STAGE = 16384  # bytes of an operand's stage in the direct kernels


def program(lines):
    return "\n".join(line if line.endswith(":") else f"\t{line}" for line in [*lines, "s_endpgm"])


def direct(kernel):
    """Whether something is wrong with a direct kernel: it itself, or that an edit of it passes."""

    def wrong(text):
        return amd_waits.unfinished(text, stage_bytes=STAGE) + amd_waits.too_close(kernel.target, text)

    found, edits = wrong(kernel.text), {}
    for name, old, new in (("a wait too weak by one load, once", r"vmcnt\(16\)", "vmcnt(17)"), ("a load to the next stage, once", r"(m0, s\d+), 0x4000", r"\1, 0x8000"),
                           ("a read of the next stage, once", r"(ds_read_b128 .*offset:)16384", r"\g<1>32768"),
                           ("no state behind m0, once", r"s_nop 0(\s+buffer_load)", r"\1")):  # fmt: skip
        for at in list(re.finditer(old, kernel.text))[-2:]:  # those in the loop
            edits[f"{name}, at {at.start()}"] = kernel.text[: at.start()] + re.sub(old, new, at[0]) + kernel.text[at.end() :]
    passed = [name for name, text in edits.items() if not wrong(text)]
    # The other kernels have the same loop.
    waits = {wait: bool(wrong(text)) for wait, text in amd_waits.weakened(kernel.text)} if kernel.name.endswith("Bf16Direct") else {}
    kept = [wait for wait, refuted in waits.items() if not refuted]
    print(f"{kernel.name}: {'ok' if not found else f'{len(found)} uses too early, such as {found[0]}'}; {len(edits) - len(passed)} of {len(edits)} "
          f"edits are refuted{', not ' * bool(passed)}{', '.join(passed)}; {len(waits) - len(kept)} of {len(waits)} waits are needed{', not ' * bool(kept)}{', '.join(kept)}", flush=True)  # fmt: skip
    return bool(found or passed) or len(edits) < 8 or len(kept) > 3 or any("vmcnt" in wait for wait in kept)


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
    failed = False
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
