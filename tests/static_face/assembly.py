#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles assembly.cpp for one target and counts instructions: a static layout beside arithmetic by hand.

  assembly.py g++-12|clang++-19|nvcc:sm_90a|clang++-19:gfx942 assembly.cpp INCLUDE HEADERLESS README

For a device, the kernel in the README's ```cuda block is a case more.
Every case has at most one instruction more than the one by hand (MORE has the exception); no call, no stack, and no
division in a case of powers of two (`p2`). A kernel's symbol has at most 200 characters. The planted regression must
be noticed. Exit status 0 as expected, 1 not so, 77 skipped: a tool is absent.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

CASES = 27
README_KERNEL = "_Z6gatherPKfPf"
LONGEST_SYMBOL = 200
# Written in one expression, g++ takes the common factor of two products, by hand; of inlined functions it does not.
MORE = {("g++-12", "p2_blocked_ij"): 3}
CUDA_TOOLS = os.path.join(os.environ.get("CUDA_PATH", "/usr/local/cuda"), "bin")


def tool(*names):
    for name in names:
        path = shutil.which(name) or shutil.which(name, path=CUDA_TOOLS)
        if path:
            return path
    print(f"SKIP: {' or '.join(names)} is not installed: this target was NOT compiled")
    sys.exit(77)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or "warning" in done.stderr:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}\nFAIL: exit status {done.returncode}, or warnings")
    return done.stdout + done.stderr


def disassembled(text):
    """Function -> its instructions, of objdump's output. What pads the end is left out."""
    functions, at = {}, None
    for line in text.splitlines():
        if label := re.match(r"[0-9a-f]+ <(\w+)>:", line):
            at = functions.setdefault(label[1], [])
        elif at is not None and (code := re.match(r"\s+(?:[0-9a-f]+:\s+)?([a-z]\S*.*)", line)):
            at.append(code[1].split("//")[0].strip())
    for code in functions.values():
        while code and re.match(r"nop|s_nop|s_code_end|data16|cs nop|xchg\s+%ax,%ax", code[-1]):
            code.pop()
    return functions


def ptx(text):
    functions, at = {}, None
    for line in text.splitlines():
        if label := re.search(r"\.entry (\w+)", line):
            at = functions.setdefault(label[1], [])
        elif at is not None and re.match(r"\s+(@|[a-z.]).*;|\s+\.local", line) and not re.match(r"\s+\.reg", line):
            at.append(line.strip())
    return functions


def sections(cubin):
    """Function -> the number of its 16-byte slots of machine code."""
    found = re.findall(r"\.text\.(\w+)\s+PROGBITS\s+\w+\s+\w+\s+(\w+)", run(tool("readelf"), "-SW", cubin))
    return {name: int(size, 16) // 16 for name, size in found}


def named(functions):
    """The README's kernel by the name of its case."""
    return {"face_readme" if name == README_KERNEL else name: what for name, what in functions.items()}


def compiled(target, source, include, headerless, readme, folder, planted):
    """Function -> instructions, and where the target has them, function -> slots of machine code."""
    compiler, _, arch = target.partition(":")
    out, kernel = os.path.join(folder, "out"), os.path.join(folder, "readme.hpp")
    flags = ["-std=c++20", "-I" + include, *(["-DPLANTED"] if planted else [])]
    if arch:
        with open(readme, encoding="utf-8") as page, open(kernel, "w", encoding="utf-8") as block:
            block.write(page.read().split("```cuda\n")[1].split("```")[0])
        flags.append(f'-DREADME_KERNEL="{kernel}"')
    if compiler == "nvcc":
        nvcc = [tool("nvcc"), "-x", "cu", *flags, "-Werror", "all-warnings", "-arch=" + arch]
        run(*nvcc, "-ptx", source, "-o", out)
        run(*nvcc, "-cubin", source, "-o", out + ".cubin")
        if not planted:
            run(*nvcc, "-c", source, "-o", out + ".o")  # the host's half, which names what the device uses
        with open(out, encoding="utf-8") as text:
            return named(ptx(text.read())), named(sections(out + ".cubin"))
    warnings = ["-Wall", "-Wextra", "-Werror"]
    if arch:
        run(tool(compiler), "-x", "hip", "-nogpuinc", "-nogpulib", *flags, "-O3", *warnings, "--cuda-device-only",
            "--no-gpu-bundle-output", f"--offload-arch={arch}", f'-DHEADERLESS="{headerless}"', "-c", source, "-o", out)
        notes = run(tool("llvm-readelf-19", "llvm-readelf"), "--notes", out)
        for key in ("private_segment_fixed_size", "sgpr_spill_count", "vgpr_spill_count"):
            values = re.findall(rf"\.{key}:\s+(\d+)", notes)
            if not values or any(value != "0" for value in values):
                sys.exit(f"FAIL: {key} of the kernels: {values}")
        return named(disassembled(run(tool("llvm-objdump-19", "llvm-objdump"), "-d", "--no-show-raw-insn", out))), {}
    run(tool(compiler), *flags, "-O2", "-fno-asynchronous-unwind-tables", "-fcf-protection=none", *warnings, "-c", source,
        "-o", out)
    return disassembled(run(tool("objdump"), "-d", "--no-show-raw-insn", out)), {}


def faults(target, functions, slots):
    names = sorted(name[5:] for name in functions if name.startswith("face_"))
    expected = CASES + (":" in target)
    if len(names) != expected:
        yield f"{len(names)} cases, expected {expected}"
    for name in names:
        face, hand = functions["face_" + name], functions["hand_" + name]
        if not face or not hand:
            yield f"{name}: no instructions were read"
        if len(face) > len(hand) + MORE.get((target, name), 1):
            yield f"{name}: {len(face)} instructions, by hand {len(hand)}\n    " + "\n    ".join(face)
        if slots and slots["face_" + name] > slots["hand_" + name]:
            yield f"{name}: {slots['face_' + name]} slots of machine code, by hand {slots['hand_' + name]}"
        for line in face:
            if re.match(r"(call|s_swappc|push|.*\(%rsp|.*%SP|\.local|scratch_|buffer_)", line):
                yield f"{name}: {line}: a call or the stack"
            if name.startswith("p2") and re.match(r"(i?div|(div|rem)\.)", line):
                yield f"{name}: {line}: a division"


def main():
    target, *paths = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        functions, slots = compiled(target, *paths, folder, False)
        for name in sorted(name[5:] for name in functions if name.startswith("face_")):
            extra = f", slots {slots['face_' + name]} and {slots['hand_' + name]}" if slots else ""
            print(f"{name}: {len(functions['face_' + name])}, by hand {len(functions['hand_' + name])}{extra}")
        wrong = list(faults(target, functions, slots))
        symbols = [name for name in functions if "symbol_of" in name]
        print("symbols:", ", ".join(f"{len(name)} characters" for name in symbols))
        if len(symbols) != 3:
            wrong.append(f"{len(symbols)} symbols of a template on a layout, expected 3")
        wrong += [f"{name}: {len(name)} characters" for name in symbols if len(name) > LONGEST_SYMBOL]
        planted = list(faults(target, *compiled(target, *paths, folder, True)))
        if not any(fault.startswith("p2_nested_unsigned") for fault in planted):
            wrong.append("the planted regression is not noticed")
        for fault in wrong:
            print("FAIL", fault)
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
