#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""s_waitcnt in the machine code of AMD's GEMMs, any K: wait_counts.py gfx942. Every register is waited for, and LDS at every barrier, by
the invariant of bench/amd_waits.py. Before that it is asked of small programs whose answer is known; then each wait of a pipelined kernel
is left out, one at a time: that must be refuted of each for memory, and of all but a few for LDS, which the barrier's wait implies.
Exit status 77: no clang for the target."""
import os
import pathlib
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


def program(lines):
    return "\n".join(line if line.endswith(":") else f"\t{line}" for line in [*lines, "s_endpgm"])


def main(target):
    for what, lines, want in KNOWN:
        found = {register for _, register in amd_waits.unfinished(program(lines))}
        if found != want:
            sys.exit(f"FAIL: {what}: {found} are used too early, and {want} should be")
    if amd_waits.unfinished(program([LOAD, STORE, "s_waitcnt vmcnt(1)", USE]), stores_in_order=True):
        sys.exit("FAIL: stores in order")
    compiler = amd_static.compilers(os.environ.get("COLEX_AMD_CLANG", "")).get(target)
    if not compiler:
        print(f"SKIP: no clang that knows {target}")
        return 77
    failed = False
    for kernel in amd_static.ours(compiler, target, amd_static.OURS[target]):
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
