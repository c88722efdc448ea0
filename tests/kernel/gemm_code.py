#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles GEMM configs for one target and asserts what the compiler made of them.

  gemm_code.py clang:gfx942 GemmMfmaBf16,GemmMfmaF16 gemm_code.cpp -Iinclude -Igpu_kernels
  gemm_code.py clang:gfx942 fma gemm_code.cpp ...               the configs without matrix instructions
  gemm_code.py nvcc:sm_90a GemmF32,GemmMmaSyncBf16 gemm_code.cpp ...

AMD: the number of MFMA a K step, 16-byte accesses of global memory and LDS, no scratch memory, no spilled
register, registers and LDS within what the stated number of waves leaves. NVIDIA: the number of mma.sync, no
stack frame, no spills. Exit status 0 as expected, 1 not so, 77 skipped: a tool is absent.
"""
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from device_code import run, tool  # noqa: E402
from drawn import every  # noqa: E402

# One step of K: the matrix instructions, one for each atom of a wave's tile; then 16-byte reads of LDS, 8 for a
# wave's 4 + 4 atoms where every lane holds 16 bytes of each (the compiler may write one as two halves, read2_b64),
# 16-byte writes, and loads from global memory. `mfma` is a pattern. The K loop is not unrolled, so that the
# kernel has as many as one step. `waves`: waves a SIMD that registers (512) and LDS (64 KB a CU) must leave
# room for; a block is four waves unless stated.
AMD = {
    "GemmMfmaBf16": dict(mfma=(r"f32_16x16x16_?bf16", 32), lds_read=8, lds_write=8, load=8, waves=2),
    "GemmMfmaF16": dict(mfma=(r"f32_16x16x16_?f16", 32), lds_read=8, lds_write=8, load=8, waves=2),
    "GemmMfmaF32": dict(mfma=(r"f32_16x16x4_?f32", 64), lds_read=8, lds_write=8, load=8, waves=2),
    # A run is two elements, and clang loads them one by one.
    "GemmMfmaF64": dict(mfma=(r"f64_16x16x4_?f64", 8), lds_read=4, lds_write=4, load=0, waves=4),
    "GemmMfmaI8Gfx90a": dict(mfma=(r"i32_16x16x16i8", 64), lds_read=8, lds_write=8, load=8, waves=1),
    "GemmMfmaI8": dict(mfma=(r"i32_16x16x32_i8", 32), lds_read=8, lds_write=8, load=8, waves=1),
    "GemmMfmaE4M3Fnuz": dict(mfma=(r"f32_16x16x32_fp8_fp8", 32), lds_read=8, lds_write=8, load=8, waves=1),
    "GemmMfmaE5M2Fnuz": dict(mfma=(r"f32_16x16x32_bf8_bf8", 32), lds_read=8, lds_write=8, load=8, waves=1),
    # B comes preshuffled: LDS holds A only, and a lane loads four runs of B for each step.
    "GemmMfmaBf16Shuffled": dict(mfma=(r"f32_16x16x16_?bf16", 32), lds_read=4, lds_write=4, load=12, waves=2),
    "GemmMfmaF16Shuffled": dict(mfma=(r"f32_16x16x16_?f16", 32), lds_read=4, lds_write=4, load=12, waves=2),
    "GemmMfmaI8Shuffled": dict(mfma=(r"i32_16x16x32_i8", 32), lds_read=4, lds_write=4, load=12, waves=1),
    "GemmMfmaE4M3FnuzShuffled": dict(mfma=(r"f32_16x16x32_fp8_fp8", 32), lds_read=4, lds_write=4, load=12, waves=1),
    # Two groups of the K loop at a time: 4 rows of A and 4 columns of B each.
    "GemmF32": dict(mfma=(r"\w+", 0), lds_read=4, lds_write=8, load=8, waves=2, waves_in_block=1),
}
# The configs without matrix instructions, in one compilation: the waves a SIMD that registers and LDS leave room for, the
# waves of a block, and scalar registers that clang keeps in lanes of vector registers, never in memory, at most.
FMA = {"GemmF64": (1, 1, 8), "GemmI8": (3, 1, 0), "GemmBf16": (4, 1, 8), "GemmBf16Bf16": (4, 1, 8), "GemmF16": (4, 1, 64),
       "GemmE4M3": (6, 1, 0), "GemmE5M2": (6, 1, 0), "GemmE4M3Fnuz": (3, 1, 8), "GemmE5M2Fnuz": (3, 1, 8),
       "GemmF32Large": (2, 4, 0)}
# Matrix instructions in one step of K: tile_m / 16 / waves_m x tile_n / 8 / waves_n x k_group; of the direct config in a turn of 4 steps.
NVIDIA = {"GemmF32": 0, "GemmMmaSyncBf16": 4 * 4 * 2, "GemmMmaSyncI8": 4 * 4 * 2, "GemmMmaSyncBf16Shuffled": 4 * 4 * 2,
          "GemmMmaSyncE4M3Shuffled": 4 * 4 * 2, "GemmMmaSyncF64Direct": 4 * 4 * 4, "GemmMmaSyncBf16Direct": 4 * 4 * 4,
          "GemmMmaSyncF16Direct": 4 * 4 * 4, "GemmMmaSyncI8Direct": 4 * 4 * 4, "GemmMmaSyncE4M3Direct": 4 * 4 * 4}


def fail(what):
    sys.exit(f"FAIL: {what}")


def name_configs(configs, out):
    """The compiler's arguments that choose the configs: on its command line a comma separates definitions."""
    with open(out + ".hpp", "w", encoding="utf-8") as file:
        file.write(f"#define COLEX_GEMM_CONFIGS {', '.join(configs)}\n")
    return ["-include", os.path.basename(out) + ".hpp"]


