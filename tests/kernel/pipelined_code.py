#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The loop of the pipelined GEMM as clang makes it: pipelined_code.py gfx942. Two steps of K are their matrix instructions, the accesses
that feed them and a few scalar instructions; nothing is spilled, and both models of bench/amd_static.py find the matrix unit busy.
For gfx950 it reads the direct one: four steps, whose loads go straight to LDS. Before that, the second model is asked of loops whose
answer is known. Exit status 77: no clang that knows the target (COLEX_AMD_CLANG names one from 20 on)."""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import amd_static  # noqa: E402

# The least shares by llvm-mca and by our model.
ALONE, SHARE = 0.9, 0.98
ATOMS = {256: 8 + 4, 128: 4 + 4}  # by the tile's columns: those of a wave along M and N
# Of gfx950: what four steps have beside their products, the most vector instructions for 32 products of 16 x 16, and the least share.
DIRECT, FEW, SHARE_DIRECT = {"LDS": 64, "VMEM": 32}, 20, 0.95
SCALED = {"Mxfp8": {"LDS": 64, "VMEM": 40}, "Mxfp4": {"LDS": 32, "VMEM": 24}}  # a load of scales for each of a lane's eight rows


def known_loops():
    """A loop of matrix instructions alone is all share; one that waits for memory in each turn has 32 quad-cycles of some 200."""
    product = "v_mfma_f32_16x16x16_bf16 v[{0}:{1}], v[64:65], v[66:67], v[{0}:{1}]"
    products = [product.format(4 * i, 4 * i + 3) for i in range(8)]
    wave = amd_static.Kernel("known", "gfx942", "", 512, 0, 0, 0, 0, 4, (16, 16, 16), 2)
    assert wave.waves_per_simd == 1
    alone = amd_static.simulate(wave, products)
    waits = amd_static.simulate(wave, [*products, "global_load_dwordx4 v[64:67], v68, s[0:1]", "s_waitcnt vmcnt(0)"])
    # What goes straight to LDS takes its path, too: 40 such loads are 640 quad-cycles of memory's path, and with 80 reads 960 of LDS's.
    straight = amd_static.simulate(wave, [*products, *["buffer_load_dwordx4 v68, s[0:3], s4 offen lds", *["ds_read_b128 v[72:75], v68"] * 2] * 40])
    if not 950 <= straight <= 1000:
        sys.exit(f"FAIL: loads straight to LDS take {straight} quad-cycles")
    # Fed by the one before: each waits for the last one's passes and two quad-cycles more.
    chain = amd_static.simulate(wave, [f"v_mfma_f32_16x16x16_bf16 v[{4 * i + 4}:{4 * i + 7}], v[{4 * i}:{4 * i + 1}], v[64:65], 0"
                                       for i in range(8)])  # fmt: skip
    # Three waves, of which one gets ahead: together they take what the matrix unit does, 3 x 4 products of 8 quad-cycles.
    f32 = [f"v_mfma_f32_16x16x4_f32 v[{4 * i}:{4 * i + 3}], v64, v66, v[{4 * i}:{4 * i + 3}]" for i in range(4)]
    three = amd_static.simulate(wave._replace(registers=160), [*f32, "ds_read_b128 v[72:75], v68", "s_waitcnt lgkmcnt(0)"])
    if not 95 <= three <= 97:
        sys.exit(f"FAIL: three waves take {three} quad-cycles")
    if alone != 32 or not 32 + 200 <= waits <= 32 + 250 or chain < 8 * 6 - 2:
        sys.exit(f"FAIL: known loops take {alone}, {waits} and {chain} quad-cycles")


def main(target):
    known_loops()
    failed = []
    compiler = amd_static.compilers(os.environ.get("COLEX_AMD_CLANG", "")).get(target)
    if not compiler:
        print(f"SKIP: no clang that knows {target}")
        return 77
    kernels = "Direct" if target == "gfx950" else "Pipelined"
    for kernel in amd_static.ours(compiler, target, [config for config in amd_static.OURS[target] if config[0].endswith(kernels)]):
        row = amd_static.judge(kernel)
        print(amd_static.line(row))
        c = row.counts
        if kernels == "Direct":
            accesses = next((n for format, n in SCALED.items() if format in kernel.name), DIRECT)
            if kernel.spills or kernel.scratch or kernel.code_bytes > 32768 or any(c[unit] != n for unit, n in accesses.items()):
                failed.append(f"{kernel.name}: spills, scratch memory, too much code, or other accesses: {c}")
            if c["VALU"] * 32 > FEW * row.flop / (2 * 16 * 16 * 32 * 2 / kernel.element_bytes) or row.share < SHARE_DIRECT:
                failed.append(f"{kernel.name}: {c['VALU']} vector instructions, share {row.share:.2f}")
            continue
        # A run of 16 bytes is written, and loaded, for each of the tile's that a thread has, and one read for each atom of 16 rows.
        m, n, k = kernel.tile
        loads = (m + n) * 4 // (64 * kernel.waves)
        reads, products = ATOMS[n], 2 * 2 * m * n * k // kernel.waves
        if (row.flop, c["VALU"], c["LDS"], c["VMEM"]) != (products, 0, 2 * (loads + reads), 2 * loads) or c["SALU"] > 8:
            failed.append(f"{kernel.name}: {c}")
        if kernel.spills or kernel.scratch or kernel.code_bytes > 32768 or kernel.waves_per_simd < 2:
            failed.append(f"{kernel.name}: spills, scratch memory, or too much code or too many registers")
        if row.matrix < ALONE * row.alone or row.share < SHARE:
            failed.append(f"{kernel.name}: shares {row.matrix / row.alone:.2f} and {row.share:.2f}")
    print("\n".join("FAIL " + what for what in failed) or "ok")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
