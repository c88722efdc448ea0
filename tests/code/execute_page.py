#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of docs/execute.md, docs/inspect.md, docs/05_gemm.md and docs/findings where the code objects are that it compiles: execute_page.py COLEX [--write]

--write writes what each prints to the pages, behind lines that begin with `@colex` as well as with `$ colex`.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Page, source, and the code objects with the flags of each.
PAGES = [("docs/execute.md", "examples/execute/reverse.hip", {"reverse.co": [], "without_barrier.co": ["-DNO_BARRIER"], "reverse.ptx": [], "without_barrier.ptx": ["-DNO_BARRIER"]}, "7"),
         ("docs/inspect.md", "examples/execute/ring.hip", {"ring.co": [], "one_stage.co": ["-DONE_STAGE"], "ring.ptx": [], "one_stage.ptx": ["-DONE_STAGE"], "permute.co": []}, "2"),
         ("docs/findings/fence_at_a_loop_head.md", "examples/execute/fence.hip", {"fence.co": [], "fence_waits.co": ["-DWAITS"]}, "3"),
         ("docs/05_gemm.md", "tests/kernel/gemm_code.cpp", {"pipelined.co": ["-O3", "-DCOLEX_GEMM_CONFIGS=GemmMfmaBf16Pipelined", "-std=c++20", "-c", f"-I{ROOT}/include", f"-I{ROOT}/gpu_kernels"]}, "5")]  # fmt: skip
CLANG = ["clang++-19", "-x", "hip", "-nogpuinc", "-nogpulib", "--cuda-device-only", "--no-gpu-bundle-output", "--offload-arch=gfx942",
         "-mcode-object-version=5", "-O2"]  # fmt: skip
PTX = ["clang++-19", "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-O2", "-S", "--offload-arch=sm_80"]
sys.path.insert(0, str(ROOT / "tools"))
import run_examples  # noqa: E402


def clang(target):
    """The command for a target, of AMD's or NVIDIA's."""
    command = PTX if target.startswith("sm_") else CLANG
    return [f"--offload-arch={target}" if word.startswith("--offload-arch") else word for word in command]


def compile_into(folder, name, source, flags):
    """Makes a page's file, PTX where its name ends so and a code object else, of the source with its name if there is one; the command without flags."""
    command, source = (PTX, source.replace(".hip", ".cu")) if name.endswith(".ptx") else (CLANG, source)
    own = (ROOT / source).with_stem(pathlib.Path(name).stem)
    subprocess.run([*command, *flags, str(own if own.exists() else ROOT / source), "-o", str(folder / name)], check=True)
    return " ".join(command)


def written_files(page):
    """The files that a page writes out: a name in `...` before a block without a language."""
    return re.findall(r"`([\w.]+)`\n\n```\n(.*?)```", page.read_text(), re.S)


def written(colex, page):
    """The page with what its examples print now."""
    lines, inside = [], False
    for line in page.read_text().splitlines():
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and not line.startswith(("@colex", "$ colex")):
            continue
        elif inside:
            line = "$ " + line.lstrip("@$ ")
            lines += [line, *run_examples.printed(colex, line[2:])]
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


def main(colex, *more):
    if not shutil.which("clang++-19") or not shutil.which("ld.lld-19"):
        print("SKIP: no clang++-19 with ld.lld-19")
        return 77
    colex = os.path.abspath(colex)
    failed = 0
    for page, source, objects, at_least in PAGES:
        page = ROOT / page
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            for name, flags in objects.items():
                assert compile_into(pathlib.Path(folder), name, source, flags) in page.read_text(), f"{page} says another command"
            for name, text in written_files(page):
                pathlib.Path(name).write_text(text)
            if more == ("--write",):
                page.write_text(written(colex, page))
            failed |= run_examples.main(colex, at_least, str(page))
            os.chdir(ROOT)
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
