# SPDX-License-Identifier: MIT
"""Builds the library of the certified kernels: python -m colex.build_kernels [--platform nvidia|host] [--target 90a] [--output PATH | --wheel FOLDER]

For NVIDIA nvcc compiles it, Hopper's configs for sm_90a and all others for sm_80, sm_90a, sm_100 and what comes after; for the host platform g++,
which takes Boost.Context and fmt as well. Without --platform it is that of the compiler that is found first, in this order. AMD's library is built by Meson in a checkout: docs/04_kernels.md. The library lies in the package's folder, where colex.torch looks for it,
unless --output names another place, which COLEX_KERNELS_LIBRARY then names. The sources are those that the package was built from.

With --wheel it lies in a wheel instead, for machines without a compiler: `colex-kernels-cu13` by nvcc 13, `colex-kernels-host` by g++. That takes
the package `wheel`; the same sources and compilers make the same bytes.
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
from importlib import metadata
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
COMPILE = {
    "nvidia": ["nvcc", "-x", "cu", "-O3", "--expt-relaxed-constexpr", "-diag-suppress", "20208", "--threads=0", "-Xfatbin", "-compress-all", "-Xcompiler", "-fPIC,-fvisibility=hidden"],
    "host": ["g++", "-O1", "-fPIC", "-fvisibility=hidden", "-DFMT_HEADER_ONLY"],
}  # fmt: skip
HOPPER, TARGETS = "90a", ["80", "90a", "100"]  # NVIDIA's
WITHIN = ["-static-libstdc++", "-static-libgcc", "-Wl,--exclude-libs,ALL"]  # an environment's own C++ library may be an older one


def command(platform: str) -> list[str]:
    """The compiler with its options, the same for all sources."""
    return [*COMPILE[platform], "-std=c++20", "-Iinclude", "-Igpu_kernels", "-Ismt", "-c"]


def sources(root: pathlib.Path, platform: str) -> list[pathlib.Path]:
    own = sorted(root.glob("gpu_kernels/c/*.cpp")) + [root / "smt/sym/sha256.cpp"]
    return own + (sorted(root.glob("gpu_kernels/platform/host/*.cpp")) if platform == "host" else [])


def options_for(targets: list[str]) -> list[str]:
    """nvcc's, to compile for them, and PTX of a last one that is no architecture's own, for devices after it."""
    code = [f"-gencode=arch=compute_{target},code=sm_{target}" for target in targets]
    return code if targets[-1].endswith("a") else [*code, f"-gencode=arch=compute_{targets[-1]},code=compute_{targets[-1]}"]


def compilations(root: pathlib.Path, platform: str, targets: list[str]) -> list[tuple[pathlib.Path, list[str]]]:
    """Each source with options of its own: Hopper's launches are compiled in parts, and these, which take longest, first."""
    hopper, everywhere = (options_for([HOPPER]), options_for(targets)) if platform == "nvidia" else ([], [])
    in_parts, there = root / "gpu_kernels/c/hopper_part.cpp", root / "gpu_kernels/c/hopper_launch.hpp"
    counts = dict(re.findall(r"hopper_parts_on_(\w+) = (\d+);", there.read_text()))
    parts = range(int(counts.get(platform, 0)))
    others = [source for source in sources(root, platform) if source != in_parts]
    return [*((in_parts, [f"-DCOLEX_HOPPER_PART={part}", *hopper]) for part in parts),
            *((source, hopper if source.stem.startswith("hopper_") else everywhere) for source in others)]  # fmt: skip


def linked(platform: str) -> list[str]:
    if platform == "nvidia":
        runtime = pathlib.Path(shutil.which("nvcc") or "nvcc").resolve().parents[1] / "lib64"
        return [*WITHIN, f"-L{runtime}", "-lcudart_static", "-lrt", "-ldl", "-lpthread"]
    return [*WITHIN, "-lboost_context", "-lpthread"]


def toolkit(platform: str) -> str:
    """What a wheel's name says of its compiler: cu13, host."""
    if platform == "host":
        return platform
    said = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout
    release = re.search(r"release (\d+)", said)
    if release is None:
        raise SystemExit(f"build_kernels: nvcc says no version: {said}")
    return "cu" + release[1]


def _wheel_file() -> Any:
    """What writes a wheel."""
    try:
        from wheel.wheelfile import WheelFile
    except ImportError:
        raise SystemExit("build_kernels: --wheel takes the package wheel: pip install wheel") from None
    return WheelFile


