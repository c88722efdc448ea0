#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles a kernel for each matrix instruction of a target and asserts that it holds that instruction, once.

  atom_code.py clang:gfx942 atom_kernels.cpp mfma_layouts.txt -Iinclude -Igpu_kernels

What to expect is not read from the atoms: AMD's mnemonics are those of the calculator's rows, NVIDIA's names are
spelt here. A kernel's symbol says which element types and extents its atom has. Exit status as device_code.py's.
"""
import os
import re
import sys
import tempfile

from device_code import run, tool

# The element types as demangled symbols spell them, in AMD's words and in PTX's.
AMD_TYPES = {"float": "fp32", "double": "fp64", "signed char": "int8", "int": "int32", "colex::gpu::Tf32": "xf32",
             "short, 5, 10, 15": "fp16", "short, 8, 7, 127": "bf16", "char, 4, 3, 8": "amd_fp8",
             "char, 5, 2, 16": "amd_bf8"}
PTX_TYPES = {"float": "f32", "double": "f64", "signed char": "s8", "unsigned char": "u8", "int": "s32",
             "colex::gpu::Tf32": "tf32", "short, 5, 10, 15": "f16", "short, 8, 7, 127": "bf16",
             "char, 4, 3, 7": "e4m3", "char, 5, 2, 15": "e5m2"}
PTX_ATOMS = ([("16", "16", t, t, "f32") for t in ("f16", "bf16")] + [("16", "8", t, t, "f32") for t in ("f16", "bf16")]
             + [("16", k, "tf32", "tf32", "f32") for k in ("8", "4")]
             + [("16", "32", a, b, "s32") for a in ("s8", "u8") for b in ("s8", "u8")]
             + [("16", "32", a, b, "f32") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")]
             + [("8", "4", "f64", "f64", "f64")] + [("16", k, "f64", "f64", "f64") for k in ("4", "8", "16")])
TYPE = r"(?:colex::gpu::SmallFloat<unsigned (\w+, \d+, \d+, \d+), [^<>]*>|((?:un)?signed char|float|double|int|colex::gpu::Tf32))"


def atom_of(symbol, types):
    """The types and extents of the atom in a demangled kernel name."""
    found = re.search(rf"multiply_once<colex::gpu::(?:Mfma|MmaSync)<{TYPE}, {TYPE}, {TYPE}, ([\d, ]+)>", symbol)
    if not found:
        sys.exit(f"FAIL: no atom in {symbol}")
    a, b, c = (types[found[i] or found[i + 1]] for i in (1, 3, 5))
    return (a, b, c, *found[7].split(", "))


def demangled(symbol):
    return run(tool("llvm-cxxfilt-19", "c++filt"), symbol).strip()


def instructions(path, label, instruction):
    """Kernel -> the instructions of its body, in order."""
    kernels, current = {}, None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if start := re.search(label, line):
                current = kernels.setdefault(start[1], [])
            current is not None and current.extend(re.findall(instruction, line))
    return kernels


def no_scratch(code_object):
    """The operands stay in registers."""
    notes = run(tool("llvm-readelf-19", "llvm-readelf"), "--notes", code_object)
    for key in ("private_segment_fixed_size", "sgpr_spill_count", "vgpr_spill_count"):
        values = re.findall(rf"\.{key}:\s+(\d+)", notes)
        if not values or any(value != "0" for value in values):
            sys.exit(f"FAIL: {key} of the kernels: {values}, expected zeros")


def amd_expected(layouts, arch):
    """(A, B, C, R, K, blocks) -> mnemonic. The calculator names A's type; B's is the same but for mixed fp8."""
    expected = {}
    with open(layouts, encoding="utf-8") as rows:
        for row in rows:
            target, mnemonic, m, _, k, blocks, a, c, *_ = row.split()
            if target == arch:
                mixed = {"_fp8": "amd_fp8", "_bf8": "amd_bf8"}
                expected[(a, mixed.get(mnemonic[-4:], a), c, m, k, blocks)] = mnemonic
    return expected


def report(got, expected):
    """Both: atom -> list of instructions."""
    for atom in sorted(set(got) | set(expected)):
        right = got.get(atom) == expected.get(atom)
        print(f"{'ok  ' if right else 'FAIL'} {' '.join(atom)}: {got.get(atom)}"
              + ("" if right else f", expected {expected.get(atom)}"))
    print(f"{len(expected)} kernels expected, {len(got)} compiled")
    sys.exit(0 if got == expected else 1)


def main():
    target, source, layouts, *flags = sys.argv[1:]
    compiler, arch = target.split(":")
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "atoms")
        if compiler == "nvcc":
            nvcc = [tool("nvcc"), "-x", "cu", "-std=c++20", "--expt-relaxed-constexpr", "-Werror", "all-warnings", *flags]
            code = arch.replace("sm_", "compute_")
            run(*nvcc, f"-gencode=arch={code},code={arch}", "-c", source, "-o", out)  # ptxas accepts it
            run(*nvcc, f"-arch={code}", "-c", "-ptx", source, "-o", out + ".ptx")
            kernels = instructions(out + ".ptx", r"\.entry (\w+)", r"\s((?:mma|ldmatrix|stmatrix)\.sync\S+)")
            got, expected = {}, {}
            for symbol, found in kernels.items():
                name = demangled(symbol)
                moves = re.search(r"move_matrices<(\d), \(colex::gpu::Order\)(\d)>", name)
                got[("move", *moves.groups()) if moves else atom_of(name, PTX_TYPES)] = found
            for m, k, a, b, c in PTX_ATOMS:
                expected[(a, b, c, m, k)] = [f"mma.sync.aligned.m{m}n8k{k}.row.col.{c}.{a}.{b}.{c}"]
            for matrices in "124":
                for order, suffix in (("0", ""), ("1", ".trans")):
                    expected[("move", matrices, order)] = [
                        f"{verb}.sync.aligned.m8n8.x{matrices}{suffix}.shared.b16" for verb in ("ldmatrix", "stmatrix")]
            report(got, expected)
        command = {"hipcc": ["hipcc"], "clang": ["clang++-19", "-x", "hip", "-nogpuinc", "-nogpulib"]}[compiler]
        run(tool(command[0]), *command[1:], "-std=c++20", "-O3", "-Wall", "-Wextra", "-Werror", "--cuda-device-only",
            "--no-gpu-bundle-output", f"--offload-arch={arch}", f"-DTARGET={90 if arch == 'gfx90a' else 942}", *flags,
            "-c", source, "-o", out)
        with open(out + ".s", "w", encoding="utf-8") as text:
            text.write(run(tool("llvm-objdump-19", "llvm-objdump"), "-d", out))
        no_scratch(out)
        kernels = instructions(out + ".s", r"^[0-9a-f]+ <(\w+)>:", r"\b((?:v_mfma|buffer_load)_\w+)")
        names = {demangled(symbol): found for symbol, found in kernels.items()}
        got = {("bounded",) if "load_bounded" in name else atom_of(name, AMD_TYPES): found
               for name, found in names.items()}
        expected = {atom: [name] for atom, name in amd_expected(layouts, arch).items()}
        # hipcc's clang has no such builtin; there the loads are ordinary ones.
        expected[("bounded",)] = ["buffer_load_dwordx4"] if compiler == "clang" else []
        report(got, expected)


main()