def amd_notes(arch, configs, source, flags, out):
    """Compiles the configs; what the object says of its kernels."""
    run(tool("clang++-19"), "-x", "hip", "-nogpuinc", "-nogpulib", "-std=c++20", "-O3", "-Wall", "-Wextra", "-Werror",
        "--cuda-device-only", "--no-gpu-bundle-output", f"--offload-arch={arch}", *name_configs(configs, out), *flags,
        "-c", source, "-o", out)
    return run(tool("llvm-readelf-19"), "--notes", out)


def require_room(what, registers, lds, waves, waves_in_block):
    """Registers are of both kinds, which share one file of 512 a lane; LDS is of a block, and a CU has four SIMDs."""
    if registers * waves > 512:
        fail(f"{what}{registers} registers leave no room for {waves} waves")
    if lds * 4 * waves // waves_in_block > 65536:
        fail(f"{what}{lds} bytes of LDS leave no room for {waves} waves")


def of_kernel(name, parts, flags):
    """The part that names the kernel of this config."""
    kernel = "gemm_grouped_kernel" if any("grouped" in flag for flag in flags) else "gemm_kernel"
    mine = [part for part in parts if re.search(rf"\d{kernel}I\w*?\d{name}E", part)]
    if len(mine) != 1:
        fail(f"{name}: {len(mine)} kernels")
    return mine[0]


def check_amd(arch, configs, source, flags, out):
    names = configs.split(",")
    notes = amd_notes(arch, names, source, flags, out).split(".agpr_count:")
    code = run(tool("llvm-objdump-19"), "-d", f"--mcpu={arch}", out)
    padding, *functions = re.split(r"\n(?=[0-9a-f]+ <(?!\.text>))", code)
    # a function that was not inlined would escape the counts
    if len(functions) != len(names) or re.search(r"^\s+(?!s_nop\s)[a-z]\w+\s", padding, re.M):
        fail(f"{len(functions)} functions for {len(names)} kernels, or code of no function")
    for name in names:
        check_amd_kernel(name, of_kernel(name, notes, flags), of_kernel(name, functions, flags), flags)


