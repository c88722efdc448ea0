#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles a source with kernels for AMD: an object of the host that carries their machine code for each target.

  amd_object.py SOURCE OBJECT [--clang 'COMMAND'] -- FLAGS...    writes OBJECT, OBJECT.d for ninja, and between them a folder OBJECT.parts
  amd_object.py --targets [--clang 'COMMAND']                    prints the targets that the compilers here know

clang++-19 and lld-19 compile for gfx90a and gfx942, without HIP's headers and device library. gfx950 takes clang 20 or
newer, which COMMAND names, with its arguments; where there is none the library has no code for it.
"""
import argparse
import os
import pathlib
import shutil
import struct
import subprocess
import sys

from cached import cached

TARGETS = "gfx90a", "gfx942", "gfx950"
TRIPLE = "amdgcn-amd-amdhsa"
# Nothing of HIP's is installed for what is compiled so. Clang's wrapper of <algorithm> expects HIP's attributes.
HIP = ["-x", "hip", "-nogpuinc", "-nogpulib", "-include", "platform/amd/headerless.hpp"]
CODE_OBJECT = "-mcode-object-version=5"  # which ROCm 6 and 7 load


def run(*command, reads=""):
    """By ccache, where it takes such a command; `reads` is a file beside the sources."""
    done = subprocess.run(cached([str(word) for word in command]), capture_output=True, text=True, env={**os.environ, "CCACHE_EXTRAFILES": str(reads)})
    if done.returncode != 0:
        sys.exit(f"amd_object: {' '.join(map(str, command))}\n{done.stderr}")


def compilers(newer):
    """Target -> the first compiler that knows it."""
    found = {}
    for command in (["clang++-19"], newer.split()):
        for target in TARGETS if command and shutil.which(command[0]) else ():
            knows = [*command, f"--target={TRIPLE}", f"-mcpu={target}", "-nogpulib", "-x", "c", "-S", "-o", "/dev/null", "/dev/null"]
            if target not in found and subprocess.run(knows, capture_output=True).returncode == 0:
                found[target] = command
    return found


def code_object(compiler, target, source, flags, folder):
    """Compiles the kernels of the source for one target and links them; the path of the code object."""
    text, machine, linked = (folder / f"{target}.{suffix}" for suffix in ("s", "o", "co"))
    run(*compiler, *HIP, "--cuda-device-only", f"--offload-arch={target}", CODE_OBJECT, *flags, "-S", source, "-o", text)
    run(*compiler, f"--target={TRIPLE}", f"-mcpu={target}", CODE_OBJECT, "-c", text, "-o", machine)
    run("ld.lld-19", "-shared", "--no-undefined", machine, "-o", linked)
    return linked


def bundle(objects):
    """What HIP's runtime takes a code object from: the magic word, a table of offset, size and name, the objects by pages.
    The first entry is the host's, and empty."""
    parts = [("host-x86_64-unknown-linux--", b"")] + [(f"hipv4-{TRIPLE}--{target}", path.read_bytes()) for target, path in objects.items()]
    page, table, body = 4096, b"", b""
    for name, code in parts:
        body += bytes(-len(body) % page)
        table += struct.pack("<QQQ", page + len(body), len(code), len(name)) + name.encode()
        body += code
    head = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(parts)) + table
    assert len(head) <= page
    return head.ljust(page, b"\0") + body


def main():
    parser = argparse.ArgumentParser(prog="amd_object.py", description=__doc__.splitlines()[0])
    parser.add_argument("--targets", action="store_true")
    parser.add_argument("--clang", default="", metavar="COMMAND")
    parser.add_argument("source", nargs="?")
    parser.add_argument("object", nargs="?", type=pathlib.Path)
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    given, flags = parser.parse_args(words[:split]), words[split + 1 :]
    found = compilers(given.clang)
    if given.targets:
        print(*found)
        return
    if "clang++-19" not in [command[0] for command in found.values()] or not shutil.which("ld.lld-19"):
        sys.exit("amd_object: clang++-19 and ld.lld-19 are needed")
    folder = pathlib.Path(f"{given.object}.parts")  # of names that are the same each time, which ccache hashes
    folder.mkdir(exist_ok=True)
    binary = folder / "kernels.hipfb"
    binary.write_bytes(bundle({target: code_object(command, target, given.source, flags, folder)
                               for target, command in found.items()}))  # fmt: skip
    run("clang++-19", *HIP, "--cuda-host-only", "-Xclang", f"-cuid={given.object.stem}", "-fPIC", "-fvisibility=hidden", "-Xclang",
        "-fcuda-include-gpubinary", "-Xclang", binary, "-MD", "-MF", f"{given.object}.d", "-MT", given.object, *flags, "-c",
        given.source, "-o", given.object, reads=binary)  # fmt: skip


if __name__ == "__main__":
    main()
