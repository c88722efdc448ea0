# SPDX-License-Identifier: MIT
"""Builds the library of the certified kernels: python -m colex.build_kernels [--platform nvidia|host] [--output PATH]

For NVIDIA nvcc compiles it (sm_90a), for the host platform g++, which takes Boost.Context and fmt as well. Without --platform it is that
of the compiler that is found first, in this order. AMD's library is built by Meson in a checkout: docs/04_kernels.md. The library lies in the package's folder, where colex.torch looks for it,
unless --output names another place, which COLEX_KERNELS_LIBRARY then names. The sources are those that the package was built from.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
COMPILE = {
    "nvidia": ["nvcc", "-x", "cu", "-O3", "--expt-relaxed-constexpr", "-diag-suppress", "20208", "-gencode=arch=compute_90a,code=sm_90a",
               "-Xfatbin", "-compress-all", "-Xcompiler", "-fPIC,-fvisibility=hidden"],
    "host": ["g++", "-O1", "-fPIC", "-fvisibility=hidden", "-DFMT_HEADER_ONLY"],
}  # fmt: skip


def command(platform: str) -> list[str]:
    """The compiler with its options, the same for all sources."""
    return [*COMPILE[platform], "-std=c++20", "-Iinclude", "-Igpu_kernels", "-Ismt", "-c"]


def sources(root: pathlib.Path, platform: str) -> list[pathlib.Path]:
    own = sorted(root.glob("gpu_kernels/c/*.cpp")) + [root / "smt/sym/sha256.cpp"]
    return own + (sorted(root.glob("gpu_kernels/platform/host/*.cpp")) if platform == "host" else [])


def compilations(root: pathlib.Path, platform: str) -> list[tuple[pathlib.Path, list[str]]]:
    """Each source with options of its own: Hopper's launches are compiled in parts, and these, which take longest, first."""
    in_parts, there = root / "gpu_kernels/c/hopper_part.cpp", root / "gpu_kernels/c/hopper_launch.hpp"
    counts = dict(re.findall(r"hopper_parts_on_(\w+) = (\d+);", there.read_text()))
    parts = range(int(counts.get(platform, 0)))
    others = [source for source in sources(root, platform) if source != in_parts]
    return [*((in_parts, [f"-DCOLEX_HOPPER_PART={part}"]) for part in parts), *((source, []) for source in others)]


def linked(platform: str) -> list[str]:
    if platform == "nvidia":
        runtime = pathlib.Path(shutil.which("nvcc") or "nvcc").resolve().parents[1] / "lib64"
        return [f"-L{runtime}", "-lcudart_static", "-lrt", "-ldl", "-lpthread"]
    return ["-lboost_context", "-lpthread"]


def run(*words: object, root: pathlib.Path) -> None:
    ran = subprocess.run([str(word) for word in words], cwd=root, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"build_kernels: {' '.join(map(str, words))}\n{ran.stdout}{ran.stderr}")


def build(root: pathlib.Path, platform: str, output: pathlib.Path, jobs: int) -> None:
    """Links twice, the second time with the seal of the machine code that the first has: the library compares it with what is loaded."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(sys.executable, "tools/hash_sources.py", folder / "source_hash.hpp", folder / "source_hash.d", root=root)

        def compiled(compilation: tuple[pathlib.Path, list[str]]) -> pathlib.Path:
            source, options = compilation
            made = folder / f"{source.stem}{''.join(options)}.o"
            run(*command(platform), *options, f"-I{folder}", source, "-o", made, root=root)
            print(" ".join(["compiled", str(source.relative_to(root)), *options]), flush=True)
            return made

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            objects = list(pool.map(compiled, compilations(root, platform)))
        seal, unsealed = folder / "seal.cpp", folder / "unsealed.so"
        link = ["g++", "-shared", *objects]
        for library, of in ((unsealed, []), (folder / "sealed.so", [unsealed])):
            run(sys.executable, "tools/seal.py", seal, *of, root=root)
            run(*link, seal, *linked(platform), "-o", library, root=root)
        shutil.copyfile(folder / "sealed.so", output)
    print(output)


def main() -> None:
    parser = argparse.ArgumentParser(prog="colex.build_kernels", description=__doc__.splitlines()[0])
    parser.add_argument("--platform", choices=list(COMPILE))
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--sources", type=pathlib.Path, default=HERE / "sources", help="a checkout of colex, instead of the package's")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    there = [p for p, words in COMPILE.items() if shutil.which(words[0]) and given.platform in (None, p)]
    if not there:
        raise SystemExit(f"build_kernels: there is no {COMPILE[given.platform][0] if given.platform else 'nvcc and no g++'}")
    root = given.sources.resolve()
    if not (root / "gpu_kernels/c").is_dir():
        raise SystemExit(f"build_kernels: no sources in {root}")
    build(root, there[0], (given.output or HERE / f"libcolex_kernels_{there[0]}.so").resolve(), given.jobs)


if __name__ == "__main__":
    main()