def pack(library: pathlib.Path, platform: str, compiler: str, folder: pathlib.Path) -> pathlib.Path:
    """The wheel `colex-kernels-COMPILER` with the library in the package `colex_kernels_PLATFORM`, where colex.torch and colex_kernels look for it.
    Its tag asks for the glibc that the library's symbols name."""
    os.environ["SOURCE_DATE_EPOCH"] = "315532800"  # a zip's first day: when it was made is no content
    folder.mkdir(parents=True, exist_ok=True)
    held = library.read_bytes()
    glibc = max(int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", held))
    version, tag = metadata.version("colex-layouts"), f"manylinux_2_{glibc}_{os.uname().machine}"
    name = f"colex_kernels_{compiler}"
    files: dict[str, bytes] = {
        f"colex_kernels_{platform}/__init__.py": b'"""The certified kernels of colex, compiled, which colex.torch and colex_kernels load."""\n',
        f"colex_kernels_{platform}/libcolex_kernels.so": held,
        f"{name}-{version}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n"
        f"Summary: The certified kernels of colex, compiled\nLicense: MIT\nRequires-Dist: colex-layouts=={version}\n".encode(),
        f"{name}-{version}.dist-info/WHEEL": f"Wheel-Version: 1.0\nGenerator: colex {version}\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n".encode(),
    }
    made = folder / f"{name}-{version}-py3-none-{tag}.whl"
    with _wheel_file()(str(made), "w") as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
    return made


def run(*words: object, root: pathlib.Path) -> None:
    ran = subprocess.run([str(word) for word in words], cwd=root, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"build_kernels: {' '.join(map(str, words))}\n{ran.stdout}{ran.stderr}")


def build(root: pathlib.Path, platform: str, targets: list[str], output: pathlib.Path, jobs: int) -> None:
    """Links twice, the second time with the seal of the machine code that the first has: the library compares it with what is loaded."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(sys.executable, "tools/hash_sources.py", folder / "source_hash.hpp", folder / "source_hash.d", root=root)

        def compiled(compilation: tuple[pathlib.Path, list[str]]) -> pathlib.Path:
            source, options = compilation
            made = folder / f"{source.stem}{''.join(define for define in options if define.startswith('-D'))}.o"
            run(*command(platform), *options, f"-I{folder}", source, "-o", made, root=root)
            print("compiled", source.relative_to(root), made.stem.removeprefix(source.stem), flush=True)
            return made

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            objects = list(pool.map(compiled, compilations(root, platform, targets)))
        seal, unsealed = folder / "seal.cpp", folder / "unsealed.so"
        link = ["g++", "-shared", *objects]
        for library, of in ((unsealed, []), (folder / "sealed.so", [unsealed])):
            run(sys.executable, "tools/seal.py", seal, *of, root=root)
            run(*link, seal, *linked(platform), "-o", library, root=root)
        shutil.copyfile(folder / "sealed.so", output)


def main() -> None:
    parser = argparse.ArgumentParser(prog="colex.build_kernels", description=__doc__.splitlines()[0])
    parser.add_argument("--platform", choices=list(COMPILE))
    to = parser.add_mutually_exclusive_group()
    to.add_argument("--output", type=pathlib.Path)
    to.add_argument("--wheel", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--sources", type=pathlib.Path, default=HERE / "sources", help="a checkout of colex, instead of the package's")
    parser.add_argument("--target", nargs="+", choices=TARGETS, default=TARGETS, help="of NVIDIA's; all by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    there = [p for p, words in COMPILE.items() if shutil.which(words[0]) and given.platform in (None, p)]
    if not there:
        raise SystemExit(f"build_kernels: there is no {COMPILE[given.platform][0] if given.platform else 'nvcc and no g++'}")
    root = given.sources.resolve()
    if not (root / "gpu_kernels/c").is_dir():
        raise SystemExit(f"build_kernels: no sources in {root}")
    platform, output = there[0], (given.output or HERE / f"libcolex_kernels_{there[0]}.so").resolve()
    if not given.wheel:
        build(root, platform, given.target, output, given.jobs)
        print(output)
        return
    _wheel_file()  # which a build of minutes would be for nothing without
    with tempfile.TemporaryDirectory() as name:
        build(root, platform, given.target, pathlib.Path(name, "libcolex_kernels.so"), given.jobs)
        print(pack(pathlib.Path(name, "libcolex_kernels.so"), platform, toolkit(platform), given.wheel))


if __name__ == "__main__":
    main()