def check_amd_kernel(name, notes, code, flags):
    want = AMD[name]
    number = {key: int(value) for key, value in re.findall(r"\.(\w+):\s+(\d+)\n", notes)}
    print(name, {key: number[key] for key in ("vgpr_count", "group_segment_fixed_size")})
    for key in ("private_segment_fixed_size", "sgpr_spill_count", "vgpr_spill_count"):
        if number[key]:
            fail(f"{name}: {key} is {number[key]}")
    require_room(f"{name}: ", number["vgpr_count"], number["group_segment_fixed_size"], want["waves"],
                 want.get("waves_in_block", 4))  # fmt: skip

    def count(pattern):
        return len(re.findall(rf"^\s+{pattern}\s", code, re.M))

    got = dict(mfma=count(rf"v_mfma_{want['mfma'][0]}(?:_1k)?"), lds_read=count("ds_read(?:_b128|2(?:st64)?_b64)"),
               lds_write=count("ds_write(?:_b128|2(?:st64)?_b64)"), load=count("global_load_dwordx4"))
    other = count(r"(?:scratch|flat|buffer)_(?:load|store)\w*"), count(r"v_mfma_\w+") - got["mfma"]
    print("matrix instructions, 16-byte reads and writes of LDS, 16-byte loads:", got)
    if other != (0, 0):
        fail(f"{name}: {other[0]} accesses of other memory, {other[1]} other matrix instructions")
    if got["mfma"] != want["mfma"][1]:
        fail(f"{name}: {got['mfma']} matrix instructions, expected {want['mfma'][1]}")
    for key in ("lds_read", "lds_write", "load"):
        if key == "load" and any("grouped" in flag for flag in flags) and got[key] > want[key]:
            continue  # loads of the problem from the list's table, which come in 16 bytes too
        if got[key] != want[key]:
            fail(f"{name}: {key}: {got[key]}, expected {want[key]}")


def check_fma(arch, _, source, flags, out):
    notes = amd_notes(arch, FMA, source, flags, out)
    for name, (waves, waves_in_block, scalars) in FMA.items():
        mine = of_kernel(name, notes.split(".agpr_count:"), flags)
        number = {key: int(value) for key, value in re.findall(r"\.(\w+):\s+(\d+)\n", mine)}
        print(name, {key: number[key] for key in ("vgpr_count", "sgpr_spill_count", "group_segment_fixed_size")})
        if number["private_segment_fixed_size"] or number["vgpr_spill_count"] or number["sgpr_spill_count"] > scalars:
            fail(f"{name}: scratch memory, or spilled registers")
        require_room(f"{name}: ", number["vgpr_count"], number["group_segment_fixed_size"], waves, waves_in_block)
    code = run(tool("llvm-objdump-19"), "-d", f"--mcpu={arch}", out)
    if re.search(r"^\s+(?:scratch_|v_mfma_)", code, re.M):
        fail("an access of scratch memory, or a matrix instruction")


def check_nvidia(arch, configs, source, flags, out):
    nvcc = [tool("nvcc"), "-x", "cu", "-std=c++20", "--expt-relaxed-constexpr", "-Werror", "all-warnings",
            *name_configs(configs.split(","), out), *flags]
    code = arch.replace("sm_", "compute_")
    report = run(*nvcc, f"-gencode=arch={code},code={arch}", "-Xptxas", "-v", "-c", source, "-o", out)
    frames = re.findall(r"(\d+) bytes (?:stack frame|spill stores|spill loads)", report)
    names = configs.split(",")
    if frames != ["0"] * (3 * len(names)):
        fail(f"bytes of stack frame, spill stores and spill loads: {frames}")
    print("registers:", re.findall(r"Used (\d+) registers", report), "no stack, no spills")
    run(*nvcc, f"-arch={code}", "-c", "-ptx", source, "-o", out + ".ptx")
    with open(out + ".ptx", encoding="utf-8") as file:
        kernels = re.split(r"\.entry ", file.read())[1:]
    for name in names:
        texts = [text for text in kernels if re.match(rf"\w*\d{name}E", text)]
        if len(texts) != 1 or texts[0].count("mma.sync.aligned") != NVIDIA[name]:
            fail(f"{name}: mma.sync in {[t.count('mma.sync.aligned') for t in texts]}, expected {NVIDIA[name]}")


def main():
    target, configs, source, *flags = sys.argv[1:]
    compiler, arch = target.split(":")
    if "," in configs:
        configs = ",".join(every(configs.split(","), 2, f"configs of one compilation for {arch}", "a compiler takes a second or two for each"))
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "kernels")
        os.chdir(folder)
        (check_nvidia if compiler == "nvcc" else check_fma if configs == "fma" else check_amd)(arch, configs, source, flags, out)
    print("ok ", configs, arch)


main()
